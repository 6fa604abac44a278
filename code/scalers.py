"""Three feature scalers and the one discipline, in NumPy.

X is a table of N records (rows) by D numeric features (columns). A fit measures each column and
returns its statistics, a dict of length-D arrays; a transform applies such statistics to any table
with the same columns. NaN means missing: a fit ignores it, a transform keeps it.
"""
import numbers
import warnings

import numpy as np

# region: guards
TINY, HUGE = 1e-155, 1e145  # between them no square and no quotient leaves float64


def as_matrix(X, n_columns=None):
    """X as a float64 array of shape (N, D): X itself where it is one, so it is only read.

    Raises a ValueError that says what is wrong, in which column, and what to do.
    """
    if hasattr(X, "toarray") or np.ma.isMaskedArray(X):
        raise ValueError("X is sparse or masked: try X.toarray() or X.astype(float).filled(np.nan)")
    try:
        A = np.asarray(X)
    except ValueError:
        raise ValueError("the rows of X differ in length: give each one value a column") from None
    if A.ndim != 2 or A.size == 0:
        raise ValueError(f"X has shape {A.shape}: pass rows by columns, at least one of each; "
                         "one feature is X.reshape(-1, 1), one record is X.reshape(1, -1)")
    if n_columns not in (None, A.shape[1]):
        raise ValueError(f"X has {A.shape[1]} columns, {n_columns} were fitted: pass those alone")
    if A.dtype.kind in "mM":
        raise ValueError("X holds times: pass numbers, as (X - X.min()) / np.timedelta64(1, 's')")
    if A.dtype.kind not in "buif":
        A = np.asarray(X, dtype=object)
    elif not (float(np.fmin.reduce(A, None)) < -HUGE or float(np.fmax.reduce(A, None)) > HUGE):
        return A.astype(float, copy=False)
    for j, name in enumerate(getattr(X, "columns", range(A.shape[1]))):
        for value in A[:, j].tolist():
            value = value.item() if isinstance(value, np.number | np.bool_) else value
            if not isinstance(value, numbers.Real | None) or abs(value or 0) > HUGE:
                raise ValueError(f"column {name!r} of X holds {value!r:.40}: pass "
                                 f"finite numbers up to {HUGE}, and np.nan where one is missing")
    return A.astype(float)


def divisor(spread, size):
    """The spread (D,) of values of that size (D,), and 1 where it is 0 or no more than rounding."""
    spread = np.where(spread <= 10 * np.finfo(float).eps * np.abs(size), 1, spread)
    if np.any(spread < TINY):
        raise ValueError(f"column {np.argmax(spread < TINY)} varies by < {TINY}: scale it by 1e100")
    return spread
# endregion

# region: minmax
def minmax_fit(X):
    """Smallest and largest value of each column of X (N, D): {"min", "max"}, each (D,)."""
    X = as_matrix(X)
    return {"min": np.fmin.reduce(X), "max": np.fmax.reduce(X)}  # they pass over NaN


def minmax_transform(X, stats):
    """(X - min) / (max - min), as scikit-learn's MinMaxScaler: in [0, 1] on the fitted rows."""
    low, high = np.asarray(stats["min"]), np.asarray(stats["max"])
    Z = as_matrix(X, len(low)) - low
    Z /= divisor(high - low, np.maximum(abs(low), abs(high)))
    return Z
# endregion

# region: standardize
def deviations(X, centre):
    """X - centre (N, D), where a missing value deviates by 0."""
    away = X - centre
    away[np.isnan(away)] = 0
    return away


def standardize_fit(X, ddof=0):
    """Mean and standard deviation of each column of X (N, D): {"mean", "std", "ddof"}.

    Divides by N - ddof: ddof=0 as scikit-learn's StandardScaler, 1 as pandas' std (needs N >= 2).
    """
    X = as_matrix(X)
    if len(X) <= ddof:
        raise ValueError(f"X has too few rows, {len(X)}: pass more than {ddof} with ddof={ddof}")
    n = np.maximum(len(X) - np.isnan(X).sum(axis=0), 1)
    first = X[np.isnan(X).argmin(axis=0), range(X.shape[1])]
    mean = first + np.einsum("nd->d", deviations(X, first)) / n  # exact if all are equal
    mean += np.einsum("nd->d", away := deviations(X, mean)) / n  # takes back what rounding left
    std = np.sqrt(np.einsum("nd,nd->d", away, away) / np.maximum(n - ddof, 1))
    for j in np.flatnonzero(std < TINY):  # all equal, or so near that their squares vanish
        std[j] = np.hypot.reduce(away[:, j]) / np.sqrt(max(n[j] - ddof, 1))
    return {"mean": mean, "std": np.where(np.isnan(mean), np.nan, std), "ddof": ddof}


def standardize_transform(X, stats):
    """(X - mean) / std: on the fitted rows each column has mean 0 and standard deviation 1."""
    Z = as_matrix(X, len(stats["mean"])) - stats["mean"]
    Z /= divisor(stats["std"], stats["mean"])
    return Z
# endregion

# region: robust
def robust_fit(X):
    """Median and interquartile range of each column of X (N, D): {"median", "iqr"}.

    Quartiles by linear interpolation, as np.percentile and scikit-learn's RobustScaler.
    """
    X = as_matrix(X)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # NumPy's, where a column has no value at all
        q1, median, q3 = np.nanpercentile(X, [25, 50, 75], axis=0)
    return {"median": median, "iqr": q3 - q1}


def robust_transform(X, stats):
    """(X - median) / iqr: on the fitted rows median 0 and a middle half of width 1."""
    Z = as_matrix(X, len(stats["median"])) - stats["median"]
    Z /= divisor(stats["iqr"], stats["median"])
    return Z
# endregion

# region: no_leak
def scale_train_test(Xtr, Xte, fit, transform):
    """Both tables under the statistics of Xtr alone: (Ztr, Zte, stats).

    Raises a ValueError where the two have named columns whose names or order differ.
    """
    names = [list(X.columns) for X in (Xtr, Xte) if hasattr(X, "columns")]
    if len(names) == 2 and names[0] != names[1]:
        raise ValueError(f"Xtr has the columns {names[0]} and Xte {names[1]}: "
                         "pass the same columns in the same order, as Xte[Xtr.columns] does")
    stats = fit(Xtr)
    return transform(Xtr, stats), transform(Xte, stats), stats
# endregion
