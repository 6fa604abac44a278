"""Insulin's measured training values raw, and under three maps that bend: less and less skew."""

import numpy as np

from figures import style

HEIGHT, GAP = 0.42, 0.36  # inches
MAPS = {"raw": "raw", "log": "logarithm", "yeo_johnson": "Yeo-Johnson", "normal": "rank to normal"}


def draw(results):
    """Return the figure: a histogram a map, each over its own axis, from raw downwards."""
    total = (HEIGHT + GAP) * len(MAPS)
    fig = style.figure(total + 0.65, ["Maps that bend take the skew away,", "each a little more"])
    for i, (key, label) in enumerate(MAPS.items()):
        ax = style.panel(fig, 1.6, 0.3 + total - (HEIGHT + GAP) * (i + 1), 2.85, HEIGHT)
        draw_shape(ax, results["practice"]["insulin"][key], label,
                   "raw" if key == "raw" else "ink")
    return fig


def draw_shape(ax, shape, label, role):
    """Draw the counts between this map's smallest and largest value, its skew beside."""
    low, high = shape["min"], shape["max"]
    ax.stairs(shape["counts"], np.linspace(low, high, len(shape["counts"]) + 1), fill=True,
              color=style.colour(role))
    ax.set_xlim(low - 0.02 * (high - low), high + 0.02 * (high - low))
    ax.set_yticks([])
    style.bare(ax, "left")
    ax.locator_params(axis="x", nbins=7)
    for line, height in ((label, 0.6), (f"skew {style.number(shape['skew'], 2)}", 0.1)):
        ax.annotate(line, (0, height), (-12, 0), xycoords="axes fraction", ha="right",
                    textcoords="offset points", color=style.colour(role),
                    weight="bold" if line is label else "normal")
