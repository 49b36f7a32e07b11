"""The classical sigma with the constant of its proof (the note of 2020)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gaussmech import _checks
from gaussmech.privacy.calibration import classical_gaussian_sigma

# The classical proof needs this constant, 1.2444, where its theorem and that of the note state 1.25.
TIGHT_CONSTANT = float(np.sqrt(2 * np.exp(8 / 9) / np.pi))


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
