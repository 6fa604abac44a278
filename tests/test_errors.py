"""Each error is one sentence that says what is wrong, where, and what to do: all are read here."""
import ast
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
from streaming import OnlineMinMax, minmax_merge, moments_fit, moments_std
from transforms import (clip_transform, log_transform, sigmoid_transform,
                        unit_range_transform)

import scalers
from scalers import as_matrix, minmax_fit, minmax_transform, scale_train_test, standardize_fit

ONE_COLUMN = {"min": [0.0], "max": [1.0]}
AB, BA = pd.DataFrame({"a": [1.0], "b": [2.0]}), pd.DataFrame({"b": [1.0], "a": [2.0]})
MASKED = np.ma.array([[1.0], [2.0]], mask=[[False], [True]])

# A call, and what its error must name: what is wrong, where, and what to do.
OF_ARRAYS = [
    (lambda: as_matrix(csr_array(np.eye(2))), "sparse or masked; X.toarray(); filled(np.nan)"),
    (lambda: as_matrix([[1, 2], [3]]), "rows differ in length; one value a column"),
    (lambda: as_matrix([1, 2, 3]), "shape (3,); rows by columns; reshape(-1, 1); reshape(1, -1)"),
    (lambda: as_matrix(np.empty((0, 3))), "shape (0, 3); at least one of each"),
    (lambda: as_matrix(np.datetime64(0, "s") + np.zeros((2, 1), int)), "times; timedelta64"),
    (lambda: as_matrix([[1, 2], [3, "many"]]), "column 1 holds 'many'; pass numbers; np.nan"),
    (lambda: as_matrix([["1"]]), "column 0 holds '1'"),
    (lambda: as_matrix(pd.DataFrame({"age": [1, 2], "sex": ["f", "m"]})), "column 'sex' holds 'f'"),
    (lambda: as_matrix(pd.DataFrame({"age": [1, np.inf]})), "column 'age' holds inf; up to 1e+145"),
    (lambda: as_matrix([["x" * 99]]), "column 0 holds 'xxx; x: pass"),
    (lambda: minmax_transform([[1, 2]], ONE_COLUMN), "X has 2 columns; 1 were fitted"),
    (lambda: standardize_fit([[1, 2]], ddof=1), "too few rows; more than 1; ddof=1"),
    (lambda: scale_train_test(AB, BA, minmax_fit, minmax_transform),
     "Xtr has columns ['a', 'b']; Xte ['b', 'a']; Xte[Xtr.columns]"),
    (lambda: scale_train_test(BA, AB, minmax_fit, minmax_transform), "Xtr has columns ['b', 'a']"),
    (lambda: library.sklearn_scale(AB, AB, "zscore"), "kind is 'zscore'; minmax, standard, robust"),
]

OF_MAPS = [
    (lambda: unit_range_transform([[1.0]], ONE_COLUMN, 2, 1), "low is 2.0; high is 1.0; low < high"),
    (lambda: unit_range_transform([[1.0]], ONE_COLUMN, "0", 1), "low holds '0'; pass numbers"),
    (lambda: unit_range_transform([[1.0]], ONE_COLUMN, 0, (0, 1)), "high holds (0, 1)"),
    (lambda: clip_transform(MASKED, 1), "masked; filled(np.nan)"),
    (lambda: sigmoid_transform([[1], [2, 3]]), "rows differ in length"),
    (lambda: log_transform(["1"], 1), "X holds '1'; pass numbers; np.nan"),
    (lambda: clip_transform([10**400], 1), "X holds 100000"),
    (lambda: clip_transform([1.0], 0), "b is 0.0; b > 0; magnitude"),
    (lambda: sigmoid_transform([1.0], -2), "b is -2.0; b > 0; rises by b/4"),
    (lambda: log_transform([1.0], [1, 2]), "b holds [1, 2]; pass numbers"),
    (lambda: log_transform([3, -2, -4], 2), "X holds -2.0; b is 2.0; 0 < b + x; pass another b"),
]


def scaler_of(*values):
    """A scaler that has learned these values of the feature "glucose"."""
    scaler = OnlineMinMax()
    for value in values:
        scaler.learn_one({"glucose": value})
    return scaler


OF_STREAMS = [
    (lambda: OnlineMinMax("3"), "window_size is '3'; whole number, at least 1"),
    (lambda: scaler_of("98"), "feature 'glucose' holds '98'; pass numbers; np.nan"),
    (lambda: scaler_of(0, 1).transform_one({"glucose": 10**400}),
     "feature 'glucose' is too large beside its range; from 0 to 1"),
    (lambda: minmax_merge({"min": [1, 2]}, {"min": [1]}), "one chunk has 2 columns, the other 1"),
    (lambda: moments_std(moments_fit([[1.0]]), ddof=1), "1 rows; ddof=1; it takes 2"),
]

