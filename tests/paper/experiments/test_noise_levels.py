"""The calibration table: every pair once, each sigma that of its mechanism."""

import numpy as np
import pandas as pd
import pytest

from gaussmech.paper.experiments.noise_levels import MECHANISMS, calibration
from gaussmech.paper.experiments.summaries import variance_gain
from gaussmech.paper.pipeline.tables import COLUMNS
from gaussmech.privacy.calibration import (
    analytic_gaussian_sigma,
    classical_gaussian_sigma,
)

PAIRS = [(1.0, 1e-6), (0.5, 1e-2), (0.5, 1e-6), (1.0, 1e-6), (1e-6, 1e-8)]
ASCENDING = [(1e-6, 1e-8), (0.5, 1e-6), (0.5, 1e-2), (1.0, 1e-6)]


def test_every_pair_has_a_row_a_mechanism_in_whatever_order():
    table = calibration(PAIRS, 5)
    assert table.columns.tolist() == COLUMNS["calibration"]
    assert table.mechanism.tolist() == ["cGM"] * 4 + ["aGM"] * 4
    assert list(zip(table.epsilon, table.delta, strict=True)) == 2 * ASCENDING
    assert table.sensitivity.tolist() == [5.0] * 8 and table.sensitivity.dtype == float
    pd.testing.assert_frame_equal(calibration(PAIRS[::-1], 5), table, check_exact=True)
    functions = {"cGM": classical_gaussian_sigma, "aGM": analytic_gaussian_sigma}
    assert list(MECHANISMS) == list(functions)
    for row in table.itertuples():
        expected = functions[row.mechanism](row.epsilon, row.delta, 5.0)
        assert row.sigma == pytest.approx(expected, rel=1e-15, abs=0)


def test_the_gain_is_the_variance_ratio():
    gain = variance_gain(calibration(PAIRS, 5.0))
    assert gain.columns.tolist() == ["epsilon", "delta", "gain"]
    assert list(zip(gain.epsilon, gain.delta, strict=True)) == ASCENDING
    pairs = gain.epsilon.to_numpy(), gain.delta.to_numpy()
    ratio = classical_gaussian_sigma(*pairs) / analytic_gaussian_sigma(*pairs)
    assert gain.gain.to_numpy() == pytest.approx(ratio**2, rel=1e-14, abs=0)


@pytest.mark.parametrize("pair", [(-1.0, 0.1), (0.5, 1.5), (np.nan, 0.1)])
def test_bad_pairs_are_named(pair):
    with pytest.raises(ValueError, match=r"(epsilon|delta)\[\d\] is"):
        calibration([(0.5, 0.1), pair], 1.0)
