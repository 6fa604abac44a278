"""The zeros that are missing values: what the rulers make of them, and of their repair."""

import numpy as np

from pima import split

from .columns import HIDDEN_AT, INSULIN
from .rulers import N_SPLITS, RULERS, SCALERS, knn_calls, scaled, share_right
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

    Five columns, training medians, k = 15, seeds 0-199. Keys: n_splits, filled_first and
    fitted_first, each one summary a ruler; change (fitted_first minus filled_first, a paired
    summary a scaler); filled_gain and fitted_gain (a scaler over raw: see accuracy.gain).
    """
    X = as_missing(X)
    first, after = ({ruler: [] for ruler in RULERS} for _ in range(2))
    for seed in range(n_splits):
        Xtr, Xte, ytr, yte = split(X, y, seed)
        medians = np.nanmedian(Xtr, axis=0)
        Ftr, Fte = fill(medians, Xtr), fill(medians, Xte)
        for ruler in RULERS:
            for found, rows in ((first, Ftr), (after, Xtr)):
                Ztr, Zte = scaled(ruler, rows, Ftr, Fte)
                found[ruler].append(share_right(knn_calls(Ztr, ytr, Zte), yte))
    return {"n_splits": n_splits,
            "filled_first": {ruler: summary(first[ruler]) for ruler in RULERS},
            "fitted_first": {ruler: summary(after[ruler]) for ruler in RULERS},
            "change": {s: paired(after[s], first[s]) for s in SCALERS},
            "filled_gain": {s: gain(first[s], first["raw"], len(yte) / len(ytr)) for s in SCALERS},
            "fitted_gain": {s: gain(after[s], after["raw"], len(yte) / len(ytr)) for s in SCALERS}}
