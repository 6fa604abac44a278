"""The built book in a real browser: what a reader gets on a wide screen, in the dark, on a phone.

Every page is loaded in three views (1280 px light, 1280 px dark, 375 px). The summary at the end
shows the largest of each figure measured.
"""

import os
import re
from collections import namedtuple
from urllib.parse import quote_plus

import browser
import pdf
import pytest
from bs4 import BeautifulSoup
from conftest import PREFIX
from pypdf import PdfReader
from playwright.sync_api import expect
from snippets import Snippets
from toc import page_names

PAGES = page_names()
ROOT_PAGE = PAGES[0]
VIEWS = list(browser.VIEWS)
SCRIPTS = {"documentation_options.js", "doctools.js", "sphinx_highlight.js", "clipboard.min.js",
           "copybutton.js", "page.js",
           "scene-data.js", "arithmetic.js", "picture.js", "way.js", "scene.js", "searchtools.js",
           "language_data.js", "searchindex.js"}
MOST_BYTES = 150_000
MOST_SHIFT = 0.05
MOST_INCHES = 5.05

# A page's tests run one after the other (by their scope), so that it is loaded once and then closed.
pages = pytest.mark.parametrize("name", PAGES, scope="module")
with_search = pytest.mark.parametrize("name", [*PAGES, "search"], scope="module")
views = pytest.mark.parametrize("view", VIEWS)
widths = pytest.mark.parametrize("view", ["light", "phone"])  # the dark moves nothing
fonts = pytest.mark.parametrize("fonts", ["DejaVu", "own"])


def open_contexts(chromium):
    return {view: chromium.new_context(viewport={"width": width, "height": 900},
                                       color_scheme=scheme, reduced_motion="reduce")
            for view, (width, scheme) in browser.VIEWS.items()}


@pytest.fixture(scope="session")
def contexts(chromium):
    """One browser context a view."""
    return open_contexts(chromium)


@pytest.fixture(scope="session")
def visits(chromium_with, contexts, site):
    """Loads a page in a view and keeps the visit until another page is asked for: visits(name, view,
    fonts)."""
    opened, kept = {"DejaVu": contexts}, {}

    def of(name, view="light", fonts="DejaVu"):
        for other in [key for key in kept if key[0] != name]:
            kept.pop(other).page.close()
        if fonts not in opened:
            opened[fonts] = open_contexts(chromium_with(fonts))
        if (name, view, fonts) not in kept:
            kept[name, view, fonts] = browser.visit(opened[fonts][view], f"{site}{name}.html")
        return kept[name, view, fonts]

    return of


def in_articles(selector):
    """What a selector finds in the text of the built pages, of all of them."""
    return [found for name in PAGES for found in pdf.read_page(name).select(f"article {selector}")]


# Network, weight, scripts


@with_search
def test_no_request_leaves_the_book(visits, measured, name):
    seen = visits(name)
    measured("requests of a page to other hosts", len(browser.foreign(seen)))
    assert browser.foreign(seen) == []
    assert seen.failed == []


@pages
def test_a_page_opens_from_disk(contexts, built, name):
    seen = browser.visit(contexts["light"], (built / f"{name}.html").as_uri())
    try:
        assert browser.foreign(seen) == []
        assert seen.failed == []
        assert seen.errors == []
        assert all(image["drawn"] for image in browser.images(seen.page))
    finally:
        seen.page.close()


@with_search
@views
def test_the_console_shows_no_error(visits, measured, name, view):
    measured("console errors on a page", len(visits(name, view).errors))
    assert visits(name, view).errors == []


def test_the_chapter_is_light(visits, built, measured):
    sizes = browser.weight(visits(ROOT_PAGE), built, PREFIX)
    for file, size in sorted(sizes.items(), key=lambda item: -item[1]):
        print(f"{size / 1000:7.1f} kB  {file}")
    measured("kB of the chapter's first load, compressed", sum(sizes.values()) / 1000)
    assert sum(sizes.values()) <= MOST_BYTES


