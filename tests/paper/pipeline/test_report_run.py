"""The report of the quick run, and Snakemake's own; tests/browser opens one."""

import json
import re

import pytest
from PIL import Image

from tests.paper.pipeline.conftest import RESULTS, git

pytestmark = [pytest.mark.pipeline, pytest.mark.full]


JOBS = {"write_report": 1, "compute_fig2_page": 1, "write_fig2_page": 1}


def test_report_holds_the_run(copy_of_finished):
    checkout = copy_of_finished
    assert checkout.count_jobs("report") == JOBS
    folder = checkout.folder / RESULTS
    page = (folder / "report.html").read_text(encoding="utf-8")
    figures = checkout.files("figures/*.png")
    assert page.count('<article class="card"') == len(figures)
    assert page.count('<li class="claim"') >= 42 and len(page.encode()) < 2.5e6
    slider = (folder / "fig2.html").read_text(encoding="utf-8")
    assert "SYNTHETIC CITY." in page and "SYNTHETIC CITY." in slider
    assert len(slider.encode()) < 6e5
    # What it links to is there.
    for name in set(re.findall(r'href="((?:figures|data)/[^"]*)"', page)):
        assert (folder / name).is_file(), name
    checkout.check_output(f"--report={RESULTS}/provenance.html", "report")
    provenance = (folder / "provenance.html").read_text(encoding="utf-8")
    results = json.loads(re.search(r"var results = (\{.*\});\n", provenance)[1])
    assert results.keys() == figures.keys()
    # Neither has a reason to be made again, and where all is there little is said.
    again = checkout.make("report", "CORES=1", "CONFIG=config/quick.yaml").stdout
    lines = again.splitlines()
    assert "Nothing to be done" in again and len(lines) <= 12, lines
    assert lines[-1] == f"report: {RESULTS}/report.html"


def test_a_new_commit_reruns_the_report_s_pages_alone(copy_of_finished):
    def keywords(figure):
        file = copy_of_finished.folder / RESULTS / f"figures/{figure}.png"
        with Image.open(file) as picture:
            return picture.text["Keywords"]

    before, other = keywords("fig1"), keywords("fig4")
    assert re.fullmatch("commit unknown; tables [0-9a-f]{12}", before)
    folder = copy_of_finished.folder
    git(folder, "init", "--quiet")
    git(folder, "add", "gaussmech", "workflow")
    git(folder, "commit", "--quiet", "--message", "one")
    assert copy_of_finished.jobs() == {}
    assert copy_of_finished.jobs("report") == JOBS
    goal = f"{RESULTS}/figures/fig1.png"
    copy_of_finished.check_output(goal, "--forcerun", "plot_calibration")
    head = git(folder, "rev-parse", "HEAD")
    assert keywords("fig1") == before.replace("unknown", head)
    assert keywords("fig4") == other
