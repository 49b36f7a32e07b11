"""The report of the quick run, and Snakemake's own; tests/browser opens one."""

import json
import os
import re
import subprocess

import pytest
from PIL import Image

pytestmark = [pytest.mark.pipeline, pytest.mark.full, pytest.mark.xdist_group("finished")]

RUN = "results/quick"
JOBS = {"write_report": 1}


def git(checkout, *arguments):
    settings = ["-c", "user.name=tester", "-c", "user.email=tester@example.org"]
    done = subprocess.run(
        ["git", *settings, *arguments],
        cwd=checkout.folder,
        capture_output=True,
        text=True,
        check=True,
        env={name: x for name, x in os.environ.items() if not name.startswith("GIT_")},
    )
    return done.stdout.strip()


def keywords(checkout, figure):
    with Image.open(checkout.folder / f"{RUN}/figures/{figure}.png") as picture:
        return picture.text["Keywords"]


def test_report_holds_the_run(copy_of_finished):
    checkout = copy_of_finished
    assert checkout.jobs("report") == JOBS
    done = checkout.run("report")
    assert done.returncode == 0, done.stdout + done.stderr
    page = (checkout.folder / f"{RUN}/report.html").read_text(encoding="utf-8")
    figures = checkout.files("figures/*.png")
    assert page.count('<article class="card"') == len(figures) and "SYNTHETIC CITY." in page
    assert page.count("<tr id=") >= 42 and len(page.encode()) < 4e6
    # What it links to is there.
    for name in set(re.findall(r'href="((?:figures|data)/[^"]*)"', page)):
        assert (checkout.folder / RUN / name).is_file(), name
    made = checkout.run(f"--report={RUN}/provenance.html", "report")
    assert made.returncode == 0, made.stdout + made.stderr
    provenance = (checkout.folder / f"{RUN}/provenance.html").read_text(encoding="utf-8")
    results = json.loads(re.search(r"var results = (\{.*\});\n", provenance)[1])
    assert results.keys() == figures.keys()
    # Neither has a reason to be made again, and where all is there little is said.
    again = checkout.make("report", "CORES=1", "CONFIG=config/quick.yaml").stdout.splitlines()
    assert "Nothing to be done" in "".join(again) and len(again) <= 5, again
    assert again[-1] == f"report: {RUN}/report.html"


def test_a_new_commit_reruns_the_report_s_pages_alone(copy_of_finished):
    checkout = copy_of_finished
    before, other = keywords(checkout, "fig1"), keywords(checkout, "fig3")
    assert re.fullmatch("commit unknown; tables [0-9a-f]{12}", before)
    git(checkout, "init", "--quiet")
    git(checkout, "add", "gaussmech", "workflow")
    git(checkout, "commit", "--quiet", "--message", "one")
    assert checkout.jobs() == {}
    assert checkout.jobs("report") == JOBS
    done = checkout.run(f"{RUN}/figures/fig1.png", "--forcerun", "fig1")
    assert done.returncode == 0, done.stdout + done.stderr
    head = git(checkout, "rev-parse", "HEAD")
    assert keywords(checkout, "fig1") == before.replace("unknown", head)
    assert keywords(checkout, "fig3") == other
