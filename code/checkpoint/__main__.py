"""The checkpoint: measure, check, and only then write what the book shows.

    python code/checkpoint [FOLDER]

Measures and draws anew only what has changed. When a claim does not hold it says which, writes
nothing and exits with 1. The files go to book/generated/ (or FOLDER), the list of all claims with
what was measured to _build/checks.txt.
"""
import json
import os
import sys
import textwrap
import time
from collections import Counter
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")  # experiments run side by side, one thread each
HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "code"))

import snippets
from claims import ClaimError, check, told
from kept import fingerprint, keep, look, versions, write_whole
from measuring import experiments, run_all

CHECKS = ROOT / "_build" / "checks.txt"
# What takes seconds to import (pima, the figures) is imported where something has to be made anew.


def files_of_the_book(results, outcomes):
    """Relative path -> bytes of all that the pages include."""
    from figures import NAMES

    text = json.dumps(results, indent=1, allow_nan=False) + "\n"
    files = {f"figures/{name}.svg": figure(name, results, text) for name in NAMES}
    files |= {f"snippets/{name}.py": text.encode()
              for name, text in snippets.all_snippets().items()}
    files["scene-data.js"] = scene_script()
    files["results.json"] = text.encode()
    behind = {"experiments": experiments(), "claims": told(outcomes)}
    files["behind.json"] = (json.dumps(behind, indent=1) + "\n").encode()
    return files


def figure(name, results, text):
    """One figure as SVG: as it is kept, or drawn anew from the results (and their text)."""
    folder = HERE / "figures"
    mark = fingerprint([folder / f"{name}.py", folder / "svg.py"], text,
                       (folder / "figures.mplstyle").read_bytes())
    if kept := look(f"{name}.svg", mark):
        return kept
    from figures import FIGURES
    from figures.svg import svg_bytes

    return keep(f"{name}.svg", mark, svg_bytes(FIGURES[name](results)))


def scene_script():
    """The data of the live scene, as it is kept or made anew."""
    mark = fingerprint([HERE / "scene.py"])
    if kept := look("scene-data.js", mark):
        return kept
    import scene
    from pima import load_data

    X, y, _ = load_data()
    return keep("scene-data.js", mark, scene.scene_script(X, y))


def write(files, folder):
    """Write each file whole or not at all, and only where it differs: how many did.

    Figures and snippets that are no longer made go, and so does what an interrupted run left.
    """
    changed = 0
    for name, content in files.items():
        path = folder / name
        if path.is_file() and path.read_bytes() == content:
            continue  # its time stamp stays, so the pages that show it need not be read again
        write_whole(path, content)
        changed += 1
    for path in filter(Path.is_file, folder.rglob("*")):
        made = str(path.relative_to(folder)) in files
        if path.suffix == ".part" or (path.parent.name in ("figures", "snippets") and not made):
            path.unlink()
    return changed


def summary(outcomes):
    """How many checks hold, by topic, parity first; one paragraph."""
    topics = Counter(sorted((o.topic for o in outcomes), key=lambda topic: topic != "parity"))
    holding = Counter(o.topic for o in outcomes if o.holds)
    distance = max(o.values[0] for o in outcomes if o.topic == "parity")
    words = [f"{topic} {holding[topic]}" + (f" of {n}" if holding[topic] < n else "")
             + (f" (largest difference {distance:.1e})" if topic == "parity" else "")
             for topic, n in topics.items()]
    return textwrap.fill(", ".join(words), 96, initial_indent="  ", subsequent_indent="  ",
                         break_on_hyphens=False)


def report(failures, n_checks, faults):
    """What drifted, by how much, under which libraries, and what to do; parity failures first."""
    failures = sorted(failures, key=lambda outcome: outcome.topic != "parity")
    lines = [f"The build stops: {len(failures)} of {n_checks} checks do not hold.",
             *(f"FAIL {path} could not be measured: {why}" for path, why in faults.items()),
             *map(str, failures)]
    if failures and failures[0].topic == "parity" and failures[0].values:
        lines.append("A function no longer equals the library's: look there first.")
    lines += ["Measured with " + ", ".join(f"{k} {v}" for k, v in versions().items()) + ".",
              "If a change is meant: mend each sentence, and its line in code/checkpoint/claims/.",
              "The figures and results of the last good run are untouched."]
    return "\n".join(lines)


def counter(done, of):
    """On a terminal, how far the measuring is; elsewhere nothing."""
    if sys.stdout.isatty():
        print(f"\rMeasuring: {done} of {of}", end="\r" if done == of else "", flush=True)


def seconds(begun):
    """The whole seconds since then, in words."""
    return f"{time.perf_counter() - begun:.0f} s"


def main(folder=ROOT / "book" / "generated"):
    """The exit status: 0 when every check held and the files are written."""
    begun = time.perf_counter()
    try:
        results, faults, n_measured = run_all(counter)
        outcomes = check(results | {"versions": versions()})
    except (ClaimError, FileNotFoundError, ValueError) as fault:
        sys.exit(f"{type(fault).__name__}: {fault}")
    print(f"Measuring: {n_measured} experiments anew, {seconds(begun)}")
    write_whole(CHECKS, "".join(f"{outcome}\n" for outcome in outcomes).encode())
    failures = [outcome for outcome in outcomes if not outcome.holds]
    if failures or faults:
        print(report(failures, len(outcomes), faults), file=sys.stderr)
        return 1
    print(f"Checking: all {len(outcomes)} checks hold (_build/checks.txt lists them)")
    print(summary(outcomes))
    begun = time.perf_counter()
    files = files_of_the_book(results | {"versions": versions()}, outcomes)
    changed = write(files, Path(folder))
    print(f"Drawing: {changed} of {len(files)} files have changed, {seconds(begun)}")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit("\nInterrupted: the figures and results of the last good run are untouched.")
