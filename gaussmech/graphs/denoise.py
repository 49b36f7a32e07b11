"""Denoise a signal on a graph: every method in one call, with its estimated risk, untuned."""

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri

from gaussmech import _checks
from gaussmech._checks import RNG
from gaussmech.graphs._tiles import TooDense
from gaussmech.graphs.forest import TREND_TOLERANCE, draw_forest, forest_fit
from gaussmech.graphs.graph import Graph, kept
from gaussmech.graphs.risk import (
    NEGLIGIBLE,
    Probe,
    risk_average,
    risk_interval,
    stein_risk,
    stein_variance,
)
from gaussmech.graphs.spanning_trees import SIZE, root_forest, spanning_tree
from gaussmech.graphs.tree_wavelets import TreeWavelets
from gaussmech.graphs.trend_filter import trend_filter_path
from gaussmech.vectors.shrinkage import james_stein, project_to_simplex, soft_threshold

# lambda / sigma of trend filtering.
TREND_RATIOS = np.concatenate([[0.0], np.geomspace(0.05, 64, 28)])
# Fewer trees on large graphs: the cost of a tree grows, its benefit does not.
MOST_TREES, LEAST_TREES, TREE_VERTICES = 100, 10, 2_000_000
# By how much the field may look worse than other methods and still weigh the same, over sqrt(n).
FIELD_LEAD = 0.5
# f counts as signed if some cluster of y is this unlikely under f >= 0.
SIGNED_LEVEL = 1e-3
NOISE: _checks.Interval = {"low": 1e-100, "high": 1e100}
LARGEST_RATIO = 1e12
# Of an edge over the median: beyond, it joins its ends, or does not.
WEIGHTS = 1e-15, 1e15


@dataclass(frozen=True)
class Denoised:
    """A denoised signal and how well it does.

    Attributes
    ----------
    x : (n,) or (K, n) array
        The estimate.
    mse, mse_se : float
        Mean squared error of x over the vertices by Stein's unbiased risk, which may be negative,
        and its standard error.
    risk, risk_interval : float, (float, float)
        Root of `mse`, 0 if that is negative, and a 95 % confidence interval.
    method, parameters : str, dict
        The method that made x, and what it chose from y; of "auto" the `weights` of its mean.
    nonnegative : bool
        Whether x was clipped at 0.
    seed : int
        Passed as `rng`, it reproduces the result.
    maps : tuple of Denoised
        The result of each of K rows; `method` and `parameters` are of the first, `seed` of all.
    """

    x: np.ndarray
    mse: float
    mse_se: float
    method: str
    parameters: dict
    nonnegative: bool
    seed: int
    maps: tuple = ()

    @property
    def risk(self) -> float:
        return float(np.sqrt(max(self.mse, 0)))

    @cached_property
    def risk_interval(self) -> tuple[float, float]:
        return risk_interval(self.mse, self.mse_se)


