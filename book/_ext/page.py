"""The page around the text: light, still and complete without the network.

Drops scripts and fonts of the theme that the pages do not use, brings the few icons they do use as
a small font inside a stylesheet, gives every figure its size before it loads, so that the text
does not jump, and every page a description.
"""

import base64
import re
import shutil
from html import escape
from pathlib import Path
from xml.etree import ElementTree

from docutils import nodes
from formulas import subset

ICONS_STYLESHEET = "icons.css"
UNUSED_SCRIPTS = {"design-tabs.js"}  # remembers tabs between pages; the tabs work without it
ICONS = "angle-left angle-right arrow-up bars circle-half-stroke download list magnifying-glass " \
        "moon sun"
IMAGE = re.compile(r'<img ([^>]*?)src="([^"]*?_images/([^"]+\.svg))"([^>]*?)\s*/?>')
PRIVATE = re.compile("[\ue000-\uf8ff]")
ICON_RULE = re.compile(r'(?<=\})(?:\.fa-[\w-]+:before,?)+\{content:"[^"]+"\}')
STYLE = re.compile(r'\s*style="[^"]*"')


def drop_unused_scripts(app, pagename, templatename, context, doctree):
    """Leave out scripts that do nothing on these pages."""
    context["script_files"] = [
        script for script in context["script_files"]
        if Path(str(getattr(script, "filename", script))).name not in UNUSED_SCRIPTS]


def describe(app, pagename, templatename, context, doctree):
    """A description for search engines: the page's own, or else its first paragraph."""
    if doctree is None or 'name="description"' in context.get("metatags", ""):
        return
    first = next((p for p in doctree.findall(nodes.paragraph)
                  if isinstance(p.parent, nodes.section)), None)
    if first is not None:
        words = escape(" ".join(first.astext().split())[:300])
        tag = f'<meta name="description" content="{words}" />'
        context["metatags"] = f'{context.get("metatags", "")}\n{tag}'


def size_in_pixels(path):
    """Width and height of an SVG in CSS pixels, from its own `width` and `height` or viewBox."""
    root = ElementTree.parse(path).getroot()
    units = {"pt": 4 / 3, "in": 96, "px": 1, "": 1, "cm": 96 / 2.54, "mm": 96 / 25.4}
    sides = [re.fullmatch(r"([\d.]+)(\w*)", root.get(side, "")) for side in ("width", "height")]
    if all(sides):
        return [round(float(side[1]) * units[side[2]]) for side in sides]
    return [round(float(n)) for n in root.get("viewBox").split()[2:]]


def size_images(app, pagename, templatename, context, doctree):
    """Write every figure's size into its tag, so that its place is kept before it loads."""
    sources = {name: source for source, (_, name) in app.env.images.items()}

    def sized(match):
        before, source, name, after = match.groups()
        width, height = size_in_pixels(Path(app.srcdir) / sources[name])
        kept = STYLE.sub("", f"{before} {after}").strip()
        return f'<img {kept} src="{source}" width="{width}" height="{height}" />'

    if doctree is not None:
        context["body"] = IMAGE.sub(sized, context["body"])


def trim_static_files(app, exception):
    """Take out of _static what no page loads, and write the stylesheet of icons."""
    if exception or app.builder.format != "html":
        return
    static = Path(app.outdir) / "_static"
    fonts = static / "vendor" / "fontawesome" / "webfonts"
    stylesheet = static / "styles" / "pydata-sphinx-theme.css"
    theme = stylesheet.read_text(encoding="utf-8")
    stylesheet.write_text(ICON_RULE.sub(only_named_icons, theme), encoding="utf-8")
    path = static / ICONS_STYLESHEET
    if not path.is_file():
        data = base64.b64encode(subset(fonts / "fa-solid-900.woff2", icon_characters(theme)))
        path.write_text("@font-face { font-family: 'Font Awesome 6 Free'; font-weight: 900; src: "
                        f"url(data:font/woff2;base64,{data.decode()}) format('woff2'); }}\n",
                        encoding="utf-8")
    shutil.rmtree(static / "locales", ignore_errors=True)
    for unused in [*static.rglob("fontawesome.js*"), *fonts.glob("*"), *static.rglob("*.map"),
                   *(static / name for name in UNUSED_SCRIPTS)]:
        unused.unlink(missing_ok=True)


def only_named_icons(rule):
    """The rule of an icon if the templates name it, else nothing (there are 1,900 of them)."""
    return rule[0] if any(f".fa-{name}:" in rule[0] for name in ICONS.split()) else ""


def icon_characters(theme):
    """The characters of the icons that the templates name and of those the theme's boxes carry."""
    named = [re.search(r"\.fa-%s:before[^{}]*\{content:\"\\([0-9a-f]+)\"" % name, theme)[1]
             for name in ICONS.split()]
    return {chr(int(code, 16)) for code in named} | set(PRIVATE.findall(theme))


def setup(app):
    app.add_css_file(ICONS_STYLESHEET, priority=900)
    app.connect("html-page-context", drop_unused_scripts, priority=900)
    app.connect("html-page-context", describe)
    app.connect("html-page-context", size_images)
    app.connect("build-finished", trim_static_files)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
