"""The log-Gaussian field: its prior, its posterior and its search against dense algebra."""

from functools import partial

import networkx as nx
import numpy as np
import pytest
from scipy import stats

from gaussmech.graphs.denoise import denoise
from gaussmech.graphs.field import FieldPrior, Search, field_fit, posterior, tile, tiles
from gaussmech.graphs.field import search as search_module
from gaussmech.graphs.field.exact_mean import exact_means
from gaussmech.graphs.field.prior import ONE_RANGE, SMOOTH, TWO_RANGES
from gaussmech.graphs.field.tile import Family
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
# The data in units of the noise.
Z = noisy(np.repeat([2.0, 12.0], 50), 1.0, 1)


BY_LENGTH = Family()


def only_tile(graph, family=BY_LENGTH):
    (one,) = FieldPrior(graph).tiles(family)
    return one


def dense_precision(graph, k, family=BY_LENGTH):
    """Return the precision of the field's prior, by dense algebra."""
    conductance = np.ones(graph.m)
    if family.by_length:
        relative_length = graph.length_m / np.median(graph.length_m)
        conductance = np.clip(relative_length**-2.0, 0.04, 3)
    differences = incidence(graph)
    laplacian = (differences.T * conductance) @ differences
    unit = laplacian.diagonal().mean() / 3.6
    eye = np.eye(graph.n)
    raw = eye
    for multiple in family.multiples:
        raw = raw @ (multiple * k * unit * eye + laplacian)
    scale = np.sqrt(np.diag(np.linalg.inv(raw)))
    return scale[:, None] * raw * scale


@pytest.mark.parametrize(
    "family",
    [
        Family(TWO_RANGES),
        Family(ONE_RANGE),
        Family(SMOOTH),
        Family(TWO_RANGES, by_length=False),
        Family(SMOOTH, by_length=False),
    ],
)
def test_the_precision_of_the_prior_is_that_of_dense_algebra(family):
    precision = only_tile(GRAPH, family).precision(0.01)
    dense = dense_precision(GRAPH, 0.01, family)
    np.testing.assert_allclose(precision.matrix.toarray(), dense, rtol=1e-6, atol=1e-6)
    _, expected = np.linalg.slogdet(dense)
    assert precision.log_determinant == pytest.approx(expected, rel=1e-8, abs=0)
    covariance = np.linalg.inv(precision.matrix.toarray())
    np.testing.assert_allclose(np.diag(covariance), 1, rtol=1e-8)


def converged(problem):
    """Return the posterior of a problem, by 200 iterations: to all digits that are asked for."""
    fit = posterior.LogPosterior(problem)
    fit.start_from_constant()
    for _ in range(200):
        fit.iterate()
    return fit


def test_a_converged_posterior_is_stationary_in_the_bound():
    k = 0.01
    s2 = 0.7
    one = only_tile(GRAPH)
    fit = converged(one.problem(Z, k, s2)).fit()
    # E e^g and E e^2g of a Gaussian g.
    first = np.exp(fit.mean + fit.variance / 2)
    second = np.exp(2 * fit.mean + 2 * fit.variance)
    precision = dense_precision(GRAPH, k) / s2
    covariance = np.linalg.inv(precision + np.diag(2 * second - first**2))
    np.testing.assert_allclose(fit.variance, np.diag(covariance), rtol=1e-6)
    columns = one.covariates.columns
    prior_pull = precision @ (fit.mean - columns @ fit.effect)
    tolerance = 1e-6 * np.abs(second).max()
    np.testing.assert_allclose(prior_pull, Z * first - second, atol=tolerance)
    # The prior is flat on the level, and N(0, 0.3^2) on the degree's effect.
    expected = [0, fit.effect[1] / 0.3**2]
    np.testing.assert_allclose(columns.T @ prior_pull, expected, atol=1e-6)


def test_the_estimate_is_the_exact_mean_given_the_other_vertices():
    one = only_tile(GRAPH)
    end = converged(one.problem(Z, 0.01, 0.7))
    expected = means_by_sums(Z, *end.cavity(), points=15_001)
    (x,) = one.estimates(Z, [], 0.01, 0.7, end.fit())
    np.testing.assert_allclose(x, expected, rtol=1e-4)


