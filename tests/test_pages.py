"""The built pages say what the sources, the results and the code say, to the letter."""
import json
import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from bs4 import BeautifulSoup
from conftest import BUILT, ROOT
from results import PLACE, ResultError, fill_in, read_results
from snippets import Snippets, snippet, without_markers
from toc import page_names

PAGES = page_names()
NUMBER = re.compile(r"(?<![\w.])(?:\d[\d.,]*\d(?:e-?\d+)?|\de-?\d+)")
CODE = ROOT / "code"
REGIONS = Snippets(CODE).regions

# The numbers that a page types: settings, arithmetic shown in full, dates. A result never belongs
# here, since it would not change with the data. The references are all dates and page numbers.
TYPED = {
    "book/scaling": """
        0.5 900 0.25 3,600 30 1733 1986 1893 1894 1977 1967 2020 1988 2017 2011 2003 2022 2023 21
        95 400 500 20 1970 2.288 1e-9 246 255 10 100 0.3 0.1 0.2 35 64 32 1936 1951 31 60""",
    "book/when-it-matters": "0.001 10 0.5 0.1 0.2 95 15",
    "book/transforms": "1988 2014 25.2 10 21 1000 50 100 200 400 1.5 99",
    "book/streaming": """
        10 2021 20 246 0.26 0.26.1 2011 120 30 0.47 0.33 2.2 0.1 1983 800 300""",
    "book/encoding": "10 30 40 50 18.5 25 35 95",
    "book/in-practice": "12 30 95 150 1998 2000 2008 2015 2016",
    "book/own-table": "10 95 99",
    "book/exercises": """
        10 11 12 13 14 15 16 18 35 51 64 88 90 95 128 144 288 431 432 576 698 1,398 1,400 1962 1968
        2026 0.003 0.008 0.477 0.5 0.75 0.953 1.907 4.0 4.195 27.7 283.2 287.5 431.25""",
    "book/behind": "",
    "book/references": None,
}


@cache
def source(page):
    return (ROOT / f"{page}.md").read_text(encoding="utf-8")


@cache
def html(page):
    return BeautifulSoup((BUILT / f"{page}.html").read_text(encoding="utf-8"), "html.parser")


@cache
def anchors(file):
    """All ids of a built page."""
    text = file.read_text(encoding="utf-8")
    return {element["id"] for element in BeautifulSoup(text, "html.parser").find_all(id=True)}


def article(page):
    return html(page).select_one("article")


def prose(text):
    """A page's source without its front matter, its blocks of code, and its link targets."""
    text = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL)
    kept, fences = [], []  # the fences open at a line; the text inside a directive is prose
    for line in text.splitlines():
        fence = re.match(r" *(`{3,}|:{3,})(.*)", line)
        if fence and fences and fence[2] == "":
            fences.pop()
        elif fence:
            fences.append(re.match(r"(\{code-cell\}.*|\w*)$", fence[2]) is not None)
        elif not any(fences) and not re.match(r"(:name:|:class:|\(\S+\)=)", line):
            kept.append(line)
    return re.sub(r"\]\([^)]*\)", "]", "\n".join(kept))


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


def typed_numbers(text):
    """The numbers of two digits and more that stand in a page's prose as they are."""
    return set(NUMBER.findall(PLACE.sub("", prose(text))))


@pytest.mark.parametrize("page", [page for page in PAGES if TYPED[page] is not None])
def test_no_result_is_typed(page):
    assert typed_numbers(source(page)) == set(TYPED[page].split()), "a result? or a setting?"


@pytest.mark.parametrize("name", REGIONS)
def test_a_listing_is_its_region_to_the_letter(name, built):
    careful = [name.removeprefix("plain_")] if name.startswith("plain_") else []
    shown = [tabs for page in PAGES for tabs in article(page).select(f".region-{name}")]
    assert shown or f"plain_{name}" in REGIONS, f"no page shows the region {name}"
    for tabs in shown:
        *functions, block = (pre.get_text() for pre in tabs.find_all("pre"))
        assert functions == [REGIONS[part].text for part in [name, *careful]]
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
        target = (BUILT / page).parent / link["href"]
        assert target.read_bytes() == (CODE / name).read_bytes()


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
        here = BUILT / f"{page}.html"
        target = here.parent / unquote(parts.path) if parts.path else here
        assert target.exists(), link
        if parts.fragment and target.suffix == ".html":
            assert unquote(parts.fragment) in anchors(target.resolve()), link


@pytest.mark.parametrize("page", PAGES)
def test_cells_print_no_warning_and_no_path_of_this_machine(page, built):
    for output in article(page).select(".cell_output"):
        text = output.get_text()
        assert "Warning" not in text and "Traceback" not in text
        assert str(ROOT) not in text and str(Path.home()) not in text


def test_a_name_that_the_results_lack_is_an_error():
    with pytest.raises(ResultError, match="no result named 'accuracy.none'"):
        fill_in("{{ accuracy.none|.3f }}", {"accuracy": {"raw": 1}})


# A setting typed in a sentence or in code: it would stay when settings.py changes.
SETTING = re.compile(
    r"\bk\$? ?= ?\$?\d+|n_neighbors ?= ?\d|Classifier\(\d|\d[- ](?:NN\b|nearest|neighbours)"
    r"|(?:first|last|of|whichever) \d+ (?:neighbours|nearest|were|later|of them|differ)"
    r"|(?:\d|[Tt]wo hundred|[Tt]wenty) (?:\w+ )?splits", re.I)
OWN_K = {"k=3"}  # SelectKBest's, in an exercise


@pytest.mark.parametrize("path", [*(f"{page}.md" for page in PAGES), "README.md",
                                  "book/scene/scene.js", "book/scene/scene.html"])
def test_no_setting_is_typed(path):
    text = PLACE.sub("", (ROOT / path).read_text(encoding="utf-8"))
    assert set(SETTING.findall(text)) <= OWN_K


@pytest.mark.parametrize("sentence", [
    "With $k = 15$ on", "k=15", "KNeighborsClassifier(15)", "by 15-NN", "the 15 nearest",
    "of the first 15 neighbours", "4 of 15 were later", "on 200 splits", "Two hundred splits",
    "over 200 stratified splits"])
def test_a_typed_setting_would_be_found(sentence):
    assert SETTING.search(sentence)


def test_a_typed_result_would_be_found():
    assert typed_numbers("It is {{ a|.3f }} against 0.745, for k = 5.\n") == {"0.745"}


def test_the_results_file_is_plain_and_finite():
    def numbers(value):
        if isinstance(value, dict):
            return [n for part in value.values() for n in numbers(part)]
        if isinstance(value, list):
            return [n for part in value for n in numbers(part)]
        return [value]

    results = json.loads((ROOT / "book" / "generated" / "results.json").read_text(encoding="utf-8"))
    assert all(isinstance(n, str | int | float | None) and n == n for n in numbers(results))
