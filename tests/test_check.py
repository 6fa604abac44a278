"""The checker: it passes what is right, and says of each planted fault what it is."""

import csv
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from sklearn import preprocessing

CODE = Path(__file__).resolve().parents[1] / "code"
sys.path += [str(CODE), str(CODE / "check")]
import asked
import classroom
import judge
from process import Worker
from report import Exam, examine, lines
from slips import CAUSES

PLAIN = {
    "minmax_fit": 'def minmax_fit(X):\n    return {"min": X.min(axis=0), "max": X.max(axis=0)}',
    "minmax_transform": 'def minmax_transform(X, stats):\n'
                        '    return (X - stats["min"]) / (stats["max"] - stats["min"])',
    "standardize_fit": 'def standardize_fit(X):\n'
                       '    return {"mean": X.mean(axis=0), "std": X.std(axis=0)}',
    "standardize_transform": 'def standardize_transform(X, stats):\n'
                             '    return (X - stats["mean"]) / stats["std"]',
    "robust_fit": 'def robust_fit(X):\n'
                  '    q1, q2, q3 = np.percentile(X, [25, 50, 75], axis=0)\n'
                  '    return {"median": q2, "iqr": q3 - q1}',
    "robust_transform": 'def robust_transform(X, stats):\n'
                        '    return (X - stats["median"]) / stats["iqr"]',
    "scale_train_test": 'def scale_train_test(Xtr, Xte, fit, transform):\n'
                        '    stats = fit(Xtr)\n'
                        '    return transform(Xtr, stats), transform(Xte, stats), stats',
}


def source(head="", **replaced):
    """A plain file of all seven functions, with some of them replaced."""
    return "\n\n".join(["import numpy as np", head, *(PLAIN | replaced).values()])


@pytest.fixture(scope="module")
def worker():
    """A warm process, as one of the checker's jobs has."""
    with Worker(3) as worker:
        yield worker


@pytest.fixture
def check(tmp_path, worker):
    """check(text, part, ...): the Result of a file with that text, and its report."""

    def run(text, *parts, name="my_scalers.py", guards=False, seconds=3):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        worker.seconds = seconds
        result = examine(path, Exam(list(parts) or None), worker, cwd=tmp_path)
        return result, "\n".join(lines(result, guards))

    return run


def command(*arguments, cwd=None, **environment):
    """The checker as a student starts it."""
    return subprocess.run([sys.executable, CODE / "check", *arguments], cwd=cwd, timeout=100,
                          env=os.environ | environment, capture_output=True, text=True)


def states(result):
    """What is found of each function."""
    return {v.name: v.state for v in result.verdicts}


# ---- What is right ------------------------------------------------------------------------------

def test_the_answers_asked_for_are_scikit_learns():
    kinds = {"minmax": (preprocessing.MinMaxScaler, "data_min_", "data_max_"),
             "standardize": (preprocessing.StandardScaler, "mean_", "scale_"),
             "robust": (preprocessing.RobustScaler, "center_", "scale_")}
    for part, (kind, *attributes) in kinds.items():
        for Xtr, Xte, _ in asked.tables():
            scaler, stats = kind().fit(Xtr), asked.RIGHT[f"{part}_fit"](Xtr)
            for mine, theirs in zip(stats.values(), attributes):
                assert np.abs(mine - getattr(scaler, theirs)).max() < 1e-9
            Z = asked.RIGHT[f"{part}_transform"](Xte, stats)
            assert np.allclose(Z, scaler.transform(Xte), rtol=1e-9, atol=1e-9)


def test_full_marks_are_as_good_as_plain_and_all_guards_as_good_as_careful(check):
    plain, report = check((CODE / "plain.py").read_text())
    assert plain.passed() and not plain.passed(guards=True)
    assert states(plain) == dict.fromkeys(PLAIN, "right")
    assert report.endswith("7 of 7 right.") and "got" not in report
    assert {fault.call.about for fault in plain.guards} >= {
        "text", "one dimension only", "an infinite value", "more columns than were fitted"}
    careful, report = check((CODE / "scalers.py").read_text(), guards=True)
    assert careful.passed(guards=True), report
    assert "guards" not in report.lower()


def test_what_guards_would_add_is_listed_on_request(check):
    report = check(source(), guards=True)[1]
    for kind in ("a constant column", "missing values", "lists", "unsigned integers", "text",
                 "one dimension", "infinite", "more columns", "interquartile range of 0",
                 "ddof", "another order"):
        assert kind in report, kind
    assert "got [[nan], [inf]], wanted [[0], [2]]" in report


# ---- What is wrong -------------------------------------------------------------------------------

def fit(name, *lines):
    return f"def {name}(X):\n    " + "\n    ".join(lines)


def transform(name, *lines):
    return f"def {name}(X, stats):\n    " + "\n    ".join(lines)


def leaky(*lines):
    return "def scale_train_test(Xtr, Xte, fit, transform):\n    " + "\n    ".join(lines)


