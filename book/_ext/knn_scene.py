"""The live k-NN scene: ``{knn-scene}`` around a figure makes its picture come alive.

The figure inside keeps its number, name, caption and alternative text, and is all there is where
scripts are off and in print. Above its caption stands book/scene/scene.html, with the figure's
picture in its place there; the page, and no other, gets the scene's scripts, style and data, which
load from disk as well as from a server.
"""

import shutil
from pathlib import Path

from docutils import nodes
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

ROOT = Path(__file__).resolve().parents[2]
SCENE = ROOT / "book" / "scene"
PARTS = SCENE / "scene.html"
PLACE = "<!-- picture -->"  # in it, where the figure's own picture goes
DATA = ROOT / "book" / "generated" / "scene-data.js"
STYLE = SCENE / "scene.css"
# In the order in which they run: each takes from window.knnScene what those before it put there.
SCRIPTS = (DATA, *(SCENE / name for name in ("arithmetic.js", "picture.js", "way.js", "scene.js")))
STATIC = "scene"  # the folder below _static


class SceneDirective(SphinxDirective):
    """Parse the content, one figure, and put the scene's parts around and into it."""

    has_content = True

    def run(self):
        for path in (PARTS, STYLE, *SCRIPTS):
            self.env.note_dependency(str(path))
            if not path.is_file():
                raise ExtensionError(f"{self.env.docname}:{self.lineno}: {path.name} is not there: "
                                     "run `make figures`")
        figure, = self.figures()
        picture = figure.next_node(nodes.image)
        at = figure.index(picture)
        above, below = PARTS.read_text(encoding="utf-8").split(PLACE)
        figure[at:at + 1] = [html(above), picture, html(below)]
        return [html('<div class="knn-scene">', live=True), figure, html("</div>")]

    def figures(self):
        """The one figure of the content, in a list."""
        content = nodes.Element()
        self.state.nested_parse(self.content, self.content_offset, content)
        if [type(node) for node in content] != [nodes.figure]:
            raise ExtensionError(f"{self.env.docname}:{self.lineno}: {{knn-scene}} needs exactly "
                                 "one figure directive inside, with a caption")
        return content.children


def html(text, **marks):
    """A piece of HTML, as a node that other formats leave out."""
    return nodes.raw("", text, format="html", **marks)


def add_files(app, pagename, templatename, context, doctree):
    """Give the page its script, style and data, if the scene is on it."""
    if doctree is None or not any(node.get("live") for node in doctree.findall(nodes.raw)):
        return
    static = Path(app.outdir) / "_static" / STATIC
    static.mkdir(parents=True, exist_ok=True)
    for path in (STYLE, *SCRIPTS):
        shutil.copyfile(path, static / path.name)
    app.add_css_file(f"{STATIC}/{STYLE.name}")
    for path in SCRIPTS:
        app.add_js_file(f"{STATIC}/{path.name}", loading_method="defer")


def setup(app):
    app.add_directive("knn-scene", SceneDirective)
    app.connect("html-page-context", add_files)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
