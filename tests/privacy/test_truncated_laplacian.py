"""The truncated Laplacian: its law, privacy and bounds, against mpmath and a linear program."""

from itertools import pairwise

import mpmath as mp
import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.sparse import lil_matrix

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


@pytest.fixture(scope="module", params=EPSILONS, ids="epsilon = {}".format)
def mechanisms(request):
    """The mechanisms of one epsilon and all deltas, at sensitivity 1."""
    epsilon = request.param
    return [TruncatedLaplaceMechanism(epsilon, delta, 1.0) for delta in DELTAS]


def test_bound_and_scale_are_the_posters(mechanisms):
    for mechanism in mechanisms:
        epsilon = mechanism.epsilon
        ratio = exact_t(epsilon, mechanism.delta) / mp.mpf(epsilon)
        assert is_near(truncation_ratio(epsilon, mechanism.delta), ratio), mechanism
        assert is_near(mechanism.bound, ratio), mechanism
        assert is_near(mechanism.scale, 1 / mp.mpf(epsilon)), mechanism


def test_the_amplitude_is_the_posters(mechanisms):
    for mechanism in mechanisms:
        t = exact_t(mechanism.epsilon, mechanism.delta)
        exact = (1 - t / mp.expm1(t)) / mp.mpf(mechanism.epsilon)
        assert is_near(mechanism.amplitude, exact), mechanism


def test_the_power_is_the_posters(mechanisms):
    for mechanism in mechanisms:
        t = exact_t(mechanism.epsilon, mechanism.delta)
        lost = (t**2 / 2 + t) / mp.expm1(t)
        exact = 2 / mp.mpf(mechanism.epsilon) ** 2 * (1 - lost)
        assert is_near(mechanism.power, exact), mechanism


def exact_accuracy(mechanism, alpha):
    """Return the size that the noise exceeds with probability alpha."""
    q = mp.exp(-exact_t(mechanism.epsilon, mechanism.delta))
    a = mp.mpf(alpha)
    if alpha > 0.9:
        return -mp.log1p(-(1 - a) * (1 - q)) / mp.mpf(mechanism.epsilon)
    return -mp.log(q + a * (1 - q)) / mp.mpf(mechanism.epsilon)


@pytest.mark.parametrize("alpha", [1e-300, 1e-9, 0.05, 0.5, 0.999, 1 - 1e-9])
def test_the_accuracy_is_the_quantile(mechanisms, alpha):
    for mechanism in mechanisms:
        exact = exact_accuracy(mechanism, alpha)
        assert is_near(mechanism.accuracy(alpha), exact), mechanism


def test_no_accuracy_is_beyond_the_bound(mechanisms):
    for mechanism in mechanisms:
        assert mechanism.accuracy(1e-300) <= mechanism.bound, mechanism


@pytest.mark.parametrize("delta", [1e-12, 1e-3, 0.3])
@pytest.mark.parametrize("epsilon", [1e-20, 1e-300])
def test_at_small_epsilon_the_noise_is_uniform(delta, epsilon):
    mechanism = TruncatedLaplaceMechanism(epsilon, delta, 2.0)
    # On (-1 / delta, 1 / delta).
    assert mechanism.bound * delta == pytest.approx(1, rel=1e-7, abs=0)
    assert mechanism.amplitude * delta == pytest.approx(0.5, rel=1e-7, abs=0)
    assert mechanism.power * delta**2 == pytest.approx(1 / 3, rel=1e-7, abs=0)
    assert mechanism.accuracy(0.25) * delta == pytest.approx(0.75, rel=1e-7, abs=0)


class Extremes(np.random.Generator):
    """Draws that no test would live to see: the ends of the exponential law."""

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
    ("epsilon", "delta"), [(1e-9, 0.3), (0.5, 1e-6), (3.0, 1e-15), (800.0, 0.1)]
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


