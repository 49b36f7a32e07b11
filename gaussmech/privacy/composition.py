"""Composition: what k releases together guarantee.

Each rule has its use:

- `gdp_composition` is exact for Gaussian releases (Dong, Roth & Su).
- `exact_composition_epsilon`, `exact_composition_delta` and `exact_composition_log_delta` are exact
  for k releases of which each is epsilon0-DP (Kairouz, Oh & Viswanath):

      delta(epsilon) = sum_l C(k, l) [e^((k-l) epsilon0) - e^(epsilon + l epsilon0)]^+
                       / (1 + e^epsilon0)^k.

- `basic_composition` and `advanced_composition` (Dwork & Roth; the lecture notes' Theorem 5) hold
  for any (epsilon, delta)-DP releases, but are not tight.
- `rdp_composition`, the bound by Renyi differential privacy (Mironov), is there for comparison.

The functions take floats or arrays, which broadcast, except for epsilon0 and k of the exact
composition, which are single numbers. They return a float where all arguments are numbers. They
raise ValueError, which names the argument, its value and the allowed range.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple, overload

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import gammaln

from gaussmech import _checks
from gaussmech._checks import Array, Interval
from gaussmech.privacy._gaussian_solver import _TINIEST, U, _two_product

# Beyond this epsilon0, e^-epsilon0 leaves the range of doubles (at 745) within the sums.
MAX_EPSILON0 = 700.0
# The table has k / 2 rows. The largest one takes 0.6 s and 24 MB.
MAX_K = 1_000_000
_RANGES: dict[str, Interval] = {
    **_checks.BUDGET,
    "delta_prime": _checks.CLOSED_UNIT,
    "k": {},
}


@overload
def basic_composition(epsilon: float, delta: float, k: int) -> tuple[float, float]: ...
@overload
def basic_composition(
    epsilon: ArrayLike, delta: ArrayLike, k: ArrayLike
) -> tuple[Array, Array]: ...
def basic_composition(
    epsilon: ArrayLike, delta: ArrayLike, k: ArrayLike
) -> tuple[float | Array, float | Array]:
    """Return the epsilon and delta of k releases, each (epsilon, delta)-DP: the parameters add up.

    Parameters
    ----------
    epsilon : float or array in [0, inf]
        Privacy budget of one release, in nats of privacy loss.
    delta : float or array in [0, 1]
        Delta of one release.
    k : int or array of whole numbers >= 1
        Number of releases.

    Returns
    -------
    epsilon : float or array
        k epsilon, of the broadcast shape of the arguments.
    delta : float or array
        k delta, but at most 1.

    Raises
    ------
    ValueError
        If an argument is outside its range, NaN, masked or not numeric, or if shapes do not
        broadcast.

    See Also
    --------
    advanced_composition : Less epsilon for many releases, for some delta.
    exact_composition_epsilon : The least epsilon of epsilon0-DP releases.
    gdp_composition : The least mu of Gaussian releases.

    References
    ----------
    .. [1] C. Dwork and A. Roth, "The Algorithmic Foundations of Differential Privacy", 2014,
       Theorem 3.16.

    Examples
    --------
    >>> import gaussmech as gm
    >>> gm.basic_composition(0.25, 0.125, 4)
    (1.0, 0.5)
    """
    epsilon, delta, k = _validate(k, epsilon=epsilon, delta=delta)
    total_epsilon = k * epsilon
    total_delta = np.minimum(k * delta, 1)
    return _checks.like_input(total_epsilon), _checks.like_input(total_delta)


@overload
def advanced_composition(
    epsilon: float, delta: float, *, delta_prime: float, k: int
) -> tuple[float, float]: ...
@overload
def advanced_composition(
    epsilon: ArrayLike, delta: ArrayLike, *, delta_prime: ArrayLike, k: ArrayLike
) -> tuple[Array, Array]: ...
def advanced_composition(
    epsilon: ArrayLike, delta: ArrayLike, *, delta_prime: ArrayLike, k: ArrayLike
) -> tuple[float | Array, float | Array]:
    """Return the advanced epsilon and the delta of k releases, each (epsilon, delta)-DP.

    The epsilon' is sqrt(2 k ln(1/delta')) epsilon + k epsilon (e^epsilon - 1), also for adaptive
    releases. It may exceed k epsilon, the result of `basic_composition`: take the smaller of both.

    Parameters
    ----------
    epsilon : float or array in [0, inf]
        Privacy budget of one release, in nats of privacy loss.
    delta : float or array in [0, 1]
        Delta of one release.
    delta_prime : float or array in [0, 1]
        delta', the part of the total delta that is spent on a smaller epsilon.
    k : int or array of whole numbers >= 1
        Number of releases.

    Returns
    -------
    epsilon : float or array
        epsilon', of the broadcast shape of the arguments. It is inf where delta_prime is 0 and
        epsilon is not.
    delta : float or array
        k delta + delta', but at most 1.

    Raises
    ------
    ValueError
        If an argument is outside its range, NaN, masked or not numeric, or if shapes do not
        broadcast.

    See Also
    --------
    gaussmech.privacy.composition.advanced_composition_step : The epsilon of one release for a total.
    basic_composition : Less epsilon for few releases.
    exact_composition_epsilon : The least epsilon of epsilon0-DP releases.

    References
    ----------
    .. [1] C. Dwork and A. Roth, "The Algorithmic Foundations of Differential Privacy", 2014,
       Theorem 3.20; Theorem 5 of the lecture notes (ISYE 8813, lecture 6).

    Examples
    --------
    >>> import gaussmech as gm
    >>> epsilon, delta = gm.advanced_composition(0.2, 0.0, delta_prime=0.1, k=50)
    >>> round(epsilon, 3), delta
    (5.249, 0.1)
    """
    epsilon, delta, delta_prime, k = _validate(
        k, epsilon=epsilon, delta=delta, delta_prime=delta_prime
    )
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        fluctuation = np.sqrt(2 * k * -np.log(delta_prime)) * epsilon
        mean = k * epsilon * np.expm1(epsilon)
        total_epsilon = np.where(epsilon == 0, 0.0, fluctuation + mean)
    total_delta = np.minimum(k * delta + delta_prime, 1)
    return _checks.like_input(total_epsilon), _checks.like_input(total_delta)


def advanced_composition_step(
    epsilon: ArrayLike, delta_prime: ArrayLike, k: ArrayLike
) -> Any:
    """Return the epsilon of each of k releases for about `epsilon` in all.

    It is epsilon / (2 sqrt(2 k ln(1/delta'))). If each release is (this, delta)-DP, then all
    together are (epsilon, k delta + delta')-DP, provided that epsilon <= 1 and delta' <= e^(-1/2).
    Elsewhere the formula is returned without that guarantee.

    Parameters
    ----------
    epsilon : float or array in [0, inf]
        Privacy budget of all releases, in nats of privacy loss.
    delta_prime : float or array in (0, 1)
        delta', the part of the total delta that buys the larger step.
    k : int or array of whole numbers >= 1
        Number of releases.

    Returns
    -------
    float or array
        Privacy budget of one release, at least 0, of the broadcast shape of the arguments.

    Raises
    ------
    ValueError
        If an argument is outside its range, NaN, masked or not numeric, or if shapes do not
        broadcast.

    See Also
    --------
    gaussmech.advanced_composition : The guarantee of k releases.

    References
    ----------
    .. [1] Lecture notes ISYE 8813, lecture 6, after Theorem 5; C. Dwork and A. Roth, "The
       Algorithmic Foundations of Differential Privacy", 2014, Corollary 3.21.

    Examples
    --------
    >>> round(advanced_composition_step(1.0, 1e-5, 100), 5)
    0.01042
    """
    _checks.real_array("delta_prime", delta_prime, **_checks.OPEN_UNIT)
    epsilon, delta_prime, k = _validate(k, epsilon=epsilon, delta_prime=delta_prime)
    step = epsilon / (2 * np.sqrt(2 * k * -np.log(delta_prime)))
    return _checks.like_input(step)


@overload
def rdp_composition(epsilon: float, delta: float, k: int) -> float: ...
@overload
def rdp_composition(epsilon: ArrayLike, delta: ArrayLike, k: ArrayLike) -> Array: ...
def rdp_composition(
    epsilon: ArrayLike, delta: ArrayLike, k: ArrayLike
) -> float | Array:
    """Return the epsilon at `delta` of k epsilon-DP releases by Renyi differential privacy.

    It is 4 epsilon sqrt(2 k ln(1/delta)).

    Parameters
    ----------
    epsilon : float or array in [0, inf]
        Privacy budget of one release, in nats of privacy loss; each release has delta 0.
    delta : float or array in [0, 1]
        Delta of all releases together.
    k : int or array of whole numbers >= 1
        Number of releases.

    Returns
    -------
    float or array
        Privacy budget of all releases, of the broadcast shape of the arguments. It is inf where
        ln(1/delta) < k epsilon^2, which the corollary does not cover.

    Raises
    ------
    ValueError
        If an argument is outside its range, NaN, masked or not numeric, or if shapes do not
        broadcast.

    See Also
    --------
    exact_composition_epsilon : The least possible epsilon, which is always smaller.
    advanced_composition : The rule for releases with a delta.

    References
    ----------
    .. [1] I. Mironov, "Renyi Differential Privacy", CSF 2017, Corollary 1.

    Examples
    --------
    >>> import gaussmech as gm
    >>> round(gm.rdp_composition(0.2, 0.1, 50), 2)
    12.14
    """
    epsilon, delta, k = _validate(k, epsilon=epsilon, delta=delta)
    with np.errstate(divide="ignore", invalid="ignore"):
        log_term = -np.log(delta)
        bound = 4 * epsilon * np.sqrt(2 * k * log_term)
        bound = np.where(epsilon == 0, 0.0, bound)
    is_covered = log_term >= k * epsilon**2
    return _checks.like_input(np.where(is_covered, bound, np.inf))


@overload
def gdp_composition(mus: Sequence[float]) -> float: ...
@overload
def gdp_composition(mus: ArrayLike) -> float | Array: ...
def gdp_composition(mus: ArrayLike) -> float | Array:
    """Return the mu of several mu_i-GDP releases together, sqrt(sum mu_i^2).

    A Gaussian release has mu_i = sensitivity / sigma. The rule is exact for Gaussian releases. The
    queries may depend on earlier results, but each mu_i must be fixed in advance.

    Parameters
    ----------
    mus : array in [0, inf]
        One mu per release along the last axis.

    Returns
    -------
    float or array
        The mu of all releases, of the shape of `mus` without its last axis. It is 0 where that is
        empty.

    Raises
    ------
    ValueError
        If `mus` is a single number, negative, NaN or masked.

    See Also
    --------
    gaussian_epsilon : The epsilon of mu-GDP, at sigma = 1 / mu.
    gaussian_delta : The delta of mu-GDP, at sigma = 1 / mu.

    References
    ----------
    .. [1] J. Dong, A. Roth and W. Su, "Gaussian Differential Privacy", JRSS B 84, 2022, Corollary
       3.3.

    Examples
    --------
    >>> import gaussmech as gm
    >>> gm.gdp_composition([3.0, 4.0])
    5.0
    """
    mus = _checks.real_array("mus", mus, low=0)
    if mus.ndim == 0:
        raise ValueError(
            f"mus is {mus.item()!r}; it must be a list or array, one mu per release"
        )
    # Each mu is divided by the largest one, so no square overflows or underflows.
    largest = mus.max(axis=-1, initial=0.0)
    scale = np.where((largest > 0) & (largest < np.inf), largest, 1.0)
    sum_of_squares = ((mus / scale[..., None]) ** 2).sum(axis=-1)
    return _checks.like_input(scale * np.sqrt(sum_of_squares))


@overload
def exact_composition_delta(epsilon: float, epsilon0: float, k: int) -> float: ...
@overload
def exact_composition_delta(epsilon: ArrayLike, epsilon0: float, k: int) -> Array: ...
def exact_composition_delta(
    epsilon: ArrayLike, epsilon0: float, k: int
) -> float | Array:
    """Return the smallest delta at `epsilon` of k releases, each epsilon0-DP.

    k randomised responses attain it, so no composition theorem for epsilon0-DP can do better.

    Parameters
    ----------
    epsilon : float or array in [0, inf]
        Privacy budget of all releases, in nats of privacy loss.
    epsilon0 : float in [0, 700]
        Privacy budget of one release. Beyond 700 e^-epsilon0 nearly underflows.
    k : int in [1, 1,000,000]
        Number of releases.

    Returns
    -------
    float or array
        Delta in [0, 1], of the shape of `epsilon`. It is 0 from the
        exact product k epsilon0 on.

    Raises
    ------
    ValueError
        If an argument is outside its range, NaN, masked or not numeric, or if k is not whole.

    See Also
    --------
    exact_composition_epsilon : The inverse.
    gaussmech.privacy.composition.exact_composition_log_delta : The logarithm, where delta underflows.
    ComposedProfile : The same function as a profile.

    Notes
    -----
    The result is rounded up: it is never below the exact value for the doubles given, and
    where that is at least 1e-300 it is above it by a relative 1e-11 at most for k up to 1,000 and
    2e-11 for k up to 10,000 (epsilon0 in [1e-4, 5]; the bound, taken over the tables, is 1.1e-10
    for k = 1,000,000). The excess that was measured on 4,000 random budgets with k up to 490 is at
    most 2e-12. A positive value that underflows is returned as 5e-324.

    The exact product counts, not the rounded one: 50 * 0.2 is 10 in doubles, but the double nearest
    to 0.2 is above 0.2, so at epsilon = 10 the exact value is 5.7e-29 and not 0.

    The result is the exponential of `exact_composition_log_delta`, times 1 + 16 u (u = 2^-53) for
    an `exp` within 8 u and the product, plus one subnormal.

    References
    ----------
    .. [1] P. Kairouz, S. Oh and P. Viswanath, "The Composition Theorem for Differential Privacy",
       ICML 2015, Theorem 3.3.

    Examples
    --------
    >>> import gaussmech as gm
    >>> round(gm.exact_composition_delta(2.0, 0.2, 50), 5)
    0.11048
    """
    log_delta = np.asarray(exact_composition_log_delta(epsilon, epsilon0, k))
    # The exponential is within 8 u, and where it is subnormal within one unit.
    delta_above = np.exp(log_delta) * (1 + 16 * U) + _TINIEST
    delta_above = np.minimum(delta_above, 1.0)
    return _checks.like_input(np.where(log_delta > -np.inf, delta_above, 0.0))


def exact_composition_log_delta(epsilon: ArrayLike, epsilon0: float, k: int) -> Any:
    """Return the logarithm of the smallest delta at `epsilon` of k releases, each epsilon0-DP.

    It has its digits also where `exact_composition_delta` underflows.

    Parameters
    ----------
    epsilon : float or array in [0, inf]
        Privacy budget of all releases, in nats of privacy loss.
    epsilon0 : float in [0, 700]
        Privacy budget of one release.
    k : int in [1, 1,000,000]
        Number of releases.

    Returns
    -------
    float or array
        Natural logarithm, at most 0, of the shape of `epsilon`. It is -inf where delta is 0: from
        the exact product k epsilon0 on.

    Raises
    ------
    ValueError
        If an argument is outside its range, NaN, masked or not numeric, or if k is not whole.

    See Also
    --------
    gaussmech.exact_composition_delta : Its exponential.
    gaussmech.exact_composition_epsilon : The inverse of that.

    Notes
    -----
    The result is rounded up: it is never below the exact value. With the exact kinks
    e_m = (k - 2m) epsilon0, each the sum of two doubles, and s = e_m - epsilon in [0, 2 epsilon0],

        delta(epsilon) = D_m + F_m (1 - e^-s),

    a sum of positive terms, where log D_m and log F_m come from a table with bounds of their errors
    (`composition._exact_table`; all its sums have positive terms, and its binomial probabilities
    come from Loader's deviance, so nothing cancels). The logarithms are moved up by these
    bounds. In units of u = 2^-53 the rest of the computation adds:

    - s is a difference of doubles plus the rest of the kink. The difference is exact or at least
      half the kink, so s is within 2.1 u of itself. Then 1 - e^-s is within 10.1 u and its
      logarithm within 10.1 u + 8 u of itself, for `expm1` and `log` within 8 u.
    - The two sums of log F_m round by 2 u of them. An error of one of two terms A, B of log(e^A +
      e^B) counts by the term's share, and |A| times its share is at most the absolute value of the
      result and 0.37: together 13.5 u + 9 u |result|.
    - log D_m rounds by u of itself, and log(e^A + e^B) itself, with `exp` and `log1p` within 8 u,
      by 10 u + u |result|.

    Together these are 24 u + 11 u |result|. The result is moved up by 32 u + 16 u |result|, which
    covers the rounding of that sum as well, and is 0 at most.

    References
    ----------
    .. [1] P. Kairouz, S. Oh and P. Viswanath, "The Composition Theorem for Differential Privacy",
       ICML 2015, Theorem 3.3.
    .. [2] C. Loader, "Fast and Accurate Computation of Binomial Probabilities", 2000.

    Examples
    --------
    >>> round(exact_composition_log_delta(9000.0, 1.0, 10_000), 2)
    -1653.38
    """
    epsilon = _checks.real_array("epsilon", epsilon, **_checks.BUDGET["epsilon"])
    table = _table(epsilon0, k)
    # This is the last kink that is not below epsilon. It is -1 if epsilon is beyond k epsilon0, and
    # delta is 0 then.
    last = np.searchsorted(-table.kinks, -epsilon, side="right") - 1
    # Where epsilon is a rounded kink, the exact kink may be below it.
    is_rounded_up = (table.kinks[last] == epsilon) & (table.kinks_rest[last] < 0)
    last = np.where(is_rounded_up, last - 1, last)
    kink = np.maximum(last, 0)
    # `gap` is the s of the Notes, the distance from epsilon up to the exact kink.
    gap = (table.kinks[kink] - epsilon) + table.kinks_rest[kink]
    gap = np.maximum(gap, 0.0)
    # Where epsilon0 is 0, the logarithm is -inf and the bound of its error is inf.
    with np.errstate(divide="ignore", invalid="ignore"):
        log_share = np.log(-np.expm1(-gap))
        log_at_kink = table.log_delta[kink] + table.delta_error[kink]
        log_since_kink = table.log_slope[kink] + table.slope_error[kink] + log_share
        log_delta = np.logaddexp(log_at_kink, log_since_kink)
    is_positive = (last >= 0) & (log_delta > -np.inf)
    log_delta = np.where(is_positive, log_delta, 0.0)
    error = (32 + 16 * np.abs(log_delta)) * U
    log_delta_above = np.minimum(log_delta + error, 0.0)
    return _checks.like_input(np.where(is_positive, log_delta_above, -np.inf))


@overload
def exact_composition_epsilon(delta: float, epsilon0: float, k: int) -> float: ...
@overload
def exact_composition_epsilon(delta: ArrayLike, epsilon0: float, k: int) -> Array: ...
def exact_composition_epsilon(
    delta: ArrayLike, epsilon0: float, k: int
) -> float | Array:
    """Return the smallest epsilon at `delta` of k releases, each epsilon0-DP.

    Parameters
    ----------
    delta : float or array in [0, 1]
        Delta of all releases together.
    epsilon0 : float in [0, 700]
        Privacy budget of one release, in nats of privacy loss.
    k : int in [1, 1,000,000]
        Number of releases.

    Returns
    -------
    float or array
        Privacy budget of all releases, of the shape of `delta`, in [0, k epsilon0] except for rounding
        up.

    Raises
    ------
    ValueError
        If an argument is outside its range, NaN, masked or not numeric, or if k is not whole.

    See Also
    --------
    exact_composition_delta : The inverse.
    basic_composition : The rule for releases with a delta.
    ComposedProfile : The profile of the releases, for Gaussian differential privacy.

    Notes
    -----
    The result is never below the exact value, and above it by what changing delta by a
    relative 2e-11 does, for k up to 10,000 and epsilon0 in [1e-4, 5].

    Between two kinks (see `exact_composition_log_delta`) the equation D + F (1 - e^-s) = delta has
    the solution s = -log(1 - (delta - D) / F), and the result is the kink less s. D and F are taken
    at the upper ends of their errors, and delta lower by 8 u (8 + |log delta| + |log F|) for the
    logarithms, so s is rounded down; the kink is rounded up by 4 u and one double.

    References
    ----------
    .. [1] P. Kairouz, S. Oh and P. Viswanath, "The Composition Theorem for Differential Privacy",
       ICML 2015, Theorem 3.3.

    Examples
    --------
    >>> import gaussmech as gm
    >>> gm.exact_composition_epsilon([0.0, 0.01], 0.2, 50).round(6).tolist()
    [10.0, 3.631343]
    """
    delta = _checks.real_array("delta", delta, **_checks.CLOSED_UNIT)
    table = _table(epsilon0, k)
    kinks = table.kinks
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        log_target = np.log(delta)
        # Kinks descend, and their deltas ascend. `kink` is the last one whose delta is at most the
        # target.
        log_delta_above = table.log_delta + table.delta_error
        kink = np.searchsorted(log_delta_above, log_target, side="right") - 1
        log_slope = table.log_slope[kink]
        rounding = 8 * U * (8 + np.abs(log_target) + np.abs(log_slope))
        # `share` is (delta - D) / F, as (1 - D / delta) times delta / F.
        log_ratio = log_delta_above[kink] - log_target + rounding
        excess = -np.expm1(np.minimum(log_ratio, 0.0))
        log_scale = log_target - log_slope - table.slope_error[kink] - rounding
        share = excess * np.exp(log_scale)
        step = -np.log1p(-np.minimum(share, 1.0))
    # The step ends at the next kink, from which on delta grows faster.
    step = np.minimum(step, 2 * float(epsilon0))
    step = np.where(delta == 0, 0.0, step) * (1 - 4 * U)
    kink_above = np.nextafter(kinks[kink] * (1 + 4 * U), np.inf)
    epsilon = np.maximum(kink_above - step, 0.0)
    is_zero = (delta == 1) | (kinks[kink] == 0)
    return _checks.like_input(np.where(is_zero, 0.0, epsilon))


def exact_composition_error(epsilon0: float, k: int) -> float:
    """Return a bound of the relative error of `exact_composition_delta` where delta is near 1.

    It is three times the bound of the table, which is at least 1500 u: the logarithm has an error
    of one bound and is moved up by another. The third covers the rest of the rounding, which is far
    smaller.
    """
    table = _table(epsilon0, k)
    largest = max(table.delta_error.max(), table.slope_error.max())
    return 3 * float(largest)


def _validate(k: Any, **budget: Any) -> tuple[Array, ...]:
    """Return the numbers of the budget, then k, validated and broadcast against each other."""
    k = _checks.whole_numbers("k", k, low=1)
    return _checks.arrays(_RANGES, **budget, k=k)


class _Table(NamedTuple):
    """The exact composition at its kinks, which descend from k epsilon0; see `_exact_table`.

    Attributes
    ----------
    kinks, kinks_rest : (k // 2 + 1,) arrays
        The kinks as doubles, and what rounding took from each: the sum of both is the exact kink.
    log_delta, log_slope : (k // 2 + 1,) arrays
        The logarithms of D and F at each kink.
    delta_error, slope_error : (k // 2 + 1,) arrays
        Bounds of the errors of these logarithms.
    """

    kinks: Array
    kinks_rest: Array
    log_delta: Array
    log_slope: Array
    delta_error: Array
    slope_error: Array


def _table(epsilon0: float, k: int) -> _Table:
    """Return the table of the exact composition after a check of its arguments."""
    epsilon0 = _checks.real_scalar("epsilon0", epsilon0, low=0, high=MAX_EPSILON0)
    return _exact_table(epsilon0, _checks.whole_number("k", k, low=1, high=MAX_K))


@lru_cache(maxsize=16)
def _exact_table(epsilon0: float, k: int) -> _Table:
    """Return the kinks of delta(epsilon), descending from k epsilon0, and log D and log F at them.

    With p_l the binomial probability of l losses of -epsilon0 among k, and e_m = (k - 2m) epsilon0,

        delta(e_m - s) = D_m + F_m (1 - e^-s),  0 <= s <= 2 epsilon0,
        F_m = sum_(l <= m) p_l e^(e_m - e_l),   D_m = (1 - e^(-2 epsilon0)) sum_(j < m) F_j.

    All are sums of positive terms. The table ends with the first kink not above 0, and has bounds
    of the errors of both logarithms, in units of u = 2^-53.
    """
    m = np.arange(k // 2 + 1)
    kinks, kinks_rest = _kinks(m, k, epsilon0)
    log_slope, slope_error = _log_slope(m, k, epsilon0)
    log_delta, delta_error = _log_delta(log_slope, slope_error, epsilon0)
    return _Table(
        kinks=kinks,
        kinks_rest=kinks_rest,
        log_delta=log_delta,
        log_slope=log_slope,
        delta_error=delta_error,
        slope_error=slope_error,
    )


def _kinks(m: Any, k: int, epsilon0: float) -> tuple[Array, Array]:
    """Return the kinks (k - 2m) epsilon0 as doubles, and what rounding took from each."""
    counts: Any = k - 2.0 * m
    kinks: Any
    rest: Any
    kinks, rest = _two_product(counts, epsilon0)
    # Where the rest would be subnormal, a unit in the last place bounds it from above.
    is_tiny = (kinks > 0) & (kinks < 1e-280)
    return kinks, np.where(is_tiny, np.spacing(kinks), rest)


def _log_slope(m: Any, k: int, epsilon0: float) -> tuple[Array, Array]:
    """Return log F_m and a bound of its error.

    It has the error of log p_m, and that of the recurrence for F_m / p_m: each step multiplies by a
    factor below 1 and rounds by 3 u with the factor's own 4 u, so the sum of all is below 8 u F_m /
    p_m. Two logarithms and their sum add 4 u |log F_m|.
    """
    log_p, log_p_error = log_binomial(m, k, epsilon0)
    # F_m / p_m = 1 + (F_(m-1) / p_(m-1)) e^(-epsilon0) m / (k - m + 1): the factor is below 1.
    factors = np.exp(-epsilon0) * m / (k - m + 1.0)
    slope_over_p = np.ones(len(m))
    for j in range(1, len(m)):
        slope_over_p[j] = 1.0 + slope_over_p[j - 1] * factors[j]
    log_slope = log_p + np.log(slope_over_p)
    return log_slope, log_p_error + U * (8 * slope_over_p + 4 * np.abs(log_slope))


def _log_delta(
    log_slope: Array, slope_error: Array, epsilon0: float
) -> tuple[Array, Array]:
    """Return log D_m and a bound of its error, from log F_m and the bound of that.

    It has the errors of its terms by their shares in the sum, 4 u (2 + |log|) for each step of the
    accumulated logarithm, and the same for the weight 1 - e^(-2 epsilon0).
    """
    with np.errstate(divide="ignore"):
        log_weight = np.log(-np.expm1(-2 * epsilon0))
    log_sum = np.logaddexp.accumulate(log_slope)
    # An error of the sum stays as it is while the sum grows: relative to it, it falls.
    rounding = 4 * U * (2 + np.abs(log_sum))
    error_of_term = slope_error * np.exp(log_slope - log_sum)
    log_error = np.logaddexp.accumulate(np.log(rounding + error_of_term) + log_sum)
    sum_error = np.exp(log_error - log_sum)
    # D_0 is 0. The sum of D_m ends with the term before m.
    log_delta = np.full(len(log_sum), -np.inf)
    log_delta[1:] = log_weight + log_sum[:-1]
    weight_rounding = 4 * U * (2 + abs(log_weight) + np.abs(log_sum[:-1]))
    delta_error = np.zeros(len(log_sum))
    delta_error[1:] = sum_error[:-1] + weight_rounding
    return log_delta, delta_error


def log_binomial(m: Any, k: int, epsilon0: float) -> tuple[Array, Array]:
    """Return the log of the binomial probability of m among k (Loader), and a bound of its error.

    The odds are e^-epsilon0 to 1, so the probabilities are q = odds / (1 + odds) and p = 1 - q.
    With rest = k - m the logarithm is the sum of Stirling's remainders, half of
    log(k / (2 pi m rest)), and minus Loader's deviance, m log(m / (k q)) + rest log(rest / (k p)).

    The deviance depends on the rounding of q and p only through `distance` = m - k q: q is within
    5 u with the product k q, p within 4 u, and an error of `distance` itself cancels between both
    terms to first order. So the bound of the error of the deviance is 11 u |distance| for q, p and
    the two quotients, and 4 u of each term for log1p, product and sum. Since |distance| is at most
    the sum of both terms, 8 u times the sum of all three covers that and the final sums. Stirling's
    remainders have 1500 u: for n <= 30 they are differences of terms up to 104, each within a few u
    of itself.
    """
    odds = np.exp(-epsilon0)
    q = odds / (1 + odds)
    p = 1 / (1 + odds)
    rest = k - m
    distance = m - k * q
    with np.errstate(divide="ignore", invalid="ignore"):
        first = np.where(m > 0, m * np.log1p(distance / (k * q)), 0.0)
        second = np.where(rest > 0, rest * np.log1p(-distance / (k * p)), 0.0)
        spread = 0.5 * np.log(k / (2 * np.pi * m * rest))
        remainders = _stirling(k) - _stirling(m) - _stirling(rest)
        inner = remainders + spread - (first + second)
    log_p: Array = np.where(m == 0, -k * np.log1p(odds), inner)
    log_p = np.where(rest == 0, -k * (epsilon0 + np.log1p(odds)), log_p)
    terms = np.abs(first) + np.abs(second) + np.abs(distance) + np.abs(log_p)
    return log_p, U * (1500 + 8 * terms)


def _stirling(n: Any) -> Array:
    """Return log n! less Stirling's approximation, for n >= 1.

    Beyond n = 30 the series' first omitted term, 1 / (1188 n^9), is below 5e-17.
    """
    n = np.asarray(n, dtype=float)
    with np.errstate(divide="ignore", invalid="ignore"):
        # The series is 1/(12 n) - 1/(360 n^3) + 1/(1260 n^5) - 1/(1680 n^7).
        square = 1 / (n * n)
        tail = 1 / 1260 - square / 1680
        tail = 1 / 360 - tail * square
        series = (1 / 12 - tail * square) / n
        log_approximation = (n + 0.5) * np.log(n)
        difference = gammaln(n + 1) - log_approximation + n - 0.5 * np.log(2 * np.pi)
    return np.where(n > 30, series, difference)
