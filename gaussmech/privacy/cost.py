"""What several releases of the same data cost together, with discrete Gaussian and Laplace noise.

A plan uses it for columns, and a ledger for releases. A release costs a `Cost`: mu and tau of its
discrete Gaussian noise, or the pure epsilons of its discrete Laplace noise. Costs add up
(`total_cost`), and `joint_epsilon` turns their sum into a guarantee. Every step is rounded to the
safe side.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.special import expit
from scipy.stats import binom

from gaussmech._checks import Array
from gaussmech.privacy.calibration import gaussian_delta, gaussian_epsilon

# The law of the sum of losses has at most this many values; more are merged upwards. With 10 groups
# of different epsilons the sum then moves up by less than 10 / 4,096 of its range.
MOST_VALUES = 4096
# The largest and least values of the sum are cut off if their probability is below this share of
# delta; that probability is added to delta.
TRIMMED = 1e-9
# Probabilities and profiles have relative errors below 1e-11 (SciPy's binomial law: measured beside
# 50 digits for up to 10,000 releases, below 1e-12; `gaussian_delta` is never too small). Their sum
# is moved up by a hundred times that.
SAFETY = 1 + 1e-9
# The bisection for epsilon ends at this relative width; its upper end is the result.
WIDTH = 1e-9


@dataclass(frozen=True)
class Cost:
    """What releases cost: the parameters by which they compose.

    Attributes
    ----------
    mu : float
        sqrt(sum mu_i^2) of the Gaussian releases, mu_i being the L2 sensitivity over sigma.
    tau : float
        sum d_i / (24 t_i^2), for Gaussian releases of d_i values with noise of t_i grid steps.
    pure : tuple of (float, int)
        Epsilons of pure releases, each with the number of releases that have it.
    """

    mu: float = 0.0
    tau: float = 0.0
    pure: tuple[tuple[float, int], ...] = ()

    @property
    def pure_epsilon(self) -> float:
        """The sum of the epsilons of the pure releases, rounded up."""
        exact = Fraction(0)
        for epsilon, count in self.pure:
            exact += Fraction(epsilon) * count
        return float_above(exact)

    def epsilon(self, delta: float) -> float:
        """Return an epsilon for which the releases together are (epsilon, delta)-DP."""
        return joint_epsilon(self.mu, self.tau, delta, self.pure)


def total_cost(costs: Iterable[Cost]) -> Cost:
    """Return the cost of several releases together.

    Sums in floating point are rounded up by 2^-40 of themselves, far more than their errors.

    Examples
    --------
    >>> total_cost([Cost(pure=((0.5, 1),)), Cost(pure=((0.5, 2),))]).pure
    ((0.5, 3),)
    """
    costs = list(costs)
    pure: Counter[float] = Counter()
    for cost in costs:
        for epsilon, count in cost.pure:
            pure[epsilon] += count
    mu = math.sqrt(math.fsum(cost.mu**2 for cost in costs)) * (1 + 2.0**-40)
    tau = math.fsum(cost.tau for cost in costs) * (1 + 2.0**-40)
    return Cost(mu, tau, tuple(sorted(pure.items())))


def joint_epsilon(
    mu: float, tau: float, delta: float, pure: Iterable[tuple[float, int]] = ()
) -> float:
    """Return an epsilon at which releases with either noise together are (epsilon, delta)-DP.

    Parameters
    ----------
    mu : float
        sqrt(sum mu_i^2), mu_i being the L2 sensitivity of the Gaussian release i on its grid over
        its sigma.
    tau : float
        sum d_i / (24 t_i^2), for Gaussian releases of d_i values with noise of t_i steps of the
        grid.
    delta : float
        The delta of the joint guarantee, in (0, 1).
    pure : iterable of (float, int)
        Epsilons in [0, 700] of epsilon-DP releases, each with the number of releases that have it.

    Returns
    -------
    float
        Epsilon, the smallest of the bounds below; never below the exact value.

    Notes
    -----
    *The exact route.* What `calibrate_noise` proves of one Gaussian release holds of several, of
    different grids, sensitivities and lengths. Before rounding, they are together one Gaussian
    mechanism of `mu` (in units of each sigma), and rounding is post-processing. Discrete noise is
    independent from release to release: R >= prod(1 - tau_i) G >= (1 - tau) G. Pure releases are
    the same on both sides of this inequality, so that with R and G now the laws of all releases
    together, delta = (delta' + e^epsilon tau) / (1 - tau), where (epsilon, delta') holds of the
    continuous mechanism and the pure releases.

    These compose as follows. An epsilon_i-DP release is dominated by randomized response, whose
    privacy loss is +epsilon_i with probability e^epsilon_i / (1 + e^epsilon_i) and else -epsilon_i
    (Kairouz, Oh & Viswanath, 2015), and dominating pairs compose, adaptively too (Zhu, Dong & Wang,
    2022, Theorem 10). With S the sum of these independent losses, and L the loss of the Gaussian
    mechanism,

        delta'(epsilon) = E[(1 - e^(epsilon - S - L))_+] = E[delta_mu(epsilon - S)],

    a finite mixture of Gaussian profiles; for negative x, delta_mu(x) = 1 - e^x + e^x delta_mu(-x),
    because the loss of the Gaussian mechanism is the same in both directions. Since delta_mu
    decreases, moving values of S up and adding the probability of values that are left out are on
    the safe side: so many different epsilons are merged.

    *By concentrated privacy*, if tau is too large for that. Discrete Gaussian noise is
    mu^2 / 2-zCDP whatever its grid (Canonne, Kamath & Steinke, 2020, Theorem 14), an epsilon_i-DP
    release is epsilon_i^2 / 2-zCDP (Bun & Steinke, 2016, Proposition 1.4), and `zcdp_epsilon`
    converts the sum; or it converts the Gaussian part, and the epsilons are added.

    Examples
    --------
    Eight releases with Laplace noise of epsilon 0.5; then one, with Gaussian noise beside it.

    >>> round(joint_epsilon(0.0, 0.0, 1e-6, [(0.5, 8)]), 3)
    4.0
    >>> round(joint_epsilon(0.124, 0.0, 1e-6, [(0.5, 1)]), 3)
    0.986
    """
    cost = Cost(mu, tau, tuple(pure))
    gaussian_rho = mu**2 / 2
    pure_rho = sum(count * epsilon**2 / 2 for epsilon, count in cost.pure)
    bounds = [
        zcdp_epsilon(gaussian_rho + pure_rho, delta),
        zcdp_epsilon(gaussian_rho, delta) + cost.pure_epsilon,
    ]
    # The exact route needs the delta' that belongs to its own epsilon. An epsilon at delta / 2 is
    # at least as large as one at any delta' >= delta / 2, so the delta' for it is small enough.
    highest = _mixture_epsilon(mu, cost.pure, delta / 2)
    continuous_delta = delta_left(highest, delta, tau)
    if continuous_delta >= delta / 2:
        bounds.append(_mixture_epsilon(mu, cost.pure, continuous_delta))
    return min(bounds)


def zcdp_epsilon(rho: float, delta: float) -> float:
    """Return an epsilon at which rho-zCDP is (epsilon, delta)-DP.

    Notes
    -----
    For every alpha > 1, epsilon = alpha rho + log(1 / (alpha delta)) / (alpha - 1)
    + log(1 - 1 / alpha) holds (Canonne, Kamath & Steinke, 2020, Proposition 12). So the alpha need
    not be exactly the best one.

    Examples
    --------
    >>> round(zcdp_epsilon(0.005, 1e-6), 4)
    0.4299
    """
    if rho == 0:
        return 0.0

    def epsilon(log_excess: float) -> float:
        excess = math.exp(log_excess)
        alpha = 1 + excess
        tail = (-math.log(delta) - math.log(alpha)) / excess
        return alpha * rho + tail + math.log(excess / alpha)

    # The best alpha of the simpler conversion of Bun & Steinke is near the best one here.
    start = math.log(-math.log(delta) / rho) / 2
    best = minimize_scalar(epsilon, bounds=(start - 4, start + 4), method="bounded").x
    return max(epsilon(float(best)), 0.0) * (1 + 1e-12)


def delta_left(epsilon: float, delta: float, tau: float) -> float:
    """Return delta' = delta - (e^epsilon + delta) tau of the continuous mechanism, rounded down.

    It is below 0 if nothing is left. The factor 1 + 1e-12 covers the errors of the product, and
    2^-52 delta those of the subtractions.
    """
    if tau == 0:
        return delta
    # e^epsilon would overflow from 709 on.
    if epsilon > 700:
        return -math.inf
    loss = (math.exp(epsilon) + delta) * tau * (1 + 1e-12)
    return delta - loss - 2.0**-52 * delta


def float_above(exact: Fraction) -> float:
    """Return the least double that is not below an exact number."""
    value = float(exact)
    return value if Fraction(value) >= exact else math.nextafter(value, math.inf)


def _mixture_epsilon(
    mu: float, pure: tuple[tuple[float, int], ...], delta: float
) -> float:
    """Return an epsilon at which Gaussian noise of mu and pure releases together have delta."""
    if not pure:
        return gaussian_epsilon(1.0, delta, mu)
    losses, weights, left_out = _sum_of_losses(pure, delta * TRIMMED)

    def mixture(epsilon: float) -> float:
        return float(weights @ _profile(mu, epsilon - losses)) * SAFETY + left_out

    if mixture(0.0) <= delta:
        return 0.0
    low = 0.0
    # Losses above the largest value have a probability of `left_out` only.
    high = max(float(losses[-1]), 0.0)
    if mu > 0:
        high += gaussian_epsilon(1.0, delta / 2, mu)
    while high - low > WIDTH * high:
        middle = (low + high) / 2
        if mixture(middle) <= delta:
            high = middle
        else:
            low = middle
    return high


def _profile(mu: float, epsilon: Array) -> Array:
    """Return delta_mu at any epsilon, also below 0 (see the Notes of `joint_epsilon`)."""
    size = np.abs(epsilon)
    # This is the Gaussian profile at |epsilon|.
    right = np.zeros(len(size))
    if mu > 0:
        right = np.asarray(gaussian_delta(1.0, size, mu))
    left = -np.expm1(-size) + np.exp(-size) * right
    return np.where(epsilon >= 0, right, left)


def _sum_of_losses(
    pure: tuple[tuple[float, int], ...], trimmed: float
) -> tuple[Array, Array, float]:
    """Return an upper bound of the law of the sum of losses of randomized responses.

    These are its values, in ascending order, their probabilities, and the probability of what is
    above the largest value; that is at most `trimmed`.
    """
    losses = np.zeros(1)
    weights = np.ones(1)
    left_out = 0.0
    share = trimmed / len(pure)
    for epsilon, count in pure:
        # The number of negative losses descends, so that the sums ascend. A negative loss may have
        # a tiny probability, which `expit` returns with all its digits.
        negative = np.arange(count, -1, -1)
        law = binom.pmf(negative, count, expit(-epsilon))
        sums = losses[:, None] + epsilon * (count - 2.0 * negative)
        losses = sums.ravel()
        weights = np.outer(weights, law).ravel()
        order = np.argsort(losses, kind="stable")
        losses, weights, above = _trimmed(losses[order], weights[order], share)
        left_out += above
        losses, weights = _merged(losses, weights)
    # The sums of doubles err by less than 2^-40 of the largest possible one.
    largest = sum(epsilon * count for epsilon, count in pure)
    return losses + largest * 2.0**-40, weights, left_out * SAFETY


def _trimmed(losses: Array, weights: Array, share: float) -> tuple[Array, Array, float]:
    """Return a law without its tails, of a probability up to `share` / 2 each.

    The lower tail is moved up to the first value that stays. The probability of the upper one is
    returned.
    """
    lower = np.cumsum(weights)
    upper = np.cumsum(weights[::-1])
    first = int(np.searchsorted(lower, share / 2, side="right"))
    upper_count = int(np.searchsorted(upper, share / 2, side="right"))
    # At least one value stays.
    first = min(first, len(losses) - 1)
    stop = max(len(losses) - upper_count, first + 1)
    remaining = weights[first:stop].copy()
    remaining[0] += weights[:first].sum()
    return losses[first:stop], remaining, float(weights[stop:].sum())


def _merged(losses: Array, weights: Array) -> tuple[Array, Array]:
    """Return a law of at most MOST_VALUES values, of which none is below the one it replaces."""
    if len(losses) <= MOST_VALUES:
        return losses, weights
    step = (losses[-1] - losses[0]) / (MOST_VALUES - 1)
    cell = np.ceil((losses - losses[0]) / step).astype(int)
    starts = np.flatnonzero(np.diff(cell, prepend=-1))
    # Each cell takes the largest of its own values, which is at most the end of the cell.
    ends = np.append(starts[1:], len(losses)) - 1
    return losses[ends], np.add.reduceat(weights, starts)
