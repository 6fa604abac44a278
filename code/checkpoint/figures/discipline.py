"""The rule of training rows as a diagram: the rule, the leak, and the rule in cross-validation."""

from matplotlib.patches import FancyArrowPatch, Rectangle

from figures import style

FOLDS = 5


def draw(results):
    """Return the figure: three small diagrams; filled boxes are what the statistics see."""
    fig = style.figure(5.15, ["Statistics come from training rows alone,",
                              "also inside cross-validation"])
    ax = style.panel(fig, 0, 0, style.WIDTH, 4.65, xlim=(0, style.WIDTH), ylim=(0, 4.65))
    ax.set_axis_off()
    draw_rule(ax, 3.75)
    draw_leak(ax, 2.35)
    draw_folds(ax, 0.12)
    return fig


def box(ax, left, bottom, width, text, seen, height=0.34):
    """Draw a box of rows, filled where the statistics see it, with its name inside."""
    ax.add_patch(Rectangle((left, bottom), width, height, linewidth=1.2,
                           facecolor=style.colour("faint" if seen else "page"),
                           edgecolor=style.colour("ink")))
    if text:
        ax.text(left + width / 2, bottom + height / 2, text, ha="center", va="center_baseline")


def arrow(ax, start, end):
    """Draw an arrow between two points."""
    ax.add_patch(FancyArrowPatch(start, end, arrowstyle="-|>", mutation_scale=9, linewidth=1.1,
                                 color=style.colour("ink"), shrinkA=0, shrinkB=0))


def draw_rule(ax, bottom):
    """Draw the split, and the fit on the training rows."""
    ax.text(0.1, bottom + 0.48, "The rule", weight="bold")
    box(ax, 0.1, bottom, 1.3, "training", True)
    box(ax, 1.4, bottom, 0.55, "test", False)
    draw_apply(ax, bottom)


def draw_leak(ax, bottom):
    """Draw the fit on all rows, before they are split."""
    ax.text(0.1, bottom + 0.48, "The leak", weight="bold")
    box(ax, 0.1, bottom, 1.85, "all rows", True)
    ax.text(2.2, bottom + 0.17, "the test rows had a say", va="center_baseline")
    draw_apply(ax, bottom)


def draw_apply(ax, bottom):
    """Draw how the statistics go from the rows that they are measured on to both tables."""
    arrow(ax, (0.75, bottom), (0.75, bottom - 0.26))
    ax.text(0.75, bottom - 0.42, "statistics", ha="center", va="center_baseline")
    arrow(ax, (1.2, bottom - 0.4), (2.1, bottom - 0.4))
    ax.text(1.65, bottom - 0.35, "apply", ha="center", va="bottom")
    box(ax, 2.2, bottom - 0.57, 1.35, "training, scaled", False)
    box(ax, 3.55, bottom - 0.57, 1.0, "test, scaled", False)


def draw_folds(ax, bottom):
    """Draw five turns; in each another part is held out and the others are measured."""
    ax.text(0.1, bottom + 1.25, "Cross-validation", weight="bold")
    for turn in range(FOLDS):
        at = bottom + 0.22 * (FOLDS - 1 - turn)
        for fold in range(FOLDS):
            box(ax, 0.1 + 0.45 * fold, at, 0.42, "", fold != turn, height=0.18)
    ax.text(2.42, bottom + 0.75, "five turns: each holds out", va="center_baseline")
    ax.text(2.42, bottom + 0.53, "another part (hollow) and is", va="center_baseline")
    ax.text(2.42, bottom + 0.31, "fitted on the rest (filled)", va="center_baseline")
