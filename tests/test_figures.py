"""The figures: what they show is what was measured, and everybody can read it."""

import itertools
import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pima
import pytest
from figures import FIGURES, style
from figures.svg import svg_bytes
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.colors import to_hex
from matplotlib.patches import Ellipse
from matplotlib.transforms import Bbox

ROOT = Path(__file__).resolve().parents[1]
GENERATED = ROOT / "book" / "generated"
PHONE = 343  # CSS pixels left for a figure on a screen of 375
SVG = "{http://www.w3.org/2000/svg}"

every_figure = pytest.mark.parametrize("name", FIGURES)


@pytest.fixture(scope="module")
def results():
    return json.loads((GENERATED / "results.json").read_text())


@pytest.fixture(scope="module")
def data():
    return pima.load_data()


@pytest.fixture(scope="module")
def figure(results):
    return {name: draw(results) for name, draw in FIGURES.items()}


@pytest.fixture(scope="module")
def svg(figure):
    return {name: svg_bytes(fig).decode() for name, fig in figure.items()}


def marks(ax, marker, role=None):
    """x and y of every mark of this kind (and colour) in a panel, in the order drawn: (n, 2)."""
    found = [line.get_xydata() for line in ax.lines if line.get_marker() == marker
             and role in (None, role_of(line.get_color()))]
    return np.concatenate(found) if found else np.empty((0, 2))


def role_of(colour):
    return next(role for role, (light, _) in style.PALETTE.items() if light == colour)


def segments(ax, role):
    """The two ends on x of every horizontal line without marks of this colour: (n, 2)."""
    return np.array([line.get_xdata() for line in ax.lines
                     if line.get_marker() == "None" and line.get_color() == style.colour(role)
                     and len(set(line.get_ydata())) == 1]).reshape(-1, 2)


# --- one file for everybody ---------------------------------------------------------------------

@every_figure
def test_drawn_twice_it_is_the_same_to_the_byte(name, svg, results):
    again = svg_bytes(FIGURES[name](results)).decode()
    assert again == svg[name]
    assert again == svg_bytes(FIGURES[name](results)).decode()


@every_figure
def test_the_build_wrote_what_is_drawn_here(name, svg):
    assert (GENERATED / "figures" / f"{name}.svg").read_text(encoding="utf-8") == svg[name]


def test_every_script_is_registered():
    scripts = {path.stem for path in (ROOT / "code/checkpoint/figures").glob("*.py")}
    assert scripts - {"__init__", "__main__", "style", "svg"} == set(FIGURES)


@every_figure
def test_every_colour_is_a_role_of_the_palette(name, svg):
    sheet, drawing = re.fullmatch(r"(.*?</style>)(.*)", svg[name], flags=re.DOTALL).groups()
    painted = re.findall(r"\b(?:fill|stroke|color)\s*[:=]\s*\"?([^;\"]+)", drawing)
    assert painted
    assert set(painted) <= {"none"} | {f"var(--{role})" for role in style.PALETTE}
    assert not re.search(r"opacity", drawing)
    for role, pair in style.PALETTE.items():
        assert re.findall(rf"--{role}: (#\w+);", sheet) == list(pair)


def test_dark_is_for_dark_screens_and_print_stays_light(svg):
    for text in svg.values():
        light, dark = text.split("@media screen and (prefers-color-scheme: dark)")
        assert "@media" not in light and style.PALETTE["ink"][0] in light
        assert style.PALETTE["ink"][1] in dark


def test_a_colour_from_elsewhere_is_an_error():
    fig = style.figure(1)
    fig.text(0.5, 0.5, "red", color="#ff0000")
    with pytest.raises(ValueError, match="#ff0000"):
        svg_bytes(fig)


@every_figure
def test_it_asks_nobody_for_anything(name, svg):
    asked = re.findall(r"(?:href|src)=\"([^\"]*)\"|url\(([^)]*)\)|@import|@font-face", svg[name])
    assert all("".join(pair).startswith("#") for pair in asked)
    assert "<!DOCTYPE" not in svg[name] and "<metadata" not in svg[name]


# --- legible -------------------------------------------------------------------------------------

def test_contrast_is_that_of_wcag():
    assert style.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert style.contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.005)
    assert style.contrast("#ffffff", "#767676") == style.contrast("#767676", "#ffffff")


@pytest.mark.parametrize("role", sorted(set(style.PALETTE) - {"page", "faint"}))
@pytest.mark.parametrize("mode", ["light", "dark"])
def test_every_role_may_be_text_on_either_page(role, mode):
    ratio = style.contrast(style.PALETTE[role][mode == "dark"], style.PAGE[mode])
    assert ratio >= 4.5, f"{role} on the {mode} page: {ratio:.2f}"


