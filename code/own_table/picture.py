"""The measurement as a picture: shares of the distance, and the gains with their intervals."""
from io import BytesIO

import matplotlib
from matplotlib.figure import Figure

from own_table.page import NAMES, cut, number, percent
from own_table.verdict import SAYS, verdict

# The chapter's own colours and marks, by role.
COLOURS = {"ink": "#222832", "faint": "#d1d5da", "page": "#ffffff", "raw": "#757575",
           "minmax": "#9d6b02", "standard": "#005039", "robust": "#853966"}
MARKS = {"minmax": "s", "standard": "D", "robust": "^"}
SETTINGS = {"svg.fonttype": "none", "svg.hashsalt": "own-table", "font.size": 10.5,
            "font.family": "DejaVu Sans", "text.parse_math": False, "text.color": COLOURS["ink"],
            "axes.edgecolor": COLOURS["ink"], "axes.labelcolor": COLOURS["ink"],
            "xtick.color": COLOURS["ink"], "ytick.color": COLOURS["ink"], "axes.linewidth": 0.8,
            "axes.titlesize": 10.5, "axes.titleweight": "bold", "axes.titlelocation": "left",
            "axes.spines.top": False, "axes.spines.right": False, "axes.spines.left": False,
            "ytick.major.size": 0}
WIDTH = 4.6  # inches
MOST_BARS = 12


def draw(found):
    """The picture of the numbers of `scores.measure`: a matplotlib Figure."""
    bars = loudest(found["columns"])
    low, high = 0.4 * len(bars) + 0.2, 1.75  # inches, of the two panels
    height = low + high + 2.1
    with matplotlib.rc_context({**matplotlib.rcParamsDefault, **SETTINGS}):
        fig = Figure(figsize=(WIDTH, height))
        top = fig.add_axes((1.6 / WIDTH, (high + 1.55) / height, 2.8 / WIDTH, low / height))
        below = fig.add_axes((1.6 / WIDTH, 0.6 / height, 2.8 / WIDTH, high / height))
        draw_shares(top, bars)
        draw_gains(below, found)
        score = "accuracy" if found["classes"] else "R2"
        below.set_xlabel(f"{score} gained over raw, 95% interval")
    return fig


def loudest(columns):
    """(name, raw share, standardized share) of the loudest columns, the rest as one, loudest last.
    """
    rows = sorted(((cut(name, 18), about["share_raw"], about["share_standard"])
                   for name, about in columns.items()), key=lambda row: -row[1])
    if len(rows) > MOST_BARS:
        rest = rows[MOST_BARS - 1:]
        rows[MOST_BARS - 1:] = [(f"{len(rest)} more", sum(row[1] for row in rest),
                                 sum(row[2] for row in rest))]
    return rows[::-1]


def draw_shares(ax, bars):
    """A bar each for the raw and the standardized share of each column, with its value."""
    for at, (_, *shares) in enumerate(bars):
        for share, role, up in zip(shares, ("raw", "standard"), (0.18, -0.18)):
            ax.barh(at + up, share, height=0.32, color=COLOURS[role])
            ax.text(share + 0.02, at + up, f"{percent(share)}%", va="center_baseline", fontsize=8,
                    color=COLOURS[role])
    ax.set_yticks(range(len(bars)), [name for name, *_ in bars])
    ax.set_ylim(-0.6, len(bars) - 0.4)
    ax.set_xlim(0, 1.15)
    ax.set_xticks([0, 0.5, 1], ["0", "50", "100%"])
    ax.figure.text(0.02, 1 - 0.1 / ax.figure.get_figheight(), "Share of the squared distance",
                   va="top", weight="bold")
    for x, role in ((0.02, "raw"), (0.14, "standard")):
        ax.figure.text(x, 1 - 0.3 / ax.figure.get_figheight(), NAMES[role], va="top",
                       color=COLOURS[role])


def draw_gains(ax, found):
    """Each scaler's mean gain over raw with its interval, and what may be said of it."""
    for at, (key, gain) in enumerate(reversed(found["gains"].items())):
        colour = COLOURS[key]
        ax.plot([gain["low"], gain["high"]], [at, at], color=colour, linewidth=1.6)
        ax.plot(gain["mean"], at, MARKS[key], color=colour, markersize=8,
                markeredgecolor=COLOURS["page"])
        ax.annotate(f"{number(gain['mean'], '+')}: {SAYS[verdict(found, key)]}", (gain["mean"], at),
                    (0, 9), textcoords="offset points", ha="center", color=colour, fontsize=8)
    ax.axvline(0, color=COLOURS["ink"], linewidth=0.8, zorder=0)
    ax.set_yticks(range(len(found["gains"])), [NAMES[key] for key in reversed(found["gains"])])
    ax.set_ylim(-0.5, len(found["gains"]) - 0.2)
    ax.margins(x=0.15)
    ax.locator_params(axis="x", nbins=5)
    ax.set_title("Gain over raw", x=-0.54, pad=8)


def svg_bytes(found):
    """The picture as SVG on a white page: the same bytes for the same numbers."""
    return saved(draw(found), format="svg",
                 metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")))


def png_bytes(found):
    """The picture as PNG on a white page: the same bytes for the same numbers."""
    return saved(draw(found), format="png", dpi=200, metadata={"Software": None})


def saved(fig, **how):
    """What matplotlib writes of the figure."""
    written = BytesIO()
    with matplotlib.rc_context({**matplotlib.rcParamsDefault, **SETTINGS}):
        fig.savefig(written, facecolor=COLOURS["page"], **how)
    return written.getvalue()
