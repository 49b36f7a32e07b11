"""Snakemake's own report of the quick run; tests/browser opens one."""

import base64
import json
import os
import re
import subprocess

import pytest
from PIL import Image

pytestmark = [pytest.mark.pipeline, pytest.mark.full, pytest.mark.xdist_group("finished")]

RUN = "results/quick"
JOBS = {"write_front_page": 1, "write_explorer": 1}


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
    style = "workflow/report/style.css"
    made = checkout.run(f"--report={RUN}/report.html", f"--report-stylesheet={style}", "report")
    assert made.returncode == 0, made.stdout + made.stderr
    report = (checkout.folder / f"{RUN}/report.html").read_text(encoding="utf-8")
    results = json.loads(re.search(r"var results = (\{.*\});\n", report)[1])
    figures = checkout.files("figures/*.png")
    assert results.keys() == figures.keys()
    for path, content in figures.items():
        address = results[path]["data_uri"]
        assert base64.b64decode(address.split("base64,")[1]) == content, path
    front = json.loads(re.search(r"var workflow_desc = (\".*\");\n", report)[1])
    assert front.count("<figure ") == len(figures) and "STAND-IN CITY." in front
    assert front.count("<tr data-verdict=") >= 42
    # Neither has a reason to be made again.
    assert checkout.jobs("report") == {}


def test_a_new_commit_reruns_the_report_s_pages_alone(copy_of_finished):
    checkout = copy_of_finished
    before, other = keywords(checkout, "fig1"), keywords(checkout, "fig3")
    assert re.fullmatch("commit unknown; settings [0-9a-f]{12}", before)
    git(checkout, "init", "--quiet")
    git(checkout, "add", "gaussmech", "workflow")
    git(checkout, "commit", "--quiet", "--message", "one")
    assert checkout.jobs() == {}
    assert checkout.jobs("report") == JOBS
    done = checkout.run(f"{RUN}/figures/fig1.png", "--forcerun", "plot_fig1")
    assert done.returncode == 0, done.stdout + done.stderr
    head = git(checkout, "rev-parse", "HEAD")
    assert keywords(checkout, "fig1") == before.replace("unknown", head)
    assert keywords(checkout, "fig3") == other
