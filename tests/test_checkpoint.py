"""The checkpoint stops on a false claim and loses nothing; make redoes no more than it must."""
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys

import claims
import kept
import measuring
import pytest
from conftest import ROOT

GENERATED = ROOT / "book" / "generated"


def copy_of_the_sources(folder):
    """code/ and data/ below a path with a space in it."""
    for name in ("code", "data"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def run_checkpoint(root, out):
    return subprocess.run([sys.executable, str(root / "code" / "checkpoint"), str(out)],
                          cwd=root.parent, capture_output=True, text=True,
                          env=os.environ | {"PYTHONPATH": ""})


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


def keep_results(root, but):
    """Keep there what this folder has measured, but for some experiments: how many these are."""
    shutil.copytree(kept.KEPT, root / "_build" / "kept", ignore=shutil.ignore_patterns(
        "*.svg", "*.js", *(f"{path}.json" for path in but)))
    return len(but)


def test_run_again_elsewhere_it_writes_the_same_bytes(tmp_path):
    """That all results come out the same, measured anew, is what book/record.txt is for."""
    root = copy_of_the_sources(tmp_path / "a folder")
    anew = keep_results(root, ("split", "flips", "leak.outcome", "parity", "trees", "transforms"))
    run = run_checkpoint(root, tmp_path / "out")
    assert run.returncode == 0, run.stderr
    assert f"Measuring: {anew} experiments anew" in run.stdout
    assert contents(tmp_path / "out").items() <= contents(GENERATED).items()


def test_a_broken_formula_stops_it_and_keeps_the_last_good_charts(tmp_path):
    root, out = copy_of_the_sources(tmp_path / "a folder"), tmp_path / "out"
    keep_results(root, ())
    shutil.copytree(GENERATED, out)
    before = contents(out)
    plain = root / "code" / "plain.py"
    text = plain.read_text(encoding="utf-8")
    broken = text.replace("np.std(X, axis=0, ddof=ddof)", "np.std(X, axis=0, ddof=1)")
    assert broken != text
    plain.write_text(broken, encoding="utf-8")
    run = run_checkpoint(root, out)
    assert run.returncode == 1
    assert "FAIL parity.plain.standard" in run.stderr and "library" in run.stderr
    assert "claims" in run.stderr and "Traceback" not in run.stderr
    assert contents(out) == before


@pytest.fixture
def claims_of(tmp_path):
    """The claims of a page with these lines."""
    def read(lines):
        (tmp_path / "page.toml").write_text(f"[place]\n{lines}\n", encoding="utf-8")
        return claims.read_claims(tmp_path)
    return read


def test_a_claim_that_does_not_hold_says_what_was_measured_and_where_the_book_says_it(claims_of):
    outcome, = claims.check({"gap": {"mean": 0.0123}}, claims_of('"gap.mean < 0.005" = "no leak"'))
    assert not outcome.holds
    for part in ("FAIL", "gap.mean < 0.005", "0.0123", "no leak", "book/page.md", "place"):
        assert part in str(outcome)


@pytest.mark.parametrize("rule, good, bad", [
    ("x == 143", 143, 142), ("x < 1", 0.9, 1), ("x <= 1", 1, 1.1), ("x > 1", 1.1, 1),
    ("x >= 1", 1, 0.9), ("0 in x", {"low": -1, "high": 1}, 0),
    ("-1 < x < 1", 0.5, -1), ("x == 'proline'", "proline", "hue"), ("x == None", None, 3),
    ("x > 1", 2, None), ("0 in x", {"low": -1, "high": 1}, {"low": 0, "high": 1}),
    ("0 not in x", {"low": 0, "high": 1}, {"low": -1, "high": 1}),
    ("x.0 < x.1", [1, 2], [2, 2]), ("x.here > 0", {"here": 1}, {"there": 1})])
def test_each_relation_can_fail(rule, good, bad, claims_of):
    row = claims_of(f'"{rule}" = "a claim"')
    assert claims.check({"x": good}, row)[0].holds
    assert not claims.check({"x": bad}, row)[0].holds


def test_braces_stand_for_each_of_several(claims_of):
    results = {"splits": {"gains": {"minmax": {}, "robust": {}}},
               "a": {"minmax": 1, "robust": 2, "raw": 3}, "b": {"robust_minmax": 0}}
    row, = claims_of('"a.{raw,scaler} > b.{pair}" = "a claim"')
    assert [outcome.rule for outcome in claims.check(results, [row])] == [
        f"a.{kind} > b.robust_minmax" for kind in ("raw", "minmax", "robust")]
    same, = claims_of('"a.{scaler} == a.{scaler}" = "a claim"')
    assert [o.holds for o in claims.check(results, [same])] == [True, True]


@pytest.mark.parametrize("line", ['"gap.mean" = "no relation"', '"1 < 2" = "no result"', "no line"])
def test_a_line_that_is_no_claim_is_named(line, claims_of):
    with pytest.raises(claims.ClaimError, match="page.toml"):
        claims_of(line)


def test_each_claim_stands_where_its_book_says_it():
    for claim in claims.read_claims():
        page = (ROOT / "book" / f"{claim.page}.md").read_text(encoding="utf-8")
        assert f"({claim.section})=\n#" in page, claim


def test_an_experiment_stands_on_all_that_it_imports():
    """Read off the code, and as Python itself does when it imports the experiment."""
    names = {".".join(file.relative_to(measuring.FOLDER.parent).with_suffix("").parts): file
             for named, _ in measuring.entries().values() for file in named}
    assert names, "the table is not read"
    done = subprocess.run([sys.executable, "-c", """if True:
        import importlib, json, sys
        code, *names = sys.argv[1:]
        sys.path[:0] = [code, code + "/checkpoint"]
        def own():
            return {n: m.__file__ for n, m in sys.modules.items()
                    if (getattr(m, "__file__", None) or "").startswith(code)}
        found = {}
        for name in names:
            for known in own():
                del sys.modules[known]
            importlib.import_module(name)
            found[name] = list(own().values())
        print(json.dumps(found))"""] + [str(ROOT / "code"), *names],
        capture_output=True, text=True, check=True)
    for name, imported in json.loads(done.stdout).items():
        assert set(imported) <= {str(file) for file in kept.stands_on([names[name]])}, name


@pytest.mark.parametrize("name, again, not_again", [
    ("code/transforms.py", "transforms", "accuracy"), ("code/streaming.py", "streaming", "wine"),
    ("code/checkpoint/experiments/spread.py", "zeros.repaired", "parity"),
    ("data/diabetes.csv", "split", None),
    ("code/checkpoint/experiments/table.py", "split", "wine")])
def test_what_stands_on_a_changed_file_is_measured_again(name, again, not_again, tmp_path):
    root = copy_of_the_sources(tmp_path)

    def marks():
        done = subprocess.run([sys.executable, "-c", "import json, sys;"
                               "sys.path[:0] = sys.argv[1:];"
                               "from measuring import entries, fingerprint;"
                               "print(json.dumps({path: fingerprint(files, *words)"
                               " for path, (files, words) in entries().items()}))",
                               str(root / "code" / "checkpoint")],
                              capture_output=True, text=True, check=True)
        return json.loads(done.stdout)

    before = marks()
    text = (root / name).read_text(encoding="utf-8")
    changed = text.replace("split.table(X, y, names)", "split.table(X, y, names[:])")
    (root / name).write_text(changed if changed != text else text + "\n", encoding="utf-8")
    after = marks()
    assert after[again] != before[again]
    assert not_again is None or after[not_again] == before[not_again]


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
