"""`denoise` on networks that are no street grid: tiny, in parts, with dead ends, of counties."""

from pathlib import Path

import numpy as np
import pytest
from scipy.spatial import Delaunay

from gaussmech.graphs.denoise import DENOISING_METHODS, denoise
from gaussmech.graphs.graph import Graph
from tests.graphs.networks import grid_edges, noisy, path_edges

ELSEWHERE = Path(__file__).resolve().parents[3] / "shared/data/elsewhere"
# Their estimates depend on the graph alone: not on the order of its vertices, nor on random trees.
WITHOUT_TREES = [
    name for name, method in DENOISING_METHODS.items() if not method.random
]
PART_BY_PART = ("trend-sure", "wavelet")
SIGMA = 10.0


def counties():
    """Return the contiguity of 150 random regions, without lengths, as counties have it."""
    places = np.random.default_rng(1).uniform(0, 1, (150, 2))
    a, b, c = Delaunay(places).simplices.T
    sides = [np.column_stack(ends) for ends in ((a, b), (b, c), (a, c))]
    borders = np.sort(np.concatenate(sides), axis=1)
    # Two triangles share a side.
    edges = np.unique(borders, axis=0)
    lon = places[:, 0] * 50 - 120
    lat = places[:, 1] * 20 + 28
    return Graph(150, edges, lon=lon, lat=lat)


def in_parts():
    """Return two towns and four houses without a road, here and there."""
    rng = np.random.default_rng(2)
    lon, lat = rng.uniform(0, 0.01, (2, 54))
    edges = np.vstack([grid_edges(5), grid_edges(5, first=25)])
    return Graph(54, edges, lon=lon, lat=lat, length_m=rng.uniform(1, 1e4, 80))


def dead_ends():
    """Return a street with a house at the end of a short lane at each of its crossings."""
    crossings = np.arange(30)
    houses = np.arange(30, 60)
    lanes = np.column_stack([crossings, houses])
    edges = np.vstack([path_edges(30), lanes])
    length = np.concatenate([np.full(29, 100.0), np.full(30, 5.0)])
    return Graph(60, edges, length_m=length)


def star():
    leaves = np.arange(1, 40)
    hub = np.zeros(39, dtype=int)
    return Graph(40, np.column_stack([hub, leaves]))


NETWORKS = {
    "one vertex": Graph(1, []),
    "one vertex, placed": Graph(1, [], lon=[0.0], lat=[0.0]),
    "two vertices": Graph(2, path_edges(2)),
    "two vertices, placed": Graph(
        2,
        path_edges(2),
        lon=[0, 0.001],
        lat=[0, 0],
        length_m=[100.0],
    ),
    "two vertices, no edge": Graph(2, [], lon=[0, 0.001], lat=[0, 0.001]),
    "three in a row": Graph(3, path_edges(3), lon=[0, 0.001, 0.002], lat=[0, 0, 0]),
    "triangle": Graph(3, [[0, 1], [1, 2], [0, 2]], length_m=[1.0, 2.0, 3.0]),
    "three, no edges": Graph(3, []),
    "all at one place": Graph(9, grid_edges(3), lon=np.zeros(9), lat=np.zeros(9)),
    "lengths far apart": Graph(9, path_edges(9), length_m=np.geomspace(1, 1e4, 8)),
    "star": star(),
    "dead ends": dead_ends(),
    "in parts": in_parts(),
    "no edges": Graph(
        50,
        [],
        lon=np.linspace(0, 0.01, 50),
        lat=np.linspace(0, 0.1, 50) ** 2,
    ),
    "counties": counties(),
    "counties, not placed": Graph(150, counties().edges),
}


def released(graph):
    """Return a noisy map of exponential counts, (n,)."""
    counts = 50 * np.random.default_rng(2).exponential(size=graph.n)
    return noisy(counts, SIGMA, 3)


def lacks_places(graph, method):
    return DENOISING_METHODS[method].needs_places and graph.lon is None


def denoised(y, graph, method):
    """Return the estimate (n,), which may be negative where the method can."""
    nonnegative = None if method == "field" else False
    fit = denoise(y, SIGMA, graph, method=method, rng=1, nonnegative=nonnegative)
    return fit.x


FITTING = []
REFUSED = []
for name, graph in NETWORKS.items():
    for method in DENOISING_METHODS:
        pairs = REFUSED if lacks_places(graph, method) else FITTING
        pairs.append((name, method))


@pytest.mark.parametrize(("name", "method"), FITTING)
def test_an_estimate_and_its_error_are_finite(name, method):
    graph = NETWORKS[name]
    # Places that tell nothing can mislead methods that know nothing else.
    most_risk = np.inf if DENOISING_METHODS[method].needs_places else 4 * SIGMA
    for y in (released(graph), np.zeros(graph.n), np.full(graph.n, 1e6)):
        fit = denoise(y, SIGMA, graph, method=method, rng=1)
        assert fit.x.shape == y.shape
        assert np.isfinite(fit.x).all()
        # A mean of the clipped and the signed answer may go below 0.
        assert fit.signed_weight or (fit.x >= 0).all()
        assert np.isfinite(fit.mse)
        assert np.isfinite(fit.risk_interval).all()
        assert 0 < fit.mse_se < np.inf
        assert 0 <= fit.risk < most_risk


