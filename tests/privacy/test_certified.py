"""Never on the unsafe side, and close: against the exact profile in 70 digits."""

import subprocess
import sys
from unittest.mock import Mock

import mpmath as mp
import numpy as np
import pytest
from scipy.special import erfcx

import gaussmech as gm
from gaussmech.privacy import _compiling, _gaussian_kernel
from gaussmech.privacy._compiling import compiled
from tests.exact import DIGITS
from tests.exact import gaussian_delta as exact_delta

# Where the code takes another way.
CORNERS = (
    [1e-20, 1e-10, 1e-3, 0.3, 1.0, 9.0, 1e2, 1e4, 1e6],
    [1e-300, 1e-100, 1e-12, 0.3, 0.5, 0.5000001],
)


def budgets(count, seed):
    """The whole range: moderate budgets, tiny and large ones, delta near 1, epsilon 0."""
    rng = np.random.default_rng(seed)
    epsilon = 10 ** rng.uniform(-10, 6, count)
    epsilon[::2] = 10 ** rng.uniform(-4, 2, len(epsilon[::2]))
    epsilon[::50] = 0
    delta = 10 ** rng.uniform(-300, -0.3, count)
    delta[::3] = 10 ** rng.uniform(-12, -0.01, len(delta[::3]))
    delta[::7] = 1 - 10 ** rng.uniform(-12, -0.3, len(delta[::7]))
    corners = np.reshape(np.meshgrid(*CORNERS), (2, -1))
    # Where the series takes over: mu and epsilon / mu.
    for mu in (0.05, 0.6999999, 0.7, 0.7000001, 0.9999999, 1.0):
        for c in (0.1, 0.7142857, 3.9999999, 4.0, 8.0, 30.0):
            corners = np.c_[corners, (mu * c, float(exact_delta(mu * c, mu)))]
    return np.append(epsilon, corners[0]), np.append(delta, corners[1])


def shifted(values, seed):
    return values * np.exp(
        np.random.default_rng(seed).normal(scale=0.02, size=len(values))
    )


def certify(holds, *values):
    with mp.workdps(DIGITS):
        rows = [tuple(map(mp.mpf, row)) for row in zip(*values, strict=True)]
        assert [row for row in rows if not holds(*row)] == []


def many(count):
    """So many budgets, and more in the slow tests."""
    return pytest.mark.parametrize(
        "count", [1_500, pytest.param(count, marks=pytest.mark.slow)]
    )


@many(1_000_000)
def test_sigma_is_never_below_the_exact_one_and_within_8e_15(count):
    epsilon, delta = budgets(count, seed=1)
    sigma = gm.analytic_gaussian_sigma(epsilon, delta)
    # delta falls as sigma grows: sigma is safe exactly when its delta is small enough.
    certify(
        lambda e, d, s: (
            exact_delta(e, 1 / s) <= d < exact_delta(e, (1 + mp.mpf("8e-15")) / s)
        ),
        *(epsilon, delta, sigma),
    )


@many(200_000)
def test_delta_is_never_below_the_exact_one_and_within_1e_12(count):
    epsilon, delta = budgets(count, seed=2)
    sigma = shifted(gm.analytic_gaussian_sigma(epsilon, delta), 3)

    def safe_and_close(s, e, d):
        exact = exact_delta(e, 1 / s)
        return exact <= d <= max(exact * (1 + mp.mpf("1e-12")), 1e-300)

    certify(safe_and_close, sigma, epsilon, gm.gaussian_delta(sigma, epsilon))


@many(200_000)
def test_epsilon_is_never_below_the_exact_one_and_close(count):
    """Close: to 1e-11, or to what a change of delta by 300 units of rounding does."""
    epsilon, delta = budgets(count, seed=4)
    sigma = shifted(gm.analytic_gaussian_sigma(epsilon, delta), 5)

    def safe_and_close(s, d, e):
        slope = mp.exp(e) * mp.erfc((1 / (2 * s) + e * s) / mp.sqrt(2)) / 2
        slack = max(
            e * mp.mpf("1e-11"), 300 * _gaussian_kernel.U * min(d, 1 - d) / slope
        )
        return exact_delta(e, 1 / s) <= d and (
            e <= slack or d < exact_delta(e - slack, 1 / s)
        )

    certify(safe_and_close, sigma, delta, gm.gaussian_epsilon(sigma, delta))


