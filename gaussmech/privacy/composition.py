r"""Composition: what k releases together guarantee.

By Dwork & Roth (basic, advanced), Mironov (Renyi), and Dong, Roth & Su (Gaussian differential
privacy); exact for epsilon0-DP (Kairouz, Oh & Viswanath):

    delta(epsilon) = sum_l C(k, l) [e^((k-l) epsilon0) - e^(epsilon + l epsilon0)]^+
                     / (1 + e^epsilon0)^k.
"""

from functools import lru_cache
from typing import Any, NamedTuple, overload

import numpy as np
from scipy.special import gammaln

from gaussmech import _checks
from gaussmech._checks import Array, Interval, Many
from gaussmech.privacy._gaussian_kernel import _TINIEST, U, _two_product

MAX_EPSILON0, MAX_K = 700.0, 1_000_000
_RANGES: dict[str, Interval] = {**_checks.BUDGET, "delta_prime": _checks.CLOSED_UNIT, "k": {}}


@overload
def basic_composition(epsilon: float, delta: float, k: int) -> tuple[float, float]: ...
@overload
def basic_composition(epsilon: Many, delta: Many, k: Many) -> tuple[Array, Array]: ...
def basic_composition(epsilon: Any, delta: Any, k: Any) -> Any:
    """Return (k epsilon, min(k delta, 1)), the budget of k releases, each (epsilon, delta)-DP.

    Parameters
    ----------
    epsilon, delta, k : float or array >= 0, in [0, 1], whole numbers >= 1

    Examples
    --------
    >>> basic_composition(0.25, 0.125, 4)
    (1.0, 0.5)
    """
    epsilon, delta, k = _arguments(k, epsilon=epsilon, delta=delta)
    return _checks.like_input(k * epsilon), _checks.like_input(np.minimum(k * delta, 1))


@overload
def advanced_composition(
    epsilon: float, delta: float, *, delta_prime: float, k: int
) -> tuple[float, float]: ...
@overload
def advanced_composition(
    epsilon: Many, delta: Many, *, delta_prime: Many, k: Many
) -> tuple[Array, Array]: ...
def advanced_composition(epsilon: Any, delta: Any, *, delta_prime: Any, k: Any) -> Any:
    """Return (epsilon', min(k delta + delta', 1)) of k releases, each (epsilon, delta)-DP.

    epsilon' = sqrt(2 k ln(1/delta')) epsilon + k epsilon (e^epsilon - 1), also for adaptive
    releases (lecture, Theorem 5). It may exceed that of `basic_composition`.

    Parameters
    ----------
    epsilon, delta, delta_prime, k : as for `basic_composition`
        delta_prime in [0, 1]; where it is 0, epsilon' is inf.

    Examples
    --------
    >>> [round(value, 3) for value in advanced_composition(0.2, 0.0, delta_prime=0.1, k=50)]
    [5.249, 0.1]
    """
    values = _arguments(k, epsilon=epsilon, delta=delta, delta_prime=delta_prime)
    epsilon, delta, delta_prime, k = values
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        total = np.sqrt(2 * k * -np.log(delta_prime)) * epsilon + k * epsilon * np.expm1(epsilon)
    total = np.where(epsilon == 0, 0.0, total)
    return _checks.like_input(total), _checks.like_input(np.minimum(k * delta + delta_prime, 1))


@overload
def advanced_composition_step(epsilon: float, delta_prime: float, k: int) -> float: ...
@overload
def advanced_composition_step(epsilon: Many, delta_prime: Many, k: Many) -> Array: ...
def advanced_composition_step(epsilon: Any, delta_prime: Any, k: Any) -> Any:
    """Return the epsilon of each of k releases for about `epsilon` in all.

    epsilon / (2 sqrt(2 k ln(1/delta'))) (lecture, after Theorem 5): all are together
    (epsilon, k delta + delta')-DP, but only for epsilon <= 1 and delta' <= e^(-1/2).

    Parameters
    ----------
    epsilon, delta_prime, k : as for `advanced_composition`, delta_prime in (0, 1)

    Examples
    --------
    >>> round(advanced_composition_step(1.0, 1e-5, 100), 5)
    0.01042
    """
    _checks.real_array("delta_prime", delta_prime, **_checks.OPEN_UNIT)
    epsilon, delta_prime, k = _arguments(k, epsilon=epsilon, delta_prime=delta_prime)
    return _checks.like_input(epsilon / (2 * np.sqrt(2 * k * -np.log(delta_prime))))


