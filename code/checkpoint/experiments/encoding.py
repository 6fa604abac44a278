"""Are the encoders the library's, and does k-NN care how bands become numbers?"""

from functools import partial

import numpy as np
from sklearn.compose import ColumnTransformer
from sklearn.preprocessing import OneHotEncoder, OrdinalEncoder, StandardScaler

from compare import paired_splits
from encoding import one_hot_fit, one_hot_transform, ordinal_fit, ordinal_transform
from pima import split
from scalers import standardize_fit, standardize_transform
from settings import K, N_SPLITS_ASIDE

from .columns import COLUMNS
from .knn import knn_share
from .spread import gain, ratio, summary

PREGNANCIES, BMI, AGE = (COLUMNS.index(key) for key in ("pregnancies", "bmi", "age"))
# A band reaches from its cut point up to, not including, the next.
AGE_CUTS = (30, 40, 50)
AGE_BANDS = ("21-29", "30-39", "40-49", "50 and over")
BMI_CUTS = (18.5, 25, 30, 35, 40)
BMI_BANDS = ("under 18.5", "18.5-24.9", "25-29.9", "30-34.9", "35-39.9", "40 and over")
ORDER = [list(AGE_BANDS), list(BMI_BANDS)]


def bands(X):
    """Age and BMI of each row as bands, an (N, 2) array of text; None where no BMI was measured."""
    age = np.array(AGE_BANDS, dtype=object)[np.digitize(X[:, AGE], AGE_CUTS)]
    bmi = np.array(BMI_BANDS, dtype=object)[np.digitize(X[:, BMI], BMI_CUTS)]
    bmi[X[:, BMI] == 0] = None
    return np.column_stack([age, bmi])


def others(X):
    """The six columns that are not cut into bands."""
    return np.delete(X, [AGE, BMI], axis=1)


def table(X, y):
    """How many records does each band hold? Keys: age, bmi (lists in order), missing_bmi."""
    codes = ordinal_transform(bands(X), ordinal_fit(bands(X), ORDER)).astype(int)
    bmi = np.bincount(codes[:, 1]).tolist()
    return {"age": np.bincount(codes[:, 0]).tolist(), "bmi": bmi[:len(BMI_BANDS)],
            "missing_bmi": bmi[len(BMI_BANDS)]}


def beside_the_others(columns, fit, transform):
    """(fit, transform) of whole tables: the six others standardized, these columns in their way."""
    def fit_both(X):
        return standardize_fit(others(X)), fit(columns(X))

    def transform_both(X, stats):
        return np.hstack([standardize_transform(others(X), stats[0]),
                          transform(columns(X), stats[1])])

    return fit_both, transform_both


as_zeros = partial(one_hot_transform, unknown="zeros")
in_order = partial(ordinal_fit, order=ORDER)
WAYS = {"one_hot": beside_the_others(bands, one_hot_fit, as_zeros),
        "codes": beside_the_others(bands, in_order, ordinal_transform),
        "numeric": beside_the_others(lambda X: X[:, [AGE, BMI]], standardize_fit,
                                     standardize_transform)}


def parity(X, y):
    """How far, at most, are our codes from scikit-learn's, on the test rows of the fixed split?

    Keys: one_hot, ordinal, together (six standardized columns and two one-hot bands, against a
    ColumnTransformer), columns (of that table), largest.
    """
    Xtr, Xte, _, _ = split(X, y)
    Btr, Bte = bands(Xtr), bands(Xte)
    one_hot = OneHotEncoder(sparse_output=False)
    order = [list(AGE_BANDS), [*BMI_BANDS, None]]
    library = ColumnTransformer([("numbers", StandardScaler(), slice(0, 6)),
                                 ("bands", one_hot, slice(6, 8))])
    library.fit(np.column_stack([others(Xtr), Btr]))
    fit, transform = WAYS["one_hot"]
    together = transform(Xte, fit(Xtr))
    pairs = {"one_hot": (as_zeros(Bte, one_hot_fit(Btr)), one_hot.fit(Btr).transform(Bte)),
             "ordinal": (ordinal_transform(Bte, in_order(Btr)),
                         OrdinalEncoder(categories=order).fit(Btr).transform(Bte)),
             "together": (together, library.transform(np.column_stack([others(Xte), Bte])))}
    found = {name: float(np.abs(ours - np.asarray(theirs, dtype=float)).max())
             for name, (ours, theirs) in pairs.items()}
    return found | {"columns": together.shape[1], "largest": max(found.values())}


def knn_on_bands(X, y):
    """Does k-NN do better with bands one-hot, as codes, or left numeric?

    The other six columns are standardized each time; numeric means age and BMI standardized too,
    codes are 0, 1, ... as they are. Keys: k, n_splits, one_hot, codes, numeric (summary of the
    accuracies), one_hot_gain and codes_gain (over numeric: see spread.gain), one_hot_codes (one-hot
    over codes).
    """
    accuracy = paired_splits(X, y, WAYS, K, range(N_SPLITS_ASIDE), knn_share)
    compared = {"one_hot_gain": ("one_hot", "numeric"), "codes_gain": ("codes", "numeric"),
                "one_hot_codes": ("one_hot", "codes")}
    return {"k": K, "n_splits": N_SPLITS_ASIDE, **{way: summary(a) for way, a in accuracy.items()},
            **{name: gain(accuracy[a], accuracy[b], ratio(X, y))
               for name, (a, b) in compared.items()}}


def unseen(X, y):
    """How often do test rows hold a category that the training rows lack?

    Pregnancies, taken as categories. Keys: n_splits, categories, once (that one record only has),
    splits (with an unseen one), share.
    """
    values, counts = np.unique(X[:, PREGNANCIES], return_counts=True)
    found = 0
    for seed in range(N_SPLITS_ASIDE):
        Xtr, Xte, _, _ = split(X, y, seed)
        known = one_hot_fit(Xtr[:, [PREGNANCIES]])
        Z = one_hot_transform(Xte[:, [PREGNANCIES]], known, unknown="column")
        found += bool(Z[:, -1].any())
    return {"n_splits": N_SPLITS_ASIDE, "categories": len(values), "once": int((counts == 1).sum()),
            "splits": found, "share": found / N_SPLITS_ASIDE}


def run(X, y, names):
    """All results of this topic."""
    return {"table": table(X, y), "parity": parity(X, y), "knn": knn_on_bands(X, y),
            "unseen": unseen(X, y)}
