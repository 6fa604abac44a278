"""Why held-out rows are never scaled by their own statistics."""

from pima import split
from settings import N_SPLITS_ASIDE, SCALERS

from .columns import GLUCOSE
from .knn import knn_predictions, scaled
from .spread import paired, summary


def refit(X, y, n_splits=N_SPLITS_ASIDE):
    """A test batch of only those diagnosed later: what happens when it is scaled by itself?

    Keys: n_splits, one a scaler with train (share predicted right under
    training statistics) and refitted (under the batch's own), summaries, and change (paired summary);
    glucose_z, summary of the batch's mean glucose in training z-scores (refitted, it is 0).
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
