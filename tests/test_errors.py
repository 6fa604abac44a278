"""Each error is one sentence that says what is wrong, where, and what to do: all are read here."""
import ast
import re
import traceback
from pathlib import Path

import encoding
import library
import numpy as np
import pandas as pd
import pima
import pytest
import streaming
import transforms
from encoding import one_hot_fit, one_hot_transform, ordinal_fit, ordinal_transform
from scipy.sparse import csr_array
from streaming import OnlineMinMax, minmax_merge, moments_fit, moments_merge, moments_std
from transforms import (clip_transform, log_transform, row_norm_transform, sigmoid_transform,
                        unit_range_transform)

import scalers
from scalers import (as_matrix, divisor, minmax_fit, minmax_transform, robust_fit, robust_transform,
                     scale_train_test, standardize_fit)

ONE_COLUMN = {"min": [0.0], "max": [1.0]}
AB, BA = pd.DataFrame({"a": [1.0], "b": [2.0]}), pd.DataFrame({"b": [1.0], "a": [2.0]})
HOLDS = ("column {} of X holds {}: pass finite numbers up to 1e+145, "
         "and np.nan where one is missing")
SHAPE = ("X has shape {}: pass rows by columns, at least one of each; one feature is "
         "X.reshape(-1, 1), one record is X.reshape(1, -1)")

OF_ARRAYS = [
    (lambda: as_matrix(csr_array(np.eye(2))),
     "X is sparse or masked: try X.toarray() or X.astype(float).filled(np.nan)"),
    (lambda: as_matrix([[1, 2], [3]]),
     "the rows of X differ in length: give each one value a column"),
    (lambda: as_matrix([1, 2, 3]), SHAPE.format("(3,)")),
    (lambda: as_matrix(np.empty((0, 3))), SHAPE.format("(0, 3)")),
    (lambda: as_matrix(np.datetime64(0, "s") + np.zeros((2, 1), int)),
     "X holds times: pass numbers, as (X - X.min()) / np.timedelta64(1, 's')"),
    (lambda: as_matrix([[1, 2], [3, "many"]]), HOLDS.format(1, "'many'")),
    (lambda: as_matrix([["1"]]), HOLDS.format(0, "'1'")),
    (lambda: as_matrix(pd.DataFrame({"age": [1, 2], "sex": ["f", "m"]})),
     HOLDS.format("'sex'", "'f'")),
    (lambda: as_matrix(pd.DataFrame({"age": [1, np.inf]})), HOLDS.format("'age'", "inf")),
    (lambda: as_matrix([[1, 2, 3], [1, 2, -np.inf]]), HOLDS.format(2, "-inf")),
    (lambda: as_matrix([["x" * 99]]), HOLDS.format(0, "'" + "x" * 39)),
    (lambda: minmax_transform([[1, 2]], ONE_COLUMN),
     "X has 2 columns, 1 were fitted: pass those alone"),
    (lambda: divisor(np.array([1, 1e-155, 1e-160, 1e-170]), np.zeros(4)),
     "column 2 varies by < 1e-155: scale it by 1e100"),
    (lambda: robust_transform([[1.0]], robust_fit([[1e-160], [2e-160]])),
     "column 0 varies by < 1e-155: scale it by 1e100"),
    (lambda: standardize_fit([[1, 2]], ddof=1),
     "X has too few rows, 1: pass more than 1 with ddof=1"),
    (lambda: scale_train_test(AB, BA, minmax_fit, minmax_transform),
     "Xtr has the columns ['a', 'b'] and Xte ['b', 'a']: pass the same columns in the same order, "
     "as Xte[Xtr.columns] does"),
    (lambda: scale_train_test(BA, AB, minmax_fit, minmax_transform),
     "Xtr has the columns ['b', 'a'] and Xte ['a', 'b']: pass the same columns in the same order, "
     "as Xte[Xtr.columns] does"),
    (lambda: library.sklearn_scale(AB, AB, "zscore"),
     "kind is 'zscore': choose one of minmax, standard, robust"),
]

MASKED = np.ma.array([[1.0], [2.0]], mask=[[False], [True]])
OF_MAPS = [
    (lambda: unit_range_transform([[1.0]], ONE_COLUMN, 2, 1),
     "low is 2.0 and high is 1.0: pass two numbers with low < high"),
    (lambda: unit_range_transform([[1e140]], {"min": [0.0], "max": [1e-140]}, 0, 1e100),
     "X is too far from the fitted range to stretch it by 1e+100: pass low and high nearer to each "
     "other"),
    (lambda: clip_transform(MASKED, 1), "X is masked: try X.astype(float).filled(np.nan)"),
    (lambda: sigmoid_transform([[1], [2, 3]]),
     "the rows of X differ in length: pad them with np.nan"),
    (lambda: log_transform(["1"], 1),
     "X holds np.str_('1'): pass numbers, np.nan for missing ones"),
    (lambda: clip_transform([10**400], 1),
     f"X holds 1{'0' * 39}: pass numbers, np.nan for missing ones"),
    (lambda: clip_transform([1.0], 0),
     "b is 0: pass a float b > 0, the largest magnitude to keep"),
    (lambda: sigmoid_transform([1.0], "2"),
     "b is '2': pass a float b > 0, the steepness; the curve rises by b/4 at 0"),
    (lambda: log_transform([1.0], [1, 2]), "b is [1, 2]: pass a float larger than every -x"),
    (lambda: log_transform([3, -2, -4], 2),
     "X holds -2.0 and b is 2: the logarithm needs 0 < b + x < inf, pass another b"),
    (lambda: row_norm_transform([[1.0, np.inf]]), HOLDS.format(1, "inf")),
]


