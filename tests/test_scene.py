"""The live k-NN scene, driven in a real browser: its neighbours are NumPy's, its controls work."""

import base64
import gzip
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
from experiments.columns import COLUMNS, GLUCOSE, PEDIGREE
from experiments.flips import neighbours
from figures.style import PALETTE
from settings import K, LARGEST_K, SCALERS

ROOT = Path(__file__).resolve().parents[1]
PAGE = "book/scaling.html"
KS = (1, 4, K, LARGEST_K)
PATIENT = -1  # as a record: the chapter's patient; 0, 1, ... are the test records
# Slider positions by the scaler at the far end; position 0 is raw whatever the scaler.
RULERS = [("standard", position) for position in (0, 1, 137, scene.STEPS)] + [
    (scaler, position) for scaler in ("minmax", "robust") for position in (250, scene.STEPS)]
TIED_SOMEWHERE = [(GLUCOSE, PEDIGREE), (COLUMNS.index("pregnancies"), COLUMNS.index("age"))]

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
    const svg = document.querySelector(".knn-stage > svg"), taken = [];
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
                           spreads=scene.spreads(Xtr), given=scene.scene_data(X, y))


@pytest.fixture
def open_scene(chromium, built):
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
        page.goto((built / PAGE).as_uri() + state)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture(scope="module")
def pure(chromium, built):
    """One loaded page, for the arithmetic alone."""
    page = chromium.new_page()
    page.goto((built / PAGE).as_uri())
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
    if state["record"] == PATIENT:
        q = A[data.given["patient"]]
        rows = np.delete(rows, data.given["patient"])
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
    start = {"record": PATIENT, "across": GLUCOSE, "up": PEDIGREE, "k": K, "ruler": "standard"}
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


def test_the_scene_has_the_colours_of_the_figures():
    style = (ROOT / "book" / "scene" / "scene.css").read_text(encoding="utf-8")
    blocks = re.findall(r"\.knn-scene \{(.*?)\}", style, re.DOTALL)[:2]
    for mode, block in enumerate(blocks):
        colours = dict(re.findall(r"--(\w+): (#\w+);", block))
        assert colours == {role: pair[mode] for role, pair in PALETTE.items() if role in colours}
        assert {"later", "notlater", "raw", "minmax", "standard", "robust"} <= set(colours)


# The arithmetic of the page against NumPy's.

@pytest.mark.parametrize("pair", list(combinations(range(8), 2)),
                         ids=lambda pair: "-".join(COLUMNS[f] for f in pair))
def test_the_neighbours_are_numpys_for_every_test_record(pure, data, pair):
    across, up = pair
    for scaler, at in RULERS:
        state = {"across": across, "up": up, "ruler": scaler, "position": at}
        records = range(len(data.Xte))
        wide = [nearest(data, state | {"record": r, "k": max(KS)}) for r in records]
        expected = np.concatenate([rows[:k] for k in KS for rows in wide])
        found = decoded(pure.evaluate(ROWS_OF_RECORDS, [len(data.Xte), KS, state]))
        assert np.array_equal(found, expected), f"{scaler} at {at} of {scene.STEPS}"


def test_the_patients_neighbours_are_numpys_at_every_position_of_the_slider(pure, data):
    states = [{"record": PATIENT, "across": GLUCOSE, "up": PEDIGREE, "k": K, "ruler": "standard",
               "position": j} for j in range(scene.STEPS + 1)]
    found = decoded(pure.evaluate(ROWS_OF_STATES, states))
    assert np.array_equal(found, np.concatenate([nearest(data, state) for state in states]))


