"""The maps of one value: near zero all agree, far out each says what extremes mean."""

import numpy as np

from figures import style

# A panel's title, and its maps by their names in the results: text, where it stands, how aligned.
PANELS = (("as described", {"sigmoid": ("sigmoid", (3.95, 0.62), "right"),
                            "log": ("logarithm", (3.95, 1.86), "right"),
                            "clip": ("clipping", (-3.9, -0.62), "left")}),
          ("as printed", {"printed": ("max for min", (-3.9, 1.45), "left")}))
DASHES = {"sigmoid": ((0, (1, 1)), 2.0), "log": ((0, (6, 2, 1, 2)), 1.6), "clip": ("-", 2.0),
          "printed": ("-", 2.0)}


def draw(results):
    """Return the figure: the maps over x, all with slope 1 at zero; beside them the misprint."""
    curves = results["transforms"]["curves"]
    fig = style.figure(3.1, ["Near zero the maps agree, far out they differ;",
                             "with max for min, small values are pushed out"])
    for left, width, (title, lines) in ((0.4, 2.35, PANELS[0]), (3.05, 1.45, PANELS[1])):
        ax = style.panel(fig, left, 0.5, width, 1.8, xlim=(-4, 4), ylim=(-2.3, 2.3))
        ax.set_title(title)
        ax.plot(curves["x"], curves["x"], color=style.colour("raw"), linewidth=0.8)
        for name, (text, at, align) in lines.items():
            draw_map(ax, curves, name)
            ax.text(*at, text, ha=align, va="center_baseline")
        ax.set_xticks([-4, -2, 0, 2, 4] if width > 2 else [-4, 0, 4])
        ax.set_yticks([-2, -1, 0, 1, 2])
        ax.set_xlabel("value x (thin: x itself)" if width > 2 else "value x")
        ax.grid()
    return fig


def draw_map(ax, curves, name):
    """Draw one map, with a gap where it jumps."""
    x = np.array(curves["log_x" if name == "log" else "x"])
    y, (dashes, width) = np.array(curves[name]), DASHES[name]
    jump = 1 + np.flatnonzero(np.abs(np.diff(y)) > 0.5) if name == "printed" else []
    ax.plot(np.insert(x, jump, np.nan), np.insert(y, jump, np.nan), color=style.colour("ink"),
            linestyle=dashes, linewidth=width)
