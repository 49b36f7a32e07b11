"""Denoise a signal on a graph: every method in one call, each with its estimated risk.

`denoise` is the public function; `Denoiser` is the same for several methods on one release, which
share what they compute. A call goes through five steps:

1. `Denoiser` divides y by sigma: from there on, the noise has unit variance, and no square can
   overflow. It decides whether the map is non-negative (`Denoiser.data`).
2. A method, one of `DENOISING_METHODS`, makes an `Estimate` of the `Data`: a signed estimate x,
   perhaps the trace of its Jacobian, and a function that refits it to nearby data. The module
   `methods` has all of them but "auto" (`auto`), which weights them.
3. `constrain` clips x at 0 and keeps the total, if asked to.
4. `SumsStep` moves the map of "auto", or of any method with noisy sums, to be right in its sums.
5. `divergence` probes the Jacobian of the constrained estimate (see `risk.Probe`), from which
   `Denoiser.result` computes Stein's unbiased estimate of the risk and its standard error.

A method makes its choices anew on the probed data. So the divergence counts the choices, and the
stated risk is not too optimistic.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gaussmech import _checks
from gaussmech._checks import RNG
from gaussmech.graphs import methods
from gaussmech.graphs._estimate import Data, Estimate, constrain, divergence
from gaussmech.graphs.auto import auto
from gaussmech.graphs.denoised import Denoised
from gaussmech.graphs.field import TooDense
from gaussmech.graphs.forest import random_trees
from gaussmech.graphs.graph import Graph, cached_per_graph
from gaussmech.graphs.intervals import place_intervals
from gaussmech.graphs.labels import (
    Labelled,
    Labels,
    align,
    align_totals,
    place_names,
)
from gaussmech.graphs.methods import DenoisingMethod, OwnMethod
from gaussmech.graphs.missing import estimate_missing
from gaussmech.graphs.noise_laws import NOISES, noise_law
from gaussmech.graphs.risk import (
    Side,
    stein_risk,
    stein_variance,
)
from gaussmech.graphs.rooted_forest import root_forest
from gaussmech.graphs.spanning_trees import spanning_tree
from gaussmech.graphs.sums import MapSums, SumsStep
from gaussmech.graphs.totals import NOISE, Combined, check_digits, read_levels

__all__ = ["DENOISING_METHODS", "Denoised", "Denoiser", "denoise", "denoise_together"]

# This is the level of the test whether f has negative values: at most one non-negative map in a
# thousand is taken for a signed one.
SIGNED_LEVEL = 1e-3
# A grid of this many standard deviations leaves noise that is 0 but for one value in a hundred.
LARGEST_STEP = 10.0
# Weights are cut to this range around their median. Beyond it, an edge joins its two vertices into
# one, or has no effect, and its exact weight would only cost digits.
WEIGHTS = 1e-15, 1e15


def denoise(
    y: ArrayLike | Labelled,
    sigma: ArrayLike,
    graph: Graph,
    *,
    method: str | OwnMethod = "auto",
    rng: RNG = None,
    nonnegative: bool | None = None,
    keep_total: bool = False,
    noise: str = "gaussian",
    grid: float = 0.0,
    totals: Sequence[tuple[ArrayLike, ArrayLike, float]] = (),
    missing: str = "refuse",
) -> Denoised:
    """Estimate a signal on the vertices of a graph from noisy values, at no privacy cost.

    The values y are f plus independent noise of standard deviation sigma, and f is estimated. Only
    `y`, the law of the noise and the graph are used, so a private release stays exactly as private
    as it was. There is nothing to tune.

    Parameters
    ----------
    y : (n,) or (n, K) array of float, Series, DataFrame or dict
        Finite noisy values of one map, or of K maps on the same graph, a row per place. An array is
        in the order of the vertices. A Series, a DataFrame and a dict, whose labels may be in any
        order, are matched to the graph's `names` (see Notes). The noise of several maps must be
        independent; with "auto" each map helps the others.
    sigma : float or (K,) array of float
        Standard deviation of the noise, in the unit of `y` and in [1e-100, 1e100]; one for all
        maps, or one per map. No value of `y` may be larger in size than 1e12 times sigma.
    graph : Graph
        The graph, with n vertices; it must be public. "field" uses its lengths, if it has any, and
        "kernel-sure" needs its coordinates.
    method : str or callable
        The estimator: a function of your own (see Notes), or one of:

        - "js", "th": positive-part James-Stein, and the universal soft threshold; no graph.
        - "wavelet": wavelets of one random tree, the universal threshold (Balle & Wang).
        - "trend-sure", "kernel-sure": trend filtering of order 0, and Gaussian kernels on the
          coordinates, their penalties and widths weighted by Stein's unbiased risk (SURE).
        - "forest": wavelets of many trees and trend filters, weighted by SURE.
        - "field": a Gaussian field for the log of the map, which is similar at neighbours, the more
          so the shorter the edge, if there are lengths; only for non-negative maps.
        - "auto", the default: the mean of field, forest, kernel-sure and posterior means under a
          prior that is estimated without the graph, weighted by estimated risk. If
          the map has negative values, the field is that of the map, not of its log. The field is
          left out if hubs make it too costly, or if on a sample of tiles of a large graph it is clearly
          worse than another candidate; the kernel is left out if there are no coordinates.
    rng : int, numpy.random.Generator or None
        Seed or source of the random trees and of the probes of the risk. None takes a fresh seed,
        which is in the result.
    nonnegative : bool, optional
        True clips the estimate at 0, which biases totals upwards; False leaves it signed. None, the
        default, clips unless some cluster of vertices is negative beyond chance. Where noise may
        hide that, "auto" takes the mean of a clipped and a signed estimate, weighted by how much
        better a Gaussian field explains the map than one of its log: `signed_weight` in the result.
    keep_total : bool
        True changes the estimate as little as possible such that it sums to ``sum(y)``, or to their
        combination with `totals`, and, if it is clipped, stays >= 0. "auto" moves the total as far
        as the data say without it.
    noise : str
        The law of the noise: "gaussian", or "laplace", whose scale is sigma / sqrt(2). It decides
        how the risk is estimated, from which the interval and the weights of "auto" follow.
    grid : float
        The step of the grid of discrete noise, in the unit of `y` and from 0 to 10 times sigma; 0,
        the default, is a continuous law. It matters for Laplace noise on a coarse grid.
    totals : list of (labels, values, sigma), optional
        Noisy sums over the areas of one or more public partitions: for each partition the area (n,)
        of each place, any whole numbers; the noisy sum (g,) of each area, in the order of the labels
        that occur; and the standard deviation of its noise, which has the law `noise` and is
        independent. K maps have sums (g, K), and "auto" then denoises them one by one. The partitions
        need not be nested; of several, none may have less noise than 1e-6 sigma sqrt(n).
    missing : str
        "refuse", the default, or "estimate": then places that labelled data lack, and those whose
        value is NaN, are estimated from the others (see Notes). Not with `totals`.

    Returns
    -------
    Denoised
        `x`, the estimate, (n,) or (n, K), a Series or DataFrame if `y` is one; `risk`, its
        estimated root mean squared error, and `risk_interval`, a 95 % confidence interval of it;
        `mse` and `mse_se`, the estimated mean squared error and its standard error; `intervals`, the
        ends of an interval for the true value of each place, (n, 2) or (n, K, 2), which are also
        `low` and `high` in the form of `x`;
        `method`, `parameters`, `nonnegative`, `signed_weight` and `seed`; and `maps`, the result of
        each column of `y`, if there are K. `total` returns the sums over sets of places, with
        intervals; `to_frame` makes a table, and `plot` a picture.

    Raises
    ------
    ValueError
        If an argument has another shape, type or range, if labels of `y` and names of the graph
        differ (the message names them), if the method needs coordinates that the
        graph lacks, or if it is "field" and hubs make it too costly or `nonnegative` is False. Also
        if a method of your own returns another shape or no finite numbers, or something else when
        it is called again.

    See Also
    --------
    trend_filter, TreeWavelets : Two of the methods by themselves.
    james_stein, soft_threshold : Methods for vectors without a graph.
    release : Make a private release.
    partition : Make areas for `totals`.
    Graph, read_graph, link_places : Make a graph.

    Notes
    -----
    *Labels.* The labels of `y` and of the areas of `totals` are compared with the graph's `names`, or
    with 0 to n - 1 if it has none: as texts, but by value where all names are different numbers, so 7
    and 7.0 mean the place "7". Each place must have one value. A place where nothing happened needs its
    0 before the noise is added, as by ``counts.reindex(graph.names, fill_value=0)``: a private release
    must not tell by a missing row that nobody was there.

    *Missing places.* With ``missing="estimate"`` the method sees the graph without the places whose
    values are missing; `mse` is over the others, and `total` is not to be had. A missing place gets
    its posterior mean in the Gaussian field of "field", or of the signed map, fitted to the other
    values, at most the largest estimate of the others; its interval holds 95 % of the posterior, and
    is as right as the field. So a value must be missing for a reason that tells nothing about it:
    places without events have the value 0.

    The error is estimated by Stein's unbiased risk estimate [1]_

        mse = (||y - x||^2 + (2 df - n) sigma^2) / n,

    where df, the divergence of x as a function of y, is computed in closed form or by a Monte Carlo
    probe [2]_ of everything that the method chooses from `y`. The interval takes it for normal, and an
    `mse` below 0 for 0 at its upper end. Under Laplace noise df is the divergence of Stein's formula
    for that law, and the interval allows for the heavier tails
    (`gaussmech.graphs.noise_laws.LaplaceLaw` has the formula, also for discrete noise). The methods
    themselves still take the noise for Gaussian.

    The intervals of places hold the true value 95 times in a hundred in the mean over the places of
    like `x`, on the maps of docs/bench/intervals.md also where `x` is in its highest tenth. They do
    not promise that for a given place, nor for the highest 1 %, nor for the places whose true value
    is highest. Each is x -+ q sqrt(m): q is the quantile of the t law with n / 3 degrees of freedom,
    1.96 on many places; m is the local derivative of x times sigma^2, which is
    the posterior variance if x is a posterior mean [6]_, averaged over places of like x and scaled
    to `mse` plus 1.25 of its standard errors (2 under Laplace noise), at most 0.08 sigma^2 (0.25
    sigma^2). Where y and x differ by more
    than 2 sigma, the interval also holds that of the raw value. It is cut at 0 if `nonnegative`
    is True; None leaves it whole, because a map without a clearly negative region may have some.

    "auto" weights each candidate by exp(-SURE / 16), SURE being in units of sigma^2 [3]_, and lower by
    sqrt(n) / 2 for the field. A clearly better candidate gets all the weight; where noise hides which
    one is better, their mean is safer than a choice, and most of it is the field. The prior estimated
    without the graph [5]_ is for a few high places in heavy noise.

    *Sums.* The cut at 0, the log link and shrinkage would bias sums over large areas. So "auto"
    compares its map with `y` on areas of about 256 and 64 places, which it makes of the graph, and
    moves it by the differences of their sums, which "forest" denoises on the graph of the areas
    (`gaussmech.graphs.sums`). On each of the two partitions, what may be noise moves no place by
    more than 0.15 sigma. With `totals`, `y` and they are first combined by least squares, and any
    method's map is moved in the same way, also on their areas, on coarse ones before and after finer
    ones; the limit is larger there.

    "wavelet" is the rule of Figure 6 of Balle and Wang [4]_.

    *A method of your own* is a function ``method(y, sigma, graph)``. It gets one map (n,), the
    standard deviation of its noise as a float, and `graph`, and returns the estimate (n,). It is
    then clipped, corrected by `totals` and probed as any other method. It is called four times: at
    `y`, once more to see that it is deterministic, and at two maps that differ from `y` by 0.03
    sigma at each place. The stated risk is unbiased if the function

    - makes all its choices, such as a penalty, from the `y` that it gets, and keeps nothing between
      calls: whatever it learns elsewhere from the same release, the probe cannot see;
    - returns the same at each call: random numbers come from a generator that it seeds itself;
    - is almost everywhere differentiable in y, and continuous. Jumps, as those of hard thresholds,
      bias the risk downwards.

    Under Laplace noise there are four more calls, at maps of which a tenth of the places jump. A
    method that tunes itself on the whole map follows all jumps at once there, and its risk is biased.

    References
    ----------
    .. [1] C. M. Stein, "Estimation of the mean of a multivariate normal distribution", Annals of
       Statistics 9 (1981), 1135-1151.
    .. [2] S. Ramani, T. Blu and M. Unser, "Monte-Carlo SURE: a black-box optimization of
       regularization parameters", IEEE Transactions on Image Processing 17 (2008), 1540-1554.
    .. [3] G. Leung and A. R. Barron, "Information theory and mixing least-squares regressions",
       IEEE Transactions on Information Theory 52 (2006), 3396-3410.
    .. [4] B. Balle and Y.-X. Wang, "Improving the Gaussian mechanism for differential privacy",
       ICML 2018.
    .. [5] W. Jiang and C.-H. Zhang, "General maximum likelihood empirical Bayes estimation of
       normal means", Annals of Statistics 37 (2009), 1647-1684.
    .. [6] B. Efron, "Tweedie's formula and selection bias", Journal of the American Statistical
       Association 106 (2011), 1602-1614.

    Examples
    --------
    >>> from gaussmech import Graph
    >>> path = Graph(60, [[v, v + 1] for v in range(59)])
    >>> f = np.repeat([10.0, 90.0], 30)
    >>> y = f + 5 * np.random.default_rng(1).standard_normal(60)
    >>> fit = denoise(y, 5.0, path, method="trend-sure", rng=1)
    >>> bool(np.sqrt(np.mean((fit.x - f) ** 2)) < 2)
    True

    A method of your own, here the mean of each place and its neighbours:

    >>> def near_mean(y, sigma, graph):
    ...     start, neighbour, _ = graph.adjacency
    ...     sums = np.add.reduceat(y[neighbour], start[:-1])
    ...     return (y + sums) / (1 + graph.degree)
    >>> fit = denoise(y, 5.0, path, method=near_mean, rng=1)
    >>> bool(np.sqrt(np.mean((fit.x - f) ** 2)) < fit.risk_interval[1])
    True
    """
    _checks.instance("graph", graph, Graph)
    options = {
        "nonnegative": nonnegative,
        "keep_total": keep_total,
        "noise": noise,
        "grid": grid,
        "totals": align_totals(totals, graph),
    }
    _checks.one_of("missing", missing, ("refuse", "estimate"))
    gaps = missing == "estimate"
    if gaps and len(totals):
        raise ValueError("missing is 'estimate'; with totals it must be 'refuse'")
    y, labels = align("y", y, graph, gaps=gaps)
    y = _checks.real_array("y", y, **_checks.FINITE, nan=gaps)
    has_gaps = np.isnan(y).any()
    if y.ndim < 2:
        fit = _denoiser(y, sigma, graph, rng=rng, **options)(method)
        return _with_labels(fit, labels, graph)
    if y.ndim > 2 or y.size == 0 or len(y) != graph.n:
        remedy = "; pass y.T" if y.shape[1:] == (graph.n,) else ""
        raise ValueError(
            f"y has shape {y.shape}; it must be ({graph.n},) or ({graph.n}, K) with K >= 1, one"
            f" value per vertex and a column per map{remedy}"
        )
    columns = np.ascontiguousarray(y.T)
    count = len(columns)
    sigma = _checks.real_array("sigma", sigma, **NOISE)
    if sigma.ndim and sigma.shape != (count,):
        raise ValueError(
            f"sigma has shape {sigma.shape}; it must be a number or ({count},), one value per map"
        )
    sigma = np.broadcast_to(sigma, count)
    seed = _seed(rng)
    draw = np.random.default_rng(seed)
    seeds = draw.integers(2**63, size=count)
    if count > 1 and not has_gaps:
        # The trees do not depend on the maps, so all maps share them.
        options["trees"] = random_trees(graph, draw)
    denoisers = [
        _denoiser(
            columns[k],
            sigma[k],
            graph,
            rng=int(seeds[k]),
            **options | {"totals": _totals_of_map(options["totals"], k, count)},
        )
        for k in range(count)
    ]
    if method == "auto" and not len(totals) and not has_gaps:
        maps = denoise_together(denoisers)
    else:
        maps = [denoiser(method) for denoiser in denoisers]
    return _with_labels(_joined(maps, seed), labels, graph)


def _denoiser(y, sigma, graph, **options):
    """Return the Denoiser of one map, or one that also estimates the places where y is NaN."""

    def denoiser_of(y, graph):
        return Denoiser(y, sigma, graph, **options)

    if y.shape == (graph.n,) and np.isnan(y).any():
        return partial(estimate_missing, y, sigma, graph, denoiser_of)
    return denoiser_of(y, graph)


def _totals_of_map(totals: Any, k: int, count: int) -> Any:
    """Return the totals of the k-th of several maps."""
    of_map = []
    for position, (labels, sums, sigma) in enumerate(totals):
        name = f"totals[{position}][1]"
        values = _checks.plain_array(name, sums)
        if values.ndim != 2 or values.shape[1] != count:
            raise ValueError(
                f"{name} has shape {values.shape}; it must be (g, {count}), a row per area and a"
                " column per map"
            )
        of_map.append((labels, values[:, k], sigma))
    return of_map


def _joined(maps: Sequence[Denoised], seed: int) -> Denoised:
    """Return the result of several maps, a column each; `seed` reproduces them together."""
    return replace(
        maps[0],
        x=np.stack([fit.x for fit in maps], axis=1),
        mse=float(np.mean([fit.mse for fit in maps])),
        mse_se=math.hypot(*(fit.mse_se for fit in maps)) / len(maps),
        nonnegative=all(fit.nonnegative for fit in maps),
        signed_weight=float(np.mean([fit.signed_weight for fit in maps])),
        seed=seed,
        intervals=np.stack([fit.intervals for fit in maps], axis=1),
        maps=tuple(maps),
        sigma=float(np.sqrt(np.mean([fit.sigma**2 for fit in maps]))),
        sums=None,
    )


def _with_labels(fit: Denoised, labels: Labels | None, graph: Graph) -> Denoised:
    """Return the result with the names of the graph, and in the form of labelled data."""
    maps = [
        _with_labels(one, labels and labels.column(k), graph)
        for k, one in enumerate(fit.maps)
    ]
    return replace(
        fit,
        x=fit.x if labels is None else labels.wrap(fit.x),
        maps=tuple(maps),
        labels=labels,
        places=cached_per_graph(graph, place_names),
    )


class Denoiser:
    """`denoise` of one map as a function of the method; the methods share what they compute.

    Each method gives what `denoise` gives with the same integer `rng`, to the last bit.

    Parameters
    ----------
    y, sigma, graph, rng, nonnegative, keep_total, noise, grid, totals
        As for `denoise`, for one map y (n,).
    trees : function without arguments, optional
        The trees of "forest", as `random_trees` returns them, in place of its own.
    methods : mapping of str to DenoisingMethod, optional
        The methods that can be asked for, by name; DENOISING_METHODS without it. With more than
        these, a method that `denoise` does not offer is compared on the same release.

    Examples
    --------
    >>> path = Graph(60, [[v, v + 1] for v in range(59)])
    >>> denoiser = Denoiser(np.repeat([10.0, 90.0], 30), 5.0, path, rng=1)
    >>> denoiser("forest").method, denoiser("auto").method
    ('forest', 'auto')
    """

    def __init__(
        self,
        y: ArrayLike,
        sigma: ArrayLike,
        graph: Graph,
        *,
        rng: RNG = None,
        nonnegative: bool | None = None,
        keep_total: bool = False,
        noise: str = "gaussian",
        grid: float = 0.0,
        totals: Sequence[tuple[ArrayLike, ArrayLike, float]] = (),
        trees: Callable[[], list] | None = None,
        methods: Mapping[str, DenoisingMethod] | None = None,
    ) -> None:
        _checks.instance("graph", graph, Graph)
        y = _checks.signal("y", y, graph.n)
        sigma = _checks.real_scalar("sigma", sigma, **NOISE)
        if nonnegative is not None:
            nonnegative = _checks.flag("nonnegative", nonnegative)
        _checks.one_of("noise", noise, NOISES)
        step = (
            _checks.real_scalar("grid", grid, low=0, high=LARGEST_STEP * sigma) / sigma
        )
        self._law = noise_law(noise, step)
        combined = Combined(y, sigma, read_levels(totals, graph.n, sigma), self._law)
        # From here on the noise has unit variance.
        self._combined = combined.scaled(sigma)
        check_digits(self._combined, sigma)
        self._y = self._combined.y
        self._sigma = sigma
        self.graph = graph
        self._graph_as_given = graph
        if graph.m and np.median(graph.weights) != 1:
            self.graph = cached_per_graph(graph, _scaled)
        self._nonnegative = nonnegative
        self._keep_total = _checks.flag("keep_total", keep_total)
        self._seed = _seed(rng)
        self._trees = trees
        self._methods = DENOISING_METHODS if methods is None else methods
        self._data: dict[bool | None, Data] = {}

    def __call__(self, method: str | OwnMethod) -> Denoised:
        """Return the result of the method of this name, or of a function (y, sigma, graph)."""
        if callable(method):
            name = methods.name_of(method)
            own = DenoisingMethod(
                partial(methods.own, method, graph=self._graph_as_given)
            )
            self._methods = {**self._methods, name: own}
            method = name
        _checks.one_of("method", method, tuple(self._methods))
        return self.result(self._methods[method].fit(self.data(method)), method)

    def data(self, method: str) -> Data:
        """Return the data as a method sees them; methods that agree on the sign share them.

        A method that is only for non-negative maps does not test the sign of the map. If the test
        finds no negative region, "auto" weights the signs by the evidence of the field, which no
        other method needs.
        """
        if self._methods[method].positive:
            if self._nonnegative is False:
                raise ValueError(
                    "nonnegative is False; the method 'field' makes positive maps only"
                )
            return self._data_of(True)
        if method == "auto" and self._nonnegative is None:
            return self._weighted_data
        return self._data_of(self._nonnegative)

    def _data_of(self, nonnegative):
        """Return the data of a map that is, or may not be, non-negative; None tests it."""
        if nonnegative not in self._data:
            rng = np.random.default_rng(self._seed)
            sign = nonnegative
            if sign is None:
                sign = not _is_signed(self._y, self.graph, rng, self._law)
            self._data[nonnegative] = Data(
                self._y,
                self._sigma,
                self.graph,
                sign,
                rng,
                self._trees,
                self._law,
                self._combined,
            )
        return self._data[nonnegative]

    @cached_property
    def _weighted_data(self):
        """The data of a map of unknown sign, weighted unless the map is clearly negative somewhere."""
        data = self._data_of(None)
        if not data.nonnegative:
            return data
        return data.with_signed_weight(methods.signed_weight(data))

    def result(self, estimate: Estimate, method: str) -> Denoised:
        """Return the constrained estimate in the unit of y, with its estimated risk.

        The variance of the risk is that of Stein's formula at a known divergence, plus that of the
        probed divergence, which enters the formula with the factor 2.
        """
        data = self.data(method)
        y = data.combined.raw
        sigma = data.unit
        n = self.graph.n
        clip = partial(constrain, data.nonnegative, False)
        keep_total = partial(constrain, data.nonnegative, self._keep_total)
        constrained = repeat = keep_total
        if method == "auto" or data.combined.levels:
            step = SumsStep(self.graph, data.combined, data.nonnegative)
            sides = [
                (data.probe.y(side), clip(data.probe.y(side), estimate.refit(side)))
                for side in (Side.STEP_UP, Side.STEP_DOWN)
            ]
            choices = step.choices(data.y, clip(data.y, estimate.x), sides)

            def constrained(y, x, **options):
                return keep_total(y, step.move(y, clip(y, x), choices, **options))

            repeat = partial(constrained, repeats=True)

        x = constrained(data.y, estimate.x)
        probed = divergence(estimate, data.probe, constrained, repeat)
        excess = data.law.excess_kurtosis
        variance = stein_variance(y, x, 1.0, probed.spread, excess=excess, df=probed.df)
        variance += 4 * probed.variance
        risk = stein_risk(y, x, 1.0, probed.df)
        error = np.sqrt(variance)
        # Intervals are cut at 0 only if the caller has said that the map is non-negative. A map on
        # which no negative region was detected may still have one.
        intervals = place_intervals(
            y=y,
            x=x,
            local=probed.local,
            mse=risk / n,
            mse_se=error / n,
            law=data.law,
            nonnegative=self._nonnegative is True,
        )
        half_width = (intervals[1] - intervals[0]) / 2
        sums = MapSums(
            graph=self.graph,
            x=x,
            combined=data.combined,
            signs=data.probe.signs,
            local=probed.local,
            half_width=half_width,
            unit=sigma,
            nonnegative=self._nonnegative is True,
        )
        return Denoised(
            x=sigma * x,
            mse=sigma**2 * risk / n,
            mse_se=float(sigma**2 * error / n),
            method=method,
            parameters=estimate.parameters,
            nonnegative=data.nonnegative,
            seed=self._seed,
            intervals=sigma * np.column_stack(intervals),
            signed_weight=data.signed_weight,
            sigma=self._sigma,
            sums=sums,
        )


def denoise_together(denoisers: Sequence[Denoiser]) -> list[Denoised]:
    """Return the results of "auto" for maps with independent noise, each helped by the others.

    The estimated sum of the other maps is an effect on the field of a map. For signed maps a
    multiple of it is subtracted before the forest is fitted. The sum does not depend on the noise
    of the map itself, so the estimated risk of the map stays unbiased.
    """
    if any(each.graph is not denoisers[0].graph for each in denoisers):
        raise ValueError("denoisers have different graphs; they must share one")
    data = [each.data("auto") for each in denoisers]
    results = []
    for k, denoiser in enumerate(denoisers):
        others = _estimate_sum(data[k], data[:k] + data[k + 1 :])
        results.append(denoiser.result(auto(data[k], others), "auto"))
    return results


def _estimate_sum(data, others):
    """Estimate the signal-to-noise weighted sum of the other maps; None if none has a signal.

    The weights have norm 1, so the noise of the sum has unit variance, too. The signal of a
    map is its mean if it is non-negative, else the root mean square of what noise leaves. Only the
    estimate is used, not its risk; so the sum is denoised as one of Gaussian noise, to which sums
    are near.
    """
    positive = data.nonnegative
    maps = [other.y for other in others]
    if positive:
        signals = [y.mean() for y in maps]
    else:
        signals = [np.sqrt(max(np.mean(y**2) - 1, 0.0)) for y in maps]
    signals = np.maximum(signals, 0.0)
    norm = np.linalg.norm(signals)
    if norm == 0:
        return None
    weighted_sum = signals @ maps / norm
    sum_data = Data(weighted_sum, 1.0, data.graph, positive, data.rng, data.trees)
    if positive:
        with suppress(TooDense):
            return methods.field_map(sum_data)
    return sum_data.once(methods.forest, of_any_sign=True).x


def _scaled(graph):
    """Return the graph with weights of median 1, because their unit must not matter."""
    scaled = copy(graph)
    scaled.weights = np.clip(graph.weights / np.median(graph.weights), *WEIGHTS)
    return scaled


def _seed(rng):
    """Return `rng` if it is an integer, else a seed drawn from it."""
    generator = _checks.generator("rng", rng)
    is_seed = isinstance(rng, int | np.integer)
    return int(rng if is_seed else generator.integers(2**63))


def _is_signed(y, graph, rng, law):
    """Return whether the mean of y over some cluster of vertices is negative beyond chance.

    The clusters are the n subtrees of a random spanning tree: some of them fit a negative region of
    any size. Under f >= 0 the standardised mean of a cluster is at least that of noise alone, so
    by the union bound the test errs with a probability of SIGNED_LEVEL at most. Half of it is
    for single vertices, few of which are subtrees. The sums over all subtrees take O(n), as each is
    a run of the tree's depth-first order.
    """
    level = SIGNED_LEVEL / (2 * graph.n)
    if y.min() < law.least_score(np.ones(1), level)[0]:
        return True
    tree = spanning_tree(graph, kind="minimum", rng=rng)
    forest = root_forest("tree", tree, graph)
    size = forest.sizes[forest.order]
    total = np.concatenate([[0.0], np.cumsum(y[forest.order])])
    end = np.arange(1, graph.n + 1)
    score = (total[end] - total[end - size]) / np.sqrt(size)
    return bool((score < law.least_score(size, level)).any())


DENOISING_METHODS = {
    "auto": DenoisingMethod(auto, random=True),
    **methods.SINGLE_METHODS,
}
