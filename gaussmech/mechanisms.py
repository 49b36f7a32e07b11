"""Output perturbation: noise whose scale is set by a privacy budget.

For experiments and calibration, not for releasing real data: noise in floating point has
known attacks (Mironov, 2012). Release with a library made for it, such as OpenDP.
"""

import numpy as np
from scipy.special import erfcinv

from gaussmech import checks
from gaussmech.calibration import analytic_gaussian_sigma, classical_gaussian_sigma


class LaplaceMechanism:
    """epsilon-DP by Laplace noise of scale sensitivity / epsilon (Dwork et al., 2006).

    Parameters
    ----------
    epsilon : float > 0
    sensitivity : float >= 0
        Global L1 sensitivity.

    Attributes
    ----------
    scale : float
        Scale b of the noise density exp(-|z|/b) / (2b).
    amplitude, power : float
        E|Z| and E Z^2 of one coordinate.

    Examples
    --------
    >>> LaplaceMechanism(0.5, 1.0).scale
    2.0
    """

    def __init__(self, epsilon, sensitivity):
        epsilon = checks.real_scalar("epsilon", epsilon, low=0, open_low=True, open_high=True)
        sensitivity = checks.real_scalar("sensitivity", sensitivity, low=0, open_high=True)
        self.scale = sensitivity / epsilon
        self.amplitude = self.scale
        self.power = 2 * self.scale * self.scale

    def release(self, x, rng):
        """x plus noise, coordinate by coordinate; `rng` is a numpy Generator."""
        x, rng = _vector(x), checks.generator("rng", rng)
        return x + rng.laplace(scale=self.scale, size=x.shape)

    def accuracy(self, alpha):
        """The a with P[|Z| > a] = alpha, for alpha in (0, 1)."""
        return float(-self.scale * np.log(_significance(alpha)))


class _GaussianMechanism:
    """Gaussian noise of standard deviation `sigma`, however calibrated."""

    def __init__(self, sigma):
        self.sigma = sigma
        self.amplitude = sigma * np.sqrt(2 / np.pi)
        self.power = sigma * sigma

    def release(self, x, rng):
        """x plus noise, coordinate by coordinate; `rng` is a numpy Generator."""
        x, rng = _vector(x), checks.generator("rng", rng)
        return x + self.sigma * rng.standard_normal(x.shape)

    def accuracy(self, alpha):
        """The a with P[|Z| > a] = alpha, for alpha in (0, 1)."""
        return float(self.sigma * np.sqrt(2) * erfcinv(_significance(alpha)))


class ClassicalGaussianMechanism(_GaussianMechanism):
    """cGM: (epsilon, delta)-DP for epsilon, delta in (0, 1) (Balle & Wang, Theorem 1).

    Beyond epsilon = 1 the formula is taken as it stands, outside its theorem.

    Parameters
    ----------
    epsilon : float > 0
    delta : float in (0, 1)
    sensitivity : float >= 0
        Global L2 sensitivity.

    Attributes
    ----------
    sigma : float
    amplitude, power : float
        E|Z| and E Z^2 of one coordinate.
    """

    def __init__(self, epsilon, delta, sensitivity):
        checks.real_scalar("epsilon", epsilon, low=0, open_low=True, open_high=True)
        super().__init__(classical_gaussian_sigma(*_budget(epsilon, delta, sensitivity)))


class AnalyticGaussianMechanism(_GaussianMechanism):
    """aGM: (epsilon, delta)-DP with the least Gaussian noise (Balle & Wang, Theorem 8).

    Parameters
    ----------
    epsilon : float >= 0
    delta : float in (0, 1)
    sensitivity : float >= 0
        Global L2 sensitivity.

    Attributes
    ----------
    sigma : float
    amplitude, power : float
        E|Z| and E Z^2 of one coordinate.

    Examples
    --------
    >>> mechanism = AnalyticGaussianMechanism(0.5, 1e-6, 5.0)
    >>> round(mechanism.sigma, 2), round(mechanism.accuracy(0.05), 1)
    (40.29, 79.0)
    """

    def __init__(self, epsilon, delta, sensitivity):
        super().__init__(analytic_gaussian_sigma(*_budget(epsilon, delta, sensitivity)))


def _budget(epsilon, delta, sensitivity):
    return (
        checks.real_scalar("epsilon", epsilon, low=0, open_high=True),
        checks.real_scalar("delta", delta, low=0, high=1, open_low=True, open_high=True),
        checks.real_scalar("sensitivity", sensitivity, low=0, open_high=True),
    )


def _vector(x):
    big = np.finfo(float).max
    return checks.real_array("x", x, low=-big, high=big)


def _significance(alpha):
    return checks.real_scalar("alpha", alpha, low=0, high=1, open_low=True, open_high=True)
