"""The transform, head and tail of Gaussian differential privacy (Liu et al.)."""

import mpmath
import numpy as np
import pytest

import gaussmech as gm
from gaussmech.privacy import gdp
from gaussmech.privacy.gdp import head_measurement, tail_limit, tail_values
from gaussmech.privacy.profiles import (
    CallableProfile,
    ICEAProfile,
    RectifiedProfile,
    SquareRootLogProfile,
)
from tests.exact import gaussian_delta as exact_gaussian_delta

mpmath.mp.dps = 60
SGD = SquareRootLogProfile(2**0.5, 1.25, 2.0)
ICEA = ICEAProfile(1000, 100)
HEADS = {
    "Gaussian": gm.GaussianProfile(0.7),
    "Laplace": gm.LaplaceProfile(1.0),
    "pure": gm.PureDPProfile(1.0),
    "SGD": SGD.refined(),
    "ICEA": ICEA.refined(),
    "composed": gm.ComposedProfile(0.2, 50),
    "subsampled": gm.SubsampledProfile(gm.GaussianProfile(2.0), 0.3),
}


def constant_profile(log_delta):
    """Return a profile that is e^log_delta at every epsilon, which may underflow."""
    return CallableProfile(
        lambda epsilon: np.full(epsilon.shape, np.exp(log_delta)),
        lambda epsilon: np.full(epsilon.shape, log_delta),
    )


EPSILONS = [0.0, 0.3, 5.0, 60.0, 1000.0]
LOG_DELTAS = [-0.01, -1.0, -30.0, -600.0, -695.0, -720.0, -5000.0, -1e6]
UNDERFLOWS = [(0.0, log_delta) for log_delta in LOG_DELTAS if log_delta < -690]
ROOTS = [
    (epsilon, log_delta)
    for epsilon in EPSILONS
    for log_delta in LOG_DELTAS
    if (epsilon, log_delta) not in UNDERFLOWS
]


@pytest.mark.parametrize("epsilon, log_delta", ROOTS)
def test_the_transform_is_the_root_in_mu(epsilon, log_delta):
    mu = gm.gdp_transform(constant_profile(log_delta), epsilon)
    delta = np.exp(log_delta)
    # Where delta is a double, the profile is that double.
    target = mpmath.mpf(delta) if delta > 1e-300 else mpmath.exp(log_delta)
    smaller = mu * (1 - mpmath.mpf(1e-13))
    larger = mu * (1 + mpmath.mpf(1e-15))
    assert exact_gaussian_delta(epsilon, smaller) < target
    assert exact_gaussian_delta(epsilon, larger) > target


@pytest.mark.parametrize("epsilon, log_delta", UNDERFLOWS)
def test_the_transform_at_0_of_a_delta_that_underflows_is_next_to_0(epsilon, log_delta):
    mu = gm.gdp_transform(constant_profile(log_delta), epsilon)
    # At most sqrt(2 pi) delta: far below anything that is ever compared.
    assert 0 < mu < 1e-99


def test_the_transform_is_infinite_where_delta_is_1_and_0_where_it_is_0():
    profile = CallableProfile(lambda epsilon: np.where(epsilon < 1, 1.0, 0.0))
    transform = gm.gdp_transform(profile, [[0.0, 0.5], [1.0, 50.0]])
    assert transform.tolist() == [[np.inf, np.inf], [0.0, 0.0]]
    assert type(gm.gdp_transform(profile, 2.0)) is float


NEAR_ONE = [
    *[(gm.GaussianProfile(mu), mu) for mu in (9.0, 13.0, 15.0, 15.9, 20.0, 60.0)],
    *[
        (gm.PureDPProfile(epsilon), gm.pure_dp_mu(epsilon))
        for epsilon in (0.1, 20.0, 27.0, 29.0, 31.0, 90.0)
    ],
    *[
        (gm.LaplaceProfile(epsilon), gm.laplace_mu(epsilon))
        for epsilon in (0.1, 3.0, 50.0, 60.0, 70.0, 200.0)
    ],
    (gm.SubsampledProfile(gm.GaussianProfile(15.0), 1.0), 15.0),
    (RectifiedProfile(gm.PureDPProfile(30.0), 80.0), gm.pure_dp_mu(30.0)),
    (gm.PureDPProfile(28.0).refined(), gm.pure_dp_mu(28.0)),
    (gm.ComposedProfile(27.0, 1), gm.pure_dp_mu(27.0)),
]
UP_TO_ROUNDING = 1 + 1e-14


