"""One glucose reading gains a digit: what becomes of everybody else under each scaler."""

from figures import style

STEP = 1.27  # inches from panel to panel


def draw(results):
    """Return the figure: the other scaled values before and after, one panel a scaler."""
    one = results["outlier"]["one"]
    n = len(style.SCALERS)
    fig = style.figure(0.49 + STEP * n, [f"One reading of {one['wild_value']:,.0f} squeezes everybody else",
                             "under min-max, less standardized, not robust"])
    for i, scaler in enumerate(style.SCALERS):
        ax = style.panel(fig, 0.75, 0.3 + STEP * (n - 1 - i), 3.7, 0.65)
        style.spread_rows(ax, [one[scaler]["after"], one[scaler]["before"]], scaler)
        style.row_names(ax, ["after", "before"])
        ax.set_xlim(limits(one[scaler]))
        ax.grid(axis="x")
        name_panel(ax, scaler, one[scaler])
        mark_reading(ax, scaler, one[scaler]["wild"])
    return fig


def limits(found):
    """Return the ends of a panel: everybody else, and room to say where the reading lies."""
    low = min(found[when]["min"] for when in ("before", "after"))
    high = max(found[when]["max"] for when in ("before", "after"))
    room = 0.1 if found["wild"] <= high else 0.4
    return low - 0.06 * (high - low), high + room * (high - low)


def name_panel(ax, scaler, found):
    """Say above the panel what becomes of the others' middle half."""
    text = f"middle half: {found['shrink']:.0%} of before"
    ax.annotate(style.LABEL[scaler], (0, 1), (-48, 4), xycoords="axes fraction",
                textcoords="offset points", weight="bold", color=style.colour(scaler))
    ax.annotate(text, (1, 1), (0, 4), xycoords="axes fraction", textcoords="offset points",
                ha="right", color=style.colour(scaler))


def mark_reading(ax, scaler, wild):
    """Mark where the reading itself lands, or that it lies beyond the panel."""
    right = ax.get_xlim()[1]
    if wild < right:
        ax.plot(wild, 0, style.MARK[scaler], color=style.colour("ink"), markersize=6)
        ax.annotate("the reading", (wild, 0), (-8, 0), textcoords="offset points", ha="right",
                    va="center_baseline")
    else:
        ax.text(right, 0, f"reading: {wild:.0f} →", ha="right", va="center_baseline")
