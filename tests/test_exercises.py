"""The exercises: each solution that is code is run as it stands on the page, beside a reference."""

import contextlib
import io
import re
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.compose import TransformedTargetRegressor, make_column_transformer
from sklearn.datasets import load_diabetes
from sklearn.linear_model import Lasso, Ridge
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import (MaxAbsScaler, MinMaxScaler, OneHotEncoder, RobustScaler,
                                   StandardScaler)

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "code" / name) for name in ("", "check", "checkpoint")]
import pima
import report as checker
import scalers
from experiments import exercises, flips
from experiments.columns import INSULIN
from experiments.knn import knn_predictions, scaled
from experiments.zeros import as_missing, fill
from process import Worker
from results import fill_in, read_results
from settings import K

PAGE = fill_in((ROOT / "book" / "exercises.md").read_text(encoding="utf-8"), read_results())
EXERCISES = dict(re.findall(r"^### (\d+)\. (.*?)(?=^### |^\([\w-]+\)=$|\Z)", PAGE, re.M | re.S))
X, y, NAMES = pima.load_data()
Xtr, Xte, ytr, yte = pima.split(X, y)


def fold(number, title):
    """The text behind the fold of that title in an exercise."""
    found = re.findall(rf"^:::\{{dropdown\}} {title}\n(.*?)^:::$", EXERCISES[str(number)],
                       re.M | re.S)
    assert len(found) == 1, f"exercise {number} has {len(found)} folds '{title}'"
    return found[0]


def blocks(text):
    """The blocks of Python in a text."""
    return re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)


def solution(number):
    """What the code of a solution defines, run alone as a reader would."""
    code = "\n".join(blocks(fold(number, "Solution")))
    assert code, f"exercise {number} has no code"
    return run(code)


def run(code, **given):
    """The names that a piece of code leaves behind; what it prints is under "printed"."""
    names, printed = dict(given), io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "exercise", "exec"), names)
    return names | {"printed": printed.getvalue()}


def test_each_exercise_has_a_hint_and_a_solution():
    assert list(EXERCISES) == [str(n) for n in range(1, len(EXERCISES) + 1)]
    for number in EXERCISES:
        assert fold(number, "Hint").strip() and fold(number, "Solution").strip()


def test_every_block_of_python_on_the_page_is_tested_here():
    tested = {1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14}
    assert {int(n) for n, text in EXERCISES.items() if blocks(text)} == tested


def test_the_report_on_the_page_is_what_the_checker_prints(tmp_path):
    section = PAGE.split("Suppose that you wrote this:")[1].split("(warm-up)=")[0]
    path = tmp_path / "my_scalers.py"
    path.write_text(blocks(section)[0], encoding="utf-8")
    with Worker() as worker:
        result = checker.examine(path, checker.Exam(["minmax"]), worker)
    shown = re.search(r"^```text\n(.*?)^```$", section, re.M | re.S)[1]
    assert "\n".join(checker.lines(result)) + "\n" == shown


def test_1_five_numbers_by_hand():
    found, text = solution(1), fold(1, "Solution")
    column = found["x"][:, None]
    for name, scaler in (("minmax", MinMaxScaler()), ("standard", StandardScaler()),
                         ("robust", RobustScaler())):
        assert np.allclose(found[name], scaler.fit_transform(column)[:, 0], atol=1e-12)
    assert np.allclose(found["minmax"], [0, 1 / 6, 1 / 6, 1 / 3, 1])
    assert ", ".join(f"{z:.3f}" if z else "0" for z in found["standard"]) in text
    assert ", ".join(f"{z:.0f}" for z in found["robust"]) in text
    assert round(found["x"].std(), 3) == 4.195

    wild = np.array([2.0, 4, 4, 6, 1400])
    others = MinMaxScaler().fit_transform(wild[:, None])[:4]
    assert others.max() < 0.003 and wild.max() - wild.min() == 1398
    others = StandardScaler().fit_transform(wild[:, None])[:4]
    assert np.ptp(others) < 0.008 and np.allclose(others, -0.5, atol=0.004)
    assert np.isclose(wild.mean(), 283.2)
    after = RobustScaler().fit_transform(wild[:, None])[:, 0]
    assert np.array_equal(after[:4], found["robust"][:4]) and after[4] == 698


