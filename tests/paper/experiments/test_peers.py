"""The peers of the extended heat maps: against dense algebra and PyWavelets, and their errors."""

import numpy as np
import pytest
import pywt

import gaussmech as gm
from gaussmech.graphs.denoise import METHODS, Denoiser
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.noise_laws import noise_law
from gaussmech.graphs.risk import JUMP, PART_OF_JUMP, stein_risk
from gaussmech.paper.experiments.peers import (
    DENOISERS,
    PEERS,
    LaplacianSmoothers,
    Raster,
    sure_threshold,
)
from tests.graphs import networks
from tests.graphs.networks import incidence, noisy, rmse
from tests.graphs.test_denoise import grid, hill
from tests.graphs.test_other_networks import NETWORKS, released

SIDE = 16
# They know the edges alone, so that a shift or another part of the graph does not matter to them.
ON_EDGES = ["wavelet-sure", "laplacian-sure"]


def denoise(y, sigma, graph, *, method, rng, **options):
    """`gaussmech.denoise` with the peers beside its methods."""
    denoiser = Denoiser(y, sigma, graph, rng=rng, methods=DENOISERS, **options)
    return denoiser(method)


@pytest.mark.parametrize("method", PEERS)
def test_the_library_refuses_the_peers_and_lists_its_own(method):
    message = f"method is '{method}'; allowed are 'auto', .*, 'th'$"
    with pytest.raises(ValueError, match=message) as refusal:
        gm.denoise(np.zeros(9), 1.0, grid(3), method=method)
    assert str(refusal.value).count("-sure'") == 2 + method.endswith("-sure")
    with pytest.raises(ValueError, match=message):
        Denoiser(np.zeros(9), 1.0, grid(3))(method)
    assert set(DENOISERS) == set(METHODS) | set(PEERS)


@pytest.mark.parametrize("method", PEERS)
def test_a_peer_improves_and_says_by_how_much(method):
    f = hill(20)
    y = noisy(f, 20.0, 1)
    fit = denoise(y, 20.0, grid(20), method=method, rng=3)
    assert fit.method == method and (fit.x >= 0).all()
    assert rmse(fit.x, f) < 0.95 * 20
    assert abs(fit.mse - rmse(fit.x, f) ** 2) < 5 * fit.mse_se
    assert fit.risk_interval[0] <= fit.risk <= fit.risk_interval[1] < 60


@pytest.mark.parametrize("method", PEERS)
def test_the_seed_gives_the_same_again_whatever_ran_before(method):
    y = noisy(hill(12), 20.0, 4)
    denoiser = Denoiser(y, 20.0, grid(12), rng=6, methods=DENOISERS)
    for earlier in ("wavelet", "th", *PEERS):
        denoiser(earlier)
    shared = denoiser(method)
    alone = denoise(y, 20.0, grid(12), method=method, rng=6)
    np.testing.assert_array_equal(shared.x, alone.x)
    assert (shared.mse, shared.parameters) == (alone.mse, alone.parameters)
    scaled = denoise(1000 * y, 20e3, grid(12), method=method, rng=6)
    np.testing.assert_allclose(scaled.x, 1000 * alone.x, rtol=1e-4, atol=0.1)


@pytest.mark.parametrize("method", ON_EDGES)
def test_a_shift_moves_the_estimate_along(method):
    y = noisy(hill(12), 20.0, 4)
    options = {"method": method, "rng": 7, "nonnegative": False}
    one = denoise(y, 20.0, grid(12), **options)
    other = denoise(y - 500, 20.0, grid(12), **options)
    np.testing.assert_allclose(other.x, one.x - 500, atol=1e-3)


def stated_gaps(method, nonnegative, draws):
    """Stated less true MSEs, (draws,), and their stated standard errors."""
    f = hill(12)
    gaps = []
    errors = []
    for k in range(draws):
        y = noisy(f, 20.0, [9, k])
        options = {"method": method, "rng": k, "nonnegative": nonnegative}
        fit = denoise(y, 20.0, grid(12), **options)
        gaps.append(fit.mse - rmse(fit.x, f) ** 2)
        errors.append(fit.mse_se)
    return np.array(gaps), np.array(errors)


@pytest.mark.parametrize("nonnegative", [True, False])
@pytest.mark.parametrize("method", ["laplacian-sure", "raster-wavelet"])
def test_the_stated_error_is_unbiased(method, nonnegative):
    gaps, errors = stated_gaps(method, nonnegative, draws=80)
    assert abs(gaps.mean()) < 3.5 * gaps.std() / np.sqrt(80) + 0.05 * errors.mean()
    # The standard error is that of one draw.
    assert 0.7 < gaps.std() / np.sqrt(np.mean(errors**2)) < 1.25


