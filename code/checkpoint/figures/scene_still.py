"""One patient's neighbourhood under two rulers: the points stand still, the edge changes.

The panel's geometry, the same in both panels (and in the live scene): glucose runs to the right,
pedigree up; each axis is centred on the middle of its feature's range over the 576 training rows
and reaches SIDE / 2 of the feature's standard deviations (training rows, divisor N) to either
side, where SIDE is the larger of the two ranges in standard deviations, times 1.04. So the panel
is a square, as wide as high in standard deviations, and holds every training point.

The neighbourhood's edge is the ellipse of all places as far from the patient as the 15th
neighbour: half axes r * unit, with r the distance under the ruler and unit 1 (raw) or the
standard deviation of each feature. A training point is a triangle in the colour `later` or a
dot in `notlater`; the patient is a diamond in the colour of the call, outlined in ink;
neighbours wear a ring in ink and hang on a spoke.
"""

import numpy as np
from experiments.columns import GLUCOSE, PEDIGREE
from experiments.flips import neighbours
from matplotlib.patches import Ellipse, Rectangle
from pima import load_data, split
from scalers import standardize_fit

from figures import style

MARGIN = 1.04
PANEL = 2.65  # inches
LENS = {"raw": (0.85, 1.95), "standard": (1.15, 1.15)}  # inches, width and height
PATCH = {"raw": 1.06, "standard": 0.33}  # half the height a lens looks at, standard deviations


def draw(results):
    """Return the figure: raw ruler above, standardized below, each with its lens."""
    scene = results["scene"]
    points = training_points()
    fig = style.figure(7.3, ["Not a point moves; the ruler does,",
                             "and with it the neighbours and the call"])
    name_marks(fig, 6.62)
    for ruler, bottom in (("raw", 3.8), ("standard", 0.5)):
        ax = style.panel(fig, 0.57, bottom, PANEL, PANEL)
        draw_scene(ax, scene, points, ruler, size=2.6)
        name_axes(ax, ruler, points[0])
        set_limits(ax, *limits(*points[::2]))
        say_tally(ax, scene, ruler)
        draw_lens(fig, ax, scene, points, ruler)
    return fig


def training_points():
    """Return glucose and pedigree of the training rows, who was diagnosed later, both stds."""
    X, y, _ = load_data()
    Xtr, _, ytr, _ = split(X, y)
    two = Xtr[:, [GLUCOSE, PEDIGREE]]
    return two, ytr == 1, standardize_fit(two)["std"]


def limits(two, sd):
    """Return the lowest and highest glucose and pedigree that the panel shows, two arrays."""
    low, high = two.min(axis=0), two.max(axis=0)
    half = MARGIN * ((high - low) / sd).max() / 2
    return (low + high) / 2 - half * sd, (low + high) / 2 + half * sd


def set_limits(ax, low, high):
    """Let the panel reach from low to high in both features."""
    ax.set_xlim(low[0], high[0])
    ax.set_ylim(low[1], high[1])


def neighbourhood(scene, two, unit):
    """Return the indices of the patient's k nearest others under these units, nearest first."""
    others = np.delete(np.arange(len(two)), scene["row"])
    return others[neighbours(two[others], two[scene["row"]], unit, scene["k"])]


def draw_scene(ax, scene, points, ruler, size):
    """Draw the points, the edge of the neighbourhood, spokes and rings, and the patient."""
    two, later, sd = points
    unit = sd if ruler == "standard" else np.ones(2)
    patient, near = two[scene["row"]], neighbourhood(scene, two, unit)
    reach = np.hypot(*((two[near[-1]] - patient) / unit))
    ink, page = style.colour("ink"), style.colour("page")
    draw_points(ax, two, later, size)
    ax.add_patch(Ellipse(patient, *(2 * reach * unit), fill=False, edgecolor=ink, linewidth=1))
    for x, y in two[near]:
        ax.plot([patient[0], x], [patient[1], y], color=ink, linewidth=0.6)
    ax.plot(*two[near].T, "o", color=ink, markerfacecolor=page, markersize=2.2 * size)
    draw_points(ax, two[near], later[near], 1.2 * size, "near-")
    ax.plot(*patient, style.MARK["query"], color=style.colour(call(scene, ruler)),
            markersize=2.2 * size, markeredgecolor=ink, markeredgewidth=1, gid="patient")


