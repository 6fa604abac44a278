"""Turn a figure into one SVG for the light page, the dark page and print."""

import io
import re

from figures.style import PALETTE

SYSTEM_FONTS = "system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"

_ROLE = {light: role for role, (light, _) in PALETTE.items()}


def _variables(mode):
    """Return the palette as CSS declarations, `mode` 0 for light and 1 for dark."""
    return " ".join(f"--{role}: {pair[mode]};" for role, pair in PALETTE.items())


def style_sheet():
    """Return the CSS rules that every SVG carries: colours by role, dark on screen only."""
    return (
        f"svg {{ {_variables(0)} }}\n"
        f"@media screen and (prefers-color-scheme: dark) {{ svg {{ {_variables(1)} }} }}\n"
        f"text {{ font-family: {SYSTEM_FONTS}; white-space: pre; }}"
    )


def _as_variable(match):
    """Return the CSS variable of the role whose colour was found, or raise ValueError."""
    found = match[0].lower()
    if found not in _ROLE:
        raise ValueError(f"the figure uses {found}, which is no colour of the palette (style.py)")
    return f"var(--{_ROLE[found]})"


def _restyle(match):
    """Return one style attribute with variables for colours; the fonts are named once, above."""
    css = re.sub(r"#[0-9a-fA-F]{6}\b", _as_variable, match[1])
    css = re.sub(r"font-family: [^;]*;? ?", "", css)
    return f'style="{css}"'


def _hoist(match):
    """Return a group of equal marks with their style written once, on the group."""
    styles = set(re.findall(r'style="[^"]*"', match[2]))
    if len(styles) != 1:
        return match[0]
    (style,) = styles
    return f"<g{match[1]} {style}>{match[2].replace(' ' + style, '')}</g>"


def _round_numbers(tag):
    """Return a tag with its numbers to two decimals, a hundredth of a point."""
    return re.sub(r"-?\d+\.\d{3,}", lambda number: f"{float(number[0]):.2f}", tag[0])


def _slim(text):
    """Return the SVG without the digits and the repetition that nobody sees."""
    text = re.sub(r"<[^>]+>", _round_numbers, text)
    text = re.sub(r' transform="rotate\(-0 [^"]*\)"', "", text)
    text = re.sub(r"<g([^>]*)>((?:\s*<use [^>]*/>)+\s*)</g>", _hoist, text)
    return re.sub(r"\s*\n\s*", "\n", text)


def svg_bytes(fig):
    """Return the figure as SVG: the same bytes at every call, and nothing written anywhere.

    Text stays text, in the reader's own system font; each colour becomes the variable of its
    role. Raises ValueError where a colour is used that the palette does not have.
    """
    buffer = io.StringIO()
    nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    fig.savefig(buffer, format="svg", metadata=nothing)
    text = re.sub(r"<!DOCTYPE.*?>\s*", "", buffer.getvalue(), flags=re.DOTALL)
    text = re.sub(r'style="([^"]*)"', _restyle, text)
    text = text.replace("</style>", f"\n{style_sheet()}\n</style>", 1)
    return _slim(text).encode("utf-8")
