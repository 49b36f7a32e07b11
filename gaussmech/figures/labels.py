"""Names written beside the curves, in place of a legend."""

import numpy as np

from gaussmech.figures.style import small


def name_curves(axes, names, *, gap=0.055, right=1.05):
    """Write each curve's name at its right end, moved apart where names would overlap.

    `names` maps a label to (x, y, color) of the end of its curve; an end above the panel is named
    at its upper edge. `gap` is the least distance between names, in panel heights; `right` where
    they start.
    """
    low, high = axes.get_ylim()
    scale = np.log if axes.get_yscale() == "log" else np.asarray
    places = {
        name: float((scale(np.clip(y, low, high)) - scale(low)) / (scale(high) - scale(low)))
        for name, (_, y, _) in names.items()
    }
    order = sorted(places, key=lambda name: (places[name], names[name][1]))
    at = _apart([places[name] for name in order], gap)
    for name, place in zip(order, at, strict=True):
        x, _, color = names[name]
        axes.annotate(
            name,
            (x, places[name]),
            xycoords=axes.get_xaxis_transform(),
            xytext=(right, place),
            textcoords="axes fraction",
            va="center",
            fontsize=small(),
            color=color,
            annotation_clip=False,
            # Not clipped at the text, which it does not cross: Matplotlib bisects for that.
            arrowprops={"arrowstyle": "-", "color": color, "linewidth": 0.4, "relpos": (0, 0.5)}
            | {"patchA": None, "shrinkA": 2, "shrinkB": 0},
        )


def _apart(places, gap):
    """Ascending places moved as little as a few sweeps find, to be `gap` apart."""
    at = np.array(places, float)
    for _ in range(200):
        for k in range(len(at) - 1):
            short = gap - (at[k + 1] - at[k])
            if short > 0:
                at[k] -= short / 2
                at[k + 1] += short / 2
    return at.tolist()
