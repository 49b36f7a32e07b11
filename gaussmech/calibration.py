r"""(epsilon, delta, sensitivity) <-> sigma for the Gaussian mechanism, exact and certified.

With mu = sensitivity / sigma the exact privacy profile (Balle & Wang, Theorem 8) is

    delta(epsilon, mu) = Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu).

`profile_kernel` evaluates it without cancellation or overflow and solves it for each of its
arguments; what is returned errs on the safe side only, by the bounds stated there.
"""

import numpy as np

from gaussmech import checks, profile_kernel

CHUNK = 2**14
# So many budgets take about as long in plain Python as importing Numba does.
_plain_budgets = 10_000


def analytic_gaussian_sigma(epsilon, delta, sensitivity=1.0):
    """Smallest noise that makes the Gaussian mechanism (epsilon, delta)-DP.

    The analytic Gaussian mechanism (Balle & Wang, Theorem 8): the sigma at which the exact
    privacy profile equals `delta`.

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

    Notes
    -----
    Never below the exact value, and above it by at most 8e-15 of it, for epsilon = 0 or in
    [1e-10, 1e6] and delta in [1e-300, 1 - 1e-12]. The solved mu is within 32 u of the exact
    one (u = 2^-53): rounding of a = mu/2 - epsilon/mu and of a^2/2 enter log delta divided by
    its slope in log mu, about |a| b, which is as large as they are (4 u); Mills' ratio, within
    5 u, enters through its difference G, computed so that G's error over the slope is at most
    20 u; log, exp and the last divisions add 8 u. The result is multiplied by 1 + 36 u, which
    covers the sum.

    Examples
    --------
    >>> round(analytic_gaussian_sigma(0.5, 1e-6, 5.0), 4)
    40.2881
    >>> analytic_gaussian_sigma([0.1, 1.0], 1e-4).round(3).tolist()
    [24.508, 3.186]
    """
    # The usual call, three numbers in range, takes no detour over arrays.
    if _are_numbers(epsilon, delta, sensitivity) and (
        epsilon >= 0 and 0 <= delta <= 1 and 0 <= sensitivity < np.inf
    ):
        return _kernel(1).least_sigma(float(epsilon), float(delta), float(sensitivity))
    return _fill("fill_sigma", *_budget(epsilon, delta, sensitivity))


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
    with np.errstate(all="ignore"):
        unit = np.where(delta == 0, np.inf, np.sqrt(2 * np.log(1.25 / delta)) / epsilon)
        sigma = np.where(sensitivity == 0, 0.0, sensitivity * unit)
    return checks.like_input(sigma)


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

    Notes
    -----
    Never below the exact value, and above it by at most 1e-12 of it where it is at least
    1e-300. a = mu/2 - epsilon/mu and its square are carried in double-double, so that the
    density's argument loses nothing; what remains is the error of G, bounded along with it.

    Examples
    --------
    >>> f"{gaussian_delta(40.288, 0.5, 5.0):.3e}"
    '1.000e-06'
    """
    if _are_numbers(sigma, epsilon, sensitivity) and (
        sigma >= 0 and epsilon >= 0 and 0 <= sensitivity < np.inf
    ):
        return _kernel(1).least_delta(float(sigma), float(epsilon), float(sensitivity))
    arguments = checks.broadcast(
        sigma=checks.real_array("sigma", sigma, low=0),
        epsilon=checks.real_array("epsilon", epsilon, low=0),
        sensitivity=_sensitivity(sensitivity),
    )
    return _fill("fill_delta", *arguments)


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

    Notes
    -----
    Never below the exact value, and above it by at most 1e-11 of it, or, where delta is so close
    to its value at epsilon = 0 that it hardly depends on epsilon, by what a change of delta by
    300 units of rounding amounts to. The bound of the residual's error, over its slope in
    epsilon, is added to the root.

    Examples
    --------
    >>> round(gaussian_epsilon(40.2881, 1e-6, 5.0), 5)
    0.5
    """
    if _are_numbers(sigma, delta, sensitivity) and (
        sigma >= 0 and 0 <= delta <= 1 and 0 <= sensitivity < np.inf
    ):
        return _kernel(1).least_epsilon(float(sigma), float(delta), float(sensitivity))
    arguments = checks.broadcast(
        sigma=checks.real_array("sigma", sigma, low=0),
        delta=checks.real_array("delta", delta, low=0, high=1),
        sensitivity=_sensitivity(sensitivity),
    )
    return _fill("fill_epsilon", *arguments)


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

    from scipy.special import erf

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
    return checks.broadcast(
        epsilon=checks.real_array("epsilon", epsilon, low=0),
        delta=checks.real_array("delta", delta, low=0, high=1),
        sensitivity=_sensitivity(sensitivity),
    )


def _sensitivity(value):
    return checks.real_array("sensitivity", value, low=0, open_high=True)


def _kernel(budgets):
    """The kernel in plain Python, or compiled once Numba's import pays."""
    global _plain_budgets
    if budgets <= _plain_budgets:
        _plain_budgets -= budgets
        return profile_kernel
    _plain_budgets = 0
    return profile_kernel.compiled()


def _fill(name, *arguments):
    """The kernel's function `name` at each place of the broadcast arguments."""
    flat = [argument.reshape(-1) for argument in arguments]
    out = np.empty(flat[0].size)
    kernel = _kernel(out.size)
    fill = getattr(kernel, name)
    if kernel is profile_kernel:
        fill(*(values.tolist() for values in flat), out)
    else:
        for first in range(0, out.size, CHUNK):
            part = slice(first, first + CHUNK)
            # Copies, small enough for the cache: the kernel is compiled for plain, writable arrays.
            fill(*(values[part].copy() for values in flat), out[part])
    return checks.like_input(out.reshape(arguments[0].shape))


def _are_numbers(*values):
    return all(type(value) is float or type(value) is int for value in values)