BANDS = pd.DataFrame({"age": ["21-30", "31-40"], "band": ["low", "high"]})
OF_CATEGORIES = [
    (lambda: one_hot_fit(MASKED), "sparse or masked; X.toarray(); filled(np.nan)"),
    (lambda: one_hot_fit(np.array([["2020-01-01"]], "M8[ns]")), "times; pandas.DataFrame(X)"),
    (lambda: ordinal_fit(["low", "high"]), "shape (2,); rows by columns; reshape(-1, 1)"),
    (lambda: one_hot_transform([["low"]], one_hot_fit(BANDS)), "X has 1 columns; 2 were fitted"),
    (lambda: one_hot_transform(BANDS[["band", "age"]], one_hot_fit(BANDS)),
     "X has columns ['band', 'age']; fitted were ['age', 'band']; in that order"),
    (lambda: one_hot_fit(pd.DataFrame({"site": [{1}, {2}]})), "column 'site' holds {1}; a cell"),
    (lambda: one_hot_fit(pd.DataFrame({"site": ["a", 1]})), "column 'site' of X mixes; astype(str)"),
    (lambda: ordinal_fit([[1.0], [np.inf]]), "column 0 of X holds inf; np.nan"),
    (lambda: ordinal_transform(BANDS.replace("low", "lowest"), ordinal_fit(BANDS)),
     "column 'band' of X holds 'lowest'; not fitted; ['high', 'low']"),
    (lambda: one_hot_transform(BANDS, one_hot_fit(BANDS), "ignore"),
     'unknown is \'ignore\'; "error", "zeros" or "column"'),
    (lambda: ordinal_fit(BANDS, [["low", "high"]]), "order has 1 lists; X has 2 columns"),
    (lambda: ordinal_fit(BANDS, [["21-30", "31-40"], ["low"]]),
     "order for column 'band' is ['low']; exactly once; ['high', 'low']"),
]
OF_FUNCTIONS = OF_ARRAYS + OF_MAPS + OF_STREAMS + OF_CATEGORIES

HEAD = ",".join([*pima.FEATURES, pima.OUTCOME])
OF_FILES = [
    (None, "no file; patients.csv.gz; data/diabetes.csv"),
    ("a;b\n1;2\n", "patients.csv.gz begins with ['a;b']; its first line must be " + HEAD),
    (HEAD + "\n1,2,3,4,5,6,7,8,1,9\n", "patients.csv.gz; comma-separated; line 2, saw 10"),
    ("\n" + HEAD + "\n1,2,3,4,5,6,7,8,1\n", "patients.csv.gz; from its first line on; save it"),
    (HEAD + "\n1,2,3,4,5,6,7,8,1\n1,2,3,4,5,'6',7,8,1\n",
     "patients.csv.gz, line 3, BMI: \"'6'\"; decimal point; nan where it is missing"),
    (HEAD + "\n1,2,3,4,5,6,7,8,9\n", "line 2, Outcome: '9'; 0 or 1"),
]


def raised(call):
    """The error that the call raises."""
    with pytest.raises((ValueError, FileNotFoundError)) as caught:
        call()
    return caught.value


def loading(tmp_path, text):
    path = tmp_path / "patients.csv.gz"  # a name says nothing: what counts is the text
    if text is not None:
        path.write_text(text, encoding="utf-8")
    return lambda: pima.load_data(path)


def missing_from(error, words):
    """Those of the words, between semicolons, that the error's one sentence lacks."""
    assert "\n" not in str(error)
    return [part for part in words.split("; ") if part not in str(error)]


@pytest.mark.parametrize("call, words", OF_FUNCTIONS)
def test_the_error_says_what_is_wrong_where_and_what_to_do(call, words):
    assert not missing_from(error := raised(call), words), error


@pytest.mark.parametrize("text, words", OF_FILES)
def test_the_error_about_a_file_says_what_is_wrong_where_and_what_to_do(tmp_path, text, words):
    assert not missing_from(error := raised(loading(tmp_path, text)), words), error


def test_every_error_that_the_functions_raise_is_read_above(tmp_path):
    errors = [raised(call) for call, _ in OF_FUNCTIONS]
    errors += [raised(loading(tmp_path, text)) for text, _ in OF_FILES]
    places = [traceback.extract_tb(error.__traceback__)[-1] for error in errors]
    read = {(Path(place.filename).name, place.lineno) for place in places}
    for module in (scalers, library, pima, transforms, streaming, encoding):
        path = Path(module.__file__)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Raise):
                assert (path.name, node.lineno) in read
