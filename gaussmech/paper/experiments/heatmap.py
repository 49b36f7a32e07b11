"""Private heat maps of taxi trips on the road graph (Balle & Wang, sections 5.3 and B.2)."""

from functools import cached_property

import numpy as np
import pandas as pd

from gaussmech.graphs.denoise import Denoiser, denoise_together, random_trees
from gaussmech.graphs.risk import stein_risk
from gaussmech.graphs.spanning_trees import spanning_tree
from gaussmech.graphs.tree_wavelets import TreeWavelets
from gaussmech.graphs.trend_filter import VariationBound, total_variation, trend_filter_path
from gaussmech.paper.experiments.closed_forms import james_stein_risk, soft_threshold_risk
from gaussmech.paper.experiments.methods import METHODS
from gaussmech.paper.experiments.randomness import generator
from gaussmech.paper.experiments.vector_release import GaussianReleases

# Values of lambda / sigma for the oracle and for SURE; the paper gives no rule.
LAMBDA_RATIOS = np.geomspace(0.25, 16, 19)
# Looser than the library's default; no RMSE changes in its fourth digit.
TREND_TOLERANCE = 1e-5


class MapReleases(GaussianReleases):
    """The private releases of one map `truth` (n,) on `graph`, all from one noise draw.

    Several draws may share `bound`, the map's VariationBound, and several maps `trees`, those of
    the forest. `siblings` are the releases of the same budget and repetition, this one included;
    None: it is alone.
    """

    def __init__(self, truth, graph, *, rng, bound=None, trees=None, siblings=None, **budget):
        self._truth, self._graph, self._rng = truth, graph, rng
        self._bound, self._trees = bound or VariationBound(truth, graph), trees
        # Spawned, so that the random trees of one method do not change another's.
        self._seed = int(rng.spawn(1)[0].integers(2**63))
        super().__init__(truth, rng=rng, **budget)
        self._siblings = (self,) if siblings is None else siblings
        self._together = None

    def james_stein_mse(self):
        """The mean squared error of James-Stein's estimate, over all draws."""
        norm2 = np.sum((self._truth / self.sigma) ** 2)
        return self.sigma**2 * james_stein_risk(self._graph.n, norm2) / self._graph.n

    def soft_threshold_mse(self):
        """The mean squared error of the soft-thresholded release, over all draws."""
        threshold = np.sqrt(2 * np.log(self._graph.n))
        return self.sigma**2 * np.mean(soft_threshold_risk(self._truth / self.sigma, threshold))

    def mean(self):
        """The mean of the release, everywhere."""
        return np.full_like(self.analytic, self.analytic.mean())

    def wavelet(self):
        """Return thresholded wavelets over one uniform spanning tree."""
        tree = spanning_tree(self._graph, rng=self._rng)
        return TreeWavelets(self._graph, tree).denoise(self.analytic, self.sigma)

    @cached_property
    def denoiser(self):
        """`denoise` of the release, tuned on it alone."""
        return Denoiser(self.analytic, self.sigma, self._graph, rng=self._seed, trees=self._trees)

    def denoised(self, method):
        """Return the estimate of `denoise`, tuned on the release alone."""
        return self.denoiser(method).x

    def denoised_together(self):
        """Return the estimate of "auto" that also learns from the maps of the other hours."""
        if self._together is None:
            fits = denoise_together([each.denoiser for each in self._siblings])
            for each, fit in zip(self._siblings, fits, strict=True):
                each._together = fit.x
        return self._together

    @cached_property
    def trend(self):
        """Trend filtering with the lambda of least true error, and of least SURE."""
        y, sigma, graph = self.analytic, self.sigma, self._graph
        parts = int(graph.components.max()) + 1
        least, found = {"oracle": np.inf, "sure": np.inf}, {}
        for fit in trend_filter_path(y, graph, LAMBDA_RATIOS * sigma, tol=TREND_TOLERANCE):
            error = np.sum((fit.x - self._truth) ** 2)
            risk = stein_risk(y, fit.x, sigma, fit.df)
            for name, value in (("oracle", error), ("sure", risk)):
                if value < least[name]:
                    least[name], found[name] = value, fit.x
            # From here on total variation only falls, the residual only grows.
            over = stein_risk(y, fit.x, sigma, parts) > least["sure"]
            if fit.df == parts or (
                over and self._bound(total_variation(fit.x, graph)) > least["oracle"]
            ):
                break
        return found


