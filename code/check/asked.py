"""What a submission is asked: calls, and what must come out of each.

The answers are the formulas of RIGHT, which are scikit-learn's to 1e-9 (a test says so), and so
the checker needs NumPy alone.
"""
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from submission import odd_fit, odd_transform

DATA = Path(__file__).resolve().parents[2] / "data" / "diabetes.csv"

# What can be asked for: the chapter's seven functions in four parts, and exercises by number.
PARTS = {"minmax": ["minmax_fit", "minmax_transform"],
         "standardize": ["standardize_fit", "standardize_transform"],
         "robust": ["robust_fit", "robust_transform"],
         "no_leak": ["scale_train_test"]}
EXERCISES = {"2": ["minus_one_to_one"],
             "3": ["maxabs_fit", "maxabs_transform"],
             "4": ["minmax_inverse", "standardize_inverse", "robust_inverse"],
             "8": ["OnlineStandard"],
             "10": ["mixed_folds"]}
NAMES = PARTS | EXERCISES
ARGUMENTS = {"_fit": ["X"], "_transform": ["X", "stats"], "_inverse": ["Z", "stats"],
             "scale_train_test": ["Xtr", "Xte", "fit", "transform"],
             "minus_one_to_one": ["X", "stats"], "OnlineStandard": [],
             "mixed_folds": ["numbers", "words", "y", "folds", "k"]}


@dataclass
class Call:
    """One call: what goes in, and what must come out (ValueError: it must refuse).

    how: "call" calls the function name; "both" calls the fit of the part name on args[0] and its
    transform on args[1]; "stream" makes a scaler learn the values of args[0]; "scores" makes an
    array of what comes out. about says what the call is about, where its table does not.
    """

    name: str
    args: tuple
    wanted: object
    about: str = ""
    how: str = "call"

    @property
    def functions(self):
        """The names of the functions that it calls."""
        return tuple(PARTS[self.name]) if self.how == "both" else (self.name,)


def arguments(name):
    """The names of a function's arguments; of a part: what its fit and its transform are given."""
    return next((names for ending, names in ARGUMENTS.items() if name.endswith(ending)),
                ["fitted", "X"])


def frame(values, columns=None):
    """Stands for a pandas DataFrame, which the submission's process makes of it."""
    return ("DataFrame", np.array(values), columns)


# ---- The right answers ---------------------------------------------------------------------------

def iqr(X, method="linear"):
    """The interquartile range of each column, under one of NumPy's kinds of quartile."""
    q1, q3 = np.percentile(X, [25, 75], axis=0, method=method)
    return q3 - q1


def scale_train_test(Xtr, Xte, fit, transform):
    """The rule that leaves no leak."""
    stats = fit(Xtr)
    return transform(Xtr, stats), transform(Xte, stats), stats


def knn_scores(numbers, words, y, folds, k, fitted=lambda train, test: train,
               scaled=True):
    """k-NN's accuracy in each fold; fitted tells the rows that the scaler learns from."""
    scores = []
    for train, test in folds:
        seen = numbers[fitted(train, test)]
        Z = (numbers - seen.mean(axis=0)) / seen.std(axis=0) if scaled else numbers
        table = np.hstack([Z, 1.0 * (words == np.unique(words[train]))])
        away = ((table[test][:, None] - table[train]) ** 2).sum(axis=2)
        nearest = np.argsort(away, axis=1, kind="stable")[:, :k]
        scores.append(np.mean((y[train][nearest].mean(axis=1) > 0.5) == y[test]))
    return np.array(scores)


def running_std(values):
    """The standard deviation of the values so far, after each."""
    return np.array([np.std(values[:n]) for n in range(1, len(values) + 1)])


CENTRE = {"minmax": lambda s: s["min"], "standardize": lambda s: s["mean"],
          "robust": lambda s: s["median"]}
SPREAD = {"minmax": lambda s: s["max"] - s["min"], "standardize": lambda s: s["std"],
          "robust": lambda s: s["iqr"]}
