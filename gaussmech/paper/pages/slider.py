"""Make Figure 2 a page of its own: a slider for epsilon, the maps, and what denoising is worth."""

import base64
import json

import numpy as np
from matplotlib.colors import to_hex

from gaussmech.graphs.pictures import COLORS, TOP
from gaussmech.paper.claims.notation import typeset
from gaussmech.paper.experiments.denoising_worth import METHODS_OF_PAGE
from gaussmech.paper.figures.captions import hour_label, two_digits
from gaussmech.paper.figures.maps import upright
from gaussmech.paper.figures.method_styles import LOOKS
from gaussmech.paper.pages.template import page
from gaussmech.paper.pages.worth import (
    CONSTANT,
    OURS,
    RAW,
    error_sentence,
    factor_sentence,
    worth_rows,
)

# The page shows these maps with the truth, in this order, so the first three tell the story
# on a narrow screen. Each map has a title, and a note that the reader needs.
TITLES = {
    RAW: ("Released", "truth plus noise"),
    OURS: ("Denoised", "auto (ours)"),
    "aGM-trend-oracle": ("Trend filter", "paper; λ chosen on the true map"),
    "aGM-wavelet": ("Wavelets", "paper"),
}
SHOWN = tuple(TITLES)
# Junctions lie on a grid of this many steps, because screens have fewer pixels.
STEPS = 10_000
# Values are stored in this many steps between 0 and the largest.
LEVELS = 2**16 - 1
LARGEST_WORTH = 1e9
# The scale has this many colours; the page interpolates between them.
SHADES = 32


def fig2_data(tables, *, map_epsilon, counted):
    """Return what the page draws, as a dict that JSON can hold.

    Parameters
    ----------
    tables : dict of str to DataFrame
        `denoising_worth`, `denoising_by_epsilon`, `denoising_frames`, `junctions` and `roads`, as a
        run makes them.
    map_epsilon : float
        The budget at which the page begins.
    counted : str
        What the maps count, such as "trip ends".

    Returns
    -------
    dict
        `places`, `streets`, `truth`, `noise` and `maps` in base64, little-endian; `stops`: for
        each budget its numbers and sentences; `start`: where the slider begins.
    """
    frames = tables["denoising_frames"]
    hour = int(frames["hour"].iloc[0])
    rows = rows_of_page(tables, hour=hour, map_epsilon=map_epsilon)
    stops = [
        stop(epsilon, group, counted) for epsilon, group in rows.groupby("epsilon")
    ]
    first = frames[frames["epsilon"] == stops[0]["epsilon"]]
    truth = first["truth"].to_numpy()
    # All budgets share one draw: one vector of standard normal noise is enough for all.
    noise = (first[RAW].to_numpy() - truth) / stops[0]["sigma"]
    estimates = [name for name in SHOWN if name != RAW]
    epsilons = [each["epsilon"] for each in stops]
    maps = _maps_by_budget(frames, estimates)
    largest = float(max(maps.max(), truth.max()))
    return {
        "hour": hour,
        "counted": counted,
        "start": epsilons.index(map_epsilon),
        "stops": stops,
        "names": {name: LOOKS[name].label for name in METHODS_OF_PAGE},
        "shown": list(SHOWN),
        "estimates": estimates,
        "places": _packed(places(tables["junctions"]), "<u2"),
        "streets": _packed(tables["roads"][["u", "v"]].to_numpy(), "<u4"),
        "truth": _packed(truth, "<f4"),
        "noise": _packed(noise, "<f4"),
        "maps": _packed(np.round(maps.clip(0) / largest * LEVELS), "<u2"),
        "unit": largest / LEVELS,
        "top": float(np.quantile(truth, TOP)),
        "colors": [to_hex(COLORS(k / (SHADES - 1))) for k in range(SHADES)],
    }


def _maps_by_budget(frames, estimates):
    """Return the maps (k, n): those of the first budget, then those of the second, and so on."""
    by_budget = frames.groupby("epsilon")[estimates]
    return np.concatenate([frame.to_numpy().T for _, frame in by_budget])


def rows_of_page(tables, *, hour, map_epsilon):
    """Return the errors of each budget, by method.

    At `map_epsilon` they are those of the table `denoising_worth`, which has more draws.
    """
    keys = ["epsilon", "method"]
    rows = tables["denoising_by_epsilon"].set_index(keys)
    worth = tables["denoising_worth"]
    better_rows = worth[(worth["hour"] == hour) & (worth["epsilon"] == map_epsilon)]
    rows.update(better_rows.set_index(keys))
    return rows.reset_index()


def stop(epsilon, rows, counted):
    """Return the numbers and the sentences of one budget."""
    rows = rows.set_index("method")
    ours, constant = rows.loc[OURS], rows.loc[CONSTANT]
    numbers = {
        # JSON has no infinity, which an error of 0 would be worth.
        name: {
            "error": row["rmse_mean"],
            "worth": min(row["worth_epsilon"], LARGEST_WORTH),
        }
        for name, row in rows.iterrows()
    }
    # Over all draws the error of the release is sigma; a mean of few draws would differ from it.
    numbers[RAW] = {"error": float(ours["sigma"]), "worth": float(epsilon)}
    return {
        "epsilon": float(epsilon),
        "sigma": float(ours["sigma"]),
        "methods": numbers,
        "sentence": error_sentence(ours, constant, counted),
        "note": note(ours, constant),
    }


def note(ours, constant):
    """Return the factor of the sentence's epsilon, and what a constant map is worth."""
    words = (
        "A constant map, which shows nothing of the city, has a factor"
        f" {two_digits(constant['factor'])}: its error is {constant['rmse_mean']:.1f}, and it is worth"
        f" ε = {two_digits(constant['worth_epsilon'])}. Means of {ours['repetitions']:.0f} draws."
    )
    return f"{factor_sentence(ours, constant)} {words}".lstrip()


def places(junctions):
    """Return the junctions' places as whole numbers: x to the right, y downward, one scale."""
    points = upright(junctions)
    points = points - points.min(axis=0)
    points[:, 1] = points[:, 1].max() - points[:, 1]
    return np.round(points / max(points.max(), 1e-12) * STEPS)


def _packed(values, kind):
    """Return an array as base64 of numbers of this kind."""
    return base64.b64encode(np.ascontiguousarray(values, dtype=kind).tobytes()).decode()


def fig2_page(template, *, provenance, map_epsilon, **tables):
    """Return the whole page: it contains its data and its script."""
    counted = provenance["counted"]
    data = fig2_data(tables, map_epsilon=map_epsilon, counted=counted)
    first = tables["denoising_by_epsilon"].iloc[0]
    return page(
        template,
        typeset=typeset,
        # Nothing in the data may end the element around it.
        data=json.dumps(data, allow_nan=False).replace("<", "\\u003c"),
        stops=data["stops"],
        start=data["stops"][data["start"]],
        when=hour_label(data["hour"], provenance),
        titles=TITLES,
        delta=f"{first['delta']:g}",
        sensitivity=f"{first['sensitivity']:g}",
        provenance=provenance,
        worth=worth_rows(tables["denoising_worth"], map_epsilon, provenance),
        junctions=len(tables["junctions"]),
    )
