"""The truncated Laplacian: its distribution, its privacy and the poster's bounds, against mpmath.

Claim Geng-c judges the delta that the distribution spends, by quadrature; claims Geng-d and Geng-e
compare the lower bounds with a linear program.
"""

import mpmath as mp
import numpy as np
import pytest

from gaussmech.privacy.mechanisms import TruncatedLaplaceMechanism
from gaussmech.privacy.truncated_laplacian import (
    delta_of_truncation,
    noise_bounds,
    truncation_ratio,
)

mp.mp.dps = 60


# x = (e^epsilon - 1) / (2 delta) from 1e-4 to far beyond the largest double.
EPSILONS = [1e-4, 1e-3, 0.01, 0.1, 0.3, 1.0, 3.0, 10.0, 50.0, 800.0, 1e4]
DELTAS = [1e-300, 1e-15, 1e-9, 1e-4, 0.01, 0.1, 0.25, 0.4, 0.4999]


def is_near(value, exact, rel=1e-14):
    return abs(mp.mpf(value) / exact - 1) <= rel


def exact_t(epsilon, delta):
    """Return the bound of the noise in units of its scale."""
    return mp.log1p(mp.expm1(epsilon) / (2 * mp.mpf(delta)))


@pytest.mark.parametrize("delta", DELTAS)
@pytest.mark.parametrize("epsilon", EPSILONS)
def test_scale_bound_and_moments_are_the_posters(epsilon, delta):
    mechanism = TruncatedLaplaceMechanism(epsilon, delta, 1.0)
    scale = 1 / mp.mpf(epsilon)
    t = exact_t(epsilon, delta)
    assert is_near(truncation_ratio(epsilon, delta), t * scale)
    assert is_near(mechanism.bound, t * scale)
    assert is_near(mechanism.scale, scale)
    assert is_near(mechanism.mean_absolute_error, (1 - t / mp.expm1(t)) * scale)
    lost = (t**2 / 2 + t) / mp.expm1(t)
    assert is_near(mechanism.variance, 2 * scale**2 * (1 - lost))
    for alpha in (1e-300, 1e-9, 0.05, 0.5, 0.999, 1 - 1e-9):
        exact = exact_accuracy(mechanism, alpha)
        assert is_near(mechanism.accuracy(alpha), exact), alpha
    assert mechanism.accuracy(1e-300) <= mechanism.bound


def exact_accuracy(mechanism, alpha):
    """Return the size that the noise exceeds with probability alpha."""
    q = mp.exp(-exact_t(mechanism.epsilon, mechanism.delta))
    a = mp.mpf(alpha)
    if alpha > 0.9:
        return -mp.log1p(-(1 - a) * (1 - q)) / mp.mpf(mechanism.epsilon)
    return -mp.log(q + a * (1 - q)) / mp.mpf(mechanism.epsilon)


@pytest.mark.parametrize("delta", [1e-12, 1e-3, 0.3])
@pytest.mark.parametrize("epsilon", [1e-20, 1e-300])
def test_at_small_epsilon_the_noise_is_uniform(delta, epsilon):
    mechanism = TruncatedLaplaceMechanism(epsilon, delta, 2.0)
    # On (-1 / delta, 1 / delta).
    assert mechanism.bound * delta == pytest.approx(1, rel=1e-7, abs=0)
    assert mechanism.mean_absolute_error * delta == pytest.approx(0.5, rel=1e-7, abs=0)
    assert mechanism.variance * delta**2 == pytest.approx(1 / 3, rel=1e-7, abs=0)
    assert mechanism.accuracy(0.25) * delta == pytest.approx(0.75, rel=1e-7, abs=0)


class Extremes(np.random.Generator):
    """Draws that no test would live to see: the ends of the exponential distribution."""

    def standard_exponential(self, size):
        return np.resize([1e4, 745.0, 50.0, 37.0, 0.0, 5e-324], size)


def values_about(mechanism, rng):
    """Return values of all sizes, those near the bound of the noise among them."""
    special = [0.0, -0.0, 1.0, 1e16, 3e-320]
    moderate = rng.normal(size=1000) * 10.0**3
    x = np.concatenate([special, moderate])
    about_bound = mechanism.bound * np.linspace(-3, 3, 1000)
    return np.concatenate([x, -x, about_bound])


@pytest.mark.parametrize(
    "epsilon, delta", [(1e-9, 0.3), (0.5, 1e-6), (3.0, 1e-15), (800.0, 0.1)]
)
@pytest.mark.parametrize("sensitivity", [1e-12, 0.1, 7e15])
def test_nothing_is_released_beyond_the_bound(epsilon, delta, sensitivity):
    mechanism = TruncatedLaplaceMechanism(epsilon, delta, sensitivity)
    rng = Extremes(np.random.PCG64(2))
    x = values_about(mechanism, rng)
    released = mechanism.add_noise(x, rng)
    assert np.isfinite(released).all()
    assert (abs(released - x) <= mechanism.bound).all()
    # Exactly, not in doubles, whose difference is rounded too.
    bound = mp.mpf(mechanism.bound)
    for value, release in zip(x, released, strict=True):
        assert abs(mp.mpf(release) - mp.mpf(value)) <= bound


