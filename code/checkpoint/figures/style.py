"""What all figures share: named colours, marks, sizes, and the few shapes drawn more than once.

A figure asks for a colour by its role (`colour("later")`) and gets the light page's hex value;
`svg.svg_bytes` turns every such value into the CSS variable of its role, which follows the page
from light to dark. The hues are those of Okabe and Ito's palette, safe for colour-blind readers;
the lightness is adjusted so that each may be used for text on either page (see `contrast`).
"""

from pathlib import Path

import matplotlib.style
import settings
from matplotlib.figure import Figure

PAGE = {"light": "#ffffff", "dark": "#14181e"}

# role: (on the light page, on the dark page)
PALETTE = {
    "ink": ("#222832", "#ced6dd"),  # text, axes, the query's outline
    "faint": ("#d1d5da", "#48566b"),  # grid and other lines that carry no result
    "page": (PAGE["light"], PAGE["dark"]),  # the gap between marks that touch
    "later": ("#c05504", "#ed742a"),  # diagnosed later: vermilion
    "notlater": ("#0072b2", "#56b0f4"),  # not diagnosed: blue
    **{name: (scaling.light, scaling.dark) for name, scaling in settings.SCALINGS.items()},
}

# Colour never stands alone: each role has a mark of its own.
MARK = {"later": "^", "notlater": "o", "query": "D",
        **{name: scaling.mark for name, scaling in settings.SCALINGS.items()}}

SCALINGS, SCALERS = tuple(settings.SCALINGS), tuple(settings.SCALERS)
LABEL = {"later": "diagnosed later", "notlater": "not diagnosed",
         **{name: scaling.label for name, scaling in settings.SCALINGS.items()}}

WIDTH = 4.6  # inches: on a phone (343 of 442 px) the smallest text is still 10.8 px high

# As the results name the columns, and as a figure does.
FEATURE = {"pregnancies": "pregnancies", "glucose": "glucose", "blood_pressure": "blood pressure",
           "skin_thickness": "skin thickness", "insulin": "insulin", "bmi": "BMI",
           "pedigree": "pedigree", "age": "age"}

# From matplotlib's defaults on, so that nobody's own settings show in a figure.
matplotlib.style.use(["default", Path(__file__).with_name("figures.mplstyle")])


def colour(role):
    """Return the role's colour on the light page, as hex."""
    return PALETTE[role][0]


for _name in ("text.color", "axes.edgecolor", "axes.labelcolor", "axes.titlecolor",
              "xtick.color", "ytick.color"):
    matplotlib.rcParams[_name] = colour("ink")
matplotlib.rcParams["grid.color"] = colour("faint")


def figure(height, message=()):
    """Return an empty Figure of the common width, its message (a list of lines) on top."""
    fig = Figure(figsize=(WIDTH, height))
    for i, line in enumerate([message] if isinstance(message, str) else message):
        fig.text(0.06 / WIDTH, 1 - (0.06 + 0.21 * i) / height, line, va="top", weight="bold")
    return fig


def panel(fig, left, bottom, width, height, **kwargs):
    """Return Axes at a place given in inches from the figure's lower left corner."""
    w, h = fig.get_size_inches()
    return fig.add_axes((left / w, bottom / h, width / w, height / h), **kwargs)


def bare(ax, *sides):
    """Take the named spines and their ticks away (all four where none is named)."""
    for side in sides or ("left", "right", "top", "bottom"):
        ax.spines[side].set_visible(False)
        (ax.yaxis if side in ("left", "right") else ax.xaxis).set_tick_params(**{side: False})


def row_names(ax, names):
    """Name the rows 0, 1, ... of a panel on its left, without ticks."""
    ax.set_yticks(range(len(names)), names)
    ax.set_ylim(-0.7, len(names) - 0.3)
    bare(ax, "left")


def spread_rows(ax, rows, role):
    """Draw one row a column from its min, q1, median, q3 and max.

    A thin line reaches from min to max, a bar covers the middle half, a tick is the median.
    """
    for at, row in enumerate(rows):
        ax.plot([row["min"], row["max"]], [at, at], color=colour(role))
        ax.plot([row["q1"], row["q3"]], [at, at], color=colour(role), linewidth=6)
        ax.plot(row["median"], at, "|", color=colour("ink"), markersize=14, markeredgewidth=1.8)


def apart(values, gap):
    """Return heights near these values, in their order, that are at least `gap` from each other."""
    order, heights = sorted(range(len(values)), key=values.__getitem__), list(values)
    for below, above in zip(order, order[1:]):
        heights[above] = max(heights[above], heights[below] + gap)
    return heights


def number(value, digits, sign=False):
    """Return the number as text with a true minus sign; a plus sign too where asked for."""
    text = f"{value:{'+' if sign else ''}.{digits}f}"
    return text.replace("-", "\N{MINUS SIGN}")


def luminance(hex_colour):
    """Return the relative luminance of a hex colour, by WCAG 2."""
    channels = (int(hex_colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a, b):
    """Return the contrast ratio of two hex colours, by WCAG 2: from 1 to 21."""
    dark, light = sorted((luminance(a), luminance(b)))
    return (light + 0.05) / (dark + 0.05)
