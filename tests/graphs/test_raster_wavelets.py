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


def by_pywavelets(raster, y, threshold=None):
    """The bands of the image of y, the finest first, or what is left of it."""
    image = y[raster._nearest].reshape(raster._shape)
    coarse, *bands = pywt.swt2(image, "haar", raster._levels, norm=True, trim_approx=True)
    if threshold is None:
        return bands[::-1]
    soft = [
        tuple(pywt.threshold(b, t, "soft") for b, t in zip(level, limits, strict=True))
        for level, limits in zip(bands, threshold[::-1], strict=True)
    ]
    image = pywt.iswt2([coarse, *soft], "haar", norm=True)
    return raster._back @ image.ravel()


def test_the_noise_of_a_band_is_its_spread_in_one_draw(raster):
    draw = np.random.default_rng(1).standard_normal(SIDE * SIDE)
    expected = [[band.std() for band in level] for level in by_pywavelets(raster, draw)]
    found = raster.noise(np.random.default_rng(1))
    assert len(found) == raster._levels >= 3
    # The order of the bands of a level is ours.
    for one, other in zip(found, expected, strict=True):
        assert sorted(one) == pytest.approx(sorted(other), rel=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_a_denoised_image_is_that_of_pywavelets(raster, seed):
    rng = np.random.default_rng(seed)
    y = np.repeat([0.0, 60.0], SIDE * SIDE // 2) + 10 * rng.standard_normal(SIDE * SIDE)
    noise = raster.noise(rng)
    factor = 10 * np.sqrt(2 * np.log(len(y)))
    # Theirs comes as differences down, across, and both.
    threshold = [[factor * t for t in (down, across, both)] for across, down, both in noise]
    expected = y.mean() + by_pywavelets(raster, y - y.mean(), threshold)
    found = raster.denoise(y, 10.0, noise)
    assert found == pytest.approx(expected, abs=1e-11)
    assert np.std(found - y) > 5 and np.ptp(found) > 30


def test_without_noise_the_image_stays(raster):
    y = np.random.default_rng(4).standard_normal(SIDE * SIDE)
    assert raster.denoise(y, 0.0, raster.noise(np.random.default_rng(1))) == pytest.approx(y)