def test_2_minus_one_to_one_is_scikit_learns_and_a_constant_column_goes_to_the_middle():
    to = solution(2)["minus_one_to_one"]
    stats, theirs = scalers.minmax_fit(Xtr), MinMaxScaler(feature_range=(-1, 1)).fit(Xtr)
    for part in (Xtr, Xte):
        assert np.abs(to(part, stats) - theirs.transform(part)).max() < 1e-9
    for constant in (np.full((3, 1), 5.0), np.array([[0.3], [0.3], [0.1 + 0.2]])):
        fitted = {name: value.tolist() for name, value in scalers.minmax_fit(constant).items()}
        assert np.allclose(to(constant, fitted), np.zeros((3, 1)), rtol=0, atol=1e-15)
        theirs = MinMaxScaler(feature_range=(-1, 1)).fit_transform(constant)
        assert np.allclose(theirs, -1, rtol=0, atol=1e-15)


def test_3_the_maximum_absolute_scaler_is_scikit_learns():
    found = solution(3)
    table = np.array([[1.0, -8, 0], [np.nan, 4, 0], [-4, 2, 0]])
    for train, later in ((Xtr, Xte), (table, 2 * table), (Xtr - 50, Xte - 50)):
        stats = found["maxabs_fit"](train)
        theirs = MaxAbsScaler().fit(train)
        assert np.allclose(found["maxabs_transform"](later, stats), theirs.transform(later),
                           rtol=0, atol=1e-12, equal_nan=True)


