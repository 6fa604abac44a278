"""What a scaler refitted on the batch to be judged does when the batch is not picked by outcome."""

import numpy as np

from pima import split
from settings import N_SPLITS_ASIDE

from .knn import knn_share, scaled
from .spread import gain, summary

TEN = 10


def by_size(X, y, n_splits=N_SPLITS_ASIDE):
    """What does a refitted scaler cost on batches as they come? Standardized, k-NN.

    Keys: size, train (under training statistics), whole (all test rows refitted as one batch), tens
    (batches of ten test rows in their order, the last one shorter), summaries; whole_gain and
    tens_gain over train.
    """
    train, whole, tens = [], [], []
    for seed in range(n_splits):
        Xtr, Xte, ytr, yte = split(X, y, seed)
        Ztr, Zte = scaled("standard", Xtr, Xtr, Xte)
        pieces = np.array_split(Xte, range(TEN, len(Xte), TEN))
        for found, rows in ((train, Zte), (whole, scaled("standard", Xte, Xte)[0]),
                            (tens, np.vstack([scaled("standard", P, P)[0] for P in pieces]))):
            found.append(knn_share(Ztr, ytr, rows, yte))
    ratio = len(yte) / len(ytr)
    return {"size": TEN, "train": summary(train), "whole": summary(whole), "tens": summary(tens),
            "whole_gain": gain(whole, train, ratio), "tens_gain": gain(tens, train, ratio)}
