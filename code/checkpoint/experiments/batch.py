"""Why held-out rows are never scaled by their own statistics."""

import numpy as np

from pima import split
from settings import N_SPLITS_ASIDE, SCALERS

from .columns import GLUCOSE
from .knn import knn_predictions, knn_share, scaled
from .spread import gain, paired, ratio, summary

TEN = 10


def refit(X, y, n_splits=N_SPLITS_ASIDE):
    """What happens to a test batch of only those diagnosed later when it is scaled by itself?

    Keys: n_splits, one a scaler with train (share predicted right under training statistics) and
    refitted (under the batch's own), summaries, and change (paired summary); glucose_z, summary of
    the batch's mean glucose in training z-scores (refitted, it is 0).
    """
    train, refitted = ({kind: [] for kind in SCALERS} for _ in range(2))
    glucose_z = []
    for seed in range(n_splits):
        Xtr, Xte, ytr, yte = split(X, y, seed)
        batch = Xte[yte == 1]
        glucose_z.append(scaled("standard", Xtr, batch)[0][:, GLUCOSE].mean())
        for kind in SCALERS:
            Ztr, = scaled(kind, Xtr, Xtr)
            for found, rows in ((train, Xtr), (refitted, batch)):
                Zbatch, = scaled(kind, rows, batch)
                found[kind].append(float(knn_predictions(Ztr, ytr, Zbatch).mean()))
    return {"n_splits": n_splits, "glucose_z": summary(glucose_z),
            **{kind: {"train": summary(train[kind]), "refitted": summary(refitted[kind]),
                      "change": paired(refitted[kind], train[kind])} for kind in SCALERS}}


def by_size(X, y, n_splits=N_SPLITS_ASIDE):
    """What does a refitted scaler cost on batches that are not picked by outcome?

    Standardized, k-NN. Keys: n_splits, size, train (under training statistics), whole (all test rows
    refitted as one batch), tens (batches of ten test rows in their order, the last one shorter),
    summaries; whole_gain and tens_gain over train.
    """
    found = {"train": [], "whole": [], "tens": []}
    for seed in range(n_splits):
        Xtr, Xte, ytr, yte = split(X, y, seed)
        Ztr, Zte = scaled("standard", Xtr, Xtr, Xte)
        tens = np.array_split(Xte, range(TEN, len(Xte), TEN))
        for way, rows in (("train", Zte), ("whole", scaled("standard", Xte, Xte)[0]),
                          ("tens", np.vstack([scaled("standard", B, B)[0] for B in tens]))):
            found[way].append(knn_share(Ztr, ytr, rows, yte))
    return {"n_splits": n_splits, "size": TEN, **{way: summary(found[way]) for way in found},
            **{f"{way}_gain": gain(found[way], found["train"], ratio(X, y))
               for way in ("whole", "tens")}}
