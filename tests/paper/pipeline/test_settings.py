"""Every setting reaches its experiment, and what is planned is what is committed."""

import json
import re
import shutil
import subprocess
import sys

import pandas as pd
import pytest
import yaml

from gaussmech.paper.pipeline.config_reader import read_config
from gaussmech.paper.pipeline.sweeps import sweepable
from gaussmech.paper.registry import REPEATED
from tests.paper.pipeline.conftest import ROOT, check_refusal, environment
from tests.paper.pipeline.plan import PLANS, REFERENCE, as_text
from tests.processes import text_of

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


CITY = "config/examples/city"
SETTINGS = yaml.safe_load(text_of("tests/configurations/settings.yaml"))


def other_values():
    """Return another value of each key that can be swept."""
    others = dict(SETTINGS["others"])
    values = {"seed": others.pop("seed")}
    for section, keys in others.items():
        values |= {f"{section}.{key}": value for key, value in keys.items()}
    return values


@pytest.mark.full
def test_each_setting_that_can_be_swept_changes_a_table(another):
    others = other_values()
    assert others.keys() == {*sweepable(PAPER)}
    city, other = another.folder / CITY, another.folder / "other"
    # One cab has all trips, so a bound on a cab's trips matters.
    events = re.sub(r"(?m)^c\d+", "c1", (city / "day.csv").read_text())
    (city / "day.csv").write_text(events)
    shutil.copytree(city, other)
    events = events.splitlines(keepends=True)
    (other / "day.csv").write_text("".join(events[:1] + events[1::2]))
    # A road less: the last of the links, whose number is in the first line.
    junctions, *lines = (city / "roads.txt").read_text().splitlines(keepends=True)
    head = f"{junctions.split()[0]} {int(junctions.split()[1]) - 1}\n"
    (city / "fewer.txt").write_text("".join([head, *lines[:-1]]))
    cells = [{"name": key, key: value} for key, value in others.items()]
    for cell in cells:
        if cell["name"] == "heatmap.source":
            cell |= {"heatmap.folder": None, "heatmap.trips": []}
        if cell["name"] == "heatmap.trips":
            cell["heatmap.hours"] = [0]
    sweep = [{"name": "own", "seed": 2018}, *cells]
    another.check_output("sweep", overlay=SETTINGS["small"] | {"sweep": sweep})
    seen = set()
    for experiment in REPEATED:
        path = another.folder / f"results/quick/data/sweep_{experiment}.csv"
        table = pd.read_csv(path).set_index("name")
        table = table.drop(columns=[x for x in table if "." in x or x == "seed"])
        own = table.loc["own"].reset_index(drop=True)
        for name in table.index.unique():
            if not table.loc[name].reset_index(drop=True).equals(own):
                seen.add(name)
    assert {*others} - seen == set()
