"""What do the exercises ask to be measured? Numbers for their solutions."""

from functools import partial

import numpy as np

from compare import paired_splits
from pima import split
from settings import K, N_SPLITS_ASIDE, PATIENT

from .columns import GLUCOSE, PEDIGREE
from .flips import left_out, row_of
from .knn import knn_share, ways
from .spread import gain, ratio, summary

FAR = 1e9
SURE = (87, 0.509)  # glucose and pedigree of a patient whose prediction stays


def run(X, y, names):
    """All results of this file by exercise."""
    return {"breakdown": breakdown(X, y), "stays": prediction_stays(X, y), "beat": contest(X, y)}


def breakdown(X, y):
    """How many readings must be set to 1e9 before a summary of the training glucoses follows them?

    The largest ones go first. Keys: rows, far, and for max, mean, std, median, q3 and iqr the least
    number of bad readings after which it is above a million.
    """
    glucose = np.sort(split(X, y)[0][:, GLUCOSE])
    summaries = {"max": np.max, "mean": np.mean, "std": np.std, "median": np.median,
                 "q3": lambda x: np.percentile(x, 75),
                 "iqr": lambda x: np.subtract(*np.percentile(x, [75, 25]))}
    found = {}
    for bad in range(1, len(glucose) + 1):
        column = glucose.copy()
        column[-bad:] = FAR
        for name, measure in summaries.items():
            if name not in found and measure(column) > 1e6:
                found[name] = bad
    return {"rows": len(glucose), "far": FAR, **found}


def prediction_stays(X, y):
    """Who keeps a prediction although the neighbours change, and why? Glucose and pedigree.

    One patient, a training row left out of its own neighbourhood, under raw and standardized units.
    Keys: glucose, pedigree, outcome, k, raw_votes, standard_votes, kept (of the first k among the
    last k), none and one (how many patients whose prediction stays keep no neighbour, or one),
    reach and reach_standard (largest difference in glucose to a neighbour), around (other rows in
    that wider band of glucose), around_yes (the share of them with outcome 1), scene_yes (the same
    in a band as wide around the patient of the scene).
    """
    Xtr, _, ytr, _ = split(X, y)
    two = Xtr[:, [GLUCOSE, PEDIGREE]]
    row = row_of(SURE, two)
    others, outcomes, first, last = left_out(two, ytr, row)
    away = np.abs(others[:, 0] - two[row, 0])
    reach, reach_standard = float(away[first].max()), float(away[last].max())
    around = away <= max(reach, reach_standard)
    few = [common for common, stays in map(partial(in_common, two, ytr), range(len(two))) if stays]
    scene = np.abs(two[:, 0] - PATIENT[0]) <= max(reach, reach_standard)
    scene &= (two != PATIENT).any(axis=1)
    return {"glucose": float(two[row, 0]), "pedigree": float(two[row, 1]), "outcome": int(ytr[row]),
            "k": K, "raw_votes": int(outcomes[first].sum()),
            "standard_votes": int(outcomes[last].sum()),
            "kept": len(set(first.tolist()) & set(last.tolist())),
            "none": few.count(0), "one": few.count(1),
            "reach": reach, "reach_standard": reach_standard,
            "around": int(around.sum()), "around_yes": float(outcomes[around].mean()),
            "scene_yes": float(ytr[scene].mean())}


def in_common(two, y, row):
    """(neighbours of a row under both units, whether both majorities agree); itself left out."""
    _, outcomes, first, last = left_out(two, y, row)
    votes = [outcomes[near].sum() > K / 2 for near in (first, last)]
    return len(set(first.tolist()) & set(last.tolist())), votes[0] == votes[1]


def clipped(Ztr, ytr, Zte):
    """Both tables within two standard deviations."""
    return np.clip(Ztr, -2, 2), np.clip(Zte, -2, 2)


def ranked(Ztr, ytr, Zte):
    """Each value by the share of training values below it."""
    order = np.sort(Ztr, axis=0)
    return tuple(np.column_stack([np.searchsorted(order[:, j], Z[:, j]) / len(order)
                                  for j in range(Z.shape[1])]) for Z in (Ztr, Zte))


def glucose_twice(Ztr, ytr, Zte):
    """Glucose counted twice in a squared distance: times the root of 2."""
    return louder_glucose(Ztr, Zte, np.sqrt(2))


def glucose_doubled(Ztr, ytr, Zte):
    """Glucose times 2: counted four times in a squared distance."""
    return louder_glucose(Ztr, Zte, 2)


def louder_glucose(Ztr, Zte, factor):
    """Both tables with glucose times a factor."""
    weight = np.where(np.arange(Ztr.shape[1]) == GLUCOSE, factor, 1)
    return Ztr * weight, Zte * weight


def by_correlation(Ztr, ytr, Zte):
    """Each column times the size of its correlation with the outcome, on the training rows."""
    weight = np.abs(Ztr.T @ (ytr - ytr.mean())) / (len(ytr) * ytr.std())
    return Ztr * weight, Zte * weight


CONTENDERS = {"clipped": clipped, "ranked": ranked, "glucose_twice": glucose_twice,
              "glucose_doubled": glucose_doubled,
              "by_correlation": by_correlation}


def contest(X, y, n_splits=N_SPLITS_ASIDE):
    """Does a change on top of standardization beat it?

    Keys: n_splits, n_train, n_test, standard (summary of its accuracies), and one a contender:
    paired summary over standardization, low and high of the corrected 95 % interval.
    """
    def scores(change):
        def share(Ztr, ytr, Zte, yte, k):
            new_tr, new_te = change(Ztr, ytr, Zte)
            return knn_share(new_tr, ytr, new_te, yte, k)

        return paired_splits(X, y, ways(["standard"]), K, range(n_splits), share)["standard"]

    n_train, n_test = map(len, split(X, y)[2:])
    standard = scores(lambda Ztr, ytr, Zte: (Ztr, Zte))
    return {"n_splits": n_splits, "n_train": n_train, "n_test": n_test,
            "standard": summary(standard),
            **{name: gain(scores(change), standard, ratio(X, y))
               for name, change in CONTENDERS.items()}}