def _releases(maps, graph, repetition, *, seed, bounds=None, noise_epsilon=None, **budget):
    """The MapReleases of one repetition by hour.

    Each budget has noise of its own. With `noise_epsilon`, the noise is that of this epsilon,
    scaled, so that budgets can be compared on one draw.
    """
    keyed = budget if noise_epsilon is None else budget | {"epsilon": noise_epsilon}
    key = [float(keyed[name]) for name in ("epsilon", "delta", "sensitivity")]
    made = {}
    # Of all hours: they do not depend on the maps.
    trees = random_trees(graph, generator(seed, "forest", *key, repetition))
    for hour in sorted(maps):
        rng = generator(seed, "heatmap", hour, *key, repetition)
        bound = bounds and bounds[hour]
        shared = {"bound": bound, "trees": trees, "siblings": made.values()}
        made[hour] = MapReleases(maps[hour], graph, **budget, rng=rng, **shared)
    return made


def _rmse(method, releases, truth):
    """The method's RMSE in closed form, the same for all draws, or that of this draw."""
    if method.exact_mse:
        return np.sqrt(method.exact_mse(releases))
    return np.sqrt(np.mean((method.estimate(releases) - truth) ** 2))


def heatmap(
    graph,
    maps,
    *,
    source,
    seed,
    epsilon,
    delta,
    sensitivity,
    repetitions,
    methods,
    noise_epsilon=None,
    progress=iter,
):
    """Return the RMSE over the junctions of each method, per hour and noise draw, in trip ends.

    `maps` are the true maps by hour, `source` where they come from, `repetitions` the number of
    noise draws, or which of them; each has a spanning tree of its own. `progress` wraps the list of
    (repetition, hour), as tqdm does. Methods with an `exact_mse` have its root in each row. With
    `noise_epsilon`, the noise is that of this epsilon, scaled to the sigma of `epsilon`.
    """
    if isinstance(repetitions, int):
        repetitions = range(repetitions)
    cells = [(r, hour) for r in repetitions for hour in sorted(maps)]
    budget = {"epsilon": float(epsilon), "delta": float(delta), "sensitivity": float(sensitivity)}
    noise = {"seed": seed, "noise_epsilon": noise_epsilon}
    bounds = {hour: VariationBound(maps[hour], graph) for hour in maps}
    rows = []
    for repetition, hour in progress(cells):
        if hour == min(maps):
            drawn = _releases(maps, graph, repetition, bounds=bounds, **noise, **budget)
        truth, releases = maps[hour], drawn[hour]
        sigmas = {"sigma": releases.sigma, "classical_sigma": releases.classical_sigma}
        row = {"hour": hour, **budget, **sigmas, "source": source, "repetition": repetition}
        rows.append(row | {m: _rmse(METHODS[m], releases, truth) for m in methods})
    return pd.DataFrame(rows).sort_values(["hour", "repetition"], ignore_index=True)


def heatmap_draw(graph, maps, *, seed, methods, noise_epsilon=None, **budget):
    """Return the truth and the first noise draw of `heatmap`, in trip ends per junction."""
    noise = {"seed": seed, "noise_epsilon": noise_epsilon}
    parts = []
    for hour, releases in _releases(maps, graph, 0, **noise, **budget).items():
        part = {"hour": hour, "junction": np.arange(graph.n), "epsilon": float(budget["epsilon"])}
        part |= {"truth": maps[hour]} | {m: METHODS[m].estimate(releases) for m in methods}
        parts.append(pd.DataFrame(part))
    return pd.concat(parts, ignore_index=True)
