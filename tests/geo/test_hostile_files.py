"""A public file is data, never a program: no file makes GDAL read another one, or the network."""

import json
import os
import shutil
import sqlite3
import threading
import zipfile
from http.server import BaseHTTPRequestHandler, HTTPServer

import geopandas as gpd
import pytest
from shapely.geometry import Point

from gaussmech import cli
from gaussmech.geo.graph_files import list_of_places
from tests.processes import output_of

SECRET = "user,place,lon,lat\nalice,a,1.5,2.5\nbob,b,3.5,4.5\n"
VRT = """<OGRVRTDataSource><OGRVRTLayer name="secret"><SrcDataSource>{secret}</SrcDataSource>
<GeometryType>wkbPoint</GeometryType><LayerSRS>EPSG:4326</LayerSRS>
<GeometryField encoding="PointFromColumns" x="lon" y="lat"/></OGRVRTLayer></OGRVRTDataSource>"""
GDALG = (
    '{{"type": "gdal_streamed_alg", "command_line": "gdal vector pipeline ! read {secret} !'
    ' set-geom-type"}}'
)
WFS = "<OGRWFSDataSource><URL>{url}/wfs</URL></OGRWFSDataSource>"
CAPABILITIES = '<?xml version="1.0"?><!-- x --><WFS_Capabilities version="1.0.0"/>'
FEATURE = (
    '{{"type": "Feature", "properties": {{"id": "a"}},'
    ' "geometry": {{"type": "Point", "coordinates": [1, 2]}}}}'
)
LINK = (
    '{{"type": "FeatureCollection", "crs": {{"type": "link", "properties":'
    ' {{"href": "{url}/crs"}}}}, "features": [' + FEATURE + "]}}"
)
# Data in front of a program.
MIXED = '{{"type": "FeatureCollection", "x": "<OGRVRTDataSource", "features": []}}'
TEXTS = {
    "vrt": VRT,
    "vrt after a comment": "<!-- districts -->\n" + VRT,
    "gdalg": GDALG,
    "wfs": WFS,
    "capabilities": CAPABILITIES,
    "link": LINK,
    "escaped link": LINK.replace('"crs"', '"cr\\u0073"').replace(
        '"link"', '"\\u006cink"'
    ),
    "mixed": MIXED,
    "csv": SECRET,
}


@pytest.fixture(scope="module")
def server():
    """The address of a server, and the paths that were asked for."""
    paths = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            paths.append(self.path)
            self.send_error(404)

    running = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=running.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{running.server_port}", paths
    running.shutdown()
    running.server_close()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "secret.csv").write_text(SECRET)
    return tmp_path


def dry_run(*options):
    command = "release events secret.csv --user user --events-per-user 1 --epsilon 1 --delta 1e-6"
    cli.main([*command.split(), "--dry-run", "--output", "o.csv", *options])


def refused(option, value, capsys):
    """Return the one line with which the command refuses a public file."""
    cells = ["--cells", "1km"] if option == "--within" else []
    with pytest.raises(SystemExit) as exit:
        dry_run(*cells, option, value)
    captured = capsys.readouterr()
    *_, line = captured.err.splitlines()
    assert exit.value.code == 2 and captured.out == "" and option in line
    assert not {"alice", "bob", "1.5"} & {*captured.err.replace(",", " ").split()}
    return line


@pytest.mark.parametrize("name", ["d.geojson", "d.gpkg", "d.shp", "d.json", "d.gml"])
@pytest.mark.parametrize("text", TEXTS, ids=[*TEXTS])
def test_a_program_is_refused_under_any_name(text, name, folder, server, capsys):
    url, paths = server
    content = TEXTS[text].format(secret=folder / "secret.csv", url=url)
    (folder / name).write_text(content)
    for option in ("--places", "--graph", "--within"):
        line = refused(option, name, capsys)
        assert f"{option}: cannot read '{name}': it" in line
    if name == "d.json":
        with zipfile.ZipFile("d.zip", "w") as archive:
            archive.write(name)
        assert "cannot read 'd.zip': it" in refused("--graph", "d.zip", capsys)
    assert not paths


