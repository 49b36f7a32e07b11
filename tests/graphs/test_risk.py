"""Stein's risk estimate is unbiased: its mean over noise draws is the true risk."""

import networkx as nx
import numpy as np
import pytest

from gaussmech.graphs.graph import Graph
from gaussmech.graphs.risk import stein_risk, stein_variance
from gaussmech.graphs.trend_filtering import trend_filter
from gaussmech.shrinkage import soft_threshold

SIGMA = 1.7
GRID = Graph(16, np.array(nx.convert_node_labels_to_integers(nx.grid_2d_graph(4, 4)).edges))
TRUTH = np.repeat([0.0, 4.0], 8)


def trend(y):
    fit = trend_filter(y, GRID, 0.8 * SIGMA)
    return fit.x, fit.df


def soft(y):
    x = soft_threshold(y, SIGMA, threshold=0.8 * SIGMA)
    return x, np.count_nonzero(x)


def mean(y):
    return np.full_like(y, y.mean()), 1


@pytest.mark.parametrize("estimator", [trend, soft, mean])
def test_the_estimate_is_unbiased(estimator):
    rng = np.random.default_rng(1)
    excess = []
    for _ in range(1000):
        y = TRUTH + SIGMA * rng.standard_normal(16)
        x, df = estimator(y)
        excess.append(stein_risk(y, x, SIGMA, df) - np.sum((x - TRUTH) ** 2))
    error = np.std(excess) / np.sqrt(len(excess))
    # Small enough to see one degree of freedom too many, which moves the mean by 2 sigma^2.
    assert abs(np.mean(excess)) <= 4 * error < 2 * SIGMA**2


def test_the_formula():
    found = stein_risk(np.array([3.0, 1.0, 0.0]), np.array([2.0, 1.0, 0.5]), 2.0, 2)
    assert type(found) is float and found == 1.25 - 3 * 4 + 2 * 4 * 2


def test_the_variance_is_never_less_than_a_tenth_of_pure_noises():
    # Pure noise, y itself, has 2 n sigma^4.
    y = np.ones(8)
    assert stein_variance(y, y, 2.0, 8.0) == pytest.approx(2 * 8 * 2.0**4, rel=1e-15)
    assert stein_variance(y, y, 2.0, 0.0) == pytest.approx(0.1 * 2 * 8 * 2.0**4, rel=1e-15)
