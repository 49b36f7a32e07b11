"""The quick configuration, run once, and what Snakemake plans after an edit."""

import io
import json
import re

import pandas as pd
import pytest

from gaussmech.paper.pipeline.tables import COLUMNS
from gaussmech.paper.registry import FIGURES, PAGE_TABLES
from tests.paper.pipeline.conftest import ROOT, git

pytestmark = pytest.mark.pipeline

MAPS = 4  # jobs that draw figures of the city
DECIDED = {
    "holds",
    "holds in part",
    "refuted",
    "misprint",
    "answered",
    "not checkable",
    "other data",
}


def table(checkout, name):
    return pd.read_csv(io.BytesIO(checkout.tables()[f"{name}.csv"]))


def test_tables_have_their_columns(quick_tables):
    for name, columns in COLUMNS.items():
        if name in PAGE_TABLES:
            continue  # of `make report`
        header = list(table(quick_tables, name).columns)
        expected = [column for column in columns if column != "..."]
        assert header[: len(expected)] == expected, name
        assert len(header) == len(expected) or columns[-1] == "...", name


def test_the_figure_that_was_asked_for_is_there_in_three_files(quick_tables):
    for kind in ("pdf", "png", "txt"):
        path = quick_tables.folder / f"results/quick/figures/fig2.{kind}"
        assert path.stat().st_size > 50, kind


@pytest.mark.full
def test_every_figure_is_there(finished):
    figures = finished.files("figures/*")
    assert (
        len(figures) == 3 * len(FIGURES) and "results/quick/figures/fig6.pdf" in figures
    )
    for name, content in figures.items():
        start, least = {"pdf": (b"%PDF", 5e3), "png": (b"\x89PNG", 2e4)}.get(
            name[-3:], (b"", 50)
        )
        assert content.startswith(start) and len(content) > least, name


def test_verdicts_are_made_of_these_results(quick_tables):
    claims = table(quick_tables, "claims")
    verdicts = claims.set_index("claim_id")["verdict"]
    assert len(claims) >= 43 and set(verdicts) <= DECIDED
    # The maps are of no day of the paper; few claims need what the quick config leaves out.
    assert (
        verdicts["BW-5.3b"] == "other data" and (verdicts == "not checkable").sum() <= 6
    )
    page = (quick_tables.folder / "results/quick/claims.md").read_text()
    assert all(f"\n| {claim_id} | " in page for claim_id in verdicts.index)


def test_provenance_says_synthetic_everywhere(quick_tables):
    provenance = json.loads(quick_tables.tables()["provenance.json"])
    assert provenance["source"] == "stand-in"
    assert set(table(quick_tables, "heatmap")["source"]) == {"stand-in"}
    for name in ("junctions", "roads"):
        assert provenance["counts"][name] == len(table(quick_tables, name))
    masses = table(quick_tables, "heatmap_truth").groupby("hour")["count"].sum()
    for hour, facts in provenance["hours"].items():
        assert masses[int(hour)] == pytest.approx(facts["mass"], rel=1e-12)
    contribution = provenance["contribution"]
    assert contribution["rule"] == "clip" and contribution["enforced"]
    add, replace = contribution["guarantees"]
    assert add["epsilon"] == pytest.approx(0.5, rel=1e-9) and replace["epsilon"] > 0.7


def jobs_planned(report):
    """Return the number of jobs that a run told of in the terminal."""
    return int(re.search(r"^plan +(\d+) jobs?$", report, re.MULTILINE)[1])


def check_report(report, *patterns):
    """Check that a run printed few lines, a line for each pattern among them."""
    assert len(report.splitlines()) <= 60
    for pattern in patterns:
        assert re.search(pattern, report, re.MULTILINE), (pattern, report)


def test_the_terminal_shows_plan_progress_and_summary(quick_tables):
    count = jobs_planned(quick_tables.report)
    check_report(
        quick_tables.report,
        r"^gaussmech · config [0-9a-f]{12} · 2 cores · log: results/quick/logs/run\.log$",
        r"^settings +of the paper but for calibration\.epsilons",
        rf"^done in .* on 2 cores: {count} jobs",
        r"^  claims +1\d\d ",
        r"SYNTHETIC CITY, no evidence about a real one",
    )
    assert quick_tables.log.count("rule compute_mean_estimation_together:") == 1
    assert "steps (100%) done" in quick_tables.log


def test_nothing_is_left_to_do(quick_tables, tmp_path):
    copy = quick_tables.copy(tmp_path / "copy")
    output = copy.check_output("tables", "claims", "fig2")
    assert "Nothing to be done" in output


@pytest.mark.full
def test_make_draws_the_other_figures_and_says_what_comes_next(finished):
    count = len(FIGURES)
    check_report(
        finished.last_report, rf"^  figures +{count} ", r"^  next +make report"
    )


