"""The truncated Laplacian: its law, privacy and bounds, against mpmath and a linear program."""

import mpmath as mp
import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.sparse import lil_matrix

from gaussmech.privacy.mechanisms import TruncatedLaplaceMechanism
from gaussmech.privacy.truncated_laplace import (
    delta_of_truncation,
    noise_bounds,
    truncation_ratio,
)

mp.mp.dps = 60

# x = (e^epsilon - 1) / (2 delta) from 1e-4 to far beyond the largest double.
EPSILONS = [1e-4, 1e-3, 0.01, 0.1, 0.3, 1.0, 3.0, 10.0, 50.0, 800.0, 1e4]
DELTAS = [1e-300, 1e-15, 1e-9, 1e-4, 0.01, 0.1, 0.25, 0.4, 0.4999]


def near(value, exact, rel=1e-14):
    return abs(mp.mpf(value) / exact - 1) <= rel


def exact_t(epsilon, delta):
    return mp.log1p(mp.expm1(epsilon) / (2 * mp.mpf(delta)))


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_moments_bound_and_accuracy_are_the_posters(epsilon):
    for delta in DELTAS:
        mechanism = TruncatedLaplaceMechanism(epsilon, delta, 1.0)
        e = mp.mpf(epsilon)
        t = exact_t(epsilon, delta)
        x = mp.expm1(t)
        assert near(truncation_ratio(epsilon, delta), t / e)
        assert near(mechanism.bound, t / e)
        assert near(mechanism.scale, 1 / e)
        assert near(mechanism.amplitude, (1 - t / x) / e)
        if delta > 1e-300:
            assert near(mechanism.power, 2 / e**2 * (1 - (t**2 / 2 + t) / x))
        for alpha in (1e-300, 1e-9, 0.05, 0.5, 0.999, 1 - 1e-9):
            q = mp.exp(-t)
            a = mp.mpf(alpha)
            exact = (
                mp.log1p(-(1 - a) * (1 - q)) if alpha > 0.9 else mp.log(q + a * (1 - q))
            )
            assert near(mechanism.accuracy(alpha), -exact / e)
        assert mechanism.accuracy(1e-300) <= mechanism.bound


@pytest.mark.parametrize("delta", [1e-12, 1e-3, 0.3])
def test_at_small_epsilon_the_noise_is_uniform(delta):
    for epsilon in (1e-20, 1e-300):
        m = TruncatedLaplaceMechanism(epsilon, delta, 2.0)
        in_units = [
            m.bound * delta,
            m.amplitude * delta,
            m.power * delta**2,
            m.accuracy(0.25) * delta,
        ]
        assert in_units == pytest.approx([1, 0.5, 1 / 3, 0.75], rel=1e-7, abs=0)


class Extremes(np.random.Generator):
    """Draws that no test would live to see: the ends of the exponential law."""

    def standard_exponential(self, size):
        return np.resize([1e4, 745.0, 50.0, 37.0, 0.0, 5e-324], size)


@pytest.mark.parametrize(
    "epsilon, delta", [(1e-9, 0.3), (0.5, 1e-6), (3.0, 1e-15), (800.0, 0.1)]
)
@pytest.mark.parametrize("sensitivity", [1e-12, 0.1, 7e15])
def test_nothing_is_released_beyond_the_bound(epsilon, delta, sensitivity):
    mechanism = TruncatedLaplaceMechanism(epsilon, delta, sensitivity)
    rng = Extremes(np.random.PCG64(2))
    x = np.concatenate(
        [[0.0, -0.0, 1.0, 1e16, 3e-320], rng.normal(size=1000) * 10.0**3]
    )
    x = np.concatenate([x, -x, mechanism.bound * np.linspace(-3, 3, 1000)])
    released = mechanism.add_noise(x, rng)
    assert np.isfinite(released).all()
    bound = mp.mpf(mechanism.bound)
    # Exactly, not in doubles, whose difference is rounded too.
    assert all(
        abs(mp.mpf(y) - mp.mpf(z)) <= bound for y, z in zip(released, x, strict=True)
    )
    assert (abs(released - x) <= mechanism.bound).all()
    if sensitivity > 1:
        # A bound beyond the doubles leaves the noise.
        mechanism = TruncatedLaplaceMechanism(100.0, 1e-3, 1e306)
        for x in (1.79e308, -1.79e308):
            released = mechanism.add_noise(np.full(100, x), 4)
            assert np.isfinite(released).all() and np.unique(released).size == 100
    elif delta == 1e-15:
        # The whole support is reached.
        noise = mechanism.add_noise(np.zeros(1000), rng)
        assert (
            noise.max() == mechanism.bound
            and noise.min() == -mechanism.bound
            and 0 in noise
        )