@every_figure
def test_no_text_has_a_colour_that_the_page_could_swallow(name, svg):
    for element in ElementTree.fromstring(svg[name]).iter(f"{SVG}text"):
        assert not {"var(--page)", "var(--faint)"} & set(re.findall(r"var\([^)]*\)",
                                                                    element.get("style"))), element


def test_rulers_and_outcomes_differ_by_mark_too():
    assert len({style.MARK[scaling] for scaling in style.SCALINGS}) == len(style.SCALINGS)
    assert len({style.MARK[role] for role in ("later", "notlater", "query")}) == 3


@every_figure
def test_it_is_no_wider_than_five_inches_and_its_text_is_readable_on_a_phone(name, svg):
    root = ElementTree.fromstring(svg[name])
    width = float(root.get("width").removesuffix("pt"))
    assert width / 72 <= 5
    sizes = [float(size) for size in re.findall(r"font-size: ([\d.]+)px", svg[name])]
    assert sizes and min(sizes) * PHONE / width >= 10.5


@every_figure
def test_text_is_text_in_the_readers_own_font(name, figure, svg):
    root = ElementTree.fromstring(svg[name])
    written = {element.text for element in root.iter(f"{SVG}text")}
    assert {text for text, _ in texts(figure[name])} == written
    assert re.findall(r"font-family: [^;]*", svg[name]) == re.findall(
        r"font-family: system-ui[^;]*sans-serif", svg[name])


class Recorder(RendererAgg):
    """A renderer that remembers each text it draws, a line each, and the box it fills."""

    def __init__(self, fig):
        super().__init__(*fig.bbox.size, fig.dpi)
        self.written = []

    def draw_text(self, gc, x, y, s, prop, angle, ismath=False, mtext=None):
        width, height, below = self.get_text_width_height_descent(s, prop, ismath)
        above = height - below
        box = ((x - above, y - width, x + below, y) if angle == 90
               else (x, y - above, x + width, y + below))
        self.written.append((s, Bbox.from_extents(*box)))


def texts(fig):
    """Every line of text of a figure, with its box in pixels from the upper left corner."""
    recorder = Recorder(fig)
    fig.draw(recorder)
    return recorder.written


@every_figure
def test_no_text_leaves_the_figure_or_covers_another(name, figure):
    """Measured in the widest of the usual system fonts, DejaVu Sans."""
    page = figure[name].bbox
    boxes = texts(figure[name])
    for text, box in boxes:
        assert 0 <= box.x0 and 0 <= box.y0 and box.x1 <= page.x1 and box.y1 <= page.y1, text
    for (text, box), (other, other_box) in itertools.combinations(boxes, 2):
        assert not box.padded(-1).overlaps(other_box.padded(-1)), (text, other)


# --- each mark stands where the result is --------------------------------------------------------

@pytest.mark.parametrize("name, kind, role", [("raw_spread", "raw", "raw"),
                                              ("standardized_boxes", "standard", "standard")])
def test_spread_rows_are_the_five_numbers(name, kind, role, figure, results):
    columns = results["split"]["columns"]
    (ax,) = figure[name].axes
    rows = [columns[key][kind] for key in sorted(columns, key=lambda key: columns[key]["sd"])]
    assert segments(ax, role)[0::2].tolist() == [[row["min"], row["max"]] for row in rows]
    assert segments(ax, role)[1::2].tolist() == [[row["q1"], row["q3"]] for row in rows]
    assert marks(ax, "|")[:, 0].tolist() == [row["median"] for row in rows]


def test_loudest_column_shows_shares_and_what_each_knows(figure, results):
    columns = results["loudest"]["columns"]
    rows = sorted(columns.values(), key=lambda column: column["share"])
    weight, knowledge = figure["loudest_column"].axes
    assert [bar.get_width() for bar in weight.patches] == [row["share"] for row in rows]
    shown = {tuple(point) for point in marks(knowledge, "o")}
    assert shown == {(row[key], at) for at, row in enumerate(rows)
                     for key in ("auc", "auc_measured") if key in row}
    least = min(columns, key=lambda key: columns[key]["auc"])
    assert least == max(columns, key=lambda key: columns[key]["share"]) == "insulin"
    assert results["split"]["zeros"]["insulin_share"] > 0.5


