"""Eight columns on one axis: in their own units one fills it and one is a dot."""

from figures import style

UNIT = {"glucose": "mg/dL", "blood_pressure": "mm Hg", "skin_thickness": "mm",
        "insulin": "µU/mL", "bmi": "kg/m²", "age": "years"}


def draw(results):
    """Return the figure, from the five numbers of each raw training column."""
    columns = results["split"]["columns"]
    order = sorted(columns, key=lambda key: columns[key]["sd"])
    widest, narrowest = columns[order[-1]]["raw"], columns[order[0]]["raw"]
    fig = style.figure(3.4, ["One axis for all eight: insulin runs to "
                             f"{widest['max']:.0f},", f"the pedigree to {narrowest['max']:.1f}"])
    ax = style.panel(fig, 1.95, 0.55, 2.5, 2.3)
    style.spread_rows(ax, [columns[key]["raw"] for key in order], "raw")
    style.row_names(ax, [", ".join(filter(None, (style.FEATURE[key], UNIT.get(key))))
                         for key in order])
    for at, key in enumerate(order):
        top = columns[key]["raw"]["max"]
        ax.text(top + 20, at, f"{top:.0f}" if top >= 10 else f"{top:.1f}", va="center_baseline")
    ax.set_xlim(-20, 1000)
    ax.set_xticks([0, 200, 400, 600, 800])
    ax.set_xlabel("value in the column’s own unit")
    ax.grid(axis="x")
    return fig
