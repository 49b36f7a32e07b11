r"""(epsilon, delta, sensitivity) <-> sigma for the Gaussian mechanism.

With mu = sensitivity / sigma, a = mu/2 - epsilon/mu, b = mu/2 + epsilon/mu, the exact privacy
profile (Balle & Wang, Theorem 8) is

    delta(epsilon, mu) = Phi(a) - e^epsilon Phi(-b) = phi(a) [M(-a) - M(b)],

since e^epsilon phi(b) = phi(a); phi is the normal density and M(t) = (1 - Phi(t)) / phi(t)
Mills' ratio. In this form nothing overflows, and where M(-a) and M(b) are close (small mu)
their difference is summed as a series instead. The equation is solved in u = log mu: the
derivatives of log delta come free with its value, so a fourth-order step costs one evaluation.
"""

import numpy as np
from scipy.special import erf, erfcx, erfinv, ndtr, ndtri

from gaussmech import checks

_SQRT_HALF = np.sqrt(0.5)
_SQRT_HALF_PI = np.sqrt(np.pi / 2)
_LOG_SQRT_2_PI = 0.5 * np.log(2 * np.pi)
_SERIES_BELOW = 0.3
_SERIES_ORDER = 13
_FRACTION_START = 100
_MAX_STEPS = 100


def analytic_gaussian_sigma(epsilon, delta, sensitivity=1.0):
    """Smallest noise that makes the Gaussian mechanism (epsilon, delta)-DP.

    The analytic Gaussian mechanism (Balle & Wang, Theorem 8): the sigma at which the exact
    privacy profile equals `delta`, correct to a few units in the last place.

    Parameters
    ----------
    epsilon : float or array >= 0
    delta : float or array in [0, 1]
    sensitivity : float or array >= 0, finite
        Global L2 sensitivity, in the units of the released value.

    Returns
    -------
    float or array
        Standard deviation, in the units of `sensitivity`; a float where all arguments are
        scalars, else of their broadcast shape. inf where delta is 0, and 0 where delta is
        1, epsilon is inf, or sensitivity is 0: then no noise is needed.

    Raises
    ------
    ValueError
        Naming the argument, its value and the allowed range.

    Examples
    --------
    >>> round(analytic_gaussian_sigma(0.5, 1e-6, 5.0), 4)
    40.2881
    >>> analytic_gaussian_sigma([0.1, 1.0], 1e-4).round(3).tolist()
    [24.508, 3.186]
    """
    epsilon, delta, sensitivity = _budget(epsilon, delta, sensitivity)
    with np.errstate(divide="ignore", over="ignore", under="ignore"):
        mu = np.full(epsilon.shape, np.inf)
        mu[delta == 0] = 0.0
        inner = (delta > 0) & (delta < 1) & np.isfinite(epsilon)
        mu[inner] = _solve_mu(epsilon[inner], delta[inner])
        sigma = np.where(sensitivity == 0, 0.0, sensitivity / mu)
    return _like_input(sigma)


def classical_gaussian_sigma(epsilon, delta, sensitivity=1.0):
    """Noise of the classical Gaussian mechanism (Balle & Wang, Theorem 1).

    sensitivity sqrt(2 log(1.25 / delta)) / epsilon, as the figures draw it. The theorem
    covers epsilon and delta in (0, 1) only: beyond epsilon = 1 the formula is no longer
    private in general.

    Parameters, return value and errors as for `analytic_gaussian_sigma`; inf where epsilon
    or delta is 0.

    Examples
    --------
    >>> round(classical_gaussian_sigma(0.5, 1e-5), 4)
    9.6896
    """
    epsilon, delta, sensitivity = _budget(epsilon, delta, sensitivity)
    with np.errstate(divide="ignore", over="ignore", under="ignore"):
        unit = np.sqrt(2 * np.log(1.25 / delta)) / epsilon
        sigma = np.where(sensitivity == 0, 0.0, sensitivity * unit)
    return _like_input(sigma)


