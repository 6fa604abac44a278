"""Does scaling still matter if the strength of the penalty is chosen for each version?"""

from itertools import product
from statistics import mode

import numpy as np
from sklearn import config_context
from sklearn.datasets import load_wine
from sklearn.linear_model import RidgeClassifier, RidgeClassifierCV
from sklearn.model_selection import StratifiedKFold
from sklearn.svm import SVC

from pima import split
from settings import N_SPLITS_MODELS

from .models import RIDGE
from .rulers import scaled, share_right
from .spread import gain, summary

STRENGTHS = [10.0 ** e for e in range(-6, 5)]
C, GAMMA = [0.1, 10, 1000], [10.0 ** e for e in range(-6, 2)]
FOLDS = 3


def ridge():
    """Does ridge gain from standardizing once its strength is tuned? Wines, seeds 0-19.

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
    """Does the radial support vector machine gain once it is tuned? And untuned, by which default?

    Keys: folds, C and gamma (ends of the grid), tuned (wines, searched by cross-validation on the
    training rows), scale and auto (Pima, scikit-learn's two rules for gamma); seeds 0-19;
    each with n_splits, raw, standard (summaries) and gain.
    """
    return {"folds": FOLDS, "C": [C[0], C[-1]], "gamma": [GAMMA[0], GAMMA[-1]],
            "tuned": compare(searched, *load_wine(return_X_y=True)),
            "scale": compare(SVC(gamma="scale").fit, X, y),
            "auto": compare(SVC(gamma="auto").fit, X, y)}


def searched(Xtr, ytr):
    """The machine with the C and gamma of the grid that are best in cross-validation."""
    folds = list(StratifiedKFold(FOLDS).split(Xtr, ytr))
    with config_context(assume_finite=True, skip_parameter_validation=True):
        scores = {(c, g): np.mean([share_right(SVC(C=c, gamma=g).fit(Xtr[a], ytr[a])
                                               .predict(Xtr[b]), ytr[b]) for a, b in folds])
                  for c, g in product(C, GAMMA)}
    c, g = max(scores, key=scores.get)
    return SVC(C=c, gamma=g).fit(Xtr, ytr)


def compare(fit, X, y, n_splits=N_SPLITS_MODELS):
    """A model's accuracy on raw and on standardized columns; fit(Xtr, ytr) gives it fitted."""
    scores = {"raw": [], "standard": []}
    for seed in range(n_splits):
        Xtr, Xte, ytr, yte = split(X, y, seed)
        for ruler, found in scores.items():
            Ztr, Zte = scaled(ruler, Xtr, Xtr, Xte)
            found.append(share_right(fit(Ztr, ytr).predict(Zte), yte))
    return {"n_splits": n_splits, **{ruler: summary(found) for ruler, found in scores.items()},
            "gain": gain(scores["standard"], scores["raw"], len(yte) / len(ytr))}
