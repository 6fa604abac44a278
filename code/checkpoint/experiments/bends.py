"""Columns bent in place of being scaled: what becomes of the skew, and of accuracy."""

import numpy as np
from scipy.stats import skew
from sklearn.preprocessing import PowerTransformer, QuantileTransformer

from compare import paired_splits
from pima import split
from scalers import standardize_fit, standardize_transform
from settings import K

from .columns import INSULIN
from .practice import compared
from .knn import knn_share
from .zeros import as_missing, fill, fitted_first

N_SPLITS = 10  # the search for an exponent takes long
N_BINS = 16


def quantiles(X, output):
    """scikit-learn's map of ranks, with one quantile a row."""
    return QuantileTransformer(n_quantiles=len(X), output_distribution=output)


BENDS = {"yeo_johnson": lambda X: PowerTransformer("yeo-johnson"),
         "uniform": lambda X: quantiles(X, "uniform"),
         "normal": lambda X: quantiles(X, "normal")}


def bent(bend):
    """(fit, transform) of a map that learns from the measured values; gaps get the median."""
    def fit(X):
        return bend(X).fit(X), np.nanmedian(X, axis=0)

    return fit, lambda X, stats: stats[0].transform(fill(stats[1], X))


def accuracy(X, y, n_splits=N_SPLITS):
    """Does less skew mean more accuracy?

    Each column bent in place of being standardized; gaps filled after the fit; k-NN. Keys:
    n_splits, standard, yeo_johnson, uniform (ranks), normal (ranks to a normal curve), one summary
    each, and gain (over standard).
    """
    ways = {"standard": fitted_first(standardize_fit, standardize_transform),
            **{name: bent(bend) for name, bend in BENDS.items()}}
    found = paired_splits(as_missing(X), y, ways, K, range(n_splits), knn_share)
    return {"n_splits": n_splits, **compared(found, "standard", X, y)}


def insulin(X, y):
    """What does each map make of insulin's measured training values?

    Keys: rows; exponent (of Yeo and Johnson's map); raw, log, yeo_johnson, normal, each with skew,
    min, max and counts (in equal bins from min to max).
    """
    column = split(X, y)[0][:, [INSULIN]]
    column = column[column[:, 0] > 0]
    power = BENDS["yeo_johnson"](column).fit(column)
    shapes = {"raw": column, "log": np.log(column), "yeo_johnson": power.transform(column),
              "normal": BENDS["normal"](column).fit_transform(column)}
    return {"rows": len(column), "exponent": float(power.lambdas_[0]),
            **{name: {"skew": float(skew(values[:, 0])), "min": float(values.min()),
                      "max": float(values.max()),
                      "counts": np.histogram(values, N_BINS)[0].tolist()}
               for name, values in shapes.items()}}
