"""Judging answers: is a function right, and if not, what is the first fault and its usual cause?"""
import ast
import difflib
import re
import warnings
from dataclasses import dataclass
from itertools import pairwise
from numbers import Real

import numpy as np

from asked import NAMES, WHOLE_NUMBERS, Call, arguments
from process import value_of
from slips import CAUSES, PERCENT
from words import show

TOLERANCE = 1e-9


@dataclass
class Fault:
    """What is wrong with one call: what came out and what should have, in words, and a hint."""

    call: Call
    got: str
    wanted: str
    hint: str


@dataclass
class Verdict:
    """What is found of a function: its state, the first fault, and words beside it."""

    name: str
    state: str  # "right", "wrong", "too slow", "not written"
    fault: Fault | None = None
    note: str = ""

    @property
    def cause(self):
        """The first cause in one line, "" where the function is right."""
        return self.fault.hint if self.fault else self.note if self.state != "right" else ""


FORMULAS = {
    "minmax_fit": 'return {"min": ..., "max": ...}, each one number a column',
    "minmax_transform": "the formula is (X - min) / (max - min)",
    "standardize_fit": 'return {"mean": ..., "std": ...}, each one number a column, divisor N',
    "standardize_transform": "the formula is (X - mean) / std",
    "robust_fit": 'return {"median": ..., "iqr": ...}, each one number a column; iqr is q3 - q1',
    "robust_transform": "the formula is (X - median) / iqr",
    "scale_train_test": "stats = fit(Xtr), once, and transform both tables with those stats; "
                        "return Ztr, Zte, stats",
    "minus_one_to_one": "twice the min-max value, minus 1",
    "maxabs_fit": 'return {"maxabs": ...}, one number a column',
    "maxabs_transform": "the formula is X / maxabs",
    "minmax_inverse": "the formula is Z * (max - min) + min",
    "standardize_inverse": "the formula is Z * std + mean",
    "robust_inverse": "the formula is Z * iqr + median",
    "OnlineStandard": "after each learn_one(x), std is np.std of all values so far",
    "mixed_folds": "return one accuracy a fold; fit scaler and categories on its training rows, "
                   "and give an unknown category zeros",
}


MEANINGS = {  # of statistics that come in the right form
    "min": "min is the smallest value of each column",
    "max": "max is the largest value of each column",
    "mean": "mean is the sum of a column, divided by N",
    "std": "std is the root of the mean squared deviation from the column's mean",
    "median": "median is the middle value of a column in order, or halfway between the two",
    "iqr": "iqr is the percentile 75 of a column minus its percentile 25",
    "maxabs": "maxabs is the largest size in a column, the sign left out",
}


def verdict(name, calls, answers, source):
    """The Verdict on a function from its calls and what was answered to each."""
    for answer in answers:
        if answer.get("raised") == "NotImplementedError" or "missing" in answer or empty(name, source):
            return Verdict(name, "not written", note=unwritten(name, answer, source))
    faults = [f for f in map(fault_of, calls, answers) if f]
    if not faults:
        found = leak(calls, answers) if name == "scale_train_test" else None
        return Verdict(name, "wrong", found) if found else (
            Verdict(name, "right", note=remark(answers)))
    first = next((i for i, answer in enumerate(answers) if fault_of(calls[i], answer)), 0)
    if "died" in answers[first]:
        state = "too slow" if answers[first]["died"].startswith("no answer") else "wrong"
        return Verdict(name, state, faults[0])
    fault = name == "scale_train_test" and leak(calls, answers) or faults[0]
    fault.hint = hint(fault, calls, answers, source) or fault.hint
    return Verdict(name, "wrong", fault)


def empty(name, source):
    """Whether a function has nothing in it but words, pass or ..."""
    node = definition(name, source)
    return isinstance(node, ast.FunctionDef) and all(
        isinstance(line, ast.Pass) or isinstance(line, ast.Expr) and isinstance(
            line.value, ast.Constant) for line in node.body)