@with_search
def test_only_scripts_that_are_used_are_loaded(visits, name):
    loaded = {url.split("?")[0].rsplit("/", 1)[-1] for url in visits(name).requests
              if url.split("?")[0].endswith(".js")}
    assert loaded <= SCRIPTS
    assert ("scene.js" in loaded) == (visits(name).page.locator(".knn-scene").count() == 1)
    assert ("searchtools.js" in loaded) == (name == "search")


@with_search
@views
def test_nothing_jumps_while_loading(visits, measured, name, view):
    measured("layout shift", visits(name, view).shift)
    assert visits(name, view).shift <= MOST_SHIFT


# Accessibility


@with_search
@views
def test_axe_finds_no_violation(visits, measured, name, view):
    found = browser.violations(visits(name, view).page)
    measured("axe violations on a page", len(found))
    assert found == []


Menu = namedtuple("Menu", "button opened")
MENUS = {"pages": Menu(".primary-toggle", "#pages"),
         "contents": Menu(".secondary-toggle", "#contents"),
         "search": Menu(".search-button__button", "#pst-search-dialog")}


@pages
@pytest.mark.parametrize("menu", MENUS)
def test_axe_finds_no_violation_in_an_open_menu_on_the_phone(visits, measured, name, menu):
    page, (button, opened) = visits(name, "phone").page, MENUS[menu]
    if menu == "contents" and not page.locator(button).count():
        assert page.locator("article :is(h2, h3)").count() <= 1
        return
    page.locator(f"{button}:visible").first.click()
    try:
        page.locator(opened).wait_for(state="visible")
        found = browser.violations(page, within=opened)
        measured("axe violations with a menu open", len(found))
        assert found == []
    finally:
        page.keyboard.press("Escape")
        page.locator(opened).wait_for(state="hidden")


@pages
def test_headings_are_nested_and_the_language_is_set(visits, name):
    page = visits(name).page
    assert browser.headings(page)[0][0] == 1
    assert browser.skipped_headings(page) == []
    assert page.locator("html").get_attribute("lang") == "en"


@pages
def test_the_keyboard_follows_the_page_from_the_link_that_skips_to_the_text(contexts, site, name):
    page = contexts["light"].new_page()
    page.goto(f"{site}{name}.html")
    assert page.locator("[tabindex]:not([tabindex='0'], [tabindex='-1'])").count() == 0
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')") == "#main-content"
    page.close()


# Formulas, figures, tables


@pages
def test_formulas_are_mathml_and_no_tex_is_left(visits, measured, name):
    page = visits(name).page
    count, wrong = browser.formulas(page)
    measured("formulas on a page", count)
    assert wrong == []
    assert browser.raw_tex(page) == []
    assert not count or page.evaluate(
        "[...document.fonts].some(f => f.family.includes('Chapter Math') && f.status == 'loaded')")


@pages
@views
def test_figures_are_no_wider_than_five_inches_and_have_words(visits, measured, name, view):
    for image in browser.images(visits(name, view).page):
        measured("inches of a figure's width", image["inches"])
        assert image["drawn"], image
        assert image["inches"] <= MOST_INCHES, image
        assert len(image["alt"]) >= 40, f"no real alternative text: {image}"


@pytest.mark.parametrize("view", ["light", "dark"])
def test_text_in_figures_is_text_with_a_contrast_of_at_least_four_and_a_half(
        contexts, built, site, measured, view):
    page = contexts[view].new_page()
    drawn = {image["src"].rsplit("/", 1)[-1] for image in in_articles("img")}
    assert drawn
    for file in sorted(drawn):
        texts = browser.texts_of_figure(page, f"{site}_images/{file}")
        assert texts, f"{file} has no text that is text"
        least = min(texts, key=lambda text: text[1])
        measured("least contrast of text in a figure", least[1])
        assert least[1] >= 4.5, f"{file}: {least}"
    page.close()


@with_search
def test_nothing_is_light_in_the_dark(visits, name):
    assert browser.light_boxes(visits(name, "dark").page) == []


# The phone


