"""The book's own Sphinx extensions: results, regions and formulas, and how each fails."""

import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from formulas import breakable, mathml, pieces
from results import ResultError, as_text, fill_in

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "book" / "generated" / "results.json"

CONF = f"""
import sys
sys.path.append({str(ROOT / "book" / "_ext")!r})
extensions = ["myst_parser", "sphinx_design", "results", "regions", "formulas"]
myst_enable_extensions = ["dollarmath", "amsmath", "colon_fence"]
html_math_renderer = "mathml"
"""


@pytest.fixture
def build(tmp_path):
    """Builds pages, {name: text}, with warnings as errors: (exit status, output, folder)."""

    def of(**pages):
        (tmp_path / "conf.py").write_text(CONF, encoding="utf-8")
        toctree = "".join(f"{name}\n" for name in pages)
        (tmp_path / "index.md").write_text(f"# Book\n\n```{{toctree}}\n{toctree}```\n")
        for name, text in pages.items():
            (tmp_path / f"{name}.md").write_text(f"# Page {name}\n\n{text}\n", encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "sphinx", "-W", "-n", "-q", "--keep-going", tmp_path,
             tmp_path / "out"], capture_output=True, text=True, encoding="utf-8")
        return done.returncode, done.stdout + done.stderr, tmp_path / "out"

    return of


def first_float(results, path=()):
    """The path and value of some float in the results file."""
    for key, value in results.items() if isinstance(results, dict) else enumerate(results):
        here = (*path, str(key))
        if isinstance(value, float):
            return ".".join(here), value
        if isinstance(value, dict | list) and (found := first_float(value, here)):
            return found
    return None


def test_a_result_stands_in_prose_maths_tables_captions_and_alternative_texts(build):
    path, value = first_float(json.loads(RESULTS.read_text(encoding="utf-8")))
    place, text = f"{{{{ {path}|.3f }}}}", as_text(value, ".3f")
    status, output, folder = build(a=f"""Prose {place}.

$x = {place}$

| a |
|---|
| cell {place} |

:::{{figure}} https://example.org/x.svg
:alt: "in words {place}"

caption {place}
:::""")
    assert status == 0, output
    page = (folder / "a.html").read_text(encoding="utf-8")
    assert "{{" not in page
    for expected in (f"Prose {text}.", f"cell {text}", f'alt="in words {text}"', f"caption {text}",
                     text.lstrip("−") + "</mn>"):
        assert expected in page


def test_a_page_depends_on_the_results_only_if_it_states_one(build):
    path, _ = first_float(json.loads(RESULTS.read_text(encoding="utf-8")))
    status, output, folder = build(a=f"{{{{ {path}|.3f }}}}", b="Nothing measured.")
    assert status == 0, output
    with open(folder / ".doctrees" / "environment.pickle", "rb") as file:
        dependencies = pickle.load(file).dependencies
    assert any(name.endswith("results.json") for name in dependencies["a"])
    assert not any(name.endswith("results.json") for name in dependencies["b"])


@pytest.mark.parametrize("text, said", [
    ("{{ no.such.result|.3f }}", "bad: no result named 'no.such.result'"),
    ("{{ not a path }}", "bad: cannot read '{{ not a path }}'"),
    ("{{no.such.result|.3f}}", "bad: no result named 'no.such.result'"),
    ("```{region} nosuch\n```", "bad:3: no region 'nosuch'; there are: "),
    ("```{region} plain_minmax\n:careful: nosuch\n```", "bad:3: no region 'nosuch'; there are: "),
    ("```{code-file} nosuch.py\n```", "bad:3: no file code/nosuch.py"),
    (r"$\nosuchcommand$", "nosuchcommand"),
])
def test_what_is_not_there_stops_the_build_and_is_named(build, text, said):
    status, output, _ = build(bad=text)
    assert status != 0
    assert said in output


