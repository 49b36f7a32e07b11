"""The forest: its elements against direct sums, its weights, and its degrees of freedom."""

import numpy as np
import pytest
from scipy.optimize import minimize

from gaussmech.graphs.forest import _elements, _weights, forest_fit, random_trees
from tests.graphs.networks import grid, noisy

GRAPH = grid(10)
STEP = np.repeat([10.0, 60.0], 50)
SIGMA = 5.0
Y = noisy(STEP, SIGMA, 1)
# The data in units of the noise.
Z = (Y - Y.mean()) / SIGMA


@pytest.fixture(scope="module")
def trees():
    return random_trees(GRAPH, np.random.default_rng(2))()


def test_a_band_is_the_mean_over_the_trees_of_its_thresholded_wavelets(trees):
    names, matrix, divergences, _ = _elements(Z, GRAPH, trees)
    columns = zip(names, matrix.T, divergences, strict=True)
    for (band, threshold), element, divergence in columns:
        if isinstance(band, str):
            continue
        fits, counts = [], []
        for tree in trees:
            w = tree.forward(Z)
            is_other = (tree.bands != band) | (np.arange(100) < tree.constants)
            w = np.sign(w) * np.maximum(abs(w) - threshold, 0)
            w[is_other] = 0
            fits.append(tree.inverse(w))
            counts.append(np.count_nonzero(w))
        np.testing.assert_allclose(element, np.mean(fits, axis=0), atol=1e-12)
        # The divergence is the mean number of coefficients.
        assert divergence == pytest.approx(np.mean(counts), rel=1e-12, abs=0)


def test_weights_minimise_the_estimated_risk():
    rng = np.random.default_rng(3)
    elements = rng.standard_normal((4, 30))
    z = rng.standard_normal(30)
    divergence = np.array([0.5, 3.0, 0.1, 9.0])

    def risk(weights):
        residual = z - weights @ elements
        return residual @ residual + 2 * divergence @ weights

    best = minimize(risk, np.full(4, 0.1), bounds=[(0, None)] * 4, tol=1e-14)
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


def test_the_forest_gives_way_to_the_mean_only_where_there_is_only_noise(trees):
    fits = [
        forest_fit(noisy(np.full(100, 7.0), 1.0, [5, seed]), GRAPH, trees)
        for seed in range(40)
    ]
    assert np.mean([fit.share for fit in fits]) < 0.5
    # Less than two degrees of freedom: the mean itself costs one.
    assert np.mean([np.sum((fit.x - 7) ** 2) for fit in fits]) < 2
    # On a clear step it has nearly all of the weight.
    assert forest_fit(Y / SIGMA, GRAPH, trees).share > 0.999


def test_the_forests_degrees_of_freedom_are_its_covariance_with_the_noise(trees):
    gaps = []
    for seed in range(300):
        noise = noisy(np.zeros(100), SIGMA, [6, seed])
        fit = forest_fit((STEP + noise) / SIGMA, GRAPH, trees)
        gaps.append(noise @ (fit.x - STEP / SIGMA) / SIGMA - fit.df)
    assert abs(np.mean(gaps)) < 4 * np.std(gaps) / np.sqrt(300)
