"""The take-away bundle: the pages as notebooks, the code, the data and the checker in one zip.

    python book/bundle.py            writes _build/coursework.zip
    python book/bundle.py --class    writes _build/class.zip, to hand out before the work is done:
                                     without solutions and without the chapter's functions

The pages are filled in with the results, and what a notebook does not know is put into plain
Markdown: a region becomes a cell of code, a fold a `details` element, a figure an image with its
alternative text. Cells have the outputs that the build of the pages got. The same files give the
same bytes.
"""

import json
import re
import sys
import zipfile
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

import jupytext
import nbformat
from toc import page_names

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "code" / "checkpoint"), str(ROOT / "book" / "_ext")]

from results import ResultError, fill_in, read_results
from snippets import Snippets, import_lines, names_needed

FOLDER = "normalization-and-standardization"
TARGET = ROOT / "_build" / "coursework.zip"
EXECUTED = ROOT / "_build" / "aside" / "_build" / "jupyter_execute" / "book"
SOURCES = ROOT / "book" / "coursework"
CLASS_CODE = ["code/pima.py"]  # the data alone; everything else would be the answer
CLASS_PAGES = ["exercises"]
COPIED = ["LICENSE", "LICENSE-text.md", "data/README.md", "data/diabetes.csv"]
DATE = (2026, 1, 1, 0, 0, 0)  # a zip has dates; the bundle has none of its own

HERE, THERE = "# from the repository's root, or from book/", "# from the bundle's folder, or from pages/"
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
OPENING = re.compile(r"(`{3,}|:{3,})\{([a-z-]+)\} *(.*)$")
PLAIN_OPENING = re.compile(r"(`{3,})[^`{]*$")
OPTION = re.compile(r":([a-z-]+): *(.*)$")
LABEL = re.compile(r"\(([\w-]+)\)=$")
HEADING = re.compile(r"#{1,6} ")
ADMONITIONS = {"admonition", "note", "tip", "hint", "important", "warning", "caution", "seealso"}


class BundleError(ValueError):
    """Something on a page that a notebook has no form for: says which."""


@dataclass
class Page:
    """One page on its way to a notebook, and what it has to know of the others."""

    name: str
    source: str
    home: dict = field(default_factory=dict)  # label -> the page that defines it
    snippets: Snippets = None
    figures: set = field(default_factory=set)  # those it shows: found on the way
    alone: bool = False  # whether the other pages are left out, so that no link may lead there


# ---- From a page's Markdown to a notebook's ------------------------------------------------------

def markdown(lines, page, top=True):
    """The lines with every directive, role, label and link in a form that a notebook knows.

    top: whether a region may become a cell here, which it cannot inside a fold.
    """
    done, rest = [], list(lines)
    while rest:
        line = rest.pop(0)
        if opening := OPENING.match(line):
            fence, name, argument = opening.groups()
            done += directive(name, argument, inside(fence, rest, page), page, top)
        elif opening := PLAIN_OPENING.match(line):
            done += [line, *inside(opening[1], rest, page), opening[1]]
        elif label := LABEL.match(line):
            done += [*new_cell(done, top), f'<a id="{label[1]}"></a>', ""]
        elif HEADING.match(line):
            done += [*new_cell(done, top), line]
        else:
            done.append(inline(line, page))
    return done


def new_cell(done, top):
    """The mark that begins a cell with a heading and the labels above it."""
    return ["+++", ""] if top and not "".join(done[-2:]).startswith("<a id=") else []


def inside(fence, rest, page):
    """Take the lines up to the closing fence off the rest."""
    taken = []
    while rest:
        line = rest.pop(0)
        if re.fullmatch(f"{fence[0]}{{{len(fence)},}} *", line):
            return taken
        taken.append(line)
    raise BundleError(f"{page.name}: a fence {fence} is never closed")


