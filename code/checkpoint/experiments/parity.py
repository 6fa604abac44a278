"""Scratch against library: do the two give the same numbers?"""

import numpy as np
from sklearn import preprocessing

import plain
import scalers
from pima import split
from settings import SCALERS

VERSIONS = {"plain": plain, "careful": scalers}


def parity(X, y):
    """How far apart, at most, are our scaled values and scikit-learn's on the fixed split?

    Keys: plain and careful, each with one a scaler that it has, with train and test; largest.
    """
    Xtr, Xte, _, _ = split(X, y)
    found = {version: {kind: furthest(module, scaler, Xtr, Xte) for kind, scaler in SCALERS.items()
                       if hasattr(module, scaler.fit.__name__)}
             for version, module in VERSIONS.items()}
    return found | {"largest": max(gap for kinds in found.values() for parts in kinds.values()
                                   for gap in parts.values())}


def furthest(module, scaler, Xtr, Xte):
    """The largest difference from scikit-learn on the training rows, and on the test rows."""
    fit, transform = (getattr(module, f.__name__) for f in (scaler.fit, scaler.transform))
    ours = module.scale_train_test(Xtr, Xte, fit, transform)
    theirs = getattr(preprocessing, scaler.sklearn)().fit(Xtr)
    return {part: float(np.abs(Z - theirs.transform(rows)).max())
            for part, Z, rows in zip(("train", "test"), ours, (Xtr, Xte))}