@overload
def rdp_composition(epsilon: float, delta: float, k: int) -> float: ...
@overload
def rdp_composition(epsilon: Many, delta: Many, k: Many) -> Array: ...
def rdp_composition(epsilon: Any, delta: Any, k: Any) -> Any:
    """Return the epsilon at `delta` of k epsilon-DP releases by Renyi DP (Mironov, Corollary 1).

    4 epsilon sqrt(2 k ln(1/delta)); inf where ln(1/delta) < k epsilon^2, beyond the corollary.

    Parameters
    ----------
    epsilon, delta, k : as for `basic_composition`

    Examples
    --------
    >>> round(rdp_composition(0.2, 0.1, 50), 2)
    12.14
    """
    epsilon, delta, k = _arguments(k, epsilon=epsilon, delta=delta)
    with np.errstate(divide="ignore", invalid="ignore"):
        log_term = -np.log(delta)
        total = np.where(epsilon == 0, 0.0, 4 * epsilon * np.sqrt(2 * k * log_term))
    return _checks.like_input(np.where(log_term >= k * epsilon**2, total, np.inf))


def gdp_composition(mus: Many) -> Any:
    """Return sqrt(sum mu_i^2), the mu of mu_i-GDP releases together (Dong, Roth & Su).

    Parameters
    ----------
    mus : array >= 0
        One mu per release along the last axis, which the result lacks.

    Examples
    --------
    >>> gdp_composition([3.0, 4.0])
    5.0
    """
    mus = _checks.real_array("mus", mus, low=0)
    if mus.ndim == 0:
        raise ValueError(f"mus is {mus.item()!r}; it must be a list or array, one mu per release")
    # Scaled by the largest, so that no square over- or underflows.
    top = mus.max(axis=-1, initial=0.0)
    scale = np.where((top > 0) & (top < np.inf), top, 1.0)
    return _checks.like_input(scale * np.sqrt(((mus / scale[..., None]) ** 2).sum(axis=-1)))


@overload
def exact_composition_delta(epsilon: float, epsilon0: float, k: int) -> float: ...
@overload
def exact_composition_delta(epsilon: Many, epsilon0: float, k: int) -> Array: ...
def exact_composition_delta(epsilon: Any, epsilon0: float, k: int) -> Any:
    """Return the smallest delta at `epsilon` of k releases, each epsilon0-DP.

    That of k randomised responses (Kairouz, Oh & Viswanath), to a relative 1e-11 for k up to 10,000
    and epsilon0 in [1e-4, 5], where delta >= 1e-300 and epsilon is not within 1e-3 epsilon0 of
    k epsilon0, from which on delta is 0.

    Parameters
    ----------
    epsilon : float or array >= 0
    epsilon0 : float in [0, 700]
    k : int in [1, 1,000,000]

    Examples
    --------
    >>> round(exact_composition_delta(2.0, 0.2, 50), 5)
    0.11048
    """
    log_delta = np.asarray(exact_composition_log_delta(epsilon, epsilon0, k))
    # The exponential is within 8 u, and where it is subnormal within one unit.
    upper = np.minimum(np.exp(log_delta) * (1 + 16 * U) + _TINIEST, 1.0)
    return _checks.like_input(np.where(log_delta > -np.inf, upper, 0.0))


