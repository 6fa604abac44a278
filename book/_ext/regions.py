"""Code on a page: a region with its ready-to-paste block, and a whole file with its download.

    ```{region} plain_minmax      tabs: the function as it stands in its file, the careful version
    :careful: minmax              of it where one is named, and one block that runs alone
    ```
    ```{code-file} scalers.py     the whole file as a listing, and a link to download it
    ```

A directive of our own and not `literalinclude`, because an include finds its markers by substring
and shows the wrong lines, or none, with a warning at most. Here a region is found by its exact
name, and a region or a file that is not there stops the build.
"""

import sys
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective
from sphinx_design.shared import create_component

ROOT = Path(__file__).resolve().parents[2]
CODE = ROOT / "code"
SNIPPETS = ROOT / "book" / "generated" / "snippets"

sys.path.append(str(CODE / "checkpoint"))
from snippets import RegionError, Snippets, without_markers


def listing(text):
    """A block of Python to show, to the letter."""
    return nodes.literal_block(text, text, language="python", xml_space="preserve")


class RegionDirective(SphinxDirective):
    """Show a region in tabs: the function, its careful version if there is one, a block to paste."""

    required_arguments = 1
    option_spec = {"careful": directives.unchanged_required}

    def run(self):
        name, careful = self.arguments[0], self.options.get("careful")
        tabs = create_component("tab-set", classes=["sd-tab-set", "region", f"region-{name}"])
        tabs += self.tab("The function", self.region(name))
        if careful:
            tabs += self.tab("The careful version", self.region(careful))
        tabs += self.tab("Ready to paste", self.snippet(name))
        self.set_source_info(tabs)
        return [tabs]

    def region(self, name):
        """The text of a region; the page is read again when its file changes."""
        try:
            region = Snippets(CODE).region(name)
        except RegionError as fault:
            raise ExtensionError(f"{self.env.docname}:{self.lineno}: {fault}") from None
        self.env.note_dependency(str(region.path))
        return region.text

    def snippet(self, name):
        """The generated block; it is written by the checkpoint, with the results."""
        path = SNIPPETS / f"{name}.py"
        self.env.note_dependency(str(path))
        if not path.is_file():
            raise ExtensionError(f"{self.env.docname}:{self.lineno}: "
                                 f"book/generated/snippets/{name}.py is not there: `make figures`")
        return path.read_text(encoding="utf-8")

    def tab(self, label, text):
        item = create_component("tab-item", classes=["sd-tab-item"], selected=False)
        item += nodes.rubric(label, label, classes=["sd-tab-label"])
        item += create_component("tab-content", classes=["sd-tab-content"],
                                 children=[listing(text)])
        return item


class CodeFileDirective(SphinxDirective):
    """Show a whole module, without the markers of its regions, and a link to download it."""

    required_arguments = 1

    def run(self):
        path = CODE / self.arguments[0]
        if not path.is_file():
            raise ExtensionError(f"{self.env.docname}:{self.lineno}: no file code/{path.name}")
        self.env.note_dependency(str(path))
        block = listing(without_markers(path.read_text(encoding="utf-8")))
        block["classes"] += ["code-file"]
        return [block, self.download(path)]

    def download(self, path):
        link = addnodes.download_reference(
            "", "", nodes.Text(f"Download {path.name}"),
            reftarget=f"/code/{path.name}", refdomain="", reftype="download", refexplicit=True,
            refwarn=True, refdoc=self.env.docname)
        self.set_source_info(link)
        return nodes.paragraph("", "", link, classes=["code-download"])


def setup(app):
    app.add_directive("region", RegionDirective)
    app.add_directive("code-file", CodeFileDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
