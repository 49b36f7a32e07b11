"""Claims of the poster of Geng et al. on the truncated Laplacian mechanism."""

from itertools import product

import numpy as np
from scipy.optimize import brentq, linprog

from gaussmech.paper.claims.finding import NotCheckable, claim, found, number
from gaussmech.privacy.calibration import analytic_gaussian_sigma
from gaussmech.privacy.mechanisms import TruncatedLaplaceMechanism
from gaussmech.privacy.truncated_laplace import delta_of_truncation, noise_bounds

EPSILONS, STEPS = (0.1, 0.5, 1.0, 2.0), (2, 3, 5, 8)
POWERS = {"amplitude": 1, "power": 2}


def least_failing_delta(power):
    """Return the least delta at which noise of this power can exceed the Gaussian's: solved."""
    epsilon = np.geomspace(0.3, 6, 400)

    def excess(delta):
        bounds, sigma = noise_bounds(epsilon, delta), analytic_gaussian_sigma(epsilon, delta)
        gaussian = sigma * np.sqrt(2 / np.pi) if power == 1 else sigma**2
        return np.max((bounds.amplitude_upper, bounds.power_upper)[power - 1] / gaussian) - 1

    return brentq(excess, 0.3, 0.49, xtol=1e-9)


@claim("Geng-a")
def improvement_in_all_regimes(results):
    """Truncated Laplace noise has less amplitude and power than the optimal Gaussian, always."""
    table, worst = results.table("geng_ratio"), []
    for name in POWERS:
        row = table.loc[table[f"{name}_ratio"].idxmax()]
        ratio, epsilon, delta = map(number, row[[f"{name}_ratio", "epsilon", "delta"]])
        worst.append(f"{name} ratio {ratio} at epsilon {epsilon}, delta {delta}")
    good = (table[[f"{name}_ratio" for name in POWERS]] < 1).all(axis=1)
    first = {name: least_failing_delta(power) for name, power in POWERS.items()}
    return found(good, worst=", ".join(worst), **first)


def spent(noise, shift, epsilon, points=200_001):
    """Return the integral of [p(z) - e^epsilon p(z + shift)]^+ of a noise's density."""
    z, step = np.linspace(-noise.bound, noise.bound, points, retstep=True)
    z = (z[1:] + z[:-1]) / 2
    density, moved = (_density(noise, x) for x in (z, z + shift))
    return float(np.maximum(density - np.exp(epsilon) * moved, 0).sum() * step)


def _density(noise, z):
    mass = 2 * noise.scale * -np.expm1(-noise.bound / noise.scale)
    return np.where(np.abs(z) <= noise.bound, np.exp(-np.abs(z) / noise.scale) / mass, 0.0)


@claim("Geng-c")
def theorem_1(results):
    """The worst event of every shift up to the sensitivity has an excess of at most delta."""
    ratio = [
        spent(TruncatedLaplaceMechanism(e, d, 1.0), shift, e) / d
        for e, d, shift in product(EPSILONS, (1e-3, 0.1, 0.4), np.linspace(0.1, 1, 10))
    ]
    return found(np.array(ratio) <= 1 + 1e-3, ratio=ratio)


@claim("Geng-k")
def printed_constraint(results):
    """The mechanism of Theorem 1 meets the printed constraint, whose e^epsilon is missing."""
    ratio = [spent(TruncatedLaplaceMechanism(e, 1e-3, 1.0), 1.0, 0.0) / 1e-3 for e in EPSILONS]
    return found(np.array(ratio) <= 1 + 1e-3, ratio=ratio, epsilons=EPSILONS)


def least_noise(epsilon, delta, n, power):
    """Return a lower bound of E|Z|^power at Delta = 1, by a linear program over 2 (n + 3) cells."""
    half = n + 3
    # [k, k + 1) and its mirror image; |z| counts with its least value there.
    cells = np.arange(-half, half)
    cost = np.where(cells >= 0, cells, -cells - 1.0) ** power
    size, eye = 2 * half, np.eye(2 * half)
    nothing, moved = np.zeros((size, size)), np.eye(size, k=1)
    # Masses, then the excess of each cell over its neighbour on the right, and on the left.
    rows = [
        np.hstack([eye - np.exp(epsilon) * moved, -eye, nothing]),
        np.hstack([eye - np.exp(epsilon) * moved.T, nothing, -eye]),
        np.hstack([np.zeros((2, size)), np.repeat(np.eye(2), size, axis=1)]),
    ]
    rest = np.zeros(2 * size)
    limits, whole = np.append(rest, [delta, delta]), np.append(np.ones(size), rest)[None]
    return linprog(np.append(cost, rest), np.vstack(rows), limits, whole, [1.0]).fun


