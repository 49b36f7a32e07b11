"""The l2 mechanism: its scale against 40-digit quadrature, its noise, and what it refuses."""

import itertools

import mpmath as mp
import numpy as np
import pytest
from scipy import integrate, special, stats

import gaussmech as gm
from gaussmech.privacy import _l2_kernel
from gaussmech.privacy._compiling import compiled
from gaussmech.privacy._l2_kernel import _log_delta


def delta_by_sets(epsilon, scale, d):
    """P(H) - e^epsilon Q(H), H the outputs of loss above epsilon, as 40-digit integrals over |y|.

    Cosines between a uniform direction and the neighbour are 2 B - 1, B beta.
    """
    with mp.workdps(40):
        epsilon = mp.mpf(epsilon)
        s = mp.mpf(scale)
        k = mp.mpf(d - 1) / 2
        c = epsilon * s

        def below(t):
            return mp.betainc(k, k, 0, (1 + min(max(t, -1), 1)) / 2, regularized=True)

        def radius(r):
            return mp.exp(-r / s + (d - 1) * mp.log(r / s)) / (s * mp.gamma(d))

        far = s * (d + 15 * mp.sqrt(d) + 90)
        near = (1 - c) / 2
        near_v = (1 + c) / 2
        points, points_v = (mp.linspace(low, far, 13) for low in (near, near_v))
        p = mp.quad(
            lambda r: radius(r) * below((1 - c * c - 2 * r * c) / (2 * r)), points
        )
        q = mp.quad(
            lambda r: radius(r) * below((c * c - 1 - 2 * r * c) / (2 * r)), points_v
        )
        return mp.gammainc(d, 0, near / s, regularized=True) + p - mp.exp(epsilon) * q


def delta_by_angle(epsilon, scale, d):
    """The integral over the angle of spheroidal coordinates, in 40 digits; any d >= 1."""
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
        constant = (
            (nu + 1) * mp.log(z) - nu * mp.log(2) - mp.loggamma(nu + mp.mpf(1) / 2)
        )

        def integrand(t):
            gain = -mp.expm1(epsilon - rho * mp.cos(t))
            density = mp.exp(constant + z * mp.cos(t) + (d - 2) * mp.log(mp.sin(t)))
            return gain * density * ((d - 1) * k1 / z + k0 * mp.sin(t) ** 2)

        near = end - min(end, 60 / mp.sqrt(d))
        return mp.quad(integrand, mp.linspace(near, end, 7)) / mp.sqrt(mp.pi)


def test_two_derivations_of_delta_agree():
    for epsilon, scale, d in (
        (0.5, 0.9, 5),
        (1, 0.5, 10),
        (0.1, 0.2, 40),
        (3, 0.25, 2),
        (0, 1, 3),
    ):
        by_sets = delta_by_sets(epsilon, scale, d)
        assert abs(by_sets / delta_by_angle(epsilon, scale, d) - 1) < 1e-20
        assert 0 <= gm.l2_delta(scale, epsilon, dimension=d) / by_sets - 1 < 1e-11


RANDOM = 10 ** np.random.default_rng(1).uniform(
    [-3, -15, 0], [np.log10(20), -1, 6], (12, 3)
)
CORNERS = itertools.product([1e-3, 20.0], [1e-15, 0.1], [1, 2, 3, 1_000_000])


@pytest.mark.parametrize("epsilon, delta, d", [*CORNERS, *RANDOM.tolist()])
def test_the_scale_is_private_and_within_1e_11_of_the_least(epsilon, delta, d):
    d = int(d)
    scale = gm.l2_scale(epsilon, delta, dimension=d)
    assert delta_by_angle(epsilon, scale, d) <= delta
    with mp.workdps(40):
        assert delta_by_angle(epsilon, scale * (1 - mp.mpf("1e-11")), d) > delta


@pytest.mark.parametrize("d", [1, 2, 50, 4001, 1_000_000])
def test_the_scale_beyond_the_certified_range(d):
    epsilon = np.array([[0.0], [1e-10], [1.0], [1e4]])
    delta = np.array([1e-300, 1e-3, 0.9])
    scale = gm.l2_scale(epsilon, delta, dimension=d)
    assert (gm.l2_delta(scale, epsilon, dimension=d) <= delta * (1 + 1e-10)).all()
    assert (gm.l2_delta(scale * (1 - 1e-9), epsilon, dimension=d) > delta).all()


