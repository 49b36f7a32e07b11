"""`denoise`: every method, its stated risk, constraints, equivariance and bad input."""

from functools import partial

import numpy as np
import pytest

from gaussmech.graphs import methods
from gaussmech.graphs._tiles import tiles
from gaussmech.graphs.denoise import METHODS, Denoiser, denoise
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.noise_laws import NOISES, noise_law
from gaussmech.graphs.risk import JUMP, PART_OF_JUMP
from tests.graphs import networks
from tests.graphs.networks import noisy, rmse

SHIFTED = ["wavelet", "trend-sure", "forest"]


def grid(side):
    row, column = np.divmod(np.arange(side * side), side)
    places = {"lon": column * 0.001 - 74, "lat": row * 0.001 + 40.7}
    return networks.grid(side, length_m=np.full(2 * side * (side - 1), 100.0), **places)


def hill(side):
    row, column = np.divmod(np.arange(side * side), side)
    centre = side / 3
    return 100 * np.exp(-((row - centre) ** 2 + (column - centre) ** 2) / side)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_improves_and_says_by_how_much(method):
    f = hill(20)
    y = noisy(f, 20.0, 1)
    fit = denoise(y, 20.0, grid(20), method=method, rng=3)
    assert fit.x.shape == y.shape and (fit.x >= 0).all() and fit.nonnegative
    # The universal threshold leaves little of a smooth hill.
    assert rmse(fit.x, f) < (1.5 if method == "th" else 0.95) * 20
    assert abs(fit.mse - rmse(fit.x, f) ** 2) < 5 * fit.mse_se
    assert fit.risk == pytest.approx(np.sqrt(max(fit.mse, 0)), rel=1e-12, abs=0)
    assert fit.risk_interval[0] <= fit.risk <= fit.risk_interval[1] < 60


@pytest.mark.parametrize("order", [1, -1])
def test_methods_that_share_their_work_give_what_each_gives_alone(order):
    y = noisy(hill(12), 20.0, 4)
    of = Denoiser(y, 20.0, grid(12), rng=6)
    for method in list(METHODS)[::order]:
        assert_same(of(method), denoise(y, 20.0, grid(12), method=method, rng=6))
    with pytest.raises(ValueError, match="method is 'magic'; allowed are 'auto'"):
        of("magic")


def assert_same(one, other):
    np.testing.assert_array_equal(one.x, other.x)
    assert (one.mse, one.mse_se, one.parameters) == (
        other.mse,
        other.mse_se,
        other.parameters,
    )


@pytest.mark.parametrize("method", METHODS)
def test_the_seed_gives_the_same_again_in_any_unit(method):
    y = noisy(hill(12), 20.0, 3)
    one = denoise(y, 20.0, grid(12), method=method, rng=np.random.default_rng(5))
    assert_same(one, denoise(y, 20.0, grid(12), method=method, rng=one.seed))
    other = denoise(1000 * y, 20e3, grid(12), method=method, rng=one.seed)
    np.testing.assert_allclose(other.x, 1000 * one.x, rtol=1e-4, atol=0.1)
    assert other.risk == pytest.approx(1000 * one.risk, rel=1e-2, abs=0)


@pytest.mark.parametrize("method", SHIFTED)
def test_a_shift_moves_the_estimate_along(method):
    y = noisy(hill(12), 20.0, 4)
    one = denoise(y, 20.0, grid(12), method=method, rng=7, nonnegative=False)
    other = denoise(y - 500, 20.0, grid(12), method=method, rng=7, nonnegative=False)
    np.testing.assert_allclose(other.x, one.x - 500, atol=1e-3)


@pytest.mark.parametrize("method", ["auto", "forest", "trend-sure"])
def test_negative_regions_are_found_and_kept(method):
    f = hill(20) - 30
    fit = denoise(noisy(f, 10.0, 1), 10.0, grid(20), method=method, rng=3)
    assert not fit.nonnegative and fit.x.min() < -20


