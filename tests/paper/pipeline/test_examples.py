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
from tests.paper.pipeline.conftest import RESULTS, ROOT

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
    tables = ("data/roads.csv", "data/provenance.json", "data/heatmap.csv")
    goals = [
        f"results/{name}/{file}"
        for file in (*tables, "figures/fig2.png", "figures/fig6.png", "worth.txt")
    ]
    reduced = {"epsilons": [2.0], "repetitions": 4, "blocks": 2}
    reduced |= {"methods": ["aGM", "aGM-wavelet", "aGM-trend-oracle", "mean"]}
    jobs = examples.count_jobs(
        *goals, files=[QUICK, path_of(name)], overlay={"heatmap": reduced}
    )
    assert jobs["fetch_city"] == 1 and jobs["compute_heatmap"] == 2
    provenance = json.loads((folder / "data/provenance.json").read_text())
    assert provenance["source"] == "files" and "MADE-UP" in provenance["label"]
    assert {file["name"] for file in provenance["files"]} == {
        "roads.txt",
        "day.csv",
        "night.csv",
    }
    # Seven rings of twelve, and the centre; each corner has a road outward, if there is a next
    # ring, and one along its own.
    assert provenance["counts"]["junctions"] == 7 * 12 + 1
    assert len(pd.read_csv(folder / "data/roads.csv")) == 12 + 6 * 12 + 7 * 12
    heatmap = pd.read_csv(folder / "data/heatmap.csv")
    assert set(heatmap["source"]) == {"files"} and set(heatmap["hour"]) == {
        0,
        8,
        12,
        16,
        20,
    }
    assert set(heatmap["repetitions"]) == {4}
    for figure in ("fig2", "fig6"):
        assert "MADE-UP city" in (folder / f"figures/{figure}.txt").read_text()
    # What denoising is worth there, as `make worth` writes it.
    text = (folder / "worth.txt").read_text()
    worth = pd.read_csv(folder / "data/denoising_worth.csv")
    ours = worth[worth["method"] == "aGM-auto"].set_index(["hour", "epsilon"])
    assert f"denoising leaves {ours.loc[(0, 2.0), 'rmse_mean']:.1f}" in text
    assert "MADE-UP city of rings and spokes, 85 junctions\n" in text
    assert "0:00 and 12:00 and 16:00: 2030-05-02\n" in text
    assert re.search(
        r"^code: +gaussmech \S+, commit (unknown|[0-9a-f]{40}\+?)$", text, re.M
    )


def test_the_city_is_what_its_script_makes():
    files = runpy.run_path(str(ROOT / "tools/make_example_city.py"))["files"]()
    folder = ROOT / "config/examples/city"
    assert {path.name for path in folder.iterdir()} == {"README.md", *files}
    for name, text in files.items():
        assert (folder / name).read_bytes() == text.encode(), name


# Sweeps

VECTORS = {"dimensions": [2, 10], "repetitions": 3, "methods": ["Lap", "aGM", "zero"]}
SWEEP = {
    "run": "grid",
    "mean_estimation": VECTORS | {"epsilons": [1.0, 0.1]},
    "heatmap": {
        "epsilons": [0.5],
        "hours": [0],
        "methods": ["aGM", "mean"],
        "repetitions": 2,
    },
    "denoising": {"epsilons": [0.5], "methods": ["aGM"], "repetitions": 2},
    "sweep": {
        "mean_estimation.delta": [1e-2, 1e-6],
        "mean_estimation.sample_size": [100, 500],
        "heatmap.bandwidth_m": [0, 100],
    },
}