@pytest.mark.slow
def test_the_stated_error_is_honest_where_thresholds_are_chosen():
    gaps, errors = stated_gaps("wavelet-sure", None, draws=200)
    assert abs(gaps.mean()) < 2.5 * gaps.std() / np.sqrt(200) + 0.05 * errors.mean()


@pytest.mark.parametrize("grid_step", [0.0, 20.0])
@pytest.mark.parametrize("nonnegative", [True, False])
@pytest.mark.parametrize("method", ["laplacian-sure", "raster-wavelet"])
def test_the_stated_error_is_unbiased_under_laplace_noise(
    method, nonnegative, grid_step
):
    f = np.round(hill(12) / 20) * 20
    law = noise_law("laplace", grid_step / 20.0)
    gaps = []
    for k in range(80):
        rng = np.random.default_rng([11, k])
        # The difference of two jumps has the law of the noise.
        y = f + 20.0 * (law.jumps(f.size, rng) - law.jumps(f.size, rng))
        options = {"noise": "laplace", "grid": grid_step, "nonnegative": nonnegative}
        fit = denoise(y, 20.0, grid(12), method=method, rng=k, **options)
        gaps.append((fit.mse - rmse(fit.x, f) ** 2) / fit.mse_se)
    assert abs(np.mean(gaps)) < 3.5 * np.std(gaps) / np.sqrt(80) + 0.05
    assert 0.5 < np.std(gaps) < 1.3


@pytest.mark.parametrize("method", PEERS)
def test_with_choices_held_a_fit_to_the_same_data_is_the_same(method):
    estimate = estimate_for_moved_data(method, step=0.0, jump=0.0)
    for side in (JUMP, -PART_OF_JUMP):
        np.testing.assert_allclose(estimate.refit(side), estimate.refit(1), atol=1e-3)


def test_thresholds_of_the_whole_map_are_held_where_places_jump():
    estimate = estimate_for_moved_data("wavelet-sure", step=1.0, jump=1.0)
    assert rmse(estimate.refit(JUMP), estimate.refit(1)) > 0.01


def estimate_for_moved_data(method, step, jump):
    """Return an estimate whose probe moves the data by these multiples of themselves."""
    y = noisy(hill(12), 20.0, 4)
    options = {"noise": "laplace", "nonnegative": True}
    denoiser = Denoiser(y, 20.0, grid(12), rng=6, methods=DENOISERS, **options)
    data = denoiser.data(method)
    data.probe._step = step
    data.probe._signs = data.y
    data.probe._jump = jump * data.y
    return DENOISERS[method].fit(data)


@pytest.mark.parametrize("method", PEERS)
@pytest.mark.parametrize("name", NETWORKS)
def test_an_estimate_and_its_error_are_finite(name, method):
    graph = NETWORKS[name]
    if PEERS[method].needs_places and graph.lon is None:
        with pytest.raises(ValueError, match=f"no lon and lat; {method} needs them$"):
            denoise(np.zeros(graph.n), 10.0, graph, method=method, rng=1)
        return
    for y in (released(graph), np.zeros(graph.n), np.full(graph.n, 1e6)):
        fit = denoise(y, 10.0, graph, method=method, rng=1)
        assert fit.x.shape == y.shape and np.isfinite(fit.x).all()
        assert np.isfinite([fit.mse, *fit.risk_interval]).all()
        assert 0 < fit.mse_se < np.inf


@pytest.mark.parametrize("method", ON_EDGES)
def test_what_happens_in_one_part_stays_there(method):
    graph = NETWORKS["in parts"]
    y = released(graph)
    second = graph.components == 1
    options = {"method": method, "rng": 1, "nonnegative": False}
    x = denoise(y, 10.0, graph, **options).x
    np.testing.assert_allclose(np.bincount(graph.components, x - y), 0, atol=1e-9)
    moved = denoise(y + 300 * second, 10.0, graph, **options).x
    np.testing.assert_allclose(moved, x + 300 * second, atol=1e-9)


def test_a_bands_threshold_has_the_least_estimated_risk():
    size = np.abs(np.random.default_rng(2).normal(0, 3, 40))

    def risk(threshold):
        return np.sum(np.minimum(size, threshold) ** 2) + 2 * np.sum(size > threshold)

    assert sure_threshold(size) == min([0.0, *size], key=risk)
    # Too little energy to be told from noise: the universal threshold.
    assert sure_threshold(np.full(40, 1.0)) == np.sqrt(2 * np.log(40))


