"""The l2 mechanism: its scale against 40-digit quadrature, its noise, and what it refuses."""

import itertools

import mpmath as mp
import numpy as np
import pytest
from scipy import integrate, special, stats

import gaussmech as gm
from gaussmech.privacy._l2_solver import _log_delta


def delta_by_angle(epsilon, scale, d):
    """Return delta by an integral over the angle of spheroidal coordinates, in 40 digits.

    The dimension may be any d >= 1.
    """
    with mp.workdps(40):
        epsilon = mp.mpf(epsilon)
        rho = 1 / mp.mpf(scale)
        nu = mp.mpf(d) / 2
        if d == 1:
            return -mp.expm1((epsilon - rho) / 2)
        z = rho / 2
        end = mp.acos(epsilon / rho)
        k0 = mp.besselk(nu - 1, z)
        k1 = mp.besselk(nu, z)
        log_gamma = mp.loggamma(nu + mp.mpf(1) / 2)
        constant = (nu + 1) * mp.log(z) - nu * mp.log(2) - log_gamma

        def integrand(t):
            sine = mp.sin(t)
            gain = -mp.expm1(epsilon - rho * mp.cos(t))
            density = mp.exp(constant + z * mp.cos(t) + (d - 2) * mp.log(sine))
            bessel = (d - 1) * k1 / z + k0 * sine**2
            return gain * density * bessel

        near = end - min(end, 60 / mp.sqrt(d))
        return mp.quad(integrand, mp.linspace(near, end, 7)) / mp.sqrt(mp.pi)


CORNERS = list(itertools.product([1e-3, 20.0], [1e-15, 0.1], [1, 2, 3]))
# Roundings count for most in the highest dimension.
CORNERS += [(0.030482128, 1.799436331e-13, 100_000_000)]
IN_A_MILLION = list(itertools.product([1e-3, 20.0], [1e-15, 0.1], [1_000_000]))
# epsilon, delta and d, evenly on log scales over the certified range.
RANDOM = 10 ** np.random.default_rng(1).uniform(
    [-3, -15, 0], [np.log10(20), -1, 6], (12, 3)
)


# The reference takes long in many dimensions.
LONG_CASES = [
    pytest.param(*case, marks=pytest.mark.full)
    for case in (*IN_A_MILLION, *RANDOM.tolist())
]


@pytest.mark.parametrize("epsilon, delta, d", [*CORNERS, *LONG_CASES])
def test_the_scale_is_private_and_within_1e_11_of_the_least(epsilon, delta, d):
    d = int(d)
    scale = gm.l2_scale(epsilon, delta, dimension=d)
    assert delta_by_angle(epsilon, scale, d) <= delta
    with mp.workdps(40):
        smaller = scale * (1 - mp.mpf("1e-11"))
        assert delta_by_angle(epsilon, smaller, d) > delta


@pytest.mark.parametrize("d", [1, 2, 50, 4001, 1_000_000])
def test_the_scale_beyond_the_certified_range(d):
    epsilon = np.array([[0.0], [1e-10], [1.0], [1e4]])
    delta = np.array([1e-300, 1e-3, 0.9])
    scale = gm.l2_scale(epsilon, delta, dimension=d)
    assert (gm.l2_delta(scale, epsilon, dimension=d) <= delta * (1 + 1e-10)).all()
    smaller = scale * (1 - 1e-9)
    assert (gm.l2_delta(smaller, epsilon, dimension=d) > delta).all()


def test_the_limits_of_scale_and_delta():
    scale = gm.l2_scale([0, 1, 1, np.inf], [0, 0.5, 1, 0], [1, 0, 1, 1], dimension=3)
    assert scale.tolist() == [np.inf, 0, 0, 0]
    assert gm.l2_scale(0, 0, dimension=3) == np.inf
    # The last one is the scale of pure privacy.
    noise = [0.0, np.inf, 1.0, 1.0]
    delta = gm.l2_delta(noise, 1.0, [1, 1, 0, 1], dimension=3)
    assert delta.tolist() == [1, 0, 0, 0]


def test_without_delta_the_scale_is_that_of_pure_privacy_and_not_below():
    scale = gm.l2_scale(0.7, 0.0, 3.0, dimension=[1, 2, 7, 1000, 1_000_000])
    assert (scale * mp.mpf(0.7) >= 3).all()
    assert scale == pytest.approx(3 / 0.7, rel=1e-15, abs=0)


@pytest.mark.parametrize("d", [1, 2, 9, 199, 200, 100_000])
def test_the_moments_are_those_of_the_distribution(d):
    mechanism = gm.L2Mechanism(1.0, 1e-5, 4.0, dimension=d)
    with mp.workdps(30):
        ratio = mp.gamma(mp.mpf(d) / 2) / mp.gamma(mp.mpf(d + 1) / 2)
        amplitude = float(mechanism.scale * d * ratio / mp.sqrt(mp.pi))
    assert mechanism.mean_absolute_error == pytest.approx(amplitude, rel=2e-13, abs=0)
    power = mechanism.scale**2 * (d + 1)
    assert mechanism.variance == pytest.approx(power, rel=1e-15, abs=0)


