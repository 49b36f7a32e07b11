"""Discrete Gaussian noise on a grid: its calibration, OpenDP's sampler."""

import contextlib
import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from os import cpu_count
from typing import Any

from gaussmech import _checks
from gaussmech.privacy.calibration import analytic_gaussian_sigma, gaussian_epsilon

# Of the sensitivity: covers what rounding to doubles adds when contributions are clipped.
ROUNDING = 2.0**-40
# Shares of the extra noise, relative to sigma, that a grid chosen here may cost: the growth of the
# sensitivity, the loss of delta, the step of sigma.
GROWTH, LOSS, STEP = 4e-7, 1e-7, 1e-7
# A whole number up to here is exact as a double, and the noise stays far within 64 bits.
LARGEST_SCALE = 2**53
EPSILON: _checks.Interval = {"low": 0, "high": 700}
SENSITIVITY: _checks.Interval = {"low": 1e-50, "high": 1e50}
CHUNK = 10_000


@dataclass(frozen=True)
class GridNoise:
    """Independent noise grid * N per coordinate, P(N = k) proportional to exp(-k^2 / (2 scale^2)).

    `scale` is in steps of the grid, a power of ten; `dimension` the number of coordinates that it
    is calibrated for; `sensitivity` the vector's on the grid, in L2 norm, rounding included.
    """

    scale: int
    grid: Decimal
    dimension: int
    sensitivity: float

    @property
    def sigma(self) -> float:
        """scale * grid: the noise's standard deviation, to all digits on any fine grid."""
        return float(self.scale * Fraction(self.grid))

    def cost(self, *, repeats: int = 1) -> tuple[float, float]:
        """Return mu and tau of `repeats` releases, as in `joint_epsilon`, rounded up."""
        mu = _above(_above(self.sensitivity * math.sqrt(repeats)) / self.sigma)
        return mu, _above(self.dimension * repeats / 24 / self.scale**2)

    def epsilon(self, delta: float, *, repeats: int = 1) -> float:
        """Return an epsilon for which `repeats` releases together are (epsilon, delta)-DP."""
        return joint_epsilon(*self.cost(repeats=repeats), delta)


def joint_epsilon(mu: float, tau: float, delta: float) -> float:
    """Return an epsilon at which discrete Gaussian releases together are (epsilon, delta)-DP.

    `mu` is sqrt(sum mu_i^2), mu_i being the L2 sensitivity of release i on its grid over its sigma,
    and `tau` sum d_i / (24 t_i^2), for d_i values and noise of t_i steps of the grid.

    What `calibrate_noise` proves of one release holds of several, of different grids, sensitivities
    and lengths. Before rounding, they are together one Gaussian mechanism of `mu` (in units of each
    sigma), and rounding is post-processing. Discrete noise is independent from release to release:
    R >= prod(1 - tau_i) G >= (1 - tau) G, and again delta = (delta' + e^epsilon tau) / (1 - tau).

    If tau is too large for that, then by concentrated privacy: discrete Gaussian noise is
    mu^2 / 2-zCDP whatever its grid (Canonne, Kamath & Steinke, 2020, Theorem 14), and rho-zCDP is
    (rho + 2 sqrt(rho log(1 / delta)), delta)-DP (Bun & Steinke, 2016, Proposition 1.3).
    """
    highest = gaussian_epsilon(1.0, delta / 2, mu)
    left = _delta_left(highest, delta, tau)
    if left >= delta / 2:
        return gaussian_epsilon(1.0, left, mu)
    rho = mu**2 / 2
    return (rho + 2 * math.sqrt(rho * -math.log(delta))) * (1 + 1e-12)