def test_only_files_are_read(folder, server, capsys):
    url, paths = server
    shutil.copy("secret.csv", "a;b.geojson")
    with zipfile.ZipFile("z.zip", "w") as archive:
        archive.write("secret.csv")
    names = [
        *(VRT.format(secret="secret.csv"), FEATURE.format(), f"{url}/x.geojson"),
        *(f"/vsicurl/{url}/x.geojson", "/vsistdin/", "/dev/stdin", "/vsizip/z.zip"),
        *("CSV:secret.csv", f"WFS:{url}", "a;b.geojson", "z.zip", ".", "a\0b", 9 * "x" * 99),
    ]  # fmt: skip
    for name in names:
        assert "cannot read" in refused("--graph", name, capsys)
    assert not paths


def test_an_archive_that_would_fill_the_memory_is_not_unpacked(folder, monkeypatch):
    monkeypatch.setattr("gaussmech._gdal.MOST_UNPACKED", 0)
    with zipfile.ZipFile("z.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("d.json", " " * 10**6)
    with pytest.raises(
        ValueError, match="it would be 1 MB, unpacked, .* name the file"
    ):
        list_of_places("z.zip")


MODULES = {
    "VirtualOGR": "('secret.csv')",
    "virtualtext": "('secret.csv', 'UTF-8', 1, POINT, DOUBLEQUOTE, ',')",
    "csv": "(filename='secret.csv')",
}


@pytest.mark.parametrize("module", MODULES)
def test_a_table_that_is_filled_from_elsewhere_is_refused(module, folder, capsys):
    places = gpd.GeoDataFrame({"id": ["a"]}, geometry=[Point(1, 2)], crs=4326)
    places.to_file("d.gpkg")
    sql = f"CREATE  VIRTUAL TABLE evil USING {module}{MODULES[module]}"
    with sqlite3.connect("d.gpkg") as db:
        db.execute("PRAGMA writable_schema = ON")
        row = "INSERT INTO sqlite_master VALUES ('table', 'evil', 'evil', 0, ?)"
        db.execute(row, [sql])
    db.close()
    with zipfile.ZipFile("d.zip", "w") as archive:
        archive.write("d.gpkg")
    for name in ("d.gpkg", "d.zip"):
        assert "its table is not an ordinary one" in refused("--places", name, capsys)
    with sqlite3.connect("d.gpkg") as db:
        db.execute("PRAGMA application_id = 0")
    db.close()
    assert "it must be a GeoPackage" in refused("--places", "d.gpkg", capsys)


def test_gdal_is_loaded_without_drivers_that_follow_a_file():
    code = (
        "import os; from gaussmech._gdal import load_gdal; load_gdal(); import pyogrio;"
        "have = pyogrio.list_drivers(); print({'OGR_VRT', 'GDALG', 'WFS'} & {*have}, 'GPKG' in have,"
        " os.environ.get('GDAL_SKIP'))"
    )
    assert output_of(code) == "set() True None\n"


def test_archives_may_have_folders_and_several_files(folder):
    frame = gpd.GeoDataFrame({"id": ["a"]}, geometry=[Point(1, 2)], crs=4326)
    os.mkdir("in")
    for name in ("in/wards.shp", "in/tracts.shp"):
        frame.to_file(name)
    shutil.make_archive("both", "zip", ".", "in")
    assert list_of_places("both.zip", layer="wards").ids == ["a"]
    with pytest.raises(ValueError, match=r"are in/\w+.shp, in/\w+.shp; unpack it"):
        list_of_places("both.zip")


def test_no_name_of_a_column_does_anything_to_a_terminal(folder, capsys):
    properties = {"id": "a", "\x1b]0;x\x07": "b"}
    feature = json.loads(FEATURE.format()) | {"properties": properties}
    (folder / "p.geojson").write_text(json.dumps(feature))
    dry_run("--places", "p.geojson")
    out = capsys.readouterr().out
    assert "\x1b" not in out and "\\x1b]0;x\\x07" in out
