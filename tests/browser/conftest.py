"""Two browsers, and pages in them that keep what they complain about and ask for."""

import http.server
import json
import os
import shutil
import subprocess
import threading
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
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


PROBE = """
<script>
window.wrong = [];
addEventListener("error", (event) => wrong.push(String(event.message)));
addEventListener("load", () => setTimeout(async () => {
  const overflow = document.documentElement.scrollWidth - innerWidth;
  const body = JSON.stringify({ wrong, overflow, ...(%s)() });
  await fetch("http://127.0.0.1:%d/", { method: "POST", mode: "no-cors", body });
}, 500));
</script>
"""


@pytest.fixture
def firefox(tmp_path):
    """firefox(path, width, script): what `script`, a function, returns in that page, and more.

    Firefox has no driver on Debian: the page itself sends what it finds to this process.
    """
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        pytest.skip("there is no Firefox on this machine")
    answers = []

    class Listener(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            answers.append(
                json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            )
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Listener)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def read(path, width, script, fragment=""):
        page = Path(path).read_text(encoding="utf-8")
        probe = PROBE % (script, server.server_port)
        copy = tmp_path / Path(path).name
        copy.write_text(page.replace("<head>", "<head>" + probe, 1), encoding="utf-8")
        profile = tmp_path / "profile"
        profile.mkdir(exist_ok=True)
        size = {"MOZ_HEADLESS_WIDTH": str(width), "MOZ_HEADLESS_HEIGHT": "900"}
        process = subprocess.Popen(
            [
                program,
                "--headless",
                "--no-remote",
                "--profile",
                profile,
                copy.as_uri() + fragment,
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"HOME": str(tmp_path)} | size,
        )
        try:
            for _ in range(600):
                if answers:
                    return answers.pop()
                if process.poll() is not None:
                    break
                threading.Event().wait(0.1)
        finally:
            process.terminate()
            process.wait(20)
        pytest.fail("Firefox sent nothing")

    yield read
    server.shutdown()
    server.server_close()


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
