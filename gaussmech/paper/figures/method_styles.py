"""How each method is drawn, by its name in `experiments.methods`, which knows nothing of styles.

Experiments do not read this module, so an edit here draws figures anew and computes nothing.

Every colour of a line has a contrast of at least 3:1 against white, as the web's guidelines for
accessibility (WCAG 2.1, criterion 1.4.11) ask of graphics. Methods of one figure that are close to
each other in the eyes of the colour-blind differ in marker or dash.
"""

from dataclasses import dataclass, replace
from itertools import cycle, product

from gaussmech.paper.experiments import methods

# The colour of what gives no guarantee or cannot be: regions, the limit theorem, a synthetic city.
WARNING = "#B04A00"
# A line of more points is drawn below the others.
WIDE = 2.0


@dataclass(frozen=True)
class Look:
    """How one curve is drawn.

    Parameters
    ----------
    label : str
        Its words in a legend.
    color : str
        A colour of Matplotlib, with a contrast of at least 3:1 against white.
    marker : str, optional
        A marker of Matplotlib; empty for none.
    line : str, optional
        A dash of Matplotlib.
    title : str, optional
        Its words above a map.
    width : float, optional
        Width of the line in points. A wide line stays visible below a narrow one.
    """

    label: str
    color: str
    marker: str = ""
    line: str = "-"
    title: str = ""
    width: float = 1.2

    def plain_style(self):
        """Return the arguments of `Axes.plot` for a curve without markers."""
        return {
            "label": self.label,
            "color": self.color,
            "linestyle": self.line,
            "linewidth": self.width,
        }

    def line_style(self):
        """Return the arguments of `Axes.plot` for a curve with its markers.

        A wide line is below the others, and a dotted one above: curves that coincide are all seen.
        """
        zorder = 2.0
        if self.line in (":", "-."):
            zorder = 4.0
        elif self.width > WIDE:
            zorder = 1.9
        return self.plain_style() | {"zorder": zorder, "marker": self.marker or None}


CHOSEN_LOOKS = {
    "Lap": Look("Lap", "#BC8500", "s"),
    "cGM": Look("cGM", "#AA2200", "^"),
    "aGM": Look("aGM", "#0072B2", "o", title="Raw aGM"),
    "TLap": Look("truncated Laplacian", "#00604B", "p"),
    "cGM-tight": Look("cGM, tight constant", "#6E1423", "<"),
    "aGM-JS": Look("aGM-JS", "#008F68", "D", width=2.6),
    "aGM-JS+": Look("aGM-JS+ (positive part)", "#00382A", "", ":", width=1.8),
    "aGM-TH": Look("aGM-TH", "#BF5790", "v"),
    "posterior-median": Look("posterior median (ours)", "#117733", "*"),
    "aGM-wavelet": Look("aGM-wavelet", "#3399CC", "P", title="Wavelets"),
    "aGM-trend-oracle": Look(
        "aGM-trend, oracle λ (uses the truth)", "#000000", "x", title="Trend filtering"
    ),
    "aGM-trend-oracle-cut": Look(
        "aGM-trend, oracle λ, cut at 0 (uses the truth)", "#000000", "1", ":"
    ),
    "aGM-trend-sure": Look("aGM-trend, λ by SURE", "#000000", "+", "--"),
    "aGM-kernel-sure": Look("aGM-kernel, bandwidth by SURE", "#CC6677", "v"),
    "aGM-raster-wavelet": Look("aGM-raster wavelets", "#546E7A", "1", "--"),
    "aGM-forest": Look("aGM-forest (ours)", "#663300", "h", title="Forest (ours)"),
    "aGM-auto": Look("aGM-auto (ours)", "#332288", "*", title="Auto (ours)"),
    "aGM-auto-hours": Look("aGM-auto, hours together (ours)", "#A0348F", "X", "--"),
    "mean": Look("constant mean", "0.4", "", "-."),
    "zero": Look("zero release", "0.5", "", ":"),
    "uniform": Look("uniform histogram", "0.45", "", "--"),
}
# Methods that have no look above take these in turn.
SPARE = [
    Look("", color, mark)
    for mark, color in product("XPp8", ("#AA4499", "#2F8F80", "#5A8FB0"))
]

# The example mechanisms of Liu et al., and the rules of their Table 1.
EXAMPLES = {
    "Laplace": Look("Laplace mechanism", "#BC8500"),
    "SGD": Look("SGD (noisy gradient descent)", "#355E9E"),
    "ICEA": Look("ICEA (cloak encoder: shuffled sums)", "#8F3F97"),
    "ICEA, rectified": Look("ICEA, clipped and rectified", "#8F3F97", "", ":"),
}
RULES = {
    "Advanced": Look("advanced composition", "#8A3A0A", "^", "-."),
    "GDP": Look("GDP", "#BC8500", "s", "--"),
    "GDP (Lap)": Look("GDP, Laplace mechanism", "#008F68", "D", "--"),
    "GDP summary": Look("GDP summary of the optimum", "#0072B2", "v", ":"),
    "Optimal": Look("optimal (exact)", "#000000", "o"),
}


def looks(names):
    """Return a look for each name.

    Parameters
    ----------
    names : iterable of str
        Names of methods, as `experiments.methods` has them.

    Returns
    -------
    dict
        Looks by name, in the same order; a name without a row in CHOSEN_LOOKS has a spare look.
    """
    spare = cycle(SPARE)
    chosen = {}
    for name in names:
        chosen[name] = CHOSEN_LOOKS.get(name) or replace(next(spare), label=name)
    return chosen


# The look of every method of the experiments, in their order.
LOOKS = looks(methods.METHODS)


def looks_of(names):
    """Return the look of each of some methods, in the order of legends.

    Parameters
    ----------
    names : iterable of str
        Names of methods, any number of times. A user's own, module:function, come last.

    Returns
    -------
    dict
        Looks by name.
    """
    names = set(names)
    every = looks([*LOOKS, *sorted(names - LOOKS.keys())])
    return {name: look for name, look in every.items() if name in names}
