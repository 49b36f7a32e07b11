"""The peers of the extended heat maps: against dense algebra and PyWavelets, and their errors."""

import numpy as np
import pytest
import pywt

import gaussmech as gm
from gaussmech.graphs.denoise import DENOISING_METHODS, Denoiser
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.risk import Side, stein_risk
from gaussmech.paper.experiments.peers import (
    DENOISERS,
    PEERS,
    LaplacianSmoothers,
    Raster,
)
from tests.graphs import networks
from tests.graphs.networks import incidence, noisy, rmse
from tests.graphs.test_denoise import grid, hill, laplace_gaps
from tests.graphs.test_other_networks import NETWORKS, released

SIDE = 16
# It knows only the edges: neither a shift nor another part of the graph matters to it.
ON_EDGES = ["laplacian-sure"]


def denoise(y, sigma, graph, *, method, rng, **options):
    """`gaussmech.denoise` with the peers beside its methods."""
    denoiser = Denoiser(y, sigma, graph, rng=rng, methods=DENOISERS, **options)
    return denoiser(method)


@pytest.mark.parametrize("method", PEERS)
def test_the_library_refuses_the_peers_and_lists_its_own(method):
    message = f"method is '{method}'; allowed are 'auto', .*, 'th'$"
    with pytest.raises(ValueError, match=message) as refusal:
        gm.denoise(np.zeros(9), 1.0, grid(3), method=method)
    # "trend-sure" and "kernel-sure" are of the library; the message names what was asked for, too.
    assert str(refusal.value).count("-sure'") == 2 + method.endswith("-sure")


@pytest.mark.parametrize("method", PEERS)
def test_a_denoiser_of_the_library_refuses_the_peers(method):
    message = f"method is '{method}'; allowed are 'auto', .*, 'th'$"
    denoiser = Denoiser(np.zeros(9), 1.0, grid(3))
    with pytest.raises(ValueError, match=message):
        denoiser(method)


def test_the_peers_stand_beside_the_methods_of_the_library():
    assert set(DENOISERS) == set(DENOISING_METHODS) | set(PEERS)


@pytest.mark.parametrize("method", PEERS)
def test_a_peer_improves_and_says_by_how_much(method):
    f = hill(20)
    y = noisy(f, 20.0, 1)
    fit = denoise(y, 20.0, grid(20), method=method, rng=3)
    assert fit.method == method
    assert (fit.x >= 0).all()
    error = rmse(fit.x, f)
    assert error < 0.95 * 20
    assert abs(fit.mse - error**2) < 5 * fit.mse_se
    low, high = fit.risk_interval
    assert low <= fit.risk <= high < 60


@pytest.mark.parametrize("method", PEERS)
def test_the_seed_gives_the_same_again_whatever_ran_before(method):
    y = noisy(hill(12), 20.0, 4)
    denoiser = Denoiser(y, 20.0, grid(12), rng=6, methods=DENOISERS)
    for earlier in ("wavelet", "th", *PEERS):
        denoiser(earlier)
    shared = denoiser(method)
    alone = denoise(y, 20.0, grid(12), method=method, rng=6)
    np.testing.assert_array_equal(shared.x, alone.x)
    assert shared.mse == alone.mse
    assert shared.parameters == alone.parameters


@pytest.mark.parametrize("method", PEERS)
def test_the_unit_of_the_data_does_not_matter(method):
    y = noisy(hill(12), 20.0, 4)
    fit = denoise(y, 20.0, grid(12), method=method, rng=6)
    scaled = denoise(1000 * y, 20e3, grid(12), method=method, rng=6)
    np.testing.assert_allclose(scaled.x, 1000 * fit.x, rtol=1e-4, atol=0.1)


@pytest.mark.parametrize("method", ON_EDGES)
def test_a_shift_moves_the_estimate_along(method):
    y = noisy(hill(12), 20.0, 4)

    def estimate(y):
        fit = denoise(y, 20.0, grid(12), method=method, rng=7, nonnegative=False)
        return fit.x

    np.testing.assert_allclose(estimate(y - 500), estimate(y) - 500, atol=1e-3)


