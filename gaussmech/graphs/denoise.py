"""Denoise a signal on a graph: every method in one call, each with its estimated risk.

`denoise` is the public function; `Denoiser` is the same for several methods on one release, which
share what they compute. A call goes through five steps:

1. `Denoiser` divides y by sigma: from there on, the noise has unit variance, and no square can
   overflow. It decides whether the map is non-negative (`Denoiser.data`).
2. A method, one of `DENOISING_METHODS`, makes an `Estimate` of the `Data`: a signed estimate, and its
   refits to the data that the probe moves (`risk.Probe`). The module `methods` has all of them but
   "auto" (`auto`), which weights them.
3. `match_sums` moves the map of "auto", or of any method with noisy sums, to be right in its sums.
4. The estimates are clipped at 0, if the map is non-negative.
5. From the refits `Denoiser.result` computes the divergence, Stein's unbiased estimate of the risk and
   its standard error.

A method makes its choices anew on the probed data. So the divergence counts the choices, and the
stated risk is not too optimistic.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gaussmech import _checks
from gaussmech._checks import RNG, Array
from gaussmech._csv import LARGEST
from gaussmech.graphs import methods
from gaussmech.graphs._estimate import Data, Estimate
from gaussmech.graphs.auto import auto
from gaussmech.graphs.denoised import Denoised, joined
from gaussmech.graphs.graph import Graph, cached_per_graph, different_names
from gaussmech.graphs.intervals import place_intervals
from gaussmech.graphs.labels import Labelled, Labels, PlaceNames, place_names
from gaussmech.graphs.methods import OwnMethod
from gaussmech.graphs.risk import stein_risk, stein_variance
from gaussmech.graphs.series import Series, denoise_series
from gaussmech.graphs.spanning_trees import root_forest, spanning_tree
from gaussmech.graphs.sums import MapSums, match_sums
from gaussmech.graphs.totals import combine

__all__ = ["DENOISING_METHODS", "Denoised", "Denoiser", "denoise", "denoise_together"]

# This is the level of the test whether f has negative values: at most one non-negative map in a
# thousand is taken for a signed one.
SIGNED_LEVEL = 1e-3
# A method that has another name now is still found under the former one.
FORMER_NAMES = {"forest": "trend-sure"}


def denoise(
    y: ArrayLike | Labelled,
    sigma: ArrayLike | Labelled,
    graph: Graph,
    *,
    method: str | OwnMethod = "auto",
    rng: RNG = None,
    nonnegative: bool | None = None,
    noise: str = "gaussian",
    grid: float = 0.0,
    totals: Sequence[tuple[ArrayLike, ArrayLike, float]] = (),
    missing: str = "raise",
    order: Sequence[Hashable] | None = None,
) -> Denoised:
    """Estimate a signal on the vertices of a graph from noisy values, at no privacy cost.

    The values y are a signal f plus independent noise of standard deviation sigma, and f is
    estimated. Use it after a release: only `y`, the distribution of the noise and the public graph
    are used, so the release stays exactly as private as it was. There is nothing to tune.

    Parameters
    ----------
    y : (n,) or (n, K) array of float, Series, DataFrame or dict
        Finite noisy values of one map, or of K maps on the same graph, with a row per place. An
        array is in the order of the vertices. A Series, a DataFrame and a dict, whose labels may be
        in any order, are matched to the graph's `names` (see Notes). The noise of several maps must
        be independent; with "auto" each map helps the others.
    sigma : float, (K,) array of float, Series or dict
        Standard deviation of the noise, in the unit of `y` and in [1e-100, 1e100]: one number for
        all maps, or one per map. A Series and a dict are matched to the columns of a DataFrame. No
        absolute value of `y` may be larger than 1e12 times sigma.
    graph : Graph
        The graph, with n vertices; it must be public. "field" uses its lengths, if it has any, and
        "kernel-sure" needs its coordinates.
    method : str or callable
        The estimator: a function of your own (see Notes), or one of:

        - "js", "th": positive-part James-Stein, and the universal soft threshold; no graph.
        - "wavelet": wavelets of one random tree, the universal threshold (Balle & Wang).
        - "trend-sure", "kernel-sure": trend filtering of order 0, and Gaussian kernels on the
          coordinates, of several penalties (stacked) and widths, weighted by Stein's unbiased risk
          (SURE).
        - "field": a Gaussian Markov random field (GMRF) for the log of the map. It expects
          neighbours to be similar, and more similar if the edge between them is shorter, where
          lengths are known. Only for non-negative maps.
        - "auto", the default: the mean of field, trend-sure, kernel-sure and posterior means under a
          prior that is estimated without the graph, with weights by estimated risk. If the map has
          negative values, the field is that of the map, not of its log. The field is left out if
          vertices with many edges make it too costly, and the kernel if there are no coordinates.
    rng : int, numpy.random.Generator or None
        Seed or source of the random trees and of the probes of the risk. None takes a fresh seed,
        which is in the result.
    nonnegative : bool, optional
        True clips the estimate at 0, which biases totals upwards; False leaves it signed. None, the
        default, clips it unless the values of some cluster of vertices are too negative to be
        noise. Where noise may hide such a cluster, "auto" takes the mean of a clipped and a signed
        estimate, weighted by how much better a Gaussian field explains the map than a field of its
        log. `signed_weight` of the result is the weight of the signed estimate.
    noise : str
        The distribution of the noise: "gaussian", or "laplace", whose scale is sigma / sqrt(2). It
        decides how the error is estimated, from which the interval and the weights of "auto"
        follow.
    grid : float
        The step of the grid of discrete noise, in the unit of `y` and from 0 to 10 times sigma; 0,
        the default, is a continuous distribution. It matters for Laplace noise on a coarse grid.
    totals : list of (labels, values, sigma), optional
        Noisy sums over the areas of one or more public partitions: for each partition the area (n,)
        of each place, any whole numbers; the noisy sum (g,) of each area, in the order of the labels
        that occur; and the standard deviation of its noise, which has the distribution `noise` and is
        independent. K maps have sums (g, K), and "auto" then denoises them one by one. The partitions
        need not be nested; of several, none may have less noise than 1e-6 sigma sqrt(n).
    missing : {"raise"}
        What happens if a place has no value: a ValueError names it. There is no imputation; a graph
        without these places can be denoised (docs/denoising.md).
    order : list, optional
        Names of the K maps, if they are those of successive times, the earliest first, such as
        ``["2026-01", "2026-02"]``. Each map then helps to estimate those near in time (see Notes).
        Only with "auto", and not with `totals`.

    Returns
    -------
    Denoised
        `estimate`, also by the short name `x`: (n,) or (n, K), a Series or DataFrame if `y` is one;
        `rmse`, its estimated root mean square error, and `rmse_interval`, a 95 % confidence interval
        of it; `mse` and `mse_se`, the estimated mean squared error and its standard error;
        `intervals`, the ends of a 95 % interval for the true value of each place, (n, 2) or
        (n, K, 2), which are also `low` and `high` in the form of `estimate`;
        `method`, `parameters`, `nonnegative`, `signed_weight` and `seed`; and `maps`, the result of
        each column of `y`, if there are K. `total` returns the sums over sets of places, with
        intervals; `to_frame` makes a table, and `plot` a picture.

    Raises
    ------
    ValueError
        If an argument has another shape, type or range, if labels of `y` and names of the graph
        differ (the message names them), if the method needs coordinates that the graph lacks, or if
        the method is "field" and vertices with many edges make it too costly or `nonnegative` is
        False. Also if a method of your own returns another shape, numbers that are not finite, or
        another result when it is called again.

    See Also
    --------
    trend_filter, TreeWavelets : Two of the methods by themselves.
    james_stein, soft_threshold : Methods for vectors without a graph.
    release : Make a private release.
    partition : Make areas for `totals`.
    Graph, read_graph, link_places : Make a graph.

    Notes
    -----
    *Labels.* The labels of `y` and of the areas of `totals` are compared with the graph's `names`,
    or with 0 to n - 1 if it has none. They are compared as texts, but by value where all names are
    different numbers, so that 7 and 7.0 mean the place "7". Each place must have one value. A place
    where nothing happened needs its 0 before the noise is added, for example by
    ``counts.reindex(graph.names, fill_value=0)``, because a missing row in a private release would
    reveal that nobody was at that place.

    The error is estimated by Stein's unbiased risk estimate [1]_

        mse = (||y - x||^2 + (2 df - n) sigma^2) / n,

    where df, the divergence of x as a function of y, is estimated by a Monte Carlo probe [2]_ of
    everything that the method chooses from `y`. The interval treats this estimate as normally
    distributed; for its upper end an `mse` below 0 counts as 0. Under Laplace noise df is the
    divergence of Stein's formula for that distribution, and the interval allows for the heavier
    tails (`gaussmech.graphs.noise_distributions.LaplaceDistribution` has the formula, also for
    discrete noise). Only the posterior means without the graph know the distribution; the other
    methods treat the noise as Gaussian.

    The intervals of places contain the true value 95 times in a hundred on average over places of
    similar `x`, and somewhat fewer times where `x` is in its highest tenth
    (docs/bench/intervals.md). They do not promise this for a given place, nor for the highest 1 %,
    nor for the places whose true value is highest. An interval is x -+ q sqrt(m). Here q is a
    quantile of the t distribution, 1.96 if there are many places, and m combines the posterior
    variance of places of similar x, which is sigma^2 times the local derivative of x [6]_, with its
    mean over all places (`gaussmech.graphs.intervals` has the formula). Where y and x differ by
    more than half the interval of the raw value, which is 1.96 sigma under Gaussian noise, the
    interval also contains the interval of the raw value. It is cut at 0 if `nonnegative` is True;
    None leaves it whole, because a map without a clearly negative region may have negative values.

    The weights w of "auto" are >= 0, sum to 1 and minimise R + 16 sum w log w [3]_. Half of R is the
    SURE of the weighted mean, in units of sigma^2, and half is the weighted mean of the SUREs of the
    candidates. The mean may have less error than each candidate. Where noise hides which candidate is
    better, the penalty keeps the weights alike. For the field, sqrt(n) / 2 times its weight is
    subtracted from R, so the field is preferred where candidates are close. The prior that is
    estimated without the graph [5]_ helps where a few places are high and the noise is heavy.

    *Sums.* The cut at 0, the log link and shrinkage would bias sums over large areas. So "auto"
    divides the graph into areas of about 256 and of about 64 places, and compares the sums of its
    map over these areas with the sums of `y`. "trend-sure" denoises the differences on the graph of
    the areas, and the map is moved by the result (`gaussmech.graphs.sums`). On each of the two
    partitions, a difference that may be noise moves no place by more than 0.15 sigma. With
    `totals`, these sums and `y` are first combined by least squares, and the map of any method is
    also moved on the areas of `totals`, with a larger limit.

    *Maps of successive times.* With `order`, the estimate is a weighted mean of candidates, with
    the weights that have the least estimated error. The candidates are a map that does not change;
    such a map times a factor for each time; the same with a course of its own at each place; either
    of these two with deviations at a few places for some time; smoothing over neighbours in time,
    without and with neighbours in space; and each map alone. `gaussmech.graphs.series` has the
    formulas. The error is estimated over all maps together: the `mse` of each map is in proportion
    to the variance of its noise, and intervals hold on average over places and times of similar
    `x`. `total(places, periods=...)` also adds up times.

    "wavelet" is the rule of Figure 6 of Balle and Wang [4]_.

    *A method of your own* is a function ``method(y, sigma, graph)``. It gets one map (n,), the
    standard deviation of its noise as a float, and `graph`, and returns the estimate (n,). It is
    then clipped, corrected by `totals` and probed as any other method. It is called four times: at
    `y`, once more to check that it is deterministic, and at two maps that differ from `y` by 0.03
    sigma at each place. The estimated error is unbiased if the function

    - makes all its choices, such as a penalty, from the `y` that it gets, and keeps nothing between
      calls, because the probe cannot see what it learns elsewhere from the same release;
    - returns the same at each call, so that random numbers come from a generator that it seeds
      itself;
    - is continuous in y, and differentiable almost everywhere. Jumps, such as those of hard
      thresholds, make the estimated error too small.

    Under Laplace noise there are four more calls, at maps of which a tenth of the places jump. A
    method that tunes itself on the whole map follows all these jumps at once, and its estimated
    error is biased.

    References
    ----------
    .. [1] C. M. Stein, "Estimation of the mean of a multivariate normal distribution", Annals of
       Statistics 9 (1981), 1135-1151.
    .. [2] S. Ramani, T. Blu and M. Unser, "Monte-Carlo SURE: a black-box optimization of
       regularization parameters", IEEE Transactions on Image Processing 17 (2008), 1540-1554.
    .. [3] D. Dai, P. Rigollet, L. Xia and T. Zhang, "Aggregation of affine estimators", Electronic
       Journal of Statistics 8 (2014), 302-327.
    .. [4] B. Balle and Y.-X. Wang, "Improving the Gaussian mechanism for differential privacy",
       ICML 2018.
    .. [5] W. Jiang and C.-H. Zhang, "General maximum likelihood empirical Bayes estimation of
       normal means", Annals of Statistics 37 (2009), 1647-1684.
    .. [6] B. Efron, "Tweedie's formula and selection bias", Journal of the American Statistical
       Association 106 (2011), 1602-1614.

    Examples
    --------
    >>> import gaussmech as gm
    >>> import numpy as np
    >>> path = gm.Graph(60, [[v, v + 1] for v in range(59)])
    >>> f = np.repeat([10.0, 90.0], 30)
    >>> y = f + 5 * np.random.default_rng(1).standard_normal(60)
    >>> fit = gm.denoise(y, 5.0, path, method="trend-sure", rng=1)
    >>> bool(np.sqrt(np.mean((fit.estimate - f) ** 2)) < 2)
    True

    A method of your own, here the mean of each place and its neighbours:

    >>> def near_mean(y, sigma, graph):
    ...     start, neighbour, _ = graph.adjacency
    ...     sums = np.add.reduceat(y[neighbour], start[:-1])
    ...     return (y + sums) / (1 + graph.degree)
    >>> fit = gm.denoise(y, 5.0, path, method=near_mean, rng=1)
    >>> bool(np.sqrt(np.mean((fit.estimate - f) ** 2)) < fit.rmse_interval[1])
    True
    """
    _checks.instance("graph", graph, Graph)
    places = place_names(graph)
    totals = places.align_totals(totals)
    _checks.one_of("missing", missing, ("raise",))
    y, labels = places.align("y", y)
    if labels:
        sigma = labels.align_columns("sigma", sigma)
    y, sigmas = _read_maps(y, sigma, graph.n)
    seed = _seed(rng)
    totals = _sums_of_maps(totals, y.shape[1:])
    settings: dict[str, Any] = {"nonnegative": nonnegative, "noise": noise}
    names = () if order is None else _order_of(y, labels, order, method, totals)
    if len(names) > 1:
        series = Series(graph, sigmas, Denoiser, seed)
        settings["grid"] = grid / sigmas.min()
        fit = denoise_series(y, series, names, **settings)
    else:
        denoiser_of = partial(Denoiser, grid=grid, **settings)
        maps = _denoise_maps(denoiser_of, method, y, sigmas, graph, seed, totals)
        fit = joined(maps, seed) if y.ndim > 1 else maps[0]
    return _with_labels(fit, labels, places)


def _denoise_maps(
    denoiser_of: Callable[..., Denoiser],
    method: str | OwnMethod,
    y: Array,
    sigmas: Array,
    graph: Graph,
    seed: int,
    totals: Sequence[Any],
) -> list[Denoised]:
    """Return the results of maps without an order, the columns of y."""
    columns = np.atleast_2d(y.T)
    denoisers = [
        denoiser_of(
            columns[k],
            sigma,
            graph,
            rng=seed + k,
            totals=[
                (areas, np.atleast_2d(sums.T)[k], sd) for areas, sums, sd in totals
            ],
        )
        for k, sigma in enumerate(sigmas.tolist())
    ]
    if len(sigmas) > 1 and method == "auto" and not totals:
        return denoise_together(denoisers)
    return [denoiser(method) for denoiser in denoisers]


def _read_maps(y: Any, sigma: Any, n: int) -> tuple[Array, Array]:
    """Return the values of one or several maps of n places, and the noise (K,) of each."""
    y = _checks.real_array("y", y, **_checks.FINITE)
    if y.ndim not in (1, 2) or y.size == 0 or len(y) != n:
        remedy = "; pass y.T" if y.shape[1:] == (n,) else ""
        raise ValueError(
            f"y has shape {y.shape}; it must be ({n},) or ({n}, K) with K >= 1, one value per vertex"
            f" and a column per map{remedy}"
        )
    sigma = _checks.real_array("sigma", sigma, low=1 / LARGEST, high=float(LARGEST))
    if sigma.ndim and sigma.shape != y.shape[1:]:
        raise ValueError(
            f"sigma has shape {sigma.shape}; it must be a single number or, for K maps, (K,), one"
            " value per map"
        )
    return y, np.broadcast_to(sigma, y.shape[1:] or 1).astype(float)


def _order_of(
    y: Array,
    labels: Labels | None,
    order: Sequence[Hashable],
    method: str | OwnMethod,
    totals: Sequence[Any],
) -> tuple[Hashable, ...]:
    """Return the names of the times of maps; a ValueError names what does not go with them.

    Examples
    --------
    >>> _order_of(np.zeros((1, 2)), Labels(["Park"], ["Feb", "Jan"]), ["Jan", "Feb"], "auto", ())
    Traceback (most recent call last):
    ValueError: order and the columns of y have the same labels in different orders; use one order
    """
    names = different_names("order", order, y.shape[1] if y.ndim == 2 else 0, "map")
    if names and labels:
        _checks.refuse_other_orders("order and the columns of y", names, labels.columns)
    if method != "auto":
        raise ValueError(f"method is {method!r}; with order it must be 'auto'")
    if totals:
        raise ValueError("totals has sums over areas; with order it must be empty")
    return names


def _sums_of_maps(totals: Any, shape: tuple[int, ...]) -> list[Any]:
    """Return `totals` whose sums are arrays (g,), or (g, K) for K maps, whose `shape` is (K,)."""
    of_maps = []
    for k, (areas, sums, sigma) in enumerate(totals):
        values = _checks.plain_array(f"totals[{k}][1]", sums)
        if shape and (values.ndim != 2 or values.shape[1:] != shape):
            raise ValueError(
                f"totals[{k}][1] has shape {values.shape}; it must be (g, {shape[0]}), a row per area"
                " and a column per map"
            )
        of_maps.append((areas, values, sigma))
    return of_maps


def _with_labels(fit: Denoised, labels: Labels | None, places: PlaceNames) -> Denoised:
    """Return the result with the names of the graph, and in the form of labelled data."""
    maps = [
        _with_labels(one, labels and labels.column(k), places)
        for k, one in enumerate(fit.maps)
    ]
    return replace(
        fit,
        estimate=fit.estimate if labels is None else labels.wrap(fit.estimate),
        maps=tuple(maps),
        labels=labels,
        places=places,
    )


class Denoiser(Data):
    """`denoise` of one map as a function of the method; the methods share what they compute.

    Each method gives what `denoise` gives with the same integer `rng`, to the last bit.

    Parameters
    ----------
    y, sigma, graph, rng, nonnegative, noise, grid, totals
        As for `denoise`, which checks y (n,), sigma and the graph before.

    Examples
    --------
    >>> path = Graph(60, [[v, v + 1] for v in range(59)])
    >>> denoiser = Denoiser(np.repeat([10.0, 90.0], 30), 5.0, path, rng=1)
    >>> denoiser("trend-sure").method, denoiser("auto").method
    ('trend-sure', 'auto')
    """

    def __init__(
        self,
        y: Array,
        sigma: float,
        graph: Graph,
        *,
        rng: RNG = None,
        nonnegative: bool | None = None,
        noise: str = "gaussian",
        grid: float = 0.0,
        totals: Sequence[tuple[ArrayLike, ArrayLike, float]] = (),
    ) -> None:
        if nonnegative is not None:
            nonnegative = _checks.flag("nonnegative", nonnegative)
        # From here on the noise has unit variance.
        combined = combine(y, sigma, totals, noise=noise, grid=grid).scaled(sigma)
        self._graph = graph
        if graph.m and np.median(graph.weights) != 1:
            graph = cached_per_graph(graph, _scaled)
        self._nonnegative = nonnegative
        self._seed = _seed(rng)
        generator = np.random.default_rng(self._seed)
        super().__init__(combined, sigma, graph, generator)

    def __call__(self, method: str | OwnMethod) -> Denoised:
        """Return the result of the method of this name, or of a function (y, sigma, graph)."""
        if callable(method):
            name = methods.name_of(method)
            return self.fit(name, partial(methods.own, method, graph=self._graph))
        if isinstance(method, str):
            method = FORMER_NAMES.get(method, method)
        _checks.one_of("method", method, tuple(DENOISING_METHODS))
        return self.fit(method, DENOISING_METHODS[method])

    def fit(self, method: str, estimate: Callable[[Data], Estimate]) -> Denoised:
        """Return the result of a function of the data, under the name of its method."""
        data = self.data(method)
        return data.result(estimate(data), method)

    def data(self, method: str) -> Denoiser:
        """Return the data as a method sees them, with the weight of the sign.

        The field is only for non-negative maps and does not test the sign. If the test
        finds no negative region, "auto" weights the signs by the evidence of the field, which no
        other method needs.
        """
        nonnegative = self._nonnegative
        if method == "field":
            if nonnegative is False:
                raise ValueError(
                    "nonnegative is False; the method 'field' makes positive maps only"
                )
            nonnegative = True
        if nonnegative is not None:
            weight = float(not nonnegative)
        else:
            weight = float(self.once(_is_signed))
            if method == "auto" and not weight:
                weight = self.once(methods.signed_weight)
        return self.with_signed_weight(weight)

    def result(self, estimate: Estimate, method: str) -> Denoised:
        """Return the constrained estimate of the data of a method, in the unit of y, with its risk.

        The variance of the risk is that of Stein's formula at a known divergence, plus that of the
        probed divergence, which enters the formula with the factor 2.
        """
        y = self.combined.raw
        sigma = self.unit
        n = len(y)
        rows = self._constrained(estimate, method)
        x = rows[0]
        probed = self.probe.divergence(rows[1:])
        distribution = self.combined.distribution
        variance = stein_variance(
            y, x, probed.spread, excess=distribution.excess_kurtosis, df=probed.df
        )
        variance += 4 * probed.variance
        risk = stein_risk(y, x, 1.0, probed.df)
        error = np.sqrt(variance)
        # Intervals are cut at 0 only if the caller has said that the map is non-negative. A map on
        # which no negative region was detected may still have one.
        is_nonnegative = self._nonnegative is True
        intervals = place_intervals(
            y=y,
            x=x,
            local=probed.local,
            mse=risk / n,
            mse_se=error / n,
            distribution=distribution,
            nonnegative=is_nonnegative,
        )
        sums = MapSums(
            graph=self.graph,
            x=x,
            combined=self.combined,
            signs=self.probe.signs,
            local=probed.local,
            half_width=(intervals[1] - intervals[0]) / 2,
            unit=sigma,
            nonnegative=is_nonnegative,
        )
        return Denoised(
            estimate=sigma * x,
            mse=sigma**2 * risk / n,
            mse_se=float(sigma**2 * error / n),
            method=method,
            parameters=estimate.parameters,
            nonnegative=self.nonnegative,
            seed=self._seed,
            intervals=sigma * np.column_stack(intervals),
            signed_weight=self.signed_weight,
            sigma=sigma,
            sums=sums,
            places=place_names(self._graph),
        )

    def _constrained(self, estimate: Estimate, method: str) -> Array:
        """Return the estimates at y and at the maps of the probe, with their sums and signs."""
        seen = [self.y, *self.probe.moved]
        least = 0.0 if self.nonnegative else -np.inf
        rows = estimate.rows
        if method == "auto" or self.combined.levels:
            rows = np.maximum(rows, least)
            # The fits to the sums are chosen anew at the steps of the probe, and repeated at its jumps.
            rows = match_sums(self.graph, self.combined, self.nonnegative, seen, rows)
        return np.maximum(rows, least)


def denoise_together(denoisers: Sequence[Denoiser]) -> list[Denoised]:
    """Return the results of "auto" for maps of one graph whose noise is independent."""
    data = [each.data("auto") for each in denoisers]
    return [
        one.result(auto(one, data[:k] + data[k + 1 :]), "auto")
        for k, one in enumerate(data)
    ]


def _scaled(graph):
    """Return the graph with weights of median 1, because their unit must not matter.

    A weight that is lost when it is added to the median has no effect, and one in which the median
    is lost joins two vertices into one. Their exact values would only cost digits, so both are cut.
    """
    scaled = copy(graph)
    lost = np.finfo(float).eps
    scaled.weights = np.clip(graph.weights / np.median(graph.weights), lost, 1 / lost)
    return scaled


def _seed(rng):
    """Return `rng` if it is an integer, else a seed drawn from it."""
    generator = _checks.generator("rng", rng)
    is_seed = isinstance(rng, int | np.integer)
    return int(rng if is_seed else generator.integers(2**63))


def _is_signed(data):
    """Return whether the mean of y over some cluster of vertices is negative beyond chance.

    The clusters are the n subtrees of a random spanning tree: some of them fit a negative region of
    any size. Under f >= 0 the standardised mean of a cluster is at least that of noise alone, so
    by the union bound the test errs with a probability of SIGNED_LEVEL at most. Half of it is
    for single vertices, few of which are subtrees. The sums over all subtrees take O(n), as each is
    a run of the tree's depth-first order.
    """
    y, graph, distribution = data.y, data.graph, data.combined.distribution
    level = SIGNED_LEVEL / (2 * graph.n)
    if y.min() < distribution.least_score(np.ones(1), level)[0]:
        return True
    tree = spanning_tree(graph, kind="minimum", rng=data.rng)
    forest = root_forest("tree", tree, graph)
    size = forest.sizes[forest.order]
    total = np.concatenate([[0.0], np.cumsum(y[forest.order])])
    end = np.arange(1, graph.n + 1)
    score = (total[end] - total[end - size]) / np.sqrt(size)
    return bool((score < distribution.least_score(size, level)).any())


DENOISING_METHODS: dict[str, Callable[[Data], Estimate]] = {
    "auto": auto,
    "field": lambda data: data.once(methods.field),
    "trend-sure": lambda data: data.with_signed_weight(1.0).once(methods.trend_sure),
    "kernel-sure": methods.kernel_sure,
    "wavelet": methods.wavelet,
    "js": methods.js,
    "th": methods.th,
}