def test_delta_is_never_below_the_exact_one_at_huge_epsilon():
    rng = np.random.default_rng(12)
    epsilon = 10 ** rng.uniform(13, 30, 500)
    a = rng.uniform(-36, 6, 500)
    sigma = 1 / (a + np.sqrt(a * a + 2 * epsilon))

    def safe_and_close(e, s, d):
        c = e * s
        h = 1 / (2 * s)
        # Mills' ratio at b > 1e6 is 1 / b less 1 / b^3: e^epsilon Phi(-b) itself overflows.
        b = c + h
        density = mp.exp(-((h - c) ** 2) / 2) / mp.sqrt(2 * mp.pi)
        exact = mp.erfc((c - h) / mp.sqrt(2)) / 2 - density * (1 / b - 1 / b**3)
        return (exact <= d or d == 1) and (
            d <= exact * (1 + mp.mpf("1e-12")) or e > 1e28
        )

    certify(safe_and_close, epsilon, sigma, gm.gaussian_delta(sigma, epsilon))


def test_mills_ratio_is_within_its_bound():
    rng = np.random.default_rng(7)
    points = np.concatenate(
        [rng.uniform(-1, 6, 3_000), 10 ** rng.uniform(0.7, 3, 1_000)]
    )
    with mp.workdps(DIGITS):
        for t in points:
            x = mp.mpf(float(t))
            exact = mp.sqrt(mp.pi / 2) * mp.exp(x * x / 2) * mp.erfc(x / mp.sqrt(2))
            assert abs(_gaussian_kernel.mills(t) / exact - 1) <= 5 * _gaussian_kernel.U
            if t >= 0:
                slope = 1 - x * exact
                assert (
                    abs(_gaussian_kernel._tabled(1, t) / slope - 1)
                    <= 8 * _gaussian_kernel.U
                )


def test_the_solved_mu_is_within_the_bound_that_the_rounding_covers():
    """The proof's middle step, with the outward factor taken off again."""
    pairs = [(e, d) for e, d in zip(*budgets(2_000, seed=8), strict=True) if d > 1e-290]
    solved = [
        _gaussian_kernel.solve_mu(e, d, _gaussian_kernel._start(e, d)) for e, d in pairs
    ]
    error = _gaussian_kernel.MU_ERROR * mp.mpf(_gaussian_kernel.U)
    certify(
        lambda e, d, mu: (
            exact_delta(e, mu * (1 - error)) < d < exact_delta(e, mu * (1 + error))
        ),
        *(*zip(*pairs, strict=True), solved),
    )


def mills(t):
    return np.sqrt(np.pi / 2) * erfcx(t / np.sqrt(2))


def mills_slope(t):
    """-M'(t), by its limit 1 / t^2 where 1 - t M(t) has lost its digits."""
    with np.errstate(invalid="ignore", over="ignore", divide="ignore"):
        return np.where(t > 50, 1 / (t * t), 1 - t * mills(t))


