"""The other maps of one feature or one record, in NumPy.

Centering and unit ranges learn statistics, as the scalers do, and so must learn them on training
rows only. Clipping, the sigmoid and the logarithm look at one value at a time and learn nothing;
row normalization looks at one record. NaN means missing, and stays.
"""
from numbers import Real

import numpy as np

from scalers import as_matrix, minmax_transform, standardize_fit


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
    low, high = float(low), float(high)
    if not -1e145 < low < high < 1e145:
        raise ValueError(f"low is {low} and high is {high}: pass two numbers with low < high")
    width = high - low
    if low + width > high:  # a rounding would put the largest fitted row above high
        width = np.nextafter(width, 0)
    Z = minmax_transform(X, stats)
    Z *= width
    Z += low
    return Z
# endregion


# region: clip
def real_numbers(X):
    """X, a number or an array of any shape, as a float64 array, or a ValueError."""
    try:
        A = np.asarray(X)
    except ValueError:
        raise ValueError("the rows of X differ in length: pad them with np.nan") from None
    if A.dtype.kind not in "buif" or np.ma.isMaskedArray(X):
        for value in A.flat:
            if not isinstance(value, (Real, np.bool_, type(None))):
                raise ValueError(f"X holds {value!r}: pass numbers, np.nan for missing ones")
    return A.astype(float)


def clip_transform(X, b):
    """sign(x) min(b, |x|) for each x in X, of any shape: within [-b, b]. b > 0."""
    if not b > 0:
        raise ValueError(f"b is {b}: pass b > 0, the largest magnitude to keep")
    X = real_numbers(X)
    return np.copysign(np.minimum(np.abs(X), b), X)
# endregion


# region: sigmoid
def sigmoid_transform(X, b=1.0):
    """1 / (1 + exp(-b x)) for each x in X, of any shape: between 0 and 1, rising. b > 0."""
    if not 0 < b < np.inf:
        raise ValueError(f"b is {b}: pass b > 0, the steepness; the curve rises by b/4 at 0")
    X = real_numbers(X)
    with np.errstate(over="ignore"):  # exp may be infinite: 1 / inf is the right 0
        return 1 / (1 + np.exp(-b * X))
# endregion


# region: logarithm
def log_transform(X, b):
    """log(b + x) for each x in X, of any shape; a ValueError where b + x <= 0."""
    X = real_numbers(X)
    shifted = b + X
    wrong = ~(shifted > 0) & ~np.isnan(X) | np.isinf(shifted)
    if np.any(wrong):
        raise ValueError(f"X holds {X[wrong][0]} and b is {b}: the logarithm needs "
                         "0 < b + x < inf, pass a larger b")
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
