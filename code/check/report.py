"""Check your own scalers against the chapter's rules: python code/check my_scalers.py

Each function is called on small tables and on the chapter's split, and must give what scikit-learn
gives. A wrong one is told with the first counterexample: input, got, wanted, and a hint. What a
careful function also does, with missing values say, is a list of its own that costs no marks.

Your file runs in a process of its own with a limit on time and memory (process.py), so
whatever it does, this one goes on to report it. Status 0 says that all that was asked for is there
and right.
"""
import warnings
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from process import SECONDS, ask, range_fit, range_transform, value_of
from slips import CAUSES, scale_train_test

PARTS = {"minmax": ["minmax_fit", "minmax_transform"],
         "standardize": ["standardize_fit", "standardize_transform"],
         "robust": ["robust_fit", "robust_transform"],
         "no_leak": ["scale_train_test"]}
TOLERANCE = 1e-9


@dataclass
class Call:
    """One call of your code: what goes in, and what must come out (ValueError: it must refuse).

    name is a function, or a part such as "minmax": its fit on args[0], then its transform of
    args[1]. about says what the call is about, where its table alone does not.
    """

    name: str
    args: tuple
    wanted: object
    about: str = ""


# ---- What is asked: the calls, with what scikit-learn answers --------------------------------

FIRST = np.array([[1.0, 10], [2, 30], [4, 20], [9, 60]])
LATER = np.array([[3.0, 70]])
STATISTICS = {"minmax": {"min": "data_min_", "max": "data_max_"},
              "standardize": {"mean": "mean_", "std": "scale_"},
              "robust": {"median": "center_", "iqr": "scale_"}}


def asked_of_sklearn(part, Xtr, Xte):
    """scikit-learn's statistics of Xtr under our names, and its transform of Xte."""
    from sklearn import preprocessing
    kind = {"minmax": preprocessing.MinMaxScaler, "standardize": preprocessing.StandardScaler,
            "robust": preprocessing.RobustScaler}[part]
    scaler = kind().fit(Xtr)
    return {k: getattr(scaler, v) for k, v in STATISTICS[part].items()}, scaler.transform(Xte)


def tables():
    """Pairs of tables (train, test, what they are): small ones first, the chapter's split last."""
    from pima import load_data, split
    yield FIRST, LATER, ""
    rng = np.random.default_rng(0)
    for _ in range(20):
        n, d = rng.integers(3, 7), rng.integers(1, 4)
        train = np.array([1.0 * rng.permutation(25)[:n] - rng.integers(30) for _ in range(d)]).T
        yield train, rng.integers(-9, 30, (rng.integers(1, 4), d)).astype(float), ""
    Xtr, Xte, _, _ = split(*load_data()[:2])
    yield Xtr, Xte, "the chapter's training and test rows"


def formula_calls(part):
    """The calls of a part that a plain version of its formulas must get right."""
    calls = []
    for Xtr, Xte, about in tables():
        if part == "no_leak":
            calls += [Call("scale_train_test", (Xtr, later, "fit", "transform"),
                           scale_train_test(Xtr, later, range_fit, range_transform), about)
                      for later in (Xte, Xte * 100)]
        else:
            stats, Z = asked_of_sklearn(part, Xtr, Xte)
            calls += [Call(f"{part}_fit", (Xtr,), stats, about),
                      Call(f"{part}_transform", (Xte, stats), Z, about)]
    return calls


# ---- What guards add: ordinary formulas break on these, quietly as a rule ---------------------

