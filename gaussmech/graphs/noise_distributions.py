"""The distributions of the noise that a denoiser knows: Gaussian, continuous or discrete Laplace.

All have unit variance. `NEEDS` lists what a denoiser needs from a distribution, and `DISTRIBUTIONS`
has each by its name. To add a distribution, write a class with everything in `NEEDS`, and add it to
`DISTRIBUTIONS`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from scipy.special import expit, ndtri

from gaussmech import _checks
from gaussmech._checks import Array

# An interval for a raw value holds the true value with this probability.
CONFIDENCE = 0.95
# The attributes and methods of a distribution that a denoiser needs.
NEEDS = {
    "excess_kurtosis": "the fourth moment less 3",
    "raw_half_width": "the quantile of the size at 0.95",
    "least_score": "a bound on how negative a mean may be by chance",
    "log_density": "how likely noise of a size is",
    "weight": "the Stein kernel, from the log density",
    "jumps_matter": "whether Stein's formula needs `factor` and `jumps` in place of a derivative",
    "share_power": "how the noise follows its share of a budget",
}


@dataclass(frozen=True)
class GaussianDistribution:
    """Gaussian noise of unit variance.

    Noise on a grid has no distribution of its own here: if its standard deviation is s steps, the
    moments of discrete Gaussian noise differ from the continuous ones by a share of about exp(-2
    pi^2 s^2).
    """

    # Stein's formula needs derivatives only.
    jumps_matter: ClassVar[Literal[False]] = False
    # Noise that spends the share a of mu^2 has a standard deviation proportional to a^-share_power.
    share_power: ClassVar[float] = 0.5
    excess_kurtosis: ClassVar[float] = 0.0
    raw_half_width: ClassVar[float] = float(ndtri((1 + CONFIDENCE) / 2))

    @classmethod
    def on_grid(cls, step: float) -> GaussianDistribution:
        """Return the noise on a grid, which has the moments of continuous noise."""
        return cls()

    def log_density(self, noise: Array) -> Array:
        """Return the log density of noise, up to a constant."""
        return -0.5 * noise**2

    def weight(self, residual: Array) -> Array:
        """Return the Stein kernel (n,) at noise of this size: the variance, 1."""
        return np.ones(len(residual))

    def least_score(self, sizes: Array, level: float) -> Array:
        """Return how negative the standardised means (k,) of this many values may be by chance.

        The probability that such a mean is lower is `level`, or less.
        """
        return np.full(len(sizes), ndtri(level))


@dataclass(frozen=True)
class LaplaceDistribution:
    """Laplace noise N of unit variance: on all numbers, or on the multiples of a step.

    Parameters
    ----------
    step : float
        The step h > 0 of the grid of the noise, in standard deviations. `noise_distribution` takes the
        continuous distribution for that of a very small step.

    Notes
    -----
    *The distribution.* P(N = k h) is proportional to rho^|k|. The variance 2 rho h^2 / (1 - rho)^2
    is 1 if sinh(s / 2) = h / sqrt(2) with s = -log rho. As h tends to 0, N tends to the continuous
    Laplace distribution of scale b = 1 / sqrt(2).

    *Stein's formula.* For any function g of moderate growth,

        E[N g(f + N)] = c E[g(f + N + J) - g(f + N - J)]

    with a fresh J > 0: J / h is geometric, P(J = k h) = (1 - rho) rho^(k - 1), and
    c = h rho / (1 - rho); in the continuous case J is exponential of mean b, and c = b. For n p(n)
    is the convolution of the density p with c sign(j) times that of |J| at j: both have the same
    Fourier transform. If g is linear, the right side is E[g'], as for Gaussian noise.

    *Kurtosis.* The excess is (1 + 4 rho + rho^2) / (2 rho): 3 in the continuous case, 5.8 at
    rho = exp(-2).

    Examples
    --------
    >>> round(LaplaceDistribution(2.0).excess_kurtosis, 6)
    7.0
    """

    step: float

    # Stein's formula needs the jumps J.
    jumps_matter: ClassVar[Literal[True]] = True
    # Noise that spends the share a of epsilon has a standard deviation proportional to a^-share_power.
    share_power: ClassVar[float] = 1.0
    # P(|N| > x) = exp(-sqrt(2) x) in the continuous case; on a grid the quantile differs by less
    # than a step.
    raw_half_width: ClassVar[float] = -math.log1p(-CONFIDENCE) / math.sqrt(2)

    @property
    def _decay(self) -> float:
        """-log rho, from the variance."""
        return 2 * math.asinh(self.step / math.sqrt(2))

    @property
    def excess_kurtosis(self) -> float:
        """The fourth moment of N, less 3."""
        return 2 + math.cosh(self._decay)

    @property
    def factor(self) -> float:
        """The factor c of Stein's formula."""
        return self.step / math.expm1(self._decay)

    def jumps(self, count: int, rng: np.random.Generator) -> Array:
        """Draw the jumps J (count,) of Stein's formula."""
        steps = rng.geometric(-math.expm1(-self._decay), count)
        return self.step * steps.astype(float)

    def log_density(self, noise: Array) -> Array:
        """Return the log density of noise, up to a constant; the discrete one counts as continuous."""
        return -math.sqrt(2) * np.abs(noise)

    def weight(self, residual: Array) -> Array:
        """Return the Stein kernel (n,) at noise of this size, |residual|: b^2 + b |residual|.

        Its mean over the distribution is 1. It is the factor in E[N g(N)] = E[weight(N) g'(N)]; the
        discrete distribution is treated as the continuous one.
        """
        return 0.5 + np.abs(residual) / math.sqrt(2)

    def least_score(self, sizes: Array, level: float) -> Array:
        """Return how negative the standardised means (k,) of this many values may be by chance.

        The probability that such a mean is lower is `level`, or less. All is in units of the step h
        here. For the sum S of k values of noise, whose log moment function is k K(u), exponential
        tilting by any u from 0 to -log rho gives

            P(S <= -s) = P(S >= s) = exp(k K(u) - u s) E[exp(-u T); T >= 0],

        where K(u) = -log(1 - (cosh u - 1) / h^2), and T, the tilted S less s, has the variance
        v = k K''(u). Its probabilities are log-concave, so none exceeds 2 / sqrt(1 + 4 v) (Bobkov,
        Marsiglietti & Melbourne, 2022). Hence the last factor is at most that over 1 - exp(-u), and
        1. At the s where the bound is `level`, it holds for each u; the least s of many u is taken.
        """
        distinct, inverse = np.unique(sizes, return_inverse=True)
        k = distinct[:, None]
        # The tilts are dense at both ends: small ones are for large sums, large ones for single values.
        tilt = self._decay * expit(np.linspace(-10, 10, 400))
        moment = 1 - 2 * (np.sinh(tilt / 2) / self.step) ** 2
        slope = np.sinh(tilt) / self.step**2 / moment
        variance = k * (np.cosh(tilt) / self.step**2 / moment + slope**2)
        factor = 2 / np.sqrt(1 + 4 * variance) / -np.expm1(-tilt)
        bound = np.minimum(np.log(factor), 0) - k * np.log(moment) - math.log(level)
        least = (bound / tilt).min(axis=1)
        return -(self.step * least / np.sqrt(distinct))[inverse]

    @classmethod
    def on_grid(cls, step: float) -> LaplaceDistribution:
        """Return the noise on a grid of this step over its standard deviation.

        Moments and tails on a grid of step h differ from those of continuous noise by a share of
        about h^2, which the digits of a double do not show if h is the square root of their spacing
        at 1. So continuous noise, of step 0, counts as noise on this grid.
        """
        return cls(max(step, math.sqrt(np.finfo(float).eps)))


Distribution = GaussianDistribution | LaplaceDistribution
DISTRIBUTIONS: dict[str, type[Distribution]] = {
    "gaussian": GaussianDistribution,
    "laplace": LaplaceDistribution,
}


def noise_distribution(noise: str, step: float) -> Distribution:
    """Return the noise that a user names, on a grid of this step over its standard deviation.

    Raises
    ------
    ValueError
        If there is no noise of this name, or if it lacks what a denoiser needs; the message names
        it.

    Examples
    --------
    >>> noise_distribution("laplace", 0.5)
    LaplaceDistribution(step=0.5)
    """
    distribution = DISTRIBUTIONS[
        _checks.one_of("noise", noise, tuple(DISTRIBUTIONS))
    ].on_grid(step)
    if missing := [name for name in NEEDS if not hasattr(distribution, name)]:
        needs = ", ".join(f"{name} ({NEEDS[name]})" for name in missing)
        raise ValueError(
            f"noise is {noise!r}, which has no {needs}; denoising needs it"
        )
    return distribution