def rise_and_drop(peak):
    """Return a transform that rises slowly to a peak and then falls to 0.4."""
    return lambda epsilon: np.where(epsilon <= peak, 0.5 + 0.01 * epsilon, 0.4)


def late_peak(epsilon):
    """Return a peak in a block that starts below a value found elsewhere, and rises."""
    rise = 0.5 + 0.05 * np.clip(epsilon - 7.0, 0, None)
    return np.select([epsilon < 1, epsilon <= 7.45], [0.5212, rise], 0.45)


@pytest.mark.parametrize(
    "peak, transform",
    [
        *[(peak, rise_and_drop(peak)) for peak in (0.1, 3.0, 7.77, 9.99)],
        (7.45, late_peak),
    ],
    ids=["at 0.1", "at 3", "at 7.77", "at 9.99", "late"],
)
def test_a_narrow_peak_is_found_wherever_it_lies(peak, transform):
    def profile(epsilon):
        return gm.gaussian_delta(1 / transform(epsilon), epsilon)

    head = head_measurement(profile, 10.0, tolerance=1e-3)
    assert head.steps > 10 * gdp._BLOCK
    assert head.epsilon == pytest.approx(peak, rel=0, abs=1e-3)
    highest = float(transform(np.array(peak)))
    assert head.lower == pytest.approx(highest, rel=0, abs=1e-4)


@pytest.mark.parametrize(
    "profile, limit",
    [
        (gm.GaussianProfile(0.01), 0.01),
        (gm.GaussianProfile(1.0), 1.0),
        (gm.GaussianProfile(9.0), 9.0),
        (SGD, 0.5),
        (SGD.refined(), 0.5),
        (SquareRootLogProfile(3.0, 100.0, 0.5), 3 / (np.sqrt(2) * 0.5)),
        (gm.SubsampledProfile(gm.GaussianProfile(2.0), 0.01), 2.0),
        (ICEA, np.inf),
        (ICEA.refined(), np.inf),
        (gm.ApproximateDPProfile(1.0, 1e-9), np.inf),
        (gm.ApproximateDPProfile(1.0, 1.0), np.inf),
        (CallableProfile(lambda e: np.exp(-e), lambda e: -e), np.inf),
        (CallableProfile(lambda e: np.exp(-(e**3)), lambda e: -(e**3)), 0.0),
        (gm.LaplaceProfile(1.0), 0.0),
        (gm.ComposedProfile(0.2, 50), 0.0),
        (RectifiedProfile(ICEA, 10.0), 0.0),
        (lambda e: np.full(e.shape, 0.1), np.inf),
    ],
)
def test_the_tail_limit_of_theorem_3_3(profile, limit):
    assert tail_limit(profile) == pytest.approx(limit, rel=1e-8, abs=0)


def falling(epsilon):
    """Return a profile that underflows, and does not say how."""
    return np.exp(-epsilon)


@pytest.mark.parametrize(
    "profile",
    [
        falling,
        gm.SubsampledProfile(CallableProfile(falling), 0.5),
        RectifiedProfile(CallableProfile(falling), 1e9),
    ],
    ids=["a function", "subsampled", "rectified"],
)
def test_the_tail_limit_tells_underflow_from_zero(profile):
    message = "may be underflow; make it a CallableProfile"
    with pytest.raises(ValueError, match=message):
        tail_limit(profile)


@pytest.mark.parametrize("epsilon", [10.0, 100.0, 1e4])
def test_lemma_3_1_the_tail_values_of_a_gaussian(epsilon):
    value = tail_values(gm.GaussianProfile(1.5), epsilon)
    log_delta = mpmath.log(exact_gaussian_delta(epsilon, 1.5))
    expected = float(epsilon / mpmath.sqrt(-2 * log_delta))
    assert value == pytest.approx(expected, rel=1e-12, abs=0)


