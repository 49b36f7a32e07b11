r"""Gaussian differential privacy of any mechanism, from its privacy profile (Liu et al., 2022).

A mechanism is mu-GDP if its profile nowhere exceeds that of the Gaussian mechanism with
mu = sensitivity / sigma: if G <= mu (Corollary 4.1), where G(epsilon), the transform, is 1/sigma of
the analytic Gaussian mechanism at (epsilon, delta(epsilon)).
"""

from dataclasses import dataclass
from typing import Any, overload

import numpy as np
from scipy.special import erfinv, ndtri_exp

from gaussmech import _checks
from gaussmech._checks import RNG, Array, Interval, Many
from gaussmech.privacy.calibration import analytic_gaussian_sigma
from gaussmech.privacy.profiles import (
    TINY,
    Profile,
    ProfileLike,
    as_profile,
    log_tail,
    mills_difference,
)

SLOPE = np.sqrt(np.pi / 2)  # the largest d mu / d epsilon at fixed delta (Theorem 4.2)
MAX_STEPS = 20_000_000
DOWN, UP = -1, 1  # of a bound
LARGEST = 1e300  # of numbers to be clipped and of the noise

# 1/sigma is below the exact mu by at most 8e-15 of it and a rounding.
_OUTWARD = 1 + 1e-14
_BLOCK = 1024
_TAIL_EPSILONS = np.array([2.0**19, 2.0**20])
_TAIL_GROWTH = 0.01


@overload
def gdp_transform(profile: ProfileLike, epsilon: float) -> float: ...
@overload
def gdp_transform(profile: ProfileLike, epsilon: Many) -> Array: ...
def gdp_transform(profile: ProfileLike, epsilon: Any) -> Any:
    """Return the transform G: the mu of the Gaussian profile through (epsilon, delta(epsilon)).

    Liu et al., Definition 4.1. The mechanism is mu-GDP if and only if G is at most mu everywhere.
    0 where delta is 0, inf where it is 1 (in doubles, from mu = 17 on). For the delta that the
    profile returns, never below the exact value and above it by a relative 2e-14 at most.

    Parameters
    ----------
    profile : Profile or callable, which is refused where it increases or leaves [0, 1]
    epsilon : float or array >= 0

    Examples
    --------
    >>> from gaussmech.privacy.profiles import PureDPProfile
    >>> gdp_transform(PureDPProfile(1.0), [0.0, 1.0]).round(4).tolist()
    [1.232, 0.0]
    """
    profile = as_profile(profile)
    epsilon = _checks.real_array("epsilon", epsilon, **_checks.NON_NEGATIVE)
    flat = epsilon.reshape(-1)
    return _checks.like_input(_mu(profile, flat, profile.delta(flat), flat).reshape(epsilon.shape))


@dataclass(frozen=True)
class HeadMeasurement:
    """Certified bounds of the largest G on [0, epsilon_h] (Theorem 4.3).

    The mechanism is `upper`-head GDP, and not mu-GDP for any mu below `lower`, which is G at
    `epsilon`; if `log_delta_h`, at epsilon_h, is -inf, it is `upper`-GDP. The grid has `steps`.
    """

    lower: float
    upper: float
    epsilon: float
    epsilon_h: float
    steps: int
    log_delta_h: float


