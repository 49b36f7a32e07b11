"""Raster wavelets of the extended heat maps: against PyWavelets, and their stated error."""

import numpy as np
import pytest
import pywt

from gaussmech.graphs.graph import Graph
from gaussmech.paper.experiments.raster_wavelets import Raster
from tests.graphs import networks


def test_a_denoised_image_is_that_of_pywavelets():
    # A square grid at whole degrees on the equator, with some more pixels around it.
    row, column = np.indices((16, 16)).reshape(2, -1).astype(float)
    raster = Raster(networks.grid(16, lon=column, lat=row - row.mean()))
    rng = np.random.default_rng(0)
    y = np.repeat([0.0, 60.0], 128) + 10 * rng.standard_normal(256)
    noise = raster.noise(rng)
    assert len(noise) >= 3
    # Stationary wavelets of the image, soft-thresholded band by band.
    threshold = 10 * np.sqrt(2 * np.log(256))
    image = (y - y.mean())[raster._nearest].reshape(raster._shape)
    settings = {"norm": True, "trim_approx": True}
    coarse, *levels = pywt.swt2(image, "haar", raster._levels, **settings)
    soft = [coarse]
    for bands, spreads in zip(levels, noise, strict=True):
        pairs = zip(bands, spreads, strict=True)
        soft.append(tuple(pywt.threshold(x, threshold * s, "soft") for x, s in pairs))
    image = pywt.iswt2(soft, "haar", norm=True)
    expected = y.mean() + raster._back(image)
    estimate = raster.denoise(y, 10.0, noise)
    assert estimate == pytest.approx(expected, abs=1e-11)
    # It changes much, and leaves the step.
    assert np.std(estimate - y) > 5
    assert np.ptp(estimate) > 30
    assert raster.denoise(y, 0.0, noise) == pytest.approx(y)


def test_a_junction_that_no_pixel_shows_has_the_value_of_the_pixel_it_lies_in():
    row, column = np.indices((16, 16)).reshape(2, -1) - 7.5
    edges = np.vstack([networks.grid_edges(16), [200, 256]])
    lon, lat = np.append(column, column[200] + 0.3), np.append(row, row[200] + 0.2)
    raster = Raster(Graph(257, edges, lon=lon, lat=lat))
    rng = np.random.default_rng(1)
    y = rng.standard_normal(257)
    estimate = raster.denoise(y, 0.0, raster.noise(rng))
    assert estimate == pytest.approx([*y[:256], y[200]])
