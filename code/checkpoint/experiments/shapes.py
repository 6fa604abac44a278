"""What scaling leaves as it is: the shape of a column, and the rows that two splits share."""

import numpy as np

from pima import split
from settings import SCALINGS

from .columns import INSULIN
from .knn import scaled

BINS = 24


def one_column(X, y):
    """What do the scalers make of one column, insulin's measured training values?

    Keys: rows, counts (of equal bins from smallest to largest), and raw and each scaler with min and max.
    """
    insulin = split(X, y)[0][:, [INSULIN]]
    insulin = insulin[insulin[:, 0] > 0]
    found = {}
    for scaling in SCALINGS:
        z, = scaled(scaling, insulin, insulin)
        found[scaling] = {"min": float(z.min()), "max": float(z.max())}
    return {"rows": len(insulin), "counts": np.histogram(insulin, BINS)[0].tolist(), **found}


def shared(X, y):
    """How many training rows do two splits share?

    Seeds 0 and 1. Keys: rows, train (a list a split: whether each row is a training row),
    train_share (the share of the first split's training rows that the second has too).
    """
    train = [np.isin(np.arange(len(y)), split(np.arange(len(y)), y, seed)[0]) for seed in (0, 1)]
    return {"rows": len(y), "train": [part.astype(int).tolist() for part in train],
            "train_share": float((train[0] & train[1]).sum() / train[0].sum())}
