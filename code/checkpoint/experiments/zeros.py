"""The zeros that are missing values: what the rulers make of them, and of their repair."""

import numpy as np

from compare import paired_splits
from pima import split
from settings import K, N_SPLITS, RULERS, SCALERS

from .columns import HIDDEN_AT, INSULIN
from .rulers import knn_share
from .spread import gain, paired, summary


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


def repaired(X, y, n_splits=N_SPLITS):
    """Which ruler is best once the zeros are missing values, filled before fitting or after?

    Five columns, training medians. Keys: n_splits, filled_first and
    fitted_first, each one summary a ruler; change (fitted_first minus filled_first, a paired
    summary a scaler); filled_gain and fitted_gain (a scaler over raw: see accuracy.gain).
    """
    X, seeds = as_missing(X), range(n_splits)
    first, after = (paired_splits(X, y, {name: way(*ruler[1:3]) for name, ruler in RULERS.items()},
                                  K, seeds, knn_share) for way in (filled_first, fitted_first))
    n_train, n_test = map(len, split(X, y)[2:])
    return {"n_splits": n_splits,
            "filled_first": {ruler: summary(first[ruler]) for ruler in RULERS},
            "fitted_first": {ruler: summary(after[ruler]) for ruler in RULERS},
            "change": {s: paired(after[s], first[s]) for s in SCALERS},
            "filled_gain": {s: gain(first[s], first["raw"], n_test / n_train) for s in SCALERS},
            "fitted_gain": {s: gain(after[s], after["raw"], n_test / n_train) for s in SCALERS}}


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
