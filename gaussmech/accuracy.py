r"""Accuracy of a release, and the budget that buys it (the note of 2020, Definition 1).

The accuracy at significance alpha is the a with P[|Z| > a] = alpha for the noise Z of one
coordinate; every mechanism has it as its method `accuracy`. Here is the inverse: the epsilon at
which a mechanism has a given accuracy, delta and sensitivity being fixed.
"""

import numpy as np
from scipy.special import erfcinv

from gaussmech import checks
from gaussmech.calibration import classical_gaussian_sigma, gaussian_epsilon

# What the classical proof needs where its theorem, and the note's, say 1.25.
TIGHT_CONSTANT = float(np.sqrt(2 * np.exp(8 / 9) / np.pi))

_MOST_STEPS = 200


def tight_classical_gaussian_sigma(epsilon, delta, sensitivity=1.0):
    """Noise of the classical Gaussian mechanism with the note's tight constant.

    sensitivity sqrt(2 log(sqrt(2 e^(8/9) / pi) / delta)) / epsilon: 1.2444 in place of 1.25.

    Parameters, return value and errors as for `classical_gaussian_sigma`.

    Examples
    --------
    >>> from gaussmech.calibration import classical_gaussian_sigma
    >>> round(tight_classical_gaussian_sigma(0.5, 1e-5) / classical_gaussian_sigma(0.5, 1e-5), 6)
    0.999809
    """
    sigma = classical_gaussian_sigma(epsilon, delta, sensitivity)
    # Where delta is 0, sigma is inf or 0 with either constant.
    log = np.log(np.where(np.equal(delta, 0), 1.0, delta))
    saving = np.sqrt((np.log(TIGHT_CONSTANT) - log) / (np.log(1.25) - log))
    return checks.like_input(sigma * saving)


def laplace_epsilon_for_accuracy(accuracy, alpha, sensitivity=1.0):
    """epsilon at which the Laplace mechanism has this accuracy.

    Parameters
    ----------
    accuracy : float or array > 0, finite
        a, in the unit of `sensitivity`.
    alpha : float or array in (0, 1)
        P[|Z| > a].
    sensitivity : float or array >= 0, finite
        Global L1 sensitivity.

    Returns
    -------
    float or array
        sensitivity log(1/alpha) / accuracy; any larger epsilon is more accurate.

    Raises
    ------
    ValueError
        Naming the argument, its value and the allowed range.

    Examples
    --------
    >>> round(laplace_epsilon_for_accuracy(6.0, 0.05), 4)
    0.4993
    """
    accuracy, alpha, sensitivity = _arguments(accuracy, alpha, sensitivity)
    return checks.like_input(sensitivity * -np.log(alpha) / accuracy)


def classical_gaussian_epsilon_for_accuracy(accuracy, alpha, delta, sensitivity=1.0):
    """epsilon at which the classical Gaussian mechanism has this accuracy (the note's Theorem 1).

    2 sensitivity sqrt(ln(1.25 / delta)) erf^-1(1 - alpha) / accuracy. Where that is 1 or more,
    the classical mechanism is outside its theorem.

    Parameters
    ----------
    accuracy, alpha, sensitivity
        As for `laplace_epsilon_for_accuracy`, with the L2 sensitivity.
    delta : float or array in (0, 1)

    Returns
    -------
    float or array

    Raises
    ------
    ValueError
        Naming the argument, its value and the allowed range.

    Examples
    --------
    >>> round(classical_gaussian_epsilon_for_accuracy(20.0, 0.05, 1e-5), 4)
    0.4748
    """
    accuracy, alpha, sensitivity, delta = _arguments(accuracy, alpha, sensitivity, delta)
    # sigma goes with 1 / epsilon.
    unit = classical_gaussian_sigma(1.0, delta, sensitivity)
    return checks.like_input(unit / _sigma_of_accuracy(accuracy, alpha))


def analytic_gaussian_epsilon_for_accuracy(accuracy, alpha, delta, sensitivity=1.0):
    """epsilon at which the analytic Gaussian mechanism has this accuracy.

    Parameters
    ----------
    accuracy, alpha, delta, sensitivity
        As for `classical_gaussian_epsilon_for_accuracy`.

    Returns
    -------
    float or array
        0 where noise of this accuracy is (0, delta)-DP already.

    Raises
    ------
    ValueError
        Naming the argument, its value and the allowed range.

    Examples
    --------
    >>> round(analytic_gaussian_epsilon_for_accuracy(20.0, 0.05, 1e-5), 4)
    0.3332
    """
    accuracy, alpha, sensitivity, delta = _arguments(accuracy, alpha, sensitivity, delta)
    sigma = _sigma_of_accuracy(accuracy, alpha)
    return checks.like_input(gaussian_epsilon(sigma, delta, sensitivity))


def truncated_laplace_epsilon_for_accuracy(accuracy, alpha, delta, sensitivity=1.0):
    """epsilon at which the truncated Laplacian mechanism has this accuracy.

    Parameters
    ----------
    accuracy, alpha, sensitivity
        As for `laplace_epsilon_for_accuracy`.
    delta : float or array in (0, 1/2)

    Returns
    -------
    float or array
        0 where the accuracy is reached for every epsilon > 0: from
        sensitivity (1 - alpha) / (2 delta) on, that of uniform noise.

    Raises
    ------
    ValueError
        Naming the argument, its value and the allowed range.

    Notes
    -----
    With p = 1 - e^-epsilon the accuracy is sensitivity F(epsilon) / epsilon,

        F(epsilon) = log(1 + (1 - alpha) p / (2 delta e^-epsilon + alpha p)),

    concave, 0 at 0 and below log(1/alpha). So F(epsilon) = r epsilon has at most one positive
    root, and Newton's method falls to it from log(1/alpha) / r, the Laplace mechanism's epsilon.

    Examples
    --------
    >>> round(truncated_laplace_epsilon_for_accuracy(20.0, 0.05, 1e-5), 4)
    0.1497
    """
    checks.real_array("delta", delta, low=0, high=0.5, open_low=True, open_high=True)
    accuracy, alpha, sensitivity, delta = _arguments(accuracy, alpha, sensitivity, delta)
    with np.errstate(divide="ignore", over="ignore", under="ignore", invalid="ignore"):
        ratio = accuracy / sensitivity
        needed = ratio < (1 - alpha) / (2 * delta)
        epsilon = np.where(needed, -np.log(alpha) / ratio, 0.0)
        for _ in range(_MOST_STEPS):
            p, tilted = -np.expm1(-epsilon), 2 * delta * np.exp(-epsilon)
            above = tilted + alpha * p
            residual = np.log1p((1 - alpha) * p / above) - ratio * epsilon
            slope = (1 - alpha) * tilted / (above * (tilted + p)) - ratio
            lower = epsilon - residual / slope
            falls = (lower < epsilon) & (lower > 0)
            if not falls.any():
                break
            epsilon = np.where(falls, lower, epsilon)
    return checks.like_input(epsilon)


def _sigma_of_accuracy(accuracy, alpha):
    return accuracy / (np.sqrt(2) * erfcinv(alpha))


def _arguments(accuracy, alpha, sensitivity, delta=None):
    inside = {"low": 0, "open_low": True, "open_high": True}
    named = {
        "accuracy": checks.real_array("accuracy", accuracy, **inside),
        "alpha": checks.real_array("alpha", alpha, high=1, **inside),
        "sensitivity": checks.real_array("sensitivity", sensitivity, low=0, open_high=True),
    }
    if delta is not None:
        named["delta"] = checks.real_array("delta", delta, high=1, **inside)
    return checks.broadcast(**named)
