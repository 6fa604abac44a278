"""Print the whole chapter as one PDF: tagged, bookmarked, with figures, formulas and solutions.

Joins the built pages into one, moves the solutions to the end, and lets Chromium print it twice: the
first print tells which pages the contents name. The built pages then link the PDF. Run by `make pdf`,
after the book is built.
"""

import shutil
import sys
from pathlib import Path
from urllib.parse import urldefrag

import yaml
from bs4 import BeautifulSoup
from chromium import ADVICE, find_chromium
from playwright.sync_api import sync_playwright
from pypdf import PdfReader, PdfWriter
from toc import page_names

ROOT = Path(__file__).resolve().parents[1]
BUILT = ROOT / "_build" / "html"
FOLDER = ROOT / "_build" / "pdf"

HEAD = """<!DOCTYPE html><html lang="en" data-theme="light"><head><meta charset="utf-8" />
<title>{title}</title>{styles}<style>
@page {{ size: A4; margin: 20mm 21mm 22mm; }}
html, body {{ background: #fff; }}
main {{ display: block; max-width: none; }}
.bd-article {{ padding: 0; }}
.bd-article + .bd-article {{ break-before: page; }}
.fold > .fold-title {{ font-weight: 600; break-after: avoid; }}
.fold > .sd-card-body {{ padding: 0 0 0 0.75rem; }}
p.byline {{ font: 9.5pt var(--label); }}
nav.parts {{ columns: 2; column-gap: 9mm; break-after: page; font: 8pt/1.3 var(--label); }}
.parts ol {{ list-style: none; margin: 0; padding: 0; }}
.parts ol > li {{ margin: 0 0 5pt; font-weight: 600; }}
.parts li li {{ margin: 1pt 0 1pt 1.2em; font-weight: 400; break-inside: avoid; }}
.parts a {{ display: flex; justify-content: space-between; gap: 1em; text-decoration: none; }}
.parts .page {{ min-width: 3ch; text-align: right; }}
</style></head><body><main>"""

# The contents' links, and their numbers: these have a width of their own, so they move nothing.
LINKS = "[...document.querySelectorAll('nav.parts a')].map(link => link.getAttribute('href'))"
NUMBER = """numbers => document.querySelectorAll("nav.parts .page").forEach(
    (place, at) => { place.textContent = numbers[at]; })"""


def join(names):
    """The built pages as one HTML document, in order, contents first and solutions last."""
    soups = {name: read_page(name) for name in names}
    articles = {name: soup.select_one("article") for name, soup in soups.items()}
    for name, article in articles.items():
        clear(article)
        rename(article, name, articles)
    solutions = move_solutions(articles)
    for article in [*articles.values(), solutions]:
        unfold(article)
    first, *others = articles.values()
    first.h1.insert_after(byline(), contents([*articles.values(), solutions]))
    styles = "".join(f'<link rel="stylesheet" href="{style}" />' for style in
                     dict.fromkeys(sheet for name, soup in soups.items() for sheet in sheets(soup)))
    head = HEAD.format(title=first.h1.get_text(), styles=styles)
    body = "".join(str(part) for part in [first, *others, solutions])
    return f"{head}{body}</main></body></html>"


def read_page(name):
    """A built page, parsed."""
    return BeautifulSoup((BUILT / f"{name}.html").read_text(encoding="utf-8"), "html.parser")


def sheets(soup):
    """The addresses of a page's stylesheets, seen from the PDF's folder."""
    for link in soup.select("head link[rel=stylesheet]"):
        yield "../html/" + link["href"].partition("?")[0].removeprefix("../")


def clear(article):
    """Take out what has no meaning on paper."""
    for gone in article.select("button, .headerlink, script, .behind-code, .sd-tab-set > input, "
                               ".sd-tab-set > label, .sd-tab-content ~ .sd-tab-content"):
        gone.decompose()
    for section in article.select("section"):
        if not section.find(lambda part: part.name not in {"h2", "h3", "span"}):
            section.decompose()  # all of it was taken out


def unfold(article):
    """Make each fold a line and what follows it: a fold that is open may still part from its line."""
    for folded in article.select("details.sd-dropdown"):
        title = folded.summary
        title.string = title.get_text(" ", strip=True)
        folded.name, folded["class"], title.name, title["class"] = "div", "fold", "p", "fold-title"


def rename(article, name, articles):
    """Make ids unique in the joined document and point links and images to where they now are."""
    article["id"] = anchor(name, "")
    for element in article.select("[id]"):
        element["id"] = anchor(name, element["id"])
    for image in article.select("img"):
        image.attrs.pop("loading", None)  # on paper no reader comes near
        image["src"] = "../html/" + image["src"].removeprefix("../")
    for link in article.select("a[href]"):
        address, fragment = urldefrag(link["href"])
        target = name if not address else f"book/{address.removesuffix('.html')}"
        if "://" in address:
            continue
        if target in articles:
            link["href"] = "#" + anchor(target, fragment)
        else:
            link.unwrap()  # a download: there is none on paper


