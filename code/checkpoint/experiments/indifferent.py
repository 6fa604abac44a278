"""Models besides trees that do not care about units, and the settings that make them care."""

import numpy as np
from sklearn.datasets import load_wine
from sklearn.discriminant_analysis import (LinearDiscriminantAnalysis,
                                           QuadraticDiscriminantAnalysis)
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB

from pima import split
from settings import N_SPLITS_MODELS

from .columns import PEDIGREE
from .knn import scaled

FACTOR = 1000


def least_squares(Xtr, ytr, Xte):
    """Least squares onto each outcome's 0 or 1; the largest wins."""
    onehot = np.eye(ytr.max() + 1)[ytr]
    return LinearRegression().fit(Xtr, onehot).predict(Xte).argmax(axis=1)


def predictions_of(model):
    """A function from training rows, outcomes and test rows to the model's predictions."""
    return lambda Xtr, ytr, Xte: model.fit(Xtr, ytr).predict(Xte)


FREE = {"lda": predictions_of(LinearDiscriminantAnalysis()),
        "qda": predictions_of(QuadraticDiscriminantAnalysis()),
        "bayes": predictions_of(GaussianNB()),
        "least_squares": least_squares}
HELD = {"lda": predictions_of(LinearDiscriminantAnalysis("eigen", shrinkage=0.1)),
        "qda": predictions_of(QuadraticDiscriminantAnalysis(reg_param=0.1))}


def changed(X, y, n_splits=N_SPLITS_MODELS):
    """How many predictions do four models change when columns are standardized?

    Keys: n_splits, free (lda, qda, bayes, least_squares: pima, wine, each how many change),
    predictions (how many there are: pima, wine), held (lda and qda with a shrinkage of 0.1: pima),
    smoothed (naive Bayes, whose smoothing is a share of the largest variance: pima, when the
    pedigree is divided by 1,000).
    """
    tables = {"pima": (X, y), "wine": load_wine(return_X_y=True)}
    splits = {name: [split(*table, seed) for seed in range(n_splits)]
              for name, table in tables.items()}
    smaller = X.copy()
    smaller[:, PEDIGREE] /= FACTOR
    pairs = [(s, split(smaller, y, seed)) for seed, s in enumerate(splits["pima"])]
    return {"n_splits": n_splits,
            "predictions": {name: sum(len(s[3]) for s in found) for name, found in splits.items()},
            "free": {model: {name: sum(moved(predict, s) for s in found)
                             for name, found in splits.items()}
                     for model, predict in FREE.items()},
            "held": {model: sum(moved(predict, s) for s in splits["pima"])
                     for model, predict in HELD.items()},
            "smoothed": sum(int((FREE["bayes"](a[0], a[2], a[1])
                                 != FREE["bayes"](b[0], b[2], b[1])).sum()) for a, b in pairs)}


def moved(predict, one_split):
    """How many test predictions standardizing changes."""
    Xtr, Xte, ytr, _ = one_split
    Ztr, Zte = scaled("standard", Xtr, Xtr, Xte)
    return int((predict(Xtr, ytr, Xte) != predict(Ztr, ytr, Zte)).sum())