def test_the_ends_of_the_range_have_safe_bounds():
    assert (
        gm.l2_delta(0.01, 0.0, dimension=1)
        == 1.0
        >= gm.l2_delta(1e-19, 1.0, dimension=1000)
    )
    assert (
        gm.l2_delta([1.7e308, 1e30, 1e300], [0.0, 1.0, 1e-290], dimension=3).max()
        < 1e-30
    )
    assert gm.l2_scale(4.3e212, 3e-5, 1.6e-191, dimension=1) > 0
    assert (
        gm.l2_scale([1e11, 1e300], 1e-6, 3.0, dimension=[10, 2]) * [1e11, 1e300] >= 3
    ).all()
    rng = np.random.default_rng(3)
    scale, epsilon, sensitivity = 10 ** rng.uniform(-320, 290, (3, 3000))
    # Half of them where both answers are possible.
    scale[::2] = sensitivity[::2] / (epsilon[::2] * rng.uniform(0.9, 1.5, 1500)).clip(
        1e-9, 1e9
    )
    dimension = np.floor(10 ** rng.uniform(0, 8, 3000))
    for d in (1, dimension):
        delta = gm.l2_delta(scale, epsilon, sensitivity, dimension=d)
        assert ((delta >= 0) & (delta <= 1)).all()
        solution = gm.l2_scale(epsilon, rng.random(3000), sensitivity, dimension=d)
        assert (solution > 0).all()
        with np.errstate(over="ignore"):
            assert (solution <= sensitivity / epsilon * (1 + 1e-15) + 5e-324).all()


@pytest.mark.parametrize(
    "epsilon, rho, d", [(0.5, 0.8, 2), (1.0, 4.0, 9), (0.01, 90.0, 5000)]
)
def test_the_slope_of_delta_is_the_printed_one(epsilon, rho, d):
    gap = rho - epsilon
    _, slope = _log_delta(gap, epsilon, float(d))
    with mp.workdps(40):
        z = mp.mpf(rho) / 2
        nu = mp.mpf(d) / 2
        inside = epsilon / mp.mpf(2) + (nu - mp.mpf(1) / 2) * mp.log1p(
            -((epsilon / (2 * z)) ** 2)
        )
        constant = (
            nu * mp.log(z / 2) - mp.loggamma(nu + mp.mpf(1) / 2) - mp.log(mp.pi) / 2
        )
        printed = mp.exp(inside + constant) * mp.besselk(nu, z)
        # By the definition of the derivative, and as Newton's method uses it.
        step = mp.mpf(10) ** -12
        ends = [delta_by_angle(epsilon, 1 / (rho + side * step), d) for side in (1, -1)]
        assert abs((ends[0] - ends[1]) / (2 * step) / printed - 1) < 1e-15
        delta = delta_by_angle(epsilon, 1 / mp.mpf(rho), d)
        assert slope == pytest.approx(float(gap * printed / delta), rel=1e-10, abs=0)


@pytest.mark.parametrize("epsilon, delta", [(0.01, 1e-10), (1.0, 1e-6), (20.0, 1e-3)])
def test_in_many_dimensions_it_becomes_the_gaussian(epsilon, delta):
    power = [gm.L2Mechanism(epsilon, delta, dimension=10**k).power for k in range(1, 7)]
    ratio = np.divide(power, gm.analytic_gaussian_sigma(epsilon, delta) ** 2)
    assert np.all(np.diff(ratio) > 0)
    assert 1 - 1e-3 < ratio[-1] < 1
    mechanism = gm.L2Mechanism(epsilon, delta, dimension=1_000_000)
    # The kurtosis is 3 + 6 / (d + 1).
    for alpha in (0.05, 2e-10):
        normal = mechanism.power**0.5 * stats.norm.isf(alpha / 2)
        assert mechanism.accuracy(alpha) == pytest.approx(normal, rel=1e-4, abs=0)


def test_arrays_equal_the_scalar_calls_and_limits():
    dimensions = np.array([1, 2, 10, 1000])
    scales = gm.l2_scale([[0.1], [2.0]], 1e-5, 3.0, dimension=dimensions)
    scalar_calls = [
        [gm.l2_scale(e, 1e-5, 3.0, dimension=int(d)) for d in dimensions]
        for e in (0.1, 2)
    ]
    assert scales.tolist() == scalar_calls
    epsilon = [0, 1, 1, np.inf]
    delta = [0, 0.5, 1, 0]
    sensitivity = [1, 0, 1, 1]
    assert gm.l2_scale(epsilon, delta, sensitivity, dimension=3).tolist() == [
        np.inf,
        0,
        0,
        0,
    ]
    scale = [0.0, np.inf, 1.0, 1.0]
    assert gm.l2_delta(scale, 1.0, [1, 1, 0, 1], dimension=3).tolist() == [1, 0, 0, 0]
    without = gm.l2_scale(0.7, 0.0, 3.0, dimension=[1, 2, 7, 1000, 1_000_000])
    assert (without * mp.mpf(0.7) >= 3).all()
    assert without == pytest.approx(3 / 0.7, rel=1e-15, abs=0)


@pytest.mark.parametrize("d", [1, 2, 9, 199, 200, 100_000])
def test_amplitude_and_power_are_those_of_the_law(d):
    mechanism = gm.L2Mechanism(1.0, 1e-5, 4.0, dimension=d)
    with mp.workdps(30):
        ratio = mp.gamma(mp.mpf(d) / 2) / mp.gamma(mp.mpf(d + 1) / 2)
        amplitude = mechanism.scale * d * ratio / mp.sqrt(mp.pi)
    assert mechanism.amplitude == pytest.approx(float(amplitude), rel=2e-13, abs=0)
    assert mechanism.power == pytest.approx(
        mechanism.scale**2 * (d + 1), rel=1e-15, abs=0
    )


