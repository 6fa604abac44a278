"""The columns raw or under a scaler, and the k-NN that every experiment asks."""

import numpy as np
from scipy.spatial.distance import cdist

from library import knn_accuracy
from settings import K, SCALINGS


def scaled(name, rows, *others):
    """The other arrays under this scaler fitted on `rows`; "raw" leaves them as they are."""
    _, fit, transform, *_ = SCALINGS[name]
    stats = fit(rows)
    return tuple(transform(other, stats) for other in others)


def ways(names):
    """Raw and the scalers of these names as `compare.paired_splits` takes them."""
    return {name: (SCALINGS[name].fit, SCALINGS[name].transform) for name in names}


def knn_predictions(Xtr, ytr, Xte, k=K):
    """The majority outcome of each test row's k nearest training rows, as scikit-learn predicts it.

    ytr holds 0, 1, ...; equal distances count in row order, equal votes go to the smaller outcome.
    Written out because the book asks for it thousands of times.
    """
    distances = cdist(Xte, Xtr, "sqeuclidean")
    near = (distances <= np.partition(distances, k - 1, axis=1)[:, [k - 1]]).astype(float)
    votes = near @ np.eye(ytr.max() + 1)[ytr]
    for i in np.flatnonzero(votes.sum(axis=1) > k):  # several rows are equally far
        votes[i] = np.bincount(ytr[np.argsort(distances[i], kind="stable")[:k]],
                               minlength=votes.shape[1])
    return votes.argmax(axis=1)


def share_right(predictions, y):
    """The share of predictions that are right, as a plain number."""
    return float((predictions == y).mean())


def knn_share(Xtr, ytr, Xte, yte, k=K):
    """`library.knn_accuracy`, by `knn_predictions` where that is quicker: under 40 columns."""
    if Xtr.shape[1] >= 40:
        return knn_accuracy(Xtr, ytr, Xte, yte, k)
    return share_right(knn_predictions(Xtr, ytr, Xte, k), yte)
