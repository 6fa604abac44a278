"""Gradient descent on one loss, drawn over the weights of two features, raw and standardized."""

from figures import style

PANELS = {"raw": (0.72, 2.05), "standard": (2.3, 1.09)}  # left and height, inches
MARKS = 9  # on a path, so that they do not merge
TICKS = {"raw": ([0, 0.05], [0, 0.05, 0.1]), "standard": ([0, 1], [0, 0.5])}


def draw(results):
    """Return the figure: contours of the loss and the descent's path, raw and standardized.

    In each panel both weights have one scale, so that a circle is a circle: only so do a ravine,
    a bowl, and steps straight down the slope look like what they are.
    """
    contours = results["descent"]["contours"]
    fig = style.figure(3.75, ["Raw, descent drops into a ravine and creeps;",
                             "standardized, a bowl leads straight down"])
    for scaling, (left, height) in PANELS.items():
        found = contours[scaling]
        wide, high = (found[axis][-1] - found[axis][0] for axis in "xy")
        ax = style.panel(fig, left, 0.6, height * wide / high, height, aspect="equal")
        draw_descent(ax, contours, scaling)
    fig.axes[0].set_ylabel(f"weight of {style.FEATURE[contours['features'][1]]}")
    return fig


def draw_descent(ax, contours, scaling):
    """Draw one panel: the loss over both weights, the steps taken, and where they lead."""
    found, colour = contours[scaling], style.colour(scaling)
    levels = [contours["least"] + 0.002 * 2.2**i for i in range(6)]
    ax.contour(found["x"], found["y"], contours["loss"], levels=levels,
               colors=style.colour("ink"), linewidths=0.5)
    every = max(1, found["steps"] // MARKS)
    ax.plot(*zip(*found["path"]), color=colour, marker=style.MARK[scaling], markersize=3.5,
            linewidth=1.2, markevery=every)
    ax.plot(*found["best"], "+", color=style.colour("ink"), markersize=9, markeredgewidth=1.6)
    ax.set_title(f"{style.LABEL[scaling]}: {found['steps']} steps"
                 + (f"\n(a mark every {every})" if every > 1 else ""), color=colour)
    ax.set_xlabel(f"weight of {style.FEATURE[contours['features'][0]]}")
    for axis, ticks in zip((ax.xaxis, ax.yaxis), TICKS[scaling]):
        axis.set_ticks(ticks, [f"{tick:g}" for tick in ticks])
