"""Check your own scalers against the chapter's rules: python code/check my_scalers.py

What is asked and how answers are judged is in report.py, the process that a file runs in in
process.py, the usual slips in slips.py.
"""
import argparse
import os
import sys
from pathlib import Path

if not sys.flags.ignore_environment:  # a PYTHONPATH, say, may hold another numpy: start without
    words = [sys.executable, "-E", "-P", "-B", "-X", "utf8", *sys.argv]
    if os.name == "posix":
        os.execv(sys.executable, words)
    import subprocess
    sys.exit(subprocess.call(words))
sys.path.insert(1, str(Path(__file__).resolve().parent.parent))

from process import SECONDS
from report import PARTS, report


def main():
    parser = argparse.ArgumentParser(description="Check your own scalers.")
    parser.add_argument("file", type=Path, help="your file, for instance my_scalers.py")
    parser.add_argument("--only", choices=PARTS, help="check this part alone")
    parser.add_argument("--guards", action="store_true", help="ask for the guards as well")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="time limit (%(default)s)")
    asked = parser.parse_args()
    if not asked.file.is_file():
        sys.exit(f"there is no file {asked.file}: name yours, for instance my_scalers.py")
    parts = [asked.only] if asked.only else list(PARTS)
    try:
        sys.exit(0 if report(asked.file.resolve(), parts, asked.guards, asked.seconds) else 1)
    except KeyboardInterrupt:
        sys.exit("stopped")


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="backslashreplace")  # a file may print what no terminal can
    main()
