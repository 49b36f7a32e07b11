"""`denoise`: every method, its stated risk, constraints, equivariance and bad input."""

from functools import partial

import numpy as np
import pytest

from gaussmech.graphs.denoise import DENOISING_METHODS, Denoiser, denoise
from gaussmech.graphs.field.tiles import cut_tiles
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.noise_laws import NOISES, noise_law
from gaussmech.graphs.risk import Side
from tests.graphs import networks
from tests.graphs.networks import noisy, rmse

SHIFTED = ["wavelet", "trend-sure", "forest"]
SIGMA = 20.0


def rows_and_columns(side):
    return np.divmod(np.arange(side * side), side)


def grid(side):
    """Return a square grid of crossings in New York, 100 m apart."""
    row, column = rows_and_columns(side)
    edge_count = 2 * side * (side - 1)
    return networks.grid(
        side,
        lon=column * 0.001 - 74,
        lat=row * 0.001 + 40.7,
        length_m=np.full(edge_count, 100.0),
    )


def hill(side):
    """Return a smooth map, from nearly 0 to 100."""
    row, column = rows_and_columns(side)
    centre = side / 3
    square_distance = (row - centre) ** 2 + (column - centre) ** 2
    return 100 * np.exp(-square_distance / side)


def blocks(side, width):
    """Return a map of square blocks of 20 and 200, like a chessboard."""
    row, column = rows_and_columns(side)
    is_high = (row // width + column // width) % 2
    return 20.0 + 180 * is_high


@pytest.mark.parametrize("method", DENOISING_METHODS)
def test_every_method_improves_and_says_by_how_much(method):
    f = hill(20)
    y = noisy(f, SIGMA, 1)
    fit = denoise(y, SIGMA, grid(20), method=method, rng=3)
    assert fit.x.shape == y.shape
    assert (fit.x >= 0).all()
    assert fit.nonnegative
    # The universal threshold leaves little of a smooth hill.
    largest_error = 1.5 * SIGMA if method == "th" else 0.95 * SIGMA
    assert rmse(fit.x, f) < largest_error
    assert abs(fit.mse - rmse(fit.x, f) ** 2) < 5 * fit.mse_se
    assert fit.risk == pytest.approx(np.sqrt(max(fit.mse, 0)), rel=1e-12, abs=0)
    low, high = fit.risk_interval
    assert low <= fit.risk <= high < 60


@pytest.mark.parametrize("order", [1, -1], ids=["as listed", "reversed"])
def test_methods_that_share_their_work_give_what_each_gives_alone(order):
    y = noisy(hill(12), SIGMA, 4)
    denoiser = Denoiser(y, SIGMA, grid(12), rng=6)
    for method in list(DENOISING_METHODS)[::order]:
        alone = denoise(y, SIGMA, grid(12), method=method, rng=6)
        assert_same(denoiser(method), alone)


def test_a_denoiser_names_an_unknown_method():
    denoiser = Denoiser(hill(3), SIGMA, grid(3), rng=6)
    with pytest.raises(ValueError, match="method is 'magic'; allowed are 'auto'"):
        denoiser("magic")


def assert_same(one, other):
    """Assert that two fits are the same to the bit."""
    np.testing.assert_array_equal(one.x, other.x)
    assert one.mse == other.mse
    assert one.mse_se == other.mse_se
    assert one.parameters == other.parameters


@pytest.mark.parametrize("method", DENOISING_METHODS)
def test_the_seed_gives_the_same_fit_in_any_unit(method):
    y = noisy(hill(12), SIGMA, 3)
    fit = denoise(y, SIGMA, grid(12), method=method, rng=np.random.default_rng(5))
    repeated = denoise(y, SIGMA, grid(12), method=method, rng=fit.seed)
    assert_same(fit, repeated)
    scaled = denoise(1000 * y, 1000 * SIGMA, grid(12), method=method, rng=fit.seed)
    # Iterations end elsewhere, by rounding; their tolerance is relative to the noise.
    np.testing.assert_allclose(scaled.x, 1000 * fit.x, rtol=1e-4, atol=0.1)
    assert scaled.risk == pytest.approx(1000 * fit.risk, rel=1e-2, abs=0)


@pytest.mark.parametrize("method", SHIFTED)
def test_a_shift_moves_the_estimate_along(method):
    y = noisy(hill(12), SIGMA, 4)

    def estimate(y):
        fit = denoise(y, SIGMA, grid(12), method=method, rng=7, nonnegative=False)
        return fit.x

    np.testing.assert_allclose(estimate(y - 500), estimate(y) - 500, atol=1e-3)


@pytest.mark.parametrize("method", ["auto", "forest", "trend-sure"])
def test_negative_regions_are_found_and_kept(method):
    y = noisy(hill(20) - 30, 10.0, 1)
    fit = denoise(y, 10.0, grid(20), method=method, rng=3)
    assert not fit.nonnegative
    assert fit.x.min() < -20


def test_maps_with_empty_places_are_not_called_signed():
    f = hill(20)
    is_nearly_empty = f < 0.5
    assert is_nearly_empty.mean() > 0.3
    graph = grid(20)
    for seed in range(100):
        y = noisy(f, SIGMA, [7, seed])
        fit = denoise(y, SIGMA, graph, method="th", rng=seed)
        assert fit.nonnegative, seed


def wave(side):
    """Return a smooth map of mean 0 and standard deviation 1."""
    row, column = rows_and_columns(side)
    f = np.sin(2 * np.pi * row / side) * np.sin(2 * np.pi * column / side)
    return f / f.std()


def test_auto_finds_by_evidence_that_a_map_is_signed_unless_told():
    graph = grid(24)
    f = 1.0 + wave(24)
    found_by_scan = 0
    found_by_auto = 0
    for seed in range(8):
        y = noisy(f, 1.5, [21, seed])
        scan = denoise(y, 1.5, graph, method="js", rng=seed)
        auto = denoise(y, 1.5, graph, rng=seed)
        said = denoise(y, 1.5, graph, rng=seed, nonnegative=True)
        assert said.nonnegative, seed
        found_by_scan += not scan.nonnegative
        found_by_auto += not auto.nonnegative
    assert found_by_auto >= found_by_scan + 2


def test_auto_gives_a_hill_little_weight_as_a_signed_map():
    graph = grid(20)
    f = hill(20)
    weights = []
    for seed in range(8):
        y = noisy(f, SIGMA, [22, seed])
        fit = denoise(y, SIGMA, graph, rng=seed)
        assert fit.nonnegative == (fit.signed_weight == 0)
        weights.append(fit.signed_weight)
    assert np.mean(weights) < 0.1
    assert max(weights) < 0.5


@pytest.mark.parametrize("noise", ["gaussian", "laplace"])
def test_auto_hedges_the_sign_of_a_map_that_noise_hides(noise):
    graph = grid(24)
    f = wave(24)
    rng = np.random.default_rng(5)
    draw = rng.normal if noise == "gaussian" else rng.laplace
    scale = 2.5 if noise == "gaussian" else 2.5 / np.sqrt(2)
    error = {None: 0.0, True: 0.0}
    for seed in range(4):
        y = f + draw(0, scale, graph.n)
        for nonnegative in error:
            fit = denoise(y, 2.5, graph, rng=seed, noise=noise, nonnegative=nonnegative)
            error[nonnegative] += np.sum((fit.x - f) ** 2)
    assert error[None] < 0.7 * error[True]


@pytest.mark.parametrize("noise", ["gaussian", "laplace"])
def test_a_single_negative_place_is_found(noise):
    graph = grid(30)
    f = np.full(graph.n, 50.0)
    f[435] = -20.0
    y = noisy(f, 1.0, 8)
    for seed in range(6):
        fit = denoise(y, 1.0, graph, method="js", rng=seed, noise=noise)
        assert not fit.nonnegative, seed
        assert fit.signed_weight == 1
        assert fit.x[435] < -15


def spikes(side):
    """Return a map with a spike of 6 or -6 at 3 places in a hundred."""
    rng = np.random.default_rng(3)
    is_event = rng.random(side**2) < 0.03
    return np.where(is_event, rng.choice([-6.0, 6.0], side**2), 0.0)


def many_heights(side):
    """Return a map of sixteen blocks of different heights."""
    row, column = rows_and_columns(side)
    heights = np.random.default_rng(7).uniform(20, 200, (4, 4))
    return heights[4 * row // side, 4 * column // side]


@pytest.mark.parametrize(
    ("f", "sigma", "part", "least", "most", "better_than"),
    [
        (spikes(30), 1.0, "empirical-bayes", 0.9, 1, {"forest": 0.9}),
        (hill(30), SIGMA, "empirical-bayes", 0, 0.01, {}),
        (many_heights(40), 10.0, "forest", 0.9, 1, {}),
        # The blocks have two heights, which empirical Bayes sees.
        (blocks(40, 20), 10.0, "field", 0, 0.01, {"field": 0.8, "forest": 0.9}),
    ],
    ids=["spikes", "hill", "many heights", "two heights"],
)
def test_auto_weighs_its_parts_by_the_map(f, sigma, part, least, most, better_than):
    graph = grid(round(np.sqrt(f.size)))
    y = noisy(f, sigma, 5)
    fit = denoise(y, sigma, graph, rng=1)
    assert fit.method == "auto"
    weights = fit.parameters["weights"]
    assert least <= weights[part] <= most
    assert sum(weights.values()) == pytest.approx(1.0, rel=1e-12)
    for method, ratio in better_than.items():
        other = denoise(y, sigma, graph, method=method, rng=1)
        assert rmse(fit.x, f) < ratio * rmse(other.x, f)


@pytest.mark.parametrize("level", [0.0, 0.3])
def test_a_constant_map_is_nearly_its_mean(level):
    for seed in range(4):
        fit = denoise(noisy(np.full(900, level), 1.0, seed), 1.0, grid(30), rng=seed)
        # The mean itself has a standard error of 0.033.
        assert rmse(fit.x, np.full(900, level)) < 0.1


@pytest.fixture
def small_tiles(monkeypatch):
    """Tiles of 25 vertices, of which a sample of 8 judges the field."""
    monkeypatch.setattr("gaussmech.graphs.methods.SAMPLE", 8)
    cut = partial(cut_tiles, whole=100, tile=25)
    monkeypatch.setattr("gaussmech.graphs.field.tile.cut_tiles", cut)


@pytest.mark.usefixtures("small_tiles")
def test_a_field_that_is_worse_on_some_tiles_is_left_out(monkeypatch):
    y = noisy(blocks(40, 4), 10.0, 1)
    fit = denoise(y, 10.0, grid(40), rng=1)
    assert fit.parameters["weights"]["field"] == 0.0
    assert "range" not in fit.parameters
    # The whole field would have had next to no weight either.
    monkeypatch.setattr("gaussmech.graphs.methods.HOPELESS", np.inf)
    with_field = denoise(y, 10.0, grid(40), rng=1)
    assert "range" in with_field.parameters
    np.testing.assert_allclose(fit.x, with_field.x, atol=0.1)


@pytest.mark.usefixtures("small_tiles")
def test_a_field_that_suits_a_smooth_map_stays():
    weights = []
    for seed in range(4):
        fit = denoise(noisy(hill(40), SIGMA, seed), SIGMA, grid(40), rng=1)
        weights.append(fit.parameters["weights"]["field"])
    assert min(weights) > 0.05


@pytest.mark.parametrize("sigma", [1e-9, 3e-11])
@pytest.mark.parametrize("low", [5.0, -10.0])
def test_steps_of_up_to_a_million_million_sigma_stay_as_they_are(low, sigma):
    f = np.repeat([low, low + 20], 200)
    fit = denoise(f, sigma, grid(20), rng=1)
    # The data have no noise, but "auto" takes them to have some.
    assert rmse(fit.x, f) < sigma


each_sign = pytest.mark.parametrize(
    "nonnegative", [True, False], ids=["nonnegative", "signed"]
)
WITH_TOTAL = ["wavelet", "forest", "js"]


def fit_of_low_hill(method, nonnegative, keep_total):
    """Return a release of a hill that is partly below 0, and its fit."""
    y = noisy(hill(12) - 4, SIGMA, 6)
    fit = denoise(
        y,
        SIGMA,
        grid(12),
        method=method,
        rng=1,
        nonnegative=nonnegative,
        keep_total=keep_total,
    )
    return y, fit


@each_sign
@pytest.mark.parametrize("method", WITH_TOTAL)
def test_the_total_can_be_kept(method, nonnegative):
    y, fit = fit_of_low_hill(method, nonnegative, keep_total=True)
    assert fit.x.sum() == pytest.approx(y.sum(), rel=1e-9, abs=0)


@pytest.mark.parametrize("method", WITH_TOTAL)
def test_a_nonnegative_estimate_with_a_total_is_the_nearest_such_point(method):
    _, free = fit_of_low_hill(method, nonnegative=False, keep_total=False)
    _, fit = fit_of_low_hill(method, nonnegative=True, keep_total=True)
    assert (fit.x >= 0).all()
    # One shift wherever it is above 0, and no less elsewhere.
    is_above = fit.x > 0
    shift = free.x[is_above] - fit.x[is_above]
    np.testing.assert_allclose(shift, shift.mean(), atol=1e-9)
    assert (free.x[~is_above] <= shift.mean() + 1e-9).all()


@pytest.mark.parametrize(
    ("method", "level", "largest_sum"),
    [
        # The field is above 0 everywhere; a total next to nothing is lost in its rounding.
        pytest.param("field", 1e-30, 1e-12, id="next to nothing"),
        pytest.param("th", -5.0, 0.0, id="less than nothing"),
    ],
)
def test_a_total_of_nothing_or_less_leaves_nothing(method, level, largest_sum):
    y = np.full(144, level)
    fit = denoise(
        y, SIGMA, grid(12), method=method, rng=1, nonnegative=True, keep_total=True
    )
    assert abs(fit.x).sum() <= largest_sum


def stated_errors(method, draws, nonnegative, noise, grid_step=0.0):
    """Return the stated less the true MSEs of many releases of a hill, and their standard errors.

    Both are (draws,). Last is the share of the risk intervals that hold the true error.
    """
    f = hill(12)
    if grid_step:
        # On the grid of the noise, as the counts of a release are.
        f = np.round(f / grid_step) * grid_step
    law = noise_law("laplace", grid_step / SIGMA)
    gaps = []
    standard_errors = []
    is_covered = []
    for k in range(draws):
        rng = np.random.default_rng([8, k])
        # The difference of two jumps has the law of Laplace noise.
        drawn = (
            rng.standard_normal(f.size)
            if noise == "gaussian"
            else law.jumps(f.size, rng) - law.jumps(f.size, rng)
        )
        fit = denoise(
            f + SIGMA * drawn,
            SIGMA,
            grid(12),
            method=method,
            rng=k,
            nonnegative=nonnegative,
            noise=noise,
            grid=grid_step,
        )
        error = rmse(fit.x, f)
        low, high = fit.risk_interval
        gaps.append(fit.mse - error**2)
        standard_errors.append(fit.mse_se)
        is_covered.append(low <= error <= high)
    return np.array(gaps), np.array(standard_errors), np.mean(is_covered)


def assert_unbiased(gaps, standard_errors, factor):
    """Assert that the mean gap is 0 within so many of its standard errors.

    A bias of a twentieth of the stated standard error is allowed besides: no interval that is made
    of both would notice it.
    """
    error_of_mean = gaps.std() / np.sqrt(len(gaps))
    assert abs(gaps.mean()) < factor * error_of_mean + 0.05 * standard_errors.mean()


@pytest.mark.parametrize(
    ("noise", "grid_step"),
    [("gaussian", 0.0), ("laplace", 0.0), ("laplace", 20.0)],
    ids=["gaussian", "laplace", "laplace, discrete"],
)
@each_sign
@pytest.mark.parametrize("method", ["js", "th", "wavelet", "kernel-sure"])
def test_the_stated_error_is_unbiased(method, nonnegative, noise, grid_step):
    gaps, errors, _ = stated_errors(method, 80, nonnegative, noise, grid_step)
    assert_unbiased(gaps, errors, 3.5)
    # The standard error is that of one draw.
    ratio = gaps.std() / np.sqrt(np.mean(errors**2))
    assert 0.7 < ratio < 1.25


@pytest.mark.slow
@pytest.mark.parametrize(
    ("method", "draws", "nonnegative", "noise"),
    [
        ("trend-sure", 200, None, "gaussian"),
        ("forest", 120, None, "gaussian"),
        ("auto", 80, None, "gaussian"),
        # The field by itself is for non-negative maps.
        ("field", 120, True, "laplace"),
        ("forest", 120, True, "laplace"),
        ("forest", 120, False, "laplace"),
        ("auto", 80, True, "laplace"),
        ("auto", 80, False, "laplace"),
    ],
)
def test_the_stated_error_is_honest_where_much_is_chosen(
    method, draws, nonnegative, noise
):
    gaps, errors, covered = stated_errors(method, draws, nonnegative, noise)
    assert_unbiased(gaps, errors, 2.5)
    assert covered > 0.9


def laplace_data(method):
    """Return the data of a method on a release of a hill with Laplace noise, and their probe."""
    y = noisy(hill(12), SIGMA, 4)
    denoiser = Denoiser(y, SIGMA, grid(12), rng=6, noise="laplace", nonnegative=True)
    data = denoiser.data(method)
    return data, data.probe


@pytest.mark.parametrize(
    "method", [name for name in DENOISING_METHODS if name != "auto"]
)
def test_with_choices_held_a_fit_to_the_same_data_is_the_same(method):
    data, probe = laplace_data(method)
    # Without a step and without jumps, all sides are the data themselves.
    probe._step = 0.0
    probe._jump[:] = 0
    estimate = DENOISING_METHODS[method].fit(data)
    # The pieces of the trend filters, by which they are weighted, depend on the tolerance.
    # A refit of the field goes on where the fit has ended.
    tolerance = {"trend-sure": 0.05, "field": 0.02}.get(method, 1e-3)
    for side in (Side.JUMP_UP, Side.PART_DOWN):
        held = estimate.refit(side)
        anew = estimate.refit(Side.STEP_UP)
        np.testing.assert_allclose(held, anew, atol=tolerance)


@pytest.mark.parametrize("method", ["forest", "js", "trend-sure"])
def test_choices_of_the_whole_map_are_held_where_places_jump(method):
    data, probe = laplace_data(method)
    # All places move: what is chosen from the whole map is chosen anew on one side only.
    probe._step = 1.0
    probe.signs = data.y
    probe._jump = data.y
    estimate = DENOISING_METHODS[method].fit(data)
    held = estimate.refit(Side.JUMP_UP)
    anew = estimate.refit(Side.STEP_UP)
    assert rmse(held, anew) > 0.01


def is_nonnegative(y, noise):
    """Return whether a map of Laplace noise is called non-negative, given the name of a law."""
    fit = denoise(y, 5.0, networks.grid(60), noise=noise, method="th", rng=1)
    return fit.nonnegative


def test_empty_places_under_laplace_noise_are_not_called_signed():
    rng = np.random.default_rng(7)
    verdicts = {noise: [] for noise in NOISES}
    for _ in range(10):
        y = rng.laplace(0, 5.0 / np.sqrt(2), 3600)
        for noise, by_noise in verdicts.items():
            by_noise.append(is_nonnegative(y, noise))
    assert all(verdicts["laplace"])
    # At this size the test for Gaussian noise errs most of the time.
    assert np.mean(verdicts["gaussian"]) < 0.8


def test_a_negative_map_under_laplace_noise_is_called_signed():
    rng = np.random.default_rng(8)
    y = rng.laplace(-5.0, 5.0 / np.sqrt(2), 3600)
    assert not is_nonnegative(y, "laplace")


def closed_form_james_stein(y):
    """Return the positive part of James-Stein's estimate, and its unbiased mean squared error."""
    n = len(y)
    energy = y @ y
    factor = 1 - (n - 2) / energy
    x = np.maximum(factor * y, 0)
    slopes = factor + 2 * (n - 2) * y**2 / energy**2
    df = np.sum(slopes[y > 0])
    return x, np.mean((y - x) ** 2) - 1 + 2 * df / n


def test_james_steins_stated_error_is_that_of_its_closed_form():
    # Most is shrunk, and a third clipped: what a derivative taken too coarsely gets wrong.
    graph = grid(60)
    f = np.abs(np.linspace(-0.6, 1.2, 3600))
    gaps = []
    for seed in range(40):
        y = noisy(f, 1.0, [10, seed])
        x, mse = closed_form_james_stein(y)
        fit = denoise(y, 1.0, graph, method="js", rng=seed, nonnegative=True)
        np.testing.assert_allclose(fit.x, x, rtol=1e-12)
        gaps.append(fit.mse / mse - 1)
    assert abs(np.mean(gaps)) < 0.005
    assert np.std(gaps) < 0.05


STAR = Graph(400, [[0, v] for v in range(1, 400)])


def test_the_field_refuses_hubs():
    with pytest.raises(ValueError, match="graph has a degree of 399"):
        denoise(np.zeros(400), 5.0, STAR, method="field", rng=1)


def test_auto_leaves_hubs_to_the_forest():
    y = 50 + 5 * np.random.default_rng(1).standard_normal(400)
    fit = denoise(y, 5.0, STAR, method="auto", rng=1)
    assert "field" not in fit.parameters["weights"]
    assert rmse(fit.x, 50) < 1


@pytest.mark.parametrize("method", ["js", "th", "field"])
@pytest.mark.parametrize(
    "y",
    [np.zeros(3), np.full(3, 1e-320), np.array([1.0, 2.0, 3.0])],
    ids=["zeros", "denormal numbers", "a rise"],
)
def test_weights_and_lengths_far_apart_and_zeros_are_no_trouble(method, y):
    graph = Graph(3, [[0, 1], [1, 2]], weights=[1e-12, 1e12], length_m=[1e-300, 1e300])
    assert np.isfinite(denoise(y, 1.0, graph, method=method, rng=1).x).all()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"y": np.full(9, 1e300)}, r"y\[0\] is 1e\+300, more than 1e\+12 times sigma"),
        ({"method": "field", "nonnegative": False}, "nonnegative is False"),
    ],
    ids=["y", "nonnegative"],
)
def test_arguments_that_do_not_go_together_are_named(change, message):
    settings = {
        "y": np.ones(9),
        "sigma": 1.0,
        "graph": grid(3),
        "method": "th",
        "rng": 1,
    }
    with pytest.raises(ValueError, match=message):
        denoise(**settings | change)