def guard_calls(part):
    """The calls of a part that take more than its formula."""
    from pandas import DataFrame
    if part == "no_leak":
        a = DataFrame({"a": [1.0, 2], "b": [3.0, 5]})
        return [Call("scale_train_test", (a, a[["b", "a"]], "fit", "transform"), ValueError,
                     "tables whose columns stand in another order")]
    column = np.array([[1.0], [2], [3]])
    nan, middle = np.nan, 0.5 if part == "minmax" else 0.0
    one = {name: np.array([2.0]) for name in STATISTICS[part]}
    below = {"minmax": -0.5, "standardize": -np.sqrt(6), "robust": -2.0}[part]

    def both(about, train, test, wanted):
        return Call(part, (train, test), np.array(wanted), about)

    calls = [
        both("a constant column: centre it, divide by 1",
             np.array([[0.1], [0.1], [0.1]]), np.array([[0.1], [2.1]]), [[0.0], [2.0]]),
        both("missing values: passed over by fit, kept by transform",
             np.array([[1], [nan], [3]]), np.array([[nan], [2]]), [[nan], [middle]]),
        both("a column with no value at all: stays missing, without a warning",
             np.array([[nan], [nan]]), np.array([[1.0]]), [[nan]]),
        both("lists", column.tolist(), [[2.0]], [[middle]]),
        both("a DataFrame: an array comes back", DataFrame(column), DataFrame([[2.0]]), [[middle]]),
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


# ---- What to say of each function ---------------------------------------------------------------

FORMULAS = {
    "minmax_fit": 'return {"min": ..., "max": ...}, each one number a column',
    "minmax_transform": "the formula is (X - min) / (max - min)",
    "standardize_fit": 'return {"mean": ..., "std": ...}, each one number a column, divisor N',
    "standardize_transform": "the formula is (X - mean) / std",
    "robust_fit": 'return {"median": ..., "iqr": ...}, each one number a column; iqr is q3 - q1',
    "robust_transform": "the formula is (X - median) / iqr",
    "scale_train_test": "stats = fit(Xtr), once, and transform both tables with those stats; "
                        "return Ztr, Zte, stats",
}
ARGUMENTS = {"_fit": ["X"], "_transform": ["X", "stats"],
             "_test": ["Xtr", "Xte", "fit", "transform"]}


def arguments(name):
    """The names of a function's arguments; of a part: what its fit and its transform are given."""
    for ending, names in ARGUMENTS.items():
        if name.endswith(ending):
            return names
    return ["fitted", "X"]


# ---- Judging an answer ------------------------------------------------------------------------

def fault_of(call, answer):
    """None where the answer is right, else (got, wanted, hint) in words."""
    wanted = "a ValueError" if call.wanted is ValueError else show(call.wanted)
    if "died" in answer:
        return answer["died"], wanted, "look for a loop that never ends, or an exit, in its code"
    if "raised" in answer:
        if call.wanted is ValueError and answer["value_error"]:
            return None
        where = f" in line {answer['line']}" if answer["line"] else ""
        return f"{answer['raised']}{where}: {answer['message']}", wanted, raised_hint(call, answer)
    got = value_of(answer["value"])
    if call.wanted is ValueError:
        return show(got), wanted, "refuse it with a ValueError that says what is wrong"
    if fault := difference(got, call.wanted):
        return *fault, hint(call, got)
    if answer["changed"]:
        return spoiled(arguments(call.name)[answer["changed"][0]])
    if call.name == "scale_train_test" and answer["fitted"] != [len(call.args[0])]:
        return (f"fit called {len(answer['fitted'])} times", "fit called once, on Xtr",
                FORMULAS[call.name])
    if answer["warned"] and call.name in PARTS:
        return "the right values, with a warning", "no warning", "see what NumPy warns of"
    return None


def spoiled(argument):
    """The fault of changing what an argument holds."""
    if argument == "stats":
        return ("the right values, but the caller's own stats are changed",
                "the input left as it was",
                'stats["..."] = ... and -= write into it: give the new numbers a name of their own')
    return ("the right values, but the caller's own table is changed", "the input left as it was",
            f"{argument} -= ... and {argument} /= ... write into it: write Z = {argument} - ... "
            "instead")


def raised_hint(call, answer):
    """What an error most often comes from."""
    if answer["raised"] == "TypeError" and "argument" in answer["message"]:
        return f"it is called as {call.name}({', '.join(arguments(call.name))})"
    if answer["raised"] == "KeyError" and call.name.endswith("_transform"):
        return f"stats holds {', '.join(map(repr, call.args[1]))}"
    return FORMULAS.get(call.name, "the line to look at is the one named")


def hint(call, got):
    """The usual cause whose result is the one that came out, else what is asked for."""
    for cause, slip in CAUSES.get(call.name, ()):
        if explains(slip, call, got):
            return cause
    if call.name == "scale_train_test":
        return FORMULAS[call.name]
    if isinstance(call.wanted, dict) and isinstance(got, dict):
        wrong = first_wrong(got, call.wanted)
        return of_another_type(wrong, got.get(wrong), call.wanted[wrong]) or FORMULAS[call.name]
    if isinstance(call.wanted, np.ndarray) and not isinstance(got, np.ndarray):
        return "return a NumPy array, one row a record and one column a feature"
    if isinstance(call.wanted, np.ndarray) and got.shape != call.wanted.shape:
        return "one row a record and one column a feature come back, as in X"
    return FORMULAS.get(call.name, call.about)


def of_another_type(key, got, wanted):
    """What to say of a statistic whose type alone is at fault; None where it is not."""
    if isinstance(got, str) and isinstance(wanted, np.ndarray):
        return f"{key} is to be a NumPy array, as what NumPy gives with axis=0 is"
    if (isinstance(got, np.ndarray) and got.dtype.char in "ef" and got.shape == wanted.shape
            and np.allclose(got, wanted, rtol=1e-2)):
        return f"{key} is {got.dtype}: in float64, NumPy's usual type, it is precise enough"
    return None


def first_wrong(got, wanted):
    """The first statistic that is not as wanted."""
    return next((k for k in wanted if difference(got.get(k), wanted[k])), None)


def explains(slip, call, got):
    """Whether a slip's result is what came out: of statistics, the first that is wrong."""
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = slip(*call.args)
    except (TypeError, ValueError):  # a table that the slip cannot take
        return False
    if not isinstance(result, dict):
        return not difference(got, result)
    if not isinstance(got, dict):
        return False
    wrong = first_wrong(got, call.wanted)
    return wrong in result and same(got.get(wrong), result[wrong])


def same(got, slip):
    """Whether a statistic is what a slip gives; one number stands for a whole row of it."""
    if isinstance(slip, float) and isinstance(got, np.ndarray):
        slip = np.full(got.shape, slip)
    return not difference(got, slip)


def difference(got, wanted):
    """None where got is as wanted, to 1e-9; else both in words, at the first place they differ."""
    if isinstance(wanted, dict):
        if not isinstance(got, dict):
            return show(got), f"a dict with {', '.join(map(repr, wanted))}"
        for key in wanted:
            if key not in got:
                return f"a dict with {', '.join(map(repr, got))}", f"{key!r} in it as well"
            if fault := difference(got[key], wanted[key]):
                return tuple(f"{key} = {text}" for text in fault)
        return None
    if isinstance(wanted, tuple):
        if not isinstance(got, tuple) or len(got) != len(wanted):
            return show(got), f"a tuple of {len(wanted)}: Ztr, Zte, stats"
        for name, ours, asked in zip(("Ztr", "Zte", "stats"), got, wanted):
            if fault := difference(ours, asked):
                return tuple(f"{name}: {text}" for text in fault)
        return None
    if isinstance(wanted, np.ndarray):
        return array_difference(got, wanted)
    right = isinstance(got, int | float) and np.isclose(got, wanted, rtol=TOLERANCE)
    return None if right or got == wanted else (show(got), show(wanted))


def array_difference(got, wanted):
    """`difference` for arrays: of large ones, the first value that differs."""
    if not isinstance(got, np.ndarray):
        return show(got), f"an array, {show(wanted)}"
    if got.shape != wanted.shape:
        return tuple(f"{show(array)}, of shape {array.shape}" for array in (got, wanted))
    differ = ~np.isclose(got, wanted, rtol=TOLERANCE, atol=TOLERANCE, equal_nan=True)
    if not differ.any():
        return None
    if wanted.size <= 24 and show(got) != show(wanted):
        return show(got), show(wanted)
    place = tuple(int(i) for i in np.argwhere(differ)[0])
    at = dict(zip(("row", "column") if wanted.ndim == 2 else ("column",), place))
    where = ", ".join(f"{axis} {i}" for axis, i in at.items())
    return f"{got[place]!r:.30} in {where}", f"{wanted[place]!r:.30}"


def leak(calls, answers):
    """Of `scale_train_test`: where other test rows change what the training rows become.

    None, or the call and its fault.
    """
    for (one, a), (two, b) in pairwise(zip(calls, answers)):
        if one.args[0] is two.args[0]:
            for name, before, after in zip(("Ztr", "stats"), of_train(a), of_train(b)):
                if fault := difference(after, before):
                    now, then = fault
                    return one, (f"{name}: {then}, and with 100 times as large test rows {now}",
                                 "the same both times: no test row may change it",
                                 hint(one, value_of(a["value"])))
    return None


def of_train(answer):
    """(Ztr, stats) of an answer of `scale_train_test`, () where it has none."""
    value = value_of(answer["value"]) if "value" in answer else ()
    return value[::2] if isinstance(value, tuple) and len(value) == 3 else ()


# ---- Words ------------------------------------------------------------------------------------

def show(value):
    """A value in short: a small array in full, a large one by its shape."""
    if isinstance(value, np.ndarray):
        if value.size > 24:
            return f"an array of shape {value.shape}"
        return str(value.tolist()) if value.dtype.kind == "O" else numbers(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k!r}: {show(v)}" for k, v in value.items()) + "}"
    if isinstance(value, tuple):
        return "(" + ", ".join(map(show, value)) + ")"
    if hasattr(value, "to_numpy"):
        return f"a {type(value).__name__} {show(value.to_numpy())}, columns {list(value.columns)}"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def numbers(array):
    """Nested brackets with six digits a number."""
    if array.ndim == 0:
        return f"{array[()]:.6g}"
    return "[" + ", ".join(numbers(np.asarray(item)) for item in array) + "]"


