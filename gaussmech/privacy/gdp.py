"""Gaussian differential privacy of any mechanism, from its privacy profile (Liu et al., 2022).

Use it to find the least mu for which a mechanism is mu-GDP: its releases then compose with others
as Gaussian noise does. A mechanism is mu-GDP if its profile nowhere exceeds that of the Gaussian
mechanism with mu = sensitivity / sigma. The Gaussian differential privacy transform of a profile is

    G(epsilon) = the mu at which the Gaussian profile passes through (epsilon, delta(epsilon)),

so that the mechanism is mu-GDP if and only if G <= mu everywhere (Corollary 4.1). G(epsilon) is
1/sigma of the analytic Gaussian mechanism at (epsilon, delta(epsilon)), so this module solves no
equation of its own but where delta is below 1e-300.

- `gdp_transform` returns G; `head_measurement`, `staircases` and `head_supremum` bound it on an
  interval [0, epsilon_h], the head; `tail_values` and `tail_limit` say what happens beyond.
- `pure_dp_mu` and `laplace_mu` have the mu of two mechanisms in closed form.

A profile is a `profiles.Profile` or a function that takes an array of epsilons and returns an array
of deltas. Arguments out of range raise ValueError, which names the argument, its value and what is
allowed, or the point where the profile is outside [0, 1] or increases.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import erfinv, ndtri_exp

from gaussmech import _checks
from gaussmech._checks import Array
from gaussmech.privacy.calibration import analytic_gaussian_sigma
from gaussmech.privacy.profiles import (
    TINY,
    Profile,
    ProfileLike,
    as_profile,
    log_tail,
    mills_difference,
)

# This is the largest d mu / d epsilon at fixed delta, Mills' ratio at 0 (Theorem 4.2).
SLOPE = np.sqrt(np.pi / 2)
# A grid has at most this many cells: its arrays of epsilons and deltas then take 160 MB each.
MAX_STEPS = 20_000_000
# A delta near 1 is moved to one of these sides by the bound of its error.
DOWN = -1
UP = 1
# Numbers to be clipped, and scales of noise, are at most this large, far from overflow.
LARGEST = 1e300

# The sigma of a budget is above the exact one by at most 8e-15 of it, so 1/sigma is below the exact
# mu by that and a rounding. This factor makes it an upper bound, above mu by at most 2e-14.
_OUTWARD = 1 + 1e-14
# Cells are skipped in blocks of this many. A block costs one solution, which bounds mu in all of
# its cells; so the blocks of a grid cost a thousandth of what its cells would.
_BLOCK = 1024
# `tail_limit` looks at these epsilons. From this exponent of growth between them on it returns 0 or
# inf: the values of a Gaussian profile still fall with the exponent mu^2 / 1.44 million there,
# which is below 0.01 for mu up to 119.
_TAIL_EPSILONS = np.array([2.0**19, 2.0**20])
_TAIL_GROWTH = 0.01
# From this epsilon0 on the closed forms take the logarithm of 1 - delta in place of delta, because
# 1 - delta loses its digits: at 5 it is 0.013 for randomised response and 0.082 for Laplace noise.
_LARGE_EPSILON0 = 5.0
# Below this epsilon and for delta < 1e-300, mu is below 4e-100 whatever epsilon and delta are,
# because it is at most sqrt(2 pi) delta + sqrt(pi/2) epsilon (Theorem 4.2).
_NO_EPSILON = 1e-100
_LARGEST_MU_WITHOUT_EPSILON = 4e-100


@overload
def gdp_transform(profile: ProfileLike, epsilon: float) -> float: ...
@overload
def gdp_transform(profile: ProfileLike, epsilon: ArrayLike) -> Array: ...
def gdp_transform(profile: ProfileLike, epsilon: ArrayLike) -> float | Array:
    """Return the transform G: the mu of the Gaussian profile through (epsilon, delta(epsilon)).

    The mechanism is mu-GDP if and only if G is at most mu everywhere.

    Parameters
    ----------
    profile : Profile or callable
        Profile of the mechanism; a callable takes an array of epsilons and returns their deltas.
    epsilon : float or array in [0, inf)
        Privacy budget, in nats of privacy loss.

    Returns
    -------
    float or array
        The mu, at least 0, of the shape of `epsilon`. It is 0 where delta is 0 and inf where delta
        is 1 (in doubles, from mu = 17 on).

    Raises
    ------
    ValueError
        If epsilon is outside its range, or if the profile leaves [0, 1] or increases.

    See Also
    --------
    gaussmech.privacy.gdp.head_measurement : A certified bound of its supremum on [0, epsilon_h].
    gaussmech.privacy.gdp.head_supremum : The same as one number.
    gaussmech.privacy.gdp.tail_limit : Its limit.

    Notes
    -----
    For the delta that the profile returns, the result is never below the exact value and above it
    by a relative 2e-14 at most: 1/sigma is below the exact mu by 8e-15 of it and a rounding, and is
    multiplied by 1 + 1e-14. Where delta is below 1e-300 its logarithm is used.

    References
    ----------
    .. [1] Y. Liu et al., "Identification, Amplification and Measurement: A bridge to Gaussian
       Differential Privacy", NeurIPS 2022, Definition 4.1 and Corollary 4.1.

    Examples
    --------
    >>> import gaussmech as gm
    >>> gm.gdp_transform(gm.GaussianProfile(0.7), [0.0, 1.0, 100.0]).round(12).tolist()
    [0.7, 0.7, 0.7]
    >>> gm.gdp_transform(gm.PureDPProfile(1.0), [0.0, 1.0]).round(4).tolist()
    [1.232, 0.0]
    """
    profile = as_profile(profile)
    epsilon = _checks.real_array("epsilon", epsilon, **_checks.NON_NEGATIVE)
    flat = epsilon.reshape(-1)
    mu = _mu(profile, points=flat, delta=profile.delta(flat), epsilon=flat)
    return _checks.like_input(mu.reshape(epsilon.shape))


@dataclass(frozen=True)
class HeadMeasurement:
    """Certified bounds of the largest G on [0, epsilon_h].

    Parameters
    ----------
    lower : float
        Lower bound of sup G: the mechanism is not mu-GDP for any mu below it.
    upper : float
        Upper bound of sup G: the mechanism is `upper`-head GDP.
    epsilon : float
        Point of the grid at which G is `lower`.
    epsilon_h : float
        End of the head.
    steps : int
        Number of cells of the grid.
    log_delta_h : float
        Logarithm of the profile's delta at epsilon_h. If it is -inf there is no tail, and the
        mechanism is `upper`-GDP.

    See Also
    --------
    gaussmech.privacy.gdp.head_measurement : The function that returns it.

    Examples
    --------
    >>> from gaussmech.privacy.profiles import LaplaceProfile
    >>> head_measurement(LaplaceProfile(1.0), 2.0, tolerance=0.01).steps
    251
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
    """Return bounds of the largest G on [0, epsilon_h], at most `tolerance` apart.

    G is `gdp_transform`. Use it to show that a mechanism is GDP on a head, and with what mu.

    Parameters
    ----------
    profile : Profile or callable
        Profile of the mechanism; a callable takes an array of epsilons and returns their deltas.
    epsilon_h : float in (0, inf)
        End of the head, in nats of privacy loss.
    tolerance : float in [sqrt(pi/2) epsilon_h / 20,000,000, inf), default 1e-4
        Largest distance of the bounds, for mu up to 13.

    Returns
    -------
    HeadMeasurement
        The bounds and where they are. `upper` is inf where delta(0) is 1.

    Raises
    ------
    ValueError
        If an argument is outside its range, or if the profile leaves [0, 1] or increases.

    See Also
    --------
    gaussmech.privacy.gdp.head_supremum : One number, to rounding.
    gaussmech.privacy.gdp.staircases : Lower and upper bounds, cell by cell.

    Notes
    -----
    On a grid of steps h = epsilon_h / n, the upper bound is the largest mu at (epsilon_(i+1),
    delta(epsilon_i)) and the lower one the largest at (epsilon_i, delta(epsilon_i)). At fixed
    delta, mu rises by at most sqrt(pi/2) for each unit of epsilon (Theorem 4.2), so they are at
    most sqrt(pi/2) h apart, which sets n. The theorem's own convention of steps is unreadable in
    the available text, and this is our reading.

    The bounds hold for the deltas that the profile returns, if it does not increase, which is
    checked at every point of the grid up to a relative 1e-11 for rounding. A delta above 0.9 is
    moved to the safe side by the profile's own bound of its error, because 1 - delta counts there.
    For mu above 13 doubles keep too little of 1 - delta: the bounds part, and from about 16 on
    `upper` is inf.

    Blocks of the grid whose own upper bound is below the best value so far are skipped.

    References
    ----------
    .. [1] Y. Liu et al., "Identification, Amplification and Measurement: A bridge to Gaussian
       Differential Privacy", NeurIPS 2022, Theorems 4.2 and 4.3, Algorithm 1.

    Examples
    --------
    >>> from gaussmech.privacy.profiles import LaplaceProfile
    >>> head = head_measurement(LaplaceProfile(1.0), 2.0)
    >>> head.lower <= laplace_mu(1.0) <= head.upper, head.upper - head.lower <= 1e-4
    (True, True)
    """
    profile = as_profile(profile)
    epsilon_h = _checks.real_scalar("epsilon_h", epsilon_h, **_checks.POSITIVE)
    rise = SLOPE * epsilon_h
    tolerance = _checks.real_scalar(
        "tolerance", tolerance, low=rise / MAX_STEPS, open_high=True
    )
    steps = max(int(np.ceil(rise / tolerance)), 1)
    grid = epsilon_h * (np.arange(steps + 1) / steps)
    delta = profile.delta(grid)
    lower, place = _largest(profile, points=grid, delta=delta, epsilon=grid, side=DOWN)
    # On a cell mu is at most that at the delta of its start and the epsilon of its end.
    upper, _ = _largest(
        profile, points=grid[:-1], delta=delta[:-1], epsilon=grid[1:], side=UP
    )
    return HeadMeasurement(
        # A mu is above the exact one by at most 2e-14 of it.
        lower=float(lower / _OUTWARD**2),
        upper=float(upper),
        epsilon=float(grid[place]),
        epsilon_h=epsilon_h,
        steps=steps,
        log_delta_h=profile.log_delta(epsilon_h),
    )


