"""Whose prediction changes with the ruler: one patient step by step, then everybody in turn."""

import numpy as np

from pima import split
from scalers import standardize_fit, standardize_transform
from settings import K, PATIENT, SettingError

from .columns import GLUCOSE, PEDIGREE


def neighbours(A, q, s, k=K):
    """The rows of the k records of A (N, D) nearest to q (D,) under the units s: (D,), or 1 (raw).

    Nearest first, equal distances in row order.
    """
    squares = (((A - q) / s) ** 2).sum(axis=1)
    return np.argsort(squares, kind="stable")[:k]


def row_of(patient, two):
    """The first row of `two` (N, 2), glucose and pedigree, that is the patient's."""
    rows = np.flatnonzero((two == patient).all(axis=1))
    if len(rows) == 0:
        raise SettingError("no training record has glucose {:g} and pedigree {:g}: choose another "
                           "patient (PATIENT in code/checkpoint/settings.py, or SURE in "
                           "experiments/exercises.py)".format(*patient))
    return int(rows[0])


def left_out(two, y, row):
    """The other rows, their outcomes, and the nearest of them to this row: raw, standardized."""
    others, outcomes = np.delete(two, row, axis=0), np.delete(y, row)
    return others, outcomes, *(neighbours(others, two[row], unit)
                               for unit in (1, standardize_fit(two)["std"]))


def left_out_predictions(X, y, k=K):
    """The prediction for every row of X by the majority of its k nearest other rows."""
    return np.array([np.delete(y, i)[neighbours(np.delete(X, i, axis=0), X[i], 1, k)].sum() * 2 > k
                      for i in range(len(X))]).astype(int)


def crowd(X, y):
    """Of all training rows, each left out in turn, whose prediction does standardizing flip?

    Statistics from all 576 training rows; on the scene's two features, and on all eight.
    Keys: those of `flipped` for the two features, and once more under eight.
    """
    Xtr, _, ytr, _ = split(X, y)
    return {**flipped(Xtr[:, [GLUCOSE, PEDIGREE]], ytr), "eight": flipped(Xtr, ytr)}


def flipped(Xtr, ytr, k=K):
    """rows, k, flips, to_right, to_wrong, right_raw, right_standard of these columns."""
    raw = left_out_predictions(Xtr, ytr, k)
    new = left_out_predictions(standardize_transform(Xtr, standardize_fit(Xtr)), ytr, k)
    differ = raw != new
    return {"rows": len(ytr), "k": k, "flips": int(differ.sum()),
            "to_right": int((differ & (new == ytr)).sum()),
            "to_wrong": int((differ & (raw == ytr)).sum()),
            "right_raw": int((raw == ytr).sum()), "right_standard": int((new == ytr).sum())}


def changes(squares, weight, last_weight, k=K):
    """Weights at which the set of the k nearest changes, as the second feature's grows.

    squares: (N, 2) squared differences to the query; a distance is a + weight b. Each change swaps
    one of the k with the first outsider that overtakes it, so the walk misses none.
    """
    inside = np.zeros(len(squares), bool)
    inside[np.argsort(squares @ [1, weight], kind="stable")[:k]] = True
    found = []
    while True:
        ins, outs = np.flatnonzero(inside), np.flatnonzero(~inside)
        a = squares[outs, 0] - squares[ins, 0][:, None]
        b = squares[ins, 1][:, None] - squares[outs, 1]
        with np.errstate(divide="ignore", invalid="ignore"):
            meet = np.where(b > 0, a / b, np.inf)
        meet = np.where(meet >= weight, meet, np.inf)
        i, j = np.unravel_index(meet.argmin(), meet.shape)
        if meet[i, j] > last_weight:
            return found
        weight = float(meet[i, j])
        found.append(weight)
        inside[ins[i]], inside[outs[j]] = False, True


def scene(X, y):
    """How does one patient's neighbourhood change as the ruler goes from raw to standardized?

    Glucose and pedigree only, the PATIENT left out of its own neighbourhood, statistics from the 576
    training rows. Keys: row (among the training rows), glucose, pedigree, outcome, k, raw_votes,
    standard_votes, raw_call, standard_call, glucose_sd, pedigree_sd,
    glucose_reach (largest glucose difference among the raw neighbours), kept (of the first k still
    among the last k), changes (how many there are on the way).

    Which points are near depends only on the ratio of the two units, and each smooth way from 1 to
    the standard deviations that lets the ratio grow meets the same changes in the same order.
    """
    Xtr, _, ytr, _ = split(X, y)
    two = Xtr[:, [GLUCOSE, PEDIGREE]]
    row = row_of(PATIENT, two)
    others, outcomes, first, last = left_out(two, ytr, row)
    sd = standardize_fit(two)["std"]
    before, after = int(outcomes[first].sum()), int(outcomes[last].sum())
    return {"row": row, "glucose": float(two[row, 0]), "pedigree": float(two[row, 1]),
            "outcome": int(ytr[row]), "k": K, "raw_votes": before, "standard_votes": after,
            "raw_call": int(2 * before > K), "standard_call": int(2 * after > K),
            "glucose_sd": float(sd[0]), "pedigree_sd": float(sd[1]),
            "glucose_reach": float(np.abs(others[first, 0] - two[row, 0]).max()),
            "kept": len(set(first.tolist()) & set(last.tolist())),
            "changes": len(changes((others - two[row]) ** 2, 1.0, (sd[0] / sd[1]) ** 2))}