@with_search
@widths
@fonts
def test_the_page_does_not_scroll_sideways(visits, measured, name, view, fonts):
    pixels = browser.sideways(visits(name, view, fonts).page)
    measured("pixels of sideways scrolling", pixels)
    assert pixels == 0


@pages
@widths
@fonts
def test_formulas_and_tables_of_four_columns_fit(visits, name, view, fonts):
    boxes = browser.scrolling(visits(name, view, fonts).page)
    assert [box for box in boxes if "Formula" in box[0] or 0 < box[3] < 5] == []


@with_search
@pytest.mark.parametrize("fonts, setting", [*(("DejaVu", setting) for setting in browser.SETTINGS),
                                            ("own", "as it is")])
def test_nothing_is_cut_off_whatever_the_letters(visits, name, fonts, setting):
    page = visits(name, "phone", fonts).page
    page.bring_to_front()
    style = page.add_style_tag(content=browser.SETTINGS[setting])
    try:
        for width in (320, 375):
            page.set_viewport_size({"width": width, "height": 900})
            page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))")
            assert browser.sideways(page) == 0, width
            assert browser.cut_off(page) == [], width
            for box, shaded, focusable, _ in browser.scrolling(page):
                assert "scrolls sideways" in box and shaded and focusable, (width, box)
    finally:
        style.evaluate("style => style.remove()")
        page.set_viewport_size({"width": 375, "height": 900})


# Finding one's way


def test_there_is_one_way_to_search_and_it_finds_pages(visits, contexts, site):
    page = visits(ROOT_PAGE).page
    assert page.locator("form.bd-search").count() == 1
    assert page.locator(".search-button__button:visible").count() == 1
    page = contexts["light"].new_page()
    page.goto(f"{site}search.html?q=quartiles")
    page.locator("#search-results li a").first.wait_for()
    found = page.locator("#search-results li a").first.get_attribute("href")
    assert page.request.get(page.evaluate("a => new URL(a, location).href", found)).ok
    page.close()


# What readers type, and how the heading begins of the section that should come first.
SEARCHED = {"data leakage": "No leak", "leakage": "No leak", "standardisation": "Standardize",
            "z-score": "Standardize", "normalise": "Min-max", "MinMaxScaler": "Min-max",
            "quantile": "Robust", "outlier": "One wild", "pipeline": "The library",
            "one hot": "One-hot", "feature scaling": "The intuition"}


@pytest.mark.parametrize("words", SEARCHED)
@pytest.mark.parametrize("scheme", ["http", "file"])
def test_the_words_that_readers_type_lead_to_their_section_first(
        contexts, site, built, words, scheme):
    page = contexts["light"].new_page()
    address = site if scheme == "http" else f"{built.as_uri()}/"
    page.goto(f"{address}search.html?q={quote_plus(words)}")
    first = page.locator("#search-results li a").first
    first.wait_for()
    page.goto(first.evaluate("a => a.href"))
    heading = page.evaluate("""document.getElementById(location.hash.slice(1))
        ?.closest("section").querySelector("h1, h2, h3").innerText ?? location.href""")
    page.close()
    assert heading.startswith(SEARCHED[words])


@pages
def test_every_page_leads_to_the_next_and_the_one_before(visits, name):
    page, at = visits(name).page, PAGES.index(name)
    for link, other in ((".left-prev", at - 1), (".right-next", at + 1)):
        expected = PAGES[other] if 0 <= other < len(PAGES) else None
        hrefs = [link.evaluate("a => a.href") for link in page.locator(link).all()]
        assert [href.rsplit("/book/")[-1] for href in hrefs] == (
            [f"{expected.removeprefix('book/')}.html"] if expected else [])


@pages
def test_a_page_says_what_it_is_and_links_its_source_and_licence(visits, name):
    page = visits(name).page
    assert len(page.title()) > 10
    assert len(page.locator("meta[name=description]").get_attribute("content")) > 40
    assert page.request.get(page.locator("link[rel=icon]").evaluate("link => link.href")).ok
    about = pdf.settings()
    footer = page.locator(".chapter-footer").inner_text()
    assert f"version {about['version']}, {about['date']}. " in footer
    source = page.locator(".chapter-footer a", has_text="Source of this page")
    assert "# " in page.request.get(source.evaluate("a => a.href")).text()
    for licence in ("CC BY 4.0", "MIT"):
        link = page.locator(".chapter-footer a", has_text=licence)
        assert link.evaluate("a => a.href").endswith("references.html#licences")