def head_measurement(
    profile: ProfileLike, epsilon_h: float, *, tolerance: float = 1e-4
) -> HeadMeasurement:
    """Return bounds of the largest G on [0, epsilon_h], at most `tolerance` apart for mu up to 13.

    Of larger mu, doubles keep too little of 1 - delta: from about 16 on `upper` is inf. On a grid
    of step h the bounds are the largest mu at (epsilon_(i+1), delta(epsilon_i)) and at (epsilon_i,
    delta(epsilon_i)), at most sqrt(pi/2) h apart (Liu et al., Theorems 4.2, 4.3, in our reading).

    Parameters
    ----------
    profile : Profile or callable
    epsilon_h, tolerance : float > 0
        The tolerance is at least sqrt(pi/2) epsilon_h / 20,000,000.

    Examples
    --------
    >>> from gaussmech.privacy.profiles import LaplaceProfile
    >>> found = head_measurement(LaplaceProfile(1.0), 2.0)
    >>> found.lower <= laplace_mu(1.0) <= found.upper, found.upper - found.lower <= 1e-4
    (True, True)
    """
    profile = as_profile(profile)
    epsilon_h = _checks.real_scalar("epsilon_h", epsilon_h, **_checks.POSITIVE)
    rise = SLOPE * epsilon_h
    tolerance = _checks.real_scalar("tolerance", tolerance, low=rise / MAX_STEPS, open_high=True)
    steps = max(int(np.ceil(rise / tolerance)), 1)
    grid = epsilon_h * (np.arange(steps + 1) / steps)
    delta = profile.delta(grid)
    lower, place = _largest(profile, grid, delta, grid, DOWN)
    upper, _ = _largest(profile, grid[:-1], delta[:-1], grid[1:], UP)
    bounds, end = (float(lower / _OUTWARD**2), float(upper)), profile.log_delta(epsilon_h)
    return HeadMeasurement(*bounds, float(grid[place]), epsilon_h, steps, end)


def staircases(profile: ProfileLike, epsilon_h: float, steps: int) -> tuple[Array, Array, Array]:
    """Return grid, lower and upper: staircases with G between them (Liu et al., Theorem 4.3).

    On the cell from grid[i] to grid[i + 1], i < steps, lower[i] is mu at
    (grid[i], delta(grid[i + 1])) and upper[i] mu at (grid[i + 1], delta(grid[i])).

    Parameters
    ----------
    profile : Profile or callable
    epsilon_h : float > 0
    steps : int in [1, 20,000,000]

    Examples
    --------
    >>> from gaussmech.privacy.profiles import LaplaceProfile
    >>> grid, lower, upper = staircases(LaplaceProfile(1.0), 1.0, 2)
    >>> grid.tolist(), lower.round(3).tolist(), upper.round(3).tolist()
    ([0.0, 0.5, 1.0], [0.562, 0.0], [1.397, 1.25])
    """
    profile = as_profile(profile)
    epsilon_h = _checks.real_scalar("epsilon_h", epsilon_h, **_checks.POSITIVE)
    steps = _checks.whole_number("steps", steps, low=1, high=MAX_STEPS)
    grid = epsilon_h * (np.arange(steps + 1) / steps)
    delta = profile.delta(grid)
    lower = _mu(profile, grid[1:], delta[1:], grid[:-1], DOWN) / _OUTWARD**2
    return grid, lower, _mu(profile, grid[:-1], delta[:-1], grid[1:], UP)


def head_supremum(profile: ProfileLike, epsilon_h: float, *, tolerance: float = 1e-4) -> float:
    """Return the largest G on [0, epsilon_h], to rounding or, of peaks unresolved, `tolerance`.

    Parameters
    ----------
    profile, epsilon_h, tolerance : as for `head_measurement`

    Examples
    --------
    >>> from gaussmech.privacy.profiles import ComposedProfile
    >>> round(head_supremum(ComposedProfile(0.2, 50), 10.0), 10)
    1.4200791767
    """
    profile = as_profile(profile)
    head = head_measurement(profile, epsilon_h, tolerance=tolerance)
    best, place, width = head.lower, head.epsilon, epsilon_h / head.steps
    while width > 1e-12 * epsilon_h:
        grid = np.linspace(max(place - width, 0.0), min(place + width, epsilon_h), 2001)
        values = gdp_transform(profile, grid)
        best, place = max(best, values.max()), grid[values.argmax()]
        width /= 1000
    return float(best)


