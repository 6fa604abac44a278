"""The table on which the loud column is unlucky: scikit-learn's wines."""

import numpy as np
from sklearn.datasets import load_wine

from compare import paired_splits
from settings import K, N_SPLITS

from .accuracy import over_splits
from .knn import knn_share, ways
from .spread import summary


def wine(n_splits=N_SPLITS):
    """Does a scaler matter on another table, the wines? Same k, same seeds.

    Keys: rows, features, classes, commonest (share of the commonest class), loudest (name, share of
    the total variance, and alone: accuracy on that column only), others (without that column:
    raw and standard), the last three summaries over the splits; all of accuracy.over_splits.
    """
    data = load_wine()
    variance = data.data.var(axis=0)
    loudest = int(np.argmax(variance))

    def scores(X, *names):
        found = paired_splits(X, data.target, ways(names), K, range(n_splits), knn_share)
        return {scaling: summary(values) for scaling, values in found.items()}

    return {"rows": len(data.data), "features": data.data.shape[1],
            "classes": len(data.target_names),
            "commonest": float(np.bincount(data.target).max() / len(data.target)),
            "loudest": {"name": data.feature_names[loudest],
                        "share": float(variance[loudest] / variance.sum()),
                        "alone": scores(data.data[:, [loudest]], "raw")["raw"]},
            "others": scores(np.delete(data.data, loudest, axis=1), "raw", "standard"),
            **over_splits(data.data, data.target, n_splits)}
