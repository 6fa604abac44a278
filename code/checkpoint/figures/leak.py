"""A scaler fitted on all rows, three ways, and columns chosen by the outcome on all rows."""

from figures import style

ROW, HEAD = 0.23, 0.34  # inches


def draw(results, data):
    """Return the figure: leaky minus clean accuracy, its mean and spread, in four settings."""
    groups = settings(results["leak"])
    height = ROW * sum(len(rows) for _, rows in groups) + HEAD * len(groups)
    fig = style.figure(height + 1.1, ["A leak can do nothing, harm, or flatter;",
                                      "one that sees the outcome flatters most"])
    ax = style.panel(fig, 1.2, 0.55, 2.55, height, ylim=(height, 0))
    at, ticks = 0, [-0.1, 0, 0.1, 0.2, 0.3]
    for name, rows in groups:
        ax.annotate(name, (0, at + 0.2), (-80, 0), xycoords=("axes fraction", "data"),
                    textcoords="offset points", va="center_baseline", weight="bold")
        at += HEAD
        for x in ticks:
            ax.plot([x, x], [at - 0.05, at + ROW * len(rows) - 0.05], linewidth=0.8,
                    color=style.colour("faint" if x else "ink"))
        for label, role, gap in rows:
            draw_row(ax, at + ROW / 3, label, role, gap)
            at += ROW
    ax.set_xlim(-0.11, 0.36)
    ax.set_xticks(ticks, [style.number(x, 1, sign=True) if x else "0" for x in ticks])
    ax.set_xlabel("accuracy, leaky minus clean")
    ax.set_yticks([])
    style.bare(ax, "left")
    return fig


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
