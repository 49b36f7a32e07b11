"""The methods that the experiments compare: how each estimates, and how it is drawn.

One entry per method; the experiments, the allowed values of the configuration, the legends, the
maps and the explorer all read it here. Light to import: the configuration is checked with it.
"""

from collections.abc import Callable
from dataclasses import dataclass

# The paper's vectors, those of the extended experiments, and the heat maps.
VECTOR, MEAN, HISTOGRAM, HEATMAP = "vector", "mean_estimation", "histogram", "heatmap"
_VECTORS = VECTOR, MEAN, HISTOGRAM


@dataclass(frozen=True)
class Look:
    """Legend label, colour (safe for the colour-blind), marker, line, and title as a map."""

    label: str
    color: str
    marker: str = ""
    line: str = "-"
    title: str = ""

    def line_style(self) -> dict[str, object]:
        """Arguments of `Axes.plot`."""
        return {
            "label": self.label,
            "color": self.color,
            "marker": self.marker or None,
            "linestyle": self.line,
            # A denoiser that only equals a baseline must not hide it.
            "zorder": 4 if self.line in (":", "-.") else 2,
        }


@dataclass(frozen=True)
class Method:
    """A method of the experiments.

    Attributes
    ----------
    look : Look
    estimate : callable, optional
        The estimate as a function of the private releases: `vector_release.Releases` or
        `heatmap.MapReleases`.
    experiments : tuple of str
        Where it is offered: VECTOR (mean estimation and histograms of the paper), MEAN and
        HISTOGRAM (of the extended figures), HEATMAP.
    exact_mse : callable, optional
        Its mean squared error in closed form, as a function of `heatmap.MapReleases`. Tables of
        maps have it in place of draws, which miss rare events.
    uses_truth : bool
        It cannot be released.
    baseline : bool
        It finds nothing in the release; it is what a denoiser has to beat.
    of_all_hours : bool
        It needs the maps of all hours, not only those that are drawn.
    """

    look: Look
    estimate: Callable | None = None
    experiments: tuple = ()
    exact_mse: Callable | None = None
    uses_truth: bool = False
    baseline: bool = False
    of_all_hours: bool = False


def _denoiser(name, look, *experiments):
    """An entry for the method `name` of `gaussmech.denoise`, called aGM-name."""
    return {f"aGM-{name}": Method(look, lambda r: r.denoised(name), (*experiments, HEATMAP))}


# In the order of the legends.
METHODS = {
    "Lap": Method(Look("Lap", "#E69F00", "s"), lambda r: r.laplace, _VECTORS),
    "cGM": Method(Look("cGM", "#D55E00", "^"), lambda r: r.classical, (*_VECTORS, HEATMAP)),
    "aGM": Method(
        Look("aGM", "#0072B2", "o", title="Raw aGM"), lambda r: r.analytic, (*_VECTORS, HEATMAP)
    ),
    "L2": Method(Look("ℓ₂ mechanism", "#999933", "D"), lambda r: r.l2, (MEAN,)),
    "TLap": Method(Look("truncated Laplace", "#009E73", "p")),
    "cGM-tight": Method(Look("cGM, tight constant", "#CC79A7", "<")),
    "aGM-JS": Method(
        Look("aGM-JS", "#009E73", "D"),
        lambda r: r.james_stein(),
        (VECTOR, HEATMAP),
        exact_mse=lambda r: r.james_stein_mse(),
    ),
    "aGM-JS+": Method(
        Look("aGM-JS+ (positive part)", "#009E73", "", ":"),
        lambda r: r.james_stein(positive_part=True),
        (VECTOR,),
    ),
    "aGM-TH": Method(
        Look("aGM-TH", "#CC79A7", "v"),
        lambda r: r.soft_threshold(),
        (*_VECTORS, HEATMAP),
        exact_mse=lambda r: r.soft_threshold_mse(),
    ),
    "aGM-TH-total": Method(
        Look("aGM-TH, total known", "#CC79A7", "X", "--"),
        lambda r: r.threshold_with_total(),
        (HISTOGRAM,),
    ),
    "aGM-simplex": Method(
        Look("aGM on the simplex", "#0072B2", "d", "--"),
        lambda r: r.on_simplex(r.analytic),
        (HISTOGRAM,),
    ),
    "Lap-TH": Method(
        Look("Lap-TH", "#E69F00", "v", ":"), lambda r: r.laplace_threshold(), (HISTOGRAM,)
    ),
    "Lap-simplex": Method(
        Look("Lap on the simplex", "#E69F00", "d", "--"),
        lambda r: r.on_simplex(r.laplace),
        (HISTOGRAM,),
    ),
    "aGM-JS-mean": Method(
        Look("aGM-JS+ towards the mean", "#009E73", "<", "--"),
        lambda r: r.james_stein_to_mean(),
        (MEAN,),
    ),
    "L2-JS": Method(Look("ℓ₂-JS+", "#999933", "P", "--"), lambda r: r.l2_james_stein(), (MEAN,)),
    "aGM-EB": Method(
        Look("aGM-EB", "#882255", "^"), lambda r: r.empirical_bayes(), (MEAN, HISTOGRAM)
    ),
    "aGM-wavelet": Method(
        Look("aGM-wavelet", "#56B4E9", "P", title="Wavelets"), lambda r: r.wavelet(), (HEATMAP,)
    ),
    "aGM-trend-oracle": Method(
        Look("aGM-trend, oracle λ (uses the truth)", "#000000", "x", title="Trend filtering"),
        lambda r: r.trend()["oracle"],
        (HEATMAP,),
        uses_truth=True,
    ),
    "aGM-trend-sure": Method(
        Look("aGM-trend, λ by SURE", "#000000", "+", "--"), lambda r: r.trend()["sure"], (HEATMAP,)
    ),
    **_denoiser("wavelet-sure", Look("aGM-wavelet, thresholds by SURE", "#56B4E9", "2", "--")),
    **_denoiser("laplacian-sure", Look("aGM-Laplacian, λ by SURE", "#DDCC77", "s")),
    **_denoiser("kernel-sure", Look("aGM-kernel, bandwidth by SURE", "#CC6677", "v")),
    **_denoiser("raster-wavelet", Look("aGM-raster wavelets", "#CC79A7", "1", "--")),
    **_denoiser("forest", Look("aGM-forest (ours)", "#663300", "h", title="Forest (ours)")),
    **_denoiser("auto", Look("aGM-auto (ours)", "#332288", "*", title="Auto (ours)"), HISTOGRAM),
    "aGM-auto-hours": Method(
        Look("aGM-auto, hours together (ours)", "#117733", "X", "--"),
        lambda r: r.denoised_together(),
        (HEATMAP,),
        of_all_hours=True,
    ),
    "mean": Method(
        Look("constant mean", "0.4", "", "-."), lambda r: r.mean(), (HEATMAP,), baseline=True
    ),
    "zero": Method(
        Look("zero release", "0.2", "", ":"),
        lambda r: r.zero(),
        (*_VECTORS, HEATMAP),
        baseline=True,
    ),
    "uniform": Method(
        Look("uniform histogram", "0.6", "", "--"),
        lambda r: r.uniform(),
        (HISTOGRAM,),
        baseline=True,
    ),
}


def offered(experiment: str) -> list[str]:
    """Names of the methods that an experiment offers, in the order of the legends."""
    return [name for name, method in METHODS.items() if experiment in method.experiments]
