"""The other maps of one feature or one record, in NumPy.

Centering and unit ranges learn statistics, as the scalers do, and so must learn them on training
rows only. Clipping, the sigmoid and the logarithm look at one value at a time and learn nothing;
row normalization looks at one record. NaN means missing, and stays.
"""
from numbers import Real

import numpy as np

from scalers import HUGE, as_matrix, minmax_transform, standardize_fit


# region: center
def center_fit(X):
    """Mean of each column of X (N, D): {"mean"}."""
    return {"mean": standardize_fit(X)["mean"]}


def center_transform(X, stats):
    """X - mean: each column of the fitted rows has mean 0, in the units that it came in."""
    return as_matrix(X, len(stats["mean"])) - stats["mean"]
# endregion


# region: unit_range
def unit_range_transform(X, stats, low=0.0, high=1.0):
    """low + (high - low) (X - min) / (max - min), the stats from minmax_fit.

    The fitted rows lie in [low, high], as with scikit-learn's MinMaxScaler(feature_range=...).
    """
    low, width = low_and_width(float(low), float(high))
    Z = minmax_transform(X, stats)
    with np.errstate(over="ignore"):  # an infinite product is refused
        Z *= width
    Z += low
    if np.isinf(Z).any():
        raise ValueError(f"X is too far from the fitted range to stretch it by {width}: "
                         "pass low and high nearer to each other")
    return Z


def low_and_width(low, high):
    """low and high - low, or the float below that where their sum would round to above high."""
    if not -HUGE < low < high < HUGE:
        raise ValueError(f"low is {low} and high is {high}: pass two numbers with low < high")
    width = high - low
    return low, width if low + width <= high else np.nextafter(width, 0)
# endregion


# region: clip
def real_numbers(X):
    """X, a number or an array of any shape, as a float64 array, or a ValueError."""
    if np.ma.isMaskedArray(X):
        raise ValueError("X is masked: try X.astype(float).filled(np.nan)")
    try:
        A = np.asarray(X)
    except ValueError:
        raise ValueError("the rows of X differ in length: pad them with np.nan") from None
    for value in A.flat if A.dtype.kind not in "buif" else ():
        if not (value is None or is_number(value)):
            raise ValueError(f"X holds {value!r:.40}: pass numbers, np.nan for missing ones")
    with np.errstate(over="ignore"):  # the largest long doubles are infinite in float64
        return A.astype(float)


def is_number(x):
    """Whether x is one real number (or NaN), and no integer or fraction beyond float64."""
    if not isinstance(x, Real | np.bool_) or isinstance(x, np.timedelta64):
        return False  # a timedelta64 is an integer to Python
    try:
        float(x)
    except OverflowError:
        return False
    return True


def clip_transform(X, b):
    """sign(x) min(b, |x|) for each x in X, of any shape: within [-b, b]. b > 0."""
    if not (is_number(b) and b > 0):
        raise ValueError(f"b is {b!r:.40}: pass a float b > 0, the largest magnitude to keep")
    X = real_numbers(X)
    return np.copysign(np.minimum(np.abs(X), float(b)), X)
# endregion


# region: sigmoid
def sigmoid_transform(X, b=1.0):
    """1 / (1 + exp(-b x)) for each x in X, of any shape: between 0 and 1, rising. b > 0."""
    if not (is_number(b) and 0 < float(b) < np.inf):
        raise ValueError(f"b is {b!r:.40}: pass a float b > 0, the steepness; the curve "
                         "rises by b/4 at 0")
    X = real_numbers(X)
    with np.errstate(over="ignore"):  # exp may be infinite: 1 / inf is the right 0
        return 1 / (1 + np.exp(-float(b) * X))
# endregion


# region: logarithm
def log_transform(X, b):
    """log(b + x) for each x in X, of any shape, and NaN for NaN.

    A ValueError unless b is a number and 0 < b + x < inf for every x.
    """
    if not is_number(b):
        raise ValueError(f"b is {b!r:.40}: pass a float larger than every -x")
    X = real_numbers(X)
    with np.errstate(over="ignore", invalid="ignore"):  # what is no float is refused
        shifted = float(b) + X
    wrong = ~(np.isnan(X) | (shifted > 0) & (shifted < np.inf))
    if wrong.any():
        raise ValueError(f"X holds {X[wrong][0]} and b is {b}: the logarithm needs "
                         "0 < b + x < inf, pass another b")
    return np.log(shifted)
# endregion


# region: row_norm
def row_norm_transform(X):
    """Each row of X (N, D) divided by its Euclidean length, as scikit-learn's Normalizer.

    A zero row stays zero. A missing value stays missing, and the length is that of the rest.
    """
    X = as_matrix(X)
    length = np.sqrt(np.einsum("nd,nd->n", X, X))
    odd = ~(length > 1e-140)  # a missing value, only zeros, or squares too small for float64
    length[odd] = 1
    Z = X / length[:, None]
    if odd.any():
        R = Z[odd]
        R /= np.fmax.reduce(np.abs(R), axis=1, initial=5e-324, keepdims=True)  # largest to 1
        Z[odd] = R / np.sqrt(np.maximum(1, np.nansum(R * R, axis=1, keepdims=True)))
    return Z
# endregion
