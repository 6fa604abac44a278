"""What scaling changes on a table of your own: python code/measure.py my.csv --outcome diagnosis

Reads a csv file and says which columns are loudest, which values look like missing ones in
disguise, what each scaler gains or loses for k-NN over repeated splits, with an interval, whether
a leak shows, and a verdict by fixed rules (own_table/verdict.py). Status 2: a file or an option
cannot be used, and one sentence says why.
"""
import argparse
import json
import sys
from pathlib import Path

from tqdm import tqdm

from own_table.columns import read_table
from own_table.page import page
from own_table.reading import TableError, read_cells
from own_table.scores import measure
from own_table.verdict import verdict


def options(arguments):
    """The command line, read."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0],
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("file", help="the table: comma, semicolon or tab between cells, names in the first line")
    add("--outcome", required=True, metavar="COLUMN", help="what is to be predicted")
    add("--as", dest="kind", choices=["classes", "number"],
        help="how to take the outcome, where its look misleads")
    add("--k", type=positive, default=15, help="neighbours that vote (15)")
    add("--splits", type=positive, help="how many splits (200; 50 of a table over 2,000 rows)")
    add("--ignore", nargs="+", default=[], metavar="COLUMN", help="columns to leave out")
    add("--missing", nargs="+", default=[], metavar="COLUMN=VALUE",
        help="values that mean missing, as Insulin=0")
    add("--groups", metavar="COLUMN", help="rows of one value here stay on one side of a split")
    add("--encoding", default="utf-8", help="the file's encoding (utf-8)")
    add("--out", metavar="FOLDER", help="write the page, the picture and all numbers there")
    add("--json", action="store_true", help="print all numbers as JSON instead of the page")
    return parser.parse_args(arguments)


def positive(text):
    """An option's number, at least 1."""
    if not (text.isdecimal() and int(text) > 0):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of at least 1")
    return int(text)


def write(files, folder):
    """Each file whole or not at all."""
    folder = Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            part = folder / f"{name}.part"
            part.write_bytes(content)
            part.replace(folder / name)
    except OSError as fault:
        raise TableError(f"--out {folder}: {fault.strerror.lower()}; name another folder") from None


def run(arguments):
    """Measure, print, and write what was asked for."""
    if arguments.splits == 1:
        raise TableError("--splits 1: an interval needs two splits or more")
    name = Path(arguments.file).name
    table = read_table(*read_cells(arguments.file, arguments.encoding), arguments.outcome,
                       arguments.groups, arguments.ignore, arguments.missing, arguments.kind)
    found = measure(table, arguments.k, arguments.splits,
                    lambda seeds: tqdm(seeds, unit="split", leave=False, disable=None))
    verdicts = {key: verdict(found, key) for key in found["gains"]}
    found = {"file": name, "verdicts": verdicts, **found}
    numbers = json.dumps(found, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    text = page(found, name)
    if arguments.out:
        from own_table.picture import png_bytes, svg_bytes  # draws only where it is asked to
        write({"page.txt": text.encode(), "numbers.json": numbers.encode(),
               "picture.svg": svg_bytes(found), "picture.png": png_bytes(found)}, arguments.out)
    print(numbers if arguments.json else text, end="")


def main(arguments=None):
    """The command; its status."""
    try:
        run(options(arguments))
    except TableError as fault:
        print(fault, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("Interrupted: nothing was written.")