@pages
def test_every_link_within_the_book_leads_somewhere(visits, site, name):
    page = visits(name).page
    links = page.evaluate("[...document.querySelectorAll('a[href]')].map(a => a.href)")
    ids = {}
    for link in {link for link in links if link.startswith(site)}:
        address, _, anchor = link.partition("#")
        if address not in ids:
            answer = page.request.get(address)
            assert answer.ok, link
            ids[address] = set(re.findall(r'\bid="([^"]+)"', answer.text()))
        assert not anchor or anchor in ids[address], link


@pages
@widths
def test_the_contents_mark_where_one_is_at_every_position(contexts, site, name, view):
    # A page of its own: one long in the background draws a frame a second. Its figures are loaded.
    page = browser.visit(contexts[view], f"{site}{name}.html").page
    links = page.locator("#contents a").count()
    marked = page.evaluate("""async () => {
        const marked = [], height = document.body.scrollHeight, stops = [];
        for (let y = 0; y <= height; y += y < height - 2 * innerHeight ? 200 : 40) stops.push(y);
        for (const link of document.querySelectorAll("#contents a[href^='#']"))  // short ones, too
            stops.push(document.querySelector(link.hash || "main").getBoundingClientRect().top
                       + scrollY - 0.3 * innerHeight + 2);
        for (const y of stops.sort((a, b) => a - b)) {
            scrollTo(0, y);
            await new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)));
            marked.push([...document.querySelectorAll("#contents a")].flatMap(
                (link, at) => link.ariaCurrent && link.matches(".active") ? [at] : []));
        }
        return marked; }""")
    page.close()
    if links:
        assert all(len(at) == 1 for at in marked)
        assert marked == sorted(marked)
        assert {at for at, in marked} == set(range(links))


def test_the_contents_mark_the_section_that_was_chosen(visits):
    page = visits(ROOT_PAGE).page
    page.bring_to_front()
    for link in page.locator("#contents .toc-h2 > a").all()[::-1]:
        link.click()
        page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done, 20)))")
        assert link.get_attribute("aria-current") == "true"
    page.evaluate("history.replaceState(null, '', location.pathname); scrollTo(0, 0)")


@pages
@widths
def test_every_stop_of_the_keyboard_can_be_seen(visits, name, view):
    page = visits(name, view).page
    page.bring_to_front()
    stops = page.evaluate("""() => { window.stops = new Set(); window.hidden = [];
        document.activeElement.blur(); scrollTo(0, 0);
        window.look = ({ target: stop }) => { stops.add(stop);
            const e = stop.matches(".sd-tab-set > input") ? stop.nextElementSibling : stop;
            if (!e.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
                hidden.push(e.outerHTML.slice(0, 200)); };
        document.addEventListener("focusin", window.look);
        return [...document.querySelectorAll("a, button, summary, input, select, [tabindex='0']")]
            .filter(e => e.checkVisibility()).length; }""")
    for _ in range(stops):
        page.keyboard.press("Tab")
    assert page.evaluate("stops.size") > 5
    assert page.evaluate("hidden") == []
    page.evaluate("""document.removeEventListener("focusin", window.look);
        document.activeElement.blur(); scrollTo(0, 0)""")


@pytest.mark.parametrize("toggle", [".primary-toggle", ".secondary-toggle"])
def test_a_drawer_gives_focus_back_and_closes_after_a_choice(visits, toggle):
    page = visits(ROOT_PAGE, "phone").page
    button = page.locator(toggle)
    drawer = page.locator(f"#{button.get_attribute('popovertarget')}")
    for leave in ("Escape", "Enter"):
        button.focus()
        page.keyboard.press("Enter")
        drawer.wait_for(state="visible")
        expect(button).to_have_attribute("aria-expanded", "true")
        page.keyboard.press("Tab")
        assert drawer.evaluate("drawer => drawer.contains(document.activeElement)")
        if leave == "Enter":  # the chapter's own link, or its first section's
            drawer.locator("a[href^='#']").first.focus()
        page.keyboard.press(leave)
        drawer.wait_for(state="hidden")
        expect(button).to_have_attribute("aria-expanded", "false")
        if leave == "Escape":
            assert button.evaluate("button => button === document.activeElement")
    page.evaluate("history.replaceState(null, '', location.pathname); scrollTo(0, 0)")


