"""Claims of the poster of Geng et al."""

import numpy as np

from gaussmech.paper.claims import truncated_laplacian
from gaussmech.paper.claims.finding import HOLDS, IN_PART, MISPRINT, REFUTED
from gaussmech.privacy.mechanisms import TruncatedLaplaceMechanism
from gaussmech.privacy.truncated_laplacian import noise_bounds
from tests.paper.claims.builders import TIGHT, geng_ratios, geng_tightness
from tests.paper.claims.cases import (
    assert_verdict,
    case,
    each,
    in_module,
    times,
)

LOOSE = (0.5, 0.4, 0.3)


def without_lower_bounds(epsilon, delta):
    """Return the bounds of Geng et al. with lower bounds of 0."""
    zero = 0 * np.asarray(epsilon)
    bounds = noise_bounds(epsilon, delta)
    return bounds._replace(amplitude_lower=zero, power_lower=zero)


CASES = [
    case(
        "Geng-a",
        when="the power exceeds the Gaussian's at delta 0.49",
        verdict=IN_PART,
        geng_ratio=geng_ratios(power=1.01),
    ),
    case(
        "Geng-a",
        when="the amplitude exceeds the Gaussian's at delta 0.49",
        verdict=IN_PART,
        geng_ratio=geng_ratios(amplitude=1.01),
    ),
    case(
        "Geng-b",
        when="the bounds of the power stay apart",
        verdict=IN_PART,
        geng_bounds=geng_tightness(power=LOOSE),
    ),
    case(
        "Geng-b",
        when="the bounds of amplitude and power stay apart",
        verdict=REFUTED,
        geng_bounds=geng_tightness(amplitude=LOOSE, power=LOOSE),
    ),
    case(
        "Geng-b",
        when="the gap of the power shrinks, but not at every step",
        verdict=IN_PART,
        geng_bounds=geng_tightness(power=(TIGHT[0], 0.7, TIGHT[2])),
    ),
    case(
        "Geng-c",
        when="the noise spends a tenth more than delta",
        verdict=REFUTED,
        library=in_module(
            truncated_laplacian, spent=times(truncated_laplacian.spent, 1.1)
        ),
    ),
    case(
        "Geng-d",
        when="the linear program has a hundredth less noise",
        verdict=REFUTED,
        library=in_module(
            truncated_laplacian,
            least_noise=times(truncated_laplacian.least_noise, 0.99),
        ),
    ),
    case(
        "Geng-e",
        when="the printed closed forms are 0",
        verdict=REFUTED,
        library=in_module(
            truncated_laplacian,
            printed_lower_bounds=lambda epsilon, delta, n: (0.0, 0.0),
        ),
    ),
    *[
        case(
            claim,
            when="the lower bound is 0",
            verdict=REFUTED,
            library=in_module(truncated_laplacian, noise_bounds=without_lower_bounds),
        )
        for claim in ("Geng-g", "Geng-h", "Geng-i", "Geng-j")
    ],
    case(
        "Geng-k",
        when="the factor e^epsilon is missing",
        verdict=MISPRINT,
    ),
    case(
        "Geng-k",
        when="the noise spends so little that it needs no factor e^epsilon",
        verdict=HOLDS,
        library=in_module(
            truncated_laplacian, spent=times(truncated_laplacian.spent, 1e-3)
        ),
    ),
    case(
        "Geng-k",
        when="the noise spends so much that the factor e^epsilon is not enough",
        verdict=REFUTED,
        library=in_module(
            truncated_laplacian, spent=times(truncated_laplacian.spent, 2.0)
        ),
    ),
    case(
        "Geng-l",
        when="the printed upper bounds are 1",
        verdict=REFUTED,
        library=in_module(
            truncated_laplacian, printed_upper_bounds=lambda epsilon, delta: (1.0, 1.0)
        ),
    ),
    case(
        "Geng-m",
        when="the density is 1 everywhere",
        verdict=REFUTED,
        library=in_module(truncated_laplacian, _density=lambda noise, z: 1.0 + 0 * z),
    ),
    case(
        "Geng-n",
        when="the least noise on whole numbers is a tenth smaller",
        verdict=REFUTED,
        library=in_module(
            truncated_laplacian,
            _least_mean=times(truncated_laplacian._least_mean, 0.9),
        ),
    ),
]


@each(CASES)
def test_verdict(case, monkeypatch):
    assert_verdict(case, monkeypatch)


def test_the_moments_of_rounded_noise_are_those_of_draws():
    noise = TruncatedLaplaceMechanism(0.3, 0.05, 1.0)
    draws = np.abs(np.round(noise.add_noise(np.zeros(400_000), rng=3)))
    for power in (1, 2):
        values = draws**power
        error = values.std() / np.sqrt(values.size)
        expected = truncated_laplacian.rounded_moment(noise, power)
        assert abs(values.mean() - expected) < 4 * error
