"""Discrete Gaussian and Laplace noise on a grid: calibration with proof, and samplers.

`plan` uses this module: `calibrate_noise` and `calibrate_laplace_noise` return the noise for a
budget, and `sample_noise` and `sample_laplace_noise` draw it.

Noise in floating point can be attacked through its low bits (Mironov, 2012), so a release adds
discrete Gaussian noise, grid * N with P(N = k) proportional to exp(-k^2 / (2 t^2)) on the whole
numbers, to values on a grid (Canonne, Kamath & Steinke, 2020). Its privacy is that of the
continuous Gaussian but for a tiny loss of delta, which `calibrate_noise` proves and accounts for.
So the exact calibration of Balle & Wang applies, and sigma is hardly above the least possible one.
Calibration by concentrated privacy, as in the library that draws the samples, needs between 5 % and
18 % more noise (docs/bench/release.md).

With d values and a scale of t steps of the grid the loss of delta is tau = d / (24 t^2), times
e^epsilon. With t = 2^30 and a million values tau is 4e-14. A grid that is chosen here is so fine
that the loss is negligible, and so coarse that 64 bits suffice for the noise.

Discrete Laplace noise, P(N = k) proportional to exp(-|k| / t), is pure: its delta is 0, whatever
the grid (`calibrate_laplace_noise`).
"""

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from os import cpu_count
from typing import Any, ClassVar

from scipy.special import ndtri

from gaussmech import _checks
from gaussmech.privacy.attack_risk import attack_risk
from gaussmech.privacy.calibration import analytic_gaussian_sigma, gaussian_epsilon
from gaussmech.privacy.cost import Cost, delta_left, float_above
from gaussmech.privacy.laplace_attack import laplace_attack_risk
from gaussmech.releases.grid import power_of_ten

# This share of the sensitivity is added for rounding to doubles when contributions are clipped. It
# is 8,192 units of 2^-53: far more than summing the squares of a row pairwise, a root, a division
# and a product can err by.
ROUNDING = 2.0**-40
# A grid that is chosen here costs less than 1e-6 of sigma in all. Each cost has its share: the
# growth of the sensitivity by rounding, the loss of delta, and rounding sigma up to a step.
GROWTH = 4e-7
LOSS = 1e-7
STEP = 1e-7
# A power of ten that is rounded down is finer by up to a factor of 10, and sigma grows a little:
# the finest grid leaves this factor of room below LARGEST_SCALE.
ROOM = 11
# This factor covers the roundings of a few operations, each within 2^-53.
OUTWARD = 1 + 2.0**-50
# A grid that a user chooses may raise the L1 sensitivity by this share.
LARGEST_GROWTH = 0.01
# A whole number up to 2^53 is exact as a double, as OpenDP takes its scale; and noise of this scale
# stays far within 64 bits: 2^63 is a thousand scales away, which Laplace noise passes with a
# probability below 1e-440.
LARGEST_SCALE = 2**53
# e^epsilon is finite up to 709.
EPSILON: _checks.Interval = {"low": 0, "high": 700}
# This range is wide enough for any unit of measurement.
SENSITIVITY: _checks.Interval = {"low": 1e-50, "high": 1e50}
# Larger noise says nothing of any data, and its grid would leave the range of `power_of_ten`.
LARGEST_NOISE = 1e100
# A task of the thread pool draws this many samples, enough that starting it costs next to nothing.
CHUNK = 10_000


@dataclass(frozen=True)
class AreaLevel:
    """A public partition of the places, for which noise is calibrated.

    Attributes
    ----------
    dimension : int
        The number of sums: of areas, for all columns that share a budget.
    sensitivity : float
        The L1 sensitivity of the places, which no norm of the sums exceeds.
    share : float
        The share of the budget: of mu^2 with Gaussian, of epsilon with Laplace noise.
    """

    dimension: int
    sensitivity: float
    share: float


@dataclass(frozen=True)
class AreaNoise:
    """The noise of the sums of a level of areas, with the law and the grid of the places' noise.

    Attributes
    ----------
    scale : int
        The scale in steps of the grid.
    dimension : int
        The number of sums.
    sensitivity : float
        The sensitivity of the sums on the grid, rounding included.
    """

    scale: int
    dimension: int
    sensitivity: float


