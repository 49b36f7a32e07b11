"""The log-Gaussian field: its prior, its posterior and its averages against dense algebra."""

from functools import partial

import networkx as nx
import numpy as np
import pytest
from scipy import stats

from gaussmech.graphs import _tiles, field
from gaussmech.graphs.denoise import denoise
from gaussmech.graphs.field import FieldPrior, climb, field_fit
from gaussmech.graphs.graph import Graph
from tests.graphs import networks
from tests.graphs.networks import incidence, noisy, rmse


def grid(side):
    """Return a square grid whose edges have random lengths."""
    edge_count = 2 * side * (side - 1)
    length = np.random.default_rng(0).uniform(50, 300, edge_count)
    return networks.grid(side, length_m=length)


GRAPH = grid(10)
WITHOUT_LENGTHS = Graph(GRAPH.n, GRAPH.edges)
SIGMA = 5.0
Y = noisy(np.repeat([10.0, 60.0], 50), SIGMA, 1)
# The data in units of the noise.
Z = Y / SIGMA


def only_tile(graph):
    (tile,) = FieldPrior(graph).tiles
    return tile


def dense_precision(graph, k, multiples=(1, 100)):
    """Return the precision of the field's prior, by dense algebra."""
    relative_length = graph.length_m / np.median(graph.length_m)
    conductance = np.clip(relative_length**-2.0, 0.04, 3)
    differences = incidence(graph)
    laplacian = (differences.T * conductance) @ differences
    unit = laplacian.diagonal().mean() / 3.6
    eye = np.eye(graph.n)
    raw = eye
    for multiple in multiples:
        raw = raw @ (multiple * k * unit * eye + laplacian)
    scale = np.sqrt(np.diag(np.linalg.inv(raw)))
    return scale[:, None] * raw * scale


def test_the_precision_of_the_prior_is_that_of_dense_algebra():
    precision = only_tile(GRAPH)._precision(0.01)
    dense = dense_precision(GRAPH, 0.01)
    np.testing.assert_allclose(precision.matrix.toarray(), dense, rtol=1e-9, atol=1e-9)


def test_the_precision_of_the_smooth_prior_is_that_of_dense_algebra():
    (tile,) = FieldPrior(GRAPH).smooth_tiles
    dense = dense_precision(GRAPH, 0.01, (1, 1, 1))
    precision = tile._precision(0.01).matrix.toarray()
    np.testing.assert_allclose(precision, dense, rtol=1e-8, atol=1e-8)


def test_the_log_determinant_of_the_precision_is_that_of_dense_algebra():
    precision = only_tile(GRAPH)._precision(0.01)
    _, expected = np.linalg.slogdet(dense_precision(GRAPH, 0.01))
    assert precision.log_determinant == pytest.approx(expected, rel=1e-9, abs=0)


def test_the_prior_has_unit_variances():
    precision = only_tile(GRAPH)._precision(0.01)
    covariance = np.linalg.inv(precision.matrix.toarray())
    np.testing.assert_allclose(np.diag(covariance), 1, rtol=1e-9)


class Stationarity:
    """A fit that has converged, and the quantities of the fixed point of its evidence bound."""

    def __init__(self):
        k = 0.01
        s2 = 0.7
        self.tile = only_tile(GRAPH)
        start = self.tile.fit(Z, k, s2, None)
        # 200 iterations converge to all digits that the tolerances below ask for.
        settled = field.Refinement(200, jumps=False)
        self.state = self.tile.fit(Z, k, s2, start, refinement=settled)
        mean = self.state.mean
        variance = self.state.variance
        # E e^g and E e^2g of a Gaussian g.
        self.first_moment = np.exp(mean + variance / 2)
        self.second_moment = np.exp(2 * mean + 2 * variance)
        self.precision = dense_precision(GRAPH, k) / s2
        deviation = mean - self.tile._effects @ self.state.effect
        self.prior_pull = self.precision @ deviation


@pytest.fixture(scope="module")
def stationarity():
    return Stationarity()


def test_the_posterior_variances_are_stationary_in_the_bound(stationarity):
    curvature = 2 * stationarity.second_moment - stationarity.first_moment**2
    posterior = np.linalg.inv(stationarity.precision + np.diag(curvature))
    np.testing.assert_allclose(
        stationarity.state.variance, np.diag(posterior), rtol=1e-6
    )


