"""The checkpoint: measure, check, and only then write what the book shows.

    python code/checkpoint [FOLDER]

Prints one line a check, with the figure measured and its bound. When one does not hold it says
which, writes nothing and exits with 1. The files go to book/generated/ (or FOLDER).
"""
import json
import os
import sys
from importlib.metadata import version
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")  # experiments run side by side, one thread each
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "code"))

import pima  # noqa: E402
import scene  # noqa: E402
import snippets  # noqa: E402
from expectations import check  # noqa: E402
from experiments import run_all  # noqa: E402
from figures import FIGURES  # noqa: E402
from figures.svg import svg_bytes  # noqa: E402

MOST_SHOWN = 15  # failures that one report lists
LIBRARIES = ["numpy", "pandas", "scikit-learn", "matplotlib", "river", "dask"]


def measure(X, y, names):
    """Every result by topic, and the versions of the libraries that it was measured with."""
    versions = {library: version(library) for library in LIBRARIES}
    return run_all(X, y, names) | {"versions": versions}


def files_of_the_book(results, X, y, names):
    """Relative path -> bytes of all that the pages include."""
    files = {f"figures/{name}.svg": svg_bytes(draw(results, (X, y, names)))
             for name, draw in FIGURES.items()}
    files |= {f"snippets/{name}.py": text.encode()
              for name, text in snippets.all_snippets().items()}
    files["scene-data.js"] = scene.scene_script(X, y)
    files["results.json"] = (json.dumps(results, indent=1, allow_nan=False) + "\n").encode()
    return files


def write(files, folder):
    """Write each file whole or not at all, and only where it differs: how many did.

    Figures and snippets that are no longer made go, and so does what an interrupted run left.
    """
    changed = 0
    for name, content in files.items():
        path = folder / name
        if path.is_file() and path.read_bytes() == content:
            continue  # its time stamp stays, so the pages that show it need not be read again
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(path.name + ".part")
        part.write_bytes(content)
        part.replace(path)
        changed += 1
    for path in filter(Path.is_file, folder.rglob("*")):
        made = str(path.relative_to(folder)) in files
        if path.suffix == ".part" or (path.parent.name in ("figures", "snippets") and not made):
            path.unlink()
    return changed


def report(failures, n_checks, versions):
    """What drifted, by how much, under which libraries, and what to do; parity failures first."""
    failures = sorted(failures, key=lambda outcome: not outcome.row.path.startswith("parity."))
    lines = [f"The build stops: {len(failures)} of {n_checks} checks do not hold.",
             *map(str, failures[:MOST_SHOWN])]
    if len(failures) > MOST_SHOWN:
        lines.append(f"... and {len(failures) - MOST_SHOWN} more, which may follow from these.")
    if failures[0].row.path.startswith("parity."):
        lines.append("A scaler no longer equals scikit-learn's: look into code/scalers.py first.")
    lines += ["Measured with " + ", ".join(f"{k} {v}" for k, v in versions.items()) + ".",
              "If the change is meant, change what is expected in code/checkpoint/expectations.py.",
              "The figures and results of the last good run are untouched."]
    return "\n".join(lines)


def main(folder=ROOT / "book" / "generated"):
    """The exit status: 0 when every check held and the files are written."""
    print("Measuring every claim of the chapter, for about half a minute", flush=True)
    X, y, names = pima.load_data()
    results = measure(X, y, names)
    outcomes = check(results)
    if failures := [outcome for outcome in outcomes if not outcome.holds]:
        print(report(failures, len(outcomes), results["versions"]), file=sys.stderr)
        return 1
    print(*outcomes, sep="\n")
    files = files_of_the_book(results, X, y, names)
    changed = write(files, Path(folder))
    print(f"All {len(outcomes)} checks hold; {changed} of {len(files)} files have changed.")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit("Interrupted: the figures and results of the last good run are untouched.")
