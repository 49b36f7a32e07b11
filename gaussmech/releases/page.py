"""A page that shows a release on the map and says what it guarantees; it loads nothing."""

import math
from html import escape
from typing import Any

import numpy as np

from gaussmech.checks import Array
from gaussmech.releases.files import Study

# Of viridis, from low to high.
COLOURS = ("#440154", "#472d7b", "#3b528b", "#2c728e", "#21918c", "#28ae80", "#5ec962", "#addc30")
WIDTH, MARGIN = 460, 10

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width">
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: auto; padding: 1rem }}
main {{ display: flex; flex-wrap: wrap; gap: 1.5rem }}
figure {{ margin: 0; flex: 1 1 20rem }}
svg {{ background: #f2f2f2; width: 100%; max-height: 80vh }}
path {{ fill: none; stroke-linecap: round }}
th {{ text-align: left; padding-right: 1.5rem; font-weight: 600; vertical-align: top }}
i {{ display: inline-block; width: 1em; height: .8em; margin: 0 .3em 0 .8em }}
</style></head><body>
<h1>{title}</h1>
<table>{rows}</table>
<main>{maps}</main>
<h2>Not promised</h2>
<ul>{limits}</ul>
</body></html>
"""


def page_text(study: Study, about: dict[str, Any]) -> str:
    """Return the page of a release whose places have coordinates."""
    noise, guarantee = about["noise"], about["guarantee"]
    rows = {
        "Guarantee": f"{guarantee['statement']} for all columns together; neighbours:"
        f" {guarantee['all_columns_together']['neighbours']}",
        "Sensitivity": f"{about['sensitivity']['value']:g} (L2): {about['sensitivity']['reason']}",
        "Noise": f"sigma {study.release.sigma:.6g} per value: 95 % of raw values are within"
        f" {noise['within_95_percent']:g} of the true ones",
    }
    fits = {fit["of"]: fit for fit in about["denoised"] or ()}
    for name, fit in fits.items():
        low, high = fit["interval_95_percent"]
        rows[f"Denoised {name}"] = (
            f"estimated RMSE {fit['estimated_rmse']:g} ({low:g} to {high:g}) by {fit['method']!r}"
        )
    maps = []
    for j, name in enumerate(study.names):
        maps.append(_figure(study, study.release.values[:, j], f"{name}, raw"))
        if study.denoised:
            maps.append(_figure(study, study.denoised[j].x, f"{name}, denoised"))
    return PAGE.format(
        title=f"Private release: {escape(about['released']['file'])}",
        rows="".join(f"<tr><th>{escape(k)}<td>{escape(v)}</tr>" for k, v in rows.items()),
        maps="".join(maps),
        limits="".join(f"<li>{escape(line)}</li>" for line in about["not_promised"]),
    )


def _figure(study: Study, values: Array, title: str) -> str:
    """Return a map: a dot per place, coloured by eighths of the values."""
    x, y = _project(study)
    cuts = np.unique(np.quantile(values, np.arange(1, 8) / 8))
    colour = np.searchsorted(cuts, values, side="right")
    size = min(max(WIDTH / math.sqrt(len(values)) / 2, 2.0), 12.0)
    dots, legend = [], []
    for k, shade in enumerate(COLOURS[: len(cuts) + 1]):
        spots = zip(x[colour == k], y[colour == k], strict=True)
        path = "".join(f"M{a:.1f} {b:.1f}h0" for a, b in spots)
        dots.append(f'<path d="{path}" stroke="{shade}"/>')
        low = "" if k == 0 else f"{cuts[k - 1]:.3g}"
        legend.append(f'<i style="background:{shade}"></i>{low or "less"}')
    box = f"0 0 {x.max() + MARGIN:.0f} {y.max() + MARGIN:.0f}"
    return (
        f"<figure><figcaption>{escape(title)}<br><small>from{''.join(legend)}</small></figcaption>"
        f'<svg viewBox="{box}" stroke-width="{size:.1f}" role="img"'
        f' aria-label="map of {escape(title, quote=True)}">{"".join(dots)}</svg></figure>'
    )


def _project(study: Study) -> tuple[Array, Array]:
    """Return the places in pixels, to the right and down."""
    lon, lat = np.array(study.places.lon), np.array(study.places.lat)
    east = (lon - lon.min()) * math.cos(math.radians(float(lat.mean())))
    south = lat.max() - lat
    scale = WIDTH / max(float(east.max()), float(south.max()), 1e-9)
    return east * scale + MARGIN, south * scale + MARGIN
