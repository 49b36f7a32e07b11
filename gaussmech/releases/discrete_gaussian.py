"""Discrete Gaussian noise on a grid: its calibration, its exact delta, OpenDP's sampler."""

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from os import cpu_count
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gaussmech import checks
from gaussmech.calibration import analytic_gaussian_sigma, gaussian_epsilon
from gaussmech.checks import Array
from gaussmech.extras import need

# Of the sensitivity: covers what rounding to doubles adds when contributions are clipped.
ROUNDING = 2.0**-40
# Shares of the extra noise, relative to sigma, that a grid chosen here may cost: the growth of the
# sensitivity, the loss of delta, the step of sigma.
GROWTH, LOSS, STEP = 4e-7, 1e-7, 1e-7
# A whole number up to here is exact as a double, and the noise stays far within 64 bits.
LARGEST_SCALE = 2**53
CHUNK = 10_000


@dataclass(frozen=True)
class GridNoise:
    """Independent noise grid * N per coordinate, P(N = k) proportional to exp(-k^2 / (2 scale^2)).

    Attributes
    ----------
    scale : int
        In units of the grid.
    grid : Decimal
        A power of ten.
    dimension : int
        Coordinates of the vector it is calibrated for.
    sensitivity : float
        L2 sensitivity of the vector on the grid, rounding included.
    """

    scale: int
    grid: Decimal
    dimension: int
    sensitivity: float

    @property
    def sigma(self) -> float:
        """scale * grid: the noise's standard deviation, to all digits on any fine grid."""
        return float(self.scale * Fraction(self.grid))

    def epsilon(self, delta: float, *, repeats: int = 1) -> float:
        """Return an epsilon for which `repeats` releases together are (epsilon, delta)-DP."""
        sensitivity = _above(self.sensitivity * math.sqrt(repeats))
        sigma = self.sigma * (1 - 2.0**-50)
        highest = gaussian_epsilon(sigma, delta / 2, sensitivity)
        left = _delta_left(highest, delta, self.dimension * repeats, self.scale)
        if left < delta / 2:
            raise ValueError(
                f"{repeats} columns are too many for the grid {self.grid}: take a finer one, or let"
                " the columns share the budget"
            )
        return gaussian_epsilon(sigma, left, sensitivity)