@dataclass(frozen=True)
class GridNoise:
    """Independent noise grid * N per coordinate, P(N = k) proportional to exp(-k^2 / (2 scale^2)).

    Attributes
    ----------
    scale : int
        The scale in steps of the grid.
    grid : decimal.Decimal
        The grid, a power of ten.
    dimension : int
        The number of coordinates of the vector that the noise is calibrated for.
    sensitivity : float
        The L2 sensitivity of the vector on the grid, rounding included.
    areas : tuple of AreaNoise
        The noise of the sums of areas, level by level.
    """

    law: ClassVar[str] = "gaussian"
    norm: ClassVar[int] = 2

    scale: int
    grid: Decimal
    dimension: int
    sensitivity: float
    areas: tuple[AreaNoise, ...] = ()

    @property
    def sigma(self) -> float:
        """The standard deviation of the noise: scale * grid, to all digits on any fine grid."""
        return self._sigma(self.scale)

    @property
    def area_sigmas(self) -> list[float]:
        """The standard deviation of the noise of a sum, level by level."""
        return [self._sigma(area.scale) for area in self.areas]

    def _sigma(self, scale: int) -> float:
        """Return the standard deviation of noise of this scale."""
        return float(scale * Fraction(self.grid))

    def cost(self, *, repeats: int = 1) -> Cost:
        """Return what `repeats` releases cost, rounded up."""
        joint_sensitivity = _above(self.sensitivity * math.sqrt(repeats))
        mu = _above(joint_sensitivity / self.sigma)
        tau = _above(self.dimension * repeats / 24 / self.scale**2)
        for area, sigma in zip(self.areas, self.area_sigmas, strict=True):
            # Independent Gaussian noise on several vectors is one Gaussian mechanism.
            joint_sensitivity = _above(area.sensitivity * math.sqrt(repeats))
            mu = _above(math.hypot(mu, _above(joint_sensitivity / sigma)))
            tau = _above(tau + area.dimension * repeats / 24 / area.scale**2)
        return Cost(mu, tau)

    def epsilon(self, delta: float, *, repeats: int = 1) -> float:
        """Return an epsilon for which `repeats` releases together are (epsilon, delta)-DP."""
        return self.cost(repeats=repeats).epsilon(delta)

    def best_attack(self, *, repeats: int = 1) -> dict[str, float]:
        """Return what the best attack on `repeats` releases gains."""
        cost = self.cost(repeats=repeats)
        return attack_risk(cost.mu, cost.tau)

    def within(self, probability: float) -> float:
        """Return the size that a value's noise does not exceed with this probability."""
        return float(ndtri((1 + probability) / 2)) * self.sigma


@dataclass(frozen=True)
class LaplaceNoise:
    """Independent noise grid * N per coordinate, P(N = k) proportional to exp(-|k| / scale).

    Attributes
    ----------
    scale : int
        The scale in steps of the grid.
    grid : decimal.Decimal
        The grid, a power of ten.
    dimension : int
        The number of coordinates of a column.
    sensitivity : float
        The L1 sensitivity of a column on the grid, rounding included.
    areas : tuple of AreaNoise
        The noise of the sums of areas, level by level.
    """

    law: ClassVar[str] = "laplace"
    norm: ClassVar[int] = 1

    scale: int
    grid: Decimal
    dimension: int
    sensitivity: float
    areas: tuple[AreaNoise, ...] = ()

    @property
    def sigma(self) -> float:
        """The standard deviation of the noise."""
        return self._sigma(self.scale)

    @property
    def area_sigmas(self) -> list[float]:
        """The standard deviation of the noise of a sum, level by level."""
        return [self._sigma(area.scale) for area in self.areas]

    def _sigma(self, scale: int) -> float:
        """Return the standard deviation of noise of this scale.

        The variance of N is 2 r / (1 - r)^2 with r = e^(-1 / t), which is 1 / (2 sinh(1 / 2t)^2).
        """
        return float(self.grid) / (math.sqrt(2) * math.sinh(1 / (2 * scale)))

    def cost(self, *, repeats: int = 1) -> Cost:
        """Return what the release of `repeats` columns costs: each is epsilon-DP, rounded up."""
        ratio = Fraction(self.sensitivity) / (self.scale * Fraction(self.grid))
        for area in self.areas:
            ratio += Fraction(area.sensitivity) / (area.scale * Fraction(self.grid))
        return Cost(pure=((float_above(ratio), repeats),))

    def best_attack(self, *, repeats: int = 1) -> dict[str, float]:
        """Return what the best attack on the release of `repeats` columns gains."""
        levels = [(self.sensitivity, self.scale)]
        levels += [(area.sensitivity, area.scale) for area in self.areas]
        # A column moves by whole steps, at most by these.
        return laplace_attack_risk(
            (
                (math.floor(Fraction(sensitivity) / Fraction(self.grid)), scale)
                for sensitivity, scale in levels
            ),
            columns=repeats,
        )

    def within(self, probability: float) -> float:
        """Return the size that a value's noise does not exceed with this probability.

        It is that of the continuous law, P(|N| > x) = e^(-x / t), and differs by less than a step.
        """
        return -math.log1p(-probability) * self.scale * float(self.grid)


