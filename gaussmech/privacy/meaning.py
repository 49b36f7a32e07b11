"""What a budget means: the best attack on Gaussian noise, and budgets of other definitions.

Use this module to explain a budget, or to convert it. Gaussian noise with mu = sensitivity / sigma
is mu-GDP (Dong, Roth & Su, 2022): an attacker who knows everything but whether one person is in the
data has to test N(0, 1) against N(mu, 1), and no attack is better than the likelihood ratio test.

- `gaussian_mu` returns the mu of a budget; `trade_off`, `true_positive_rate` and `advantage` say
  what the best attack achieves at this mu.
- `zcdp_epsilon` and `zcdp_delta` turn zero-concentrated DP into (epsilon, delta)-DP.

Every result is rounded to the safe side: what an attacker gains is rounded up, and what the
attacker misses is rounded down.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike

from gaussmech import _checks
from gaussmech._checks import Array
from gaussmech.privacy import _gaussian_arrays as arrays
from gaussmech.privacy import _gaussian_solver as kernel
from gaussmech.privacy._normal import many_digits, quantile, round_down, round_up, tail
from gaussmech.privacy.calibration import evaluate, gaussian_delta

_RANGES = _checks.BUDGET | {"alpha": _checks.CLOSED_UNIT}


@overload
def gaussian_mu(epsilon: float, delta: float) -> float: ...
@overload
def gaussian_mu(epsilon: ArrayLike, delta: ArrayLike) -> Array: ...
def gaussian_mu(epsilon: ArrayLike, delta: ArrayLike) -> float | Array:
    """Return mu = sensitivity / sigma of the least Gaussian noise that is (epsilon, delta)-DP.

    That noise is mu-GDP, and this one number determines every guarantee that it has.

    Parameters
    ----------
    epsilon : float or array in [0, inf]
        Privacy budget, in nats of privacy loss.
    delta : float or array in [0, 1]
        The delta of P(S) <= e^epsilon P'(S) + delta, for neighbours and any event S.

    Returns
    -------
    float or array
        The mu, at least 0, of the broadcast shape of the arguments. It is 0 where delta is 0, since
        no finite noise is enough, and inf where delta is 1 or epsilon is inf.

    Raises
    ------
    ValueError
        If an argument is outside its range, NaN, masked or not numeric, or if shapes do not
        broadcast.

    See Also
    --------
    analytic_gaussian_sigma : The noise itself, and the proof of the bound in the Notes.
    trade_off, true_positive_rate, advantage : What mu means for an attack.
    gdp_composition : The mu of several releases together.

    Notes
    -----
    The result is never below the exact value. It is above it by a relative 8e-15 at most, for
    epsilon = 0 or in [1e-10, 1e6] and delta in [1e-300, 1 - 1e-12]: the solved mu is within 32 u
    (u = 2^-53) of the exact one, by the Notes of `analytic_gaussian_sigma`, and is multiplied by
    1 + 36 u.

    References
    ----------
    .. [1] B. Balle and Y.-X. Wang, "Improving the Gaussian Mechanism for Differential Privacy:
       Analytical Calibration and Optimal Denoising", ICML 2018, Theorem 8.
    .. [2] J. Dong, A. Roth and W. Su, "Gaussian Differential Privacy", JRSS B 84, 2022, section
       2.3.

    Examples
    --------
    >>> import gaussmech as gm
    >>> round(gm.gaussian_mu(0.5, 1e-6), 4)
    0.1241
    """
    budgets = _checks.arrays(_RANGES, epsilon=epsilon, delta=delta)
    return evaluate(kernel.largest_mu, arrays.largest_mu, budgets)


@overload
def trade_off(alpha: float, mu: float) -> float: ...
@overload
def trade_off(alpha: ArrayLike, mu: ArrayLike) -> Array: ...
def trade_off(alpha: ArrayLike, mu: ArrayLike) -> float | Array:
    """Return the least share of present people that an attack misses, at false alarm rate alpha.

    It is the trade-off function Phi(Phi^-1(1 - alpha) - mu) of mu-GDP: the false negative rate of
    the best test of whether one person is in the data, among tests with the false positive rate
    alpha.

    Parameters
    ----------
    alpha : float or array in [0, 1]
        False positive rate: the probability that the attack accuses a person who is not in the
        data.
    mu : float or array in [0, inf]
        Sensitivity over sigma. `gaussian_mu` returns it for a budget.

    Returns
    -------
    float or array
        False negative rate in [0, 1], of the broadcast shape of the arguments. It is 1 - alpha
        where mu is 0, and 0 where alpha is 1 or mu is inf.

    Raises
    ------
    ValueError
        If an argument is outside its range, NaN, masked or not numeric, or if shapes do not
        broadcast.

    See Also
    --------
    true_positive_rate : One less this rate, with all its digits where it is small.
    advantage : The largest 1 - alpha - trade_off(alpha, mu).

    Notes
    -----
    The result is the largest double that is not above the exact value. It is computed with 50
    digits, of which 30 are sure, which takes between a tenth of a millisecond and one.

    References
    ----------
    .. [1] J. Dong, A. Roth and W. Su, "Gaussian Differential Privacy", JRSS B 84, 2022, equation
       6.

    Examples
    --------
    >>> import gaussmech as gm
    >>> round(gm.trade_off(0.01, 1.0), 4)
    0.9076
    >>> gm.trade_off([0.1, 0.5], gm.gaussian_mu(0.5, 1e-6)).round(4).tolist()
    [0.8765, 0.4506]
    """
    return _apply(_false_negative_rate, alpha=alpha, mu=mu)


@overload
def true_positive_rate(alpha: float, mu: float) -> float: ...
@overload
def true_positive_rate(alpha: ArrayLike, mu: ArrayLike) -> Array: ...
def true_positive_rate(alpha: ArrayLike, mu: ArrayLike) -> float | Array:
    """Return the largest share of present people that an attack detects at false alarm rate alpha.

    It is Phi(Phi^-1(alpha) + mu) = 1 - `trade_off`: how often the best attack on mu-GDP noise is
    right about a person who is in the data, if it may wrongly accuse the share alpha of those who
    are not.

    Parameters
    ----------
    alpha : float or array in [0, 1]
        False positive rate: the probability that the attack accuses a person who is not in the
        data.
    mu : float or array in [0, inf]
        Sensitivity over sigma. `gaussian_mu` returns it for a budget.

    Returns
    -------
    float or array
        True positive rate in [0, 1], of the broadcast shape of the arguments. It is alpha where mu
        is 0, and 1 where alpha is 1 or mu is inf.

    Raises
    ------
    ValueError
        If an argument is outside its range, NaN, masked or not numeric, or if shapes do not
        broadcast.

    See Also
    --------
    trade_off : The false negative rate.
    advantage : The largest true_positive_rate(alpha, mu) - alpha.

    Notes
    -----
    The result is the least double that is not below the exact value. It is computed with 50 digits,
    of which 30 are sure.

    References
    ----------
    .. [1] J. Dong, A. Roth and W. Su, "Gaussian Differential Privacy", JRSS B 84, 2022, equation
       6.

    Examples
    --------
    >>> import gaussmech as gm
    >>> round(gm.true_positive_rate(0.01, gm.gaussian_mu(0.5, 1e-6)), 4)
    0.0138
    """
    return _apply(_true_positive_rate, alpha=alpha, mu=mu)


@overload
def advantage(mu: float) -> float: ...
@overload
def advantage(mu: ArrayLike) -> Array: ...
def advantage(mu: ArrayLike) -> float | Array:
    """Return the advantage 2 Phi(mu / 2) - 1 of the best attack on mu-GDP noise.

    It is the largest difference between true and false positive rate. If a person is in the data
    with probability 1/2, the attack guesses right with probability (1 + advantage) / 2, and tossing
    a coin with 1/2. It equals `gaussian_delta` at epsilon 0.

    Parameters
    ----------
    mu : float or array in [0, inf]
        Sensitivity over sigma. `gaussian_mu` returns it for a budget.

    Returns
    -------
    float or array
        Advantage in [0, 1], of the shape of `mu`: 0 where mu is 0, and 1 where mu is inf.

    Raises
    ------
    ValueError
        If mu is outside its range, NaN, masked or not numeric.

    See Also
    --------
    true_positive_rate : The true positive rate at one false positive rate.
    analytic_gaussian_sigma : At epsilon 0 it returns the noise for an advantage, `delta`.

    Notes
    -----
    The result is never below the exact value. It is above it by a relative 1e-14 at most where mu
    is at least 1e-280.

    References
    ----------
    .. [1] J. Dong, A. Roth and W. Su, "Gaussian Differential Privacy", JRSS B 84, 2022, Corollary
       2.13.
    .. [2] B. Kulynych et al., "Attack-Aware Noise Calibration for Differential Privacy", NeurIPS
       2024.

    Examples
    --------
    >>> import gaussmech as gm
    >>> round(gm.advantage(gm.gaussian_mu(0.5, 1e-6)), 4)
    0.0495
    """
    mu = _checks.real_array("mu", mu, **_RANGES["mu"])
    is_infinite = np.isinf(mu)
    # Noise of size 1 and sensitivity mu; the kernel takes finite sensitivities.
    delta = gaussian_delta(1.0, 0.0, np.where(is_infinite, 0.0, mu))
    return _checks.like_input(np.where(is_infinite, 1.0, delta))


@overload
def zcdp_epsilon(rho: float, delta: float) -> float: ...
@overload
def zcdp_epsilon(rho: ArrayLike, delta: ArrayLike) -> Array: ...
def zcdp_epsilon(rho: ArrayLike, delta: ArrayLike) -> float | Array:
    """Return an epsilon for which every rho-zCDP mechanism is (epsilon, delta)-DP.

    It is the conversion of Canonne, Kamath & Steinke. Gaussian noise is
    sensitivity^2 / (2 sigma^2)-zCDP; if the noise is known to be Gaussian, `gaussian_epsilon` at
    mu = sqrt(2 rho) returns a smaller epsilon.

    Parameters
    ----------
    rho : float or array in [0, inf]
        Parameter of zero-concentrated differential privacy.
    delta : float or array in [0, 1]
        Delta of the guarantee whose epsilon is returned.

    Returns
    -------
    float or array
        Privacy budget, at least 0, in nats of privacy loss, of the broadcast shape of the
        arguments. It is 0 where rho is 0 or delta is 1; it is inf where rho is inf, and where delta
        is 0 and rho is not.

    Raises
    ------
    ValueError
        If an argument is outside its range, NaN, masked or not numeric, or if shapes do not
        broadcast.

    See Also
    --------
    zcdp_delta : The inverse.
    gaussian_epsilon : A smaller epsilon, if the noise is Gaussian.

    Notes
    -----
    For each order a = 1 + b > 1 a rho-zCDP mechanism is (epsilon, delta)-DP with

        epsilon = a rho + log(b / a) + (log(1 / delta) - log a) / b.

    The least is at rho b^2 + log(1 + b) = log(1 / delta), whose left side increases. Any b gives a
    valid epsilon, so b may be rounded; epsilon itself is computed with 50 digits. The result
    is never below the exact minimum over orders, and above it by a relative 1e-14 at most. The
    simpler rho + 2 sqrt(rho log(1 / delta)) (Bun & Steinke, 2016) is larger.

    References
    ----------
    .. [1] C. L. Canonne, G. Kamath and T. Steinke, "The Discrete Gaussian for Differential
       Privacy", NeurIPS 2020, Proposition 12 and Corollary 13.
    .. [2] M. Bun and T. Steinke, "Concentrated Differential Privacy: Simplifications, Extensions,
       and Lower Bounds", TCC 2016.

    Examples
    --------
    >>> import gaussmech as gm
    >>> round(gm.zcdp_epsilon(0.015, 1e-7), 4)
    0.8546
    """
    return _apply(_epsilon_of_rho, rho=rho, delta=delta)


@overload
def zcdp_delta(rho: float, epsilon: float) -> float: ...
@overload
def zcdp_delta(rho: ArrayLike, epsilon: ArrayLike) -> Array: ...
def zcdp_delta(rho: ArrayLike, epsilon: ArrayLike) -> float | Array:
    """Return a delta for which every rho-zCDP mechanism is (epsilon, delta)-DP.

    It is the conversion of Canonne, Kamath & Steinke. If the noise is known to be Gaussian,
    `gaussian_delta` at mu = sqrt(2 rho) returns a smaller delta.

    Parameters
    ----------
    rho : float or array in [0, inf]
        Parameter of zero-concentrated differential privacy.
    epsilon : float or array in [0, inf]
        Privacy budget, in nats of privacy loss.

    Returns
    -------
    float or array
        Delta in [0, 1], of the broadcast shape of the arguments. It
        is 0 where rho is 0 or epsilon is inf.

    Raises
    ------
    ValueError
        If an argument is outside its range, NaN, masked or not numeric, or if shapes do not
        broadcast.

    See Also
    --------
    zcdp_epsilon : The inverse.
    gaussian_delta : A smaller delta, if the noise is Gaussian.

    Notes
    -----
    For each order a = 1 + b > 1 a rho-zCDP mechanism is (epsilon, delta)-DP with

        delta = exp(b (a rho - epsilon)) (b / a)^b / a,

    which is least at (1 + 2 b) rho + log(b / a) = epsilon, whose left side increases. The result is
    never below the exact minimum over orders, and above it by a relative 1e-14 at most where that
    is at least 1e-300.

    References
    ----------
    .. [1] C. L. Canonne, G. Kamath and T. Steinke, "The Discrete Gaussian for Differential
       Privacy", NeurIPS 2020, Proposition 12 and Corollary 13.

    Examples
    --------
    >>> import gaussmech as gm
    >>> f"{gm.zcdp_delta(0.015, 0.8546):.2e}"
    '1.00e-07'
    """
    return _apply(_delta_of_rho, rho=rho, epsilon=epsilon)


def _apply(function: Callable[[float, float], float], **values: Any) -> Any:
    """Apply a function of two numbers to two values, which are validated and broadcast."""
    with many_digits():
        return evaluate(function, None, _checks.arrays(_RANGES, **values))


def _distance(alpha: float, mu: float) -> Decimal:
    """Return mu + Phi^-1(alpha): Phi of it is the true positive rate; 0 < alpha < 1."""
    if alpha <= 0.5:
        return Decimal(mu) - quantile(alpha)
    # 1 - alpha is exact, because the doubles above 1/2 are multiples of 2^-53.
    return Decimal(mu) + quantile(1.0 - alpha)


def _false_negative_rate(alpha: float, mu: float) -> float:
    """Return the least false negative rate at the false positive rate alpha, rounded down."""
    if alpha == 1.0 or mu == math.inf:
        return 0.0
    if mu == 0.0 or alpha == 0.0:
        # The difference may be rounded up. Then the next smaller double is the result.
        rate = 1.0 - alpha
        is_rounded_up = Fraction(rate) + Fraction(alpha) > 1
        return math.nextafter(rate, 0.0) if is_rounded_up else rate
    return max(round_down(tail(_distance(alpha, mu))), 0.0)


def _true_positive_rate(alpha: float, mu: float) -> float:
    """Return the largest true positive rate at the false positive rate alpha, rounded up."""
    if alpha == 1.0 or mu == math.inf:
        return 1.0
    if mu == 0.0 or alpha == 0.0:
        return alpha
    return min(round_up(tail(-_distance(alpha, mu))), 1.0)


def _epsilon_of_rho(rho: float, delta: float) -> float:
    """Return the least epsilon that rho-zCDP implies at delta, rounded up (`zcdp_epsilon`)."""
    if rho == 0.0 or delta == 1.0:
        return 0.0
    if rho == math.inf or delta == 0.0:
        return math.inf
    log_inverse_delta = -math.log(delta)
    b = positive_root(lambda b: rho * b * b + math.log1p(b) - log_inverse_delta)
    # Every order gives a valid epsilon, so the error of the root costs no validity. The logarithm of
    # b / (1 + b) is about -1 / b, and loses as many digits as b has.
    with localcontext() as context:
        context.prec += max(math.ceil(math.log10(b)), 0)
        order = 1 + Decimal(b)
        exact_log_inverse_delta = -Decimal(delta).ln()
        epsilon = order * Decimal(rho) + (Decimal(b) / order).ln()
        epsilon += (exact_log_inverse_delta - order.ln()) / Decimal(b)
    return max(round_up(epsilon), 0.0)


def _delta_of_rho(rho: float, epsilon: float) -> float:
    """Return the least delta that rho-zCDP implies at epsilon, rounded up (`zcdp_delta`)."""
    if rho == 0.0 or epsilon == math.inf:
        return 0.0
    if rho == math.inf:
        return 1.0
    b = positive_root(lambda b: (1 + 2 * b) * rho - math.log1p(1 / b) - epsilon)
    order = 1 + Decimal(b)
    exponent = order * Decimal(rho) - Decimal(epsilon) + (Decimal(b) / order).ln()
    log_delta = Decimal(b) * exponent - order.ln()
    # From e^-2000 down a delta is rounded up to 5e-324, the least double, whatever it is.
    delta = max(log_delta, Decimal(-2000)).exp()
    return min(round_up(delta), 1.0)


def positive_root(increasing: Callable[[float], float]) -> float:
    """Return the positive root of an increasing function, by bisection of its logarithm.

    The relative error is about 1e-11. The bounds that use the root are minimal there, so their
    relative error is of the order of its square. The search is for a root in [e^-400, e^400]. That
    of `zcdp_epsilon` is at most sqrt(745 / 5e-324) < e^376, and at least e^-374. A root of
    `zcdp_delta` may be outside, and then the result, one end, is valid but not the best.
    """
    low = -400.0
    high = 400.0
    while high - low > 1e-11:
        middle = (low + high) / 2
        if increasing(math.exp(middle)) < 0:
            low = middle
        else:
            high = middle
    return math.exp(high)
