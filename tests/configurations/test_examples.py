"""The examples, sweeps and blocks: what they run, and that the split changes no byte."""

import json
import re
import runpy
import shutil
import subprocess
from pathlib import Path

import pandas as pd
import pytest
import yaml

from gaussmech.paper.experiments.error_tables import error_table
from gaussmech.paper.experiments.mean_estimation import mean_estimation
from tests.paper.pipeline.conftest import ROOT

pytestmark = [pytest.mark.pipeline, pytest.mark.full]

EXAMPLES = sorted(path.stem for path in (ROOT / "config/examples").glob("*.yaml"))
QUICK = "config/quick.yaml"


def path_of(name):
    return f"config/examples/{name}.yaml"


@pytest.fixture(scope="module")
def examples(new_checkout):
    """A checkout for all of them: each has a run name of its own."""
    return new_checkout("examples")


@pytest.mark.parametrize("name", EXAMPLES)
def test_as_it_stands_it_plans_what_its_first_lines_command(examples, name):
    text = (ROOT / path_of(name)).read_text()
    assert yaml.safe_load(text)["run"] == name
    head = re.match(r"(?:#.*\n){2,8}(?=\w)", text).group().replace("\\\n#", "")
    commands = re.findall(r"^# +make (.*?)(?: +# .*)?$", head, re.MULTILINE)
    words = [word for command in commands for word in command.split()]
    assert {word for word in words if "=" in word} == {f"CONFIG={path_of(name)}"}
    goals = [word for word in words if word.startswith("results/") or word == "sweep"]
    # The braces are the shell's.
    expanded = subprocess.check_output(
        ["bash", "-c", f"echo {' '.join(goals)}"], text=True
    )
    planned = examples.jobs(*(expanded.split() or ["all"]), files=[path_of(name)])
    assert sum(planned.values()) > 3


def test_another_city(examples):
    folder, name = examples.folder / "results/another_city", "another_city"
    files = ["data/roads.csv", "figures/fig2.png", "figures/fig6.png", "worth.txt"]
    goals = [f"results/{name}/{file}" for file in files]
    reduced = {"epsilons": [2.0], "repetitions": 4, "blocks": 2}
    reduced |= {"methods": ["aGM", "aGM-wavelet", "aGM-trend-oracle", "mean"]}
    config = [QUICK, path_of(name)]
    jobs = examples.count_jobs(*goals, files=config, overlay={"heatmap": reduced})
    assert jobs["fetch_city"] == 1 and jobs["compute_heatmap"] == 2
    provenance = json.loads((folder / "data/provenance.json").read_text())
    names = [file["name"] for file in provenance["files"]]
    assert sorted(names) == ["day.csv", "night.csv", "roads.txt"]
    # Seven rings of twelve, and the centre; each corner has a road outward, if there is a next
    # ring, and one along its own.
    assert provenance["counts"]["junctions"] == 7 * 12 + 1
    assert len(pd.read_csv(folder / "data/roads.csv")) == 12 + 6 * 12 + 7 * 12
    assert "MADE-UP city" in (folder / "figures/fig2.txt").read_text()
    # What denoising is worth there, as `make worth` writes it.
    text = (folder / "worth.txt").read_text()
    worth = pd.read_csv(folder / "data/denoising_worth.csv")
    ours = worth.set_index(["method", "hour", "epsilon"]).loc["aGM-auto", 0, 2.0]
    assert f"after denoising it is {ours['rmse_mean']:.1f}" in text
    assert "MADE-UP city of rings and spokes, 85 junctions\n" in text
    assert "0:00, 12:00, 16:00: 2030-05-02\n" in text
    assert re.search(r"(?m)^code: .*, commit (unknown|[0-9a-f]{40}\+?)$", text)


def test_the_city_is_what_its_script_makes(tmp_path):
    script = runpy.run_path(str(ROOT / "docs/tutorials/example_data.py"))
    paths = [Path(path) for path in script["write"]("city", tmp_path)]
    folder = ROOT / "config/examples/city"
    names = {path.name for path in paths}
    assert {path.name for path in folder.iterdir()} == {"README.md", *names}
    for path in paths:
        assert (folder / path.name).read_bytes() == path.read_bytes(), path.name