@overload
def exact_composition_log_delta(epsilon: float, epsilon0: float, k: int) -> float: ...
@overload
def exact_composition_log_delta(epsilon: Many, epsilon0: float, k: int) -> Array: ...
def exact_composition_log_delta(epsilon: Any, epsilon0: float, k: int) -> Any:
    """Return the log of `exact_composition_delta`, also where that underflows; -inf for delta 0.

    Parameters
    ----------
    epsilon, epsilon0, k : as there

    Examples
    --------
    >>> round(exact_composition_log_delta(9000.0, 1.0, 10_000), 2)
    -1653.38
    """
    epsilon = _checks.real_array("epsilon", epsilon, **_checks.BUDGET["epsilon"])
    table = _table(epsilon0, k)
    # The last kink that is not below epsilon: there is none beyond k epsilon0.
    last = np.searchsorted(-table.kinks, -epsilon, side="right") - 1
    # Where epsilon is the rounded kink, the exact one may be below it.
    lower = (table.kinks[last] == epsilon) & (table.kinks_rest[last] < 0)
    last = np.where(lower, last - 1, last)
    left = np.maximum(last, 0)
    gap = np.maximum((table.kinks[left] - epsilon) + table.kinks_rest[left], 0.0)
    # Where epsilon0 is 0, the logarithm is -inf and the bound of its error is inf.
    with np.errstate(divide="ignore", invalid="ignore"):
        drop = np.log(-np.expm1(-gap))
        at_kink = table.log_delta[left] + table.delta_error[left]
        since_kink = table.log_slope[left] + table.slope_error[left] + drop
        value = np.logaddexp(at_kink, since_kink)
    positive = (last >= 0) & (value > -np.inf)
    value = np.where(positive, value, 0.0)
    upper = np.minimum(value + (32 + 16 * np.abs(value)) * U, 0.0)
    return _checks.like_input(np.where(positive, upper, -np.inf))


@overload
def exact_composition_epsilon(delta: float, epsilon0: float, k: int) -> float: ...
@overload
def exact_composition_epsilon(delta: Many, epsilon0: float, k: int) -> Array: ...
def exact_composition_epsilon(delta: Any, epsilon0: float, k: int) -> Any:
    """Return the smallest epsilon at `delta` of k releases, each epsilon0-DP: at most k epsilon0.

    Never below the exact value, and above it by what changing delta by a relative 1e-11 does, where
    `exact_composition_delta` is as close.

    Parameters
    ----------
    delta : float or array in [0, 1]
    epsilon0, k : as there

    Examples
    --------
    >>> exact_composition_epsilon([0.0, 0.01], 0.2, 50).round(6).tolist()
    [10.0, 3.631343]
    """
    delta = _checks.real_array("delta", delta, **_checks.CLOSED_UNIT)
    table = _table(epsilon0, k)
    kinks = table.kinks
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        log_target = np.log(delta)
        # The last kink whose delta is at most the target: kinks descend, and their deltas ascend.
        upper = table.log_delta + table.delta_error
        left = np.searchsorted(upper, log_target, side="right") - 1
        log_slope = table.log_slope[left]
        rounding = 8 * U * (8 + np.abs(log_target) + np.abs(log_slope))
        excess = -np.expm1(np.minimum(upper[left] - log_target + rounding, 0.0))
        share = excess * np.exp(log_target - log_slope - table.slope_error[left] - rounding)
        step = -np.log1p(-np.minimum(share, 1.0))
    # From the next kink on delta grows faster.
    step = np.where(delta == 0, 0.0, np.minimum(step, 2 * float(epsilon0))) * (1 - 4 * U)
    above = np.nextafter(kinks[left] * (1 + 4 * U), np.inf)
    exact = (delta == 1) | (kinks[left] == 0)
    return _checks.like_input(np.where(exact, 0.0, np.maximum(above - step, 0.0)))


def exact_composition_error(epsilon0: float, k: int) -> float:
    """Return a bound of the relative error of `exact_composition_delta` where delta is near 1.

    The logarithm is computed to within the bound of the table, moved up by that bound, and by
    rounding, which is far below the third multiple of a bound that is at least 1500 u.
    """
    table = _table(epsilon0, k)
    return 3 * float(max(table.delta_error.max(), table.slope_error.max()))


def _arguments(k: Any, **budget: Any) -> tuple[Array, ...]:
    """Return the budget and k, checked and broadcast."""
    return _checks.arrays(_RANGES, **budget, k=_checks.whole_numbers("k", k, low=1))


class _Table(NamedTuple):
    """The exact composition at its kinks, which descend from k epsilon0; see `_exact_table`."""

    kinks: Array
    kinks_rest: Array  # what rounding took from the kinks: the exact ones are the sums
    log_delta: Array
    log_slope: Array
    delta_error: Array
    slope_error: Array


