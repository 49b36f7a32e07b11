"""Stacked trend filters: their elements, their weights, and their degrees of freedom."""

import numpy as np
from scipy.optimize import minimize

from gaussmech import Graph
from gaussmech.graphs.stacking import (
    PENALTIES,
    TREND_TOLERANCE,
    nonnegative_weights,
    stack_trends,
)
from gaussmech.graphs.trend_filter import trend_filter_path
from tests.graphs.networks import grid, noisy

GRAPH = grid(10)
STEP = np.repeat([10.0, 60.0], 50)
SIGMA = 5.0
Y = noisy(STEP, SIGMA, 1)
# The data in units of the noise.
Z = (Y - Y.mean()) / SIGMA


def test_elements_are_trend_filters_and_means_of_components():
    apart = Graph(
        100, GRAPH.edges[(GRAPH.edges < 50).all(1) | (GRAPH.edges >= 50).all(1)]
    )
    fit = stack_trends(Y / SIGMA, apart)
    path = trend_filter_path(Z, apart, PENALTIES, tol=TREND_TOLERANCE)
    rows = [each.x for each in path]
    rows.append(np.repeat(Z.reshape(2, 50).mean(axis=1), 50))
    combination = fit.share * fit.weights @ np.array(rows)
    np.testing.assert_allclose(fit.x, Y.mean() / SIGMA + combination, atol=1e-6)
    # The same choices at the same data.
    again = stack_trends(Y / SIGMA, apart, duals=fit.duals, weights_from=fit)
    np.testing.assert_allclose(again.x, fit.x, atol=1e-3)


def test_weights_minimise_the_estimated_risk():
    rng = np.random.default_rng(3)
    elements = rng.standard_normal((4, 30))
    z = rng.standard_normal(30)
    divergence = np.array([0.5, 3.0, 0.1, 9.0])

    def risk(weights):
        residual = z - weights @ elements
        return residual @ residual + 2 * divergence @ weights

    best = minimize(risk, np.full(4, 0.1), bounds=[(0, None)] * 4, tol=1e-14)
    weights = nonnegative_weights(elements @ elements.T, elements @ z - divergence)
    assert risk(weights) <= best.fun * (1 + 1e-9)
    # The risk is flat at its minimum: the optimizer has half of the digits of the risk.
    np.testing.assert_allclose(weights, best.x, atol=1e-4)


def test_an_element_of_rounding_noise_has_no_weight():
    rng = np.random.default_rng(1)
    signal = rng.standard_normal(62)
    noise = rng.standard_normal(62)
    # Scaled to norm 1, the second element would explain what the first one leaves.
    both = np.stack([signal, 1e-12 * noise])
    pull = both @ (signal + noise) - np.array([1.0, 0.0])
    alone = nonnegative_weights(both[:1] @ both[:1].T, pull[:1])
    np.testing.assert_allclose(
        nonnegative_weights(both @ both.T, pull), [*alone, 0.0], rtol=1e-6
    )


def test_the_stack_gives_way_to_the_mean_only_where_there_is_only_noise():
    fits = [
        stack_trends(noisy(np.full(100, 7.0), 1.0, [5, seed]), GRAPH)
        for seed in range(40)
    ]
    assert np.mean([fit.share for fit in fits]) < 0.5
    # Less than two degrees of freedom: the mean itself costs one.
    assert np.mean([np.sum((fit.x - 7) ** 2) for fit in fits]) < 2
    # On a clear step it has nearly all of the weight.
    assert stack_trends(Y / SIGMA, GRAPH).share > 0.999


def test_degrees_of_freedom_are_the_covariance_with_the_noise():
    gaps = []
    for seed in range(300):
        noise = noisy(np.zeros(100), SIGMA, [6, seed])
        fit = stack_trends((STEP + noise) / SIGMA, GRAPH)
        gaps.append(noise @ (fit.x - STEP / SIGMA) / SIGMA - fit.df)
    assert abs(np.mean(gaps)) < 4 * np.std(gaps) / np.sqrt(300)
