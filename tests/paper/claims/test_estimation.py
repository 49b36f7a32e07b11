"""Claims about the estimators of section 4."""

import numpy as np
import pytest

from gaussmech.paper.claims import estimation
from gaussmech.paper.claims.finding import HOLDS, IN_PART, REFUTED
from tests.paper.claims.builders import (
    error,
    mean_estimation_errors,
    multiplied,
    simulated_risks,
)
from tests.paper.claims.cases import case, times, verdicts


def risk_of_5_in_few_dimensions(t, threshold):
    """Return a risk of 5 for d < 8, whose threshold is below 2, and nearly none beyond."""
    return (5 if threshold < 2 else 1e-9) + 0 * t


def likelihood_of_d_minus_2(s, q, d):
    """Return - log p(q | s) for d - 2 degrees of freedom, up to a constant."""
    return (d - 2) / 2 * np.log(s) + q / (2 * s)


def corrected_risk_of_balls(p, radius, d):
    """Return the rate for p >= 2 with B^2 d^(1 - 2/p) in place of B^2, at sigma = 1."""
    return d / (1 + d ** (2 / p) / radius**2)


test_verdict = verdicts(
    estimation,
    case(
        "BW-4a",
        "simulations have a hundredth more Bayes risk at d = 10",
        IN_PART,
        claims_prior=multiplied(
            simulated_risks(), "mse", 1.01, estimator="Bayes", dimension=10
        ),
    ),
    case(
        "BW-4b",
        "the printed formula is the exact one",
        HOLDS,
        printed_james_stein_mse=estimation.james_stein_mse,
    ),
    case(
        "BW-4c",
        "James-Stein has a larger error than the raw release at epsilon 0.01",
        REFUTED,
        mean_estimation=mean_estimation_errors(
            error("aGM-JS", epsilon=0.01, equals=101.0)
        ),
    ),
    case(
        "BW-4d",
        "James-Stein has nine times its risk at d = 10",
        REFUTED,
        claims_prior=multiplied(
            simulated_risks(), "mse", 9.0, estimator="JS", dimension=10
        ),
    ),
    case(
        "BW-4e",
        "the constant of Theorem 12 is 0.5 in place of 2.22",
        REFUTED,
        THRESHOLD_CONSTANT=0.5,
    ),
    case(
        "BW-4e",
        "thresholding has a risk of 5 per coordinate in few dimensions",
        REFUTED,
        soft_threshold_risk=risk_of_5_in_few_dimensions,
    ),
    case(
        "BW-4f",
        "thresholding halves the risk of every entry",
        HOLDS,
        soft_threshold_risk=lambda t, threshold: 0.5 + 0 * t,
    ),
    case(
        "BW-4g",
        "the posterior mean is too large by 30 %",
        REFUTED,
        posterior_mean=times(estimation.posterior_mean, 1.3),
    ),
    case(
        "BW-4h",
        "equation (7) is d",
        REFUTED,
        printed_rate=lambda p, radius, d: d,
    ),
    case(
        "BW-4i",
        "the likelihood is that of d - 2 degrees of freedom",
        HOLDS,
        negative_log_likelihood=likelihood_of_d_minus_2,
    ),
    case(
        "BW-4j",
        "thresholding has no risk",
        HOLDS,
        soft_threshold_risk=lambda t, threshold: 0 * t,
    ),
    case(
        "BW-4l",
        "the printed rate is the corrected one",
        HOLDS,
        printed_risk_of_balls=corrected_risk_of_balls,
    ),
    case(
        "BW-4m",
        "James-Stein has a larger risk than the release at every f",
        HOLDS,
        james_stein_risk=lambda d, norm2: d + 1.0 + 0 * norm2,
    ),
    case(
        "BW-4n",
        "the printed risk is sigma^2 in every dimension",
        HOLDS,
        printed_rate=lambda p, radius, d: 1 + 0 * d,
    ),
    case(
        "BW-4q",
        "thresholding doubles the risk of every entry",
        REFUTED,
        soft_threshold_risk=lambda t, threshold: 2.0 + 0 * t,
    ),
    case(
        "BW-4o",
        "the printed rate has sigma^2 added",
        HOLDS,
        printed_histogram_rate=lambda sparsity, items, k: (
            1 + min(sparsity, items ** (1 / k))
        ),
    ),
    case(
        "BW-4p",
        "thresholding has a risk of d or more, however few entries are nonzero",
        REFUTED,
        spikes_threshold_risk=lambda k, height, d, threshold: d + height,
    ),
)


def test_the_printed_risk_of_balls_is_that_of_the_zero_or_of_the_raw_estimate():
    """B^2 in a small ball, and d in a large one."""
    small, large = (estimation.printed_risk_of_balls(2.0, b, 9) for b in (1e-3, 1e6))
    assert (small, large) == pytest.approx((1e-6, 9), rel=1e-6)
