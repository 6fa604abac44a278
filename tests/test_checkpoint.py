"""The checkpoint stops on a false claim and loses nothing; make redoes no more than it must."""
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT
from expectations import Expect, check

GENERATED = ROOT / "book" / "generated"


def copy_of_the_sources(folder):
    """code/ and data/ below a path with a space in it."""
    for name in ("code", "data"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def run_checkpoint(root, out):
    return subprocess.run([sys.executable, str(root / "code" / "checkpoint"), str(out)],
                          cwd=root.parent, capture_output=True, text=True, env=os.environ | {"PYTHONPATH": ""})


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes()
            for path in sorted(folder.rglob("*")) if path.is_file() and path.name != "done"}


@pytest.fixture(scope="module")
def checkpoint():
    """The module that `python code/checkpoint` runs."""
    spec = importlib.util.spec_from_file_location(
        "checkpoint_main", ROOT / "code" / "checkpoint" / "__main__.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_run_again_elsewhere_it_writes_the_same_bytes(tmp_path):
    run = run_checkpoint(copy_of_the_sources(tmp_path / "a folder"), tmp_path / "out")
    assert run.returncode == 0, run.stderr
    assert contents(tmp_path / "out").items() <= contents(GENERATED).items()


@pytest.mark.parametrize("formula, broken, claim", [
    ("np.maximum(n - ddof, 1)", "np.maximum(n - 1, 1)", "parity.careful.standard"),
])
def test_a_broken_formula_stops_it_and_keeps_the_last_good_charts(tmp_path, formula, broken, claim):
    root, out = copy_of_the_sources(tmp_path / "a folder"), tmp_path / "out"
    shutil.copytree(GENERATED, out)
    before = contents(out)
    scalers = root / "code" / "scalers.py"
    text = scalers.read_text(encoding="utf-8")
    assert formula in text
    scalers.write_text(text.replace(formula, broken), encoding="utf-8")
    run = run_checkpoint(root, out)
    assert run.returncode == 1
    assert f"FAIL {claim}" in run.stderr and "scikit-learn" in run.stderr
    assert "expectations.py" in run.stderr and "Traceback" not in run.stderr
    assert contents(out) == before


def test_a_row_that_does_not_hold_says_what_was_measured_and_what_was_expected():
    outcome, = check({"gap": {"mean": 0.0123}}, [Expect("gap.mean", "abs<", 0.005, "no leak here")])
    assert not outcome.holds
    for part in ("FAIL", "gap.mean", "0.0123", "0.005", "no leak here"):
        assert part in str(outcome)


@pytest.mark.parametrize("relation, bound, good, bad", [
    ("==", 143, 143, 142), ("<", 1, 0.9, 1), ("<=", 1, 1, 1.1), (">", 1, 1.1, 1), (">=", 1, 1, 0.9),
    ("abs<", 1, -0.9, -1.1), ("near", "0.745", 0.7448, 0.7456),
])
def test_each_relation_can_fail(relation, bound, good, bad):
    row = Expect("x", relation, bound, "a claim")
    assert check({"x": good}, [row])[0].holds
    assert not check({"x": bad}, [row])[0].holds


def test_files_are_written_whole_or_not_at_all(checkpoint, tmp_path, monkeypatch):
    checkpoint.write({"a.svg": b"old"}, tmp_path)

    def interrupted(*paths):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("pathlib.Path.replace", interrupted)
        with pytest.raises(KeyboardInterrupt):
            checkpoint.write({"a.svg": b"new, and cut short"}, tmp_path)
    assert (tmp_path / "a.svg").read_bytes() == b"old"
    assert checkpoint.write({"a.svg": b"new"}, tmp_path) == 1
    assert contents(tmp_path) == {"a.svg": b"new"}


def test_what_is_no_longer_made_goes(checkpoint, tmp_path):
    checkpoint.write({"figures/old.svg": b"1", "figures/new.svg": b"2", "results.json": b"{}"},
                     tmp_path)
    (tmp_path / "figures" / "new.svg.part").write_bytes(b"half")
    (tmp_path / "coursework.zip").write_bytes(b"another step's")
    checkpoint.write({"figures/new.svg": b"2", "results.json": b"{}"}, tmp_path)
    assert set(contents(tmp_path)) == {"figures/new.svg", "results.json", "coursework.zip"}


def test_a_file_that_did_not_change_keeps_its_time(checkpoint, tmp_path):
    checkpoint.write({"results.json": b"{}"}, tmp_path)
    os.utime(tmp_path / "results.json", (1, 1))
    assert checkpoint.write({"results.json": b"{}"}, tmp_path) == 0
    assert (tmp_path / "results.json").stat().st_mtime == 1


def test_the_data_is_the_file_that_its_readme_names():
    digest = hashlib.sha256((ROOT / "data" / "diabetes.csv").read_bytes()).hexdigest()
    assert digest in (ROOT / "data" / "README.md").read_text(encoding="utf-8")


def test_the_picture_of_the_readme_is_what_the_build_draws():
    assert "book/picture.svg" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert ((ROOT / "book" / "picture.svg").read_bytes()
            == (GENERATED / "figures" / "scene_still.svg").read_bytes()), "run `make picture`"


def test_each_requirement_has_an_exact_version_and_the_lock_has_the_same():
    text = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    wanted = [line.split("#")[0].strip() for line in text.splitlines()]
    locked = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    for requirement in filter(None, wanted):
        name, version = re.fullmatch(r"([\w-]+)(?:\[\w+\])?==([\w.]+)", requirement).groups()
        assert re.search(rf"^{name}(\[\w+\])?=={re.escape(version)} ", locked, re.MULTILINE), name


def steps(*changed):
    """What make would do after a change to these files."""
    flags = [flag for name in changed for flag in ("-W", name)]
    return subprocess.run(["make", "-n", *flags, "book"], cwd=ROOT, capture_output=True,
                          text=True, check=True, env=os.environ | {"MAKEFLAGS": ""}).stdout


def test_a_second_build_does_nothing(built):
    assert "jupyter-book" not in steps() and "checkpoint" not in steps()


def test_a_change_of_prose_builds_the_book_and_recomputes_nothing(built):
    assert "jupyter-book" in steps("book/scaling.md")
    assert ".venv/bin/python code/checkpoint\n" not in steps("book/scaling.md")


@pytest.mark.parametrize("name", ["code/scalers.py", "code/checkpoint/experiments/wine.py",
                                  "code/checkpoint/figures/figures.mplstyle", "data/diabetes.csv"])
def test_a_change_of_code_or_data_recomputes(name, built):
    assert ".venv/bin/python code/checkpoint\n" in steps(name)
