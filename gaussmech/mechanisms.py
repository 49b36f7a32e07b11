"""Output perturbation: noise whose scale is set by a privacy budget.

A mechanism keeps its budget (`epsilon`, `delta`, `sensitivity`) and has

- `release(x, rng)`: x plus noise, coordinate by coordinate;
- `amplitude` and `power`: E|Z| and E Z^2 of the noise Z of one coordinate;
- `accuracy(alpha)`: the a with P[|Z| > a] = alpha, and its inverse `for_accuracy`.

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

from gaussmech import checks
from gaussmech.accuracy import (
    analytic_gaussian_epsilon_for_accuracy,
    classical_gaussian_epsilon_for_accuracy,
    laplace_epsilon_for_accuracy,
    truncated_laplace_epsilon_for_accuracy,
)
from gaussmech.calibration import analytic_gaussian_sigma, classical_gaussian_sigma
from gaussmech.checks import RNG, Array, Interval
from gaussmech.profile_kernel import U
from gaussmech.truncated_laplacian import noise_bounds, truncation_ratio


class _Mechanism:
    """What all mechanisms share."""

    _ranges: ClassVar[dict[str, Interval]]
    # Where it is known in closed form.
    _epsilon_for_accuracy: ClassVar[Callable[..., float] | None] = None

    def __post_init__(self) -> None:
        for name, interval in self._ranges.items():
            value = checks.real_scalar(name, getattr(self, name), **interval)
            object.__setattr__(self, name, value)

    def release(self, x: ArrayLike, rng: RNG = None) -> Array:
        """Return x plus noise, an array of the shape of x.

        Parameters
        ----------
        x : array of finite numbers
        rng : int, numpy.random.Generator or None
            Seed or source of the noise; None draws fresh noise.
        """
        return self._noisy(checks.real_array("x", x, **checks.FINITE), checks.generator("rng", rng))

    def accuracy(self, alpha: float) -> float:
        """Return the a with P[|Z| > a] = alpha, alpha in (0, 1); the inverse of `for_accuracy`."""
        return self._accuracy(checks.real_scalar("alpha", alpha, **checks.OPEN_UNIT))

    @classmethod
    def for_accuracy(cls, accuracy: float, alpha: float, *budget: Any, **more: Any) -> Self:
        """Return the mechanism with P[|Z| > accuracy] = alpha; the inverse of `accuracy`.

        `budget` is that of the mechanism without its epsilon, which is sought in [1e-9, 1e9] where
        it has no closed form. With epsilon = 0 a mechanism may be more accurate than asked.
        """
        if cls._epsilon_for_accuracy is not None:
            found = cls._epsilon_for_accuracy(accuracy, alpha, *budget, **more)
            return cls(found, *budget, **more)  # type: ignore[call-arg]
        from scipy.optimize import brentq  # slower to import than the rest

        accuracy = checks.real_scalar("accuracy", accuracy, **checks.POSITIVE)

        def excess(log_epsilon: float) -> float:
            mechanism = cls(math.exp(log_epsilon), *budget, **more)  # type: ignore[call-arg]
            return math.log(mechanism.accuracy(alpha) / accuracy)

        low, high = -math.log(1e9), math.log(1e9)
        if not excess(high) < 0 < excess(low):
            raise ValueError(f"accuracy is {accuracy!r}; no epsilon in [1e-9, 1e9] gives it")
        epsilon = math.exp(brentq(excess, low, high, xtol=1e-14))
        return cls(epsilon, *budget, **more)  # type: ignore[call-arg]

    def _noisy(self, x: Array, rng: np.random.Generator) -> Array:
        raise NotImplementedError

    def _accuracy(self, alpha: float) -> float:
        raise NotImplementedError


@dataclass(frozen=True)
class LaplaceMechanism(_Mechanism):
    """Laplace mechanism: epsilon-DP, noise of scale sensitivity / epsilon (Dwork et al., 2006).

    Parameters
    ----------
    epsilon : float > 0
    sensitivity : float >= 0
        Global L1 sensitivity.

    Attributes
    ----------
    scale, amplitude, power : float
        b of the noise density exp(-|z|/b) / (2b); E|Z| and E Z^2 of one coordinate.

    Examples
    --------
    >>> LaplaceMechanism(0.5, 3.0).scale
    6.0
    """

    epsilon: float
    sensitivity: float = 1.0

    _ranges = {"epsilon": checks.POSITIVE, "sensitivity": checks.NON_NEGATIVE}
    _epsilon_for_accuracy = staticmethod(laplace_epsilon_for_accuracy)

    @property
    def scale(self) -> float:
        return self.sensitivity / self.epsilon

    @property
    def amplitude(self) -> float:
        return self.scale

    @property
    def power(self) -> float:
        return 2 * self.scale * self.scale

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
        "epsilon": checks.POSITIVE,
        "delta": checks.OPEN_UNIT,
        "sensitivity": checks.NON_NEGATIVE,
    }


class _GaussianMechanism(_DeltaMechanism):
    """Gaussian noise of standard deviation `sigma`, however calibrated."""

    _calibrated: ClassVar[Callable[..., float]]

    @cached_property
    def sigma(self) -> float:
        return type(self)._calibrated(self.epsilon, self.delta, self.sensitivity)

    @property
    def amplitude(self) -> float:
        return float(self.sigma * np.sqrt(2 / np.pi))

    @property
    def power(self) -> float:
        return self.sigma * self.sigma

    def _noisy(self, x: Array, rng: np.random.Generator) -> Array:
        return x + self.sigma * rng.standard_normal(x.shape)

    def _accuracy(self, alpha: float) -> float:
        return gaussian_accuracy(self.sigma, alpha)


@dataclass(frozen=True)
class ClassicalGaussianMechanism(_GaussianMechanism):
    """Classical Gaussian mechanism, cGM (Balle & Wang, Theorem 1).

    (epsilon, delta)-DP for epsilon in (0, 1); from 1 on the formula is outside its theorem.

    Parameters
    ----------
    epsilon, delta, sensitivity : float
        epsilon > 0, delta in (0, 1), and the global L2 sensitivity.

    Attributes
    ----------
    sigma, amplitude, power : float
        Standard deviation, E|Z| and E Z^2 of one coordinate.

    Examples
    --------
    >>> round(ClassicalGaussianMechanism(0.5, 1e-6, 5.0).sigma, 2)
    52.99
    """

    _calibrated = staticmethod(classical_gaussian_sigma)
    _epsilon_for_accuracy = staticmethod(classical_gaussian_epsilon_for_accuracy)


@dataclass(frozen=True)
class AnalyticGaussianMechanism(_GaussianMechanism):
    """Analytic Gaussian mechanism, aGM: the least Gaussian noise (Balle & Wang, Theorem 8).

    Parameters
    ----------
    epsilon, delta, sensitivity : float
        epsilon >= 0, delta in (0, 1), and the global L2 sensitivity.

    Attributes
    ----------
    sigma, amplitude, power : float
        Standard deviation, E|Z| and E Z^2 of one coordinate.

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

    _ranges = {**_DeltaMechanism._ranges, "epsilon": checks.NON_NEGATIVE}
    _calibrated = staticmethod(analytic_gaussian_sigma)
    _epsilon_for_accuracy = staticmethod(analytic_gaussian_epsilon_for_accuracy)


