"""Denoise maps of the same places at successive times together: `denoise(..., order=periods)`.

All values are divided by the noise of their map, so that T maps y_t of n places are one signal of n T
values with unit noise, on the graph that joins the T copies of a place in time. Its estimate is a
weighted mean of candidates. None is chosen by hand:

- "common": one map for all times. An orthonormal basis of T functions of time turns the maps into T
  coefficient maps, whose noise is again independent. The first function is what a constant map is in
  units of the noise, so its coefficient map holds all that the maps have in common, with a T-th of
  the variance; "auto" denoises it. The others are cosines that end with the fastest one.
- "season": the common map times a factor for each time. The factor of a coefficient map is its
  regression on the common map, shrunk by the positive part of Stein's rule.
- "own courses": beside that, each place has deviations of its own. In a coefficient map their standard
  deviation is in proportion to the common map, by a factor on which the likelihood is averaged.
- "season and outbreaks": what the season leaves is denoised by "auto" on the graph of space and time,
  as a signed map. So a few places may differ for a few times.
- "chain", "space and time": "auto" of all values on the graph of the links in time, and with those in
  space.
- "alone": "auto" of each map for itself.

The weights follow from estimated risks (`risk.risk_average`). On twelve maps of 144 places that are
constant, seasonal with outbreaks, rough or smooth, the error is 0.49, 0.65, 0.38 and 0.43 times that of
each map alone (ten draws).

Under Laplace noise, divergences count with the standard error of what jumps add to them. On such maps
that are constant, or seasonal with outbreaks, the error is then 0.44 and 0.62 times that of each map
alone, in place of 0.85 and 0.72.

The noise of a coefficient map is a mean over the maps, so it is taken for Gaussian; the risk is that
of the distribution of the data (`risk.Probe`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np
from scipy import sparse
from scipy.special import softmax

from gaussmech._checks import Array
from gaussmech.graphs._estimate import Data, Estimate
from gaussmech.graphs.denoised import Denoised, joined
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.sums import MapSums
from gaussmech.graphs.totals import Sums

# Standard deviations of the deviations in a coefficient map, over the common one: from far below the
# noise to changes of any size. The likelihood decides among them.
RELATIVE_DEVIATIONS = np.concatenate([[0.0], np.geomspace(0.003, 3.0, 25)])

# A signal that is nowhere larger, in units of the noise, is what rounding leaves of nothing.
NOTHING = 1e-9


@dataclass(frozen=True)
class Series:
    """Maps of a graph at successive times, and how they are denoised.

    Attributes
    ----------
    graph : Graph
        The graph of the places.
    sigmas : (T,) array of float
        The standard deviation of the noise of each map.
    denoiser_of : function
        Returns the `Denoiser` of values, the standard deviation of their noise and their graph.
    seed : int
        The seed of the probes.
    """

    graph: Graph
    sigmas: Array
    denoiser_of: Callable[..., Any]
    seed: int

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of times and of places."""
        return len(self.sigmas), self.graph.n

    @cached_property
    def basis(self) -> Array:
        """Orthonormal functions of time (T, T), a row each, the first for what does not change."""
        times = np.arange(len(self.sigmas))
        cosines = np.cos(np.pi * np.outer(times, times + 0.5) / len(times))
        rows = np.linalg.qr((cosines / self.sigmas).T)[0].T
        # The signs of a QR decomposition are arbitrary. The first row must be positive, as a
        # non-negative map must have a non-negative coefficient.
        return rows * np.sign(rows[0, 0])

    @cached_property
    def chain(self) -> Graph:
        """The graph of the links in time."""
        return Graph(self.graph.n * len(self.sigmas), self._links_in_time)

    @cached_property
    def space_and_time(self) -> Graph:
        """The graph of the links in space, and in time with their median weight and length."""
        times, n = self.shape
        in_space = [self.graph.edges + n * t for t in range(times)]
        count = len(self._links_in_time)
        attributes = {}
        for name in ("weights", "length_m"):
            values = getattr(self.graph, name)
            if values is not None and len(values):
                in_time = np.full(count, np.median(values))
                attributes[name] = np.concatenate([np.tile(values, times), in_time])
        edges = np.concatenate([*in_space, self._links_in_time])
        return Graph(n * times, edges, **attributes)

    @property
    def _links_in_time(self) -> Any:
        times, n = self.shape
        earlier = np.arange(n * (times - 1))
        return np.column_stack([earlier, earlier + n])

    def estimate(self, data: Data) -> Estimate:
        """Return the mean of the candidates by estimated risk."""
        least = 0.0 if data.nonnegative else -np.inf
        at_data = [
            self.candidates(y, data.nonnegative) for y in [data.y, *data.probe.moved]
        ]
        candidates = {}
        for name in at_data[0]:
            rows = np.maximum([of_data[name] for of_data in at_data], least)
            divergence = data.probe.divergence(rows[1:])
            # Under Laplace noise, the candidate of the least estimated risk is often one whose
            # divergence has much noise. So each counts with one standard error more.
            candidates[name] = rows, divergence.df + divergence.jump_error
        return data.average(candidates)

    def candidates(self, y: Array, nonnegative: bool) -> dict[str, Array]:
        """Return the candidates for y (T n,) by name."""
        maps = y.reshape(self.shape)
        first, *others = self.basis @ maps
        common_map = self._auto(first, self.graph, nonnegative)
        common = np.outer(self.basis[0], common_map)
        factors, courses = np.zeros((2, *self.shape))
        for k, coefficients in enumerate(others, 1):
            factors[k] = regression(coefficients, common_map)
            courses[k] = deviations(coefficients - factors[k], common_map)
        season = common + self.basis.T @ factors
        rest = (maps - season).ravel()
        outbreaks = self._auto(rest, self.space_and_time, nonnegative=False)
        alone = [self._auto(of_time, self.graph, nonnegative) for of_time in maps]
        return {
            "common": common.ravel(),
            "season": season.ravel(),
            "own courses": (season + self.basis.T @ courses).ravel(),
            "season and outbreaks": season.ravel() + outbreaks,
            "chain": self._auto(y, self.chain, nonnegative),
            "space and time": self._auto(y, self.space_and_time, nonnegative),
            "alone": np.concatenate(alone),
        }

    def _auto(self, y: Array, graph: Graph, nonnegative: bool) -> Array:
        """Return what "auto" makes of a signal with unit noise."""
        if np.abs(y).max() < NOTHING:
            return np.zeros_like(y)
        # With the seed of the whole, its probe and that of a candidate would move y to and fro.
        denoiser = self.denoiser_of(
            y, 1.0, graph, nonnegative=nonnegative, rng=self.seed + 1
        )
        return np.asarray(denoiser("auto").estimate)


