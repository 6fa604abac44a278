"""Does scaling still matter if the strength of the penalty is chosen for each version?"""

from itertools import product
from statistics import mode

import numpy as np
from sklearn.datasets import load_wine
from sklearn.linear_model import RidgeClassifier, RidgeClassifierCV
from sklearn.model_selection import StratifiedKFold
from sklearn.svm import SVC

from compare import paired_splits
from settings import N_SPLITS_MODELS

from .models import RIDGE
from .knn import share_right, ways
from .spread import ratio, two_ways

STRENGTHS = [10.0 ** e for e in range(-6, 5)]
C, GAMMA = [0.1, 1000], [10.0 ** e for e in range(-6, 2)]
FOLDS = 3


def ridge():
    """Does ridge gain from standardizing on the wines once its strength is tuned?

    Tuned by leave-one-out on the training rows. Keys: n_splits, alpha (the fixed strength), least
    and most (ends of the grid), fixed and tuned, each with raw, standard (summaries) and gain;
    chosen (raw, standard: the strength that most searches end with).
    """
    def fixed(Xtr, ytr):
        return RidgeClassifier(RIDGE).fit(Xtr, ytr)

    def tuned(Xtr, ytr):
        model = RidgeClassifierCV(STRENGTHS).fit(Xtr, ytr)
        chosen.append(float(model.alpha_))
        return model

    wines, chosen = load_wine(return_X_y=True), []  # raw and standardized in turn: see `compare`
    found = {"fixed": compare(fixed, *wines), "tuned": compare(tuned, *wines)}
    return {"n_splits": N_SPLITS_MODELS, "alpha": RIDGE,
            "least": STRENGTHS[0], "most": STRENGTHS[-1], **found,
            "chosen": {"raw": mode(chosen[::2]), "standard": mode(chosen[1::2])}}


def kernel(X, y):
    """Does the radial support vector machine gain once it is tuned, or with the other default?

    Keys: folds, C and gamma (ends of the grid), tuned (wines, searched by cross-validation on the
    training rows), auto (Pima, gamma one over the number of columns; the usual default is among the
    models); each with n_splits, raw, standard (summaries) and gain.
    """
    return {"folds": FOLDS, "C": [C[0], C[-1]], "gamma": [GAMMA[0], GAMMA[-1]],
            "tuned": compare(searched, *load_wine(return_X_y=True)),
            "auto": compare(SVC(gamma="auto").fit, X, y)}


def searched(Xtr, ytr):
    """The machine with the C and gamma of the grid that are best in cross-validation."""
    folds = list(StratifiedKFold(FOLDS).split(Xtr, ytr))
    scores = {(c, g): np.mean([share_right(SVC(C=c, gamma=g).fit(Xtr[a], ytr[a]).predict(Xtr[b]),
                                           ytr[b]) for a, b in folds]) for c, g in product(C, GAMMA)}
    c, g = max(scores, key=scores.get)
    return SVC(C=c, gamma=g).fit(Xtr, ytr)


def compare(fit, X, y, n_splits=N_SPLITS_MODELS):
    """A model's accuracy on raw and on standardized columns; fit(Xtr, ytr) gives it fitted."""
    scores = paired_splits(X, y, ways(["raw", "standard"]), None, range(n_splits),
                           lambda Ztr, ytr, Zte, yte, k: share_right(fit(Ztr, ytr).predict(Zte), yte))
    return {"n_splits": n_splits, **two_ways(scores, ratio(X, y))}