def calibrate_noise(
    epsilon: float,
    delta: float,
    sensitivity: float,
    *,
    dimension: int,
    grid: float | None = None,
) -> GridNoise:
    """Return the discrete Gaussian noise that makes a vector (epsilon, delta)-DP.

    Parameters
    ----------
    epsilon : float >= 0
    delta : float in (0, 1)
    sensitivity : float > 0
        Global L2 sensitivity of the vector before it is rounded to the grid.
    dimension : int >= 1
        Length of the vector, which must not depend on the private data.
    grid : float, optional
        A power of ten. None: the coarsest that raises sigma by less than 1e-6 (relative), or, where
        sigma is above 1e8 sensitivities, the finest that OpenDP can sample.

    Raises
    ------
    ValueError
        Naming the argument, the value and what is allowed; also if the grid is too coarse.

    Notes
    -----
    *Rounding.* Each coordinate moves by at most grid / 2, so that the difference of two neighbours
    grows by at most grid * sqrt(d) in L2 norm. From here on the unit is the grid, and all vectors
    are whole.

    *The noise.* Let phi be the density of N(0, t^2), G(k) = exp(-k^2 / (2 t^2)) / Z the discrete
    Gaussian, and R the law of N(0, t^2) rounded to the nearest whole number. With U uniform on
    [-1/2, 1/2],

        R(k) = phi(k) E[exp(-U^2 / (2 t^2)) cosh(k U / t^2)]
             >= phi(k) (1 - E[U^2] / (2 t^2)) = phi(k) (1 - eta),    eta = 1 / (24 t^2),

    since cosh >= 1 and exp(-x) >= 1 - x. By Poisson summation Z >= sqrt(2 pi) t, so G <= phi at the
    whole numbers, and R >= (1 - eta) G everywhere. For d independent coordinates
    R >= (1 - eta)^d G >= (1 - tau) G with tau = d eta, so there is a law W with
    R = (1 - tau) G + tau W.

    Let R', G', W' be the same laws around a neighbour. Rounding x + N(0, t^2 I) is post-processing
    and, x being whole, has the law R around x: R(S) <= e^epsilon R'(S) + delta' wherever the
    continuous mechanism is (epsilon, delta')-DP. Hence

        (1 - tau) (G(S) - e^epsilon G'(S)) <= delta' + e^epsilon tau W'(S)
                                           <= delta' + e^epsilon tau,

    and discrete noise is (epsilon, delta)-DP with delta = (delta' + e^epsilon tau) / (1 - tau).
    So sigma is `analytic_gaussian_sigma` at delta' = delta - (e^epsilon + delta) tau. Every step in
    floating point is rounded to the safe side, and t is rounded up to a whole number.

    Examples
    --------
    >>> noise = calibrate_noise(0.5, 1e-6, 5.0, dimension=3874)
    >>> str(noise.grid), round(noise.sigma, 4)
    ('1E-8', 40.2881)
    """
    epsilon = checks.real_scalar("epsilon", epsilon, low=0, high=700)
    delta = checks.real_scalar("delta", delta, **checks.OPEN_UNIT)
    sensitivity = checks.real_scalar("sensitivity", sensitivity, **checks.POSITIVE)
    dimension = checks.whole_number("dimension", dimension, low=1)
    if grid is None:
        step = _fine_grid(epsilon, delta, sensitivity, dimension)
    else:
        step = power_of_ten(grid)
    unit = Fraction(step)
    rounded = float(step) * math.sqrt(dimension)
    grown = _above(sensitivity * (1 + ROUNDING) + rounded)
    # The scale only grows from here, so that this bounds what the discreteness costs.
    least = math.ceil(Fraction(analytic_gaussian_sigma(epsilon, delta, grown)) / unit)
    left = _delta_left(epsilon, delta, dimension, least)
    if left < delta / 2:
        finer = _fine_grid(epsilon, delta, sensitivity, dimension)
        raise ValueError(
            f"grid is {grid:g}, too coarse for this budget and {dimension} values; take {finer},"
            " or none to have it chosen"
        )
    scale = math.ceil(Fraction(analytic_gaussian_sigma(epsilon, left, grown)) / unit)
    scale = max(scale, least)
    if scale > LARGEST_SCALE:
        raise ValueError(f"grid is {step}, too fine; the noise must be below 2^53 times the grid")
    return GridNoise(scale, step, dimension, grown)


def power_of_ten(grid: Any) -> Decimal:
    """Return the grid as an exact power of ten; raise a ValueError if it is none."""
    try:
        step = Decimal(str(grid)).normalize()
        good = step.is_finite() and step.as_tuple()[:2] == (0, (1,)) and abs(step.adjusted()) <= 300
    except InvalidOperation:
        good = False
    if not good:
        raise ValueError(f"grid is {grid!r}; it must be a power of ten, such as 0.001 or 1e-8")
    return step


def _fine_grid(epsilon: float, delta: float, sensitivity: float, dimension: int) -> Decimal:
    """Return the coarsest power of ten that costs next to nothing."""
    sigma = analytic_gaussian_sigma(epsilon, delta, sensitivity)
    root = math.sqrt(dimension)
    # t >= sqrt(d (e^epsilon + delta) / (24 LOSS delta)), in logarithms lest it overflow
    log_least = (
        math.log(dimension / (24 * LOSS * delta)) + math.log(math.exp(epsilon) + delta)
    ) / 2
    log_scale = max(log_least, math.log(1 / STEP))
    if log_scale > math.log(LARGEST_SCALE / 11):
        raise ValueError(
            f"epsilon is {epsilon:g} and delta {delta:g}: no grid is fine enough for {dimension}"
            " values; take a smaller epsilon or a larger delta"
        )
    coarsest = min(GROWTH * sensitivity / root, sigma / math.exp(log_scale))
    finest = 11 * sigma / LARGEST_SCALE
    return Decimal(1).scaleb(math.floor(math.log10(max(coarsest, finest))))


