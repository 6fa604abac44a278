"""What the ruler does to k-NN: on one split, over k, and over two hundred splits."""

from itertools import combinations

import numpy as np
from scipy.stats import binom

from pima import split

from .rulers import K, N_SPLITS, RULERS, SCALERS, knn_calls, scaled, share_right
from .spread import gain, summary

LARGEST_K = 51


def one_split(X, y):
    """How many of the test rows does k-NN (k = 15) call right under each ruler?

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
    """Does the picture depend on k? Test rows called right for every k from 1 to 51, fixed split.

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
    """Does a scaler win on other splits too? k = 15, stratified, seeds 0 to n_splits - 1.

    Keys: n_splits, n_train, n_test, one a ruler (summary of its accuracies), gains (a scaler each:
    paired summary over raw, low and high of the corrected 95 % interval, values in seed order),
    between (the same for one scaler over another, robust_minmax and so on).
    """
    accuracy = {ruler: [] for ruler in RULERS}
    for seed in range(n_splits):
        Xtr, Xte, ytr, yte = split(X, y, seed)
        for ruler in RULERS:
            Ztr, Zte = scaled(ruler, Xtr, Xtr, Xte)
            accuracy[ruler].append(share_right(knn_calls(Ztr, ytr, Zte), yte))
    return {"n_splits": n_splits, "n_train": len(ytr), "n_test": len(yte),
            **{ruler: summary(accuracy[ruler]) for ruler in RULERS},
            "gains": {s: gain(accuracy[s], accuracy["raw"], len(yte) / len(ytr))
                      for s in SCALERS},
            "between": {f"{a}_{b}": gain(accuracy[a], accuracy[b], len(yte) / len(ytr))
                        for b, a in combinations(SCALERS, 2)}}
