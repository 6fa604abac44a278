"""Every measurement of the book, a topic a file, in the order of the text."""

from . import accuracy, flips, loudest, parity, split


def run_all(X, y, feature_names):
    """All results by topic, plain numbers only; the same input gives the same results."""
    return {
        "split": split.table(X, y, feature_names),
        "loudest": {"columns": loudest.columns(X, y), "same_status": loudest.same_status(X, y)},
        "scene": flips.scene(X, y),
        "flips": flips.crowd(X, y),
        "parity": parity.parity(X, y),
        "accuracy": accuracy.one_split(X, y),
        "over_k": accuracy.over_k(X, y),
        "splits": accuracy.over_splits(X, y),
    }