def case(checkout, name):
    """Copy a configuration of this folder into a checkout; return the files of its run."""
    shutil.copy(Path(__file__).with_name(f"{name}.yaml"), checkout.folder)
    return [QUICK, f"{name}.yaml"]


def test_a_sweep_is_one_run_and_one_table(examples):
    files = case(examples, "grid")
    jobs = examples.count_jobs("sweep", files=files)
    # A cell's epsilons are one job.
    assert jobs["compute_mean_estimation"] == 4
    # Of each value of the bandwidth; the run itself draws no map.
    assert jobs["fetch_city"] == 2 and jobs["figure"] == 3
    folder = examples.folder / "results/grid"
    keys = ["mean_estimation.delta", "mean_estimation.sample_size"]
    table = pd.read_csv(folder / "data/sweep_mean_estimation.csv")
    assert len(table) == 4 * 2 * 2 * 3
    maps = pd.read_csv(folder / "data/sweep_heatmap.csv")
    assert set(maps["heatmap.bandwidth_m"]) == {0, 100}
    # The cells of the grid know nothing of each other.
    cell = {"delta": 1e-6, "sample_size": 500, "dimensions": [2, 10]}
    cell |= {"repetitions": 3, "seed": 2018, "methods": ["Lap", "aGM", "zero"]}
    alone = [mean_estimation(epsilon=epsilon, **cell) for epsilon in (0.1, 1.0)]
    expected = error_table(pd.concat(map(pd.DataFrame, alone)))
    rows = table[(table[keys[0]] == 1e-6) & (table[keys[1]] == 500)]
    pd.testing.assert_frame_equal(
        expected.drop(columns=["delta", "sample_size"]),
        rows.drop(columns=keys).reset_index(drop=True),
        check_exact=True,
    )
    # A value more computes its own cells alone, also after an interruption.
    (first, *_) = sorted((folder / "sweep").glob("*/errors/mean_estimation/*.csv"))
    first.unlink()
    more = {"sweep": {keys[0]: [1e-2, 1e-4, 1e-6]}}
    jobs = examples.jobs("sweep", files=files, overlay=more)
    assert jobs["compute_mean_estimation"] == 2 + 1


EXPERIMENTS = ["mean_estimation", "histogram", "heatmap", "heatmap_extended"]
TABLES = [f"results/blocks/data/{name}.csv" for name in EXPERIMENTS]


def in_blocks(blocks):
    sections = ["mean_estimation", "histogram", "heatmap", "denoising"]
    return {section: {"blocks": blocks} for section in sections}


def test_blocks_change_no_byte_of_a_table(another):
    tables = []
    files = case(another, "blocks")
    for blocks in (1, 2):
        jobs = another.count_jobs(*TABLES, files=files, overlay=in_blocks(blocks))
        assert {jobs[f"compute_{name}"] for name in EXPERIMENTS} == {blocks}
        tables.append([(another.folder / path).read_bytes() for path in TABLES])
    assert tables[0] == tables[1]
    # With three blocks the first is there: of two blocks.
    jobs = another.jobs(*TABLES, files=files, overlay=in_blocks(3))
    assert {jobs[f"compute_{name}"] for name in EXPERIMENTS} == {2}


def test_parts_of_two_machines_become_one_table(new_checkout):
    here, there = new_checkout("here"), new_checkout("there")
    means = "results/quick/data/mean_estimation.csv"
    errors = "results/quick/errors/mean_estimation"
    settings = {"epsilons": [1.0], "dimensions": [10, 100]}
    overlay = {"mean_estimation": settings | {"repetitions": 4, "blocks": 2}}
    for checkout, block in ((there, "2-3"), (here, "0-1")):
        goal = f"{errors}/repetitions-{block}.csv"
        jobs = checkout.count_jobs(goal, overlay=overlay)
        assert jobs["compute_mean_estimation"] == 1
    for name in (errors, ".snakemake/metadata"):
        source, target = there.folder / name, here.folder / name
        for path in filter(Path.is_file, source.rglob("*")):
            copy = target / path.relative_to(source)
            if not copy.exists():
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, copy)
    assert here.count_jobs(means, overlay=overlay) == {"tabulate_mean_estimation": 1}
    assert set(pd.read_csv(here.folder / means)["repetitions"]) == {4}
