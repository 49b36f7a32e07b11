"""Small tables to draw figures from, and what is written in a figure."""

import inspect
from itertools import product

import matplotlib
import numpy as np
import pandas as pd

from gaussmech.paper.experiments.truncated_laplacian import noise_density, noise_ratios
from gaussmech.paper.figures.looks import LOOKS
from gaussmech.paper.pipeline.tables import COLUMNS
from gaussmech.paper.registry import FIGURES

PAPER = dict.fromkeys(("cGM", "aGM", "aGM-wavelet", "aGM-trend-oracle", "mean"), 10.0)
GDP = {"laplace_epsilon0": 1.0, "sgd_a": 2**0.5, "sgd_b": 1.25, "sgd_sigma": 2.0}
GDP |= {"icea_users": 1000, "icea_messages": 100, "mus": [1.0, 2.0]}
GDP |= {"epsilon_max": 12.0, "points": 31, "head_epsilon": 12.0, "tolerance": 0.1}
GDP |= {"staircase_epsilon": 3.0, "staircase_steps": 5, "rectify_epsilon": 10.0}
GDP |= {"laplace_epsilon0s": [0.5, 1.0, 2.0], "subsampling_gammas": [0.2, 1.0]}


def texts(figure):
    return " ".join(text.get_text() for text in figure.findobj(matplotlib.text.Text))


def legend(figure):
    return [text.get_text() for text in figure.legends[0].get_texts()]


def inputs(module, tables):
    """Of `tables`, those that a figure is drawn from."""
    names = list(inspect.signature(module.draw).parameters)
    if names == ["tables"]:
        figure = module.__name__.rpartition(".")[2]
        names = FIGURES[figure].tables.split()
    return {name: tables[name] for name in names}


def errors(
    epsilons, dimensions=(10, 1000), methods=("Lap", "cGM", "aGM", "aGM-JS", "zero")
):
    rows = [
        (e, 1e-4, 500, d, m, 100, 1.0 + k + d / e, 0.1, 1.0)
        for e, d, (k, m) in product(epsilons, dimensions, enumerate(methods))
    ]
    return pd.DataFrame(rows, columns=COLUMNS["histogram"])


def heatmap(hours, epsilons=(0.5, 2.0), rmse=PAPER):
    """Errors of maps; `rmse` at epsilon 1 by method."""
    rows = [
        (h, m, e, 1e-6, 5.0, 40.0, 20, x / e, 0.1, m == "aGM-trend-oracle", "files")
        for h, e, (m, x) in product(hours, epsilons, rmse.items())
    ]
    return pd.DataFrame(rows, columns=COLUMNS["heatmap"])


def provenance(hours, source="files", weighted=()):
    many = {hour: hour in weighted for hour in hours}
    facts = {
        str(h): {"utility_simulation": w, "weights": [6.0**w]} for h, w in many.items()
    }
    guarantee = {
        "neighbours": "add or remove a cab",
        "epsilon": 0.5,
        "delta": 1e-6,
        "condition": "x",
    }
    about = {
        "source": source,
        "label": "my city",
        "contribution": {"guarantees": [guarantee]},
    }
    return about | {"hours": facts}


def maps(hour=0, methods=("aGM",), end="", **about):
    """What a figure of maps is drawn from, but for their errors."""
    values = pd.DataFrame({"hour": hour, "junction": range(3), "epsilon": 0.5})
    values = values.assign(
        truth=[1.0, 2.0, 3.0], **dict.fromkeys(methods, [0.0, 5.0, 9.0])
    )
    return {
        f"heatmap_draw{end}": values,
        "junctions": pd.DataFrame(
            {"junction": range(3), "lon": [0, 1, 2], "lat": [0, 1, 0]}
        ),
        "roads": pd.DataFrame(
            {"u": [0, 1], "v": [1, 2], "sections": 1, "length_m": 9.0}
        ),
        "provenance": provenance([hour, 8], **about),
    }


def city(hours):
    """A small long city, turned as Manhattan is, and releases of its maps."""
    rng = np.random.default_rng(3)
    along, across = np.meshgrid(
        np.linspace(0, 0.1, 26), np.linspace(0, 0.015, 6), indexing="ij"
    )
    lon = -74 + 0.87 * across.ravel() + 0.48 * along.ravel()
    lat = 40.7 + 0.87 * along.ravel() - 0.48 * across.ravel()
    steps = np.arange(156).reshape(26, 6)
    u = np.concatenate([steps[:-1].ravel(), steps[:, :-1].ravel()])
    v = np.concatenate([steps[1:].ravel(), steps[:, 1:].ravel()])
    parts = []
    for hour in hours:
        truth = {"junction": range(156), "epsilon": 0.5, "truth": rng.gamma(1, 9, 156)}
        releases = {name: rng.normal(9, 9, 156) for name in LOOKS}
        parts.append(pd.DataFrame({"hour": hour} | truth | releases))
    draws = pd.concat(parts)
    facts = provenance(hours, weighted=hours[1:]) | {"label": "Manhattan"}
    (guarantee,) = facts["contribution"]["guarantees"]
    guarantee["condition"] = (
        "only if no cab makes more than 5 trips in the hour; nothing enforces it"
    )
    return {
        "junctions": pd.DataFrame({"junction": range(156), "lon": lon, "lat": lat}),
        "roads": pd.DataFrame({"u": u, "v": v, "sections": 1, "length_m": 80.0}),
        "heatmap_draw": draws,
        "heatmap_draw_extended": draws,
        "provenance": facts,
    }


def density(deltas=(0.1, 1e-6)):
    return noise_density(1.0, deltas, 2.0)


def ratios(deltas):
    by_epsilon = noise_ratios([(e, d) for e in (0.1, 1.6, 10.0) for d in deltas], 1.0)
    by_delta = noise_ratios([(1.6, d) for d in (1e-3, 0.1)], 1.0)
    return {"geng_ratio_epsilon": by_epsilon, "geng_ratio_delta": by_delta}