def test_the_posterior_mean_is_stationary_in_the_bound(stationarity):
    second = stationarity.second_moment
    data_pull = Z * stationarity.first_moment - second
    tolerance = 1e-6 * np.abs(second).max()
    np.testing.assert_allclose(stationarity.prior_pull, data_pull, atol=tolerance)


def test_the_effects_are_stationary_in_the_bound(stationarity):
    _, degree_effect = stationarity.state.effect
    # The prior is flat on the level, and N(0, 0.3^2) on the degree's effect.
    expected = [0, degree_effect / 0.3**2]
    pull = stationarity.tile._effects.T @ stationarity.prior_pull
    np.testing.assert_allclose(pull, expected, atol=1e-6)


def test_the_field_is_averaged_by_evidence_at_temperature_8(monkeypatch):
    # Without a smooth field, there is one model.
    monkeypatch.setattr(field, "SMOOTH_WORK", 0)
    fit = field_fit(Y, SIGMA, FieldPrior(WITHOUT_LENGTHS))
    (model,) = fit._models
    states = [model._states[0][pair] for pair in model.averaged]
    assert len(states) > 1
    evidence = np.array([state.evidence for state in states])
    weights = np.exp((evidence - evidence.max()) / 8)
    maps = []
    for state in states:
        cavity_mean, cavity_variance = state.cavity
        maps.append(means_by_sums(Z, cavity_mean, cavity_variance, points=15_001))
    expected = SIGMA * np.average(maps, axis=0, weights=weights)
    np.testing.assert_allclose(fit.x, expected, rtol=1e-4)


def means_by_sums(z, mean, variance, points):
    """Return E[e^g | z] at each vertex, by sums over a grid of so many points of g.

    The sums have all their digits once the grid is finer than the densities are wide, of which the
    narrowest is about 1 / z.
    """
    g = np.linspace(-60, 12, points)[:, None]
    misfit = (z - np.exp(g)) ** 2
    deviation = (g - mean) ** 2 / variance
    log_density = -0.5 * (misfit + deviation)
    density = np.exp(log_density - log_density.max(axis=0))
    moment = (density * np.exp(g)).sum(axis=0)
    return moment / density.sum(axis=0)


def test_a_vertex_has_the_exact_mean_given_the_others_also_where_two_values_are_likely():
    z = np.array([-3.0, 0.4, 3.0, 5.0, 6.6, 7.3, 12.0, 300.0, 40.0])
    mean = np.array([-2.0, -9.0, -2.0, -2.7, 0.0, -2.7, 2.4, 1.0, 3.5])
    variance = np.array([4.0, 6.0, 5.0, 4.0, 0.5, 4.0, 1e-3, 4.0, 1e-4])
    nodes, weights = field.RULE
    means = field._vertex_means(z, mean, variance, nodes, weights)
    expected = means_by_sums(z, mean, variance, points=150_001)
    np.testing.assert_allclose(means, expected, rtol=2e-3)


@pytest.mark.full
@pytest.mark.parametrize(
    ("spikes", "height"),
    [(12, 1000.0), (40, 25.0)],
    ids=["few high spikes", "many low spikes"],
)
def test_the_risk_of_isolated_spikes_is_not_flattered(spikes, height):
    graph = grid(20)
    differences = []
    for seed in range(14):
        rng = np.random.default_rng(seed)
        f = np.zeros(400)
        f[rng.choice(400, spikes, replace=False)] = height
        y = f + rng.standard_normal(400)
        fit = denoise(y, 1.0, graph, method="field", rng=seed)
        differences.append(fit.mse - np.mean((fit.x - f) ** 2))
    mean = np.mean(differences)
    error = np.std(differences) / np.sqrt(14)
    assert abs(mean) < 2.5 * error, f"{mean:.4f} +- {error:.4f}"


def map_drawn_from(prior):
    """Return a map whose log is drawn from a prior of the field."""
    precision = prior.tiles[0]._precision(0.003).matrix.toarray()
    root = np.linalg.cholesky(np.linalg.inv(precision))
    normals = np.random.default_rng(3).standard_normal(len(root))
    return np.exp(3 + 1.2 * root @ normals)


