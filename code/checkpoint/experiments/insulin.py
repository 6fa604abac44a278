"""Is the loud column the reason that scaling changes so little on this table?"""

import numpy as np

from compare import paired_splits
from pima import split
from settings import K, N_SPLITS_ASIDE

from .accuracy import over_splits
from .columns import INSULIN
from .knn import knn_predictions, ways
from .spread import ratio, two_ways


def without(X, y, n_splits=N_SPLITS_ASIDE):
    """What does scaling gain if insulin is left out?

    k-NN. Keys: those of accuracy.over_splits, for the seven other columns.
    """
    return over_splits(np.delete(X, INSULIN, axis=1), y, n_splits)


def by_status(X, y, n_splits=N_SPLITS_ASIDE):
    """What does standardizing gain on test rows with insulin measured, and on those without?

    All eight columns, all training rows; k-NN. Keys: n_splits; measured, unmeasured, each with raw
    and standard (summaries) and gain.
    """
    def right(Ztr, ytr, Zte, yte, k):
        return knn_predictions(Ztr, ytr, Zte, k) == yte

    found = paired_splits(X, y, ways(["raw", "standard"]), K, range(n_splits), right)
    measured = [split(X, y, seed)[1][:, INSULIN] > 0 for seed in range(n_splits)]

    def among(rows):
        return two_ways({way: [r[at].mean() for r, at in zip(right, rows)]
                         for way, right in found.items()}, ratio(X, y))

    return {"n_splits": n_splits, "measured": among(measured),
            "unmeasured": among([~there for there in measured])}
