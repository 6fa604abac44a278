"""k-NN under each scaler over many splits of one table: scores, gains with intervals, the leak."""
import numpy as np
import pandas as pd
from scipy.stats import t
from sklearn.model_selection import GroupShuffleSplit, train_test_split
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

from compare import RAW, corrected_interval, paired_splits
from library import knn_accuracy
from own_table.placeholders import suspects, unit_of
from own_table.reading import TableError
from scalers import (minmax_fit, minmax_transform, robust_fit, robust_transform, standardize_fit,
                     standardize_transform)

SCALERS = {"minmax": (minmax_fit, minmax_transform),
           "standard": (standardize_fit, standardize_transform),
           "robust": (robust_fit, robust_transform)}
MANY_ROWS = 2_000  # above it fewer splits, and distances by matrix products
SPLITS, SPLITS_OF_MANY = 200, 50  # beyond 50 an interval gets 2 % narrower at most
MOST_ROWS = 10_000  # above it a sample
FAR_OFF = 1_000  # standard deviations


def measure(table, k=15, splits=None, progress=iter):
    """All numbers about the table, in nested dicts of plain numbers and texts.

    splits: how many, instead of SPLITS or SPLITS_OF_MANY. progress wraps the range of seeds, as
    tqdm does. Raises a TableError where the table has too few rows for k.
    """
    rows = sample(table)
    X, y = matrix(table)[rows], table.y[rows]
    groups = None if table.groups is None else table.groups[rows]
    d, many = table.numbers.shape[1], len(y) > MANY_ROWS
    splits = splits or (SPLITS_OF_MANY if many else SPLITS)
    split = way_to_split(table.classes is not None, groups)
    sizes = [len(y) - len(split(y, y, seed)[1]) for seed in range(splits)]  # training rows
    if k > min(sizes):
        raise TableError(f"k = {k} neighbours of {min(sizes)} training rows: choose a smaller --k, "
                         "or bring more rows")
    ways = {name: on_numbers(*way, d) for name, way in (("raw", RAW), *SCALERS.items())}
    leaky = {f"leaky {name}": on_numbers(*way, d, X) for name, way in SCALERS.items()}
    scores = paired_splits(X, y, ways | leaky, k, progress(range(splits)),
                           way_to_score(table.classes is not None, many), split)
    n_train = float(np.mean(sizes))
    ratio = (len(y) - n_train) / n_train
    n_groups = None if groups is None else len(set(groups))
    return {"outcome": table.outcome, "classes": class_counts(table),
            "rows": len(table.y), "rows_measured": len(y), "groups": n_groups,
            "k": k, "splits": splits, "n_train": n_train, "n_test": len(y) - n_train,
            "columns": about_columns(table, ways), "left_out": table.left_out, "notes": table.notes,
            "baseline": baseline(table.classes, y),
            "scores": {name: {"mean": float(np.mean(scores[name])), "values": scores[name]}
                       for name in ways},
            "gains": {name: gain(scores[name], scores["raw"], ratio, n_groups) for name in SCALERS},
            "leak": {name: gain(scores[f"leaky {name}"], scores[name], ratio, n_groups)
                     for name in SCALERS}}


# ---- The table as one matrix -----------------------------------------------------------------

def matrix(table):
    """The columns of numbers, then one column of 0 and 1 for each category: (N, d + categories).

    Categories are listed from all rows: one that the training rows lack adds the same to each
    distance of a test row, and so changes no neighbour. A column far from 0 for its spread is moved
    there: that changes no distance, and the library's products of large numbers keep their digits.
    """
    numbers = table.numbers.to_numpy(float)
    mean, std = np.nanmean(numbers, axis=0), np.nanstd(numbers, axis=0)
    numbers = numbers - np.where(np.abs(mean) > FAR_OFF * std, np.round(mean), 0)
    if table.categories.empty:
        return numbers
    return np.hstack([numbers, pd.get_dummies(table.categories, dtype=float).to_numpy()])


def sample(table):
    """The numbers of the rows to measure: all, or MOST_ROWS with their share of each class.

    Whole groups in a random order, where there are groups.
    """
    n = len(table.y)
    if n <= MOST_ROWS:
        return np.arange(n)
    if table.groups is not None:
        turn = np.random.default_rng(0).permutation(table.groups.max() + 1)[table.groups]
        within = np.cumsum(np.bincount(turn)) <= MOST_ROWS
        return np.flatnonzero(within[turn])
    stratify = None if table.classes is None else table.y
    return np.sort(train_test_split(np.arange(n), train_size=MOST_ROWS, stratify=stratify,
                                    random_state=0)[0])