@dataclass(frozen=True, eq=False)
class SeriesSums:
    """Sums over sets of places and of times, with 95 % intervals; it is called with both.

    Attributes
    ----------
    of_values : MapSums
        Those of all values, in units of their noise.
    sigmas : (T,) array of float
        The standard deviation of the noise of each map.
    order : tuple
        The names of the times.
    """

    of_values: MapSums
    sigmas: Array
    order: tuple[Hashable, ...]

    def __call__(self, sets: Any, periods: Hashable | Iterable[Hashable]) -> Sums:
        """Return the sums over the sets of a matrix (s, n), added up over periods."""
        if isinstance(periods, str) or not isinstance(periods, Iterable):
            periods = [periods]
        names = list(periods)
        for name in names:
            if name not in self.order:
                raise ValueError(
                    f"periods has {name!r}; allowed are the names in order, {self.order[0]!r} to"
                    f" {self.order[-1]!r}"
                )
        if not names or len({*names}) < len(names):
            raise ValueError(
                "periods is empty, or names a period more than once; each counts once"
            )
        return self.over(sets, [self.order.index(name) for name in names])

    def over(self, sets: Any, times: list[int]) -> Sums:
        """Return the sums over sets of places, added up over times by their positions."""
        # The squares of weights near 1 neither overflow nor vanish.
        unit = self.sigmas.max()
        weights = np.zeros((1, len(self.sigmas)))
        weights[0, times] = self.sigmas[times] / unit
        sums = self._in_time if len(times) > 1 else self.of_values
        return sums(sparse.csr_array(sparse.kron(weights, sets))).scaled(unit)

    @cached_property
    def _in_time(self) -> MapSums:
        """Sums whose error allows for that at one place, which is alike at all times.

        The runs of each place, over all times and over halves of them, are compared with the data.
        """
        times = len(self.sigmas)
        n = len(self.of_values.x) // times
        halves = np.arange(times) * 2 // times
        runs = [np.ones((1, times)), np.array([halves == 0, halves == 1], float)]
        places = sparse.eye_array(n)
        areas = [sparse.csr_array(sparse.kron(run, places)) for run in runs]
        return replace(self.of_values, compared=areas)