def calibrate_noise(
    epsilon: float,
    delta: float,
    sensitivity: float,
    *,
    dimension: int,
    grid: float | None = None,
    repeats: int = 1,
) -> GridNoise:
    """Return the discrete Gaussian noise that makes a vector (epsilon, delta)-DP.

    `sensitivity` is that of the vector before it is rounded to the grid; its length, `dimension`,
    must not depend on the private data. The grid is a power of ten; None: the coarsest that raises
    sigma by less than 1e-6 (relative) and bears `repeats` such releases, or, where sigma is above
    1e8 sensitivities, the finest that OpenDP can sample.

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
    dimension = _checks.whole_number("dimension", dimension, low=1)
    budget = epsilon, delta, sensitivity, dimension
    step = _fine_grid(*budget, repeats) if grid is None else power_of_ten("grid", grid)
    unit = Fraction(step)
    grown = _above(sensitivity * (1 + ROUNDING) + float(step) * math.sqrt(dimension))

    def steps(delta: float) -> int:
        found = math.ceil(Fraction(analytic_gaussian_sigma(epsilon, delta, grown)) / unit)
        if found > LARGEST_SCALE:
            raise ValueError(f"grid is {step}, too fine; the noise must be below 2^53 times it")
        return found

    # The scale only grows from here, so that this bounds what the discreteness costs.
    least = steps(delta)
    left = _delta_left(epsilon, delta, _above(dimension / 24 / least**2))
    if left < delta / 2:
        what = f"this budget and {dimension} values; take {_fine_grid(*budget)}, or none"
        raise ValueError(f"grid is {step}, too coarse for {what} to have it chosen")
    return GridNoise(max(steps(left), least), step, dimension, grown)


def power_of_ten(name: str, value: Any) -> Decimal:
    """Return a value exactly, if it is a power of ten; raise a ValueError that names it if not."""
    with contextlib.suppress(InvalidOperation):
        step = Decimal(str(value)).normalize()
        if step.as_tuple()[:2] == (0, (1,)) and abs(step.adjusted()) <= 100:
            return step
    allowed = "it must be a power of ten from 1e-100 to 1e100, such as 0.001"
    raise ValueError(f"{name} is {_checks.shown(value)}; {allowed}")


def _fine_grid(
    epsilon: float, delta: float, sensitivity: float, dimension: int, repeats: int = 1
) -> Decimal:
    """Return the coarsest power of ten that costs next to nothing."""
    sigma = analytic_gaussian_sigma(epsilon, delta, sensitivity)
    log_finest = math.log(LARGEST_SCALE / 11)

    def log_least(epsilon: float, dimension: int) -> float:
        # t >= sqrt(d (e^epsilon + delta) / (24 LOSS delta)), in logarithms lest it overflow
        cost = math.log(dimension) - math.log(24 * LOSS) - math.log(delta)
        return max((cost + epsilon + math.log1p(delta)) / 2, math.log(1 / STEP))

    log_scale = log_least(epsilon, dimension)
    if log_scale > log_finest:
        raise ValueError(
            f"epsilon is {epsilon:g} and delta {delta:g}: no grid is fine enough for {dimension}"
            " values; take a smaller epsilon or a larger delta"
        )
    if repeats > 1:
        together = gaussian_epsilon(sigma, delta / 2, sensitivity * math.sqrt(repeats))
        log_scale = min(log_least(together, dimension * repeats), log_finest)
    coarsest = min(GROWTH * sensitivity / math.sqrt(dimension), sigma / math.exp(log_scale))
    finest = 11 * sigma / LARGEST_SCALE
    return Decimal(1).scaleb(math.floor(math.log10(max(coarsest, finest))))


def _delta_left(epsilon: float, delta: float, tau: float) -> float:
    """Return delta' of the continuous mechanism, rounded down; below 0 if nothing is left."""
    if epsilon > 700:
        return -math.inf
    return delta - (math.exp(epsilon) + delta) * tau * (1 + 1e-12) - 2.0**-52 * delta


def _above(value: float) -> float:
    """Return a bound of what `value` approximates to a few units of rounding."""
    return value * (1 + 2.0**-50)


def sample_noise(scale: int, count: int) -> list[int]:
    """Return `count` exact samples of the discrete Gaussian, by OpenDP from system randomness.

    P(k) is proportional to exp(-k^2 / (2 scale^2)): Canonne, Kamath & Steinke (2020), without
    floating point. There is no seed. Nothing private is passed, so the time does not depend on it.
    """
    import opendp.prelude as dp

    dp.enable_features("contrib")
    space = dp.vector_domain(dp.atom_domain(T="i64")), dp.l2_distance(T=float)
    noise = dp.m.make_gaussian(*space, scale=float(scale))
    sizes = [min(CHUNK, count - first) for first in range(0, count, CHUNK)]
    # The sampler releases Python's lock.
    with ThreadPoolExecutor(cpu_count()) as pool:
        parts = pool.map(lambda size: noise([0] * size), sizes)
        return [k for part in parts for k in part]
