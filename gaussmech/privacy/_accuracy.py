r"""The epsilon that a mechanism needs for an accuracy (the note of 2020, Definition 1).

The accuracy of a release at significance alpha is the a with P[|Z| > a] = alpha for the noise Z of
one coordinate; a mechanism's method `accuracy` returns it. This module has the inverses in epsilon,
for floats and arrays. Users call the method `for_accuracy` of a mechanism, which calls them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import erfcinv

from gaussmech import _checks
from gaussmech._checks import Interval
from gaussmech.privacy.calibration import classical_gaussian_sigma, gaussian_epsilon

# The classical proof needs this constant, 1.2444, where its theorem and that of the note state 1.25.
TIGHT_CONSTANT = float(np.sqrt(2 * np.exp(8 / 9) / np.pi))
# Newton's method ended within 100 steps on 20,000 random budgets (tests/privacy/test_accuracy.py).
_MOST_STEPS = 200
_RANGES: dict[str, Interval] = {
    "accuracy": _checks.POSITIVE,
    "alpha": _checks.TAIL,
    "sensitivity": _checks.NON_NEGATIVE,
    "delta": _checks.OPEN_UNIT,
}


def tight_classical_gaussian_sigma(
    epsilon: ArrayLike, delta: ArrayLike, sensitivity: ArrayLike = 1.0
) -> Any:
    """Return the sigma of the classical Gaussian mechanism with the note's tight constant.

    It is sensitivity sqrt(2 log(sqrt(2 e^(8/9) / pi) / delta)) / epsilon: 1.2444 in place of 1.25.
    It takes and returns the same as `classical_gaussian_sigma`.

    >>> round(tight_classical_gaussian_sigma(0.5, 1e-5) / classical_gaussian_sigma(0.5, 1e-5), 6)
    0.999809
    """
    sigma = classical_gaussian_sigma(epsilon, delta, sensitivity)
    # Where delta is 0, sigma is inf or 0 with either constant.
    log = np.log(np.where(np.equal(delta, 0), 1.0, delta))
    saving = np.sqrt((np.log(TIGHT_CONSTANT) - log) / (np.log(1.25) - log))
    return _checks.like_input(sigma * saving)


def _laplace_epsilon_for_accuracy(
    accuracy: ArrayLike, alpha: ArrayLike, sensitivity: ArrayLike = 1.0
) -> Any:
    """Return sensitivity log(1/alpha) / accuracy, at which the Laplace mechanism is as accurate.

    >>> round(_laplace_epsilon_for_accuracy(6.0, 0.05), 4)
    0.4993
    """
    accuracy, alpha, sensitivity = _checks.arrays(
        _RANGES, accuracy=accuracy, alpha=alpha, sensitivity=sensitivity
    )
    return _checks.like_input(sensitivity * -np.log(alpha) / accuracy)


def _classical_gaussian_epsilon_for_accuracy(
    accuracy: ArrayLike,
    alpha: ArrayLike,
    delta: ArrayLike,
    sensitivity: ArrayLike = 1.0,
) -> Any:
    """Return the epsilon at which the classical Gaussian mechanism has this accuracy.

    It is 2 sensitivity sqrt(ln(1.25 / delta)) erf^-1(1 - alpha) / accuracy (the note's Theorem 1).

    >>> round(_classical_gaussian_epsilon_for_accuracy(20.0, 0.05, 1e-5), 4)
    0.4748
    """
    sigma, delta, sensitivity = _sigma_of_accuracy(accuracy, alpha, delta, sensitivity)
    # sigma is proportional to 1 / epsilon.
    return _checks.like_input(classical_gaussian_sigma(1.0, delta, sensitivity) / sigma)


def _analytic_gaussian_epsilon_for_accuracy(
    accuracy: ArrayLike,
    alpha: ArrayLike,
    delta: ArrayLike,
    sensitivity: ArrayLike = 1.0,
) -> Any:
    """Return the epsilon at which the analytic Gaussian mechanism has this accuracy.

    It is 0 where noise of this accuracy is (0, delta)-DP already.

    >>> round(_analytic_gaussian_epsilon_for_accuracy(20.0, 0.05, 1e-5), 4)
    0.3332
    """
    sigma, delta, sensitivity = _sigma_of_accuracy(accuracy, alpha, delta, sensitivity)
    return gaussian_epsilon(sigma, delta, sensitivity)


def _truncated_laplacian_epsilon_for_accuracy(
    accuracy: ArrayLike,
    alpha: ArrayLike,
    delta: ArrayLike,
    sensitivity: ArrayLike = 1.0,
) -> Any:
    """Return the epsilon at which the truncated Laplacian mechanism has this accuracy.

    It is 0 where every epsilon > 0 has this accuracy: from sensitivity (1 - alpha) / (2 delta) on,
    the accuracy of uniform noise. With p = 1 - e^-epsilon the accuracy is
    sensitivity F(epsilon) / epsilon,

        F(epsilon) = log(1 + (1 - alpha) p / (2 delta e^-epsilon + alpha p)),

    which is concave, 0 at 0 and below log(1/alpha). So F(epsilon) = r epsilon has at most one
    positive root, and Newton's method falls to it from log(1/alpha) / r, the Laplace mechanism's
    epsilon.

    >>> round(_truncated_laplacian_epsilon_for_accuracy(20.0, 0.05, 1e-5), 4)
    0.1497
    """
    ranges = {**_RANGES, "delta": _checks.OPEN_HALF}
    accuracy, alpha, delta, sensitivity = _checks.arrays(
        ranges, accuracy=accuracy, alpha=alpha, delta=delta, sensitivity=sensitivity
    )
    with np.errstate(all="ignore"):
        ratio = accuracy / sensitivity
        has_root = ratio < (1 - alpha) / (2 * delta)
        epsilon = np.where(has_root, -np.log(alpha) / ratio, 0.0)
        # A search with a bracket, such as SciPy's find_root, has no lower end to start from: the
        # root may be as near to 0 as doubles allow.
        for _ in range(_MOST_STEPS):
            p = -np.expm1(-epsilon)
            tilted_delta = 2 * delta * np.exp(-epsilon)
            denominator = tilted_delta + alpha * p
            residual = np.log1p((1 - alpha) * p / denominator) - ratio * epsilon
            slope_of_f = (1 - alpha) * tilted_delta / (denominator * (tilted_delta + p))
            slope = slope_of_f - ratio
            next_epsilon = epsilon - residual / slope
            # Rounding ends the fall at the root.
            is_falling = (next_epsilon < epsilon) & (next_epsilon > 0)
            if not is_falling.any():
                break
            epsilon = np.where(is_falling, next_epsilon, epsilon)
    return _checks.like_input(epsilon)


def _sigma_of_accuracy(
    accuracy: Any, alpha: Any, delta: Any, sensitivity: Any
) -> tuple[Any, ...]:
    """Return the sigma of this accuracy, delta and sensitivity, checked and broadcast."""
    accuracy, alpha, delta, sensitivity = _checks.arrays(
        _RANGES, accuracy=accuracy, alpha=alpha, delta=delta, sensitivity=sensitivity
    )
    sigma = accuracy / (np.sqrt(2) * erfcinv(alpha))
    return sigma, delta, sensitivity
