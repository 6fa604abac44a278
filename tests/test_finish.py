"""What becomes of the pages that Sphinx wrote: one small stylesheet, marks, the pages at the edges."""

import hashlib
import re

import finish
import pytest
from bs4 import BeautifulSoup
from conftest import BUILT
from toc import page_names

PAGES = [*page_names(), "search"]


@pytest.mark.parametrize("name", PAGES)
def test_each_style_and_script_has_the_mark_of_its_content(name, built):
    """Without one, or with that of an earlier build, a returning reader keeps an old file."""
    page = BeautifulSoup((built / f"{name}.html").read_text(encoding="utf-8"), "html.parser")
    files = [tag.get("href") or tag["src"]
             for tag in page.select("link[rel=stylesheet], script[src]")]
    assert sum(".css" in file for file in files) == 2  # one is for dark systems without scripts
    for file in files:
        path, _, mark = file.partition("?v=")
        content = ((built / name).parent / path).resolve().read_bytes()
        assert mark == hashlib.sha256(content).hexdigest()[:8], file


@pytest.mark.parametrize("name", PAGES)
def test_the_head_is_written_once_and_names_an_address_only_if_there_is_one(name, built):
    head = BeautifulSoup((built / f"{name}.html").read_text(encoding="utf-8"), "html.parser").head
    assert len(head.select("meta[name=viewport]")) == len(head.select("title")) == 1
    assert head.select("link[rel=canonical], meta[property^='og:']") == []


def test_the_first_page_and_the_missing_one_say_what_they_are_and_lead_to_the_chapter(tmp_path):
    for address in ("", "https://example.org/chapter/"):
        finish.write_small_pages(tmp_path, {"title": "A & B", "html": {"baseurl": address}})
        for name in ("index", "404"):
            page = BeautifulSoup((tmp_path / f"{name}.html").read_text("utf-8"), "html.parser")
            assert page.html["lang"] == "en"
            assert page.title.text == page.h1.text
            assert page.a["href"] == f"{page_names()[0]}.html" and page.a.text == "A & B"
            there = page.select_one("link[rel=canonical], base")
            assert there is None if not address else there["href"].startswith(address)
    assert (BUILT / "index.html").is_file() and (BUILT / "404.html").is_file()


def test_what_no_page_names_goes_and_what_a_page_or_script_names_stays():
    style = """:root { --kept: 1px; --chain: var(--gone); --gone: 2px; --set: 3px }
    .kept { top: var(--kept) } .gone { top: var(--chain) } #gone-too, .kept .gone { top: 0 }
    p > b { top: 0 } .by-script { top: 1px } .kept:not(.gone) { left: 0 }"""
    left = finish.without_unused(style, ['<p class="other kept" id="x" style="top: var(--set)">'],
                                 ["element.classList.add('by-script')"])
    assert re.findall(r"^[^{}\n]+(?= \{)", left, re.M) == [
        ":root", ".kept", "p > b", ".by-script", ".kept:not(.gone)"]
    assert re.findall(r"--[\w-]+", left) == ["--kept", "--set", "--kept"]


def test_code_loses_the_spans_that_only_repeat_the_colour_around_them():
    colours = "".join(f"""html[data-theme="{theme}"] .highlight {{ background: #fefefe; color: {text} }}
    html[data-theme="{theme}"] .highlight .n {{ color: {text} }} /* Name */
    html[data-theme="{theme}"] .highlight .o {{ color: {operator} }} /* Operator */
    html[data-theme="{theme}"] .highlight .gs {{ color: {text}; font-weight: bold }}"""
                      for theme, text, operator in (("light", "#080808", "#080808"),
                                                    ("dark", "#f8f8f2", "#abe338")))
    code = "".join(f'<span class="{token}">a&lt;b</span>' for token in ("n", "o", "gs", "other"))
    assert finish.without_plain_spans(code, colours) == code.replace('<span class="n">a&lt;b</span>',
                                                                     "a&lt;b")


def test_the_dark_rules_are_those_of_a_dark_page():
    style = finish.without_unused("""html[data-theme=dark] p { color: red } p { color: blue }
        @media screen { html[data-theme=dark] b { color: red } }""", [], [])
    assert finish.dark_rules(style).count('html[data-theme="auto"]') == 2
    assert "blue" not in finish.dark_rules(style)


def test_stylesheets_in_different_orders_stop_the_build(tmp_path):
    link = '<link rel="stylesheet" href="_static/{}.css" />\n'
    with pytest.raises(SystemExit, match="different orders"):
        finish.join_stylesheets(tmp_path, {1: link.format("a") + link.format("b"),
                                           2: link.format("b") + link.format("a")})
