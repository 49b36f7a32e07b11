"""Claims of sections 2, 3 and 6 of Balle & Wang, which are checked with the library."""

import numpy as np
from scipy.special import ndtr

from gaussmech.paper.claims import theorems
from gaussmech.paper.claims.finding import HOLDS, IN_PART, REFUTED
from gaussmech.privacy.calibration import (
    algorithm_1,
    analytic_gaussian_sigma,
    classical_gaussian_sigma,
    gaussian_delta,
)
from tests.paper.claims.builders import loss_summary
from tests.paper.claims.cases import assert_verdict, case, each, in_module, times


def gain_that_ends_for_large_deltas(epsilon, delta):
    """Return a variance ratio that falls below 1 for delta >= 1e-5 alone."""
    return 2.0 if delta < 1e-5 else 1.5 / epsilon**0.1


def l1_distance(p, q, epsilon):
    """Return the L1 distance of finite distributions."""
    return np.abs(p - q).sum(axis=-1)


CASES = [
    case(
        "BW-2a",
        when="the classical noise is 0.3 of what Theorem 1 asks for",
        verdict=REFUTED,
        library=in_module(
            theorems, classical_gaussian_sigma=times(classical_gaussian_sigma, 0.3)
        ),
    ),
    case(
        "BW-2.1b",
        when="noise spends 1.3 times its delta",
        verdict=REFUTED,
        library=in_module(theorems, gaussian_delta=times(gaussian_delta, 1.3)),
    ),
    case(
        "BW-2.2a",
        when="Phi is moved to the right by 1",
        verdict=REFUTED,
        library=in_module(theorems, ndtr=lambda x: ndtr(x - 1)),
    ),
    case(
        "BW-2.2b",
        when="mean and variance are within a standard error of 0.599",
        verdict=HOLDS,
        privacy_loss_summary=loss_summary(mean=0.6, variance=0.6),
    ),
    case(
        "BW-2.2b",
        when="the mean is 0.5 in place of 0.599",
        verdict=IN_PART,
        privacy_loss_summary=loss_summary(mean=0.5),
    ),
    case(
        "BW-2.2b",
        when="mean and variance are 0.5 in place of 0.599",
        verdict=REFUTED,
        privacy_loss_summary=loss_summary(mean=0.5, variance=0.5),
    ),
    case(
        "BW-2.2c",
        when="Phi is moved to the right by 1",
        verdict=REFUTED,
        library=in_module(theorems, ndtr=lambda x: ndtr(x - 1)),
    ),
    case(
        "BW-2.3a",
        when="the classical noise has twice the variance at every epsilon",
        verdict=REFUTED,
        library=in_module(theorems, gain=lambda epsilon, delta: 2.0),
    ),
    case(
        "BW-2.3a",
        when="the classical noise is too small for the larger deltas alone",
        verdict=IN_PART,
        library=in_module(theorems, gain=gain_that_ends_for_large_deltas),
    ),
    case(
        "BW-2.3b",
        when="the printed bound on delta is a hundredth and falls",
        verdict=HOLDS,
        library=in_module(
            theorems, printed_delta_bound=lambda epsilon: 0.01 / (1 + epsilon)
        ),
    ),
    case(
        "BW-2.3b",
        when="the printed bound on delta is the corrected one",
        verdict=HOLDS,
        library=in_module(
            theorems,
            printed_delta_bound=lambda epsilon: np.maximum(
                theorems.corrected_delta_bound(epsilon), 1e-9
            ),
        ),
    ),
    case(
        "BW-2.3c",
        when="the printed bound tends to 0.4, and the corrected one to 1/2",
        verdict=IN_PART,
        library=in_module(
            theorems, printed_delta_bound=lambda epsilon: 0.4 - 0.1 / epsilon
        ),
    ),
    case(
        "BW-2.3d",
        when="the least noise falls as 1 / epsilon",
        verdict=REFUTED,
        library=in_module(
            theorems,
            analytic_gaussian_sigma=lambda epsilon, delta: 1 / epsilon + 0 * delta,
        ),
    ),
    case(
        "BW-2.3e",
        when="the classical noise is too small at every epsilon above 1",
        verdict=HOLDS,
        library=in_module(
            theorems, gain=lambda epsilon, delta: 0.9 / epsilon**0.1 + 0 * delta
        ),
    ),
    case(
        "BW-2.3e",
        when="the classical noise is too small above epsilon 4, and never much too small",
        verdict=REFUTED,
        library=in_module(
            theorems, gain=lambda epsilon, delta: (1 + 4 / epsilon) / 2 + 0 * delta
        ),
    ),
    case(
        "BW-2.3f",
        when="the least Gaussian noise falls as 1 / epsilon, too",
        verdict=REFUTED,
        library=in_module(
            theorems, analytic_gaussian_sigma=lambda epsilon, delta: 4.2 / epsilon
        ),
    ),
    case(
        "BW-3a",
        when="equation (6) has a hundredth more delta",
        verdict=REFUTED,
        library=in_module(theorems, gaussian_delta=times(gaussian_delta, 1.01)),
    ),
    case(
        "BW-3b",
        when="Algorithm 1 in doubles returns the exact noise",
        verdict=HOLDS,
        library=in_module(theorems, algorithm_1=analytic_gaussian_sigma),
    ),
    case(
        "BW-3b",
        when="the search with an oracle for Phi always returns 1",
        verdict=IN_PART,
        library=in_module(theorems, oracle_search=lambda epsilon, delta: 1.0),
    ),
    case(
        "BW-3c",
        when="Phi is moved to the left by a hundredth",
        verdict=REFUTED,
        library=in_module(theorems, ndtr=lambda x: ndtr(x + 0.01)),
    ),
    case(
        "BW-3d",
        when="condition (3) is the L1 distance of the two distributions",
        verdict=REFUTED,
        library=in_module(theorems, condition_3=l1_distance),
    ),
    case(
        "BW-3e",
        when="the delta spent increases with sigma",
        verdict=REFUTED,
        library=in_module(
            theorems, gaussian_delta=lambda sigma, epsilon: sigma + 0 * epsilon
        ),
    ),
    case(
        "BW-3f",
        when="Algorithm 1 returns a hundredth less noise",
        verdict=REFUTED,
        library=in_module(theorems, algorithm_1=times(algorithm_1, 0.99)),
    ),
    case(
        "BW-3g",
        when="the search on equation (6) as it stands always returns 1",
        verdict=HOLDS,
        library=in_module(theorems, solve_equation_6=lambda epsilon, delta: 1.0),
    ),
    case(
        "BW-3g",
        when="Algorithm 1 always returns 1",
        verdict=REFUTED,
        library=in_module(theorems, algorithm_1=lambda epsilon, delta, tolerance: 1.0),
    ),
    case(
        "BW-6b",
        when="advanced composition has an epsilon of a billion",
        verdict=HOLDS,
        library=in_module(
            theorems, exact_composition_epsilon=lambda delta, epsilon, k: 1e9
        ),
    ),
    case(
        "BW-6b",
        when="advanced composition has an epsilon of 0",
        verdict=REFUTED,
        library=in_module(
            theorems, exact_composition_epsilon=lambda delta, epsilon, k: 0.0
        ),
    ),
]


@each(CASES)
def test_verdict(case, monkeypatch):
    assert_verdict(case, monkeypatch)
