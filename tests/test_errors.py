"""Each error is one sentence that says what is wrong, where, and what to do: all are read here."""
import ast
import traceback
from pathlib import Path

import library
import numpy as np
import pandas as pd
import pima
import pytest
from scipy.sparse import csr_array

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

HEAD = ",".join([*pima.FEATURES, pima.OUTCOME])
CELL = ("; it must be a number with a decimal point, nan where it is missing, "
        "and Outcome must be 0 or 1")
OF_FILES = [
    (None, "no file {path}: the chapter's own is data/diabetes.csv"),
    ("a;b\n1;2\n", "{path} begins with ['a;b']: its first line must be " + HEAD
     + ", one record a line below it"),
    (HEAD + "\n1,2,3,4,5,6,7,8,1,9\n",
     "{path} is not a table of comma-separated numbers with decimal points (Error tokenizing data. "
     "C error: Expected 9 fields in line 2, saw 10): save it again as such"),
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


@pytest.mark.parametrize("call, message", OF_ARRAYS)
def test_the_error_says_what_is_wrong_where_and_what_to_do(call, message):
    assert str(raised(call)) == message


@pytest.mark.parametrize("text, message", OF_FILES)
def test_the_error_about_a_file_says_what_is_wrong_where_and_what_to_do(tmp_path, text, message):
    path, load = loading(tmp_path, text)
    assert str(raised(load)) == message.format(path=path)


def test_every_error_that_the_functions_raise_is_read_above(tmp_path):
    errors = [raised(call) for call, _ in OF_ARRAYS]
    errors += [raised(loading(tmp_path, text)[1]) for text, _ in OF_FILES]
    places = [traceback.extract_tb(error.__traceback__)[-1] for error in errors]
    read = {(Path(place.filename).name, place.lineno) for place in places}
    for module in (scalers, library, pima):
        path = Path(module.__file__)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Raise):
                assert (path.name, node.lineno) in read
