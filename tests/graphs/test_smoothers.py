"""Smoothers of the plane against direct sums; weights of estimates."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from gaussmech.graphs.graph import Graph
from gaussmech.graphs.risk import TEMPERATURE, risk_average
from gaussmech.graphs.smoothers import BANDWIDTHS, KernelSmoothers, plane
from tests.graphs.networks import noisy, path_edges, rmse

N = 60
each_bandwidth = pytest.mark.parametrize("k", range(len(BANDWIDTHS)))


@pytest.fixture(scope="module")
def path():
    """A path of vertices that wanders to the north-east, in steps of random lengths."""
    rng = np.random.default_rng(1)
    steps_east = rng.uniform(0, 2e-3, N)
    steps_north = rng.uniform(0, 1e-3, N)
    lon = np.cumsum(steps_east) - 74
    lat = np.cumsum(steps_north) + 40.7
    return Graph(N, path_edges(N), lon=lon, lat=lat)


@pytest.fixture(scope="module")
def smoothers(path):
    return KernelSmoothers(path)


@pytest.fixture(scope="module")
def y():
    position = np.arange(N)
    return noisy(10 * np.sin(position / 9), 1.0, 2)


def direct_smoother(graph, bandwidth):
    """Return the matrix of Nadaraya and Watson's smoother, without pixels and without a cut."""
    points, edge = plane(graph, "it")
    in_bandwidths = points / (bandwidth * edge)
    distance = cdist(in_bandwidths, in_bandwidths)
    kernel = np.exp(-0.5 * distance**2)
    return kernel / kernel.sum(axis=1, keepdims=True)


@each_bandwidth
def test_each_bandwidth_is_nearly_the_direct_sum(k, path, smoothers, y):
    expected = direct_smoother(path, BANDWIDTHS[k]) @ y
    smooth = smoothers.smooth(y)[k]
    # Pixels of a third of the bandwidth move a vertex by a quarter of it at most.
    assert rmse(smooth, expected) < 0.06 * np.std(y)


@each_bandwidth
def test_the_trace_of_each_bandwidth_is_nearly_that_of_the_direct_sum(
    k, path, smoothers
):
    matrix = direct_smoother(path, BANDWIDTHS[k])
    # Pixels move the vertices here, too.
    assert smoothers.df[k] == pytest.approx(np.trace(matrix), rel=0.12)


def test_the_trace_is_that_of_the_matrix(smoothers):
    trace = np.zeros(len(BANDWIDTHS))
    for vertex, unit in enumerate(np.eye(N)):
        trace += smoothers.smooth(unit)[:, vertex]
    np.testing.assert_allclose(smoothers.df, trace, rtol=1e-9)


def test_weights_follow_the_estimated_risk():
    y = np.array([3.0, -1.0, 2.0])
    nothing = np.zeros(3)
    half = 0.5 * y
    df = np.array([3.0, 0.0, 1.5])
    # ||y - x||^2 is 0, 14 and 3.5; the risk is 2 df more, up to a constant.
    risk = np.array([0.0, 14.0, 3.5]) + 2 * df
    _, weights = risk_average(y, np.array([y, nothing, half]), df)
    expected = np.exp(-risk / TEMPERATURE)
    expected /= expected.sum()
    np.testing.assert_allclose(weights, expected, rtol=1e-12)


def test_a_graph_of_one_place_is_smoothed_to_its_mean():
    zeros = np.zeros(4)
    graph = Graph(4, [[0, 1]], lon=zeros, lat=zeros)
    y = np.array([1.0, 2.0, 3.0, 6.0])
    x, weights = KernelSmoothers(graph).average(y)
    np.testing.assert_allclose(x, 3.0)
    assert weights.sum() == pytest.approx(1.0)
