"""Run the experiments, those alone whose results are not kept or no longer stand."""

import ast
import json
import signal
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from kept import fingerprint, keep, look

PROCESSES = 2
FOLDER = Path(__file__).parent / "experiments"
TABLE = FOLDER / "table.py"


def entries():
    """Path in the results -> (files of its experiment, what else in the table it stands on).

    The table is read, not run: running it imports every library there is.
    """
    shared, table = [], {}
    for node in ast.parse(TABLE.read_text(encoding="utf-8")).body:
        name = getattr(node.targets[0], "id", None) if isinstance(node, ast.Assign) else None
        if name == "EXPERIMENTS":
            table = {key.value: value for key, value in zip(node.value.keys, node.value.values)}
        elif name != "SLOWEST" and not isinstance(node, ast.Expr | ast.Import | ast.ImportFrom):
            shared.append(ast.unparse(node))
    return {path: (files_named(entry), (ast.unparse(entry), *shared))
            for path, entry in table.items()}


def experiments():
    """[{path, file, question}]: of each experiment its file without ending, and what it asks."""
    found = []
    for path, (files, (entry, *_)) in entries().items():
        called = ast.parse(entry.partition(": ")[2] or entry).body[0].value
        function = called.func if isinstance(called, ast.Call) else called
        file, = (file for file in files if file.stem == function.value.id)
        if file.parent != FOLDER:  # the settings are not measured
            continue
        module = ast.parse(file.read_bytes())
        asks = module if function.attr == "run" else next(
            node for node in module.body if getattr(node, "name", None) == function.attr)
        docstring = ast.get_docstring(asks) or ""
        found.append({"path": path, "file": file.stem, "question": docstring.partition("\n\n")[0]})
    return found


def files_named(entry):
    """The files, of experiments/ or beside this one, whose names stand in an entry of the table."""
    names = {node.id for node in ast.walk(entry) if isinstance(node, ast.Name)}
    files = [folder / f"{name}.py" for name in names for folder in (FOLDER, FOLDER.parent)]
    return sorted(file for file in files if file.is_file())


def run_all(tell=lambda done, of: None):
    """(results nested by path, {path: why it could not be measured}, how many were measured).

    The same sources give the same results, in whatever order they are measured; tell(done, of) is
    called after each. Raises what pima.load_data raises.
    """
    marks = {path: fingerprint(files, *words) for path, (files, words) in entries().items()}
    found = {path: look(f"{path}.json", mark) for path, mark in marks.items()}
    stale = [path for path in marks if found[path] is None]
    faults = {}
    if stale:
        for done, (path, outcome) in enumerate(measured(stale), start=1):
            if isinstance(outcome, Exception):
                faults[path] = f"{type(outcome).__name__}: {outcome}"
            else:
                text = json.dumps(outcome, allow_nan=False)
                found[path] = keep(f"{path}.json", marks[path], text.encode())
            tell(done, len(stale))
    results = nested({path: json.loads(found[path]) for path in marks if found[path]})
    return results, faults, len(stale)


def measured(paths):
    """Each path with its results, or with the exception that it ended in, as they are done."""
    from pima import load_data

    data = load_data()  # first, so that a fault in the table is told before seconds of imports
    from experiments.table import SLOWEST, measure

    # Ctrl-C ends the workers at once; Python's own way would let them finish the whole list.
    with ProcessPoolExecutor(PROCESSES, initializer=signal.signal,
                             initargs=(signal.SIGINT, signal.SIG_DFL)) as pool:
        begun = {pool.submit(measure, path, *data): path
                 for path in sorted(paths, key=lambda path: path not in SLOWEST)}
        for future in as_completed(begun):
            yield begun[future], future.exception() or future.result()


def nested(found):
    """Results by path as one nested dict: {"leak.wild": ...} becomes {"leak": {"wild": ...}}."""
    results = {}
    for path, value in found.items():
        *topics, last = path.split(".")
        place = results
        for topic in topics:
            place = place.setdefault(topic, {})
        place[last] = value
    return results