@pytest.mark.parametrize("d", [1, 2, 3, 10])
@pytest.mark.parametrize("alpha", [1e-300, 1e-200, 1e-50, 1e-12, 0.05, 0.9])
def test_accuracy_is_the_two_sided_quantile(d, alpha):
    mechanism = gm.L2Mechanism(1.0, 1e-5, 4.0, dimension=d)
    a = mechanism.accuracy(alpha) / mechanism.scale
    nu = d / 2
    # The marginal of exp(-|z|) has the density of a variance-gamma law.
    constant = np.sqrt(np.pi) * 2 ** (nu - 1) * special.gamma(nu + 0.5)

    def density(z):
        return z**nu * special.kve(nu, z) * np.exp(a - z) / constant

    ends = [(0, a)] if alpha > 0.5 else [(a, a + 10), (a + 10, a + 100)]
    mass = sum(
        integrate.quad(density, *pair, epsabs=0, epsrel=1e-12)[0] for pair in ends
    )
    expected = 1 - alpha if alpha > 0.5 else alpha
    assert np.log(mass) - a == pytest.approx(np.log(expected), rel=0, abs=1e-9)


@pytest.mark.parametrize("d", [1, 2, 5, 40])
def test_noise_has_a_gamma_length_and_a_uniform_direction(d):
    mechanism = gm.L2Mechanism(1.0, 1e-5, 3.0, dimension=d)
    noise = mechanism.add_noise(np.zeros((20_000, d)), 1) / mechanism.scale
    length = np.linalg.norm(noise, axis=1)
    assert stats.kstest(length, stats.gamma(d).cdf).pvalue > 1e-3
    if d > 1:
        cosine = noise[:, 0] / length
        beta = stats.beta((d - 1) / 2, (d - 1) / 2, loc=-1, scale=2)
        assert stats.kstest(cosine, beta.cdf).pvalue > 1e-3
        assert abs(stats.spearmanr(abs(cosine), length).statistic) < 0.03
    size = abs(noise[:, 0]) * mechanism.scale
    assert abs(size.mean() - mechanism.amplitude) < 4 * size.std() / np.sqrt(len(size))
    assert abs((size > mechanism.accuracy(0.1)).mean() - 0.1) < 4 * 0.3 / np.sqrt(
        len(size)
    )


def test_a_release_is_the_value_plus_noise_decided_by_the_generator():
    mechanism = gm.L2Mechanism(1.0, 1e-5, dimension=3)
    x = np.arange(6.0).reshape(2, 3)
    first, same_seed, other_seed = (
        mechanism.add_noise(x, seed) for seed in (4, np.random.default_rng(4), 5)
    )
    assert (first == same_seed).all() and (first != other_seed).all()
    assert first - x == pytest.approx(mechanism.add_noise(0 * x, 4), abs=1e-12)
    assert (gm.L2Mechanism(1.0, 1e-5, 0.0, dimension=3).add_noise(x, 1) == x).all()
    assert (
        repr(mechanism)
        == "L2Mechanism(epsilon=1.0, delta=1e-05, sensitivity=1.0, dimension=3)"
    )
    assert mechanism == gm.L2Mechanism(1, 1e-5, 1.0, 3)
    for shape in ((), (2,), (3, 2)):
        with pytest.raises(
            ValueError, match=r"x has shape .*; its last axis must be 3 long"
        ):
            mechanism.add_noise(np.zeros(shape), 1)


def test_plain_python_and_compiled_code_give_the_same_bits():
    rng = np.random.default_rng(21)
    count = 600
    epsilon = 10 ** rng.uniform(-10, 4, count)
    delta = 10 ** rng.uniform(-300, 0, count)
    delta[::2] = 10 ** rng.uniform(-15, 0, len(delta[::2]))
    epsilon[::20], delta[::30], delta[1::30] = 0.0, 0.0, 1.0
    sensitivity = 10 ** rng.uniform(-3, 3, count)
    sensitivity[::11] = 10 ** rng.uniform(-300, 300, len(sensitivity[::11]))
    dimension = np.floor(10 ** rng.uniform(0, 8, count))
    dimension[::2] = np.floor(10 ** rng.uniform(0, 2, len(dimension[::2])))
    mu = np.minimum(gm.gaussian_mu(epsilon, delta), 1e300)
    scale = np.empty(count)
    compiled(_l2_kernel.fill_scale)(epsilon, delta, sensitivity, dimension, mu, scale)
    scale[::9], scale[::50] = 10 ** rng.uniform(-320, 300, len(scale[::9])), 0.0
    for kernel, arguments in (
        (_l2_kernel.fill_scale, (epsilon, delta, sensitivity, dimension, mu)),
        (_l2_kernel.fill_delta, (scale, epsilon, sensitivity, dimension)),
    ):
        plain, fast = np.empty((2, count))
        kernel(*(values.tolist() for values in arguments), plain)
        compiled(kernel)(*arguments, fast)
        assert (plain == fast).all(), kernel.__name__