FAULTS = {  # what is planted: the function replaced, and words the report must have
    "a grand mean over all columns": (
        fit("standardize_fit", 'return {"mean": X.mean(), "std": X.std(axis=0)}'),
        ["one number over all columns", "axis=0", "got     mean = 18.375", "wanted  mean = "]),
    "a grand standard deviation": (
        fit("standardize_fit",
            'return {"mean": X.mean(axis=0), "std": np.full(X.shape[1], X.std())}'),
        ["one number over all columns"]),
    "the smallest value over all columns": (
        fit("minmax_fit", 'return {"min": X.min(), "max": X.max()}'),
        ["one number over all columns"]),
    "along the rows": (
        fit("minmax_fit", 'return {"min": X.min(axis=1), "max": X.max(axis=1)}'),
        ["along the rows", "axis=0", "shape (4,)", "shape (2,)"]),
    "min and max swapped": (
        fit("minmax_fit", 'return {"min": X.max(axis=0), "max": X.min(axis=0)}'), ["swapped"]),
    "a range for a maximum": (
        fit("minmax_fit", 'return {"min": X.min(axis=0), "max": np.ptp(X, axis=0)}'),
        ["the largest value, not the range"]),
    "other keys": (
        fit("minmax_fit", 'return {"low": X.min(axis=0), "high": X.max(axis=0)}'),
        ["'low', 'high'", "'min' in it as well"]),
    "a tuple for a dict": (
        fit("minmax_fit", "return X.min(axis=0), X.max(axis=0)"), ["a dict with 'min', 'max'"]),
    "statistics as lists": (
        fit("minmax_fit", 'return {"min": X.min(axis=0).tolist(), "max": X.max(axis=0)}'),
        ["got     min = a list, [1.0, 10.0]", "wanted  min = an array, [1, 10]",
         "hint    min is to be a NumPy array"]),
    "ddof 1": (
        fit("standardize_fit", 'return {"mean": X.mean(axis=0), "std": X.std(axis=0, ddof=1)}'),
        ["divides by N - 1", "ddof=0", "input   X = [[1, 10], [2, 40], [4, 20], [10, 60]]"]),
    "the variance": (
        fit("standardize_fit", 'return {"mean": X.mean(axis=0), "std": X.var(axis=0)}'),
        ["the variance: std is its square root"]),
    "quartiles swapped": (
        fit("robust_fit", "q1, q2, q3 = np.percentile(X, [75, 50, 25], axis=0)",
            'return {"median": q2, "iqr": q3 - q1}'),
        ["the quartiles are swapped"]),
    "quartiles of another kind": (
        fit("robust_fit", 'q1, q2, q3 = np.percentile(X, [25, 50, 75], axis=0, method="weibull")',
            'return {"median": q2, "iqr": q3 - q1}'),
        ["interpolates linearly"]),
    "quartiles as values of the table": (
        fit("robust_fit", "S = np.sort(X, axis=0)", "n = len(X)",
            'return {"median": np.median(X, axis=0), "iqr": S[3 * n // 4] - S[n // 4]}'),
        ["iqr = "]),
    "tenths for quarters": (
        fit("robust_fit", "q1, q2, q3 = np.percentile(X, [10, 50, 90], axis=0)",
            'return {"median": q2, "iqr": q3 - q1}'),
        ["percentiles 25 and 75"]),
    "a mean for the median": (
        fit("robust_fit", "q1, q3 = np.percentile(X, [25, 75], axis=0)",
            'return {"median": X.mean(axis=0), "iqr": q3 - q1}'),
        ["asked for is the median"]),
    "a transform that fits again": (
        transform("standardize_transform", "return (X - X.mean(axis=0)) / X.std(axis=0)"),
        ["got     [[nan, nan]]", "measures X again: use the numbers in stats"]),
    "a min-max transform that fits again": (
        transform("minmax_transform", "low, high = X.min(axis=0), X.max(axis=0)",
                  "return (X - low) / np.where(high > low, high - low, 1)"),
        ["measures X again: use the numbers in stats"]),
    "clipping": (
        transform("minmax_transform",
                  'return np.clip((X - stats["min"]) / (stats["max"] - stats["min"]), 0, 1)'),
        ["it clips", "got     [[0.222222, 1]]", "wanted  [[0.222222, 1.2]]"]),
    "brackets left out": (
        transform("robust_transform", 'return X - stats["median"] / stats["iqr"]'), ["brackets"]),
    "divided by the maximum": (
        transform("minmax_transform", 'return X / stats["max"]'), ["divide by max - min"]),
    "divided by the variance": (
        transform("standardize_transform", 'return (X - stats["mean"]) / stats["std"] ** 2'),
        ["not by its square"]),
    "the wrong shape": (
        transform("standardize_transform", 'return ((X - stats["mean"]) / stats["std"]).T'),
        ["shape (2, 1)", "shape (1, 2)", "one row a record and one column a feature"]),
    "flattened": (
        transform("minmax_transform",
                  'return ((X - stats["min"]) / (stats["max"] - stats["min"])).ravel()'),
        ["shape (2,)", "one row a record"]),
    "a list for an array": (
        transform("robust_transform", 'return ((X - stats["median"]) / stats["iqr"]).tolist()'),
        ["a list", "return a NumPy array"]),
    "a matrix for an array": (
        transform("robust_transform", 'return np.matrix((X - stats["median"]) / stats["iqr"])'),
        ["a matrix", "return a NumPy array"]),
    "objects for numbers": (
        transform("robust_transform",
                  'return ((X - stats["median"]) / stats["iqr"]).astype(object)'),
        ["ndarray of object"]),
    "nothing returned": (
        transform("minmax_transform", 'Z = (X - stats["min"]) / (stats["max"] - stats["min"])'),
        ["None: is there a return?"]),
    "the input changed": (
        transform("minmax_transform", 'X -= stats["min"]', 'X /= stats["max"] - stats["min"]',
                  "return X"),
        ["the caller's own table is changed", "write Z = X - ... instead"]),
    "the statistics changed": (
        transform("minmax_transform", 'stats["max"] -= stats["min"]',
                  'return (X - stats["min"]) / stats["max"]'),
        ["the caller's own stats are changed", 'stats["..."] = ... and -= write into it']),
    "the input sorted in place": (
        fit("robust_fit", "X.sort(axis=0)", "q1, q2, q3 = np.percentile(X, [25, 50, 75], axis=0)",
            'return {"median": q2, "iqr": q3 - q1}'),
        ["the caller's own table", "np.sort(X, axis=0)"]),
    "answers learned by heart": (
        fit("minmax_fit", 'return {"min": np.array([1.0, 10]), "max": np.array([9.0, 60])}'),
        ["wrong"]),
    "state kept between calls": (
        "LOW = []\n" + fit("minmax_fit", "LOW.append(X.min())", "low = X.min(axis=0)",
                           'return {"min": np.minimum(low, min(LOW)), "max": X.max(axis=0)}'),
        ["wrong"]),
    "single precision": (
        fit("standardize_fit",
            'return {"mean": X.mean(axis=0, dtype="f"), "std": X.std(axis=0)}'),
        ["mean is float32: in float64"]),
    "an error": (
        fit("minmax_fit", "return {'min': X.min(axis=0), 'max': X.maximum()}"),
        ["AttributeError in line", "maximum"]),
    "other arguments": (
        "def minmax_transform(X):\n    return X",
        ["called as minmax_transform(X, stats)"]),
    "a key that is not there": (
        transform("minmax_transform", 'return (X - stats["low"]) / stats["high"]'),
        ["KeyError", "stats holds 'min', 'max'"]),
    "fitted on the test rows": (
        leaky("stats = fit(Xte)", "return transform(Xtr, stats), transform(Xte, stats), stats"),
        ["fitted on the test rows", "no test row may change it", "100 times as large test rows"]),
    "fitted on all rows": (
        leaky("stats = fit(np.vstack([Xtr, Xte]))",
              "return transform(Xtr, stats), transform(Xte, stats), stats"),
        ["fitted on training and test rows together", "no test row may change it"]),
    "each table fitted by itself": (
        leaky("return transform(Xtr, fit(Xtr)), transform(Xte, fit(Xte)), fit(Xtr)"),
        ["statistics of their own"]),
    "the tables in the wrong order": (
        leaky("stats = fit(Xtr)", "return transform(Xte, stats), transform(Xtr, stats), stats"),
        ["wrong order"]),
    "the statistics left out": (
        leaky("stats = fit(Xtr)", "return transform(Xtr, stats), transform(Xte, stats)"),
        ["a tuple of 3"]),
    "the fit it was given not used": (
        leaky("stats = minmax_fit(Xtr)",
              "return transform(Xtr, stats), transform(Xte, stats), stats"), ["KeyError"]),
    "the pair it was given not used": (
        leaky("stats = minmax_fit(Xtr)",
              "return minmax_transform(Xtr, stats), minmax_transform(Xte, stats), stats"),
        ["it does not call fit"]),
    "the transform it was given not used": (
        leaky("stats = fit(Xtr)",
              "return standardize_transform(Xtr, stats), standardize_transform(Xte, stats), stats"),
        ["KeyError", "use the fit and the transform that it is given"]),
    "the test rows looked at for their size": (
        leaky("stats = fit(Xtr)", "if Xte.max() > 1000: stats = fit(Xtr * 2)",
              "return transform(Xtr, stats), transform(Xte, stats), stats"),
        ["no test row may change it"]),
}