@pytest.fixture
def fit_with_both_graphs(monkeypatch):
    """Return a function that fits the field, and keeps both its graphs whatever their shares."""
    monkeypatch.setattr(field, "LEAST_SHARE", 0.0)
    # There is no smooth field.
    monkeypatch.setattr(field, "SMOOTH_WORK", 0)
    return lambda y: field_fit(y, 1.0, FieldPrior(GRAPH))


def test_a_map_that_follows_the_lengths_is_left_to_the_graph_with_lengths(
    fit_with_both_graphs,
):
    f = map_drawn_from(FieldPrior(GRAPH))
    fit = fit_with_both_graphs(noisy(f, 1.0, 4))
    assert fit.unit_share < 0.05


def test_a_map_that_follows_the_streets_whatever_their_length_is_left_to_the_other_graph(
    fit_with_both_graphs,
):
    f = map_drawn_from(FieldPrior(WITHOUT_LENGTHS))
    fit = fit_with_both_graphs(noisy(f, 1.0, 4))
    assert fit.unit_share > 0.5


@pytest.mark.parametrize(
    "graph", [GRAPH, WITHOUT_LENGTHS], ids=["by length", "whatever their length"]
)
def test_the_two_graphs_are_mixed_by_their_evidence(graph, fit_with_both_graphs):
    f = map_drawn_from(FieldPrior(graph))
    y = noisy(f, 1.0, 4)
    fit = fit_with_both_graphs(y)
    with_lengths, with_units = fit._models
    length_map, length_evidence = with_lengths.mean(y, field.REPEATING)
    unit_map, unit_evidence = with_units.mean(y, field.REPEATING)
    # The log prior weight of the lengths is 2, and the temperature of the mixture is 2.
    log_odds = (unit_evidence - length_evidence - 2) / 2
    unit_share = 1 / (1 + np.exp(-log_odds))
    expected = (1 - unit_share) * length_map + unit_share * unit_map
    np.testing.assert_allclose(fit.refit(y), expected, rtol=1e-6)


def model_with_evidence(evidence, is_sampled):
    """Return a _Model that has fitted nothing, with these evidences of its pairs 0, 1, ..."""
    model = field._Model.__new__(field._Model)
    model.evidence = dict(enumerate(evidence))
    model.averaged = {}
    model.best_pair = 0
    model.log_prior = 0.0
    model.is_sampled = is_sampled
    return model


# Half the best weight is 5.5 of evidence less within a graph, and 1.4 between two graphs.
@pytest.mark.parametrize(
    ("evidences", "is_sampled", "averaged"),
    [
        pytest.param([[0, -5, -6]], False, [[0, 1]], id="one graph"),
        pytest.param(
            [[0, -5, -6], [-4, -5, -6]],
            False,
            [[0, 1], [0]],
            id="the second has a smaller share, and its best pair alone",
        ),
        pytest.param(
            [[0, -5, -6], [-0.5, -4, -6]],
            False,
            [[0, 1], [0, 1]],
            id="both have a large share",
        ),
        pytest.param(
            [[0, -5, -6], [-14, -15, -16]],
            False,
            [[0, 1], []],
            id="the second has no share",
        ),
        pytest.param(
            [[0, -5, -6], [-0.5, -4, -6]],
            True,
            [[0, 1], []],
            id="of a sample of tiles the best graph alone",
        ),
        pytest.param(
            [[0] * 5, [0] * 5],
            False,
            [[0, 1, 2, 3, 4], [0]],
            id="six pairs at most",
        ),
    ],
)
def test_the_pairs_of_both_graphs_are_weighed_together(evidences, is_sampled, averaged):
    models = [model_with_evidence(evidence, is_sampled) for evidence in evidences]
    selection = field._select_models(models)
    assert [sorted(model.averaged) for model in models] == averaged
    assert selection == [model for model in models if model.averaged]


SIGNED_K = 0.01
SIGNED_S2 = 4.0
SIGNED_Z = np.random.default_rng(5).normal(-3, 2, GRAPH.n)


def dense_signed_covariance():
    """Return the covariance of the signed field, by dense algebra."""
    return SIGNED_S2 * np.linalg.inv(dense_precision(GRAPH, SIGNED_K))


