"""A page that shows a release on the map and says what it guarantees; it loads nothing.

The maps are SVG: the streets are drawn once, in the first map, and each place is a dot, whose
colour tells in which eighth of all released values it lies. The template is `page.html`.
"""

import math
from html import escape
from itertools import pairwise
from pathlib import Path
from string import Template
from typing import Any

import numpy as np

from gaussmech._checks import Array
from gaussmech.geo.projection import project
from gaussmech.releases.files import Study, estimate

# These are eight colours of matplotlib's viridis, from low to high.
COLOURS = ("#440154", "#472d7b", "#3b528b", "#2c728e", "#21918c", "#28ae80", "#5ec962", "#addc30")
# A map is so many pixels wide, and has such a margin.
WIDTH, MARGIN = 460, 10
USE = '<use href="#streets"/>'

PAGE = Template(Path(__file__).with_name("page.html").read_text(encoding="utf-8"))


def page_text(study: Study, about: dict[str, Any]) -> str:
    """Return the page of a release whose places have coordinates, as HTML.

    `about` is what `files.facts` returns.
    """
    values = np.array([list(map(float, column)) for column in study.columns.values()])
    # The limits between colours are rounded to two digits, so that the scale can be read.
    eighths = np.quantile(values, np.arange(1, 8) / 8)
    cuts = sorted({float(f"{cut:.2g}") for cut in eighths.tolist()})
    spread = np.linspace(0, len(COLOURS) - 1, len(cuts) + 1).round().astype(int)
    shades = [COLOURS[k] for k in spread]
    labels = [f"below {cuts[0]:g}", *(f"{a:g} to {b:g}" for a, b in pairwise(cuts))]
    labels.append(f"{cuts[-1]:g} and more")
    spots, rows = _project(study), _rows(study, about)
    maps = [
        _figure(study, spots, name, texts, np.searchsorted(cuts, row, side="right"), k == 0)
        for k, ((name, texts), row) in enumerate(zip(study.columns.items(), values, strict=True))
    ]
    return PAGE.substitute(
        title=f"Private release: {escape(about['released']['file'])}",
        rows="".join(f"<tr><th>{escape(k)}<td>{escape(v)}</tr>" for k, v in rows.items()),
        size=f"{min(max(WIDTH / math.sqrt(len(study.places.ids)) / 4, 1.5), 6.0):.1f}",
        fills="\n".join(f".c{k} {{ fill: {shade} }}" for k, shade in enumerate(shades)),
        scale="".join(
            f'<li><i style="background:{shade}"></i>{label}'
            for shade, label in zip(shades, labels, strict=True)
        ),
        maps="".join(maps),
        limits="".join(f"<li>{escape(line)}" for line in about["not_promised"]),
    )


def _rows(study: Study, about: dict[str, Any]) -> dict[str, str]:
    """Return the rows of the table at the top: what is guaranteed, and how large the errors are."""
    guarantee, sensitivity = about["guarantee"], about["sensitivity"]
    neighbours = guarantee["all_columns_together"]["neighbours"]
    norm = f"L{study.release.noise.norm}"
    law = study.release.noise.law.capitalize()
    noise = f"{law}, sigma {study.release.sigma:.6g} per value: 95 % of raw values are within"
    together = f"for all columns together; neighbours: {neighbours}"
    rows = {
        "Guarantee": f"{guarantee['statement']} {together}",
        "Sensitivity": f"{sensitivity['value']:g} ({norm}): {sensitivity['reason']}",
        "Noise": f"{noise} {about['noise']['within_95_percent']:g} of the true ones",
    }
    if about["ledger"]:
        rows["Ledger"] = about["ledger"]["statement"]
    for fit in about["denoised"] or ():
        rows[f"Denoised {fit['of']}"] = f"{estimate(fit)} by {fit['method']!r}"
    return rows


def _figure(
    study: Study, spots: Array, name: str, texts: list[str], shades: Any, first: bool
) -> str:
    """Return one map as HTML: its streets, which the first map draws for all, and its dots."""
    dots = "".join(
        f'<circle class="c{shade}" cx="{x:.1f}" cy="{y:.1f}"><title>{escape(place)}: {text}'
        "</title></circle>"
        for (x, y), shade, place, text in zip(
            spots.tolist(), shades.tolist(), study.places.ids, texts, strict=True
        )
    )
    edges = [] if study.graph is None else spots[study.graph.edges].reshape(-1, 4).tolist()
    lines = "".join(f"M{a:.1f} {b:.1f}L{c:.1f} {d:.1f}" for a, b, c, d in edges)
    streets = f'<path id="streets" class="streets" d="{lines}"/>' if first else USE
    width, height = (spots.max(axis=0) + MARGIN).tolist()
    return (
        f"<figure><figcaption>{escape(name)}</figcaption>"
        f'<svg viewBox="0 0 {width:.0f} {height:.0f}" role="img" aria-label="map of'
        f' {escape(name)}">{streets * bool(lines)}{dots}</svg></figure>'
    )


def _project(study: Study) -> Array:
    """Return the places in pixels (n, 2), to the right and down."""
    east, north = project(study.places, study.places.lon or [], study.places.lat or []).T
    right, down = east - east.min(), north.max() - north
    metres = max(float(right.max()), float(down.max()), 1e-3)
    return np.column_stack((right, down)) * (WIDTH / metres) + MARGIN
