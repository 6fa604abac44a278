"""The page around the text: still and complete without the network.

Drops scripts and fonts of the theme that the pages do not use, brings the few icons they do use as
a small font inside a stylesheet, gives every figure its size before it loads, so that the text
does not jump, keeps together what a line should not part, and gives every page a description and
`{cite-this}` the words to cite the chapter with.
What becomes of the built pages then, book/finish.py does.
"""

import base64
import itertools
import re
import shutil
from html import escape
from pathlib import Path
from xml.etree import ElementTree

from docutils import nodes
from docutils.statemachine import StringList
from formulas import subset
from sphinx.util.docutils import SphinxDirective

ICONS_STYLESHEET = "icons.css"
# The first remembers tabs between pages, which work without it; page.js does the second's work.
UNUSED_SCRIPTS = {"design-tabs.js", "sphinx-book-theme.js"}
ICONS = "angle-left angle-right bars circle-half-stroke list magnifying-glass moon sun"
WORDS = 100  # characters that a phone's line has no room for, over the columns of a table
NUMBERS = re.compile(r"[−+]?\d[\d.,%±−+ ]*")
# A word of code too long for the narrowest phone in the largest letters, and what touches a formula.
LONG_WORD = re.compile(r'(?<=<span class="pre)(?=">[^<]{17})')
TOUCHING = re.compile(r'[^\s<>]*<span class="math"[^>]*>.*?</span>[^\s<]*')
IMAGE = re.compile(r'<img ([^>]*?)src="([^"]*?_images/([^"]+\.svg))"([^>]*?)\s*/?>')
PRIVATE = re.compile("[\ue000-\uf8ff]")
STYLE = re.compile(r'\s*style="[^"]*"')
VIEWPORT = re.compile(r'<meta name="viewport"[^>]*>\s*')

BIBTEX = """\
@misc{{chapter{year},
  title   = {{{title}: a chapter in which every claim is executed}},
  author  = "{{{author}}}",
  year    = {{{year}}},
  note    = {{Version {version}, {date}, CC BY 4.0}},{url}
}}"""


class CiteThisDirective(SphinxDirective):
    """How to cite the chapter, as BibTeX, and where to report an error: from the settings."""

    def run(self):
        config = self.config
        address = config.html_baseurl
        entry = BIBTEX.format(title=config.html_title, author=config.author, date=config.today,
                              year=config.today.split()[-1], version=config.version,
                              url=f"\n  url     = {{{address}}}," if address else "")
        where = (f"where the chapter is published, <{address}>" if address
                 else "to whoever gave you this copy")
        text = [f"This is version {config.version} of {config.today}.", "", "```bibtex",
                *entry.splitlines(), "```", "",
                f"Found an error? Report it {where}: name the page, the section and this version."]
        found = nodes.Element()
        self.state.nested_parse(StringList(text), self.content_offset, found)
        return found.children


def keep_used_scripts(app, pagename, templatename, context, doctree):
    """Leave out scripts that do nothing on these pages, those inside the theme's pages included."""
    context["script_files"] = [
        script for script in context["script_files"]
        if (name := getattr(script, "filename", script)) and Path(name).name not in UNUSED_SCRIPTS]


def describe(app, pagename, templatename, context, doctree):
    """A description for search engines: the page's own, or else its first paragraph."""
    tags = VIEWPORT.sub("", context.get("metatags", ""))  # the layout has one
    own = doctree and next((meta["content"] for meta in doctree.findall(nodes.meta)
                            if meta.get("name") == "description"), None)
    first = doctree and next((p for p in doctree.findall(nodes.paragraph)
                              if isinstance(p.parent, nodes.section)), None)
    context["description"] = own or (first and " ".join(first.astext().split())[:300]) or ""
    if context["description"] and not own:
        tags += f'\n<meta name="description" content="{escape(context["description"])}" />'
    context["metatags"] = tags
    context["today"] = app.config.today  # for the footer