def denoise(
    y: ArrayLike,
    sigma: ArrayLike,
    graph: Graph,
    *,
    method: str = "auto",
    rng: RNG = None,
    nonnegative: bool | None = None,
    keep_total: bool = False,
) -> Denoised:
    """Estimate f from y ~ N(f, sigma^2 I) on a graph, from y and sigma alone: at no privacy cost.

    Parameters
    ----------
    y : (n,) or (K, n) array
        One map, or K maps with independent noise, each of which helps the others with "auto".
    sigma : float in [1e-100, 1e100], or (K,) array
        Standard deviation of the noise; no |y| may be above 1e12 times it.
    graph : Graph
    method : str
        - "js", "th": positive-part James-Stein, and the universal soft threshold; no graph.
        - "wavelet": wavelets of one random tree, the universal threshold (Balle & Wang).
        - "wavelet-sure": the same with a threshold per band, by Stein's unbiased risk (SURE).
        - "trend-sure", "laplacian-sure", "kernel-sure": trend filtering of order 0, Laplacian
          smoothing, Gaussian kernels on the coordinates, the penalties or widths weighted by SURE.
        - "raster-wavelet": stationary Haar wavelets on a pixel grid; needs coordinates, too.
        - "forest": wavelets of many trees and trend filters, weighted by SURE.
        - "field": a log-Gaussian field of the lengths, if there are any, for non-negative maps.
        - "auto": the mean of field, forest, kernel-sure and the constant, weighted by estimated
          risk; if f has negative values, the field is that of the map, not of its log. Without
          the field if hubs make it too costly, without the kernel if there are no coordinates.
    rng : int, numpy.random.Generator or None
        For the random trees and the probes of the risk; None: a fresh seed.
    nonnegative : bool, optional
        Whether to clip x at 0, which biases totals. None: unless some cluster of vertices is
        negative beyond chance.
    keep_total : bool
        Change x as little as possible such that it sums to sum(y) and, if clipped, stays >= 0.

    Examples
    --------
    >>> from gaussmech.graphs.graph import Graph
    >>> path = Graph(60, [[v, v + 1] for v in range(59)])
    >>> f = np.repeat([10.0, 90.0], 30)
    >>> y = f + 5 * np.random.default_rng(1).standard_normal(60)
    >>> fit = denoise(y, 5.0, path, method="trend-sure", rng=1)
    >>> bool(np.sqrt(np.mean((fit.x - f) ** 2)) < 2)
    True
    """
    _checks.one_of("method", method, tuple(METHODS))
    _checks.instance("graph", graph, Graph)
    options = {"nonnegative": nonnegative, "keep_total": keep_total}
    y = _checks.real_array("y", y, **_checks.FINITE)
    if y.ndim < 2:
        return Denoiser(y, sigma, graph, rng=rng, **options)(method)
    if y.ndim > 2 or len(y) == 0 or y.shape[1] != graph.n:
        raise ValueError(
            f"y has shape {y.shape}; it must be ({graph.n},) or (K, {graph.n}) with K >= 1, one"
            " value per vertex"
        )
    sigma = _checks.real_array("sigma", sigma, **NOISE)
    if sigma.ndim and sigma.shape != y.shape[:1]:
        raise ValueError(
            f"sigma has shape {sigma.shape}; it must be a number or ({len(y)},), one value per map"
        )
    sigma, seed = np.broadcast_to(sigma, len(y)), _seed(rng)
    draw = np.random.default_rng(seed)
    seeds = draw.integers(2**63, size=len(y))
    if len(y) > 1:
        # The trees do not depend on the maps.
        options["trees"] = random_trees(graph, draw)
    of_each = zip(y, sigma, seeds, strict=True)
    each = [Denoiser(row, sd, graph, rng=int(one), **options) for row, sd, one in of_each]
    maps = denoise_together(each) if method == "auto" else [one(method) for one in each]
    return replace(
        maps[0],
        x=np.array([fit.x for fit in maps]),
        mse=float(np.mean([fit.mse for fit in maps])),
        mse_se=math.hypot(*(fit.mse_se for fit in maps)) / len(maps),
        nonnegative=all(fit.nonnegative for fit in maps),
        seed=seed,
        maps=tuple(maps),
    )


