"""One extreme value, then many: what they do to everybody else's scaled values."""

import numpy as np

from pima import split
from settings import SCALERS

from .columns import GLUCOSE
from .knn import scaled
from .split import five_numbers

FACTOR = 10
FAR = 1e6


def one_value(X, y, factor=FACTOR):
    """What becomes of the others' scaled values when the largest training glucose is ten times as large?

    Measured values only: a hidden zero is no reading.

    Keys: factor, value, wild_value, n_others, one a scaler with before and after (five numbers of
    the others), shrink (width of the others' middle half, after over before), largest_shift (of any
    other value), wild (where the value itself lands).
    """
    glucose = np.sort(split(X, y)[0][:, [GLUCOSE]], axis=0)
    glucose = glucose[glucose[:, 0] > 0]
    wild = glucose.copy()
    wild[-1] *= factor
    found = {}
    for kind in SCALERS:
        (before,), (after,) = scaled(kind, glucose, glucose), scaled(kind, wild, wild)
        others, moved = before[:-1, 0], after[:-1, 0]
        was, now = five_numbers(others), five_numbers(moved)
        found[kind] = {"before": was, "after": now,
                       "shrink": (now["q3"] - now["q1"]) / (was["q3"] - was["q1"]),
                       "largest_shift": float(np.abs(moved - others).max()),
                       "wild": float(after[-1, 0])}
    return {"factor": factor, "value": float(glucose[-1, 0]), "wild_value": float(wild[-1, 0]),
            "n_others": len(glucose) - 1, **found}


def breakdown(X, y, far=FAR):
    """How many readings can be moved far away before a scaler's spread follows them?

    The largest m training glucoses become 1e6. Keys: rows, far, moved (the values of m), and lists
    over m: range, std, iqr, q3; rest_max (largest reading left alone), quarter (a quarter of rows).
    """
    glucose = np.sort(split(X, y)[0][:, GLUCOSE])
    n = len(glucose)
    moved = [0, 1, 10, 50, 100, n // 4 - 1, n // 4]
    found = {"range": [], "std": [], "iqr": [], "q3": [], "rest_max": []}
    for m in moved:
        column = glucose.copy()
        column[n - m:] = far
        q1, q3 = np.percentile(column, [25, 75])
        for name, value in (("range", np.ptp(column)), ("std", column.std()), ("iqr", q3 - q1),
                            ("q3", q3), ("rest_max", glucose[n - m - 1])):
            found[name].append(float(value))
    return {"rows": n, "far": far, "quarter": n / 4, "moved": moved, **found}
