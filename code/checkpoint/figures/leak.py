"""A scaler fitted on all rows, three ways, and columns chosen by the outcome on all rows."""

from matplotlib.ticker import MaxNLocator

from figures import style

ROW, HEAD, FOOT = 0.23, 0.32, 0.33  # inches


def draw(results):
    """Return the figure: leaky minus clean accuracy, its mean and spread, a panel a setting."""
    groups = settings(results["leak"])
    height = sum(HEAD + ROW * len(rows) + FOOT for _, rows in groups)
    fig = style.figure(height + 0.8, ["A leak can do nothing, harm, or flatter;",
                                      "one that sees the outcome flatters most"])
    top = height + 0.25
    for name, rows in groups:
        top -= HEAD + ROW * len(rows)
        ax = style.panel(fig, 1.2, top, 2.55, ROW * len(rows), ylim=(len(rows) - 0.5, -0.5))
        draw_group(ax, name, rows)
        top -= FOOT
    fig.axes[-1].set_xlabel("accuracy, leaky minus clean")
    return fig


def draw_group(ax, name, rows):
    """Draw one setting: its name above, a row each, on a scale of its own."""
    ax.annotate(name, (0, 1), (-80, 8), xycoords="axes fraction", textcoords="offset points",
                weight="bold")
    ends = [gap["mean"] + side * gap["sd"] for _, _, gap in rows for side in (-1, 1)]
    low, high = min(0, *ends), max(0, *ends)
    ax.set_xlim(low - 0.06 * (high - low), high + 0.06 * (high - low))
    ax.axvline(0, color=style.colour("ink"), linewidth=0.8)
    for at, (label, role, gap) in enumerate(rows):
        draw_row(ax, at, label, role, gap)
    ax.xaxis.set_major_locator(MaxNLocator(4))
    ax.xaxis.set_major_formatter(lambda x, _: style.number(x, 2, sign=True) if x else "0")
    ax.set_yticks([])
    ax.grid(axis="x")
    style.bare(ax, "left")


def settings(leak):
    """Return the four settings: name, and one (label, role, paired summary) a row."""
    def scalers(found):
        return [(style.LABEL[scaler], scaler, found[scaler]) for scaler in style.SCALERS]
    few = leak["few_rows"]
    return [(f"Scaler: this table, {leak['splits']['n_splits']} splits", scalers(leak["splits"])),
            ("Scaler: one wild test reading", scalers(leak["wild"])),
            ("Scaler: few rows and heavy tails", [(f"{n} rows", "minmax", few[str(n)]["gap"])
                                                  for n in few["sizes"]]),
            ("Columns chosen by the outcome", [("pure noise", "ink",
                                                leak["outcome"]["split"]["gap"])])]


def draw_row(ax, at, label, role, gap):
    """Draw one mean with one standard deviation to either side, and write it out."""
    colour = style.colour(role)
    digits = 3 if abs(gap["mean"]) >= 0.01 else 4
    ax.plot([gap["mean"] - gap["sd"], gap["mean"] + gap["sd"]], [at, at], color=colour)
    ax.plot(gap["mean"], at, style.MARK.get(role, "o"), color=colour, markersize=6)
    for x, text, offset, align in ((0, label, -4, "right"),
                                   (1, style.number(gap["mean"], digits, sign=True), 8, "left")):
        ax.annotate(text, (x, at), (offset, 0), xycoords=("axes fraction", "data"),
                    textcoords="offset points", ha=align, va="center_baseline", color=colour)
