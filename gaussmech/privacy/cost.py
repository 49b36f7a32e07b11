"""What several releases of the same data cost together, with discrete Gaussian and Laplace noise.

A plan uses it for columns, and a ledger for releases. A release costs a `Cost`: mu and tau of its
discrete Gaussian noise, or the pure epsilons of its discrete Laplace noise. Costs add up
(`total_cost`). `Cost.epsilon` turns their sum into a guarantee, if all budgets were fixed in
advance. A `Filter` is for budgets that depend on earlier results: it keeps a total, and
`split_budget` shares one out equally. Every step is rounded to the safe side.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from gaussmech import _checks
from gaussmech._checks import Array
from gaussmech.privacy._normal import float_above, many_digits, round_up
from gaussmech.privacy.calibration import gaussian_delta, gaussian_epsilon
from gaussmech.privacy.composition import (
    MAX_K,
    exact_composition_epsilon,
    log_binomial,
)
from gaussmech.privacy.meaning import gaussian_mu, positive_root, zcdp_epsilon

# The distribution of the sum of losses has at most this many values; more are merged upwards. With
# 10 groups of different epsilons the sum then moves up by less than 10 / 4,096 of its range.
MOST_VALUES = 4096
# The largest and least values of the sum are cut off if their probability is below this share of
# delta; that probability is added to delta.
TRIMMED = 1e-9
# Binomial probabilities and `gaussian_delta` are rounded up. What is done with them errs by a few
# units of 2^-53 for each of at most four thousand values, and is moved up by far more than that.
SAFETY = 1 + 1e-9
# A factor that covers the roundings of a few operations in floating point.
OUTWARD = 1 + 2.0**-40
# The bisection for epsilon ends at this relative width; its upper end is the result.
EPSILON_WIDTH = 1e-9
# A grid that a release chooses itself raises its mu by less than this share (see
# `discrete_noise.calibrate_noise`).
GRID_COST = 1e-5
# A cost that is read from a file is in this range, which ends far above any cost of practical use.
COSTS: _checks.Interval = {"low": 0, "high": 1e9}
# The bisection for an equal share ends at this relative width; its lower end is the result.
SHARE_WIDTH = 1e-12


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

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Cost:
        """Return the cost of a release from its record; a ValueError names a number out of range."""
        mu, tau, epsilon = _checks.real_scalars(record, RECORD).values()
        # A table has at most a million columns.
        count = _checks.whole_number(
            "pure_count", record["pure_count"], low=0, high=10**6
        )
        return cls(mu, tau, ((epsilon, count),) if count else ())

    @property
    def record(self) -> dict[str, float]:
        """The numbers by which a release composes, whose columns all have the same noise."""
        ((epsilon, count),) = self.pure or ((0.0, 0),)
        return {
            "mu": self.mu,
            "tau": self.tau,
            "pure_epsilon": epsilon,
            "pure_count": count,
        }

    @property
    def pure_epsilon(self) -> float:
        """The sum of the epsilons of the pure releases, rounded up."""
        exact = Fraction(0)
        for epsilon, count in self.pure:
            exact += Fraction(epsilon) * count
        return float_above(exact)

    def epsilon(self, delta: float) -> float:
        """Return an epsilon for which the releases together are (epsilon, delta)-DP, rounded up.

        It is never below the exact value if all budgets were fixed in advance. At delta 0 it is the
        sum of the pure epsilons; Gaussian noise has none.

        Notes
        -----
        *The exact route.* What `calibrate_noise` proves of one Gaussian release holds of several,
        of different grids, sensitivities and lengths. Before rounding, they are together one
        Gaussian mechanism of `mu` (in units of each sigma), and rounding is post-processing.
        Discrete noise is independent from release to release: R >= prod(1 - tau_i) G >= (1 - tau)
        G. Pure releases are the same on both sides of this inequality, so with R and G now the
        distributions of all releases together, delta = (delta' + e^epsilon tau) / (1 - tau), where
        (epsilon, delta') holds of the continuous mechanism and the pure releases.

        These compose as follows. An epsilon_i-DP release is dominated by randomized response, whose
        privacy loss is +epsilon_i with probability e^epsilon_i / (1 + e^epsilon_i) and else
        -epsilon_i (Kairouz, Oh & Viswanath, 2015), and dominating pairs compose if they are fixed
        in advance (Zhu, Dong & Wang, 2022, Theorem 10): what is asked may follow from earlier
        results, but no budget and no kind of noise may. Such a sequence may stop early. With S the
        sum of these independent losses, and L the loss of the Gaussian mechanism,

            delta'(epsilon) = E[(1 - e^(epsilon - S - L))_+] = E[delta_mu(epsilon - S)],

        a finite mixture of Gaussian profiles; for negative x, delta_mu(x) = 1 - e^x + e^x
        delta_mu(-x), because the loss of the Gaussian mechanism is the same in both directions.
        Since delta_mu decreases, moving values of S up and adding the probability of values that
        are left out are on the safe side: so many different epsilons are merged. Pure releases of
        one epsilon, without Gaussian ones, are those of `exact_composition_epsilon`.

        *By concentrated privacy*, if tau is too large for that. Discrete Gaussian noise is mu^2 /
        2-zCDP whatever its grid (Canonne, Kamath & Steinke, 2020, Theorem 14), an epsilon_i-DP
        release is epsilon_i^2 / 2-zCDP (Bun & Steinke, 2016, Proposition 1.4), and `zcdp_epsilon`
        converts the sum; or it converts the Gaussian part, and the epsilons are added.

        Examples
        --------
        Eight releases with Laplace noise of epsilon 0.5; then one, with Gaussian noise, too.

        >>> round(Cost(pure=((0.5, 8),)).epsilon(1e-6), 3)
        4.0
        >>> round(Cost(mu=0.124, pure=((0.5, 1),)).epsilon(1e-6), 3)
        0.986
        """
        if delta == 0:
            return math.inf if self.mu > 0 else self.pure_epsilon
        gaussian_rho = self.mu**2 / 2 * OUTWARD
        pure_rho = sum(count * epsilon**2 / 2 for epsilon, count in self.pure) * OUTWARD
        bounds = [
            zcdp_epsilon(gaussian_rho + pure_rho, delta),
            zcdp_epsilon(gaussian_rho, delta) + self.pure_epsilon,
        ]
        # The exact route needs the delta' that belongs to its own epsilon. An epsilon at delta / 2 is
        # at least as large as one at any delta' >= delta / 2, so the delta' for it is small enough.
        highest = _mixture_epsilon(self.mu, self.pure, delta / 2)
        continuous_delta = delta_left(highest, delta, self.tau)
        if continuous_delta >= delta / 2:
            bounds.append(_mixture_epsilon(self.mu, self.pure, continuous_delta))
        return min(bounds)


KINDS = ("gaussian", "pure", "mixed")
# A delta is 0, or left out, with pure noise.
DELTA_OR_NONE: _checks.Interval = {"low": 0, "high": 1, "open_high": True}
# The kind of ledger that takes one distribution of noise alone.
KIND_OF_NOISE = {"gaussian": "gaussian", "laplace": "pure"}
# A filter for Gaussian noise reserves this share of the total delta for discrete noise. It costs
# at most 0.013 % of mu^2 for epsilon >= 0.1 and delta <= 1e-6, and 0.2 % for delta <= 0.1.
RESERVED = 1e-3
# Such a filter keeps a total epsilon of at most 700, because e^epsilon must be finite.
LARGEST_EPSILON = 700.0
# These are the ranges of the real numbers of a record.
RECORD: dict[str, _checks.Interval] = {
    "mu": COSTS,
    "tau": COSTS,
    "pure_epsilon": {"low": 0, "high": LARGEST_EPSILON},
}


def cost_of_strength(kind: str, strength: float, releases: int = 1) -> Cost:
    """Return the cost of equal releases with noise of a kind, by the parameter of each.

    The parameter of kind "pure" is epsilon, and that of kind "gaussian" is mu.
    """
    if kind == "pure":
        return Cost(pure=((strength, releases),))
    return Cost(mu=strength * math.sqrt(releases) * OUTWARD)


def cost_of_budget(kind: str, epsilon: float, delta: float, releases: int = 1) -> Cost:
    """Return an upper bound of the cost of equal releases with a budget and noise of a kind.

    Kind "pure" needs no delta. With kind "gaussian", mu is rounded up, and noise on a grid costs a
    tiny share more.
    """
    if kind == "pure":
        return cost_of_strength(kind, epsilon, releases)
    mu = gaussian_mu(epsilon, delta) * (1 + GRID_COST)
    return cost_of_strength(kind, mu, releases)


@dataclass(frozen=True)
class Filter:
    """A rule that keeps a total, also if each budget depends on the results before it.

    The rule is fixed before the first release; `begin` makes one. A release is refused if with it
    `epsilon_of` the sum of all costs would exceed the total.

    Attributes
    ----------
    kind : {"gaussian", "pure", "mixed"}
        Which noise the releases have: discrete Gaussian noise, pure epsilon-DP, or any of both.
    epsilon, delta : float
        The total; kind "pure" keeps it with delta 0.
    parameter : float
        Of kind "gaussian" the largest sum of tau, of kind "mixed" the Renyi order; 0 of "pure".

    Notes
    -----
    Exact composition (`Cost.epsilon`) is no such rule: it holds for budgets that are fixed in
    advance, and who chooses the next noise by the last result can exceed its total several times.
    These rules hold whatever the parameter is:

    - "gaussian": the sum of mu^2 (Smith & Thakurta, 2022, fully adaptive Gaussian composition).
      Discrete noise has R >= (1 - tau_i) G given all earlier results, so over all results R >=
      (1 - tau) G as long as the sum of tau_i does not exceed tau, and `delta_left` has the rest.
    - "pure": the sum of epsilons (Rogers, Roth, Ullman & Vadhan, 2016).
    - "mixed": the sum of Renyi divergences of one order a (Feldman & Zrnic, 2021). Discrete
      Gaussian noise has a mu^2 / 2 on any grid (Canonne, Kamath & Steinke, 2020, Theorem 14), and a
      pure release at most what randomized response has, log(cosh((a - 1/2) epsilon) / cosh(epsilon
      / 2)) / (a - 1) (Kairouz, Oh & Viswanath, 2015). The sum D is turned into epsilon = D +
      log(1 / (a delta)) / (a - 1) + log(1 - 1 / a) (Canonne, Kamath & Steinke, Proposition 12).

    Examples
    --------
    A mixed filter has room for 0.87 of the mu^2 of a Gaussian one.

    >>> gaussian = Filter.begin("gaussian", 1.0, 1e-6)
    >>> mixed = Filter.begin("mixed", 1.0, 1e-6)
    >>> gaussian.epsilon_of(Cost(mu=0.235)) <= 1.0, mixed.epsilon_of(Cost(mu=0.235)) <= 1.0
    (True, False)
    >>> mixed.epsilon_of(Cost(mu=0.218)) <= 1.0
    True
    """

    kind: str
    epsilon: float
    delta: float
    parameter: float

    @classmethod
    def begin(cls, kind: str, epsilon: float, delta: float) -> Filter:
        """Return the filter of a kind for a total."""
        parameter = 0.0
        if kind == "gaussian":
            log_cost = min(epsilon, LARGEST_EPSILON) + math.log1p(delta)
            parameter = RESERVED * delta * math.exp(-log_cost)
        elif kind == "mixed":
            parameter = _best_order(epsilon, delta)
        return cls(kind, epsilon, delta, parameter)

    def epsilon_of(self, cost: Cost) -> float:
        """Return the epsilon that this rule counts for the sum of all costs; inf if it has none."""
        if self.kind == "pure":
            return math.inf if cost.mu > 0 else cost.pure_epsilon
        if self.kind == "mixed":
            return _renyi_epsilon(cost, self.parameter, self.delta)
        if cost.pure or cost.tau > self.parameter:
            return math.inf
        largest_epsilon = min(self.epsilon, LARGEST_EPSILON)
        delta = delta_left(largest_epsilon, self.delta, self.parameter)
        return gaussian_epsilon(1.0, delta, cost.mu) if delta > 0 else math.inf

    def allows(self, cost: Cost) -> bool:
        """Return whether the sum of all costs does not exceed the total."""
        epsilon = self.epsilon_of(cost)
        if self.kind == "gaussian" and epsilon > LARGEST_EPSILON:
            return False
        return epsilon <= self.epsilon

    def share(self, releases: int, kind: str) -> float:
        """Return the epsilon of each of some equal releases, which together keep the total.

        It is that of `split_budget`. `kind` is that of their noise: "gaussian", with the delta of
        the total, or "pure".
        """
        if releases == 1:
            return self.epsilon
        if self.kind == "pure":
            return -float_above(-Fraction(self.epsilon) / releases)

        def fits(epsilon: float) -> bool:
            return self.allows(cost_of_budget(kind, epsilon, self.delta, releases))

        if not fits(0.0):
            raise ValueError(
                f"releases is {releases}; at delta {self.delta:g} each of so many would cost more"
                " than an equal share even at epsilon 0; allowed are fewer, or a smaller delta"
            )
        low = 0.0
        high = self.epsilon
        while high - low > SHARE_WIDTH * high:
            middle = (low + high) / 2
            if fits(middle):
                low = middle
            else:
                high = middle
        return low


def split_budget(
    epsilon: float,
    delta: float | None = None,
    releases: int = 1,
    *,
    noise: str = "gaussian",
    kind: str | None = None,
) -> tuple[float, float]:
    """Return the budget of each of several equal releases, which together keep a total.

    Use it to plan repeated releases of the same people's data: a ledger with this total accepts all
    of them, and no more. Dividing epsilon and delta by the number of releases would need far more
    noise.

    Parameters
    ----------
    epsilon : float in (0, 700]
        Epsilon of all releases together.
    delta : float in [0, 1), optional
        Delta of all releases together. It may be 0, or left out, if all noise is Laplace noise.
    releases : int in [1, 1_000_000], default 1
        Number of releases.
    noise : {"gaussian", "laplace"}, default "gaussian"
        Distribution of the noise of each release.
    kind : {"gaussian", "pure", "mixed"}, optional
        Kind of the ledger that keeps the total. By default it is the kind for this noise alone:
        "gaussian", or "pure" for Laplace noise. A "mixed" ledger accepts both, and leaves less to
        each release.

    Returns
    -------
    tuple of float
        Epsilon and delta of each release. The delta is that of the total with Gaussian noise, and
        0 with Laplace noise.

    Raises
    ------
    ValueError
        If an argument is outside its range, if a ledger of this kind does not accept such noise, or
        if even epsilon 0 at this delta costs more than an equal share.

    See Also
    --------
    gdp_composition : The mu of several Gaussian releases together.
    release : Release numbers with one of these budgets.
    analytic_gaussian_sigma : The noise of one of these budgets.

    Notes
    -----
    The share follows the rule by which the ledger adds up (see `cost.Filter`):

    - "gaussian" adds mu^2, so each release has mu / sqrt(releases). The noise of a release is
      sqrt(releases) times that of one release with the total budget, and a little more: by up to
      8e-5 of itself for epsilon >= 0.1 and delta <= 1e-6, and by up to 1e-3 for delta <= 0.1. The mu
      of a release on a grid counts as up to 1e-5 larger, and a thousandth of delta is reserved for
      discrete noise.
    - "pure" adds epsilons, so each release has epsilon / releases.
    - "mixed" adds Renyi divergences of one order, so each release has an equal share of the
      divergence at this order.

    Results are rounded down, so that the last planned release is not refused.

    References
    ----------
    .. [1] A. Smith and A. Thakurta, "Fully Adaptive Composition for Gaussian Differential Privacy",
       arXiv 2210.17520, 2022.
    .. [2] V. Feldman and T. Zrnic, "Individual Privacy Accounting via a Renyi Filter", NeurIPS
       2021.

    Examples
    --------
    Two releases a month, for a year:

    >>> import gaussmech as gm
    >>> each, delta = gm.split_budget(1.0, 1e-6, 24)
    >>> round(each, 4), delta
    (0.1824, 1e-06)

    Pure epsilon, which Laplace noise keeps:

    >>> gm.split_budget(1.0, releases=24, noise="laplace")
    (0.041666666666666664, 0.0)
    """
    epsilon = _checks.real_scalar(
        "epsilon", epsilon, low=0, high=LARGEST_EPSILON, open_low=True
    )
    delta = _checks.real_scalar(
        "delta", 0.0 if delta is None else delta, **DELTA_OR_NONE
    )
    releases = _checks.whole_number("releases", releases, low=1, high=10**6)
    noise = _checks.one_of("noise", noise, tuple(KIND_OF_NOISE))
    own_kind = KIND_OF_NOISE[noise]
    if kind is None:
        kind = own_kind
    kind = _checks.one_of("kind", kind, (own_kind, "mixed"))
    if delta == 0 and kind != "pure":
        raise ValueError(
            f"delta is missing; a ledger of kind {kind!r} needs one in (0, 1), and"
            ' noise="laplace" in one of kind "pure" needs none'
        )
    each = Filter.begin(kind, epsilon, delta).share(releases, own_kind)
    return each, 0.0 if noise == "laplace" else delta


def _renyi_epsilon(cost: Cost, order: float, delta: float) -> float:
    """Return the epsilon at delta of a cost by its Renyi divergences of one order, rounded up."""
    with many_digits():
        a = Decimal(order)
        total = a * Decimal(cost.mu) ** 2 / 2
        for epsilon, count in cost.pure:
            exact = Decimal(epsilon)
            # This is the logarithm of cosh((a - 1/2) epsilon) / cosh(epsilon / 2).
            log_ratio = (a - 1) * exact
            log_ratio += (1 + (-(2 * a - 1) * exact).exp()).ln()
            log_ratio -= (1 + (-exact).exp()).ln()
            # The margin covers what cancels of 50 digits where epsilon is tiny.
            total += count * (log_ratio + Decimal("1e-40")) / (a - 1)
        total += -(Decimal(delta).ln() + a.ln()) / (a - 1) + (1 - 1 / a).ln()
        return max(round_up(total), 0.0)


def _best_order(epsilon: float, delta: float) -> float:
    """Return the Renyi order that leaves most of a total for Gaussian noise, to six digits.

    With a = 1 + b, the sum of mu^2 / 2 that fits is largest where its derivative vanishes, at
    epsilon = a (log(1 / delta) - log a) / b^2 + log(b / a) + (log(1 / delta) - log a) / b. Every
    order is valid, so this need not be exact.
    """
    log_inverse_delta = -math.log(delta)

    def shortfall(b: float) -> float:
        rest = log_inverse_delta - math.log1p(b)
        return epsilon + math.log1p(1 / b) - (1 + b) * rest / b / b - rest / b

    return 1 + float(f"{max(positive_root(shortfall), 1e-6):.6g}")


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
    mu = math.sqrt(math.fsum(cost.mu**2 for cost in costs)) * OUTWARD
    tau = math.fsum(cost.tau for cost in costs) * OUTWARD
    return Cost(mu, tau, tuple(sorted(pure.items())))


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


def _mixture_epsilon(
    mu: float, pure: tuple[tuple[float, int], ...], delta: float
) -> float:
    """Return an epsilon at which Gaussian noise of mu and pure releases together have delta."""
    if not pure:
        return gaussian_epsilon(1.0, delta, mu)
    # Of more releases of one kind, only the sums of epsilons and of rhos are taken.
    if max(count for _, count in pure) > MAX_K:
        return math.inf
    if mu == 0 and len(pure) == 1:
        return exact_composition_epsilon(delta, *pure[0])
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
    # A delta that is nearly the least double has no share that could be left out.
    if mixture(high) > delta:
        return math.inf
    while high - low > EPSILON_WIDTH * high:
        middle = (low + high) / 2
        if mixture(middle) <= delta:
            high = middle
        else:
            low = middle
    return high


def _profile(mu: float, epsilon: Array) -> Array:
    """Return delta_mu at any epsilon, also below 0 (see the Notes of `Cost.epsilon`)."""
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
    """Return an upper bound of the distribution of the sum of losses of randomized responses.

    These are its values, in ascending order, their probabilities, and the probability of what is
    above the largest value; that is at most `trimmed`.
    """
    losses = np.zeros(1)
    weights = np.ones(1)
    left_out = 0.0
    share = trimmed / len(pure) / 2
    for epsilon, count in pure:
        of_group = _binomial_losses(epsilon, count)
        group_losses, group_weights, above = _compressed(*of_group, share)
        left_out += above
        sums = (losses[:, None] + group_losses).ravel()
        products = np.outer(weights, group_weights).ravel()
        losses, weights, above = _compressed(sums, products, share)
        left_out += above
    # The sums of doubles err by less than 2^-40 of the largest possible one.
    largest = sum(epsilon * count for epsilon, count in pure)
    return losses + largest * 2.0**-40, weights, left_out * SAFETY


def _binomial_losses(epsilon: float, count: int) -> tuple[Array, Array]:
    """Return the values of the summed loss of equal responses, and their probabilities, rounded up."""
    negative = np.arange(count + 1.0)
    log_distribution, error = log_binomial(negative, count, epsilon)
    losses: Array = epsilon * (count - 2.0 * negative)
    return losses, np.exp(log_distribution + error)


def _compressed(
    losses: Array, weights: Array, share: float
) -> tuple[Array, Array, float]:
    """Return a distribution of at most MOST_VALUES ascending values, none below what it replaces.

    Each tail, of a probability up to `share` / 2, is cut off: the lower one is moved up to the first
    value that stays, and the probability of the upper one is returned.
    """
    order = np.argsort(losses, kind="stable")
    losses = losses[order]
    weights = weights[order]
    # At least one value stays.
    last = len(losses) - 1
    first = min(int(np.searchsorted(np.cumsum(weights), share / 2, "right")), last)
    above = int(np.searchsorted(np.cumsum(weights[::-1]), share / 2, "right"))
    stop = max(len(losses) - above, first + 1)
    left_out = float(weights[stop:].sum())
    weights[first] += weights[:first].sum()
    losses = losses[first:stop]
    weights = weights[first:stop]
    if len(losses) > MOST_VALUES:
        step = (losses[-1] - losses[0]) / (MOST_VALUES - 1)
        cell = np.ceil((losses - losses[0]) / step).astype(int)
        starts = np.flatnonzero(np.diff(cell, prepend=-1))
        # Each cell takes the largest of its own values, which is at most the end of the cell.
        losses = losses[np.append(starts[1:], len(losses)) - 1]
        weights = np.add.reduceat(weights, starts)
    return losses, weights, left_out
