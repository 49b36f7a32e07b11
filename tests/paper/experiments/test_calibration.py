"""The calibration table: every pair once, in order, each sigma that of its mechanism."""

import numpy as np

from gaussmech.paper.experiments.calibration import calibration
from gaussmech.paper.experiments.summaries import variance_gain
from gaussmech.privacy.calibration import (
    analytic_gaussian_sigma,
    classical_gaussian_sigma,
)

PAIRS = [(1.0, 1e-6), (0.5, 1e-2), (0.5, 1e-6), (1.0, 1e-6), (1e-6, 1e-8)]
ASCENDING = [(1e-6, 1e-8), (0.5, 1e-6), (0.5, 1e-2), (1.0, 1e-6)]


def test_the_gain_is_the_variance_ratio():
    gain = variance_gain(calibration(PAIRS, 5))
    assert list(zip(gain.epsilon, gain.delta, strict=True)) == ASCENDING
    ratio = classical_gaussian_sigma(gain.epsilon, gain.delta)
    ratio /= analytic_gaussian_sigma(gain.epsilon, gain.delta)
    np.testing.assert_allclose(gain.gain, ratio**2, rtol=1e-14)