def remark(answers):
    """A word beside what is right: what could be done better."""
    fitted = max(a.get("fitted", 0) for a in answers)
    if fitted > 1:
        return f"fit is called {fitted} times: once, on Xtr, is enough, and faster"
    if any(a.get("added") for a in answers):
        return "it adds to the caller's stats: harmless here; a variable of its own is cleaner"
    return ""


# ---- One answer -----------------------------------------------------------------------------------

def fault_of(call, answer):
    """None where the answer is right, else the Fault, with the hint that one answer allows."""
    wanted = "a ValueError" if call.wanted is ValueError else show(call.wanted)

    def fault(got, hint, wanted=wanted):
        return Fault(call, got, wanted, hint)

    if "skipped" in answer:
        return None
    if "died" in answer:
        return fault(answer["died"], "look for a loop that never ends, or an exit, in its code")
    if "raised" in answer:
        if call.wanted is ValueError and answer["value_error"]:
            return None
        return fault(f"{answer['raised']}: {answer['message']}", FORMULAS.get(call.name, ""))
    got = value_of(answer["value"])
    if call.wanted is ValueError:
        return fault(show(got), "refuse it with a ValueError that says what is wrong")
    if found := difference(got, call.wanted):
        return fault(found[0], of_its_kind(call, got), found[1])
    if answer["changed"]:
        return spoiled(call, arguments(call.name)[answer["changed"][0]])
    if call.name == "scale_train_test" and not answer["fitted"]:
        return fault("fit is not called", "use the fit and the transform that it is given",
                     "fit called on Xtr")
    if answer["warned"] and call.how == "both":
        return fault("the right values, with a warning", "see what NumPy warns of", "no warning")
    return None


def spoiled(call, argument):
    """The Fault of changing what an argument holds."""
    hint = ('stats["..."] = ... and -= write into it: give the new numbers a name of their own'
            if argument == "stats" else
            f"{argument}[...] = ... writes into it, also under another name (as after copy = "
            f"{argument}): write into np.array({argument}, float), which is a new table")
    what = "own stats are" if argument == "stats" else "own table is"
    return Fault(call, f"the right values, but the caller's {what} changed",
                 "the input left as it was", hint)


def difference(got, wanted):
    """None where got is as wanted, to 1e-9; else both in words, at the first place they differ."""
    if isinstance(wanted, dict):
        if not isinstance(got, dict):
            return show(got), f"a dict with {', '.join(map(repr, wanted))}"
        for key in wanted:
            if key not in got:
                held = f"a dict with {', '.join(map(repr, got))}" if got else "an empty dict"
                return held, f"{key!r} in it as well"
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
    same = isinstance(got, Real) and np.isclose(got, wanted, rtol=TOLERANCE)
    return None if same else (show(got), show(wanted))


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
    return f"{got[place].item()!r} in {where}", repr(wanted[place].item())


def leak(calls, answers):
    """The Fault of `scale_train_test` where other test rows change what becomes of Xtr, or None."""
    for (one, a), (two, b) in pairwise(zip(calls, answers)):
        if one.args[0] is two.args[0]:
            for name, before, after in zip(("Ztr", "stats"), of_train(a), of_train(b)):
                if found := difference(after, before):
                    return Fault(one, f"{name}: {found[1]}, and with 100 times as large test rows "
                                 f"{found[0]}", "the same both times: no test row may change it",
                                 FORMULAS[one.name])
    return None


def of_train(answer):
    """(Ztr, stats) of an answer of `scale_train_test`, () where it has none that can be compared."""
    value = value_of(answer["value"]) if "value" in answer else ()
    fits = isinstance(value, tuple) and len(value) == 3 and (
        isinstance(value[0], np.ndarray) and isinstance(value[2], dict))
    return value[::2] if fits else ()