def test_a_tail_value_is_0_where_delta_is_0_and_infinite_where_it_is_1():
    assert tail_values(gm.LaplaceProfile(1.0), 2.0) == 0.0
    assert tail_values(ICEA, 1e-3) == np.inf


def relative_miss(mu, tail):
    """Return by how much -Phi^-1(tail) differs from mu / 2, as a share of it.

    The distribution function at mu / 2 must give the tail; its slope turns the difference.
    """
    quantile = mpmath.mpf(mu) / 2
    slope = mpmath.exp(-(quantile**2) / 2) / mpmath.sqrt(2 * mpmath.pi)
    tail_of_quantile = mpmath.erfc(quantile / mpmath.sqrt(2)) / 2
    return abs(float((tail_of_quantile - tail) / slope / quantile))


@pytest.mark.parametrize(
    "epsilon_h, tolerance", [(3.0, 0.01), (20.0, 3e-3), (0.5, 1.0)]
)
@pytest.mark.parametrize("name", HEADS)
def test_a_head_has_the_bounds_of_its_grid(name, epsilon_h, tolerance):
    profile = HEADS[name]
    head = head_measurement(profile, epsilon_h, tolerance=tolerance)
    assert head.steps == np.ceil(gdp.SLOPE * epsilon_h / tolerance)
    assert 0 <= head.upper - head.lower <= tolerance
    assert head.epsilon_h == epsilon_h
    assert head.log_delta_h == profile.log_delta(epsilon_h)
    grid = epsilon_h * (np.arange(head.steps + 1) / head.steps)
    lower = gm.gdp_transform(profile, grid).max()
    assert head.lower == pytest.approx(lower, rel=1e-13, abs=0)
    value = gm.gdp_transform(profile, head.epsilon)
    assert value == pytest.approx(head.lower, rel=1e-12, abs=0)
    # In a cell, mu is at most that of the highest epsilon at the highest delta.
    delta = profile.delta(grid)[:-1]
    is_positive = delta > 1e-300
    sigma = gm.analytic_gaussian_sigma(grid[1:][is_positive], delta[is_positive])
    assert head.upper == pytest.approx((1 / sigma).max(), rel=1e-13, abs=0)
    finer_grid = np.linspace(0, epsilon_h, 20_001)
    assert gm.gdp_transform(profile, finer_grid).max() <= head.upper


@pytest.mark.parametrize("epsilon_h", [0.01, 5.0, 60.0])
@pytest.mark.parametrize("profile, mu", NEAR_ONE)
def test_bounds_and_staircases_hold_where_delta_is_all_but_1(profile, mu, epsilon_h):
    """Each transform is largest at epsilon = 0, where doubles have little of 1 - delta."""
    head = head_measurement(profile, epsilon_h, tolerance=0.01)
    assert head.lower <= mu * UP_TO_ROUNDING
    assert mu <= head.upper * UP_TO_ROUNDING
    # Where the profile knows 1 - delta well, or mu is no larger than doubles can tell, the bounds
    # are close.
    assert head.lower > min(0.95 * mu, 15.8) or profile.near_one > 1e-13
    assert head.upper - head.lower < 0.011 or mu > 13
    _, lower, upper = gdp.staircases(profile, epsilon_h, 50)
    assert lower[0] <= mu * UP_TO_ROUNDING
    assert mu <= upper.max() * UP_TO_ROUNDING


@pytest.mark.parametrize("epsilon0", [1e-10, 1e-3, 0.2, 1.0, 4.999, 5.001, 30.0, 700.0])
def test_theorem_5_1_the_mu_of_pure_privacy_and_of_the_laplace_mechanism(epsilon0):
    with mpmath.workdps(400):
        tail = 1 / (1 + mpmath.exp(epsilon0))
        assert relative_miss(gm.pure_dp_mu(epsilon0), tail) < 4e-15
        tail = mpmath.exp(-mpmath.mpf(epsilon0) / 2) / 2
        assert relative_miss(gm.laplace_mu(epsilon0), tail) < 4e-15