def test_a_signed_map_has_the_posterior_mean_of_its_field():
    fit = only_tile(GRAPH).fit_signed(SIGNED_Z, SIGNED_K, SIGNED_S2)
    covariance = dense_signed_covariance()
    inverse = np.linalg.inv(covariance + np.eye(GRAPH.n))
    # The generalised least squares mean.
    level = inverse.sum(axis=0) @ SIGNED_Z / inverse.sum()
    expected = level + covariance @ inverse @ (SIGNED_Z - level)
    np.testing.assert_allclose(fit.mean, expected, rtol=1e-8)


def test_a_signed_map_has_the_restricted_likelihood_of_its_field():
    tile = only_tile(GRAPH)
    once = tile.fit_signed(SIGNED_Z, SIGNED_K, SIGNED_S2)
    twice = tile.fit_signed(2 * SIGNED_Z, SIGNED_K, SIGNED_S2)
    # The prior is flat on the level: what is left of the data are their contrasts, here by an
    # orthonormal basis.
    ones = np.ones((1, GRAPH.n))
    contrasts = np.linalg.svd(ones)[2][1:]
    covariance = dense_signed_covariance() + np.eye(GRAPH.n)
    law = stats.multivariate_normal(cov=contrasts @ covariance @ contrasts.T)
    expected = law.logpdf(contrasts @ SIGNED_Z) - law.logpdf(2 * contrasts @ SIGNED_Z)
    # The likelihood is known up to a constant, which the difference of two does not have.
    assert once.evidence - twice.evidence == pytest.approx(expected, rel=1e-8)


def test_a_smooth_map_below_zero_is_denoised_better_than_by_the_forest():
    row, column = np.divmod(np.arange(900), 30)
    f = 40 * np.sin(row / 6) * np.cos(column / 5)
    errors = {"auto": [], "forest": []}
    for seed in range(3):
        y = noisy(f, 20.0, seed)
        for method, method_errors in errors.items():
            fit = denoise(y, 20.0, grid(30), method=method, nonnegative=False, rng=seed)
            error = rmse(fit.x, f)
            low, high = fit.risk_interval
            assert low <= error <= high, (method, seed)
            method_errors.append(error)
    assert np.mean(errors["auto"]) < 0.96 * np.mean(errors["forest"])


def mesh(side):
    """Return a square grid with one diagonal in each of its cells."""
    first = np.arange(side * (side - 1)).reshape(side - 1, side)[:, :-1].ravel()
    diagonals = np.column_stack([first, first + side + 1])
    return Graph(side**2, np.vstack([networks.grid_edges(side), diagonals]))


@pytest.mark.parametrize("signed", [True, False])
def test_a_smooth_map_on_a_mesh_has_a_smooth_field(signed, monkeypatch):
    row, column = np.divmod(np.arange(900), 30)
    f = 2 * np.sin(row / 4 + column / 6)
    if not signed:
        f = 3 * np.exp(f / 2)
    prior = FieldPrior(mesh(30))
    maps = [noisy(f, 1.0, seed) for seed in range(3)]
    fits = [field_fit(y, 1.0, prior, signed=signed) for y in maps]
    assert all(fit.smooth_share > 0.5 for fit in fits)
    # The field is too costly on a graph whose factors are.
    monkeypatch.setattr(field, "SMOOTH_WORK", 0)
    others = [field_fit(y, 1.0, prior, signed=signed) for y in maps]
    assert all(fit.smooth_share == 0 for fit in others)
    error, other_error = (
        np.mean([rmse(fit.x, f) for fit in some]) for some in (fits, others)
    )
    assert error < 0.95 * other_error


def test_a_map_drawn_with_two_ranges_has_no_smooth_field():
    graph = grid(30)
    prior = FieldPrior(graph)
    f = map_drawn_from(prior)
    kinds = [model.kind for model in climb(noisy(f, 1.0, 4), prior)]
    assert kinds == [field.Kind.BY_LENGTH, field.Kind.UNIT]


def test_a_climb_ends_where_converged_fits_end(monkeypatch):
    prior = FieldPrior(grid(30))
    f = map_drawn_from(prior)

    def ends():
        climbs = [climb(noisy(f, 1.0, seed), prior)[0] for seed in range(5)]
        return [(model.best_pair, model.score()) for model in climbs]

    pairs, scores = zip(*ends(), strict=True)
    tight = field.Tolerance(move=1e-3, evidence=0)
    monkeypatch.setattr(field, "FIRST_TOLERANCE", tight)
    monkeypatch.setattr(field, "TOLERANCE", tight)
    converged_pairs, converged_scores = zip(*ends(), strict=True)
    assert pairs == converged_pairs
    np.testing.assert_allclose(scores, converged_scores, atol=1)


