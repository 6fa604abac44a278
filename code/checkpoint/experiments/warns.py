"""Which models say something when columns are not scaled?"""

import warnings

import numpy as np
from sklearn.cluster import KMeans
from sklearn.datasets import load_wine
from sklearn.decomposition import PCA
from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import Lasso, LogisticRegression, RidgeClassifier
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.svm import SVC, LinearSVC
from sklearn.tree import DecisionTreeClassifier

from pima import split

from .knn import scaled

MODELS = {"k-NN": KNeighborsClassifier(), "k-means": KMeans(2, random_state=0),
          "SVM, radial kernel": SVC(), "SVM, linear": LinearSVC(random_state=0), "PCA": PCA(),
          "logistic regression": LogisticRegression(), "neural net": MLPClassifier(random_state=0),
          "ridge": RidgeClassifier(), "lasso": Lasso(),
          "decision tree": DecisionTreeClassifier(random_state=0),
          "random forest": RandomForestClassifier(30, random_state=0),
          "boosting": GradientBoostingClassifier(n_estimators=30, random_state=0)}


def when_fitted(X, y):
    """Which of scikit-learn's models warn when they are fitted to raw training rows?

    Models with their default settings; Pima and the wines. Keys: n_models, raw and standard (names
    of the models that warn on either table), silent and n_silent (those that never do), advises
    (1 if each warning of logistic regression on raw columns names scaling).
    """
    said = {scaling: {name: [] for name in MODELS} for scaling in ("raw", "standard")}
    for A, b in ((X, y), load_wine(return_X_y=True)):
        Xtr, _, ytr, _ = split(A, b)
        for scaling in said:
            Z, = scaled(scaling, Xtr, Xtr)
            for name, model in MODELS.items():
                said[scaling][name] += warnings_of(model, Z, ytr)
    loud = {scaling: [name for name in MODELS if said[scaling][name]] for scaling in said}
    silent = [name for name in MODELS if not any(name in loud[r] for r in loud)]
    return {"n_models": len(MODELS), **loud, "silent": silent, "n_silent": len(silent),
            "advises": int(all("scale" in text.lower()
                               for text in said["raw"]["logistic regression"]))}


def warnings_of(model, Z, y):
    """The texts of the warnings that fitting the model gives."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model.fit(np.ascontiguousarray(Z), y)
    return [str(warning.message) for warning in caught]
