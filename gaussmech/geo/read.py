"""Read the public file of any GIS by GeoPandas, and refuse what would be misunderstood in silence.

`read_layer` returns the rows of a GeoPackage, a Shapefile, GeoJSON or any other file that GeoPandas
reads, or of a GeoDataFrame. It checks what GeoPandas does not: that a layer is chosen where there are
several, that the system of coordinates is known, that numbers in a system of degrees can be degrees,
and that no geometry was lost on the way.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from gaussmech._csv import plain_name
from gaussmech._extras import need

if TYPE_CHECKING:
    from geopandas import GeoDataFrame, GeoSeries

# The extra `geography` installs these.
PACKAGES = ("geopandas", "shapely", "pyproj", "pyogrio")
KINDS = ("points", "lines", "polygons")
# GeoPackages number their rows by this column, which GeoPandas takes for no column.
FID = "fid"


@dataclass(frozen=True)
class Layer:
    """The rows of a layer that have a geometry.

    Attributes
    ----------
    file : str
        The name of the file, for messages.
    layer : str or None
        The layer, if the file has several.
    geometry : GeoSeries
        The geometries, in the system of the file.
    columns : dict of list of str
        The cells of the properties as text, empty where missing, by name.
    fid : list of str or None
        The numbers that the file itself gives to its rows, if it has any.
    remarks : list of str
        What else the file has that is not used.
    """

    file: str
    layer: str | None
    geometry: GeoSeries
    columns: dict[str, list[str]]
    fid: list[str] | None = None
    remarks: list[str] = field(default_factory=list)

    @property
    def kinds(self) -> set[str]:
        """The kinds of geometries: points, lines, polygons."""
        import shapely

        parts, _ = parts_of(self.geometry)
        return {KINDS[k] for k in set(shapely.get_dimensions(parts).tolist())}

    def rows(self, is_chosen: Any) -> Layer:
        """Return the layer with some of its rows."""
        chosen = np.flatnonzero(is_chosen).tolist()
        columns = {
            name: [cells[row] for row in chosen] for name, cells in self.columns.items()
        }
        fid = None if self.fid is None else [self.fid[row] for row in chosen]
        geometry = self.geometry.iloc[chosen].reset_index(drop=True)
        return Layer(self.file, self.layer, geometry, columns, fid, self.remarks)

    def column(self, name: str) -> list[str]:
        """Return the cells of a property by its name, in any case if there is just one such."""
        if name in self.columns:
            return self.columns[name]
        alike = [key for key in self.columns if plain_name(key) == plain_name(name)]
        if len(alike) == 1:
            return self.columns[alike[0]]
        if plain_name(name) == FID and self.fid is not None:
            return self.fid
        have = ", ".join(self.columns) or "none"
        raise ValueError(f"{self.file} has no property {name!r}; it has {have}")


def read_layer(
    source: str | GeoDataFrame, layer: str | None = None, *, option: str = "--graph"
) -> Layer:
    """Return the rows of a file of a GIS, or of a GeoDataFrame, that have a geometry.

    A ValueError says by name what cannot be meant; `option` is the one that named the file.
    """
    need("geography", *PACKAGES)
    lost: set[int] = set()
    remarks: list[str] = []
    fid = None
    if isinstance(source, str):
        file = Path(source).name
        layer, others = _chosen_layer(source, layer, option)
        if others:
            remarks.append(f"layers {', '.join(others)}")
        frame, lost, fid = _read_file(source, layer)
    else:
        file = "the GeoDataFrame"
        frame = _with_index(source)
    if frame.crs is None:
        raise ValueError(
            f"{file} has no system of coordinates (CRS); write it with one: a Shapefile has it in its"
            " .prj file, a GeoDataFrame by its method set_crs"
        )
    if lost:
        row = min(lost) + 1
        raise ValueError(
            f"{file}, feature {row}: its geometry cannot be read; coordinates must be numbers, and"
            " geometries points, lines or polygons"
        )
    is_empty = (frame.geometry.isna() | frame.geometry.is_empty).to_numpy()
    _check_coordinates(file, frame, is_empty)
    if is_empty.any():
        remarks.append(f"{is_empty.sum():,} rows without a geometry")
    properties = frame.drop(columns=frame.geometry.name)
    columns = {str(name): texts(properties[name]) for name in properties}
    whole = Layer(file, layer, frame.geometry, columns, fid, remarks)
    if is_empty.all():
        raise ValueError(f"{file} has no geometry")
    return whole.rows(~is_empty)


def _chosen_layer(
    path: str, layer: str | None, option: str
) -> tuple[str | None, list[str]]:
    """Return the layer to read and the names of the others; a ValueError names them all."""
    import pyogrio

    try:
        listed = pyogrio.list_layers(path)
    except Exception as error:
        # GDAL has many classes of errors, and its messages go on for lines.
        reason = str(error).partition(";")[0].splitlines()[0]
        raise ValueError(f"{option}: cannot read {path!r}: {reason}") from None
    names = [str(name) for name, _ in listed]
    # Tables without shapes are no layers of a map.
    mapped = [str(name) for name, kind in listed if kind is not None]
    if layer is not None and layer not in names:
        raise ValueError(
            f"--layer is {layer!r}; {Path(path).name} has {', '.join(names)}"
        )
    if layer is None and len(mapped) > 1:
        raise ValueError(
            f"{Path(path).name} has the layers {', '.join(mapped)}; say which by --layer"
        )
    if layer is None and not mapped:
        raise ValueError(f"{Path(path).name} has no layer with geometries")
    chosen = layer or mapped[0]
    others = [name for name in names if name != chosen]
    return (chosen if len(names) > 1 else None), others


def _read_file(
    path: str, layer: str | None
) -> tuple[GeoDataFrame, set[int], list[str] | None]:
    """Return the rows of a file, those whose geometry was lost, and the numbers of rows."""
    import warnings

    import geopandas
    import pyogrio

    try:
        with warnings.catch_warnings():
            # What it warns of is a lost geometry, which is refused.
            warnings.simplefilter("ignore")
            frame = geopandas.read_file(path, layer=layer, fid_as_index=True)
        info = pyogrio.read_info(path, layer=layer)
    except Exception as error:
        reason = (str(error) or type(error).__name__).splitlines()[0]
        raise ValueError(f"cannot read {path!r}: {reason}") from None
    numbers = list(map(str, frame.index))
    frame = frame.reset_index(drop=True)
    lost: set[int] = set()
    is_json = "GeoJSON" in info["driver"]
    if is_json and frame.geometry.isna().any():
        lost = _lost_geometries(path, np.flatnonzero(frame.geometry.isna()).tolist())
    # GeoJSON has numbers if its features have ids; else they are those of the rows.
    has_ids = info["driver"] == "GPKG" or (
        is_json and numbers != [str(row) for row in range(len(numbers))]
    )
    return frame, lost, numbers if has_ids else None


def _lost_geometries(path: str, rows: Sequence[int]) -> set[int]:
    """Return which rows of a GeoJSON file have coordinates, though GDAL finds no geometry."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
        try:
            document = json.loads(text)
            features = document.get("features", [document])
        except ValueError:
            # One feature a line.
            lines = text.replace("\x1e", "").splitlines()
            features = [json.loads(line) for line in lines if line.strip()]
        shapes = [feature.get("geometry", feature) for feature in features]
        parts = [shapes[row] or {} for row in rows]
        return {
            row
            for row, part in zip(rows, parts, strict=True)
            # Empty lists within lists are empty, too.
            if str(part.get("coordinates") or "").strip("[], ")
            or part.get("geometries")
        }
    except (OSError, ValueError, AttributeError, IndexError, TypeError):
        # In an archive, or of another form: nobody can tell, so each counts as lost.
        return {*rows}