def test_a_fit_ends_although_a_vertex_next_to_a_spike_oscillates(monkeypatch):
    f = np.where(np.random.default_rng(3).random(2500) < 0.02, 20.0, 0.0)
    tile = FieldPrior(grid(50)).tiles[0]
    z = noisy(f, 1.0, 1)
    monkeypatch.setattr(field, "MAX_ITERATIONS", 30)
    # With these parameters a variance swings by 1 from one iteration to the next.
    ended = tile.fit(z, 0.3, 4.5, None)
    monkeypatch.setattr(field, "FIRST_TOLERANCE", field.Tolerance(0.05, 0.0))
    swings = tile.fit(z, 0.3, 4.5, None)
    assert ended.evidence == pytest.approx(swings.evidence, abs=3)
    assert not np.array_equal(ended.mean, swings.mean)
    monkeypatch.setattr(field, "MAX_ITERATIONS", 31)
    assert np.abs(tile.fit(z, 0.3, 4.5, None).mean - swings.mean).max() > 0.5


def test_the_smooth_field_has_no_range_at_which_its_operator_is_ill_conditioned(
    monkeypatch,
):
    path = Graph(600, [(v, v + 1) for v in range(599)])
    f = 2 * np.exp(2 + np.sin(8 * np.linspace(0, 1, 600)))

    def least_k():
        *_, smooth = climb(noisy(f, 1.0, 1), FieldPrior(path))
        assert smooth.kind is field.Kind.SMOOTH
        return min(field.RANGES[pair[0]] for pair in smooth.evidence)

    assert least_k() == 0.001
    # Else the climb would go on.
    monkeypatch.setattr(field, "SMOOTH_FIRST_RANGE", 0)
    assert least_k() < 0.001


def fits_whole_and_in_tiles(f, monkeypatch):
    """Return the field's fit of a noisy map f (900,) on a grid, and in eight tiles of it."""
    y = noisy(f, 20.0, 4)
    whole = field_fit(y, 20.0, FieldPrior(grid(30)))
    small_tiles = partial(_tiles.tiles, whole=100, tile=150)
    monkeypatch.setattr(field, "tiles", small_tiles)
    prior = FieldPrior(grid(30))
    assert len(prior.tiles) == 8
    return whole, field_fit(y, 20.0, prior)


def hill():
    """Return a map (900,) with one smooth hill."""
    row, column = np.divmod(np.arange(900), 30)
    square_distance = (row - 10) ** 2 + (column - 12) ** 2
    return 100 * np.exp(-square_distance / 60) + 5


def test_tiles_change_little(monkeypatch):
    monkeypatch.setattr(field, "SMOOTH_WORK", 0)
    whole, in_tiles = fits_whole_and_in_tiles(hill(), monkeypatch)
    # Four times as much with a halo of one edge.
    assert rmse(in_tiles.x, whole.x) < 1
    assert rmse(in_tiles.x, hill()) < 1.05 * rmse(whole.x, hill())


def test_a_derivative_that_is_computed_with_the_fit_is_the_same(monkeypatch):
    y = noisy(hill(), 20.0, 4)
    monkeypatch.setattr(field, "tiles", partial(_tiles.tiles, whole=100, tile=150))
    direction = 0.6 * np.random.default_rng(5).choice([-1.0, 1.0], len(y))
    later = field_fit(y, 20.0, FieldPrior(grid(30)))
    at_once = field_fit(y, 20.0, FieldPrior(grid(30)), direction=direction)
    for change in (direction, 0.1 * direction, direction + 0.1):
        np.testing.assert_array_equal(
            at_once.derivative(change), later.derivative(change)
        )


def test_fits_from_the_local_mean_and_from_a_constant_end_alike():
    (tile,) = FieldPrior(grid(30)).tiles
    z = noisy(hill(), 20.0, 4) / 20.0
    local_mean = field._local_mean(z, tile.laplacian, 1e-2)
    settled = field.Refinement(30, jumps=False)

    def estimate(**start):
        state = tile.fit(z, 0.01, 0.3, None, **start)
        state = tile.fit(z, 0.01, 0.3, state, refinement=settled)
        return tile.estimate(z, state)

    difference = estimate(local_mean=local_mean) - estimate()
    assert np.abs(difference).max() < 1e-6


