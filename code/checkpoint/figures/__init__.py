"""Every figure of the book by name, in the order of the text.

To add one: write `figures/NAME.py` with `draw(results)`, which takes all results as they stand in
results.json and returns a matplotlib Figure made with `style.figure`; then name it in NAMES. It
computes no result: what the text states it looks up.
"""

from functools import partial
from importlib import import_module

NAMES = (
    "five_tables",
    "raw_spread",
    "loudest_column",
    "one_column",
    "standardized_boxes",
    "one_outlier",
    "discipline",
    "leak",
    "scene_still",
    "accuracy",
    "paired_gains",
    "shared_rows",
    "accuracy_over_k",
    "models",
    "wine_components",
    "descent_contours",
    "maps",
    "running_range",
    "insulin_bent",
)


def draw(name, results):
    """One figure, by its own script; no other script is imported for it."""
    return import_module(f"figures.{name}").draw(results)


FIGURES = {name: partial(draw, name) for name in NAMES}
