"""Run submissions, whatever they do: the half of the checker that runs in other processes.

process.py starts this file. It has NumPy loaded, and for each request it starts a process (on
Linux a fork of itself, so that no library is loaded twice), which loads the submission, makes the
calls and writes one line of JSON for each: what was answered before a loop or an exit is not lost.
Nothing of the chapter or of the checker can be imported from here.
"""
import contextlib
import importlib
import inspect
import io
import json
import multiprocessing
import os
import pickle
import signal
import sys
import time
import traceback
import types
import warnings
from pathlib import Path

import numpy as np

START = 60  # seconds for a new Python to start, on however slow a machine
PATIENCE = 4  # times the seconds of computing that a file has: for one that sleeps
MEMORY = 4 * 2**30  # bytes
PLAIN = "?bhilqBHILQefd"  # the types of number that an array may have


# ---- One process for each request --------------------------------------------------------------

def serve():
    """Each line on standard input names a folder with a request; the answer is how that ended."""
    adopt_orphans()
    for line in sys.stdin:
        request = json.loads(line)
        for library in request["libraries"] if sys.platform == "linux" else ():
            load_library(library)
        print(json.dumps(run(request["folder"], request["seconds"])), flush=True)


def load_library(name):
    """So that the next submission that wants it finds it loaded."""
    try:
        importlib.import_module(name)
    except Exception:  # not installed, or it does not work here: the submission will say so
        pass


def run(folder, seconds):
    """How the process ended that answers the request in a folder: in words."""
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    process = context.Process(target=answer, args=(folder, seconds))
    process.start()
    latest = time.monotonic() + START
    while process.is_alive() and not Path(folder, "answered").exists() and (
            time.monotonic() < latest):
        time.sleep(0.002)  # the limit counts the submission's time alone
    process.join(PATIENCE * seconds)
    code = process.exitcode
    end_with_all_it_started(process)
    if code is None or code == -getattr(signal, "SIGXCPU", 0):
        return f"no answer after {seconds:g} seconds"
    if code < 0:
        return f"it crashes Python (signal {-code})"
    return "it ends Python itself, as exit() or os._exit() do"


def adopt_orphans():
    """On Linux, what a submission leaves running becomes a child of this process."""
    if sys.platform == "linux":
        import ctypes
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER


def end_with_all_it_started(process):
    """End the process, its group, and (on Linux) whatever it has put into sessions of its own."""
    if hasattr(os, "killpg"):
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
    process.kill()
    process.join()
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    while children.exists() and (left := children.read_text().split()):
        for pid in map(int, left):
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


# ---- Inside that process ------------------------------------------------------------------------

class Beginning(io.RawIOBase):
    """An output that keeps the first bytes and drops the rest."""

    kept = b""

    def writable(self):
        return True

    def write(self, block):
        self.kept += bytes(block[:200 - len(self.kept)])
        return len(block)


