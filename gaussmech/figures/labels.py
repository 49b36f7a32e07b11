"""Names and remarks written beside the curves, in place of a legend."""

import numpy as np

from gaussmech.figures.style import small


def note(axes, text, at, offset=(0, 0), **look):
    """Write a small text `offset` points from a place."""
    look = {"xytext": offset, "textcoords": "offset points", "fontsize": small()} | look
    axes.annotate(text, at, **look)


def name_curves(axes, names, *, gap=0.055, right=1.05):
    """Write each curve's name at its right end, moved apart where names would overlap.

    `names` maps a label to (x, y, color) of that end; `gap` is their distance in panel heights.
    """
    scale = np.log if axes.get_yscale() == "log" else np.asarray
    low, high = axes.get_ylim()
    places = {
        name: float((scale(np.clip(y, low, high)) - scale(low)) / (scale(high) - scale(low)))
        for name, (_, y, _) in names.items()
    }
    order = sorted(places, key=lambda name: (places[name], names[name][1]))
    for name, place in zip(order, _apart([places[name] for name in order], gap), strict=True):
        x, _, color = names[name]
        # Not clipped at the text, which it does not cross: Matplotlib bisects for that.
        line = {"arrowstyle": "-", "color": color, "linewidth": 0.4, "relpos": (0, 0.5)}
        line |= {"patchA": None, "shrinkA": 2, "shrinkB": 0}
        where = {"xycoords": axes.get_xaxis_transform(), "textcoords": "axes fraction"}
        look = {"color": color, "va": "center", "annotation_clip": False, "arrowprops": line}
        note(axes, name, (x, places[name]), (right, place), **where, **look)


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