@pytest.mark.parametrize("d", [1, 2, 3, 10])
@pytest.mark.parametrize("alpha", [1e-300, 1e-200, 1e-50, 1e-12, 0.05, 0.9])
def test_accuracy_is_the_two_sided_quantile(d, alpha):
    mechanism = gm.L2Mechanism(1.0, 1e-5, 4.0, dimension=d)
    a = mechanism.accuracy(alpha) / mechanism.scale
    nu = d / 2
    # The marginal of exp(-|z|) has the density of a variance-gamma distribution.
    constant = np.sqrt(np.pi) * 2 ** (nu - 1) * special.gamma(nu + 0.5)

    def density(z):
        """Return the density at z, times e^a so that it does not underflow."""
        return z**nu * special.kve(nu, z) * np.exp(a - z) / constant

    def mass(start, end):
        return integrate.quad(density, start, end, epsabs=0, epsrel=1e-12)[0]

    if alpha > 0.5:
        expected = 1 - alpha
        total = mass(0, a)
    else:
        expected = alpha
        total = mass(a, a + 10) + mass(a + 10, a + 100)
    assert np.log(total) - a == pytest.approx(np.log(expected), rel=0, abs=1e-9)


MECHANISM = gm.L2Mechanism(1.0, 1e-5, dimension=3)
X = np.arange(6.0).reshape(2, 3)


def test_a_release_is_the_value_plus_noise_which_the_generator_decides():
    release = MECHANISM.add_noise(X, 4)
    assert release - X == pytest.approx(MECHANISM.add_noise(0 * X, 4), abs=1e-12)
    assert (release == MECHANISM.add_noise(X, np.random.default_rng(4))).all()
    assert (release != MECHANISM.add_noise(X, 5)).all()
    silent = gm.L2Mechanism(1.0, 1e-5, 0.0, dimension=3)
    assert (silent.add_noise(X, 1) == X).all()


@pytest.mark.parametrize("shape", [(), (2,), (3, 2)])
def test_a_value_of_another_dimension_is_refused(shape):
    message = r"x has shape .*; its last axis must be 3 long"
    with pytest.raises(ValueError, match=message):
        MECHANISM.add_noise(np.zeros(shape), 1)


# In a hundred million dimensions the bound of the roundings is larger.
@pytest.mark.parametrize(
    "epsilon, scale, d, most",
    [(3, 0.25, 2, 1e-11), (0, 1, 3, 1e-11), (0.0305, 0.0227, 10**8, 1e-10)],
)
def test_delta_is_never_below_the_exact_one_and_near_it(epsilon, scale, d, most):
    delta = gm.l2_delta(scale, epsilon, dimension=d)
    excess = delta / delta_by_angle(epsilon, scale, d) - 1
    assert 0 <= excess < most


@pytest.mark.parametrize("d", [1, 2, 5, 40])
def test_noise_has_a_gamma_length_and_a_uniform_direction(d):
    mechanism = gm.L2Mechanism(1.0, 0.01, 3.0, dimension=d)
    noise = mechanism.add_noise(np.zeros((20_000, d)), 1)
    length = np.linalg.norm(noise, axis=1)
    scaled = length / mechanism.scale
    assert stats.kstest(scaled, stats.gamma(d).cdf).pvalue > 1e-3
    if d > 1:
        cosine = noise[:, 0] / length
        beta = stats.beta((d - 1) / 2, (d - 1) / 2, loc=-1, scale=2)
        assert stats.kstest(cosine, beta.cdf).pvalue > 1e-3
        # Independent of the length: 0.03 is 4 standard errors.
        assert abs(stats.spearmanr(abs(cosine), length).statistic) < 0.03


@pytest.mark.parametrize("epsilon, rho, d", [(0.5, 0.8, 2), (1.0, 4.0, 9)])
def test_newtons_method_uses_the_slope_of_delta(epsilon, rho, d):
    """That of log delta over log gap, by a difference in 40 digits."""
    gap = rho - epsilon
    _, slope, _ = _log_delta(gap, epsilon, float(d))
    with mp.workdps(40):
        delta = delta_by_angle(epsilon, 1 / mp.mpf(rho), d)
        step = mp.mpf(10) ** -20
        difference = delta_by_angle(epsilon, 1 / (rho + step), d) - delta
        expected = float(gap * difference / step / delta)
    assert slope == pytest.approx(expected, rel=1e-10, abs=0)


def test_all_doubles_have_a_probability_and_at_most_the_scale_of_pure_privacy():
    """Half of them where both answers are possible."""
    rng = np.random.default_rng(3)
    scale, epsilon, sensitivity = 10 ** rng.uniform(-320, 290, (3, 1000))
    ratio = epsilon[::2] * rng.uniform(0.9, 1.5, 500)
    scale[::2] = sensitivity[::2] / ratio.clip(1e-9, 1e9)
    dimension = np.floor(10 ** rng.uniform(-1, 8, 1000)).clip(1)
    delta = gm.l2_delta(scale, epsilon, sensitivity, dimension=dimension)
    assert ((delta >= 0) & (delta <= 1)).all()
    scale = gm.l2_scale(epsilon, rng.random(1000), sensitivity, dimension=dimension)
    with np.errstate(over="ignore"):
        pure = sensitivity / epsilon
        # A quotient is rounded, and by a unit of 5e-324 where it is next to nothing.
        assert ((scale > 0) & (scale <= pure * (1 + 1e-15) + 5e-324)).all()