def test_maps_with_empty_places_are_not_called_signed():
    f, graph = hill(20), grid(20)
    assert np.quantile(f, 0.3) < 0.5
    for seed in range(100):
        assert denoise(
            noisy(f, 20.0, [7, seed]), 20.0, graph, method="th", rng=seed
        ).nonnegative


def wave(side):
    """A smooth map of mean 0 and standard deviation 1."""
    row, column = np.divmod(np.arange(side * side), side)
    f = np.sin(2 * np.pi * row / side) * np.sin(2 * np.pi * column / side)
    return f / f.std()


def test_auto_finds_by_evidence_that_a_map_is_signed():
    graph = grid(24)
    f = 1.0 + wave(24)
    decisions = []
    for seed in range(8):
        y = noisy(f, 1.5, [21, seed])
        scan = denoise(y, 1.5, graph, method="js", rng=seed)
        auto = denoise(y, 1.5, graph, rng=seed)
        decisions.append((not scan.nonnegative, not auto.nonnegative))
        assert denoise(y, 1.5, graph, rng=seed, nonnegative=True).nonnegative
    by_scan, by_either = np.sum(decisions, axis=0)
    assert by_either >= by_scan + 2
    for seed in range(8):
        assert denoise(
            noisy(hill(20), 20.0, [22, seed]), 20.0, grid(20), rng=seed
        ).nonnegative


def test_empirical_bayes_helps_on_sparse_maps_in_heavy_noise():
    graph, rng = grid(30), np.random.default_rng(3)
    f = np.where(rng.random(graph.n) < 0.03, rng.choice([-6.0, 6.0], graph.n), 0.0)
    fit = denoise(noisy(f, 1.0, 5), 1.0, graph, rng=1)
    assert fit.parameters["weights"]["empirical-bayes"] > 0.9
    forest = denoise(noisy(f, 1.0, 5), 1.0, graph, method="forest", rng=1)
    assert rmse(fit.x, f) < 0.9 * rmse(forest.x, f)
    smooth = denoise(noisy(hill(30), 20.0, 5), 20.0, graph, rng=1)
    assert smooth.parameters["weights"]["empirical-bayes"] < 0.01


