"""How each method is drawn, by its name in `experiments.methods`, which knows nothing of styles.

looks.toml has the looks. Experiments do not read it, so an edit there draws figures anew and computes
nothing.
"""

import tomllib
from dataclasses import dataclass, replace
from itertools import cycle, product
from pathlib import Path

_ROWS = tomllib.loads(Path(__file__).with_name("looks.toml").read_text("utf-8"))
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


# The looks of the methods are in the order of `experiments.methods.METHODS`.
LOOKS, EXAMPLES, RULES, COMPOSITION = (
    {name: Look(**row) for name, row in _ROWS[group].items()}
    for group in ("methods", "examples", "rules", "composition")
)
# Methods that have no look there take these in turn.
SPARE = [
    Look("", color, mark)
    for mark, color in product("XPp8", ("#AA4499", "#2F8F80", "#5A8FB0"))
]


def look_of(name):
    """Return the look of one method."""
    return looks_of([name])[name]


def looks_of(names):
    """Return the look of each of some methods, in the order of legends.

    Parameters
    ----------
    names : iterable of str
        Names of methods, any number of times. A user's own, module:function, come last, and have
        spare looks.

    Returns
    -------
    dict
        Looks by name.
    """
    names = set(names)
    looks = {name: look for name, look in LOOKS.items() if name in names}
    for name, spare in zip(sorted(names - LOOKS.keys()), cycle(SPARE), strict=False):
        looks[name] = replace(spare, label=name)
    return looks