@pytest.mark.parametrize("sensitivity", [1e-12, 0.1])
def test_the_whole_support_is_reached(sensitivity):
    mechanism = TruncatedLaplaceMechanism(3.0, 1e-15, sensitivity)
    rng = Extremes(np.random.PCG64(2))
    noise = mechanism.add_noise(np.zeros(1000), rng)
    assert noise.max() == mechanism.bound
    assert noise.min() == -mechanism.bound
    assert 0 in noise


@pytest.mark.parametrize("x", [1.79e308, -1.79e308])
def test_a_bound_beyond_the_doubles_leaves_the_noise(x):
    mechanism = TruncatedLaplaceMechanism(100.0, 1e-3, 1e306)
    released = mechanism.add_noise(np.full(100, x), 4)
    assert np.isfinite(released).all()
    assert np.unique(released).size == 100


def hockey_stick(mechanism, epsilon, shift):
    """Return the integral of [f(y) - e^epsilon f(y + shift)]^+, the least delta for this shift."""
    scale = mp.mpf(mechanism.scale)
    end = mp.mpf(mechanism.bound)
    half = mp.quad(lambda z: mp.exp(-z / scale), mp.linspace(0, end, 9))

    def density(y):
        if abs(y) > end:
            return mp.mpf(0)
        return mp.exp(-abs(y) / scale) / (2 * half)

    def excess(y):
        return max(density(y) - mp.exp(epsilon) * density(y + shift), 0)

    corners = {-end, 0, end, -end - shift, -shift, end - shift}
    inside = sorted(y for y in corners if -end <= y <= end)
    # Piece by piece, so that rounding puts no end on the wrong side.
    total = mp.mpf(0)
    for start, stop in pairwise(inside):
        total += mp.quad(excess, mp.linspace(start, stop, 5))
    return total


BUDGETS = [
    (1e-4, 1e-15),
    (1e-4, 0.3),
    (0.5, 0.49),
    (1.0, 0.1),
    (7.3, 1e-9),
    (1e4, 1e-15),
]


@pytest.mark.parametrize(("epsilon", "delta"), BUDGETS)
def test_delta_is_kept_at_every_shift_and_spent_at_the_largest(epsilon, delta):
    mechanism = TruncatedLaplaceMechanism(epsilon, delta, 3.0)
    with mp.workdps(40):
        shifts = [3 * mp.mpf(k) / 8 for k in (1, 5, 8)]
        spent = [hockey_stick(mechanism, epsilon, shift) for shift in shifts]
        spent_to_the_left = hockey_stick(mechanism, epsilon, -shifts[0])
        assert is_near(spent_to_the_left, spent[0], 1e-12)
    # Not a rounding more than delta; and no more noise than delta asks for.
    assert max(spent) <= delta
    assert spent == sorted(spent)
    assert spent[-1] >= delta * (1 - 1e-10)


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
        assert mp.expm1(decay) / (2 * mp.expm1(end)) <= delta


# With more steps, delta would underflow.
STEPS = [
    (epsilon, n)
    for epsilon in (1e-8, *EPSILONS[:-2])
    for n in (2, 3, 4, 10, 100)
    if epsilon * n < 700
]


@pytest.mark.parametrize(("epsilon", "n"), [*STEPS, (1e-4, 10**4)])
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


class WholeSteps:
    """Noise of whole numbers of steps, and its bounds."""

    def __init__(self, epsilon):
        self.epsilon = epsilon
        n = np.arange(2, 40)
        is_positive = delta_of_truncation(epsilon, n + 1) > 0
        self.n = n[is_positive]
        self.bounds = noise_bounds(epsilon, delta_of_truncation(epsilon, self.n))


@pytest.fixture(scope="module", params=[1e-9, 1e-4, 0.1, 0.3, 1.0, 5.0])
def whole_steps(request):
    return WholeSteps(request.param)


def test_whole_steps_have_the_mean_of_a_geometric_law(whole_steps):
    ratio = np.exp(-whole_steps.epsilon)
    means = []
    for n in whole_steps.n:
        k = np.arange(n)
        means.append(np.average(k, weights=ratio**k))
    assert whole_steps.bounds.amplitude_lower == pytest.approx(means, rel=1e-12, abs=0)