FAULTS |= {
    "a stray comma": (
        fit("standardize_fit", "mean = X.mean(axis=0),", 'return {"mean": mean, "std": X.std(0)}'),
        ["not a tuple (a comma at the end of its line"]),
    "a zip": (fit("minmax_fit", "return zip(*[(c.min(), c.max()) for c in X.T])"),
              ["a dict with 'min', 'max'"]),
    "a tuple for an array": (
        fit("minmax_fit", 'return {"min": tuple(X.min(axis=0)), "max": X.max(axis=0)}'),
        ["min is to be a NumPy array, not a tuple"]),
    "the upper median": (
        fit("robust_fit", "q1, q3 = np.percentile(X, [25, 75], axis=0)",
            'return {"median": np.sort(X, axis=0)[len(X) // 2], "iqr": q3 - q1}'),
        ["the upper of the two middle values"]),
    "a share for a percentage": (
        fit("robust_fit", "q1, q2, q3 = np.percentile(X, [0.25, 0.5, 0.75], axis=0)",
            'return {"median": q2, "iqr": q3 - q1}'), ["np.percentile takes percent"]),
    "a return inside the loop": (
        fit("minmax_fit", "low, high = [], []", "for j in range(X.shape[1]):",
            "    low.append(X[:, j].min())", "    high.append(X[:, j].max())",
            '    return {"min": np.array(low), "max": np.array(high)}'), ["inside the loop"]),
    "a return inside the loop of a transform": (
        transform("minmax_transform", "Z = np.zeros_like(X)", "for j in range(X.shape[1]):",
                  '    width = stats["max"][j] - stats["min"][j]',
                  '    Z[:, j] = (X[:, j] - stats["min"][j]) / width', "    return Z"),
        ["inside the loop"]),
    "floor division": (
        transform("standardize_transform", 'return (X - stats["mean"]) // stats["std"]'),
        ["// drops what is after the point"]),
    "rounded": (
        transform("standardize_transform",
                  'return np.round((X - stats["mean"]) / stats["std"], 3)'), ["rounded"]),
    "an epsilon": (
        transform("standardize_transform", 'return (X - stats["mean"]) / (stats["std"] + 1e-8)'),
        ["something small is added"]),
    "swapped arguments": (
        'def minmax_transform(stats, X):\n'
        '    return (X - stats["min"]) / (stats["max"] - stats["min"])', ["in another order"]),
    "swapped arguments of other names": (
        'def minmax_transform(p, A):\n    return (A - p["min"]) / (p["max"] - p["min"])',
        ["swapped?"]),
    "stats and table swapped inside": (
        leaky("stats = fit(Xtr)", "return transform(stats, Xtr), transform(stats, Xte), stats"),
        ["swapped?"]),
    "Python's own min": (fit("minmax_fit", 'return {"min": min(X), "max": max(X)}'),
                         ["compare whole rows"]),
    "both brackets missing": (
        transform("minmax_transform", 'return X - stats["min"] / stats["max"] - stats["min"]'),
        ["brackets"]),
    "the standard error": (
        fit("standardize_fit",
            'return {"mean": X.mean(axis=0), "std": X.std(axis=0) / np.sqrt(len(X))}'),
        ["the standard error of the mean"]),
    "a question to an array": (
        transform("standardize_transform", 'if stats["std"] == 0:', "    return X * 0",
                  'return (X - stats["mean"]) / stats["std"]'), ["np.where chooses"]),
    "an unpacked dict": (
        transform("standardize_transform", "mu, sd = stats", "return (X - mu) / sd"),
        ["keys when"]),
}

