"""Never on the unsafe side, and close: against the exact profile in 70 digits."""

import subprocess
import sys

import mpmath as mp
import numpy as np
import pytest

import gaussmech as gm
from gaussmech import calibration, profile_kernel
from tests.exact import DIGITS
from tests.exact import gaussian_delta as exact_delta

# Where the code takes another way.
CORNERS = [1e-10, 1e-3, 0.3, 1.0, 9.0, 1e2, 1e4, 1e6], [1e-300, 1e-100, 1e-12, 0.3, 0.5, 0.5000001]


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
    return np.append(epsilon, corners[0]), np.append(delta, corners[1])


def sigma_failures(epsilon, delta):
    """Pairs whose sigma is below the exact one, and pairs whose sigma is too far above."""
    sigma = gm.analytic_gaussian_sigma(epsilon, delta)
    unsafe, loose = [], []
    with mp.workdps(DIGITS):
        for e, d, s in zip(
            map(mp.mpf, epsilon), map(mp.mpf, delta), map(mp.mpf, sigma), strict=True
        ):
            # delta falls as sigma grows: sigma is safe exactly when its delta is small enough.
            if exact_delta(e, 1 / s) > d:
                unsafe.append((float(e), float(d)))
            if exact_delta(e, (1 + mp.mpf("8e-15")) / s) <= d:
                loose.append((float(e), float(d)))
    return unsafe, loose


def delta_failures(sigma, epsilon):
    delta = gm.gaussian_delta(sigma, epsilon)
    unsafe, loose = [], []
    with mp.workdps(DIGITS):
        for s, e, d in zip(
            map(mp.mpf, sigma), map(mp.mpf, epsilon), map(mp.mpf, delta), strict=True
        ):
            exact = exact_delta(e, 1 / s)
            if d < exact:
                unsafe.append((float(s), float(e)))
            if exact > mp.mpf("1e-300") and d > exact * (1 + mp.mpf("1e-12")):
                loose.append((float(s), float(e)))
    return unsafe, loose


def epsilon_failures(sigma, delta):
    """As above; an epsilon is loose if it is above the exact one by more than 1e-11 of it, and
    by more than a change of delta by 300 units of rounding would move it."""
    epsilon = gm.gaussian_epsilon(sigma, delta)
    unsafe, loose = [], []
    with mp.workdps(DIGITS):
        for s, d, e in zip(
            map(mp.mpf, sigma), map(mp.mpf, delta), map(mp.mpf, epsilon), strict=True
        ):
            if exact_delta(e, 1 / s) > d:
                unsafe.append((float(s), float(d)))
            b = 1 / (2 * s) + e * s
            slope = mp.exp(e) * mp.erfc(b / mp.sqrt(2)) / 2
            slack = max(e * mp.mpf("1e-11"), 300 * profile_kernel.U * min(d, 1 - d) / slope)
            if e > slack and exact_delta(e - slack, 1 / s) <= d:
                loose.append((float(s), float(d)))
    return unsafe, loose


