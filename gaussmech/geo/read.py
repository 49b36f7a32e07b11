"""Read the public file of any GIS by GeoPandas, and refuse what would be misunderstood in silence.

`read_layer` returns the rows of a GeoPackage, a Shapefile, GeoJSON or any other file that GeoPandas
reads, or of a GeoDataFrame. It checks what GeoPandas does not: that a layer is chosen where there are
several, that the system of coordinates is known, that numbers in a system of degrees can be degrees,
and that no geometry was lost on the way.
"""

from __future__ import annotations

import json
import warnings
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from gaussmech import _checks
from gaussmech._extras import need
from gaussmech._gdal import load_gdal, opening
from gaussmech.geo.places import Source, other_ids, place_column

if TYPE_CHECKING:
    from geopandas import GeoDataFrame, GeoSeries

# The extra `geography` installs these.
PACKAGES = ("geopandas", "shapely", "pyproj", "pyogrio")


@dataclass(frozen=True)
class Layer:
    """The rows of a layer that have a geometry.

    Attributes
    ----------
    file : str
        The name of the file, with the layer if the file has several.
    frame : GeoDataFrame
        The rows.
    has_fid : bool
        Whether the file itself numbers its rows; the numbers are the index of the frame.
    remarks : list of str
        What else the file has that is not used.
    """

    file: str
    frame: GeoDataFrame
    has_fid: bool = False
    remarks: list[str] = field(default_factory=list)

    @property
    def geometry(self) -> GeoSeries:
        """The geometries, numbered from 0, in the system of the file."""
        return self.frame.geometry.reset_index(drop=True)

    @cached_property
    def columns(self) -> dict[str, list[str]]:
        """The cells of the properties that any row has, as text, empty where missing."""
        properties = self.frame.drop(columns=self.frame.geometry.name)
        cells = properties.map(_text, na_action="ignore").astype(object).fillna("")
        return {str(name): cells[name].tolist() for name in cells if any(cells[name])}

    @property
    def kinds(self) -> set[str]:
        """The kinds of geometries: points, lines, polygons."""
        import shapely

        kinds = ("points", "lines", "polygons")
        return {kinds[k] for k in shapely.get_dimensions(parts_of(self.geometry))}

    def identified(
        self, id: str | None, hint: str | None, otherwise: list[str]
    ) -> tuple[list[str], dict[str, list[str]], Source]:
        """Return the ids of the rows, the other properties, and where the ids come from.

        The property of the ids is the one that is named, else that of the private file's name, else
        a usual one. Rows without any property have the ids `otherwise`.
        """
        columns = dict(self.columns)
        # GeoPackages number their rows by this column, which GeoPandas takes for no column.
        if self.has_fid and (not columns or "fid" in (id, hint)):
            columns.setdefault("fid", [*map(str, self.frame.index)])
        if not columns and id is None:
            nowhere = "no property: row numbers or coordinates"
            return otherwise, {}, Source(self.file, nowhere, remarks=self.remarks)
        name = place_column(self.file, columns, id, hint)
        ids = columns.pop(name)
        if "" in ids:
            row = ids.index("") + 1
            raise ValueError(f"{self.file}, feature {row}: the id {name!r} is missing")
        others = other_ids(columns)
        source = Source(self.file, f"property {name!r}", others, self.remarks)
        return ids, columns, source


def read_layer(
    source: str | GeoDataFrame, layer: str | None = None, *, option: str = "--graph"
) -> Layer:
    """Return the rows of a file of a GIS, or of a GeoDataFrame, that have a geometry.

    A ValueError says by name what cannot be meant; `option` is the one that named the file.
    """
    need("geography", *PACKAGES)
    import shapely

    if isinstance(source, str):
        whole = _read_file(source, layer, option)
    else:
        # An index that names the rows is a column, as in a file of the GeoDataFrame.
        index = source.index
        is_number = index.name is None and index.dtype.kind in "iu"
        drop = is_number or index.name in source
        whole = Layer("the GeoDataFrame", source.reset_index(drop=drop))
    frame = whole.frame
    if frame.crs is None:
        raise ValueError(
            f"{whole.file} has no system of coordinates (CRS); write it with one: a Shapefile has it in"
            " its .prj file, a GeoDataFrame by its method set_crs"
        )
    is_empty = shapely.get_num_coordinates(frame.geometry) == 0
    if is_empty.all():
        raise ValueError(f"{whole.file} has no geometry")
    spots, rows = shapely.get_coordinates(frame.geometry, return_index=True)
    # Polygons may go on beyond the antimeridian.
    has_polygons = (shapely.get_dimensions(frame.geometry) == 2).any()
    limits = (360 if has_polygons else 180, 90) if frame.crs.is_geographic else np.inf
    is_good = (np.isfinite(spots) & (np.abs(spots) <= limits)).all(axis=1)
    if not is_good.all():
        first = int(np.argmin(is_good))
        raise ValueError(
            f"{whole.file}, feature {rows[first] + 1} has a point at {spots[first].tolist()}, which is"
            f" none in {system_name(frame.crs)}. GeoJSON is in degrees, whatever its numbers are"
            " (RFC 7946): convert it by to_crs(4326), or write the original as a GeoPackage"
        )
    if is_empty.any():
        whole.remarks.append(f"{is_empty.sum():,} rows without a geometry")
    return replace(whole, frame=frame[~is_empty])