@overload
def tail_values(profile: ProfileLike, epsilon: float) -> float: ...
@overload
def tail_values(profile: ProfileLike, epsilon: Many) -> Array: ...
def tail_values(profile: ProfileLike, epsilon: Any) -> Any:
    """Return epsilon / sqrt(-2 log delta(epsilon)) (Liu et al., Theorem 3.3).

    0 where delta is 0, inf where it is 1.

    Parameters
    ----------
    profile : Profile or callable
    epsilon : float or array > 0

    Examples
    --------
    >>> from gaussmech.privacy.profiles import GaussianProfile
    >>> tail_values(GaussianProfile(2.0), [1e2, 1e4]).round(4).tolist()
    [2.034, 2.0004]
    """
    profile = as_profile(profile)
    epsilon = _checks.real_array("epsilon", epsilon, **_checks.POSITIVE)
    with np.errstate(divide="ignore"):
        return _checks.like_input(epsilon / np.sqrt(2 * np.abs(profile.log_delta(epsilon))))


def tail_limit(profile: ProfileLike) -> float:
    """Return an estimate of the limit mu_t of `tail_values` as epsilon grows.

    A mechanism is GDP if and only if mu_t is finite, and mu-GDP for no mu below it (Liu et al.,
    Theorem 3.3). The values at epsilon = 2^19 and 2^20 decide: 0 or inf if they still fall or grow
    by more than epsilon^0.01, else the value extrapolated to infinity: an estimate, not a proof.

    Parameters
    ----------
    profile : Profile or callable
        A callable that gives delta = 0 is refused: only a log_delta tells 0 from underflow.

    Examples
    --------
    >>> from gaussmech.privacy.profiles import GaussianProfile, ICEAProfile
    >>> round(tail_limit(GaussianProfile(2.0)), 6), tail_limit(ICEAProfile(1000, 100))
    (2.0, inf)
    """
    profile = as_profile(profile)
    if not profile.has_tail and not profile.delta(_TAIL_EPSILONS).all():
        said = "which may be underflow; make it a CallableProfile with log_delta"
        raise ValueError(f"the profile is 0 at epsilon = {_TAIL_EPSILONS[-1]:g}, {said}")
    before, last = tail_values(profile, _TAIL_EPSILONS).tolist()
    if last == 0 or before == np.inf:
        return last
    growth = np.log2(last / before)
    if abs(growth) > _TAIL_GROWTH:
        return np.inf if growth > 0 else 0.0
    return float((2 / last**2 - 1 / before**2) ** -0.5)


def clip_and_rectify(y: float, low: float, high: float, epsilon_h: float, rng: RNG = None) -> float:
    """Return a number clipped to [low, high] plus Laplace noise of scale (high - low) / epsilon_h.

    Makes a mechanism that is mu-GDP on the head [0, epsilon_h] mu-GDP (Liu et al., Theorem 4.4, of
    whose scale this is our reading; `RectifiedProfile` is its profile): the noise makes the clipped
    number epsilon_h-DP, so delta is 0 from there on, and post-processing keeps the profile.

    Parameters
    ----------
    y, low, high : float, a released number, and limits in [-1e300, 1e300] chosen without the data
    epsilon_h : float > 0, so large that the scale is at most 1e300
    rng : int, numpy.random.Generator or None

    Examples
    --------
    >>> round(clip_and_rectify(250.0, 0.0, 100.0, 50.0, rng=1), 2)
    100.05
    """
    y = _checks.real_scalar("y", y)
    low = _checks.real_scalar("low", low, low=-LARGEST, high=LARGEST)
    high = _checks.real_scalar("high", high, low=low, high=LARGEST)
    allowed: Interval = {"low": (high - low) / LARGEST, "open_low": low == high, "open_high": True}
    epsilon_h = _checks.real_scalar("epsilon_h", epsilon_h, **allowed)
    noise = _checks.generator("rng", rng).laplace(scale=(high - low) / epsilon_h)
    return float(np.clip(y, low, high) + noise)


@overload
def pure_dp_mu(epsilon0: float) -> float: ...
@overload
def pure_dp_mu(epsilon0: Many) -> Array: ...
def pure_dp_mu(epsilon0: Any) -> Any:
    """Return -2 Phi^-1(1 / (1 + e^epsilon0)), the mu of all epsilon0-DP (Liu et al., Theorem 5.1).

    Parameters
    ----------
    epsilon0 : float or array >= 0

    Examples
    --------
    >>> round(pure_dp_mu(0.2), 5)
    0.25048
    """
    epsilon0 = _checks.real_array("epsilon0", epsilon0, **_checks.NON_NEGATIVE)
    near = np.tanh(np.minimum(epsilon0, 5.0) / 2)
    return _mu_at_zero(epsilon0, near, -np.logaddexp(0, np.maximum(epsilon0, 5.0)))


