"""The live k-NN scene, driven in a real browser: its neighbours are NumPy's, its controls work."""

import base64
import gzip
import io
import json
import re
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pima
import pytest
import scene
from axe_playwright_python.sync_playwright import Axe
from bs4 import BeautifulSoup
from experiments.columns import COLUMNS, GLUCOSE, PEDIGREE
from experiments.flips import neighbours
from figures.style import PALETTE
from PIL import Image
from settings import K, LARGEST_K, SCALERS

ROOT = Path(__file__).resolve().parents[1]
PAGE = "book/scaling.html"
KS = (1, 4, K, LARGEST_K)
# As records, 0, 1, ... are the test records, and -1, -2, ... the training records.
# Slider positions by the scaler at the far end; position 0 is raw whatever the scaler.
RULERS = [("standard", position) for position in (0, 1, 137, scene.STEPS)] + [
    (scaler, position) for scaler in ("minmax", "robust") for position in (250, scene.STEPS)]
PREGNANCIES, AGE = COLUMNS.index("pregnancies"), COLUMNS.index("age")
TIED_SOMEWHERE = [(GLUCOSE, PEDIGREE), (PREGNANCIES, AGE)]

# Rows of many states at once, as 16-bit numbers in base64.
ROWS_OF_STATES = """states => {
    const rows = new Uint16Array(states.flatMap(
        state => knnScene.neighbours({ ...knnScene.start, ...state }).rows));
    const bytes = new Uint8Array(rows.buffer);
    let text = "";
    for (let i = 0; i < bytes.length; i += 8192)
        text += String.fromCharCode(...bytes.subarray(i, i + 8192));
    return btoa(text); }"""
ROWS_OF_RECORDS = f"""([records, ks, state]) => ({ROWS_OF_STATES})(ks.flatMap(
    k => Array.from({{ length: records }}, (_, record) => ({{ ...state, record, k }}))))"""

FRAMES = """async () => {
    const svg = document.querySelector(".knn-picture > svg"), taken = [];
    for (let position = 0; position <= knnScene.STEPS; position++) {
        const began = performance.now();
        knnScene.show({ ...knnScene.start, position });
        svg.getBBox();  // has the browser style and lay out what was changed
        taken.push(performance.now() - began);
    }
    return taken.sort((a, b) => a - b)[taken.length >> 1]; }"""