def hockey_stick(mechanism, epsilon, shift):
    """Integral of [f(y) - e^epsilon f(y + shift)]^+, the smallest delta for this shift."""
    scale = mp.mpf(mechanism.scale)
    end = mp.mpf(mechanism.bound)
    half = mp.quad(lambda z: mp.exp(-z / scale), mp.linspace(0, end, 9))

    def density(y):
        return mp.exp(-abs(y) / scale) / (2 * half) if abs(y) <= end else mp.mpf(0)

    factor = mp.exp(epsilon)
    corners = {-end, 0, end, -end - shift, -shift, end - shift}
    corners = sorted(y for y in corners if -end <= y <= end)
    # Piece by piece, so that rounding puts no end on the wrong side.
    return sum(
        mp.quad(
            lambda y: max(density(y) - factor * density(y + shift), 0),
            mp.linspace(*ends, 5),
        )
        for ends in zip(corners, corners[1:], strict=False)
    )


BUDGETS = [
    (1e-4, 1e-15),
    (1e-4, 0.3),
    (0.5, 0.49),
    (1.0, 0.1),
    (7.3, 1e-9),
    (1e4, 1e-15),
]


@pytest.mark.parametrize("epsilon, delta", BUDGETS)
def test_delta_is_kept_at_every_shift_and_spent_at_the_largest(epsilon, delta):
    mechanism = TruncatedLaplaceMechanism(epsilon, delta, 3.0)
    with mp.workdps(40):
        spent = [
            hockey_stick(mechanism, epsilon, 3 * mp.mpf(k) / 8) for k in range(1, 9)
        ]
        assert near(hockey_stick(mechanism, epsilon, -mp.mpf(3) / 8), spent[0], 1e-12)
    # Not a rounding more than delta; and no more noise than delta asks for.
    assert all(s <= delta for s in spent)
    assert spent == sorted(spent)
    assert spent[-1] >= delta * (1 - 1e-10)


@pytest.mark.parametrize("epsilon", [1e-4, 0.013, 1.0, 50.0, 1e4])
def test_rounding_never_costs_privacy(epsilon):
    rng = np.random.default_rng(5)
    for delta in np.exp(rng.uniform(np.log(1e-15), np.log(0.4999), 200)):
        sensitivity = rng.lognormal()
        mechanism = TruncatedLaplaceMechanism(epsilon, delta, sensitivity)
        decay = mp.mpf(sensitivity) / mp.mpf(mechanism.scale)
        end = mp.mpf(mechanism.bound) / mp.mpf(mechanism.scale)
        assert decay <= epsilon
        assert mp.expm1(decay) / (2 * mp.expm1(end)) <= delta


STEPS = [
    (e, n) for e in (1e-8, *EPSILONS[:-2]) for n in (2, 3, 4, 10, 100) if e * n < 700
]


