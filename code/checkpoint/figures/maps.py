"""The maps of one value on one axis: near zero all agree, far out each says what extremes mean."""

import numpy as np

from figures import style

# map: (line style, width, text, where it ends or begins, which of the two)
LINES = {"sigmoid": (":", 2.2, "sigmoid", (1.25, 0.66), "left"),
         "log": ("-.", 1.4, "logarithm", (3.95, 1.9), "right"),
         "clip": ("-", 2.4, "clipping", (-3.9, -0.75), "left"),
         "printed": ("--", 1.4, "clipping as printed", (-0.15, 1), "right")}


def draw(results, data):
    """Return the figure: each map over x, all with slope 1 at zero but the misprint."""
    curves = results["transforms"]["curves"]
    fig = style.figure(3.9, ["Near zero the maps agree; far out they differ.",
                             "With max for min, clipping moves the small values"])
    ax = style.panel(fig, 0.5, 0.5, 3.95, 2.75)
    x = np.array(curves["x"])
    ax.plot(x, x, color=style.colour("raw"), linewidth=0.9)
    ax.text(1.7, 1.95, "x itself", color=style.colour("raw"), ha="right")
    for name, (dashes, width, text, at, side) in LINES.items():
        over = np.array(curves["log_x"]) if name == "log" else x
        y = np.array(curves[name])
        jump = np.flatnonzero(np.abs(np.diff(y)) > 0.5) if name == "printed" else []
        ax.plot(np.insert(over, [i + 1 for i in jump], np.nan),
                np.insert(y, [i + 1 for i in jump], np.nan),
                color=style.colour("ink"), linestyle=dashes, linewidth=width)
        ax.text(*at, text, ha=side, va="center_baseline")
    ax.set_xlim(-4, 4)
    ax.set_ylim(-2.3, 2.3)
    ax.set_xticks([-4, -2, -1, 0, 1, 2, 4])
    ax.set_yticks([-2, -1, 0, 1, 2])
    ax.set_xlabel("value x")
    ax.grid()
    return fig
