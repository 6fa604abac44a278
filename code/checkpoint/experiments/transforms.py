"""Are the other maps the library's, and what do they do to a column of the table?"""

import numpy as np
from scipy.special import expit
from scipy.stats import skew
from sklearn.preprocessing import MinMaxScaler, Normalizer, StandardScaler

from pima import split
from scalers import minmax_fit, standardize_fit, standardize_transform
from transforms import (center_fit, center_transform, clip_transform, log_transform,
                        row_norm_transform, sigmoid_transform, unit_range_transform)

from .columns import COLUMNS, GLUCOSE, INSULIN, PEDIGREE

AGE = COLUMNS.index("age")
BOUND = 3.0  # of standardized values, for clipping
CURVE = np.round(np.linspace(-4, 4, 161), 2)
CURVE_BOUND = 1.0


def parity(X, y):
    """How far, at most, are our maps from scikit-learn's, SciPy's and NumPy's on the test rows?

    Statistics from the training rows. Keys: center, unit_range ([-1, 1]), row_norm, sigmoid (of
    standardized values), clip (the same), largest.
    """
    Xtr, Xte, _, _ = split(X, y)
    Z = standardize_transform(Xte, standardize_fit(Xtr))
    pairs = {
        "center": (center_transform(Xte, center_fit(Xtr)),
                   StandardScaler(with_std=False).fit(Xtr).transform(Xte)),
        "unit_range": (unit_range_transform(Xte, minmax_fit(Xtr), -1, 1),
                       MinMaxScaler(feature_range=(-1, 1)).fit(Xtr).transform(Xte)),
        "row_norm": (row_norm_transform(Xte), Normalizer().transform(Xte)),
        "sigmoid": (sigmoid_transform(Z), expit(Z)),
        "clip": (clip_transform(Z, BOUND), np.clip(Z, -BOUND, BOUND))}
    found = {name: float(np.abs(ours - theirs).max()) for name, (ours, theirs) in pairs.items()}
    return found | {"largest": max(found.values())}


def curves():
    """What do the maps of one value look like on one axis, and how near a line is the sigmoid?

    Keys: x, and one list a map: clip (b = 1), printed (clipping as the book prints it, with max),
    sigmoid (b = 2, stretched to [-1, 1], so with slope 1 at 0), log (b = 1) over log_x; bound, and
    line_error (how far, at most, the sigmoid with b = 1 is from 1/2 + x/4 for |x| <= 1).
    """
    small, above = CURVE[np.abs(CURVE) <= 1], CURVE[CURVE > -1]
    line_error = np.abs(sigmoid_transform(small) - (0.5 + small / 4)).max()
    return {"x": CURVE.tolist(), "bound": CURVE_BOUND, "line_error": float(line_error),
            "log_x": above.tolist(), "log": log_transform(above, 1).tolist(),
            "clip": clip_transform(CURVE, CURVE_BOUND).tolist(),
            "printed": (np.sign(CURVE) * np.maximum(CURVE_BOUND, np.abs(CURVE))).tolist(),
            "sigmoid": (2 * sigmoid_transform(CURVE, 2) - 1).tolist()}


def on_columns(X, y):
    """What does each map do to a training column that suits it?

    Keys: center (age: mean, and the centred age of a woman of 21), pedigree and insulin (measured
    values only: skew before, after the logarithm), clip (insulin, standardized: largest, clipped
    values of rows), unit_range (glucose: where a test reading lands at most in [-1, 1]), row_norm
    (glucose's share of a record's squared length: mean).
    """
    Xtr, Xte, _, _ = split(X, y)
    age = center_fit(Xtr[:, [AGE]])
    z = standardize_transform(Xtr, standardize_fit(Xtr))[:, INSULIN]
    measured = Xtr[Xtr[:, INSULIN] > 0, INSULIN]
    glucose = minmax_fit(Xtr[Xtr[:, GLUCOSE] > 0][:, [GLUCOSE]])
    ends = unit_range_transform([[0.0], [Xte[:, GLUCOSE].max()]], glucose, -1, 1)
    return {"center": {"mean": float(age["mean"][0]),
                       "at_21": float(center_transform([[21]], age)[0, 0])},
            "pedigree": skews(Xtr[:, PEDIGREE]), "insulin": skews(measured),
            "clip": {"largest": float(z.max()), "rows": len(z),
                     "clipped": int((clip_transform(z, BOUND) != z).sum())},
            "unit_range": {"zero": float(ends[0, 0]), "test_max": float(ends[1, 0]),
                           "min": float(glucose["min"][0])},
            "row_norm": {"glucose_share": float((row_norm_transform(Xtr)[:, GLUCOSE]**2).mean()),
                         "insulin_share": float((row_norm_transform(Xtr)[:, INSULIN]**2).mean())}}


def skews(column):
    """The column's skewness before and after log(0 + x)."""
    return {"before": float(skew(column)), "after": float(skew(log_transform(column, 0)))}


def run(X, y, names):
    """All results of this topic."""
    return {"parity": parity(X, y), "curves": curves(), "columns": on_columns(X, y)}