def fit_tables(app, doctree):
    """Mark the cells of numbers, which stay on a line, and tables of words whose rows a phone folds."""
    for table in doctree.findall(nodes.table):
        rows = [[entry.astext() for entry in row] for row in table.findall(nodes.row)]
        if len(rows[0]) == 4 and sum(max(map(len, column)) for column in zip(*rows)) > WORDS:
            table["classes"].append("folded")
        for entry in table.findall(nodes.entry):
            if NUMBERS.fullmatch(entry.astext()):
                entry["classes"].append("number")


def keep_together(app, pagename, templatename, context, doctree):
    """A line ends neither between a formula and what touches it nor, if it need not, in code's words."""
    if doctree is not None:
        body = LONG_WORD.sub(" long", context["body"])
        context["body"] = TOUCHING.sub(r'<span class="whole">\g<0></span>', body)


def size_in_pixels(path):
    """Width and height of an SVG in CSS pixels, from its own `width` and `height` or viewBox."""
    root = ElementTree.parse(path).getroot()
    units = {"pt": 4 / 3, "in": 96, "px": 1, "": 1, "cm": 96 / 2.54, "mm": 96 / 25.4}
    sides = [re.fullmatch(r"([\d.]+)(\w*)", root.get(side, "")) for side in ("width", "height")]
    if all(sides):
        return [round(float(side[1]) * units[side[2]]) for side in sides]
    return [round(float(n)) for n in root.get("viewBox").split()[2:]]


def size_images(app, pagename, templatename, context, doctree):
    """Write every figure's size into its tag, so that its place is kept before it loads.

    All but the first load only when the reader comes near.
    """
    sources = {name: source for source, (_, name) in app.env.images.items()}

    count = itertools.count()

    def sized(match):
        before, source, name, after = match.groups()
        width, height = size_in_pixels(Path(app.srcdir) / sources[name])
        kept = STYLE.sub("", f"{before} {after}").strip()
        lazy = 'loading="lazy" ' if next(count) else ""
        return f'<img {kept} {lazy}src="{source}" width="{width}" height="{height}" />'

    if doctree is not None:
        context["body"] = IMAGE.sub(sized, context["body"])


def trim_static_files(app, exception):
    """Take out of _static what no page loads, and write the stylesheet of icons."""
    if exception or app.builder.format != "html":
        return
    static = Path(app.outdir) / "_static"
    fonts = static / "vendor" / "fontawesome" / "webfonts"
    theme = (static / "styles" / "pydata-sphinx-theme.css").read_text(encoding="utf-8")
    path = static / ICONS_STYLESHEET
    if not path.is_file():
        data = base64.b64encode(subset(fonts / "fa-solid-900.woff2", icon_characters(theme)))
        path.write_text("@font-face { font-family: 'Font Awesome 6 Free'; font-weight: 900; src: "
                        f"url(data:font/woff2;base64,{data.decode()}) format('woff2'); }}\n",
                        encoding="utf-8")
    shutil.rmtree(static / "locales", ignore_errors=True)
    for unused in [*(static / "scripts").glob("*"), *fonts.glob("*"), *static.rglob("*.map"),
                   *(static / name for name in UNUSED_SCRIPTS)]:
        unused.unlink(missing_ok=True)


def icon_characters(theme):
    """The characters of the icons that the templates name and of those the theme's boxes carry."""
    named = [re.search(r"\.fa-%s:before[^{}]*\{content:\"\\([0-9a-f]+)\"" % name, theme)[1]
             for name in ICONS.split()]
    return {chr(int(code, 16)) for code in named} | set(PRIVATE.findall(theme))


def setup(app):
    app.add_directive("cite-this", CiteThisDirective)
    app.add_css_file(ICONS_STYLESHEET, priority=900)
    app.add_js_file("page.js")
    app.connect("html-page-context", keep_used_scripts, priority=900)
    app.connect("html-page-context", describe)
    app.connect("html-page-context", size_images)
    app.connect("html-page-context", keep_together)
    app.connect("doctree-read", fit_tables)
    app.connect("build-finished", trim_static_files)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
