"""Three feature scalers and the one discipline: the formulas, and nothing else.

X is an array of N records (rows) by D features (columns). A fit measures each column of X and
returns its statistics; a transform applies them to any table with the same columns.
"""
import numpy as np


# region: plain_minmax
def minmax_fit(X):
    """The smallest and the largest value of each column."""
    return {"min": np.min(X, axis=0), "max": np.max(X, axis=0)}


def minmax_transform(X, stats):
    """(x - min) / (max - min): the fitted rows lie between 0 and 1."""
    return (X - stats["min"]) / (stats["max"] - stats["min"])
# endregion


# region: plain_standardize
def standardize_fit(X, ddof=0):
    """The mean and the standard deviation of each column, with the divisor N - ddof."""
    return {"mean": np.mean(X, axis=0), "std": np.std(X, axis=0, ddof=ddof), "ddof": ddof}


def standardize_transform(X, stats):
    """(x - mean) / std: the fitted rows have mean 0 and standard deviation 1."""
    return (X - stats["mean"]) / stats["std"]
# endregion


# region: plain_robust
def robust_fit(X):
    """The median and the interquartile range of each column."""
    q1, median, q3 = np.percentile(X, [25, 50, 75], axis=0)
    return {"median": median, "iqr": q3 - q1}


def robust_transform(X, stats):
    """(x - median) / iqr: the fitted rows have median 0 and a middle half 1 wide."""
    return (X - stats["median"]) / stats["iqr"]
# endregion


# region: plain_no_leak
def scale_train_test(Xtr, Xte, fit, transform):
    """Training and test rows under the statistics of the training rows: (Ztr, Zte, stats)."""
    stats = fit(Xtr)
    Ztr, Zte = transform(Xtr, stats), transform(Xte, stats)
    return Ztr, Zte, stats
# endregion
