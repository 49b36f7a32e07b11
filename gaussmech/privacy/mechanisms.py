"""Output perturbation: noise whose scale is set by a privacy budget.

A mechanism keeps its budget (`epsilon`, `delta`, `sensitivity`). Its `amplitude` and `power` are
E|Z| and E Z^2 of the noise Z of one coordinate; `accuracy(alpha)` is the a with P[|Z| > a] = alpha,
and `for_accuracy` its inverse.

For experiments and calibration, not for releasing real data: noise in floating point has known
attacks (Mironov, 2012). `gaussmech.release` adds exact noise, by OpenDP.
"""

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
from gaussmech.privacy._accuracy import (
    _analytic_gaussian_epsilon_for_accuracy,
    _classical_gaussian_epsilon_for_accuracy,
    _laplace_epsilon_for_accuracy,
    _truncated_laplace_epsilon_for_accuracy,
)
from gaussmech.privacy._gaussian_kernel import U
from gaussmech.privacy.calibration import analytic_gaussian_sigma, classical_gaussian_sigma
from gaussmech.privacy.truncated_laplace import noise_bounds, truncation_ratio


class _Mechanism:
    _ranges: ClassVar[dict[str, Interval]]
    # Where it is known in closed form.
    _epsilon_for_accuracy: ClassVar[Callable[..., float] | None] = None
    # Of a subclass; the moments are E|Z| and E Z^2.
    _noisy: Callable[[Array, np.random.Generator], Array]
    _moments: Callable[[], tuple[Any, Any]]
    _accuracy: Callable[[float], float]

    def __post_init__(self) -> None:
        for name, interval in self._ranges.items():
            value = _checks.real_scalar(name, getattr(self, name), **interval)
            object.__setattr__(self, name, value)

    def release(self, x: ArrayLike, rng: RNG = None) -> Array:
        """Return x, an array of finite numbers, plus noise of its shape.

        `rng` is a seed, a numpy.random.Generator, or None, which draws fresh noise.
        """
        return self._noisy(_checks.private_array("x", x), _checks.generator("rng", rng))

    def accuracy(self, alpha: float) -> float:
        """Return the a with P[|Z| > a] = alpha in [1e-300, 1); the inverse of `for_accuracy`."""
        return self._accuracy(_checks.real_scalar("alpha", alpha, **_checks.TAIL))

    @classmethod
    def _of_accuracy(cls, accuracy: float, alpha: float, **budget: float) -> Self:
        """Return the mechanism with this accuracy; `budget` is all of its budget but epsilon."""
        accuracy = _checks.real_scalar("accuracy", accuracy, **_checks.POSITIVE)
        alpha = _checks.real_scalar("alpha", alpha, **_checks.TAIL)
        for name, value in budget.items():
            if name in cls._ranges:
                _checks.real_scalar(name, value, **cls._ranges[name])
        if cls._epsilon_for_accuracy is not None:
            epsilon = cls._epsilon_for_accuracy(accuracy, alpha, **budget)
            return cls(epsilon, **budget)  # type: ignore[call-arg]
        from scipy.optimize import brentq  # slower to import than the rest

        def excess(log_epsilon: float) -> float:
            mechanism = cls(math.exp(log_epsilon), **budget)  # type: ignore[call-arg]
            return math.log(mechanism.accuracy(alpha) / accuracy)

        low, high = -math.log(1e9), math.log(1e9)
        if not excess(high) < 0 < excess(low):
            raise ValueError(f"accuracy is {accuracy!r}; no epsilon in [1e-9, 1e9] gives it")
        log_epsilon = brentq(excess, low, high, xtol=1e-14)
        return cls(math.exp(log_epsilon), **budget)  # type: ignore[call-arg]

    @property
    def amplitude(self) -> float:
        return float(self._moments()[0])

    @property
    def power(self) -> float:
        return float(self._moments()[1])