def directive(name, argument, lines, page, top):
    """One directive as lines of plain Markdown."""
    if name == "code-cell":
        return [f"```{{code-cell}} {argument}", *lines, "```"]
    if name == "region":
        kind = "{code-cell} ipython3" if top else "python"
        return [f"```{kind}", *region_cell(page.snippets, argument).splitlines(), "```"]
    if name == "code-file":
        return [f"The whole file: [{argument}](../code/{argument})"]
    if name == "include":  # the code and claims of all experiments: they would swell the bundle
        return ["*Made by the build: see it in the book.*"]
    if name in ("index", "cite-this"):  # for the book's search, and about the book
        return []
    options, body = {}, list(lines)
    while body and (option := OPTION.match(body[0])):
        options[option[1]] = option[2]
        body.pop(0)
    if name == "math":
        return ["$$", *body, "$$"]
    body = markdown(body, page, top=False)
    if name == "knn-scene":
        return body
    if name == "figure":
        return figure(argument, options.get("alt", ""), body, page)
    if name == "dropdown":
        return ["<details>", f"<summary>{argument}</summary>", "", *body, "", "</details>"]
    if name in ADMONITIONS:
        title = argument or name.capitalize()
        return [f"> **{title}**", ">", *(f"> {line}".rstrip() for line in body)]
    raise BundleError(f"{page.name}: a notebook has no form for the directive '{name}' yet: "
                      "give it one in book/bundle.py")


def figure(source, alternative, caption, page):
    """An image with its alternative text, the caption below it."""
    name = Path(source).name
    page.figures.add(name)
    text = inline(alternative, page).replace("[", r"\[").replace("]", r"\]")
    words = "\n".join(caption).strip()
    return [f"![{text}](figures/{name})", "", f"**Figure.** {words}"]


def region_cell(snippets, name):
    """A region as a cell: the imports it needs, other regions' functions among them, and itself."""
    region = snippets.region(name)
    module = snippets.modules[region.path.stem]
    imports = set()
    for needed in names_needed(region.text):
        source, original = module.imports.get(needed, (region.path.stem, needed))
        imports.add((source, original, needed))
    head = import_lines(imports)
    return (head + "\n\n" if head else "") + region.text


def inline(line, page):
    """Roles and links within a line."""
    line = re.sub(r"\{download\}`([^`<]+?) *<([^`>]+)>`", r"[\1](..\2)", line)
    line = re.sub(rf'<a href="\.\./{TARGET.name}">(.+?)</a>', r"\1", line)  # the reader has it
    if role := re.search(r"\{[a-z:-]+\}`", line):
        raise BundleError(f"{page.name}: a notebook has no form for the role {role[0]}...` yet: "
                          "give it one in book/bundle.py")
    line = re.sub(r"\]\(#([\w-]+)\)", lambda link: f"]({to_label(link[1], page)})", line)
    line = re.sub(r"\]\(([\w-]+)\.md(#[\w-]+)?\)", r"](\1.ipynb\2)", line)
    return re.sub(r"\[([^\]]*)\]\([\w-]+\.ipynb[^)]*\)", r"\1", line) if page.alone else line


def to_label(label, page):
    """The address of a label, on this page or on another."""
    home = page.home.get(label, page.name)
    return f"#{label}" if home == page.name else f"{home}.ipynb#{label}"


