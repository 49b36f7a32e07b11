"""`denoise` on networks that are no street grid: tiny, in parts, with dead ends, of counties."""

from itertools import product

import networkx as nx
import numpy as np
import pytest
from scipy.spatial import Delaunay

from gaussmech.graphs.denoise import DENOISING_METHODS, denoise
from gaussmech.graphs.graph import Graph
from tests.graphs.networks import grid, grid_edges, noisy, path_edges

SIGMA = 10.0


def counties():
    """Return the contiguity of 150 random regions, without lengths, as counties have it."""
    places = np.random.default_rng(1).uniform((-120, 28), (-70, 48), (150, 2))
    links = nx.Graph()
    for triangle in Delaunay(places).simplices.tolist():
        nx.add_cycle(links, triangle)
    return Graph(150, [*links.edges], lon=places[:, 0], lat=places[:, 1])


def in_parts():
    """Return two towns and four houses without a road, here and there."""
    rng = np.random.default_rng(2)
    lon, lat = rng.uniform(0, 0.01, (2, 54))
    edges = np.vstack([grid_edges(5), grid_edges(5, first=25)])
    return Graph(54, edges, lon=lon, lat=lat, length_m=rng.uniform(1, 1e4, 80))


def dead_ends():
    """Return a street with a house at the end of a short lane at each of its crossings."""
    lanes = np.arange(30)[:, None] + [0, 30]
    length = np.repeat([100.0, 5.0], [29, 30])
    return Graph(60, np.vstack([path_edges(30), lanes]), length_m=length)


BARE = {
    "one vertex": Graph(1, []),
    "two vertices": Graph(2, [[0, 1]]),
    "two vertices, no edge": Graph(2, []),
    "star": Graph.from_networkx(nx.star_graph(39)),
    "no edges": Graph(50, []),
}
NETWORKS = BARE | {
    "triangle": Graph(3, [[0, 1], [1, 2], [0, 2]], length_m=[1.0, 2.0, 3.0]),
    "three in a row": Graph(3, path_edges(3), lon=[0, 0.001, 0.002], lat=[0, 0, 0]),
    "all at one place": grid(3, lon=np.zeros(9), lat=np.zeros(9)),
    "lengths far apart": Graph(
        9, path_edges(9), length_m=np.geomspace(1e-300, 1e300, 8)
    ),
    "dead ends": dead_ends(),
    "in parts": in_parts(),
    "counties": counties(),
    "counties, not placed": Graph(150, counties().edges),
}
for bare_name, bare in BARE.items():
    places = np.linspace(0, 0.1, bare.n)
    NETWORKS[f"{bare_name}, placed"] = Graph(
        bare.n, bare.edges, lon=places, lat=places**2
    )


def released(graph):
    """Return a noisy map of exponential counts, (n,)."""
    return noisy(50 * np.random.default_rng(2).exponential(size=graph.n), SIGMA, 3)


def lacks_places(name, method):
    return method == "kernel-sure" and NETWORKS[name].lon is None


def denoised(y, graph, method):
    """Return the estimate (n,), which may be negative where the method can."""
    nonnegative = None if method == "field" else False
    fit = denoise(y, SIGMA, graph, method=method, rng=1, nonnegative=nonnegative)
    return fit.estimate


PAIRS = [*product(NETWORKS, DENOISING_METHODS)]


@pytest.mark.parametrize(
    "name, method", [pair for pair in PAIRS if not lacks_places(*pair)]
)
def test_an_estimate_and_its_error_are_finite(name, method):
    graph = NETWORKS[name]
    # Places that tell nothing can mislead methods that know nothing else.
    most_risk = np.inf if method == "kernel-sure" else 4 * SIGMA
    for y in (released(graph), np.zeros(graph.n), np.full(graph.n, 1e6)):
        fit = denoise(y, SIGMA, graph, method=method, rng=1)
        assert fit.estimate.shape == y.shape
        assert np.isfinite([*fit.estimate, fit.mse, *fit.rmse_interval]).all()
        # A mean of the clipped and the signed answer may go below 0.
        assert fit.signed_weight or (fit.estimate >= 0).all()
        assert 0 < fit.mse_se < np.inf
        assert 0 < fit.total(np.ones(graph.n, bool)).sd < np.inf
        assert 0 <= fit.rmse < most_risk


@pytest.mark.parametrize(
    "name, method", [pair for pair in PAIRS if lacks_places(*pair)]
)
def test_a_method_that_needs_places_refuses_a_graph_without(name, method):
    with pytest.raises(
        ValueError, match=f"^graph has no lon and lat; {method} needs them$"
    ):
        denoised(released(NETWORKS[name]), NETWORKS[name], method)


@pytest.mark.parametrize("unit", [1e-300, 1e-20, 1e5, 1e200])
@pytest.mark.parametrize("method", ["auto", "trend-sure"])
def test_the_unit_of_the_weights_does_not_matter(method, unit):
    weights = np.random.default_rng(4).uniform(0.5, 2, 60)
    y = noisy(np.full(36, 50.0), 20.0, 3)
    x, expected = (
        denoised(y, grid(6, weights=scale * weights / np.median(weights)), method)
        for scale in (unit, 1)
    )
    np.testing.assert_allclose(x, expected, rtol=1e-6)
