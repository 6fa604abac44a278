"""Which column decides who is near, and what that column knows."""

from sklearn.metrics import roc_auc_score
from sklearn.neighbors import NearestNeighbors

from pima import split
from settings import K, SCALINGS

from .columns import COLUMNS, HIDDEN, INSULIN
from .knn import scaled


def shares(Xtr):
    """Each column's share of the mean squared distance between two rows: that of its variance."""
    variance = Xtr.var(axis=0)
    return variance / variance.sum()


def by_status(X, y):
    """Which column is loudest among rows without insulin measured, and among rows with it?

    Training rows, raw. Keys: unmeasured and measured, each the share of every column.
    """
    Xtr = split(X, y)[0]
    measured = Xtr[:, INSULIN] > 0
    return {name: dict(zip(COLUMNS, shares(Xtr[rows]).tolist()))
            for name, rows in (("unmeasured", ~measured), ("measured", measured))}


def knows(column, y):
    """Area under the ROC curve of one column as a score for the outcome: 0.5 knows nothing."""
    return float(roc_auc_score(y, column))


def columns(X, y):
    """How much of a raw squared distance does each column supply, and what does it know?

    Training rows. Keys: one a column, each with share, auc, and for the five columns that hide
    missing values as zeros auc_measured (rows above 0 only).
    """
    Xtr, _, ytr, _ = split(X, y)
    found = {}
    for j, key in enumerate(COLUMNS):
        column = Xtr[:, j]
        found[key] = {"share": float(shares(Xtr)[j]), "auc": knows(column, ytr)}
        if key in HIDDEN:
            there = column > 0
            found[key]["auc_measured"] = knows(column[there], ytr[there])
    return found


def same_status(X, y):
    """Do a training row's k nearest others agree with it on whether insulin was measured?

    Keys: raw and each scaler (mean share of the k), chance (the share among all other rows).
    """
    Xtr = split(X, y)[0]
    measured = Xtr[:, INSULIN] > 0
    found = {}
    for scaling in SCALINGS:
        Z, = scaled(scaling, Xtr, Xtr)
        near = NearestNeighbors(n_neighbors=K).fit(Z).kneighbors(return_distance=False)
        found[scaling] = float((measured[near] == measured[:, None]).mean())
    n, m = len(measured), int(measured.sum())
    return found | {"chance": (m * (m - 1) + (n - m) * (n - m - 1)) / (n * (n - 1))}
