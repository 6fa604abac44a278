"""What the table holds: rows, outcomes, hidden zeros, and how far apart the units are."""

import numpy as np
from scipy.stats import skew

from pima import split
from scalers import standardize_fit, standardize_transform

from .columns import COLUMNS, GLUCOSE, HIDDEN, HIDDEN_AT, INSULIN, PEDIGREE


def five_numbers(column):
    """min, q1, median, q3, max of a column (linear interpolation)."""
    names = ("min", "q1", "median", "q3", "max")
    return dict(zip(names, np.percentile(column, [0, 25, 50, 75, 100]).tolist()))


def spreads(X, y, feature_names):
    """How wide is each column, raw and standardized, on the training rows; how skewed over all?

    Keys: one a column (see columns.py), each with name, raw and standard (five numbers each),
    sd (training rows, divisor N) and skew (all rows).
    """
    Xtr = split(X, y)[0]
    stats = standardize_fit(Xtr)
    Ztr = standardize_transform(Xtr, stats)
    return {key: {"name": feature_names[j], "raw": five_numbers(Xtr[:, j]),
                  "standard": five_numbers(Ztr[:, j]), "sd": float(stats["std"][j]),
                  "skew": float(skew(X[:, j]))}
            for j, key in enumerate(COLUMNS)}


def zeros(X, y):
    """How many zeros stand for a missing value, and what do they do to insulin's quartiles?

    Keys: columns (one count for each of the five), insulin_train, insulin_share, insulin_median
    (all on the training rows).
    """
    insulin = split(X, y)[0][:, INSULIN]
    counts = (X[:, HIDDEN_AT] == 0).sum(axis=0)
    return {"columns": dict(zip(HIDDEN, counts.tolist())),
            "insulin_train": int((insulin == 0).sum()),
            "insulin_share": float((insulin == 0).mean()),
            "insulin_median": float(np.median(insulin))}


def table(X, y, feature_names):
    """How many rows and outcomes are there, how are they split, and what does always "no" score?

    The split is pima.split: a quarter for test, stratified, random_state=0. Keys: rows, features,
    no, yes, train_rows, train_yes, test_rows, test_yes, baseline_right, baseline, sd_ratio (glucose
    to pedigree, training rows), insulin_largest_z (fitted on all rows), zeros, columns.
    """
    Xtr, _, ytr, yte = split(X, y)
    sd = standardize_fit(Xtr)["std"]
    Z = standardize_transform(X, standardize_fit(X))
    return {"rows": len(X), "features": X.shape[1],
            "no": int((y == 0).sum()), "yes": int(y.sum()),
            "train_rows": len(ytr), "train_yes": int(ytr.sum()),
            "test_rows": len(yte), "test_yes": int(yte.sum()),
            "baseline_right": int((yte == 0).sum()), "baseline": float((yte == 0).mean()),
            "sd_ratio": float(sd[GLUCOSE] / sd[PEDIGREE]),
            "insulin_largest_z": float(Z[:, INSULIN].max()),
            "zeros": zeros(X, y), "columns": spreads(X, y, feature_names)}
