"""The mutation run: a small change to a function must make a test fail.

    make mutants                    every module that readers copy: hours
    make mutants MODULE=scalers     one of them

Works on a copy, so the files here stay as they are. A survivor that tests/mutants.md does not list
with its reason ends the run with status 1.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LISTED = (ROOT / "tests" / "mutants.md").read_text(encoding="utf-8")


def copy_of_the_repository(folder):
    """The code, the data and the tests, which is all that a mutant meets."""
    for name in ("code", "data", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)


def mutate(module, settings, folder):
    """Run the tests against each mutant of a module: pairs (what changed, whether it survived)."""
    tests = " ".join(f"tests/{name}.py" for name in settings["tests"][module])
    (folder / "run.toml").write_text(
        f'[cosmic-ray]\nmodule-path = "code/{module}.py"\ntimeout = {settings["timeout"]}\n'
        f'excluded-modules = []\ntest-command = "{sys.executable} -m pytest -x -q {tests}"\n'
        '[cosmic-ray.distributor]\nname = "local"\n', encoding="utf-8")
    # without cached bytecode: a mutant as long as the last one, in the same second, would be missed
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "OMP_NUM_THREADS": "1"}

    def cosmic_ray(*words):
        command = [sys.executable, "-m", "cosmic_ray.cli", *words]
        return subprocess.run(command, cwd=folder, env=environment, check=True, text=True,
                              stdout=subprocess.PIPE).stdout
    cosmic_ray("baseline", "run.toml")
    cosmic_ray("init", "run.toml", f"{module}.sqlite")
    cosmic_ray("exec", "run.toml", f"{module}.sqlite")
    for line in cosmic_ray("dump", f"{module}.sqlite").splitlines():
        _, result = json.loads(line)
        yield change(result["diff"]), result["test_outcome"] == "survived"


def change(diff):
    """The line as it was and as it became, from a mutant's diff."""
    lines = [line for line in diff.splitlines() if not line.startswith(("+++", "---"))]
    before, after = (" ".join(line[1:].strip() for line in lines if line[:1] == sign)
                     for sign in "-+")
    return f"`{before}` becomes `{after}`"


def main(modules):
    with open(ROOT / "pyproject.toml", "rb") as file:
        settings = tomllib.load(file)["tool"]["mutants"]
    unlisted = 0
    for module in modules or settings["tests"]:
        with tempfile.TemporaryDirectory() as folder:
            copy_of_the_repository(Path(folder))
            outcomes = list(mutate(module, settings, Path(folder)))
        survivors = [what for what, survived in outcomes if survived]
        for what in survivors:
            listed = what in LISTED
            unlisted += not listed
            print(f"{module}: survived{', as listed' if listed else ''}: {what}")
        print(f"{module}: {len(outcomes) - len(survivors)} of {len(outcomes)} mutants killed")
    return 1 if unlisted else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