@dataclass(frozen=True)
class TruncatedLaplaceMechanism(_DeltaMechanism):
    """Truncated Laplace mechanism: Laplace noise cut off at a bound (Geng et al., Theorem 1).

    For a single real-valued query; of a vector the guarantee is for one coordinate. `scale` and
    `bound` are rounded up, by at most 8 and 32 units in the last place: never less private than
    asked, even where delta is near the rounding of doubles.

    Parameters
    ----------
    epsilon, delta, sensitivity : float
        epsilon > 0, delta in (0, 1/2), from which on the noise would be narrower than the
        sensitivity, and the global sensitivity of the query.

    Attributes
    ----------
    scale, bound : float
        lambda and A of the noise density, proportional to exp(-|z| / lambda) on [-A, A];
        A = lambda log(1 + (e^epsilon - 1) / (2 delta)). No released value is farther than A from x,
        not even by rounding.
    amplitude, power : float
        E|Z| and E Z^2 of one coordinate.

    Examples
    --------
    >>> mechanism = TruncatedLaplaceMechanism(0.5, 1e-6, 5.0)
    >>> round(mechanism.bound, 2), round(mechanism.accuracy(0.05), 2)
    (126.9, 29.96)
    """

    _ranges = {**_DeltaMechanism._ranges, "delta": checks.OPEN_HALF}
    _epsilon_for_accuracy = staticmethod(truncated_laplace_epsilon_for_accuracy)

    @cached_property
    def _ratio(self) -> float:
        return truncation_ratio(self.epsilon, self.delta)

    @property
    def scale(self) -> float:
        return self.sensitivity / self.epsilon * (1 + 4 * U)

    @property
    def bound(self) -> float:
        return self.sensitivity * self._ratio * (1 + 16 * U)

    @property
    def amplitude(self) -> float:
        return float(noise_bounds(self.epsilon, self.delta, self.sensitivity).amplitude_upper)

    @property
    def power(self) -> float:
        return float(noise_bounds(self.epsilon, self.delta, self.sensitivity).power_upper)

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
    """Return x + bound rounded down, so that no value up to it is farther than `bound` from x."""
    with np.errstate(over="ignore", invalid="ignore"):
        total = x + bound
        # What rounding took away, exactly (Knuth's TwoSum).
        part = total - x
        lost = (x - (total - part)) + (bound - part)
    return np.where(lost < 0, np.nextafter(total, -np.inf), total)
