"""Every result that a page prints is in the accepted record; each leads to what measured it."""

import json

import pytest
from bs4 import BeautifulSoup
from conftest import BUILT, ROOT
from record import RECORD, all_printed, as_record, compare, read_record, setting
from results import (BEHIND_FILE, ResultError, behind_label, experiment_files, file_behind, printed,
                     read_results)

PAGE = """Above {{ a.x|.2f }}.

(first)=
## First

On line six {{ a.x | .2f }} and {{ b|d }}.
"""


def test_a_place_is_known_by_page_line_and_section():
    found = printed("book/page", PAGE, {"a": {"x": 0.123}, "b": 7})
    assert [(each.line, each.section, each.place, each.text) for each in found] == [
        (1, "", "a.x|.2f", "0.12"), (6, "first", "a.x|.2f", "0.12"), (6, "first", "b|d", "7")]
    with pytest.raises(ResultError, match="b"):
        printed("book/page", PAGE, {"a": {"x": 0.123}})


def test_what_differs_is_said_with_page_and_line():
    found = printed("book/page", PAGE, {"a": {"x": 0.123}, "b": 7})
    _, record = read_record(as_record(found, {"numpy": "2"}))
    assert compare(found, record) == ([], [], [])
    assert record == {"a.x|.2f": "0.12", "b|d": "7"}
    changed, new, gone = compare(found, {"a.x|.2f": "0.13", "c|d": "1"})
    assert len(changed) == 2 and "book/page.md:6" in changed[1] and "0.13" in changed[1]
    assert len(new) == 1 and "book/page.md:6" in new[0] and "make accept" in new[0]
    assert len(gone) == 1 and "c|d" in gone[0]


def test_the_record_has_what_the_pages_print():
    results = read_results()
    first, record = read_record(RECORD.read_text(encoding="utf-8"))
    found = all_printed(results)
    changed, new, gone = compare(found, record)
    assert not new + gone, "\n".join(new + gone)
    here, _ = read_record(as_record(found, setting(results)))
    # Elsewhere a last digit may differ: the build tells it, and claims judge what is said.
    assert first != here or not changed, "\n".join(changed)


@pytest.mark.parametrize("page", sorted({each.page for each in all_printed(read_results())}))
def test_each_section_that_prints_results_leads_to_their_experiments(page, built):
    files = experiment_files()
    soup = BeautifulSoup((BUILT / f"{page}.html").read_text(encoding="utf-8"), "html.parser")
    wanted = {}
    for each in printed(page, (ROOT / f"{page}.md").read_text(encoding="utf-8"), read_results()):
        if each.section and (file := file_behind(each.path, files)):
            wanted.setdefault(each.section, set()).add(f"behind.html#{behind_label(file)}")
    assert len(soup.select("p.behind")) == len(wanted)
    for label, links in wanted.items():
        line, = soup.select(f"section#{label} > p.behind, section:has(> span#{label}) > p.behind")
        assert {link["href"] for link in line.find_all("a")} == links


def test_every_claim_and_every_experiment_is_told(built):
    text = BeautifulSoup((BUILT / "book" / "behind.html").read_text(encoding="utf-8"),
                         "html.parser").article.get_text()
    told = json.loads(BEHIND_FILE.read_text(encoding="utf-8"))
    words = " ".join(text.split())
    for part in [*(claim["rule"] for claim in told["claims"]),
                 *(" ".join(experiment["question"].split()) for experiment in told["experiments"])]:
        assert part.replace("`", "") in words.replace("’", "'") or part in text, part
