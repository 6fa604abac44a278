"""Paired splits are what a hand-written loop finds, and the interval is its formula."""
import numpy as np
import pandas as pd
import pima
import pytest
from compare import RAW, corrected_interval, paired_splits
from library import knn_accuracy
from scalers import standardize_fit, standardize_transform
from scipy.stats import ttest_1samp
from sklearn.model_selection import StratifiedShuffleSplit, cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

X, Y, NAMES = pima.load_data()
WAYS = {"raw": RAW, "standard": (standardize_fit, standardize_transform)}


def test_each_way_is_measured_on_the_chapters_splits():
    found = paired_splits(X, Y, WAYS, 15, [0, 7])
    for at, seed in enumerate([0, 7]):
        Xtr, Xte, ytr, yte = pima.split(X, Y, seed)
        assert found["raw"][at] == knn_accuracy(Xtr, ytr, Xte, yte, 15)
        theirs = make_pipeline(StandardScaler(), KNeighborsClassifier(15)).fit(Xtr, ytr)
        assert found["standard"][at] == theirs.score(Xte, yte)


def test_it_equals_scikit_learns_cross_validation_on_the_same_split():
    splits = StratifiedShuffleSplit(1, test_size=0.25, random_state=3)
    model = make_pipeline(StandardScaler(), KNeighborsClassifier(5))
    theirs = cross_val_score(model, X, Y, cv=splits)
    assert paired_splits(X, Y, WAYS, 5, [3])["standard"] == theirs.tolist()


def test_one_way_twice_has_no_gain_whatever_the_order_and_the_table():
    frame = pd.DataFrame(X, columns=NAMES, index=range(1000, 1000 + len(X)))
    ways = {"first": WAYS["standard"], "raw": RAW, "again": WAYS["standard"]}
    found = paired_splits(frame, pd.Series(Y, frame.index), ways, 15, range(2))
    assert found["first"] == found["again"] == paired_splits(X, Y, WAYS, 15, range(2))["standard"]


def test_another_score_may_take_k_nns_place():
    found = paired_splits(X, Y, WAYS, 1, range(3), lambda Xtr, ytr, Xte, yte, k: yte.mean())
    assert found["raw"] == found["standard"] == pytest.approx([67 / 192] * 3)


GAINS = [0.01, 0.03, -0.02, 0.04]


@pytest.mark.parametrize("test_to_train", [0, 1 / 3])
def test_the_interval_is_the_formula(test_to_train):
    mean, variance = 0.06 / 4, (0.005**2 + 0.015**2 + 0.035**2 + 0.025**2) / 3
    half = 3.182446 * ((1 / 4 + test_to_train) * variance) ** 0.5  # t of 3 degrees, from a table
    assert corrected_interval(GAINS, test_to_train) == pytest.approx((mean - half, mean + half))


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_of_independent_values_it_is_students(level):
    gains = np.random.default_rng(1).normal(size=30)
    theirs = ttest_1samp(gains, 0).confidence_interval(level)
    assert corrected_interval(gains, 0, level) == pytest.approx(tuple(theirs))


def test_gains_that_are_all_the_same_leave_no_doubt():
    assert corrected_interval([0.5, 0.5, 0.5], 1 / 3) == (0.5, 0.5)
