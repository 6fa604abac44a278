"""What a scaler does to k-NN: on one split, over k, and over two hundred splits."""

from itertools import combinations

import numpy as np
from scipy.stats import binom

from compare import paired_splits
from pima import split
from settings import K, LARGEST_K, N_SPLITS, SCALINGS, SCALERS

from .knn import knn_predictions, knn_share, scaled, ways
from .spread import gain, summary


def one_split(X, y):
    """How many test rows does k-NN predict right, raw and under each scaler?

    Keys: k, and one each for raw and the scalers with right, rows, accuracy, se (binomial standard
    error), low and high (accuracy -+ 1.96 se), gain (accuracy over raw), gained and lost (rows
    predicted right here only, and under raw only), changed (both), coin (how often a fair coin
    thrown for each changed row would gain as many or more).
    """
    Xtr, Xte, ytr, yte = split(X, y)
    right = {}
    for scaling in SCALINGS:
        Ztr, Zte = scaled(scaling, Xtr, Xtr, Xte)
        right[scaling] = knn_predictions(Ztr, ytr, Zte) == yte
    return {"k": K, **{scaling: score(right[scaling], right["raw"]) for scaling in SCALINGS}}


def score(right, right_raw):
    """One entry of `one_split`, from which rows it and raw predict right."""
    share, rows = float(right.mean()), len(right)
    se = float(np.sqrt(share * (1 - share) / rows))
    gained, lost = int((right & ~right_raw).sum()), int((right_raw & ~right).sum())
    return {"right": int(right.sum()), "rows": rows, "accuracy": share, "se": se,
            "low": share - 1.96 * se, "high": share + 1.96 * se,
            "gain": share - float(right_raw.mean()),
            "gained": gained, "lost": lost, "changed": gained + lost,
            "coin": float(binom.sf(gained - 1, gained + lost, 0.5))}


def over_k(X, y):
    """Does the picture depend on k? The fixed split, test rows predicted right at each k.

    Keys: k, raw and each scaler (lists), rows, raw_7 (right at k = 7), raw_best and raw_best_k,
    scaled_best (over all three and every k), compared (a scaler each: better, tied, worse than raw
    in so many of the k).
    """
    Xtr, Xte, ytr, yte = split(X, y)
    ks = range(1, LARGEST_K + 1)
    right = {}
    for scaling in SCALINGS:
        Ztr, Zte = scaled(scaling, Xtr, Xtr, Xte)
        right[scaling] = np.array([(knn_predictions(Ztr, ytr, Zte, k) == yte).sum() for k in ks])
    raw = right["raw"]
    return {"k": list(ks), "rows": len(yte), **{r: right[r].tolist() for r in SCALINGS},
            "raw_7": int(raw[6]), "raw_best": int(raw.max()), "raw_best_k": int(raw.argmax()) + 1,
            "scaled_best": int(max(right[s].max() for s in SCALERS)),
            "compared": {s: {"better": int((right[s] > raw).sum()),
                             "tied": int((right[s] == raw).sum()),
                             "worse": int((right[s] < raw).sum())} for s in SCALERS}}


def over_splits(X, y, n_splits=N_SPLITS):
    """Does a scaler win on other splits too?

    Keys: n_splits, n_train, n_test, raw and each scaler (summary of accuracies), gains (a scaler each:
    paired summary over raw, low and high of the corrected 95 % interval, values in seed order),
    between (the same for one scaler over another, robust_minmax and so on).
    """
    n_train, n_test = map(len, split(X, y)[2:])
    accuracy = paired_splits(X, y, ways(SCALINGS), K, range(n_splits), knn_share)
    return {"n_splits": n_splits, "n_train": n_train, "n_test": n_test,
            **{scaling: summary(accuracy[scaling]) for scaling in SCALINGS},
            "gains": {s: gain(accuracy[s], accuracy["raw"], n_test / n_train) for s in SCALERS},
            "between": {f"{a}_{b}": gain(accuracy[a], accuracy[b], n_test / n_train)
                        for b, a in combinations(SCALERS, 2)}}
