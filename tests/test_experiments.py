"""The experiments: pure, seeded, and right on cases small enough to work out by hand."""

import json

import numpy as np
import pima
import pytest
from experiments import (accuracy, bends, descent, flips, knn, later, leak, loudest, model_by_model,
                         models, outlier, penalty, practice, split, spread, trees,
                         wine, zeros)
from experiments.table import measure
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier

DATA = pima.load_data()
X, Y, NAMES = DATA

# One run of each in a few splits, seeds or steps; the checkpoint runs them at full length.
SHORT = {
    "split": lambda: split.table(*DATA),
    "loudest": lambda: loudest.columns(X, Y),
    "outlier": lambda: outlier.one_value(X, Y),
    "leak.splits": lambda: leak.on_splits(X, Y, 2),
    "leak.wild": lambda: leak.wild_reading(X, Y, 2),
    "leak.few_rows": lambda: leak.few_rows(3, (20, 40)),
    "leak.outcome": lambda: leak.through_outcome(2),
    "scene": lambda: flips.scene(X, Y),
    "accuracy": lambda: accuracy.one_split(X, Y),
    "splits": lambda: accuracy.over_splits(X, Y, 2),
    "zeros": lambda: zeros.repaired(X, Y, 2),
    "wine": lambda: wine.wine(2),
    "models": lambda: model_by_model.pima(*DATA, n_splits=2),
    "descent": lambda: descent.steps_needed(X, Y, budget=2000),
    "penalty": lambda: penalty.other_units(X, Y),
    "trees": lambda: trees.to_the_bit(X, Y, 2),
    "pipeline": lambda: practice.pipeline(*DATA),
    "missing": lambda: practice.missing(X, Y, 2),
    "dummies": lambda: practice.dummies(X, Y, 2),
    "coefficients": lambda: practice.coefficients(X, Y),
    "insulin": lambda: bends.insulin(X, Y),
    "bends": lambda: bends.accuracy(X, Y, 2),
    "drift": lambda: later.drift(n_seeds=2),
    "people": lambda: later.people(n_seeds=2),
}


def leaves(results):
    """All plain values in nested dicts and lists."""
    if isinstance(results, dict | list):
        for part in results.values() if isinstance(results, dict) else results:
            yield from leaves(part)
    else:
        yield results


@pytest.mark.parametrize("name", SHORT)
def test_the_same_data_gives_the_same_plain_results_and_is_left_as_it_was(name):
    before = X.copy(), Y.copy()
    first = SHORT[name]()
    np.random.seed(7)  # no experiment may draw from the generator that all share
    assert SHORT[name]() == first
    assert np.array_equal(X, before[0]) and np.array_equal(Y, before[1])
    assert all(type(leaf) in (int, float, str, type(None)) for leaf in leaves(first))
    assert json.loads(json.dumps(first, allow_nan=False)) == first


def test_the_layout_in_memory_does_not_reach_the_results():
    turned = np.asfortranarray(X)
    assert measure("split", turned, Y, NAMES) == measure("split", X.copy(), Y, NAMES)


# k-NN

@pytest.mark.parametrize("scaling", knn.SCALINGS)
def test_calls_equal_scikit_learns(scaling):
    for seed in range(5):
        Xtr, Xte, ytr, _ = pima.split(X, Y, seed)
        Ztr, Zte = knn.scaled(scaling, Xtr, Xtr, Xte)
        for k in (1, 4, 15, 50):
            theirs = KNeighborsClassifier(k).fit(Ztr, ytr).predict(Zte)
            assert np.array_equal(knn.knn_predictions(Ztr, ytr, Zte, k), theirs)


def test_equal_distances_count_in_row_order_and_equal_votes_for_the_smaller_outcome():
    line = np.array([[1.0], [-1.0], [1.0], [-1.0]])
    outcomes = np.array([1, 1, 0, 0])
    assert knn.knn_predictions(line, outcomes, np.array([[0.0]]), 3) == [1]  # 1, 1, 0
    assert knn.knn_predictions(line, outcomes, np.array([[0.0]]), 4) == [0]  # 1, 1, 0, 0


def test_a_patient_is_no_neighbour_of_its_own():
    line = np.array([[0.0], [1.0], [10.0], [11.0]])
    assert flips.left_out_predictions(line, np.array([0, 1, 0, 1]), k=1).tolist() == [1, 0, 1, 0]


