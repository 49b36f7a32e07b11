"""Smoothers of the plane against direct sums; weights of estimates."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from gaussmech.graphs.graph import Graph
from gaussmech.graphs.smoothers import BANDWIDTHS, KernelSmoothers, plane
from tests.graphs.networks import noisy, path_edges, rmse

RNG = np.random.default_rng(1)
# A path of vertices that wanders to the north-east, in steps of random lengths.
PATH = Graph(
    60,
    path_edges(60),
    lon=np.cumsum(RNG.uniform(0, 2e-3, 60)) - 74,
    lat=np.cumsum(RNG.uniform(0, 1e-3, 60)) + 40.7,
)


def test_each_bandwidth_is_nearly_the_direct_sum_of_nadaraya_and_watson():
    smoothers = KernelSmoothers(PATH)
    y = noisy(10 * np.sin(np.arange(60) / 9), 1.0, 2)
    points, edge = plane(PATH, "it")
    # The trace is that of the matrix.
    columns = [smoothers.smooth(unit) for unit in np.eye(60)]
    np.testing.assert_allclose(smoothers.df, np.trace(columns, axis1=0, axis2=2))
    for k, bandwidth in enumerate(BANDWIDTHS):
        # Without pixels and without a cut.
        kernel = np.exp(-0.5 * (cdist(points, points) / (bandwidth * edge)) ** 2)
        matrix = kernel / kernel.sum(axis=1, keepdims=True)
        # Pixels of a third of the bandwidth move a vertex by a quarter of it at most.
        assert rmse(smoothers.smooth(y)[k], matrix @ y) < 0.06 * np.std(y)
        assert smoothers.df[k] == pytest.approx(np.trace(matrix), rel=0.12)


def test_a_graph_of_one_place_is_smoothed_to_its_mean():
    zeros = np.zeros(4)
    graph = Graph(4, [[0, 1]], lon=zeros, lat=zeros)
    y = np.array([1.0, 2.0, 3.0, 6.0])
    x, weights = KernelSmoothers(graph).average(y)
    np.testing.assert_allclose(x, 3.0)
    assert weights.sum() == pytest.approx(1.0)