@pytest.mark.parametrize("part", [0.7, 1 - 1e-9])
def test_whole_steps_count_between_them(whole_steps, part):
    delta = delta_of_truncation(whole_steps.epsilon, whole_steps.n + part)
    between = noise_bounds(whole_steps.epsilon, delta)
    bounds = whole_steps.bounds
    amplitude = pytest.approx(bounds.amplitude_lower, rel=1e-13, abs=0)
    assert between.amplitude_lower == amplitude
    power = pytest.approx(bounds.power_lower, rel=1e-13, abs=0)
    assert between.power_lower == power
    # The noise itself grows between them, until delta is so small that doubles do not tell.
    if whole_steps.epsilon <= 1:
        assert (between.amplitude_upper > bounds.amplitude_upper).all()


def test_below_two_steps_the_lower_bounds_are_0(whole_steps):
    epsilon = whole_steps.epsilon
    bounds = noise_bounds(epsilon, delta_of_truncation(epsilon, 1.5))
    assert bounds.amplitude_lower == 0
    assert bounds.power_lower == 0


class NoiseProgram:
    """The linear program of (epsilon, delta)-DP noise on the lattice of spacing 1/m.

    The variables are p_0, ..., p_n, then a slack for every shift and place.
    """

    def __init__(self, epsilon, delta, m, reach):
        self.m = m
        self.n = m * reach
        places = np.arange(-self.n, self.n + 1)
        rows_per_shift = places.size + 1
        self.width = self.n + 1 + m * places.size
        self.rows = lil_matrix((m * rows_per_shift, self.width))
        self.limits = np.zeros(m * rows_per_shift)
        for shift in range(1, m + 1):
            slack = self.n + 1 + (shift - 1) * places.size
            row = (shift - 1) * rows_per_shift
            # The slack of a place is at least p(place) - e^epsilon p(place + shift).
            for k, place in enumerate(places):
                self.rows[row + k, abs(place)] += 1
                if place + shift <= self.n:
                    self.rows[row + k, abs(place + shift)] -= np.exp(epsilon)
                self.rows[row + k, slack + k] = -1
            # And their sum is at most delta.
            self.rows[row + places.size, slack : slack + places.size] = 1
            self.limits[row + places.size] = delta

    def least(self, power):
        """Return the least E|Z|^power, by HiGHS."""
        mass = np.zeros((1, self.width))
        mass[0, 0] = 1
        mass[0, 1 : self.n + 1] = 2
        cost = np.zeros(self.width)
        distances = np.arange(1, self.n + 1) / self.m
        cost[1 : self.n + 1] = 2 * distances**power
        solution = linprog(
            cost, self.rows.tocsr(), self.limits, mass, [1], method="highs"
        )
        assert solution.status == 0
        return solution.fun


@pytest.mark.parametrize(("epsilon", "n"), [(0.1, 5), (0.5, 2), (0.5, 4), (1.0, 3)])
def test_the_least_noise_of_a_linear_program_lies_between_the_bounds(epsilon, n):
    delta = delta_of_truncation(epsilon, n)
    bounds = noise_bounds(epsilon, delta)
    program = NoiseProgram(epsilon, delta, m=6, reach=n + 2)
    assert bounds.amplitude_lower < program.least(1) < bounds.amplitude_upper
    assert bounds.power_lower < program.least(2) < bounds.power_upper


def test_without_sensitivity_the_bounds_are_0():
    assert noise_bounds(1e-300, 1e-300, 0.0) == (0, 0, 0, 0)


def test_no_sensitivity_needs_no_noise():
    mechanism = TruncatedLaplaceMechanism(0.5, 1e-6, 0.0)
    assert mechanism.bound == 0
    assert mechanism.amplitude == 0
    assert mechanism.power == 0
    assert mechanism.accuracy(0.1) == 0