@pytest.mark.parametrize("planted", FAULTS)
def test_a_planted_fault_is_found_and_explained(planted, check):
    text, words = FAULTS[planted]
    name = next(line.split("(")[0].removeprefix("def ") for line in text.splitlines()
                if line.startswith("def "))
    part = next((p for p in ("minmax", "standardize", "robust") if name.startswith(p)), "no_leak")
    result, report = check(source(**{name: text}), part)
    for word in words:
        assert word in report, report
    assert states(result) == {other: "wrong" if other == name else "right"
                              for other in asked.PARTS[part]}, "one fault spoils no other function"


KEPT = """
import numpy as np
from sklearn.preprocessing import StandardScaler
scaler, kept = StandardScaler(), {}
def standardize_fit(X):
    scaler.fit(X)
    return {"mean": scaler.mean_, "std": scaler.scale_}
def standardize_transform(X, stats):
    return scaler.transform(X)
def minmax_fit(X):
    kept.update(low=X.min(axis=0), high=X.max(axis=0))
    return {"min": kept["low"], "max": kept["high"]}
def minmax_transform(X, stats):
    return (X - kept["low"]) / (kept["high"] - kept["low"])
"""


def test_a_transform_that_uses_what_its_fit_left_is_found_out(check):
    result, report = check(KEPT, "standardize", "minmax")
    assert list(states(result).values()) == ["right", "wrong"] * 2, report
    assert report.count("it uses what a fit has left") == 2


RIGHT = {  # right, with a word beside it
    "fit called three times": (
        "scale_train_test", leaky("return transform(Xtr, fit(Xtr)), transform(Xte, fit(Xtr)), "
                                  "fit(Xtr)"), "fit is called 3 times"),
    "a key added to stats": (
        "minmax_transform", transform(
            "minmax_transform", 'stats["range"] = stats["max"] - stats["min"]',
            'return (X - stats["min"]) / stats["range"]'), "adds to the caller's stats"),
    "a key more": ("minmax_fit", fit("minmax_fit", "low, high = X.min(axis=0), X.max(axis=0)",
                                     'return {"min": low, "max": high, "n": len(X)}'), ""),
    "values not by key": ("minmax_transform", transform(
        "minmax_transform", "low, high = stats.values()", "return (X - low) / (high - low)"), ""),
}


@pytest.mark.parametrize("kind", RIGHT)
def test_what_is_right_costs_no_mark(kind, check):
    name, text, word = RIGHT[kind]
    result, report = check(source(**{name: text}))
    assert result.passed() and word in report, report


UNWRITTEN = {  # what stands in place of minmax_fit, and the word on it
    "nothing": ("", ""),
    "to do": ("def minmax_fit(X):\n    raise NotImplementedError", ""),
    "a raise above finished code": (
        'def minmax_fit(X):\n    raise NotImplementedError\n    return {"min": X.min(axis=0)}',
        "a raise still stands above your code, in line 6"),
    "a method": ("class Scaler:\n    def minmax_fit(self, X):\n        return {}",
                 "inside the class Scaler"),
    "another name": ("def min_max_fit(X):\n    return {}", "did you mean min_max_fit?"),
    "a capital": ("def MinMaxFit(X):\n    return {}", "did you mean MinMaxFit?"),
    "the chapter's own": (f"import sys; sys.path.append({str(CODE)!r})\n"
                          "from scalers import minmax_fit", "the chapter's own"),
    "the chapter's own, wrapped": (
        f"import sys; sys.path.append({str(CODE)!r})\nimport scalers\n"
        "def minmax_fit(X): return scalers.minmax_fit(X)", "the chapter's own"),
}


@pytest.mark.parametrize("kind", UNWRITTEN)
def test_what_is_not_written_is_said_so_and_why(kind, check):
    text, word = UNWRITTEN[kind]
    result, report = check(source(minmax_fit=text), "minmax")
    assert states(result) == {"minmax_fit": "not written", "minmax_transform": "right"}, report
    assert word in report and ("note" in report) == bool(word), report


