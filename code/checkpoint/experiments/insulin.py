"""Is the loud column the reason that scaling changes so little on this table?"""

import numpy as np

from pima import split
from settings import N_SPLITS

from .accuracy import over_splits
from .columns import INSULIN
from .rulers import knn_calls, scaled
from .spread import gain, summary


def without(X, y, n_splits=N_SPLITS):
    """What does scaling gain if insulin is left out? k-NN, seeds 0-199.

    Keys: those of accuracy.over_splits, for the seven other columns.
    """
    return over_splits(np.delete(X, INSULIN, axis=1), y, n_splits)


def by_status(X, y, n_splits=N_SPLITS):
    """What does standardizing gain on test rows with insulin measured, and on those without?

    All eight columns, all training rows; k-NN, seeds 0-199. Keys: measured, unmeasured, each with
    raw and standard (summaries) and gain.
    """
    found = {name: {"raw": [], "standard": []} for name in ("measured", "unmeasured")}
    for seed in range(n_splits):
        Xtr, Xte, ytr, yte = split(X, y, seed)
        there = Xte[:, INSULIN] > 0
        for ruler in ("raw", "standard"):
            Ztr, Zte = scaled(ruler, Xtr, Xtr, Xte)
            right = knn_calls(Ztr, ytr, Zte) == yte
            found["measured"][ruler].append(float(right[there].mean()))
            found["unmeasured"][ruler].append(float(right[~there].mean()))
    return {name: {**{ruler: summary(values) for ruler, values in scores.items()},
                   "gain": gain(scores["standard"], scores["raw"], len(yte) / len(ytr))}
            for name, scores in found.items()}
