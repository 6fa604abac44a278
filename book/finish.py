"""Finish the pages that Sphinx wrote: light, complete, and every file under the mark of its content.

Joins the stylesheets into one, without the rules and variables that no page can use, and picks from
it the dark colours for systems that are dark and run no scripts. Marks styles and scripts with their
content, so that no reader keeps an old one. Writes the first page, which leads to the chapter, and
the one for addresses where nothing is. Run by `make book` with the folder of the pages.
"""

import hashlib
import re
import sys
from html import escape
from pathlib import Path

import lightningcss
import yaml
from toc import ROOT, page_names

STYLE, DARK = "_static/chapter.css", "_static/dark-without-script.css"
LINK = re.compile(r'^ *<link rel="stylesheet" [^>]*href="((?:\.\./)*)(_static/[^"?]+)[^>]*>\n?', re.M)
FILE = re.compile(r'(href|src)="((?:\.\./)*)((?:_static/)?[\w/.-]+\.(?:css|js))(?:\?v=\w+)?"')
CODE_COLOUR = re.compile(r"\.highlight( \.\w+)? \{(?: background: #\w+;)? color: (#\w+) \}")
SMALL = """<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>{title}</title>
{head}<style>body {{ margin: 3rem auto; max-width: 32rem; padding: 0 1rem;
  font: 1.1rem/1.6 Georgia, serif; }}</style>
</head>
<body>
<main>
<h1>{title}</h1>
<p>{text}</p>
</main>
</body>
</html>
"""


def without_plain_spans(page, colours):
    """The page without the spans in code, half of its elements, that are coloured as what is around.

    colours: the text of Pygments' stylesheet, for the light page and the dark one.
    """
    found = {}
    for token, colour in CODE_COLOUR.findall(colours):
        found.setdefault(token.removeprefix(" ."), []).append(colour)
    plain = "|".join(token for token in found if token and found[token] == found[""])
    return re.sub(rf'<span class="(?:{plain})">([^<]*)</span>', r"\1", page)


def join_stylesheets(folder, pages):
    """Replace the stylesheets of all pages by one; returns its text, with what the pages can use."""
    lists = [[name for _, name in LINK.findall(page) if name != DARK] for page in pages.values()]
    longest = max(lists, key=len)
    for one in lists:
        if [name for name in longest if name in one] != one:
            sys.exit(f"The pages load their stylesheets in different orders: {longest}, {one}")
    sheets = [(folder / name).read_text(encoding="utf-8").removeprefix('@charset "UTF-8";')
              for name in longest]
    for name in longest:
        (folder / name).unlink()
    scripts = [path.read_text(encoding="utf-8") for path in (folder / "_static").rglob("*.js")]
    return without_unused("\n".join(sheets), pages.values(), scripts)


def without_unused(style, pages, scripts):
    """The style without rules for classes and ids, and without variables, that nothing names."""
    used = {word for page in pages for names in re.findall(r'\b(?:class|id)="([^"]*)"', page)
            for word in names.split()}
    used |= {word for text in scripts for word in re.findall(r"[\w-]+", text)}
    used |= set(re.findall(r"--[\w-]+", " ".join(re.findall(r'style="[^"]*"', " ".join(pages)))))
    before = None
    while before != style:  # a variable may be named by another that nothing names
        before = style
        named = set(re.findall(r"[.#]([A-Za-z][\w-]*)", style))
        variables = set(re.findall(r"(--[\w-]+)\s*:", style)) - set(
            re.findall(r"var\(\s*(--[\w-]+)", style))
        style = lightningcss.process_stylesheet(style, unused_symbols=(named | variables) - used,
                                                minify=False)
    return style


def dark_rules(style):
    """The style's rules for a dark page, for pages whose colours no script has chosen."""
    rules = [rule for rule in style.split("\n\n") if '[data-theme="dark"]' in rule]
    return "\n\n".join(rules).replace('[data-theme="dark"]', '[data-theme="auto"]')


def link_style(page):
    """The page with one link to the joined stylesheet, where its first was."""
    first = LINK.search(page)
    rest = LINK.sub(lambda link: link[0] if link[2] == DARK else "", page[first.start():])
    return (page[:first.start()] + f'<link rel="stylesheet" href="{first[1]}{STYLE}" />\n' + rest)


def mark_files(folder, page):
    """The page with the mark of their content on its styles and scripts."""

    def marked(file):
        attribute, up, name = file.groups()
        content = (folder / name).read_bytes()
        return f'{attribute}="{up}{name}?v={hashlib.sha256(content).hexdigest()[:8]}"'

    return FILE.sub(marked, page)


def small_page(title, text, head=""):
    return SMALL.format(language="en", title=escape(title), text=text, head=head)


def write_small_pages(folder, settings):
    """index.html, which leads to the chapter at once, and 404.html, for a server to show."""
    address = settings["html"]["baseurl"].rstrip("/")
    chapter, title = f"{page_names()[0]}.html", settings["title"]
    head = f'<meta http-equiv="refresh" content="0; url={chapter}" />\n'
    if address:
        head += f'<link rel="canonical" href="{address}/{chapter}" />\n'
    link = f'<a href="{chapter}">{escape(title)}</a>'
    (folder / "index.html").write_text(small_page(title, f"Read it here: {link}.", head),
                                       encoding="utf-8")
    head = f'<base href="{address}/" />\n' if address else ""
    (folder / "404.html").write_text(small_page(
        "There is no such page", f"It may have been renamed. The chapter begins here: {link}.",
        head), encoding="utf-8")


def main():
    folder = Path(sys.argv[1])
    settings = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    colours = (folder / "_static" / "pygments.css").read_text(encoding="utf-8")
    pages = {path: without_plain_spans(path.read_text(encoding="utf-8"), colours)
             for name in [*page_names(), "search"] for path in [folder / f"{name}.html"]}
    style = join_stylesheets(folder, pages)
    for name, sheet in ((STYLE, style), (DARK, dark_rules(style))):
        (folder / name).write_text(lightningcss.process_stylesheet(sheet), encoding="utf-8")
    for path, page in pages.items():
        path.write_text(mark_files(folder, link_style(page)), encoding="utf-8")
    write_small_pages(folder, settings)


if __name__ == "__main__":
    main()
