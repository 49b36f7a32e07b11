"""Every setting reaches its experiment, and what is planned is what is committed."""

import json
import shutil
import subprocess
import sys

import pytest
import yaml

from gaussmech.paper.pipeline.config_reader import read_config
from tests.paper.pipeline.conftest import ROOT, check_refusal, environment
from tests.paper.pipeline.plan import PLANS, REFERENCE, as_text

pytestmark = pytest.mark.pipeline

PAPER = read_config(ROOT / "config/config.yaml")
SECTIONS = [name for name, section in PAPER.items() if isinstance(section, dict)]


def plan(checkout, *arguments):
    """What the jobs of a checkout are planned with."""
    command = [sys.executable, "-m", "tests.paper.pipeline.plan", *arguments]
    settings = {"cwd": checkout.folder, "text": True}
    variables = environment() | {"PYTHONPATH": str(ROOT)}
    return subprocess.check_output(command, env=variables, **settings)


def test_a_key_reaches_a_job_of_its_section_and_none_that_does_not_know_it(another):
    sections = [name for name in SECTIONS if name != "sweep"]
    for file in ("config/config.yaml", "workflow/schemas/config.schema.yaml"):
        path = another.folder / file
        content = yaml.safe_load(path.read_text())
        for section in sections:
            key = f"new_{section}"
            if "schema" in file:
                part = content["properties"][section]
                # Sections with the same keys share them.
                part = content["$defs"].get(
                    part.get("$ref", "").rpartition("/")[2], part
                )
                part["properties"][key] = {"type": "number", "default": 1}
            else:
                content[section][key] = 1
        path.write_text(yaml.safe_dump(content, sort_keys=False))
    jobs = json.loads(plan(another, "config/quick.yaml", "--", "all", "report"))
    params = json.dumps([job["params"] for job in jobs])
    assert [name for name in sections if f'.new_{name}": 1' not in params] == []
    result = another.run("results/quick/data/histogram.csv")
    check_refusal(result, r"FAILED .*unexpected keyword argument 'new_histogram'")


def test_jobs_inputs_parameters_and_outputs_are_the_committed_ones(another):
    for name, targets in PLANS.items():
        source = ROOT / f"tests/configurations/{name}.yaml"
        shutil.copy(source, another.folder)
        jobs = json.loads(
            plan(another, "config/quick.yaml", source.name, "--", *targets)
        )
        assert all(job["is_known"] for job in jobs)
        assert as_text(jobs) == (REFERENCE / f"{name}.txt").read_text()
