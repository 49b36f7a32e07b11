"""Output perturbation: noise whose scale is set by a privacy budget.

For experiments and calibration, not for releasing real data: noise in floating point has
known attacks (Mironov, 2012). Release with a library made for it, such as OpenDP.
"""

import numpy as np
from scipy.special import erfcinv

from gaussmech import checks
from gaussmech.calibration import analytic_gaussian_sigma, classical_gaussian_sigma
from gaussmech.truncated_laplacian import noise_bounds, truncation_ratio

_U = 2.0**-53


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


class TruncatedLaplaceMechanism:
    """(epsilon, delta)-DP by Laplace noise cut off at a bound (Geng et al., Theorem 1).

    For a single real-valued query. Each coordinate of a vector gets noise of its own, and the
    guarantee is then for one coordinate.

    Parameters
    ----------
    epsilon : float > 0
    delta : float in (0, 1/2)
        From 1/2 on the noise would be narrower than the sensitivity.
    sensitivity : float >= 0
        Global sensitivity of the query.

    Attributes
    ----------
    scale : float
        lambda of the noise density, proportional to exp(-|z| / lambda) on [-bound, bound].
    bound : float
        A = lambda log(1 + (e^epsilon - 1) / (2 delta)): |Z| <= A.
    amplitude, power : float
        E|Z| and E Z^2 of one coordinate.

    Notes
    -----
    `scale` and `bound` are rounded up, by 8 and 32 units in the last place at most: with them
    the law is never less private than asked, even where delta is near the rounding of doubles.

    Examples
    --------
    >>> mechanism = TruncatedLaplaceMechanism(0.5, 1e-6, 5.0)
    >>> round(mechanism.bound, 2), round(mechanism.accuracy(0.05), 2)
    (126.9, 29.96)
    """

    def __init__(self, epsilon, delta, sensitivity):
        epsilon = checks.real_scalar("epsilon", epsilon, low=0, open_low=True, open_high=True)
        delta = checks.real_scalar("delta", delta, low=0, high=0.5, open_low=True, open_high=True)
        sensitivity = checks.real_scalar("sensitivity", sensitivity, low=0, open_high=True)
        ratio = truncation_ratio(epsilon, delta)
        self.scale = sensitivity / epsilon * (1 + 4 * _U)
        self.bound = sensitivity * ratio * (1 + 16 * _U)
        bounds = noise_bounds(epsilon, delta, sensitivity)
        self.amplitude, self.power = bounds.amplitude_upper, bounds.power_upper
        self._log_ratio = ratio * epsilon

    def release(self, x, rng):
        """x plus noise, coordinate by coordinate; `rng` is a numpy Generator.

        No released value is farther than `bound` from x, not even by rounding.
        """
        x, rng = _vector(x), checks.generator("rng", rng)
        # Inversion at the uniform exp(-e), which has all its digits near 0 and near 1.
        e = rng.standard_exponential(x.shape)
        size = self._quantile(np.exp(-e), -np.expm1(-e))
        noise = np.copysign(size, rng.random(x.shape) - 0.5)
        return np.clip(x + noise, -_sum_not_above(-x, self.bound), _sum_not_above(x, self.bound))

    def accuracy(self, alpha):
        """The a with P[|Z| > a] = alpha, for alpha in (0, 1)."""
        alpha = _significance(alpha)
        return float(self._quantile(alpha, 1 - alpha))

    def _quantile(self, above, below):
        """The a with P[|Z| > a] = above = 1 - below."""
        t = self._log_ratio
        with np.errstate(divide="ignore", over="ignore"):
            share = np.log1p(below * -np.expm1(-t) / (above + below * np.exp(-t))) / t
        return self.bound * np.minimum(share, 1.0)


def _sum_not_above(x, bound):
    """x + bound rounded down, so that what is not above it is within `bound` of x."""
    with np.errstate(over="ignore", invalid="ignore"):
        total = x + bound
        # What rounding took away, exactly (Knuth's TwoSum).
        part = total - x
        lost = (x - (total - part)) + (bound - part)
    return np.where(lost < 0, np.nextafter(total, -np.inf), total)


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
