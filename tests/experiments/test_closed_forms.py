"""Closed forms of risks against numerical integrals."""

import math

import mpmath
import pytest
from scipy.integrate import quad
from scipy.stats import ncx2, norm

from gaussmech.experiments.closed_forms import inverse_norm_mean, soft_threshold_risk


@pytest.mark.parametrize("t, threshold", [(0.0, 1.2), (0.3, 2.0), (2.5, 3.0), (9.0, 4.0)])
def test_soft_threshold_risk_is_the_integral(t, threshold):
    def loss(y):
        return (math.copysign(max(abs(y) - threshold, 0), y) - t) ** 2 * norm.pdf(y - t)

    expected = sum(
        quad(loss, a, b, epsabs=1e-13)[0]
        for a, b in ((-40, -threshold), (-threshold, threshold), (threshold, 40))
    )
    assert soft_threshold_risk(t, threshold) == pytest.approx(expected, rel=1e-8, abs=0)


@pytest.mark.parametrize("d, norm2", [(3, 0.0), (5, 0.3), (10, 20.0), (100, 1e4)])
def test_inverse_norm_mean_is_that_of_the_noncentral_chi_square(d, norm2):
    if norm2 == 0:
        expected = 1 / (d - 2)
    else:
        law = ncx2(d, norm2)
        middle, spread = law.mean(), law.std()
        cuts = [1e-12, *(middle + k * spread for k in range(-8, 30, 2) if middle + k * spread > 0)]
        expected = sum(
            quad(lambda x: law.pdf(x) / x, a, b, limit=200)[0]
            for a, b in zip(cuts, cuts[1:], strict=False)
        )
    assert inverse_norm_mean(d, norm2) == pytest.approx(expected, rel=1e-6, abs=0)


@pytest.mark.parametrize("d, norm2", [(3, 2.1e8), (10**6, 2.1e8), (1000, 1e17), (5, 1e40)])
def test_inverse_norm_mean_far_from_the_origin(d, norm2):
    with mpmath.workdps(60):
        expected = mpmath.hyp1f1(1, mpmath.mpf(d) / 2, -mpmath.mpf(norm2) / 2) / (d - 2)
    assert inverse_norm_mean(d, norm2) == pytest.approx(float(expected), rel=1e-12, abs=0)
