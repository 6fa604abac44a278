"""Results in the text: ``{{ path.to.value|format }}`` becomes the number the build measured.

The page's source is filled in before it is parsed, so a result can stand in a sentence, a formula,
a table, a caption or an alternative text alike. A name that the results file does not have, or a
value that cannot be printed so, fails the build. A section that states results ends with a line
that leads to what measured them. Only what is called by ``setup`` needs Sphinx.
"""

import json
import re
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "code" / "checkpoint"))
from kept import stands_on
from lookup import look_up

RESULTS_FILE = ROOT / "book" / "generated" / "results.json"
BEHIND_FILE = RESULTS_FILE.with_name("behind.json")
BEHIND_PAGE = "book/behind"

PLACE = re.compile(r"\{\{(?P<inside>[^{}\n]*)\}\}")
INSIDE = re.compile(r"(?P<path>[\w\-]+(?:\.[\w\-]+)*)\s*(?:\|\s*(?P<spec>\S+)\s*)?$")
SIGN = re.compile(r"(?:.?[<>=^])?[-+ ]?")  # how a format begins, up to its sign
SECTION = re.compile(r"^\((?P<label>[\w-]+)\)=\n+#{1,2} ", re.M)
IMPORT = re.compile(r"^(?:from|import) (\w+)", re.M)
POWER = re.compile(r"e([+-])0*(\d+)$")
SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
MINUS = "\N{MINUS SIGN}"


class ResultError(ValueError):
    """A place in the text that cannot be filled in: says which and why."""


def as_text(value, spec=""):
    """The value as the text prints it: a true minus sign, and 1.2e+06 as a power of ten."""
    if isinstance(value, str) and not spec:
        return value
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ResultError(f"is {type(value).__name__}, not a number or a word")
    if isinstance(value, float) and not spec and len(repr(value)) > len("0.0001"):
        raise ResultError(f"is {value} and needs a format, such as |.3f")
    if value != value or value in (float("inf"), float("-inf")):
        raise ResultError(f"is {value}")
    if spec.endswith("c"):
        raise ResultError(f"cannot be printed with the format '{spec}': that is a character")
    try:
        # z: what rounds to zero loses its sign
        text = format(value, SIGN.sub(r"\g<0>z", spec, 1) if isinstance(value, float) else spec)
    except ValueError as fault:
        raise ResultError(f"cannot be printed with the format '{spec}': {fault}") from None
    return "0" if value == 0 and POWER.search(text) else (
        POWER.sub(_power_of_ten, text).replace("-", MINUS))


def _power_of_ten(match):
    sign, exponent = match.groups()
    return " × 10".replace(" ", "\N{NO-BREAK SPACE}") + ("⁻" if sign == "-" else "") + (
        exponent.translate(SUPERSCRIPTS))


def fill_in(source, results):
    """The source with every ``{{ path|format }}`` replaced by its result, or a ResultError."""

    def result(match):
        inside = INSIDE.match(match["inside"].strip())
        if inside is None:
            raise ResultError(f"cannot read '{match[0]}': write {{{{ path.to.value|format }}}}")
        try:
            value = look_up(results, inside["path"])
        except KeyError as fault:
            raise ResultError(fault.args[0]) from None
        try:
            return as_text(value, inside["spec"] or "")
        except ResultError as fault:
            raise ResultError(f"'{inside['path']}' {fault}") from None

    return PLACE.sub(result, source)


def has_places(source):
    """Whether a page states results at all."""
    return PLACE.search(source) is not None


def read_results(path=RESULTS_FILE):
    """The results the checkpoint wrote, as nested dicts and lists."""
    try:
        return json.loads(Path(path).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ResultError("book/generated/results.json is not there: run `make figures`") from None


class Printed(NamedTuple):
    """A place where a page prints a result, and the text that stands there."""

    page: str  # book/scaling
    line: int
    section: str  # its label; "" above the first
    place: str  # accuracy.raw.accuracy|.3f
    text: str

    @property
    def path(self):
        return self.place.partition("|")[0]


def printed(page, source, results):
    """Every place of a page's source that prints a result, in their order; or a ResultError."""
    heads = [(match.start(), match["label"]) for match in SECTION.finditer(source)]
    return [Printed(page, source.count("\n", 0, match.start()) + 1,
                    next((label for start, label in reversed(heads) if start < match.start()), ""),
                    "|".join(part.strip() for part in match["inside"].split("|")),
                    fill_in(match[0], results))
            for match in PLACE.finditer(source)]


def experiment_files():
    """Path in the results -> the file of the experiment that measured it, without its ending."""
    experiments = json.loads(BEHIND_FILE.read_text(encoding="utf-8"))["experiments"]
    return {experiment["path"]: experiment["file"] for experiment in experiments}


def file_behind(path, files):
    """The file that measured the result at a path, or None (the versions are not measured)."""
    return next((file for begun, file in files.items() if f"{path}.".startswith(f"{begun}.")), None)


# ---- What Sphinx calls ---------------------------------------------------------------------------

def fill_in_page(app, docname, source):
    """Fill in one page; it is read again when the results change, other pages are not."""
    from sphinx.errors import ExtensionError

    if not has_places(source[0]):
        return
    app.env.note_dependency(str(RESULTS_FILE))
    try:
        results = read_results()
        app.env.temp_data["printed"] = printed(docname, source[0], results)
        source[0] = fill_in(source[0], results)
    except ResultError as fault:
        raise ExtensionError(f"{docname}: {fault}") from None


def note_what_cells_run(app, docname, source):
    """Have a page read again when code below code/, or data, has changed that its cells run."""
    if "{code-cell}" in source[0]:
        named = (ROOT / "code" / f"{name}.py" for name in IMPORT.findall(source[0]))
        for file in [*stands_on(file for file in named if file.is_file()),
                     *(ROOT / "data").glob("*.csv")]:
            app.env.note_dependency(str(file))


def lead_behind(app, doctree):
    """End each section that states results, and a page's opening, with links to what measured them."""
    from docutils import nodes

    if BEHIND_PAGE not in app.env.found_docs:
        return
    files, by_section = experiment_files(), {}
    for each in app.env.temp_data.get("printed", ()):
        if file := file_behind(each.path, files):
            by_section.setdefault(each.section, {})[file] = None
    for section in doctree.findall(nodes.section):
        found = [file for name in section["names"] for file in by_section.get(name, ())]
        if found:
            opening = section.parent is doctree  # all below it has labels of its own
            end = section.first_child_matching_class(nodes.section) if opening else None
            section.insert(len(section) if end is None else end, behind_line(app.env.docname, found))


def behind_line(docname, files):
    """The line itself: "Behind these numbers: leak, batch", each word a link."""
    from docutils import nodes
    from sphinx.addnodes import pending_xref

    line = nodes.paragraph("", "Behind these numbers: ", classes=["behind"])
    for number, file in enumerate(files):
        words = file.replace("_", " ")
        line += nodes.Text(", " if number else "")
        line += pending_xref("", nodes.inline("", words), refdomain="std", reftype="ref",
                             reftarget=behind_label(file), refexplicit=True, refwarn=True,
                             refdoc=docname)
    return line


def behind_label(file):
    """The label of an experiment's section on the page behind the numbers."""
    return f"behind-{file.replace('_', '-')}"


def setup(app):
    app.connect("source-read", fill_in_page)
    app.connect("source-read", note_what_cells_run)
    app.connect("doctree-read", lead_behind)
    return {"version": "2", "parallel_read_safe": True, "parallel_write_safe": True}