class StatedErrors:
    """The stated mean squared errors of many releases of a hill, beside the true ones."""

    def __init__(self, method, nonnegative, draws):
        f = hill(12)
        gaps = []
        standard_errors = []
        for k in range(draws):
            y = noisy(f, 20.0, [9, k])
            fit = denoise(
                y, 20.0, grid(12), method=method, rng=k, nonnegative=nonnegative
            )
            gaps.append(fit.mse - rmse(fit.x, f) ** 2)
            standard_errors.append(fit.mse_se)
        self.gaps = np.array(gaps)
        self.standard_errors = np.array(standard_errors)

    def assert_unbiased(self, standard_errors):
        """Assert that the mean gap is 0 within so many of its standard errors.

        A bias of a twentieth of the stated standard error is allowed besides: no interval that is
        made of both would notice it.
        """
        error_of_mean = self.gaps.std() / np.sqrt(len(self.gaps))
        allowed_bias = 0.05 * self.standard_errors.mean()
        assert abs(self.gaps.mean()) < standard_errors * error_of_mean + allowed_bias


each_sign = pytest.mark.parametrize(
    "nonnegative", [True, False], ids=["nonnegative", "signed"]
)
each_probed_method = pytest.mark.parametrize(
    "method", ["laplacian-sure", "raster-wavelet"]
)


@each_sign
@each_probed_method
def test_the_stated_error_is_unbiased(method, nonnegative):
    stated = StatedErrors(method, nonnegative, draws=80)
    stated.assert_unbiased(3.5)
    # The standard error is that of one draw.
    root_mean_square = np.sqrt(np.mean(stated.standard_errors**2))
    assert 0.7 < stated.gaps.std() / root_mean_square < 1.25


@pytest.mark.parametrize("grid_step", [0.0, 20.0], ids=["continuous", "discrete"])
@each_sign
@each_probed_method
def test_the_stated_error_is_unbiased_under_laplace_noise(
    method, nonnegative, grid_step
):
    gaps = laplace_gaps(method, nonnegative, grid_step, 80, denoise=denoise)
    assert abs(gaps.mean()) < 3.5 * gaps.std() / np.sqrt(80) + 0.05
    assert 0.5 < gaps.std() < 1.3


@pytest.mark.parametrize("method", PEERS)
def test_with_choices_held_a_fit_to_the_same_data_is_the_same(method):
    estimate = estimate_for_moved_data(method, step=0.0, jump=0.0)
    for side in (Side.JUMP_UP, Side.PART_DOWN):
        held = estimate.refit(side)
        np.testing.assert_allclose(held, estimate.refit(Side.STEP_UP), atol=1e-3)


def estimate_for_moved_data(method, step, jump):
    """Return an estimate whose probe moves the data by these multiples of themselves."""
    y = noisy(hill(12), 20.0, 4)
    denoiser = Denoiser(
        y,
        20.0,
        grid(12),
        rng=6,
        methods=DENOISERS,
        noise="laplace",
        nonnegative=True,
    )
    data = denoiser.data(method)
    data.probe._step = step
    data.probe.signs = data.y
    data.probe._jump = jump * data.y
    return DENOISERS[method].fit(data)


FITTING = []
REFUSED = []
for name, graph in NETWORKS.items():
    for method, peer in PEERS.items():
        lacks_places = peer.needs_places and graph.lon is None
        pairs = REFUSED if lacks_places else FITTING
        pairs.append((name, method))


@pytest.mark.parametrize(("name", "method"), REFUSED)
def test_a_peer_that_needs_places_refuses_a_graph_without(name, method):
    graph = NETWORKS[name]
    with pytest.raises(ValueError, match=f"no lon and lat; {method} needs them$"):
        denoise(np.zeros(graph.n), 10.0, graph, method=method, rng=1)


@pytest.mark.parametrize(("name", "method"), FITTING)
def test_an_estimate_and_its_error_are_finite(name, method):
    graph = NETWORKS[name]
    for y in (released(graph), np.zeros(graph.n), np.full(graph.n, 1e6)):
        fit = denoise(y, 10.0, graph, method=method, rng=1)
        assert fit.x.shape == y.shape
        assert np.isfinite(fit.x).all()
        assert np.isfinite(fit.mse)
        assert np.isfinite(fit.risk_interval).all()
        assert 0 < fit.mse_se < np.inf


def signed_estimate_in_parts(y, method):
    graph = NETWORKS["in parts"]
    return denoise(y, 10.0, graph, method=method, rng=1, nonnegative=False).x


@pytest.mark.parametrize("method", ON_EDGES)
def test_each_part_keeps_its_total(method):
    graph = NETWORKS["in parts"]
    y = released(graph)
    change = signed_estimate_in_parts(y, method) - y
    np.testing.assert_allclose(np.bincount(graph.components, change), 0, atol=1e-9)


