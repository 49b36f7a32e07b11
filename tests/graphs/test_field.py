"""The log-Gaussian field: its prior, its posterior and its search against dense algebra."""

from types import SimpleNamespace

import numpy as np
import pytest

from gaussmech.graphs.denoise import denoise
from gaussmech.graphs.field import FieldPrior, Search, field_fit, posterior
from gaussmech.graphs.field import search as search_module
from gaussmech.graphs.field.exact_mean import exact_means
from gaussmech.graphs.field.prior import ONE_RANGE, SMOOTH, TWO_RANGES
from gaussmech.graphs.field.tiled_prior import PriorFamily
from gaussmech.graphs.graph import Graph
from tests.graphs import networks
from tests.graphs.networks import incidence, noisy, rmse


def grid(side):
    """Return a square grid whose edges have random lengths."""
    length = np.random.default_rng(0).uniform(50, 300, 2 * side * (side - 1))
    return networks.grid(side, length_m=length)


GRAPH = grid(10)
PRIOR = FieldPrior(grid(30))
# The data in units of the noise.
Z = noisy(np.repeat([2.0, 12.0], 50), 1.0, 1)
HILL = noisy(5 + networks.hill(30), 20.0, 4) / 20
K = 0.01


BY_LENGTH = PriorFamily()


def problem_of(graph, z, s2, family=BY_LENGTH, k=K):
    """Return the problem of the only tile of a graph."""
    prior = FieldPrior(graph)
    assert len(prior.tiles) == 1
    return prior.problem(0, family, z, k, s2)


def dense_precision(graph, family=BY_LENGTH):
    """Return the precision of the field's prior, by dense algebra."""
    conductance = np.ones(graph.m)
    if family.by_length:
        relative_length = graph.length_m / np.median(graph.length_m)
        conductance = np.clip(relative_length**-2.0, 0.04, 3)
    laplacian = (incidence(graph).T * conductance) @ incidence(graph)
    raw = eye = np.eye(graph.n)
    for multiple in family.multiples:
        raw = raw @ (multiple * K * laplacian.diagonal().mean() * eye + laplacian)
    scale = np.sqrt(np.diag(np.linalg.inv(raw)))
    return scale[:, None] * raw * scale


@pytest.mark.parametrize("by_length", [True, False])
@pytest.mark.parametrize("multiples", [TWO_RANGES, ONE_RANGE, SMOOTH])
def test_the_precision_of_the_prior_is_that_of_dense_algebra(multiples, by_length):
    family = PriorFamily(multiples, by_length)
    precision = problem_of(GRAPH, Z, 1.0, family).precision
    dense = dense_precision(GRAPH, family)
    np.testing.assert_allclose(
        precision.times(np.eye(100)), dense, rtol=1e-6, atol=1e-6
    )
    in_pattern = dense[precision.pattern.rows, precision.pattern.columns]
    np.testing.assert_allclose(precision.values, in_pattern, rtol=1e-6, atol=1e-6)
    log_determinant = np.linalg.slogdet(dense)[1]
    assert precision.log_determinant == pytest.approx(log_determinant, rel=1e-8, abs=0)


def converged(problem):
    """Return the posterior of a problem, by 200 iterations: to all digits that are asked for."""
    fit = posterior.LogPosterior(problem)
    for _ in range(200):
        fit.iterate()
    return fit


