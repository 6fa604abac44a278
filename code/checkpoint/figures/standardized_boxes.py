"""The same eight columns after standardizing: one unit for all, and the shapes stay."""

from figures import style


def draw(results):
    """Return the figure, from the five numbers of each standardized training column."""
    columns = results["split"]["columns"]
    order = sorted(columns, key=lambda key: columns[key]["sd"])
    fig = style.figure(3.4, ["Standardized, the middle halves line up;",
                             "insulin and pedigree still trail to the right"])
    ax = style.panel(fig, 1.3, 0.55, 3.15, 2.3)
    ax.axvline(0, color=style.colour("ink"), linewidth=0.8)
    style.spread_rows(ax, [columns[key]["standard"] for key in order], "standard")
    style.row_names(ax, [style.FEATURE[key] for key in order])
    ax.set_xlabel("standard deviations from the mean")
    ax.grid(axis="x")
    return fig
