"""Sweeps: the examples of config/examples, run small, and what an edit makes run again."""

import json
import re
import runpy
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import mpmath as mp
import pandas as pd
import pytest
import yaml

from gaussmech.experiments.error_tables import error_table
from gaussmech.experiments.histogram import histogram
from gaussmech.experiments.mean_estimation import mean_estimation
from gaussmech.figures import fig1, fig4
from gaussmech.figures.style import plt
from gaussmech.streets.roads import clean_roads, read_road_file

pytestmark = pytest.mark.pipeline

ROOT = Path(__file__).parents[2]
PAPER, QUICK = "config/config.yaml", "config/quick.yaml"
NAMES = ["another_city", "delta_sweep", "high_dimension", "many_repetitions"]
TABLE = "results/quick/data/mean_estimation.csv"


def path_of(name):
    return f"config/examples/{name}.yaml"


def ran(done):
    """How often each rule ran, after a run that went well."""
    assert done.returncode == 0, done.stdout
    return Counter(re.findall(r"^(?:local)?rule (?!all:)(\w+):$", done.stdout, re.MULTILINE))


def blocks_run(done, rule):
    """(epsilon, first, last) of the jobs of a rule that ran."""
    wildcards = rf"rule {rule}:\n.*?wildcards: epsilon=(\S+), first=(\d+), last=(\d+)"
    found = re.findall(wildcards, done.stdout, re.DOTALL)
    return sorted((float(epsilon), int(first), int(last)) for epsilon, first, last in found)


# The four examples


@pytest.fixture(scope="module")
def examples(new_checkout):
    """A checkout for all of them: each has a run name of its own."""
    return new_checkout("examples")


def test_every_example_is_tested_and_has_a_name_of_its_own():
    paths = sorted((ROOT / "config/examples").glob("*.yaml"))
    assert [path.stem for path in paths] == NAMES
    assert [yaml.safe_load(path.read_text())["run"] for path in paths] == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_as_it_stands_it_plans_what_its_first_lines_command(examples, name):
    text = (ROOT / path_of(name)).read_text()
    head = re.match(r"(?:#.*\n){3,6}(?=\w)", text).group().replace("\\\n#", "")
    commands = re.findall(r"^# +make (.*?)(?: +# .*)?$", head, re.MULTILINE)
    words = [word for command in commands for word in command.split()]
    goals = [word for word in words if word.startswith("results/")]
    assert goals and {word for word in words if "=" in word} == {f"CONFIG={path_of(name)}"}
    # The braces are the shell's.
    expanded = subprocess.check_output(["bash", "-c", f"echo {' '.join(goals)}"], text=True)
    planned = examples.jobs("all", *expanded.split(), files=[PAPER, path_of(name)])
    settings = yaml.safe_load(text)
    for section in ("mean_estimation", "histogram"):
        blocks = settings.get(section, {}).get("blocks", 1)
        assert planned[f"compute_{section}"] == 3 * blocks


def run_small(checkout, name, reduction, *goals):
    """Run an example reduced; give its tables and what reads a file of its results."""
    folder = checkout.folder / "results" / name
    done = checkout.run(
        *(f"results/{name}/{goal}" for goal in goals),
        files=[PAPER, QUICK, path_of(name)],
        overlay=reduction,
    )
    jobs = ran(done)
    tables = {path.stem: pd.read_csv(path) for path in folder.glob("data/*.csv")}
    return jobs, tables, lambda goal: (folder / goal).read_text()


