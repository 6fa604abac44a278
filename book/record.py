"""The accepted record: every result that a page prints, as it was printed when it was last read.

    python book/record.py           counts what differs; _build/differences.txt has page and line
    python book/record.py accept    renews it; the diff is the review

A difference stops no build, since another machine may differ in a last digit. The tests fail on a
result that the record does not have or has in vain, and on a changed one where the libraries and
the platform are those that the record names.
"""

import platform
import sys

from toc import ROOT, page_names

sys.path.append(str(ROOT / "book" / "_ext"))
from results import printed, read_results

RECORD = ROOT / "book" / "record.txt"
DIFFERENCES = ROOT / "_build" / "differences.txt"


def all_printed(results, root=ROOT):
    """Every place of every page, a text of several lines in one."""
    return [each._replace(text=each.text.replace("\n", " / ")) for page in page_names(root)
            for each in printed(page, (root / f"{page}.md").read_text(encoding="utf-8"), results)]


def setting(results):
    """What may change a last digit: the libraries and the platform."""
    return {"platform": f"{platform.system()} {platform.machine()}",
            "python": ".".join(platform.python_version_tuple()[:2]), **results["versions"]}


def as_record(found, setting):
    """The text of the record: where it was measured, then one line a result, sorted."""
    lines = {f"{each.place} = {each.text}" for each in found}
    return "\n".join(["# " + ", ".join(f"{name} {value}" for name, value in setting.items()),
                      *sorted(lines)]) + "\n"


def read_record(text):
    """(the first line, {place: text}) of a record."""
    first, *lines = text.splitlines()
    return first, dict(line.split(" = ", 1) for line in lines)


def compare(found, record):
    """(changed, new, gone), each a list of sentences with page and line."""
    changed = [f"{each.page}.md:{each.line} prints {each.place} = {each.text}; "
               f"accepted was {record[each.place]}"
               for each in found if record.get(each.place, each.text) != each.text]
    new = [f"{each.page}.md:{each.line} prints {each.place} = {each.text}, which is not in "
           "book/record.txt: read it there, then `make accept`"
           for each in found if each.place not in record]
    gone = [f"no page prints {place} any more: `make accept`"
            for place in sorted(set(record) - {each.place for each in found})]
    return changed, new, gone


def main(*words):
    results = read_results()
    found = all_printed(results)
    if words == ("accept",):
        RECORD.write_text(as_record(found, setting(results)), encoding="utf-8")
        print("Accepted: look through `git diff book/record.txt`, it is the review")
        return
    _, record = read_record(RECORD.read_text(encoding="utf-8"))
    changed, new, gone = compare(found, record)
    DIFFERENCES.parent.mkdir(exist_ok=True)
    DIFFERENCES.write_text("".join(f"{line}\n" for line in changed + new + gone), encoding="utf-8")
    print(f"The record: of {len(found)} results that the pages print, {len(changed)} differ from "
          f"book/record.txt and {len(new)} are not in it"
          + (f" ({DIFFERENCES.relative_to(ROOT)} lists them)" if changed or new else ""))


if __name__ == "__main__":
    main(*sys.argv[1:])