def test_every_change_of_the_neighbourhood_is_met():
    # From the query: b gains on a where 4 = w, c on a where 9 = 2 w; k = 1.
    squares = np.array([[0.0, 2.0], [4.0, 1.0], [9.0, 0.0]])
    assert flips.changes(squares, 1.0, 100.0, k=1) == [4.0, 5.0]
    assert flips.changes(squares, 1.0, 4.5, k=1) == [4.0]


def test_the_walk_meets_what_a_fine_grid_of_rulers_sees():
    squares = np.random.default_rng(0).random((60, 2)) * [50, 1]
    weights = np.linspace(1, 400, 40_000)
    distances = squares[:, 0] + weights[:, None] * squares[:, 1]
    sets = np.sort(np.argpartition(distances, 10, axis=1)[:, :10], axis=1)
    seen = weights[1:][(sets[1:] != sets[:-1]).any(axis=1)]
    met = flips.changes(squares, 1.0, 400.0, k=10)
    assert len(met) == len(seen) > 5
    assert np.allclose(met, seen, atol=0.01)


def test_flips_are_counted_to_right_and_to_wrong():
    # Raw, the loud first column makes every nearest neighbour one of the other outcome.
    table = np.array([[0.0, 0.0], [10.0, 0.0], [1.0, 1.0], [11.0, 1.0]])
    found = flips.flipped(table, np.array([0, 0, 1, 1]), k=1)
    assert (found["flips"], found["to_right"], found["to_wrong"]) == (4, 4, 0)
    found = flips.flipped(table, np.array([0, 1, 0, 1]), k=1)
    assert (found["flips"], found["to_right"], found["to_wrong"]) == (4, 0, 4)
    assert (found["right_raw"], found["right_standard"]) == (4, 0)


# Spread

def test_rounding_is_a_tie():
    found = spread.paired([0.1 + 0.2, 0.5, 0.2], [0.3, 0.4, 0.4])
    assert (found["won"], found["tied"], found["lost"]) == (1, 1, 1)
    assert found["mean"] == pytest.approx(-0.1 / 3)


# What a column knows

def test_area_under_the_curve_is_the_share_of_pairs_in_order():
    column, outcome = np.array([1.0, 2, 2, 3, 5]), np.array([0, 0, 1, 0, 1])
    pairs = [(a > b) + (a == b) / 2 for a in column[outcome == 1] for b in column[outcome == 0]]
    assert loudest.knows(column, outcome) == pytest.approx(np.mean(pairs))
    assert loudest.knows(-column, outcome) == pytest.approx(1 - np.mean(pairs))


def test_a_columns_share_is_that_of_the_mean_squared_difference_of_two_rows():
    rows = np.random.default_rng(2).normal(size=(50, 3)) * [1, 10, 0.1]
    squares = ((rows[:, None] - rows) ** 2).mean(axis=(0, 1))
    assert loudest.shares(rows) == pytest.approx(squares / squares.sum())


# Leaks

def test_the_best_columns_are_those_that_correlate_most_either_way():
    rng = np.random.default_rng(3)
    y = np.repeat([0, 1], 20)
    noise = rng.normal(size=(40, 6))
    noise[:, 4] += 5 * y
    noise[:, 1] -= 9 * y
    assert leak.best_columns(noise, y, 2).tolist() == [1, 4]


def test_heavy_tails_are_balanced_and_one_column_is_informative():
    rows, y = leak.heavy_tails(np.random.default_rng(0), 400)
    assert rows.shape == (400, 21) and y.mean() == 0.5
    assert rows[y == 1, 0].mean() - rows[y == 0, 0].mean() == pytest.approx(3, abs=0.3)
    assert np.log(rows[:, 1:]).std() == pytest.approx(2, rel=0.05) and (rows[:, 1:] > 0).all()


def test_says_one_is_what_scikit_learn_predicts():
    rows, y = leak.heavy_tails(np.random.default_rng(4), 60)
    model = LogisticRegression().fit(np.log(1 + np.abs(rows)), y)
    assert np.array_equal(leak.says_one(model, rows), model.predict(rows) == 1)


