"""What the reader's own command says of two tables of the opening, and by which thresholds."""

from sklearn.datasets import load_wine

from own_table import columns, page, placeholders, reading, scores, verdict
from pima import DATA, OUTCOME


def run(n_splits=scores.SPLITS_OF_MANY):
    """What does `code/measure.py` print for this chapter's table, and for the wines?

    Keys: pima and wines, each with page (the text), gain (standardized over raw), verdict and
    suspects (how many values that may be missing ones); n_splits; rules.
    """
    wines = load_wine(as_frame=True).frame
    cells = {name: [str(value) for value in wines[name]] for name in wines}
    lines = range(2, len(wines) + 2)
    return {"n_splits": n_splits, "rules": rules(),
            "pima": said(*reading.read_cells(DATA), OUTCOME, DATA.name, n_splits),
            "wines": said(cells, lines, "target", "wines.csv", n_splits)}


def rules():
    """The thresholds, shares in per cent.

    Keys: rows and groups (the fewest for a verdict); fills, often, at_least, usual and widest (of a
    suspicious value); blocks (alike in size, where a column looks like the number of a group); many
    and most (rows beyond which there are fewer splits, and a sample).
    """
    return {"rows": verdict.FEWEST_ROWS, "groups": verdict.FEWEST_GROUPS,
            "fills": 100 * placeholders.FILLS, "often": 100 * placeholders.OFTEN,
            "at_least": placeholders.AT_LEAST, "usual": placeholders.USUAL,
            "widest": placeholders.WIDEST, "blocks": 100 * columns.MOSTLY,
            "many": scores.MANY_ROWS, "most": scores.MOST_ROWS}


def said(cells, lines, outcome, name, n_splits):
    """The entry of `run` for one table."""
    found = scores.measure(columns.read_table(cells, lines, outcome), splits=n_splits)
    return {"page": page.page(found, name).rstrip(), "verdict": verdict.verdict(found),
            "gain": {key: found["gains"]["standard"][key] for key in ("mean", "low", "high")},
            "suspects": sum(len(about["suspects"]) for about in found["columns"].values())}