def anchor(name, identifier):
    """The id in the joined document of a page's element, or of the page itself."""
    page = name.removeprefix("book/")
    return f"{page}--{identifier}" if identifier else page


def move_solutions(articles):
    """Move every folded solution to a last part; in its place stays a line that leads there."""
    soup = BeautifulSoup("<article class='bd-article' id='solutions'><h1>Solutions</h1></article>",
                         "html.parser")
    last = soup.article
    for article in articles.values():
        for number, folded in enumerate(article.select("details"), start=1):
            summary = folded.summary.get_text(" ", strip=True)
            if not summary.startswith("Solution"):
                continue
            heading = folded.find_previous(["h2", "h3"]).get_text(" ", strip=True)
            identifier = f"{article['id']}--solution-{number}"
            part = soup.new_tag("section", id=identifier)
            title = soup.new_tag("h2")
            title.string = heading
            link = soup.new_tag("a", href=f"#{identifier}")
            link.string = "The solution is at the end."
            line = soup.new_tag("p")
            line.append(link)
            folded.replace_with(line)
            folded.summary.decompose()
            part.extend([title, *list(folded.children)])
            last.append(part)
    return last


def contents(articles):
    """A list of the parts and their sections, as links."""
    soup = BeautifulSoup("<nav class='parts' aria-label='Contents'><ol></ol></nav>",
                         "html.parser")
    for article in articles:
        item, inner = soup.new_tag("li"), soup.new_tag("ol")
        item.append(_link(soup, article["id"], article.h1))
        listed = article["id"] not in {"behind", "solutions"}  # the others' sections name theirs
        for section in article.select("section:has(> h2)") if listed else []:
            entry = soup.new_tag("li")
            entry.append(_link(soup, section["id"], section.h2))
            inner.append(entry)
        item.append(inner)
        soup.ol.append(item)
    return soup.nav


def _link(soup, identifier, heading):
    link = soup.new_tag("a", href=f"#{identifier}")
    title, page = soup.new_tag("span"), soup.new_tag("span", attrs={"class": "page"})
    title.string = heading.get_text(" ", strip=True)
    link.extend([title, page])
    return link


def settings():
    """Title, author, version, date and address of the chapter, from _config.yml."""
    book = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    return {"title": book["title"], "author": book["author"], "address": book["html"]["baseurl"],
            "version": book["sphinx"]["config"]["version"], "date": book["sphinx"]["config"]["today"]}


def byline():
    """Whose the chapter is, of when, and under which licences: for its first page."""
    text = "{author}. Version {version}, {date}. Text and figures CC BY 4.0, code MIT; the data is " \
           "under neither. {address}".format(**settings())
    soup = BeautifulSoup("<p class='byline'></p>", "html.parser")
    soup.p.string = text.strip()
    return soup.p


def numbers(printed, links):
    """The pages of a print on which the targets of links are."""
    reader = PdfReader(printed)
    places = reader.named_destinations
    return [reader.get_destination_page_number(places[link.replace("#", "/")]) + 1 for link in links]


def describe(printed):
    """Write author, licence and version into the PDF's own description."""
    about = settings()
    writer = PdfWriter(printed, incremental=True)  # all else stays as printed
    writer.add_metadata({"/Title": about["title"], "/Author": about["author"],
                         "/Subject": f"Version {about['version']}, {about['date']}, CC BY 4.0"})
    writer.write(printed)


def link_from_pages():
    """Put the PDF beside the built pages and uncover their links to it."""
    shutil.copyfile(FOLDER / "chapter.pdf", BUILT / "chapter.pdf")
    for path in BUILT.rglob("*.html"):
        page = path.read_text(encoding="utf-8")
        path.write_text(page.replace("<!--pdf ", "").replace(" pdf-->", ""), encoding="utf-8")


def print_pdf(page, target):
    """Let Chromium print a page: A4, tagged for screen readers, with bookmarks and page numbers."""
    page.pdf(path=target, tagged=True, outline=True, prefer_css_page_size=True,
             display_header_footer=True, header_template="<span></span>",
             footer_template="<p style='width: 100%; text-align: center; font: 8pt sans-serif'>"
                             "<span class='pageNumber'></span></p>")


def print_chapter(browser, joined, printed):
    """Write the joined document and its print, contents numbered and the PDF described."""
    joined.write_text(join(page_names()), encoding="utf-8")
    page = browser.new_page(color_scheme="light")
    page.goto(joined.as_uri())
    page.evaluate("document.fonts.ready")
    page.evaluate("Promise.all([...document.images].map(image => image.decode()))")
    links = page.evaluate(LINKS)
    print_pdf(page, printed)
    page.evaluate(NUMBER, numbers(printed, links))
    print_pdf(page, printed)
    page.close()
    describe(printed)


def main():
    path, _ = find_chromium()
    if path is None:
        sys.exit(ADVICE)
    FOLDER.mkdir(parents=True, exist_ok=True)
    joined, printed = FOLDER / "chapter.html", FOLDER / "chapter.pdf"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        print_chapter(browser, joined, printed)
        browser.close()
    link_from_pages()
    print(f"The chapter in print: {printed.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
