"""Claims of the poster of Geng et al. on the truncated Laplacian mechanism."""

from itertools import product

import numpy as np
from scipy.optimize import brentq, linprog

from gaussmech.paper.claims.finding import Finding, NotCheckable, claim
from gaussmech.paper.experiments.truncated_laplacian import (
    laplace_distribution,
    noise_ratios,
    tightness_limits,
)
from gaussmech.privacy.mechanisms import TruncatedLaplaceMechanism
from gaussmech.privacy.truncated_laplacian import delta_of_truncation, noise_bounds

EPSILONS = (0.1, 0.5, 1.0, 2.0)
DELTAS = (1e-6, 1e-3, 0.1, 0.4)
STEPS = (2, 3, 5, 8)
POWERS = {"amplitude": 1, "power": 2}


def least_failing_delta(quantity):
    """Return the least delta at which amplitude or power can exceed the Gaussian's: solved."""
    epsilons = np.geomspace(0.3, 6, 400)

    def excess(delta):
        ratios = noise_ratios(product(epsilons, [delta]), sensitivity=1.0)
        return ratios[f"{quantity}_ratio"].max() - 1

    return brentq(excess, 0.3, 0.49, xtol=1e-9)


@claim("Geng-a")
def improvement_in_all_regimes(results):
    """Truncated Laplacian noise has less amplitude and power than the optimal Gaussian, always."""
    ratios = results.table("geng_ratio")[[f"{name}_ratio" for name in POWERS]]
    return Finding(
        (ratios < 1).all(axis=1),
        largest=ratios.max().to_list(),
        amplitude=least_failing_delta("amplitude"),
        power=least_failing_delta("power"),
    )


def spent(noise, shift, epsilon):
    """Return the integral of [p(z) - e^epsilon p(z + shift)]^+ of a noise's density."""
    z, step = _midpoints(-noise.bound, noise.bound)
    excess = _density(noise, z) - np.exp(epsilon) * _density(noise, z + shift)
    return np.maximum(excess, 0).sum() * step


def _midpoints(low, high):
    """Return the middles of 200,000 equal steps from low to high, and their length."""
    ends, step = np.linspace(low, high, 200_001, retstep=True)
    return (ends[1:] + ends[:-1]) / 2, step


def _density(noise, z):
    """Return the density of truncated Laplacian noise."""
    density, _ = laplace_distribution(z, noise.scale, noise.bound)
    return density


@claim("Geng-c")
def theorem_1(results):
    """The worst event of every shift up to the sensitivity has an excess of at most delta."""
    shifts = np.linspace(0.1, 1, 4)
    ratios = [
        spent(TruncatedLaplaceMechanism(epsilon, delta), shift, epsilon) / delta
        for epsilon, delta, shift in product(EPSILONS, (1e-3, 0.1, 0.4), shifts)
    ]
    return Finding(np.less_equal(ratios, 1 + 1e-3), ratio=ratios)


@claim("Geng-k")
def printed_constraint(results):
    """The mechanism of Theorem 1 meets the printed constraint, whose e^epsilon is missing."""
    delta = 1e-3
    ratios = []
    for epsilon in EPSILONS:
        noise = TruncatedLaplaceMechanism(epsilon, delta)
        ratios.append([spent(noise, 1.0, factor) / delta for factor in (0.0, epsilon)])
    printed, corrected = np.transpose(ratios)
    return Finding(
        printed <= 1 + 1e-3,
        corrected=corrected <= 1 + 1e-3,
        ratio=printed,
        epsilons=EPSILONS,
    )


def moments(noise):
    """Return E|Z| and E Z^2 of truncated Laplacian noise, by sums."""
    z, step = _midpoints(0, noise.bound)
    mass = 2 * step * _density(noise, z)
    return np.array([mass @ z, mass @ z**2])


def printed_upper_bounds(epsilon, delta):
    """Return V1upp and V2upp as printed, Delta = 1."""
    x = np.expm1(epsilon) / (2 * delta)
    log = np.log1p(x)
    rest = (log**2 / 2 + log) / x
    return (1 - log / x) / epsilon, 2 / epsilon**2 * (1 - rest)


