"""The table of contents, for all that goes through the pages in their order."""

from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[1]


def page_names(root=ROOT):
    """The names of the book's pages in their order: paths from the root without their ending."""
    toc = yaml.safe_load((root / "_toc.yml").read_text(encoding="utf-8"))
    return [toc["root"], *(chapter["file"] for chapter in toc.get("chapters", []))]