def test_no_path_of_the_results_has_a_digest(quick_tables):
    folder = quick_tables.folder / "results"
    paths = [path.relative_to(folder).as_posix() for path in folder.rglob("*")]
    digest = re.compile("(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{7,}")
    assert len(paths) > 100
    assert [path for path in paths if digest.search(path)] == []
    if (ROOT / ".git").exists():
        assert git(ROOT, "ls-files", "results") == "results/README.md"


@pytest.mark.full
def test_all_of_the_quick_run_is_35_jobs(finished):
    assert jobs_planned(finished.report) + jobs_planned(finished.last_report) == 35


@pytest.mark.full
def test_make_has_nothing_left_to_do(copy_of_finished):
    assert "Nothing to be done" in copy_of_finished.make("quick").stdout


MEANS = {"tabulate_mean_estimation": 1, "compute_claims_differences": 1, "figure": 1}
EDITS = {
    "a label": ({"heatmap": {"label": "Mine"}}, {"tabulate_city": 1, "figure": MAPS}),
    "the epsilon of the maps": (
        {"heatmap": {"map_epsilon": 5.0}, "denoising": {"epsilons": [0.5, 5.0]}},
        {"tabulate_city": 1, "figure": MAPS, "compute_heatmap_draw": 1}
        | {"compute_heatmap_extended": 1, "tabulate_heatmap_extended": 1}
        | {"compute_sure_path": 1, "compute_denoising_worth": 1},
    ),
    "a dimension": (
        {"mean_estimation": {"dimensions": [50, 10, 32, 100, 316, 1000]}},
        MEANS | {"compute_mean_estimation": 3, "draw_data_sets": 1},
    ),
    "another order of the epsilons, and one more": (
        {"mean_estimation": {"epsilons": [0.3, 0.01, 0.1, 1.0]}},
        MEANS | {"compute_mean_estimation": 1},
    ),
    # The maps of all hours are made together.
    "another hour": (
        {"heatmap": {"hours": [0, 3, 8, 12, 16, 20]}},
        {"fetch_city": 1, "compute_heatmap": 3, "compute_heatmap_extended": 1}
        | {
            "compute_heatmap_draw": 1,
            "compute_sure_path": 1,
            "compute_denoising_worth": 1,
        }
        | {"tabulate_heatmap": 1, "tabulate_heatmap_extended": 1, "tabulate_city": 1}
        | {"compute_claims_contributions": 1, "figure": MAPS},
    ),
}


@pytest.mark.full
@pytest.mark.parametrize("name", EDITS)
def test_an_edit_of_the_config_computes_what_depends_on_it(copy_of_finished, name):
    overlay, jobs = EDITS[name]
    assert copy_of_finished.jobs(overlay=overlay) == jobs | {"tabulate_claims": 1}


@pytest.mark.full
def test_a_run_is_complete_in_its_folder_and_counts_jobs_of_its_settings(another):
    small = {"dimensions": [10], "epsilons": [0.1]}
    goal, overlay = "results/mine/data/histogram.csv", {"run": "mine"}
    for repetitions in (6, 4):
        overlay["histogram"] = small | {"repetitions": repetitions}
        another.check_output(goal, overlay=overlay)
    errors = "errors/histogram/epsilon-0.1/repetitions-0"
    for kind, suffix in (("", "csv"), ("logs/", "log"), ("benchmarks/", "tsv")):
        for last in (3, 5):
            name = f"results/mine/{kind}{errors}-{last}.{suffix}"
            assert (another.folder / name).is_file()
    summary = pd.read_csv(another.folder / "results/mine/benchmarks/summary.csv")
    assert summary.set_index("rule").loc["compute_histogram", "jobs"] == 1
    # Nothing of it lies elsewhere.
    assert [path.name for path in (another.folder / "results").iterdir()] == ["mine"]
    assert another.jobs(goal, overlay=overlay) == {}


@pytest.mark.full
def test_a_new_epsilon_leaves_the_other_rows_alone(copy_of_finished):
    def rows():
        return copy_of_finished.tables()["mean_estimation.csv"].decode().splitlines()

    goal, before = "results/quick/data/mean_estimation.csv", rows()
    overlay, _ = EDITS["another order of the epsilons, and one more"]
    copy_of_finished.check_output(goal, overlay=overlay)
    after = rows()
    assert [line for line in after if not line.startswith("0.3,")] == before
    assert len(after) > len(before)
    # Back again: nothing is computed, and the table is the earlier one.
    assert copy_of_finished.count_jobs(goal) == {"tabulate_mean_estimation": 1}
    assert copy_of_finished.files("errors/mean_estimation/epsilon-0.3/*")
    assert rows() == before