@pytest.mark.parametrize("signed", [False, True])
def test_the_search_ends_at_hyperparameters_without_better_neighbours(signed):
    search = Search(Z, FieldPrior(GRAPH), signed=signed)
    (one,) = search.prior.tiles(search.best.family)
    evidence = {}
    for step in [(0, 0), *search_module.STEPS]:
        range_index = search.best.range_index + step[0]
        point = search.best._replace(
            range_index=range_index,
            variance_index=search.best.variance_index + step[1],
        )
        k, s2 = search.parameters(point)
        evidence[step] = one.fit(Z, k, s2, signed=signed).evidence
    # The fits of the search end at a tolerance.
    assert max(evidence.values()) < evidence[0, 0] + 0.5
    assert evidence[0, 0] == pytest.approx(search.evidence, abs=0.5)


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
    means = exact_means(z, mean, variance)
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
    precision = prior.tiles()[0].precision(0.003).matrix.toarray()
    root = np.linalg.cholesky(np.linalg.inv(precision))
    normals = np.random.default_rng(3).standard_normal(len(root))
    return np.exp(3 + 1.2 * root @ normals)


@pytest.mark.parametrize(
    ("graph", "by_length"), [(GRAPH, True), (WITHOUT_LENGTHS, False)]
)
def test_the_evidence_decides_whether_lengths_count(graph, by_length):
    f = map_drawn_from(FieldPrior(graph))
    search = Search(noisy(f, 1.0, 4), FieldPrior(GRAPH))
    assert search.best.family.by_length == by_length


SIGNED_K = 0.01
SIGNED_S2 = 4.0
SIGNED_Z = np.random.default_rng(5).normal(-3, 2, GRAPH.n)


def signed_fit(z):
    return only_tile(GRAPH).fit(z, SIGNED_K, SIGNED_S2, signed=True)


def dense_signed_covariance():
    """Return the covariance of the signed field, by dense algebra."""
    return SIGNED_S2 * np.linalg.inv(dense_precision(GRAPH, SIGNED_K))


def test_a_signed_map_has_the_posterior_mean_of_its_field():
    fit = signed_fit(SIGNED_Z)
    covariance = dense_signed_covariance()
    inverse = np.linalg.inv(covariance + np.eye(GRAPH.n))
    # The generalised least squares mean.
    level = inverse.sum(axis=0) @ SIGNED_Z / inverse.sum()
    expected = level + covariance @ inverse @ (SIGNED_Z - level)
    np.testing.assert_allclose(fit.mean, expected, rtol=1e-8)


def test_a_signed_map_has_the_restricted_likelihood_of_its_field():
    once = signed_fit(SIGNED_Z)
    twice = signed_fit(2 * SIGNED_Z)
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


def is_smooth(search):
    return search.best.family.multiples == SMOOTH


@pytest.mark.parametrize("signed", [True, False])
def test_a_smooth_map_on_a_mesh_has_a_smooth_field(signed, monkeypatch):
    row, column = np.divmod(np.arange(900), 30)
    f = 2 * np.sin(row / 4 + column / 6)
    if not signed:
        f = 3 * np.exp(f / 2)
    prior = FieldPrior(mesh(30))

    def error(smooth):
        searches = [Search(noisy(f, 1.0, k), prior, signed=signed) for k in range(3)]
        assert [is_smooth(search) for search in searches] == 3 * [smooth]
        return np.mean([rmse(field_fit(search).x, f) for search in searches])

    smooth_error = error(smooth=True)
    # The field is too costly on a graph whose factors are.
    monkeypatch.setattr(search_module, "MOST_WORK", 0)
    assert smooth_error < 0.95 * error(smooth=False)


def test_a_map_drawn_with_two_ranges_has_no_smooth_field():
    prior = FieldPrior(grid(30))
    assert not is_smooth(Search(noisy(map_drawn_from(prior), 1.0, 4), prior))


def test_a_search_ends_where_converged_fits_end(monkeypatch):
    prior = FieldPrior(grid(30))
    f = map_drawn_from(prior)

    def ends():
        searches = [Search(noisy(f, 1.0, seed), prior) for seed in range(5)]
        return [(search.best, search.evidence) for search in searches]

    points, evidence = zip(*ends(), strict=True)
    tight = posterior.Tolerance(move=1e-3, evidence=0)
    monkeypatch.setattr(tile, "FIRST_TOLERANCE", tight)
    monkeypatch.setattr(tile, "TOLERANCE", tight)
    converged_points, converged_evidence = zip(*ends(), strict=True)
    assert points == converged_points
    np.testing.assert_allclose(evidence, converged_evidence, atol=1)


