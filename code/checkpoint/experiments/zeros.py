"""The zeros that are missing values: what the scalers make of them, and of their repair."""

import numpy as np

from compare import paired_splits
from pima import split
from settings import K, N_SPLITS_ASIDE, SCALERS, SCALINGS

from .columns import HIDDEN_AT, INSULIN
from .knn import knn_share, ways
from .spread import gain, paired, ratio, summary


def as_missing(X):
    """X with NaN for every zero that cannot be."""
    X = X.copy()
    X[:, HIDDEN_AT] = np.where(X[:, HIDDEN_AT] == 0, np.nan, X[:, HIDDEN_AT])
    return X


def fill(medians, X):
    """X with each missing value replaced by its column's median."""
    return np.where(np.isnan(X), medians, X)


def quartiles(X, y):
    """What are insulin's quartiles on the training rows: zeros kept, ignored, filled?

    Keys: kept, ignored, filled, each [q1, median, q3].
    """
    kept = split(X, y)[0][:, INSULIN]
    ignored = kept[kept > 0]
    filled = np.where(kept > 0, kept, np.median(ignored))
    return {name: np.percentile(column, [25, 50, 75]).tolist()
            for name, column in (("kept", kept), ("ignored", ignored), ("filled", filled))}


def repaired(X, y, n_splits=N_SPLITS_ASIDE):
    """Which scaler is best once the zeros are missing values, filled before fitting or after?

    Five columns, training medians. Keys: n_splits; filled_first and fitted_first, each a summary
    for raw and each scaler; change (fitted_first minus filled_first, a paired summary a scaler);
    fitted_gain (a scaler over raw: see spread.gain); apart (the largest difference of two scalers'
    means, fitted first).
    """
    def scores(way):
        repaired = {name: way(*both) for name, both in ways(SCALINGS).items()}
        return paired_splits(as_missing(X), y, repaired, K, range(n_splits), knn_share)

    first, after = scores(filled_first), scores(fitted_first)
    return {"n_splits": n_splits, "apart": float(np.ptp([np.mean(after[s]) for s in SCALERS])),
            "filled_first": {name: summary(first[name]) for name in SCALINGS},
            "fitted_first": {name: summary(after[name]) for name in SCALINGS},
            "change": {s: paired(after[s], first[s]) for s in SCALERS},
            "fitted_gain": {s: gain(after[s], after["raw"], ratio(X, y)) for s in SCALERS}}


def filled_first(fit, transform):
    """A scaler that measures the filled column."""
    def fit_filled(X):
        medians = np.nanmedian(X, axis=0)
        return medians, fit(fill(medians, X))

    return fit_filled, lambda X, stats: transform(fill(stats[0], X), stats[1])


def fitted_first(fit, transform):
    """A scaler that measures the values that are there; then the gaps are filled."""
    return (lambda X: (np.nanmedian(X, axis=0), fit(X)),
            lambda X, stats: transform(fill(stats[0], X), stats[1]))
