"""Values and texts in words, fit for a terminal."""
import textwrap

import numpy as np


def printable(text):
    """The text without what a terminal obeys or hides: such characters as escapes."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def cut(text, width=160):
    """The text on one line, cut between two words where it is long."""
    short = textwrap.shorten(text, width, placeholder=" …")
    return short if short != "…" else " ".join(text.split())[:width - 1] + "…"


def show(value):
    """A value in short: a small array in full, a large one by its shape."""
    if isinstance(value, np.ndarray):
        if value.size > 24:
            return f"an array of shape {value.shape}"
        return str(value.tolist()) if value.dtype.kind == "O" else numbers(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k!r}: {show(v)}" for k, v in value.items()) + "}"
    if isinstance(value, tuple) and len(value) == 3 and isinstance(value[0], str):
        return f"a DataFrame {show(value[1])}" + (f", columns {value[2]}" if value[2] else "")
    if isinstance(value, tuple):
        return "(" + ", ".join(map(show, value)) + ("," if len(value) == 1 else "") + ")"
    if isinstance(value, list) and value and isinstance(value[0], tuple):
        return f"{len(value)} pairs of arrays"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def numbers(array):
    """Nested brackets with six digits a number."""
    if array.ndim == 0:
        return f"{array[()]:.6g}"
    return "[" + ", ".join(numbers(np.asarray(item)) for item in array) + "]"
