"""Run a student's file in a process of its own, whatever it does, and bring back its answers.

`report.py` calls `ask`. The other half runs in the new process, where the file is loaded: it writes
one line of JSON for each call, so what was answered before a loop or an exit is not lost.
"""
import importlib.machinery
import importlib.util
import json
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import warnings
from pathlib import Path

import numpy as np

SECONDS = 10  # for loading the file and all calls; an honest file needs less than one
START = 60  # for Python and NumPy to start, on however slow a machine
MEMORY = 4 * 2**30  # bytes
PLAIN = "?bhilqBHILQefd"  # the types of number that an array may have


def ask(path, calls, seconds=SECONDS):
    """(fault, answers, printed): what is wrong with the file, or its answer to each call.

    calls are pairs: the name of a function, or of a fit and of a transform to call one after the
    other, and the arguments. A call that ends or hangs its process is the last of its kind; the
    others go on in a new process, so all is over in bounded time.
    """
    answers, waiting, printed = {}, list(range(len(calls))), b""
    while waiting:
        lines, end, said = one_process(path, [calls[i] for i in waiting], seconds)
        printed = printed or said
        loaded = lines[0] if lines else {"died": end}
        if "loaded" not in loaded:
            return loaded, [], printed
        answers |= zip(waiting, lines[1:])
        waiting = waiting[len(lines) - 1:]
        if waiting:
            guilty = calls[waiting[0]][0]
            answers |= {i: {"died": end} for i in waiting if calls[i][0] == guilty}
            waiting = [i for i in waiting if calls[i][0] != guilty]
    return None, [answers[i] for i in range(len(calls))], printed


def one_process(path, calls, seconds):
    """(lines, end, printed): the answers it got to, how it ended, and what it printed."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        asked, answered = Path(folder, "asked"), Path(folder, "answered")
        asked.write_bytes(pickle.dumps([pickle.dumps(call) for call in calls]))
        answered.touch()
        process = subprocess.Popen(
            [sys.executable, "-E", "-P", "-B", "-u", "-X", "utf8", __file__, folder, str(path)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            start_new_session=True, env=os.environ | {"OPENBLAS_NUM_THREADS": "1"})
        printed = []
        reader = threading.Thread(target=keep_the_first, daemon=True,
                                  args=(process.stdout, printed))
        reader.start()
        wait_until_ready(process, answered)
        try:
            code = process.wait(seconds)
            end = (f"it crashes Python (signal {-code})" if code < 0
                   else "it ends Python itself, as exit() or os._exit() do")
        except subprocess.TimeoutExpired:
            end = f"no answer after {seconds:g} seconds"
        finally:
            kill(process)
        reader.join(1)
        return read_lines(answered)[1:], end, b"".join(printed)


def wait_until_ready(process, answered):
    """Until the process has started, so that the limit counts your file's time alone."""
    latest = time.monotonic() + START
    while process.poll() is None and not answered.stat().st_size and time.monotonic() < latest:
        time.sleep(0.01)


def keep_the_first(stream, kept, size=200):
    """Read all that is printed, or it would block who prints; keep its beginning."""
    with stream:
        while block := stream.read1(65536):
            if not kept:
                kept.append(block[:size])


def kill(process):
    """End the process and what it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (AttributeError, ProcessLookupError, PermissionError):
        process.kill()
    process.wait()


def read_lines(path):
    """The answers written so far; a line cut short ends them."""
    lines = []
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            lines.append(json.loads(line))
        except ValueError:
            break
    return lines


def value_of(told):
    """What the student's process told of a value, as a value again (`plain` is its inverse)."""
    kind, content = told
    if kind == "array":
        return np.array(content["values"], content["dtype"]).reshape(content["shape"])
    if kind == "dict":
        return {key: value_of(item) for key, item in content.items()}
    if kind == "tuple":
        return tuple(map(value_of, content))
    return content


# ---- Inside that process ----------------------------------------------------------------------

FITTED = []