@claim("Geng-l")
def upper_bounds(results):
    """E|Z| and E Z^2 of the noise, summed from its density, are the printed upper bounds."""
    ratios = [
        moments(TruncatedLaplaceMechanism(*budget)) / printed_upper_bounds(*budget)
        for budget in product(EPSILONS, DELTAS)
    ]
    off = np.abs(np.array(ratios) - 1)
    return Finding(off <= 1e-6, off=off.max(), epsilons=EPSILONS)


@claim("Geng-m")
def mass_of_the_last_interval(results):
    """The interval [A - Delta, A] has the mass delta, and a step of Delta the decay e^epsilon."""
    off = []
    step = 1e-4
    for epsilon, delta in product(EPSILONS, DELTAS):
        noise = TruncatedLaplaceMechanism(epsilon, delta)
        last = noise.bound - np.arange(step / 2, 1, step)
        mass = step * _density(noise, last).sum()
        z = np.linspace(0, noise.bound - 1, 50)
        decay = _density(noise, z) / _density(noise, z + 1 - 1e-12)
        off.append((abs(mass / delta - 1), np.abs(decay / np.exp(epsilon) - 1).max()))
    mass, decay = np.max(off, axis=0)
    return Finding(np.array(off) <= 1e-6, mass=mass, decay=decay, epsilons=EPSILONS)


def least_noise(epsilon, delta, n, power):
    """Return a lower bound of E|Z|^power at Delta = 1, by a linear program over 2 (n + 3) cells."""
    half = n + 3
    # The cells are [k, k + 1) and its mirror image; |z| counts with its least value there.
    cells = np.arange(-half, half)
    cost = np.where(cells >= 0, cells, -cells - 1.0) ** power
    return _least_mean(cost, epsilon, delta)


def _least_mean(cost, epsilon, delta):
    """Return the least mean cost of private noise on a line of cells, each Delta from the next."""
    size = len(cost)
    eye = np.eye(size)
    nothing = np.zeros((size, size))
    neighbour = np.eye(size, k=1)
    # The unknowns are masses, then the excess of each cell over its neighbour on either side.
    over_right = eye - np.exp(epsilon) * neighbour
    over_left = eye - np.exp(epsilon) * neighbour.T
    no_mass = np.zeros((2, size))
    excesses = np.repeat(np.eye(2), size, axis=1)
    rows = [
        np.hstack([over_right, -eye, nothing]),
        np.hstack([over_left, nothing, -eye]),
        np.hstack([no_mass, excesses]),
    ]
    zeros = np.zeros(2 * size)
    program = linprog(
        np.append(cost, zeros),
        A_ub=np.vstack(rows),
        b_ub=np.append(zeros, [delta, delta]),
        A_eq=np.append(np.ones(size), zeros)[None],
        b_eq=[1.0],
    )
    return program.fun


def printed_lower_bounds(epsilon, delta, n):
    """Return amplitude and power of Theorems 4 and 5 in the printed closed forms, Delta = 1."""
    a = (delta + np.expm1(epsilon) / 2) / np.exp(epsilon)
    b = np.exp(-epsilon)
    tail = (n - 1) * b**n / (1 - b)
    amplitude = 2 * a * ((b - b**n) / (1 - b) ** 2 - tail)
    brackets = (
        -b
        + 2 * (b * (1 - b ** (n - 1)) / (1 - b) ** 2 - tail)
        - b**2 * (1 - b ** (n - 2)) / (1 - b)
        - (n - 1) ** 2 * b**n
    )
    return amplitude, 2 * a / (1 - b) * brackets


def _lower_bound(claim_id, quantity):
    """Register Theorem 4 or 5: a linear program has its sum, and its closed form."""
    power = POWERS[quantity]

    @claim(claim_id)
    def check(results):
        off = []
        # The bounds are defined where n = A / Delta is whole.
        for epsilon, n in product(EPSILONS, STEPS):
            delta = delta_of_truncation(epsilon, n)
            exact = least_noise(epsilon, delta, n, power)
            closed_form = printed_lower_bounds(epsilon, delta, n)[power - 1]
            printed_sum = getattr(noise_bounds(epsilon, delta), f"{quantity}_lower")
            off.append(np.abs(np.array([closed_form, printed_sum]) / exact - 1))
        closed, sums = np.max(off, axis=0)
        return Finding(
            np.array(off) <= 1e-6,
            closed=closed,
            sums=sums,
            epsilons=EPSILONS,
            steps=STEPS,
        )


