"""Model by model: who is helped by standardized columns, and who does not care."""

import warnings

import numpy as np
from sklearn.cluster import KMeans
from sklearn.datasets import load_wine
from sklearn.decomposition import PCA
from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import Lasso, RidgeClassifier
from sklearn.metrics import adjusted_rand_score
from sklearn.neural_network import MLPClassifier
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from .rulers import K, knn_calls, scaled, share_right, split_by
from .spread import corrected_interval, paired, summary

N_SPLITS = 20
RIDGE, LASSO = 100, 0.05
STEPS, EPOCHS, TREES = 100, 200, 50


def neighbours(Xtr, ytr, Xte):
    """k-NN, k = 15."""
    return knn_calls(Xtr, ytr, Xte)


def clusters(Xtr, ytr, Xte):
    """k-means with as many clusters as there are outcomes, best of 5 starts; outcomes unseen."""
    return KMeans(len(set(ytr)), n_init=5, random_state=0).fit(Xtr).predict(Xte)


def kernel(Xtr, ytr, Xte):
    """Support vector machine with an RBF kernel, C = 1, gamma = 1 / (features times variance)."""
    return SVC().fit(Xtr, ytr).predict(Xte)


def two_components(Xtr, ytr, Xte):
    """PCA to the first two components, then k-NN on those."""
    pca = PCA(2).fit(Xtr)
    return knn_calls(pca.transform(Xtr), ytr, pca.transform(Xte))


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
        net = MLPClassifier((16,), max_iter=EPOCHS, random_state=0).fit(Xtr, ytr)
    return net.predict(Xte)


def ridge(Xtr, ytr, Xte):
    """Least squares onto the outcome with an L2 penalty, alpha = 100."""
    return RidgeClassifier(RIDGE).fit(Xtr, ytr).predict(Xte)


def lasso(Xtr, ytr, Xte):
    """Least squares onto each outcome's 0 or 1 with an L1 penalty, alpha = 0.05; the largest wins."""
    onehot = np.eye(ytr.max() + 1)[ytr]
    return Lasso(LASSO, max_iter=100_000).fit(Xtr, onehot).predict(Xte).argmax(axis=1)


def tree(Xtr, ytr, Xte):
    """One full decision tree, its seed fixed."""
    return DecisionTreeClassifier(random_state=0).fit(Xtr, ytr).predict(Xte)


def forest(Xtr, ytr, Xte):
    """Random forest of 50 trees, its seed fixed."""
    return RandomForestClassifier(TREES, random_state=0).fit(Xtr, ytr).predict(Xte)


def boosting(Xtr, ytr, Xte):
    """Gradient boosting, 50 trees of depth 3, its seed fixed."""
    return GradientBoostingClassifier(n_estimators=TREES, random_state=0).fit(Xtr, ytr).predict(Xte)


SENSITIVE = {"knn": neighbours, "kmeans": clusters, "svm": kernel, "pca": two_components,
             "logistic": descent, "network": network, "ridge": ridge, "lasso": lasso}
INDIFFERENT = {"tree": tree, "forest": forest, "boosting": boosting}


def agreement(calls, y):
    """Adjusted Rand index: 1 where clusters are the outcomes, about 0 where drawn by lot."""
    return float(adjusted_rand_score(y, calls))


def table(X, y, n_splits=N_SPLITS, models=SENSITIVE | INDIFFERENT):
    """What does each model score on raw and on standardized columns? Seeds 0 to n_splits - 1.

    Accuracy on the test rows; adjusted Rand index for k-means. Keys: n_splits, and one a model: raw,
    standard (summaries), gain (paired summary with low and high of the corrected 95 % interval and
    values in seed order), moved (mean share of test rows whose prediction differs; for k-means 1
    minus the adjusted Rand index of the two clusterings).
    """
    scores = {name: {"raw": [], "standard": [], "moved": []} for name in models}
    for seed in range(n_splits):
        Xtr, Xte, ytr, yte = split_by(seed, X, y)
        for name, model in models.items():
            measure = agreement if name == "kmeans" else share_right
            calls = {ruler: model(*place(ruler, Xtr, ytr, Xte)) for ruler in ("raw", "standard")}
            for ruler in calls:
                scores[name][ruler].append(measure(calls[ruler], yte))
            scores[name]["moved"].append(1 - measure(calls["raw"], calls["standard"]))
    return {"n_splits": n_splits,
            **{name: entry(scores[name], len(yte) / len(ytr)) for name in models}}


def place(ruler, Xtr, ytr, Xte):
    """The arguments of a model under a ruler fitted on the training rows."""
    Ztr, Zte = scaled(ruler, Xtr, Xtr, Xte)
    return Ztr, ytr, Zte


def entry(scores, test_to_train):
    """One model's entry of `table`."""
    difference = np.array(scores["standard"]) - scores["raw"]
    low, high = corrected_interval(difference, test_to_train)
    return {"raw": summary(scores["raw"]), "standard": summary(scores["standard"]),
            "gain": {**paired(scores["standard"], scores["raw"]), "low": low, "high": high,
                     "values": difference.tolist()},
            "moved": float(np.mean(scores["moved"]))}


def first_component(X, names):
    """Which column is the first principal component of the raw rows, and how much of it?

    All rows. Keys: name, weight (its squared loading, at most 1), share (of the total variance that
    the first component carries, raw), share_standard (the same on standardized columns).
    """
    raw = PCA().fit(X)
    standard = PCA().fit(scaled("standard", X, X)[0])
    squared = raw.components_[0] ** 2
    return {"name": names[int(squared.argmax())], "weight": float(squared.max()),
            "share": float(raw.explained_variance_ratio_[0]),
            "share_standard": float(standard.explained_variance_ratio_[0])}


def pima(X, y, feature_names, n_splits=N_SPLITS):
    """The models on this table. Keys: those of `table`, and first_component."""
    return {**table(X, y, n_splits), "first_component": first_component(X, feature_names)}


def wine(n_splits=N_SPLITS):
    """The models on scikit-learn's wines. Keys: those of `table`, and first_component."""
    data = load_wine()
    return pima(data.data, data.target, data.feature_names, n_splits)


def settings():
    """What the tables were measured with: names of the models in order, and their constants."""
    return {"sensitive": list(SENSITIVE), "indifferent": list(INDIFFERENT), "k": K,
            "ridge": RIDGE, "lasso": LASSO, "steps": STEPS, "epochs": EPOCHS, "trees": TREES}