def calibrate_noise(
    epsilon: float,
    delta: float,
    sensitivity: float,
    *,
    dimension: int,
    grid: float | None = None,
    repeats: int = 1,
    areas: Sequence[AreaLevel] = (),
) -> GridNoise:
    """Return the discrete Gaussian noise that makes a vector (epsilon, delta)-DP.

    Parameters
    ----------
    epsilon, delta : float
        The budget of the vector, in [0, 700] and (0, 1).
    sensitivity : float
        The global L2 sensitivity of the vector before it is rounded to the grid, > 0.
    dimension : int
        The length of the vector, >= 1, which must not depend on the private data.
    grid : float, optional
        A power of ten. None takes the coarsest one that raises sigma by less than 1e-6 of itself
        and bears `repeats` such releases or, where sigma is above 1e8 sensitivities, the finest one
        that OpenDP can sample.
    repeats : int
        How many such releases there will be.
    areas : sequence of AreaLevel
        Partitions whose sums are released with the vector, under the same budget.

    Returns
    -------
    GridNoise
        The noise.

    Raises
    ------
    ValueError
        If the dimension or the grid is out of range, or no grid, or not this one, can carry the
        budget.

    Notes
    -----
    *Rounding.* Each coordinate moves by at most grid / 2, so the difference of two neighbours
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

    *Areas.* C v has the sums over the areas of a partition. A person who moves the places by v
    with ||v||_2 <= D2 and ||v||_1 <= D1 moves the sums by ||C v||_2 <= ||C v||_1 <= ||v||_1 <= D1.
    Noise of sigma on the places and tau_l on the sums of level l, all independent, is one Gaussian
    mechanism of mu^2 = D2^2 / sigma^2 + sum D1^2 / tau_l^2, and each level has its share of mu^2.
    The sums are those of the rounded places, so rounding moves them by grid * d at most, in
    L1 norm. It lengthens each of these vectors by the share gamma at most, which is the largest
    of grid * sqrt(d) / D2 and grid * d / D1, and so the vector of all of them. The same holds if
    only D2^2 / sigma^2 + sum D1^2 / tau_l^2 bounds ||v||_2^2 / sigma^2 + sum ||C v||_2^2 /
    tau_l^2, which is the cap of `grid.bounded_sums`. The losses tau of discrete noise add up.

    Examples
    --------
    >>> noise = calibrate_noise(0.5, 1e-6, 5.0, dimension=3874)
    >>> str(noise.grid), round(noise.sigma, 4)
    ('1E-8', 40.2881)
    """
    dimension = _checks.whole_number("dimension", dimension, low=1)
    best: Decimal | None = None
    if areas:
        best = _fine_grid_with_areas(
            epsilon, delta, sensitivity, dimension, repeats, areas
        )
    elif grid is None:
        best = _fine_grid(epsilon, delta, sensitivity, dimension, repeats)
    step = best if grid is None and best else power_of_ten("grid", grid)
    growth = float(step) * math.sqrt(dimension)
    if areas:
        # All vectors grow by the same share.
        growth_of_sums = float(step) * dimension / min(a.sensitivity for a in areas)
        share = max(growth / sensitivity, growth_of_sums)
        _check_growth(share, step, best, dimension)
        growth = _above(share * sensitivity)
    grid_sensitivity = _above(sensitivity * (1 + ROUNDING) + growth)
    # The places are the first level; without areas they have all of the budget.
    levels = [AreaLevel(dimension, grid_sensitivity, 1 - sum(a.share for a in areas))]
    for area in areas:
        area_sensitivity = _above(area.sensitivity * (1 + ROUNDING) * (1 + share))
        levels.append(AreaLevel(area.dimension, area_sensitivity, area.share))

    def scales_for(delta: float) -> list[int]:
        """Return the standard deviations that this delta needs, in whole steps of the grid."""
        scales = []
        for level in levels:
            sigma = analytic_gaussian_sigma(epsilon, delta, _of_share(level))
            scale = math.ceil(Fraction(sigma) / Fraction(step))
            if scale > LARGEST_SCALE:
                raise ValueError(
                    f"grid is {step}, too fine; the noise must be below 2^53 times it"
                )
            scales.append(scale)
        return scales

    # The final scales are at least these. So their tau, the cost of discrete noise, is at most
    # this one.
    least_scales = scales_for(delta)
    tau = 0.0
    for level, scale in zip(levels, least_scales, strict=True):
        tau = _above(tau + level.dimension / 24 / scale**2)
    continuous_delta = delta_left(epsilon, delta, tau)
    if continuous_delta < delta / 2:
        best = best or _fine_grid(epsilon, delta, sensitivity, dimension)
        raise ValueError(
            f"grid is {step}, too coarse for this budget and {dimension} values; take {best}, or"
            " none to have it chosen"
        )
    scales = list(map(max, scales_for(continuous_delta), least_scales))
    return GridNoise(
        scales[0],
        step,
        dimension,
        grid_sensitivity,
        _area_noises(levels, scales),
    )


