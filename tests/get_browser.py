"""Find a Chromium for the tests and the PDF, or install one; say which and how.

Looks at the variable CHROMIUM, the PATH and Playwright's own. Where there is none: Debian's
package when that can be installed (root, with apt-get), or else the one Playwright offers.
"""

import os
import shutil
import subprocess
import sys

from browser import ADVICE, find_chromium


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