def counterexample(call, fault):
    """The lines below a wrong function."""
    got, wanted, cause = fault
    about = f" ({call.about})" if call.about else ""
    return [f"    input   {given(call)}{about}", f"    got     {got}", f"    wanted  {wanted}",
            f"    hint    {cause}"]


def given(call):
    """What a call is given, in words."""
    return ", ".join(f"{name} = {show(value)}" for name, value
                     in zip(arguments(call.name), call.args) if not isinstance(value, str))


def verdict(name, calls, answers):
    """(state, lines) of a function: "right", "wrong" or "not written yet"."""
    if any("missing" in a or a.get("raised") == "NotImplementedError" for a in answers):
        return "not written yet", []
    if name == "scale_train_test" and (found := leak(calls, answers)):
        return "wrong", counterexample(*found)
    for call, answer in zip(calls, answers):
        if fault := fault_of(call, answer):
            return "wrong", counterexample(call, fault)
    return "right", []


# ---- The report -------------------------------------------------------------------------------

def report(path, parts, guards, seconds=SECONDS):
    """Print the report on a file; True where all that was asked for is there and right."""
    formulas = [call for part in parts for call in formula_calls(part)]
    extras = [call for part in parts for call in guard_calls(part)]
    fault, answers, printed = ask(path, [(PARTS.get(call.name, [call.name]), call.args)
                                         for call in formulas + extras], seconds)
    if printed:
        text = printed.decode("utf-8", "replace").split("\n")[0][:60]
        print(f"note: the file prints ({text!r} first), here or in a function: "
              "code that others import is silent\n")
    if fault:
        print(f"{path.name} cannot be loaded: {load_fault(fault)}")
        return False
    right = print_functions(parts, formulas, answers)
    wanted = [name for part in parts for name in PARTS[part]]
    print(f"\n{len(right)} of {len(wanted)} right.")
    kept = print_guards(right, extras, answers[len(formulas):])
    return right == wanted and (kept or not guards)


