"""`denoise` on networks that are no street grid: tiny, in parts, with dead ends, of counties."""

from pathlib import Path

import numpy as np
import pytest
from scipy.spatial import Delaunay

from gaussmech.graphs.denoise import METHODS, denoise
from gaussmech.graphs.graph import Graph
from tests.graphs.networks import grid_edges, noisy, path

ELSEWHERE = Path(__file__).resolve().parents[3] / "shared/data/elsewhere"
# Of the graph as it is: not of the order of its vertices, nor of a random tree.
WITHOUT_TREES = [name for name, method in METHODS.items() if not method.random]
PART_BY_PART = ("trend-sure", "wavelet")
SIGMA = 10.0


def counties():
    """Contiguity of 150 random regions, without lengths, as counties have it."""
    places = np.random.default_rng(1).uniform(0, 1, (150, 2))
    a, b, c = Delaunay(places).simplices.T
    borders = np.sort(
        np.concatenate([np.column_stack(two) for two in ((a, b), (b, c), (a, c))])
    )
    lon, lat = places[:, 0] * 50 - 120, places[:, 1] * 20 + 28
    return Graph(150, np.unique(np.sort(borders, axis=1), axis=0), lon=lon, lat=lat)


def in_parts():
    """Two towns and four houses without a road, here and there."""
    rng = np.random.default_rng(2)
    lon, lat = rng.uniform(0, 0.01, (2, 54))
    edges = np.vstack([grid_edges(5), grid_edges(5, first=25)])
    return Graph(54, edges, lon=lon, lat=lat, length_m=rng.uniform(1, 1e4, 80))


def dead_ends():
    """A street with a house at the end of a short lane at each of its crossings."""
    lanes = np.column_stack([np.arange(30), np.arange(30, 60)])
    length = np.concatenate([np.full(29, 100.0), np.full(30, 5.0)])
    return Graph(60, np.vstack([path(30), lanes]), length_m=length)


NETWORKS = {
    "one vertex": Graph(1, []),
    "one vertex, placed": Graph(1, [], lon=[0.0], lat=[0.0]),
    "two vertices": Graph(2, path(2)),
    "two vertices, placed": Graph(
        2, path(2), lon=[0, 0.001], lat=[0, 0], length_m=[100.0]
    ),
    "two vertices, no edge": Graph(2, [], lon=[0, 0.001], lat=[0, 0.001]),
    "three in a row": Graph(3, path(3), lon=[0, 0.001, 0.002], lat=[0, 0, 0]),
    "triangle": Graph(3, [[0, 1], [1, 2], [0, 2]], length_m=[1.0, 2.0, 3.0]),
    "three, no edges": Graph(3, []),
    "all at one place": Graph(9, grid_edges(3), lon=np.zeros(9), lat=np.zeros(9)),
    "lengths far apart": Graph(9, path(9), length_m=np.geomspace(1, 1e4, 8)),
    "star": Graph(40, np.column_stack([np.zeros(39, dtype=int), np.arange(1, 40)])),
    "dead ends": dead_ends(),
    "in parts": in_parts(),
    "no edges": Graph(
        50, [], lon=np.linspace(0, 0.01, 50), lat=np.linspace(0, 0.1, 50) ** 2
    ),
    "counties": counties(),
    "counties, not placed": Graph(150, counties().edges),
}


def released(graph):
    return noisy(50 * np.random.default_rng(2).exponential(size=graph.n), SIGMA, 3)


def denoised(y, graph, method, **options):
    """`denoise`, signed where the method can: x (n,) alone."""
    signed = None if method == "field" else False
    return denoise(
        y, SIGMA, graph, method=method, rng=1, nonnegative=signed, **options
    ).x


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", NETWORKS)
def test_an_estimate_and_its_error_are_finite(name, method):
    graph = NETWORKS[name]
    if METHODS[method].needs_places and graph.lon is None:
        with pytest.raises(
            ValueError, match=f"^graph has no lon and lat; {method} needs them$"
        ):
            denoise(np.zeros(graph.n), SIGMA, graph, method=method)
        return
    for y in (released(graph), np.zeros(graph.n), np.full(graph.n, 1e6)):
        fit = denoise(y, SIGMA, graph, method=method, rng=1)
        assert (
            fit.x.shape == y.shape and np.isfinite(fit.x).all() and (fit.x >= 0).all()
        )
        assert (
            np.isfinite([fit.mse, *fit.risk_interval]).all() and 0 < fit.mse_se < np.inf
        )
        # Places that tell nothing can mislead those that know nothing else.
        assert 0 <= fit.risk < (np.inf if METHODS[method].needs_places else 4 * SIGMA)