_lower_bound("Geng-d", "amplitude")
_lower_bound("Geng-e", "power")


def _limit(claim_id, quantity, at, ends):
    """Register that lower / upper bound reaches its stated limit at the ends of paths: (epsilon, n).

    The limit is `at` epsilon_0 or delta_0, where that parameter goes to 0.
    """

    @claim(claim_id)
    def check(results):
        epsilon, n = np.transpose(ends)
        delta = delta_of_truncation(epsilon, n)
        bounds = noise_bounds(epsilon, delta)
        lower = getattr(bounds, f"{quantity}_lower")
        ratio = lower / getattr(bounds, f"{quantity}_upper")
        limit = tightness_limits(epsilon, delta)[f"{quantity}_tightness_at_{at}"]
        return Finding(ratio >= limit - 1e-3, ratio=ratio, limit=limit)


# The ends of paths of budgets (epsilon, n): far enough that the limit is met to a thousandth.
_TO_EPSILON_0 = [(1e-3 / n, n) for n in (2, 5, 50, 5000)]
_TO_DELTA_0 = [(epsilon, int(40 / epsilon)) for epsilon in EPSILONS]
_limit("Geng-g", "amplitude", "epsilon_0", _TO_EPSILON_0)
_limit("Geng-h", "amplitude", "delta_0", _TO_DELTA_0)
_limit("Geng-i", "power", "epsilon_0", _TO_EPSILON_0)
_limit("Geng-j", "power", "delta_0", _TO_DELTA_0)


@claim("Geng-b")
def gap_goes_to_zero(results):
    """The gap shrinks along epsilon = delta -> 0, and ends at the order of epsilon."""
    table = results.rows("geng_bounds", regime="diagonal").sort_values("epsilon")
    if len(table) < 2:
        raise NotCheckable("geng_bounds.csv has a single point on the diagonal")
    gap = 1 - table[[f"{name}_tightness" for name in POWERS]].to_numpy()
    epsilon = table["epsilon"].to_numpy()
    shrinks = (np.diff(gap, axis=0) > 0).all(axis=0)
    ends = gap[0] <= 10 * epsilon[0]
    return Finding(shrinks & ends, epsilon=epsilon[0], gap=gap[0])


def rounded_moment(noise, power):
    """Return E|Z|^power of truncated Laplacian noise, rounded to whole numbers."""
    k = np.arange(1, np.ceil(noise.bound) + 1)
    # Half of the mass of |Z|, and how much of it is below a number.
    ends = np.append(k - 0.5, k[-1] + 0.5)
    below = np.expm1(-np.clip(ends, 0, noise.bound) / noise.scale)
    return np.diff(below) @ k**power / np.expm1(-noise.bound / noise.scale)


@claim("Geng-n")
def gap_of_whole_numbers_goes_to_zero(results):
    """On whole numbers the excess over the least noise shrinks, and ends at the order of epsilon."""
    diagonal = np.array([0.1, 0.03, 0.01])
    gaps = []
    for epsilon, power in product(diagonal, POWERS.values()):
        noise = TruncatedLaplaceMechanism(epsilon, epsilon)
        values = np.arange(-np.ceil(noise.bound) - 3, np.ceil(noise.bound) + 4)
        least = _least_mean(np.abs(values) ** power, epsilon, epsilon)
        gaps.append(rounded_moment(noise, power) / least - 1)
    table = np.reshape(gaps, (-1, len(POWERS)))
    shrinks = (np.diff(table, axis=0) < 0).all(axis=0)
    ends = table[-1] <= 10 * diagonal[-1]
    return Finding(shrinks & ends, diagonal=diagonal, gap=table[-1], first=table[0])