def test_a_zero_is_missing_only_where_it_cannot_be():
    marked = zeros.as_missing(X)
    hidden = np.isnan(marked)
    assert hidden.sum() == 5 + 35 + 227 + 374 + 11
    assert np.array_equal(hidden.sum(axis=0) > 0, [0, 1, 1, 1, 1, 1, 0, 0])
    assert np.array_equal(marked[~hidden], X[~hidden])


# One outlier

def test_a_quarter_moved_is_where_the_quartiles_give_way():
    found = outlier.breakdown(X, Y)
    fewer = [i for i, m in enumerate(found["moved"]) if m < found["quarter"]]
    assert max(found["moved"]) == found["quarter"] and len(fewer) == len(found["moved"]) - 1
    assert all(found["q3"][i] <= found["rest_max"][i] for i in fewer)
    assert found["q3"][-1] > found["rest_max"][-1]


# Gradient descent

def plain_steps(A, y, target):
    """The same descent as the textbook writes it, one step and one loss at a time."""
    step = 4 * len(y) / np.linalg.eigvalsh(A.T @ A)[-1]
    w, steps = np.zeros(A.shape[1]), 0
    while descent.loss(A, y, w) > target:
        w = w - step * A.T @ (1 / (1 + np.exp(-A @ w)) - y) / len(y)
        steps += 1
    return steps


@pytest.fixture(scope="module")
def sloped():
    """A matrix with ones, and outcomes that depend on it; descent takes some thousand steps."""
    rng = np.random.default_rng(5)
    A = descent.with_ones(rng.normal(size=(80, 2)) * [1, 30] + [0, 20])
    return A, (A @ [0.3, 1, 0.02] + rng.logistic(size=80) > 0).astype(int)


@pytest.mark.parametrize("tolerance", [1e-1, 1e-2, 1e-3])
def test_blocks_of_steps_count_as_single_steps_do(sloped, tolerance):
    target = descent.loss(*sloped, descent.minimize(*sloped)) + tolerance
    steps, w = descent.count_steps(*sloped, target, budget=50_000)
    assert steps == plain_steps(*sloped, target) > 0
    assert descent.loss(*sloped, w) <= target


def test_steps_beyond_the_budget_are_none(sloped):
    target = descent.loss(*sloped, descent.minimize(*sloped)) + 1e-3
    needed = plain_steps(*sloped, target)
    assert descent.count_steps(*sloped, target, budget=needed)[0] == needed
    assert descent.count_steps(*sloped, target, budget=needed - 1)[0] is None


def test_the_minimum_is_scikit_learns(sloped):
    A, y = sloped
    theirs = LogisticRegression(C=np.inf, tol=1e-12, max_iter=10_000).fit(A[:, 1:] / [1, 30], y)
    ours = descent.minimize(A, y)
    assert ours[1:] * [1, 30] == pytest.approx(theirs.coef_[0], rel=1e-4)


# Models

def test_the_descent_classifies_as_the_minimum_does_once_it_has_arrived(monkeypatch):
    rng = np.random.default_rng(6)
    rows = rng.normal(size=(120, 2))
    y = (rows @ [2, -1] + rng.logistic(size=120) > 0).astype(int)
    monkeypatch.setattr(models, "STEPS", 5000)
    least = LogisticRegression(C=np.inf, tol=1e-10).fit(rows, y)
    assert np.array_equal(models.descent(rows, y, rows), least.predict(rows))


def test_clusters_have_no_names():
    outcome = np.array([0, 0, 1, 1, 2])
    assert model_by_model.agreement((outcome + 1) % 3, outcome) == 1
    assert model_by_model.agreement(outcome * 0, outcome) == 0


def test_the_first_component_of_one_loud_column_is_that_column():
    rows = np.random.default_rng(7).normal(size=(200, 3)) * [1, 50, 2]
    found = model_by_model.first_component(rows, ["a", "b", "c"])
    assert found["name"] == "b" and found["weight"] > 0.99 > 0.5 > found["share_standard"]


def test_a_row_sits_on_a_threshold_only_where_it_equals_one():
    tree = trees.grow(np.array([[1.0], [2.0], [4.0]]), np.array([0, 1, 0]))
    on = [trees.on_threshold(tree, np.array([value])) for value in (1.5, 3.0, 1.4, 2.0)]
    assert on == [True, True, False, False]
