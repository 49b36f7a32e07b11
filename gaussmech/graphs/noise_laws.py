"""The laws of the noise that a denoiser knows: Gaussian, and continuous or discrete Laplace.

All laws here have unit variance. What a denoiser needs of a law is the divergence in Stein's
formula (`LaplaceLaw` has the derivation, `risk.LaplaceProbe` the estimate), its kurtosis, the
half-width of an interval for a raw value, and a bound on how negative a mean may be by chance.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from scipy.special import ndtri

from gaussmech._checks import Array

# An interval for a raw value holds the true value with this probability.
CONFIDENCE = 0.95
# On finer grids, in standard deviations, tail bounds of the Laplace law would lose digits.
LEAST_STEP = 1e-4


@dataclass(frozen=True)
class GaussianLaw:
    """Gaussian noise of unit variance.

    Noise on a grid has no law of its own here: if its standard deviation is s steps, the moments
    of discrete Gaussian noise differ from the continuous ones by a share of about exp(-2 pi^2 s^2).
    """

    # Stein's formula needs derivatives only.
    jumps_matter: ClassVar[bool] = False
    # Noise that spends the share a of mu^2 has a standard deviation proportional to a^-share_power.
    share_power: ClassVar[float] = 0.5
    # In the intervals of places, the stated mean squared error is raised by this many of its standard
    # errors, and by no more than this share of the variance of the noise. The latter counts on maps
    # of fewer than 500 places, whose standard error is far above the error of a smooth map: of the
    # synthetic maps with 220 places, 0.97 were covered with this limit, and 0.98 without.
    interval_errors: ClassVar[float] = 1.25
    largest_raise: ClassVar[float] = 0.08
    excess_kurtosis: ClassVar[float] = 0.0
    raw_half_width: ClassVar[float] = float(ndtri((1 + CONFIDENCE) / 2))

    def weight(self, residual: Array) -> Array:
        """Return the Stein kernel (n,) at noise of this size: the variance, 1."""
        return np.ones(len(residual))

    def least_score(self, sizes: Array, level: float) -> Array:
        """Return how negative the standardised means (k,) of this many values may be by chance.

        The probability that such a mean is lower is `level`, or less.
        """
        return np.full(len(sizes), ndtri(level))


@dataclass(frozen=True)
class LaplaceLaw:
    """Laplace noise N of unit variance: on all numbers, or on the multiples of a step.

    Parameters
    ----------
    step : float
        The step h of the grid of the noise, in standard deviations; 0 is the continuous law.

    Notes
    -----
    *The law.* P(N = k h) is proportional to rho^|k|. The variance 2 rho h^2 / (1 - rho)^2 is 1 if
    sinh(s / 2) = h / sqrt(2) with s = -log rho. As h tends to 0, N tends to the continuous Laplace
    law of scale b = 1 / sqrt(2).

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
    >>> round(LaplaceLaw(0.0).excess_kurtosis, 6)
    3.0
    """

    step: float

    # Stein's formula needs the jumps J.
    jumps_matter: ClassVar[bool] = True
    # Noise that spends the share a of epsilon has a standard deviation proportional to a^-share_power.
    share_power: ClassVar[float] = 1.0
    # As for Gaussian noise. The kernel at a single place is a rough guess: more is needed for the
    # highest tenth of the places.
    interval_errors: ClassVar[float] = 2.0
    largest_raise: ClassVar[float] = 0.25
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
        if self.step == 0:
            return 1 / math.sqrt(2)
        return self.step / math.expm1(self._decay)

    def jumps(self, count: int, rng: np.random.Generator) -> Array:
        """Draw the jumps J (count,) of Stein's formula."""
        if self.step == 0:
            return rng.exponential(1 / math.sqrt(2), count)
        # An exponential variable, rounded up, is geometric.
        steps = np.ceil(rng.exponential(1 / self._decay, count))
        return self.step * np.maximum(steps, 1)

    def weight(self, residual: Array) -> Array:
        """Return the Stein kernel (n,) at noise of this size, |residual|: b^2 + b |residual|.

        Its mean over the law is 1. It is the factor in E[N g(N)] = E[weight(N) g'(N)]; the discrete
        law is treated as the continuous one.
        """
        return 0.5 + np.abs(residual) / math.sqrt(2)

    def least_score(self, sizes: Array, level: float) -> Array:
        """Return how negative the standardised means (k,) of this many values may be by chance.

        The probability that such a mean is lower is `level`, or less. For the sum S of k values of
        noise, whose log moment function is k K(u), let u > 0 be such that k K'(u) = s. Exponential
        tilting by u gives

            P(S <= -s) = P(S >= s) = exp(k K(u) - u s) E[exp(-u T); T >= 0],

        where T has mean 0 and variance v = k K''(u), and its density is log-concave, so it
        never exceeds 1 / sqrt(v). Hence the last factor is at most 1 / (u sqrt(v)), and 1. On a
        grid of step h the probabilities never exceed 2 / sqrt(1 + 4 v / h^2) (Bobkov, Marsiglietti
        & Melbourne, 2022), and the factor is at most that over 1 - exp(-u h). Bisection finds the s
        at which the bound is `level`.
        """
        distinct, inverse = np.unique(np.asarray(sizes, float), return_inverse=True)
        low = np.zeros(len(distinct))
        high = 4 * (3 * distinct - math.log(level)) * (1 + self.step)
        for _ in range(60):
            middle = (low + high) / 2
            is_too_likely = self._log_tail(middle, distinct) > math.log(level)
            low = np.where(is_too_likely, middle, low)
            high = np.where(is_too_likely, high, middle)
        return -(high / np.sqrt(distinct))[inverse]

    def _log_tail(self, total: Array, sizes: Array) -> Array:
        """Return a bound of log P(S >= total) for sums S of `sizes` values, as derived above.

        Finer grids than LEAST_STEP, and the continuous law, differ from that by less than 1e-8.
        """
        step = max(self.step, LEAST_STEP)
        return _log_tail_on_grid(total / step, sizes, 1 / step**2)


def _log_tail_on_grid(s, k, v):
    """Return the bound of `LaplaceLaw.least_score` for sums of k values of discrete noise.

    All is in units of the step: s, the sum, and v, the variance of one value. Here
    K(u) = -log(1 - v (cosh u - 1)), and K'(u) = s / k is a quadratic equation for e^u.
    """
    # Written so that no digits are lost on fine grids, where v is large and the tilt u small.
    root = np.sqrt(s**2 * (1 + 2 * v) + (v * k) ** 2)
    tilt = np.log1p((s + root - v * k) / (v * (s + k)))
    rest = 1 - 2 * v * np.sinh(tilt / 2) ** 2
    slope = v * np.sinh(tilt) / rest
    variance = k * (v * np.cosh(tilt) / rest + slope**2)
    # This bounds the probability of each value of the sum; the values from s on make a geometric sum.
    largest = 2 / np.sqrt(1 + 4 * variance)
    log_factor = np.log(largest / -np.expm1(-tilt))
    return -tilt * s - k * np.log(rest) + np.minimum(log_factor, 0)


Law = GaussianLaw | LaplaceLaw
# The names under which a user asks for the laws.
NOISES = "gaussian", "laplace"


def noise_law(noise: str, step: float) -> Law:
    """Return the law of a name in NOISES; `step` is that of its grid over its standard deviation.

    Examples
    --------
    >>> noise_law("laplace", 0.0)
    LaplaceLaw(step=0.0)
    """
    return LaplaceLaw(step) if noise == "laplace" else GaussianLaw()
