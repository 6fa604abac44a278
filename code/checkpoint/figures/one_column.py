"""One column raw and under the three scalers: the same shape on four axes."""

import numpy as np

from figures import style

HEIGHT, GAP = 0.42, 0.36  # inches


def draw(results):
    """Return the figure: a histogram a scaler, each over its own axis, from raw downwards."""
    shapes = results["shapes"]
    rows = list(style.SCALINGS)
    total = (HEIGHT + GAP) * len(rows)
    fig = style.figure(total + 0.65, ["Scaling changes the axis,", "and leaves the shape as it is"])
    for i, scaling in enumerate(rows):
        ax = style.panel(fig, 1.35, 0.28 + total - (HEIGHT + GAP) * (i + 1) + 0.02, 3.1, HEIGHT)
        draw_shape(ax, shapes, scaling)
    return fig


def draw_shape(ax, shapes, scaling):
    """Draw the counts between this scaler's smallest and largest value."""
    edges = np.linspace(shapes[scaling]["min"], shapes[scaling]["max"], len(shapes["counts"]) + 1)
    ax.stairs(shapes["counts"], edges, fill=True, color=style.colour(scaling))
    low, high = edges[0], edges[-1]
    ax.set_xlim(low - 0.02 * (high - low), high + 0.02 * (high - low))
    ax.set_yticks([])
    style.bare(ax, "left")
    ax.locator_params(axis="x", nbins=7)
    ax.annotate(style.LABEL[scaling], (0, 0.3), (-12, 0), xycoords="axes fraction", ha="right",
                textcoords="offset points", color=style.colour(scaling), weight="bold")