@overload
def laplace_mu(epsilon0: float) -> float: ...
@overload
def laplace_mu(epsilon0: Many) -> Array: ...
def laplace_mu(epsilon0: Any) -> Any:
    """Return 2 sqrt(2) erfinv(1 - e^(-epsilon0/2)), the smallest mu of Laplace noise 1 / epsilon0.

    Parameters
    ----------
    epsilon0 : float or array >= 0

    Examples
    --------
    >>> round(laplace_mu(0.2), 5)
    0.23911
    """
    epsilon0 = _checks.real_array("epsilon0", epsilon0, **_checks.NON_NEGATIVE)
    near = -np.expm1(-np.minimum(epsilon0, 5.0) / 2)
    return _mu_at_zero(epsilon0, near, -np.maximum(epsilon0, 5.0) / 2 - np.log(2))


def _mu_at_zero(epsilon0: Array, near: Array, log_rest: Array) -> Any:
    """Return mu at epsilon = 0, from delta where it is small, else from log((1 - delta) / 2)."""
    small, large = 2 * np.sqrt(2) * erfinv(near), -2 * ndtri_exp(log_rest)
    return _checks.like_input(np.where(epsilon0 < 5, small, large))


def _largest(
    profile: Profile, at: Array, delta: Array, epsilon: Array, side: int
) -> tuple[float, int]:
    """Return the largest `_mu` and its index; epsilon ascends and delta descends."""
    # So mu at a block's last epsilon and first delta bounds the whole block.
    first = np.arange(0, len(at), _BLOCK)
    last = np.minimum(first + _BLOCK, len(at))
    bounds = _mu(profile, at[first], delta[first], epsilon[last - 1], UP)
    best, place = -1.0, 0
    for block in np.argsort(-bounds, kind="stable"):
        if bounds[block] <= best:
            break
        part = slice(first[block], last[block])
        values = _mu(profile, at[part], delta[part], epsilon[part], side)
        k = int(values.argmax())
        if values[k] > best:
            best, place = values[k], first[block] + k
    return best, place


def _mu(profile: Profile, at: Array, delta: Array, epsilon: Array, side: int = 0) -> Array:
    """Return mu at (epsilon, delta), rounded up; delta is the profile at the points `at`."""
    # A delta near 1 is moved by the bound of its error to this side.
    moved = np.clip(delta + side * profile.near_one, 0.0, 1.0)
    delta = np.where(delta > 0.9, moved, delta)
    sigma = analytic_gaussian_sigma(epsilon, delta)
    with np.errstate(divide="ignore"):
        mu: Array = _OUTWARD / sigma
    tiny = delta < TINY
    if tiny.any():
        mu[tiny] = _mu_of_log_delta(epsilon[tiny], profile.log_delta(at[tiny]))
    return mu


def _mu_of_log_delta(epsilon: Array, log_delta: Array) -> Array:
    """Return mu at (epsilon, log delta), delta < 1e-300, by Newton's method in log mu."""
    # mu is at most sqrt(2 pi) delta + sqrt(pi/2) epsilon.
    mu = np.where((epsilon < 1e-100) & (log_delta > -np.inf), 4e-100, 0.0)
    some = (epsilon >= 1e-100) & (log_delta > -np.inf)
    epsilon, target = epsilon[some], log_delta[some]
    tail = np.sqrt(-2 * target)
    found = 2 * epsilon / (tail + np.sqrt(tail * tail + 2 * epsilon))
    # log delta is concave in log mu: from below from the second step on.
    for _ in range(30):
        f = log_tail(epsilon, found) - target
        step = f * mills_difference(epsilon / found, found / 2) / found
        found = found * np.exp(np.clip(-step, -1, 1))
        if (np.abs(step) < 1e-8).all():
            break
    # Outward by the rounding of the logarithm.
    mu[some] = found * (1 + 1e-14)
    return mu