def test_a_converged_posterior_is_stationary_in_the_bound():
    problem = problem_of(GRAPH, Z, 0.7)
    fit = converged(problem)
    # E e^g and E e^2g of a Gaussian g.
    first = np.exp(fit.mean + fit.variance / 2)
    second = np.exp(2 * fit.mean + 2 * fit.variance)
    precision = dense_precision(GRAPH) / 0.7
    curvature = 2 * second - first**2
    covariance = np.linalg.inv(precision + np.diag(curvature))
    np.testing.assert_allclose(fit.variance, np.diag(covariance), rtol=1e-6)
    columns = problem.covariates.columns
    pull = precision @ (fit.mean - columns @ fit.effect)
    np.testing.assert_allclose(pull, Z * first - second, atol=1e-6 * second.max())
    # The prior is flat on the level, and N(0, 1) on the degree's effect.
    expected = [0, fit.effect[1]]
    np.testing.assert_allclose(columns.T @ pull, expected, atol=1e-6)
    # Without the datum of vertex 45; each other one acts as a Gaussian of precision `curvature`.
    others = np.arange(100) != 45
    without = np.linalg.inv(precision + np.diag(others * curvature))
    level = columns @ fit.effect
    mean = level + without @ (others * (curvature * (fit.mean - level) + pull))
    cavity = np.array(fit.cavity())[:, 45]
    np.testing.assert_allclose(cavity, [mean[45], without[45, 45]], rtol=1e-5)
    # The estimate is the exact mean given the other vertices.
    x = fit.estimate(slice(None))
    np.testing.assert_allclose(x, means_by_sums(Z, *fit.cavity()), rtol=1e-4)


def means_by_sums(z, mean, variance):
    """Return E[e^g | z] at each vertex, by sums over a grid of g.

    The sums have all their digits once the grid is finer than the densities are wide, of which the
    narrowest is about 1 / z.
    """
    g = np.linspace(-60, 12, 150_001)[:, None]
    log_density = -0.5 * ((z - np.exp(g)) ** 2 + (g - mean) ** 2 / variance)
    density = np.exp(log_density - log_density.max(axis=0))
    return (density * np.exp(g)).sum(axis=0) / density.sum(axis=0)


def test_a_vertex_has_the_exact_mean_given_the_others_also_where_two_values_are_likely():
    z = np.array([-3.0, 0.4, 3.0, 5.0, 6.6, 7.3, 12.0, 300.0, 40.0])
    mean = np.array([-2.0, -9.0, -2.0, -2.7, 0.0, -2.7, 2.4, 1.0, 3.5])
    variance = np.array([4.0, 6.0, 5.0, 4.0, 0.5, 4.0, 1e-3, 4.0, 1e-4])
    np.testing.assert_allclose(
        exact_means(z, mean, variance), means_by_sums(z, mean, variance), rtol=2e-3
    )


def test_a_signed_map_has_the_posterior_of_dense_linear_algebra():
    z = Z - 5
    fit = posterior.GaussianPosterior(problem_of(GRAPH, z, 2.0))
    covariance = 2.0 * np.linalg.inv(dense_precision(GRAPH))
    of_data = covariance + np.eye(len(z))
    inverse = np.linalg.inv(of_data)
    # The level is the generalised least squares mean.
    information = inverse.sum()
    level = inverse.sum(axis=0) @ z / information
    residual = z - level
    expected = level + covariance @ inverse @ residual
    np.testing.assert_allclose(fit.mean, expected, rtol=1e-8)
    # The likelihood is restricted to contrasts, up to a constant.
    evidence = residual @ inverse @ residual + np.linalg.slogdet(of_data)[1]
    assert fit.evidence == pytest.approx(-(evidence + np.log(information)) / 2)


@pytest.mark.parametrize("low", [-10.0, 5.0])
@pytest.mark.parametrize("sigma", [1e-9, 3e-11])
def test_steps_of_a_million_million_sigma_stay(low, sigma):
    f = np.repeat([low, low + 20], 50)
    # The data have no noise, but "auto" takes them to have some.
    assert rmse(denoise(f, sigma, GRAPH, rng=1).estimate, f) < sigma


@pytest.mark.parametrize("signed", [False, True])
def test_the_search_ends_at_hyperparameters_without_better_neighbours(signed):
    search = Search(Z, FieldPrior(GRAPH), signed=signed)
    _, i, j = search.best
    evidence = [
        search._evidence_at(
            search.best._replace(range_index=i + di, variance_index=j + dj), {}
        )[0]
        for di, dj in [(0, 0), *search_module.STEPS[: 6 if signed else 4]]
    ]
    # The fits of the search end at a tolerance.
    assert max(evidence) < evidence[0] + 0.5
    assert evidence[0] == pytest.approx(search.evidence, abs=0.5)


