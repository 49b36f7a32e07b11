"""The forest: its elements against direct sums, its weights, and its degrees of freedom."""

import numpy as np
import pytest
from scipy.optimize import minimize

from gaussmech.graphs.forest import _elements, _weights, draw_forest, forest_fit
from tests.graphs.networks import grid, noisy

GRAPH = grid(10)
STEP = np.repeat([10.0, 60.0], 50)
SIGMA = 5.0
Y = noisy(STEP, SIGMA, 1)
# The data in units of the noise.
Z = (Y - Y.mean()) / SIGMA


@pytest.fixture(scope="module")
def ten_trees():
    return draw_forest(GRAPH, 10, np.random.default_rng(2))


def thresholded_band(tree, band, threshold):
    """Return the coefficients (n,) of one band of a tree, soft-thresholded; the others are 0."""
    coefficients = tree.forward(Z)
    is_constant = np.arange(GRAPH.n) < tree.constants
    coefficients[(tree.bands != band) | is_constant] = 0
    size = np.maximum(np.abs(coefficients) - threshold, 0)
    return np.sign(coefficients) * size


def test_a_band_is_the_mean_over_the_trees_of_its_thresholded_wavelets():
    trees = draw_forest(GRAPH, 3, np.random.default_rng(2))
    names, elements, divergences, _ = _elements(Z, GRAPH, trees)
    for name, element, divergence in zip(names, elements.T, divergences, strict=True):
        if isinstance(name[0], str):
            continue
        expected = np.zeros(GRAPH.n)
        # The divergence is the mean number of coefficients.
        count = 0
        for tree in trees:
            soft = thresholded_band(tree, *name)
            expected += tree.inverse(soft) / 3
            count += np.count_nonzero(soft) / 3
        np.testing.assert_allclose(element, expected, atol=1e-12, err_msg=str(name))
        assert divergence == pytest.approx(count, rel=1e-12, abs=0), name


def test_weights_minimise_the_estimated_risk():
    rng = np.random.default_rng(3)
    elements = rng.standard_normal((4, 30))
    z = rng.standard_normal(30)
    divergence = np.array([0.5, 3.0, 0.1, 9.0])

    def risk(weights):
        residual = z - weights @ elements
        return residual @ residual + 2 * divergence @ weights

    start = np.full(4, 0.1)
    best = minimize(risk, start, bounds=[(0, None)] * 4, tol=1e-14)
    weights = _weights(elements @ elements.T, elements @ z - divergence)
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
    alone = _weights(both[:1] @ both[:1].T, pull[:1])
    np.testing.assert_allclose(_weights(both @ both.T, pull), [*alone, 0.0], rtol=1e-6)


def test_the_forest_gives_way_to_the_mean_where_there_is_only_noise(ten_trees):
    shares = []
    losses = []
    for seed in range(40):
        y = noisy(np.full(100, 7.0), 1.0, [5, seed])
        fit = forest_fit(y, 1.0, GRAPH, ten_trees)
        shares.append(fit.share)
        losses.append(np.sum((fit.x - 7) ** 2))
    assert np.mean(shares) < 0.5
    # Less than two degrees of freedom: the mean itself costs one.
    assert np.mean(losses) < 2


def test_the_forest_has_nearly_all_of_the_weight_on_a_clear_step(ten_trees):
    assert forest_fit(Y, SIGMA, GRAPH, ten_trees).share > 0.999


def test_the_forests_degrees_of_freedom_are_its_covariance_with_the_noise(ten_trees):
    gaps = []
    for seed in range(300):
        noise = noisy(np.zeros(100), SIGMA, [6, seed])
        fit = forest_fit(STEP + noise, SIGMA, GRAPH, ten_trees)
        covariance = noise @ (fit.x - STEP) / SIGMA**2
        gaps.append(covariance - fit.df)
    standard_error = np.std(gaps) / np.sqrt(300)
    assert abs(np.mean(gaps)) < 4 * standard_error
