"""Calibration of the Gaussian mechanism: (epsilon, delta, sensitivity) <-> sigma, certified.

Use `analytic_gaussian_sigma` for the noise that a budget needs, and `gaussian_delta` or
`gaussian_epsilon` for the budget that a noise keeps. With mu = sensitivity / sigma the exact
privacy profile (Balle & Wang, Theorem 8) is

    delta(epsilon, mu) = Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu).

`_gaussian_solver` evaluates it without cancellation or overflow and solves it for each of its
arguments. Results err on the safe side only, by the bounds that the Notes of each function derive.

The functions take floats or arrays, which broadcast, and return a float where all arguments are
numbers. They raise ValueError, which names the argument, its value and the allowed range.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike

from gaussmech import _checks
from gaussmech._checks import Array
from gaussmech.privacy import _gaussian_arrays as arrays
from gaussmech.privacy import _gaussian_solver as kernel


@overload
def analytic_gaussian_sigma(
    epsilon: float, delta: float, sensitivity: float = 1.0
) -> float: ...
@overload
def analytic_gaussian_sigma(
    epsilon: ArrayLike, delta: ArrayLike, sensitivity: ArrayLike = 1.0
) -> Array: ...
def analytic_gaussian_sigma(
    epsilon: ArrayLike, delta: ArrayLike, sensitivity: ArrayLike = 1.0
) -> float | Array:
    """Return the smallest sigma that makes Gaussian noise (epsilon, delta)-DP.

    This is the analytic Gaussian mechanism: the sigma at which the exact privacy profile of
    Gaussian noise equals `delta`. Use it wherever Gaussian noise is added. No smaller sigma is
    private.

    Parameters
    ----------
    epsilon : float or array in [0, inf]
        Privacy budget, in nats of privacy loss.
    delta : float or array in [0, 1]
        The delta of P(S) <= e^epsilon P'(S) + delta, for neighbours and any event S.
        The probability that the privacy loss exceeds epsilon is larger: 3.6e-5 at (0.5, 1e-6).
    sensitivity : float or array in [0, inf), default 1
        Global L2 sensitivity: the largest Euclidean distance between the values of neighbouring
        data sets, in the unit of the released value.

    Returns
    -------
    float or array
        Standard deviation of the noise of each coordinate, in the unit of `sensitivity`, of the
        broadcast shape of the arguments. It is inf where delta is 0; it is 0 where delta is 1,
        epsilon is inf or sensitivity is 0, since no noise is needed there.

    Raises
    ------
    ValueError
        If an argument is outside its range, NaN, masked or not numeric, or if shapes do not
        broadcast.

    See Also
    --------
    gaussian_delta : The inverse in delta.
    gaussian_epsilon : The inverse in epsilon.
    classical_gaussian_sigma : The sigma of the classical theorem, which is larger.
    l2_scale : Less noise in few dimensions.
    AnalyticGaussianMechanism : The mechanism that adds the noise.

    Notes
    -----
    The result is never below the exact value. It is above it by a relative 8e-15 at most, for
    epsilon = 0 or in [1e-10, 1e6] and delta in [1e-300, 1 - 1e-12]. The proof follows.

    **What is solved.** With c = epsilon / mu, h = mu / 2, a = h - c, b = h + c, the normal density
    phi and Mills' ratio M, the profile is delta = phi(a) G with G = M(-a) - M(b), and its
    complement is 1 - delta = phi(a) H with H = M(a) + M(b). The kernel finds the zero in log mu of

        f = log(G / delta) - (a^2 / 2 + log sqrt(2 pi))    where delta <= 1/2,

    and of the same with H and 1 - delta where delta > 1/2 (1 - delta is exact there). The slope of
    f in log mu is s = mu / G, or -mu / H. An error e of f changes log mu by e / s.

    **How large the slope is.** -M'(t) = 1 - t M(t) is below 1 / (1 + t^2) for t >= 0, and G is the
    integral of -M' over (-a, b), an interval of length mu. So for a <= 0 the slope exceeds both 1 +
    a^2 and |a| b. For a > 0, M(t) < 1/t gives |s| >= a b where delta > 1/2; where delta <= 1/2, a
    is at most 0.6745, and the slope is least, 0.857, at epsilon = 0 and delta = 1/2.

    **Rounding errors**, divided by the slope, in units of u = 2^-53:

    - Mills' ratio is within 5 u. As a relative error of G, divided by s, this is 5 (M(-a) + M(b)) /
      mu: at most 20 u, because the difference is used only where mu >= 0.7 or epsilon >= 0.5 (the
      sum is below 2.71 at mu = 0.7, and below 2 / c = 2 mu / epsilon in the second case). Elsewhere
      G is a series of positive terms, within 20 u.
    - The roundings of a and b move G by at most (|a| |M'(a)| + b |M'(b)|) / mu and the common
      rounding of c by at most c |M'(-a) - M'(b)| / mu, together 4 u; the subtraction adds G u,
      which is 1 / s.
    - The rounding of a is at most (c + |a|) u. It moves a^2 / 2 by |a| (c + |a|) u, which is at
      most 2 |a| b u: 2 u. The product, the sum and the constant add a^2 + 1.4 over the slope: 2.2
      u.
    - The quotient G / delta adds u, and its logarithm, a^2 / 2 + 0.92 at the zero, is within 2 u of
      itself: together 3.4 u.
    - The last Householder step is below 1e-4 on the scale on which f bends. The method has order
      four, so the step leaves out 1e-16, 1 u; adding the step to mu rounds by 1 u.

    The parts do not reach their maxima together: their sum over the whole range is largest at
    epsilon = 1/2 and small mu, with 29.9 u; it is 27.7 u where the series is used and 16 u where
    delta > 1/2. So the solved mu is within 32 u (`_gaussian_solver.MU_ERROR`) of the exact one.

    **Rounding up.** sensitivity / mu is multiplied by 1 + 36 u, an exact double. The division and
    the product round by 1 u each, so the factor covers 32 + 2 u with 2 u to spare. The result is
    above the exact value by at most 32 + 36 + 2 = 70 u = 7.8e-15. The smallest subnormal is added,
    which covers results that are themselves subnormal.

    The bounds of Mills' ratio assume an `exp` and a `log` within one unit in the last place, as in
    glibc, musl, Apple's and Microsoft's libraries, and in NumPy, which computes arrays: the bound
    holds for both, while the last bits of an array may differ from those of single calls, and
    depend on the processor. `_gaussian_solver` says where its tables come from.

    References
    ----------
    .. [1] B. Balle and Y.-X. Wang, "Improving the Gaussian Mechanism for Differential Privacy:
       Analytical Calibration and Optimal Denoising", ICML 2018, Theorem 8 and Algorithm 1.
    .. [2] S. Vinterbo, "A closed form scale bound for the (epsilon, delta)-differentially private
       Gaussian Mechanism valid for all epsilon > 0", arXiv 2012.10523, 2020: where the solver
       starts.

    Examples
    --------
    >>> import gaussmech as gm
    >>> round(gm.analytic_gaussian_sigma(0.5, 1e-6, 5.0), 4)
    40.2881
    >>> gm.analytic_gaussian_sigma([0.1, 1.0], 1e-4).round(3).tolist()
    [24.508, 3.186]
    """
    return _solve(
        kernel.least_sigma,
        arrays.least_sigma,
        1.0,
        epsilon=epsilon,
        delta=delta,
        sensitivity=sensitivity,
    )


@overload
def classical_gaussian_sigma(
    epsilon: float, delta: float, sensitivity: float = 1.0
) -> float: ...
@overload
def classical_gaussian_sigma(
    epsilon: ArrayLike, delta: ArrayLike, sensitivity: ArrayLike = 1.0
) -> Array: ...
def classical_gaussian_sigma(
    epsilon: ArrayLike, delta: ArrayLike, sensitivity: ArrayLike = 1.0
) -> float | Array:
    """Return the sigma of the classical Gaussian mechanism.

    It is sensitivity sqrt(2 log(1.25 / delta)) / epsilon. Use it for comparison only, since
    `analytic_gaussian_sigma` is smaller and private for every epsilon. The classical theorem covers
    epsilon and delta in (0, 1). From epsilon = 1 on the formula is not private in general.

    Parameters
    ----------
    epsilon : float or array in [0, inf]
        Privacy budget, in nats of privacy loss.
    delta : float or array in [0, 1]
        The delta of P(S) <= e^epsilon P'(S) + delta, for neighbours and any event S.
    sensitivity : float or array in [0, inf), default 1
        Global L2 sensitivity, in the unit of the released value.

    Returns
    -------
    float or array
        Standard deviation of the noise of each coordinate, in the unit of `sensitivity`, of the
        broadcast shape of the arguments. It is inf where epsilon or delta is 0, and 0 where
        sensitivity is 0.

    Raises
    ------
    ValueError
        If an argument is outside its range, NaN, masked or not numeric, or if shapes do not
        broadcast.

    See Also
    --------
    analytic_gaussian_sigma : The least noise, for every epsilon.
    ClassicalGaussianMechanism : The mechanism that adds the noise.

    References
    ----------
    .. [1] B. Balle and Y.-X. Wang, "Improving the Gaussian Mechanism for Differential Privacy:
       Analytical Calibration and Optimal Denoising", ICML 2018, Theorem 1.

    Examples
    --------
    >>> import gaussmech as gm
    >>> round(gm.classical_gaussian_sigma(0.5, 1e-5), 4)
    9.6896
    """
    epsilon, delta, sensitivity = _checks.arrays(
        _checks.BUDGET, epsilon=epsilon, delta=delta, sensitivity=sensitivity
    )
    with np.errstate(all="ignore"):
        sigma_of_unit = np.sqrt(2 * np.log(1.25 / delta)) / epsilon
        sigma_of_unit = np.where(delta == 0, np.inf, sigma_of_unit)
        sigma = np.where(sensitivity == 0, 0.0, sensitivity * sigma_of_unit)
    return _checks.like_input(sigma)


@overload
def gaussian_delta(sigma: float, epsilon: float, sensitivity: float = 1.0) -> float: ...
@overload
def gaussian_delta(
    sigma: ArrayLike, epsilon: ArrayLike, sensitivity: ArrayLike = 1.0
) -> Array: ...
def gaussian_delta(
    sigma: ArrayLike, epsilon: ArrayLike, sensitivity: ArrayLike = 1.0
) -> float | Array:
    """Return the smallest delta for which Gaussian noise of this sigma is (epsilon, delta)-DP.

    Parameters
    ----------
    sigma : float or array in [0, inf]
        Standard deviation of the noise of each coordinate, in the unit of `sensitivity`.
    epsilon : float or array in [0, inf]
        Privacy budget, in nats of privacy loss.
    sensitivity : float or array in [0, inf), default 1
        Global L2 sensitivity, in the unit of the released value.

    Returns
    -------
    float or array
        Delta in [0, 1], of the broadcast shape of the arguments. It
        is 0 where sensitivity is 0 or where sigma or epsilon is inf, and 1 where sigma is 0.

    Raises
    ------
    ValueError
        If an argument is outside its range, NaN, masked or not numeric, or if shapes do not
        broadcast.

    See Also
    --------
    analytic_gaussian_sigma : The inverse in sigma.
    gaussian_epsilon : The inverse in epsilon.
    GaussianProfile : The same function as a profile, with its logarithm.

    Notes
    -----
    The result is never below the exact value. Where that is at least 1e-300, the result is above it
    by a relative 1e-12 at most. Below 1e-300 it is an upper bound only, and so it is, at 1, where
    sigma is below 1e-145 of the sensitivity or epsilon is above 1e28: such budgets are of no use in
    practice.

    a = mu/2 - epsilon/mu and its square are computed in double-double, so the argument of the
    density is exact and the density is within 6 u (u = 2^-53). The other factor, G = M(-a) - M(b),
    has one of two error bounds. Where mu < 1 and epsilon < 8 it is a series within 14 + 6 epsilon^2
    units u, at most 398. Elsewhere it is the difference, within 7 (M(-a) + M(b)) / G + 1 units u:
    about 14 epsilon / mu^2, at most 2,700 where delta is at least 1e-300. The result is moved up by
    this bound and by 24 u for the density and the products. Where a > 1/2 the complement phi(a) H
    is computed, whose terms do not cancel, and moved down by 32 u.

    References
    ----------
    .. [1] B. Balle and Y.-X. Wang, "Improving the Gaussian Mechanism for Differential Privacy:
       Analytical Calibration and Optimal Denoising", ICML 2018, Theorem 8.

    Examples
    --------
    >>> import gaussmech as gm
    >>> f"{gm.gaussian_delta(40.288, 0.5, 5.0):.3e}"
    '1.000e-06'
    """
    return _solve(
        kernel.least_delta,
        arrays.least_delta,
        np.inf,
        sigma=sigma,
        epsilon=epsilon,
        sensitivity=sensitivity,
    )


@overload
def gaussian_epsilon(sigma: float, delta: float, sensitivity: float = 1.0) -> float: ...
@overload
def gaussian_epsilon(
    sigma: ArrayLike, delta: ArrayLike, sensitivity: ArrayLike = 1.0
) -> Array: ...
def gaussian_epsilon(
    sigma: ArrayLike, delta: ArrayLike, sensitivity: ArrayLike = 1.0
) -> float | Array:
    """Return the smallest epsilon for which Gaussian noise of this sigma is (epsilon, delta)-DP.

    Parameters
    ----------
    sigma : float or array in [0, inf]
        Standard deviation of the noise of each coordinate, in the unit of `sensitivity`.
    delta : float or array in [0, 1]
        The delta of P(S) <= e^epsilon P'(S) + delta, for neighbours and any event S.
    sensitivity : float or array in [0, inf), default 1
        Global L2 sensitivity, in the unit of the released value.

    Returns
    -------
    float or array
        Privacy budget, at least 0, in nats of privacy loss, of the broadcast shape of the
        arguments. It is inf where no epsilon suffices: where delta is 0, or sigma is 0 and delta
        below 1.

    Raises
    ------
    ValueError
        If an argument is outside its range, NaN, masked or not numeric, or if shapes do not
        broadcast.

    See Also
    --------
    analytic_gaussian_sigma : The inverse in sigma.
    gaussian_delta : The inverse in delta.

    Notes
    -----
    The result is never below the exact value. It is above it by a relative 1e-11 at most, or, where
    delta is so close to its value at epsilon = 0 that it barely depends on epsilon, by the effect
    of changing delta by 300 units of rounding.

    Halley's method solves log(delta(epsilon) / delta) = 0, or the same of the complements where
    delta > 1/2, from the upper bound mu (mu/2 + sqrt(-2 log(2 delta))). The bound of the residual's
    error, that of G (see `gaussian_delta`) and 6 + 2 a^2 units u for the logarithm and the sums, is
    divided by the slope of the residual in epsilon and added to the root, together with what the
    last step of order three leaves out. A value takes about 17 microseconds, also as part of an
    array.

    References
    ----------
    .. [1] B. Balle and Y.-X. Wang, "Improving the Gaussian Mechanism for Differential Privacy:
       Analytical Calibration and Optimal Denoising", ICML 2018, Theorem 8.

    Examples
    --------
    >>> import gaussmech as gm
    >>> round(gm.gaussian_epsilon(40.2881, 1e-6, 5.0), 5)
    0.5
    """
    return _solve(
        kernel.least_epsilon,
        None,
        1.0,
        sigma=sigma,
        delta=delta,
        sensitivity=sensitivity,
    )


def algorithm_1(
    epsilon: float, delta: float, sensitivity: float = 1.0, *, tolerance: float = 1e-12
) -> float:
    """Return sigma by Algorithm 1 of Balle & Wang, as printed: the readable reference.

    It is for readers of the paper; use `analytic_gaussian_sigma` for anything else. Doubling finds
    a bracket for v* or u*, and binary search narrows it to `tolerance`, with Phi by the error
    function as in the paper. In doubles this loses digits where delta is small or epsilon is large;
    `analytic_gaussian_sigma` does not.

    Parameters
    ----------
    epsilon : float in (0, 700)
        Privacy budget, in nats of privacy loss.
    delta : float in (0, 1)
        The delta of P(S) <= e^epsilon P'(S) + delta, for neighbours and any event S.
    sensitivity : float in [0, inf), default 1
        Global L2 sensitivity, in the unit of the released value.
    tolerance : float, default 1e-12
        Width of the bracket at which the binary search ends.

    Returns
    -------
    float
        Standard deviation of the noise, in the unit of `sensitivity`.

    Raises
    ------
    ValueError
        If an argument is outside its range or not a single number.

    See Also
    --------
    analytic_gaussian_sigma : The same to every digit, for all budgets and for arrays.

    Examples
    --------
    >>> round(algorithm_1(0.5, 1e-6, 5.0), 4)
    40.2881
    """
    from scipy.special import erf

    epsilon = _checks.real_scalar(
        "epsilon", epsilon, low=0, high=700, open_low=True, open_high=True
    )
    delta = _checks.real_scalar("delta", delta, **_checks.OPEN_UNIT)
    sensitivity = _checks.real_scalar(
        "sensitivity", sensitivity, **_checks.NON_NEGATIVE
    )

    def phi(t: Any) -> Any:
        return (1 + erf(t / np.sqrt(2))) / 2

    def b(sign: int, v: float) -> Any:
        """Return the paper's B+(v) if the sign is 1, and its B-(v) if it is -1."""
        right = np.exp(epsilon) * phi(-np.sqrt(epsilon * (v + 2)))
        return phi(sign * np.sqrt(epsilon * v)) - right

    delta_0 = b(1, 0.0)
    if delta >= delta_0:
        sign = 1
        v = _binary_search(lambda v: b(1, v) > delta, tolerance)
    else:
        sign = -1
        v = _binary_search(lambda u: b(-1, u) <= delta, tolerance)
    alpha = np.sqrt(1 + v / 2) - sign * np.sqrt(v / 2)
    return float(alpha * sensitivity / np.sqrt(2 * epsilon))


