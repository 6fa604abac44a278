"""The table on which the loud column is unlucky: scikit-learn's wines."""

import numpy as np
from sklearn.datasets import load_wine

from .accuracy import over_splits
from .rulers import N_SPLITS


def wine(n_splits=N_SPLITS):
    """Does a scaler matter on another table? Same k, same seeds, 178 wines, 13 measurements.

    Keys: rows, features, classes, loudest (name and share of the total variance), all of
    accuracy.over_splits.
    """
    data = load_wine()
    variance = data.data.var(axis=0)
    loudest = int(np.argmax(variance))
    return {"rows": len(data.data), "features": data.data.shape[1],
            "classes": len(data.target_names),
            "loudest": {"name": data.feature_names[loudest],
                        "share": float(variance[loudest] / variance.sum())},
            **over_splits(data.data, data.target, n_splits)}
