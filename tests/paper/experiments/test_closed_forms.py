"""Closed forms of risks to 1e-12, against quadrature and a confluent hypergeometric function."""

import mpmath
import pytest

from gaussmech.paper.experiments.closed_forms import (
    inverse_norm_mean,
    james_stein_risk,
    soft_threshold_risk,
)


@pytest.mark.parametrize("t", [0.0, 1e-3, 0.3, 2.5, 9.0, 300.0])
@pytest.mark.parametrize("threshold", [1.2, 2.9, 4.0])
def test_soft_threshold_risk_is_the_integral(t, threshold):
    def loss(y):
        estimate = mpmath.sign(y) * max(abs(y) - threshold, 0)
        return (estimate - t) ** 2 * mpmath.npdf(y, t)

    # At the kinks, and where the density is.
    cuts = [-threshold, threshold, t - 15, t - 5, t, t + 5, t + 15]
    with mpmath.workdps(20):
        expected = float(mpmath.quad(loss, sorted(cuts)))
    risk = soft_threshold_risk(t, threshold)
    assert risk == pytest.approx(expected, rel=1e-12, abs=0)


NEAR = [(3, 0), (5, 0.3), (64, 1e-3), (64, 3e6), (100, 1e4)]
FAR = [(3, 2.1e8), (10**6, 2.1e8), (1000, 1e17), (5, 1e40)]


@pytest.mark.parametrize("d, norm2", [*NEAR, *FAR])
def test_james_stein_risk_follows_from_a_hypergeometric_function(d, norm2):
    with mpmath.workdps(60):
        function = mpmath.hyp1f1(1, mpmath.mpf(d) / 2, -mpmath.mpf(norm2) / 2)
        mean = function / (d - 2)
        risk = float(d - (d - 2) ** 2 * mean)
    assert inverse_norm_mean(d, norm2) == pytest.approx(float(mean), 1e-12, 0)
    assert james_stein_risk(d, norm2) == pytest.approx(risk, rel=1e-12, abs=0)