def _of_share(level: AreaLevel) -> float:
    """Return the sensitivity that needs the noise of a level out of the whole budget."""
    if level.share == 1:
        return level.sensitivity
    return _above(level.sensitivity / math.sqrt(level.share))


def _area_noises(
    levels: Sequence[AreaLevel], scales: Sequence[int]
) -> tuple[AreaNoise, ...]:
    """Return the noise of all levels but the first, which is that of the places."""
    noises = []
    for level, scale in zip(levels[1:], scales[1:], strict=True):
        noises.append(AreaNoise(scale, level.dimension, level.sensitivity))
    return tuple(noises)


def _check_growth(
    share: float, step: Decimal, best: Decimal | None, dimension: int
) -> None:
    """Raise a ValueError if rounding would raise a sensitivity by more than LARGEST_GROWTH."""
    if share > LARGEST_GROWTH and best is not None and step > best:
        raise ValueError(
            f"grid is {step}, too coarse: rounding {dimension} values to it would raise the L1"
            f" sensitivity by {100 * share:.3g} %; take {best}, or none to have it chosen"
        )


def calibrate_laplace_noise(
    epsilon: float,
    sensitivity: float,
    *,
    dimension: int,
    columns: int = 1,
    grid: float | None = None,
    areas: Sequence[AreaLevel] = (),
) -> LaplaceNoise:
    """Return the discrete Laplace noise that makes columns together (epsilon, 0)-DP.

    Parameters
    ----------
    epsilon : float
        The budget of all columns together, in (0, 700].
    sensitivity : float
        The global L1 sensitivity of each column before it is rounded to the grid, > 0.
    dimension : int
        The length of a column, >= 1, which must not depend on the private data.
    columns : int
        The number of columns, >= 1.
    grid : float, optional
        A power of ten. None takes the coarsest one that raises the noise by less than 1e-6 of
        itself or, where a scale would be above 2^53 steps, the finest one that OpenDP can sample.
    areas : sequence of AreaLevel
        Partitions whose sums are released with the columns, under the same budget.

    Returns
    -------
    LaplaceNoise
        The noise of every value.

    Raises
    ------
    ValueError
        If epsilon, the dimension or the grid is out of range.

    See Also
    --------
    calibrate_noise : Discrete Gaussian noise.

    Notes
    -----
    *Rounding.* Each coordinate moves by at most grid / 2, so the difference of two neighbours
    grows by at most grid * d in L1 norm. From here on the unit is the grid, and all vectors are
    whole.

    *The noise.* Let G(k) = c exp(-|k| / t) on the whole numbers. For neighbours whose d coordinates
    differ by v_i, and any output y, the triangle inequality gives

        prod G(y_i) / prod G(y_i - v_i) = exp(sum (|y_i - v_i| - |y_i|) / t)
                                       <= exp(sum |v_i| / t),

    so that each column is D / t-DP with D its L1 sensitivity on the grid, and delta is 0 (Ghosh,
    Roughgarden & Sundararajan, 2009; Dwork et al., 2006). k columns together are k D / t-DP. So t
    is k D / epsilon, computed in fractions and rounded up to a whole number, which costs less than
    a share 1 / t of the noise.

    *Areas.* The sums over the areas of a partition move by ||C v||_1 <= ||v||_1 <= D, so with
    scales t on the places and t_l on the sums of level l a column is (D / t + sum D / t_l)-DP, and
    each level has its share of epsilon. The sums are those of the rounded places.

    Examples
    --------
    One event per person at epsilon 0.5: a standard deviation of 2.83, where the Gaussian mechanism
    needs 8.06 at delta 1e-6.

    >>> noise = calibrate_laplace_noise(0.5, 1.0, dimension=3874)
    >>> str(noise.grid), round(noise.sigma, 4)
    ('1E-10', 2.8284)
    """
    epsilon = _checks.real_scalar("epsilon", epsilon, low=0, high=700, open_low=True)
    dimension = _checks.whole_number("dimension", dimension, low=1)
    # The shares are taken exactly; the places have what is left of epsilon.
    shares = [Fraction(area.share) for area in areas]
    shares.insert(0, Fraction(1) - sum(shares))
    # These are the scales of continuous noise, and the grid is chosen relative to them.
    continuous_scales = [
        columns * sensitivity / float(epsilon * share) for share in shares
    ]
    if max(continuous_scales) > LARGEST_NOISE:
        raise ValueError(
            f"epsilon is {epsilon:g}, too small: the scale of Laplace noise would be"
            f" {max(continuous_scales):g}, and it must be at most {LARGEST_NOISE:g}"
        )
    coarsest = min(GROWTH * sensitivity / dimension, STEP * min(continuous_scales))
    finest = ROOM * max(continuous_scales) / LARGEST_SCALE
    best = _power_of_ten_below(max(coarsest, finest))
    step = best if grid is None else power_of_ten("grid", grid)
    growth = float(step) * dimension
    if growth > LARGEST_GROWTH * sensitivity and step > best:
        raise ValueError(
            f"grid is {step}, too coarse: rounding {dimension} values to it would add {growth:g} to"
            f" an L1 sensitivity of {sensitivity:g}; take {best}, or none to have it chosen"
        )
    grid_sensitivity = _above(sensitivity * (1 + ROUNDING) + growth)
    joint_sensitivity = columns * Fraction(grid_sensitivity)
    scales = []
    for share in shares:
        scale = math.ceil(
            joint_sensitivity / (Fraction(epsilon) * share * Fraction(step))
        )
        if scale > LARGEST_SCALE:
            raise ValueError(
                f"grid is {step}, too fine; the noise must be below 2^53 times it"
            )
        scales.append(scale)
    area_noises = []
    for area, scale in zip(areas, scales[1:], strict=True):
        area_noises.append(AreaNoise(scale, area.dimension, grid_sensitivity))
    return LaplaceNoise(
        scales[0], step, dimension, grid_sensitivity, tuple(area_noises)
    )