def on_numbers(fit, transform, d, leak=None):
    """(fit, transform) of a whole matrix by those of its first d columns, the numbers.

    Fitted on the values that are there; then a missing one becomes its column's training median.
    leak: the rows on which the scaler is fitted instead of the training rows.
    """
    def fit_all(X):
        numbers, fill = X[:, :d], np.zeros(d)
        for j in np.flatnonzero(np.isnan(numbers).any(axis=0)):
            there = numbers[~np.isnan(numbers[:, j]), j]
            fill[j] = np.median(there) if len(there) else 0
        return fit(numbers if leak is None else leak[:, :d]), fill

    def transform_all(X, stats):
        scaler, fill = stats
        Z = transform(np.where(np.isnan(X[:, :d]), fill, X[:, :d]), scaler)
        Z[np.isnan(Z)] = 0  # a column without any value in the training rows
        return np.hstack([Z, X[:, d:]])

    return fit_all, transform_all


# ---- The splits and the scores -----------------------------------------------------------------

def way_to_split(classes, groups):
    """A function (X, y, seed) -> (Xtr, Xte, ytr, yte), a quarter for test.

    Stratified where the outcome has classes; where there are groups, a quarter of the groups.
    """
    def split(X, y, seed):
        if groups is None:
            return train_test_split(X, y, test_size=0.25, stratify=y if classes else None,
                                    random_state=seed)
        (train, test), = GroupShuffleSplit(1, test_size=0.25, random_state=seed).split(X, y, groups)
        return X[train], X[test], y[train], y[test]

    return split


def way_to_score(classes, many):
    """A function (Ztr, ytr, Zte, yte, k) -> accuracy, or R2 where the outcome is a number.

    For many rows the same neighbours are found by matrix products, which is faster.
    """
    if classes and not many:
        return knn_accuracy
    model = KNeighborsClassifier if classes else KNeighborsRegressor

    def score(Ztr, ytr, Zte, yte, k):
        knn = model(n_neighbors=k, algorithm="brute" if many else "auto")
        return knn.fit(Ztr, ytr).score(Zte, yte)

    return score


def gain(values, others, test_to_train, n_groups=None):
    """Values minus others on the same splits: mean, low, high, won, tied, lost, values.

    low and high are the corrected 95 % interval. With groups the groups are what is independent:
    n_test / n_train is at least theirs, and Student's t has one degree of freedom less than groups.
    """
    gains = np.asarray(values) - np.asarray(others)
    gains[np.abs(gains) < 1e-12] = 0  # shares that agree can still differ in the last bit
    mean = float(gains.mean())
    if n_groups is None:
        low, high = corrected_interval(gains, test_to_train)
    else:
        test_groups = -(-n_groups // 4)
        low, high = corrected_interval(gains, max(test_to_train,
                                                  test_groups / (n_groups - test_groups)))
        wider = max(t.ppf(0.975, n_groups - 1) / t.ppf(0.975, len(gains) - 1), 1)
        low, high = mean - wider * (mean - low), mean + wider * (high - mean)
    return {"mean": mean, "low": low, "high": high, "won": int((gains > 0).sum()),
            "tied": int((gains == 0).sum()), "lost": int((gains < 0).sum()),
            "values": gains.tolist()}


def baseline(classes, y):
    """What a guess without looking scores: the commonest class's share, or R2 0 of the mean."""
    return 0.0 if classes is None else float(np.bincount(y).max() / len(y))


def class_counts(table):
    """Class -> its number of rows, or None where the outcome is a number."""
    if table.classes is None:
        return None
    return dict(zip(table.classes, np.bincount(table.y).tolist()))


# ---- The columns ---------------------------------------------------------------------------------

def about_columns(table, ways):
    """Column -> kind, unit, missing, min, median, max, suspects, and share of the distance.

    A share is that of the mean squared distance between two rows, which is that of the variance,
    raw and standardized, over all rows; the columns of one category count together.
    """
    shares = {key: shares_of_distance(table, ways[key]) for key in ("raw", "standard")}
    about = {}
    for place, name in enumerate([*table.numbers, *table.categories]):
        about[name] = {f"share_{key}": share[place] for key, share in shares.items()}
        if name in table.numbers:
            values = table.numbers[name].to_numpy()
            about[name] |= {"kind": "number", "unit": unit_of(name),
                            "missing": int(np.isnan(values).sum()), "min": float(np.nanmin(values)),
                            "median": float(np.nanmedian(values)), "max": float(np.nanmax(values)),
                            "suspects": suspects(values)}
        else:
            texts = table.categories[name]
            about[name] |= {"kind": "category", "categories": sorted(texts.unique()),
                            "missing": int((texts == "(missing)").sum())}
    return about


def shares_of_distance(table, way):
    """Each column's share of the mean squared distance between two rows: a list."""
    fit, transform = way
    X = matrix(table)
    variance = transform(X, fit(X)).var(axis=0)
    d = table.numbers.shape[1]
    sizes = [table.categories[name].nunique() for name in table.categories]
    ends = np.cumsum([d, *sizes])
    together = [*variance[:d], *(variance[a:b].sum() for a, b in zip(ends, ends[1:]))]
    return (np.array(together) / np.sum(together)).tolist()
