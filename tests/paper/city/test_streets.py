"""Streets of any GIS give the graph that a road file of the same streets gives."""

import numpy as np
import pytest

from gaussmech.geo.roads import read_road_file
from gaussmech.paper.city.streets import read_roads
from tests.paper.pipeline.conftest import ROOT

geopandas = pytest.importorskip("geopandas")
shapely = pytest.importorskip("shapely")

ROADS = ROOT / "config/examples/city/roads.txt"


def lines_of(points, links):
    return [shapely.LineString(points[[*link]]) for link in links]


@pytest.mark.parametrize("crs", [4326, 3857])
@pytest.mark.parametrize("name", ["streets.gpkg", "streets.geojson", "streets.shp"])
def test_lines_of_any_gis_file_are_streets(tmp_path, name, crs):
    points, links = read_road_file(ROADS)
    frame = geopandas.GeoDataFrame(geometry=lines_of(points, links), crs=4326)
    frame.to_crs(4326 if name.endswith("json") else crs).to_file(tmp_path / name)
    graph, counts = read_roads(tmp_path / name)
    expected, known = read_roads(ROADS)
    for key in ("component_points", "junctions", "road_sections", "roads"):
        assert counts[key] == known[key]
    assert np.array_equal(graph.edges, expected.edges)
    np.testing.assert_allclose(graph.lon, expected.lon, atol=2e-7)
    np.testing.assert_allclose(graph.length_m, expected.length_m, rtol=1e-4)


def test_a_list_of_edges_needs_coordinates(tmp_path):
    path = tmp_path / "edges.csv"
    path.write_text("from,to\na,b\nb,c\nc,a\n")
    with pytest.raises(
        ValueError, match="heatmap.roads: .*edges.csv has no coordinates"
    ):
        read_roads(path)


def test_polygons_are_no_streets_and_streets_that_do_not_meet_are_told(
    tmp_path, caplog
):
    path = tmp_path / "towns.geojson"
    square = shapely.box(0, 0, 1, 1)
    geopandas.GeoDataFrame(geometry=[square], crs=4326).to_file(path)
    with pytest.raises(ValueError, match="towns.geojson has polygons, but no lines"):
        read_roads(path)
    # Three triangles that do not meet.
    triangle = np.array([[0, 0], [1, 0], [1, 1], [0, 0], [0, 1], [1, 1]]) / 1000
    rows = [shapely.LineString(triangle + [k, 0]) for k in range(3)]
    geopandas.GeoDataFrame(geometry=rows, crs=4326).to_file(tmp_path / "apart.gpkg")
    graph, _ = read_roads(tmp_path / "apart.gpkg")
    assert graph.n > 0 and "only 4 of 12 points are connected" in caplog.text
