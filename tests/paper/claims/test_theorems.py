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
from tests.paper.claims.builders import loss_summary, multiplied
from tests.paper.claims.cases import case, times, verdicts


def gain_that_ends_for_large_deltas(epsilon, delta):
    """Return a variance ratio that falls below 1 for delta >= 1e-5 alone."""
    return 2.0 if delta < 1e-5 else 1.5 / epsilon**0.1


def l1_distance(p, q, epsilon):
    """Return the L1 distance of finite distributions."""
    return np.abs(p - q).sum(axis=-1)


test_verdict = verdicts(
    theorems,
    case(
        "BW-2a",
        "the classical noise is 0.3 of what Theorem 1 asks for",
        REFUTED,
        classical_gaussian_sigma=times(classical_gaussian_sigma, 0.3),
    ),
    case(
        "BW-2.1b",
        "noise spends 1.3 times its delta",
        REFUTED,
        gaussian_delta=times(gaussian_delta, 1.3),
    ),
    case(
        "BW-2.2a",
        "Phi is moved to the right by 1",
        REFUTED,
        ndtr=lambda x: ndtr(x - 1),
    ),
    case(
        "BW-2.2b",
        "the mean is 0.5 in place of 0.599",
        IN_PART,
        privacy_loss_summary=multiplied(
            loss_summary(), "simulated", 0.8, quantity="mean"
        ),
    ),
    case(
        "BW-2.2c",
        "Phi is moved to the right by 1",
        REFUTED,
        ndtr=lambda x: ndtr(x - 1),
    ),
    case(
        "BW-2.3a",
        "the classical noise is too small for the larger deltas alone",
        IN_PART,
        gain=gain_that_ends_for_large_deltas,
    ),
    case(
        "BW-2.3b",
        "the printed bound on delta is the corrected one",
        HOLDS,
        printed_delta_bound=lambda epsilon: np.maximum(
            theorems.corrected_delta_bound(epsilon), 1e-9
        ),
    ),
    case(
        "BW-2.3c",
        "the printed bound tends to 0.4, and the corrected one to 1/2",
        IN_PART,
        printed_delta_bound=lambda epsilon: 0.4 - 0.1 / epsilon,
    ),
    case(
        "BW-2.3d",
        "the least noise falls as 1 / epsilon",
        REFUTED,
        analytic_gaussian_sigma=lambda epsilon, delta: 1 / epsilon + 0 * delta,
    ),
    case(
        "BW-2.3e",
        "the classical noise is too small at every epsilon above 1",
        HOLDS,
        gain=lambda epsilon, delta: 0.9 / epsilon**0.1 + 0 * delta,
    ),
    case(
        "BW-2.3e",
        "the classical noise is too small above epsilon 4, and never much too small",
        REFUTED,
        gain=lambda epsilon, delta: (1 + 4 / epsilon) / 2 + 0 * delta,
    ),
    case(
        "BW-2.3f",
        "the least Gaussian noise falls as 1 / epsilon, too",
        REFUTED,
        analytic_gaussian_sigma=lambda epsilon, delta: 4.2 / epsilon,
    ),
    case(
        "BW-3a",
        "equation (6) has a hundredth more delta",
        REFUTED,
        gaussian_delta=times(gaussian_delta, 1.01),
    ),
    case(
        "BW-3b",
        "Algorithm 1 in doubles returns the exact noise",
        HOLDS,
        algorithm_1=analytic_gaussian_sigma,
    ),
    case(
        "BW-3c",
        "Phi is moved to the left by a hundredth",
        REFUTED,
        ndtr=lambda x: ndtr(x + 0.01),
    ),
    case(
        "BW-3d",
        "condition (3) is the L1 distance of the two distributions",
        REFUTED,
        condition_3=l1_distance,
    ),
    case(
        "BW-3e",
        "the delta spent increases with sigma",
        REFUTED,
        gaussian_delta=lambda sigma, epsilon: sigma + 0 * epsilon,
    ),
    case(
        "BW-3f",
        "Algorithm 1 returns a hundredth less noise",
        REFUTED,
        algorithm_1=times(algorithm_1, 0.99),
    ),
    case(
        "BW-3g",
        "Phi keeps its digits, and the search on equation (6) always returns 1",
        HOLDS,
        PHI=dict.fromkeys(theorems.PHI, theorems.ndtr),
        solve_equation_6=lambda epsilon, delta, phi: 1.0,
    ),
    case(
        "BW-3g",
        "Phi keeps its digits, and Algorithm 1 always returns 1",
        REFUTED,
        PHI=dict.fromkeys(theorems.PHI, theorems.ndtr),
        oracle_search=lambda epsilon, delta, phi: 1.0,
    ),
    case(
        "BW-6b",
        "advanced composition has a fifteenth of its epsilon",
        REFUTED,
        exact_composition_epsilon=times(theorems.exact_composition_epsilon, 1 / 15),
    ),
)