def test_one_outlier_shows_the_others_before_and_after(figure, results):
    one = results["outlier"]["one"]
    for ax, scaler in zip(figure["one_outlier"].axes, style.SCALERS, strict=True):
        after, before = one[scaler]["after"], one[scaler]["before"]
        assert segments(ax, scaler).tolist() == [
            [row[low], row[high]] for row in (after, before)
            for low, high in (("min", "max"), ("q1", "q3"))]
        low, high = ax.get_xlim()
        assert low < before["min"] and before["max"] < high
        assert (one[scaler]["wild"] < high) == (len(marks(ax, style.MARK[scaler], "ink")) == 1)
    assert one["robust"]["shrink"] == pytest.approx(1) and one["minmax"]["shrink"] < 0.2


def test_leak_shows_mean_and_spread_of_all_four(figure, results):
    leak = results["leak"]
    few = leak["few_rows"]
    gaps = [leak[where][scaler] for where in ("splits", "wild") for scaler in style.SCALERS]
    gaps += [few[str(n)]["gap"] for n in few["sizes"]] + [leak["outcome"]["split"]["gap"]]
    axes = figure["leak"].axes
    points = np.concatenate([marks(ax, mark) for ax in axes for mark in set(style.MARK.values())])
    assert sorted(points[:, 0]) == sorted(gap["mean"] for gap in gaps)
    lines = np.concatenate([segments(ax, role) for ax in axes for role in style.SCALERS]
                           + [segments(axes[-1], "ink")[-1:]])
    assert sorted(map(tuple, lines)) == sorted((gap["mean"] - gap["sd"], gap["mean"] + gap["sd"])
                                               for gap in gaps)
    assert max(gap["mean"] for gap in gaps) == leak["outcome"]["split"]["gap"]["mean"]


def test_accuracy_shows_four_scores_their_intervals_and_the_baseline(figure, results):
    (ax,) = figure["accuracy"].axes
    for scaling in style.SCALINGS:
        score = results["accuracy"][scaling]
        assert marks(ax, style.MARK[scaling], scaling)[:, 0].tolist() == [score["accuracy"]]
        assert segments(ax, scaling).tolist() == [[score["low"], score["high"]]]
        assert results["split"]["baseline"] < score["low"]
    dashed = [line.get_xdata()[0] for line in ax.lines if line.get_linestyle() != "-"
              and line.get_marker() == "None"]
    assert dashed == [results["split"]["baseline"]]
    scores = [results["accuracy"][scaling] for scaling in style.SCALINGS]
    assert max(score["low"] for score in scores) < min(score["accuracy"] for score in scores)


def test_paired_gains_counts_every_split_once(figure, results):
    splits = results["splits"]
    for ax, scaler in zip(figure["paired_gains"].axes, style.SCALERS, strict=True):
        gains = splits["gains"][scaler]
        bars = [(bar.get_x() + bar.get_width() / 2, bar.get_height()) for bar in ax.patches]
        assert sum(height for x, height in bars if x > 1e-9) == gains["won"]
        assert sum(height for x, height in bars if x < -1e-9) == gains["lost"]
        assert sum(height for _, height in bars) == splits["n_splits"]
        assert sum(x * height for x, height in bars) == pytest.approx(sum(gains["values"]))
        for bar in ax.patches:
            middle = bar.get_x() + bar.get_width() / 2
            winner = "faint" if abs(middle) < 1e-9 else scaler if middle > 0 else "raw"
            assert to_hex(bar.get_facecolor()) == style.colour(winner)
        assert marks(ax, style.MARK[scaler])[0, 0] == gains["mean"]
        assert segments(ax, scaler).tolist() == [[gains["low"], gains["high"]]]
        assert gains["low"] < 0 < gains["high"]


def test_accuracy_over_k_draws_what_was_counted(figure, results):
    over_k = results["over_k"]
    (ax,) = figure["accuracy_over_k"].axes
    for scaling in style.SCALINGS:
        line = max((line for line in ax.lines if line.get_color() == style.colour(scaling)),
                   key=lambda line: len(line.get_xdata()))
        assert line.get_xydata().tolist() == [list(point) for point in
                                              zip(over_k["k"], over_k[scaling])]
    best = over_k["raw"][over_k["raw_best_k"] - 1]
    assert best > max(max(over_k[scaler]) for scaler in style.SCALERS)