@pytest.mark.parametrize("epsilon, n", [*STEPS, (1e-4, 10**4)])
def test_lower_bounds_are_the_posters(epsilon, n):
    delta = delta_of_truncation(epsilon, n)
    a = (mp.mpf(delta) + mp.expm1(epsilon) / 2) / mp.exp(epsilon)
    moments = [
        mp.fsum(k**power * mp.exp(-epsilon * k) for k in range(n)) for power in range(3)
    ]
    bounds = noise_bounds(epsilon, delta, 2.0)
    assert near(a * moments[0], mp.mpf(1) / 2, 1e-13)
    assert near(bounds.amplitude_lower, 2 * 2 * a * moments[1])
    assert near(bounds.power_lower, 4 * 2 * a * moments[2])


@pytest.mark.parametrize("epsilon", [1e-9, 1e-4, 0.1, 0.3, 1.0, 5.0])
def test_whole_steps_are_known_as_such_and_count_between_them(epsilon):
    n = np.arange(2, 40)
    n = n[delta_of_truncation(epsilon, n + 1) > 0]
    bounds = noise_bounds(epsilon, delta_of_truncation(epsilon, n))
    b = np.exp(-epsilon)
    direct = [np.average(np.arange(k), weights=b ** np.arange(k)) for k in n]
    assert bounds.amplitude_lower == pytest.approx(direct, rel=1e-12, abs=0)
    for part in (0.7, 1 - 1e-9):
        between = noise_bounds(epsilon, delta_of_truncation(epsilon, n + part))
        assert between.amplitude_lower == pytest.approx(
            bounds.amplitude_lower, rel=1e-13, abs=0
        )
        assert between.power_lower == pytest.approx(
            bounds.power_lower, rel=1e-13, abs=0
        )
        assert epsilon > 1 or (between.amplitude_upper > bounds.amplitude_upper).all()
    below_2 = noise_bounds(epsilon, delta_of_truncation(epsilon, 1.5))
    assert below_2.amplitude_lower == below_2.power_lower == 0


def least_noise(epsilon, delta, m, reach, power):
    """Least E|Z|^power of (epsilon, delta)-DP noise on the lattice of spacing 1/m, by HiGHS."""
    n = m * reach
    places = np.arange(-n, n + 1)
    # Variables: p_0, ..., p_n, then a slack for every shift and place.
    width = n + 1 + m * places.size
    rows = lil_matrix((m * (places.size + 1), width))
    limits = np.zeros(m * (places.size + 1))
    for shift in range(1, m + 1):
        slack = n + 1 + (shift - 1) * places.size
        row = (shift - 1) * (places.size + 1)
        for k, place in enumerate(places):
            rows[row + k, abs(place)] += 1
            if place + shift <= n:
                rows[row + k, abs(place + shift)] -= np.exp(epsilon)
            rows[row + k, slack + k] = -1
        rows[row + places.size, slack : slack + places.size] = 1
        limits[row + places.size] = delta
    mass = np.zeros((1, width))
    cost = np.zeros(width)
    mass[0, : n + 1] = [1] + n * [2]
    cost[1 : n + 1] = 2 * (np.arange(1, n + 1) / m) ** power
    solved = linprog(cost, rows.tocsr(), limits, mass, [1], method="highs")
    assert solved.status == 0
    return solved.fun


@pytest.mark.parametrize("epsilon, n", [(0.1, 5), (0.5, 2), (0.5, 4), (1.0, 3)])
def test_the_least_noise_of_a_linear_program_lies_between_the_bounds(epsilon, n):
    delta = delta_of_truncation(epsilon, n)
    bounds = noise_bounds(epsilon, delta)
    amplitude, power = (
        least_noise(epsilon, delta, 6, n + 2, power) for power in (1, 2)
    )
    assert bounds.amplitude_lower < amplitude < bounds.amplitude_upper
    assert bounds.power_lower < power < bounds.power_upper


def test_no_sensitivity_needs_no_noise():
    assert noise_bounds(1e-300, 1e-300, 0.0) == (0, 0, 0, 0)
    mechanism = TruncatedLaplaceMechanism(0.5, 1e-6, 0.0)
    assert (
        mechanism.bound
        == mechanism.amplitude
        == mechanism.power
        == mechanism.accuracy(0.1)
        == 0
    )
