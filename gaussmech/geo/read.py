"""Read public GIS files by GeoPandas, and refuse what would be misunderstood without notice.

`read_layer` returns the rows of a GeoPackage, a Shapefile, GeoJSON or any other file that GeoPandas
reads, or of a GeoDataFrame. It checks what GeoPandas does not: that a layer is chosen where there
are several, that the coordinate reference system is known, that numbers in a system of degrees can
be degrees, and that no geometry was lost on the way.
"""

from __future__ import annotations

import contextlib
import json
import warnings
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from gaussmech import _checks
from gaussmech._columns import IDS, IdColumn, id_column, ids_besides
from gaussmech._extras import need
from gaussmech._gdal import Opening, load_gdal, opening
from gaussmech._hints import option
from gaussmech._ids import text_of
from gaussmech.geo.places import Source
from gaussmech.geo.proofs import Proof, system_name

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
    format : str
        The format of the file, one of `gaussmech._gdal.FORMATS`.
    has_fid : bool
        Whether the file itself numbers its rows; the numbers are the index of the frame.
    index : str or None
        The column that was the index of a GeoDataFrame, if that names its rows.
    remarks : list of str
        What the file has that is not used.
    proofs : list of Proof
        What was checked while reading.
    """

    file: str
    frame: GeoDataFrame
    format: str = ""
    has_fid: bool = False
    index: str | None = None
    remarks: list[str] = field(default_factory=list)
    proofs: list[Proof] = field(default_factory=list)

    @property
    def geometry(self) -> GeoSeries:
        """The geometries, numbered from 0, in the system of the file."""
        return self.frame.geometry.reset_index(drop=True)

    @cached_property
    def columns(self) -> dict[str, list[str]]:
        """The cells of the properties that any row has, as text, empty where missing."""
        properties = self.frame.drop(columns=self.frame.geometry.name)
        cells = properties.map(text_of, na_action="ignore").astype(object).fillna("")
        return {str(name): cells[name].tolist() for name in cells if any(cells[name])}

    @property
    def kinds(self) -> set[str]:
        """The kinds of geometries: points, lines, polygons."""
        import shapely

        kinds = ("points", "lines", "polygons")
        return {kinds[k] for k in shapely.get_dimensions(parts_of(self.geometry))}

    def source(self, ids: str, **facts: Any) -> Source:
        """Return where places come from; `ids` says where their ids come from."""
        return Source(
            self.file,
            ids,
            rows="feature",
            crs=self.frame.crs,
            remarks=[*self.remarks],
            proofs=[*self.proofs],
            **facts,
        )

    def identified(
        self, id: str | None, hint: str | None, otherwise: list[str]
    ) -> tuple[list[str], dict[str, list[str]], IdColumn | None, Source]:
        """Return the ids of the rows, the other properties, the column of the ids and the source.

        The property of the ids is the one that is named, otherwise the one with the name in the
        private file, otherwise one with a usual name. Rows without any property have the ids
        `otherwise`.

        Examples
        --------
        >>> import geopandas
        >>> points = geopandas.GeoSeries.from_xy([8.0], [47.0], crs=4326)
        >>> read_layer(points).identified(None, None, ["8 47"])[-1].nameless
        1
        """
        columns = dict(self.columns)
        # GeoPackages number their rows by this column, which GeoPandas does not list. The numbers
        # of GeoJSON are ids that its writer chose.
        is_given = self.format == "GeoJSON" or "fid" in (id, hint)
        if self.has_fid and (is_given or not columns):
            columns.setdefault("fid", [*map(str, self.frame.index)])
        if not columns and id is None:
            nowhere = "no property: row numbers or coordinates"
            return otherwise, {}, None, self.source(nowhere, nameless=len(otherwise))
        is_kml = self.format == "KML"
        # The writer of KML numbers in this column what people have named.
        if is_kml and id is None:
            columns.pop("id", None)
        column = id_column(
            self.file,
            columns,
            id or self.index,
            hint,
            usual=("name", *IDS) if is_kml else IDS,
            is_cut=self.format == "Shapefile",
        )
        ids = columns.pop(column.name)
        source = self.source(
            f"property {column.name!r}",
            others=ids_besides(columns),
            column=column.name,
        )
        if column.doubt:
            source.proofs.append(Proof("column", column.name, column.doubt))
        return ids, columns, column, source


def read_layer(
    source: str | GeoDataFrame, layer: str | None = None, *, asked: str | None = None
) -> Layer:
    """Return the rows of a GIS file, or of a GeoDataFrame, that have a geometry.

    A ValueError names what is wrong; `asked` is the option that named the file.
    """
    need("geography", *PACKAGES)
    import shapely

    if isinstance(source, str):
        asked = asked or option("graph", argument="source")
        whole = _read_file(source, layer, asked)
    else:
        whole = _of_frame(source)
    frame = whole.frame
    if frame.crs is None:
        raise ValueError(
            f"{whole.file} has no coordinate reference system (CRS), which a Shapefile has in its .prj"
            " file and TopoJSON cannot have; if it is in degrees, write it in Python as a GeoPackage:"
            " geopandas.read_file(...).set_crs(4326).to_file('map.gpkg')"
        )
    is_empty = shapely.get_num_coordinates(frame.geometry) == 0
    if is_empty.all():
        raise ValueError(f"{whole.file} has no geometry")
    spots, rows = shapely.get_coordinates(frame.geometry, return_index=True)
    # Polygons may go on beyond the antimeridian.
    kinds = {*shapely.get_dimensions(frame.geometry)}
    limits = (360 if 2 in kinds else 180, 90) if frame.crs.is_geographic else np.inf
    is_good = (np.isfinite(spots) & (np.abs(spots) <= limits)).all(axis=1)
    if not is_good.all():
        first = int(np.argmin(is_good))
        raise ValueError(
            f"{whole.file}, feature {rows[first] + 1} has a point at {spots[first].tolist()}, which is"
            f" none in {system_name(frame.crs)}. The longitude comes first. GeoJSON is in degrees,"
            " whatever its numbers are (RFC 7946): convert it by to_crs(4326), or write the original as"
            " a GeoPackage"
        )
    if is_empty.any():
        first = int(np.argmax(is_empty)) + 1
        fact = f"{is_empty.sum():,} of {len(frame):,} rows have none, such as feature {first}"
        doubt = f"{whole.file}: rows without a geometry are not places: {fact}; take them out"
        # A street without a line is not a lost place.
        whole.proofs.append(Proof("geometry", fact, "" if 1 in kinds else doubt))
    return replace(whole, frame=frame[~is_empty])


def _of_frame(frame: GeoDataFrame) -> Layer:
    """Return the rows of a GeoDataFrame or GeoSeries; an index that names them is a column.

    It names them if it has a name itself, or is not of whole numbers.
    """
    if not hasattr(frame, "columns"):
        frame = frame.to_frame("geometry")
    file = "the GeoDataFrame"
    try:
        frame.geometry.name  # noqa: B018
    except AttributeError:
        raise ValueError(
            f"{file} has no geometry; choose it by its method set_geometry"
        ) from None
    index = frame.index
    names = [name for name in index.names if name is not None]
    if not names and index.dtype.kind in "iu":
        return Layer(file, frame.reset_index(drop=True))
    is_single = index.nlevels == 1
    if not names:
        frame = frame.rename_axis("index" if is_single else None)
    is_there = {*frame.index.names} & {*frame.columns}
    for name in is_there:
        if (frame[name] != index.get_level_values(name)).any():
            raise ValueError(
                f"{file} has an index and a column {name!r}, which differ; drop the index by"
                " reset_index(drop=True), or rename it"
            )
    return Layer(
        file,
        frame.reset_index(drop=bool(is_there)),
        index=str(frame.index.name) if is_single else None,
    )


def _read_file(path: str, layer: str | None, asked: str) -> Layer:
    """Return all rows of a layer, those without a geometry, too."""
    load_gdal()
    import pyogrio

    file = Path(path).name
    try:
        source = opening(path, layer)
        # It warns of lost geometries, which are refused below.
        with warnings.catch_warnings(action="ignore"):
            # Tables without shapes are not layers of a map.
            layers = [
                str(name) for name, kind in pyogrio.list_layers(source.path) if kind
            ]
            if layer is None and len(layers) == 1:
                layer = layers[0]
            if layer in layers:
                info = pyogrio.read_info(source.path, layer=layer)
                source.check(info["driver"])
                frame, encoding = _read_texts(source, layer, info["encoding"])
    except Exception as error:
        # GDAL has many classes of errors, and messages of many lines.
        reason = str(error).splitlines()[0]
        shown = _checks.format_value(path)
        raise ValueError(f"{asked}: cannot read {shown}: {reason}") from None
    if not layers:
        raise ValueError(f"{asked}: {file} has no layer with places")
    if layer not in layers:
        unknown = "" if layer is None else f" and no {layer!r}"
        raise ValueError(
            f"{file} has the layers {', '.join(layers)}{unknown}; choose one by"
            f" {option('layer')}"
        )
    is_json = source.format == "GeoJSON"
    missing = np.flatnonzero(frame.geometry.isna()).tolist()
    if is_json and missing:
        _refuse_lost_geometries(path, missing)
    # GeoJSON has numbers of its own if its features have ids; otherwise they number the rows.
    has_ids = is_json and not np.array_equal(frame.index, np.arange(len(frame)))
    rows = Layer(file, frame, source.format, source.format == "GeoPackage" or has_ids)
    if source.format == "Shapefile":
        rows.proofs.append(Proof("texts", f"read as {encoding}"))
    layers.remove(layer)
    if not layers:
        return rows
    others = f"layers {', '.join(layers)}"
    return replace(rows, file=f"{file}, layer {layer}", remarks=[others])


def _read_texts(
    source: Opening, layer: str, encoding: str | None
) -> tuple[GeoDataFrame, str | None]:
    """Return the rows of a layer, and the encoding by which its texts were read.

    Many a Shapefile is in UTF-8, although it names another code page, or none. Texts in another one
    are rarely valid UTF-8.
    """
    import pyogrio

    read = partial(pyogrio.read_dataframe, source.path, layer=layer, fid_as_index=True)
    if source.format == "Shapefile":
        with contextlib.suppress(UnicodeDecodeError):
            return read(encoding="UTF-8"), "UTF-8"
    return read(), encoding


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
        # In an archive, or in another form, lost geometries cannot be told from missing ones.
        lost = missing
    if lost:
        raise ValueError(
            f"{Path(path).name}, feature {lost[0] + 1}: its geometry cannot be read; coordinates must"
            " be numbers, and geometries points, lines or polygons"
        )


def parts_of(shapes: GeoSeries) -> GeoSeries:
    """Return the points, lines and polygons of shapes, also within collections, by the same index."""
    import shapely

    # The types from 4 on are those of several parts.
    while (shapely.get_type_id(shapes) >= 4).any():
        shapes = shapes.explode()
    return shapes


def spot_names(spots: Any) -> list[str]:
    """Return ids for places without one: their degrees, to a centimetre."""
    return [f"{x:.7f} {y:.7f}" for x, y in spots.tolist()]