@pytest.mark.parametrize("value, spec, text", [
    (-0.0022, "+.4f", "−0.0022"), (0.0022, "+.4f", "+0.0022"), (196332, ",d", "196,332"),
    (0.526, ".1%", "52.6%"), (15, "", "15"), (0.05, "", "0.05"), ("2.4.6", "", "2.4.6"),
    (1.2e6, ".1e", "1.2\u00a0×\u00a010⁶"), (1.3e-15, ".1e", "1.3\u00a0×\u00a010⁻¹⁵"),
    (0.0, ".0e", "0"), (-0.0004, ".2f", "0.00"), (-0.0004, "+.2f", "+0.00"), (-0.0, "", "0.0"),
    (-0.0004, ".1%", "0.0%"), (-0.0012, ".2f", "0.00"), (-0.006, ".2f", "−0.01"),
    (1234.5, ">+10,.1f", "  +1,234.5"),
])
def test_a_value_is_printed_as_text_prints_it(value, spec, text):
    assert as_text(value, spec) == text


@pytest.mark.parametrize("value, spec", [
    (True, ""), (65, "c"), ([1.0], ".2f"), ({}, ""), (0.123456, ""), (float("nan"), ".2f"),
    (1.5, "d"), ("text", ".2f"), (None, "")])
def test_a_value_that_cannot_be_printed_is_an_error(value, spec):
    with pytest.raises(ResultError, match="'a'"):
        fill_in("{{ a|%s }}" % spec if spec else "{{ a }}", {"a": value})


@pytest.mark.parametrize("path", ["a.-1", "a.2", "a.x", "a.0.b", "b"])
def test_a_place_that_a_list_does_not_have_is_an_error(path):
    assert fill_in("{{ a.0 }} and {{a.1|.1f}}", {"a": [1, 2.0]}) == "1 and 2.0"
    with pytest.raises(ResultError, match=f"no result named '{path}'"):
        fill_in("{{ %s }}" % path, {"a": [1, 2.0]})


def test_formulas_are_mathml_with_their_structure():
    assert "<mfrac>" in mathml(r"\frac{x - \mu}{\sigma}", True)
    assert "<msqrt>" in mathml(r"\sqrt{x}", False)
    aligned = mathml(r"\begin{align} a &= b \\ &= c \end{align}", True)
    assert aligned.count("<mtr>") == 2 and "(1)" not in aligned
    assert mathml(r"\begin{cases} b & x > b \\ x & x \le b \end{cases}", True).count("<mtr>") == 2
    assert "−" in mathml("−0.5", False)


def test_a_formula_that_may_break_after_a_sign_keeps_the_space_there():
    parts = breakable(r"\mathrm{IQR} = Q_3 - Q_1, \text{ as usual}")
    assert len(parts) == 3
    for part in parts[:-1]:
        assert 'rspace="0"' not in mathml(part, False)


def test_formulas_side_by_side_are_separate_pieces():
    assert pieces(r"a = b, \qquad c = d") == ["a = b, ", " c = d"]
    assert pieces(r"\frac{a \qquad b}{c}") == [r"\frac{a \qquad b}{c}"]
    assert len(pieces(r"\begin{cases} a \qquad b \end{cases}")) == 1


PIECES = f"""
import sys
sys.path.append({str(ROOT / "book" / "_ext")!r})
import kernels, nbformat, nbclient
kernels.setup(None)
cell = nbformat.v4.new_code_cell(
    "import time; print(1, end=' ', flush=True); time.sleep(0.6); print(2)")
nbclient.NotebookClient(nbformat.v4.new_notebook(cells=[cell]), kernel_name="python3").execute()
print([output.text for output in cell.outputs])
"""


def test_what_a_cell_prints_in_pieces_is_one_piece():
    done = subprocess.run([sys.executable, "-c", PIECES], capture_output=True, text=True, timeout=60)
    assert done.stdout == "['1 2\\n']\n"
