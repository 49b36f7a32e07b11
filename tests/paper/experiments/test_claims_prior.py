"""Simulations of Theorem 11's model have the risks of their closed forms."""

import pytest

from tools.compare_reference import TABLES, read_table


@pytest.fixture(scope="module")
def prior():
    # test_reference_tables.py compares it with what the experiment makes.
    return read_table(TABLES / "claims_prior.csv")


def raw_risk(d, w2):
    return d


def bayes_risk(d, w2):
    return d * w2 / (1 + w2)


def james_stein_risk(d, w2):
    """Return the risk by Stein's identity, with E[1/chi^2_d] = 1/(d - 2)."""
    return d - (d - 2) / (1 + w2)


@pytest.mark.parametrize(
    ("estimator", "risk"),
    [("raw", raw_risk), ("Bayes", bayes_risk), ("JS", james_stein_risk)],
    ids=["raw", "Bayes", "James-Stein"],
)
def test_prior_runs_have_the_theorems_risks(prior, estimator, risk):
    is_estimator = prior["estimator"] == estimator
    rows = prior[is_estimator & (prior["dimension"] >= 5)]
    expected = risk(rows["dimension"], rows["prior_variance"])
    standard_error = rows["mse_se"].clip(lower=1e-12)
    scores = (rows["mse"] - expected) / standard_error
    assert scores.abs().max() < 4.5
    # Their mean square is 1, within its error.
    assert 0.5 < (scores[rows["mse_se"] > 0] ** 2).mean() < 2


def test_the_positive_part_never_has_a_larger_error(prior):
    rows = prior[prior["dimension"] >= 5]
    positive_part = rows[rows["estimator"] == "JS+"]["mse"].to_numpy()
    plain = rows[rows["estimator"] == "JS"]["mse"].to_numpy()
    assert (positive_part <= plain).all()
