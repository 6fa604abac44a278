"""How a result is reported: a mean never without what surrounds it."""

import numpy as np
from scipy.stats import t


def summary(values):
    """mean, sd (divisor J - 1), min, max and number n of the values."""
    values = np.asarray(values, float)
    return {"n": len(values), "mean": float(values.mean()), "sd": float(values.std(ddof=1)),
            "min": float(values.min()), "max": float(values.max())}


def corrected_interval(values, test_to_train, level=0.95):
    """Nadeau and Bengio's interval for the mean of values from overlapping splits.

    mean +- t sqrt((1/J + n_test/n_train) s^2) with J - 1 degrees of freedom: splits of one table
    share rows, so s^2 / J alone would promise far too much.
    """
    values = np.asarray(values, float)
    error = np.sqrt((1 / len(values) + test_to_train) * values.var(ddof=1))
    half = t.ppf((1 + level) / 2, len(values) - 1) * error
    return float(values.mean() - half), float(values.mean() + half)


def paired(values, others):
    """Values minus others split by split: their summary, and in how many splits they won."""
    gains = np.asarray(values, float) - np.asarray(others, float)
    # Shares of equally many rows that agree can still differ in the last bit.
    sign = np.sign(np.where(np.abs(gains) < 1e-12, 0, gains))
    won, lost = int((sign > 0).sum()), int((sign < 0).sum())
    return {**summary(gains), "won": won, "tied": len(gains) - won - lost, "lost": lost,
            "won_share": won / len(gains), "lost_share": lost / len(gains)}