def test_a_helper_is_the_submissions_own_whatever_its_name(check, tmp_path):
    (tmp_path / "scalers.py").write_text("def low(X): return X.min(axis=0)", encoding="utf-8")
    result, report = check(source("from scalers import low", minmax_fit=fit(
        "minmax_fit", 'return {"min": low(X), "max": X.max(axis=0)}')), "minmax")
    assert result.passed(), report


@pytest.mark.parametrize("name", CAUSES)
def test_no_slip_is_taken_for_another_and_each_is_found(name):
    """Each slip, as what a submission gives on all tables, is called by its own hint."""
    part = next(part for part, names in asked.NAMES.items() if name in names)
    calls = [call for call in asked.formula_calls(part) if call.name == name]
    found = {}
    for words, slip in CAUSES[name]:
        pairs = []
        for call in calls:
            with np.errstate(all="ignore"):
                try:
                    got = slip(*call.args)
                except (TypeError, ValueError, IndexError):
                    continue
            if isinstance(got, dict):
                got = call.wanted | {key: np.asarray(value) for key, value in got.items()}
            pairs.append((call, got))
        first = next((call for call, got in pairs if judge.difference(got, call.wanted)), None)
        if first is not None:
            found.setdefault(words, set()).add(judge.cause(first, pairs))
    assert found == {words: {words} for words, _ in CAUSES[name]}


# ---- Whatever a function returns ------------------------------------------------------------------

numbers = some.floats() | some.integers() | some.booleans() | some.none() | some.text(max_size=5)
arrays = some.lists(numbers, max_size=4).map(lambda v: np.array(v, object)) | (
    some.lists(some.floats(), max_size=6).map(np.array))
odd = some.recursive(numbers | arrays, lambda inner: some.lists(inner, max_size=3)
                     | some.lists(inner, max_size=4).map(tuple)
                     | some.dictionaries(some.sampled_from(
                         ["min", "max", "mean", "std", "median", "iqr", "first", "width"]), inner),
                     max_leaves=6)


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(odd, some.sampled_from([call for part in asked.NAMES for call in asked.formula_calls(part)]))
def test_whatever_a_function_returns_the_report_is_a_report(value, call):
    from process import Source, value_of
    from submission import plain
    told = json.loads(json.dumps(plain(value)))
    answer = {"value": told, "changed": [], "warned": False, "fitted": 1, "added": False}
    found = judge.verdict(call.name, [call, call], [answer, answer],
                          Source(Path("a.py"), [("a.py", "x = 1")]))
    right = not judge.difference(value_of(told), call.wanted)
    assert found.state == ("right" if right else "wrong")
    assert right or all(isinstance(text, str) for text in (
        found.fault.got, found.fault.wanted, found.fault.hint))


# ---- Files that misbehave --------------------------------------------------------------------------

UNLOADABLE = {
    "a syntax error": ("def f(:\n    pass", ["SyntaxError", "line 1"]),
    "an error": ("import numpy as np\n\n1 / 0", ["ZeroDivisionError in line 3"]),
    "a module that is not there": ("import no_such_module_here", ["no_such_module_here", "line 1"]),
    "sys.exit": ("import sys\nsys.exit(0)", ["exits in line 2"]),
    "os._exit": ("import os\nos._exit(0)", ["ends Python itself"]),
    "a loop": ("while True:\n    pass", ["no answer after 1 seconds"]),
    "a loop that prints": ("while True:\n    print('x' * 10000)", ["no answer after 1 seconds"]),
    "a loop that swallows interrupts": (
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
        ["no answer after 1 seconds"]),
    "a bare exception": ("raise BaseException('stop')", ["BaseException in line 1: stop"]),
    "an interrupt": ("raise KeyboardInterrupt", ["KeyboardInterrupt in line 1"]),
    "a question at the keyboard": ("n = input('how many? ')", ["EOFError in line 1"]),
    "more memory than there is": ("x = bytearray(10**12)", ["MemoryError in line 1"]),
    "an error that cannot be printed": (
        "class E(Exception):\n    def __str__(self): raise E\nraise E", ["cannot be printed"]),
    "bytes that are no text": ("\0", ["cannot be loaded"]),
    "UTF-16": ("x = 1".encode("utf-16"), ["saved as UTF-16: save it as UTF-8"]),
    "Latin-1": ("x = 'caf\xe9'".encode("latin-1"), ["save the file as UTF-8"]),
    "a crash": ("import ctypes\nctypes.string_at(0)", ["crashes Python"]),
}


@pytest.mark.parametrize("kind", UNLOADABLE)
def test_a_file_that_does_not_load_is_said_plainly(kind, check):
    text, words = UNLOADABLE[kind]
    result, report = check(text, "minmax", seconds=1 if "loop" in kind else 3)
    assert not result.passed()
    for word in [*words, "my_scalers.py cannot be loaded"]:
        assert word in report, report


MISBEHAVING = {
    "loops": ("while True: pass", "no answer after 1 seconds"),
    "exits": ("import sys; sys.exit(0)", "SystemExit in line"),
    "ends Python": ("import os; os._exit(0)", "ends Python itself"),
    "raises at the bottom": ("raise BaseException('no')", "BaseException in line"),
    "calls itself for ever": ("return minmax_transform(X, stats)", "RecursionError in line"),
    "fills the memory": ("return [bytearray(10**12)]", "MemoryError in line"),
    "returns what cannot be printed": (
        "return type('Odd', (), {'__repr__': lambda self: 1 / 0})()", "cannot be printed"),
    "returns itself inside itself": ("d = {}; d['min'] = d; return d", "RecursionError"),
    "returns a generator": ("yield X", "a generator"),
    "returns a huge array": ("return np.zeros((2000, 2000))", "a ndarray of float64"),
    "returns what lies about its type": (
        "return type('Odd', (), {'__class__': np.ndarray})()", "wrong"),
}


