"""What the reader's own command says of two tables of the opening."""

from sklearn.datasets import load_wine

from own_table.columns import read_table
from own_table.page import page
from own_table.reading import read_cells
from own_table.scores import SPLITS_OF_MANY, measure
from own_table.verdict import verdict
from pima import DATA, OUTCOME


def run(n_splits=SPLITS_OF_MANY):
    """What does `code/measure.py` print for this chapter's table, and for the wines?

    Keys: pima and wines, each with page (the text), gain (standardized over raw), verdict and
    suspects (how many values that may be missing ones); n_splits.
    """
    wines = load_wine(as_frame=True).frame
    columns = {name: [str(value) for value in wines[name]] for name in wines}
    lines = range(2, len(wines) + 2)
    return {"n_splits": n_splits,
            "pima": said(*read_cells(DATA), OUTCOME, DATA.name, n_splits),
            "wines": said(columns, lines, "target", "wines.csv", n_splits)}


def said(columns, lines, outcome, name, n_splits):
    """The entry of `run` for one table."""
    found = measure(read_table(columns, lines, outcome), splits=n_splits)
    return {"page": page(found, name).rstrip(), "verdict": verdict(found),
            "gain": {key: found["gains"]["standard"][key] for key in ("mean", "low", "high")},
            "suspects": sum(len(about["suspects"]) for about in found["columns"].values())}
