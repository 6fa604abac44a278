"""The eleven models, each as a function from training rows to predictions for the test rows."""

import warnings

import numpy as np
from sklearn.cluster import KMeans
from sklearn.decomposition import PCA
from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import Lasso, RidgeClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from .knn import knn_predictions

RIDGE, LASSO = 100, 0.05
STEPS, EPOCHS, TREES = 100, 200, 20


def neighbours(Xtr, ytr, Xte):
    """k-NN."""
    return knn_predictions(Xtr, ytr, Xte)


def clusters(Xtr, ytr, Xte):
    """k-means with as many clusters as there are outcomes, best of 5 starts; outcomes unseen."""
    return KMeans(len(set(ytr)), n_init=5, random_state=0).fit(Xtr).predict(Xte)


def kernel(Xtr, ytr, Xte):
    """Support vector machine with an RBF kernel, C = 1, gamma = 1 / (features times variance)."""
    return SVC().fit(Xtr, ytr).predict(Xte)


def two_components(Xtr, ytr, Xte):
    """PCA to the first two components, then k-NN on those."""
    pca = PCA(2).fit(Xtr)
    return knn_predictions(pca.transform(Xtr), ytr, pca.transform(Xte))


def descent(Xtr, ytr, Xte):
    """Logistic regression by 100 steps of gradient descent from 0, step 1/L (softmax)."""
    A = np.column_stack([np.ones(len(Xtr)), Xtr])
    onehot = np.eye(ytr.max() + 1)[ytr]
    # Half the largest eigenvalue of A'A bounds the curvature of the softmax loss.
    step = 2 / np.linalg.eigvalsh(A.T @ A)[-1]
    W = np.zeros((A.shape[1], onehot.shape[1]))
    for _ in range(STEPS):
        scores = A @ W
        odds = np.exp(scores - scores.max(axis=1, keepdims=True))
        W -= step * A.T @ (odds / odds.sum(axis=1, keepdims=True) - onehot)
    return (np.column_stack([np.ones(len(Xte)), Xte]) @ W).argmax(axis=1)


def network(Xtr, ytr, Xte):
    """Neural net, one hidden layer of 16, Adam, 200 epochs whether it has converged or not."""
    with warnings.catch_warnings():
        # The budget is the setting: that raw columns do not converge in it is the finding.
        warnings.simplefilter("ignore", ConvergenceWarning)
        net = MLPClassifier((16,), max_iter=EPOCHS, n_iter_no_change=EPOCHS,
                            random_state=0).fit(Xtr, ytr)
    return net.predict(Xte)


def ridge(Xtr, ytr, Xte):
    """Least squares onto the outcome with an L2 penalty, alpha = 100."""
    return RidgeClassifier(RIDGE).fit(Xtr, ytr).predict(Xte)


def lasso(Xtr, ytr, Xte):
    """Least squares onto each outcome's 0 or 1, L1 penalty, alpha = 0.05; the largest wins."""
    onehot = np.eye(ytr.max() + 1)[ytr]
    return Lasso(LASSO, max_iter=100_000).fit(Xtr, onehot).predict(Xte).argmax(axis=1)


def tree(Xtr, ytr, Xte):
    """One full decision tree, its seed fixed."""
    return DecisionTreeClassifier(random_state=0).fit(Xtr, ytr).predict(Xte)


def forest(Xtr, ytr, Xte):
    """Random forest of 20 trees, its seed fixed."""
    return RandomForestClassifier(TREES, random_state=0).fit(Xtr, ytr).predict(Xte)


def boosting(Xtr, ytr, Xte):
    """Gradient boosting, 20 trees of depth 3, its seed fixed."""
    return GradientBoostingClassifier(n_estimators=TREES, random_state=0).fit(Xtr, ytr).predict(Xte)


SENSITIVE = {"knn": neighbours, "kmeans": clusters, "svm": kernel, "pca": two_components,
             "logistic": descent, "network": network, "ridge": ridge, "lasso": lasso}
INDIFFERENT = {"tree": tree, "forest": forest, "boosting": boosting}
SLOW = ("network", "forest", "boosting")
