"""Write places with their values as a GIS file: GeoPackage or GeoJSON."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gaussmech._extras import need
from gaussmech._files import DRAFT
from gaussmech.geo.places import Places
from gaussmech.geo.read import PACKAGES

# The kinds of files that are written, by their ending: what GDAL is told for each.
DRIVERS = {".gpkg": {"FID": "row"}, ".geojson": {"RFC7946": "YES"}}


def map_bytes(
    kind: str,
    places: Places,
    columns: Mapping[str, Any],
    areas: Mapping[str, Any] | None = None,
    codes: Mapping[str, Any] | None = None,
    *,
    beside: Path,
) -> bytes:
    """Return a GIS file with a row per place.

    Parameters
    ----------
    kind : str
        ".gpkg" in the places' own system, or ".geojson" in degrees (RFC 7946).
    places : Places
        Places with coordinates; without a geometry they are points.
    columns : dict of sequence
        What the file has of each place, by name; the first one has the ids.
    areas : dict of sequence, optional
        The columns of a second layer, "areas", in a GeoPackage; `level` and `area` are among them.
    codes : dict of array of int, optional
        The position of each place's area among the areas of its level, by level.
    beside : Path
        The file that will have this content: GDAL writes a draft in the same folder, which
        `_files.find_drafts` finds after a crash.

    Returns
    -------
    bytes
        The content of the file.
    """
    need("geography", *PACKAGES)
    import geopandas

    shapes = places.shapes
    if shapes is None:
        shapes = geopandas.GeoSeries.from_xy(places.lon, places.lat, crs=4326)
    layers = {"places": geopandas.GeoDataFrame(dict(columns), geometry=shapes.array)}
    if areas is not None and kind == ".gpkg":
        # The geometry of an area is the union of its places, level by level.
        unions = [
            union
            for of_places in (codes or {}).values()
            for union in shapes.groupby(of_places).agg(lambda some: some.union_all())
        ]
        layers["areas"] = geopandas.GeoDataFrame(
            dict(areas), geometry=unions, crs=shapes.crs
        )
    # GDAL writes files, not streams, if there are two layers; it converts to degrees if it must.
    prefix = f".{beside.name}{DRAFT}"
    with tempfile.TemporaryDirectory(dir=beside.parent, prefix=prefix) as folder:
        path = Path(folder) / f"map{kind}"
        try:
            for layer, frame in layers.items():
                frame.to_file(path, layer=layer, **DRIVERS[kind])
        except Exception as error:
            # GDAL has many classes of errors.
            raise ValueError(
                f"--output: GDAL does not write this as {kind}: {str(error).splitlines()[0]}"
            ) from None
        return path.read_bytes()
