"""The forest, the field and their parts against direct sums and dense algebra."""

from functools import partial

import numpy as np
import pytest
from scipy import stats
from scipy.optimize import minimize

from gaussmech.graphs import _tiles, field
from gaussmech.graphs.denoise import denoise
from gaussmech.graphs.field import FieldPrior, field_fit
from gaussmech.graphs.forest import _elements, _weights, draw_forest, forest_fit
from gaussmech.graphs.graph import Graph
from tests.graphs import networks
from tests.graphs.networks import incidence, noisy, rmse


def grid(side):
    length = np.random.default_rng(0).uniform(50, 300, 2 * side * (side - 1))
    return networks.grid(side, length_m=length)


GRAPH = grid(10)
Y = np.repeat([10.0, 60.0], 50) + 5 * np.random.default_rng(1).standard_normal(100)


def test_elements_are_bands_of_thresholded_wavelets():
    forest = draw_forest(GRAPH, 3, np.random.default_rng(2))
    z = (Y - Y.mean()) / 5
    bands, _ = _elements(z, GRAPH, forest)
    elements = np.array([bands.combination(unit) for unit in np.eye(len(bands.names))])
    gram, pull = bands.products(z)
    np.testing.assert_allclose(gram, elements @ elements.T, atol=1e-11)
    np.testing.assert_allclose(pull, elements @ z, atol=1e-11)
    for name, element, df in zip(bands.names, elements, bands.divergence, strict=True):
        if name[0] == "trend":
            continue
        band, c = name
        expected, count = np.zeros(100), 0
        for tree in forest:
            w = tree.forward(z)
            w[(tree.bands != band) | (np.arange(100) < tree.constants)] = 0
            soft = np.sign(w) * np.maximum(np.abs(w) - c, 0)
            expected += tree.inverse(soft) / 3
            count += np.count_nonzero(soft) / 3
        np.testing.assert_allclose(element, expected, atol=1e-12)
        assert df == pytest.approx(count, rel=1e-12, abs=0)


def test_weights_minimise_the_estimated_risk():
    rng = np.random.default_rng(3)
    elements, z = rng.standard_normal((4, 30)), rng.standard_normal(30)
    divergence = np.array([0.5, 3.0, 0.1, 9.0])

    def risk(a):
        return np.sum((z - a @ elements) ** 2) + 2 * divergence @ a

    best = minimize(risk, np.full(4, 0.1), bounds=[(0, None)] * 4, tol=1e-14)
    weights = _weights(elements @ elements.T, elements @ z - divergence)
    assert risk(weights) <= best.fun * (1 + 1e-9)
    np.testing.assert_allclose(weights, best.x, atol=1e-4)


def test_the_forest_gives_way_to_the_mean_where_there_is_only_noise():
    forest = draw_forest(GRAPH, 10, np.random.default_rng(2))
    releases = [noisy(np.full(100, 7.0), 1.0, [5, seed]) for seed in range(40)]
    fits = [forest_fit(y, 1.0, GRAPH, forest) for y in releases]
    assert np.mean([fit.share for fit in fits]) < 0.5
    # Less than two degrees of freedom: the mean itself costs one.
    assert np.mean([np.sum((fit.x - 7) ** 2) for fit in fits]) < 2
    assert forest_fit(Y, 5.0, GRAPH, forest).share > 0.999


def test_the_forests_degrees_of_freedom_are_its_covariance_with_the_noise():
    forest = draw_forest(GRAPH, 10, np.random.default_rng(2))
    f, sigma = np.repeat([10.0, 60.0], 50), 5.0
    gap = []
    for seed in range(300):
        noise = noisy(np.zeros(100), sigma, [6, seed])
        fit = forest_fit(f + noise, sigma, GRAPH, forest)
        gap.append(noise @ (fit.x - f) / sigma**2 - fit.df)
    assert abs(np.mean(gap)) < 4 * np.std(gap) / np.sqrt(300)


def dense_precision(graph, k):
    """The field's prior precision by dense algebra."""
    w = np.clip((np.median(graph.length_m) / graph.length_m) ** 2, 0.04, 3)
    laplacian = (incidence(graph).T * w) @ incidence(graph)
    unit = laplacian.diagonal().mean() / 3.6
    eye = np.eye(graph.n)
    raw = (k * unit * eye + laplacian) @ (100 * k * unit * eye + laplacian)
    scale = np.sqrt(np.diag(np.linalg.inv(raw)))
    return scale[:, None] * raw * scale


