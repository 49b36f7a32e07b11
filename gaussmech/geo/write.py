"""Write places with their values as a GIS file: GeoPackage or GeoJSON."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

from gaussmech._extras import need
from gaussmech.geo.places import Places
from gaussmech.geo.read import PACKAGES

# The kinds of files that are written, by their ending: what GDAL is told for each.
DRIVERS = {
    ".gpkg": {"driver": "GPKG", "FID": "row"},
    ".geojson": {"driver": "GeoJSON", "RFC7946": "YES"},
}


def map_bytes(kind: str, places: Places, columns: Mapping[str, Any]) -> bytes:
    """Return a GIS file with a row per place.

    Parameters
    ----------
    kind : str
        ".gpkg" in the places' own system, or ".geojson" in degrees (RFC 7946).
    places : Places
        Places with coordinates; without a geometry they are points.
    columns : dict of sequence
        What the file has of each place, by name; the first one has the ids.

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
    frame = geopandas.GeoDataFrame(dict(columns), geometry=shapes.array)
    file = io.BytesIO()
    try:
        # GDAL converts to degrees if it must.
        frame.to_file(file, layer="places", **DRIVERS[kind])
    except Exception as error:
        # GDAL has many classes of errors.
        raise ValueError(
            f"--output: GDAL does not write this as {kind}: {str(error).splitlines()[0]}"
        ) from None
    return file.getvalue()
