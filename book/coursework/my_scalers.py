"""Your own scalers. Write a function, then run: python code/check my_scalers.py

X is an array of N records (rows) by D features (columns). A fit measures each column and returns
its statistics, a dict of arrays with one number a column; a transform applies such statistics to
any table with the same columns, and leaves the table it is given as it is.
"""
import numpy as np


def minmax_fit(X):
    """Smallest and largest value of each column of X: {"min", "max"}."""
    raise NotImplementedError


def minmax_transform(X, stats):
    """(X - min) / (max - min), as a new array."""
    raise NotImplementedError


def standardize_fit(X):
    """Mean and standard deviation of each column of X: {"mean", "std"}. Divisor N."""
    raise NotImplementedError


def standardize_transform(X, stats):
    """(X - mean) / std, as a new array."""
    raise NotImplementedError


def robust_fit(X):
    """Median and interquartile range of each column of X: {"median", "iqr"}.

    Quartiles by linear interpolation, as np.percentile.
    """
    raise NotImplementedError


def robust_transform(X, stats):
    """(X - median) / iqr, as a new array."""
    raise NotImplementedError


def scale_train_test(Xtr, Xte, fit, transform):
    """Both tables under the statistics of Xtr alone: (Ztr, Zte, stats).

    fit and transform are functions such as minmax_fit and minmax_transform.
    """
    raise NotImplementedError
