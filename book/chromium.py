"""Find a Chromium for the tests and the PDF, or install one; say which and how.

Looks at the variable CHROMIUM, the PATH and Playwright's own. Where there is none: Debian's
package when that can be installed (root, with apt-get), or else the one Playwright offers.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ADVICE = """No Chromium was found. Any of these helps:
  make browser                       find or install one, saying what it does
  CHROMIUM=/path/to/chromium make test
  make test BROWSER=0                leave the browser tests out"""


def find_chromium():
    """Where Chromium is, and how it was found; (None, "") where there is none."""
    named = os.environ.get("CHROMIUM")
    if named:
        path = shutil.which(named)
        if path is None:
            raise FileNotFoundError(f"CHROMIUM={named} is no program that can be run")
        return path, "named by CHROMIUM"
    for name in NAMES:
        if path := shutil.which(name):
            return path, "on the PATH"
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return (path, "Playwright's own") if Path(path).is_file() else (None, "")


def install():
    """Install Chromium; a CalledProcessError where that fails."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        print("No Chromium found: installing Debian's package (apt-get install chromium)")
        quiet = {"env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, "check": True}
        try:
            subprocess.run(["apt-get", "update", "-qq"], **quiet)
            subprocess.run(["apt-get", "install", "-qq", "--yes", "--no-install-recommends",
                            "chromium"], stdout=subprocess.DEVNULL, **quiet)
            return
        except subprocess.CalledProcessError as fault:
            print(f"That failed ({fault}); trying Playwright's instead")
    else:
        print("No Chromium found: installing Playwright's (python -m playwright install chromium)")
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


def main():
    try:
        path, how = find_chromium()
        if path is None:
            install()
            path, how = find_chromium()
    except (FileNotFoundError, subprocess.CalledProcessError) as fault:
        sys.exit(f"{fault}\n{ADVICE}")
    if path is None:
        sys.exit(ADVICE)
    print(f"Chromium: {path} ({how})")


if __name__ == "__main__":
    main()