@pages
def test_titles_of_the_pages_beside_are_whole_on_the_phone(visits, name):
    page = visits(name, "phone").page
    for link in page.locator(".prev-next-area a").all():
        assert link.evaluate("""link => { const [outer, inner] = [link,
            link.querySelector(".prev-next-title")].map(e => e.getBoundingClientRect());
            return inner.left >= outer.left && inner.right <= outer.right + 1
                && outer.right <= innerWidth && outer.left >= 0; }"""), link.inner_text()


def test_what_is_copied_has_each_formula_as_its_latex(chromium, site):
    context = chromium.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"{site}{ROOT_PAGE}.html")
    for box in ("p:has(span.math)", "div.math", "span.math"):
        page.evaluate("""box => { const range = document.createRange();
            const inner = document.querySelector(`article ${box}`);
            // Inside a formula, as a mouse would: it is taken whole.
            const start = inner.matches(".math") ? inner.querySelector("mi, mn").firstChild : inner;
            range.setStart(start, 0); range.setEndAfter(inner.lastChild);
            getSelection().removeAllRanges(); getSelection().addRange(range); }""", box)
        page.keyboard.press("Control+c")
        copied = page.evaluate("navigator.clipboard.readText()")
        latex = page.locator(f"article {box}").first.evaluate(
            "e => [...(e.dataset.latex ? [e] : e.querySelectorAll('[data-latex]'))].map("
            "e => e.dataset.latex)")
        assert latex
        for each in latex:
            assert f"${each}$" in copied
        assert len(copied.split()) >= len(" ".join(latex).split())
    context.close()


def test_the_buttons_do_what_they_say(contexts, site):
    page = contexts["light"].new_page()
    page.goto(f"{site}{ROOT_PAGE}.html")
    sidebar, toggle = page.locator("#pages"), page.locator(".primary-toggle")
    for shown in (True, False, True):
        assert (sidebar.is_visible(), toggle.get_attribute("aria-expanded")) == (
            shown, str(shown).lower())
        toggle.click()
    chosen = []
    for _ in range(3):
        page.locator(".theme-switch-button").click()
        chosen.append(page.evaluate("document.documentElement.dataset.mode"))
    assert sorted(chosen) == ["auto", "dark", "light"]
    page.keyboard.press("Control+k")
    page.locator("#pst-search-dialog input").wait_for(state="visible")
    assert browser.violations(page) == []
    page.close()


@pages
def test_the_copy_button_copies_the_source_and_nothing_else(chromium, site, measured, name):
    context = chromium.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"{site}{name}.html")
    page.wait_for_function("document.querySelectorAll('article .copybtn').length > 0 || "
                           "!document.querySelector('article pre')")
    assert page.locator(".cell_output .copybtn").count() == 0
    assert page.evaluate("""[...document.querySelectorAll("article pre")].filter(
        pre => !pre.closest(".cell_output") && !pre.parentElement.querySelector(".copybtn")
        ).map(pre => pre.textContent.slice(0, 80))""") == []
    copied = page.evaluate("""async () => { const all = [];
        for (const button of document.querySelectorAll("article .copybtn")) {
            await navigator.clipboard.writeText(""); button.click();
            let text = ""; const end = Date.now() + 2000;
            while (!text && Date.now() < end) {
                await new Promise(done => setTimeout(done, 5));
                text = await navigator.clipboard.readText(); }
            all.push([button.previousElementSibling?.textContent ??
                      button.parentElement.querySelector("pre").textContent, text]); }
        return all; }""")
    measured("blocks copied from a page", len(copied))
    for shown, text in copied:
        assert text.rstrip("\n") == shown.rstrip("\n")
    regions = Snippets().regions
    for box in page.locator("article .region").all():
        region = next(c for c in box.get_attribute("class").split() if c.startswith("region-"))
        wanted = regions[region.removeprefix("region-")].text
        assert wanted.rstrip("\n") in [text.rstrip("\n") for _, text in copied]
    context.close()


