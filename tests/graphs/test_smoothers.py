"""Smoothers of the plane against direct sums; weights of estimates."""

import numpy as np
import pytest

from gaussmech.graphs.graph import Graph
from gaussmech.graphs.risk import TEMPERATURE, risk_average
from gaussmech.graphs.smoothers import BANDWIDTHS, KernelSmoothers, plane
from tests.graphs.networks import path

N = 60
RNG = np.random.default_rng(1)
LON, LAT = np.cumsum(RNG.uniform(0, [[2e-3], [1e-3]], (2, N)), axis=1)
PATH = Graph(N, path(N), lon=LON - 74, lat=LAT + 40.7)


def direct(y, bandwidth):
    """Nadaraya-Watson without pixels and without a cut: smoothed y, and the trace."""
    points, edge = plane(PATH, "it")
    gap = np.hypot(*(points[:, None] - points[None]).T)
    kernel = np.exp(-0.5 * (gap / (bandwidth * edge)) ** 2)
    kernel /= kernel.sum(axis=1, keepdims=True)
    return kernel @ y, np.trace(kernel)


def test_each_bandwidth_is_nearly_the_direct_sum():
    y = 10 * np.sin(np.arange(N) / 9) + RNG.standard_normal(N)
    smoothers = KernelSmoothers(PATH)
    for k, bandwidth in enumerate(BANDWIDTHS):
        expected, trace = direct(y, bandwidth)
        smooth = smoothers.smooth(y)[k]
        # Pixels of a third of the bandwidth move a vertex by a quarter of it at most.
        assert np.sqrt(np.mean((smooth - expected) ** 2)) < 0.06 * np.std(y), bandwidth
        assert smoothers.df[k] == pytest.approx(trace, rel=0.12), bandwidth


def test_the_trace_is_that_of_the_matrix():
    smoothers = KernelSmoothers(PATH)
    trace = sum(smoothers.smooth(unit)[:, v] for v, unit in enumerate(np.eye(N)))
    np.testing.assert_allclose(smoothers.df, trace, rtol=1e-9)


def test_weights_follow_the_estimated_risk():
    y = np.array([3.0, -1.0, 2.0])
    estimates = np.array([y, np.zeros(3), 0.5 * y])
    risk = np.array([0 + 2 * 3, 14 + 0, 3.5 + 2 * 1.5])
    expected = np.exp(-risk / TEMPERATURE)
    _, weights = risk_average(y, estimates, np.array([3.0, 0.0, 1.5]))
    np.testing.assert_allclose(weights, expected / expected.sum(), rtol=1e-12)


def test_a_graph_of_one_place_is_smoothed_to_its_mean():
    graph = Graph(4, [[0, 1]], lon=np.zeros(4), lat=np.zeros(4))
    x, weights = KernelSmoothers(graph).average(np.array([1.0, 2.0, 3.0, 6.0]))
    np.testing.assert_allclose(x, 3.0)
    assert weights.sum() == pytest.approx(1.0)