@dataclass(frozen=True)
class LaplaceMechanism(_Mechanism):
    """Laplace mechanism: epsilon-DP, noise of scale sensitivity / epsilon (Dwork et al., 2006).

    The noise density is exp(-|z| / scale) / (2 scale), with the moments `amplitude` and `power`.

    Parameters
    ----------
    epsilon, sensitivity : float > 0, global L1 sensitivity >= 0

    Examples
    --------
    >>> LaplaceMechanism(0.5, 3.0).scale
    6.0
    """

    epsilon: float
    sensitivity: float = 1.0

    _ranges = {"epsilon": _checks.POSITIVE, "sensitivity": _checks.NON_NEGATIVE}
    _epsilon_for_accuracy = staticmethod(_laplace_epsilon_for_accuracy)

    @classmethod
    def for_accuracy(cls, accuracy: float, alpha: float, sensitivity: float = 1.0) -> Self:
        """Return the mechanism with P[|Z| > accuracy] = alpha; the inverse of `accuracy`."""
        return cls._of_accuracy(accuracy, alpha, sensitivity=sensitivity)

    @property
    def scale(self) -> float:
        return self.sensitivity / self.epsilon

    def _moments(self) -> tuple[Any, Any]:
        return self.scale, 2 * self.scale * self.scale

    def _noisy(self, x: Array, rng: np.random.Generator) -> Array:
        return x + rng.laplace(scale=self.scale, size=x.shape)

    def _accuracy(self, alpha: float) -> float:
        return float(-self.scale * np.log(alpha))


@dataclass(frozen=True)
class _DeltaMechanism(_Mechanism):
    epsilon: float
    delta: float
    sensitivity: float = 1.0

    _ranges = LaplaceMechanism._ranges | {"delta": _checks.OPEN_UNIT}

    @classmethod
    def for_accuracy(
        cls, accuracy: float, alpha: float, delta: float, sensitivity: float = 1.0
    ) -> Self:
        """Return the mechanism with P[|Z| > accuracy] = alpha; the inverse of `accuracy`.

        The noise of a mechanism with epsilon = 0 may be smaller than asked for.
        """
        return cls._of_accuracy(accuracy, alpha, delta=delta, sensitivity=sensitivity)


class _GaussianMechanism(_DeltaMechanism):
    _calibrated: ClassVar[Callable[..., float]]

    @cached_property
    def sigma(self) -> float:
        return type(self)._calibrated(self.epsilon, self.delta, self.sensitivity)

    def _moments(self) -> tuple[Any, Any]:
        return self.sigma * np.sqrt(2 / np.pi), self.sigma * self.sigma

    def _noisy(self, x: Array, rng: np.random.Generator) -> Array:
        return x + self.sigma * rng.standard_normal(x.shape)

    def _accuracy(self, alpha: float) -> float:
        return gaussian_accuracy(self.sigma, alpha)


@dataclass(frozen=True)
class ClassicalGaussianMechanism(_GaussianMechanism):
    """Classical Gaussian mechanism, cGM (Balle & Wang, Theorem 1, for epsilon < 1).

    `sigma`, `amplitude` and `power` are the standard deviation, E|Z| and E Z^2 of one coordinate.

    Parameters
    ----------
    epsilon, delta, sensitivity : float > 0, in (0, 1), global L2 sensitivity >= 0

    Examples
    --------
    >>> round(ClassicalGaussianMechanism(0.5, 1e-6, 5.0).sigma, 2)
    52.99
    """

    _calibrated = staticmethod(classical_gaussian_sigma)
    _epsilon_for_accuracy = staticmethod(_classical_gaussian_epsilon_for_accuracy)


