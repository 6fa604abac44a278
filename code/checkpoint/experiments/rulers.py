"""The four rulers that every experiment compares, and the splits it compares them on."""

from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier

from scalers import (minmax_fit, minmax_transform, robust_fit, robust_transform,
                     standardize_fit, standardize_transform)

K = 15
N_SPLITS = 200
SCALERS = {"minmax": (minmax_fit, minmax_transform),
           "standard": (standardize_fit, standardize_transform),
           "robust": (robust_fit, robust_transform)}
RULERS = ("raw", *SCALERS)


def scaled(ruler, rows, *others):
    """The other arrays as this ruler, fitted on `rows`, measures them; raw leaves all as they are."""
    if ruler == "raw":
        return others
    fit, transform = SCALERS[ruler]
    stats = fit(rows)
    return tuple(transform(other, stats) for other in others)


def split_by(seed, X, y, test_size=0.25):
    """Xtr, Xte, ytr, yte of the stratified split with this seed."""
    return train_test_split(X, y, test_size=test_size, stratify=y, random_state=seed)


def knn_calls(Xtr, ytr, Xte, k=K):
    """The outcome that scikit-learn's k-NN predicts for every test row."""
    return KNeighborsClassifier(k).fit(Xtr, ytr).predict(Xte)


def share_right(calls, y):
    """The share of calls that are right, as a plain number."""
    return float((calls == y).mean())
