"""The rules of the regions, and the promise that each ready-to-paste block runs alone."""
import ast
import builtins
import dis
import re
import subprocess
import sys
import types
from pathlib import Path

import pytest
from snippets import RegionError, Snippets, find_regions, snippet

ROOT = Path(__file__).resolve().parents[1]
CODE, BOOK = ROOT / "code", ROOT / "book"
REGIONS = Snippets(CODE).regions
ORDER = {"plain": ["plain_minmax", "plain_standardize", "plain_robust", "plain_no_leak"],
         "scalers": ["guards", "minmax", "standardize", "robust", "no_leak"],
         "library": ["sklearn_scale", "knn_accuracy", "each_fold"],
         "compare": ["paired_splits", "corrected_interval"]}


def code_lines(node, source):
    """The lines of code in a definition: without docstrings, comments and blank lines."""
    docstrings = {line for part in ast.walk(node)
                  if isinstance(part, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(part)
                  for line in range(part.body[0].lineno, part.body[0].end_lineno + 1)}
    lines = source.splitlines()
    return [lines[n - 1] for n in range(node.lineno, node.end_lineno + 1)
            if n not in docstrings and lines[n - 1].strip()
            and not lines[n - 1].lstrip().startswith("#")]


def definitions(region):
    return [node for node in ast.parse(region.text).body
            if isinstance(node, ast.FunctionDef | ast.ClassDef)]


@pytest.mark.parametrize("module", ORDER)
def test_a_module_has_its_regions_in_the_order_of_the_text(module):
    assert [r.name for r in find_regions(CODE / f"{module}.py")] == ORDER[module]


def test_every_region_is_shown_by_a_page():
    pages = "\n".join(page.read_text(encoding="utf-8") for page in (ROOT / "book").glob("*.md"))
    assert set(re.findall(r"^(?:```\{region\}|:careful:) (\w+)$", pages, re.M)) == set(REGIONS)


@pytest.mark.parametrize("name", REGIONS)
def test_functions_are_short_enough_to_hold_in_the_head(name):
    text = REGIONS[name].text
    lengths = {node.name: len(code_lines(node, text)) for node in definitions(REGIONS[name])}
    for node in definitions(REGIONS[name]):
        most = 35 if isinstance(node, ast.ClassDef) else 4 if name.startswith("plain") else 12
        assert lengths[node.name] <= most, lengths


def test_the_careful_scalers_can_be_read_aloud_in_four_minutes():
    text = (CODE / "scalers.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 125
    assert not re.search(r"einsum|:=|^ *(for|while) ", text, re.M)


@pytest.mark.parametrize("name", ORDER["plain"])
def test_the_plain_functions_are_careful_ones_by_name_and_arguments(name):
    def heads(region):
        return {node.name: ast.dump(node.args) for node in definitions(region)}
    assert heads(REGIONS[name]).items() <= heads(REGIONS[name.removeprefix("plain_")]).items()


@pytest.mark.parametrize("name", REGIONS)
def test_public_functions_have_a_docstring_of_at_most_four_lines(name):
    for node in definitions(REGIONS[name]):
        docstring = ast.get_docstring(node)
        assert docstring or node.name.startswith("_"), f"{node.name} has none"
        assert len((docstring or "").splitlines()) <= 4, node.name


@pytest.mark.parametrize("text, fault", [
    ("# region: a\nx = 1\n", "never closed"),
    ("# region: a\n# region: b\n# endregion\n", "inside"),
    ("x = 1\n# endregion\n", "no marker"),
    ("if True:\n    # region: a\n    x = 1\n    # endregion\n", "no marker"),
])
def test_a_region_that_is_not_well_formed_is_an_error(tmp_path, text, fault):
    (tmp_path / "module.py").write_text(text, encoding="utf-8")
    with pytest.raises(RegionError, match=fault):
        find_regions(tmp_path / "module.py")


@pytest.mark.parametrize("other", ["clip", "clipped"])
def test_no_region_name_is_twice_there_or_begins_another(tmp_path, other):
    (tmp_path / "a.py").write_text("# region: clip\nx = 1\n# endregion\n", encoding="utf-8")
    (tmp_path / "b.py").write_text(f"# region: {other}\ny = 1\n# endregion\n", encoding="utf-8")
    with pytest.raises(RegionError, match="no name may begin with another"):
        Snippets(tmp_path)


def globals_used(code):
    """The global names that a code object reads, with the functions and classes inside it."""
    names = {i.argval for i in dis.get_instructions(code)
             if i.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
    return names.union(*(globals_used(part) for part in code.co_consts
                         if isinstance(part, types.CodeType)))


@pytest.mark.parametrize("name", REGIONS)
def test_a_block_pasted_into_an_empty_file_runs_alone(name, tmp_path):
    text = snippet(name)
    assert text.endswith(REGIONS[name].text)
    (tmp_path / "pasted.py").write_text(
        text + "\nprint(*(name for name in globals()))\n", encoding="utf-8")
    run = subprocess.run([sys.executable, "-I", "-W", "error", "pasted.py"], cwd=tmp_path,
                         capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    # A function's body has not run yet: the names that it will look up must be there as well.
    names = set(run.stdout.split()) | set(dir(builtins)) | {"__name__", "__module__"}
    assert globals_used(compile(text, name, "exec")) <= names


@pytest.mark.parametrize("name", REGIONS)
def test_a_block_imports_no_module_of_this_repository(name):
    imported = set()
    for node in ast.walk(ast.parse(snippet(name))):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            imported.add(node.module.partition(".")[0])
    assert imported <= {"numpy", "scipy", "sklearn"} | sys.stdlib_module_names


@pytest.mark.parametrize("path", sorted(
    [*CODE.rglob("*.py"), *BOOK.glob("*.py"), *BOOK.glob("*/*.py")]),
    ids=lambda p: str(p.relative_to(ROOT)))
def test_no_file_takes_the_name_of_a_standard_module(path):
    assert path.stem not in sys.stdlib_module_names


def test_the_folder_code_leaves_the_standard_module_code_alone():
    run = subprocess.run([sys.executable, "-c", "import code; code.InteractiveConsole"], cwd=ROOT)
    assert run.returncode == 0
