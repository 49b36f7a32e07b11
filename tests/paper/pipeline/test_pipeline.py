"""The quick configuration, run once, and what Snakemake plans after an edit."""

import re

import pytest
import yaml

from gaussmech.paper.registry import FIGURES
from tests.paper.pipeline.conftest import ROOT, git

pytestmark = [pytest.mark.pipeline, pytest.mark.full]

MAPS = 3  # jobs that draw figures of the city


def test_every_figure_is_there(finished):
    figures = finished.files("figures/*")
    assert len(figures) == 3 * len(FIGURES)
    starts = {".pdf": b"%PDF", ".png": b"\x89PNG", ".txt": b""}
    for name, content in figures.items():
        assert content.startswith(starts[name[-4:]]) and len(content) > 50, name


def test_the_terminal_shows_verdicts_maps_and_the_folder(finished):
    lines = finished.report.splitlines()
    assert len(lines) <= 90 and "Traceback" not in finished.report
    pattern = r"claims    1\d\d: .* \(results/quick/claims.md\)"
    assert any(re.fullmatch(pattern, line) for line in lines)
    assert finished.report.count("SYNTHETIC CITY, no evidence about a real one") == 1
    assert "results   results/quick" in lines


def test_no_path_of_the_results_has_a_digest(finished):
    folder = finished.folder / "results"
    paths = [path.relative_to(folder).as_posix() for path in folder.rglob("*")]
    digest = re.compile("(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{7,}")
    assert len(paths) > 100
    assert [path for path in paths if digest.search(path)] == []
    if (ROOT / ".git").exists():
        assert git(ROOT, "ls-files", "results") == "results/README.md"


def test_all_of_the_quick_run_is_32_jobs_and_nothing_is_left_to_do(copy_of_finished):
    assert len(list(copy_of_finished.folder.glob("results/quick/logs/**/*.log"))) == 32
    assert "Nothing to be done" in copy_of_finished.make("quick").stdout


MEANS = {"compute_mean_estimation": 1, "tabulate_mean_estimation": 1}
MEANS |= {"compute_claims_differences": 1, "figure": 1}
EDITS = {
    "a label": ({"heatmap": {"label": "Mine"}}, {"tabulate_city": 1, "figure": MAPS}),
    "the epsilon of the maps": (
        {"heatmap": {"map_epsilon": 5.0}, "denoising": {"epsilons": [0.5, 5.0]}},
        {"tabulate_city": 1, "figure": MAPS, "compute_heatmap_draw": 1}
        | {"compute_heatmap_extended": 1, "tabulate_heatmap_extended": 1}
        | {"compute_denoising_worth": 1},
    ),
    "a dimension": (
        {"mean_estimation": {"dimensions": [50, 10, 32, 100, 316, 1000]}},
        MEANS,
    ),
    "another order of the epsilons, and one more": (
        {"mean_estimation": {"epsilons": [0.3, 0.01, 0.1, 1.0]}},
        MEANS,
    ),
    # The maps of all hours are made together.
    "another hour": (
        {"heatmap": {"hours": [0, 3, 8, 12, 16, 20]}},
        {"fetch_city": 1, "compute_heatmap": 1, "compute_heatmap_extended": 1}
        | {
            "compute_heatmap_draw": 1,
            "compute_denoising_worth": 1,
        }
        | {"tabulate_heatmap": 1, "tabulate_heatmap_extended": 1, "tabulate_city": 1}
        | {"compute_claims_contributions": 1, "figure": MAPS},
    ),
}


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_of_the_config_computes_what_depends_on_it(copy_of_finished, name):
    overlay, jobs = EDITS[name]
    assert copy_of_finished.jobs(overlay=overlay) == jobs | {"tabulate_claims": 1}


def test_a_run_is_complete_in_its_folder(another):
    goal = "results/mine/data/histogram.csv"
    small = {"dimensions": [10], "epsilons": [0.1], "repetitions": 4}
    overlay = {"run": "mine", "histogram": small}
    another.check_output(goal, overlay=overlay)
    run = another.folder / "results/mine"
    assert (run / "errors/histogram/repetitions-0-3.csv").is_file()
    log = (run / "logs/errors/histogram/repetitions-0-3.log").read_text()
    assert "INFO: done in " in log
    config = yaml.safe_load((run / "config.yaml").read_text())
    assert config["histogram"]["repetitions"] == 4 and config["seed"] == 2018
    # Nothing of it lies elsewhere.
    assert [path.name for path in run.parent.iterdir()] == ["mine"]
    assert another.jobs(goal, overlay=overlay) == {}


def test_a_new_epsilon_leaves_the_other_rows_as_they_are(copy_of_finished):
    def rows():
        return copy_of_finished.tables()["mean_estimation.csv"].decode().splitlines()

    goal, before = "results/quick/data/mean_estimation.csv", rows()
    overlay, _ = EDITS["another order of the epsilons, and one more"]
    for settings, is_new in ((overlay, True), (None, False)):
        jobs = copy_of_finished.count_jobs(goal, overlay=settings)
        assert jobs == {"compute_mean_estimation": 1, "tabulate_mean_estimation": 1}
        assert [line for line in rows() if not line.startswith("0.3,")] == before
        assert (len(rows()) > len(before)) == is_new
