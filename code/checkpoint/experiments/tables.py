"""One model, other tables: what scaling brings to k-NN there, and why it harms on two of them."""

import numpy as np
from sklearn.datasets import load_breast_cancer, load_digits, load_iris

from compare import paired_splits
from settings import N_SPLITS, N_SPLITS_ASIDE, SCALINGS

from .accuracy import over_splits
from .loudest import shares
from .knn import knn_share, scaled, ways
from .spread import gain, ratio

RARE = 0.25  # a pixel is rare if fewer than this share of the images have ink in it
SEPAL_WIDTH = 1


def table(X, y, n_splits=N_SPLITS):
    """What does the same step bring to the same model on another table? k-NN, seeds 0 and up.

    Keys: rows, features, and what accuracy.over_splits gives: the scores of raw and of each scaler,
    and each scaler's gain over raw.
    """
    found = over_splits(X, y, n_splits)
    for gains in found["gains"].values():
        gains.pop("values")  # no page shows single splits of these tables
    return {"rows": len(X), "features": X.shape[1], **found}


def cancer():
    """What does scaling bring to k-NN on breast cancers, thirty columns in several units?"""
    return table(*load_breast_cancer(return_X_y=True))


def iris():
    """What does scaling bring on iris, four lengths in centimetres, and why does robust harm?

    Keys: those of `table`, sepal_width (its share of the squared distance over all rows, raw and
    under each scaler), widths (each column's interquartile range in standard deviations, in their order).
    """
    X, y = load_iris(return_X_y=True)
    q1, q3 = np.percentile(X, [25, 75], axis=0)
    return {**table(X, y), "widths": ((q3 - q1) / X.std(axis=0)).tolist(),
            "sepal_width": {scaling: float(shares(scaled(scaling, X, X)[0])[SEPAL_WIDTH])
                            for scaling in SCALINGS}}


def digits(n_splits=N_SPLITS_ASIDE):
    """What does scaling bring on the digits, 64 greys of one scanner?"""
    return table(*load_digits(return_X_y=True), n_splits)


def rare_pixels(n_splits=N_SPLITS_ASIDE):
    """Do the pixels that are blank in most images explain why scaling harms on the digits?

    All images. Keys: pixels, vary (pixels that are not the same in all images), rare (of those, how
    many have ink in under a quarter of the images: their interquartile range is 0), share (of the
    squared distance, raw and under each scaler), without (the table without them).
    """
    X, y = load_digits(return_X_y=True)
    varies = X.std(axis=0) > 0
    rare = varies & ((X > 0).mean(axis=0) < RARE)
    return {"pixels": X.shape[1], "vary": int(varies.sum()), "rare": int(rare.sum()),
            "share": {scaling: float(shares(scaled(scaling, X, X)[0])[rare].sum())
                      for scaling in SCALINGS},
            "without": table(X[:, varies & ~rare], y, n_splits)}


def blocks(n_splits=N_SPLITS_ASIDE):
    """Is a ratio of spreads information where columns share a unit?

    Breast cancer, cut by unit. Keys: lengths (radius and perimeter), areas, bare (columns that have
    no unit), and for comparison mixed (those and texture, in grey levels), each a table's entry.
    """
    data = load_breast_cancer()
    kinds = np.array([kind_of(name) for name in data.feature_names])
    cuts = {"lengths": ["lengths"], "areas": ["areas"], "bare": ["bare"], "mixed": ["bare", "grey"]}
    return {name: table(data.data[:, np.isin(kinds, cut)], data.target, n_splits)
            for name, cut in cuts.items()}


def kind_of(name):
    """The block that a column of the breast cancer table belongs to."""
    quantity = name.replace("mean ", "").replace("worst ", "").replace(" error", "")
    return {"radius": "lengths", "perimeter": "lengths", "area": "areas",
            "texture": "grey"}.get(quantity, "bare")


def by_k(X, y, ks=(3, 5, 31), n_splits=N_SPLITS):
    """Does the gain of standardizing on this table depend on k?

    Keys: one a k, each the gain over raw.
    """
    found = {k: paired_splits(X, y, ways(["raw", "standard"]), k, range(n_splits), knn_share)
             for k in ks}
    return {str(k): gain(found[k]["standard"], found[k]["raw"], ratio(X, y)) for k in ks}
