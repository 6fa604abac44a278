"""What several tests need: the built book, the book on a server, and a browser.

BROWSER=0 leaves out every test that asks for the browser, and the summary says so. Without that
variable a missing browser is a failure.
"""

import os
import shutil
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
BUILT = ROOT / "_build" / "html"
PREFIX = "/any/path/"  # the book must work below any address
WITHOUT_BROWSER = os.environ.get("BROWSER") == "0"


def pytest_collection_modifyitems(config, items):
    if WITHOUT_BROWSER:
        left_out = [item for item in items if "chromium_with" in item.fixturenames]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def pytest_terminal_summary(terminalreporter):
    figures = {}
    for report in [*terminalreporter.getreports("passed"), *terminalreporter.getreports("failed")]:
        for what, value in report.user_properties:
            figures.setdefault(what, []).append(value)
    if figures:
        terminalreporter.section("measured in the browser")
    for what, values in figures.items():
        extreme = min(values) if what.startswith("least") else max(values)
        terminalreporter.write_line(f"{extreme:10,.4g}  {what} ({len(values)} measured)")
    if WITHOUT_BROWSER:
        terminalreporter.write_line("BROWSER=0: all tests in a browser were left out, deliberately. "
                                    "What they measure is not known.", yellow=True)


@pytest.fixture
def measured(record_property):
    """Notes a figure for the summary, which shows the largest of each, or the least."""
    return record_property


@pytest.fixture(scope="session")
def built():
    """The folder of the built book."""
    if not (BUILT / "index.html").is_file():
        pytest.fail("the book is not built: run `make book` first", pytrace=False)
    return BUILT


class Handler(SimpleHTTPRequestHandler):
    """Serves the folder below PREFIX, and nothing elsewhere."""

    def translate_path(self, path):
        if not path.startswith(PREFIX):
            return str(Path(self.directory) / "outside")
        return super().translate_path(path.removeprefix(PREFIX.rstrip("/")))

    def log_message(self, *args):
        pass


@pytest.fixture(scope="session")
def site(built):
    """The address of the built book on a server of this machine, with a slash at its end."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(built)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}{PREFIX}"
    server.shutdown()
    server.server_close()


FONTS = """<fontconfig><dir>{folder}</dir><cachedir>{folder}</cachedir>
<alias><family>sans-serif</family><prefer><family>DejaVu Sans</family></prefer></alias>
<alias><family>serif</family><prefer><family>DejaVu Serif</family></prefer></alias>
<alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
<match target="pattern"><edit name="hintstyle"><const>hintslight</const></edit></match>
</fontconfig>"""


@pytest.fixture(scope="session")
def chromium_with(tmp_path_factory):
    """Chromium with given fonts, started once each: chromium_with("DejaVu"), that sees nothing but
    the DejaVu that matplotlib brings, so that all machines measure the same; chromium_with("own"),
    that sees what this machine has. A failure with advice where there is no Chromium.
    """
    import matplotlib
    from chromium import ADVICE, find_chromium
    from playwright.sync_api import sync_playwright

    path, _ = find_chromium()
    if path is None:
        pytest.fail(ADVICE, pytrace=False)
    folder, started = tmp_path_factory.mktemp("fonts"), {}
    for file in Path(matplotlib.get_data_path()).glob("fonts/ttf/DejaVu*.ttf"):
        shutil.copy(file, folder)
    settings = folder / "fonts.conf"
    settings.write_text(FONTS.format(folder=folder), encoding="utf-8")
    seen = {"DejaVu": {"FONTCONFIG_FILE": str(settings)}, "own": {}}

    with sync_playwright() as playwright:
        def chromium_with(fonts):
            if fonts not in started:
                started[fonts] = playwright.chromium.launch(
                    executable_path=path, args=["--no-sandbox"], env=os.environ | seen[fonts])
            return started[fonts]

        yield chromium_with
        for browser in started.values():
            browser.close()


@pytest.fixture(scope="session")
def chromium(chromium_with):
    """A running Chromium (Playwright's Browser) with the fonts that every machine has."""
    return chromium_with("DejaVu")
