"""Tables as claims read them: comparisons, paired runs, and what is missing."""

import pytest

from gaussmech.paper.claims.finding import HOLDS, IN_PART, NOT_CHECKABLE, NotCheckable
from gaussmech.paper.claims.results import Results
from tests.paper.claims.builders import (
    PROVENANCE,
    composition_table,
    contributions,
    histograms,
    judgement_of,
    lecture_composition,
    loss_summary,
    maps,
    means,
    noise_by_delta,
    simulations,
    table,
    verdict_of,
)

# A cell of histograms in which thresholding leads shrinking by less than the sum of the errors.
OPEN_CELL = {("aGM-TH", 1.0, 100): 4.99}


def paired_run(difference, first="aGM-TH", second="aGM-JS", epsilon=1.0):
    """Return a table of one paired run, in the open cell."""
    row = ("histogram", epsilon, 1e-4, 500, 100, first, second, 5000, difference, 0.001)
    return table("claims_differences", [row])


def test_an_open_cell_leaves_a_claim_in_part():
    assert verdict_of("BW-B.1h", histogram=histograms(OPEN_CELL)) == IN_PART


@pytest.mark.parametrize(("level", "expected"), [(4.9399, HOLDS), (4.9401, IN_PART)])
def test_three_times_the_sum_of_both_errors_decides(level, expected):
    # The gap to 5 is 0.0601 or 0.0599; the errors add up to 0.02.
    errors = histograms({("aGM-TH", 1.0, 100): level})
    assert verdict_of("BW-B.1h", histogram=errors) == expected


def test_a_paired_run_decides_an_open_cell():
    tables = {
        "histogram": histograms(OPEN_CELL),
        "claims_differences": paired_run(0.01),
    }
    assert verdict_of("BW-B.1h", **tables) == HOLDS


def test_a_paired_run_counts_for_the_swapped_pair_with_the_other_sign():
    swapped = paired_run(0.01, first="aGM-JS", second="aGM-TH")
    tables = {"histogram": histograms(OPEN_CELL), "claims_differences": swapped}
    assert verdict_of("BW-B.1h", **tables) == IN_PART


def test_a_paired_run_of_another_cell_does_not_count():
    tables = {
        "histogram": histograms(OPEN_CELL),
        "claims_differences": paired_run(0.01, epsilon=0.1),
    }
    assert verdict_of("BW-B.1h", **tables) == IN_PART


def test_a_paired_run_overrules_no_decided_cell():
    tables = {"histogram": histograms(), "claims_differences": paired_run(-0.01)}
    assert verdict_of("BW-B.1h", **tables) == HOLDS


def test_only_the_papers_setting_counts():
    with pytest.raises(NotCheckable, match="no rows with sample_size 500"):
        Results({"histogram": histograms().assign(sample_size=400)}).errors("histogram")
    with pytest.raises(NotCheckable, match="delta 0.0001"):
        Results({"histogram": histograms().assign(delta=1e-5)}).errors("histogram")


def test_the_day_of_the_maps_is_that_of_their_trips_alone():
    assert Results({}, PROVENANCE).of_the_papers_day
    other_roads = [PROVENANCE["files"][0], {"role": "roads", "date": "1999-01-01"}]
    assert Results({}, PROVENANCE | {"files": other_roads}).of_the_papers_day
    assert not Results({}, PROVENANCE | {"source": "stand-in"}).of_the_papers_day
    assert not Results({}, PROVENANCE | {"files": None}).of_the_papers_day


def without(rows, **where):
    """Return the rows of a table but those in which columns have these values."""
    for name, value in where.items():
        rows = rows[rows[name] != value]
    return rows


MISSING = [
    (
        "BW-5.2a",
        {"mean_estimation": without(means(), epsilon=0.01)},
        "has no epsilon 0.01",
    ),
    (
        "BW-5.2b",
        {"mean_estimation": without(means(), epsilon=0.01)},
        "has no epsilon 0.01",
    ),
    ("BW-5.2c", {"mean_estimation": without(means(), epsilon=1.0)}, "has no epsilon 1"),
    ("BW-B.1c", {"histogram": without(histograms(), epsilon=1.0)}, "has no epsilon 1"),
    (
        "BW-5.2a",
        {"mean_estimation": without(means(), method="aGM-TH")},
        "no method aGM-TH",
    ),
    (
        "BW-0b",
        {"mean_estimation": means(dimensions=(10, 100))},
        "ends at d = 100; high is 1000",
    ),
    (
        "BW-B.1h",
        {"histogram": histograms(dimensions=(3, 10))},
        "has no dimension from 65 on",
    ),
    (
        "BW-5.3b",
        {"heatmap": without(maps(), hour=12)},
        "no aGM-trend-oracle at hour 12",
    ),
    ("BW-B.2c", {"heatmap": without(maps(), epsilon=10.0)}, "no epsilon above 5"),
    (
        "BW-5.3c",
        {"heatmap": maps().assign(sigma=41.0)},
        "no epsilon at which sigma is 40.29",
    ),
    ("BW-B.2b", {"heatmap": maps().assign(delta=1e-5)}, "delta 1e-06"),
    (
        "BW-5.1c",
        {"calibration_delta": noise_by_delta().assign(epsilon=0.5)},
        "no epsilon 1",
    ),
    (
        "GDP-T1a",
        {"gdp_composition_table": composition_table([("x", 1, 1)])},
        "row Basic",
    ),
    (
        "BW-4a",
        {"claims_prior": without(simulations(), estimator="Bayes")},
        "estimator Bayes",
    ),
    (
        "BW-5.3d",
        {"claims_contributions": contributions(trips=4)},
        "another number of trips",
    ),
    (
        "BW-2.2b",
        {"privacy_loss_summary": loss_summary(se=0.0)},
        "no draw of the privacy loss",
    ),
    (
        "Lecture-b",
        {"composition_lecture": lecture_composition(advanced=0.0)},
        "have epsilon 0",
    ),
]


@pytest.mark.parametrize(("claim", "tables", "reason"), MISSING)
def test_what_is_missing_makes_a_claim_not_checkable(claim, tables, reason):
    judgement = judgement_of(claim, **tables)
    assert judgement.verdict == NOT_CHECKABLE
    assert reason in judgement.sentence
