"""Behind the numbers: what each experiment asks, its code, its claims, and where the book says it.

    python book/behind.py    writes book/generated/behind.md, which the page book/behind.md includes
"""

import json
import re
import sys

from record import all_printed
from results import BEHIND_FILE, behind_label, experiment_files, file_behind, read_results
from toc import ROOT

TARGET = ROOT / "book" / "generated" / "behind.md"
EXPERIMENTS = ROOT / "code" / "checkpoint" / "experiments"


def behind(told, found):
    """The page's Markdown, from what the checkpoint tells and all places that print a result."""
    files = experiment_files()
    parts = [section(file, told, files, found) for file in dict.fromkeys(files.values())]
    shared = [path for path in sorted(EXPERIMENTS.glob("*.py"))
              if path.stem not in {*files.values(), "__init__", "table"}]
    return "\n\n".join([*parts, "## What several of them share",
                        *map(listing, [EXPERIMENTS.parent / "settings.py", *shared])]) + "\n"


def section(file, told, files, found):
    """One file of experiments: its questions, code and claims, and where the book says it."""
    here = list(dict.fromkeys(f"[](#{each.section})" for each in found
                              if each.section and file_behind(each.path, files) == file))
    claims = [claim_line(claim) for claim in told["claims"]
              if file_behind(claim["about"], files) == file]
    return "\n\n".join(filter(None, [
        f"({behind_label(file)})=\n## {file.replace('_', ' ').capitalize()}",
        "\n".join(f"- `{experiment['path']}`: {plain(experiment['question'])}"
                  for experiment in told["experiments"] if experiment["file"] == file),
        here and f"Printed in {', '.join(here)}.",
        listing(EXPERIMENTS / f"{file}.py"),
        claims and "What must hold, and what was measured:\n\n" + "\n".join(claims)]))


def claim_line(claim):
    """One claim of a list: the sentence and its place, the rule, and what was measured for it."""
    return (f"- {plain(claim['sentence'])} ([](#{claim['section']})): `{claim['rule']}`, "
            f"measured {plain('; '.join(claim['measured']))}")


def listing(path):
    """A file's code, folded."""
    text = path.read_text(encoding="utf-8").rstrip()
    return (f":::{{dropdown}} The code: {path.name}\n:class-container: behind-code\n\n"
            f"````python\n{text}\n````\n:::")


def plain(text):
    """Words of a docstring or a claim as Markdown prints them to the letter."""
    return re.sub(r"([\\*_\[\]<>$`{}])", r"\\\1", " ".join(text.split()))


def main():
    told = json.loads(BEHIND_FILE.read_text(encoding="utf-8"))
    text = behind(told, all_printed(read_results()))
    if not TARGET.is_file() or TARGET.read_text(encoding="utf-8") != text:
        TARGET.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