@pytest.mark.parametrize("name", ["minmax", "standardize", "robust"])
def test_4_the_round_trip_brings_every_value_back(name):
    back = solution(4)[f"{name}_inverse"]
    fit, transform = getattr(scalers, f"{name}_fit"), getattr(scalers, f"{name}_transform")
    for train, later in ((Xtr, Xte), (np.full((4, 2), 0.1), np.array([[0.1, 3.0]]))):
        stats = {statistic: np.asarray(values).tolist() for statistic, values in fit(train).items()}
        for part in (train, later):
            assert np.allclose(back(transform(part, stats), stats), part, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("name, negative", [("minmax", lambda z: 1 - z),
                                            ("standardize", np.negative), ("robust", np.negative)])
def test_5_units_and_signs(name, negative):
    fit, transform = getattr(scalers, f"{name}_fit"), getattr(scalers, f"{name}_transform")
    scaled = transform(Xtr, fit(Xtr))
    other = 1.8 * Xtr + 32
    assert np.allclose(transform(other, fit(other)), scaled, rtol=0, atol=1e-9)
    other = -1.8 * Xtr + 32
    assert np.allclose(transform(other, fit(other)), negative(scaled), rtol=0, atol=1e-9)


def programs():
    """The six programs of exercise 6 by letter, each with the lines that all begin with."""
    head = blocks(EXERCISES["6"])[0]
    found = re.findall(r"\*\*Program ([A-F])\*\*\n\n```python\n(.*?)^```$", EXERCISES["6"],
                       re.M | re.S)
    return {letter: head + code for letter, code in found}


def learned(code, table, outcomes):
    """What a program has learned, and how it scales the first test record."""
    code = code.replace("X, y, names = load_data()", "X, y = table, outcomes")
    found = run(code, table=table, outcomes=outcomes)
    model = found.get("model")
    state = {"columns": found.get("chosen"), "k": np.argmax(found.get("scores", 0))}
    if "Ztr" in found:
        state |= {"train": found["Ztr"], "first": found["Zte"][0]}
    else:  # a pipeline: its scaler, and what it makes of the first test record
        inner = getattr(model, "best_estimator_", model)
        state |= {"first": inner[:-1].transform(found["Xte"][:1]), "train": inner[0].mean_,
                  "grid": getattr(model, "best_params_", None)}
    return state


def leaks(code):
    """Whether other test records change what was learned, or the first test record's values."""
    test = pima.split(np.arange(len(y))[:, None], y)[1][1:, 0]
    rng = np.random.default_rng(0)
    table, outcomes = X.copy(), y.copy()
    table[test] = rng.permuted(X[test], axis=0) * rng.uniform(0, 40, X.shape[1])
    outcomes[test] = rng.permutation(y[test])
    before, after = learned(code, X, y), learned(code, table, outcomes)
    return any(not np.array_equal(before[key], after[key]) for key in before)


@pytest.mark.parametrize("letter", "ABCDEF")
def test_6_two_of_the_six_programs_are_clean(letter, monkeypatch):
    train, test = pima.split(np.arange(len(y))[:, None], y)[:2]
    # The same rows are test rows, whatever their outcomes become.
    monkeypatch.setattr(pima, "split", lambda A, b: (
        A[train[:, 0]], A[test[:, 0]], b[train[:, 0]], b[test[:, 0]]))
    text = fold(6, "Solution")
    clean = re.search(r"\*\*Clean: ([A-F]) and ([A-F])\.\*\*", text).groups()
    assert (letter not in clean) == leaks(programs()[letter])
    assert letter in clean or f"**{letter}**" in text


def test_7_the_solution_finds_what_the_page_prints():
    glucose = Xtr[:, 1].copy()
    found = solution(7)["breaks_at"]
    expected = exercises.breakdown(X, y)
    summaries = {"max": np.max, "mean": np.mean, "std": np.std, "median": np.median,
                 "q3": lambda x: np.percentile(x, 75),
                 "iqr": lambda x: np.percentile(x, 75) - np.percentile(x, 25)}
    assert {name: found(glucose, f) for name, f in summaries.items()} == {
        name: expected[name] for name in summaries}
    assert np.array_equal(glucose, Xtr[:, 1])
    n = len(glucose)
    assert expected["q3"] == n - int(np.ceil(0.75 * (n - 1))) == 144
    assert expected["median"] == n - int(np.ceil(0.5 * (n - 1))) == 288


def test_8_the_online_standard_deviation_is_numpys_after_each_record():
    scaler = solution(8)["OnlineStandard"]()
    assert scaler.std == 0
    for n, value in enumerate(Xtr[:, 1], start=1):
        scaler.learn_one(value)
        assert np.isclose(scaler.std, np.std(Xtr[:n, 1]), rtol=1e-12, atol=1e-12)
    assert np.isclose(scaler.transform_one(150.0), (150 - Xtr[:, 1].mean()) / Xtr[:, 1].std())


def test_8_sums_of_squares_drown_where_welford_does_not():
    x = 1e9 + np.array([1.0, 2, 3])
    scaler = solution(8)["OnlineStandard"]()
    for value in x:
        scaler.learn_one(value)
    assert np.isclose(scaler.std**2, 2 / 3, rtol=1e-9)
    assert np.spacing(1e18) == 128

    def by_sums(x):
        return sum(v * v for v in x) / len(x) - (sum(x) / len(x)) ** 2

    assert abs(by_sums(x) - 2 / 3) > 0.5
    assert min(by_sums(1e9 + np.array([a, b, c])) for a in range(5) for b in range(5)
               for c in range(5)) < 0


def test_9_the_list_holds_every_call_that_stays_and_the_pages_patient():
    found = solution(9)
    crowd = flips.crowd(X, y)
    assert len(found["stays"]) == crowd["rows"] - crowd["flips"]
    told = exercises.prediction_stays(X, y)
    row = next(i for i, pair in enumerate(found["two"])
               if tuple(pair) == (told["glucose"], told["pedigree"]))
    assert (told["kept"], row) in found["stays"]
    assert told["kept"] <= 2, "nearly all of the neighbours change"
    for table, votes in ((found["two"], "raw_votes"), (found["scaled"], "standard_votes")):
        assert ytr[found["neighbours"](table, row)].sum() == told[votes]


def test_9_far_from_the_border_the_outcome_is_nearly_certain():
    told = exercises.prediction_stays(X, y)
    assert told["around_yes"] < 0.1 < 0.3 < told["scene_yes"] < 0.7
    assert told["around_yes"] * told["around"] < K // 2 + 1, "no K of them have a majority for yes"


def table_with_words():
    """Two numeric columns, age in bands, and folds."""
    words = np.digitize(X[:, 7], [30, 40, 50]).astype(str)[:, None]
    folds = list(StratifiedKFold(5, shuffle=True, random_state=0).split(X, y))
    return X[:, [1, 5]], words, folds


def test_10_each_fold_is_what_scikit_learns_pipeline_gives():
    numbers, words, folds = table_with_words()
    table = np.empty((len(y), 3), dtype=object)
    table[:, :2], table[:, 2:] = numbers, words
    both = make_column_transformer((StandardScaler(), [0, 1]),
                                   (OneHotEncoder(handle_unknown="ignore"), [2]))
    theirs = cross_val_score(make_pipeline(both, KNeighborsClassifier(15)), table, y, cv=folds)
    assert np.allclose(solution(10)["mixed_folds"](numbers, words, y, folds, 15), theirs)


def test_10_a_category_with_one_record_is_unknown_in_exactly_one_fold():
    numbers, words, folds = table_with_words()
    words[100] = "rare"
    found = solution(10)
    stopped = 0
    for one in folds:
        try:
            found["mixed_folds"](numbers, words, y, [one], 15, unknown="error")
        except ValueError as fault:
            stopped += 1
            assert "rare" in str(fault)
    assert stopped == 1
    assert len(found["mixed_folds"](numbers, words, y, folds, 15)) == len(folds)


def test_11_no_z_score_exceeds_the_bound_and_one_reading_away_from_a_crowd_reaches_it():
    largest_z = solution(11)["largest_z"]
    rng = np.random.default_rng(0)
    for n in (2, 3, 10, 100):
        for draw in (rng.normal, rng.standard_cauchy):
            assert largest_z(draw(size=n)) <= np.sqrt(n - 1) * (1 + 1e-12)
    assert largest_z([5] * 9 + [6]) > 3, "the page says that rounding lets this one pass"
    for slip in (6, 1e9):
        assert np.isclose(largest_z([5.0] * 10 + [slip]), np.sqrt(10))
    assert round(np.sqrt(10), 2) == 3.16 and round(np.sqrt(len(X) - 1), 1) == 27.7


def test_12_the_weights_come_from_training_rows_only_and_give_the_pages_gains():
    found = solution(12)
    weighed, told = found["weigh_by_correlation"], exercises.contest(X, y, n_splits=8)
    gains = []
    for seed in range(8):
        A, B, a, b = pima.split(X, y, seed)
        new, old = weighed(A, a, B), scaled("standard", A, A, B)
        gains.append(np.mean(knn_predictions(new[0], a, new[1]) == b)
                     - np.mean(knn_predictions(old[0], a, old[1]) == b))
    assert np.isclose(np.mean(gains), told["by_correlation"]["mean"])
    assert np.array_equal(weighed(Xtr, ytr, Xte)[0], weighed(Xtr, ytr, 7 * Xte)[0])


def test_13_the_program_has_the_four_faults_that_the_solution_tells():
    program = run(blocks(EXERCISES["13"])[0])
    raw, table, model = program["X"], program["table"], program["model"]
    assert not np.isnan(raw).any() and (raw[:, INSULIN] == 0).any(), "no gap that fillna could see"
    assert np.allclose(table[program["numbers"]].mean(), 0, atol=1e-12), "fitted on all rows"
    assert all(name.startswith("one-hot__Pregnancies_")
               for name in model[:-1].get_feature_names_out()), "seven columns dropped"
    with pytest.raises(ValueError, match="unknown categories"):
        model.predict(program["Xte"].assign(Pregnancies=16.0))


def test_13_what_was_meant_is_fitted_on_training_rows_with_all_columns():
    model = solution(13)["meant"](X, y, NAMES)
    assert list(model[0].feature_names_in_) == NAMES
    gaps = as_missing(Xtr)
    assert np.allclose(model[0].mean_, np.nanmean(gaps, axis=0))
    A, B = (fill(np.nanmedian(gaps, axis=0), as_missing(part)) for part in (Xtr, Xte))
    theirs = KNeighborsClassifier(K).fit((A - model[0].mean_) / model[0].scale_, ytr)
    later = pd.DataFrame(as_missing(Xte), columns=NAMES)
    assert np.array_equal(model.predict(later), theirs.predict((B - model[0].mean_) / model[0].scale_))


def test_14_predictions_come_back_in_units_and_lassos_strength_falls_with_the_deviation():
    back = solution(14)["predict_in_units"]
    A, b = load_diabetes(return_X_y=True, scaled=False)
    A = (A - A.mean(axis=0)) / A.std(axis=0)
    train, later, target = A[:300], A[300:], b[:300]
    for model in (Lasso(0.1), Ridge(10.0), KNeighborsRegressor(5)):
        theirs = TransformedTargetRegressor(model, transformer=StandardScaler()).fit(train, target)
        assert np.allclose(back(model, train, target, later), theirs.predict(later), atol=1e-9)

    def raw(model):
        return model.fit(train, target).predict(later)

    s = target.std()
    assert np.allclose(back(Lasso(2 / s, tol=1e-10), train, target, later),
                       raw(Lasso(2, tol=1e-10)), atol=1e-6)
    assert np.allclose(back(Ridge(2), train, target, later), raw(Ridge(2)), atol=1e-6)
    assert not np.allclose(back(Lasso(2), train, target, later), raw(Lasso(2)), atol=1)
