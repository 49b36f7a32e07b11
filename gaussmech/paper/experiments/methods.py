"""The methods that the experiments compare, and how each estimates.

METHODS has one entry per method. The experiments take the functions from it, the schema of the
configuration the allowed names, and the figures the order of their legends. The module is light to
import, because the configuration is checked with it. A name module:function is that of a user's own
denoiser.
"""

from collections.abc import Callable
from dataclasses import dataclass
from operator import methodcaller
from typing import TYPE_CHECKING

from gaussmech.paper.experiments.own_methods import own_function

if TYPE_CHECKING:
    from gaussmech._checks import Array

# Experiments that offer a method: the paper's vectors (means and histograms), the extended
# histograms, and the heat maps.
VECTOR = "vector"
HISTOGRAM = "histogram"
HEATMAP = "heatmap"
_VECTORS = (VECTOR, HISTOGRAM)
# What denoising is worth at further budgets is computed on the map of this hour.
WORTH_HOUR = 16


@dataclass(frozen=True)
class Method:
    """A method of the experiments: how it estimates, and what is special about it.

    Attributes
    ----------
    estimate : callable
        Takes the private releases of one cell, a `vector_release.Releases` or a
        `heatmap.MapReleases`, and returns the estimate.
    experiments : tuple of str
        The experiments that offer it: VECTOR, HISTOGRAM, HEATMAP.
    exact_mse : callable or None
        Takes the releases of a map and returns the mean squared error over all draws in closed
        form. Tables of maps need it where draws miss rare events.
    uses_truth : bool
        Whether it reads the true vector, so nobody can release it.
    needs_all_hours : bool
        Whether it needs the maps of all hours, not only of those that are drawn.
    parameter : callable or None
        Takes the releases of a map and returns the parameter that the method chose for it.
    """

    estimate: "Callable[..., Array]"
    experiments: tuple[str, ...]
    exact_mse: Callable[..., float] | None = None
    uses_truth: bool = False
    needs_all_hours: bool = False
    parameter: Callable[..., float] | None = None


def _denoiser(name):
    """Return the entry aGM-<name> of METHODS for a method of `denoise`."""
    return {f"aGM-{name}": Method(methodcaller("denoised", name), (HEATMAP,))}


def _trend(choice, **about):
    """Return a trend filter whose lambda is chosen by the truth or by SURE; it is in units of sigma."""
    return Method(
        lambda releases: releases.trend[choice].estimate,
        (HEATMAP,),
        parameter=lambda releases: releases.trend[choice].parameter,
        **about,
    )


# The methods stand in the order of the legends. How each is drawn: `figures.method_styles`.
METHODS = {
    "Lap": Method(lambda releases: releases.laplace, _VECTORS),
    "cGM": Method(lambda releases: releases.classical, (*_VECTORS, HEATMAP)),
    "aGM": Method(lambda releases: releases.analytic, (*_VECTORS, HEATMAP)),
    "aGM-JS": Method(
        methodcaller("james_stein"),
        (VECTOR, HEATMAP),
        exact_mse=methodcaller("james_stein_mse"),
    ),
    "aGM-JS+": Method(methodcaller("james_stein", positive_part=True), (VECTOR,)),
    "aGM-TH": Method(
        methodcaller("soft_threshold"),
        (*_VECTORS, HEATMAP),
        exact_mse=methodcaller("soft_threshold_mse"),
    ),
    # It starts from the Laplace or the analytic Gaussian release, whichever has the smaller noise.
    "posterior-median": Method(methodcaller("posterior_median"), (HISTOGRAM,)),
    "aGM-wavelet": Method(lambda releases: releases.wavelet, (HEATMAP,)),
    "aGM-trend-oracle": _trend("oracle", uses_truth=True),
    "aGM-trend-oracle-cut": _trend("cut", uses_truth=True),
    "aGM-trend-sure": _trend("sure"),
    **_denoiser("kernel-sure"),
    "aGM-raster-wavelet": Method(lambda releases: releases.raster_wavelet, (HEATMAP,)),
    **_denoiser("auto"),
    "aGM-auto-hours": Method(
        methodcaller("denoised_together"), (HEATMAP,), needs_all_hours=True
    ),
    "mean": Method(methodcaller("mean"), (HEATMAP,)),
    "zero": Method(methodcaller("zero"), (*_VECTORS, HEATMAP)),
    "uniform": Method(methodcaller("uniform"), (HISTOGRAM,)),
}


def method_named(name):
    """Return the method of this name: one of METHODS, or a user's own denoiser module:function.

    The function is imported when it is called first.
    """
    if ":" not in name:
        return METHODS[name]
    return Method(lambda releases: releases.denoised(own_function(name)), (HEATMAP,))


def offered(experiment):
    """Return the names of the methods that an experiment offers, in the order of the legends."""
    return [
        name for name, method in METHODS.items() if experiment in method.experiments
    ]
