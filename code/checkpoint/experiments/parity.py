"""Scratch against library: do the two give the same numbers?"""

import numpy as np

from library import sklearn_scale
from pima import split

from .rulers import SCALERS, scaled


def parity(X, y):
    """How far apart, at most, are our scaled values and scikit-learn's on the fixed split?

    Keys: one a scaler with train and test, and largest (of all six).
    """
    Xtr, Xte, _, _ = split(X, y)
    found = {}
    for kind in SCALERS:
        ours, theirs = scaled(kind, Xtr, Xtr, Xte), sklearn_scale(Xtr, Xte, kind)
        found[kind] = {part: float(np.abs(a - b).max())
                       for part, a, b in zip(("train", "test"), ours, theirs)}
    return found | {"largest": max(max(parts.values()) for parts in found.values())}
