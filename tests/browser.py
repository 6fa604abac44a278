"""Measuring a built page in a real browser: one visit gives the figures the tests are about.

Each function takes a page and returns what is wrong or how much of it; none of them judges.
"""

import gzip
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, urlsplit

from axe_playwright_python.sync_playwright import Axe

VIEWS = {"light": (1280, "light"), "dark": (1280, "dark"), "phone": (375, "light")}

# Runs before the page: adds up layout shifts that no reader's action caused. Where nothing moved but
# the contents, they opened the section that the reader scrolled to.
COUNT_SHIFTS = """window.shift = 0;
const within = node => (node?.closest ? node : node?.parentElement)?.closest("#contents");
new PerformanceObserver(list => { for (const entry of list.getEntries())
  if (!entry.hadRecentInput && !(entry.sources.length && entry.sources.every(s => within(s.node))))
    window.shift += entry.value; }).observe(
  { type: "layout-shift", buffered: true });"""


@dataclass
class Visit:
    """What one loading of one page came to."""

    url: str
    requests: list[str] = field(default_factory=list)
    first: list[str] = field(default_factory=list)  # those before the reader scrolls
    failed: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    shift: float = 0.0
    page: object = None


def visit(context, url):
    """Load a page, scroll to its end as a reader would, and keep what happened on the way."""
    page, seen = context.new_page(), Visit(url)
    page.on("request", lambda request: seen.requests.append(request.url))
    page.on("requestfailed", lambda request: seen.failed.append(request.url))
    page.on("response", lambda r: seen.failed.append(r.url) if r.status >= 400 else None)
    page.on("console", lambda m: seen.errors.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda error: seen.errors.append(str(error)))
    page.add_init_script(COUNT_SHIFTS)
    page.goto(url, wait_until="load")
    seen.first = list(seen.requests)
    page.evaluate("""async () => {
        const pause = () => new Promise(done => setTimeout(done, 30));
        for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
            scrollTo({ top: y, behavior: "instant" }); await pause(); }
        // Those in folds load when they are opened: without this their decoding never ends.
        for (const image of document.images) image.loading = "eager";
        await Promise.all([...document.images].map(image => image.decode().catch(() => {})));
        scrollTo({ top: 0, behavior: "instant" }); await pause(); }""")
    seen.shift, seen.page = page.evaluate("window.shift"), page
    return seen


def foreign(seen):
    """The requests of a visit that went to another host (for a file: to any host)."""
    own = urlsplit(seen.url)
    return [url for url in seen.requests
            if not url.startswith(("data:", "blob:"))
            and urlsplit(url)[:2] != (own.scheme, own.netloc)]


def weight(seen, root, prefix):
    """Bytes of the first load, compressed as a server does: {file: bytes}."""
    sizes = {}
    for url in seen.first:
        path = unquote(urlsplit(url).path)
        if path.startswith(prefix) and not url.startswith("data:"):
            file = Path(root) / path.removeprefix(prefix)
            data = file.read_bytes()
            text = file.suffix in {".html", ".css", ".js", ".svg", ".json", ".txt"}
            sizes[path.removeprefix(prefix)] = len(gzip.compress(data, 6)) if text else len(data)
    return sizes


# axe looks at nothing that is folded, yet walks through it: four fifths of a page with much code.
FOLD_AWAY = """window.folded = [...document.querySelectorAll("details:not([open])")].map(
    fold => [fold, [...fold.childNodes].filter(node => node.nodeName != "SUMMARY")]);
    folded.forEach(([, nodes]) => nodes.forEach(node => node.remove()))"""


def violations(page, within=None):
    """What axe-core finds wrong, on the page or within an element: one line a rule, with the first
    places."""
    page.evaluate(FOLD_AWAY)
    try:
        found = Axe().run(page, context=within,
                          options={"resultTypes": ["violations"], "preload": False})
    finally:
        page.evaluate("folded.forEach(([fold, nodes]) => fold.append(...nodes))")
    return [f"{v['id']}: {[node['target'] for node in v['nodes']][:3]}"
            for v in found.response["violations"]]


def sideways(page):
    """By how many pixels the page is wider than the window."""
    return page.evaluate("(e => e.scrollWidth - e.clientWidth)(document.documentElement)")


# What a reader's own settings may do to the page: the spacing that WCAG 1.4.12 names, a large font.
SETTINGS = {"as it is": "/**/", "large": "html { font-size: 24px }",
            "spaced": "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; "
                      "word-spacing: 0.16em !important } p { margin-bottom: 2em !important }"}


def scrolling(page):
    """The boxes that scroll sideways: [[name, has the shade, can be focused, columns], ...]."""
    return page.evaluate("""() => [...document.querySelectorAll("body *")].filter(e =>
        e.clientWidth > 2 && e.scrollWidth > e.clientWidth + 1 && e.checkVisibility()
        && ["auto", "scroll"].includes(getComputedStyle(e).overflowX))
        .map(e => [(e.role === "region" && e.ariaLabel) || "no name: " + e.innerText.slice(0, 40),
                   getComputedStyle(e).backgroundAttachment.startsWith("local"), e.tabIndex === 0,
                   e.querySelector("tr")?.children.length ?? 0])""")