RIGHT = {
    "minmax_fit": lambda X: {"min": X.min(axis=0), "max": X.max(axis=0)},
    "standardize_fit": lambda X: {"mean": X.mean(axis=0), "std": X.std(axis=0)},
    "robust_fit": lambda X: {"median": np.median(X, axis=0), "iqr": iqr(X)},
    "maxabs_fit": lambda X: {"maxabs": np.abs(X).max(axis=0)},
    "maxabs_transform": lambda X, s: X / s["maxabs"],
    "minus_one_to_one": lambda X, s: 2 * RIGHT["minmax_transform"](X, s) - 1,
    "scale_train_test": lambda Xtr, Xte, *_: scale_train_test(Xtr, Xte, odd_fit, odd_transform),
    "OnlineStandard": running_std,
    "mixed_folds": knn_scores,
} | {f"{part}_transform": lambda X, s, part=part: (X - CENTRE[part](s)) / SPREAD[part](s)
     for part in CENTRE
} | {f"{part}_inverse": lambda Z, s, part=part: Z * SPREAD[part](s) + CENTRE[part](s)
     for part in CENTRE}


# ---- The tables ---------------------------------------------------------------------------------

FIRST = np.array([[1.0, 10], [2, 40], [4, 20], [10, 60]])
LATER = np.array([[3.0, 70]])
DIGITS = np.array([[-1.76543211, 8.7], [2.5, -3.64159265], [0.33333333, 1.6]])
WHOLE_NUMBERS = "a table of whole numbers"
OTHER = np.array([[7.0, 300], [2, 100], [21, 200], [5, 900], [11, 800]])  # fitted last of all


def tables(seed=0, extra=()):
    """Triples (train, test, what they are): small tables first, the chapter's data last."""
    yield FIRST, LATER, ""
    yield DIGITS, DIGITS[:2] + 0.7, ""
    rng = np.random.default_rng(seed)
    for _ in range(20):
        n, d = rng.integers(3, 7), rng.integers(1, 4)
        train = np.array([1.0 * rng.permutation(25)[:n] - rng.integers(30) for _ in range(d)]).T
        yield train, rng.integers(-9, 30, (rng.integers(1, 4), d)).astype(float), ""
    yield FIRST.astype(int), np.array([[3, 70], [0, 5]]), WHOLE_NUMBERS
    yield from ((np.array(a, float), np.array(b, float), "a table of your teacher's")
                for a, b in extra)
    if DATA.exists():
        X = np.loadtxt(DATA, delimiter=",", skiprows=1)[:, :-1]
        test = np.arange(len(X)) % 4 == 0
        yield X[~test], X[test], "the chapter's table, every fourth record for test"


