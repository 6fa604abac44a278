"""Three feature scalers and the one discipline: plain.py, for whatever a table brings.

X (N, D) is lists, an array or a data frame. NaN is missing: fits ignore it, transforms keep it.
"""
import warnings
from decimal import Decimal
from numbers import Real

import numpy as np

# region: guards
TINY, HUGE = 1e-150, 1e145  # between them no square and no quotient leaves float64


def as_matrix(X, n_columns=None):
    """X as float64 (N, D), X itself where it is that; or a ValueError: what, where, what to do."""
    A = as_array(X)
    if A.ndim != 2 or A.size == 0:
        raise ValueError(f"X has shape {A.shape}: pass rows by columns, at least one of each; "
                         "one feature is X.reshape(-1, 1), one record is X.reshape(1, -1)")
    if n_columns not in (None, A.shape[1]):
        raise ValueError(f"X has {A.shape[1]} columns, {n_columns} were fitted: pass those alone")
    if A.dtype == float and not np.any((A < -HUGE) | (A > HUGE)):
        return A
    columns = [f"column {name!r}" for name in getattr(X, "columns", range(A.shape[1]))]
    return np.array([[as_float(*x) for x in zip(row, columns)] for row in np.asarray(X, object)])


def as_array(X):
    """X as an array, float64 where that is safe; a ValueError where it would lose what X says."""
    if hasattr(X, "toarray") or np.ma.isMaskedArray(X):
        raise ValueError("X is sparse or masked: try X.toarray() or X.astype(float).filled(np.nan)")
    try:
        A = np.asarray(X)
    except ValueError:
        raise ValueError("the rows differ in length: pass one value a column in each") from None
    if A.dtype.kind in "mM":
        raise ValueError("X holds times: pass numbers, as (X - X.min()) / np.timedelta64(1, 's')")
    return A.astype(float, copy=False) if np.can_cast(A.dtype, float) else A


def as_float(value, name):
    """One value as a float, NaN where it is missing; a ValueError where it is no number."""
    if value is None or type(value).__name__ == "NAType":  # pandas' NA
        return np.nan
    number = value.item() if isinstance(value, np.number | np.bool_) else value  # as Python's own
    is_real = isinstance(number, Real | Decimal) and not isinstance(value, np.timedelta64)
    if is_real and (number != number or abs(number) <= HUGE):
        return float(number)
    raise ValueError(f"{name} holds {value!r:.40}: pass numbers up to {HUGE}, or np.nan")


def as_rows(*statistics):
    """Statistics (arrays, lists, Series of D numbers) as the rows of one float64 array."""
    return as_matrix([np.ravel(values) for values in statistics])


def divisor(spread, centre):
    """The spread (D,), and 1 where it is 0 or no more than the rounding of the centre (D,)."""
    return np.where(spread <= 10 * np.finfo(float).eps * np.abs(centre) + TINY, 1, spread)


def scale(X, centre, spread):
    """(X - centre) / spread, column by column: the one formula of all three scalers."""
    centre, spread = as_rows(centre, spread)
    Z = as_matrix(X, len(centre)) - centre
    Z /= divisor(spread, centre)
    return Z
# endregion

# region: minmax
def minmax_fit(X):
    """Smallest and largest value of each column of X (N, D): {"min", "max"}, each (D,)."""
    X = as_matrix(X)
    with warnings.catch_warnings(action="ignore"):  # about a column without any value
        return {"min": np.nanmin(X, axis=0), "max": np.nanmax(X, axis=0)}


def minmax_transform(X, stats):
    """(X - min) / (max - min), as scikit-learn's MinMaxScaler: in [0, 1] on the fitted rows."""
    low, high = as_rows(stats["min"], stats["max"])
    return scale(X, low, high - low)
# endregion

# region: standardize
def standardize_fit(X, ddof=0):
    """{"mean", "std", "ddof"} of each column, divisor N - ddof: 0 as scikit-learn, 1 as pandas."""
    X = as_matrix(X)
    if len(X) <= ddof:
        raise ValueError(f"X has too few rows, {len(X)}: pass more than {ddof} with ddof={ddof}")
    with warnings.catch_warnings(action="ignore"):  # about a column with too few values
        mean = np.nanmean(X, axis=0, keepdims=True)
        mean += np.nanmean(X - mean, axis=0, keepdims=True)  # takes back what rounding left
        return {"mean": mean[0], "std": np.nanstd(X, axis=0, ddof=ddof, mean=mean), "ddof": ddof}


def standardize_transform(X, stats):
    """(X - mean) / std: on the fitted rows each column has mean 0 and standard deviation 1."""
    return scale(X, stats["mean"], stats["std"])
# endregion

# region: robust
def robust_fit(X):
    """Median and interquartile range of each column, interpolated: {"median", "iqr"}."""
    X = as_matrix(X)
    with warnings.catch_warnings(action="ignore"):  # about a column without any value
        q1, median, q3 = np.nanpercentile(X, [25, 50, 75], axis=0)
    return {"median": median, "iqr": q3 - q1}


def robust_transform(X, stats):
    """(X - median) / iqr, as scikit-learn's RobustScaler: median 0, a middle half of width 1."""
    return scale(X, stats["median"], stats["iqr"])
# endregion

# region: no_leak
def scale_train_test(Xtr, Xte, fit, transform):
    """Both tables under the statistics of Xtr alone: (Ztr, Zte, stats). Only here names count."""
    names = [list(X.columns) for X in (Xtr, Xte) if hasattr(X, "columns")]
    if len(names) == 2 and names[0] != names[1]:
        raise ValueError(f"Xtr has columns {names[0]}, Xte {names[1]}: pass Xte[Xtr.columns]")
    stats = fit(Xtr)
    return transform(Xtr, stats), transform(Xte, stats), stats
# endregion