def test_high_dimension(examples):
    small = {
        "epsilons": [0.1],
        "dimensions": [10, 1000, 100_000],
        "repetitions": 4,
        "blocks": 2,
    }
    jobs, tables, read = run_small(
        examples,
        "high_dimension",
        {"mean_estimation": small, "histogram": small},
        "figures/fig1.png",
        "figures/fig4.png",
    )
    assert jobs["compute_mean_estimation"] == jobs["compute_histogram"] == 2
    for task, experiment in (("mean_estimation", mean_estimation), ("histogram", histogram)):
        table = tables[task]
        assert sorted(set(table["dimension"])) == small["dimensions"]
        assert set(table["repetitions"]) == {4} and set(table["sample_size"]) == {500}
        # A cell does not know the sweep it is in.
        alone = experiment(
            seed=2018,
            epsilon=0.1,
            delta=1e-4,
            sample_size=500,
            dimensions=[1000],
            repetitions=4,
            methods=list(table["method"].unique()),
        )
        found = table[table["dimension"] == 1000].reset_index(drop=True)
        pd.testing.assert_frame_equal(error_table(alone), found, check_exact=True)
    # The error of a raw release of d coordinates, from its law.
    raw = tables["mean_estimation"].query("method == 'zero' and dimension == 100_000")
    assert raw["error_mean"].item() == pytest.approx(100_000**0.5, rel=0.01, abs=0)
    for number in (1, 4):
        assert "d = 100000:" in read(f"figures/fig{number}.txt")
    panels = fig1.draw(tables["calibration_epsilon"], tables["mean_estimation"]).axes[2:3]
    panels += fig4.draw(tables["histogram"]).axes[::3]
    for panel in panels:
        assert panel.get_xlim()[1] >= 100_000
    plt.close("all")


def test_delta_sweep(examples):
    jobs, tables, read = run_small(
        examples,
        "delta_sweep",
        {
            "mean_estimation": {"epsilons": [1.0], "dimensions": [10, 100], "repetitions": 2},
            "calibration": {"gain_deltas": {"points": 31}},
            "truncated_laplacian": {"deltas": {"points": 31}, "bound_points": 12},
            "accuracy": {"draws": 1000, "constant_deltas": {"points": 31}},
        },
        *(f"figures/{name}.png" for name in ("fig3", "geng_bounds", "geng_ratio")),
    )
    assert jobs["plot_figure"] == 3 and jobs["compute_companions"] == 1
    asked = yaml.safe_load((ROOT / path_of("delta_sweep")).read_text())
    for table, section, curves, axis in (
        ("calibration", "calibration", "deltas", "gain_deltas"),
        ("geng_ratio", "truncated_laplacian", "curve_deltas", "deltas"),
        ("accuracy_constant", "accuracy", None, "constant_deltas"),
    ):
        found, grid = set(tables[table]["delta"]), asked[section][axis]
        wanted = set(asked[section][curves]) if curves else set()
        assert wanted | {grid["from"], grid["to"]} <= found
        assert len(found - wanted) >= 29
    least = tables["geng_bounds"].query("regime == 'epsilon'").groupby("epsilon")["delta"].min()
    assert ((least >= 1e-30) & (least < 1e-26)).all()
    gaussian = tables["calibration"].query("mechanism == 'aGM' and epsilon == 1.0")
    for delta, sigma in gaussian.set_index("delta")["sigma"].items():
        # Theorem 8, in digits enough for delta.
        with mp.workdps(150):
            s = mp.mpf(sigma)
            exact = mp.ncdf(1 / (2 * s) - s) - mp.e * mp.ncdf(-1 / (2 * s) - s)
        assert float(exact) == pytest.approx(delta, rel=1e-11, abs=0)
    assert "epsilon 0.001" in read("figures/fig3.txt")


