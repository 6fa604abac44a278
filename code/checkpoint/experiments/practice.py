"""From a table to a model in use: the pipeline, its gaps, its words, its coefficients."""

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import RepeatedStratifiedKFold, cross_val_score
from sklearn.neighbors import KNeighborsClassifier

from compare import paired_splits
from encoding import one_hot_fit, one_hot_transform
from pima import split
from pipeline import named_pipeline
from scalers import standardize_fit, standardize_transform
from settings import K, N_SPLITS_ASIDE

from .columns import COLUMNS, GLUCOSE, HIDDEN_AT
from .encoding import AGE, AGE_BANDS, AGE_CUTS, BMI, bands, beside_the_others, as_zeros
from .knn import knn_share
from .spread import gain, ratio, summary
from .zeros import as_missing, fill, fitted_first

N_FOLDS, N_REPEATS = 5, 4


def compared(accuracy, base, X, y):
    """The summary of each way, and under gain that of each other way over the base."""
    return {**{way: summary(values) for way, values in accuracy.items()},
            "gain": {way: gain(values, accuracy[base], ratio(X, y))
                     for way, values in accuracy.items() if way != base}}


def named_table(X, names):
    """The table as a data frame, zeros that cannot be missing, age a band."""
    table = pd.DataFrame(as_missing(X), columns=names).drop(columns=names[AGE])
    return table.assign(AgeBand=np.array(AGE_BANDS)[np.digitize(X[:, AGE], AGE_CUTS)])


def pipeline(X, y, names):
    """Is the pipeline the chapter's own functions, and how often is it right?

    Five folds drawn four times. Keys: largest (difference of the columns it makes, test rows of the
    fixed split), columns (their number), n_folds, n_repeats, folds (summary of the accuracies).
    """
    table = named_table(X, names)
    numbers, words = list(table.columns[:-1]), ["AgeBand"]
    Xtr, Xte, ytr, _ = split(table, y)
    model = named_pipeline(numbers, words, KNeighborsClassifier(K)).fit(Xtr, ytr)
    theirs = model[0].transform(Xte)
    stats = standardize_fit(Xtr[numbers])
    Ztr, Zte = (standardize_transform(part[numbers], stats) for part in (Xtr, Xte))
    ours = np.hstack([fill(np.nanmedian(Ztr, axis=0), Zte),
                      one_hot_transform(Xte[words], one_hot_fit(Xtr[words]), unknown="zeros")])
    folds = RepeatedStratifiedKFold(n_splits=N_FOLDS, n_repeats=N_REPEATS, random_state=0)
    return {"largest": float(np.abs(ours - theirs).max()), "columns": theirs.shape[1],
            "n_folds": N_FOLDS, "n_repeats": N_REPEATS,
            "folds": summary(cross_val_score(model, table, y, cv=folds))}


def with_flags(fit, transform, scale_flags=False):
    """The same with one column of 0 and 1 more for each column with gaps: 1 where one is."""
    def flags(X):
        return np.isnan(X[:, HIDDEN_AT]).astype(float)

    def fit_both(X):
        return fit(X), standardize_fit(flags(X))

    def transform_both(X, stats):
        beside = standardize_transform(flags(X), stats[1]) if scale_flags else flags(X)
        return np.hstack([transform(X, stats[0]), beside])

    return fit_both, transform_both


def missing(X, y, n_splits=N_SPLITS_ASIDE):
    """What do gaps ask for: to be left as zeros, filled after the fit, flagged besides?

    Standardized, k-NN. Keys: n_splits, filled, zeros, flagged, flagged_scaled (the flags standardized too),
    one summary each, and gain (over filled).
    """
    filled = fitted_first(standardize_fit, standardize_transform)
    zeros = (lambda X: standardize_fit(np.nan_to_num(X)),
             lambda X, stats: standardize_transform(np.nan_to_num(X), stats))
    ways = {"filled": filled, "zeros": zeros, "flagged": with_flags(*filled),
            "flagged_scaled": with_flags(*filled, scale_flags=True)}
    accuracy = paired_splits(as_missing(X), y, ways, K, range(n_splits), knn_share)
    return {"n_splits": n_splits, **compared(accuracy, "filled", X, y)}


def dummies(X, y, n_splits=N_SPLITS_ASIDE):
    """Should the columns of a one-hot band be standardized too?

    Age and BMI in bands beside six standardized numbers, k-NN. Keys: n_splits, as_they_are and
    standardized (summaries), gain (of standardized); share (of the mean squared distance that the
    bands supply, on the training rows of the fixed split), as_they_are and standardized; weight
    (1 / variance) that standardizing gives to a band's column, smallest and largest.
    """
    def fit_scaled(rows):
        known = one_hot_fit(rows)
        return known, standardize_fit(one_hot_transform(rows, known))

    def scaled_dummies(rows, stats):
        return standardize_transform(as_zeros(rows, stats[0]), stats[1])

    ways = {"as_they_are": beside_the_others(bands, one_hot_fit, as_zeros),
            "standardized": beside_the_others(bands, fit_scaled, scaled_dummies)}
    found = compared(paired_splits(X, y, ways, K, range(n_splits), knn_share), "as_they_are", X, y)
    Xtr, share = split(X, y)[0], {}
    for way, (fit, transform) in ways.items():
        variance = transform(Xtr, fit(Xtr)).var(axis=0)
        share[way] = float(variance[len(COLUMNS) - 2:].sum() / variance.sum())
    weight = 1 / as_zeros(bands(Xtr), one_hot_fit(bands(Xtr))).var(axis=0)
    return {"n_splits": n_splits, **found, "gain": found["gain"]["standardized"], "share": share,
            "weight": {"smallest": float(weight.min()), "largest": float(weight.max())}}


def coefficients(X, y):
    """What does a coefficient say raw, per standard deviation, and beside an interaction?

    Logistic regression without a penalty on glucose and BMI (alone, and with their product), rows
    where both were measured. Keys: rows; alone, product_raw, product_centred, each glucose, bmi
    (and product), in log-odds a unit; largest (difference of the two products' probabilities);
    bmi_mean; sd (of glucose) and per_sd (the slope of alone times that), in all rows and under 30.
    """
    rows = (X[:, [GLUCOSE, BMI]] > 0).all(axis=1)
    two, outcome, young = X[rows][:, [GLUCOSE, BMI]], y[rows], X[rows, AGE] < AGE_CUTS[0]
    found, said = {}, {}
    for way, columns in (("alone", two), ("product_raw", two),
                         ("product_centred", two - two.mean(axis=0))):
        if way != "alone":
            columns = np.column_stack([columns, columns.prod(axis=1)])
        # Fitted on standardized columns, where the descent is exact; then told per unit.
        stats = standardize_fit(columns)
        model = LogisticRegression(C=np.inf, solver="newton-cholesky", tol=1e-10)
        Z = standardize_transform(columns, stats)
        slopes = model.fit(Z, outcome).coef_[0] / stats["std"]
        found[way] = dict(zip(("glucose", "bmi", "product"), map(float, slopes)))
        said[way] = model.predict_proba(Z)[:, 1]
    sd = {"all": float(two[:, 0].std()), "young": float(two[young, 0].std())}
    return {"rows": len(two), **found, "bmi_mean": float(two[:, 1].mean()),
            "largest": float(np.abs(said["product_raw"] - said["product_centred"]).max()),
            "sd": sd, "per_sd": {who: found["alone"]["glucose"] * s for who, s in sd.items()}}
