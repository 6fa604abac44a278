"""One model, five tables: what standardizing gains on each, and what can be told from luck."""

from lookup import look_up

from figures import style

# Path in the results: the table, and what its columns have for a unit.
TABLES = {"wine": "wines\nmany units", "tables.cancer": "breast cancer\nseveral units",
          "splits": "Pima\nmany units", "tables.iris": "iris\none unit: cm",
          "tables.digits": "digits\none unit: grey"}


def draw(results):
    """Return the figure: mean gain and corrected interval, a row a table."""
    order = list(reversed(TABLES.values()))
    fig = style.figure(3.55, ["One step takes away most errors, helps a little,",
                              "cannot be told from luck, or harms"])
    ax = style.panel(fig, 1.25, 0.55, 2.05, 2.4)
    ax.axvline(0, color=style.colour("ink"), linewidth=0.8)
    for at, path in enumerate(reversed(TABLES)):
        draw_row(ax, at, look_up(results, path))
    style.row_names(ax, order)
    ax.set_xlim(-0.07, 0.34)
    ax.set_xticks([0, 0.1, 0.2, 0.3], ["0", "+0.1", "+0.2", "+0.3"])
    ax.set_xlabel("share right, standardized minus raw")
    ax.grid(axis="x")
    return fig


def draw_row(ax, at, table):
    """Draw one gain, its mark hollow where the interval contains 0, and the two scores."""
    gain, colour = table["gains"]["standard"], style.colour("standard")
    told = gain["low"] > 0 or gain["high"] < 0
    ax.plot([gain["low"], gain["high"]], [at, at], color=colour, linewidth=2.4)
    ax.plot(gain["mean"], at, style.MARK["standard"], color=colour, markersize=8,
            markerfacecolor=colour if told else style.colour("page"), markeredgewidth=1.6)
    scores = " to ".join(f"{table[scaling]['mean']:.3f}" for scaling in ("raw", "standard"))
    for y, text, weight in ((0.18, style.number(gain["mean"], 3, sign=True), "bold"),
                            (-0.2, scores, "normal")):
        ax.annotate(text, (1, at + y), (8, 0), xycoords=("axes fraction", "data"), weight=weight,
                    textcoords="offset points", va="center_baseline")
