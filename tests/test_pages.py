"""The built pages say what the sources, the results and the code say, to the letter."""
import json
import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from bs4 import BeautifulSoup
from conftest import BUILT, ROOT, pages_of_the_book
from results import PLACE, ResultError, fill_in, read_results
from snippets import Snippets, snippet, without_markers

PAGES = pages_of_the_book()
CODE = ROOT / "code"
REGIONS = Snippets(CODE).regions

# Numbers that a page may type: settings, arithmetic shown in full, dates and sources. A result
# never belongs here, since it would not change with the data.
TYPED = {
    "book/scaling": """
        1e-9 2 4 8 35 one 30 0.5 900 0.25 3,600 1733 1986 1893 1894 1977 1967 1988 2017 2011 2003
        2022 2023 21 15 51 95 97.5 400 20 500 1970 1.0000000000000002 2.288 0.087 200 66 10 0.3
        0.1 0.2
        """,
}


@cache
def source(page):
    return (ROOT / f"{page}.md").read_text(encoding="utf-8")


@cache
def html(page):
    return BeautifulSoup((BUILT / f"{page}.html").read_text(encoding="utf-8"), "html.parser")


def article(page):
    return html(page).select_one("article")


def prose(text):
    """A page's source without its front matter, its cells of code, and its link targets."""
    text = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL)
    text = re.sub(r"^```\{code-cell\}.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"\]\([^)]*\)", "]", text)
    return re.sub(r"^(:name:|:class:|\(\S+\)=|```\{\S+\} (?!\w+ )\S*$).*$", "", text,
                  flags=re.MULTILINE)


def letters(text):
    """What is left of a text when markup, spaces and quotes are gone: what a comparison needs."""
    return re.sub(r"[^\w.,+%\N{MINUS SIGN}]", "", text).replace("_", "")


def everything_said(page):
    """The words of the built page, and its alternative texts."""
    body = article(page)
    return letters(body.get_text()) + "\n" + "\n".join(
        letters(image.get("alt", "")) for image in body.find_all("img"))


def stated_results(page):
    """Each result that a page states, with a few words of the source on either side."""
    for block in re.split(r"\n\s*\n", prose(source(page))):
        for place in PLACE.finditer(block):
            before = re.split(r"[$`\[\]|{}:]|\n- ", block[:place.start()])[-1][-40:]
            after = re.split(r"[$`\[\]|{}]", block[place.end():])[0][:40]
            yield before + place[0] + after


@pytest.mark.parametrize("page", PAGES)
def test_each_result_on_the_page_is_the_one_in_the_results_file(page, built):
    results, said = read_results(), everything_said(page)
    for stated in stated_results(page):
        assert letters(fill_in(stated, results)) in said, stated


@pytest.mark.parametrize("page", PAGES)
def test_no_place_for_a_result_is_left_open(page, built):
    assert "{{" not in article(page).get_text()
    assert "TODO" not in article(page).get_text()


@pytest.mark.parametrize("page", PAGES)
def test_no_result_is_typed(page):
    text = PLACE.sub("", prose(source(page)))
    numbers = set(re.findall(r"(?<![\w.])\d[\d.,]*\d(?:e-?\d+)?|(?<![\w.])\d(?:e-?\d+)", text))
    assert numbers <= set(TYPED.get(page, "").split()), "compute it, or name it as a setting above"


@pytest.mark.parametrize("name", REGIONS)
def test_a_listing_is_its_region_to_the_letter(name, built):
    shown = [tabs for page in PAGES for tabs in article(page).select(f".region-{name}")]
    assert shown, f"no page shows the region {name}"
    for tabs in shown:
        function, block = (pre.get_text() for pre in tabs.find_all("pre"))
        assert function == REGIONS[name].text
        assert block == snippet(name)


@pytest.mark.parametrize("page", PAGES)
def test_no_marker_shows(page, built):
    for pre in article(page).find_all("pre"):
        assert "# region" not in pre.get_text() and "# endregion" not in pre.get_text()


@pytest.mark.parametrize("page", PAGES)
def test_a_whole_file_is_listed_and_its_download_is_the_file(page, built):
    names = re.findall(r"\{code-file\} (\S+)", source(page))
    listings = [pre.get_text() for pre in article(page).select(".code-file pre")]
    assert listings == [without_markers((CODE / name).read_text(encoding="utf-8"))
                        for name in names]
    for name in names:
        link = next(a for a in article(page).select("a.download") if a["href"].endswith(name))
        assert (BUILT / page).parent.joinpath(link["href"]).read_bytes() == (CODE / name).read_bytes()


@pytest.mark.parametrize("page", PAGES)
def test_every_image_says_in_words_what_it_shows(page, built):
    for image in article(page).find_all("img"):
        assert len(image.get("alt", "").split()) >= 12, image
        assert image.find_parent("figure").figcaption, image


@pytest.mark.parametrize("page", PAGES)
def test_no_link_is_dead(page, built):
    for link in html(page).find_all("a", href=True):
        parts = urlsplit(link["href"])
        if parts.scheme in ("http", "https", "mailto"):
            continue
        target = (BUILT / page).parent / unquote(parts.path) if parts.path else BUILT / f"{page}.html"
        assert target.exists(), link
        if parts.fragment and target.suffix == ".html":
            ids = BeautifulSoup(target.read_text(encoding="utf-8"), "html.parser").find_all(
                id=unquote(parts.fragment))
            assert ids, link


@pytest.mark.parametrize("page", PAGES)
def test_cells_print_no_warning_and_no_path_of_this_machine(page, built):
    for output in article(page).select(".cell_output"):
        text = output.get_text()
        assert "Warning" not in text and "Traceback" not in text
        assert str(ROOT) not in text and str(Path.home()) not in text


def test_a_name_that_the_results_lack_is_an_error():
    with pytest.raises(ResultError, match="no result named 'accuracy.none'"):
        fill_in("{{ accuracy.none|.3f }}", {"accuracy": {"raw": 1}})


def test_a_typed_result_would_be_found():
    assert re.findall(r"\d[\d.,]*\d", PLACE.sub("", prose("It is {{ a|.3f }} against 0.745.\n"))) == ["0.745"]


def test_the_results_file_is_plain_and_finite():
    def numbers(value):
        if isinstance(value, dict):
            return [n for part in value.values() for n in numbers(part)]
        if isinstance(value, list):
            return [n for part in value for n in numbers(part)]
        return [value]

    results = json.loads((ROOT / "book" / "generated" / "results.json").read_text(encoding="utf-8"))
    assert all(isinstance(n, str | int | float | None) and n == n for n in numbers(results))
