"""Ask a submission, in a process of its own, and bring back its answers.

submission.py is what runs there. It is started without the settings and secrets of the reader's
environment, with a limit on time and memory, and ends together with all that it has started.
"""
import json
import os
import pickle
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

SECONDS = 10  # of computing, for loading the file and all calls; an honest file needs less than one
HERE = Path(__file__).resolve().parent
OWN = [str(HERE), str(HERE.parent)]  # the checker's modules and the chapter's, which are no submission
INSIDE = "SUBMISSION_IS_CHECKED"  # a notebook may have a cell that checks the notebook: once is enough
KEPT = ["PATH", "HOME", "USERPROFILE", "APPDATA", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "LANG",
        "LC_ALL", "LD_LIBRARY_PATH"]
LIBRARIES = {"pandas": "pandas", "matplotlib": "matplotlib.pyplot", "scipy": "scipy.stats",
             "sklearn": "sklearn.preprocessing", "library": "sklearn.neighbors"}


@dataclass
class Source:
    """A submission as it was read: what to run, piece by piece, so that it may delete itself."""

    path: Path
    pieces: list  # pairs: a title, and code; for a notebook one a cell
    notebook: bool = False

    @property
    def text(self):
        """All of its code."""
        return "\n\n".join(code if isinstance(code, str) else code.decode("utf-8", "replace")
                           for _, code in self.pieces)

    def line(self, fault):
        """The line of code that an error came from, "" where that is not known."""
        code = self.pieces[fault["piece"]][1]
        lines = (code if isinstance(code, str) else code.decode("utf-8", "replace")).splitlines()
        return lines[fault["line"] - 1] if fault["line"] and fault["line"] <= len(lines) else ""

    def where(self, fault):
        """The place of an error in words."""
        if not fault["line"]:
            return ""
        cell = f" of {self.pieces[fault['piece']][0]}" if self.notebook else ""
        return f" in line {fault['line']}{cell}"


def read(path):
    """The Source of a file, or a ValueError in words."""
    path, content = Path(path).resolve(), Path(path).read_bytes()
    if path.suffix == ".ipynb":
        return Source(path, cells(content), notebook=True)
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise ValueError("it is saved as UTF-16: save it as UTF-8, which Python reads")
    return Source(path, [(str(path), content)])


def cells(content):
    """The code of a notebook: pairs of a cell's name and its code, without magics."""
    try:
        found = json.loads(content)["cells"]
        code = ["".join(cell["source"]) for cell in found if cell["cell_type"] == "code"]
    except (ValueError, KeyError, TypeError):
        raise ValueError("it is no notebook: in Jupyter, choose File, Save; or export it with "
                         "File, Save and Export Notebook As, Executable Script") from None
    return [(f"code cell {i}", without_magics(text)) for i, text in enumerate(code, 1)] or [
        ("code cell 1", "")]


def without_magics(code):
    """The cell without what only a notebook understands; the lines keep their numbers."""
    if code.startswith("%%"):
        head, _, body = code.partition("\n")
        return f"\n{body}" if head.split()[0] in ("%%time", "%%timeit", "%%capture") else ""
    try:
        compile(code, "cell", "exec", dont_inherit=True)
        return code
    except (SyntaxError, ValueError):
        return re.sub(r"^([ \t]*)(?:[%!?].*|.*\?)$", r"\1pass", code, flags=re.M)


class Worker:
    """A process that has its libraries loaded, and runs one submission after another."""

    def __init__(self, seconds=SECONDS):
        self.seconds, self.process = seconds, None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def start(self):
        """Start it, or start it again."""
        self.close()
        environment = {name: os.environ[name] for name in KEPT if name in os.environ} | {
            "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MPLBACKEND": "Agg", INSIDE: "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-E", "-P", "-B", "-X", "utf8", HERE / "submission.py"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env=environment, text=True)

    def close(self):
        """End it; it runs nothing between two submissions."""
        if self.process:
            self.process.kill()
            self.process.communicate()
            self.process = None

    def ask(self, source, calls, cwd=None):
        """(fault, answers, printed): what is wrong with the submission, or its answers to calls.

        calls are triples: names of functions, how to call them, arguments. A call that ends or
        hangs its process is the last to its functions; the others go on in a new process.
        """
        answers, waiting, printed = {}, list(range(len(calls))), ""
        while waiting:
            lines, end = self.one_process(source, [calls[i] for i in waiting], cwd)
            loaded = lines[0] if lines else {"died": end}
            printed = printed or next((line["printed"] for line in lines if line["printed"]), "")
            if "loaded" not in loaded:
                return loaded, [], printed
            answers |= zip(waiting, lines[1:])
            waiting = waiting[len(lines) - 1:]
            if waiting:
                guilty = calls[waiting[0]][0]
                answers |= {i: {"died": end} for i in waiting if calls[i][0] == guilty}
                waiting = [i for i in waiting if calls[i][0] != guilty]
        return None, [answers[i] for i in range(len(calls))], printed

    def one_process(self, source, calls, cwd):
        """(lines, end): the answers it got to, and how it ended."""
        used = [name for word, name in LIBRARIES.items() if re.search(rf"\b{word}\b", source.text)]
        used += ["pandas"] if any(type(a) is tuple for call in calls for a in call[2]) else []
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            Path(folder, "asked").write_bytes(pickle.dumps({
                "pieces": source.pieces, "path": str(source.path), "notebook": source.notebook,
                "cwd": str(cwd or Path.cwd()), "own": OWN,
                "calls": [pickle.dumps(call) for call in calls]}))
            end = self.request({"folder": folder, "seconds": self.seconds, "libraries": used})
            return read_lines(Path(folder, "answered")), end

    def request(self, message):
        """How the submission ended; one that ends this worker too has a new one after it."""
        if self.process is None:
            self.start()
        try:
            self.process.stdin.write(json.dumps(message) + "\n")
            self.process.stdin.flush()
            return json.loads(self.process.stdout.readline())
        except (OSError, ValueError):
            self.start()
            return "it ends the process that checks it"


def read_lines(path):
    """The answers written so far; a line cut short ends them."""
    lines = []
    text = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
    for line in text.splitlines():
        try:
            lines.append(json.loads(line))
        except ValueError:
            break
    return lines


def value_of(told):
    """What the submission's process told of a value, as a value again."""
    kind, content = told
    if kind == "array":
        return np.array(content["values"], content["dtype"]).reshape(content["shape"])
    if kind == "dict":
        return {key: value_of(item) for key, item in content.items()}
    if kind == "tuple":
        return tuple(map(value_of, content))
    return content