def random_trees(graph: Graph, rng: np.random.Generator) -> Callable[[], list]:
    """Return a function without arguments of the trees of "forest"; several maps may share them."""
    trees = int(np.clip(TREE_VERTICES // graph.n, LEAST_TREES, MOST_TREES))
    return cache(lambda: draw_forest(graph, trees, rng))


class Denoiser:
    """`denoise` of one y as a function of the method; methods share what they compute.

    `trees`, of `random_trees`, replace those of "forest".
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
        trees: Callable[[], list] | None = None,
    ) -> None:
        _checks.instance("graph", graph, Graph)
        y = _checks.signal("y", y, graph.n)
        sigma = _checks.real_scalar("sigma", sigma, **NOISE)
        if not (nonnegative is None or isinstance(nonnegative, bool | np.bool_)):
            raise ValueError(f"nonnegative is {nonnegative!r}; allowed are True, False and None")
        largest = int(np.argmax(np.abs(y)))
        if abs(y[largest]) / LARGEST_RATIO > sigma:
            raise ValueError(
                f"y[{largest}] is {y[largest]:g}, more than {LARGEST_RATIO:g} times sigma ="
                f" {sigma:g}: rounding would hide the noise"
            )
        # From here on the noise has unit variance.
        self._y, self._sigma, self.graph = y / sigma, sigma, graph
        if graph.m and np.median(graph.weights) != 1:
            self.graph = kept(graph, _scaled)
        self._nonnegative, self._keep_total = nonnegative, _checks.flag("keep_total", keep_total)
        self._seed, self._made, self._trees = _seed(rng), {}, trees

    def __call__(self, method: str) -> Denoised:
        """Return the estimate of one of METHODS."""
        _checks.one_of("method", method, tuple(METHODS))
        return self.result(METHODS[method].fit(self.data(METHODS[method].positive)), method)

    def data(self, positive: bool = False) -> "_Data":
        """Return the data as a method sees it; `positive`: of a map known to be so."""
        clip = self._nonnegative
        if positive and clip is not None and not clip:
            raise ValueError("nonnegative is False; the method 'field' makes positive maps only")
        clip = positive or clip
        if clip not in self._made:
            rng = np.random.default_rng(self._seed)
            positive = not _is_signed(self._y, self.graph, rng) if clip is None else bool(clip)
            data = _Data(self._y, self._sigma, self.graph, positive, rng, self._trees)
            self._made[clip] = data
        return self._made[clip]

    def result(self, estimate: "_Estimate", method: str) -> Denoised:
        """Return the estimate, constrained, with its risk."""
        data = self.data(METHODS[method].positive)
        y, sigma, n = data.y, data.unit, self.graph.n
        constrained = partial(_constrained, data.nonnegative, self._keep_total)
        x = constrained(y, estimate.x)
        df, spread, df_variance = _divergence(estimate, data.probe, constrained)
        variance = stein_variance(y, x, 1.0, spread) + 4 * df_variance
        return Denoised(
            x=sigma * x,
            mse=sigma**2 * stein_risk(y, x, 1.0, df) / n,
            mse_se=float(sigma**2 * np.sqrt(variance) / n),
            method=method,
            parameters=estimate.parameters,
            nonnegative=data.nonnegative,
            seed=self._seed,
        )


def denoise_together(denoisers: Sequence[Denoiser]) -> list[Denoised]:
    """Return what "auto" makes of several maps, each helped by the others of independent noise."""
    if any(each.graph is not denoisers[0].graph for each in denoisers):
        raise ValueError("denoisers have different graphs; they must share one")
    data = [each.data() for each in denoisers]
    pools = [_pooled(of, data[:k] + data[k + 1 :]) for k, of in enumerate(data)]
    of_each = zip(denoisers, data, pools, strict=True)
    return [each.result(_auto(of, others), "auto") for each, of, others in of_each]


def _pooled(data, others):
    """Return an estimate (n,) of the others' sum, weighted by signal per noise, or None."""
    positive, ys = data.nonnegative, [other.y for other in others]
    strength = [y.mean() if positive else np.sqrt(max(np.mean(y**2) - 1, 0.0)) for y in ys]
    strength = np.maximum(strength, 0.0)
    total = np.linalg.norm(strength)
    if total == 0:
        return None
    y = strength @ ys / total
    pool = _Data(y, 1.0, data.graph, positive, data.rng, data.trees)
    if positive:
        with suppress(TooDense):
            return pool.field.x
    return pool.forest.x


def _scaled(graph):
    """Return the graph with weights of median 1: their unit must not matter."""
    weights = np.clip(graph.weights / np.median(graph.weights), *WEIGHTS)
    of = {name: getattr(graph, name) for name in ("lon", "lat", "length_m")}
    return Graph(graph.n, graph.edges, weights=weights, **of)


def _seed(rng):
    generator = _checks.generator("rng", rng)
    return int(rng) if isinstance(rng, int | np.integer) else int(generator.integers(2**63))


def _is_signed(y, graph, rng):
    """Whether the mean of y over some subtree of a random tree is negative beyond chance.

    Under f >= 0 such a standardised mean is above a N(0, 1) variable.
    """
    tree = spanning_tree(graph, kind="minimum", rng=rng)
    forest = root_forest("tree", tree, graph)
    size = forest.node[:, SIZE]
    total = np.concatenate([[0.0], np.cumsum(y[forest.vertex])])
    place = np.arange(graph.n)
    score = (total[place + size] - total[place]) / np.sqrt(size)
    return bool(score.min() < ndtri(SIGNED_LEVEL / graph.n))


def _constrained(nonnegative, keep_total, y, x):
    """Return x clipped at 0, or moved to the total of y, or both at once."""
    if not keep_total:
        return np.maximum(x, 0) if nonnegative else x
    total = y.sum()
    if not nonnegative:
        return x + (total - x.sum()) / len(x)
    return project_to_simplex(x, max(total, 0.0))


@dataclass(frozen=True)
class _Estimate:
    """A signed estimate x; `again(side)`, cached, repeats it on a probe's data."""

    x: np.ndarray
    again: Callable
    df: float | None = None
    parameters: dict = field(default_factory=dict)


class _Data:
    """What a method sees, in units of the noise, and what several methods share."""

    def __init__(self, y, unit, graph, nonnegative, rng, trees):
        # `unit` is sigma, for the reported parameters.
        self.y, self.unit, self.graph = y, unit, graph
        self.nonnegative, self._rng = nonnegative, rng
        self.probe = Probe(y, 1.0, rng)
        self.trees = trees or random_trees(graph, self.rng)

    def estimate(self, again, df=None, parameters=None, x=None):
        """Return the _Estimate x, or `again` of y; `again` is a function of y, with its choices."""
        x = again(self.y) if x is None else x
        return _Estimate(x, cache(lambda side: again(self.probe.y(side))), df, parameters or {})

    @property
    def rng(self):
        """A generator that no other method has moved."""
        return deepcopy(self._rng)

    @cached_property
    def tree(self):
        return TreeWavelets(self.graph, spanning_tree(self.graph, rng=self.rng))

    @cached_property
    def forest(self):
        """The _Estimate of the forest."""
        again = partial(forest_fit, sigma=1.0, graph=self.graph, forest=self.trees())
        fit = again(self.y)
        parameters = {"trees": len(self.trees()), "weights": fit.weights, "share": fit.share}
        return self.estimate(lambda y: again(y, duals=fit.duals).x, fit.df, parameters, fit.x)

    def forest_beside(self, others):
        """Return the _Estimate of a multiple of `others` (n,) plus the forest of what remains."""
        shape = others - others.mean()
        energy = shape @ shape or 1.0

        def fit(y, duals=None):
            known = (shape @ y / energy) * shape
            rest = forest_fit(y - known, 1.0, self.graph, self.trees(), duals=duals)
            return known + rest.x, rest.duals

        x, duals = fit(self.y)
        return self.estimate(lambda y: fit(y, duals)[0], x=x)

    @cached_property
    def field(self):
        """The _Estimate of the field."""
        return self.field_beside(None)

    def field_beside(self, others):
        """Return the _Estimate of the field, the log of `others` (n,) being an effect if given."""
        from gaussmech.graphs.field import FieldPrior, field_fit

        prior = kept(self.graph, FieldPrior)
        if others is not None:
            prior = prior.with_map(others)
        fit = field_fit(self.y, 1.0, prior, signed=not self.nonnegative)
        parameters = {"range": fit.range, "variance": fit.variance}
        if self.graph.length_m is not None:
            parameters["share without lengths"] = fit.unit_share
        return self.estimate(fit.again, None, parameters, fit.x)


def _divergence(estimate, probe, constrained):
    """Return tr J and ||J||_F^2 of the constrained estimate, and the first's variance."""

    def held(side):
        return constrained(probe.y(side), estimate.again(side))

    df, spread = probe.divergence(held)
    if estimate.df is None:
        return df, spread, 2 * spread
    # The estimate's own trace is known: only what the constraint takes away is probed.
    taken, more = probe.divergence(lambda side: held(side) - estimate.again(side))
    return estimate.df + taken, spread, 2 * more


def _js(data):
    n, energy = data.graph.n, np.sum(data.y**2)
    if n < 3:
        return data.estimate(lambda y: y, float(n), {"factor": 1.0})
    shrink = (n - 2) / energy if energy > 0 else np.inf
    # The divergence of (1 - c / ||y||^2) y, unless that is cut to 0.
    df = n - (n - 2) * shrink if shrink < 1 else 0.0
    factor = {"factor": float(max(1 - shrink, 0))}
    return data.estimate(lambda y: james_stein(y, 1.0, positive_part=True), df, factor)


def _th(data):
    threshold = _universal(data.graph.n)
    df = np.count_nonzero(np.abs(data.y) > threshold)
    parameters = {"threshold": data.unit * threshold}
    return data.estimate(lambda y: soft_threshold(y, 1.0), float(df), parameters)


def _wavelet(data):
    tree, threshold = data.tree, _universal(data.graph.n)
    w = tree.forward(data.y)[tree.constants :]
    df = tree.constants + np.count_nonzero(np.abs(w) > threshold)
    parameters = {"threshold": data.unit * threshold}
    return data.estimate(lambda y: tree.denoise(y, 1.0), float(df), parameters)


def _wavelet_sure(data):
    tree = data.tree
    bands = tree.bands.copy()
    bands[: tree.constants] = -2

    def chosen(w):
        size = np.abs(w)
        return {int(b): _sure_threshold(size[bands == b]) for b in np.unique(bands) if b != -2}

    def fit(y):
        w = tree.forward(y)
        for band, threshold in chosen(w).items():
            w[bands == band] = soft_threshold(w[bands == band], 1.0, threshold=threshold)
        return tree.inverse(w)

    thresholds = chosen(tree.forward(data.y))
    parameters = {band: data.unit * threshold for band, threshold in thresholds.items()}
    return data.estimate(fit, None, {"thresholds": parameters})


def _universal(n):
    return float(np.sqrt(2 * np.log(n)))


def _sure_threshold(size):
    """Return the soft threshold of least SURE for sizes of coefficients with unit noise.

    The universal one if their energy could be noise (Donoho & Johnstone, 1995).
    """
    k = len(size)
    if np.sum(size**2) - k <= np.sqrt(k) * np.log2(max(k, 2)) ** 1.5:
        return _universal(max(k, 2))
    ordered = np.concatenate([[0.0], np.sort(size)])
    above = k - np.arange(k + 1)
    risk = np.cumsum(ordered**2) + above * ordered**2 + 2 * above
    return float(ordered[np.argmin(risk)])


def _trend_sure(data):
    y, graph = data.y, data.graph
    parts = int(graph.components.max()) + 1
    fits, risk = [], []
    for fit in trend_filter_path(y, graph, TREND_RATIOS, tol=TREND_TOLERANCE):
        fits.append(fit)
        risk.append(stein_risk(y, fit.x, 1.0, fit.df))
        # The residual only grows from here on.
        if fit.df <= parts or stein_risk(y, fit.x, 1.0, parts) > min(risk) + NEGLIGIBLE:
            break
    fits = [fit for fit, value in zip(fits, risk, strict=True) if value < min(risk) + NEGLIGIBLE]

    def average(y, fits):
        return risk_average(y, *zip(*((fit.x, fit.df) for fit in fits), strict=True))

    def again(y):
        near = {"tol": 1e-8, "duals": [fit.dual for fit in fits]}
        return average(y, trend_filter_path(y, graph, [fit.lam for fit in fits], **near))[0]

    x, weights = average(y, fits)
    best = fits[weights.argmax()]
    return data.estimate(again, None, {"lam": data.unit * best.lam, "pieces": best.df}, x)


def _laplacian_sure(data):
    from gaussmech.graphs.smoothers import LaplacianSmoothers

    smoothers = LaplacianSmoothers(data.y, data.graph)
    return _averaged(data, smoothers.average, "lam", smoothers.penalties)


def _averaged(data, average, name, values):
    """Return the average (K) of smoothers, each with one of `values` of the parameter `name`."""
    x, weights = average(data.y)
    parameters = {name: float(values[weights.argmax()])}
    return data.estimate(lambda y: average(y)[0], None, parameters, x)


def _raster_wavelet(data):
    from gaussmech.graphs.smoothers import Raster

    raster = Raster(data.graph)
    noise = raster.noise(data.rng)
    return data.estimate(lambda y: raster.denoise(y, 1.0, noise))


def _kernel_sure(data):
    from gaussmech.graphs.smoothers import BANDWIDTHS, KernelSmoothers

    return _averaged(data, kept(data.graph, KernelSmoothers).average, "bandwidth", BANDWIDTHS)


def _auto(data, others=None):
    """Return the mean of what suits maps of different kinds, weighted by estimated risk."""
    constant = data.estimate(lambda y: np.full(len(y), y.mean()), 1.0)
    made = {"forest": data.forest, "constant": constant}
    if data.graph.lon is not None:
        made["kernel-sure"] = _kernel_sure(data)
    with suppress(TooDense):
        made["field"] = data.field
    if others is not None:
        name, beside = "forest", data.forest_beside
        if "field" in made and data.nonnegative:
            name, beside = "field", data.field_beside
        made[f"{name} beside the other maps"] = beside(others)

    # Noise of the estimated risks grows as the root of n.
    ahead = FIELD_LEAD * np.sqrt(data.graph.n) if data.nonnegative else 0.0
    lead = [ahead * name.startswith("field") for name in made]

    clipped = partial(_constrained, data.nonnegative, False)
    estimates = list(made.values())
    df = [_divergence(each, data.probe, clipped)[0] for each in estimates]
    # The probe also sees the choice of the forest's weights, which its own df leaves out.
    df[0] = max(df[0], _divergence(replace(estimates[0], df=None), data.probe, clipped)[0])

    def average(y, xs):
        return risk_average(y, [clipped(y, x) for x in xs], df, lead)

    def again(side):
        return average(data.probe.y(side), [each.again(side) for each in estimates])[0]

    x, weights = average(data.y, [each.x for each in estimates])
    shares = {name: float(w) for name, w in zip(made, weights, strict=True)}
    parameters = {"weights": shares}
    if "field" in made:
        parameters |= made["field"].parameters
    return _Estimate(x, cache(again), None, parameters)


@dataclass(frozen=True)
class Method:
    """A method of `denoise`: `fit` makes an estimate of the data; the rest is special about it.

    It is refused on graphs without coordinates, depends on a random tree, is for maps >= 0 only.
    """

    fit: Callable[[_Data], _Estimate]
    needs_places: bool = False
    random: bool = False
    positive: bool = False


METHODS = {
    "auto": Method(_auto, random=True),
    "field": Method(lambda data: data.field, positive=True),
    # Its own df leaves out the choice of its weights.
    "forest": Method(lambda data: replace(data.forest, df=None), random=True),
    "trend-sure": Method(_trend_sure),
    "wavelet-sure": Method(_wavelet_sure, random=True),
    "laplacian-sure": Method(_laplacian_sure),
    "kernel-sure": Method(_kernel_sure, needs_places=True),
    "raster-wavelet": Method(_raster_wavelet, needs_places=True, random=True),
    "wavelet": Method(_wavelet, random=True),
    "js": Method(_js),
    "th": Method(_th),
}
