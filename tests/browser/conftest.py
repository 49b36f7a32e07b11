"""A browser, and pages in it that keep what they complain about and ask for."""

import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def browser():
    playwright = pytest.importorskip("playwright.sync_api", reason="make .venv/.browser first")
    executable = shutil.which("chromium") or shutil.which("chromium-browser")
    if executable is None:
        pytest.skip("there is no chromium on this machine")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=executable)
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser):
    """open_page(path, width): the page at `path`, and a list of what went wrong in it.

    The list has errors of the console and of scripts, and requests for anything but the page
    itself and the data within it.
    """
    contexts = []

    def opened(path, width):
        address = Path(path).resolve().as_uri()
        context = browser.new_context(viewport={"width": width, "height": 900})
        contexts.append(context)
        page, complaints = context.new_page(), []

        def heard(message):
            if message.type == "error":
                complaints.append(f"console: {message.text}")

        def asked(request):
            if request.url != address and not request.url.startswith(("data:", "blob:")):
                complaints.append(f"request: {request.url}")

        page.on("console", heard)
        page.on("pageerror", lambda error: complaints.append(f"script: {error}"))
        page.on("request", asked)
        page.goto(address)
        return page, complaints

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def results():
    """The folder of a run with a report of it as it stands: the full run, or else the quick one."""
    for folder in (ROOT / "results", ROOT / "results/quick"):
        report = folder / "report.html"
        figures = [path.stat().st_mtime for path in (folder / "figures").glob("*.png")]
        if report.is_file() and figures and report.stat().st_mtime >= max(figures):
            return folder
    pytest.skip("there is no report, or it is older than its figures: make report first")
