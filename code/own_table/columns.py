"""What each column of a table is: numbers, categories, the outcome, or nothing to measure with."""
import re
from dataclasses import dataclass, field
from difflib import get_close_matches

import numpy as np
import pandas as pd

from own_table.reading import TableError
from own_table.verdict import FEWEST_GROUPS

MISSING = {"", "na", "n/a", "#n/a", "nan", "null", "none", "nil", "-", "--", "?", "."}
TRUTH = {"true": 1.0, "t": 1.0, "yes": 1.0, "y": 1.0,
         "false": 0.0, "f": 0.0, "no": 0.0, "n": 0.0}
MOST_CATEGORIES = 20  # a text column with more values is left out; so is a number outcome's limit
ROWS_A_CATEGORY = 5  # and one whose values fill fewer rows on average
MOSTLY = 0.9  # of a column's cells must be numbers, or dates, or of its groups alike, to count so
FEWEST_IN_CLASS = 4  # a quarter of them is one test row
LARGEST = 1e140  # beyond it squares leave the floating-point numbers

DATE = re.compile(r"(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](\d{4}|\d{2})"
                  r"|\d{1,2}[ -]?[a-z]{3,9}\.?[ -]?,? ?(\d{4}|\d{2})|[a-z]{3,9}\.? \d{1,2},? \d{4})"
                  r"([ t]\d{1,2}:\d{2}.*)?|\d{1,2}:\d{2}(:\d{2}.*)?", re.I)
IDENTIFIER = re.compile(r"(.*[\W_]|)(id|uuid|guid|index|rownames?|row[ _]?n(o|r|um|umber))", re.I)
UNNAMED = re.compile(r"\(column \d+\)|unnamed: \d+", re.I)

POINT_THOUSANDS = re.compile(r"[-+]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?")
COMMA_DECIMAL = re.compile(r"[-+]?(\d{1,3}(\.\d{3})+|\d*),\d+(e[-+]?\d+)?", re.I)
COMMA_THOUSANDS = re.compile(r"[-+]?[1-9]\d{0,2}(\.\d{3})+")
POINT_DECIMAL = re.compile(r"[-+]?\d*\.\d+(e[-+]?\d+)?", re.I)


@dataclass
class Table:
    """A table ready to be measured: its rows are those with an outcome (and a group)."""

    numbers: pd.DataFrame  # float, NaN where missing; the columns that scalers scale
    categories: pd.DataFrame  # text, "(missing)" where missing; one-hot, never scaled
    y: np.ndarray  # class numbers 0, 1, ... in the order of `classes`, or the outcome's values
    outcome: str
    classes: list = None  # the outcome's classes; None where it is a number
    groups: np.ndarray = None  # group numbers, or None
    left_out: dict = field(default_factory=dict)  # column -> why
    notes: list = field(default_factory=list)  # what else was done to the table, a sentence each


# ---- One column --------------------------------------------------------------------------------

def is_missing(cell):
    """Whether a cell says that its value is missing."""
    return cell.lower() in MISSING


def decimal_mark(columns):
    """"," or ".": how the file writes decimals, from all of its cells.

    Raises a TableError where one column has decimal commas and another decimal points.
    """
    with_comma = {name: next((cell for cell in cells
                              if "," in cell and COMMA_DECIMAL.fullmatch(cell)
                              and not POINT_THOUSANDS.fullmatch(cell)), None)
                  for name, cells in columns.items()}
    commas = [name for name, cell in with_comma.items() if cell]
    if not commas:
        return "."
    for name, cells in columns.items():
        for cell in cells:
            if ("." in cell and POINT_DECIMAL.fullmatch(cell)
                    and not COMMA_THOUSANDS.fullmatch(cell)):
                raise TableError(f"{commas[0]} has decimal commas ({with_comma[commas[0]]}) and "
                                 f"{name} decimal points ({cell}): write all of them one way")
    return ","


def as_numbers(cells, decimal):
    """The cells (N,) as floats, NaN where one is no number; thousands may be marked."""
    cells = pd.Series(cells, dtype=object)
    if decimal == ",":
        marked = [bool(COMMA_DECIMAL.fullmatch(c) or COMMA_THOUSANDS.fullmatch(c)) for c in cells]
        cells = cells.mask(marked, cells.str.replace(".", "").str.replace(",", "."))
    numbers = np.array(pd.to_numeric(cells, errors="coerce"), dtype=float)
    if decimal == ".":
        for i in np.flatnonzero(np.isnan(numbers)):
            if POINT_THOUSANDS.fullmatch(cells[i]):
                numbers[i] = float(cells[i].replace(",", ""))
    return numbers