# Without JavaScript, and on paper


@pages
def test_everything_is_there_without_javascript(chromium, visits, site, name):
    context = chromium.new_context(java_script_enabled=False,
                                   viewport={"width": 375, "height": 900})
    page = context.new_page()
    page.goto(f"{site}{name}.html")
    for solution in page.locator("article details").all():
        if solution.is_visible():
            solution.locator("summary").first.click()
            assert solution.get_attribute("open") is not None
    for box in page.locator("article .sd-tab-set").all():
        box.locator("label").nth(1).click()
        assert box.locator(".sd-tab-content").nth(1).is_visible()
        assert not box.locator(".sd-tab-content").nth(0).is_visible()
    for button in page.locator("button:visible").all():
        drawer = page.locator(f"#{button.get_attribute('popovertarget')}")
        button.click()
        assert drawer.locator("a").first.is_visible(), "a button that does nothing"
        page.keyboard.press("Escape")
    assert page.locator(".bd-header-article button:visible").count() >= 1
    assert page.locator("article img").count() == len(browser.images(visits(name).page))
    context.close()


@with_search
def test_a_dark_system_gets_a_dark_page_without_javascript_too(chromium, visits, site, name):
    context = chromium.new_context(java_script_enabled=False, color_scheme="dark",
                                   reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{site}{name}.html")
    colours = """[document.body, document.querySelector("main a"), document.querySelector("code")]
        .map(e => e && getComputedStyle(e).color + getComputedStyle(e).backgroundColor)"""
    assert page.evaluate(colours) == visits(name, "dark").page.evaluate(colours)
    context.close()


@pages
def test_on_paper_the_text_stands_alone_and_solutions_are_open(contexts, site, name):
    page = contexts["light"].new_page()
    page.goto(f"{site}{name}.html")
    page.emulate_media(media="print")
    assert page.locator("article h1").is_visible()
    for frame in (".bd-sidebar", ".bd-header-article", ".prev-next-footer", ".copybtn",
                  ".bd-footer-content"):
        assert page.locator(f"{frame}:visible").count() == 0, frame
    for box in page.locator("article .sd-tab-set").all():
        shown = [content.is_visible() for content in box.locator(".sd-tab-content").all()]
        assert shown == [True] + [False] * (len(shown) - 1)
    for solution in page.locator("article details.sd-dropdown").all():
        assert solution.locator(".sd-card-body").evaluate(
            "e => e.getBoundingClientRect().height") > 10
    page.close()


def test_a_dark_page_is_light_on_paper(contexts, site):
    page = contexts["dark"].new_page()
    page.goto(f"{site}{ROOT_PAGE}.html")
    page.evaluate("""() => { window.themes = [];
        for (const event of ["beforeprint", "afterprint"])
            addEventListener(event,
                () => themes.push(document.documentElement.dataset.theme)); }""")
    page.pdf()
    assert page.evaluate("themes") == ["light", "dark"]
    page.close()


def test_figures_far_down_are_printed_without_having_been_seen(contexts, site, tmp_path):
    page = contexts["light"].new_page()
    page.goto(f"{site}{ROOT_PAGE}.html")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")  # the server may need its time
    page.wait_for_function("[...document.images].every(image => image.complete)")
    page.pdf(path=tmp_path / "page.pdf")
    printed = "".join(part.extract_text() for part in PdfReader(tmp_path / "page.pdf").pages)
    printed = "".join(printed.split())
    last = page.locator("article img").last.get_attribute("src")
    figure = page.request.get(f"{site}book/{last}").text()
    words = re.findall(r"<text[^>]*>([A-Za-z ]{6,})</text>", figure)
    assert words and all("".join(text.split()) in printed for text in words), words
    page.close()


def test_the_pdf_holds_every_figure_and_solution_and_its_links_lead_within(built):
    joined = BeautifulSoup(pdf.join(PAGES), "html.parser")
    ids = [element["id"] for element in joined.select("[id]")]
    assert len(ids) == len(set(ids))
    for link in joined.select("a[href]"):
        assert link["href"].startswith("https://") or link["href"].removeprefix("#") in ids
    assert len(joined.select("img")) == len(in_articles("img"))
    solutions = [summary for summary in in_articles("details > summary")
                 if summary.get_text().strip().startswith("Solution")]
    assert len(joined.select("#solutions > section")) == len(solutions)
    assert not joined.select("details.sd-dropdown")
    assert {"Answer", "Hint"} <= {title.get_text() for title in joined.select(".fold-title")}


@pytest.fixture(scope="module")
def printed(chromium, built, tmp_path_factory):
    """The PDF, printed anew: its path."""
    source = pdf.FOLDER / f"test-{os.getpid()}.html"  # there, since its figures lie beside it
    source.parent.mkdir(exist_ok=True)
    path = tmp_path_factory.mktemp("pdf") / "chapter.pdf"
    try:
        pdf.print_chapter(chromium, source, path)
    finally:
        source.unlink(missing_ok=True)
    return path


def test_the_pdf_is_tagged_has_bookmarks_and_says_whose_it_is(printed, measured):
    reader = PdfReader(printed)
    measured("pages of the PDF", len(reader.pages))
    root = reader.trailer["/Root"]
    assert reader.outline and root["/Lang"] == "en" and root["/MarkInfo"]["/Marked"]
    assert reader.metadata.author and "CC BY 4.0" in reader.metadata.subject
    assert f"Version {pdf.settings()['version']}" in " ".join(reader.pages[0].extract_text().split())


def test_every_figure_of_the_pdf_has_its_words(printed):
    def figures(element):
        if element.get("/S") == "/Figure":
            yield element.get("/Alt", "")
        kids = element.get("/K", [])
        for kid in kids if isinstance(kids, list) else [kids]:
            if isinstance(kid := kid.get_object(), dict):
                yield from figures(kid)

    words = list(figures(PdfReader(printed).trailer["/Root"]["/StructTreeRoot"]))
    wanted = [image["alt"] for image in in_articles("img")]
    assert wanted and [" ".join(alt.split()) for alt in wanted if alt not in words] == []


def test_the_contents_of_the_pdf_name_the_pages(printed):
    reader = PdfReader(printed)
    contents = " ".join(reader.pages[0].extract_text().split())
    for name in PAGES[1:]:
        place = reader.named_destinations["/" + pdf.anchor(name, "")]
        page = reader.get_destination_page_number(place)
        title = pdf.read_page(name).h1.get_text().rstrip("#").strip()
        assert " ".join(title.split()) in " ".join(reader.pages[page].extract_text().split())
        assert f"{title} {page + 1}" in contents


def test_no_page_of_the_pdf_is_all_but_empty(printed, measured):
    least = min(len(page.extract_text()) for page in PdfReader(printed).pages)
    measured("least characters on a page of the PDF", least)
    assert least > 150


# Each measure reports what it is there for


@pytest.fixture
def broken(contexts, tmp_path):
    """Visits a small page of our own making: broken(body, head="", view="light")."""
    visited = []

    def of(body, head="", view="light"):
        file = tmp_path / "page.html"
        file.write_text(f'<!doctype html><html lang="en"><head><meta charset="utf-8">'
                        f"<title>A page</title>{head}</head><body><main><article>{body}"
                        "</article></main></body></html>", encoding="utf-8")
        visited.append(browser.visit(contexts[view], file.as_uri()))
        return visited[-1]

    yield of
    for seen in visited:
        seen.page.close()


@pytest.mark.parametrize("family, font", [("sans-serif", "DejaVu Sans"), ("serif", "DejaVu Serif"),
                                          ("monospace", "DejaVu Sans Mono"),
                                          ("Arial, Georgia, Menlo, 'Segoe UI'", "DejaVu Sans")])
def test_the_browser_sees_no_font_but_those_that_every_machine_has(broken, family, font):
    page = broken(f'<h1 style="font-family: {family}">Σ x² → 0.5</h1>').page
    developer = page.context.new_cdp_session(page)
    developer.send("DOM.enable")
    developer.send("CSS.enable")
    root = developer.send("DOM.getDocument")["root"]["nodeId"]
    title = developer.send("DOM.querySelector", {"nodeId": root, "selector": "h1"})["nodeId"]
    used = developer.send("CSS.getPlatformFontsForNode", {"nodeId": title})["fonts"]
    assert [each["familyName"] for each in used] == [font]


def test_a_script_of_another_host_is_reported(broken):
    seen = broken("<h1>x</h1>", head='<script src="http://127.0.0.1:9/x.js"></script>')
    assert browser.foreign(seen) == ["http://127.0.0.1:9/x.js"]
    assert seen.failed and seen.errors


def test_a_missing_alternative_text_is_reported(broken):
    seen = broken('<h1>x</h1><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">')
    assert [image["alt"] for image in browser.images(seen.page)] == [""]
    assert any(line.startswith("image-alt") for line in browser.violations(seen.page))


def test_a_low_contrast_is_reported(broken, tmp_path):
    seen = broken('<h1>x</h1><p style="color:#aaa;background:#fff">pale</p>')
    assert any(line.startswith("color-contrast") for line in browser.violations(seen.page))
    figure = tmp_path / "figure.svg"
    figure.write_text("""<svg xmlns="http://www.w3.org/2000/svg">
        <text x="5" y="20" fill="#aaa">pale</text><rect y="30" width="90" height="30" fill="#005"/>
        <text x="5" y="50" fill="#fff">on a bar</text></svg>""", encoding="utf-8")
    (pale, low), (bar, high) = browser.texts_of_figure(seen.page, figure.as_uri())
    assert (pale, bar) == ("pale", "on a bar")
    assert low < 3 and high > 10


def test_a_page_too_wide_for_the_phone_is_reported(broken):
    seen = broken('<div class="math" style="overflow:auto"><p style="width:800px">x</p></div>'
                  '<p style="overflow:hidden; white-space:nowrap">' + "cut off " * 20 + "</p>"
                  '<p style="width:1px"><span class="math"><math><mi>x</mi></math></span>, y</p>'
                  '<div class="math" style="overflow:hidden; height:5px">high</div>'
                  '<p style="width:500px">wide</p>', view="phone",
                  head='<meta name="viewport" content="width=device-width">')
    assert browser.sideways(seen.page) > 100
    assert browser.torn(seen.page) == [", y | 𝑥"]
    assert browser.scrolling(seen.page) == [["no name: x", False, False, 0]]
    assert len(browser.cut_off(seen.page)) == 2


def test_tex_and_unfilled_places_are_reported(broken):
    seen = broken(r'<p>\frac{1}{2} and $x$</p><p>{{ accuracy }}</p><span class="math">x</span>')
    assert browser.raw_tex(seen.page) == [r"\frac", "$x$", "{{", "}}"]
    assert browser.formulas(seen.page) == [1, ["x"]]


def test_a_heading_out_of_order_is_reported(broken):
    seen = broken("<h1>a</h1><h3>b</h3><h1>c</h1>")
    assert browser.skipped_headings(seen.page) == ["b", "c"]


def test_a_white_box_in_the_dark_is_reported(broken):
    seen = broken('<p style="background:#fff">white</p>', view="dark",
                  head="<style>body{background:#111}</style>")
    assert browser.light_boxes(seen.page) == ["P."]


def test_a_late_picture_that_moves_the_text_is_reported(broken):
    seen = broken('<p>above</p><p style="height:400px">below</p>', head="""<script>
        addEventListener("load", () => setTimeout(() => {
            document.querySelector("p").style.height = "500px"; }, 20));</script>""")
    seen.page.wait_for_function("window.shift > 0.05")
