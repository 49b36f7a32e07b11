"""Tables as claims read them: comparisons, paired runs, and what is missing."""

import pytest

from gaussmech.paper.claims.finding import HOLDS, IN_PART, NOT_CHECKABLE, NotCheckable
from gaussmech.paper.claims.results import Results
from tests.paper.claims.builders import (
    PROVENANCE,
    composed_epsilons,
    contributions,
    error,
    histogram_errors,
    judgement_of,
    loss_summary,
    map_errors,
    mean_estimation_errors,
    noise_by_delta,
    simulated_risks,
    table,
    table_1,
)


def paired_run(difference, first="aGM-TH", second="aGM-JS", epsilon=1.0):
    """Return a table of one paired run, in the open cell."""
    row = ("histogram", epsilon, 1e-4, 500, 100, first, second, 5000, difference, 0.001)
    return table("claims_differences", [row])


@pytest.mark.parametrize(
    "level, paired, expected",
    [
        # The gap to 5 is 0.0601 or 0.0599; the errors add up to 0.02, and three times that decides.
        (4.9399, None, HOLDS),
        (4.9401, None, IN_PART),
        (4.99, None, IN_PART),
        # A paired run decides an open cell, for the swapped pair with the other sign.
        (4.99, paired_run(0.01), HOLDS),
        (4.99, paired_run(0.01, first="aGM-JS", second="aGM-TH"), IN_PART),
        (4.99, paired_run(0.01, epsilon=0.1), IN_PART),
        # It overrules no decided cell.
        (4.0, paired_run(-0.01), HOLDS),
    ],
)
def test_three_errors_or_a_paired_run_decide_a_cell(level, paired, expected):
    at_level = error("aGM-TH", epsilon=1.0, dimension=100, equals=level)
    tables = {"histogram": histogram_errors(at_level)}
    if paired is not None:
        tables["claims_differences"] = paired
    assert judgement_of("BW-B.1h", **tables).verdict == expected


def test_only_the_papers_setting_counts():
    with pytest.raises(NotCheckable, match="no rows with sample_size 500"):
        Results({"histogram": histogram_errors().assign(sample_size=400)}).errors(
            "histogram"
        )
    with pytest.raises(NotCheckable, match="delta 0.0001"):
        Results({"histogram": histogram_errors().assign(delta=1e-5)}).errors(
            "histogram"
        )


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


def case(claim, reason, **tables):
    """Return a case of what a claim lacks: its tables, and words of the reason that it gives."""
    return pytest.param(claim, tables, reason, id=f"{claim}: {reason}")


MISSING = [
    case(
        "BW-0b",
        "ends at d = 100; high is 1000",
        mean_estimation=mean_estimation_errors(dimensions=(10, 100)),
    ),
    case(
        "BW-2.2b",
        "no draw of the privacy loss",
        privacy_loss_summary=loss_summary().assign(se=0.0),
    ),
    case(
        "BW-4a",
        "estimator Bayes",
        claims_prior=without(simulated_risks(), estimator="Bayes"),
    ),
    case(
        "BW-5.1c",
        "no epsilon 1",
        calibration_delta=noise_by_delta().assign(epsilon=0.5),
    ),
    case(
        "BW-5.2a",
        "has no epsilon 0.01",
        mean_estimation=without(mean_estimation_errors(), epsilon=0.01),
    ),
    case(
        "BW-5.2a",
        "no method aGM-TH",
        mean_estimation=without(mean_estimation_errors(), method="aGM-TH"),
    ),
    case(
        "BW-5.2c",
        "has no epsilon 1",
        mean_estimation=without(mean_estimation_errors(), epsilon=1.0),
    ),
    case(
        "BW-5.3b",
        "no aGM-trend-oracle at hour 12",
        heatmap=without(map_errors(), hour=12),
    ),
    case(
        "BW-5.3c",
        "no epsilon at which sigma is 40.29",
        heatmap=map_errors().assign(sigma=41.0),
    ),
    case(
        "BW-5.3d",
        "another number of trips",
        claims_contributions=contributions().assign(max_trips=4),
    ),
    case(
        "BW-B.1h",
        "has no dimension from 65 on",
        histogram=histogram_errors(dimensions=(3, 10)),
    ),
    case(
        "BW-B.2b",
        "delta 1e-06",
        heatmap=map_errors().assign(delta=1e-5),
    ),
    case(
        "BW-B.2c",
        "no epsilon above 5",
        heatmap=without(map_errors(), epsilon=10.0),
    ),
    case(
        "GDP-T1a",
        "row Basic",
        gdp_composition_table=table_1(("another row", 1.0, 1.0)),
    ),
    case(
        "Lecture-b",
        "have epsilon 0",
        composition_lecture=composed_epsilons().assign(epsilon=0.0),
    ),
]


@pytest.mark.parametrize("claim, tables, reason", MISSING)
def test_a_claim_says_what_it_lacks(claim, tables, reason):
    judgement = judgement_of(claim, **tables)
    assert judgement.verdict == NOT_CHECKABLE
    assert reason in judgement.sentence
