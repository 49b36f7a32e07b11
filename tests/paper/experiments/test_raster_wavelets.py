"""Raster wavelets of the extended heat maps: against PyWavelets, and their stated error."""

import numpy as np
import pytest
import pywt

import gaussmech as gm
from gaussmech.graphs.denoise import Denoiser
from gaussmech.paper.experiments.raster_wavelets import DENOISERS, Raster
from tests.graphs import networks
from tests.graphs.networks import noisy, rmse
from tests.graphs.test_denoise import grid, hill

METHOD = "raster-wavelet"
SIDE = 16


def denoise(y, sigma, graph, *, rng, method=METHOD, **options):
    """`gaussmech.denoise` with raster wavelets beside its methods."""
    return Denoiser(y, sigma, graph, rng=rng, methods=DENOISERS, **options)(method)


def test_the_library_refuses_it_and_lists_its_own():
    message = f"method is '{METHOD}'; allowed are 'auto', .*, 'th'$"
    with pytest.raises(ValueError, match=message) as refusal:
        gm.denoise(np.zeros(9), 1.0, grid(3), method=METHOD)
    assert str(refusal.value).count(METHOD) == 1


def test_the_seed_gives_the_same_again_whatever_ran_before():
    y = noisy(hill(12), 20.0, 4)
    denoiser = Denoiser(y, 20.0, grid(12), rng=6, methods=DENOISERS)
    for earlier in ("wavelet", "th"):
        denoiser(earlier)
    shared = denoiser(METHOD)
    alone = denoise(y, 20.0, grid(12), rng=6)
    np.testing.assert_array_equal(shared.x, alone.x)
    assert shared.mse == alone.mse
    # The unit of the data does not matter.
    scaled = denoise(1000 * y, 20e3, grid(12), rng=6)
    np.testing.assert_allclose(scaled.x, 1000 * alone.x, rtol=1e-4, atol=0.1)


@pytest.mark.parametrize("nonnegative", [True, False], ids=["nonnegative", "signed"])
def test_the_stated_error_is_unbiased(nonnegative):
    f = hill(12)
    fits = [
        denoise(noisy(f, 20.0, [9, k]), 20.0, grid(12), rng=k, nonnegative=nonnegative)
        for k in range(80)
    ]
    gaps = np.array([fit.mse - rmse(fit.x, f) ** 2 for fit in fits])
    errors = np.array([fit.mse_se for fit in fits])
    # A bias of a twentieth of the stated standard error would be noticed by no interval.
    assert abs(gaps.mean()) < 3.5 * gaps.std() / np.sqrt(80) + 0.05 * errors.mean()
    assert 0.7 < gaps.std() / np.sqrt(np.mean(errors**2)) < 1.25


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
        pairs = zip(bands, spreads, strict=True)
        soft.append(tuple(pywt.threshold(x, factor * s, "soft") for x, s in pairs))
    denoised_image = pywt.iswt2([coarse, *soft], "haar", norm=True)
    return y.mean() + raster._back @ denoised_image.ravel()


def test_a_denoised_image_is_that_of_pywavelets(raster):
    rng = np.random.default_rng(0)
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
    assert raster.denoise(y, 0.0, noise) == pytest.approx(y)
