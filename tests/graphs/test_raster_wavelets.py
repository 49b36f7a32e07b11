"""Stationary Haar wavelets on pixels, against PyWavelets."""

import numpy as np
import pytest
import pywt

from gaussmech.graphs.graph import Graph
from gaussmech.graphs.raster_wavelets import Raster

SIDE = 16


@pytest.fixture(scope="module")
def raster():
    """A square grid at whole degrees on the equator, with some more pixels around it."""
    row, column = np.indices((SIDE, SIDE)).reshape(2, -1).astype(float)
    across = [[v, v + 1] for v in range(SIDE * SIDE) if v % SIDE < SIDE - 1]
    down = [[v, v + SIDE] for v in range(SIDE * (SIDE - 1))]
    return Raster(Graph(SIDE * SIDE, across + down, lon=column, lat=row - row.mean()))


@pytest.mark.parametrize("seed", range(3))
def test_a_denoised_image_is_that_of_pywavelets(raster, seed):
    rng = np.random.default_rng(seed)
    y = np.repeat([0.0, 60.0], SIDE * SIDE // 2) + 10 * rng.standard_normal(SIDE * SIDE)
    noise = raster.noise(rng)
    factor = 10 * np.sqrt(2 * np.log(len(y)))
    image = (y - y.mean())[raster._nearest].reshape(raster._shape)
    coarse, *bands = pywt.swt2(image, "haar", raster._levels, norm=True, trim_approx=True)
    assert len(bands) == len(noise) >= 3
    soft = [
        tuple(pywt.threshold(b, factor * s, "soft") for b, s in zip(level, spread, strict=True))
        for level, spread in zip(bands, noise, strict=True)
    ]
    image = pywt.iswt2([coarse, *soft], "haar", norm=True)
    found = raster.denoise(y, 10.0, noise)
    assert found == pytest.approx(y.mean() + raster._back @ image.ravel(), abs=1e-11)
    assert np.std(found - y) > 5 and np.ptp(found) > 30


def test_without_noise_the_image_stays(raster):
    y = np.random.default_rng(4).standard_normal(SIDE * SIDE)
    assert raster.denoise(y, 0.0, raster.noise(np.random.default_rng(1))) == pytest.approx(y)
