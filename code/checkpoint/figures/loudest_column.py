"""What a column weighs in a raw distance, beside what it knows about the outcome."""

from figures import style


def draw(results):
    """Return the figure: share of the squared distance, and area under the ROC curve."""
    columns = results["loudest"]["columns"]
    order = sorted(columns, key=lambda key: columns[key]["share"])
    loudest = columns[order[-1]]
    fig = style.figure(3.9, [f"Insulin makes {loudest['share']:.0%} of a raw distance",
                             "and knows least: over half of it is missing"])
    weight = style.panel(fig, 1.3, 0.75, 1.45, 2.4)
    knowledge = style.panel(fig, 3.0, 0.75, 1.45, 2.4, sharey=weight)
    draw_shares(weight, [columns[key]["share"] for key in order])
    style.row_names(weight, [style.FEATURE[key] for key in order])
    draw_knowledge(knowledge, [columns[key] for key in order])
    return fig


def draw_shares(ax, shares):
    """Draw one bar a column, with its value."""
    ax.barh(range(len(shares)), shares, height=0.6, color=style.colour("raw"))
    for at, share in enumerate(shares):
        ax.text(share + 0.05, at, percent(share), va="center_baseline")
    ax.set_xlim(0, 1.4)
    ax.set_xticks([0, 0.5, 1], ["0", "50", "100%"])
    ax.spines["bottom"].set_bounds(0, 1)
    ax.set_xlabel("share of the mean\nsquared distance")


def percent(share):
    """Return a share as text with as many digits as it takes to differ from nothing."""
    digits = 1 if share >= 0.001 else 2 if share >= 0.0001 else 4
    return f"{100 * share:.{digits}f}%"


def draw_knowledge(ax, columns):
    """Draw the area under each column's ROC curve, with its zeros and on measured rows only."""
    for at, column in enumerate(columns):
        if "auc_measured" in column:
            ax.plot([column["auc"], column["auc_measured"]], [at, at], color=style.colour("ink"))
            ax.plot(column["auc_measured"], at, "o", markersize=7, color=style.colour("ink"),
                    markerfacecolor=style.colour("page"), markeredgewidth=1.4)
        ax.plot(column["auc"], at, "o", markersize=7, color=style.colour("ink"))
    ax.text(columns[-1]["auc"], len(columns) - 0.55, "all rows", ha="center")
    ax.text(columns[-1]["auc_measured"], len(columns) - 0.55, "measured", ha="center")
    ax.set_xlim(0.46, 0.84)
    ax.set_xticks([0.5, 0.6, 0.7, 0.8])
    ax.set_xlabel("area under the\nROC curve, alone")
    ax.grid(axis="x")
    style.bare(ax, "left")
    ax.tick_params(labelleft=False)