def test_a_sweep_is_one_run_and_one_table(examples):
    jobs = examples.count_jobs("sweep", overlay=SWEEP)
    # A cell's epsilons are one job, as there are none yet.
    assert jobs["compute_mean_estimation_together"] == 4
    assert "compute_mean_estimation" not in jobs
    # Of each value of the bandwidth, and of the run itself.
    assert jobs["fetch_city"] == 3
    assert jobs["figure"] == 3
    folder = examples.folder / "results/grid"
    table = pd.read_csv(folder / "data/sweep_mean_estimation.csv")
    assert list(table.columns[:2]) == [
        "mean_estimation.delta",
        "mean_estimation.sample_size",
    ]
    assert len(table) == 4 * 2 * 2 * 3
    # A swept key stands for the table's own column: each value once.
    assert not {"delta", "sample_size"} & set(table.columns)
    maps = pd.read_csv(folder / "data/sweep_heatmap.csv")
    assert set(maps["heatmap.bandwidth_m"]) == {0, 100}
    # The cells of the grid know nothing of each other.
    cell = {"delta": 1e-6, "sample_size": 500, "dimensions": [2, 10], "repetitions": 3}
    cell |= {"seed": 2018, "methods": VECTORS["methods"]}
    alone = [
        pd.DataFrame(mean_estimation(epsilon=epsilon, **cell)) for epsilon in (0.1, 1.0)
    ]
    mask = (table.iloc[:, 0] == 1e-6) & (table.iloc[:, 1] == 500)
    rows = table[mask].iloc[:, 2:].reset_index(drop=True)
    expected = error_table(pd.concat(alone)).drop(columns=["delta", "sample_size"])
    pd.testing.assert_frame_equal(expected, rows, check_exact=True)
    assert (folder / "figures/sweep_heatmap.pdf").read_bytes().startswith(b"%PDF")
    # A value more computes its own cells alone.
    more = SWEEP["sweep"] | {"mean_estimation.delta": [1e-2, 1e-4, 1e-6]}
    assert (
        examples.jobs("sweep", overlay=SWEEP | {"sweep": more})[
            "compute_mean_estimation"
        ]
        == 4
    )
    # So does an epsilon more in each cell, which leaves its other epsilons as they are.
    means = VECTORS | {"epsilons": [1.0, 0.1, 0.01]}
    jobs = examples.jobs("sweep", overlay=SWEEP | {"mean_estimation": means})
    assert jobs["compute_mean_estimation"] == 4
    assert "compute_mean_estimation_together" not in jobs


# Blocks

MEANS = "results/quick/data/mean_estimation.csv"
EXPERIMENTS = ["mean_estimation", "histogram", "heatmap", "heatmap_extended"]
TABLES = [f"results/quick/data/{name}.csv" for name in EXPERIMENTS]


def in_blocks(blocks):
    """Three repetitions of everything that repeats, in so many jobs per epsilon."""
    repeated = {"repetitions": 3, "blocks": blocks}
    vector = {"epsilons": [0.1], "dimensions": [10, 100]} | repeated
    # Every method that draws: trees, and the forest's.
    maps = {"methods": ["aGM", "aGM-wavelet", "aGM-trend-sure", "zero"]}
    return {
        "mean_estimation": vector,
        "histogram": vector,
        "heatmap": {"epsilons": [0.5], "hours": [0, 12]} | maps | repeated,
        "denoising": {"epsilons": [0.5], "methods": ["aGM", "aGM-forest"]} | repeated,
    }


def test_blocks_change_no_byte_of_a_table(another):
    tables = []
    for blocks in (1, 2):
        jobs = another.count_jobs(*TABLES, overlay=in_blocks(blocks))
        assert {jobs[f"compute_{name}"] for name in EXPERIMENTS} == {blocks}
        tables.append([(another.folder / path).read_bytes() for path in TABLES])
    assert tables[0] == tables[1]
    # With three blocks the first is there: of two blocks.
    jobs = another.jobs(*TABLES, overlay=in_blocks(3))
    assert {jobs[f"compute_{name}"] for name in EXPERIMENTS} == {2}


def test_parts_of_two_machines_become_one_table(new_checkout):
    here, there = new_checkout("here"), new_checkout("there")

    def run(checkout, epsilons):
        settings = {"epsilons": epsilons, "dimensions": [10, 100], "repetitions": 3}
        jobs = checkout.count_jobs(MEANS, overlay={"mean_estimation": settings})
        assert jobs["compute_mean_estimation"] == 1

    run(there, [1.0])
    run(here, [0.01])
    settings = {"copy_function": lambda x, y: Path(y).exists() or shutil.copy2(x, y)}
    for name in (f"{RESULTS}/errors", f"{RESULTS}/data_sets", ".snakemake/metadata"):
        shutil.copytree(
            there.folder / name, here.folder / name, dirs_exist_ok=True, **settings
        )
    run(here, [0.01, 0.1, 1.0])
    assert set(pd.read_csv(here.folder / MEANS)["epsilon"]) == {0.01, 0.1, 1.0}


def test_jobs_without_their_hours_are_left_out(examples):
    special = {"compute_heatmap_draw", "compute_sure_path"}
    assert not special & set(examples.jobs("all", overlay={"heatmap": {"hours": [8]}}))
    assert special < set(examples.jobs("all", overlay={"heatmap": {"hours": [8, 12]}}))