def gaussian_delta(sigma, epsilon, sensitivity=1.0):
    """Smallest delta for which noise `sigma` is (epsilon, delta)-DP (Theorem 8).

    Parameters
    ----------
    sigma : float or array >= 0
    epsilon : float or array >= 0
    sensitivity : float or array >= 0, finite

    Returns
    -------
    float or array in [0, 1]

    Raises
    ------
    ValueError
        Naming the argument, its value and the allowed range.

    Examples
    --------
    >>> f"{gaussian_delta(40.288, 0.5, 5.0):.3e}"
    '1.000e-06'
    """
    sigma, epsilon, sensitivity = _broadcast(
        sigma=checks.real_array("sigma", sigma, low=0),
        epsilon=checks.real_array("epsilon", epsilon, low=0),
        sensitivity=_sensitivity(sensitivity),
    )
    with np.errstate(divide="ignore", over="ignore", under="ignore", invalid="ignore"):
        mu = np.where(sensitivity == 0, 0.0, sensitivity / sigma)
        delta = np.where(mu > 0, 1.0, 0.0)
        delta[np.isinf(epsilon)] = 0.0
        inner = (mu > 0) & np.isfinite(mu) & np.isfinite(epsilon)
        log_delta, log_rest = _log_profile(epsilon[inner], mu[inner])
        # Near 1 the complement carries the digits.
        delta[inner] = np.where(log_rest < -1, -np.expm1(log_rest), np.exp(log_delta))
    return _like_input(delta)


def gaussian_epsilon(sigma, delta, sensitivity=1.0):
    """Smallest epsilon >= 0 for which noise `sigma` is (epsilon, delta)-DP (Theorem 8).

    Parameters
    ----------
    sigma : float or array >= 0
    delta : float or array in [0, 1]
    sensitivity : float or array >= 0, finite

    Returns
    -------
    float or array
        inf where no epsilon will do: delta is 0, or sigma is 0 while delta is below 1.

    Raises
    ------
    ValueError
        Naming the argument, its value and the allowed range.

    Examples
    --------
    >>> round(gaussian_epsilon(40.2881, 1e-6, 5.0), 5)
    0.5
    """
    sigma, delta, sensitivity = _broadcast(
        sigma=checks.real_array("sigma", sigma, low=0),
        delta=checks.real_array("delta", delta, low=0, high=1),
        sensitivity=_sensitivity(sensitivity),
    )
    with np.errstate(divide="ignore", over="ignore", under="ignore", invalid="ignore"):
        mu = np.where(sensitivity == 0, 0.0, sensitivity / sigma)
        # delta(0, mu) = 2 Phi(mu/2) - 1 is reached without any epsilon.
        free = (mu == 0) | (delta >= 1) | (delta >= 1 - 2 * ndtr(-mu / 2))
        epsilon = np.where(free, 0.0, np.inf)
        inner = ~free & (delta > 0) & np.isfinite(mu)
        epsilon[inner] = _solve_epsilon(mu[inner], delta[inner])
    return _like_input(epsilon)


def algorithm_1(epsilon, delta, sensitivity=1.0, *, tolerance=1e-12):
    """sigma by Algorithm 1 of Balle & Wang, as printed: the readable reference.

    For epsilon > 0 and delta in (0, 1), scalars. Doubling finds a bracket for v* or u*,
    binary search narrows it to `tolerance`, with Phi by the error function as in the
    paper. In doubles this loses digits where delta is small or epsilon large, for which
    `analytic_gaussian_sigma` is made.

    Examples
    --------
    >>> round(algorithm_1(0.5, 1e-6, 5.0), 4)
    40.2881
    """
    epsilon = checks.real_scalar("epsilon", epsilon, low=0, high=700, open_low=True, open_high=True)
    delta = checks.real_scalar("delta", delta, low=0, high=1, open_low=True, open_high=True)
    sensitivity = checks.real_scalar("sensitivity", sensitivity, low=0, open_high=True)

    def phi(t):
        return (1 + erf(t / np.sqrt(2))) / 2

    def b_plus(v):
        return phi(np.sqrt(epsilon * v)) - np.exp(epsilon) * phi(-np.sqrt(epsilon * (v + 2)))

    def b_minus(u):
        return phi(-np.sqrt(epsilon * u)) - np.exp(epsilon) * phi(-np.sqrt(epsilon * (u + 2)))

    delta_0 = b_plus(0.0)
    if delta >= delta_0:
        v = _binary_search(lambda v: b_plus(v) > delta, tolerance)
        alpha = np.sqrt(1 + v / 2) - np.sqrt(v / 2)
    else:
        u = _binary_search(lambda u: b_minus(u) <= delta, tolerance)
        alpha = np.sqrt(1 + u / 2) + np.sqrt(u / 2)
    return float(alpha * sensitivity / np.sqrt(2 * epsilon))


