r"""The epsilon needed for an accuracy (the note of 2020, Definition 1).

The accuracy of a release at significance alpha is the a with P[|Z| > a] = alpha for the noise Z of
one coordinate: a mechanism's method `accuracy`. The functions here return the epsilon at which a
mechanism has a given accuracy at fixed delta and sensitivity; `for_accuracy` returns the mechanism.

They take floats or arrays, which broadcast, and return a float where all arguments are scalars.
They raise ValueError naming the argument, its value and the allowed range.
"""

from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import erfcinv

from gaussmech import checks
from gaussmech.calibration import classical_gaussian_sigma, gaussian_epsilon
from gaussmech.checks import Array, Interval

# What the classical proof needs where its theorem, and the note's, say 1.25.
TIGHT_CONSTANT = float(np.sqrt(2 * np.exp(8 / 9) / np.pi))

_MOST_STEPS = 200
_RANGES: dict[str, Interval] = {
    "accuracy": checks.POSITIVE,
    "alpha": checks.OPEN_UNIT,
    "sensitivity": checks.NON_NEGATIVE,
    "delta": checks.OPEN_UNIT,
}


@overload
def tight_classical_gaussian_sigma(
    epsilon: float, delta: float, sensitivity: float = 1.0
) -> float: ...
@overload
def tight_classical_gaussian_sigma(
    epsilon: ArrayLike, delta: ArrayLike, sensitivity: ArrayLike = 1.0
) -> Array: ...
def tight_classical_gaussian_sigma(epsilon: Any, delta: Any, sensitivity: Any = 1.0) -> Any:
    """Return the noise of the classical Gaussian mechanism with the note's tight constant.

    sensitivity sqrt(2 log(sqrt(2 e^(8/9) / pi) / delta)) / epsilon: 1.2444 in place of 1.25.

    Takes and returns the same as `classical_gaussian_sigma`.

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


@overload
def laplace_epsilon_for_accuracy(
    accuracy: float, alpha: float, sensitivity: float = 1.0
) -> float: ...
@overload
def laplace_epsilon_for_accuracy(
    accuracy: ArrayLike, alpha: ArrayLike, sensitivity: ArrayLike = 1.0
) -> Array: ...
def laplace_epsilon_for_accuracy(accuracy: Any, alpha: Any, sensitivity: Any = 1.0) -> Any:
    """Return the epsilon at which the Laplace mechanism has this accuracy.

    Parameters
    ----------
    accuracy : float or array > 0
        a, in the unit of `sensitivity`.
    alpha : float or array in (0, 1)
        P[|Z| > a].
    sensitivity : float or array >= 0
        Global L1 sensitivity.

    Returns
    -------
    float or array
        sensitivity log(1/alpha) / accuracy; any larger epsilon is more accurate.

    See Also
    --------
    gaussmech.LaplaceMechanism.accuracy : the inverse.

    Examples
    --------
    >>> round(laplace_epsilon_for_accuracy(6.0, 0.05), 4)
    0.4993
    """
    accuracy, alpha, sensitivity = checks.arrays(
        _RANGES, accuracy=accuracy, alpha=alpha, sensitivity=sensitivity
    )
    return checks.like_input(sensitivity * -np.log(alpha) / accuracy)


@overload
def classical_gaussian_epsilon_for_accuracy(
    accuracy: float, alpha: float, delta: float, sensitivity: float = 1.0
) -> float: ...
@overload
def classical_gaussian_epsilon_for_accuracy(
    accuracy: ArrayLike, alpha: ArrayLike, delta: ArrayLike, sensitivity: ArrayLike = 1.0
) -> Array: ...
def classical_gaussian_epsilon_for_accuracy(
    accuracy: Any, alpha: Any, delta: Any, sensitivity: Any = 1.0
) -> Any:
    """Return the epsilon at which the classical Gaussian mechanism has this accuracy.

    2 sensitivity sqrt(ln(1.25 / delta)) erf^-1(1 - alpha) / accuracy (the note's Theorem 1). Where
    that is 1 or more, the classical mechanism is outside its theorem.

    Parameters
    ----------
    accuracy, alpha, sensitivity
        As for `laplace_epsilon_for_accuracy`, with the L2 sensitivity.
    delta : float or array in (0, 1)

    Returns
    -------
    float or array
        0 where sensitivity is 0.

    See Also
    --------
    gaussmech.ClassicalGaussianMechanism.accuracy : the inverse.

    Examples
    --------
    >>> round(classical_gaussian_epsilon_for_accuracy(20.0, 0.05, 1e-5), 4)
    0.4748
    """
    accuracy, alpha, delta, sensitivity = checks.arrays(
        _RANGES, accuracy=accuracy, alpha=alpha, delta=delta, sensitivity=sensitivity
    )
    # sigma is proportional to 1 / epsilon.
    unit = classical_gaussian_sigma(1.0, delta, sensitivity)
    return checks.like_input(unit / _sigma_of_accuracy(accuracy, alpha))


@overload
def analytic_gaussian_epsilon_for_accuracy(
    accuracy: float, alpha: float, delta: float, sensitivity: float = 1.0
) -> float: ...
@overload
def analytic_gaussian_epsilon_for_accuracy(
    accuracy: ArrayLike, alpha: ArrayLike, delta: ArrayLike, sensitivity: ArrayLike = 1.0
) -> Array: ...
def analytic_gaussian_epsilon_for_accuracy(
    accuracy: Any, alpha: Any, delta: Any, sensitivity: Any = 1.0
) -> Any:
    """Return the epsilon at which the analytic Gaussian mechanism has this accuracy.

    Parameters
    ----------
    accuracy, alpha, delta, sensitivity
        As for `classical_gaussian_epsilon_for_accuracy`.

    Returns
    -------
    float or array
        0 where noise of this accuracy is (0, delta)-DP already.

    See Also
    --------
    gaussmech.AnalyticGaussianMechanism.accuracy : the inverse.

    Examples
    --------
    >>> round(analytic_gaussian_epsilon_for_accuracy(20.0, 0.05, 1e-5), 4)
    0.3332
    """
    accuracy, alpha, delta, sensitivity = checks.arrays(
        _RANGES, accuracy=accuracy, alpha=alpha, delta=delta, sensitivity=sensitivity
    )
    sigma = _sigma_of_accuracy(accuracy, alpha)
    return checks.like_input(gaussian_epsilon(sigma, delta, sensitivity))


@overload
def truncated_laplace_epsilon_for_accuracy(
    accuracy: float, alpha: float, delta: float, sensitivity: float = 1.0
) -> float: ...
@overload
def truncated_laplace_epsilon_for_accuracy(
    accuracy: ArrayLike, alpha: ArrayLike, delta: ArrayLike, sensitivity: ArrayLike = 1.0
) -> Array: ...
def truncated_laplace_epsilon_for_accuracy(
    accuracy: Any, alpha: Any, delta: Any, sensitivity: Any = 1.0
) -> Any:
    """Return the epsilon at which the truncated Laplace mechanism has this accuracy.

    Parameters
    ----------
    accuracy, alpha, sensitivity
        As for `laplace_epsilon_for_accuracy`.
    delta : float or array in (0, 1/2)

    Returns
    -------
    float or array
        0 where every epsilon > 0 has this accuracy: from sensitivity (1 - alpha) / (2 delta) on,
        the accuracy of uniform noise.

    See Also
    --------
    gaussmech.TruncatedLaplaceMechanism.accuracy : the inverse.

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
    ranges = {**_RANGES, "delta": checks.OPEN_HALF}
    accuracy, alpha, delta, sensitivity = checks.arrays(
        ranges, accuracy=accuracy, alpha=alpha, delta=delta, sensitivity=sensitivity
    )
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


def _sigma_of_accuracy(accuracy: Array, alpha: Array) -> Array:
    sigma: Array = accuracy / (np.sqrt(2) * erfcinv(alpha))
    return sigma
