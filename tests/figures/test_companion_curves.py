"""The figures of the central limit theorem and of normal densities."""

import numpy as np
import pytest
from scipy.stats import norm

from gaussmech.calibration import gaussian_delta
from gaussmech.composition import exact_composition_delta
from gaussmech.experiments.composition_lecture import DENSITIES, gaussian_density
from gaussmech.experiments.gdp import central_limit, central_limit_mu
from gaussmech.figures import gaussian_density as densities
from gaussmech.figures import gdp_central_limit


@pytest.fixture(scope="module")
def limit():
    return central_limit((5, 50))


def test_the_limit_is_that_of_the_losses():
    # Half of mu is the mean loss of 50 randomised responses in standard deviations.
    p = np.exp(0.2) / (1 + np.exp(0.2))
    losses, weights = np.array([0.2, -0.2]), np.array([p, 1 - p])
    mean = weights @ losses
    deviation = np.sqrt(weights @ (losses - mean) ** 2)
    assert central_limit_mu(0.2, 50) == pytest.approx(2 * np.sqrt(50) * mean / deviation)
    # A Gaussian loss has mean mu^2 / 2 and standard deviation mu.
    assert pytest.approx(1.7) == 2 * (1.7**2 / 2) / 1.7


def test_table_of_the_limit_theorem(limit):
    for k, rows in limit.groupby("k"):
        assert (rows["measured"] >= rows["exact"] * (1 - 1e-9)).all()
        mu = central_limit_mu(0.2, k)
        assert np.allclose(rows["limit"], gaussian_delta(1 / mu, rows["epsilon"].to_numpy()))
        exact = exact_composition_delta(rows["epsilon"].to_numpy(), 0.2, int(k))
        assert np.allclose(rows["exact"], exact, rtol=1e-12)


def test_figure_of_the_limit_theorem(limit):
    text = gdp_central_limit.caption(limit)
    assert "mu = 1.4201, a guarantee" in text and "0.33 % for k = 50" in text
    figure = gdp_central_limit.draw(limit)
    curves = figure.axes[1].get_lines()
    excess = max(curves[-1].get_ydata())
    assert excess == pytest.approx(0.33, abs=0.005)
    never = limit.assign(exact=limit["limit"] / 2)
    assert "never for k = 5" in gdp_central_limit.caption(never)


def test_densities_are_normal():
    table = gaussian_density()
    for (mean, sigma), rows in table.groupby(["mean", "sigma"], sort=False):
        assert np.allclose(rows["density"], norm.pdf(rows["x"], mean, sigma))
    assert len(densities.draw(table).axes[0].get_lines()) == len(DENSITIES)
    assert "0.399 at sigma = 1" in densities.caption(table)