def test_another_city(examples):
    methods = ["aGM", "aGM-wavelet", "aGM-trend-oracle", "mean"]
    jobs, tables, read = run_small(
        examples,
        "another_city",
        {"heatmap": {"epsilons": [2.0], "repetitions": 4, "blocks": 2, "methods": methods}},
        "figures/fig2.png",
        "figures/fig6.png",
    )
    assert jobs["fetch_city"] == 1 and jobs["compute_heatmap"] == 2
    provenance = json.loads(read("data/provenance.json"))
    assert provenance["source"] == "files" and "MADE-UP" in provenance["label"]
    assert {file["name"] for file in provenance["files"]} == {"roads.txt", "day.csv", "night.csv"}
    assert provenance["contribution"]["rule"] == "clip"
    # Seven rings of twelve, and the centre; each corner has a road outward, if there is a next
    # ring, and one along its own.
    assert provenance["counts"]["junctions"] == len(tables["junctions"]) == 7 * 12 + 1
    assert provenance["counts"]["roads"] == len(tables["roads"]) == 12 + 6 * 12 + 7 * 12
    heatmap = tables["heatmap"]
    assert set(heatmap["source"]) == {"files"} and set(heatmap["hour"]) == {0, 8, 12, 16, 20}
    assert set(heatmap["repetitions"]) == {4}
    assert "Data: MADE-UP city" in read("figures/fig2.txt")
    assert "85 junctions" in read("figures/fig6.txt")


def test_many_repetitions(examples):
    small = {"epsilons": [1.0], "dimensions": [10, 100], "repetitions": 400, "blocks": 2}
    jobs, tables, _ = run_small(
        examples,
        "many_repetitions",
        {"mean_estimation": small, "histogram": small},
        "data/mean_estimation.csv",
        "data/histogram.csv",
    )
    assert jobs == Counter(compute_mean_estimation=2, compute_histogram=2, tabulate_experiment=2)
    for task in ("mean_estimation", "histogram"):
        assert set(tables[task]["repetitions"]) == {400}
        folder = examples.folder / f"results/many_repetitions/parts/{task}/epsilon-1.0"
        rows = [pd.read_csv(path)["repetition"].nunique() for path in folder.glob("*.csv")]
        assert rows == [200, 200]
    # Of a data set's mean only x_0 counts: the norm of a standard normal vector.
    zero = tables["mean_estimation"].query("method == 'zero' and dimension == 100").iloc[0]
    assert zero["error_mean"] == pytest.approx(100**0.5, rel=0.01, abs=0)
    assert zero["error_se"] == pytest.approx(0.5**0.5 / 400**0.5, rel=0.2, abs=0)


# The made-up city


def test_the_city_is_what_its_script_makes():
    made = runpy.run_path(str(ROOT / "tools/make_example_city.py"))["files"]()
    folder = ROOT / "config/examples/city"
    assert {path.name for path in folder.iterdir()} == {"README.md", *made}
    for name, text in made.items():
        assert (folder / name).read_bytes() == text.encode(), name
    assert sum(path.stat().st_size for path in folder.iterdir()) <= 60_000


def test_the_city_is_round():
    graph, _ = clean_roads(read_road_file(ROOT / "config/examples/city/roads.txt"))
    # A ring and a spoke cross at a point of four roads; the outermost ring has three.
    degree = sorted(Counter(graph.edges.ravel().tolist()).values())
    assert degree == [3] * 12 + [4] * 72 + [12]


# What an edit makes run again, in the quick config


def without(text, *beginnings):
    return [line for line in text.splitlines() if not line.startswith(beginnings)]


def test_an_epsilon_taken_out_computes_nothing_nor_does_its_return(copy_of_finished):
    checkout = copy_of_finished
    before = (checkout.folder / TABLE).read_text()
    done = checkout.run(overlay={"mean_estimation": {"epsilons": [1.0, 0.01]}})
    assert ran(done) == Counter(
        tabulate_experiment=1, compute_claims_runs=1, plot_figure=2, tabulate_claims=1
    )
    after = (checkout.folder / TABLE).read_text()
    assert after != before and after.splitlines() == without(before, "0.1,")
    assert ran(checkout.run(TABLE)) == Counter(tabulate_experiment=1)
    assert (checkout.folder / TABLE).read_text() == before


