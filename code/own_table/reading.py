"""A csv file as people have it, read into cells of text: its separator is found out."""
import csv
import io
import re
from itertools import islice
from pathlib import Path

SEPARATORS = {"\t": "tab", ";": "semicolon", ",": "comma"}  # tried in this order
TRIED = 200  # records that decide which separator it is
NOT_TEXT = {b"PK\x03\x04": "a spreadsheet or a zip", b"\x1f\x8b": "a gzip archive",
            b"\xd0\xcf\x11\xe0": "an old Excel file", b"%PDF": "a PDF", b"PAR1": "a Parquet file",
            b"\x89HDF": "an HDF5 file"}


class TableError(ValueError):
    """A fault in the file or the options that its user can mend: one sentence says how."""


def read_cells(path, encoding="utf-8"):
    """Name -> list of that column's cells, stripped texts; and the line each record begins on.

    Raises a TableError that says what is wrong, where, and what to do.
    """
    text = read_text(Path(path), encoding)
    names, *records = read_records(text, separator_of(text, Path(path).name), Path(path).name)
    names = named(names[1], Path(path).name)
    if not records:
        raise TableError(f"{Path(path).name} has a header and no rows: one record a line below it")
    for line, record in records:
        if len(record) != len(names):
            raise TableError(f"{Path(path).name}, line {line}: {len(record)} cells, where the "
                             f"header has {len(names)}: quote a cell that holds the separator")
    columns = zip(*(record for _, record in records))
    return ({name: [cell.strip() for cell in cells] for name, cells in zip(names, columns)},
            [line for line, _ in records])


def read_text(path, encoding):
    """The whole file as text, without a byte-order mark."""
    try:
        content = path.read_bytes()
    except IsADirectoryError:
        raise TableError(f"{path.name} is a folder: name a csv file in it") from None
    except OSError as fault:
        raise TableError(f"{path}: {fault.strerror.lower()}; name a csv file") from None
    for mark, what in NOT_TEXT.items():
        if content.startswith(mark):
            raise TableError(f"{path.name} is {what}: save the table as csv, and name that")
    if content.startswith((b"\xff\xfe", b"\xfe\xff")) and encoding == "utf-8":
        raise TableError(f"{path.name} is in UTF-16: add --encoding utf-16")
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as fault:
        line = content.count(b"\n", 0, fault.start) + 1
        raise TableError(f"{path.name}, line {line}, is not in {encoding}: name its encoding, "
                         "such as --encoding cp1252 or utf-16") from None
    except LookupError:
        raise TableError(f"no encoding is called {encoding!r}: try utf-8, cp1252 or "
                         "utf-16") from None
    if "\0" in text:
        raise TableError(f"{path.name} holds zero bytes, so it is no text in {encoding}: save it "
                         "as csv again")
    if not text.strip("\ufeff \t\r\n;,"):
        raise TableError(f"{path.name} is empty: it needs a header, and one record a line below it")
    return text.removeprefix("\ufeff")


def read_records(text, separator, file_name):
    """(line, cells) of the header and of each record; lines without a cell that holds anything go.
    """
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    records, begins = [], 1
    try:
        for cells in reader:
            if any(cell and not cell.isspace() for cell in cells):
                records.append((begins, cells))
            begins = reader.line_num + 1
    except csv.Error:
        raise TableError(f"{file_name}, line {begins}: a quote is opened and not closed, or closed "
                         'within a cell: write a quote inside a quoted cell as ""') from None
    return records


def separator_of(text, file_name):
    """The first separator under which the first records are equally wide, and wider than one."""
    begin = list(islice(io.StringIO(text, newline=""), TRIED))
    widths = {separator: record_widths(begin, separator) for separator in SEPARATORS}
    for separator, found in widths.items():
        if found[0] > 1 and len(set(found)) == 1:
            return separator
    widest = max(SEPARATORS, key=lambda separator: widths[separator][0])
    if widths[widest][0] == 1:
        raise TableError(f"{file_name} has one column only: cells are parted by commas, semicolons "
                         "or tabs, and at least one column stands beside the outcome")
    return widest


def record_widths(lines, separator):
    """How many cells each record has, up to where a quote is left open."""
    widths = []
    try:
        for cells in csv.reader(lines, delimiter=separator):
            if any(cell and not cell.isspace() for cell in cells):
                widths.append(len(cells))
    except csv.Error:
        pass
    return widths[:-1] if len(lines) == TRIED and len(widths) > 1 else widths or [1]


def named(header, file_name):
    """The header's names, stripped; a column without one is called by its place."""
    names = [name.strip() or f"(column {place})" for place, name in enumerate(header, 1)]
    if all(re.fullmatch(r"[-+]?[\d.,]+(e[-+]?\d+)?", name, re.I) for name in names):
        raise TableError(f"{file_name} begins with numbers: its first line must name the columns")
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise TableError(f"{file_name} has more than one column {twice[0]!r}: give each its own "
                         "name")
    return names