def test_in_tiles_a_smooth_field_is_better_than_the_others_on_the_whole_graph(
    monkeypatch,
):
    with monkeypatch.context() as without:
        without.setattr(field, "SMOOTH_WORK", 0)
        others, _ = fits_whole_and_in_tiles(hill(), without)
    _, in_tiles = fits_whole_and_in_tiles(hill(), monkeypatch)
    assert in_tiles.smooth_share > 0.5
    assert rmse(in_tiles.x, hill()) < rmse(others.x, hill())


@pytest.mark.parametrize("degree", [3, 5])
def test_a_graph_without_small_separators_has_cheap_tiles(degree):
    links = nx.random_regular_graph(degree, 3000, seed=1)
    prior = FieldPrior(Graph(3000, list(links.edges)))
    for tile in prior.tiles:
        assert tile.work() <= 3e4 * len(tile.core)
    cores = np.concatenate([tile.core for tile in prior.tiles])
    assert sorted(cores) == list(range(3000))


@pytest.mark.parametrize(
    ("z", "signed"),
    [(Z, False), (noisy(np.full(100, 1.0), 1.0, 2), False), (Z - Z.mean(), True)],
    ids=["two levels", "heavy noise", "signed"],
)
def test_the_derivative_is_that_of_the_fit(z, signed):
    prior = FieldPrior(GRAPH)
    (tile,) = prior.tiles
    k, s2 = 0.1, 0.3
    change = 0.03 * np.random.default_rng(5).choice([-1.0, 1.0], len(z))

    settled = field.Refinement(30, jumps=False)

    def state(z):
        if signed:
            return tile.fit_signed(z, k, s2)
        start = tile.fit(z, k, s2, None)
        return tile.fit(z, k, s2, start, refinement=settled)

    above, below = (tile.estimate(z + h, state(z + h)) for h in (change, -change))
    derivative = tile.derivative(z, change, k, s2, state(z))
    error = np.abs(derivative - (above - below) / 2).max()
    assert error < 0.01 * np.abs(derivative).max()
    evidence = state(z + change).evidence - state(z - change).evidence
    expected = tile.evidence_change(z, change, state(z))
    assert evidence / 2 == pytest.approx(expected, rel=0.05, abs=1e-6)


def test_the_weights_of_pairs_and_graphs_move_with_the_data(fit_with_both_graphs):
    y = noisy(map_drawn_from(FieldPrior(GRAPH)), 1.0, 4)
    change = 0.03 * np.random.default_rng(5).choice([-1.0, 1.0], GRAPH.n)
    fit = fit_with_both_graphs(y)
    above = fit_with_both_graphs(y + change).x
    below = fit_with_both_graphs(y - change).x
    error = np.abs(fit.derivative(change) - (above - below) / 2).max()
    assert error < 0.05 * np.abs(above - below).max() / 2


@pytest.mark.parametrize("seed", range(20))
def test_a_ring_of_five_without_events_has_a_result(seed):
    ring = Graph(5, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)])
    y = 9 + 40 * np.random.default_rng(seed).standard_normal(5)
    fit = denoise(y, 40.0, ring, nonnegative=True, rng=1)
    assert np.isfinite([*fit.x, fit.mse, fit.mse_se]).all()


def test_the_derivative_of_a_map_without_a_level_is_as_smooth_as_the_field():
    # The level moves by far more than 1 on the log scale there, and is cut off.
    graph = Graph(
        4,
        [(0, 1), (0, 2), (0, 3), (1, 2), (2, 3)],
        lon=[0.0, 0.001, 0.001, 0.0],
        lat=[0.0, 0.0, 0.001, 0.002],
        length_m=[
            111.19508023,
            157.25359053,
            222.39016047,
            111.19508023,
            157.25359051,
        ],
    )
    y = [44.344888, 24.495383, -28.08894, -37.061212]
    fit = denoise(y, 40.288109, graph, nonnegative=True, rng=5302491376043389119)
    assert np.isfinite([*fit.x, fit.mse, fit.mse_se]).all()