def scaler_of(*values):
    """A scaler that has learned these values of the feature "glucose"."""
    scaler = OnlineMinMax()
    for value in values:
        scaler.learn_one({"glucose": value})
    return scaler


OF_STREAMS = [
    (lambda: OnlineMinMax("3"), "window_size is '3': pass a whole number, at least 1"),
    (lambda: scaler_of("98"),
     "feature 'glucose' is '98': pass a number within 1e145 of zero, and nan where one is missing"),
    (lambda: scaler_of(0, 1e-200).transform_one({"glucose": 1e140}),
     "feature 'glucose' is 1e+140, too far from its range 0 to 1e-200"),
    (lambda: minmax_merge({"min": [1, 2]}, {"min": [1]}),
     "one chunk has 2 columns, the other 1: pass chunks of one table"),
    (lambda: moments_std(moments_fit([[1.0]]), ddof=1),
     "there are 1 rows: with ddof=1 it takes 2"),
    (lambda: moments_merge(moments_fit([[3.0, 0.0]]), moments_fit([[4.0, 1e-170]])),
     "column 1 varies too much or too little to square: multiply it by a constant that brings it "
     "near 1 first"),
]

BANDS = pd.DataFrame({"age": ["21-30", "31-40"], "band": ["low", "high"]})
OF_CATEGORIES = [
    (lambda: one_hot_fit(MASKED),
     "X is sparse or masked: try X.toarray() or X.astype(object).filled(np.nan)"),
    (lambda: one_hot_fit(np.array([["2020-01-01"]], "M8[ns]")),
     "X holds NumPy's times: pass pandas.DataFrame(X), or X.astype(str)"),
    (lambda: ordinal_fit(["low", "high"]),
     "X has shape (2,): pass rows by columns, at least one of each, rows equally long; one feature "
     "is X.reshape(-1, 1)"),
    (lambda: one_hot_transform([["low"]], one_hot_fit(BANDS)),
     "X has 1 columns, the statistics have 2: pass the columns that were fitted, in the same "
     "order"),
    (lambda: one_hot_fit(pd.DataFrame({"site": ["a", 1]})),
     "column 'site' of X mixes text, numbers or other kinds of value: make them all of one kind, "
     "as with astype(str)"),
    (lambda: ordinal_fit([[1.0], [np.inf]]),
     "column 0 of X holds inf: pass np.nan where one is missing"),
    (lambda: ordinal_transform(BANDS.replace("low", "lowest"), ordinal_fit(BANDS)),
     "column 'band' of X holds 'lowest', which was not fitted: the categories are ['high', 'low']"),
    (lambda: one_hot_transform(BANDS, one_hot_fit(BANDS), "ignore"),
     'unknown is \'ignore\': pass "error", "zeros" or "column"'),
    (lambda: ordinal_fit(BANDS, [["low", "high"]]),
     "order has 1 lists, X has 2 columns: pass one list a column"),
    (lambda: ordinal_fit(BANDS, [["21-30", "31-40"], ["low"]]),
     "order for column 'band' is ['low']: list each value exactly once; X has ['high', 'low']"),
]
OF_FUNCTIONS = OF_ARRAYS + OF_MAPS + OF_STREAMS + OF_CATEGORIES

HEAD = ",".join([*pima.FEATURES, pima.OUTCOME])
CELL = ("; it must be a number with a decimal point, nan where it is missing, "
        "and Outcome must be 0 or 1")
OF_FILES = [
    (None, "no file {path}: the chapter's own is data/diabetes.csv"),
    ("a;b\n1;2\n", "{path} begins with ['a;b']: its first line must be " + HEAD
     + ", one record a line below it"),
    (HEAD + "\n1,2,3,4,5,6,7,8,1,9\n",
     "{path} is not a table of comma-separated numbers with decimal points (REASON): save it again "
     "as such"),
    (HEAD + "\n1,2,3,4,5,6,7,8,1\n1,2,3,4,5,'6',7,8,1\n", "{path}, line 3, BMI: \"'6'\"" + CELL),
    (HEAD + "\n1,2,3,4,5,6,7,8,9\n", "{path}, line 2, Outcome: '9'" + CELL),
]


def raised(call):
    """The error that the call raises."""
    with pytest.raises((ValueError, FileNotFoundError)) as caught:
        call()
    return caught.value


def loading(tmp_path, text):
    path = tmp_path / "patients.csv"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    return path, lambda: pima.load_data(path)


@pytest.mark.parametrize("call, message", OF_FUNCTIONS)
def test_the_error_says_what_is_wrong_where_and_what_to_do(call, message):
    assert str(raised(call)) == message


@pytest.mark.parametrize("text, message", OF_FILES)
def test_the_error_about_a_file_says_what_is_wrong_where_and_what_to_do(tmp_path, text, message):
    path, load = loading(tmp_path, text)
    pattern = re.escape(message.format(path=path)).replace("REASON", ".+")  # in pandas' own words
    assert re.fullmatch(pattern, str(raised(load)))


def test_every_error_that_the_functions_raise_is_read_above(tmp_path):
    errors = [raised(call) for call, _ in OF_FUNCTIONS]
    errors += [raised(loading(tmp_path, text)[1]) for text, _ in OF_FILES]
    places = [traceback.extract_tb(error.__traceback__)[-1] for error in errors]
    read = {(Path(place.filename).name, place.lineno) for place in places}
    for module in (scalers, library, pima, transforms, streaming, encoding):
        path = Path(module.__file__)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Raise):
                assert (path.name, node.lineno) in read