def map_drawn_from(prior):
    """Return a map whose log is drawn from a prior of the field."""
    n = len(prior.tiles[0].members)
    problem = prior.problem(0, BY_LENGTH, np.zeros(n), 0.003, 1.0)
    precision = problem.precision.times(np.eye(n))
    root = np.linalg.cholesky(np.linalg.inv(precision))
    normals = np.random.default_rng(3).standard_normal(len(root))
    return np.exp(3 + 1.2 * root @ normals)


@pytest.mark.parametrize("by_length", [True, False])
def test_the_evidence_decides_whether_lengths_count(by_length):
    drawn_on = GRAPH if by_length else networks.grid(10)
    f = map_drawn_from(FieldPrior(drawn_on))
    search = Search(noisy(f, 1.0, 4), FieldPrior(GRAPH))
    assert search.best.family.by_length == by_length


@pytest.mark.parametrize("signed", [True, False])
def test_a_smooth_map_on_a_mesh_has_a_smooth_field(signed, monkeypatch):
    row, column = np.divmod(np.arange(900), 30)
    f = 2 * np.sin(row / 4 + column / 6)
    if not signed:
        f = 3 * np.exp(f / 2)
    # A grid with one diagonal in each of its cells.
    corners = np.arange(900).reshape(30, 30)[:-1, :-1].reshape(-1, 1)
    edges = np.vstack([networks.grid_edges(30), corners + [0, 31]])
    prior = FieldPrior(Graph(900, edges))

    def fit():
        search = Search(noisy(f, 1.0, 1), prior, signed=signed)
        return search.best.family.multiples, rmse(field_fit(search)[0], f)

    multiples, error = fit()
    assert multiples == SMOOTH
    # The field is too costly on a graph whose factors are.
    monkeypatch.setattr(search_module, "MOST_WORK", 0)
    other_multiples, other_error = fit()
    assert other_multiples != SMOOTH
    assert error < 0.95 * other_error


def test_a_search_ends_where_converged_fits_end(monkeypatch):
    z = noisy(map_drawn_from(PRIOR), 1.0, 4)
    search = Search(z, PRIOR)
    # The map is drawn with two ranges.
    assert search.best.family.multiples == TWO_RANGES
    for name in ("FIRST_TOLERANCE", "TOLERANCE"):
        monkeypatch.setattr(search_module, name, 1e-3)
    end = Search(z, PRIOR)
    assert search.best == end.best
    assert search.evidence == pytest.approx(end.evidence, abs=1)


def test_a_fit_ends_although_a_vertex_next_to_a_spike_oscillates(monkeypatch):
    f = np.where(np.random.default_rng(3).random(2500) < 0.02, 20.0, 0.0)
    z = noisy(f, 1.0, 3)
    # With these parameters a mean swings by 0.6 from one iteration to the next.
    problem = problem_of(grid(50), z, 4.5, k=0.0025)

    def mean(iterations, tolerance):
        monkeypatch.setattr(posterior, "MAX_ITERATIONS", iterations)
        fit = posterior.LogPosterior(problem)
        fit.run(tolerance)
        return fit.mean

    enough = posterior.FIRST_TOLERANCE
    np.testing.assert_array_equal(mean(30, enough), mean(31, enough))
    assert np.abs(mean(30, 1e-9) - mean(31, 1e-9)).max() > 0.2


def test_the_smooth_field_has_no_range_at_which_its_operator_is_ill_conditioned():
    path = Graph(600, networks.path_edges(600))
    f = 2 * np.exp(2 + np.sin(8 * np.linspace(0, 1, 600)))
    search = Search(noisy(f, 1.0, 1), FieldPrior(path))
    assert search.best.family.multiples == SMOOTH
    # Else the climb would go on to smaller k.
    assert search_module.RANGES[search.best.range_index] == 0.00025


