"""Private heat maps of taxi trips on the road graph (Balle & Wang, sections 5.3 and B.2).

`heatmap` releases the map of each hour many times, denoises each release by every method, and
returns a row of errors per hour and repetition; `error_tables` makes a table of them.
`heatmap_draw` returns the maps of the first repetition themselves, which Figures 2 and 5 draw.
"""

from collections import namedtuple
from functools import cached_property, lru_cache

import numpy as np

from gaussmech.graphs.risk import stein_risk
from gaussmech.graphs.spanning_trees import spanning_tree
from gaussmech.graphs.tree_wavelets import TreeWavelets
from gaussmech.graphs.trend_filter import trend_filter_path
from gaussmech.paper.experiments.closed_forms import (
    james_stein_risk,
    soft_threshold_risk,
)
from gaussmech.paper.experiments.columns import PARAMETER
from gaussmech.paper.experiments.methods import method_named
from gaussmech.paper.experiments.randomness import generator
from gaussmech.paper.experiments.stacking import stacked, tabulated
from gaussmech.paper.experiments.vector_release import GaussianReleases

# Trend filtering tries these values of lambda / sigma, three per factor of 2; the paper gives no
# rule. The oracle and SURE choose among them.
LAMBDA_RATIOS = np.geomspace(0.25, 16, 19)
# `trend_by_lambda` shows these values of lambda / sigma: fine steps where the error of trend filtering
# falls to that of wavelets and below, coarse ones beyond.
SHOWN_RATIOS = np.array([*np.arange(0.5, 0.71, 0.02), 0.8, 1, 1.6, 4])
# Looser than the library's default; no RMSE changes in its fourth digit.
TREND_TOLERANCE = 1e-5


# An estimate, the value by which it was chosen, and its parameter.
_Fit = namedtuple("_Fit", "value estimate parameter")


class MapReleases(GaussianReleases):
    """The private releases of one map on a graph, all from one noise draw.

    It keeps `truth` and its `budget`. `together` has the releases of all maps from which
    `denoised_together` learns.

    Parameters
    ----------
    truth : (n,) array
        The true map.
    graph : Graph
        The graph of its n junctions.
    budget : dict of float
        Its `epsilon`, `delta` and `sensitivity`.
    rng : numpy.random.Generator
        The source of the noise and of the random tree.
    """

    def __init__(self, truth, graph, budget, rng):
        self.truth = truth
        self.budget = budget
        self.together: tuple[MapReleases, ...] = (self,)
        self._graph = graph
        self._rng = rng
        # The seed is spawned, so the random tree of one method does not change another's.
        self._seed = int(rng.spawn(1)[0].integers(2**63))
        super().__init__(truth, **budget, rng=rng)
        self._denoised = {}

    def james_stein_mse(self):
        """Return the mean squared error of James-Stein's estimate, over all draws."""
        squared_norm = np.sum((self.truth / self.sigma) ** 2)
        risk = james_stein_risk(self._graph.n, squared_norm)
        return self.sigma**2 * risk / self._graph.n

    def soft_threshold_mse(self):
        """Return the mean squared error of the soft-thresholded release, over all draws."""
        threshold = np.sqrt(2 * np.log(self._graph.n))
        risks = soft_threshold_risk(self.truth / self.sigma, threshold)
        return self.sigma**2 * np.mean(risks)

    def mean(self):
        """Return the mean of the release at every junction."""
        return np.full_like(self.analytic, self.analytic.mean())

    @cached_property
    def wavelet(self):
        """The release with thresholded wavelets over one uniform spanning tree."""
        tree = spanning_tree(self._graph, rng=self._rng)
        return TreeWavelets(self._graph, tree).denoise(self.analytic, self.sigma)

    @cached_property
    def denoiser(self):
        """The methods of `denoise`, tuned only on the release."""
        # The many jobs of the paper's own methods do without these imports, which are slow.
        from gaussmech.graphs.denoise import Denoiser

        return Denoiser(self.analytic, self.sigma, self._graph, rng=self._seed)

    @cached_property
    def raster_wavelet(self):
        """The release with thresholded wavelets of the map as an image."""
        # See `denoiser`.
        from gaussmech.paper.experiments.raster_wavelets import raster_wavelet

        return self.denoiser.fit("raster-wavelet", raster_wavelet).estimate

    def denoised(self, method):
        """Return the estimate of a method of `denoise`, or of a user's own function."""
        if method not in self._denoised:
            self._denoised[method] = self.denoiser(method).estimate
        return self._denoised[method]

    def denoised_together(self):
        """Return the estimate of "auto" that also learns from the maps of the other hours."""
        return _estimates_together(self.together)[self]

    @cached_property
    def trend(self):
        """Trend filtering with the lambda of least true error, uncut and cut at 0, and of least SURE.

        The search ends early with a fit that is constant on each component: a larger lambda gives the
        same one.
        """
        y = self.analytic
        components = int(self._graph.components.max()) + 1
        lambdas = LAMBDA_RATIOS * self.sigma
        best: dict[str, _Fit] = {}
        for fit in trend_filter_path(y, self._graph, lambdas, tol=TREND_TOLERANCE):
            cut = np.maximum(fit.x, 0)
            for name, estimate, value in (
                ("oracle", fit.x, np.sum((fit.x - self.truth) ** 2)),
                ("cut", cut, np.sum((cut - self.truth) ** 2)),
                ("sure", fit.x, stein_risk(y, fit.x, self.sigma, fit.df)),
            ):
                if name not in best or value < best[name].value:
                    best[name] = _Fit(value, estimate, fit.lam / self.sigma)
            if fit.df == components:
                break
        return best


