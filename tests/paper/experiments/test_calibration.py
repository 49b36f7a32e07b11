"""The calibration table: every pair once, each sigma that of its mechanism."""

import numpy as np
import pandas as pd
import pytest

from gaussmech.paper.experiments.calibration import calibration
from gaussmech.paper.experiments.summaries import variance_gain
from gaussmech.privacy.calibration import (
    analytic_gaussian_sigma,
    classical_gaussian_sigma,
)

PAIRS = [(1.0, 1e-6), (0.5, 1e-2), (0.5, 1e-6), (1.0, 1e-6), (1e-6, 1e-8)]
ASCENDING = [(1e-6, 1e-8), (0.5, 1e-6), (0.5, 1e-2), (1.0, 1e-6)]


@pytest.fixture(scope="module")
def table():
    return calibration(PAIRS, 5)


def pairs_of(rows):
    """Return the pairs of epsilon and delta of a table, in its order."""
    return list(zip(rows.epsilon, rows.delta, strict=True))


def test_the_order_of_the_pairs_does_not_matter(table):
    reverse = calibration(PAIRS[::-1], 5)
    pd.testing.assert_frame_equal(reverse, table, check_exact=True)


@pytest.mark.parametrize(
    ("mechanism", "function"),
    [("cGM", classical_gaussian_sigma), ("aGM", analytic_gaussian_sigma)],
)
def test_each_sigma_is_that_of_its_mechanism(table, mechanism, function):
    for row in table[table.mechanism == mechanism].itertuples():
        sigma = function(row.epsilon, row.delta, 5.0)
        assert row.sigma == pytest.approx(sigma, rel=1e-15, abs=0)


def test_the_gain_is_the_variance_ratio(table):
    gain = variance_gain(table)
    assert gain.columns.tolist() == ["epsilon", "delta", "gain"]
    assert pairs_of(gain) == ASCENDING
    for row in gain.itertuples():
        classical = classical_gaussian_sigma(row.epsilon, row.delta)
        ratio = classical / analytic_gaussian_sigma(row.epsilon, row.delta)
        assert row.gain == pytest.approx(ratio**2, rel=1e-14, abs=0)


@pytest.mark.parametrize("pair", [(-1.0, 0.1), (0.5, 1.5), (np.nan, 0.1)])
def test_bad_pairs_are_named(pair):
    with pytest.raises(ValueError, match=r"(epsilon|delta)\[\d\] is"):
        calibration([(0.5, 0.1), pair], 1.0)