def _power_of_ten_below(value: float) -> Decimal:
    """Return the largest power of ten that is not above a value."""
    return Decimal(1).scaleb(math.floor(math.log10(value)))


def _fine_grid(
    epsilon: float, delta: float, sensitivity: float, dimension: int, repeats: int = 1
) -> Decimal:
    """Return the coarsest power of ten that costs next to nothing.

    Three conditions bound the grid g from above: it adds g sqrt(d) to the sensitivity, at most the
    share GROWTH; it takes tau (e^epsilon + delta) from delta, at most the share LOSS; and sigma is
    rounded up by at most g, the share STEP. With t = sigma / g the last two bound t from below.
    From below, g is bounded by LARGEST_SCALE, with ROOM to spare. `repeats` releases are planned
    for as one of `repeats` times as many values, at their joint epsilon.
    """
    sigma = analytic_gaussian_sigma(epsilon, delta, sensitivity)
    largest_log_scale = math.log(LARGEST_SCALE / ROOM)

    def least_log_scale(epsilon: float, dimension: int) -> float:
        """Return the log of the least t, which itself might overflow.

        By the loss it is sqrt(d (e^epsilon + delta) / (24 LOSS delta)). The sum in the root is at
        most e^epsilon (1 + delta).
        """
        log_cost = math.log(dimension) - math.log(24 * LOSS) - math.log(delta)
        by_loss = (log_cost + epsilon + math.log1p(delta)) / 2
        by_step = math.log(1 / STEP)
        return max(by_loss, by_step)

    log_scale = least_log_scale(epsilon, dimension)
    if log_scale > largest_log_scale:
        raise ValueError(
            f"epsilon is {epsilon:g} and delta {delta:g}: no grid is fine enough for {dimension}"
            " values; take a smaller epsilon or a larger delta"
        )
    if repeats > 1:
        joint_sensitivity = sensitivity * math.sqrt(repeats)
        joint_epsilon = gaussian_epsilon(sigma, delta / 2, joint_sensitivity)
        log_scale = least_log_scale(joint_epsilon, dimension * repeats)
        log_scale = min(log_scale, largest_log_scale)
    by_growth = GROWTH * sensitivity / math.sqrt(dimension)
    by_scale = sigma / math.exp(log_scale)
    coarsest = min(by_growth, by_scale)
    finest = ROOM * sigma / LARGEST_SCALE
    return _power_of_ten_below(max(coarsest, finest))


