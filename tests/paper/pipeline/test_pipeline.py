"""The quick configuration, run once, and what Snakemake plans after an edit."""

import re

import pytest

pytestmark = [pytest.mark.pipeline, pytest.mark.full]


def test_the_terminal_shows_verdicts_maps_and_the_folder(finished):
    lines = finished.report.splitlines()
    assert len(lines) <= 90 and "Traceback" not in finished.report
    pattern = r"claims    1\d\d: .* \(results/quick/claims.md\)"
    assert any(re.fullmatch(pattern, line) for line in lines)
    assert finished.report.count("SYNTHETIC CITY, no evidence about a real one") == 1
    assert "results   results/quick" in lines


def test_a_new_epsilon_leaves_the_other_rows_as_they_are(copy_of_finished):
    def rows():
        return copy_of_finished.tables()["mean_estimation.csv"].decode().splitlines()

    goal, before = "results/quick/data/mean_estimation.csv", rows()
    overlay = {"mean_estimation": {"epsilons": [0.3, 0.01, 0.1, 1.0]}}
    jobs = copy_of_finished.count_jobs(goal, overlay=overlay)
    assert jobs == {"compute_mean_estimation": 1, "tabulate_mean_estimation": 1}
    assert [line for line in rows() if not line.startswith("0.3,")] == before != rows()