def test_laplacian_smoothing_is_the_mean_of_dense_smoothers_by_their_risk():
    graph = networks.grid(10)
    y = noisy(np.repeat([2.0, 12.0], 50), 1.0, 1)
    laplacian = incidence(graph).T @ incidence(graph)
    penalties = [0.0, 0.3, 2.0, 40.0]
    matrices = [np.linalg.inv(np.eye(100) + lam * laplacian) for lam in penalties]
    traces = [np.trace(matrix) for matrix in matrices]
    risk = np.array(
        [
            stein_risk(y, matrix @ y, 1.0, trace)
            for matrix, trace in zip(matrices, traces, strict=True)
        ]
    )
    weight = np.exp((min(risk) - risk) / 16)
    near = np.flatnonzero(weight > 0.01)
    assert 1 < len(near) < 4
    smoothers = LaplacianSmoothers(y, graph, penalties=penalties)
    np.testing.assert_array_equal(smoothers.penalties, [penalties[k] for k in near])
    np.testing.assert_allclose(smoothers.df, [traces[k] for k in near], rtol=1e-10)
    x, weights = smoothers.average(y)
    np.testing.assert_allclose(weights, weight[near] / weight[near].sum(), rtol=1e-8)
    np.testing.assert_allclose(x, weights @ [matrices[k] @ y for k in near], rtol=1e-8)


@pytest.mark.parametrize("unit", [1e-300, 1e-20, 1e5, 1e200])
def test_the_unit_of_the_weights_does_not_matter_to_laplacian_smoothing(unit):
    edges = networks.grid_edges(6)
    y = np.random.default_rng(3).normal(50, 20, 36)
    weights = np.random.default_rng(4).uniform(0.5, 2, len(edges))
    weights /= np.median(weights)
    estimates = [
        denoise(
            y,
            10.0,
            Graph(36, edges, weights=weights * scale),
            method="laplacian-sure",
            rng=1,
        ).x
        for scale in (1, unit)
    ]
    np.testing.assert_allclose(estimates[1], estimates[0], rtol=1e-6)


def test_weights_far_apart_and_zeros_are_no_trouble_to_laplacian_smoothing():
    graph = Graph(3, [[0, 1], [1, 2]], weights=[1e-12, 1e12])
    for y in (np.zeros(3), np.full(3, 1e-320), np.array([1.0, 2.0, 3.0])):
        fit = denoise(y, 1.0, graph, method="laplacian-sure", rng=1)
        assert np.isfinite(fit.x).all()


@pytest.fixture(scope="module")
def raster():
    """A square grid at whole degrees on the equator, with some more pixels around it."""
    row, column = np.indices((SIDE, SIDE)).reshape(2, -1).astype(float)
    return Raster(networks.grid(SIDE, lon=column, lat=row - row.mean()))


@pytest.mark.parametrize("seed", range(3))
def test_a_denoised_image_is_that_of_pywavelets(raster, seed):
    rng = np.random.default_rng(seed)
    y = np.repeat([0.0, 60.0], SIDE * SIDE // 2) + 10 * rng.standard_normal(SIDE * SIDE)
    noise = raster.noise(rng)
    factor = 10 * np.sqrt(2 * np.log(len(y)))
    image = (y - y.mean())[raster._nearest].reshape(raster._shape)
    coarse, *bands = pywt.swt2(
        image, "haar", raster._levels, norm=True, trim_approx=True
    )
    assert len(bands) == len(noise) >= 3
    soft = [
        tuple(
            pywt.threshold(b, factor * s, "soft")
            for b, s in zip(level, spread, strict=True)
        )
        for level, spread in zip(bands, noise, strict=True)
    ]
    image = pywt.iswt2([coarse, *soft], "haar", norm=True)
    estimate = raster.denoise(y, 10.0, noise)
    assert estimate == pytest.approx(y.mean() + raster._back @ image.ravel(), abs=1e-11)
    assert np.std(estimate - y) > 5 and np.ptp(estimate) > 30


def test_without_noise_the_image_stays(raster):
    y = np.random.default_rng(4).standard_normal(SIDE * SIDE)
    assert raster.denoise(
        y, 0.0, raster.noise(np.random.default_rng(1))
    ) == pytest.approx(y)
