"""The methods of `denoise` except "auto": each is a function of the data that returns an estimate.

`SINGLE_METHODS` lists them under the names that a user gives.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit

from gaussmech import _checks
from gaussmech._checks import Array
from gaussmech.graphs._estimate import Data, Estimate
from gaussmech.graphs.field import SMOOTH, FieldPrior, Search, TooDense, field_fit
from gaussmech.graphs.forest import TREND_TOLERANCE, forest_fit
from gaussmech.graphs.graph import Graph, cached_per_graph
from gaussmech.graphs.risk import NEGLIGIBLE, risk_average, stein_risk
from gaussmech.graphs.spanning_trees import spanning_tree
from gaussmech.graphs.tree_wavelets import TreeWavelets
from gaussmech.graphs.trend_filter import trend_filter_path
from gaussmech.vectors._nonparametric import posterior_rule
from gaussmech.vectors.shrinkage import james_stein, soft_threshold

# "trend-sure" averages over these values of lambda / sigma: 0, which returns y, then 28 values,
# each 1.3 times the one before. The path stops where no larger value can have a weight.
TREND_RATIOS = np.concatenate([[0.0], np.geomspace(0.05, 64, 28)])
# The weight of the signed answer is 1 / 2 if the evidence of a signed field exceeds that of the log
# field by EVIDENCE_LEAD, and moves by a factor e of the odds for each EVIDENCE_SCALE. It is also 1 / 2
# if the mean of the map is MEAN_LEAD standard errors above 0, and its odds move by e^MEAN_SLOPE for
# each: a map in which noise hides even the mean tells nothing of its sign.
EVIDENCE_LEAD = 3.0
EVIDENCE_SCALE = 4.0
MEAN_LEAD = 1.5
MEAN_SLOPE = 2.0
# A smaller weight counts as 0, and one as near to 1 counts as 1: one answer takes half the time.
LEAST_SIGNED_WEIGHT = 0.1
# The signed field does not climb if its evidence begins lower than that of the log field by this
# much. Of the signed fields that were better in the end, none began lower by more than 37.
SIGNED_FAR_BEHIND = 100.0


# A method of a user's own: a function of the map (n,), sigma and the graph that returns a map (n,).
OwnMethod = Callable[[Array, float, Graph], ArrayLike]
# Two calls of it at the same map may differ by this many sigma, as sums in parallel do. The probe
# divides differences by 0.06 sigma, which makes 2e-6 of it.
REPEATABLE = 1e-7


def own(method: OwnMethod, data: Data, *, graph: Graph) -> Estimate:
    """Call a user's own method in the unit of y, and check what it returns.

    `graph` is the user's, whose weights are not scaled.
    """

    def fit(y):
        x = method(data.unit * y, data.unit, graph)
        return _checks.signal(f"what {name_of(method)} returns", x, graph.n) / data.unit

    x = fit(data.y)
    difference = np.abs(fit(data.y) - x).max()
    if difference > REPEATABLE:
        raise ValueError(
            f"method is {name_of(method)}, which returns two maps for the same y: they differ by"
            f" {data.unit * difference:.3g}. It must be deterministic: seed its random numbers in it"
        )
    return data.estimate(fit, x=x)


def name_of(method: OwnMethod) -> str:
    """Return module:function, by which results call a user's own method.

    Examples
    --------
    >>> name_of(np.median)
    'numpy:median'
    """
    named = getattr(method, "func", method)
    name = getattr(named, "__qualname__", type(named).__qualname__)
    return f"{getattr(named, '__module__', type(named).__module__)}:{name}"


def empirical_bayes(data: Data) -> Estimate:
    """Take posterior means under a prior that is estimated from all values; no graph.

    The divergence leaves out that the prior is estimated.
    """
    rule = posterior_rule(data.y, data.nonnegative)
    return data.estimate(
        lambda y: posterior_rule(y, data.nonnegative).mean(y),
        rule.divergence(data.y),
        x=rule.mean(data.y),
        fit_with_fixed_choices=rule.mean,
    )


def js(data: Data) -> Estimate:
    """Shrink y by the factor 1 - (n - 2) / ||y||^2, cut at 0 (James-Stein); for n < 3, keep y."""
    n = data.graph.n
    if n < 3:
        return data.estimate(lambda y: y, float(n), {"factor": 1.0})
    energy = np.sum(data.y**2)
    shrink = (n - 2) / energy if energy > 0 else np.inf
    # This is the divergence of (1 - c / ||y||^2) y, unless the factor is cut to 0.
    df = n - (n - 2) * shrink if shrink < 1 else 0.0
    factor = float(max(1 - shrink, 0))
    return data.estimate(
        lambda y: james_stein(y, 1.0, positive_part=True),
        df,
        {"factor": factor},
        fit_with_fixed_choices=lambda y: factor * y,
    )


def th(data: Data) -> Estimate:
    """Soft-threshold y at sqrt(2 log n); the divergence counts what is above it."""
    return _above_threshold(data, lambda y: soft_threshold(y, 1.0), data.y, 0)


def wavelet(data: Data) -> Estimate:
    """Soft-threshold the wavelet coefficients of one tree, all but its constants."""
    tree = TreeWavelets(data.graph, spanning_tree(data.graph, rng=data.rng))
    w = tree.forward(data.y)[tree.constants :]
    return _above_threshold(data, lambda y: tree.denoise(y, 1.0), w, tree.constants)


def _above_threshold(data, fit, coefficients, constants):
    """Return the Estimate of a fit that soft-thresholds some coefficients and keeps the constants.

    The threshold is sqrt(2 log n), which few of n standard normal variables exceed in size.
    """
    threshold = float(np.sqrt(2 * np.log(data.graph.n)))
    df = constants + np.count_nonzero(np.abs(coefficients) > threshold)
    return data.estimate(fit, float(df), {"threshold": data.unit * threshold})


def trend_sure(data: Data) -> Estimate:
    """Average trend filters of order 0 over a path of penalties, by estimated risk."""
    fits = _competitive_trend_fits(data.y, data.graph)
    lams = [fit.lam for fit in fits]
    duals = [fit.dual for fit in fits]

    def average(y, fits):
        return risk_average(y, [fit.x for fit in fits], [fit.df for fit in fits])

    def refits(y):
        return list(trend_filter_path(y, data.graph, lams, tol=1e-8, duals=duals))

    x, weights = average(data.y, fits)
    best = fits[weights.argmax()]
    return data.estimate(
        lambda y: average(y, refits(y))[0],
        None,
        {"lam": data.unit * best.lam, "pieces": best.df},
        x,
        fit_with_fixed_choices=lambda y: weights @ [fit.x for fit in refits(y)],
    )


def _competitive_trend_fits(y, graph):
    """Return the trend filters of y whose estimated risk is within NEGLIGIBLE of the least."""
    components = int(graph.components.max()) + 1
    fits = []
    risks = []
    for fit in trend_filter_path(y, graph, TREND_RATIOS, tol=TREND_TOLERANCE):
        fits.append(fit)
        risks.append(stein_risk(y, fit.x, 1.0, fit.df))
        # From here on the residual only grows, and no fit has fewer pieces than the graph has
        # components. So no later fit has a risk below this bound.
        later_risk = stein_risk(y, fit.x, 1.0, components)
        if fit.df <= components or later_risk > min(risks) + NEGLIGIBLE:
            break
    limit = min(risks) + NEGLIGIBLE
    return [fit for fit, risk in zip(fits, risks, strict=True) if risk < limit]


def kernel_sure(data: Data) -> Estimate:
    """Average Gaussian kernel smoothing on the coordinates over its widths, by estimated risk."""
    from gaussmech.graphs.smoothers import BANDWIDTHS, KernelSmoothers

    smoothers = cached_per_graph(data.graph, KernelSmoothers)
    x, weights = smoothers.average(data.y)
    return data.estimate(
        lambda y: smoothers.average(y)[0],
        None,
        {"bandwidth": float(BANDWIDTHS[weights.argmax()])},
        x,
        # For fixed weights, the average is linear and has no bend (`risk.LaplaceProbe`), so it need
        # not be computed for the jumps.
        fit_with_fixed_choices=lambda y: x,
    )


def forest(data: Data) -> Estimate:
    """Average the wavelets of many trees and trend filters, by estimated risk."""
    trees = data.trees()
    fit_forest = partial(forest_fit, sigma=1.0, graph=data.graph, forest=trees)
    fit = fit_forest(data.y)
    parameters = {
        "trees": len(trees),
        "weights": fit.weights,
        "share": fit.share,
    }
    return data.estimate(
        lambda y: fit_forest(y, duals=fit.duals).x,
        fit.df,
        parameters,
        fit.x,
        fit_with_fixed_choices=lambda y: (
            fit_forest(y, duals=fit.duals, weights_from=fit).x
        ),
    )


def forest_with_map(data: Data, others: Array) -> Estimate:
    """Return a multiple of `others` (n,) plus the forest's estimate of the remainder.

    The multiple is that of least squares for the shape of `others`, its difference from its mean.
    """
    shape = others - others.mean()
    energy = shape @ shape or 1.0

    def fit(y, **settings):
        projection = (shape @ y / energy) * shape
        remainder = y - projection
        forest = forest_fit(remainder, 1.0, data.graph, data.trees(), **settings)
        return projection + forest.x, forest

    x, first = fit(data.y)
    return data.estimate(
        lambda y: fit(y, duals=first.duals)[0],
        x=x,
        fit_with_fixed_choices=lambda y: fit(y, duals=first.duals, weights_from=first)[
            0
        ],
    )


def field(data: Data) -> Estimate:
    """Fit a Gaussian field to the map, or to its log if the map is non-negative."""
    return _field_estimate(data, data.once(_search))


def field_with_map(data: Data, others: Array) -> Estimate:
    """Fit the field with the log of `others` (n,) as one more covariate of the log map.

    It starts from the field without this covariate.
    """
    prior = cached_per_graph(data.graph, FieldPrior).with_map(others)
    signed = not data.nonnegative
    search = Search(data.y, prior, signed=signed, start=data.once(_search))
    return _field_estimate(data, search)


def sampled_field(data: Data) -> Estimate | None:
    """Fit the field on the sampled tiles alone, elsewhere it is NaN; None if these are all tiles."""
    search = data.once(_search)
    if len(search.fits) == len(search.prior.tiles):
        return None
    return _field_estimate(data, search, sampled=True)


def _field_estimate(data, search, **options):
    """Return the Estimate of the field at the end of a search."""
    sides = data.probe.sides
    fit = field_fit(search, [data.probe.y(side) for side in sides], **options)
    parameters = {"range": fit.range, "variance": fit.variance}
    if data.graph.length_m is not None:
        parameters["lengths"] = fit.family.by_length
    parameters["smooth"] = fit.family.multiples == SMOOTH
    refits = dict(zip(sides, fit.others, strict=True))
    return Estimate(fit.x, refits.__getitem__, parameters=parameters)


def field_map(data: Data) -> Array:
    """Return the map (n,) that the field estimates, without its derivative."""
    return field_fit(data.once(_search)).x


def _search(data):
    """Return the search of the field for the map, or for its log."""
    prior = cached_per_graph(data.graph, FieldPrior)
    return Search(data.y, prior, signed=not data.nonnegative)


def signed_weight(data: Data) -> float:
    """Return the weight of the signed answer for a map that is not clearly negative anywhere.

    It follows from the evidence of a signed field and of the log field, and from the mean of the
    map. Both take the noise for Gaussian. A graph with hubs has no field, and the weight 0.
    """
    with suppress(TooDense):
        nonnegative = data.of_sign(nonnegative=True)
        log_field = nonnegative.once(_search)
        least = log_field.evidence - SIGNED_FAR_BEHIND
        signed_field = Search(data.y, log_field.prior, signed=True, least=least)
        lead = signed_field.evidence - log_field.evidence
        if lead <= -SIGNED_FAR_BEHIND:
            return 0.0
        data.of_sign(nonnegative=False).keep(_search, signed_field)
        mean = data.y.mean() * np.sqrt(len(data.y))
        by_evidence = expit((lead - EVIDENCE_LEAD) / EVIDENCE_SCALE)
        by_mean = expit(MEAN_SLOPE * (MEAN_LEAD - mean))
        weight = float(max(by_evidence, by_mean))
        if weight < LEAST_SIGNED_WEIGHT:
            return 0.0
        return weight if weight <= 1 - LEAST_SIGNED_WEIGHT else 1.0
    return 0.0


@dataclass(frozen=True)
class DenoisingMethod:
    """A method of `denoise`: `fit` makes an estimate of the data.

    The flags say whether it needs coordinates, draws random trees, and is for maps >= 0 only.
    """

    fit: Callable[[Data], Estimate]
    needs_places: bool = False
    random: bool = False
    positive: bool = False


SINGLE_METHODS = {
    "field": DenoisingMethod(lambda data: data.once(field), positive=True),
    # The forest's own divergence leaves out the choice of its weights; the probe does not.
    "forest": DenoisingMethod(
        lambda data: replace(data.once(forest, of_any_sign=True), df=None), random=True
    ),
    "trend-sure": DenoisingMethod(trend_sure),
    "kernel-sure": DenoisingMethod(kernel_sure, needs_places=True),
    "wavelet": DenoisingMethod(wavelet, random=True),
    "js": DenoisingMethod(js),
    "th": DenoisingMethod(th),
}