@pytest.mark.parametrize("kind", MISBEHAVING)
def test_a_function_that_misbehaves_spoils_no_other(kind, check):
    line, words = MISBEHAVING[kind]
    text = source(minmax_transform=transform("minmax_transform", line))
    result, report = check(text, seconds=1 if kind == "loops" else 3)
    assert not result.passed()
    assert states(result) == dict.fromkeys(PLAIN, "right") | {
        "minmax_transform": "too slow" if kind == "loops" else "wrong"}
    assert words in report, report


ODD = {
    "prints": "print('hello there')",
    "prints megabytes": "print('hello there\\n' * 10**6)",
    "prints what is no text": "import sys; sys.stdout.buffer.write(b'hello there \\xff\\xfe')",
    "prints past sys.stdout": "import os; os.write(1, b'hello there')",
    "replaces sys.stdout": "import sys; sys.stdout = None; sys.stderr = None",
    "closes its output": "import os; os.close(1); os.close(2)",
    "leaves a thread running": ("import threading, time\n"
                                "threading.Thread(target=time.sleep, args=(60,)).start()"),
    "exits at the end": "import atexit, sys, os; atexit.register(os._exit, 3)",
    "makes warnings errors": "import warnings; warnings.simplefilter('error')",
    "changes folder": "import os; os.chdir('/')",
    "writes over a library's name": "np.float = float",
    "deletes itself": "import os; os.remove(__file__)",
    "draws": "import matplotlib.pyplot as plt; plt.plot([1, 2]); plt.show()",
    "kills what runs it": "import os, signal; os.kill(os.getppid(), signal.SIGCHLD)",
}


@pytest.mark.parametrize("kind", ODD)
def test_what_a_file_does_to_its_own_process_costs_nothing(kind, check):
    result, report = check(source(ODD[kind]), "standardize")
    assert result.passed(), report
    if kind in ("prints", "prints megabytes", "prints what is no text"):
        assert "the file prints ('hello there" in report and len(report) < 1000


def test_answers_given_before_a_file_deletes_itself_and_exits_are_kept(check):
    gone = 'import os; os.remove(__file__); os._exit(0)'
    result, _ = check(source(robust_fit=fit("robust_fit", gone)))
    assert states(result) == dict.fromkeys(PLAIN, "right") | {"robust_fit": "wrong"}


def test_no_escape_sequence_of_a_submission_reaches_the_terminal(check):
    _, report = check(source("print('\\x1b[31mred')", minmax_fit=fit(
        "minmax_fit", "raise ValueError('\\x1b]0;title\\x07')")), "minmax")
    assert "\x1b" not in report and r"\x1b]0;title" in report


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere such a process may go on")
def test_a_process_in_a_session_of_its_own_ends_too(check, tmp_path):
    mark = tmp_path / "alive"
    beat = f"import time\nwhile True: open({str(mark)!r}, 'a').write('x'); time.sleep(0.01)"
    head = ("import os, subprocess, sys, time\nsubprocess.Popen([sys.executable, '-c', "
            f"{beat!r}], start_new_session=True)\n"
            f"while not os.path.exists({str(mark)!r}): time.sleep(0.01)")
    check(source(head), "minmax")
    size = mark.stat().st_size
    time.sleep(0.2)
    assert size == mark.stat().st_size > 0


def test_nothing_is_left_beside_the_students_file(check, tmp_path):
    check(source(), "minmax")
    assert [path.name for path in tmp_path.iterdir()] == ["my_scalers.py"]


# ---- Notebooks and exercises -----------------------------------------------------------------------

def notebook(*sources):
    """A notebook of these code cells."""
    cells = [{"cell_type": "code", "source": text, "metadata": {}, "outputs": []}
             for text in sources]
    return json.dumps({"cells": cells, "nbformat": 4, "nbformat_minor": 5, "metadata": {}})


def test_a_notebook_is_read_cell_by_cell_without_its_magics(check):
    text = notebook("%matplotlib inline\nimport numpy as np\n!pip list", "%%bash\nls", "1 / 0",
                    PLAIN["minmax_fit"], "%%time\n" + PLAIN["minmax_transform"], "np.mean?",
                    fit("robust_fit", "return X.nothing"))
    result, report = check(text, "minmax", "robust", name="work.ipynb")
    assert states(result) == {"minmax_fit": "right", "minmax_transform": "right",
                              "robust_fit": "wrong", "robust_transform": "not written"}
    assert "AttributeError in line 2 of code cell 7" in report
    assert "it is no notebook" in check("{}", name="work.ipynb")[1]