def _delta_left(epsilon: float, delta: float, dimension: int, scale: int) -> float:
    """Return delta' of the continuous mechanism, rounded down; below 0 if nothing is left."""
    if epsilon > 700:
        return -math.inf
    tau = dimension / 24 / scale**2
    return delta - (math.exp(epsilon) + delta) * tau * (1 + 1e-12) - 2.0**-52 * delta


def _above(value: float) -> float:
    """Return a bound of what `value` approximates to a few units of rounding."""
    return value * (1 + 2.0**-50)


def exact_delta(epsilon: float, scale: float, shift: ArrayLike) -> float:
    """Return the exact delta of discrete Gaussian noise against one neighbour, by summing its law.

    Parameters
    ----------
    epsilon : float
    scale : float > 0
        Parameter of the noise on the whole numbers; the cost grows with it.
    shift : (d,) array of int
        Difference of the neighbours; all entries but the last must be equal, and it not 0.
        Up to two entries the sum has no rounding but of its terms; beyond it is good to 1e-15.

    Examples
    --------
    >>> [f"{exact_delta(0.5, 806, shift):.4g}" for shift in ([100], [60, 80])]
    ['9.944e-07', '9.944e-07']
    """
    *others, last = (abs(int(v)) for v in np.atleast_1d(np.asarray(shift)))
    if len(set(others)) > 1 or last == 0:
        raise ValueError(
            f"shift is {shift!r}; all entries but the last must be equal, and it not 0"
        )
    equal = others[0] if others else 0
    reach = math.ceil(14 * scale)
    law = np.exp(-0.5 * (np.arange(-reach, reach + 1) / scale) ** 2)
    law /= math.fsum(law.tolist())
    total = law if equal and others else np.ones(1)
    if equal and len(others) > 1:
        # The law of a sum of these coordinates, on a circle so long that its tails do not meet.
        half = math.ceil(reach * math.sqrt(len(others)))
        circle = np.zeros(2 * half + 1)
        circle[half - reach : half + reach + 1] = law
        power = np.fft.rfft(np.fft.ifftshift(circle)) ** len(others)
        total = np.maximum(np.fft.fftshift(np.fft.irfft(power, len(circle))), 0)
    middle = (len(total) - 1) // 2
    w = np.arange(-middle, middle + 1) * equal
    # The loss exceeds epsilon where last * n + w > bar; the tail of the law from there, twice.
    square = last**2 + len(others) * equal**2
    bar = scale**2 * epsilon - square / 2
    first = np.floor((bar - w) / last).astype(np.int64) + 1
    tails = np.concatenate((np.cumsum(law[::-1])[::-1], [0.0]))

    def tail(n: Any) -> Array:
        return tails[np.clip(n + reach, 0, 2 * reach + 1)]

    factor = np.exp(epsilon - (2 * w + square - last**2) / (2 * scale**2))
    found = tail(first) - np.where(first + last > reach, 0.0, factor) * tail(first + last)
    return float(np.sum(total * np.maximum(found, 0.0)))


def sample_noise(scale: int, count: int) -> list[int]:
    """Return `count` exact samples of the discrete Gaussian, by OpenDP from system randomness.

    P(k) is proportional to exp(-k^2 / (2 scale^2)): Canonne, Kamath & Steinke (2020), without
    floating point. There is no seed. Nothing private is passed, so the time does not depend on it.

    Examples
    --------
    >>> len(sample_noise(2**32, 3))
    3
    """
    need("release", "opendp")
    import opendp.prelude as dp

    dp.enable_features("contrib")
    space = dp.vector_domain(dp.atom_domain(T="i64")), dp.l2_distance(T=float)
    noise = dp.m.make_gaussian(*space, scale=float(scale))
    sizes = [min(CHUNK, count - first) for first in range(0, count, CHUNK)]
    # The sampler releases Python's lock.
    with ThreadPoolExecutor(cpu_count()) as pool:
        parts = pool.map(lambda size: noise([0] * size), sizes)
        return [k for part in parts for k in part]
