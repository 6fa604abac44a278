"""Gradient descent on the same loss, drawn over the weights of two features, under two rulers."""

from figures import style


def draw(results, data):
    """Return the figure: contours of the loss and the descent's path, raw and standardized."""
    contours = results["descent"]["contours"]
    raw, standard = contours["raw"], contours["standard"]
    fig = style.figure(3.1, ["Raw, the loss is a ravine and descent zigzags;",
                             "standardized it is a bowl, and descent walks in"])
    for ruler, left in (("raw", 0.65), ("standard", 2.85)):
        draw_descent(style.panel(fig, left, 0.6, 1.6, 1.65), contours, ruler)
    return fig


def draw_descent(ax, contours, ruler):
    """Draw one panel: the loss over both weights, the steps taken, and where they lead."""
    found, colour = contours[ruler], style.colour(ruler)
    levels = [contours["least"] + 0.002 * 2.5**i for i in range(6)]
    ax.contour(found["x"], found["y"], contours["loss"], levels=levels,
               colors=style.colour("faint"), linewidths=1)
    ax.plot(*zip(*found["path"]), color=colour, marker=style.MARK[ruler], markersize=3.5,
            linewidth=1)
    ax.plot(*found["best"], "+", color=style.colour("ink"), markersize=9, markeredgewidth=1.6)
    ax.set_title(f"{style.LABEL[ruler]}: {found['steps']} steps", color=colour)
    ax.set_xlabel(f"weight of {style.FEATURE[contours['features'][0]]}")
    ax.set_ylabel(f"weight of {style.FEATURE[contours['features'][1]]}")
