"""The take-away bundle, unpacked in an empty folder and used as a new student would."""

import ast
import io
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import bundle
import nbformat
import pytest
from nbclient import NotebookClient
from toc import page_names

ROOT = Path(__file__).resolve().parents[1]
PAGES = [Path(name).name for name in page_names()]
# Whose package brings a module.
DISTRIBUTIONS = dict.fromkeys(("sklearn", "scipy", "joblib"), "scikit-learn")


@pytest.fixture(scope="session")
def files():
    """Path in the bundle -> bytes."""
    return bundle.contents()


@pytest.fixture(scope="session")
def unpacked(files, tmp_path_factory):
    """The folder that a student has after unpacking."""
    folder = tmp_path_factory.mktemp("student")
    zipfile.ZipFile(io.BytesIO(bundle.zip_bytes(files))).extractall(folder)
    return folder / bundle.FOLDER


def cells(unpacked, page, kind):
    """The sources of a notebook's cells of one kind."""
    notebook = nbformat.read(unpacked / "pages" / f"{page}.ipynb", 4)
    return [cell.source for cell in notebook.cells if cell.cell_type == kind]


def outputs(cell):
    """What a cell printed and what it came to, in however many pieces."""
    return "".join(output.get("text") or output["data"]["text/plain"]
                   for output in cell.get("outputs", []))


def check(unpacked, *options):
    """The checker of the bundle, started in its folder as its README says."""
    return subprocess.run([sys.executable, "code/check", "my_scalers.py", *options],
                          cwd=unpacked, capture_output=True, text=True, timeout=100)


def test_two_builds_give_the_same_bytes(files):
    again = dict(reversed(bundle.contents().items()))
    assert bundle.zip_bytes(files) == bundle.zip_bytes(again)


def test_the_bundle_on_the_page_is_the_one_of_these_sources(files):
    assert bundle.TARGET.read_bytes() == bundle.zip_bytes(files)


def test_the_bundle_holds_code_data_checker_pages_and_licences(files):
    for page in PAGES:
        assert f"pages/{page}.ipynb" in files
    for module in (ROOT / "code").glob("*.py"):
        assert files[f"code/{module.name}"] == module.read_bytes()
    for name in ("data/diabetes.csv", "data/README.md", "LICENSE", "LICENSE-text.md"):
        assert files[name] == (ROOT / name).read_bytes()
    assert {name for name in files if name.startswith("data/")} == {
        "data/diabetes.csv", "data/README.md"}
    readme = files["README.md"].decode()
    for word in ("MIT", "CC BY 4.0", "**Neither covers the data**"):
        assert word in readme
    assert not [name for name in files if "checkpoint" in name or "__pycache__" in name]


def test_the_short_list_has_the_versions_that_the_book_is_built_with(files):
    pinned = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    listed = files["requirements.txt"].decode().splitlines()
    assert all(re.fullmatch(r"[\w-]+==[\d.]+", line) for line in listed)
    assert [line for line in listed if line not in pinned] == [
        line for line in listed if line.startswith("jupyterlab==")]
    assert "scikit-learn" in str(listed)


@pytest.mark.parametrize("page", PAGES)
def test_a_notebook_imports_only_what_the_short_list_and_the_folder_bring(page, unpacked, files):
    listed = {line.split("==")[0] for line in files["requirements.txt"].decode().splitlines()}
    modules = [path for kind in ("*.py", "own_table/*.py")
               for path in (unpacked / "code").glob(kind) if path.stem != "larger_than_memory"]
    own = {path.stem for path in modules} | {"own_table"}
    sources = cells(unpacked, page, "code")
    sources += [path.read_text(encoding="utf-8") for path in modules]
    for source in sources:
        for node in ast.walk(ast.parse(source)):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module]
            for name in (name.partition(".")[0] for name in names):
                assert (name in sys.stdlib_module_names or name in own
                        or DISTRIBUTIONS.get(name, name) in listed), f"{page} imports {name}"


@pytest.mark.parametrize("page", PAGES)
def test_a_notebooks_first_cell_names_folders_of_the_bundle(page, unpacked):
    assert "book/" not in "".join(cells(unpacked, page, "code"))


@pytest.mark.parametrize("page", PAGES)
def test_a_notebook_runs_from_top_to_bottom_to_the_outputs_that_it_came_with(page, unpacked):
    notebook = nbformat.read(unpacked / "pages" / f"{page}.ipynb", 4)
    came_with = [outputs(cell) for cell in notebook.cells]
    for cell in notebook.cells:  # one piece, so that no page shows a line cut in two
        assert [output.get("name") for output in cell.get("outputs", [])].count("stdout") <= 1
    client = NotebookClient(notebook, timeout=120, kernel_name="python3",
                            resources={"metadata": {"path": str(unpacked / "pages")}})
    if cells(unpacked, page, "code"):
        client.execute()
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            assert output.get("name") != "stderr", output.text
    assert [outputs(cell) for cell in notebook.cells] == came_with