def _fine_grid_with_areas(
    epsilon: float,
    delta: float,
    sensitivity: float,
    dimension: int,
    repeats: int,
    areas: Sequence[AreaLevel],
) -> Decimal:
    """Return a power of ten that costs next to nothing for places and areas.

    It is that of all values with the least noise of any of them, unless their L1 sensitivity would
    grow by more than the share GROWTH; and no scale is above LARGEST_SCALE, with ROOM to spare.
    """
    places = AreaLevel(dimension, sensitivity, 1 - sum(area.share for area in areas))
    effective = [_of_share(level) for level in (places, *areas)]
    total = dimension + sum(area.dimension for area in areas)
    by_noise = _fine_grid(epsilon, delta, min(effective), total, repeats)
    by_growth = GROWTH * min(area.sensitivity for area in areas) / dimension
    largest_sigma = analytic_gaussian_sigma(epsilon, delta, max(effective))
    finest = ROOM * largest_sigma / LARGEST_SCALE
    coarsest = min(float(by_noise), by_growth)
    # A power of ten as a double may be below itself.
    return _power_of_ten_below(max(coarsest * OUTWARD, finest))


def _above(value: float) -> float:
    """Return an upper bound of the number that `value` approximates to a few units of 2^-53."""
    return value * OUTWARD


def sample_noise(scale: int, count: int) -> list[int]:
    """Return `count` exact samples of the discrete Gaussian, by OpenDP from system randomness.

    P(k) is proportional to exp(-k^2 / (2 scale^2)); the sampler of Canonne, Kamath & Steinke (2020)
    needs no floating point. There is no seed. Nothing private is passed, so the time of the
    computation says nothing about the data. A million samples take a few seconds.

    Examples
    --------
    >>> len(sample_noise(2**32, 3))
    3
    """
    import opendp.prelude as dp

    dp.enable_features("contrib")
    domain = dp.vector_domain(dp.atom_domain(T="i64"))
    metric = dp.l2_distance(T=float)
    return _samples(dp.m.make_gaussian(domain, metric, scale=float(scale)), count)


def sample_laplace_noise(scale: int, count: int) -> list[int]:
    """Return `count` exact samples of the discrete Laplace law, by OpenDP from system randomness.

    P(k) is proportional to exp(-|k| / scale). Seed and time are as for `sample_noise`.

    Examples
    --------
    >>> len(sample_laplace_noise(2**32, 3))
    3
    """
    import opendp.prelude as dp

    dp.enable_features("contrib")
    domain = dp.vector_domain(dp.atom_domain(T="i64"))
    metric = dp.l1_distance(T="i64")
    return _samples(dp.m.make_laplace(domain, metric, scale=float(scale)), count)


def _samples(measurement: Any, count: int) -> list[int]:
    """Return `count` samples of the noise that a measurement of OpenDP adds to zeros."""
    sizes = [min(CHUNK, count - first) for first in range(0, count, CHUNK)]
    # The sampler releases Python's lock, so threads use all cores.
    with ThreadPoolExecutor(cpu_count()) as pool:
        parts = pool.map(lambda size: measurement([0] * size), sizes)
        return list(chain.from_iterable(parts))
