"""The table on which the loud column is unlucky: scikit-learn's wines."""

import numpy as np
from sklearn.datasets import load_wine

from settings import N_SPLITS

from .accuracy import over_splits


def wine(n_splits=N_SPLITS):
    """Does a scaler matter on another table? Same k, same seeds, 178 wines, 13 measurements.

    Keys: rows, features, classes, commonest (share of the commonest class), loudest (name, share of
    the total variance, and alone: accuracy on that column only), others (without that column:
    raw and standard), the last three summaries over the splits; all of accuracy.over_splits.
    """
    data = load_wine()
    variance = data.data.var(axis=0)
    loudest = int(np.argmax(variance))
    alone = over_splits(data.data[:, [loudest]], data.target, n_splits)
    others = over_splits(np.delete(data.data, loudest, axis=1), data.target, n_splits)
    return {"rows": len(data.data), "features": data.data.shape[1],
            "classes": len(data.target_names),
            "commonest": float(np.bincount(data.target).max() / len(data.target)),
            "loudest": {"name": data.feature_names[loudest],
                        "share": float(variance[loudest] / variance.sum()),
                        "alone": alone["raw"]},
            "others": {ruler: others[ruler] for ruler in ("raw", "standard")},
            **over_splits(data.data, data.target, n_splits)}
