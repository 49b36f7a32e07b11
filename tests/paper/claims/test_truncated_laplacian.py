"""Claims of the poster of Geng et al."""

import numpy as np

from gaussmech.paper.claims import truncated_laplacian
from gaussmech.paper.claims.finding import HOLDS, IN_PART, REFUTED
from gaussmech.privacy.mechanisms import TruncatedLaplaceMechanism
from gaussmech.privacy.truncated_laplacian import noise_bounds
from tests.paper.claims.builders import geng_ratios, geng_tightness, multiplied
from tests.paper.claims.cases import case, times, verdicts


def without_lower_bounds(epsilon, delta):
    """Return the bounds of Geng et al. with lower bounds of 0."""
    zero = 0 * np.asarray(epsilon)
    bounds = noise_bounds(epsilon, delta)
    return bounds._replace(amplitude_lower=zero, power_lower=zero)


test_verdict = verdicts(
    truncated_laplacian,
    case(
        "Geng-a",
        "the power exceeds the Gaussian's at delta 0.49",
        IN_PART,
        geng_ratio=multiplied(geng_ratios(), "power_ratio", 2.02, delta=0.49),
    ),
    case(
        "Geng-a",
        "the amplitude exceeds the Gaussian's at delta 0.49",
        IN_PART,
        geng_ratio=multiplied(geng_ratios(), "amplitude_ratio", 2.02, delta=0.49),
    ),
    case(
        "Geng-b",
        "the bounds of the power stay apart",
        IN_PART,
        geng_bounds=geng_tightness().assign(power_tightness=[0.5, 0.4, 0.3]),
    ),
    case(
        "Geng-b",
        "the gap of the power shrinks, but not at every step",
        IN_PART,
        geng_bounds=geng_tightness().assign(power_tightness=[0.998, 0.7, 0.8]),
    ),
    case(
        "Geng-c",
        "the noise spends a tenth more than delta",
        REFUTED,
        spent=times(truncated_laplacian.spent, 1.1),
    ),
    case(
        "Geng-d",
        "the linear program has a hundredth less noise",
        REFUTED,
        least_noise=times(truncated_laplacian.least_noise, 0.99),
    ),
    case(
        "Geng-e",
        "the printed closed forms are 0",
        REFUTED,
        printed_lower_bounds=lambda epsilon, delta, n: (0.0, 0.0),
    ),
    *[
        case(
            claim,
            "the lower bound is 0",
            REFUTED,
            noise_bounds=without_lower_bounds,
        )
        for claim in ("Geng-g", "Geng-h", "Geng-i", "Geng-j")
    ],
    case(
        "Geng-k",
        "the noise spends so little that it needs no factor e^epsilon",
        HOLDS,
        spent=times(truncated_laplacian.spent, 1e-3),
    ),
    case(
        "Geng-k",
        "the noise spends so much that the factor e^epsilon is not enough",
        REFUTED,
        spent=times(truncated_laplacian.spent, 2.0),
    ),
    case(
        "Geng-l",
        "the printed upper bounds are 1",
        REFUTED,
        printed_upper_bounds=lambda epsilon, delta: (1.0, 1.0),
    ),
    case(
        "Geng-m",
        "the density is 1 everywhere",
        REFUTED,
        _density=lambda noise, z: 1.0 + 0 * z,
    ),
    case(
        "Geng-n",
        "the least noise on whole numbers is a tenth smaller",
        REFUTED,
        _least_mean=times(truncated_laplacian._least_mean, 0.9),
    ),
)


def test_the_moments_of_rounded_noise_are_those_of_draws():
    noise = TruncatedLaplaceMechanism(0.3, 0.05, 1.0)
    draws = np.abs(np.round(noise.add_noise(np.zeros(400_000), rng=3)))
    for power in (1, 2):
        values = draws**power
        error = values.std() / np.sqrt(values.size)
        expected = truncated_laplacian.rounded_moment(noise, power)
        assert abs(values.mean() - expected) < 4 * error
