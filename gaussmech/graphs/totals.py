"""Noisy values of places and noisy sums over areas, combined by least squares (`combine`).

The places have y = f + noise of standard deviation s, and each level of areas has z = C f + noise
of standard deviation t, where C f are the sums of f over the areas. All noise is independent. With
the rows of C of all levels together, and T the diagonal matrix of the variances of z, the unbiased
linear estimate of f of least variance is

    x = y + s^2 C' M^-1 (z - C y),        M = T + s^2 C C',

and its covariance is s^2 I - s^4 C' M^-1 C. The levels need not be nested. For one level, M is
diagonal, and the sum over an area of k places is Y + w (z - Y) with w = k s^2 / (k s^2 + t^2).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from scipy.special import ndtri

from gaussmech import _checks
from gaussmech._checks import Array
from gaussmech._csv import LARGEST
from gaussmech.graphs.noise_distributions import (
    CONFIDENCE,
    Distribution,
    GaussianDistribution,
    noise_distribution,
)

Labels = NDArray[np.int64]
# Doubles have 16 digits. In a value of 1e12 times sigma, four of them are left for the noise. In the
# matrix M of several levels this holds for variances: none may be less than a 1e12th of that of the
# sum of all places. At a 1e16th, standard deviations may be 40 % off.
LARGEST_RATIO = 1e12
# A grid of this many standard deviations leaves noise that is 0 except for one value in a hundred.
LARGEST_STEP = 10.0


class Sums(NamedTuple):
    """Estimated sums of the true values over sets of places.

    Attributes
    ----------
    estimate : float or (g,) array of float
        The sum over the set, or over each of g sets.
    sd : float or (g,) array of float
        The standard deviation of the noise of the estimate.
    low, high : float or (g,) arrays of float
        The ends of a 95 % interval of the true sum.
    """

    estimate: Any
    sd: Any
    low: Any
    high: Any

    @property
    def first(self) -> Sums:
        """The sums over the first set."""
        return Sums(*(_checks.like_input(value[0]) for value in self))

    def scaled(self, unit: float) -> Sums:
        """Return the same in another unit, of this size."""
        return Sums(*(unit * value for value in self))


@dataclass(frozen=True)
class Level:
    """Noisy sums over the areas of a partition.

    Attributes
    ----------
    labels : (n,) array of int64
        The area of each place, from 0 to the number of areas - 1.
    values : (g,) array of float
        The noisy sum of each area.
    sigma : float
        The standard deviation of their noise.
    """

    labels: Labels
    values: Array
    sigma: float

    @property
    def sums(self) -> Any:
        """The matrix (g, n) that sums the places of each area, a CSR array."""
        return sum_matrix(self.labels)


def read_levels(totals: Any, n: int, sigma: float) -> tuple[Level, ...]:
    """Return the levels (labels, values, sigma) of the argument `totals`, or raise a ValueError.

    Labels may be any whole numbers; `values` has one value for each label that occurs, in the order
    of the labels. `sigma` is the standard deviation of the noise of the n places.
    """
    # The ratio of both deviations must not overflow or vanish, either.
    low = max(sigma, 1.0) / LARGEST
    high = LARGEST * min(sigma, 1.0)
    if len(totals) > 1:
        low = max(low, sigma * math.sqrt(n / LARGEST_RATIO))
    levels = []
    for k, (areas, sums, deviation) in enumerate(totals):
        name = f"totals[{k}]"
        labels = area_labels(f"{name}[0]", areas, n)
        values = _checks.vector(
            f"{name}[1]",
            sums,
            int(labels.max()) + 1,
            "area",
            **_checks.FINITE,
        )
        deviation = _checks.real_scalar(f"{name}[2]", deviation, low=low, high=high)
        levels.append(Level(labels, values, deviation))
    return tuple(levels)


def combine(
    y: ArrayLike,
    sigma: float,
    totals: Sequence[tuple[ArrayLike, ArrayLike, float]],
    *,
    noise: str = "gaussian",
    grid: float = 0.0,
) -> Combined:
    """Combine noisy values of places with noisy sums over areas, at several levels, by least squares.

    Parameters
    ----------
    y : (n,) array of float
        Noisy values of the places.
    sigma : float
        The standard deviation of their noise.
    totals : list of (labels, values, sigma)
        For each level the area (n,) of each place, any whole numbers; the noisy sums (g,) of the
        areas, in the order of the labels that occur; and the standard deviation of their noise.
        Levels need not be nested. Of several, none may have less noise than 1e-6 sigma sqrt(n). An
        empty list leaves y as it is.
    noise : str
        The distribution of all noise: "gaussian" or "laplace". The estimate does not depend on it, the
        intervals do.
    grid : float
        The step of the grid of discrete noise; 0 is a continuous distribution.

    Examples
    --------
    Two areas of two places; the sums are known well:

    >>> both = combine([1.0, 2.0, 3.0, 4.0], 1.0, [([0, 0, 1, 1], [5.0, 7.0], 0.1)])
    >>> both.y.round(3).tolist()
    [1.995, 2.995, 3.0, 4.0]
    >>> total = both.total([0, 0, 1, 1])
    >>> print(f"{total.estimate[0]:.2f}, standard deviation {total.sd[0]:.4f}")
    4.99, standard deviation 0.0998
    """
    y = _checks.real_array("y", y, **_checks.FINITE)
    y = _checks.signal("y", y, y.size)
    # Neither sigma nor its square overflows or vanishes in the range of released numbers.
    sigma = _checks.real_scalar("sigma", sigma, low=1 / LARGEST, high=float(LARGEST))
    grid = _checks.real_scalar("grid", grid, low=0, high=LARGEST_STEP * sigma)
    distribution = noise_distribution(noise, grid / sigma)
    combined = Combined(y, sigma, read_levels(totals, len(y), sigma), distribution)
    for name, values in {"y": y, "(y combined with totals)": combined.y}.items():
        largest = int(np.argmax(np.abs(values)))
        if not abs(values[largest]) / LARGEST_RATIO <= sigma:
            raise ValueError(
                f"{name}[{largest}] is {values[largest]:g}, more than {LARGEST_RATIO:g} times sigma"
                f" = {sigma:g}: rounding would hide the noise"
            )
    return combined


@dataclass(frozen=True)
class Combined:
    """Values of places and sums of areas, combined: unbiased, with exact standard deviations.

    Attributes
    ----------
    raw : (n,) array of float
        The noisy values of the places.
    sigma : float
        The standard deviation of their noise.
    levels : tuple of Level
        The noisy sums.
    distribution : Distribution
        The distribution of all noise.
    """

    raw: Array
    sigma: float
    levels: tuple[Level, ...]
    distribution: Distribution = GaussianDistribution()

    @cached_property
    def y(self) -> Array:
        """The least-squares estimate (n,) of the places; it is `raw` if there is no level."""
        return self.with_raw(self.raw)

    def with_raw(self, raw: Array) -> Array:
        """Return what `y` is for other noisy values of the places."""
        values = np.concatenate([[], *(level.values for level in self.levels)])
        correction = self._solve(values - self._sums @ raw)
        return raw + self.sigma**2 * (self._sums.T @ correction)

    def scaled(self, unit: float) -> Combined:
        """Return the same in another unit, of this size."""
        levels = tuple(
            Level(level.labels, level.values / unit, level.sigma / unit)
            for level in self.levels
        )
        return Combined(self.raw / unit, self.sigma / unit, levels, self.distribution)

    def are_unions(self, sets: Any) -> NDArray[np.bool_]:
        """Return for each of the sets (s, n) whether it is a union of areas of one level."""
        unions = np.zeros(sets.shape[0], dtype=bool)
        for level in self.levels:
            inside = (sets @ level.sums.T).tocoo()
            sizes = np.bincount(level.labels)
            is_part = inside.data != sizes[inside.col]
            parts = np.bincount(inside.row, is_part, sets.shape[0])
            unions |= parts == 0
        return unions

    def total(self, labels: ArrayLike) -> Sums:
        """Return the sums over areas, by the labels (n,) of places, with 95 % intervals."""
        sets = sum_matrix(area_labels("labels", labels, len(self.raw)))
        estimate = sets @ self.y
        sd, quantile = self.spread(sets)
        return Sums(estimate, sd, estimate - quantile * sd, estimate + quantile * sd)

    @cached_property
    def _sums(self) -> Any:
        """The matrix C of the sums of all areas, level by level, a CSR array."""
        none = sparse.csr_array((0, len(self.raw)))
        return sparse.vstack([none, *(level.sums for level in self.levels)], "csr")

    @cached_property
    def _variances(self) -> Array:
        """The variances of the noise of all areas, level by level."""
        variances = [np.full_like(one.values, one.sigma**2) for one in self.levels]
        return np.concatenate([[], *variances])

    @cached_property
    def _solve(self) -> Any:
        """The function that solves M u = v, for v (g,) or (g, c)."""
        from scipy.sparse.linalg import splu

        if not self.levels:
            return np.copy
        overlaps = self.sigma**2 * (self._sums @ self._sums.T)
        matrix = sparse.diags_array(self._variances) + overlaps
        return splu(matrix.tocsc()).solve

    def spread(self, sets: Any) -> tuple[Array, Array]:
        """Return the standard deviations (s,) of sums, and how many of them 95 % intervals reach.

        `sets` (s, n) is a sparse matrix of the weights of the places in each sum. A sum with the
        weights a is linear in all noise: the coefficients are a - s^2 C' M^-1 C a for the noise of
        the places, and s^2 M^-1 C a for that of the areas.
        """
        sd = np.empty(sets.shape[0])
        # The sum of the squared shares of the single noises in the variance.
        concentration = np.empty(sets.shape[0])
        # Matrices of cells by sets are dense, so they may have about an entry per place at a time.
        step = math.ceil(len(self.raw) / len(self._cells[1]))
        for first in range(0, sets.shape[0], step):
            chunk = slice(first, first + step)
            sd[chunk], concentration[chunk] = self._spread_of(sets[chunk])
        kurtosis = self.distribution.excess_kurtosis * concentration
        return sd, sum_quantile(self.distribution, kurtosis)

    def _spread_of(self, sets):
        """Return the standard deviations (s,) of a few sums, and the concentration of each.

        Places of a cell that are not in the set all have the same coefficient.
        """
        cell, sizes, areas_of_cells = self._cells
        count = sets.shape[0]
        of_areas = self.sigma**2 * self._solve((self._sums @ sets.T).toarray())
        of_cells = areas_of_cells @ of_areas
        entries = sets.tocoo()
        cells, members = cell[entries.col], entries.row
        inside = (self.sigma * (entries.data - of_cells[cells, members])) ** 2
        outside = (self.sigma * of_cells) ** 2
        rest = np.bincount(cells * count + members, minlength=of_cells.size)
        rest = sizes[:, None] - rest.reshape(of_cells.shape)
        areas = of_areas**2 * self._variances[:, None]

        def moment(power, unit):
            """Return the sums (s,) of powers of what the single noises add, in some units (s,)."""
            of_places = np.bincount(members, (inside / unit[members]) ** power, count)
            of_places += (rest * (outside / unit) ** power).sum(axis=0)
            return of_places + ((areas / unit) ** power).sum(axis=0)

        variance = moment(1, np.ones(count))
        shares = moment(2, np.maximum(variance, np.finfo(float).tiny))
        return np.sqrt(variance), shares

    @cached_property
    def _cells(self) -> tuple[Labels, Labels, Any]:
        """The cell (n,) of each place, the sizes (m,) of cells, and which areas hold each.

        The places of a cell are in the same area of each level. The last is a matrix (m, g) of zeros
        and ones.
        """
        everywhere = np.zeros(len(self.raw), dtype=np.int64)
        labels = np.column_stack([everywhere, *(one.labels for one in self.levels)])
        _, first, cell, sizes = np.unique(
            labels, axis=0, return_index=True, return_inverse=True, return_counts=True
        )
        return cell.ravel(), sizes, self._sums[:, first].T.tocsr()


def area_labels(name: str, labels: ArrayLike, n: int) -> Labels:
    """Return the labels (n,) of areas, which are any whole numbers, as numbers from 0 on.

    The order of the areas is that of their labels.
    """
    raw = _checks.plain_array(name, labels)
    if raw.shape != (n,):
        raise ValueError(
            f"{name} has shape {raw.shape}; it must be ({n},), one label per vertex"
        )
    if raw.dtype.kind not in "iu":
        raise ValueError(f"{name} holds {raw.dtype}; it must hold whole numbers")
    return np.unique(raw, return_inverse=True)[1].astype(np.int64)


def sum_matrix(labels: Labels) -> Any:
    """Return the matrix (g, n) that sums the places with each of the labels (n,) 0 .. g - 1."""
    n = len(labels)
    entries = (np.ones(n), (labels, np.arange(n)))
    return sparse.csr_array(entries, shape=(int(labels.max()) + 1, n))


def read_sets(places: Any, n: int) -> tuple[Any, bool]:
    """Return sets of places as a matrix (s, n) of zeros and ones, and whether it is a single set.

    `places` is one set, as a boolean mask (n,) or as the indices of its places; or labels (n,), any
    whole numbers, of several sets, which are then in the order of the labels. An array of n whole
    numbers holds labels.
    """
    raw = _checks.plain_array("places", places)
    if raw.dtype == bool:
        if raw.shape != (n,):
            raise ValueError(
                f"places has shape {raw.shape}; a mask must be ({n},), one value per place"
            )
        raw = np.flatnonzero(raw)
    elif raw.shape == (n,) and raw.dtype.kind in "iu":
        return sum_matrix(area_labels("places", raw, n)), False
    if raw.ndim != 1 or (raw.size and raw.dtype.kind not in "iu"):
        raise ValueError(
            f"places is {_checks.format_value(places)}; it must be a mask, a list of indices or"
            " labels of all places"
        )
    indices = _checks.whole_numbers("places", raw, low=0, high=n - 1).astype(np.int64)
    return one_set(indices, n), True


def one_set(indices: Labels, n: int) -> Any:
    """Return the set of places at different positions as a matrix (1, n) of zeros and ones."""
    members = np.bincount(indices, minlength=n)
    if members.max() > 1:
        raise ValueError(
            "places names a place more than once; each may be in a set once"
        )
    return sparse.csr_array(members[None].astype(float))


def sum_quantile(distribution: Distribution, excess_kurtosis: Array) -> Array:
    """Return how many standard deviations a 95 % interval of a sum of noise reaches.

    Sums of Laplace noise lie between that distribution and the Gaussian one. The first term of
    Cornish and Fisher, z + (z^3 - 3 z) kurtosis / 24, is slightly too long for them, and longer
    than the quantile of a single Laplace variable where that is all of the sum: so the smaller one
    of both is taken.

    Examples
    --------
    >>> distribution = noise_distribution("laplace", 0.0)
    >>> sum_quantile(distribution, np.array([0.0, 0.3, 3.0])).round(3).tolist()
    [1.96, 1.981, 2.118]
    """
    z = float(ndtri((1 + CONFIDENCE) / 2))
    series = z + (z**3 - 3 * z) * excess_kurtosis / 24
    return np.minimum(series, distribution.raw_half_width)