def _binary_search(beyond, tolerance):
    """Where the monotone predicate turns true on [0, inf), within `tolerance`."""
    low, high = 0.0, 1.0
    while not beyond(high):
        low, high = high, 2 * high
    # The second condition ends the search where the tolerance is below the spacing of doubles.
    while high - low > tolerance and low < 0.5 * (low + high) < high:
        middle = 0.5 * (low + high)
        low, high = (low, middle) if beyond(middle) else (middle, high)
    return 0.5 * (low + high)


def _budget(epsilon, delta, sensitivity):
    return _broadcast(
        epsilon=checks.real_array("epsilon", epsilon, low=0),
        delta=checks.real_array("delta", delta, low=0, high=1),
        sensitivity=_sensitivity(sensitivity),
    )


def _sensitivity(value):
    return checks.real_array("sensitivity", value, low=0, open_high=True)


def _broadcast(**named):
    try:
        return np.broadcast_arrays(*named.values())
    except ValueError:
        shapes = ", ".join(f"{name} {array.shape}" for name, array in named.items())
        raise ValueError(f"shapes do not broadcast together: {shapes}") from None


def _like_input(result):
    return float(result) if result.ndim == 0 else result


def _mills(t):
    """Mills' ratio (1 - Phi(t)) / phi(t)."""
    return _SQRT_HALF_PI * erfcx(t * _SQRT_HALF)


def _terms(epsilon, mu):
    """a, b, and Mills' ratio at b."""
    c, h = epsilon / mu, mu / 2
    return h - c, h + c, _mills(h + c)


def _mills_difference(epsilon, mu, a, mills_b):
    """G = M(-a) - M(b), to full relative accuracy."""
    difference = _mills(-a) - mills_b
    small = mu < _SERIES_BELOW
    if small.any():
        difference[small] = _central_series(epsilon[small] / mu[small], mu[small] / 2)
    return difference


def _central_series(c, h):
    """M(c - h) - M(c + h) = 2 sum_k h^(2k+1) / (2k+1)! N_(2k+1)(c), for 0 < h < 0.15.

    N_k(c) = int_0^inf t^k exp(-ct - t^2/2) dt = |k-th derivative of M|, every term positive.
    N_0 = M and N_1 = 1 - c M start the recurrence N_(k+1) = k N_(k-1) - c N_k; for c > 2
    that cancels, and the ratios N_k / N_(k-1) come from its continued fraction instead.
    """
    near = c <= 2
    moments = np.empty((_SERIES_ORDER + 1, c.size))
    moments[:, near] = _moments_by_recurrence(c[near])
    moments[:, ~near] = _moments_by_fraction(c[~near])
    term = 2 * h
    total = term * moments[1]
    for k in range(3, _SERIES_ORDER + 1, 2):
        term = term * h * h / (k * (k - 1))
        total += term * moments[k]
    return total


def _moments_by_recurrence(c):
    moments = [_mills(c), 1 - c * _mills(c)]
    for k in range(1, _SERIES_ORDER):
        moments.append(k * moments[k - 1] - c * moments[k])
    return np.array(moments)


def _moments_by_fraction(c):
    # Started at its asymptotic value, the fraction has converged long before k = 13.
    ratio = 0.5 * (np.sqrt(c * c + 4 * _FRACTION_START) - c)
    ratios = []
    for k in range(_FRACTION_START - 1, 0, -1):
        ratio = k / (c + ratio)
        if k <= _SERIES_ORDER:
            ratios.append(ratio)
    return np.cumprod([_mills(c), *ratios[::-1]], axis=0)


def _log_profile(epsilon, mu):
    """log delta and log(1 - delta) of the Gaussian profile; 0 < mu < inf, epsilon finite."""
    a, b, mills_b = _terms(epsilon, mu)
    log_phi = -0.5 * a * a - _LOG_SQRT_2_PI
    log_delta = log_phi + np.log(_mills_difference(epsilon, mu, np.minimum(a, 9.0), mills_b))
    # Only one of the two forms is ever needed on either side of a = 9, where delta is 1 - 1e-19.
    log_rest = log_phi + np.log(_mills(np.maximum(a, -9.0)) + mills_b)
    return np.where(a > 9, 0.0, log_delta), np.where(a < -9, 0.0, log_rest)


