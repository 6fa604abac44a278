"""What the scalers are compared with: scikit-learn's, and the formulas in exact fractions."""
import warnings
from fractions import Fraction
from math import isqrt

import numpy as np
from sklearn.preprocessing import MinMaxScaler, RobustScaler, StandardScaler

from scalers import (minmax_fit, minmax_transform, robust_fit, robust_transform, standardize_fit,
                     standardize_transform)

KINDS = ["minmax", "standard", "robust"]
FIT = dict(zip(KINDS, [minmax_fit, standardize_fit, robust_fit]))
TRANSFORM = dict(zip(KINDS, [minmax_transform, standardize_transform, robust_transform]))
LIBRARY = dict(zip(KINDS, [MinMaxScaler, StandardScaler, RobustScaler]))
CENTRE = dict(zip(KINDS, ["min", "mean", "median"]))


def column(*values):
    """One feature, (N, 1)."""
    return np.array(values, dtype=float).reshape(-1, 1)


def scaled(kind, Xtr, Xte=None):
    """Xte (or Xtr itself) under that scaler's statistics of Xtr."""
    return TRANSFORM[kind](Xtr if Xte is None else Xte, FIT[kind](Xtr))


def by_library(kind, Xtr, Xte=None):
    """The same from scikit-learn, without its warnings about columns that hold no value."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return LIBRARY[kind]().fit(Xtr).transform(Xtr if Xte is None else Xte)


def root(square):
    """The square root of a fraction, to some 300 digits."""
    return Fraction(isqrt((square.numerator << 4096) // square.denominator), 1 << 2048)


def quantile(ordered, share):
    """By linear interpolation between neighbours."""
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def measured(kind, values):
    """(centre, spread, size) of the values that are there, as fractions.

    The size is the largest magnitude, or the larger of the two quartiles'.
    """
    x = sorted(Fraction(float(value)) for value in values if value == value)
    if kind == "robust":
        q1, median, q3 = (quantile(x, Fraction(share, 4)) for share in (1, 2, 3))
        return median, q3 - q1, max(abs(q1), abs(q3))
    size = max(abs(x[0]), abs(x[-1]))
    if kind == "minmax":
        return x[0], x[-1] - x[0], size
    mean = sum(x) / len(x)
    return mean, root(sum((value - mean) ** 2 for value in x) / len(x)), size


def exact(kind, Xtr, Xte=None):
    """(X - centre) / spread, rounded once at the very end; / 1 where the spread is rounding."""
    Xtr = np.asarray(Xtr, dtype=float)
    Xte = Xtr if Xte is None else np.asarray(Xte, dtype=float)
    Z = np.full(Xte.shape, np.nan)
    for j in range(Xtr.shape[1]):
        centre, spread, size = measured(kind, Xtr[:, j])
        if spread <= size * 10 / 2**52:
            spread = 1
        for i, x in enumerate(Xte[:, j]):
            if x == x:
                Z[i, j] = float((Fraction(float(x)) - centre) / spread)
    return Z
