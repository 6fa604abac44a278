"""Min-max on a stream of records, and statistics of chunks that merge.

A record is a dict from feature names to numbers; NaN means missing. A stream is learned one record
at a time, and nothing of it is stored but a range a feature.
"""
from collections import defaultdict, deque
from functools import partial
from math import inf, nan
from numbers import Real

import numpy as np

from scalers import HUGE, TINY, as_float, as_matrix, standardize_fit


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
        ranges, record = self.ranges, as_numbers(record)
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
        for name, x in as_numbers(record).items():
            low, high = ranges.get(name, (0, 0))
            try:
                z = (x - low) / (high - low) if high - low > TINY else 0.0
            except OverflowError:
                raise ValueError(f"feature {name!r} is too large beside its range: "
                                 f"{x!r:.40}, from {low!r:.40} to {high!r:.40}") from None
            result[name] = z if x == x else nan
        return result


def as_numbers(record):
    """The record itself if it holds ordinary numbers only, else each as a float or an integer."""
    for _, x in record.items():
        if type(x) is not float and type(x) is not int or not -HUGE < x < HUGE:
            return {name: x if isinstance(x, int) else as_float(x, f"feature {name!r}")
                    for name, x in record.items()}
    return record
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
    n, stats = np.sum(~np.isnan(X), axis=0, dtype=float), standardize_fit(X)
    return {"n": n, "mean": stats["mean"], "m2": n * np.where(n > 0, stats["std"], 0)**2}


def moments_merge(a, b):
    """{"n", "mean", "m2"} of two chunks together (Chan, Golub and LeVeque 1983)."""
    check_same_columns(a["n"], b["n"])
    (n_a, mean_a, m2_a), (n_b, mean_b, m2_b) = (
        [np.asarray(m[key], dtype=float) for key in ("n", "mean", "m2")] for m in (a, b))
    gap = np.where(n_a * n_b > 0, mean_b - mean_a, 0)  # an empty column adds nothing
    share = n_b / np.maximum(n_a + n_b, 1)
    mean = np.where(n_a > 0, mean_a, mean_b) + gap * share
    return {"n": n_a + n_b, "mean": mean, "m2": m2_a + m2_b + gap**2 * n_a * share}


def moments_std(m, ddof=0):
    """Standard deviation of each column from its moments, dividing by n - ddof."""
    n, m2 = np.asarray(m["n"], dtype=float), np.asarray(m["m2"], dtype=float)
    if 0 < n.max() <= ddof:
        raise ValueError(f"there are {n.max():.0f} rows: with ddof={ddof} it takes {ddof + 1}")
    return np.sqrt(m2 / np.where(n > ddof, n - ddof, nan))


def check_same_columns(a, b):
    """A ValueError unless the statistics of two chunks are about as many columns."""
    if np.size(a) != np.size(b):
        raise ValueError(f"one chunk has {np.size(a)} columns, the other {np.size(b)}: "
                         "pass chunks of one table")
# endregion