def denoise_series(
    y: Array, series: Series, order: tuple[Hashable, ...], **options: Any
) -> Denoised:
    """Return the joint result of maps y (n, T) of successive times.

    The error is estimated over all maps, in units of the noise of each: the `mse` of a map is this
    times the variance of its noise.

    Parameters
    ----------
    y : (n, T) array of float
        The maps, the earliest first.
    series : Series
        How they are denoised.
    order : tuple
        The names of the times.
    **options
        Other arguments of `Denoiser` in units of the noise.
    """
    sigmas = series.sigmas
    denoiser = series.denoiser_of(
        (y / sigmas).T.ravel(),
        1.0,
        series.space_and_time,
        rng=series.seed,
        **options,
    )
    fit = denoiser.fit("auto in time", series.estimate)
    sums = SeriesSums(fit.sums, sigmas, order)
    intervals = fit.intervals.reshape(*series.shape, 2)
    maps = [
        replace(
            fit,
            estimate=sigma * x,
            intervals=sigma * ends,
            mse=fit.mse * sigma**2,
            mse_se=fit.mse_se * sigma**2,
            sigma=sigma,
            sums=partial(sums.over, times=[t]),
        )
        for t, (sigma, x, ends) in enumerate(
            zip(
                sigmas.tolist(),
                fit.estimate.reshape(series.shape),
                intervals,
                strict=True,
            )
        )
    ]
    # All maps have the same relative error, which is known as well for their mean as for each.
    error = fit.mse_se * float(np.mean(sigmas**2))
    return replace(joined(maps, fit.seed), mse_se=error, in_time=sums)


def regression(coefficients: Array, common: Array) -> Array:
    """Return the part of a map (n,) with unit noise that is a multiple of the common map (n,).

    The positive part of Stein's rule shrinks the multiple.

    Examples
    --------
    >>> regression(np.array([3.0, 1.0]), np.array([2.0, 0.0])).round(3).tolist()
    [2.667, 0.0]
    """
    size = np.linalg.norm(common)
    if size == 0:
        return np.zeros_like(common)
    direction = common / size
    part = float(coefficients @ direction)
    # A part below its noise, which is 1, is nothing; so no square of it is divided by 0.
    return max(1 - 1 / max(part**2, 1.0), 0.0) * part * direction


def deviations(coefficients: Array, common: Array) -> Array:
    """Return posterior means of a map (n,) with unit noise, whose scale is the common map (n,).

    The prior of place i is N(0, r^2 common_i^2), with r among `RELATIVE_DEVIATIONS`; the posterior
    means are averaged over r by the likelihood of the map.

    Examples
    --------
    >>> deviations(np.array([9.0, 9.0]), np.array([10.0, 0.0])).round(1).tolist()
    [8.9, 0.0]
    """
    variances = (RELATIVE_DEVIATIONS[:, None] * common) ** 2
    of_data = 1 + variances
    likelihood = np.log(of_data) + coefficients**2 / of_data
    weights = softmax(-likelihood.sum(axis=1) / 2)
    return (weights @ (variances / of_data)) * coefficients