def _log_ratio(x, target):
    """log(x / target), also where the quotient overflows."""
    quotient = x / target
    return np.where(np.isfinite(quotient), np.log(quotient), np.log(x) - np.log(target))


def _start_mu(epsilon, delta):
    """A mu at most the exact one: the better of two closed-form bounds.

    The value at epsilon = 0, and the bound of Vinterbo (arXiv 2012.10523).
    """
    at_zero = 2 * np.sqrt(2) * erfinv(delta)
    z = -np.log(4 * delta * (1 - delta))
    low = np.sqrt(2) * epsilon / (np.sqrt(z + epsilon) + np.sqrt(np.maximum(z, 0)))
    scaled = np.maximum(np.pi / 4 * z, 0)
    high = np.sqrt(2) * (np.sqrt(scaled + epsilon) + np.sqrt(scaled))
    return np.maximum(at_zero, np.where(delta <= 0.5, low, high))


def _solve_mu(epsilon, delta):
    """mu with delta(epsilon, mu) = delta, by fourth-order steps in u = log mu."""
    mu = _start_mu(epsilon, delta)
    # Beyond 1e40, mu = a + sqrt(a^2 + 2 epsilon) is sqrt(2 epsilon) to the last digit: |a| < 40.
    huge = epsilon > 1e40
    mu[huge] = np.sqrt(2) * np.sqrt(epsilon[huge])
    active = np.flatnonzero((epsilon > 0) & ~huge)
    for _ in range(_MAX_STEPS):
        if not active.size:
            return mu
        step = _log_mu_step(epsilon[active], delta[active], mu[active])
        # Multiplying keeps the relative accuracy that adding to log mu would lose.
        mu[active] *= np.exp(step)
        active = active[np.abs(step) > 1e-8]
    raise RuntimeError("calibration did not converge; please report epsilon and delta")


def _residual(epsilon, delta, mu):
    """f, mass, sign, a, b, M(b): f is log(delta(epsilon, mu) / delta) where delta <= 1/2.

    Above, f compares the complements, which carry the digits there. Either way
    f = log(phi(a) mass / target), and `sign` is +1 or -1.
    """
    a, b, mills_b = _terms(epsilon, mu)
    lower = delta <= 0.5
    upper = ~lower
    mass = np.empty_like(mu)
    mass[lower] = _mills_difference(epsilon[lower], mu[lower], a[lower], mills_b[lower])
    mass[upper] = _mills(a[upper]) + mills_b[upper]
    target = np.where(lower, delta, 1 - delta)
    f = -0.5 * a * a - _LOG_SQRT_2_PI + _log_ratio(mass, target)
    return f, mass, np.where(lower, 1.0, -1.0), a, b, mills_b


def _log_mu_step(epsilon, delta, mu):
    f, mass, sign, a, b, _ = _residual(epsilon, delta, mu)
    slope = sign * mu / mass
    p = 1 - slope - a * b
    q = p * p - slope * p - (a * a + b * b)
    t = f / slope
    step = -t * (1 - 0.5 * t * p) / (1 - t * p + t * t * q / 6)
    return np.clip(step, -1, 1)


def _solve_epsilon(mu, delta):
    """epsilon > 0 with delta(epsilon, mu) = delta, by Halley's steps from above."""
    # delta < Phi(a) gives a bound on epsilon from above.
    epsilon = mu * (mu / 2 - ndtri(delta))
    active = np.arange(mu.size)
    for _ in range(_MAX_STEPS):
        if not active.size:
            return epsilon
        old = epsilon[active]
        step = _epsilon_step(old, delta[active], mu[active])
        epsilon[active] = np.maximum(old + step, 0.1 * old)
        active = active[np.abs(step) > 1e-9 * old]
    raise RuntimeError("calibration did not converge; please report sigma and delta")


def _epsilon_step(epsilon, delta, mu):
    f, mass, sign, _, _, mills_b = _residual(epsilon, delta, mu)
    slope = -sign * mills_b / mass
    p = 1 - 1 / (mu * mills_b) - slope
    t = f / slope
    return -t / (1 - 0.5 * t * p)
