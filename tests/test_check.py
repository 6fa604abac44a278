"""The student's checker: it passes what is right, and says of each planted fault what it is."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CODE = Path(__file__).resolve().parents[1] / "code"
sys.path += [str(CODE), str(CODE / "check")]
import report as checker

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


@pytest.fixture
def check(tmp_path, capsys):
    """check(text, part, ...): whether the checker passes a file with that text, and its report."""

    def run(text, *parts, guards=False, seconds=checker.SECONDS):
        path = tmp_path / "my_scalers.py"
        path.write_text(text, encoding="utf-8")
        passed = checker.report(path, parts or tuple(checker.PARTS), guards, seconds)
        out, err = capsys.readouterr()
        assert err == ""
        return passed, out

    return run


def command(*arguments, cwd=None):
    """The checker as a student starts it."""
    return subprocess.run([sys.executable, CODE / "check", *arguments], cwd=cwd,
                          capture_output=True, text=True, timeout=100)


def states(report):
    """What the report says of each function."""
    lines = [line.split(None, 1) for line in report.splitlines() if line[:1].strip()]
    return {line[0]: line[1] for line in lines if line[0] in PLAIN}


def test_the_chapters_own_file_passes_with_its_guards():
    done = command(CODE / "scalers.py", "--guards")
    assert done.returncode == 0, done.stdout + done.stderr
    assert states(done.stdout) == dict.fromkeys(PLAIN, "right")
    assert "guards would add" not in done.stdout


def test_a_plain_version_has_full_marks_and_a_list_of_what_guards_would_add(check):
    passed, report = check(source())
    assert passed
    assert states(report) == dict.fromkeys(PLAIN, "right")
    formulas, guards = report.split("What guards would add")
    assert "wrong" not in formulas
    for kind in ("a constant column", "missing values", "lists", "unsigned integers", "text",
                 "one dimension", "infinite", "more columns", "interquartile range of 0",
                 "ddof", "another order"):
        assert kind in guards, kind
    assert "got [[nan], [inf]], wanted [[0], [2]]" in guards


def test_guards_are_asked_for_only_on_request(check):
    assert check(source())[0] and not check(source(), guards=True)[0]


def fit(name, *lines):
    return f"def {name}(X):\n    " + "\n    ".join(lines)


def transform(name, *lines):
    return f"def {name}(X, stats):\n    " + "\n    ".join(lines)


def leaky(*lines):
    return "def scale_train_test(Xtr, Xte, fit, transform):\n    " + "\n    ".join(lines)


FAULTS = {  # what is planted: the functions replaced, and words the report must have
    "a grand mean over all columns": (
        fit("standardize_fit", 'return {"mean": X.mean(), "std": X.std(axis=0)}'),
        ["one number over all columns", "axis=0", "got     mean = 17", "wanted  mean = "]),
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
        ["divides by N - 1", "ddof=0", "got     std = [3.55903, 21.6025]",
         "wanted  std = [3.08221, 18.7083]", "input   X = [[1, 10], [2, 30], [4, 20], [9, 60]]"]),
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
        ["it clips", "got     [[0.25, 1]]", "wanted  [[0.25, 1.2]]"]),
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
        ["the caller's own table is changed"]),
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
        ["AttributeError in line 6", "maximum"]),
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
    "fitted twice": (
        leaky("return transform(Xtr, fit(Xtr)), transform(Xte, fit(Xtr)), fit(Xtr)"),
        ["fit called 3 times", "once"]),
    "the fit it was given not used": (
        leaky("stats = minmax_fit(Xtr)",
              "return transform(Xtr, stats), transform(Xte, stats), stats"),
        ["fit called 0 times"]),
    "the test rows looked at for their size": (
        leaky("stats = fit(Xtr)", "if Xte.max() > 1000: stats = fit(Xtr * 2)",
              "return transform(Xtr, stats), transform(Xte, stats), stats"),
        ["no test row may change it"]),
}


@pytest.mark.parametrize("planted", FAULTS)
def test_a_planted_fault_is_found_and_explained(planted, check):
    text, words = FAULTS[planted]
    name = next(line.split("(")[0].removeprefix("def ") for line in text.splitlines()
                if line.startswith("def "))
    part = next((p for p in ("minmax", "standardize", "robust") if name.startswith(p)), "no_leak")
    passed, report = check(source(**{name: text}), part)
    assert not passed
    assert states(report)[name] == "wrong", report
    for word in words:
        assert word in report, report
    if name in PLAIN and planted != "the fit it was given not used":
        others = {k: v for k, v in states(report).items() if k != name}
        assert set(others.values()) <= {"right"}, "one fault does not spoil the other functions"


def test_the_first_counterexample_is_small(check):
    text = fit("minmax_fit", "low = np.maximum(X.min(axis=0), 0)",
               'return {"min": low, "max": X.max(axis=0)}')
    _, report = check(source(minmax_fit=text), "minmax")
    assert states(report)["minmax_fit"] == "wrong"
    line = next(line for line in report.splitlines() if "input" in line)
    assert len(line) < 100


def test_what_is_not_written_yet_is_said_so(check):
    todo = "def minmax_transform(X, stats):\n    raise NotImplementedError"
    text = "import numpy as np\n" + PLAIN["minmax_fit"] + "\n\n" + todo
    passed, report = check(text)
    assert not passed
    assert states(report) == dict.fromkeys(PLAIN, "not written yet") | {"minmax_fit": "right"}


def test_only_asks_for_one_part(check):
    passed, report = check(PLAIN["minmax_fit"] + "\n\n" + PLAIN["minmax_transform"], "minmax")
    assert passed
    assert set(states(report)) == {"minmax_fit", "minmax_transform"}


def test_a_function_that_changes_its_input_spoils_no_other_functions_table(check):
    text = source(standardize_transform=transform(
        "standardize_transform", 'X -= stats["mean"]', 'X /= stats["std"]', "return X"),
        standardize_fit=fit("standardize_fit", "X -= 1e6", "return 0"),
        scale_train_test=leaky("stats = fit(np.vstack([Xtr, Xte]))",
                               "return transform(Xtr, stats), transform(Xte, stats), stats"))
    _, report = check(text)
    assert states(report) == dict.fromkeys(PLAIN, "right") | dict.fromkeys(
        ("standardize_fit", "standardize_transform", "scale_train_test"), "wrong")
    assert "fitted on training and test rows together" in report


UNLOADABLE = {
    "a syntax error": ("def f(:\n    pass", ["SyntaxError", "line 1"]),
    "an error": ("import numpy as np\n\n1 / 0", ["ZeroDivisionError in line 3"]),
    "a module that is not there": ("import no_such_module_here", ["no_such_module_here", "line 1"]),
    "sys.exit": ("import sys\nsys.exit(0)", ["exits in line 2"]),
    "os._exit": ("import os\nos._exit(0)", ["ends Python itself"]),
    "a loop": ("while True:\n    pass", ["no answer after 3 seconds"]),
    "a loop that prints": ("while True:\n    print('x' * 10000)", ["no answer after 3 seconds"]),
    "a loop that swallows interrupts": (
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
        ["no answer after 3 seconds"]),
    "a bare exception": ("raise BaseException('stop')", ["BaseException in line 1: stop"]),
    "an interrupt": ("raise KeyboardInterrupt", ["KeyboardInterrupt in line 1"]),
    "a question at the keyboard": ("n = input('how many? ')", ["EOFError in line 1"]),
    "more memory than there is": ("x = bytearray(10**12)", ["MemoryError in line 1"]),
    "an error that cannot be printed": (
        "class E(Exception):\n    def __str__(self): raise E\nraise E", ["cannot be printed"]),
    "bytes that are no text": ("\0", ["cannot be loaded"]),
    "a crash": ("import ctypes\nctypes.string_at(0)", ["crashes Python"]),
}


@pytest.mark.parametrize("kind", UNLOADABLE)
def test_a_file_that_does_not_load_is_said_plainly(kind, check):
    text, words = UNLOADABLE[kind]
    passed, report = check(text, "minmax", seconds=3)
    assert not passed
    for word in [*words, "my_scalers.py cannot be loaded"]:
        assert word in report, report


MISBEHAVING = {
    "loops": ("while True: pass", "no answer after 3 seconds"),
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
    passed, report = check(text, seconds=3)
    assert not passed
    assert states(report) == dict.fromkeys(PLAIN, "right") | {"minmax_transform": "wrong"}
    assert words in report, report


QUIET = {
    "prints": "print('hello there')",
    "prints megabytes": "print('hello there\\n' * 10**6)",
    "prints what is no text": "import sys; sys.stdout.buffer.write(b'hello there \\xff\\xfe')",
    "prints past sys.stdout": "import os; os.write(1, b'hello there')",
}


@pytest.mark.parametrize("kind", QUIET)
def test_a_file_that_prints_is_told_so_and_checked_all_the_same(kind, check):
    passed, report = check(source(QUIET[kind]))
    assert passed
    assert "the file prints ('hello there" in report
    assert len(report) < 10_000


ODD = {
    "replaces sys.stdout": "import sys; sys.stdout = None; sys.stderr = None",
    "closes its output": "import os; os.close(1); os.close(2)",
    "leaves a thread running": ("import threading, time\n"
                                "threading.Thread(target=time.sleep, args=(60,)).start()"),
    "leaves a process running": ("import subprocess, sys\n"
                                 "subprocess.Popen([sys.executable, '-c', "
                                 "'import time; time.sleep(60)'])"),
    "exits at the end": "import atexit, sys, os; atexit.register(os._exit, 3)",
    "makes warnings errors": "import warnings; warnings.simplefilter('error')",
    "changes folder": "import os; os.chdir('/')",
    "writes over a library's name": "np.float = float",
}


@pytest.mark.parametrize("kind", ODD)
def test_what_a_file_does_to_its_own_process_costs_nothing(kind, check):
    passed, report = check(source(ODD[kind]), "standardize")
    assert passed, report


def test_nothing_is_left_beside_the_students_file(check, tmp_path):
    check(source(), "minmax")
    assert [path.name for path in tmp_path.iterdir()] == ["my_scalers.py"]


def test_a_file_may_have_any_name_and_hide_no_library(tmp_path):
    (tmp_path / "json.py").write_text("raise SystemError", encoding="utf-8")
    (tmp_path / "my own-file.txt").write_text(source(), encoding="utf-8")
    done = command("my own-file.txt", "--only", "robust", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_status_says_whether_all_is_right(tmp_path):
    (tmp_path / "my_scalers.py").write_text(PLAIN["minmax_fit"], encoding="utf-8")
    done = command("my_scalers.py", cwd=tmp_path)
    assert done.returncode == 1 and done.stderr == ""
    assert states(done.stdout)["minmax_fit"] == "right"


def test_a_missing_file_is_said_plainly(tmp_path):
    done = command(tmp_path / "none.py")
    assert done.returncode == 1
    assert done.stderr.startswith("there is no file") and "Traceback" not in done.stderr


def test_the_checker_needs_nothing_but_the_data_and_its_reader(tmp_path):
    shutil.copytree(CODE / "check", tmp_path / "code" / "check")
    shutil.copy(CODE / "pima.py", tmp_path / "code")
    shutil.copytree(CODE.parent / "data", tmp_path / "data")
    (tmp_path / "my_scalers.py").write_text(source(), encoding="utf-8")
    done = subprocess.run([sys.executable, "code/check", "my_scalers.py"], cwd=tmp_path,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