@pytest.mark.parametrize("x", [1.79e308, -1.79e308])
def test_a_bound_beyond_the_doubles_leaves_the_noise(x):
    mechanism = TruncatedLaplaceMechanism(100.0, 1e-3, 1e306)
    released = mechanism.add_noise(np.full(100, x), 4)
    assert np.isfinite(released).all()
    assert np.unique(released).size == 100


@pytest.mark.parametrize("sensitivity", [1e-12, 0.1])
def test_the_whole_support_is_reached(sensitivity):
    mechanism = TruncatedLaplaceMechanism(3.0, 1e-15, sensitivity)
    rng = Extremes(np.random.PCG64(2))
    noise = mechanism.add_noise(np.zeros(1000), rng)
    assert noise.max() == mechanism.bound
    assert noise.min() == -mechanism.bound
    assert 0 in noise


@pytest.mark.parametrize("epsilon", [1e-4, 0.013, 1.0, 50.0, 1e4])
def test_rounding_never_costs_privacy(epsilon):
    rng = np.random.default_rng(5)
    log_deltas = rng.uniform(np.log(1e-15), np.log(0.4999), 200)
    for delta in np.exp(log_deltas):
        sensitivity = rng.lognormal()
        mechanism = TruncatedLaplaceMechanism(epsilon, delta, sensitivity)
        scale = mp.mpf(mechanism.scale)
        decay = mp.mpf(sensitivity) / scale
        end = mp.mpf(mechanism.bound) / scale
        assert decay <= epsilon
        # All of delta, and not a rounding more.
        spent = mp.expm1(decay) / (2 * mp.expm1(end))
        assert delta * (1 - mp.mpf("1e-10")) <= spent <= delta


# With more steps, delta would underflow.
STEPS = [
    (epsilon, n)
    for epsilon in (1e-8, *EPSILONS[:-2])
    for n in (2, 3, 4, 10, 100)
    if epsilon * n < 700
]


@pytest.mark.parametrize("epsilon, n", [*STEPS, (1e-4, 10**4)])
def test_lower_bounds_are_the_posters(epsilon, n):
    delta = delta_of_truncation(epsilon, n)
    a = (mp.mpf(delta) + mp.expm1(epsilon) / 2) / mp.exp(epsilon)
    weights = [mp.exp(-epsilon * k) for k in range(n)]
    mass = mp.fsum(weights)
    first_moment = mp.fsum(k * weight for k, weight in enumerate(weights))
    second_moment = mp.fsum(k**2 * weight for k, weight in enumerate(weights))
    bounds = noise_bounds(epsilon, delta, 2.0)
    assert is_near(a * mass, mp.mpf(1) / 2, 1e-13)
    assert is_near(bounds.amplitude_lower, 2 * 2 * a * first_moment)
    assert is_near(bounds.power_lower, 4 * 2 * a * second_moment)


@pytest.mark.parametrize("epsilon", [1e-9, 1e-4, 0.1, 0.3, 1.0, 5.0])
def test_whole_steps_count_between_them(epsilon):
    n = np.arange(2, 40)
    n = n[delta_of_truncation(epsilon, n + 1) > 0]
    bounds = noise_bounds(epsilon, delta_of_truncation(epsilon, n))
    for part in (0.7, 1 - 1e-9):
        between = noise_bounds(epsilon, delta_of_truncation(epsilon, n + part))
        assert between.amplitude_lower == pytest.approx(
            bounds.amplitude_lower, rel=1e-13, abs=0
        )
        assert between.power_lower == pytest.approx(
            bounds.power_lower, rel=1e-13, abs=0
        )
        # The noise itself grows between them, until doubles do not tell.
        if epsilon <= 1:
            assert (between.amplitude_upper > bounds.amplitude_upper).all()
    below_two_steps = noise_bounds(epsilon, delta_of_truncation(epsilon, 1.5))
    assert below_two_steps.amplitude_lower == below_two_steps.power_lower == 0


def test_without_sensitivity_there_is_no_noise():
    assert noise_bounds(1e-300, 1e-300, 0.0) == (0, 0, 0, 0)
    mechanism = TruncatedLaplaceMechanism(0.5, 1e-6, 0.0)
    assert mechanism.bound == mechanism.mean_absolute_error == mechanism.variance == 0
    assert mechanism.accuracy(0.1) == 0
