"""The other maps of one feature or one record, in NumPy.

Centering and unit ranges learn statistics, as the scalers do, and so must learn them on training
rows only. Clipping, the sigmoid and the logarithm look at one value at a time and learn nothing;
row normalization looks at one record. NaN means missing, and stays.
"""
import numpy as np

from scalers import (TINY, as_array, as_float, as_matrix, as_rows, minmax_transform,
                     standardize_fit)


# region: center
def center_fit(X):
    """Mean of each column of X (N, D): {"mean"}."""
    return {"mean": standardize_fit(X)["mean"]}


def center_transform(X, stats):
    """X - mean: each column of the fitted rows has mean 0, in the units that it came in."""
    [mean] = as_rows(stats["mean"])
    return as_matrix(X, len(mean)) - mean
# endregion


# region: unit_range
def unit_range_transform(X, stats, low=0.0, high=1.0):
    """low + (high - low) (X - min) / (max - min), the stats from minmax_fit.

    The fitted rows lie in [low, high], as with scikit-learn's MinMaxScaler(feature_range=...).
    """
    low, high = as_float(low, "low"), as_float(high, "high")
    if not -1e10 <= low < high <= 1e10:  # so that no result leaves float64
        raise ValueError(f"low is {low} and high is {high}: pass low < high, within 1e10 of 0")
    width = high - low
    if low + width > high:  # by rounding: take the next smaller width
        width = np.nextafter(width, 0)
    Z = minmax_transform(X, stats)
    Z *= width
    Z += low
    return Z
# endregion


# region: clip
def real_numbers(X):
    """X, a number or an array of any shape, as a float64 array, or a ValueError."""
    A = as_array(X)
    if A.dtype == float:
        return A
    A = np.asarray(X, dtype=object)
    return np.array([as_float(value, "X") for value in A.flat], dtype=float).reshape(A.shape)


def clip_transform(X, b):
    """sign(x) min(b, |x|) for each x in X, of any shape: within [-b, b]. b > 0."""
    X, b = real_numbers(X), as_float(b, "b")
    if not b > 0:
        raise ValueError(f"b is {b}: pass a float b > 0, the largest magnitude to keep")
    return np.copysign(np.minimum(b, np.abs(X)), X)
# endregion


# region: sigmoid
def sigmoid_transform(X, b=1.0):
    """1 / (1 + exp(-b x)) for each x in X, of any shape: between 0 and 1, rising. b > 0."""
    X, b = real_numbers(X), as_float(b, "b")
    if not b > 0:
        raise ValueError(f"b is {b}: pass a float b > 0; the curve rises by b/4 at 0")
    with np.errstate(over="ignore"):  # exp may be infinite: 1 / inf is the right 0
        return 1 / (1 + np.exp(-b * X))
# endregion


# region: logarithm
def log_transform(X, b):
    """log(b + x) for each x in X, of any shape, and NaN for NaN.

    A ValueError unless b is a number and 0 < b + x < inf for every x.
    """
    X, b = real_numbers(X), as_float(b, "b")
    wrong = ~np.isnan(X) & ~((b + X > 0) & (b + X < np.inf))
    if wrong.any():
        raise ValueError(f"X holds {X[wrong][0]} and b is {b}: the logarithm needs "
                         "0 < b + x < inf, pass another b")
    return np.log(b + X)
# endregion


# region: row_norm
def row_norm_transform(X):
    """Each row of X (N, D) divided by its Euclidean length, as scikit-learn's Normalizer.

    A zero row stays zero. A missing value stays missing, and the length is that of the rest.
    """
    X = as_matrix(X)
    length = np.sqrt(np.nansum(X**2, axis=1, keepdims=True))
    return X / np.where(length > TINY, length, 1)
# endregion