def test_a_field_that_is_worse_on_some_tiles_is_left_out(monkeypatch):
    row, column = np.divmod(np.arange(1600), 40)
    y = noisy(20.0 + 180 * ((row // 10 + column // 10) % 2), 10.0, 1)
    monkeypatch.setattr("gaussmech.graphs.methods.SAMPLE_SIZES", (4, 8))
    small = partial(tiles, whole=100, tile=40)
    monkeypatch.setattr("gaussmech.graphs.field.tiles", small)
    fit = denoise(y, 10.0, grid(40), rng=1)
    assert fit.parameters["weights"]["field"] == 0.0 and "range" not in fit.parameters
    monkeypatch.setattr("gaussmech.graphs.methods.HOPELESS", np.inf)
    whole = denoise(y, 10.0, grid(40), rng=1)
    assert "range" in whole.parameters
    np.testing.assert_allclose(fit.x, whole.x, atol=0.1)
    # On a smooth map the field stays.
    monkeypatch.undo()
    monkeypatch.setattr("gaussmech.graphs.methods.SAMPLE_SIZES", (4, 8))
    monkeypatch.setattr("gaussmech.graphs.field.tiles", small)
    smooth = denoise(noisy(hill(40), 20.0, 1), 20.0, grid(40), rng=1)
    assert smooth.parameters["weights"]["field"] > 0.5


@pytest.mark.parametrize(
    ("samples", "can_win"),
    [
        # The field is worse on every tile.
        ([np.arange(1.0, 17.0)], False),
        # It is better on most tiles.
        ([np.r_[20.0, -np.ones(15)]], True),
        # It is much worse on a quarter of the tiles: a larger sample decides.
        ([np.tile([0.0, 0.0, 0.0, 9.0], 4), np.tile([0.0, 0.0, 1.0, 1.0], 16)], False),
        ([np.tile([0.0, 0.0, 0.0, 9.0], 4), np.tile([0.0, 0.0, 0.0, 9.0], 16)], True),
        # The graph is too small for a larger sample, or for any.
        ([np.tile([0.0, 0.0, 0.0, 9.0], 4), None], True),
        ([None], True),
    ],
)
def test_a_field_is_judged_on_as_many_tiles_as_it_takes(monkeypatch, samples, can_win):
    left = iter(samples)
    monkeypatch.setattr(
        methods, "_excess_risk_of_field", lambda data, rival, count: next(left)
    )
    assert methods.field_can_win(None, None) == can_win
    assert not list(left)


def test_auto_is_the_forest_on_blocks():
    graph = grid(40)
    row, column = np.divmod(np.arange(graph.n), 40)
    blocks = 20.0 + 180 * ((row // 20 + column // 20) % 2)
    y = noisy(blocks, 10.0, 1)
    fit = denoise(y, 10.0, graph, method="auto", rng=1)
    assert fit.method == "auto" and fit.parameters["weights"]["forest"] > 0.9
    assert sum(fit.parameters["weights"].values()) == pytest.approx(1.0, rel=1e-12)
    field = denoise(y, 10.0, graph, method="field", rng=1)
    assert rmse(fit.x, blocks) < 0.8 * rmse(field.x, blocks)


@pytest.mark.parametrize("nonnegative", [True, False])
@pytest.mark.parametrize("method", ["wavelet", "forest", "js"])
def test_the_total_can_be_kept(method, nonnegative):
    graph = grid(12)
    y = noisy(hill(12) - 4, 20.0, 6)
    free = denoise(y, 20.0, graph, method=method, rng=1, nonnegative=False)
    fit = denoise(
        y, 20.0, graph, method=method, rng=1, nonnegative=nonnegative, keep_total=True
    )
    assert fit.x.sum() == pytest.approx(y.sum(), rel=1e-9, abs=0)
    if nonnegative:
        assert (fit.x >= 0).all()
        # The nearest such point: one shift wherever it is above 0, and no less elsewhere.
        shift = free.x - fit.x
        level = shift[fit.x > 0].mean()
        np.testing.assert_allclose(shift[fit.x > 0], level, atol=1e-9)
        assert (free.x[fit.x == 0] <= level + 1e-9).all()


# The field's x is above 0 everywhere; a total next to nothing is lost in its rounding.
@pytest.mark.parametrize(
    "method, level, left", [("field", 1e-30, 1e-12), ("th", -5.0, 0.0)]
)
def test_a_total_of_nothing_or_less_leaves_nothing(method, level, left):
    settings = {"method": method, "rng": 1, "nonnegative": True, "keep_total": True}
    fit = denoise(np.full(144, level), 20.0, grid(12), **settings)
    assert abs(fit.x).sum() <= left


def assert_unbiased(method, draws, key, errors, nonnegative=None):
    """Compare stated MSEs with true ones: gaps (draws,), their stated errors, and the fits."""
    graph, f, sigma = grid(12), hill(12), 20.0
    rest = {"method": method, "nonnegative": nonnegative}
    fits = [
        denoise(noisy(f, sigma, [key, k]), sigma, graph, rng=k, **rest)
        for k in range(draws)
    ]
    gap = np.array([fit.mse - rmse(fit.x, f) ** 2 for fit in fits])
    stated = np.array([fit.mse_se for fit in fits])
    assert abs(gap.mean()) < errors * gap.std() / np.sqrt(draws) + 0.05 * stated.mean()
    return gap, stated, fits


@pytest.mark.parametrize("nonnegative", [True, False])
@pytest.mark.parametrize("method", ["js", "th", "wavelet", "kernel-sure"])
def test_the_stated_error_is_unbiased(method, nonnegative):
    gap, stated, _ = assert_unbiased(method, 80, 9, 3.5, nonnegative)
    # The standard error is that of one draw.
    assert 0.7 < gap.std() / np.sqrt(np.mean(stated**2)) < 1.25


@pytest.mark.parametrize("grid_step", [0.0, 20.0])
@pytest.mark.parametrize("nonnegative", [True, False])
@pytest.mark.parametrize("method", ["js", "th", "wavelet", "kernel-sure"])
def test_the_stated_error_is_unbiased_under_laplace_noise(
    method, nonnegative, grid_step
):
    gaps = laplace_gaps(method, nonnegative, grid_step, draws=80)
    assert abs(gaps.mean()) < 3.5 * gaps.std() / np.sqrt(80) + 0.05
    assert 0.5 < gaps.std() < 1.3


def laplace_gaps(method, nonnegative, grid_step, draws):
    """Stated less true MSEs in stated standard errors, of Laplace noise: (draws,)."""
    graph, f, sigma = grid(12), np.round(hill(12) / 20) * 20, 20.0
    law = noise_law("laplace", grid_step / sigma)
    gaps = []
    for k in range(draws):
        rng = np.random.default_rng([11, k])
        # The difference of two jumps has the law of the noise.
        y = f + sigma * (law.jumps(f.size, rng) - law.jumps(f.size, rng))
        settings = {"method": method, "rng": k, "nonnegative": nonnegative}
        fit = denoise(y, sigma, graph, noise="laplace", grid=grid_step, **settings)
        gaps.append((fit.mse - rmse(fit.x, f) ** 2) / fit.mse_se)
    return np.array(gaps)


@pytest.mark.slow
@pytest.mark.parametrize(
    "method, draws", [("forest", 120), ("field", 120), ("auto", 80)]
)
@pytest.mark.parametrize("nonnegative", [True, False])
def test_the_stated_error_is_honest_under_laplace_noise(method, draws, nonnegative):
    if method == "field" and not nonnegative:
        pytest.skip("the field by itself is for non-negative maps")
    gaps = laplace_gaps(method, nonnegative, 0.0, draws)
    assert abs(gaps.mean()) < 0.5 and np.mean(abs(gaps) < 1.96) > 0.9


@pytest.mark.parametrize("method", [name for name in METHODS if name != "auto"])
def test_with_choices_held_a_fit_to_the_same_data_is_the_same(method):
    y = noisy(hill(12), 20.0, 4)
    denoiser = Denoiser(y, 20.0, grid(12), rng=6, noise="laplace", nonnegative=True)
    data = denoiser.data(method)
    # Without a step and without jumps, all sides are the data themselves.
    data.probe._step = 0.0
    data.probe._jump[:] = 0
    estimate = METHODS[method].fit(data)
    for side in (JUMP, -PART_OF_JUMP):
        # The pieces of the trend filters, by which they are weighted, depend on the tolerance.
        least = 0.05 if method == "trend-sure" else 1e-3
        np.testing.assert_allclose(estimate.refit(side), estimate.refit(1), atol=least)


@pytest.mark.parametrize("method", ["forest", "field", "js", "trend-sure"])
def test_choices_of_the_whole_map_are_held_where_places_jump(method):
    # All places move: what is chosen from the whole map is chosen anew on one side only.
    y = noisy(hill(12), 20.0, 4)
    denoiser = Denoiser(y, 20.0, grid(12), rng=6, noise="laplace", nonnegative=True)
    data = denoiser.data(method)
    data.probe._step, data.probe._signs = 1.0, data.y
    data.probe._jump = data.y
    estimate = METHODS[method].fit(data)
    assert rmse(estimate.refit(JUMP), estimate.refit(1)) > 0.01


def test_empty_places_under_laplace_noise_are_not_called_signed():
    # At this size the test for Gaussian noise errs most of the time.
    graph, sigma, rng = networks.grid(60), 5.0, np.random.default_rng(7)
    kinds = []
    for k in range(10):
        y = rng.laplace(0, sigma / np.sqrt(2), graph.n)
        settings = {"method": "th", "rng": k}
        fits = [denoise(y, sigma, graph, noise=noise, **settings) for noise in NOISES]
        kinds.append([fit.nonnegative for fit in fits])
    as_gaussian, as_laplace = np.mean(kinds, axis=0)
    assert as_laplace == 1 and as_gaussian < 0.8
    negative = rng.laplace(-sigma, sigma / np.sqrt(2), graph.n)
    assert not denoise(
        negative, sigma, graph, method="th", rng=1, noise="laplace"
    ).nonnegative


def test_james_steins_stated_error_is_that_of_its_closed_form():
    # Most is shrunk, and a third clipped: what a derivative taken too coarsely gets wrong.
    graph, n = grid(60), 3600
    f = np.abs(np.linspace(-0.6, 1.2, n))
    gap = []
    for seed in range(40):
        y = noisy(f, 1.0, [10, seed])
        c, energy = n - 2, y @ y
        x = np.maximum((1 - c / energy) * y, 0)
        df = np.sum((1 - c / energy + 2 * c * y**2 / energy**2)[y > 0])
        exact = np.mean((y - x) ** 2) - 1 + 2 * df / n
        fit = denoise(y, 1.0, graph, method="js", rng=seed, nonnegative=True)
        np.testing.assert_allclose(fit.x, x, rtol=1e-12)
        gap.append(fit.mse / exact - 1)
    assert abs(np.mean(gap)) < 0.005 and np.std(gap) < 0.05


@pytest.mark.slow
@pytest.mark.parametrize(
    "method, draws",
    [("trend-sure", 200), ("forest", 120), ("auto", 80)],
)
def test_the_stated_error_is_honest_where_much_is_chosen(method, draws):
    _, _, fits = assert_unbiased(method, draws, 8, 2.5)
    low, high = np.transpose([fit.risk_interval for fit in fits])
    error = rmse(np.array([fit.x for fit in fits]), hill(12))
    assert np.mean((low <= error) & (error <= high)) > 0.9


def test_hubs_are_refused_by_the_field_and_left_to_the_forest_by_auto():
    star = Graph(400, [[0, v] for v in range(1, 400)])
    y = 50 + 5 * np.random.default_rng(1).standard_normal(400)
    with pytest.raises(ValueError, match="graph has a degree of 399"):
        denoise(y, 5.0, star, method="field", rng=1)
    fit = denoise(y, 5.0, star, method="auto", rng=1)
    assert "field" not in fit.parameters["weights"] and rmse(fit.x, 50) < 1


@pytest.mark.parametrize("method", ["js", "th", "field"])
def test_weights_and_lengths_far_apart_and_zeros_are_no_trouble(method):
    graph = Graph(3, [[0, 1], [1, 2]], weights=[1e-12, 1e12], length_m=[1e-300, 1e300])
    for y in (np.zeros(3), np.full(3, 1e-320), np.array([1.0, 2.0, 3.0])):
        assert np.isfinite(denoise(y, 1.0, graph, method=method, rng=1).x).all()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sigma": 1e200}, "sigma is 1e\\+200"),
        ({"y": np.full(9, 1e300)}, r"y\[0\] is 1e\+300, more than 1e\+12 times sigma"),
        ({"method": "field", "nonnegative": False}, "nonnegative is False"),
        ({"noise": "cauchy"}, "noise is 'cauchy'; allowed are 'gaussian', 'laplace'"),
        ({"grid": -1.0}, r"grid is -1.0; allowed are numbers in \[0, 10\]"),
    ],
)
def test_bad_input_is_named(change, message):
    settings = {
        "y": np.ones(9),
        "sigma": 1.0,
        "graph": grid(3),
        "method": "th",
        "rng": 1,
    }
    with pytest.raises(ValueError, match=message):
        denoise(**settings | change)