def as_column(name, cells, lines, decimal):
    """(kind, values, remark) of one column.

    kind "number": values float (N,), NaN where missing, and remark says what else counts as
    missing. "category": texts, None where missing. "nothing": remark says why it is left out.
    """
    missing = np.array([is_missing(cell) for cell in cells])
    given = np.array(cells, dtype=object)[~missing]
    different = set(given)
    if len(different) < 2:
        return "nothing", None, "one value only" if different else "no value at all"
    if {cell.lower() for cell in different} <= set(TRUTH):
        truth = [np.nan if gone else TRUTH[cell.lower()] for cell, gone in zip(cells, missing)]
        return "number", np.array(truth), ""
    numbers = as_numbers(cells, decimal)
    numbers[missing] = np.nan
    for i in np.flatnonzero(np.abs(numbers) > LARGEST):
        raise TableError(f"line {lines[i]}, {name}: {cells[i]} is too large a number to be "
                         "squared: mend the value, or leave the column out with --ignore")
    is_number = ~np.isnan(numbers)
    if is_number.sum() >= MOSTLY * len(given):
        return number_column(name, cells, numbers, given, ~missing & ~is_number)
    if sum(bool(DATE.fullmatch(cell)) for cell in given) >= MOSTLY * len(given):
        return "nothing", None, "dates: a span, such as days since, would be a number"
    if len(different) > min(MOST_CATEGORIES, len(given) / ROWS_A_CATEGORY):
        many = "each row another" if len(different) == len(given) else f"{len(different)} different"
        return "nothing", None, f"text, {many}: too many for one-hot columns"
    return "category", np.array([None if gone else cell for cell, gone in zip(cells, missing)],
                                dtype=object), ""


def number_column(name, cells, numbers, given, odd):
    """`as_column` for a column of numbers; odd: where a cell is neither a number nor missing."""
    present = numbers[~np.isnan(numbers)]
    if present.min() == present.max():
        return "nothing", None, "one value only"
    whole = bool((present == np.round(present)).all())
    if whole and (IDENTIFIER.fullmatch(name) or UNNAMED.fullmatch(name)):
        return "nothing", None, "an identifier, by its name"
    if whole and len(set(present)) == len(given) == np.ptp(present) + 1:
        return "nothing", None, "an identifier: it counts the rows"
    if whole and (size := rows_each(present)) and len(present) == len(cells):
        return "nothing", None, (f"looks like the number of a group, {size} rows each: "
                                 f"--groups {name} keeps those together")
    if not odd.any():
        return "number", numbers, ""
    example = next(cell for cell, strange in zip(cells, odd) if strange)
    return "number", numbers, (f"{name}: {odd.sum()} cells that are no number count as missing, "
                               f"such as {example!r}")


def rows_each(values):
    """How many rows each group has, where the values (N,) look like numbers of groups; else 0.

    They rise from block to block of equal values, FEWEST_GROUPS or more, and MOSTLY all blocks have
    the same size, two rows or more.
    """
    sizes = np.unique(values, return_counts=True)[1]
    usual = int(np.bincount(sizes).argmax())
    alike = (sizes == usual).mean() >= MOSTLY and usual > 1 and len(sizes) >= FEWEST_GROUPS
    return usual if alike and (np.diff(values) >= 0).all() else 0


# ---- The table ---------------------------------------------------------------------------------

def find(name, columns, option):
    """The name, if there is such a column, or a TableError that offers the nearest."""
    if name in columns:
        return name
    near = get_close_matches(name, columns, n=1, cutoff=0.5) or [
        other for other in columns if other.lower() == name.lower()]
    offer = f"did you mean {near[0]!r}?" if near else "there are " + ", ".join(columns)
    raise TableError(f"{option}: the table has no column {name!r}; {shortened(offer)}")


def shortened(text, most=300):
    """A text that may be endless, cut."""
    return text if len(text) <= most else text[:most - 4] + " ..."


def blank(columns, settings):
    """Make the cells that mean missing empty: settings are texts COLUMN=VALUE."""
    for setting in settings:
        name, equals, value = setting.rpartition("=")
        if not equals:
            raise TableError(f"--missing {setting}: write COLUMN=VALUE, such as Insulin=0")
        cells = columns[find(name, columns, "--missing")]
        same = {cell for cell in set(cells) if cell == value or as_float(cell) == as_float(value)}
        if not same:
            raise TableError(f"--missing {setting}: no cell of {name} holds {value!r}")
        columns[name] = ["" if cell in same else cell for cell in cells]


def as_float(cell):
    """The cell as a number, or else itself."""
    try:
        return float(cell.replace(",", "."))
    except ValueError:
        return cell


