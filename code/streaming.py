"""Min-max on a stream of records, and statistics of chunks that merge.

A record is a dict from feature names to numbers; NaN means missing. A stream is learned one record
at a time, and nothing of it is stored but a range a feature.
"""
from collections import defaultdict, deque
from functools import partial
from math import inf, nan
from numbers import Real

import numpy as np

from scalers import as_matrix, standardize_fit


# region: online_range
class OnlineMinMax:
    """Min-max scaling of a stream of records (dicts), as River's MinMaxScaler.

    Keeps one [min, max] a feature: of all values so far, or of the last `window_size` of each.
    A feature never learned, or with min == max, becomes 0.0. A missing value stays missing.
    """

    def __init__(self, window_size=None):
        if not (window_size is None or isinstance(window_size, Real)
                and 1 <= window_size < inf and window_size % 1 == 0):
            raise ValueError(f"window_size is {window_size!r}: pass a whole number, at least 1")
        self.window_size = window_size
        self.ranges = defaultdict(partial(list, (inf, -inf)))
        self.windows = defaultdict(partial(WindowedRange, window_size))

    def learn_one(self, record):
        """Update the ranges; a record with a faulty value is refused whole (ValueError)."""
        ranges, record = self.ranges, finite_numbers(record)
        if self.window_size is not None:
            ranges.update({n: self.windows[n].learn(x) for n, x in record.items() if x == x})
            return
        for name, x in record.items():
            known = ranges[name]
            if x < known[0]:
                known[0] = x
            if x > known[1]:
                known[1] = x

    def transform_one(self, record):
        """A new record with (x - min) / (max - min) for each x; learns nothing."""
        ranges, result = self.ranges, {}
        for name, x in record.items():
            low, high = ranges.get(name, (0, 0))
            try:
                if (high - low > 1e-155 and (type(x) is float or type(x) is int)
                        and -1e145 < x < 1e145):
                    result[name] = (x - low) / (high - low)
                    continue
            except OverflowError:  # a float and an integer beyond it, which is refused below
                pass
            result[name] = place_in_range(name, x, low, high)
        return result


def finite_numbers(record):
    """The record itself if it holds ordinary numbers only, else each made a finite_number."""
    # 1e145 and 1e-155 are the scalers' HUGE and TINY: between them no quotient leaves float64
    for x in record.values():
        if type(x) is not float and type(x) is not int or not -1e145 < x < 1e145:
            return {name: finite_number(name, x) for name, x in record.items()}
    return record


def finite_number(name, x):
    """x as a Python number (NumPy's wrap round); a ValueError names the feature."""
    number = x.item() if isinstance(x, np.number | np.bool_) else x
    if (isinstance(x, np.timedelta64)  # an integer to Python
            or not isinstance(number, Real)
            or abs(number) > 1e145 and not isinstance(number, int)):
        raise ValueError(f"feature {name!r} is {x!r}: pass a number within 1e145 of zero, "
                         "and nan where one is missing")
    return number if isinstance(number, int) else float(number)


def place_in_range(name, x, low, high):
    """(x - low) / (high - low) for whatever x and range a stream brings.

    NaN for NaN, 0.0 in an empty range; a ValueError for what is no number or lies too far out.
    """
    x = finite_number(name, x)
    if x != x or low >= high:
        return 0.0 if x == x else nan
    try:
        z = (x - low) / (high - low)
    except OverflowError:
        z = inf
    if z - z:  # 0 unless z is infinite
        raise ValueError(f"feature {name!r} is {x!r}, "
                         f"too far from its range {low!r} to {high!r}")
    return z
# endregion


# region: windowed_range
class WindowedRange:
    """Smallest and largest of the last `size` values of one feature, in O(1) amortized time.

    Unchecked, since OnlineMinMax checks: size is a whole number, at least 1; no value is NaN.
    """

    def __init__(self, size):
        self.size, self.n, self.lows, self.highs = size, 0, deque(), deque()

    def learn(self, x):
        """Take in x; return the (min, max) of the window that ends with it."""
        self.n += 1
        while self.lows and x <= self.lows[-1][1]:  # x is lower and stays longer:
            self.lows.pop()                         # that value is never the minimum again
        while self.highs and x >= self.highs[-1][1]:
            self.highs.pop()
        for kept in (self.lows, self.highs):
            kept.append((self.n, x))
            if kept[0][0] <= self.n - self.size:
                kept.popleft()
        return self.lows[0][1], self.highs[0][1]
# endregion


# region: merge_stats
def minmax_merge(a, b):
    """{"min", "max"} of two chunks together, exactly, from the minmax_fit of each."""
    check_same_columns(a["min"], b["min"])
    return {"min": np.fmin(a["min"], b["min"]), "max": np.fmax(a["max"], b["max"])}


def moments_fit(X):
    """{"n", "mean", "m2"} of each column of X (N, D): count, mean, squared deviations."""
    X = as_matrix(X)
    stats = standardize_fit(X)
    n = np.sum(~np.isnan(X), axis=0, dtype=float)
    std = np.where(n > 0, stats["std"], 0)
    return check_moments(n, stats["mean"], n * std**2, std)


def moments_merge(a, b):
    """{"n", "mean", "m2"} of two chunks together (Chan, Golub and LeVeque 1983)."""
    check_same_columns(a["n"], b["n"])
    (n_a, mean_a, m2_a), (n_b, mean_b, m2_b) = (
        [np.asarray(m[key], dtype=float) for key in ("n", "mean", "m2")] for m in (a, b))
    gap = np.where(n_a * n_b > 0, mean_b - mean_a, 0)  # an empty column adds nothing
    share = n_b / np.maximum(n_a + n_b, 1)
    mean = np.where(n_a > 0, mean_a, mean_b) + gap * share
    return check_moments(n_a + n_b, mean, m2_a + m2_b + gap**2 * n_a * share, gap)


def moments_std(m, ddof=0):
    """Standard deviation of each column from its moments, dividing by n - ddof."""
    n, m2 = np.asarray(m["n"], dtype=float), np.asarray(m["m2"], dtype=float)
    if 0 < n.max() <= ddof:
        raise ValueError(f"there are {n.max():.0f} rows: with ddof={ddof} it takes {ddof + 1}")
    return np.sqrt(m2 / np.where(n > 0, np.maximum(n - ddof, 1), nan))


def check_same_columns(a, b):
    """A ValueError unless the statistics of two chunks are about as many columns."""
    if np.size(a) != np.size(b):
        raise ValueError(f"one chunk has {np.size(a)} columns, the other {np.size(b)}: "
                         "pass chunks of one table")


def check_moments(n, mean, m2, deviation):
    """The moments as a dict, or a ValueError where squared deviations leave float64."""
    varies = np.abs(deviation) > 10 * np.finfo(float).eps * np.abs(mean)  # beyond rounding
    wrong = ~(m2 < 1e300) | varies & (m2 < 1e-300)  # which leaves room for further chunks
    if wrong.any():
        raise ValueError(f"column {wrong.argmax()} varies too much or too little to square: "
                         "multiply it by a constant that brings it near 1 first")
    return {"n": n, "mean": mean, "m2": m2}
# endregion