def test_a_new_dimension_computes_its_experiment_alone(copy_of_finished):
    checkout = copy_of_finished
    before = (checkout.folder / TABLE).read_text()
    overlay = {"mean_estimation": {"dimensions": [50, 10, 32, 100, 316, 1000]}}
    assert ran(checkout.run(overlay=overlay)) == Counter(
        compute_mean_estimation=3,
        tabulate_experiment=1,
        compute_claims_runs=1,
        plot_figure=2,
        tabulate_claims=1,
    )
    after = (checkout.folder / TABLE).read_text()
    new = [f"{epsilon},0.0001,500,50," for epsilon in (0.01, 0.1, 1.0)]
    assert without(after, *new) == before.splitlines()
    assert len(after.splitlines()) == len(before.splitlines()) + 3 * 7


def test_more_repetitions_keep_those_that_are_there(copy_of_finished):
    checkout = copy_of_finished
    folder = checkout.folder / "results/quick/parts/mean_estimation"
    old = {path: path.stat().st_mtime_ns for path in folder.rglob("repetitions-0-19.csv")}
    done = checkout.run(TABLE, overlay={"mean_estimation": {"repetitions": 40, "blocks": 2}})
    assert ran(done) == Counter(compute_mean_estimation=3, tabulate_experiment=1)
    new = [(epsilon, 20, 39) for epsilon in (0.01, 0.1, 1.0)]
    assert blocks_run(done, "compute_mean_estimation") == new
    assert {path: path.stat().st_mtime_ns for path in old} == old and len(old) >= 3
    assert set(pd.read_csv(checkout.folder / TABLE)["repetitions"]) == {40}


EXPERIMENTS = ["mean_estimation", "histogram", "heatmap", "heatmap_extended"]
TABLES = [f"results/quick/data/{name}.csv" for name in EXPERIMENTS]


def in_blocks(blocks):
    """Three repetitions of everything that repeats, in so many jobs an epsilon."""
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
    rules = [f"compute_{name}" for name in EXPERIMENTS]
    tables = []
    for blocks, new in (
        (1, [(0.5, 0, 2)]),
        (2, [(0.5, 0, 0), (0.5, 1, 2)]),
        (3, [(0.5, 1, 1), (0.5, 2, 2)]),  # the first is there, of two blocks
    ):
        done = another.run(*TABLES, overlay=in_blocks(blocks))
        counts = Counter(dict.fromkeys(rules, len(new))) + Counter(tabulate_experiment=4)
        assert ran(done) - Counter(fetch_city=1) == counts
        assert blocks_run(done, "compute_heatmap") == new
        tables.append([(another.folder / path).read_bytes() for path in TABLES])
    assert tables[0] == tables[1] == tables[2]


def test_parts_of_two_machines_become_one_table(new_checkout):
    here, there = new_checkout("here"), new_checkout("there")

    def run(checkout, epsilons, seed=2018):
        settings = {"epsilons": epsilons, "dimensions": [10, 100], "repetitions": 3}
        return checkout.run(TABLE, overlay={"mean_estimation": settings, "seed": seed})

    assert ran(run(there, [0.1], seed=7))["compute_mean_estimation"] == 1
    assert ran(run(there, [1.0]))["compute_mean_estimation"] == 1
    assert ran(run(here, [0.01]))["compute_mean_estimation"] == 1
    for folder in ("results/quick/parts", ".snakemake/metadata"):
        for path in (there.folder / folder).rglob("*"):
            copy = here.folder / path.relative_to(there.folder)
            if path.is_file() and not copy.exists():
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, copy)
    done = run(here, [0.01, 0.1, 1.0])
    # What another seed made is told by Snakemake's record of it.
    assert blocks_run(done, "compute_mean_estimation") == [(0.1, 0, 2)]
    assert ran(done) == Counter(compute_mean_estimation=1, tabulate_experiment=1)
    table = pd.read_csv(here.folder / TABLE)
    parts = [
        mean_estimation(
            seed=2018,
            epsilon=epsilon,
            delta=1e-4,
            sample_size=500,
            dimensions=[10, 100],
            repetitions=3,
            methods=list(table["method"].unique()),
        )
        for epsilon in (0.01, 0.1, 1.0)
    ]
    pd.testing.assert_frame_equal(error_table(pd.concat(parts)), table, check_exact=True)
