"""Categories: are the encoders the library's, and does k-NN care how bands become numbers?"""

import numpy as np
from sklearn.compose import ColumnTransformer
from sklearn.preprocessing import OneHotEncoder, OrdinalEncoder, StandardScaler

from encoding import one_hot_fit, one_hot_transform, ordinal_fit, ordinal_transform
from pima import split
from scalers import scale_train_test, standardize_fit, standardize_transform

from .columns import COLUMNS
from .rulers import K, N_SPLITS, knn_calls, share_right
from .spread import gain, summary

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
    together = np.hstack([numbers(Xtr, Xte)[1], as_one_hot(Btr, Bte)[1]])
    pairs = {"one_hot": (as_one_hot(Btr, Bte)[1], one_hot.fit(Btr).transform(Bte)),
             "ordinal": (as_codes(Btr, Bte)[1],
                         OrdinalEncoder(categories=order).fit(Btr).transform(Bte)),
             "together": (together, library.transform(np.column_stack([others(Xte), Bte])))}
    found = {name: float(np.abs(ours - np.asarray(theirs, dtype=float)).max())
             for name, (ours, theirs) in pairs.items()}
    return found | {"columns": together.shape[1], "largest": max(found.values())}


def numbers(Xtr, Xte):
    """The six other columns standardized, fitted on the training rows."""
    return scale_train_test(others(Xtr), others(Xte), standardize_fit, standardize_transform)[:2]


def as_one_hot(Btr, Bte):
    """The bands one-hot; a band that the training rows lack is all zeros."""
    return scale_train_test(Btr, Bte, one_hot_fit,
                            lambda B, stats: one_hot_transform(B, stats, unknown="zeros"))[:2]


def as_codes(Btr, Bte):
    """The bands as whole numbers in their order, missing last."""
    return scale_train_test(Btr, Bte, lambda B: ordinal_fit(B, ORDER), ordinal_transform)[:2]


def knn_on_bands(X, y):
    """Does k-NN (k = 15, 200 splits) do better with bands one-hot, as codes, or left numeric?

    The other six columns are standardized each time; numeric means age and BMI standardized too,
    codes are 0, 1, ... as they are. Keys: k, n_splits, one_hot, codes, numeric (summary of the
    accuracies), one_hot_gain and codes_gain (paired with numeric; low and high of the corrected
    95 % interval), one_hot_codes (one-hot minus codes, likewise).
    """
    accuracy = {"one_hot": [], "codes": [], "numeric": []}
    for seed in range(N_SPLITS):
        Xtr, Xte, ytr, yte = split(X, y, seed)
        six, Btr, Bte = numbers(Xtr, Xte), bands(Xtr), bands(Xte)
        two = {"one_hot": as_one_hot(Btr, Bte), "codes": as_codes(Btr, Bte),
               "numeric": scale_train_test(Xtr[:, [AGE, BMI]], Xte[:, [AGE, BMI]],
                                           standardize_fit, standardize_transform)[:2]}
        for way in accuracy:
            Ztr, Zte = (np.hstack(pair) for pair in zip(six, two[way]))
            accuracy[way].append(share_right(knn_calls(Ztr, ytr, Zte), yte))
    compared = {"one_hot_gain": ("one_hot", "numeric"), "codes_gain": ("codes", "numeric"),
                "one_hot_codes": ("one_hot", "codes")}
    return {"k": K, "n_splits": N_SPLITS, **{way: summary(a) for way, a in accuracy.items()},
            **{name: gain(accuracy[a], accuracy[b], len(yte) / len(ytr))
               for name, (a, b) in compared.items()}}


def unseen(X, y):
    """How often do test rows hold a category that the training rows lack? 200 splits.

    Pregnancies, taken as categories. Keys: n_splits, categories, once (that one record only has),
    splits (with an unseen one), share.
    """
    values, counts = np.unique(X[:, PREGNANCIES], return_counts=True)
    found = 0
    for seed in range(N_SPLITS):
        Xtr, Xte, _, _ = split(X, y, seed)
        known = one_hot_fit(Xtr[:, [PREGNANCIES]])
        Z = one_hot_transform(Xte[:, [PREGNANCIES]], known, unknown="column")
        found += bool(Z[:, -1].any())
    return {"n_splits": N_SPLITS, "categories": len(values), "once": int((counts == 1).sum()),
            "splits": found, "share": found / N_SPLITS}


def run(X, y, names):
    """All results of this topic."""
    return {"table": table(X, y), "parity": parity(X, y), "knn": knn_on_bands(X, y),
            "unseen": unseen(X, y)}
