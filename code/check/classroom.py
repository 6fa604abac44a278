"""A folder of submissions: a row of marks for each, and the reports beside the table."""
import ast
import csv
import io
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from asked import NAMES
from process import Worker, read
from report import Result, examine, lines

SKIPPED = {"__pycache__", "__MACOSX", "node_modules", "code", "tests"}
STARTER = "my_scalers"


def submissions(folder):
    """Pairs of a name and a file, or of a name and a reason where a folder does not tell which.

    Each file of the folder is a submission, unless another file there imports it; each folder in
    it is one: its my_scalers, else the one file in it that no other imports.
    """
    found = [(path.name, path) for path in mains(files_in(folder))]
    for inner in sorted(path for path in folder.iterdir() if path.is_dir() and is_shown(path)):
        found.append((inner.name, main_of(inner)))
    return found


def is_shown(path):
    return not path.name.startswith((".", "_")) and path.name not in SKIPPED


def files_in(folder):
    """The programs and notebooks that lie directly in a folder."""
    return sorted(path for path in folder.iterdir() if path.suffix in (".py", ".ipynb")
                  and is_shown(path) and path.is_file())


def main_of(folder):
    """The submission in a student's folder, or why there is none, in words."""
    levels, here = [], [folder]
    while here and not levels:  # the files that lie least deep
        levels = [path for place in here for path in files_in(place)]
        here = [path for place in here for path in sorted(place.iterdir())
                if path.is_dir() and is_shown(path)]
    named = [path for path in levels if path.stem == STARTER]
    candidates = named or mains(levels)
    if len(candidates) == 1:
        return candidates[0]
    names = ", ".join(path.name for path in candidates)
    return f"which of {names} is it? Name it {STARTER}.py" if names else "no .py or .ipynb in it"


def mains(paths):
    """The files that no other of them imports, unless they alone define what is asked for."""
    imported = {}
    for path in paths:
        for name in imports(path):
            imported.setdefault(name, set()).add(path)
    return [path for path in paths if not imported.get(path.stem, set()) - {path}]


def imports(path):
    """The names of the modules that a file imports."""
    try:
        nodes = [node for _, code in read(path).pieces for node in ast.walk(ast.parse(code))]
    except (ValueError, SyntaxError, OSError):
        return set()
    return {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names
            } | {node.module for node in nodes if isinstance(node, ast.ImportFrom)}


def examine_all(found, exam, seconds, jobs):
    """The Result of each submission, as they come in order; jobs run at the same time."""
    workers = threading.local()
    started = []

    def one(pair):
        name, path = pair
        if isinstance(path, str):
            return Result(Path(name), unloadable=path)
        if not hasattr(workers, "mine"):
            workers.mine = Worker(seconds)
            started.append(workers.mine)
        return examine(path, exam, workers.mine, cwd=path.parent)

    try:
        with ThreadPoolExecutor(jobs) as pool:
            yield from pool.map(one, found)
    finally:
        for worker in started:
            worker.close()


# ---- Tables -----------------------------------------------------------------------------------

def row(name, result, asked):
    """One row of the table: points by function, then what they come to."""
    points = {function: int(function in result.right) for function in asked}
    return {"submission": name} | points | {
        "points": sum(points.values()), "of": len(asked), "state": result.state,
        "cause": result.cause, "guards missing": len({fault.call.about for fault in result.guards}),
        "seconds": round(result.seconds, 2)}


def functions_asked(parts):
    """The names of the functions of these parts."""
    return [function for part in parts for function in NAMES[part]]


def as_csv(rows):
    """The table as a spreadsheet reads it: no cell is a formula."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, rows[0])
    writer.writeheader()
    for one in rows:
        writer.writerow({key: f"'{value}" if str(value).startswith(("=", "+", "-", "@")) else value
                         for key, value in one.items()})
    return text.getvalue().encode("utf-8-sig")


def as_json(rows):
    """The table as JSON."""
    return json.dumps(rows, indent=1, ensure_ascii=False).encode() + b"\n"


def for_gradescope(result, asked):
    """The results.json that Gradescope reads: one test a function, a point each."""
    verdicts = {v.name: v for v in result.verdicts}
    tests = [{"name": name, "score": int(name in result.right), "max_score": 1,
              "output": verdicts[name].cause if name in verdicts else result.unloadable}
             for name in asked]
    return as_json({"tests": tests, "output": "\n".join(lines(result)),
                    "execution_time": round(result.seconds, 2)})


def write(path, content):
    """Write a file whole or not at all."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(content)
    part.replace(path)