def draw_points(ax, two, later, size, prefix=""):
    """Draw who was diagnosed later as triangles, who was not as dots."""
    for role, who in (("notlater", ~later), ("later", later)):
        ax.plot(*two[who].T, style.MARK[role], color=style.colour(role), markersize=size,
                markeredgewidth=0, gid=prefix + role)


def call(scene, ruler):
    """Return the role of the call that the neighbours make under this ruler."""
    return "later" if scene[f"{ruler}_call"] else "notlater"


def name_axes(ax, ruler, two):
    """Write the ruler along both axes: the units of the table, or standard deviations."""
    if ruler == "raw":
        ax.set_xticks([0, 50, 100, 150, 200])
        ax.set_yticks([0, 1, 2])
    else:
        stats = standardize_fit(two)
        for axis, mean, sd, z in ((ax.xaxis, stats["mean"][0], stats["std"][0], range(-3, 3)),
                                  (ax.yaxis, stats["mean"][1], stats["std"][1], range(-1, 6))):
            axis.set_ticks([mean + t * sd for t in z], [style.number(t, 0) for t in z])
    ax.set_xlabel(f"glucose, {'mg/dL' if ruler == 'raw' else 'standard deviations'}")
    ax.set_ylabel("pedigree")


def say_tally(ax, scene, ruler):
    """Say beside the panel which ruler it is, how the neighbours voted, and the call."""
    role = call(scene, ruler)
    lines = ((style.LABEL[ruler], "ink", "bold"),
             (f"{scene[f'{ruler}_votes']} of {scene['k']} later", "ink", "normal"),
             (f"call: {'yes' if role == 'later' else 'no'}", role, "bold"))
    for i, (text, colour, weight) in enumerate(lines):
        ax.annotate(text, (1, 1), (10, -15 * i), xycoords="axes fraction",
                    textcoords="offset points", va="top", color=style.colour(colour),
                    weight=weight)


def draw_lens(fig, ax, scene, points, ruler):
    """Draw the patient's surroundings once more, enlarged, right of the panel."""
    two, later, sd = points
    width, height = LENS[ruler]
    half = PATCH[ruler] * sd * [width / height, 1]
    patient = two[scene["row"]] - [0, 0.33 * sd[1] if ruler == "raw" else 0]
    left, bottom = ax.get_position().min * fig.get_size_inches()
    lens = style.panel(fig, left + PANEL + 0.14, bottom + PANEL - 0.7 - height, width, height)
    draw_scene(lens, scene, points, ruler, size=4)
    set_limits(lens, patient - half, patient + half)
    leave_out_unseen(lens)
    ax.add_patch(Rectangle(patient - half, *(2 * half), fill=False, linewidth=0.6,
                           edgecolor=style.colour("ink")))
    lens.set(xticks=[], yticks=[])
    for spine in lens.spines.values():
        spine.set(visible=True, linewidth=0.6)


def leave_out_unseen(ax):
    """Drop the points beyond the panel, which nobody sees and every reader would load."""
    low, high = np.transpose([ax.get_xlim(), ax.get_ylim()])
    for line in ax.lines:
        if line.get_gid() in ("later", "notlater"):
            seen = ((low <= line.get_xydata()) & (line.get_xydata() <= high)).all(axis=1)
            line.set_data(*line.get_xydata()[seen].T)


def name_marks(fig, height):
    """Name the marks in one line at a height given in inches."""
    ax = style.panel(fig, 0, height - 0.1, style.WIDTH, 0.2, xlim=(0, style.WIDTH), ylim=(-1, 1))
    ax.set_axis_off()
    for x, role, text in ((0.68, "notlater", "not diagnosed"), (2.05, "later", "diagnosed later"),
                          (3.5, "query", "the patient")):
        colour = style.colour("ink" if role == "query" else role)
        ax.plot(x, 0, style.MARK[role], color=colour, markersize=6, markeredgewidth=0)
        ax.text(x + 0.09, 0, text, va="center_baseline", color=colour)