def folds_table(seed=6):
    """The arguments of `mixed_folds`: two columns, a category that is rare, and four folds.

    The folds are unlike in width, so that what a scaler has seen shows in the scores.
    """
    rng, n = np.random.default_rng(seed), 160
    words = rng.choice(["a", "b", "c"], n)[:, None]
    words[5] = "r"
    folds = np.arange(n).reshape(4, -1)
    wide = np.repeat([3.0, 30, 300, 1000], n // 4)
    numbers = np.column_stack([rng.normal(size=n) + (words[:, 0] == "a"),
                               wide * rng.normal(size=n)])
    y = (numbers[:, 0] + numbers[:, 1] / wide + rng.normal(size=n) > 0.5).astype(int)
    return numbers, words, y, [(np.setdiff1d(np.arange(n), test), test) for test in folds], 3


def formula_calls(name, seed=0, extra=()):
    """The calls that a plain version of a part, or of an exercise, must get right.

    All fits come before all transforms, and last a table that no transform is asked for: a
    transform that uses what its fit has left somewhere is found out.
    """
    right, asked = RIGHT, list(tables(seed, extra))
    if name == "4":  # scaled values are no whole numbers
        asked = [triple for triple in asked if triple[2] != WHOLE_NUMBERS]
    if name == "no_leak":
        return [Call("scale_train_test", (Xtr, later, "fit", "transform"),
                     right["scale_train_test"](Xtr, later), about)
                for Xtr, Xte, about in asked for later in (Xte, Xte * 100)]
    if name == "8":
        return [Call("OnlineStandard", (values,), running_std(values), about, "stream")
                for values, about in STREAMS]
    if name == "10":
        args = folds_table()
        return [Call("mixed_folds", args, knn_scores(*args), "one category has a single record",
                     "scores")]
    calls = []
    for function in NAMES[name]:
        part = function.rpartition("_")[0]
        fit = right.get(f"{part}_fit", right["minmax_fit"])
        if function.endswith("_fit"):
            calls += [Call(function, (Xtr,), right[function](Xtr), about)
                      for Xtr, _, about in [*asked, (OTHER, None, "")]]
        else:
            calls += [Call(function, (Xte, fit(Xtr)), right[function](Xte, fit(Xtr)), about)
                      for Xtr, Xte, about in asked]
    return calls


STREAMS = [(np.array([2.0, 4, 9]), ""), (np.array([5.0, 1, 1, 8, 2, 3]), ""),
           (1e9 + np.array([1.0, 2, 3]), "far from 0")]


# ---- What guards add: ordinary formulas break on these, quietly as a rule -------------------------

NAN = np.nan
STATISTICS = {"minmax": ["min", "max"], "standardize": ["mean", "std"], "robust": ["median", "iqr"]}


def guard_calls(name):
    """The calls of a part that take more than its formula."""
    if name == "no_leak":
        a, b = frame([[1.0, 3], [2, 5]], ["a", "b"]), frame([[3.0, 1], [5, 2]], ["b", "a"])
        return [Call("scale_train_test", (a, b, "fit", "transform"), ValueError,
                     "tables whose columns stand in another order")]
    constant = np.array([[2.0]])
    if name == "2":
        return [Call("minus_one_to_one", (constant, {"min": constant[0], "max": constant[0]}),
                     np.zeros((1, 1)), "a constant column: the middle of the range")]
    if name == "10":
        return [Call("mixed_folds", (*folds_table(), "error"), ValueError,
                     'unknown="error": a category that the training part has not seen stops it')]
    if name == "3":
        return [Call("maxabs_transform", (0 * constant, {"maxabs": 0 * constant[0]}),
                     np.zeros((1, 1)), "a column of zeros: stays zero"),
                Call("maxabs_fit", (np.array([[-3], [NAN], [1]]),), {"maxabs": np.array([3.0])},
                     "missing values: passed over by fit")]
    if name == "4":
        return [Call(f"{part}_inverse", (constant, dict(zip(keys, np.array(values)[:, None]))),
                     np.array([[9.0]]), "a constant column, back from where it was divided by 1")
                for (part, keys), values in zip(STATISTICS.items(),
                                                [[7.0, 7], [7.0, 0], [7.0, 0]])]
    return scaler_guards(name) if name in STATISTICS else []


def scaler_guards(part):
    """`guard_calls` of one of the three scalers."""
    column, middle = np.array([[1.0], [2], [3]]), 0.5 if part == "minmax" else 0.0
    one = {key: np.array([2.0]) for key in STATISTICS[part]}
    below = {"minmax": -0.5, "standardize": -np.sqrt(6), "robust": -2.0}[part]

    def both(about, train, test, wanted):
        return Call(part, (train, test), np.array(wanted), about, "both")

    calls = [
        both("a constant column: centre it, divide by 1",
             np.array([[0.1], [0.1], [0.1]]), np.array([[0.1], [2.1]]), [[0.0], [2.0]]),
        both("missing values: passed over by fit, kept by transform",
             np.array([[1], [NAN], [3]]), np.array([[NAN], [2]]), [[NAN], [middle]]),
        both("a column with no value at all: stays missing, without a warning",
             np.array([[NAN], [NAN]]), np.array([[1.0]]), [[NAN]]),
        both("lists", column.tolist(), [[2.0]], [[middle]]),
        both("a DataFrame: an array comes back", frame(column), frame([[2.0]]), [[middle]]),
        both("unsigned integers, which wrap below 0",
             np.array([[50], [100], [150]], "uint8"), np.array([[0]], "uint8"), [[below]]),
        both("a column in very small units",
             np.array([[1e-20], [3e-20]]), np.array([[3e-20]]), [[1.0]]),
        Call(f"{part}_fit", (np.array([1.0, 2, 3]),), ValueError, "one dimension only"),
        Call(f"{part}_fit", (np.array([["1"], ["high"]], object),), ValueError, "text"),
        Call(f"{part}_fit", (np.array([[1], [np.inf]]),), ValueError, "an infinite value"),
        Call(f"{part}_transform", (FIRST, one), ValueError, "more columns than were fitted"),
    ]
    if part == "minmax":
        times = np.array([[1_700_000_000.1], [1_700_000_000.2]])
        calls.append(both("large numbers close together, as times are", times, times, [[0.0], [1]]))
    if part == "standardize":
        wanted = {"mean": np.array([2.0]), "std": np.array([1.0]), "ddof": 1}
        calls.append(Call("standardize_fit", (column, 1), wanted, "the divisor N - ddof, recorded"))
    if part == "robust":
        calls.append(both("an interquartile range of 0: divide by 1",
                          np.array([[0.0], [0], [0], [0], [8]]), np.array([[8.0]]), [[8.0]]))
    return calls