@lru_cache(maxsize=1)
def _estimates_together(together):
    """Return the estimates of "auto" that learn from several maps at once, by their releases."""
    # See `MapReleases.denoiser`.
    from gaussmech.graphs.denoise import denoise_together

    fits = denoise_together([releases.denoiser for releases in together])
    return {
        releases: fit.estimate for releases, fit in zip(together, fits, strict=True)
    }


def _releases_by_hour(
    graph,
    maps,
    repetition,
    *,
    seed,
    epsilon,
    delta,
    sensitivity,
    noise_epsilon=None,
):
    """Return the MapReleases of one repetition by hour.

    Each budget has noise of its own. If `noise_epsilon` is a number, the noise is that of this
    epsilon, scaled, so budgets can be compared on one draw.
    """
    budget = {
        "epsilon": float(epsilon),
        "delta": float(delta),
        "sensitivity": float(sensitivity),
    }
    of_noise = dict(budget)
    if noise_epsilon is not None:
        of_noise["epsilon"] = float(noise_epsilon)
    by_hour = {}
    for hour in sorted(maps):
        rng = generator(seed, "heatmap", hour, *of_noise.values(), repetition)
        by_hour[hour] = MapReleases(maps[hour], graph, budget, rng)
    for releases in by_hour.values():
        releases.together = tuple(by_hour.values())
    return by_hour


def _root_mean_square(error):
    """Return the root mean square of the errors (n,) of an estimate."""
    return float(np.sqrt(np.mean(error**2)))


def _rmse(method, releases, truth):
    """Return the method's RMSE in closed form, the same for all draws, or that of this draw."""
    if method.exact_mse:
        return float(np.sqrt(method.exact_mse(releases)))
    return _root_mean_square(method.estimate(releases) - truth)


