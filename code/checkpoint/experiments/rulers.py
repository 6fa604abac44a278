"""The columns under a ruler, and the k-NN that every experiment asks."""

import numpy as np
from scipy.spatial.distance import cdist

from library import knn_accuracy
from settings import K, RULERS


def scaled(ruler, rows, *others):
    """The other arrays under this ruler fitted on `rows`; raw leaves them as they are."""
    _, fit, transform, *_ = RULERS[ruler]
    stats = fit(rows)
    return tuple(transform(other, stats) for other in others)


def ways(rulers):
    """The rulers of these names as `compare.paired_splits` takes them."""
    return {ruler: (RULERS[ruler].fit, RULERS[ruler].transform) for ruler in rulers}


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


def knn_share(Xtr, ytr, Xte, yte, k=K):
    """`library.knn_accuracy`, by `knn_calls` where that is the quicker one: under 40 columns."""
    if Xtr.shape[1] >= 40:
        return knn_accuracy(Xtr, ytr, Xte, yte, k)
    return share_right(knn_calls(Xtr, ytr, Xte, k), yte)