# ---- The usual cause ------------------------------------------------------------------------------

def hint(fault, calls, answers, source):
    """The usual cause of a function's faults, "" where none is known to fit."""
    answer = answers[next(i for i, call in enumerate(calls) if call is fault.call)]
    if "raised" in answer:
        line = source.line(answer)
        fault.got = f"{answer['raised']}{source.where(answer)}: {answer['message']}".removesuffix(
            ": None")
        return raised_hint(fault.call, answer, line)
    if fault.call.name == "scale_train_test" and not answer["fitted"]:
        return "it does not call fit: use the fit and the transform that it is given"
    code = code_of(fault.call.name, source)
    if answer["changed"] and re.search(r"\.sort\(", code):
        return "X.sort() puts the caller's own table in order: np.sort(X, axis=0) makes a new one"
    if fault.got.startswith("the right values") and (wrote := re.search(
            r"^ *([XZ]|Xt[re]) ([-+*/])= ", code, re.M)):
        table, sign = wrote.groups()
        return (f"{table} -= ... and {table} /= ... write into it: write "
                f"{'Y' if table == 'Z' else 'Z'} = {table} {sign} ... instead")
    return cause(fault.call, [(call, value_of(a["value"])) for call, a in zip(calls, answers)
                              if "value" in a])


def cause(first, pairs):
    """The hint of the slip that gives what came out: first of all there, nowhere anything else."""
    start = next(i for i, (call, _) in enumerate(pairs) if call is first)
    wrong = [(call, got) for call, got in pairs[start:] if difference(got, call.wanted)
             and (call.about == WHOLE_NUMBERS) == (first.about == WHOLE_NUMBERS)]
    for words, slip in CAUSES.get(first.name, ()):
        results = [explains(slip, call, got) for call, got in wrong]
        if results and results[0] and False not in results:
            return words
    return ""


def explains(slip, call, got):
    """Whether a slip's result is what came out (of statistics, the first that is wrong).

    None where the slip itself cannot be asked, on a table of another width say.
    """
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = slip(*call.args)
    except (TypeError, ValueError, IndexError):
        return None
    if not isinstance(result, dict):
        return not difference(got, result)
    if not isinstance(got, dict):
        return False
    key = first_wrong(got, call.wanted)
    return key in result and key in got and same(got[key], result[key])


def same(got, slip):
    """Whether a statistic is what a slip gives; one number stands for a whole row of it."""
    if np.ndim(slip) == 0 and isinstance(got, np.ndarray):
        slip = np.full(got.shape, slip)
    return not difference(got, slip)


def first_wrong(got, wanted):
    """The first statistic that is not as wanted."""
    return next((k for k in wanted if k not in got or difference(got[k], wanted[k])), None)


def of_its_kind(call, got):
    """What to say of an answer by its type and shape alone."""
    formula = FORMULAS.get(call.name, call.about)
    if str(got).startswith("None"):
        return "write return before the result"
    if isinstance(call.wanted, dict) and isinstance(got, dict):
        key = first_wrong(got, call.wanted)
        return of_a_statistic(key, got.get(key), call.wanted[key]) or formula
    if isinstance(call.wanted, np.ndarray):
        if isinstance(got, tuple):
            return "a comma at the end of a line makes a tuple of it: return the array alone"
        if call.how == "stream" and "bound method" in str(got):
            return "std is a number, not a method: put @property above its def"
        if call.how == "stream" and "None" in str(got):
            return "std is None: write return before the result"
        if call.how != "call":
            return formula
        if not isinstance(got, np.ndarray):
            return ("return a NumPy array, one row a record and one column a feature: "
                    "np.array(...) makes one")
        if got.shape != call.wanted.shape:
            return "one row a record and one column a feature come back, as in X"
    return formula