def _binary_search(is_beyond: Callable[[float], Any], tolerance: float) -> float:
    """Return where the monotone predicate turns true on [0, inf), within `tolerance`."""
    low = 0.0
    high = 1.0
    while not is_beyond(high):
        low = high
        high = 2 * high
    # The second condition ends the search where the tolerance is below the spacing of doubles.
    while high - low > tolerance and low < 0.5 * (low + high) < high:
        middle = 0.5 * (low + high)
        if is_beyond(middle):
            high = middle
        else:
            low = middle
    return 0.5 * (low + high)


def _solve(
    of_numbers: Callable[[float, float, float], float],
    of_block: Callable[..., tuple[Array, Any]] | None,
    highest_second: float,
    /,
    **values: Any,
) -> Any:
    """Return what the kernels compute from three values: one for numbers, one for blocks of rows.

    The names of the values are those of the ranges in `_checks.BUDGET`, and their order is that of
    the kernels' arguments. `highest_second` is the upper end of the second value's range.
    """
    first, second, third = values.values()
    # The usual call has three numbers in range and needs no arrays. Anything else, such as a number
    # out of range, goes through the validation below.
    are_floats = type(first) is type(second) is type(third) is float
    if (
        (are_floats or all(map(_is_plain_number, values.values())))
        and first >= 0
        and 0 <= second <= highest_second
        and 0 <= third < np.inf
    ):
        return of_numbers(float(first), float(second), float(third))
    return evaluate(of_numbers, of_block, _checks.arrays(_checks.BUDGET, **values))


def evaluate(
    of_numbers: Callable[..., float],
    of_block: Callable[..., tuple[Array, Any]] | None,
    values: tuple[Array, ...],
) -> Any:
    """Return a function of broadcast arrays, or of single numbers if they have no dimension.

    Without one for blocks of rows (see `_gaussian_arrays.by_blocks`), that for numbers is called
    row by row.
    """
    if not values[0].ndim:
        return of_numbers(*map(float, values))
    columns = [value.reshape(-1) for value in values]
    if of_block is None:
        rows = zip(*(column.tolist() for column in columns), strict=True)
        results = np.array([of_numbers(*row) for row in rows])
    else:
        results = arrays.by_blocks(of_block, of_numbers, *columns)
    return results.reshape(values[0].shape)


def _is_plain_number(value: Any) -> bool:
    """Return whether the value is a float, or an int that a float can hold."""
    return type(value) is float or (type(value) is int and value < 2**1023)
