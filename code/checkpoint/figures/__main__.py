"""Draw figures from the results of the last good run: for who works on one.

    python code/checkpoint/figures NAME ...    into book/generated/figures/
"""
import json
import sys
from pathlib import Path

CHECKPOINT = Path(__file__).resolve().parents[1]
GENERATED = CHECKPOINT.parents[1] / "book" / "generated"
sys.path[0] = str(CHECKPOINT)  # not this folder: some of its scripts have a library's name
sys.path.insert(0, str(CHECKPOINT.parent))

from figures import FIGURES
from figures.svg import svg_bytes
from kept import write_whole

if not sys.argv[1:] or set(sys.argv[1:]) - set(FIGURES):
    sys.exit(f"Name one or more of: {', '.join(FIGURES)}")
if not (GENERATED / "results.json").is_file():
    sys.exit("There are no results yet: run `make figures` first")
results = json.loads((GENERATED / "results.json").read_text(encoding="utf-8"))
for name in sys.argv[1:]:
    path = GENERATED / "figures" / f"{name}.svg"
    write_whole(path, svg_bytes(FIGURES[name](results)))
    print(path)