def of_a_statistic(key, got, wanted):
    """What to say of a statistic whose type alone is at fault; None where it is not."""
    if not isinstance(wanted, np.ndarray):
        return None
    if isinstance(got, tuple):
        comma = " (a comma at the end of its line makes a tuple of it)" if len(got) == 1 else ""
        return f"{key} is to be a NumPy array, not a tuple{comma}"
    if isinstance(got, str):
        kind = re.split("[,:]", got)[0]
        return f"{key} is to be a NumPy array of numbers, not {kind}: np.array(...) makes one"
    if isinstance(got, np.ndarray) and got.ndim > 1:
        return f"{key} is one number a column, of shape {wanted.shape}: leave out keepdims"
    if (isinstance(got, np.ndarray) and got.dtype.char in "ef" and got.shape == wanted.shape
            and np.allclose(got, wanted, rtol=1e-2)):
        return f"{key} is {got.dtype}: in float64, NumPy's usual type, it is precise enough"
    return MEANINGS.get(key) if isinstance(got, np.ndarray) and got.shape == wanted.shape else None


def raised_hint(call, answer, line):
    """What an error most often comes from."""
    raised, message, names = answer["raised"], answer["message"], arguments(call.name)
    called = f"it is called as {call.name}({', '.join(names)})"
    if answer["parameters"] != names and sorted(answer["parameters"]) == sorted(names):
        return f"{called}: yours takes them in another order"
    if raised == "TypeError" and re.search(r"positional argument|keyword argument", message):
        if call.name == "OnlineStandard" and "__init__" not in message:
            return "the first parameter of each method is self: def learn_one(self, x)"
        if not answer["line"]:
            return called
        return ("transform(X, stats) takes a table and what fit returned, fit(X) a table alone"
                if call.name == "scale_train_test" else
                "the line named calls a function with too few or too many arguments")
    if raised == "KeyError" and len(call.args) > 1 and isinstance(call.args[1], dict):
        return f"stats holds {', '.join(map(repr, call.args[1]))} and nothing else"
    if raised == "KeyError" and call.name == "scale_train_test":
        return "stats is whatever fit returns: use the fit and the transform that it is given"
    if "truth value" in message and re.search(r"\b(if|while|and|or|not)\b", line):
        return "an array is neither true nor false as a whole: np.where chooses for each column"
    if "truth value" in message:
        return ("Python's own min, max and sorted compare whole rows: np.min(X, axis=0) and "
                "np.sort(X, axis=0) look at each column")
    if re.search(r"=\s*stats\s*(#.*)?$", line) or "dtype('<U" in message and "stats" in line:
        return 'a dict gives its keys when it is unpacked: take stats["..."] for each number'
    if raised in ("TypeError", "IndexError") and re.search(
            r"only integers, slices|stats came first|string indices", message):
        return f"{called}: are two of them swapped?"
    if re.search(r"dtype\('<U\d+'\)|UFuncNoLoop|UFuncTypeError", raised + message):
        return 'text instead of numbers: a dict gives its keys when unpacked, stats["..."] a number'
    if named(message):
        return named(message)
    if missing := re.search(r"(\w+)' object has no attribute '(\w+)'", message):
        return without_attribute(*missing.groups())
    for pattern, words in ERRORS:
        if re.search(pattern, f"{raised}: {message}"):
            return words
    formula = FORMULAS.get(call.name, "")
    return f"look at the line named; {formula}" if answer["line"] and formula else (
        formula or "look at the line named")


