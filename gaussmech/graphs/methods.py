"""The methods of `denoise` except "auto": each is a function of the data that returns an estimate.

`denoise.DENOISING_METHODS` lists them under the names that a user gives.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit

from gaussmech import _checks
from gaussmech._checks import Array
from gaussmech.graphs._estimate import Data, Estimate
from gaussmech.graphs.field import SMOOTH, FieldPrior, Search, TooDense, field_fit
from gaussmech.graphs.graph import Graph, cached_per_graph
from gaussmech.graphs.spanning_trees import spanning_tree
from gaussmech.graphs.stacking import PENALTIES, stack_trends
from gaussmech.graphs.tree_wavelets import TreeWavelets
from gaussmech.vectors._nonparametric import posterior_rule
from gaussmech.vectors.shrinkage import soft_threshold

# The weight of the signed answer is 1 / 2 if the evidence of a signed field exceeds that of the log
# field by EVIDENCE, and its odds move by e for each EVIDENCE. On 360 maps, signed ones have then
# 0.99 of the error of those told to be signed, and others 1.01 of that of those told not to be.
EVIDENCE = 3.0
# A signed field whose evidence starts so far below that of the log field does not climb above it: of
# those that were better in the end, none started lower by more than 37.
MOST_GAIN = 74.0


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
    """Take posterior means under a prior that is estimated from all values; no graph."""
    rule = _posterior_rule(data, data.y)
    return data.estimate(
        lambda y: _posterior_rule(data, y).mean(y),
        fixed=rule.mean,
        x=rule.mean(data.y),
        # That the prior is estimated adds to it.
        df=rule.divergence(data.y),
    )


def _posterior_rule(data, y):
    """Return the posterior means for values y (n,) that have the noise and the sign of the data."""
    log_density = data.combined.distribution.log_density
    return posterior_rule(y, data.nonnegative, log_density)


def js(data: Data) -> Estimate:
    """Shrink y by the factor 1 - (n - 2) / ||y||^2, cut to [0, 1] (James-Stein)."""
    n = data.graph.n

    def factor_of(y):
        # Of n < 3 values, none is shrunk, and a map of 0 stays 0.
        return float(np.clip(1 - (n - 2) / max(y @ y, 1e-9), 0, 1))

    factor = factor_of(data.y)
    return data.estimate(
        lambda y: factor_of(y) * y, fixed=lambda y: factor * y, factor=factor
    )


def th(data: Data) -> Estimate:
    """Soft-threshold y at sqrt(2 log n)."""
    return data.estimate(
        lambda y: soft_threshold(y, 1.0), threshold=_universal_threshold(data)
    )


def wavelet(data: Data) -> Estimate:
    """Soft-threshold the wavelet coefficients of one tree, all but its constants."""
    tree = TreeWavelets(data.graph, spanning_tree(data.graph, rng=data.rng))
    return data.estimate(
        lambda y: tree.denoise(y, 1.0), threshold=_universal_threshold(data)
    )


def _universal_threshold(data):
    """Return sigma sqrt(2 log n), which few of n values of noise exceed in size."""
    return data.unit * float(np.sqrt(2 * np.log(data.graph.n)))


def kernel_sure(data: Data) -> Estimate:
    """Average Gaussian kernel smoothing on the coordinates over its widths, by estimated risk."""
    from gaussmech.graphs.smoothers import BANDWIDTHS, KernelSmoothers

    smoothers = cached_per_graph(data.graph, KernelSmoothers)
    x, weights = smoothers.average(data.y)
    return data.estimate(
        lambda y: smoothers.average(y)[0],
        # For fixed weights, the average is linear and has no bend (`risk.Probe`), so it need not be
        # computed for the jumps.
        fixed=lambda y: x,
        x=x,
        bandwidth=float(BANDWIDTHS[weights.argmax()]),
    )


def trend_sure(data: Data, others: Array | None = None) -> Estimate:
    """Stack trend filters of several penalties, by estimated risk.

    With another map `others` (n,), this is done for what is left of y if a multiple of `others` is
    taken away, and the multiple is added. It is that of least squares for the shape of `others`, its
    difference from its mean.
    """
    shape = np.zeros(data.graph.n) if others is None else others - others.mean()
    # A product of vectors would wake the threads of NumPy's linear algebra.
    energy = np.sum(shape**2) or 1.0

    def fit(y, **settings):
        projection = (np.sum(shape * y) / energy) * shape
        fit = stack_trends(y - projection, data.graph, **settings)
        return projection + fit.x, fit

    x, first = fit(data.y)
    return data.estimate(
        lambda y: fit(y, duals=first.duals)[0],
        fixed=lambda y: fit(y, duals=first.duals, weights_from=first)[0],
        x=x,
        # The choice of the weights adds to it.
        df=first.df,
        # By lambda / sigma, and of the means of components.
        weights=dict(
            zip((*PENALTIES, "components"), first.weights.tolist(), strict=True)
        ),
        share=first.share,
    )


def field(data: Data, others: Array | None = None) -> Estimate:
    """Fit a Gaussian field to the map, or to its log if the map is non-negative.

    For the latter, the log of another map `others` (n,) may be one more covariate. The fit then starts
    at that without it.
    """
    search = data.once(_search)
    if others is not None:
        prior = cached_per_graph(data.graph, FieldPrior).with_map(others)
        search = Search(data.y, prior, start=search)
    up, _, *jumps = data.probe.moved
    x, up, *jumps = field_fit(search, [up, *jumps])
    # Over a step of the probe the estimate is about linear, and the signs of the step are random: so
    # the step down is the mirror image of the step up, and need not be fitted.
    refits = [up, 2 * x - up, *jumps]
    family = search.best.family
    k, s2 = search.parameters(search.best)
    parameters = {"range": k, "variance": s2}
    if data.graph.length_m is not None:
        parameters["lengths"] = family.by_length
    parameters["smooth"] = family.multiples == SMOOTH
    return Estimate(x, lambda: refits, parameters)


def field_map(data: Data) -> Array:
    """Return the map (n,) that the field estimates, without its derivative."""
    return field_fit(data.once(_search))[0]


def _search(data, **options):
    """Return the search of the field for the map or its log."""
    prior = cached_per_graph(data.graph, FieldPrior)
    return Search(data.y, prior, signed=not data.nonnegative, **options)


def signed_weight(data: Data) -> float:
    """Return the weight of the signed answer for a map that is not clearly negative anywhere.

    It follows from the evidence of a signed field and of the log field, which takes the noise for
    Gaussian. A weight near 0 or 1 counts as that, because one answer takes half the time. So the
    signed field, which starts with the family and the range at which the log field ended, does not
    climb if its evidence starts far below that of the log field.

    On a graph that has no field, as with hubs, priors of single values take the place of fields: one
    that has negative values, and one that has none.
    """
    try:
        log = data.with_signed_weight(0.0).once(_search)
        least = log.evidence - MOST_GAIN
        signed = data.with_signed_weight(1.0).once(_search, least=least, start=log)
        lead = signed.evidence - log.evidence
    except TooDense:
        positive, any_sign = (
            _posterior_rule(data.with_signed_weight(weight), data.y)
            for weight in (0.0, 1.0)
        )
        lead = any_sign.evidence - positive.evidence
    return round(float(expit(lead / EVIDENCE - 1)), 1)
