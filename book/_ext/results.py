"""Results in the text: ``{{ path.to.value|format }}`` becomes the number the build measured.

The page's source is filled in before it is parsed, so a result can stand in a sentence, a formula,
a table, a caption or an alternative text alike. A name that the results file does not have, or a
value that cannot be printed so, fails the build. Nothing here but ``setup`` needs Sphinx.
"""

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "code" / "checkpoint"))
from lookup import look_up

RESULTS_FILE = ROOT / "book" / "generated" / "results.json"

PLACE = re.compile(r"\{\{(?P<inside>[^{}\n]*)\}\}")
INSIDE = re.compile(r"(?P<path>[\w\-]+(?:\.[\w\-]+)*)\s*(?:\|\s*(?P<spec>\S+)\s*)?$")
SIGN = re.compile(r"(?:.?[<>=^])?[-+ ]?")  # how a format begins, up to its sign
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


def fill_in_page(app, docname, source):
    """Fill in one page; it is read again when the results change, other pages are not."""
    from sphinx.errors import ExtensionError

    if not has_places(source[0]):
        return
    app.env.note_dependency(str(RESULTS_FILE))
    try:
        source[0] = fill_in(source[0], read_results())
    except ResultError as fault:
        raise ExtensionError(f"{docname}: {fault}") from None


def setup(app):
    app.connect("source-read", fill_in_page)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
