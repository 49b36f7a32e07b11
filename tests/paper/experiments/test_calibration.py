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


def test_the_gain_is_the_variance_ratio(table):
    gain = variance_gain(table)
    assert gain.columns.tolist() == ["epsilon", "delta", "gain"]
    assert list(zip(gain.epsilon, gain.delta, strict=True)) == ASCENDING
    for row in gain.itertuples():
        classical = classical_gaussian_sigma(row.epsilon, row.delta)
        ratio = classical / analytic_gaussian_sigma(row.epsilon, row.delta)
        assert row.gain == pytest.approx(ratio**2, rel=1e-14, abs=0)


@pytest.mark.parametrize("pair", [(-1.0, 0.1), (0.5, 1.5), (np.nan, 0.1)])
def test_bad_pairs_are_named(pair):
    with pytest.raises(ValueError, match=r"(epsilon|delta)\[\d\] is"):
        calibration([(0.5, 0.1), pair], 1.0)


def test_the_order_of_the_pairs_does_not_matter(table):
    reverse = calibration(PAIRS[::-1], 5)
    pd.testing.assert_frame_equal(reverse, table, check_exact=True)