def load_fault(fault):
    """Why a file cannot be loaded, in words."""
    if "died" in fault:
        return f"{fault['died']}, while it is being imported"
    where = f" in line {fault['line']}" if fault["line"] else ""
    if fault["raised"] == "SystemExit":
        return f"it exits{where} while it is being imported"
    return f"{fault['raised']}{where}: {fault['message']}"


def print_functions(parts, calls, answers):
    """One line a function, below a wrong one its counterexample; the names of the right ones."""
    right = []
    for name in [name for part in parts for name in PARTS[part]]:
        mine = [(call, told) for call, told in zip(calls, answers) if call.name == name]
        state, lines = verdict(name, *zip(*mine))
        print(f"{name:<24}{state}", *lines, sep="\n")
        right += [name] if state == "right" else []
    return right


def print_guards(right, calls, answers):
    """What guards would add to the parts that are right; True where that is nothing."""
    missing = {}
    for call, told in zip(calls, answers):
        part = next(part for part in PARTS if call.name in (part, *PARTS[part]))
        if set(PARTS[part]) <= set(right) and (fault := fault_of(call, told)):
            missing.setdefault(call.about, []).append((call, fault))
    if missing:
        print("\nWhat guards would add (it costs no marks here):")
    for about, faults in missing.items():
        print(f"  {about}, as {given(faults[0][0])}")
        for call, (got, wanted, _) in faults:
            print(f"    {call.name:<22}got {got:.60}, wanted {wanted}")
    return not missing
