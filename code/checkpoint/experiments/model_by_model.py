"""Model by model: who is helped by standardized columns, and who does not care."""

import numpy as np
from sklearn.datasets import load_wine
from sklearn.decomposition import PCA
from sklearn.metrics import adjusted_rand_score

from pima import split
from settings import K, N_SPLITS_MODELS, N_SPLITS_SLOW

from .models import EPOCHS, INDIFFERENT, LASSO, RIDGE, SENSITIVE, SLOW, STEPS, TREES
from .knn import scaled, share_right
from .spread import two_ways


def agreement(calls, y):
    """Adjusted Rand index: 1 where clusters are the outcomes, about 0 where drawn by lot."""
    return float(adjusted_rand_score(y, calls))


def table(X, y, n_splits=N_SPLITS_MODELS, models=SENSITIVE | INDIFFERENT):
    """What does each model score on raw and on standardized columns?

    Accuracy on the test rows; adjusted Rand index for k-means. Seeds 0 to n_splits - 1, for the
    slow models the first N_SPLITS_SLOW of them. Keys: n_splits, and one a model:
    raw, standard (summaries), gain (paired summary with low and high of the corrected 95 % interval
    and values in seed order), moved (mean share of test rows whose prediction differs; for k-means
    1 minus the adjusted Rand index of the two clusterings).
    """
    scores = {name: {"raw": [], "standard": [], "moved": []} for name in models}
    for seed in range(n_splits):
        Xtr, Xte, ytr, yte = split(X, y, seed)
        for name, model in models.items():
            if name in SLOW and seed >= N_SPLITS_SLOW:
                continue
            measure = agreement if name == "kmeans" else share_right
            calls = {scaling: model(*place(scaling, Xtr, ytr, Xte)) for scaling in ("raw", "standard")}
            for scaling in calls:
                scores[name][scaling].append(measure(calls[scaling], yte))
            scores[name]["moved"].append(1 - measure(calls["raw"], calls["standard"]))
    return {"n_splits": n_splits,
            **{name: entry(scores[name], len(yte) / len(ytr)) for name in models}}


def place(scaling, Xtr, ytr, Xte):
    """The arguments of a model under a scaling fitted on the training rows."""
    Ztr, Zte = scaled(scaling, Xtr, Xtr, Xte)
    return Ztr, ytr, Zte


def entry(scores, test_to_train):
    """One model's entry of `table`."""
    moved = float(np.mean(scores.pop("moved")))
    return {**two_ways(scores, test_to_train), "moved": moved}


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


def pima(X, y, feature_names, n_splits=N_SPLITS_MODELS):
    """The models on this table. Keys: those of `table`, and first_component."""
    return {**table(X, y, n_splits), "first_component": first_component(X, feature_names)}


def wine(n_splits=N_SPLITS_MODELS):
    """The models on scikit-learn's wines. Keys: those of `table`, and first_component."""
    data = load_wine()
    return pima(data.data, data.target, data.feature_names, n_splits)


def settings():
    """What the tables were measured with: names of the models in order, and their constants."""
    return {"sensitive": list(SENSITIVE), "indifferent": list(INDIFFERENT), "k": K,
            "ridge": RIDGE, "lasso": LASSO, "steps": STEPS, "epochs": EPOCHS, "trees": TREES}