def test_tiles_change_little_and_other_data_are_fitted_as_the_map_is(small_tiles):
    on_the_whole = Search(HILL, PRIOR)
    whole = field_fit(on_the_whole)[0]
    small_tiles(225)
    search = Search(HILL, FieldPrior(grid(30)))
    assert len(search.prior.tiles) == 4
    # The tiles are compared, not the searches.
    search.best = on_the_whole.best
    _, search.fits = search._evidence_at(search.best, {})
    x, again, beside = field_fit(search, [HILL + 1e-6, HILL + 0.1])
    # 0.08 with a halo of one edge.
    assert rmse(x, whole) < 0.03
    # The fits of the map end at a tolerance, and those of other data go on from there.
    assert rmse(again, x) < 0.02
    search.z = HILL + 0.1
    _, search.fits = search._evidence_at(search.best, {})
    assert rmse(beside, field_fit(search)[0]) < 0.02
    assert rmse(beside, x) > 0.05


def test_other_tiles_start_near_their_fits(small_tiles):
    small_tiles(80)
    search = Search(HILL, FieldPrior(grid(30)))
    start, fit = search._start_of(0), search.fit_of(0)
    # 1.0 from a constant.
    assert rmse(start.mean, fit.mean) < 0.5
    assert rmse(start.variance, fit.variance) < 0.15


def test_slopes_on_a_large_graph_are_those_of_converged_fits(small_tiles, monkeypatch):
    small_tiles(225)
    search = Search(noisy(np.ones(900), 1.0, 2), FieldPrior(grid(30)))

    def response():
        return np.diff(field_fit(search, [search.z + 0.03]), axis=0).sum()

    quick = response()
    monkeypatch.setattr(search_module, "NEAR", 0)
    monkeypatch.setattr(search_module, "REFITTING", 12)
    assert quick == pytest.approx(response(), rel=0.001)


def test_tiles_judge_a_smoother_field_at_two_ranges_and_by_its_standard_error(
    small_tiles,
):
    def smoother():
        search = Search(np.ones(900), FieldPrior(grid(30)))
        search.best = search.best._replace(family=PriorFamily(ONE_RANGE), range_index=4)
        points = search._neighbours(search.best)
        smooth = [p for p in points if p.family.multiples == SMOOTH]
        better = {t: SimpleNamespace(evidence=t) for t in search.fits}
        search.fits = dict.fromkeys(search.fits, better[0])
        return {p.range_index for p in smooth}, search._least_gain(smooth[0], better)

    assert smoother() == ({5}, 0)
    small_tiles(225)
    # Gains of 0, 1, 2 and 3 have a variance of 5 / 4, and their sum has four times that.
    assert smoother() == ({5, 6}, pytest.approx(5**0.5))


@pytest.mark.parametrize(
    "z", [Z, noisy(np.ones(100), 1.0, 2)], ids=["two levels", "heavy noise"]
)
def test_the_estimate_follows_the_data_as_converged_fits_do(z):
    change = 0.03 * np.random.default_rng(5).choice([-1.0, 1.0], len(z))
    sides = z + change, z - change
    search = Search(z, FieldPrior(GRAPH))
    above, below = field_fit(search, sides)[1:]
    family = search.best.family
    parameters = search.parameters(search.best)

    def estimate(side):
        problem = search.prior.problem(0, family, side, *parameters)
        return converged(problem).estimate(slice(None))

    expected = estimate(sides[0]) - estimate(sides[1])
    assert rmse(above - below, expected) < 0.02 * np.sqrt(np.mean(expected**2))


@pytest.mark.parametrize(
    "edges, length, y, sigma, rng",
    [
        *(
            (
                [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)],
                None,
                noisy(np.full(5, 9.0), 40.0, k),
                40.0,
                1,
            )
            for k in range(20)
        ),
        # The level of a converged fit moves by far more than 1 on the log scale here.
        (
            [(0, 1), (0, 2), (0, 3), (1, 2), (2, 3)],
            [111.19508023, 157.25359053, 222.39016047, 111.19508023, 157.25359051],
            [44.344888, 24.495383, -28.08894, -37.061212],
            40.288109,
            5302491376043389119,
        ),
    ],
)
def test_a_map_without_events_or_a_level_has_a_result(edges, length, y, sigma, rng):
    graph = Graph(len(y), edges, length_m=length)
    fit = denoise(y, sigma, graph, nonnegative=True, rng=rng)
    assert np.isfinite([*fit.x, fit.mse, fit.mse_se]).all()