@pytest.mark.parametrize("method", ON_EDGES)
def test_what_happens_in_one_part_stays_there(method):
    graph = NETWORKS["in parts"]
    y = released(graph)
    move = 300.0 * (graph.components == 1)
    expected = signed_estimate_in_parts(y, method) + move
    result = signed_estimate_in_parts(y + move, method)
    np.testing.assert_allclose(result, expected, atol=1e-9)


class DenseSmoothers:
    """Laplacian smoothers of a grid by dense algebra, those left out that have next to no weight."""

    def __init__(self, penalties):
        self.graph = networks.grid(10)
        self.y = noisy(np.repeat([2.0, 12.0], 50), 1.0, 1)
        differences = incidence(self.graph)
        laplacian = differences.T @ differences
        matrices = []
        risks = []
        for penalty in penalties:
            matrix = np.linalg.inv(np.eye(100) + penalty * laplacian)
            matrices.append(matrix)
            risks.append(stein_risk(self.y, matrix @ self.y, 1.0, np.trace(matrix)))
        weights = np.exp((min(risks) - np.array(risks)) / 16)
        near = np.flatnonzero(weights > 0.01)
        self.penalties = [penalties[k] for k in near]
        self.traces = [np.trace(matrices[k]) for k in near]
        self.weights = weights[near] / weights[near].sum()
        self.estimates = [matrices[k] @ self.y for k in near]


def test_laplacian_smoothing_is_the_mean_of_dense_smoothers_by_their_risk():
    penalties = [0.0, 0.3, 2.0, 40.0]
    dense = DenseSmoothers(penalties)
    assert 1 < len(dense.penalties) < 4
    smoothers = LaplacianSmoothers(dense.y, dense.graph, penalties=penalties)
    np.testing.assert_array_equal(smoothers.penalties, dense.penalties)
    np.testing.assert_allclose(smoothers.df, dense.traces, rtol=1e-10)
    x, weights = smoothers.average(dense.y)
    np.testing.assert_allclose(weights, dense.weights, rtol=1e-8)
    np.testing.assert_allclose(x, weights @ dense.estimates, rtol=1e-8)


@pytest.mark.parametrize("unit", [1e-300, 1e-20, 1e5, 1e200])
def test_the_unit_of_the_weights_does_not_matter_to_laplacian_smoothing(unit):
    edges = networks.grid_edges(6)
    y = np.random.default_rng(3).normal(50, 20, 36)
    weights = np.random.default_rng(4).uniform(0.5, 2, len(edges))
    weights /= np.median(weights)
    graph = Graph(36, edges, weights=weights)
    scaled = Graph(36, edges, weights=weights * unit)
    fit = denoise(y, 10.0, graph, method="laplacian-sure", rng=1)
    scaled_fit = denoise(y, 10.0, scaled, method="laplacian-sure", rng=1)
    np.testing.assert_allclose(scaled_fit.x, fit.x, rtol=1e-6)


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


def denoised_by_pywavelets(raster, y, sigma, noise):
    """Return the estimate: stationary wavelets of the image, soft-thresholded band by band."""
    factor = sigma * np.sqrt(2 * np.log(len(y)))
    image = (y - y.mean())[raster._nearest].reshape(raster._shape)
    coarse, *levels = pywt.swt2(
        image, "haar", raster._levels, norm=True, trim_approx=True
    )
    soft = []
    for bands, spreads in zip(levels, noise, strict=True):
        thresholded = []
        for band, spread in zip(bands, spreads, strict=True):
            thresholded.append(pywt.threshold(band, factor * spread, "soft"))
        soft.append(tuple(thresholded))
    denoised_image = pywt.iswt2([coarse, *soft], "haar", norm=True)
    return y.mean() + raster._back @ denoised_image.ravel()


@pytest.mark.parametrize("seed", range(3))
def test_a_denoised_image_is_that_of_pywavelets(raster, seed):
    rng = np.random.default_rng(seed)
    step = np.repeat([0.0, 60.0], SIDE * SIDE // 2)
    y = step + 10 * rng.standard_normal(SIDE * SIDE)
    noise = raster.noise(rng)
    assert len(noise) >= 3
    estimate = raster.denoise(y, 10.0, noise)
    expected = denoised_by_pywavelets(raster, y, 10.0, noise)
    assert estimate == pytest.approx(expected, abs=1e-11)
    # It changes much, and leaves the step.
    assert np.std(estimate - y) > 5
    assert np.ptp(estimate) > 30


def test_without_noise_the_image_stays(raster):
    y = np.random.default_rng(4).standard_normal(SIDE * SIDE)
    noise = raster.noise(np.random.default_rng(1))
    assert raster.denoise(y, 0.0, noise) == pytest.approx(y)