@dataclass(frozen=True)
class AnalyticGaussianMechanism(_GaussianMechanism):
    """Analytic Gaussian mechanism, aGM: the least Gaussian noise (Balle & Wang, Theorem 8).

    With the attributes of `ClassicalGaussianMechanism`. At epsilon = inf, without privacy, it adds
    no noise: sigma is 0.

    Parameters
    ----------
    epsilon, delta, sensitivity : float in [0, inf], in (0, 1), global L2 sensitivity >= 0

    Examples
    --------
    >>> mechanism = AnalyticGaussianMechanism(0.5, 1e-6, 5.0)
    >>> round(mechanism.sigma, 2), round(mechanism.accuracy(0.05), 1)
    (40.29, 79.0)
    >>> mechanism.release([100.0, 200.0], rng=1).round(1).tolist()
    [113.9, 233.1]
    >>> round(AnalyticGaussianMechanism.for_accuracy(20.0, 0.05, 1e-5).epsilon, 4)
    0.3332
    """

    _ranges = _DeltaMechanism._ranges | {"epsilon": _checks.BUDGET["epsilon"]}
    _calibrated = staticmethod(analytic_gaussian_sigma)
    _epsilon_for_accuracy = staticmethod(_analytic_gaussian_epsilon_for_accuracy)


@dataclass(frozen=True)
class TruncatedLaplaceMechanism(_DeltaMechanism):
    """Truncated Laplace mechanism: Laplace noise cut off at a bound (Geng et al., Theorem 1).

    For a single real-valued query; of a vector the guarantee is for one coordinate. The density is
    proportional to exp(-|z| / scale) for |z| <= bound = scale log(1 + (e^epsilon - 1) / (2 delta)),
    with the moments `amplitude` and `power`. `scale` and `bound` are rounded up, by at most 8 and
    32 units in the last place, and no released value is farther than `bound` from x.

    Parameters
    ----------
    epsilon, delta, sensitivity : float > 0, in (0, 1/2), global sensitivity of the query >= 0

    Examples
    --------
    >>> mechanism = TruncatedLaplaceMechanism(0.5, 1e-6, 5.0)
    >>> round(mechanism.bound, 2), round(mechanism.accuracy(0.05), 2)
    (126.9, 29.96)
    """

    _ranges = _DeltaMechanism._ranges | {"delta": _checks.OPEN_HALF}
    _epsilon_for_accuracy = staticmethod(_truncated_laplace_epsilon_for_accuracy)

    @cached_property
    def _ratio(self) -> float:
        return truncation_ratio(self.epsilon, self.delta)

    @property
    def scale(self) -> float:
        return self.sensitivity / self.epsilon * (1 + 4 * U)

    @property
    def bound(self) -> float:
        return self.sensitivity * self._ratio * (1 + 16 * U)

    def _moments(self) -> tuple[Any, Any]:
        bounds = noise_bounds(self.epsilon, self.delta, self.sensitivity)
        return bounds.amplitude_upper, bounds.power_upper

    def _noisy(self, x: Array, rng: np.random.Generator) -> Array:
        # Inversion at the uniform exp(-e), which has all its digits near 0 and near 1.
        e = rng.standard_exponential(x.shape)
        size = self._quantile(np.exp(-e), -np.expm1(-e))
        noise = np.copysign(size, rng.random(x.shape) - 0.5)
        return np.clip(x + noise, -_sum_not_above(-x, self.bound), _sum_not_above(x, self.bound))

    def _accuracy(self, alpha: float) -> float:
        return float(self._quantile(alpha, 1 - alpha))

    def _quantile(self, above: float | Array, below: float | Array) -> Array:
        """Return the a with P[|Z| > a] = above = 1 - below."""
        t = self._ratio * self.epsilon
        with np.errstate(divide="ignore", over="ignore"):
            share = np.log1p(below * -np.expm1(-t) / (above + below * np.exp(-t))) / t
        return self.bound * np.minimum(share, 1.0)


def gaussian_accuracy(sigma: float, alpha: float) -> float:
    """Return the a with P[|Z| > a] = alpha for N(0, sigma^2) noise Z."""
    return float(sigma * np.sqrt(2) * erfcinv(alpha))


def _sum_not_above(x: Array, bound: float) -> Array:
    """Return x + bound, rounded down."""
    with np.errstate(over="ignore", invalid="ignore"):
        total = x + bound
        # What rounding took away, exactly (Knuth's TwoSum).
        part = total - x
        lost = (x - (total - part)) + (bound - part)
    return np.where(lost < 0, np.nextafter(total, -np.inf), total)
