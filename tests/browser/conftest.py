"""A browser, and pages in it that keep what they complain about and ask for."""

import shutil
from pathlib import Path

import pytest

from tests.processes import ROOT

WIDTHS = (1280, 390)


@pytest.fixture(scope="session")
def browser():
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="make .venv/.browser first"
    )
    executable = shutil.which("chromium") or shutil.which("chromium-browser")
    if executable is None:
        pytest.skip("there is no chromium on this machine")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=executable)
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser):
    """open_page(path, width, ...): the page at `path`.

    No page complains: not by errors of the console and of scripts, and not by requests for anything
    but pages opened here and the data within them.
    """
    contexts = []
    complaints = []
    allowed = {"data", "blob"}

    def opened(path, width, *, scheme="light", fragment=""):
        address = Path(path).resolve().as_uri()
        window = {"width": width, "height": 900}
        contexts.append(browser.new_context(viewport=window, color_scheme=scheme))
        page = contexts[-1].new_page()
        # A page of megabytes takes long where other tests run.
        page.set_default_timeout(120_000)
        allowed.add(address)

        def heard(message):
            if message.type == "error":
                complaints.append(f"console: {message.text}")

        def asked(request):
            if not {request.url.split("#")[0], request.url.split(":")[0]} & allowed:
                complaints.append(f"request: {request.url}")

        page.on("console", heard)
        page.on("pageerror", lambda error: complaints.append(f"script: {error}"))
        page.on("request", asked)
        page.goto(address + fragment)
        return page

    opened.allowed = allowed
    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


def overflow(page):
    """Pixels by which the page is too wide."""
    return page.evaluate("document.documentElement.scrollWidth - innerWidth")


def violations(page):
    """What axe-core finds wrong with the page for those who hear it or use a keyboard."""
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="make .venv/.browser"
    )
    problems = axe.Axe().run(page).response["violations"]
    return [f"{problem['id']}: {problem['nodes'][0]['html']}" for problem in problems]


@pytest.fixture(scope="session")
def results():
    """The folder of a run with a report of it as it stands: the full run, otherwise the quick one."""
    for folder in (ROOT / "results", ROOT / "results/quick"):
        report = folder / "report.html"
        figures = [path.stat().st_mtime for path in (folder / "figures").glob("*.png")]
        if report.is_file() and figures and report.stat().st_mtime >= max(figures):
            return folder
    pytest.skip(
        "there is no report, or it is older than its figures: make report first"
    )