def test_a_notebook_may_have_a_cell_that_checks_it(tmp_path):
    cell = (f"import subprocess, sys\ndone = subprocess.run([sys.executable, {str(CODE / 'check')!r}, "
            "'work.ipynb', '--only', 'minmax'])\nassert done.returncode == 0")
    (tmp_path / "work.ipynb").write_text(notebook("import numpy as np", *PLAIN.values(), cell))
    done = command("work.ipynb", "--only", "minmax", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


SOLVED = {
    "2": "from plain import minmax_transform\ndef minus_one_to_one(X, stats):\n"
         "    return 2 * minmax_transform(X, stats) - 1",
    "3": 'def maxabs_fit(X):\n    return {"maxabs": np.abs(X).max(axis=0)}\n'
         'def maxabs_transform(X, stats):\n    return X / stats["maxabs"]',
    "4": "".join(f'def {part}_inverse(Z, s):\n    return Z * {spread} + s["{centre}"]\n'
                 for part, centre, spread in (
                     ("minmax", "min", '(s["max"] - s["min"])'),
                     ("standardize", "mean", 's["std"]'), ("robust", "median", 's["iqr"]'))),
    "8": "class OnlineStandard:\n    def __init__(self): self.seen = []\n"
         "    def learn_one(self, x): self.seen.append(x)\n"
         "    @property\n    def std(self): return np.std(self.seen)",
    "10": "from library import knn_accuracy\n"
          "def mixed_folds(numbers, words, y, folds, k):\n    scores = []\n"
          "    for a, b in folds:\n"
          "        m, s, known = numbers[a].mean(0), numbers[a].std(0), np.unique(words[a])\n"
          "        Z = np.hstack([(numbers - m) / s, words == known])\n"
          "        scores.append(knn_accuracy(Z[a], y[a], Z[b], y[b], k))\n    return scores",
}


@pytest.mark.parametrize("number", SOLVED)
def test_an_exercise_is_checked_in_the_same_way(number, check):
    head = f"import numpy as np, sys; sys.path.append({str(CODE)!r})\n"
    result, report = check(head + SOLVED[number], number)
    assert result.passed(), report
    wrong = SOLVED[number].replace("- 1", "").replace("np.abs(X)", "X").replace(
        "Z * ", "Z / ").replace("np.std(self.seen)", "np.var(self.seen)").replace("[a].std", ".std")
    result, report = check(head + wrong, number)
    assert not result.passed() and "hint" in report


# ---- The command, and a class ----------------------------------------------------------------------

def test_the_readers_settings_decide_nothing(tmp_path):
    (tmp_path / "numpy.py").write_text("raise SystemError", encoding="utf-8")
    (tmp_path / "my own-file.txt").write_text(source(), encoding="utf-8")
    done = command("my own-file.txt", cwd=tmp_path, PYTHONPATH=str(tmp_path), PYTHONOPTIMIZE="2",
                   PYTHONSAFEPATH="1", PYTHONWARNINGS="error")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("text, arguments, status, words", [
    (PLAIN["minmax_fit"], [], 1, "1 of 7 right."),
    (source(), ["--only", "minmax,robust"], 0, "4 of 4 right."),
    (source(), ["--only", "minimax"], 2, "there is no part minimax"),
    (source(), ["--csv", "no/such.csv"], 2, "there is no folder no"),
    (None, [], 2, "there is no file"),
])
def test_the_status_tells_right_from_wrong_from_not_checked(tmp_path, text, arguments, status, words):
    if text:
        (tmp_path / "a.py").write_text("import numpy as np\n" + text, encoding="utf-8")
    done = command("a.py", *arguments, cwd=tmp_path)
    assert done.returncode == status and words in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_a_class_has_a_row_for_each_submission_and_its_reports_beside_the_table(tmp_path):
    files = {"ada.py": source(), "ben.py": source("from shared import x", minmax_fit=fit(
                 "minmax_fit", 'return {"min": X.min(axis=1), "max": X.max(axis=1)}')),
             "shared.py": "x = 1", "=cy.py": "1 / 0",
             "dan/my_scalers.py": source("import tools"), "dan/tools.py": "",
             "eve/deep/part.ipynb": notebook("import numpy as np", *PLAIN.values()),
             "fay/a.py": "", "fay/b.py": "", "gus/readme.txt": "", "__MACOSX/x.py": ""}
    for name, text in files.items():
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (tmp_path / "extra.py").write_text("TABLES = [([[1, 2], [3, 9]], [[5, 6]])]", encoding="utf-8")
    done = command("in", "--csv", "marks.csv", "--json", "marks.json", "--tables", "extra.py",
                   "--seed", "7", "--jobs", "2", cwd=tmp_path)
    assert done.returncode == 1 and done.stderr == "", done.stderr
    table = (tmp_path / "marks.csv").read_text(encoding="utf-8-sig")
    rows = {row["submission"]: row for row in csv.DictReader(table.splitlines())}
    assert {name: (row["points"], row["state"]) for name, row in rows.items()} == {
        "ada.py": ("7", "right"), "ben.py": ("6", "wrong"), "'=cy.py": ("0", "not loadable"),
        "dan": ("7", "right"), "eve": ("7", "right"), "fay": ("0", "not loadable"),
        "gus": ("0", "not loadable")}
    assert "along the rows" in rows["ben.py"]["cause"] and rows["ben.py"]["minmax_fit"] == "0"
    assert "which of a.py, b.py" in rows["fay"]["cause"]
    assert len(json.loads((tmp_path / "marks.json").read_text())) == 7
    assert (tmp_path / "marks-reports" / "ada.py.txt").read_text().endswith("7 of 7 right.\n")
    assert {path.name for path in (tmp_path / "in").iterdir()} == {
        name.partition("/")[0] for name in files}
    assert command("in", "--csv", "in/marks.csv", cwd=tmp_path).returncode == 2


def test_gradescope_gets_a_point_for_each_right_function(check):
    result, _ = check(source(minmax_fit=fit("minmax_fit", "return 1")))
    told = json.loads(classroom.for_gradescope(result, classroom.functions_asked(asked.PARTS)))
    assert [test["score"] for test in told["tests"]] == [0, 1, 1, 1, 1, 1, 1]
    assert all(test["max_score"] == 1 for test in told["tests"])


# ---- What students write: each of these had no hint, a false one, or a false verdict ----------------

SLIPS = {  # what is planted, and words of the one hint that helps
    "a library not imported": (fit("minmax_fit", "import math", "return {'min': pd.Series(X[0])}"),
                           "import pandas as pd is missing at the top"),
    "a name misspelt": (fit("minmax_fit", "low = X.min(axis=0)", "return {'min': lwo}"),
                        "there is no lwo: is it misspelt"),
    "a sum without a start": (fit("standardize_fit", "for row in X: total += row",
                                  "return {'mean': total}"), "used before it has a value"),
    "what arrays do not have": (fit("robust_fit", "return {'median': X.median(axis=0)}"),
                                "the rest is NumPy's, as np.median(X, axis=0)"),
    "a dot for a key": (transform("minmax_transform", "return X - stats.min"), 'stats["min"]'),
    "a dict in a sum": (transform("robust_transform", "return X - stats"), "stats is a dict"),
    "25 for a quantile": (fit("robust_fit", "return {'median': np.quantile(X, 50, axis=0)}"),
                          "np.quantile takes [0.25, 0.5, 0.75]"),
    "eight columns for all": (fit("minmax_fit", "return {'min': [X[:, j].min() for j in range(8)]}"),
                              "X.shape[1] columns"),
    "itself": (fit("minmax_fit", "return minmax_fit(X)"), "it calls itself"),
    "exit": (fit("minmax_fit", "exit()"), "return ends a function"),
    "a transform without stats": (leaky("stats = fit(Xtr)", "return transform(Xtr), 1, stats"),
                                  "transform(X, stats) takes a table and what fit returned"),
    "a fit that is not called": (leaky("return transform(Xtr, fit), transform(Xte, fit), fit"),
                                 "without its brackets"),
    "the training rows twice": (leaky("stats = fit(Xtr)", "Z = transform(Xtr, stats)",
                                      "return Z, transform(Xtr, stats), stats"),
                                "the second is Xtr once more"),
    "a printed fit": (fit("minmax_fit", "print(X.min(axis=0))"), "write return before the result"),
    "kept dimensions": (fit("minmax_fit", "return {'min': X.min(axis=0, keepdims=True)}"),
                        "leave out keepdims"),
    "a column written into": (
        transform("minmax_transform", "Z = X", "for j in range(Z.shape[1]):",
                  "    Z[:, j] -= stats['min'][j]",
                  "    Z[:, j] /= stats['max'][j] - stats['min'][j]", "return Z"),
        "also under another name"),
    "an array of X's type": (
        transform("minmax_transform", "Z = np.zeros_like(X)",
                  "Z[:] = (X - stats['min']) / (stats['max'] - stats['min'])", "return Z"),
        "np.zeros_like(X) and X.copy() one of X's own type"),
    "an unknown slip": (fit("minmax_fit", 'return {"min": X.min(axis=0) + 3}'),
                        "min is the smallest value of each column"),
}


@pytest.mark.parametrize("planted", SLIPS)
def test_what_students_write_has_a_hint_that_helps(planted, check):
    text, words = SLIPS[planted]
    name = text[4:text.index("(")]
    part = next(part for part, names in asked.PARTS.items() if name in names)
    result, report = check(source(**{name: text}), part)
    assert states(result)[name] == "wrong" and words in report, report


STREAMING = {
    "self forgotten": ("self, x", "x", "the first parameter of each method is self"),
    "another name": ("learn_one", "learn", "under these names"),
    "nothing returned": ("return np.std", "np.std", "std is None: write return"),
    "a list for all objects": ("def __init__(self): self.seen = []", "seen = []", "in __init__"),
    "a list for none": ("self.seen = []", "seen = []", "self.seen is never set"),
}


@pytest.mark.parametrize("slip", STREAMING)
def test_a_class_has_hints_of_its_own(slip, check):
    right, wrong, words = STREAMING[slip]
    _, report = check("import numpy as np\n" + SOLVED["8"].replace(right, wrong), "8")
    assert words in report, report


def test_one_accuracy_for_all_folds_is_not_told_of_rows_and_columns(check):
    head = f"import numpy as np, sys; sys.path.append({str(CODE)!r})\n"
    _, report = check(head + SOLVED["10"].replace("return scores", "return np.mean(scores)"), "10")
    assert "hint    return one accuracy a fold" in report and "folds = 4 pairs of arrays" in report


@pytest.mark.parametrize("body", ["pass", "...", '"""Smallest and largest."""'])
def test_a_body_without_code_is_not_written_yet(body, check):
    result, report = check(source(minmax_fit=fit("minmax_fit", body)), "minmax")
    assert states(result) == {"minmax_fit": "not written", "minmax_transform": "right"}, report


def test_a_cell_that_stops_is_named_by_the_function_that_is_not_found_for_it(check):
    text = notebook("import numpy as np", "1 / 0", "def minmax_fit(X):\n    return {", "minmax_fit(1)")
    _, report = check(text, "minmax", name="work.ipynb")
    assert "note    its cell stops: SyntaxError in line 2 of code cell 3: '{' was never" in report


@pytest.mark.parametrize("line, words", [
    ("X = np.loadtxt('C:/no/such.csv')", "below if __name__"),
    ("name = input('name? ')", "nobody is there to answer input()"),
    ("import sys; sys.exit()", "below if __name__"),
    ("low = pd.read_csv('a.csv')", "import pandas as pd is missing at the top"),
])
def test_a_file_that_stops_while_it_is_loaded_is_told_what_to_do(line, words, check):
    _, report = check(source() + "\n" + line, "minmax")
    assert words in report, report
