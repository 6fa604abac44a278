"""Model by model: who is helped by standardized columns, and who does not care."""

import numpy as np
from sklearn.datasets import load_wine
from sklearn.decomposition import PCA
from sklearn.metrics import adjusted_rand_score

from compare import paired_splits
from pima import split
from settings import K, N_SPLITS_MODELS, N_SPLITS_SLOW

from .models import EPOCHS, INDIFFERENT, LASSO, RIDGE, SENSITIVE, SLOW, STEPS, TREES
from .knn import scaled, share_right, ways
from .spread import ratio, two_ways


def agreement(clusters, y):
    """Adjusted Rand index: 1 where clusters are the outcomes, about 0 where drawn by lot."""
    return float(adjusted_rand_score(y, clusters))


def table(X, y, n_splits=N_SPLITS_MODELS, models=SENSITIVE | INDIFFERENT):
    """What does each model score on raw and on standardized columns?

    Share of the test rows predicted right; adjusted Rand index for k-means. The slow models get the
    first N_SPLITS_SLOW splits. Keys: n_splits, and one a model: raw, standard (summaries), gain (see
    spread.gain), moved (mean share of test rows whose prediction differs; for k-means 1 minus the
    adjusted Rand index of the two clusterings).
    """
    outcomes = [split(X, y, seed)[3] for seed in range(n_splits)]
    return {"n_splits": n_splits, **{
        name: entry(X, y, model, outcomes[:N_SPLITS_SLOW] if name in SLOW else outcomes,
                    agreement if name == "kmeans" else share_right)
        for name, model in models.items()}}


def entry(X, y, model, outcomes, measure):
    """One model's entry of `table`; outcomes: those of the test rows, one array a split."""
    predicted = paired_splits(X, y, ways(["raw", "standard"]), None, range(len(outcomes)),
                              lambda Ztr, ytr, Zte, yte, k: model(Ztr, ytr, Zte))
    scores = {way: list(map(measure, predicted[way], outcomes)) for way in predicted}
    alike = list(map(measure, predicted["raw"], predicted["standard"]))
    return {**two_ways(scores, ratio(X, y)), "moved": float(1 - np.mean(alike))}


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
    """What does each model score on this table? Keys: those of `table`, and first_component."""
    return {**table(X, y, n_splits), "first_component": first_component(X, feature_names)}


def wine(n_splits=N_SPLITS_MODELS):
    """What does each model score on the wines? Keys: those of `table`, and first_component."""
    data = load_wine()
    return pima(data.data, data.target, data.feature_names, n_splits)


def settings():
    """With which constants were the models measured? Their names in order, and the constants."""
    return {"sensitive": list(SENSITIVE), "indifferent": list(INDIFFERENT), "k": K,
            "ridge": RIDGE, "lasso": LASSO, "steps": STEPS, "epochs": EPOCHS, "trees": TREES}