def printed_lower_bounds(epsilon, delta, n):
    """Return amplitude and power of Theorems 4 and 5 in the printed closed forms, Delta = 1."""
    a, b = (delta + np.expm1(epsilon) / 2) / np.exp(epsilon), np.exp(-epsilon)
    tail = (n - 1) * b**n / (1 - b)
    amplitude = 2 * a * ((b - b**n) / (1 - b) ** 2 - tail)
    power = -b + 2 * (b * (1 - b ** (n - 1)) / (1 - b) ** 2 - tail)
    power += -(b**2) * (1 - b ** (n - 2)) / (1 - b) - (n - 1) ** 2 * b**n
    return amplitude, 2 * a / (1 - b) * power


def _lower_bound(claim_id, quantity):
    """Register Theorem 4 or 5: a linear program has its sum, and its closed form."""
    power = POWERS[quantity]

    @claim(claim_id)
    def check(results):
        # The bounds are defined where n = A / Delta is whole.
        bounds = []
        for e, n in product(EPSILONS, STEPS):
            d = delta_of_truncation(e, n)
            exact, printed = least_noise(e, d, n, power), printed_lower_bounds(e, d, n)[power - 1]
            bounds.append((exact, printed, getattr(noise_bounds(e, d), f"{quantity}_lower")))
        exact, printed, sums = np.transpose(bounds)
        off = np.abs(np.stack([printed, sums]) / exact - 1)
        closed, sums = off.max(axis=1)
        return found(off <= 1e-6, closed=closed, sums=sums, epsilons=EPSILONS, steps=STEPS)


_lower_bound("Geng-d", "amplitude")
_lower_bound("Geng-e", "power")


def _limit(claim_id, quantity, path, bound):
    """Register that lower / upper bound tends to `bound` or more along budgets (epsilon, n)."""

    @claim(claim_id)
    def check(results):
        good, words = [], []
        for budgets in path:
            epsilon, n = np.transpose(np.array(budgets, float))
            delta = delta_of_truncation(epsilon, n)
            bounds = noise_bounds(epsilon, delta)
            ratio = getattr(bounds, f"{quantity}_lower") / getattr(bounds, f"{quantity}_upper")
            limit = bound(epsilon[-1], delta[-1])
            good.append(ratio[-1] >= limit - 1e-3)
            words.append(f"{number(ratio[-1])} for {number(limit)}")
        return found(good, paths=len(path), first=words[0], last=words[-1], each="; ".join(words))


_TO_EPSILON_0 = [[(x / n, n) for x in (1e-1, 1e-2, 1e-3)] for n in (2, 5, 50, 5000)]
_TO_DELTA_0 = [[(e, int(k / e)) for k in (5, 20, 40)] for e in EPSILONS]
_limit("Geng-g", "amplitude", _TO_EPSILON_0, lambda e, d: 1 - 2 * d)
_limit("Geng-h", "amplitude", _TO_DELTA_0, lambda e, d: e / np.expm1(e))
_limit("Geng-i", "power", _TO_EPSILON_0, lambda e, d: (1 - d) * (1 - 2 * d))
_limit("Geng-j", "power", _TO_DELTA_0, lambda e, d: e**2 * (1 + np.exp(e)) / 2 / np.expm1(e) ** 2)


@claim("Geng-b")
def gap_goes_to_zero(results):
    """The gap shrinks along epsilon = delta -> 0, and ends at the order of epsilon."""
    table = results.rows("geng_bounds", regime="diagonal").sort_values("epsilon")
    if len(table) < 2:
        raise NotCheckable("geng_bounds.csv has a single point on the diagonal")
    gap = 1 - table[[f"{name}_tightness" for name in POWERS]].to_numpy()
    epsilon = table["epsilon"].to_numpy()
    good = (np.diff(gap, axis=0) > 0).all(axis=0) & (gap[0] <= 10 * epsilon[0])
    return found(good, epsilon=epsilon[0], gap=gap[0], other=epsilon[-1], there=gap[-1])