def test_a_fit_ends_although_a_vertex_next_to_a_spike_oscillates(monkeypatch):
    f = np.where(np.random.default_rng(3).random(2500) < 0.02, 20.0, 0.0)
    one = only_tile(grid(50))
    z = noisy(f, 1.0, 1)
    monkeypatch.setattr(posterior, "MAX_ITERATIONS", 30)
    # With these parameters a mean swings by 0.25 from one iteration to the next.
    ended = one.fit(z, 0.3, 4.5)
    monkeypatch.setattr(tile, "FIRST_TOLERANCE", posterior.Tolerance(0.05, 0.0))
    swings = one.fit(z, 0.3, 4.5)
    assert ended.evidence == pytest.approx(swings.evidence, abs=3)
    assert not np.array_equal(ended.mean, swings.mean)
    monkeypatch.setattr(posterior, "MAX_ITERATIONS", 31)
    assert np.abs(one.fit(z, 0.3, 4.5).mean - swings.mean).max() > 0.2


def test_the_smooth_field_has_no_range_at_which_its_operator_is_ill_conditioned():
    path = Graph(600, networks.path_edges(600))
    f = 2 * np.exp(2 + np.sin(8 * np.linspace(0, 1, 600)))
    search = Search(noisy(f, 1.0, 1), FieldPrior(path))
    assert is_smooth(search)
    # Else the climb would go on to smaller k.
    assert search_module.RANGES[search.best.range_index] == 0.001


@pytest.fixture
def small_tiles(monkeypatch):
    cut = partial(tiles.cut_tiles, whole=100, tile=225)
    monkeypatch.setattr(tile, "cut_tiles", cut)


def hill():
    """Return a map (900,) with one smooth hill."""
    row, column = np.divmod(np.arange(900), 30)
    square_distance = (row - 10) ** 2 + (column - 12) ** 2
    return 100 * np.exp(-square_distance / 60) + 5


HILL_Z = noisy(hill(), 20.0, 4) / 20.0
WHOLE = Search(HILL_Z, FieldPrior(grid(30)))


@pytest.mark.usefixtures("small_tiles")
def test_tiles_change_little():
    search = Search(HILL_Z, FieldPrior(grid(30)))
    assert len(search.prior.tiles()) == 4
    in_tiles = 20 * field_fit(search).x
    whole = 20 * field_fit(WHOLE).x
    # 1.6 with a halo of one edge.
    assert rmse(in_tiles, whole) < 0.6
    assert rmse(in_tiles, hill()) < 1.05 * rmse(whole, hill())


@pytest.mark.usefixtures("small_tiles")
def test_other_data_are_fitted_as_the_map_is():
    moved = HILL_Z + 0.1
    search = Search(HILL_Z, FieldPrior(grid(30)))
    fit = field_fit(search, [HILL_Z, moved])
    # The fits of the map end at a tolerance, and those of other data go on from there.
    assert rmse(fit.others[0], fit.x) < 0.02
    search.z = moved
    assert rmse(fit.others[1], field_fit(search).x) < 0.02
    assert rmse(fit.others[1], fit.x) > 0.05


@pytest.mark.parametrize("degree", [3, 5])
def test_a_graph_without_small_separators_has_cheap_tiles(degree):
    links = nx.random_regular_graph(degree, 3000, seed=1)
    prior = FieldPrior(Graph(3000, list(links.edges)))
    for one in prior.tiles():
        assert one.work <= 3e4 * len(one.core)
    cores = np.concatenate([one.core for one in prior.tiles()])
    assert sorted(cores) == list(range(3000))


@pytest.mark.parametrize(
    ("z", "signed"),
    [(Z, False), (noisy(np.full(100, 1.0), 1.0, 2), False), (Z - Z.mean(), True)],
    ids=["two levels", "heavy noise", "signed"],
)
def test_the_estimate_follows_the_data_as_converged_fits_do(z, signed):
    change = 0.03 * np.random.default_rng(5).choice([-1.0, 1.0], len(z))
    sides = z + change, z - change
    search = Search(z, FieldPrior(GRAPH), signed=signed)
    above, below = field_fit(search, sides).others
    (one,) = search.prior.tiles(search.best.family)
    k, s2 = search.parameters(search.best)

    def estimate(side):
        if signed:
            return one.fit(side, k, s2, signed=True).mean
        end = converged(one.problem(side, k, s2))
        return one.estimates(side, [], k, s2, end.fit())[0]

    expected = estimate(sides[0]) - estimate(sides[1])
    assert rmse(above - below, expected) < 0.02 * np.sqrt(np.mean(expected**2))


@pytest.mark.parametrize("seed", range(20))
def test_a_ring_of_five_without_events_has_a_result(seed):
    ring = Graph(5, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)])
    y = 9 + 40 * np.random.default_rng(seed).standard_normal(5)
    fit = denoise(y, 40.0, ring, nonnegative=True, rng=1)
    assert np.isfinite([*fit.x, fit.mse, fit.mse_se]).all()


def test_a_map_without_a_level_has_a_result():
    # The level of a converged fit moves by far more than 1 on the log scale there.
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
