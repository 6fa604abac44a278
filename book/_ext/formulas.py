"""Formulas without a script and without the network: LaTeX becomes MathML while the book is built.

Browsers lay MathML out themselves and screen readers read it. What they may lack is a font with
the tables for fractions, roots and tall brackets, so the pages bring one: STIX Two Math, cut down
to the characters that the book's formulas use and written into a stylesheet of its own. Converter
and font come from installed packages; LaTeX that the converter does not know fails the build.
"""

import base64
import hashlib
import importlib.util
import re
from html import escape, unescape
from io import BytesIO
from pathlib import Path

from docutils import nodes
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from math_core import LatexError, LatexToMathML
from sphinx.errors import ExtensionError
from sphinx.util.math import get_node_equation_number

STYLESHEET = "formulas.css"
NUMBERED = re.compile(r"\\(begin|end)\{(align|equation|gather|alignat|multline)\}")
# Letters in formulas are written upright in MathML; the browser slants them to these.
ITALIC = {**{chr(65 + i): chr(0x1D434 + i) for i in range(26)},
          **{chr(97 + i): chr(0x1D44E + i) for i in range(26)},
          **{chr(0x391 + i): chr(0x1D6E2 + i) for i in range(25)},
          **{chr(0x3B1 + i): chr(0x1D6FC + i) for i in range(25)}, "h": "ℎ"}
TOKEN = re.compile(r"\\left\s*\\?.|\\right\s*\\?.|\\[a-zA-Z]+|\\.|.", re.DOTALL)
OPENING = re.compile(r"\\left.*|\\begin|\\\{|[{(\[]")
CLOSING = re.compile(r"\\right.*|\\end|\\\}|[})\]]")
BREAK = re.compile(r"[,=<>]|\\approx|\\le|\\ge|\\to")
LONG = 16  # characters of LaTeX: about as wide as the narrowest phone's line in the largest letters
ALWAYS = "0123456789.,()[]{}|‖√+−=<>"

converter = LatexToMathML(fancy_error=False)


def mathml(latex, display):
    """The formula as MathML; a LatexError where the LaTeX is wrong or not known.

    Numbered environments lose their own number: the page numbers the formulas that have a label.
    """
    latex = NUMBERED.sub(r"\\\1{\2*}", latex).replace("\N{NO-BREAK SPACE}", "")
    return converter.convert_with_local_state(latex, displaystyle=display)


def visit_inline(self, node):
    converted = "<wbr>".join(_converted(node, piece, False) for piece in breakable(node.astext()))
    self.body.append(f'<span class="math" data-latex="{escape(node.astext())}">{converted}</span>')
    raise nodes.SkipNode


def visit_block(self, node):
    self.body.append(self.starttag(node, "div", CLASS="math", **{"data-latex": node.astext()}))
    self.body.extend(_converted(node, piece, True) for piece in pieces(node.astext()))
    if node["number"]:
        self.body.append(f'<span class="eqno">({get_node_equation_number(self, node)})')
        self.add_permalink_ref(node, "Link to this equation")
        self.body.append("</span>")
    self.body.append("</div>\n")
    raise nodes.SkipNode


def pieces(latex):
    """The formulas that a display sets side by side with \\qquad: a column on a phone."""
    parts = latex.split(r"\qquad")
    balanced = all(part.count("{") == part.count("}") for part in parts)
    return parts if balanced and r"\begin" not in latex else [latex]


def breakable(latex):
    """A formula in a line, cut where the line may break: a long one after its commas and equals signs.

    Browsers do not break a formula. A short one, or a place inside brackets of any kind, stays whole.
    """
    parts, depth = [""], 0
    for token in TOKEN.findall(latex):
        depth += bool(OPENING.fullmatch(token)) - bool(CLOSING.fullmatch(token))
        if token == r"\ " and not parts[-1] and len(parts) > 1:
            parts[-2] += token  # no line begins with a space
            continue
        parts[-1] += token
        if depth == 0 and BREAK.fullmatch(token) and len(latex) > LONG:
            parts.append("")
    *before, last = (part for part in parts if part.strip())
    return [*(part + "{}" for part in before), last]  # after a last sign there would be no space


def _converted(node, latex, display):
    """The MathML of a formula's LaTeX, or of a piece of it."""
    try:
        return mathml(latex, display)
    except LatexError as fault:
        raise ExtensionError(f"{node.source}:{node.line}: '{latex}': {fault}") from None


def characters_used(env):
    """Every character that a formula of the book shows."""
    used = set(ALWAYS)
    for docname in env.found_docs:
        for node in env.get_doctree(docname).findall(
                lambda n: isinstance(n, nodes.math | nodes.math_block)):
            text = re.sub(r"<[^>]*>", "", _converted(node, node.astext(), False))
            used |= set(unescape(text))
    return used | {ITALIC[c] for c in used if c in ITALIC}


def font_file():
    """STIX Two Math (SIL Open Font License), as the package ziamath brings it."""
    package = importlib.util.find_spec("ziamath").submodule_search_locations[0]
    return Path(package) / "fonts" / "STIXTwoMath-Regular.ttf"


def subset(path, characters):
    """The font with those characters and all sizes of them, compressed for the web (bytes).

    Without hints for coarse screens, and without other shapes for scripts: half of its weight.
    """
    options = Options()
    options.flavor = "woff2"
    options.name_IDs = ["*"]  # the font's own words on its authors and licence stay in it
    options.layout_features = ["kern", "mark", "mkmk"]
    options.hinting = False
    font = TTFont(path, recalcTimestamp=False)  # the same bytes at every build
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[ord(c) for c in characters])
    subsetter.subset(font)
    font.flavor = "woff2"
    written = BytesIO()
    font.save(written, reorderTables=False)
    return written.getvalue()


def write_stylesheet(app, exception):
    """Write the font into its stylesheet, unless the one there has the same characters."""
    if exception or app.builder.format != "html":
        return
    characters = "".join(sorted(characters_used(app.env)))
    mark = f"/* {hashlib.sha256(characters.encode()).hexdigest()} */"
    path = Path(app.outdir) / "_static" / STYLESHEET
    if path.is_file() and path.read_text(encoding="utf-8").startswith(mark):
        return
    data = base64.b64encode(subset(font_file(), characters)).decode()
    path.write_text(f"{mark}\n@font-face {{ font-family: 'Chapter Math'; font-display: block; "
                    f"src: url(data:font/woff2;base64,{data}) format('woff2'); }}\n",
                    encoding="utf-8")


def setup(app):
    app.add_html_math_renderer("mathml", inline_renderers=(visit_inline, None),
                               block_renderers=(visit_block, None))
    app.add_css_file(STYLESHEET)
    app.connect("build-finished", write_stylesheet)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