@pytest.mark.parametrize("method", WITHOUT_TREES)
@pytest.mark.parametrize(
    "name", ["three in a row", "star", "dead ends", "in parts", "counties"]
)
def test_names_of_vertices_and_edges_do_not_matter(name, method):
    graph = NETWORKS[name]
    if METHODS[method].needs_places and graph.lon is None:
        pytest.skip("no coordinates")
    rng = np.random.default_rng(4)
    old, order = rng.permutation(graph.n), rng.permutation(graph.m)
    new = np.argsort(old)
    edges = new[graph.edges][order]
    edges[::2] = edges[::2, ::-1]
    more = {
        "lon": (graph.lon, old),
        "lat": (graph.lat, old),
        "length_m": (graph.length_m, order),
    }
    more = {key: of[by] for key, (of, by) in more.items() if of is not None}
    y = released(graph)
    x = denoised(y, graph, method)
    result = denoised(y[old], Graph(graph.n, edges, **more), method)
    np.testing.assert_allclose(result, x[old], atol=1e-6 * SIGMA)


@pytest.mark.parametrize("method", PART_BY_PART)
def test_what_happens_in_one_part_stays_there(method):
    graph = NETWORKS["in parts"]
    assert np.bincount(graph.components).tolist() == [25, 25, 1, 1, 1, 1]
    y, second = released(graph), graph.components == 1
    x = denoised(y, graph, method)
    np.testing.assert_allclose(np.bincount(graph.components, x - y), 0, atol=1e-9)
    moved = denoised(y + 300 * second, graph, method)
    np.testing.assert_allclose(moved, x + 300 * second, atol=1e-9)


@pytest.mark.skipif(not ELSEWHERE.is_dir(), reason=f"{ELSEWHERE} is not there")
@pytest.mark.parametrize(
    "name", ["medellin_accidents", "montreal_bike", "perth_crashes", "us_counties"]
)
def test_networks_of_other_places(name):
    data = np.load(ELSEWHERE / f"{name}.npz")
    keys = {"lon": "lon", "lat": "lat", "length_m": "length"}
    more = {key: data[of].astype(float) for key, of in keys.items() if of in data}
    f, sigma = data["maps"][-1].astype(float), 40.29
    graph = Graph(len(f), data["edges"], **more)
    y = noisy(f, sigma, 5)
    fit = denoise(y, sigma, graph, rng=1)
    mse = np.mean((fit.x - f) ** 2)
    level = np.mean((np.maximum(y.mean(), 0) - f) ** 2)
    assert mse < 0.3 * sigma**2 and mse < 1.02 * level and (fit.x >= 0).all()
    assert abs(fit.mse - mse) < 5 * fit.mse_se


@pytest.mark.parametrize("unit", [1e-300, 1e-20, 1e5, 1e200])
@pytest.mark.parametrize("method", ["auto", "trend-sure"])
def test_the_unit_of_the_weights_does_not_matter(method, unit):
    y = np.random.default_rng(3).normal(50, 20, 36)
    weights = np.random.default_rng(4).uniform(0.5, 2, len(grid_edges(6)))
    weights /= np.median(weights)
    graph = Graph(36, grid_edges(6), weights=weights)
    scaled = Graph(36, grid_edges(6), weights=weights * unit)
    fit = denoise(y, SIGMA, graph, method=method, rng=1)
    scaled_fit = denoise(y, SIGMA, scaled, method=method, rng=1)
    np.testing.assert_allclose(scaled_fit.x, fit.x, rtol=1e-6)