@pytest.mark.filterwarnings("ignore:.*encountered in:RuntimeWarning")
def test_the_errors_that_the_proof_lists_add_up_to_less_than_the_bound():
    """The Notes of `analytic_gaussian_sigma`, in units of u, over the whole range of budgets."""
    epsilon = np.append(0, np.geomspace(1e-10, 1e6, 400))[:, None]
    mu = np.geomspace(1e-8, 2e3, 800)
    c = epsilon / mu
    h = mu / 2
    a = h - c
    b = h + c
    # G is the integral of -M' over (-a, b).
    nodes, weights = np.polynomial.legendre.leggauss(20)
    integral = (
        sum(w * mills_slope(c + h * x) for x, w in zip(nodes, weights, strict=True)) * h
    )
    g = np.where(h > 3, mills(-a) - mills(b), integral)
    complement = mills(a) + mills(b)
    log_density = -0.5 * a * a - 0.5 * np.log(2 * np.pi)
    log_delta = log_density + np.log(g)
    log_rest = log_density + np.log(complement)
    inside = (log_delta > np.log(1e-300)) & (log_rest > np.log(1e-12))
    low = log_delta <= np.log(0.5)
    series = low & (mu < 0.7) & (epsilon < 0.5)
    slope = mu / np.where(low, g, complement)
    # Mills' ratio, the subtraction or addition, and the roundings of a, b and c.
    rounded = (mills_slope(-a) * abs(a) + mills_slope(b) * b) / mu
    rounded += c * abs(mills_slope(-a) - mills_slope(b)) / mu
    of_difference = 5 * (mills(-a) + mills(b)) / mu + 1 / slope + rounded
    of_sum = 6 / slope + (mills_slope(a) * abs(a) + mills_slope(b) * b) / mu
    of_sum += c * (mills_slope(a) + mills_slope(b)) / mu
    total = np.where(series, 20 / slope, np.where(low, of_difference, of_sum))
    # The rounding of a in its square; the square; quotient and logarithm; the last step.
    total += abs(a) * (c + abs(a)) / slope + (a * a + 1.4) / slope
    total += (a * a + 1.84 + 1) / slope + 2
    assert (
        inside.sum() > 20_000
        and 29 < total[inside].max() < 30 < _gaussian_kernel.MU_ERROR
    )


def test_plain_python_and_compiled_code_give_the_same_bits():
    epsilon, delta = budgets(20_000, seed=9)
    rng = np.random.default_rng(10)
    epsilon[::97], delta[::89] = (
        10 ** rng.uniform(7, 308),
        10 ** rng.uniform(-323, -300),
    )
    sensitivity = 10 ** rng.uniform(-3, 3, len(epsilon))
    sensitivity[::101] = 10 ** rng.uniform(-320, 300, len(sensitivity[::101]))
    sigma = np.empty(len(epsilon))
    compiled(_gaussian_kernel.fill_sigma)(epsilon, delta, sensitivity, sigma)
    # Beside the ends of the ranges: noise of any size.
    sigma[::3] = 10 ** rng.uniform(-320, 300, len(sigma[::3]))
    sigma[::1000], delta[1::1000], delta[2::1000] = 0.0, 0.0, 1.0
    for kernel, arguments in (
        (_gaussian_kernel.fill_sigma, (epsilon, delta, sensitivity)),
        (_gaussian_kernel.fill_mu, (epsilon, delta)),
        (_gaussian_kernel.fill_delta, (sigma, epsilon, sensitivity)),
        (_gaussian_kernel.fill_epsilon, (sigma, delta, sensitivity)),
    ):
        plain, fast = np.empty((2, len(epsilon)))
        kernel(*(values.tolist() for values in arguments), plain)
        compiled(kernel)(*arguments, fast)
        assert (plain == fast).all(), kernel.__name__


def test_a_single_budget_needs_neither_numba_nor_scipy():
    code = (
        "import sys; import gaussmech as gm\n"
        "gm.analytic_gaussian_sigma([0.5, 1.0], 1e-6)\n"
        "gm.gaussian_epsilon(gm.analytic_gaussian_sigma(0.5, 1e-6), 1e-6)\n"
        "sys.exit(len({'numba', 'scipy'} & {*sys.modules}))"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("size, is_compiled", [(999, False), (1_000, True)])
def test_the_size_of_a_call_decides_whether_it_is_compiled(
    monkeypatch, size, is_compiled
):
    compilations = Mock(side_effect=compiled)
    monkeypatch.setattr(_compiling, "compiled", compilations)
    gm.analytic_gaussian_sigma(np.full(size, 0.5), 1e-6)
    assert compilations.called == is_compiled


def test_compiled_functions_are_those_of_the_same_source():
    machine_code = compiled(_gaussian_kernel.fill_sigma)
    assert machine_code.py_func.__code__.co_filename == _gaussian_kernel.__file__
    assert machine_code.py_func is not _gaussian_kernel.fill_sigma
