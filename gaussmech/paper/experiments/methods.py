"""The methods that the experiments compare, and how each estimates.

One entry per method; the experiments and the allowed values of the configuration read it here.
Light to import: the configuration is checked with it.
"""

from collections.abc import Callable
from dataclasses import dataclass

# The paper's vectors, those of the extended experiments, and the heat maps.
VECTOR, MEAN, HISTOGRAM, HEATMAP = "vector", "mean_estimation", "histogram", "heatmap"
_VECTORS = VECTOR, MEAN, HISTOGRAM
# The hour of the maps that had no part in any choice of ours. On hours 0 and 12 the constants of
# the field were chosen by the truth, on hours 8 and 20 the candidates of `auto`
# (docs/denoising.md, "How the field was found").
HELD_OUT = 16


@dataclass(frozen=True)
class Method:
    """A method of the experiments: a function of the releases, and what is special about it.

    `estimate` and `exact_mse` take the private releases of one cell, `vector_release.Releases` or
    `heatmap.MapReleases`.
    """

    estimate: Callable | None = None
    # Where it is offered: VECTOR, MEAN, HISTOGRAM, HEATMAP.
    experiments: tuple = ()
    # Its mean squared error in closed form, for tables of maps: draws miss rare events.
    exact_mse: Callable | None = None
    # It cannot be released.
    uses_truth: bool = False
    # It finds nothing in the release; it is what a denoiser has to beat.
    baseline: bool = False
    # It needs the maps of all hours, not only those that are drawn.
    of_all_hours: bool = False


def _denoiser(name):
    """An entry for the method `name` of `gaussmech.denoise`, called aGM-name."""
    return {f"aGM-{name}": Method(lambda r: r.denoised(name), (HEATMAP,))}


# In the order of the legends. How each is drawn: `figures.looks`.
METHODS = {
    "Lap": Method(lambda r: r.laplace, _VECTORS),
    "cGM": Method(lambda r: r.classical, (*_VECTORS, HEATMAP)),
    "aGM": Method(lambda r: r.analytic, (*_VECTORS, HEATMAP)),
    "L2": Method(lambda r: r.l2, (MEAN,)),
    # Of figures alone.
    "TLap": Method(),
    "cGM-tight": Method(),
    "aGM-JS": Method(
        lambda r: r.james_stein(), (VECTOR, HEATMAP), exact_mse=lambda r: r.james_stein_mse()
    ),
    "aGM-JS+": Method(lambda r: r.james_stein(positive_part=True), (VECTOR,)),
    "aGM-TH": Method(
        lambda r: r.soft_threshold(),
        (*_VECTORS, HEATMAP),
        exact_mse=lambda r: r.soft_threshold_mse(),
    ),
    "aGM-TH-total": Method(lambda r: r.threshold_with_total(), (HISTOGRAM,)),
    "aGM-simplex": Method(lambda r: r.on_simplex(r.analytic), (HISTOGRAM,)),
    "Lap-TH": Method(lambda r: r.laplace_threshold(), (HISTOGRAM,)),
    "Lap-simplex": Method(lambda r: r.on_simplex(r.laplace), (HISTOGRAM,)),
    "aGM-JS-mean": Method(lambda r: r.james_stein_to_mean(), (MEAN,)),
    "L2-JS": Method(lambda r: r.l2_james_stein(), (MEAN,)),
    "aGM-EB": Method(lambda r: r.empirical_bayes(), (MEAN, HISTOGRAM)),
    # Of the Laplace or of the analytic Gaussian release, whichever has the smaller noise.
    "posterior-median": Method(lambda r: r.posterior_median(), (HISTOGRAM,)),
    "aGM-wavelet": Method(lambda r: r.wavelet(), (HEATMAP,)),
    "aGM-trend-oracle": Method(lambda r: r.trend["oracle"], (HEATMAP,), uses_truth=True),
    "aGM-trend-sure": Method(lambda r: r.trend["sure"], (HEATMAP,)),
    **_denoiser("wavelet-sure"),
    **_denoiser("laplacian-sure"),
    **_denoiser("kernel-sure"),
    **_denoiser("raster-wavelet"),
    **_denoiser("forest"),
    **_denoiser("auto"),
    "aGM-auto-hours": Method(lambda r: r.denoised_together(), (HEATMAP,), of_all_hours=True),
    "mean": Method(lambda r: r.mean(), (HEATMAP,), baseline=True),
    "zero": Method(lambda r: r.zero(), (*_VECTORS, HEATMAP), baseline=True),
    "uniform": Method(lambda r: r.uniform(), (HISTOGRAM,), baseline=True),
}


def offered(experiment: str) -> list[str]:
    """Names of the methods that an experiment offers, in the order of the legends."""
    return [name for name, method in METHODS.items() if experiment in method.experiments]
