"""The report of the quick run, and Snakemake's own; tests/browser opens one."""

import json
import re

import pytest
from PIL import Image

from tests.paper.pipeline.conftest import RESULTS, git

pytestmark = [pytest.mark.pipeline, pytest.mark.full]


def test_report_holds_the_run(copy_of_finished):
    checkout = copy_of_finished
    jobs = {"write_report": 1, "compute_fig2_page": 1, "write_fig2_page": 1}
    assert checkout.count_jobs("report") == jobs
    page = (checkout.folder / RESULTS / "report.html").read_text(encoding="utf-8")
    figures = checkout.files("figures/*.png")
    assert (
        page.count('<article class="card"') == len(figures)
        and "SYNTHETIC CITY." in page
    )
    assert page.count('<li class="claim"') >= 42 and len(page.encode()) < 2.5e6
    slider = (checkout.folder / RESULTS / "fig2.html").read_text(encoding="utf-8")
    assert "SYNTHETIC CITY." in slider and len(slider.encode()) < 6e5
    # What it links to is there.
    for name in set(re.findall(r'href="((?:figures|data)/[^"]*)"', page)):
        assert (checkout.folder / RESULTS / name).is_file(), name
    checkout.check_output(f"--report={RESULTS}/provenance.html", "report")
    provenance = (checkout.folder / RESULTS / "provenance.html").read_text(
        encoding="utf-8"
    )
    results = json.loads(re.search(r"var results = (\{.*\});\n", provenance)[1])
    assert results.keys() == figures.keys()
    # Neither has a reason to be made again, and where all is there little is said.
    lines = checkout.make(
        "report", "CORES=1", "CONFIG=config/quick.yaml"
    ).stdout.splitlines()
    assert "Nothing to be done" in "".join(lines) and len(lines) <= 12, lines
    assert lines[-1] == f"report: {RESULTS}/report.html"


def test_a_new_commit_reruns_the_report_s_pages_alone(copy_of_finished):
    def keywords(figure):
        with Image.open(
            copy_of_finished.folder / RESULTS / f"figures/{figure}.png"
        ) as picture:
            return picture.text["Keywords"]

    before, other = keywords("fig1"), keywords("fig4")
    assert re.fullmatch("commit unknown; tables [0-9a-f]{12}", before)
    folder = copy_of_finished.folder
    git(folder, "init", "--quiet")
    git(folder, "add", "gaussmech", "workflow")
    git(folder, "commit", "--quiet", "--message", "one")
    assert copy_of_finished.jobs() == {}
    jobs = {"write_report": 1, "compute_fig2_page": 1, "write_fig2_page": 1}
    assert copy_of_finished.jobs("report") == jobs
    copy_of_finished.check_output(
        f"{RESULTS}/figures/fig1.png", "--forcerun", "plot_calibration"
    )
    assert keywords("fig1") == before.replace(
        "unknown", git(folder, "rev-parse", "HEAD")
    )
    assert keywords("fig4") == other