ERRORS = [  # a pattern of an error's name and message, and what it most often comes from
    ("(Quantiles|Percentiles) must be", PERCENT),
    ("IndexError.*out of (bounds|range)",
     "there is no such row or column: the table has X.shape[0] rows and X.shape[1] columns"),
    ("RecursionError", "it calls itself, without an end"),
    ("SystemExit", "exit() ends all of Python: return ends a function"),
    ("UnboundLocalError", "it is used before it has a value: give it one above the loop or the if"),
    ("ZeroDivisionError", "a divisor is 0 here: which one, and what should come out then?"),
    ("'function' object is not subscriptable",
     "a function without its brackets: fit(Xtr) gives the stats, fit is the function itself"),
    ("unsupported operand.*'dict'", 'stats is a dict: take stats["..."] for each number'),
    ("unsupported operand.*'(list|tuple)'",
     "lists cannot be subtracted or divided: np.array(...) makes an array that can"),
    ("could not be broadcast", "the shapes do not fit: stats has one number a column of X"),
]


def named(message):
    """What to say of a name that is not defined, "" where that is not the error."""
    name = next(iter(re.findall(r"^name '(\w+)' is not defined", message)), "")
    library = {"np": "numpy as np", "pd": "pandas as pd", "plt": "matplotlib.pyplot as plt",
               "numpy": "numpy", "math": "math", "statistics": "statistics"}.get(name)
    if library:
        return f"import {library} is missing at the top"
    return name and f"there is no {name}: is it misspelt, or does another function set it?"


def without_attribute(kind, attribute):
    """What to say where a dot asks for what is not there."""
    if kind == "dict":
        return f'a dict is asked with brackets: stats["{attribute}"]'
    if kind == "ndarray":
        return (f"arrays have no .{attribute}: they have min, max, mean, std and sum; the rest is "
                "NumPy's, as np.median(X, axis=0)")
    if kind == "OnlineStandard" and attribute in ("learn_one", "std"):
        return "it has to have a method learn_one(x) and a property std, under these names"
    if kind == "OnlineStandard":
        return f"self.{attribute} is never set: set it in __init__, with self. before it"
    return f"a {kind} has no .{attribute}: look at the line named"


# ---- What is not written --------------------------------------------------------------------------

def unwritten(name, answer, source):
    """Why a function that may well be there is not found: "" where it is simply not written."""
    if "chapter's own" in answer.get("message", ""):
        return answer["message"]
    tree = parsed(source)
    functions = [node for node in ast.walk(tree) if isinstance(
        node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)]
    if stopped := answer.get("stopped"):
        return f"its cell stops: {stopped['raised']}{source.where(stopped)}: {stopped['message']}"
    if "raised" in answer:
        for node in functions:
            at = next((i for i, line in enumerate(node.body) if isinstance(line, ast.Raise)), None)
            if node.name == name and at is not None and node.body[at + 1:]:
                return (f"a raise still stands above your code, in line {node.body[at].lineno}: "
                        "take it away")
        return ""
    for node in functions:
        inner = [child.name for child in ast.walk(node) if child is not node
                 and isinstance(child, ast.FunctionDef)]
        if name in inner:
            kind = "class" if isinstance(node, ast.ClassDef) else "function"
            return f"it stands inside the {kind} {node.name}: move it out, to the left margin"
    asked = {function for part in NAMES.values() for function in part}
    others = [node.name for node in functions if node.name not in asked]
    near = difflib.get_close_matches(name, others, 1, 0.8) or [
        other for other in others if plain_name(other) == plain_name(name)]
    return f"did you mean {near[0]}? It has to be called {name}" if near else ""


def plain_name(name):
    """A name without what is easily written otherwise."""
    return re.sub(r"[\W_]", "", name).lower().replace("isation", "ization").replace("ise", "ize")


def parsed(source):
    """The code as a tree; of a notebook, those cells that are Python."""
    body = []
    for _, code in source.pieces:
        try:
            body += ast.parse(code).body
        except (SyntaxError, ValueError):
            continue
    return ast.Module(body, [])


def definition(name, source):
    """Where a function is defined, as a tree; None where that is not found."""
    return next((n for n in ast.walk(parsed(source)) if getattr(n, "name", "") == name), None)


def code_of(name, source):
    """The text of a function, "" where it is not found."""
    node = definition(name, source)
    return ast.unparse(node) if node else ""