def heatmap(
    graph,
    maps,
    *,
    source,
    repetitions,
    methods,
    observe=None,
    progress=iter,
    **noise,
):
    """Return the RMSE of each method over the junctions, per hour and noise draw, in trip ends.

    Parameters
    ----------
    graph : Graph
        The junctions.
    maps : dict of (n,) array
        The true maps by hour.
    source : str
        Where the maps come from.
    repetitions : int or range of int
        The number of noise draws, or which of them; each has a spanning tree of its own.
    methods : list of str
        Names of METHODS, or module:function. Those with an `exact_mse` have its root in each row.
    observe : callable, optional
        Takes the hour, the repetition and the `MapReleases` of each row once the row is computed.
        So another experiment can measure the same estimates.
    progress : callable, optional
        Wraps the list of (repetition, hour), as tqdm does.
    seed : int
        The seed of all random numbers, >= 0.
    epsilon, delta, sensitivity : float
        The budget of a release.
    noise_epsilon : float, optional
        The noise is that of this epsilon, scaled to the sigma of `epsilon`. Without it, each
        epsilon has noise of its own.

    Returns
    -------
    list of dict
        A row per hour and repetition, in this order: the settings, the RMSE of each method by its
        name, and of those that choose a parameter what they chose.
    """
    if isinstance(repetitions, int):
        repetitions = range(repetitions)
    hours = sorted(maps)
    cells = [(repetition, hour) for repetition in repetitions for hour in hours]
    rows = []
    for repetition, hour in progress(cells):
        if hour == hours[0]:
            by_hour = _releases_by_hour(graph, maps, repetition, **noise)
        releases = by_hour[hour]
        row = {
            "hour": hour,
            **releases.budget,
            "sigma": releases.sigma,
            "classical_sigma": releases.classical_sigma,
            "source": source,
            "repetition": repetition,
        }
        for name in methods:
            method = method_named(name)
            row[name] = _rmse(method, releases, maps[hour])
            if method.parameter:
                row[name + PARAMETER] = method.parameter(releases)
        rows.append(row)
        if observe:
            observe(hour, repetition, releases)
    return sorted(rows, key=lambda row: (row["hour"], row["repetition"]))


def heatmap_draw(graph, maps, *, methods, **noise):
    """Return the truth and the first noise draw of `heatmap`, in trip ends per junction.

    The parameters are those of `heatmap`. A row is a junction of an hour.
    """
    by_hour = _releases_by_hour(graph, maps, 0, **noise)
    return stacked(
        map_table(hour, releases, methods) for hour, releases in by_hour.items()
    )


@tabulated
def trend_by_lambda(graph, maps, *, source, repetitions, progress=iter, **noise):
    """Return the error of trend filtering along lambda, and that of wavelets over it.

    The paper prints both errors, and neither the lambda nor the number of draws: the table shows which
    lambdas are consistent with it. The draws and the trees are those of `heatmap`, whose parameters
    these are.

    Returns
    -------
    DataFrame
        A row per hour and `parameter` (lambda / sigma). `ratio` is the mean over the draws of the
        RMSE of wavelets divided by that of trend filtering, `ratio_std` its standard deviation from one
        draw to the next.
    """
    for hour in progress(sorted(maps)):
        errors = np.empty((repetitions, len(SHOWN_RATIOS)))
        wavelets = np.empty((repetitions, 1))
        for repetition in range(repetitions):
            releases = _releases_by_hour(
                graph, {hour: maps[hour]}, repetition, **noise
            )[hour]
            wavelets[repetition] = _root_mean_square(releases.wavelet - maps[hour])
            lambdas = SHOWN_RATIOS * releases.sigma
            path = trend_filter_path(
                releases.analytic, graph, lambdas, tol=TREND_TOLERANCE
            )
            errors[repetition] = [_root_mean_square(fit.x - maps[hour]) for fit in path]
        ratios = wavelets / errors
        yield {
            "hour": hour,
            **releases.budget,
            "parameter": SHOWN_RATIOS,
            "repetitions": repetitions,
            "rmse_mean": errors.mean(axis=0),
            "rmse_se": errors.std(axis=0, ddof=1) / np.sqrt(repetitions),
            "ratio": ratios.mean(axis=0),
            "ratio_std": ratios.std(axis=0, ddof=1),
            "source": source,
        }


def map_table(hour, releases, methods):
    """Return the maps of one draw, in trip ends per junction.

    Parameters
    ----------
    hour : int
        The hour of the map.
    releases : MapReleases
        Its releases.
    methods : list of str
        Names of METHODS, or module:function.

    Returns
    -------
    dict
        Columns with a row per junction: the truth, and the estimate of each method.
    """
    columns = {
        "hour": hour,
        "junction": np.arange(len(releases.truth)),
        "epsilon": releases.budget["epsilon"],
        "truth": releases.truth,
    }
    for method in methods:
        columns[method] = method_named(method).estimate(releases)
    return columns