def test_the_fields_prior_has_unit_variances():
    matrix, _, log_determinant = FieldPrior(GRAPH).tiles[0]._precision(0.01)
    dense = dense_precision(GRAPH, 0.01)
    np.testing.assert_allclose(matrix.toarray(), dense, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(np.diag(np.linalg.inv(dense)), 1, rtol=1e-9)
    assert log_determinant == pytest.approx(
        np.linalg.slogdet(dense)[1], rel=1e-9, abs=0
    )


def test_the_fields_posterior_is_stationary_in_its_bound():
    """The fit against the bound's own fixed point, found by dense iterations."""
    (tile,) = FieldPrior(GRAPH).tiles
    k, s2, z = 0.01, 0.7, Y / 5.0
    state = tile.fit(z, k, s2, tile.fit(z, k, s2, None), refinements=200)
    precision = dense_precision(GRAPH, k) / s2
    mean, variance, effect = state.mean, state.variance, state.effect
    first, second = np.exp(mean + variance / 2), np.exp(2 * mean + 2 * variance)
    curvature = 2 * second - first**2
    expected = np.diag(np.linalg.inv(precision + np.diag(curvature)))
    np.testing.assert_allclose(variance, expected, rtol=1e-6)
    pull = precision @ (mean - tile._effects @ effect)
    np.testing.assert_allclose(
        pull, z * first - second, atol=1e-6 * np.abs(second).max()
    )
    # Flat on the level, N(0, 0.3^2) on the degree's effect.
    np.testing.assert_allclose(
        tile._effects.T @ pull, [0, effect[1] / 0.3**2], atol=1e-6
    )


def test_the_field_is_averaged_by_evidence_at_temperature_8():
    fit = field_fit(Y, 5.0, FieldPrior(Graph(GRAPH.n, GRAPH.edges)))
    (model,) = fit._models
    states = [model._states[0][pair] for pair in model.averaged]
    evidence = np.array([state.evidence for state in states])
    maps = [vertex_means(Y / 5.0, *state.cavity) for state in states]
    weight = np.exp((evidence - evidence.max()) / 8)
    assert len(weight) > 1
    np.testing.assert_allclose(
        fit.x, 5.0 * np.average(maps, axis=0, weights=weight), rtol=1e-4
    )


def vertex_means(z, mean, variance):
    """E[e^g | z] by sums over a fine grid of g."""
    g = np.linspace(-60, 12, 150_001)[:, None]
    log_density = -0.5 * ((z - np.exp(g)) ** 2 + (g - mean) ** 2 / variance)
    density = np.exp(log_density - log_density.max(axis=0))
    return (density * np.exp(g)).sum(axis=0) / density.sum(axis=0)


def test_a_vertex_has_the_exact_mean_given_the_others_also_where_two_values_are_likely():
    z = np.array([-3.0, 0.4, 3.0, 5.0, 6.6, 7.3, 12.0, 300.0, 40.0])
    mean = np.array([-2.0, -9.0, -2.0, -2.7, 0.0, -2.7, 2.4, 1.0, 3.5])
    variance = np.array([4.0, 6.0, 5.0, 4.0, 0.5, 4.0, 1e-3, 4.0, 1e-4])
    means = field._vertex_means(z, mean, variance, *field.RULE)
    np.testing.assert_allclose(means, vertex_means(z, mean, variance), rtol=2e-3)


@pytest.mark.parametrize("spikes, height", [(12, 1000.0), (40, 25.0)])
def test_the_risk_of_isolated_spikes_is_not_flattered(spikes, height):
    graph, differences = grid(20), []
    for seed in range(14):
        rng = np.random.default_rng(seed)
        f = np.zeros(400)
        f[rng.choice(400, spikes, replace=False)] = height
        fit = denoise(
            f + rng.standard_normal(400), 1.0, graph, method="field", rng=seed
        )
        differences.append(fit.mse - np.mean((fit.x - f) ** 2))
    mean, error = np.mean(differences), np.std(differences) / np.sqrt(14)
    assert abs(mean) < 2.5 * error, f"{mean:.4f} +- {error:.4f}"


def test_lengths_count_by_their_evidence(monkeypatch):
    """A map that follows the lengths, and one that follows the streets whatever their length."""
    monkeypatch.setattr(field, "LEAST_SHARE", 0.0)
    shares = []
    for prior in (FieldPrior(GRAPH), FieldPrior(Graph(GRAPH.n, GRAPH.edges))):
        matrix = prior.tiles[0]._precision(0.003)[0].toarray()
        root = np.linalg.cholesky(np.linalg.inv(matrix))
        f = np.exp(3 + 1.2 * root @ np.random.default_rng(3).standard_normal(GRAPH.n))
        y = noisy(f, 1.0, 4)
        fit = field_fit(y, 1.0, FieldPrior(GRAPH))
        shares.append(fit.unit_share)
        (length, high), (unit, low) = (m.mean(y, field.REPEATS) for m in fit._models)
        share = 1 / (1 + np.exp((high - low + 2) / 2))
        mixed = (1 - share) * length + share * unit
        np.testing.assert_allclose(fit.refit(y), mixed, rtol=1e-9)
    assert shares[0] < 0.05 and shares[1] > 0.5


@pytest.mark.parametrize(
    "lengths, unit, samples, averaged",
    [
        # Half the best weight is 5.5 of evidence less within a graph, 1.4 between two.
        ([0, -5, -6], None, False, [[0, 1]]),
        ([0, -5, -6], [-4, -5, -6], False, [[0, 1], [0]]),
        ([0, -5, -6], [-0.5, -4, -6], False, [[0, 1], [0, 1]]),
        ([0, -5, -6], [-14, -15, -16], False, [[0, 1], []]),
        ([0, -5, -6], [-0.5, -4, -6], True, [[0, 1], []]),
        ([0] * 5, [0] * 5, False, [[0, 1, 2, 3, 4], [0]]),
    ],
)
def test_the_pairs_of_both_graphs_are_weighed_together(
    lengths, unit, samples, averaged
):
    models = []
    for evidence in filter(None, (lengths, unit)):
        model = field._Model.__new__(field._Model)
        model.evidence, model.averaged = dict(enumerate(evidence)), {}
        model.best_pair, model.log_prior, model.is_sampled = 0, 0.0, samples
        models.append(model)
    selection = field._select_models(models)
    assert [sorted(model.averaged) for model in models] == averaged
    assert selection == [model for model in models if model.averaged]


def test_a_signed_map_has_the_posterior_and_the_restricted_likelihood_of_its_field():
    (tile,) = FieldPrior(GRAPH).tiles
    k, s2, z = 0.01, 4.0, np.random.default_rng(5).normal(-3, 2, GRAPH.n)
    n, covariance = GRAPH.n, 4.0 * np.linalg.inv(dense_precision(GRAPH, k))
    fits = [tile.fit_signed(data, k, s2) for data in (z, 2 * z)]
    inverse = np.linalg.inv(covariance + np.eye(n))
    level = inverse.sum(axis=0) @ z / inverse.sum()
    expected = level + covariance @ inverse @ (z - level)
    np.testing.assert_allclose(fits[0].mean, expected, rtol=1e-8)
    # Flat on the level: what is left of the data, by an orthonormal basis of the contrasts.
    contrasts = np.linalg.svd(np.ones((1, n)))[2][1:]
    law = stats.multivariate_normal(
        cov=contrasts @ (covariance + np.eye(n)) @ contrasts.T
    )
    difference = law.logpdf(contrasts @ z) - law.logpdf(contrasts @ (2 * z))
    assert fits[0].evidence - fits[1].evidence == pytest.approx(difference, rel=1e-8)


def test_a_smooth_map_below_zero_is_denoised_better_than_by_the_forest():
    row, column = np.divmod(np.arange(900), 30)
    f = 40 * np.sin(row / 6) * np.cos(column / 5)
    errors = {"auto": [], "forest": []}
    for seed in range(3):
        y = noisy(f, 20.0, seed)
        for method, method_errors in errors.items():
            fit = denoise(y, 20.0, grid(30), method=method, nonnegative=False, rng=seed)
            method_errors.append(rmse(fit.x, f))
            assert fit.risk_interval[0] <= method_errors[-1] <= fit.risk_interval[1]
    assert np.mean(errors["auto"]) < 0.96 * np.mean(errors["forest"])


def test_tiles_change_little(monkeypatch):
    graph = grid(30)
    row, column = np.divmod(np.arange(900), 30)
    f = 100 * np.exp(-((row - 10) ** 2 + (column - 12) ** 2) / 60) + 5
    y = noisy(f, 20.0, 4)
    whole = field_fit(y, 20.0, FieldPrior(graph)).x
    monkeypatch.setattr(field, "tiles", partial(_tiles.tiles, whole=100, tile=150))
    prior = FieldPrior(graph)
    cut = field_fit(y, 20.0, prior).x
    assert len(prior.tiles) == 8
    # Four times as much with a halo of one edge.
    assert rmse(cut, whole) < 1
    assert rmse(cut, f) < 1.05 * rmse(whole, f)
