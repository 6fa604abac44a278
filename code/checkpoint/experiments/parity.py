"""Scratch against library: do the two give the same numbers?"""

import numpy as np

import plain
import scalers
from library import sklearn_scale
from pima import split

from .rulers import SCALERS

VERSIONS = {"plain": plain, "careful": scalers}


def parity(X, y):
    """How far apart, at most, are our scaled values and scikit-learn's on the fixed split?

    Keys: plain and careful, each with one a scaler with train and test; largest (of all).
    """
    Xtr, Xte, _, _ = split(X, y)
    found = {version: {kind: furthest(module, kind, Xtr, Xte) for kind in SCALERS}
             for version, module in VERSIONS.items()}
    return found | {"largest": max(gap for kinds in found.values() for parts in kinds.values()
                                   for gap in parts.values())}


def furthest(module, kind, Xtr, Xte):
    """The largest difference from scikit-learn on the training rows, and on the test rows."""
    fit, transform = (getattr(module, function.__name__) for function in SCALERS[kind])
    ours, theirs = module.scale_train_test(Xtr, Xte, fit, transform), sklearn_scale(Xtr, Xte, kind)
    return {part: float(np.abs(a - b).max()) for part, a, b in zip(("train", "test"), ours, theirs)}
