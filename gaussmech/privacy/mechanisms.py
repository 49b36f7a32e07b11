"""Mechanisms that add noise to a value, with a scale that follows from a privacy budget.

Use them to simulate a private release, or to compare the errors of mechanisms. A mechanism keeps
its budget (`epsilon`, `delta`, and a sensitivity) and has

- `add_noise(x, rng)`: x plus noise in floating point, for simulations;
- `mean_absolute_error` and `variance`: E|Z| and E Z^2 of the noise Z of one coordinate;
- `accuracy(alpha)`: the a with P[|Z| > a] = alpha, and its inverse `for_accuracy`.

Arguments out of range raise ValueError, which names the argument, its value and what is allowed.

Mechanisms are for experiments and calibration, not for releasing real data: noise in floating point
has known attacks (Mironov, 2012). `gaussmech.release` adds exact noise, by OpenDP.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import erfcinv

from gaussmech import _checks
from gaussmech._checks import RNG, Array, Interval
from gaussmech.privacy._gaussian_solver import U
from gaussmech.privacy.calibration import (
    analytic_gaussian_sigma,
    classical_gaussian_sigma,
    gaussian_epsilon,
)
from gaussmech.privacy.truncated_laplacian import noise_bounds, truncation_ratio


class _Mechanism:
    """What all mechanisms share: validation, noise, moments and accuracy.

    A subclass is a frozen dataclass whose fields are the budget. It defines `_ranges`, `_noisy`,
    `_moments` and `_accuracy`, and `_epsilon_for_accuracy` if no search is needed for it.
    """

    # The range of each field of the budget, by its name.
    _ranges: ClassVar[dict[str, Interval]]
    # It returns a value, whose numbers are finite, plus noise of the generator.
    _noisy: Callable[[Array, np.random.Generator], Array]
    # It returns E|Z| and E Z^2.
    _moments: Callable[[], tuple[Any, Any]]
    # It returns the a with P[|Z| > a] = alpha.
    _accuracy: Callable[[float], float]

    def __post_init__(self) -> None:
        for name, interval in self._ranges.items():
            value = _checks.real_scalar(name, getattr(self, name), **interval)
            object.__setattr__(self, name, value)

    def add_noise(self, x: ArrayLike, rng: RNG = None) -> Array:
        """Return x plus noise in floating point, for simulations: do not publish the result.

        The noise can be replayed from its seed, and the low bits of a sum in floating point tell
        about x (Mironov, 2012). `gaussmech.release` draws exact noise, for publishing.

        Parameters
        ----------
        x : float or array of finite numbers
            The exact value, of any shape, in the unit of the sensitivity.
        rng : int, numpy.random.Generator or None, default None
            Seed or source of the noise. None draws fresh noise.

        Returns
        -------
        array
            The noisy value, of the shape of x.

        Raises
        ------
        ValueError
            If x has numbers that are not finite or are masked, or if rng is neither a seed >= 0 nor
            a generator.

        See Also
        --------
        gaussmech.release : Exact noise, for publishing.
        accuracy : How far the noise reaches.

        References
        ----------
        .. [1] I. Mironov, "On Significance of the Least Significant Bits for Differential Privacy",
           CCS 2012.

        Examples
        --------
        >>> import gaussmech as gm
        >>> gm.LaplaceMechanism(0.5).add_noise([10.0, 20.0], rng=1).round(1).tolist()
        [10.0, 24.6]
        """
        value = _checks.private_array("x", x)
        generator = _checks.generator("rng", rng)
        return self._noisy(value, generator)

    def accuracy(self, alpha: float) -> float:
        """Return the distance a that the noise Z of one coordinate exceeds with probability alpha.

        It is the a with P[|Z| > a] = alpha, and the inverse of `for_accuracy`.

        Parameters
        ----------
        alpha : float in [1e-300, 1)
            Probability of a larger error. Below 1e-300 doubles run out.

        Returns
        -------
        float
            The distance a, in the unit of the sensitivity.

        Raises
        ------
        ValueError
            If alpha is outside its range or not a single number.

        See Also
        --------
        mean_absolute_error : The mean distance.
        for_accuracy : The mechanism that has a given accuracy.

        References
        ----------
        .. [1] "Gaussian Mechanism Accuracy", note, 25 April 2020, Definition 1.

        Examples
        --------
        >>> import gaussmech as gm
        >>> round(gm.LaplaceMechanism(0.5).accuracy(0.05), 4)
        5.9915
        """
        return self._accuracy(_checks.real_scalar("alpha", alpha, **_checks.TAIL))

    @classmethod
    def _of_accuracy(cls, accuracy: float, alpha: float, **budget: float) -> Self:
        """Return the mechanism with this accuracy; `budget` is all of its budget but epsilon."""
        accuracy = _checks.real_scalar("accuracy", accuracy, **_checks.POSITIVE)
        alpha = _checks.real_scalar("alpha", alpha, **_checks.TAIL)
        for name, value in budget.items():
            if name in cls._ranges:
                _checks.real_scalar(name, value, **cls._ranges[name])
        epsilon = cls._epsilon_for_accuracy(accuracy, alpha, **budget)
        return cls(epsilon, **budget)  # type: ignore[call-arg]

    @classmethod
    def _epsilon_for_accuracy(
        cls, accuracy: float, alpha: float, **budget: float
    ) -> float:
        """Return the epsilon of this accuracy, by a search in [1e-30, 1e15]."""
        # The import of SciPy's optimizers takes longer than that of everything else here.
        from scipy.optimize import brentq

        def excess(log_epsilon: float) -> float:
            mechanism = cls(math.exp(log_epsilon), **budget)  # type: ignore[call-arg]
            ratio = mechanism.accuracy(alpha) / accuracy
            return math.log(ratio) if ratio else -math.inf

        high = math.log(1e15)
        low = math.log(1e-30)
        if not excess(high) < 0 < excess(low):
            raise ValueError(
                f"accuracy is {accuracy!r}; no epsilon in [1e-30, 1e15] gives it"
            )
        return math.exp(brentq(excess, low, high, xtol=1e-14))

    @property
    def mean_absolute_error(self) -> float:
        """E|Z| of the noise Z of one coordinate, in the unit of the sensitivity.

        See Also
        --------
        variance : E Z^2.
        accuracy : A distance that the noise seldom exceeds.

        Examples
        --------
        >>> import gaussmech as gm
        >>> gm.LaplaceMechanism(0.5).mean_absolute_error
        2.0
        """
        return float(self._moments()[0])

    @property
    def variance(self) -> float:
        """E Z^2 of the noise Z of one coordinate, in the square of the unit of the sensitivity.

        See Also
        --------
        mean_absolute_error : E|Z|.

        Examples
        --------
        >>> import gaussmech as gm
        >>> gm.LaplaceMechanism(0.5).variance
        8.0
        """
        return float(self._moments()[1])


def _epsilon_by_proportion(
    cls: type[_Mechanism], /, accuracy: float, alpha: float, **budget: float
) -> float:
    """Return the epsilon of this accuracy, where noise is inversely proportional to epsilon."""
    return cls(1.0, **budget).accuracy(alpha) / accuracy  # type: ignore[call-arg]


@dataclass(frozen=True)
class LaplaceMechanism(_Mechanism):
    """Laplace mechanism: epsilon-DP by noise of scale L1 sensitivity / epsilon.

    Each coordinate gets independent noise of density exp(-|z| / scale) / (2 scale). Use it where
    delta must be 0, or where the L1 sensitivity is small.

    Parameters
    ----------
    epsilon : float in (0, inf)
        Privacy budget, in nats of privacy loss.
    l1_sensitivity : float in [0, inf), default 1
        Global L1 sensitivity, in the unit of the released value.

    Attributes
    ----------
    epsilon, l1_sensitivity : float
        The parameters.
    scale : float
        Scale of the noise density, in the unit of `l1_sensitivity`.
    mean_absolute_error, variance : float
        E|Z| and E Z^2 of the noise Z of one coordinate.

    Raises
    ------
    ValueError
        If a parameter is outside its range or not a single number.

    See Also
    --------
    TruncatedLaplaceMechanism : Bounded noise, with a delta.
    AnalyticGaussianMechanism : For L2 sensitivity.
    L2Mechanism : For L2 sensitivity, also with delta 0.
    LaplaceProfile : Its exact privacy profile.

    References
    ----------
    .. [1] C. Dwork, F. McSherry, K. Nissim and A. Smith, "Calibrating Noise to Sensitivity in
       Private Data Analysis", TCC 2006.

    Examples
    --------
    >>> import gaussmech as gm
    >>> gm.LaplaceMechanism(0.5).scale
    2.0
    >>> gm.LaplaceMechanism(0.5, 3.0)
    LaplaceMechanism(epsilon=0.5, l1_sensitivity=3.0)
    """

    epsilon: float
    l1_sensitivity: float = 1.0

    _ranges = {"epsilon": _checks.POSITIVE, "l1_sensitivity": _checks.NON_NEGATIVE}
    _epsilon_for_accuracy = classmethod(_epsilon_by_proportion)

    @classmethod
    def for_accuracy(
        cls, accuracy: float, alpha: float, l1_sensitivity: float = 1.0
    ) -> Self:
        """Return the Laplace mechanism with P[|Z| > accuracy] = alpha; the inverse of `accuracy`.

        Parameters
        ----------
        accuracy : float in (0, inf)
            Distance, in the unit of `l1_sensitivity`.
        alpha : float in [1e-300, 1)
            Probability that the noise Z of one coordinate exceeds it.
        l1_sensitivity : float in [0, inf), default 1
            Global L1 sensitivity.

        Returns
        -------
        LaplaceMechanism
            Its epsilon is l1_sensitivity log(1/alpha) / accuracy.

        Raises
        ------
        ValueError
            If an argument is outside its range, or if no epsilon in (0, inf) has the accuracy.

        See Also
        --------
        accuracy : The inverse.

        Examples
        --------
        >>> import gaussmech as gm
        >>> round(gm.LaplaceMechanism.for_accuracy(6.0, 0.05).epsilon, 4)
        0.4993
        """
        return cls._of_accuracy(accuracy, alpha, l1_sensitivity=l1_sensitivity)

    @property
    def scale(self) -> float:
        """Scale of the noise density, L1 sensitivity / epsilon, in the unit of the sensitivity.

        See Also
        --------
        mean_absolute_error : E|Z|, which is the same number.

        Examples
        --------
        >>> import gaussmech as gm
        >>> gm.LaplaceMechanism(0.5, 3.0).scale
        6.0
        """
        return self.l1_sensitivity / self.epsilon

    def _moments(self) -> tuple[Any, Any]:
        return self.scale, 2 * self.scale * self.scale

    def _noisy(self, x: Array, rng: np.random.Generator) -> Array:
        return x + rng.laplace(scale=self.scale, size=x.shape)

    def _accuracy(self, alpha: float) -> float:
        return float(-self.scale * np.log(alpha))


@dataclass(frozen=True)
class _DeltaMechanism(_Mechanism):
    """A mechanism that is (epsilon, delta)-DP."""

    epsilon: float
    delta: float
    sensitivity: float = 1.0

    _ranges = {
        "epsilon": _checks.POSITIVE,
        "delta": _checks.OPEN_UNIT,
        "sensitivity": _checks.NON_NEGATIVE,
    }

    @classmethod
    def for_accuracy(
        cls, accuracy: float, alpha: float, delta: float, sensitivity: float = 1.0
    ) -> Self:
        """Return the mechanism with P[|Z| > accuracy] = alpha; the inverse of `accuracy`.

        Parameters
        ----------
        accuracy : float in (0, inf)
            Distance, in the unit of `sensitivity`.
        alpha : float in [1e-300, 1)
            Probability that the noise Z of one coordinate exceeds it.
        delta : float
            Delta of the mechanism, in the range of the class.
        sensitivity : float in [0, inf), default 1
            Global sensitivity, as for the class.

        Returns
        -------
        mechanism
            An object of the class. Where noise of this accuracy is (0, delta)-DP already, its
            epsilon is 0 and its noise may be smaller than asked for.

        Raises
        ------
        ValueError
            If an argument is outside its range, or if no epsilon of the class has the accuracy;
            classes that need epsilon > 0 have no mechanism with epsilon = 0.

        See Also
        --------
        accuracy : The inverse.

        Examples
        --------
        >>> import gaussmech as gm
        >>> round(gm.AnalyticGaussianMechanism.for_accuracy(20.0, 0.05, 1e-5).epsilon, 4)
        0.3332
        >>> round(gm.ClassicalGaussianMechanism.for_accuracy(20.0, 0.05, 1e-5).epsilon, 4)
        0.4748
        >>> round(gm.TruncatedLaplaceMechanism.for_accuracy(20.0, 0.05, 1e-5).epsilon, 4)
        0.1497
        """
        return cls._of_accuracy(accuracy, alpha, delta=delta, sensitivity=sensitivity)


class _GaussianMechanism(_DeltaMechanism):
    """A mechanism that adds Gaussian noise of the standard deviation `sigma`."""

    # A subclass defines this function, which returns sigma for epsilon, delta and sensitivity.
    _calibrate: ClassVar[Callable[..., float]]

    @cached_property
    def sigma(self) -> float:
        """Standard deviation of the noise of each coordinate, in the unit of the sensitivity.

        See Also
        --------
        mean_absolute_error : E|Z| = sigma sqrt(2 / pi).
        analytic_gaussian_sigma : Sigma of the analytic mechanism, also for arrays of budgets.
        classical_gaussian_sigma : Sigma of the classical mechanism, also for arrays of budgets.

        Examples
        --------
        >>> import gaussmech as gm
        >>> round(gm.AnalyticGaussianMechanism(0.5, 1e-6, 5.0).sigma, 2)
        40.29
        """
        return type(self)._calibrate(self.epsilon, self.delta, self.sensitivity)

    def _moments(self) -> tuple[Any, Any]:
        return self.sigma * np.sqrt(2 / np.pi), self.sigma * self.sigma

    def _noisy(self, x: Array, rng: np.random.Generator) -> Array:
        return x + self.sigma * rng.standard_normal(x.shape)

    def _accuracy(self, alpha: float) -> float:
        return gaussian_accuracy(self.sigma, alpha)


@dataclass(frozen=True)
class ClassicalGaussianMechanism(_GaussianMechanism):
    """Classical Gaussian mechanism (cGM): Gaussian noise by the theorem for epsilon below 1.

    It is (epsilon, delta)-DP for epsilon and delta in (0, 1). From epsilon = 1 on the formula is
    applied outside its theorem. Use it for comparison with `AnalyticGaussianMechanism`, which has
    less noise.

    Parameters
    ----------
    epsilon : float in (0, inf)
        Privacy budget, in nats of privacy loss.
    delta : float in (0, 1)
        The delta of P(S) <= e^epsilon P'(S) + delta, for neighbours and any event S.
    sensitivity : float in [0, inf), default 1
        Global L2 sensitivity, in the unit of the released value.

    Attributes
    ----------
    epsilon, delta, sensitivity : float
        The parameters.
    sigma : float
        Standard deviation of the noise of each coordinate.
    mean_absolute_error, variance : float
        E|Z| and E Z^2 of the noise Z of one coordinate.

    Raises
    ------
    ValueError
        If a parameter is outside its range or not a single number.

    See Also
    --------
    AnalyticGaussianMechanism : Less noise for the same budget.
    classical_gaussian_sigma : Sigma, also for arrays of budgets.

    References
    ----------
    .. [1] B. Balle and Y.-X. Wang, "Improving the Gaussian Mechanism for Differential Privacy:
       Analytical Calibration and Optimal Denoising", ICML 2018, Theorem 1.

    Examples
    --------
    >>> import gaussmech as gm
    >>> round(gm.ClassicalGaussianMechanism(0.5, 1e-6, 5.0).sigma, 2)
    52.99
    """

    _calibrate = staticmethod(classical_gaussian_sigma)
    _epsilon_for_accuracy = classmethod(_epsilon_by_proportion)


@dataclass(frozen=True)
class AnalyticGaussianMechanism(_GaussianMechanism):
    """Analytic Gaussian mechanism (aGM): the least Gaussian noise that is (epsilon, delta)-DP.

    Use it for vectors of many coordinates whose L2 sensitivity is known.

    Parameters
    ----------
    epsilon : float in [0, inf]
        Privacy budget, in nats of privacy loss.
    delta : float in (0, 1)
        The delta of P(S) <= e^epsilon P'(S) + delta, for neighbours and any event S.
    sensitivity : float in [0, inf), default 1
        Global L2 sensitivity, in the unit of the released value.

    Attributes
    ----------
    epsilon, delta, sensitivity : float
        The parameters.
    sigma : float
        Standard deviation of the noise of each coordinate.
    mean_absolute_error, variance : float
        E|Z| and E Z^2 of the noise Z of one coordinate.

    Raises
    ------
    ValueError
        If a parameter is outside its range or not a single number.

    See Also
    --------
    analytic_gaussian_sigma : Sigma, also for arrays of budgets, and its error bound.
    L2Mechanism : Less noise in few dimensions.
    GaussianProfile : Its exact privacy profile.

    References
    ----------
    .. [1] B. Balle and Y.-X. Wang, "Improving the Gaussian Mechanism for Differential Privacy:
       Analytical Calibration and Optimal Denoising", ICML 2018, Theorem 8.

    Examples
    --------
    >>> import gaussmech as gm
    >>> mechanism = gm.AnalyticGaussianMechanism(0.5, 1e-6, 5.0)
    >>> round(mechanism.sigma, 2), round(mechanism.accuracy(0.05), 1)
    (40.29, 79.0)
    >>> mechanism.add_noise([100.0, 200.0], rng=1).round(1).tolist()
    [113.9, 233.1]
    >>> round(gm.AnalyticGaussianMechanism.for_accuracy(20.0, 0.05, 1e-5).epsilon, 4)
    0.3332
    """

    _ranges = _DeltaMechanism._ranges | {"epsilon": _checks.BUDGET["epsilon"]}
    _calibrate = staticmethod(analytic_gaussian_sigma)

    @classmethod
    def _epsilon_for_accuracy(
        cls, accuracy: float, alpha: float, **budget: float
    ) -> float:
        # It is 0 where noise of this accuracy is (0, delta)-DP already.
        sigma = accuracy / gaussian_accuracy(1.0, alpha)
        return gaussian_epsilon(sigma, **budget)


@dataclass(frozen=True)
class TruncatedLaplaceMechanism(_DeltaMechanism):
    """Truncated Laplacian mechanism: Laplace noise that is cut off at a bound.

    Use it for a single real-valued query whose error must be bounded. In a vector each coordinate
    gets independent noise, and the guarantee is for one coordinate. The density is proportional to
    exp(-|z| / scale) on [-bound, bound].

    Parameters
    ----------
    epsilon : float in (0, inf)
        Privacy budget, in nats of privacy loss.
    delta : float in (0, 1/2)
        The delta of P(S) <= e^epsilon P'(S) + delta, for neighbours and any event S. From 1/2 on
        the noise would be narrower than the sensitivity.
    sensitivity : float in [0, inf), default 1
        Global sensitivity of the query, in the unit of the released value.

    Attributes
    ----------
    epsilon, delta, sensitivity : float
        The parameters.
    scale : float
        Scale of the noise density, in the unit of `sensitivity`.
    bound : float
        Largest size of the noise: scale log(1 + (e^epsilon - 1) / (2 delta)).
    mean_absolute_error, variance : float
        E|Z| and E Z^2 of the noise Z of one coordinate.

    Raises
    ------
    ValueError
        If a parameter is outside its range or not a single number.

    See Also
    --------
    noise_bounds : How close this is to the least noise there can be.
    LaplaceMechanism : Noise with delta = 0.

    Notes
    -----
    `scale` and `bound` are rounded up, by at most 8 and 32 units in the last place: with them the
    mechanism is never less private than asked for, even where delta is near the rounding of
    doubles. The quotient sensitivity / epsilon is within u = 2^-53 of itself and the ratio bound /
    sensitivity within 6 u; 4 u and 16 u cover these and the products. No released value is farther
    than `bound` from x, not even by rounding.

    References
    ----------
    .. [1] Q. Geng, W. Ding, R. Guo and S. Kumar, "Tight Analysis of Privacy and Utility Tradeoff in
       Approximate Differential Privacy", AISTATS 2020, PMLR 108; the poster, Theorem 1.

    Examples
    --------
    >>> import gaussmech as gm
    >>> mechanism = gm.TruncatedLaplaceMechanism(0.5, 1e-6, 5.0)
    >>> round(mechanism.bound, 2), round(mechanism.accuracy(0.05), 2)
    (126.9, 29.96)
    """

    _ranges = _DeltaMechanism._ranges | {"delta": _checks.OPEN_HALF}

    @cached_property
    def _ratio(self) -> float:
        return truncation_ratio(self.epsilon, self.delta)

    @property
    def scale(self) -> float:
        """Scale of the noise density, in the unit of the sensitivity, rounded up.

        See Also
        --------
        bound : Where the noise ends.

        Examples
        --------
        >>> import gaussmech as gm
        >>> round(gm.TruncatedLaplaceMechanism(0.5, 1e-6, 5.0).scale, 2)
        10.0
        """
        # The quotient and the product round by 1 u each.
        return self.sensitivity / self.epsilon * (1 + 4 * U)

    @property
    def bound(self) -> float:
        """Largest size of the noise, in the unit of the sensitivity, rounded up.

        See Also
        --------
        scale : Scale of the density up to there.

        Examples
        --------
        >>> import gaussmech as gm
        >>> round(gm.TruncatedLaplaceMechanism(0.5, 1e-6, 5.0).bound, 2)
        126.9
        """
        # The ratio is within 6 u, and the products round by 2 u.
        return self.sensitivity * self._ratio * (1 + 16 * U)

    def _moments(self) -> tuple[Any, Any]:
        bounds = noise_bounds(self.epsilon, self.delta, self.sensitivity)
        return bounds.amplitude_upper, bounds.power_upper

    def _noisy(self, x: Array, rng: np.random.Generator) -> Array:
        # The quantile is inverted at the uniform number exp(-e), which has all its digits near 0
        # and near 1.
        e = rng.standard_exponential(x.shape)
        size = self._quantile(np.exp(-e), -np.expm1(-e))
        noise = np.copysign(size, rng.random(x.shape) - 0.5)
        lowest = -_sum_not_above(-x, self.bound)
        highest = _sum_not_above(x, self.bound)
        return np.clip(x + noise, lowest, highest)

    def _accuracy(self, alpha: float) -> float:
        return float(self._quantile(alpha, 1 - alpha))

    def _quantile(self, above: float | Array, below: float | Array) -> Array:
        """Return the a with P[|Z| > a] = above = 1 - below.

        P[|Z| > a] is (e^(-a / scale) - e^-t) / (1 - e^-t) with t = bound / scale, so
        a / scale = -log(above + below e^-t) = log(1 + below (1 - e^-t) / (above + below e^-t)).
        """
        t = self._ratio * self.epsilon
        with np.errstate(divide="ignore", over="ignore"):
            odds = below * -np.expm1(-t) / (above + below * np.exp(-t))
            share_of_bound = np.log1p(odds) / t
        return self.bound * np.minimum(share_of_bound, 1.0)


def gaussian_accuracy(sigma: float, alpha: float) -> float:
    """Return the a with P[|Z| > a] = alpha for N(0, sigma^2) noise Z.

    >>> round(gaussian_accuracy(1.0, 0.05), 4)
    1.96
    """
    return float(sigma * np.sqrt(2) * erfcinv(alpha))


def _sum_not_above(x: Array, bound: float) -> Array:
    """Return x + bound rounded down, so no value up to it is farther than `bound` from x."""
    with np.errstate(over="ignore", invalid="ignore"):
        total = x + bound
        # This is exactly what rounding took away (Knuth's two-sum).
        part = total - x
        lost = (x - (total - part)) + (bound - part)
    return np.where(lost < 0, np.nextafter(total, -np.inf), total)