@pytest.fixture(scope="module")
def results():
    return json.loads((ROOT / "book" / "generated" / "results.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def data():
    """The split, what each scaler divides by, and all that the scene is given."""
    X, y, _ = pima.load_data()
    Xtr, Xte, ytr, yte = pima.split(X, y)
    return SimpleNamespace(X=X, y=y, Xtr=Xtr, Xte=Xte, ytr=ytr, yte=yte,
                           spreads=scene.spreads(Xtr), given=(given := scene.scene_data(X, y)),
                           patient=-1 - given["patient"])


@pytest.fixture(scope="module")
def load(built):
    """Loads the scene's page into a tab, at a state: its section alone, so that a test waits for no
    other. That the whole page works is what test_browser.py is about."""
    page = BeautifulSoup((built / PAGE).read_text(encoding="utf-8"), "html.parser")
    for other in page.select("#contents, .secondary-toggle"):
        other.decompose()
    page.article.replace_with(section := page.select_one(".knn-scene").parent)
    section.wrap(page.new_tag("article", attrs={"class": "bd-article"}))

    def load_into(tab, state=""):
        tab.route(f"**/{PAGE}", lambda route: route.fulfill(body=str(page), content_type="text/html"))
        tab.goto((built / PAGE).as_uri() + state)
        return tab

    return load_into


@pytest.fixture
def open_scene(chromium, load):
    """A function that opens the chapter at a state and returns its page; errors fail the test."""
    contexts, errors = [], []

    def open_page(state="", clock=False, block=None, **settings):
        settings = {"viewport": {"width": 1280, "height": 900}} | settings
        contexts.append(chromium.new_context(**settings))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        if block:
            page.route(block, lambda route: route.abort())
        else:
            page.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
        if clock:
            page.clock.install()
        return load(page, state)

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture(scope="module")
def pure(chromium, load):
    """One loaded page, for the arithmetic alone."""
    page = load(chromium.new_page())
    yield page
    page.close()


def said(page, name):
    """What a part of the readout says."""
    return page.locator(f"[data-knn={name}]").text_content()


def position(page):
    return int(page.locator("[data-knn=position]").input_value())


def press(page, name):
    page.locator(f"[data-knn={name}]").click()


def decoded(text):
    return np.frombuffer(base64.b64decode(text), dtype="<u2")


def nearest(data, state):
    """The reference's neighbours of a state, as rows of the training table."""
    two = [state["across"], state["up"]]
    A, rows = data.Xtr[:, two], np.arange(len(data.Xtr))
    if state["record"] < 0:
        q = A[-1 - state["record"]]
        rows = np.delete(rows, -1 - state["record"])
    else:
        q = data.Xte[state["record"], two]
    q = state.get("moved") or q
    s = scene.ruler(data.spreads[state["ruler"]][two], state["position"] / scene.STEPS)
    return rows[neighbours(A[rows], q, s, state["k"])]


# The reference and the data, without a browser.

def test_the_ruler_is_exactly_one_and_exactly_the_spread_at_its_ends(data):
    for spread in data.spreads.values():
        assert (scene.ruler(spread, 0.0) == 1).all()
        assert (scene.ruler(spread, 1.0) == spread).all()


def test_the_reference_tells_the_same_story_as_the_results(data, results):
    start = {"record": data.patient, "across": GLUCOSE, "up": PEDIGREE, "k": K,
             "ruler": "standard"}
    way = [set(nearest(data, start | {"position": j}).tolist()) for j in range(scene.STEPS + 1)]
    told = results["scene"]
    assert data.given["patient"] == told["row"]
    assert data.ytr[list(way[0])].sum() == told["raw_votes"]
    assert data.ytr[list(way[-1])].sum() == told["standard_votes"]
    assert len(way[0] & way[-1]) == told["kept"]
    assert sum(a != b for a, b in zip(way, way[1:], strict=False)) == told["changes"]


def test_the_script_of_data_loses_no_digit(data):
    text = scene.scene_script(data.X, data.y).decode()
    given = json.loads(re.fullmatch(r"window\.knnSceneData = (.*);\n", text)[1])
    assert np.array_equal(np.transpose(given["train"]), data.Xtr)
    assert np.array_equal(np.transpose(given["test"]), data.Xte)
    assert np.array_equal(given["outcome"], data.ytr)
    assert np.array_equal(given["testOutcome"], data.yte)
    for scaler, spread in data.spreads.items():
        assert np.array_equal(given["spread"][scaler], spread)


def test_what_each_scaler_divides_by_is_what_its_transform_divides_by(data):
    for scaler, (_, fit, transform, *_) in SCALERS.items():
        stats = fit(data.Xtr)
        one_apart = transform(data.Xtr[:2], stats)
        expected = (data.Xtr[1] - data.Xtr[0]) / data.spreads[scaler]
        assert np.allclose(one_apart[1] - one_apart[0], expected, rtol=1e-12, atol=1e-12)


# The arithmetic of the page against NumPy's.

@pytest.mark.parametrize("pair", list(combinations(range(8), 2)),
                         ids=lambda pair: "-".join(COLUMNS[f] for f in pair))
def test_the_neighbours_are_numpys_for_every_test_record(pure, data, pair):
    across, up = pair
    A, Q = data.Xtr[:, pair], data.Xte[:, pair]
    for scaler, at in RULERS:
        state = {"across": across, "up": up, "ruler": scaler, "position": at}
        s = scene.ruler(data.spreads[scaler][list(pair)], at / scene.STEPS)
        squares = (((A - Q[:, None]) / s) ** 2).sum(axis=2)  # as `neighbours`, for all at once
        rows = np.argsort(squares, axis=1, kind="stable")
        expected = np.concatenate([rows[:, :k].ravel() for k in KS])
        found = decoded(pure.evaluate(ROWS_OF_RECORDS, [len(data.Xte), KS, state]))
        assert np.array_equal(found, expected), f"{scaler} at {at} of {scene.STEPS}"


def test_the_patients_neighbours_are_numpys_at_every_position_of_the_slider(pure, data):
    states = [{"record": data.patient, "across": GLUCOSE, "up": PEDIGREE, "k": K,
               "ruler": "standard", "position": j} for j in range(scene.STEPS + 1)]
    found = decoded(pure.evaluate(ROWS_OF_STATES, states))
    assert np.array_equal(found, np.concatenate([nearest(data, state) for state in states]))


def test_a_made_up_places_neighbours_are_numpys(pure, data):
    rng = np.random.default_rng(0)
    states = [{"record": int(rng.integers(-576, 192)), "across": GLUCOSE, "up": PEDIGREE,
               "moved": [float(rng.integers(0, 200)), float(rng.integers(78, 2421) / 1000)],
               "k": int(rng.integers(1, 52)), "ruler": str(rng.choice(list(data.spreads))),
               "position": int(rng.integers(0, scene.STEPS + 1))} for _ in range(500)]
    found = decoded(pure.evaluate(ROWS_OF_STATES, states))
    assert np.array_equal(found, np.concatenate([nearest(data, state) for state in states]))


WAYS = [{}, {"record": 11, "k": 7, "ruler": "robust"}, {"record": -5, "k": 4, "ruler": "minmax"},
        {"moved": [150, 1.2], "k": 51}, {"across": PREGNANCIES, "up": AGE}]


@pytest.mark.parametrize("state", WAYS, ids=str)
def test_the_whole_way_is_numpys(pure, data, state):
    state = pure.evaluate("state => ({ ...knnScene.start, ...state })", state)
    way = pure.evaluate("state => knnScene.wayOf(state)", state)
    rows = [nearest(data, state | {"position": at}) for at in range(scene.STEPS + 1)]
    votes = [int(data.ytr[each].sum()) for each in rows]
    sets = [set(each.tolist()) for each in rows]
    assert way["votes"] == votes
    assert {change["position"]: (set(change["came"]), set(change["went"]))
            for change in way["changes"]} == {
        at: (now - before, before - now)
        for at, (before, now) in enumerate(zip(sets, sets[1:], strict=False), 1) if now != before}
    yes = [2 * each > state["k"] for each in votes]
    assert way["flips"] == [at for at in range(1, scene.STEPS + 1) if yes[at] != yes[at - 1]]


@pytest.mark.parametrize("state", [
    {"position": scene.STEPS}, {"position": 137},
    {"position": scene.STEPS, "ruler": "robust", "k": 4},
    {"position": 300, "ruler": "minmax", "across": PREGNANCIES, "up": AGE}], ids=str)
def test_everyone_is_numpys(pure, data, results, state):
    state = pure.evaluate("state => ({ ...knnScene.start, ...state })", state)
    found = pure.evaluate("state => knnScene.everyone(state)", state)

    def calls(position):
        return np.array([2 * data.ytr[nearest(data, state | {"record": -1 - row, "moved": None,
                                                             "position": position})].sum()
                         > state["k"] for row in range(len(data.ytr))])
    differ, right = calls(state["position"]) != calls(0), calls(state["position"]) == data.ytr
    assert found == {"right": np.flatnonzero(differ & right).tolist(),
                     "wrong": np.flatnonzero(differ & ~right).tolist()}
    if state == pure.evaluate("({ ...knnScene.start, position: knnScene.STEPS })"):
        told = results["flips"]
        assert [len(found["right"]), len(found["wrong"])] == [told["to_right"], told["to_wrong"]]


def tie(data, state):
    """Whether the k-th and the next are equally far, and then whether the vote depends on that."""
    rows = nearest(data, state | {"k": len(data.Xtr)})
    two, k = [state["across"], state["up"]], state["k"]
    s = scene.ruler(data.spreads[state["ruler"]][two], state["position"] / scene.STEPS)
    squares = (((data.Xtr[rows][:, two] - data.Xte[state["record"], two]) / s) ** 2).sum(axis=1)
    if squares[k - 1] != squares[k]:
        return ""
    tied = data.ytr[rows[squares == squares[k - 1]]]
    return "matters" if tied.min() < tied.max() else "harmless"


def test_ties_at_the_edge_are_told_and_whether_they_matter(pure, data):
    states = [{"across": across, "up": up, "ruler": "standard", "position": at, "k": k, "record": r}
              for across, up in TIED_SOMEWHERE for at in (0, scene.STEPS)
              for k in KS for r in range(0, 192, 2)]
    found = pure.evaluate("states => states.map(s => "
                          "knnScene.neighbours({...knnScene.start, ...s}).tie)", states)
    assert found == [tie(data, state) for state in states]
    assert set(found) == {"", "harmless", "matters"}


# The scene as a reader meets it.

def test_it_starts_as_the_results_say_and_does_not_play_by_itself(open_scene, results):
    page, told = open_scene(), results["scene"]
    page.wait_for_timeout(300)
    assert position(page) == 0
    assert said(page, "votes") == f"{told['raw_votes']} of {told['k']}"
    assert said(page, "call") == ["no", "yes"][told["raw_call"]]
    assert said(page, "ruler") == "raw"
    assert said(page, "passed") == (f"0 of {told['changes']} changes passed, "
                                 f"{told['k']} of the first {told['k']} remain")


def test_play_reaches_the_end_and_announces_the_tally_only_there(open_scene, results):
    page, told = open_scene(clock=True), results["scene"]
    before = said(page, "said")
    press(page, "play")
    page.clock.run_for(4000)
    assert 0 < position(page) < scene.STEPS and said(page, "play") == "Pause"
    assert said(page, "said") == before
    page.clock.run_for(8000)
    assert position(page) == scene.STEPS and said(page, "play") == "Play"
    assert said(page, "votes") == f"{told['standard_votes']} of {told['k']}"
    assert said(page, "call") == ["no", "yes"][told["standard_call"]]
    assert said(page, "outcome").startswith("diagnosed later") and told["outcome"] == 1
    assert said(page, "passed") == (f"{told['changes']} of {told['changes']} changes passed, "
                                 f"{told['kept']} of the first {told['k']} remain")
    assert f": {told['standard_votes']} of {told['k']} nearest were" in said(page, "said")


def test_pause_holds_the_ruler_where_it_is(open_scene):
    page = open_scene(clock=True)
    press(page, "play")
    page.clock.run_for(2000)
    press(page, "play")
    held = position(page)
    page.clock.run_for(3000)
    assert 0 < held == position(page) < scene.STEPS


def test_with_reduced_motion_play_jumps_to_the_end(open_scene, results):
    page = open_scene(reduced_motion="reduce")
    press(page, "play")
    assert position(page) == scene.STEPS
    assert said(page, "votes") == f"{results['scene']['standard_votes']} of {K}"
    assert said(page, "play") == "To the start"
    press(page, "play")
    assert position(page) == 0


def able(page):
    return [name for name in ("back", "next", "reset", "earlier", "later")
            if page.locator(f"[data-knn={name}]").get_attribute("aria-disabled") == "false"]


def test_steps_go_from_change_to_change_and_back_and_reset_to_the_start(open_scene, results):
    page, changes = open_scene(), results["scene"]["changes"]
    assert able(page) == ["next", "later"]
    stops, names = [], set()
    for passed in range(1, changes + 1):
        press(page, "next")
        stops.append(position(page))
        names.add(said(page, "ruler"))
        assert said(page, "passed").startswith(f"{passed} of {changes} changes")
    assert len(names) == changes
    press(page, "next")
    assert position(page) == scene.STEPS
    assert able(page) == ["back", "reset", "later"]
    press(page, "back")
    press(page, "back")
    assert position(page) == stops[-2]
    press(page, "reset")
    assert position(page) == 0 and said(page, "votes") == f"{results['scene']['raw_votes']} of {K}"


def test_a_change_shows_and_says_who_came_and_who_went(open_scene, data):
    page = open_scene()
    first, = page.evaluate("knnScene.wayOf(knnScene.start).changes.slice(0, 1)")
    assert said(page, "swap") == f"The first change is at {first['position'] / 5:g}%."
    press(page, "next")
    (newcomer, leaver), told = (first["came"] + first["went"]), said(page, "swap")
    came, went = told.split("; went (dashed) ")
    for row, text in ((newcomer, came), (leaver, went)):
        glucose, pedigree = data.Xtr[row, [GLUCOSE, PEDIGREE]]
        assert f"glucose {glucose:.0f}, pedigree {pedigree:.3f}, " in text
        assert ("diagnosed later" in text) == bool(data.ytr[row])
    drawn = page.evaluate("""["came", "went"].map(who => [...document.querySelectorAll(
        `.knn-picture .knn-${who}`)].map(e => e.tagName + " " +
        getComputedStyle(e.firstElementChild ?? e).strokeDasharray))""")
    assert drawn == [["line none", "g none"], ["line 2.5px, 2px", "g 2.5px, 2px"]]
    assert page.locator(".knn-picture .knn-spoke[visibility=visible]").count() == K + 1


def test_a_state_without_a_change_says_so(open_scene):
    page = open_scene("#scene=patient,blood-pressure,skin-thickness")
    assert "the same all the way" in said(page, "course")
    assert said(page, "passed") == "the same ones all the way"
    assert said(page, "swap") == "From raw to standardized nobody comes or goes."


def test_the_step_line_tells_the_flip_and_moves_the_slider(open_scene, results):
    page, told = open_scene(), results["scene"]
    flip, = page.evaluate("knnScene.wayOf(knnScene.start).flips")
    assert said(page, "flip") == f"{flip / 5:g}%: flips to yes"
    assert [said(page, "first"), said(page, "last")] == [
        str(told["raw_votes"]), str(told["standard_votes"])]
    chart = page.locator(".knn-chart")
    chart.scroll_into_view_if_needed()
    box = chart.bounding_box()
    page.mouse.move(box["x"] + 0.25 * box["width"], box["y"] + 40)
    page.mouse.down()
    page.mouse.up()
    assert abs(position(page) - 125) <= 1
    page.mouse.down()
    page.mouse.move(box["x"] + 0.75 * box["width"], box["y"] + 90, steps=3)
    assert abs(position(page) - 375) <= 1
    page.mouse.up()
    thumb = page.locator("[data-knn=position]").bounding_box()
    assert abs(thumb["x"] + 8 - box["x"]) < 1
    assert abs(thumb["x"] + thumb["width"] - 8 - box["x"] - box["width"]) < 1


CROWD_DRAWN = """!knnScene.state.moved  // the marks come when the scene is at rest
    && document.querySelector('[data-knn=crowd]').textContent.length > 1
    && document.querySelector('.knn-picture .knn-crowd').getAttribute('d')"""


def test_everyone_marks_whose_prediction_changed_and_any_of_them_can_be_chosen(open_scene, results):
    page, told = open_scene("#scene=patient,t100,everyone"), results["flips"]
    crowd = page.locator("[data-knn=crowd]")
    marks = page.locator(".knn-picture .knn-crowd")
    page.wait_for_function(CROWD_DRAWN)
    assert crowd.text_content() == (
        f"{told['flips']} of {told['rows']}: {told['to_right']} to right (squares), "
        f"{told['to_wrong']} to wrong (crosses).")
    assert marks.get_attribute("d").count("z") == told["to_right"]
    assert marks.get_attribute("d").count("m") == told["to_wrong"]
    wrong = page.evaluate("knnScene.everyone(knnScene.state).wrong[0]")
    page.locator("[data-knn=flipped]").select_option(str(-1 - wrong))
    assert page.evaluate("knnScene.state.record") == -1 - wrong
    assert said(page, "outcome").endswith("so the prediction is wrong")
    page.wait_for_function(CROWD_DRAWN)
    x, y, row = page.evaluate("""() => {
        const { data, state, svg, panelScale, everyone } = knnScene, to = panelScale(state);
        const row = everyone(state).right[0];
        const place = new DOMPoint(to.x(data.train[state.across][row]),
            to.y(data.train[state.up][row])).matrixTransform(svg.getScreenCTM());
        return [place.x, place.y, row]; }""")
    page.mouse.click(x, y)
    assert page.evaluate("knnScene.state.record") == -1 - row
    assert said(page, "outcome").endswith("so the prediction is right")


def test_no_point_moves_while_the_ruler_does(open_scene):
    page = open_scene()
    places = """[...document.querySelectorAll('.knn-picture .knn-cloud path')]
        .map(p => p.getAttribute('transform')).join()"""
    before = page.evaluate(places)
    press(page, "next")
    page.locator("[data-knn=position]").fill("400")
    assert position(page) == 400 and page.evaluate(places) == before


def test_the_slider_works_by_keyboard(open_scene):
    page = open_scene()
    slider = page.get_by_label("Ruler: raw to standardized")
    slider.press("ArrowRight")
    assert position(page) == 1
    slider.press("End")
    assert position(page) == scene.STEPS
    assert slider.get_attribute("aria-valuetext") == "standardized"


def test_every_control_is_reached_by_tab_with_a_visible_focus(open_scene):
    page = open_scene()
    page.locator(".knn-explore summary").click()
    page.evaluate("document.querySelector('.knn-diamond[tabindex]').focus()")
    seen = []
    for _ in range(18):
        seen.append(page.evaluate("""() => { const e = document.activeElement;
            const ring = e.querySelector?.(".knn-handle");
            const shown = ring ? getComputedStyle(ring).stroke : getComputedStyle(e).outlineStyle;
            return [e.dataset.knn || e.tagName, shown !== "none"]; }"""))
        page.keyboard.press("Tab")
    names = [name for name, _ in seen]
    assert names[1:] == ["position", "play", "back", "next", "reset", "everyone", "SUMMARY",
                         "record", "earlier", "later", "k", "end", "across", "up", "x", "y", "link"]
    assert [name for name, shown in seen[1:] if not shown] == []


def test_arrow_keys_move_the_patient_and_enter_puts_it_back(open_scene):
    page = open_scene()
    diamond = page.locator(".knn-diamond[tabindex]")
    diamond.press("ArrowRight")
    diamond.press("ArrowUp")
    moved = page.evaluate("knnScene.state.moved")
    assert moved[0] > 126 and moved[1] > 0.583
    assert said(page, "outcome") == "unknown: a made-up place"
    page.wait_for_function("place => knnScene.part('said').textContent.startsWith(place)",
                           arg=f"Patient at glucose {moved[0]}, pedigree {moved[1]}: ")
    assert page.locator(".knn-handle").evaluate("e => getComputedStyle(e).stroke") != "none"
    diamond.press("Enter")
    assert page.evaluate("knnScene.state.moved") is None


def middle(element):
    box = element.bounding_box()
    return np.array([box["x"] + box["width"] / 2, box["y"] + box["height"] / 2])


def test_the_diamond_follows_the_pointer_and_has_the_colour_of_the_prediction(open_scene):
    page = open_scene()
    diamond = page.locator(".knn-diamond[tabindex]")
    diamond.scroll_into_view_if_needed()
    colours, start = set(), middle(diamond)
    for button, dx in (("right", 45), ("left", 0), ("left", 45), ("left", -60)):
        before = middle(diamond)
        page.mouse.move(*before)
        page.mouse.down(button=button)
        page.mouse.move(*(before + [dx, 0]), steps=3)
        page.mouse.up(button=button)
        moved = [0, 0] if button == "right" else [dx, 0]
        assert abs(middle(diamond) - before - moved).max() < 2
        call = {"yes": "later", "no": "notlater"}[said(page, "call")]
        assert call in diamond.get_attribute("class").split()
        colours.add((call, diamond.locator("path").evaluate("e => getComputedStyle(e).fill")))
    assert len(colours) == 2 and abs(middle(diamond) - start - [-15, 0]).max() < 3


def test_the_diamond_follows_a_finger_and_the_page_stays(open_scene):
    page = open_scene(has_touch=True, is_mobile=True, viewport={"width": 375, "height": 667})
    diamond = page.locator(".knn-diamond[tabindex]")
    page.evaluate("""new Promise(done => {
        document.querySelector(".knn-picture").scrollIntoView({ block: "center", behavior: "instant" });
        requestAnimationFrame(() => requestAnimationFrame(done)); })""")
    before, scrolled = middle(diamond), page.evaluate("scrollY")
    finger = page.context.new_cdp_session(page)
    for kind, share in (("Start", 0), *(("Move", n / 10) for n in range(1, 11)), ("End", None)):
        places = [] if share is None else [dict(zip("xy", before + np.multiply([20, -120], share),
                                                    strict=True))]
        finger.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": places})
    assert page.evaluate("scrollY") == scrolled > 0
    assert abs(middle(diamond) - before - [20, -120]).max() < 3


def test_a_link_restores_a_state_and_the_page_gives_the_link(open_scene, data):
    page = open_scene("#scene=r12,k7,bmi,age,robust,t40")
    state = page.evaluate("knnScene.state")
    assert state == {"record": 11, "moved": None, "k": 7, "ruler": "robust", "position": 200,
                     "everyone": False, "across": COLUMNS.index("bmi"), "up": COLUMNS.index("age")}
    votes = data.ytr[nearest(data, state)].sum()
    assert said(page, "votes") == f"{votes} of 7"
    assert page.locator(".knn-picture > svg").is_visible()
    page.locator("[data-knn=k]").fill("9")  # the controls that the link has set are open
    press(page, "link")
    assert page.url.endswith("#scene=r12,k9,bmi,age,robust,t40")
    page.reload()
    assert page.evaluate("knnScene.state.k") == 9


def test_every_state_survives_its_link_and_a_wrong_link_does_no_harm(pure):
    moved = {"record": 5, "moved": [100, 0.5], "k": 51, "ruler": "minmax", "position": 333}
    state = pure.evaluate("moved => ({ ...knnScene.start, ...moved })", moved)
    assert pure.evaluate("s => knnScene.fromAddress(knnScene.address(s))", state) == state
    wrong = pure.evaluate("knnScene.fromAddress('#scene=r999,k0,t1000,nobody,glucose')")
    assert wrong == pure.evaluate("knnScene.start") | {"record": 191, "k": 1, "position": 500}
    assert pure.evaluate("['#scene=at1', '#scene=at..:1', '#scene=%'].map(a => "
                         "knnScene.fromAddress(a)?.moved ?? null)") == [None] * 3
    assert pure.evaluate("knnScene.fromAddress('#scene=r3%2Ck7').k") == 7
    inherited = pure.evaluate("knnScene.fromAddress('#scene=toString,constructor')")
    assert inherited == pure.evaluate("knnScene.start")
    assert pure.evaluate("knnScene.fromAddress('#fig-scene')") is None


def test_a_number_out_of_its_limits_changes_nothing_and_the_limits_are_said(open_scene):
    page = open_scene("#scene=patient,k15")
    for name, number, limits in (("k", "999", "Neighbours, k: 1 to 51,"),
                                 ("x", "-3", "Patient's glucose: 0 to 199,")):
        before = page.evaluate("knnScene.state")
        page.locator(f"[data-knn={name}]").fill(number)
        assert said(page, "limits").startswith(limits)
        assert page.evaluate("knnScene.state") == before
    page.locator("[data-knn=x]").blur()
    assert said(page, "limits") == "" and page.locator("[data-knn=k]").input_value() == "15"


def test_any_record_k_features_and_scaler_can_be_chosen(open_scene, data):
    page = open_scene()
    page.locator(".knn-explore summary").click()
    press(page, "later")
    page.get_by_label("Neighbours, k").fill("8")
    page.get_by_role("combobox", name="Scaler", exact=True).select_option("min-max")
    page.get_by_label("Feature across").select_option("pedigree")
    page.locator("[data-knn=position]").press("End")
    state = page.evaluate("knnScene.state")
    assert state == {"record": 0, "moved": None, "k": 8, "ruler": "minmax", "everyone": False,
                     "position": scene.STEPS,
                     "across": PEDIGREE, "up": GLUCOSE}  # they have changed places
    votes = data.ytr[nearest(data, state)].sum()
    assert said(page, "votes") == f"{votes} of 8" and said(page, "far") == "min-max"
    page.get_by_role("combobox", name="Patient", exact=True).select_option("test record 192")
    page.get_by_label("Patient's glucose").fill("150")
    assert page.evaluate("[knnScene.state.record, knnScene.state.moved[1]]") == [191, 150]


# What it looks like.

@pytest.mark.parametrize("mode, scheme", ((0, "light"), (1, "dark")))
def test_the_scene_has_the_colours_of_the_figures(open_scene, mode, scheme):
    page = open_scene(color_scheme=scheme)
    found = page.evaluate("""roles => { const probe = document.createElement("i");
        document.querySelector(".knn-scene").append(probe);
        return roles.map(role => { probe.style.color = `var(--${role})`;
            return "#" + getComputedStyle(probe).color.match(/[0-9]+/g)
                .map(n => Number(n).toString(16).padStart(2, "0")).join(""); }); }""",
                          list(PALETTE))
    assert dict(zip(PALETTE, found, strict=True)) == {role: c[mode] for role, c in PALETTE.items()}


@pytest.mark.parametrize("scheme", ("light", "dark"))
def test_with_forced_colours_bar_rings_and_labels_stay_visible(open_scene, scheme):
    page = open_scene("#scene=patient,t100", forced_colors="active", color_scheme=scheme)
    unseen = page.evaluate("""() => {
        const paper = document.createElement("canvas").getContext("2d");
        const drawn = colour => { paper.fillStyle = colour; paper.fillRect(0, 0, 1, 1);
            return paper.getImageData(0, 0, 1, 1).data.join(); };
        const canvas = drawn(getComputedStyle(document.body).backgroundColor);
        const shown = (name, property) => [...document.querySelectorAll(".knn-live " + name)]
            .map(e => getComputedStyle(e)[property]);
        const lines = [".knn-picture g > circle:not(.knn-handle)", ".knn-spoke", ".knn-ruler",
                       ".knn-edge", ".knn-diamond path", ".knn-steps", ".knn-ticks path"];
        document.querySelectorAll(".knn-now").forEach(  // a scaler whose name no style knows
            e => e.style.setProperty("--far", getComputedStyle(document.body).backgroundColor));
        return [...lines.map(name => [name, shown(name, "stroke")]),
                ...[".later", ".notlater", "svg text"].map(name => [name, shown(name, "fill")]),
                ...[".knn-axis span", "button"].map(name => [name, shown(name, "color")])]
            .filter(([, colours]) => !colours.length || colours.map(drawn).includes(canvas)); }""")
    assert unseen == []
    bar = np.asarray(Image.open(io.BytesIO(page.locator(".knn-bar").screenshot())).convert("L"))
    eighths = bar[bar.shape[0] // 2].reshape(-1)[3::max(bar.shape[1] // 60, 1)]
    assert abs(np.median(eighths[:20].astype(int)) - np.median(eighths[-20:].astype(int))) > 100


# Every text of the scene that does not fit, or lies upon another.
MISFITS = """() => {
    const scene = document.querySelector(".knn-scene"), box = scene.getBoundingClientRect();
    const walk = document.createTreeWalker(scene, NodeFilter.SHOW_TEXT), texts = [], found = [];
    while (walk.nextNode()) {
        const parent = walk.currentNode.parentElement, range = document.createRange();
        if (parent.closest(".knn-said, select") || !parent.checkVisibility(
            { visibilityProperty: true })) continue;
        range.selectNodeContents(walk.currentNode);
        for (const place of range.getClientRects())
            if (place.width > 1) texts.push([range.toString().trim(), place]);
    }
    for (const [text, a] of texts) {
        if (a.left < box.left - 1 || a.right > box.right + 1) found.push(`${text} is outside`);
        for (const [other, b] of texts)
            if (a !== b && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
                && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4)
                found.push(`${text} and ${other}`);
    }
    for (const e of scene.querySelectorAll("button, label, p:not(.knn-said), div"))
        if (e.clientWidth && e.scrollWidth > e.clientWidth + 1)
            found.push(e.className + " scrolls");
    return [texts.length > 40, found]; }"""
SPACED = """.knn-scene * { line-height: 1.5 !important; letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important; }"""


@pytest.mark.parametrize("fonts", ("DejaVu", "own"))
def test_every_text_fits(chromium_with, load, fonts):
    page = load(chromium_with(fonts).new_page())
    style = page.add_style_tag(content="i {}")
    for state in ("patient,t91", "patient,blood-pressure,skin-thickness,minmax,k51,t40,everyone"):
        page.evaluate("state => { location.hash = `scene=${state}`; }", state)
        page.wait_for_function(CROWD_DRAWN if "everyone" in state else
                               "document.querySelector('.knn-said').textContent.length > 20")
        for look in ("", SPACED, "html { font-size: 24px !important; }"):
            style.evaluate("(style, look) => { style.textContent = look; }", look)
            for width in (320, 375):
                page.set_viewport_size({"width": width, "height": 800})
                assert page.evaluate(MISFITS) == [True, []], (state, look, width)
    page.close()


# Without it, around it, and what it costs.

def test_without_scripts_the_still_figure_and_its_caption_are_there(open_scene):
    page = open_scene(java_script_enabled=False)
    assert page.locator(".knn-stage img").is_visible()
    assert page.locator(".knn-scene figcaption").is_visible()
    assert not page.locator(".knn-controls").is_visible()
    assert not page.locator(".knn-lens").is_visible()


def test_in_print_the_still_figure_and_its_caption_are_there(open_scene):
    page = open_scene()
    page.pdf()  # printing loads what was not needed on the screen
    page.emulate_media(media="print")
    assert page.locator(".knn-stage img").is_visible()
    assert page.locator(".knn-stage img").evaluate("e => e.naturalWidth") > 0
    assert page.locator(".knn-scene figcaption").is_visible()
    for hidden in (".knn-picture > svg", ".knn-controls", ".knn-verdict", ".knn-explore"):
        assert not page.locator(hidden).is_visible()


@pytest.mark.parametrize("width", (1280, 375))
def test_nothing_moves_when_the_scene_starts(open_scene, width):
    places = """[...document.querySelectorAll('.knn-scene figure, .knn-scene figcaption')]
        .map(e => e.getBoundingClientRect()).map(b => [b.top, b.bottom].map(Math.round))"""
    size = {"viewport": {"width": width, "height": 900}}
    waiting = open_scene(block="**/scene.js*", **size)
    started = open_scene(**size)
    assert started.locator(".knn-live").count() == 1 and waiting.locator(".knn-live").count() == 0
    assert started.evaluate(places) == waiting.evaluate(places)


@pytest.mark.parametrize("width, scheme", ((1280, "light"), (1280, "dark"), (375, "light")))
def test_axe_finds_nothing_wrong_in_the_scene(open_scene, width, scheme):
    page = open_scene(viewport={"width": width, "height": 900}, color_scheme=scheme)
    for at in (0, 250, scene.STEPS):
        page.locator("[data-knn=position]").fill(str(at))
        found = Axe().run(page, context=".knn-scene", options={"preload": False})
        assert [rule["id"] for rule in found.response["violations"]] == []
        page.evaluate("document.querySelector('.knn-explore').open = true")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_only_the_page_with_the_scene_loads_it(built):
    pages = (built / "book").glob("*.html")
    loading = [page.name for page in pages if "scene.js" in page.read_text(encoding="utf-8")]
    assert loading == [Path(PAGE).name]


def test_data_and_script_are_small(built, capsys):
    sizes = {path.name: len(gzip.compress(path.read_bytes()))
             for path in sorted((built / "_static" / "scene").iterdir())}
    with capsys.disabled():
        print(f"\nthe scene, compressed: {sizes}")
    assert sum(size for name, size in sizes.items() if name.endswith(".js")) <= 30_000


def test_one_frame_is_measured(open_scene, capsys):
    median = open_scene().evaluate(FRAMES)
    with capsys.disabled():
        print(f"\none frame of the scene, drawn and laid out: median {median:.1f} ms")
    assert median > 0
