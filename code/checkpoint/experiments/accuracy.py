"""What the ruler does to k-NN: on one split, over k, and over two hundred splits."""

from itertools import combinations

import numpy as np
from scipy.stats import binom

from compare import paired_splits
from pima import split
from settings import K, LARGEST_K, N_SPLITS, RULERS, SCALERS

from .rulers import knn_calls, knn_share, scaled, ways
from .spread import gain, summary


def one_split(X, y):
    """How many of the test rows does k-NN call right under each ruler?

    Keys: k, and one a ruler with right, rows, accuracy, se (binomial standard error), low and
    high (accuracy -+ 1.96 se), gain (accuracy over raw), gained and lost (rows called right here
    only, and under raw only), changed (both), coin (how often a fair coin thrown for each changed
    row would gain as many or more).
    """
    Xtr, Xte, ytr, yte = split(X, y)
    right = {}
    for ruler in RULERS:
        Ztr, Zte = scaled(ruler, Xtr, Xtr, Xte)
        right[ruler] = knn_calls(Ztr, ytr, Zte) == yte
    return {"k": K, **{ruler: score(right[ruler], right["raw"]) for ruler in RULERS}}


def score(right, right_raw):
    """One ruler's entry of `one_split`, from which rows it and raw call right."""
    share, rows = float(right.mean()), len(right)
    se = float(np.sqrt(share * (1 - share) / rows))
    gained, lost = int((right & ~right_raw).sum()), int((right_raw & ~right).sum())
    return {"right": int(right.sum()), "rows": rows, "accuracy": share, "se": se,
            "low": share - 1.96 * se, "high": share + 1.96 * se,
            "gain": share - float(right_raw.mean()),
            "gained": gained, "lost": lost, "changed": gained + lost,
            "coin": float(binom.sf(gained - 1, gained + lost, 0.5))}


def over_k(X, y):
    """Does the picture depend on k? Test rows called right for every k from 1 to LARGEST_K, fixed split.

    Keys: k and one a ruler (lists), rows, raw_7 (right at k = 7), raw_best and raw_best_k,
    scaled_best (over all three and every k), compared (a scaler each: better, tied, worse than raw
    in so many of the k).
    """
    Xtr, Xte, ytr, yte = split(X, y)
    ks = range(1, LARGEST_K + 1)
    right = {}
    for ruler in RULERS:
        Ztr, Zte = scaled(ruler, Xtr, Xtr, Xte)
        right[ruler] = np.array([(knn_calls(Ztr, ytr, Zte, k) == yte).sum() for k in ks])
    raw = right["raw"]
    return {"k": list(ks), "rows": len(yte), **{r: right[r].tolist() for r in RULERS},
            "raw_7": int(raw[6]), "raw_best": int(raw.max()), "raw_best_k": int(raw.argmax()) + 1,
            "scaled_best": int(max(right[s].max() for s in SCALERS)),
            "compared": {s: {"better": int((right[s] > raw).sum()),
                             "tied": int((right[s] == raw).sum()),
                             "worse": int((right[s] < raw).sum())} for s in SCALERS}}


def over_splits(X, y, n_splits=N_SPLITS):
    """Does a scaler win on other splits too? Stratified, seeds 0 to n_splits - 1.

    Keys: n_splits, n_train, n_test, one a ruler (summary of its accuracies), gains (a scaler each:
    paired summary over raw, low and high of the corrected 95 % interval, values in seed order),
    between (the same for one scaler over another, robust_minmax and so on).
    """
    n_train, n_test = map(len, split(X, y)[2:])
    accuracy = paired_splits(X, y, ways(RULERS), K, range(n_splits), knn_share)
    return {"n_splits": n_splits, "n_train": n_train, "n_test": n_test,
            **{ruler: summary(accuracy[ruler]) for ruler in RULERS},
            "gains": {s: gain(accuracy[s], accuracy["raw"], n_test / n_train) for s in SCALERS},
            "between": {f"{a}_{b}": gain(accuracy[a], accuracy[b], n_test / n_train)
                        for b, a in combinations(SCALERS, 2)}}
