"""Check your own scalers against the chapter's rules.

    python code/check my_scalers.py
    python code/check submissions/ --csv marks.csv

Each function is called on small tables and on the chapter's, and must give what scikit-learn gives
(asked.py). A wrong one is told with the first counterexample: input, got, wanted, and the usual
cause (judge.py, slips.py). What a careful function also does, with missing values say, costs no
marks. A file runs in a process of its own with a limit on time and memory (process.py,
submission.py). Status 0: all that was asked for is there and right; 1: something is not; 2: nothing
could be checked.
"""
import argparse
import os
import sys
from pathlib import Path

if not sys.flags.ignore_environment:  # a PYTHONPATH, say, may hold another NumPy: start without
    words = [sys.executable, "-E", "-P", "-B", "-X", "utf8", *sys.argv]
    if os.name == "posix":
        os.execv(sys.executable, words)
    import subprocess
    sys.exit(subprocess.call(words))

if "SUBMISSION_IS_CHECKED" in os.environ:  # by a cell of the notebook that is being checked
    sys.exit(0)
try:
    import classroom
    from asked import NAMES, PARTS
    from process import SECONDS, Worker
    from report import Exam, examine, lines
except ModuleNotFoundError as fault:
    sys.exit(f"the checker needs {fault.name}: pip install {fault.name} "
             "(of PYTHONPATH it takes no notice)")


def options():
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser(prog="python code/check",
                                     description="Check your own scalers.")
    parser.add_argument("file", type=Path, help="a file, a notebook, or a folder of submissions")
    parser.add_argument("--only", type=parts, metavar="PART,...",
                        help=f"ask for these alone: {', '.join(NAMES)} (numbers are exercises)")
    parser.add_argument("--guards", action="store_true", help="ask for the guards as well")
    parser.add_argument("--seconds", type=float, default=SECONDS,
                        help="of computing that a file may need (%(default)s)")
    teachers = parser.add_argument_group("for teachers")
    teachers.add_argument("--csv", type=Path, help="write a table of marks, and reports beside it")
    teachers.add_argument("--json", type=Path, help="the same table as JSON")
    teachers.add_argument("--gradescope", type=Path, metavar="RESULTS.JSON",
                          help="write one file's marks as Gradescope reads them")
    teachers.add_argument("--tables", type=tables, default=(), metavar="EXTRA.PY",
                          help="a file with TABLES, a list of pairs (train, test), asked too")
    teachers.add_argument("--seed", type=int, default=0, help="of the random tables")
    teachers.add_argument("--jobs", type=int, default=os.cpu_count() or 1,
                          help="submissions checked at the same time (%(default)s)")
    return parser, parser.parse_args()


def parts(text):
    """The parts that --only names."""
    named = text.split(",")
    if unknown := [name for name in named if name not in NAMES]:
        raise argparse.ArgumentTypeError(f"there is no part {', '.join(unknown)}")
    return named


def tables(path):
    """The TABLES of a teacher's file."""
    found = {}
    try:
        exec(compile(Path(path).read_bytes(), path, "exec"), found)
        return tuple(found["TABLES"])
    except Exception as fault:
        raise argparse.ArgumentTypeError(f"{path} has no list TABLES: {fault!r}") from None


def main():
    parser, asked = options()
    folder = asked.file.is_dir()
    if not asked.file.exists():
        parser.error(f"there is no file {asked.file}: name yours, for instance my_scalers.py")
    if folder and asked.gradescope:
        parser.error("--gradescope is for one file")
    for path in (asked.csv, asked.json, asked.gradescope):
        if path and not path.absolute().parent.is_dir():
            parser.error(f"there is no folder {path.parent}")
        if path and folder and path.resolve().is_relative_to(asked.file.resolve()):
            parser.error(f"{path} would lie among the submissions: write it elsewhere")
    exam = Exam(asked.only, asked.seed, asked.tables)
    if folder:
        found = classroom.submissions(asked.file.resolve())
        if not found:
            parser.error(f"no .py and no .ipynb in {asked.file}")
        results = classroom.examine_all(found, exam, asked.seconds, max(asked.jobs, 1))
    else:
        found = [(asked.file.name, asked.file)]
        with Worker(asked.seconds) as worker:
            results = [examine(asked.file, exam, worker)]
    return deliver(asked, [name for name, _ in found], results, folder)


def deliver(asked, names, results, folder):
    """Print, write what was asked for, and tell the status."""
    rows, functions, passed = [], classroom.functions_asked(asked.only or PARTS), True
    table = asked.csv or asked.json
    reports = table and table.with_name(f"{table.stem}-reports")
    for name, result in zip(names, results):
        passed = passed and result.passed(asked.guards)
        rows.append(classroom.row(name, result, functions))
        told = lines(result, asked.guards)
        if folder:
            print(summary(rows[-1]), flush=True)
        else:
            print(*told, sep="\n")
        if reports:
            reports.mkdir(exist_ok=True)
            classroom.write(reports / f"{name}.txt", ("\n".join(told) + "\n").encode())
        if asked.gradescope:
            classroom.write(asked.gradescope, classroom.for_gradescope(result, functions))
    for path, form in ((asked.csv, classroom.as_csv), (asked.json, classroom.as_json)):
        if path:
            classroom.write(path, form(rows))
    if folder:
        right = sum(row["state"] == "right" for row in rows)
        print(f"\n{right} of {len(rows)} submissions right"
              + (f"; reports in {reports}" if reports else ""))
    return 0 if passed else 1


def summary(row):
    """A submission's row in one line for the terminal."""
    from words import cut, printable
    return printable(f"{row['submission']:<32}{row['points']} of {row['of']}  {row['state']:<13}"
                     f"{cut(row['cause'], 90)}")


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="backslashreplace")
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("stopped")