def notebook(page):
    """The page as the text of a notebook, with the outputs of its cells."""
    body = re.sub(r"\A---\n.*?\n---\n", "", page.source, flags=re.S)
    text = "\n".join(markdown(body.split("\n"), page)).replace(HERE, THERE)
    book = jupytext.reads(text, fmt="md:myst")
    book.metadata = nbformat.from_dict({"kernelspec": KERNEL, "language_info": {"name": "python"}})
    book.cells = [cell for cell in book.cells if cell.source.strip()]
    for number, cell in enumerate(book.cells):
        cell.id, cell.metadata = f"cell-{number}", nbformat.NotebookNode()
    put_outputs(book, page)
    book.nbformat, book.nbformat_minor = 4, 5
    nbformat.validate(book)
    return json.dumps(book, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def put_outputs(book, page):
    """Give the notebook's cells the outputs of those that were executed with the page."""
    path = EXECUTED / f"{page.name}.ipynb"
    executed = nbformat.read(path, 4).cells if path.is_file() else []
    waiting = [cell for cell in executed if cell.cell_type == "code"]
    for cell in book.cells:
        if waiting and cell.source.replace(THERE, HERE) == waiting[0].source:
            cell.outputs = waiting.pop(0).outputs
    if waiting:
        raise BundleError(f"{page.name}: no cell for the output of {waiting[0].source!r:.60}: "
                          "run `make book` first")


# ---- What is in the bundle -----------------------------------------------------------------------

def read_pages(root, results):
    """The pages of the table of contents in their order, results filled in."""
    sources = {Path(name).name: (root / f"{name}.md").read_text(encoding="utf-8")
               for name in page_names(root)}
    home = {label: name for name, source in sources.items()
            for label in re.findall(r"^\(([\w-]+)\)=$", source, re.M)}
    snippets = Snippets(root / "code")
    return [Page(name, filled(name, source, results), home, snippets)
            for name, source in sources.items()]


def filled(name, source, results):
    """The page's source with its results, or a ResultError that names the page."""
    try:
        return fill_in(source, results)
    except ResultError as fault:
        raise ResultError(f"{name}: {fault}") from None


def requirements(names, pinned):
    """The bundle's own short list, each library in the version that the book is built with."""
    versions = dict(re.findall(r"^([\w-]+)==(\S+)$", pinned, re.M))
    return "".join(f"{name}\n" if "==" in name else f"{name}=={versions[name]}\n"
                   for name in names.split())


def without_solutions(source):
    """A page without its folds named Solution and without what is for teachers."""
    source = re.sub(r"^(:{3,})\{dropdown\} Solution\n.*?^\1\n+", "", source, flags=re.M | re.S)
    return re.sub(r"^\(teachers\)=\n.*", "", source, flags=re.M | re.S)


def contents(root=ROOT, results=None, for_class=False):
    """Path in the bundle -> bytes of every file of it. for_class: without any answer."""
    pages = read_pages(root, read_results() if results is None else results)
    if for_class:
        pages = [page for page in pages if page.name in CLASS_PAGES]
        for page in pages:
            page.source = without_solutions(page.source)
            page.alone = True
    files = {f"pages/{page.name}.ipynb": notebook(page).encode() for page in pages}
    drawn = root / "book" / "generated" / "figures"
    copied = {f"pages/figures/{name}": drawn / name for page in pages for name in page.figures}
    copied |= {str(path.relative_to(root)): path for kind in ("*.py", "check/*.py", "own_table/*.py")
               for path in (root / "code").glob(kind)
               if not for_class or kind == "check/*.py" or f"code/{path.name}" in CLASS_CODE}
    copied |= {name: root / name for name in COPIED}
    copied |= {"my_scalers.py": SOURCES / "my_scalers.py",
               "README.md": SOURCES / ("README-class.md" if for_class else "README.md")}
    files |= {name: path.read_bytes() for name, path in copied.items()}
    pinned = (root / "requirements.txt").read_text(encoding="utf-8")
    for name in ("requirements.txt", "requirements-check.txt"):
        listed = (SOURCES / name).read_text(encoding="utf-8")
        files[name] = requirements(listed, pinned).encode()
    return files


def zip_bytes(files, folder=FOLDER):
    """The files in one zip: sorted, with one date and one set of permissions."""
    written = BytesIO()
    with zipfile.ZipFile(written, "w") as bundle:
        for name in sorted(files):
            entry = zipfile.ZipInfo(f"{folder}/{name}", DATE)
            entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 3
            entry.external_attr = 0o100644 << 16
            bundle.writestr(entry, files[name])
    return written.getvalue()


def main(for_class=False):
    """Write the bundle whole or not at all, and only where it differs."""
    target = TARGET.with_name("class.zip") if for_class else TARGET
    try:
        content = zip_bytes(contents(for_class=for_class))
    except (BundleError, ResultError) as fault:
        sys.exit(f"The take-away bundle is not written: {fault}")
    if not target.is_file() or target.read_bytes() != content:
        part = target.with_name(target.name + ".part")
        part.write_bytes(content)
        part.replace(target)
    print(f"The take-away bundle: {target.relative_to(ROOT)}, {len(content) / 1000:.0f} kB")


if __name__ == "__main__":
    main(for_class="--class" in sys.argv)
