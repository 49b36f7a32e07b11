"""How each method is drawn, by its name in `experiments.methods`, which knows nothing of looks.

So an edit here draws anew and computes nothing. Light to import: the explorer reads it, too.
"""

from dataclasses import dataclass, replace
from itertools import cycle

from gaussmech.paper.experiments import methods


@dataclass(frozen=True)
class Look:
    """Legend label, colour (safe for the colour-blind), marker, line, and title as a map."""

    label: str
    color: str
    marker: str = ""
    line: str = "-"
    title: str = ""

    def plain_style(self) -> dict[str, object]:
        """Arguments of `Axes.plot` for a curve without markers."""
        return {"label": self.label, "color": self.color, "linestyle": self.line}

    def line_style(self) -> dict[str, object]:
        """Arguments of `Axes.plot`; a denoiser that only equals a baseline must not hide it."""
        above = {"zorder": 4 if self.line in (":", "-.") else 2}
        return self.plain_style() | above | {"marker": self.marker or None}


LOOKS = {
    "Lap": Look("Lap", "#E69F00", "s"),
    "cGM": Look("cGM", "#D55E00", "^"),
    "aGM": Look("aGM", "#0072B2", "o", title="Raw aGM"),
    "L2": Look("ℓ₂ mechanism", "#999933", "D"),
    "TLap": Look("truncated Laplace", "#009E73", "p"),
    "cGM-tight": Look("cGM, tight constant", "#CC79A7", "<"),
    "aGM-JS": Look("aGM-JS", "#009E73", "D"),
    "aGM-JS+": Look("aGM-JS+ (positive part)", "#009E73", "", ":"),
    "aGM-TH": Look("aGM-TH", "#CC79A7", "v"),
    "aGM-TH-total": Look("aGM-TH, total known", "#CC79A7", "X", "--"),
    "aGM-simplex": Look("aGM on the simplex", "#0072B2", "d", "--"),
    "Lap-TH": Look("Lap-TH", "#E69F00", "v", ":"),
    "Lap-simplex": Look("Lap on the simplex", "#E69F00", "d", "--"),
    "aGM-JS-mean": Look("aGM-JS+ towards the mean", "#009E73", "<", "--"),
    "L2-JS": Look("ℓ₂-JS+", "#999933", "P", "--"),
    "aGM-EB": Look("aGM-EB", "#882255", "^"),
    "posterior-median": Look("posterior median (ours)", "#117733", "*"),
    "aGM-wavelet": Look("aGM-wavelet", "#56B4E9", "P", title="Wavelets"),
    "aGM-trend-oracle": Look(
        "aGM-trend, oracle λ (uses the truth)", "#000000", "x", title="Trend filtering"
    ),
    "aGM-trend-sure": Look("aGM-trend, λ by SURE", "#000000", "+", "--"),
    "aGM-wavelet-sure": Look("aGM-wavelet, thresholds by SURE", "#56B4E9", "2", "--"),
    "aGM-laplacian-sure": Look("aGM-Laplacian, λ by SURE", "#DDCC77", "s"),
    "aGM-kernel-sure": Look("aGM-kernel, bandwidth by SURE", "#CC6677", "v"),
    "aGM-raster-wavelet": Look("aGM-raster wavelets", "#CC79A7", "1", "--"),
    "aGM-forest": Look("aGM-forest (ours)", "#663300", "h", title="Forest (ours)"),
    "aGM-auto": Look("aGM-auto (ours)", "#332288", "*", title="Auto (ours)"),
    "aGM-auto-hours": Look("aGM-auto, hours together (ours)", "#117733", "X", "--"),
    "mean": Look("constant mean", "0.4", "", "-."),
    "zero": Look("zero release", "0.2", "", ":"),
    "uniform": Look("uniform histogram", "0.6", "", "--"),
}
# Of methods that have none above, in turn.
SPARE = [Look("", color, mark) for mark in "XPp8" for color in ("#AA4499", "#44AA99", "#88CCEE")]

# The example mechanisms of Liu et al., and the rules of their Table 1.
EXAMPLES = {
    "Laplace": Look("Laplace mechanism", "#E69F00"),
    "SGD": Look("SGD", "#0072B2"),
    "ICEA": Look("ICEA", "#D55E00"),
    "ICEA, rectified": Look("ICEA, clipped and rectified", "#D55E00", "", ":"),
}
RULES = {
    "Advanced": Look("advanced composition", "#D55E00", "^", "-."),
    "GDP": Look("GDP", "#E69F00", "s", "--"),
    "GDP (Lap)": Look("GDP, Laplace mechanism", "#009E73", "D", "--"),
    "GDP summary": Look("GDP summary of the optimum", "#0072B2", "v", ":"),
    "Optimal": Look("optimal (exact)", "#000000", "o"),
}


def looks(names):
    """Return a look for each name, in their order; one without a row in LOOKS has a spare one."""
    spare = cycle(SPARE)
    return {name: LOOKS.get(name) or replace(next(spare), label=name) for name in names}


METHODS = looks(methods.METHODS)