def _table(epsilon0: float, k: int) -> _Table:
    epsilon0 = _checks.real_scalar("epsilon0", epsilon0, low=0, high=MAX_EPSILON0)
    return _exact_table(epsilon0, _checks.whole_number("k", k, low=1, high=MAX_K))


@lru_cache(maxsize=16)
def _exact_table(epsilon0: float, k: int) -> _Table:
    """Return the kinks of delta(epsilon), descending from k epsilon0, and log D and log F at them.

    With p_l the binomial probability of l losses of -epsilon0 among k, e_m = (k - 2m) epsilon0,

        delta(e_m - s) = D_m + F_m (1 - e^-s),  0 <= s <= 2 epsilon0,
        F_m = sum_(l <= m) p_l e^(e_m - e_l),   D_m = (1 - e^(-2 epsilon0)) sum_(j < m) F_j:

    sums of positive terms, up to the first kink not above 0; then bounds of the logarithms' errors.
    """
    m = np.arange(k // 2 + 1)
    counts: Any = k - 2.0 * m
    kinks: Any
    kinks_rest: Any
    kinks, kinks_rest = _two_product(counts, epsilon0)
    # Where the rest would be subnormal, a unit in the last place bounds it from above.
    kinks_rest = np.where((kinks > 0) & (kinks < 1e-280), np.spacing(kinks), kinks_rest)
    log_p, error = _log_binomial(m, k, epsilon0)
    # F_m / p_m = 1 + (F_(m-1) / p_(m-1)) e^(-epsilon0) m / (k - m + 1): the factor is below 1.
    relative, factors = np.ones(len(m)), np.exp(-epsilon0) * m / (k - m + 1.0)
    for j in range(1, len(m)):
        relative[j] = 1.0 + relative[j - 1] * factors[j]
    log_slope = log_p + np.log(relative)
    slope_error = error + U * (8 * relative + 4 * np.abs(log_slope))
    with np.errstate(divide="ignore"):
        log_weight = np.log(-np.expm1(-2 * epsilon0))
    log_sum = np.logaddexp.accumulate(log_slope)
    # An error of the sum stays as it is while the sum grows: relative to it, it falls.
    added = 4 * U * (2 + np.abs(log_sum)) + slope_error * np.exp(log_slope - log_sum)
    sum_error = np.exp(np.logaddexp.accumulate(np.log(added) + log_sum) - log_sum)
    log_delta, delta_error = np.full(len(m), -np.inf), np.zeros(len(m))
    log_delta[1:] = log_weight + log_sum[:-1]
    delta_error[1:] = sum_error[:-1] + 4 * U * (2 + abs(log_weight) + np.abs(log_sum[:-1]))
    return _Table(kinks, kinks_rest, log_delta, log_slope, delta_error, slope_error)


def _log_binomial(m: Any, k: int, epsilon0: float) -> tuple[Array, Array]:
    """Return log of the binomial probability of m among k (Loader), and a bound of its error."""
    q, p = np.exp(-epsilon0) / (1 + np.exp(-epsilon0)), 1 / (1 + np.exp(-epsilon0))
    rest = k - m
    away = m - k * q
    with np.errstate(divide="ignore", invalid="ignore"):
        first = np.where(m > 0, m * np.log1p(away / (k * q)), 0.0)
        second = np.where(rest > 0, rest * np.log1p(-away / (k * p)), 0.0)
        spread = 0.5 * np.log(k / (2 * np.pi * m * rest))
        inner = _stirling(k) - _stirling(m) - _stirling(rest) + spread - (first + second)
    log_p: Array = np.where(m == 0, -k * np.log1p(np.exp(-epsilon0)), inner)
    terms = np.abs(first) + np.abs(second) + np.abs(away) + np.abs(log_p)
    return log_p, U * (1500 + 8 * terms)


def _stirling(n: Any) -> Array:
    """Return log n! less Stirling's approximation, n >= 1."""
    n = np.asarray(n, dtype=float)
    with np.errstate(divide="ignore", invalid="ignore"):
        square = 1 / (n * n)
        series = (1 / 12 - (1 / 360 - (1 / 1260 - square / 1680) * square) * square) / n
        exact = gammaln(n + 1) - (n + 0.5) * np.log(n) + n - 0.5 * np.log(2 * np.pi)
    return np.where(n > 30, series, exact)