@pytest.mark.parametrize("count", [2_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_sigma_is_never_below_the_exact_one_and_within_8e_15(count):
    assert sigma_failures(*budgets(count, seed=1)) == ([], [])


@pytest.mark.parametrize("count", [2_000, pytest.param(200_000, marks=pytest.mark.slow)])
def test_delta_is_never_below_the_exact_one_and_within_1e_12(count):
    epsilon, delta = budgets(count, seed=2)
    shift = np.exp(np.random.default_rng(3).normal(scale=0.02, size=len(epsilon)))
    assert delta_failures(gm.analytic_gaussian_sigma(epsilon, delta) * shift, epsilon) == ([], [])


def test_delta_is_never_below_the_exact_one_at_huge_epsilon():
    rng = np.random.default_rng(12)
    epsilon, a = 10 ** rng.uniform(13, 30, 500), rng.uniform(-36, 6, 500)
    sigma = 1 / (a + np.sqrt(a * a + 2 * epsilon))
    for e, s, d in zip(epsilon, sigma, gm.gaussian_delta(sigma, epsilon), strict=True):
        with mp.workdps(DIGITS):
            c, h = mp.mpf(e) * mp.mpf(s), 1 / (2 * mp.mpf(s))
            # Mills' ratio at b > 1e6 is 1 / b less 1 / b^3: e^epsilon Phi(-b) itself overflows.
            b = c + h
            density = mp.exp(-((h - c) ** 2) / 2) / mp.sqrt(2 * mp.pi)
            exact = mp.erfc((c - h) / mp.sqrt(2)) / 2 - density * (1 / b - 1 / b**3)
            assert exact <= d or d == 1
            assert d <= exact * (1 + mp.mpf("1e-12")) or e > 1e28


@pytest.mark.parametrize("count", [2_000, pytest.param(200_000, marks=pytest.mark.slow)])
def test_epsilon_is_never_below_the_exact_one_and_close(count):
    epsilon, delta = budgets(count, seed=4)
    shift = np.exp(np.random.default_rng(5).normal(scale=0.02, size=len(epsilon)))
    sigma = gm.analytic_gaussian_sigma(epsilon, delta) * shift
    assert epsilon_failures(sigma, delta) == ([], [])


def test_round_trips_stay_safe():
    epsilon, delta = budgets(20_000, seed=6)
    sigma = gm.analytic_gaussian_sigma(epsilon, delta)
    back = gm.gaussian_delta(sigma, epsilon)
    # Both are moved outward: by 8e-15 in sigma and 1e-12 in delta.
    assert (back <= delta * (1 + 2e-12)).all()
    good = delta > 1e-290
    assert (gm.gaussian_delta(sigma * (1 + 1e-13), epsilon) <= delta * (1 + 2e-12))[good].all()


def test_mills_ratio_is_within_its_bound():
    rng = np.random.default_rng(7)
    points = np.concatenate([rng.uniform(-1, 6, 3_000), 10 ** rng.uniform(0.7, 3, 1_000)])
    with mp.workdps(DIGITS):
        for t in points:
            x = mp.mpf(float(t))
            exact = mp.sqrt(mp.pi / 2) * mp.exp(x * x / 2) * mp.erfc(x / mp.sqrt(2))
            assert abs(profile_kernel.mills(t) / exact - 1) <= 5 * profile_kernel.U
            if t >= 0:
                slope = 1 - x * exact
                assert abs(profile_kernel.mills_slope(t) / slope - 1) <= 8 * profile_kernel.U


def test_the_solved_mu_is_within_the_bound_that_the_rounding_covers():
    """The proof's middle step, with the outward factor taken off again."""
    epsilon, delta = budgets(2_000, seed=8)
    keep = delta > 1e-290
    epsilon, delta = epsilon[keep], delta[keep]
    margin = profile_kernel.MU_ERROR * mp.mpf(profile_kernel.U)
    with mp.workdps(DIGITS):
        for e, d in zip(epsilon, delta, strict=True):
            start = profile_kernel._start(e, d)
            mu = mp.mpf(profile_kernel.solve_mu(e, d, start))
            assert (
                exact_delta(mp.mpf(e), mu * (1 - margin))
                < d
                < exact_delta(mp.mpf(e), mu * (1 + margin))
            )


def test_plain_python_and_compiled_code_give_the_same_bits():
    epsilon, delta = budgets(20_000, seed=9)
    rng = np.random.default_rng(10)
    epsilon[::97], delta[::89] = 10 ** rng.uniform(7, 308), 10 ** rng.uniform(-323, -300)
    sensitivity = 10 ** rng.uniform(-3, 3, len(epsilon))
    sensitivity[::101] = 10 ** rng.uniform(-320, 300, len(sensitivity[::101]))
    compiled = profile_kernel.compiled()
    sigma = np.empty(len(epsilon))
    compiled.fill_sigma(epsilon, delta, sensitivity, sigma)
    # Beside the ends of the ranges: noise of any size.
    sigma[::3] = 10 ** rng.uniform(-320, 300, len(sigma[::3]))
    sigma[::1000], delta[1::1000], delta[2::1000] = 0.0, 0.0, 1.0
    for name, arguments in (
        ("fill_sigma", (epsilon, delta, sensitivity)),
        ("fill_delta", (sigma, epsilon, sensitivity)),
        ("fill_epsilon", (sigma, delta, sensitivity)),
    ):
        plain, fast = np.empty((2, len(epsilon)))
        getattr(profile_kernel, name)(*(values.tolist() for values in arguments), plain)
        getattr(compiled, name)(*arguments, fast)
        assert (plain == fast).all(), name


def test_a_single_budget_needs_neither_numba_nor_scipy():
    code = (
        "import sys; import gaussmech as gm\n"
        "gm.analytic_gaussian_sigma([0.5, 1.0], 1e-6)\n"
        "gm.gaussian_epsilon(gm.analytic_gaussian_sigma(0.5, 1e-6), 1e-6)\n"
        "sys.exit(len({'numba', 'scipy'} & {*sys.modules}))"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_many_budgets_are_compiled(monkeypatch):
    monkeypatch.setattr(calibration, "_plain_budgets", 3)
    kernels = [calibration._kernel(2), calibration._kernel(1), calibration._kernel(1)]
    assert kernels == [profile_kernel, profile_kernel, profile_kernel.compiled()]
    monkeypatch.setattr(calibration, "_plain_budgets", 3)
    assert calibration._kernel(4) is calibration._kernel(1) is profile_kernel.compiled()