def test_a_made_up_places_neighbours_are_numpys(pure, data):
    rng = np.random.default_rng(0)
    states = [{"record": int(rng.integers(-1, 192)), "across": GLUCOSE, "up": PEDIGREE,
               "moved": [float(rng.integers(0, 200)), float(rng.integers(78, 2421) / 1000)],
               "k": int(rng.integers(1, 52)), "ruler": str(rng.choice(list(data.spreads))),
               "position": int(rng.integers(0, scene.STEPS + 1))} for _ in range(500)]
    found = decoded(pure.evaluate(ROWS_OF_STATES, states))
    assert np.array_equal(found, np.concatenate([nearest(data, state) for state in states]))


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
    assert said(page, "way") == (f"0 of {told['changes']} changes passed, "
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
    assert said(page, "way") == (f"{told['changes']} of {told['changes']} changes passed, "
                                 f"{told['kept']} of the first {told['k']} remain")
    assert said(page, "said").startswith(f"{told['standard_votes']} of {told['k']} nearest were")


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


def test_steps_go_from_change_to_change_and_back_and_reset_to_the_start(open_scene, results):
    page, changes = open_scene(), results["scene"]["changes"]
    stops = []
    for passed in range(1, changes + 1):
        press(page, "next")
        stops.append(position(page))
        assert said(page, "way").startswith(f"{passed} of {changes} changes")
    press(page, "next")
    assert position(page) == scene.STEPS
    press(page, "back")
    press(page, "back")
    assert position(page) == stops[-2]
    press(page, "reset")
    assert position(page) == 0 and said(page, "votes") == f"{results['scene']['raw_votes']} of {K}"


def test_no_point_moves_while_the_ruler_does(open_scene):
    page = open_scene()
    places = """[...document.querySelectorAll('.knn-stage .knn-cloud path')]
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
    for _ in range(17):
        seen.append(page.evaluate("""() => { const e = document.activeElement;
            const ring = e.querySelector?.(".knn-handle");
            const shown = ring ? getComputedStyle(ring).stroke : getComputedStyle(e).outlineStyle;
            return [e.dataset.knn || e.tagName, shown !== "none"]; }"""))
        page.keyboard.press("Tab")
    names = [name for name, _ in seen]
    assert names[1:] == ["position", "play", "back", "next", "reset", "SUMMARY", "record",
                         "earlier", "later", "k", "end", "across", "up", "x", "y", "link"]
    assert [name for name, shown in seen[1:] if not shown] == []


def test_arrow_keys_move_the_patient_and_enter_puts_it_back(open_scene):
    page = open_scene()
    diamond = page.locator(".knn-diamond[tabindex]")
    diamond.press("ArrowRight")
    diamond.press("ArrowUp")
    moved = page.evaluate("knnScene.state.moved")
    assert moved[0] > 126 and moved[1] > 0.583
    assert said(page, "outcome") == "unknown: a made-up place"
    assert page.locator(".knn-handle").evaluate("e => getComputedStyle(e).stroke") != "none"
    diamond.press("Enter")
    assert page.evaluate("knnScene.state.moved") is None


def test_the_diamond_follows_the_pointer_and_has_the_colour_of_the_call(open_scene):
    page = open_scene(has_touch=True)
    diamond = page.locator(".knn-diamond[tabindex]")
    diamond.scroll_into_view_if_needed()
    assert diamond.evaluate("e => getComputedStyle(e).touchAction") == "none"
    colours = set()
    for dx in (0, 45, -60):
        box = diamond.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + dx, y, steps=3)
        page.mouse.up()
        after = diamond.bounding_box()
        assert abs(after["x"] - box["x"] - dx) < 2 and abs(after["y"] - box["y"]) < 2
        call = {"yes": "later", "no": "notlater"}[said(page, "call")]
        assert call in diamond.get_attribute("class").split()
        colours.add((call, diamond.locator("path").evaluate("e => getComputedStyle(e).fill")))
    assert len(colours) == 2


def test_a_link_restores_a_state_and_the_page_gives_the_link(open_scene, data):
    page = open_scene("#scene=r12,k7,bmi,age,robust,t40")
    state = page.evaluate("knnScene.state")
    assert state == {"record": 11, "moved": None, "k": 7, "ruler": "robust", "position": 200,
                     "across": COLUMNS.index("bmi"), "up": COLUMNS.index("age")}
    votes = data.ytr[nearest(data, state)].sum()
    assert said(page, "votes") == f"{votes} of 7"
    assert page.locator(".knn-stage > svg").is_visible()
    page.locator(".knn-explore summary").click()
    page.locator("[data-knn=k]").fill("9")
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


def test_any_record_k_features_and_scaler_can_be_chosen(open_scene, data):
    page = open_scene()
    page.locator(".knn-explore summary").click()
    press(page, "later")
    page.get_by_label("Neighbours, k").fill("8")
    page.get_by_role("combobox", name="Scaler", exact=True).select_option("min-max")
    page.get_by_label("Feature across").select_option("pedigree")
    page.locator("[data-knn=position]").press("End")
    state = page.evaluate("knnScene.state")
    assert state == {"record": 0, "moved": None, "k": 8, "ruler": "minmax", "position": scene.STEPS,
                     "across": PEDIGREE, "up": GLUCOSE}  # they have changed places
    votes = data.ytr[nearest(data, state)].sum()
    assert said(page, "votes") == f"{votes} of 8" and said(page, "far") == "min-max"
    page.get_by_role("combobox", name="Patient", exact=True).select_option("test record 192")
    page.get_by_label("Patient's glucose").fill("150")
    assert page.evaluate("[knnScene.state.record, knnScene.state.moved[1]]") == [191, 150]


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
    for hidden in (".knn-stage > svg", ".knn-controls", ".knn-verdict", ".knn-explore"):
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
    sizes = {name: len(gzip.compress((built / "_static" / name).read_bytes()))
             for name in ("scene-data.js", "scene.js", "scene.css")}
    with capsys.disabled():
        print(f"\nthe scene, compressed: {sizes}")
    assert sizes["scene-data.js"] + sizes["scene.js"] <= 30_000


def test_one_frame_is_measured(open_scene, capsys):
    median = open_scene().evaluate(FRAMES)
    with capsys.disabled():
        print(f"\none frame of the scene, drawn and laid out: median {median:.1f} ms")
    assert median > 0