def range_fit(X):
    """What `scale_train_test` is given as its fit; it notes what it is called on."""
    FITTED.append(len(X))
    return {"min": X.min(axis=0), "max": X.max(axis=0)}


def range_transform(X, stats):
    """What `scale_train_test` is given as its transform."""
    return (X - stats["min"]) / (stats["max"] - stats["min"])


GIVEN = {"fit": range_fit, "transform": range_transform}


def answer(folder, path):
    """Load the file, make the calls, write one line for each; whatever happens, raise nothing."""
    limit_memory()
    asked = pickle.loads(Path(folder, "asked").read_bytes())
    for call in asked:
        pickle.loads(call)  # imports what it needs, before the limit counts
    out = os.open(Path(folder, "answered"), os.O_WRONLY | os.O_APPEND)
    os.write(out, b'{"ready": true}\n')
    module, told = load(path)
    os.write(out, json.dumps(told).encode() + b"\n")
    for call in asked if module else ():  # each has tables of its own, which it may spoil
        os.write(out, json.dumps(reply(module, *pickle.loads(call))).encode() + b"\n")
    os._exit(0)  # whatever the file has started or registered


def limit_memory():
    """Where the system has such a limit."""
    try:
        import resource
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    except (ImportError, ValueError, OSError):
        pass


def load(path):
    """(module, {"loaded": True}), or (None, what went wrong)."""
    sys.path.append(str(Path(path).resolve().parent))  # last, so that it can hide no library
    try:
        loader = importlib.machinery.SourceFileLoader("submission", path)
        spec = importlib.util.spec_from_loader("submission", loader)
        module = importlib.util.module_from_spec(spec)
        sys.modules["submission"] = module
        loader.exec_module(module)
        return module, {"loaded": True}
    except BaseException as fault:
        return None, told_of(fault, path)


def reply(module, functions, args):
    """One call, and what came of it."""
    if not all(callable(getattr(module, f, None)) for f in functions):
        return {"missing": True}
    before, given = [pickle.dumps(a) for a in args], args
    args = [GIVEN[a] if isinstance(a, str) else a for a in args]
    FITTED.clear()
    try:
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            value = getattr(module, functions[0])(*(args if len(functions) == 1 else args[:1]))
            if len(functions) == 2:
                value = getattr(module, functions[1])(args[1], value)
        changed = [i for i, a in enumerate(given) if pickle.dumps(a) != before[i]]
        return {"value": plain(value), "changed": changed, "warned": bool(warned),
                "fitted": list(FITTED)}
    except BaseException as fault:
        return told_of(fault, module.__file__)


def told_of(fault, path):
    """An error in words, with the line of the student's file that it came from."""
    line = getattr(fault, "lineno", None) or next(
        (frame.lineno for frame in reversed(traceback.extract_tb(fault.__traceback__))
         if frame.filename == path), None)
    return {"raised": type(fault).__name__, "message": short(fault, str), "line": line,
            "value_error": isinstance(fault, ValueError)}


def plain(value):
    """A value as JSON can carry it: [kind, content]; words stand for what was not asked for."""
    if type(value) is np.ndarray and value.dtype.char in PLAIN and value.size < 10**6:
        return ["array", {"dtype": str(value.dtype), "shape": value.shape,
                          "values": value.tolist()}]
    if isinstance(value, dict):
        return ["dict", {short(key, str): plain(value[key]) for key in list(value)[:20]}]
    if isinstance(value, tuple):
        return ["tuple", [plain(item) for item in value[:20]]]
    if isinstance(value, int | float | np.integer | np.bool_):
        return ["number", float(value)]
    if value is None:
        return ["none", "None: is there a return?"]
    kind = type(value).__name__ + (f" of {value.dtype}" if type(value) is np.ndarray else "")
    return ["other", f"a {kind}, {short(value, repr)}"]


def short(value, as_text):
    """A value's text, if it has one, cut short and on one line."""
    try:
        return " ".join(str(as_text(value)).split())[:200]
    except BaseException:
        return "which cannot be printed"


if __name__ == "__main__":
    answer(*sys.argv[1:])