@pytest.mark.parametrize(("name", "method"), REFUSED)
def test_a_method_that_needs_places_refuses_a_graph_without(name, method):
    graph = NETWORKS[name]
    message = f"^graph has no lon and lat; {method} needs them$"
    with pytest.raises(ValueError, match=message):
        denoise(np.zeros(graph.n), SIGMA, graph, method=method)


def renamed(graph, old, order):
    """Return the graph whose vertex v was `old[v]` and whose edge e was `order[e]`.

    Every other edge has its ends exchanged.
    """
    new = np.argsort(old)
    edges = new[graph.edges][order]
    edges[::2] = edges[::2, ::-1]
    attributes = {}
    if graph.lon is not None:
        attributes["lon"] = graph.lon[old]
        attributes["lat"] = graph.lat[old]
    if graph.length_m is not None:
        attributes["length_m"] = graph.length_m[order]
    return Graph(graph.n, edges, **attributes)


@pytest.mark.full
@pytest.mark.parametrize("method", WITHOUT_TREES)
@pytest.mark.parametrize(
    "name", ["three in a row", "star", "dead ends", "in parts", "counties"]
)
def test_names_of_vertices_and_edges_do_not_matter(name, method):
    graph = NETWORKS[name]
    if lacks_places(graph, method):
        pytest.skip("no coordinates")
    rng = np.random.default_rng(4)
    old = rng.permutation(graph.n)
    order = rng.permutation(graph.m)
    y = released(graph)
    x = denoised(y, graph, method)
    other = denoised(y[old], renamed(graph, old, order), method)
    # The trend filters end at a duality gap, which the order of the edges moves a little.
    np.testing.assert_allclose(other, x[old], atol=1e-6 * SIGMA)


@pytest.mark.parametrize("method", PART_BY_PART)
def test_each_part_keeps_its_total(method):
    graph = NETWORKS["in parts"]
    y = released(graph)
    change = denoised(y, graph, method) - y
    np.testing.assert_allclose(np.bincount(graph.components, change), 0, atol=1e-9)


@pytest.mark.parametrize("method", PART_BY_PART)
def test_what_happens_in_one_part_stays_there(method):
    graph = NETWORKS["in parts"]
    y = released(graph)
    move = 300.0 * (graph.components == 1)
    expected = denoised(y, graph, method) + move
    result = denoised(y + move, graph, method)
    np.testing.assert_allclose(result, expected, atol=1e-9)


def read_network(path):
    """Return the graph and the last map of a file of networks."""
    data = np.load(path)
    attributes = {}
    for key, column in {"lon": "lon", "lat": "lat", "length_m": "length"}.items():
        if column in data:
            attributes[key] = data[column].astype(float)
    f = data["maps"][-1].astype(float)
    return Graph(len(f), data["edges"], **attributes), f


@pytest.mark.full
@pytest.mark.skipif(not ELSEWHERE.is_dir(), reason=f"{ELSEWHERE} is not there")
@pytest.mark.parametrize(
    "name", ["medellin_accidents", "montreal_bike", "perth_crashes", "us_counties"]
)
def test_networks_of_other_places(name):
    graph, f = read_network(ELSEWHERE / f"{name}.npz")
    # The noise of the paper's maps.
    sigma = 40.29
    y = noisy(f, sigma, 5)
    fit = denoise(y, sigma, graph, rng=1)
    # A mean of the clipped and the signed answer may go below 0.
    assert fit.signed_weight or (fit.x >= 0).all()
    mse = np.mean((fit.x - f) ** 2)
    assert mse < 0.3 * sigma**2
    mean = max(y.mean(), 0)
    assert mse < 1.02 * np.mean((mean - f) ** 2)
    assert abs(fit.mse - mse) < 5 * fit.mse_se


@pytest.mark.parametrize("unit", [1e-300, 1e-20, 1e5, 1e200])
@pytest.mark.parametrize("method", ["auto", "trend-sure"])
def test_the_unit_of_the_weights_does_not_matter(method, unit):
    edges = grid_edges(6)
    y = np.random.default_rng(3).normal(50, 20, 36)
    weights = np.random.default_rng(4).uniform(0.5, 2, len(edges))
    weights /= np.median(weights)
    graph = Graph(36, edges, weights=weights)
    scaled = Graph(36, edges, weights=weights * unit)
    fit = denoise(y, SIGMA, graph, method=method, rng=1)
    scaled_fit = denoise(y, SIGMA, scaled, method=method, rng=1)
    np.testing.assert_allclose(scaled_fit.x, fit.x, rtol=1e-6)