def answer(folder, seconds):
    """Load the submission, make the calls, note each; whatever happens, raise nothing."""
    silent = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silent, stream)
    request = pickle.loads(Path(folder, "asked").read_bytes())
    for call in request["calls"]:
        pickle.loads(call)  # imports what it needs, before the limits count
    limit(seconds)
    out = os.open(Path(folder, "answered"), os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    printed = Beginning()
    sys.stdin, sys.stderr = io.StringIO(), io.StringIO()
    sys.stdout = io.TextIOWrapper(printed, "utf-8", "backslashreplace", write_through=True)
    os.chdir(request["cwd"])

    def note(told):
        os.write(out, json.dumps(told | {"printed": printed.kept.decode("utf-8", "replace")},
                                 ).encode() + b"\n")
    submission = Submission(request)
    note(submission.load())
    for call in request["calls"]:  # each has tables of its own, which it may spoil
        note(submission.reply(*pickle.loads(call)))
    os._exit(0)  # whatever the file has started or registered


def limit(seconds):
    """A session of its own, and a limit on memory and computing, where the system has them."""
    try:
        import resource
        os.setsid()
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
        whole = max(1, int(seconds))
        resource.setrlimit(resource.RLIMIT_CPU, (whole, whole + 1))
    except (ImportError, ValueError, OSError):
        pass


class Submission:
    """A file's pieces (the file itself, or the cells of a notebook), loaded as one module."""

    def __init__(self, request):
        self.pieces, self.own = request["pieces"], request["own"]
        self.seen, self.found, self.failed = 0, [], []
        self.strict = not request["notebook"]
        stem = Path(request["path"]).stem
        name = stem if stem not in sys.modules else "submission"
        self.module = sys.modules[name] = types.ModuleType(name)
        self.module.__file__ = request["path"]
        sys.path.append(str(Path(request["path"]).parent))  # last: it can hide no library
        if not self.strict:
            self.module.display, self.module.get_ipython = print, lambda: None

    def load(self):
        """{"loaded": True}, or what went wrong; a notebook goes on after a cell that fails."""
        for title, source in self.pieces:
            try:
                exec(compile(source, title, "exec", dont_inherit=True), vars(self.module))
            except BaseException as fault:
                self.failed.append(self.told_of(fault))
                if self.strict:
                    return self.failed[0]
        return {"loaded": True}

    def reply(self, functions, how, args):
        """One call, and what came of it."""
        found = [getattr(self.module, name, None) for name in functions]
        if not all(map(callable, found)):
            return {"missing": True, "stopped": self.stopped(functions[0])}
        try:
            given = [as_frame(a) if type(a) is tuple else a for a in args]
        except ImportError:
            return {"skipped": True}
        before = [pickle.dumps(a) for a in given]
        args = [GIVEN[a] if isinstance(a, str) else a for a in given]
        FITTED.clear()
        try:
            with warnings.catch_warnings(record=True) as warned:
                warnings.simplefilter("always")
                with refused(chapters(self.imported(), functions)):
                    value = HOW[how](found, args)
            return {"value": plain(value), "warned": bool(warned), "fitted": len(FITTED),
                    **changes(given, before)}
        except BaseException as fault:
            return self.told_of(fault) | {"parameters": parameters(found[-1])}

    def stopped(self, name):
        """The error that ended the cell in which a function is defined, None where none did."""
        return next((fault for fault in self.failed
                     if f"def {name}(" in self.pieces[fault["piece"]][1]), None)

    def imported(self):
        """The chapter's and the checker's modules that it has imported, and which these are."""
        if self.seen != len(sys.modules):
            mine = (self.module, sys.modules["__main__"], sys.modules[__name__])
            self.seen, self.found = len(sys.modules), [
                (module, folder == self.own[0]) for module in list(sys.modules.values())
                if (folder := os.path.dirname(getattr(module, "__file__", None) or "")) in self.own
                and module not in mine]
        return self.found

    def told_of(self, fault):
        """An error in words, with the line of the submission that it came from."""
        titles = [title for title, _ in self.pieces]
        frames = [(frame.filename, frame.lineno)
                  for frame in traceback.extract_tb(fault.__traceback__)]
        if isinstance(fault, SyntaxError):
            frames.append((fault.filename, fault.lineno))
        title, line = next((frame for frame in reversed(frames) if frame[0] in titles),
                           (titles[0], None))
        words = fault.msg if isinstance(fault, SyntaxError) else fault  # without the place
        return {"raised": type(fault).__name__, "message": short(words, str), "line": line,
                "piece": titles.index(title), "value_error": isinstance(fault, ValueError)}


def both(functions, args):
    """A fit, then its transform."""
    return functions[1](args[1], functions[0](args[0]))


def stream(functions, args):
    """std of a new scaler after each value that it learns."""
    scaler, found = functions[0](), []
    for x in args[0]:
        scaler.learn_one(x)
        found.append(scaler.std)
    return np.array(found)


HOW = {"call": lambda functions, args: functions[0](*args), "both": both, "stream": stream,
       "scores": lambda functions, args: np.array(functions[0](*args), float)}


def as_frame(told):
    """The DataFrame that a tuple ("DataFrame", values, columns) stands for."""
    from pandas import DataFrame
    return DataFrame(told[1], columns=told[2])


def chapters(modules, names):
    """The chapter's functions of these names, and all of the checker's, that are imported."""
    for module, every in modules:
        for value in list(vars(module).values()):
            if isinstance(value, types.FunctionType) and not value.__code__.co_freevars and (
                    every or value.__name__ in names):
                yield value


@contextlib.contextmanager
def refused(functions):
    """While these functions say that they are not the submission's own."""
    codes = [(function, function.__code__) for function in functions]
    for function, _ in codes:
        function.__code__ = taken.__code__
    try:
        yield
    finally:
        for function, code in codes:
            function.__code__ = code


def taken(*args, **kwargs):
    """Stands in for a function that is to be written."""
    raise NotImplementedError("this is the chapter's own function, imported: write yours")


def changes(args, before):
    """Which arguments a call has changed; what it only added to stats is told apart."""
    changed, added = [], False
    for i, (now, was) in enumerate(zip(args, map(pickle.loads, before))):
        if isinstance(was, dict):
            added = added or bool(set(now) - set(was))
            now = {key: now.get(key) for key in was}
        if pickle.dumps(now) != pickle.dumps(was):
            changed.append(i)
    return {"changed": changed, "added": added}


def parameters(function):
    """The names of a function's parameters, [] where it does not tell."""
    try:
        return [short(name, str) for name in inspect.signature(function).parameters]
    except (TypeError, ValueError):
        return []


# ---- What `scale_train_test` is given: a pair that is none of the three scalers' -----------------

FITTED = []


def odd_fit(X):
    """The first row, and one more than the range; it notes that it is called."""
    FITTED.append(len(X))
    return {"first": X[0], "width": 1 + X.max(axis=0) - X.min(axis=0)}


def odd_transform(X, stats):
    """(X - first) / width."""
    if isinstance(X, dict):
        raise TypeError("transform(X, stats) is what it is: here stats came first")
    return (X - stats["first"]) / stats["width"]


for function, told in ((odd_fit, "fit"), (odd_transform, "transform")):
    function.__name__ = function.__qualname__ = told  # what an error calls it
GIVEN = {"fit": odd_fit, "transform": odd_transform}


# ---- Values as JSON can carry them ---------------------------------------------------------------

def plain(value):
    """[kind, content]; words stand for what was not asked for. `process.value_of` reads it."""
    if type(value) is np.ndarray and value.dtype.char in PLAIN and value.size < 10**6:
        return ["array", {"dtype": str(value.dtype), "shape": value.shape,
                          "values": value.tolist()}]
    if isinstance(value, dict):
        return ["dict", {short(key, str): plain(value[key]) for key in list(value)[:20]}]
    if isinstance(value, tuple):
        return ["tuple", [plain(item) for item in value[:20]]]
    if isinstance(value, int | float | np.integer | np.floating | np.bool_):
        return ["number", float(value) if abs(value) < 1e308 else float(np.sign(value)) * np.inf
                if value == value else np.nan]
    if value is None:
        return ["none", "None: is there a return?"]
    kind = type(value).__name__ + (f" of {value.dtype}" if type(value) is np.ndarray else "")
    return ["other", f"a {kind}, {short(value, repr)}"]


def short(value, as_text):
    """A value's text, if it has one, not too long and on one line."""
    try:
        text = " ".join(str(as_text(value)).split())
        return text if len(text) <= 400 else text[:400].rpartition(" ")[0] + " …"
    except BaseException:
        return "which cannot be printed"


if __name__ == "__main__":
    serve()