def _read_file(path: str, layer: str | None, option: str) -> Layer:
    """Return all rows of a layer, those without a geometry, too."""
    load_gdal()
    import pyogrio

    file = Path(path).name
    try:
        source = opening(path, layer)
        # Tables without shapes are no layers of a map.
        layers = [str(name) for name, kind in pyogrio.list_layers(source.path) if kind]
        if layer is None and len(layers) == 1:
            layer = layers[0]
        if layer in layers:
            source.check(pyogrio.read_info(source.path, layer=layer)["driver"])
            # What it warns of is a lost geometry, which is refused.
            with warnings.catch_warnings(action="ignore"):
                frame = pyogrio.read_dataframe(
                    source.path, layer=layer, fid_as_index=True
                )
    except Exception as error:
        # GDAL has many classes of errors, and its messages go on for lines.
        reason = str(error).splitlines()[0]
        shown = _checks.format_value(path)
        raise ValueError(f"{option}: cannot read {shown}: {reason}") from None
    if not layers:
        raise ValueError(f"{option}: {file} has no layer with places")
    if layer not in layers:
        unknown = "" if layer is None else f" and no {layer!r}"
        raise ValueError(
            f"{file} has the layers {', '.join(layers)}{unknown}; say which by --layer"
        )
    is_json = source.format == "GeoJSON"
    missing = np.flatnonzero(frame.geometry.isna()).tolist()
    if is_json and missing:
        _refuse_lost_geometries(path, missing)
    # GeoJSON has numbers if its features have ids; else they are those of the rows.
    has_fid = source.format == "GeoPackage" or (
        is_json and [*frame.index] != [*range(len(frame))]
    )
    layers.remove(layer)
    if not layers:
        return Layer(file, frame, has_fid)
    return Layer(
        f"{file}, layer {layer}", frame, has_fid, [f"layers {', '.join(layers)}"]
    )


def _refuse_lost_geometries(path: str, missing: list[int]) -> None:
    """Refuse a GeoJSON file if a feature has coordinates in which GDAL finds no geometry."""
    try:
        features = json.loads(Path(path).read_bytes())["features"]
        lost = [
            row
            for row in missing
            if (features[row].get("geometry") or {}).get("coordinates")
        ]
    except Exception:
        # In an archive, or of another form: nobody can tell.
        lost = missing
    if lost:
        raise ValueError(
            f"{Path(path).name}, feature {lost[0] + 1}: its geometry cannot be read; coordinates must"
            " be numbers, and geometries points, lines or polygons"
        )


def system_name(crs: Any) -> str:
    """Return the name of a system of coordinates: its code, if it has one."""
    code = crs.to_authority()
    return ":".join(code) if code else str(crs.name)


def parts_of(shapes: GeoSeries) -> GeoSeries:
    """Return the points, lines and polygons of shapes, also within collections, by the same index."""
    import shapely

    # The types from 4 on are those of several parts.
    while (shapely.get_type_id(shapes) >= 4).any():
        shapes = shapes.explode()
    return shapes


def _text(value: Any) -> str:
    """Return a cell as text, a whole number without decimals.

    A column of whole numbers in which one is missing has become one of floats.
    """
    is_whole = isinstance(value, float) and value.is_integer()
    return f"{value:.0f}" if is_whole else str(value).strip()


def spot_names(spots: Any) -> list[str]:
    """Return the ids of places that have none: their degrees, to a centimetre."""
    return [f"{x:.7f} {y:.7f}" for x, y in spots.tolist()]
