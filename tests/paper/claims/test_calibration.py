"""Claims about the noise of the classical and the analytic mechanism."""

import numpy as np

from gaussmech.paper.claims import calibration
from gaussmech.paper.claims.finding import HOLDS, IN_PART, REFUTED
from tests.paper.claims.builders import multiplied, noise_by_delta, noise_by_epsilon
from tests.paper.claims.cases import case, verdicts


def gain_of(value):
    """Return a variance ratio that is the same for every epsilon and delta."""
    return lambda epsilon, delta: value + 0 * np.multiply(epsilon, delta)


test_verdict = verdicts(
    calibration,
    case(
        "BW-0a",
        "the variance ratio is 1.51 everywhere",
        HOLDS,
        gain=gain_of(1.51),
    ),
    case(
        "BW-0a",
        "the variance ratio is 1.49 everywhere",
        REFUTED,
        gain=gain_of(1.49),
    ),
    case(
        "BW-2.1a",
        "the classical noise is a billion times larger at delta 0.01 alone",
        IN_PART,
        calibration_epsilon=multiplied(
            noise_by_epsilon(), "sigma", 1e9, mechanism="cGM", epsilon=1.0, delta=0.01
        ),
    ),
    case(
        "BW-5.1a",
        "the variance ratio is 2 everywhere",
        REFUTED,
        gain=gain_of(2.0),
    ),
    case(
        "BW-5.1b",
        "the variance ratio is 1.39 everywhere",
        REFUTED,
        gain=gain_of(1.39),
    ),
    case(
        "BW-5.1c",
        "the classical noise is a tenth at delta 0.001",
        IN_PART,
        calibration_delta=multiplied(
            noise_by_delta(), "sigma", 0.1, mechanism="cGM", delta=1e-3
        ),
    ),
)