def read_table(columns, lines, outcome, groups=None, ignore=(), missing=(), kind=None):
    """The Table of the cells of `reading.read_cells`.

    kind: "classes" or "number" where the outcome's own look should not decide. Raises a TableError.
    """
    find(outcome, columns, "--outcome")
    ignored = {find(name, columns, "--ignore") for name in ignore}
    if groups is not None and find(groups, columns, "--groups") == outcome:
        raise TableError("--groups and --outcome name the same column: groups say which rows "
                         "belong together, as those of one patient")
    if outcome in ignored:
        raise TableError(f"--ignore names the outcome, {outcome}: name other columns")
    columns = dict(columns)
    blank(columns, missing)
    notes = []
    for name in filter(None, (outcome, groups)):
        columns, lines = with_value(name, columns, lines, notes)
    decimal = decimal_mark(columns)
    columns, lines, y, classes = read_outcome(outcome, columns, lines, decimal, kind, notes)
    table = Table(pd.DataFrame(index=range(len(lines))), pd.DataFrame(index=range(len(lines))), y,
                  outcome, classes, notes=notes)
    if groups is not None:
        table.groups = pd.factorize(np.array(columns[groups], dtype=object))[0]
        if table.groups.max() == 0:
            raise TableError(f"--groups {groups}: all rows are of one group only, so none is left "
                             "to test on")
    numbers, categories = {}, {}
    for name, cells in columns.items():
        if name == outcome or name == groups:
            continue
        if name in ignored:
            table.left_out[name] = "as you asked"
            continue
        found, values, remark = as_column(name, cells, lines, decimal)
        if found == "nothing":
            table.left_out[name] = remark
        elif found == "category":
            categories[name] = ["(missing)" if value is None else value for value in values]
        else:
            numbers[name] = values
            notes += [remark] if remark else []
    table.numbers = pd.DataFrame(numbers, index=range(len(lines)), dtype=float)
    table.categories = pd.DataFrame(categories, index=range(len(lines)), dtype=object)
    if not numbers:
        why = "; ".join(f"{name}: {reason}" for name, reason in table.left_out.items())
        raise TableError("no column of numbers is left for a scaler to scale"
                         + shortened(f" ({why})" if why else ""))
    return table


def with_value(name, columns, lines, notes):
    """The rows that have a value in this column."""
    keep = [not is_missing(cell) for cell in columns[name]]
    if not any(keep):
        raise TableError(f"{name} has no value in any row: name another column")
    if not all(keep):
        notes.append(f"{keep.count(False)} rows without {name} are left out")
    return only(keep, columns, lines)


def only(keep, columns, lines):
    """The rows to keep, of the columns and of the lines."""
    return ({name: [cell for cell, kept in zip(cells, keep) if kept]
             for name, cells in columns.items()}, [line for line, kept in zip(lines, keep) if kept])


def read_outcome(name, columns, lines, decimal, kind, notes):
    """(columns, lines, y, classes) of the rows whose outcome can be used.

    classes is None where the outcome is a number.
    """
    cells = columns[name]
    different = set(cells)
    if len(different) < 2:
        raise TableError(f"the outcome {name} is {cells[0]!r} in every row: there is nothing to "
                         "predict")
    numbers = as_numbers(cells, decimal)
    numeric = not np.isnan(numbers).any() and (np.abs(numbers) <= LARGEST).all()
    few = len(different) <= len(cells) / ROWS_A_CATEGORY
    if kind is None:
        whole = numeric and bool((numbers == np.round(numbers)).all())
        kind = "number" if numeric and not (whole and few and len(different) <= MOST_CATEGORIES) \
            else "classes"
    if kind == "number":
        if not numeric:
            odd = next(i for i, v in enumerate(numbers) if not abs(v) <= LARGEST)
            raise TableError(f"line {lines[odd]}, {name}: {cells[odd]!r} is no number that can be "
                             "predicted: mend it, or take the outcome with --as classes")
        return columns, lines, numbers, None
    keys = [number_text(v) for v in numbers] if numeric else cells
    counts = pd.Series(keys).value_counts()
    rare = sorted(counts.index[counts < FEWEST_IN_CLASS])
    if len(counts) - len(rare) < 2:
        raise TableError(f"the outcome {name} has {len(counts)} different values in {len(cells)} "
                         f"rows, and fewer than two of them fill {FEWEST_IN_CLASS} rows: k-NN "
                         "needs classes with rows in training and test")
    if rare:
        left = int(counts[rare].sum())
        notes.append(f"{left} rows are left out, because their {name} fills fewer than "
                     f"{FEWEST_IN_CLASS} rows: {shortened(', '.join(rare), 80)}")
        keep = [key not in rare for key in keys]
        columns, lines = only(keep, columns, lines)
        keys = [key for key, kept in zip(keys, keep) if kept]
    classes = sorted(set(keys), key=lambda key: (as_float(key) if numeric else 0, key))
    place = {key: number for number, key in enumerate(classes)}
    return columns, lines, np.array([place[key] for key in keys]), classes


def number_text(value):
    """A number as short text: 1 rather than 1.0."""
    return f"{value:.15g}"
