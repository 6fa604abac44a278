"""The four rulers that every experiment compares, and how many splits it compares them on."""

import numpy as np
from scipy.spatial.distance import cdist

from scalers import (minmax_fit, minmax_transform, robust_fit, robust_transform,
                     standardize_fit, standardize_transform)

K = 15
N_SPLITS = 200
SCALERS = {"minmax": (minmax_fit, minmax_transform),
           "standard": (standardize_fit, standardize_transform),
           "robust": (robust_fit, robust_transform)}
RULERS = ("raw", *SCALERS)


def scaled(ruler, rows, *others):
    """The other arrays under this ruler fitted on `rows`; raw leaves them as they are."""
    if ruler == "raw":
        return others
    fit, transform = SCALERS[ruler]
    stats = fit(rows)
    return tuple(transform(other, stats) for other in others)


def knn_calls(Xtr, ytr, Xte, k=K):
    """The majority outcome of each test row's k nearest training rows, as scikit-learn predicts it.

    ytr holds 0, 1, ...; equal distances count in row order, equal votes go to the smaller outcome.
    Written out because the book asks for it ten thousand times.
    """
    distances = cdist(Xte, Xtr, "sqeuclidean")
    near = distances <= np.partition(distances, k - 1, axis=1)[:, [k - 1]]
    for i in np.flatnonzero(near.sum(axis=1) > k):
        near[i] = False
        near[i, np.argsort(distances[i], kind="stable")[:k]] = True
    return (near.astype(float) @ np.eye(ytr.max() + 1)[ytr]).argmax(axis=1)


def share_right(calls, y):
    """The share of calls that are right, as a plain number."""
    return float((calls == y).mean())