def _with_index(frame: GeoDataFrame) -> GeoDataFrame:
    """Return a GeoDataFrame whose index is a column if it names the rows, as in a file of it."""
    index = frame.index
    is_named = (
        index.name is not None or index.nlevels > 1 or index.dtype.kind not in "iu"
    )
    return frame.reset_index(drop=not is_named)


def _check_coordinates(file: str, frame: GeoDataFrame, is_empty: Any) -> None:
    """Refuse coordinates that are no numbers, or no degrees in a system of degrees."""
    import shapely

    shapes = frame.geometry.array
    spots, rows = shapely.get_coordinates(shapes, return_index=True)
    is_bad = ~np.isfinite(spots).all(axis=1)
    allowed = "coordinates must be finite numbers"
    if frame.crs.is_geographic:
        # Polygons may go on beyond the antimeridian.
        dimension = shapely.get_dimensions(shapes)[rows]
        limit = np.where(dimension == 2, 360, 180)
        is_bad |= (np.abs(spots[:, 0]) > limit) | (np.abs(spots[:, 1]) > 90)
        allowed = (
            f"its system is {system_name(frame.crs)}, so they must be longitudes and latitudes in"
            " degrees. GeoJSON is in degrees, whatever its numbers are (RFC 7946): convert it by"
            " to_crs(4326), or write the original as a GeoPackage"
        )
    if is_bad.any():
        first = int(np.argmax(is_bad))
        x, y = spots[first].tolist()
        raise ValueError(
            f"{file}, feature {rows[first] + 1} has a point at ({x:.10g}, {y:.10g}); {allowed}"
        )


def system_name(crs: Any) -> str:
    """Return the name of a system of coordinates: its code, if it has one."""
    code = crs.to_authority()
    return ":".join(code) if code else str(crs.name)


def parts_of(geometry: Any) -> tuple[Any, Any]:
    """Return the points, lines and polygons of geometries, also within collections, and their rows."""
    import shapely

    parts = np.asarray(geometry, object)
    rows = np.arange(len(parts))
    # The types from 4 on are those of several parts.
    while (shapely.get_type_id(parts) >= 4).any():
        parts, of = shapely.get_parts(parts, return_index=True)
        rows = rows[of]
    return parts, rows


def texts(column: Any) -> list[str]:
    """Return the cells of a pandas Series as text: empty if missing, and whole numbers as such.

    A column of whole numbers in which one is missing has become one of floats.
    """
    cells = []
    for value, is_missing in zip(column.tolist(), column.isna().tolist(), strict=True):
        if is_missing:
            cells.append("")
        elif isinstance(value, float) and value.is_integer():
            cells.append(f"{value:.0f}")
        else:
            cells.append(str(value).strip())
    return cells