def cut_off(page):
    """What is wider than its place, or for a formula higher, and cannot be scrolled to."""
    return page.evaluate("""() => [...document.querySelectorAll("body *")].filter(e => {
        const style = getComputedStyle(e);
        return e.clientWidth > 2 && e.checkVisibility() && !e.matches("input") && (
            e.scrollWidth > e.clientWidth + 1 && ["hidden", "clip"].includes(style.overflowX)
            || e.matches("div.math") && e.scrollHeight > e.clientHeight + 1); })
        .map(e => `${e.tagName}.${e.className}: ${e.innerText.slice(0, 60)}`)""")


def torn(page):
    """Where a line ends between a formula or a word of code and what touches it: the words there."""
    return page.evaluate("""() => [...document.querySelectorAll("article :is(span.math, code)")]
        .filter(e => e.checkVisibility()).flatMap(e => {
            const outer = e.closest("a") ?? e, inner = [...e.querySelectorAll("math, .pre")];
            return [[outer.previousSibling, inner[0], /\\S$/], [outer.nextSibling, inner.at(-1), /^\\S/]]
                .flatMap(([text, piece, touching]) => {
                    const at = text?.nodeType === 3 && piece ? text.data.search(touching) : -1;
                    if (at < 0) return [];
                    const range = document.createRange();
                    range.setStart(text, at);
                    range.setEnd(text, at + 1);
                    const a = range.getBoundingClientRect();
                    return [...piece.getClientRects()].some(b => a.top < b.bottom && b.top < a.bottom)
                        ? [] : [text.data.slice(Math.max(at - 20, 0), at + 20) + " | " + e.innerText]; });
        })""")


def raw_tex(page):
    """TeX commands and unfilled places that a reader would see."""
    return page.evaluate(r"""() => {
        const copy = document.querySelector("article").cloneNode(true);
        copy.querySelectorAll("pre, code, script, style").forEach(e => e.remove());
        const raw = /\\[A-Za-z]{2,}|\\[()[\]]|\$[^$\n]{1,80}\$|\{\{|\}\}/g;
        return copy.textContent.match(raw) || []; }""")


def formulas(page):
    """How many formulas there are, and the ones that are not MathML."""
    return page.evaluate("""() => { const all = [...document.querySelectorAll("article .math")];
        return [all.length, all.filter(e => !e.querySelector("math") || e.querySelector("merror"))
                               .map(e => e.textContent)]; }""")


def images(page):
    """Every image of the text: its source, alternative text and width as drawn, in inches."""
    return page.evaluate("""[...document.querySelectorAll("article img")].map(image => ({
        src: image.getAttribute("src"), alt: image.getAttribute("alt") || "",
        inches: image.getBoundingClientRect().width / 96, drawn: image.naturalWidth > 0 }))""")


def headings(page):
    """The headings in their order: [[level, text], ...]."""
    return page.evaluate("""[...document.querySelectorAll("main :is(h1, h2, h3, h4, h5, h6)")]
        .map(h => [Number(h.tagName[1]), h.innerText])""")


def skipped_headings(page):
    """Headings more than one level below the one before, and any but the first of level 1."""
    levels = headings(page)
    steps = zip([[0, ""], *levels], levels, strict=False)
    return [text for (before, _), (level, text) in steps if level > before + 1] + [
        text for level, text in levels[1:] if level == 1]


def light_boxes(page):
    """Elements of the page whose own background is light."""
    return page.evaluate("""[...document.querySelectorAll("body, body *")].filter(e => {
        const [r, g, b, a = 1] = getComputedStyle(e).backgroundColor.match(/[\\d.]+/g).map(Number);
        const box = e.getBoundingClientRect();
        return a > 0.5 && (r + g + b) / 3 > 150 && box.width * box.height > 400 && box.bottom > 0;
        }).map(e => `${e.tagName}.${e.className}`)""")


def texts_of_figure(page, url):
    """The texts of an SVG, each with its contrast to what it stands on: [[text, ratio], ...]."""
    page.goto(url)
    return page.evaluate("""() => {
        const dark = matchMedia("(prefers-color-scheme: dark)").matches;
        const luminance = colour => { const [r, g, b] = colour.match(/[\\d.]+/g).map(Number)
            .map(c => c / 255).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
            return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
        const below = text => { const box = text.getBoundingClientRect();
            const shape = document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2)
                .filter(e => e instanceof SVGGeometryElement)
                .find(e => getComputedStyle(e).fill.startsWith("rgb("));
            return shape ? getComputedStyle(shape).fill
                         : dark ? "rgb(20, 24, 30)" : "rgb(255, 255, 255)"; };
        return [...document.querySelectorAll("text")].map(text => {
            const [low, high] = [luminance(getComputedStyle(text).fill), luminance(below(text))]
                .sort((a, b) => a - b);
            return [text.textContent.trim(), (high + 0.05) / (low + 0.05)]; }); }""")