def staircases(
    profile: ProfileLike, epsilon_h: float, steps: int
) -> tuple[Array, Array, Array]:
    """Return two staircases with G between them on [0, epsilon_h].

    G is `gdp_transform`. On the cell from grid[i] to grid[i + 1], i < steps, lower[i] is mu at
    (grid[i], delta(grid[i + 1])) and upper[i] is mu at (grid[i + 1], delta(grid[i])).

    Parameters
    ----------
    profile : Profile or callable
        Profile of the mechanism; a callable takes an array of epsilons and returns their deltas.
    epsilon_h : float in (0, inf)
        End of the head, in nats of privacy loss.
    steps : int in [1, 20,000,000]
        Number of cells.

    Returns
    -------
    grid : (steps + 1,) array
        Ends of the cells, from 0 to epsilon_h.
    lower : (steps,) array
        Lower bounds of G on each cell.
    upper : (steps,) array
        Upper bounds of G on each cell.

    Raises
    ------
    ValueError
        If an argument is outside its range, or if the profile leaves [0, 1] or increases.

    See Also
    --------
    gaussmech.privacy.gdp.head_measurement : The largest step of each.
    gaussmech.gdp_transform : The curve between them.

    References
    ----------
    .. [1] Y. Liu et al., "Identification, Amplification and Measurement: A bridge to Gaussian
       Differential Privacy", NeurIPS 2022, Theorem 4.3.

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
    starts = grid[:-1]
    ends = grid[1:]
    lower = _mu(profile, points=ends, delta=delta[1:], epsilon=starts, side=DOWN)
    upper = _mu(profile, points=starts, delta=delta[:-1], epsilon=ends, side=UP)
    # A mu is above the exact one by at most 2e-14 of it.
    lower = lower / _OUTWARD**2
    return grid, lower, upper


def head_supremum(
    profile: ProfileLike, epsilon_h: float, *, tolerance: float = 1e-4
) -> float:
    """Return the largest G on [0, epsilon_h] as one number.

    G is `gdp_transform`. Between the neighbours of the grid's largest value the grid is refined a
    thousandfold, several times. The result is a value of G, so it is not above the supremum except for
    rounding; a peak that the grid of `head_measurement` does not resolve may be higher, by
    `tolerance` at most.

    Parameters
    ----------
    profile : Profile or callable
        Profile of the mechanism; a callable takes an array of epsilons and returns their deltas.
    epsilon_h : float in (0, inf)
        End of the head, in nats of privacy loss.
    tolerance : float in [sqrt(pi/2) epsilon_h / 20,000,000, inf), default 1e-4
        Sets the grid, as for `head_measurement`.

    Returns
    -------
    float
        The largest mu, at least 0.

    Raises
    ------
    ValueError
        If an argument is outside its range, or if the profile leaves [0, 1] or increases.

    See Also
    --------
    gaussmech.privacy.gdp.head_measurement : Certified bounds.

    References
    ----------
    .. [1] Y. Liu et al., "Identification, Amplification and Measurement: A bridge to Gaussian
       Differential Privacy", NeurIPS 2022, Theorem 4.3.

    Examples
    --------
    >>> from gaussmech.privacy.profiles import ComposedProfile
    >>> round(head_supremum(ComposedProfile(0.2, 50), 10.0), 10)
    1.4200791767
    """
    profile = as_profile(profile)
    head = head_measurement(profile, epsilon_h, tolerance=tolerance)
    best = head.lower
    place = head.epsilon
    width = epsilon_h / head.steps
    # G rises by at most SLOPE times the width (Theorem 4.2), so a peak that is narrower than this
    # can be higher by as little.
    while width > 1e-12 * epsilon_h:
        left = max(place - width, 0.0)
        right = min(place + width, epsilon_h)
        grid = np.linspace(left, right, 2001)
        values = gdp_transform(profile, grid)
        best = max(best, values.max())
        place = grid[values.argmax()]
        width /= 1000
    return float(best)


def tail_values(profile: ProfileLike, epsilon: ArrayLike) -> Any:
    """Return epsilon / sqrt(-2 log delta(epsilon)), whose limit decides whether a mechanism is GDP.

    Parameters
    ----------
    profile : Profile or callable
        Profile of the mechanism; a callable takes an array of epsilons and returns their deltas.
    epsilon : float or array in (0, inf)
        Privacy budget, in nats of privacy loss.

    Returns
    -------
    float or array
        At least 0, of the shape of `epsilon`: 0 where delta is 0, inf where it is 1.

    Raises
    ------
    ValueError
        If epsilon is outside its range, or if the profile leaves [0, 1] or increases.

    See Also
    --------
    gaussmech.privacy.gdp.tail_limit : Its limit.

    References
    ----------
    .. [1] Y. Liu et al., "Identification, Amplification and Measurement: A bridge to Gaussian
       Differential Privacy", NeurIPS 2022, Theorem 3.3.

    Examples
    --------
    >>> from gaussmech.privacy.profiles import GaussianProfile
    >>> tail_values(GaussianProfile(2.0), [1e2, 1e4]).round(4).tolist()
    [2.034, 2.0004]
    """
    profile = as_profile(profile)
    epsilon = _checks.real_array("epsilon", epsilon, **_checks.POSITIVE)
    with np.errstate(divide="ignore"):
        log_delta = profile.log_delta(epsilon)
        return _checks.like_input(epsilon / np.sqrt(2 * np.abs(log_delta)))


def tail_limit(profile: ProfileLike) -> float:
    """Return an estimate of the limit mu_t of `tail_values` as epsilon grows.

    A mechanism is GDP if and only if mu_t is finite, and mu-GDP for no mu below it.

    Parameters
    ----------
    profile : Profile or callable
        Profile of the mechanism; a callable takes an array of epsilons and returns their deltas.

    Returns
    -------
    float
        The limit, in [0, inf].

    Raises
    ------
    ValueError
        If a callable returns delta = 0 and has no log_delta to tell 0 from underflow, or if the
        profile leaves [0, 1] or increases.

    See Also
    --------
    gaussmech.privacy.gdp.tail_values : The sequence.

    Notes
    -----
    The values at epsilon = 2^19 and 2^20 decide. The result is 0 or inf if they still fall or grow
    by more than epsilon^0.01. Otherwise it is the value extrapolated to infinity, since 1/mu_t^2
    converges as 1/epsilon. This is an estimate, not a proof: growth that is slower is not detected,
    and a Gaussian profile with mu above 119 is taken for one whose values fall to 0.

    References
    ----------
    .. [1] Y. Liu et al., "Identification, Amplification and Measurement: A bridge to Gaussian
       Differential Privacy", NeurIPS 2022, Theorem 3.3.

    Examples
    --------
    >>> from gaussmech.privacy.profiles import GaussianProfile, ICEAProfile, LaplaceProfile
    >>> round(tail_limit(GaussianProfile(2.0)), 6)
    2.0
    >>> tail_limit(LaplaceProfile(1.0)), tail_limit(ICEAProfile(1000, 100))
    (0.0, inf)
    """
    profile = as_profile(profile)
    if not profile.has_tail and not profile.delta(_TAIL_EPSILONS).all():
        raise ValueError(
            f"the profile is 0 at epsilon = {_TAIL_EPSILONS[-1]:g}, which may be underflow;"
            " make it a CallableProfile with log_delta"
        )
    near_value, far_value = tail_values(profile, _TAIL_EPSILONS).tolist()
    if far_value == 0 or near_value == np.inf:
        return far_value
    growth = np.log2(far_value / near_value)
    if abs(growth) > _TAIL_GROWTH:
        return np.inf if growth > 0 else 0.0
    inverse_square = 2 / far_value**2 - 1 / near_value**2
    return float(inverse_square**-0.5)


@overload
def pure_dp_mu(epsilon0: float) -> float: ...
@overload
def pure_dp_mu(epsilon0: ArrayLike) -> Array: ...
def pure_dp_mu(epsilon0: ArrayLike) -> float | Array:
    """Return the mu of every epsilon0-DP mechanism, -2 Phi^-1(1 / (1 + e^epsilon0)).

    Parameters
    ----------
    epsilon0 : float or array in [0, inf)
        Privacy budget, in nats of privacy loss.

    Returns
    -------
    float or array
        The least mu for which all epsilon0-DP mechanisms are mu-GDP, at least 0, of the shape of
        `epsilon0`.

    Raises
    ------
    ValueError
        If epsilon0 is outside its range, NaN, masked or not numeric.

    See Also
    --------
    PureDPProfile : The profile.
    laplace_mu : The mu of the Laplace mechanism, which is smaller.

    References
    ----------
    .. [1] Y. Liu et al., "Identification, Amplification and Measurement: A bridge to Gaussian
       Differential Privacy", NeurIPS 2022, Theorem 5.1.

    Examples
    --------
    >>> import gaussmech as gm
    >>> round(gm.pure_dp_mu(0.2), 5)
    0.25048
    """
    epsilon0 = _checks.real_array("epsilon0", epsilon0, **_checks.NON_NEGATIVE)
    small = np.minimum(epsilon0, _LARGE_EPSILON0)
    large = np.maximum(epsilon0, _LARGE_EPSILON0)
    delta = np.tanh(small / 2)
    log_half_complement = -np.logaddexp(0, large)
    return _mu_at_zero(epsilon0, delta, log_half_complement)


@overload
def laplace_mu(epsilon0: float) -> float: ...
@overload
def laplace_mu(epsilon0: ArrayLike) -> Array: ...
def laplace_mu(epsilon0: ArrayLike) -> float | Array:
    """Return the smallest mu of the Laplace mechanism of scale sensitivity / epsilon0.

    It is 2 sqrt(2) erfinv(1 - e^(-epsilon0/2)), the transform at epsilon = 0, where it is largest.

    Parameters
    ----------
    epsilon0 : float or array in [0, inf)
        Privacy budget of the mechanism, in nats of privacy loss.

    Returns
    -------
    float or array
        The least mu for which the mechanism is mu-GDP, at least 0, of the shape of `epsilon0`.

    Raises
    ------
    ValueError
        If epsilon0 is outside its range, NaN, masked or not numeric.

    See Also
    --------
    LaplaceProfile : The profile.
    pure_dp_mu : The mu of every epsilon0-DP mechanism.

    References
    ----------
    .. [1] Y. Liu et al., "Identification, Amplification and Measurement: A bridge to Gaussian
       Differential Privacy", NeurIPS 2022, section 5.

    Examples
    --------
    >>> import gaussmech as gm
    >>> round(gm.laplace_mu(0.2), 5)
    0.23911
    """
    epsilon0 = _checks.real_array("epsilon0", epsilon0, **_checks.NON_NEGATIVE)
    small = np.minimum(epsilon0, _LARGE_EPSILON0)
    large = np.maximum(epsilon0, _LARGE_EPSILON0)
    delta = -np.expm1(-small / 2)
    log_half_complement = -large / 2 - np.log(2)
    return _mu_at_zero(epsilon0, delta, log_half_complement)


def _mu_at_zero(epsilon0: Array, delta: Array, log_half_complement: Array) -> Any:
    """Return the mu whose Gaussian profile has this delta at epsilon = 0.

    There delta = 2 Phi(mu/2) - 1 = erf(mu / sqrt(8)). It is solved by `delta` where epsilon0 is
    small, and by `log_half_complement`, which is log((1 - delta) / 2), where it is large.
    """
    for_small = 2 * np.sqrt(2) * erfinv(delta)
    for_large = -2 * ndtri_exp(log_half_complement)
    mu = np.where(epsilon0 < _LARGE_EPSILON0, for_small, for_large)
    return _checks.like_input(mu)


def _largest(
    profile: Profile, *, points: Array, delta: Array, epsilon: Array, side: int
) -> tuple[float, int]:
    """Return the largest `_mu` and its index, where epsilon ascends and delta descends.

    Since mu rises with epsilon and with delta, mu at the last epsilon and the first delta of a
    block bounds all of the block. The blocks are searched in the order of these bounds, until the
    next bound is not above the best value.
    """
    starts = np.arange(0, len(points), _BLOCK)
    ends = np.minimum(starts + _BLOCK, len(points))
    bounds = _mu(
        profile,
        points=points[starts],
        delta=delta[starts],
        epsilon=epsilon[ends - 1],
        side=UP,
    )
    best = -1.0
    best_index = 0
    for block in np.argsort(-bounds, kind="stable"):
        if bounds[block] <= best:
            break
        part = slice(starts[block], ends[block])
        values = _mu(
            profile,
            points=points[part],
            delta=delta[part],
            epsilon=epsilon[part],
            side=side,
        )
        offset = int(values.argmax())
        if values[offset] > best:
            best = values[offset]
            best_index = starts[block] + offset
    return best, best_index


def _mu(
    profile: Profile, *, points: Array, delta: Array, epsilon: Array, side: int = 0
) -> Array:
    """Return mu at (epsilon, delta), rounded up; delta is the profile at `points`.

    `points` and `epsilon` differ where a bound of a cell takes the delta of one end and the epsilon
    of the other. A delta above 0.9 is first moved by the bound of its error, because mu depends on
    1 - delta there: up if `side` is UP, down if it is DOWN, and not at all if it is 0.
    """
    moved_delta = np.clip(delta + side * profile.error_near_one, 0.0, 1.0)
    delta = np.where(delta > 0.9, moved_delta, delta)
    sigma = analytic_gaussian_sigma(epsilon, delta)
    with np.errstate(divide="ignore"):
        mu: Array = _OUTWARD / sigma
    is_tiny = delta < TINY
    if is_tiny.any():
        log_delta = profile.log_delta(points[is_tiny])
        mu[is_tiny] = _mu_of_log_delta(epsilon[is_tiny], log_delta)
    return mu


def _mu_of_log_delta(epsilon: Array, log_delta: Array) -> Array:
    """Return mu at (epsilon, log delta), delta < 1e-300, by Newton's method in log mu.

    It is 0 where delta is 0. log delta is concave in log mu, and the start solves
    epsilon/mu - mu/2 = sqrt(-2 log delta), so the method converges from below from the second step
    on.
    """
    is_positive = log_delta > -np.inf
    has_no_epsilon = is_positive & (epsilon < _NO_EPSILON)
    mu = np.where(has_no_epsilon, _LARGEST_MU_WITHOUT_EPSILON, 0.0)
    is_solved = is_positive & (epsilon >= _NO_EPSILON)
    epsilon = epsilon[is_solved]
    target = log_delta[is_solved]
    tail = np.sqrt(-2 * target)
    root = 2 * epsilon / (tail + np.sqrt(tail * tail + 2 * epsilon))
    # On large arrays this is 2 to 4 times as fast as SciPy's find_root, which needs a bracket. The
    # order is two: after a step below 1e-8 the error is about 1e-16.
    for _ in range(30):
        residual = log_tail(epsilon, root) - target
        step = residual * mills_difference(epsilon / root, root / 2) / root
        root = root * np.exp(np.clip(-step, -1, 1))
        if (np.abs(step) < 1e-8).all():
            break
    # The result goes up by the rounding of the logarithm, for which the factor has 90 u. An error
    # of the logarithm counts divided by its slope, which is at least the logarithm itself.
    mu[is_solved] = root * _OUTWARD
    return mu
