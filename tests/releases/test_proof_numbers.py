"""Numbers of docs/release-proofs.md."""

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import norm

from gaussmech import analytic_gaussian_sigma, gaussian_delta, gaussian_mu, zcdp_delta


@pytest.mark.parametrize(
    ("epsilon", "delta", "percent"), [(5, 1e-9, 4.5), (0.1, 1e-3, 18), (100, 1e-6, 2.7)]
)
def test_calibration_by_zcdp_needs_so_much_more_noise(epsilon, delta, percent):
    def excess(rho):
        return zcdp_delta(rho, epsilon) - delta

    sigma = 1 / np.sqrt(2 * brentq(excess, 1e-9, 1e3, xtol=1e-15))
    more = sigma / analytic_gaussian_sigma(epsilon, delta) - 1
    assert 100 * more == pytest.approx(percent, rel=0.02)


def test_budgets_chosen_after_a_result_can_exceed_the_total_by_a_factor_of_two():
    """The second release is the worse of two, given the privacy loss of the first."""
    mu = 0.02
    z, step = np.linspace(-12, 12, 100_001, retstep=True)
    # What is left of epsilon = 1 after a loss of N(mu^2 / 2, mu^2).
    left = 1 - (mu**2 / 2 + mu * z)
    gaussian = gaussian_delta(1 / 0.2359, left)
    laplace = np.maximum(0, -np.expm1((left - 0.9326) / 2))
    weight = norm.pdf(z) * step
    # Either sequence keeps (1, 1e-6), except for the rounding of the page's numbers.
    assert weight @ gaussian == pytest.approx(1e-6, rel=0.01)
    assert weight @ laplace == pytest.approx(1e-6, rel=0.01)
    assert weight @ np.maximum(gaussian, laplace) == pytest.approx(2e-6, rel=0.01)


@pytest.mark.parametrize(
    ("least_epsilon", "largest_delta", "percent"),
    [(0.1, 1e-6, 0.013), (1e-6, 0.1, 0.201)],
)
def test_a_thousandth_of_delta_costs_so_much_of_mu(
    least_epsilon, largest_delta, percent
):
    epsilon = np.geomspace(least_epsilon, 20, 40)[:, None]
    delta = largest_delta * 10.0 ** -np.arange(10)
    cost = 1 - (gaussian_mu(epsilon, 0.999 * delta) / gaussian_mu(epsilon, delta)) ** 2
    assert 100 * cost.max() == pytest.approx(percent, rel=0.05)
