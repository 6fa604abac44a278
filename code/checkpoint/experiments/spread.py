"""How a result is reported: a mean never without what surrounds it."""

import numpy as np

from compare import corrected_interval
from pima import split


def summary(values):
    """mean, sd (divisor J - 1), min, max and number n of the values."""
    values = np.asarray(values, float)
    return {"n": len(values), "mean": float(values.mean()), "sd": float(values.std(ddof=1)),
            "min": float(values.min()), "max": float(values.max())}


def paired(values, others):
    """Values minus others split by split: their summary, and in how many splits they won."""
    gains = np.asarray(values, float) - np.asarray(others, float)
    # Shares of equally many rows that agree can still differ in the last bit.
    sign = np.sign(np.where(np.abs(gains) < 1e-12, 0, gains))
    won, lost = int((sign > 0).sum()), int((sign < 0).sum())
    return {**summary(gains), "won": won, "tied": len(gains) - won - lost, "lost": lost,
            "won_share": won / len(gains), "lost_share": lost / len(gains)}


def gain(values, others, test_to_train):
    """`paired`, low and high of the corrected 95 % interval, and the values in their order."""
    gains = np.subtract(values, others)
    low, high = corrected_interval(gains, test_to_train)
    return {**paired(values, others), "low": low, "high": high, "values": gains.tolist()}


def two_ways(scores, test_to_train):
    """Of two ways' scores {name: values}: a summary each, and as "gain" the second's over the first."""
    first, second = scores.values()
    return {**{way: summary(values) for way, values in scores.items()},
            "gain": gain(second, first, test_to_train)}


def ratio(X, y):
    """n_test / n_train of this table's splits, for the corrected interval."""
    _, _, ytr, yte = split(X, y)
    return len(yte) / len(ytr)