def test_models_shows_each_gain_with_its_interval_hollow_where_it_spans_zero(figure, results):
    models = results["models"]
    names = models["settings"]["sensitive"] + models["settings"]["indifferent"]
    for ax, table in zip(figure["models"].axes, ("pima", "wine"), strict=True):
        gains = [models[table][name]["gain"] for name in names]
        drawn = [line for line in ax.lines if line.get_marker() == style.MARK["standard"]]
        drawn.sort(key=lambda line: -line.get_ydata()[0])
        assert [line.get_xdata()[0] for line in drawn] == [gain["mean"] for gain in gains]
        assert ([line.get_markerfacecolor() == style.colour("page") for line in drawn]
                == [gain["low"] <= 0 <= gain["high"] for gain in gains])
        assert sorted(map(tuple, segments(ax, "standard"))) == sorted(
            (gain["low"], gain["high"]) for gain in gains)



def test_descent_walks_the_steps_that_were_counted(figure, results):
    contours = results["descent"]["contours"]
    for ax, scaling in zip(figure["descent_contours"].axes, ("raw", "standard"), strict=True):
        found = contours[scaling]
        path = marks(ax, style.MARK[scaling], scaling)
        assert path.tolist() == found["path"] and len(path) == found["steps"] + 1
        assert marks(ax, "+").tolist() == [found["best"]]
        assert ax.get_aspect() == 1
    assert contours["raw"]["steps"] > 5 * contours["standard"]["steps"]


# --- the scene -----------------------------------------------------------------------------------

def panels(figure):
    """The scene's two large panels: raw and standardized."""
    axes = figure["scene_still"].axes
    return [ax for ax in axes if ax.get_xlabel()]


def named(ax, gid):
    (line,) = [line for line in ax.lines if line.get_gid() == gid]
    return line


def test_scene_shows_the_votes_and_the_call(figure, results):
    scene = results["scene"]
    for ax, scaling in zip(panels(figure), ("raw", "standard"), strict=True):
        later, notlater = (len(named(ax, f"near-{role}").get_xdata())
                           for role in ("later", "notlater"))
        assert (later, later + notlater) == (scene[f"{scaling}_votes"], scene["k"])
        called = "later" if scene[f"{scaling}_call"] else "notlater"
        assert role_of(named(ax, "patient").get_color()) == called
        assert named(ax, "patient").get_xydata().tolist() == [[scene["glucose"], scene["pedigree"]]]


def test_scene_shows_every_training_point_where_it_is_under_both_rulers(figure, data):
    X, y, _ = data
    Xtr, _, ytr, _ = pima.split(X, y)
    for ax in panels(figure):
        for role, outcome in (("later", 1), ("notlater", 0)):
            assert (named(ax, role).get_xydata() == Xtr[ytr == outcome][:, [1, 6]]).all()
            assert (ax.viewLim.x0 < Xtr[:, 1]).all() and (Xtr[:, 1] < ax.viewLim.x1).all()
            assert (ax.viewLim.y0 < Xtr[:, 6]).all() and (Xtr[:, 6] < ax.viewLim.y1).all()
    assert panels(figure)[0].viewLim.get_points().tolist() == \
        panels(figure)[1].viewLim.get_points().tolist()


def test_scene_panel_is_as_wide_as_high_in_standard_deviations(figure, results):
    scene = results["scene"]
    for ax in panels(figure):
        assert ax.viewLim.width / scene["glucose_sd"] == pytest.approx(
            ax.viewLim.height / scene["pedigree_sd"])
        assert ax.bbox.width == pytest.approx(ax.bbox.height)


def test_scene_edge_is_a_sliver_under_raw_and_a_circle_standardized(figure, results):
    """The edge goes through the farthest neighbour, and no other point lies within it."""
    scene = results["scene"]
    for ax, scaling in zip(panels(figure), ("raw", "standard"), strict=True):
        (edge,) = [patch for patch in ax.patches if isinstance(patch, Ellipse)]
        unit = np.array([scene["glucose_sd"], scene["pedigree_sd"]]) if scaling == "standard" else 1
        half = np.array([edge.width, edge.height]) / 2
        assert half / unit == pytest.approx(np.full(2, (half / unit)[0]))
        points = np.concatenate([named(ax, role).get_xydata() for role in ("later", "notlater")])
        depth = (((points - edge.center) / half) ** 2).sum(axis=1)
        assert (depth < 1 - 1e-9).sum() <= scene["k"] <= (depth <= 1 + 1e-9).sum() - 1
        drawn_wide_by_high = edge.width / ax.viewLim.width, edge.height / ax.viewLim.height
        if scaling == "raw":
            assert drawn_wide_by_high[0] < 0.02 * drawn_wide_by_high[1]
        else:
            assert drawn_wide_by_high[0] == pytest.approx(drawn_wide_by_high[1])


def test_the_readmes_picture_is_what_the_build_draws(svg):
    assert (ROOT / "book" / "picture.svg").read_text(encoding="utf-8") == svg["scene_still"]