@pytest.mark.parametrize("page", PAGES)
def test_a_notebook_has_every_region_of_its_page_a_folded_one_as_a_listing(page, unpacked):
    source = (ROOT / "book" / f"{page}.md").read_text(encoding="utf-8")
    regions = bundle.Snippets(ROOT / "code").regions
    folds = "".join(re.findall(r"^(?:`{4,}|:{3,})\{dropdown\}.*?^(?:`{4,}|:{3,})$", source, re.M | re.S))
    for name in re.findall(r"^`{3,}\{region\} (\w+)", source, re.M):
        text = regions[name].text.rstrip()
        if f"{{region}} {name}\n" in folds:
            assert any(text in cell for cell in cells(unpacked, page, "markdown")), name
        else:
            assert any(code.endswith(text) for code in cells(unpacked, page, "code")), name


@pytest.mark.parametrize("page", PAGES)
def test_nothing_is_left_that_a_notebook_does_not_know(page, unpacked):
    for text in cells(unpacked, page, "markdown"):
        text = re.sub(r"^```\w*\n.*?^```$", "", text, flags=re.M | re.S)  # listings show anything
        assert not re.search(r"\{[a-z:-]+\}`|^ *(`{3,}|:{3,})|^\([\w-]+\)=|\{\{ ", text, re.M), text
        assert text.count("<details>") == text.count("</details>")


@pytest.mark.parametrize("page", PAGES)
def test_every_link_and_figure_leads_somewhere_and_every_figure_has_its_text(page, unpacked):
    anchors = {name: set(re.findall(r'<a id="([\w-]+)">', "\n".join(
        cells(unpacked, name, "markdown")))) for name in PAGES}
    text = "\n".join(cells(unpacked, page, "markdown"))
    shown = re.findall(r"^!\[((?:\\.|[^\]])*)\]\((\S+)\)$", text, re.M)
    source = (ROOT / "book" / f"{page}.md").read_text(encoding="utf-8")
    assert len(shown) == len(re.findall(r"\{figure\}", source))
    for alternative, target in shown:
        assert len(alternative) > 20
        assert (unpacked / "pages" / target).is_file()
    for target in re.findall(r"(?<!!)\[[^\]\n]*\]\(([^)\s]+)\)", text):
        if not target.startswith("https://"):
            name, _, anchor = target.partition("#")
            assert not name or (unpacked / "pages" / name).is_file(), target
            assert not anchor or anchor in anchors[name.removesuffix(".ipynb") or page], target


def test_a_new_student_writes_a_function_wrongly_sees_why_and_mends_it(unpacked):
    mine = unpacked / "my_scalers.py"
    starter = mine.read_text(encoding="utf-8")
    report = check(unpacked)
    assert report.returncode == 1 and report.stdout.count("not written yet") == 7

    def write(body, other='return (X - stats["min"]) / (stats["max"] - stats["min"])'):
        todo = "raise NotImplementedError"
        mine.write_text(starter.replace(todo, body, 1).replace(todo, other, 1), encoding="utf-8")

    write('return {"min": X.min(), "max": X.max()}')
    report = check(unpacked, "--only", "minmax")
    assert report.returncode == 1
    for word in ("minmax_fit              wrong", "got     min = 1",
                 "input   X = [[1, 10], [2, 40], [4, 20], [10, 60]]",
                 "wanted  min = an array, [1, 10]", "axis=0", "one number over all columns"):
        assert word in report.stdout

    write('return {"min": X.min(axis=0), "max": X.max(axis=0)}')
    report = check(unpacked, "--only", "minmax")
    assert report.returncode == 0
    assert "minmax_fit              right" in report.stdout
    assert check(unpacked).returncode == 1, "the other parts are still to be written"
    mine.write_text(starter, encoding="utf-8")


def test_the_bundle_for_a_class_holds_the_task_and_no_answer(tmp_path):
    files = bundle.contents(for_class=True)
    assert {name for name in files if name.startswith(("code/", "pages/")) and "/check/" not in name
            } == {"code/pima.py", "pages/exercises.ipynb"}
    text = files["pages/exercises.ipynb"].decode()
    assert "Hint" in text and "Solution</summary>" not in text and "For teachers" not in text
    assert not re.search(r"\]\((?!exercises)[\w-]+\.ipynb", text), "a link to a page that is left out"
    zipfile.ZipFile(io.BytesIO(bundle.zip_bytes(files))).extractall(tmp_path)
    report = check(tmp_path / bundle.FOLDER)
    assert report.returncode == 1 and report.stdout.count("not written yet") == 7


def test_what_a_notebook_has_no_form_for_stops_the_build():
    for source in ("```{mermaid}\n```", "{math:numref}`x`", "```{note}\nnever closed"):
        with pytest.raises(bundle.BundleError, match="a-page"):
            bundle.markdown(source.split("\n"), bundle.Page("a-page", source))


def test_folds_figures_and_notes_become_plain_markdown():
    source = ["(here)=", "## A heading", "````{dropdown} Solution", "```python", "x = {1}", "```",
              "````", "```{note}", "Mind [this](#there).", "```",
              ":::{figure} generated/figures/a.svg", ":name: fig-a", ":alt: A line that rises.",
              "", "The caption.", ":::"]
    page = bundle.Page("a-page", "", {"there": "other"})
    assert [line for line in bundle.markdown(source, page) if line] == [
        "+++", '<a id="here"></a>', "## A heading", "<details>", "<summary>Solution</summary>",
        "```python", "x = {1}", "```", "</details>", "> **Note**", ">",
        "> Mind [this](other.ipynb#there).", "![A line that rises.](figures/a.svg)",
        "**Figure.** The caption."]
    assert page.figures == {"a.svg"}
