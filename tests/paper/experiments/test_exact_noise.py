"""Exact errors of raw releases, and the luck of a release taken out of what is made of it."""

import numpy as np
import pandas as pd
import pytest
from scipy.integrate import quad

from gaussmech.paper.experiments import mean_estimation as module
from gaussmech.paper.experiments.error_tables import error_table
from gaussmech.paper.experiments.mean_estimation import (
    expected_errors,
    mean_estimation,
    with_exact_noise,
)
from gaussmech.paper.experiments.methods import offered
from gaussmech.privacy.calibration import analytic_gaussian_sigma

SETTINGS = {
    "seed": 5,
    "epsilon": 0.1,
    "delta": 1e-4,
    "sample_size": 500,
    "dimensions": [1, 2, 30],
}


def test_the_ratios_at_d_1_are_the_exact_ones():
    ratios = []
    for epsilon in (0.01, 0.1, 1.0):
        error = expected_errors(epsilon, 1e-4, 500, 1)
        # In one dimension both scales and both means have closed forms.
        scale = 1 / 500 / (epsilon - 2 * np.log1p(-1e-4))
        sigma = analytic_gaussian_sigma(epsilon, 1e-4, 1 / 500)
        assert error["L2"] == pytest.approx(scale, rel=1e-10)
        assert error["aGM"] == pytest.approx(sigma * np.sqrt(2 / np.pi), rel=1e-12)
        assert error["Lap"] == pytest.approx(1 / 500 / epsilon, rel=1e-10)
        ratios.append(round(error["L2"] / error["aGM"], 3))
    assert ratios == [0.712, 0.510, 0.393]


def test_the_norm_of_laplace_noise():
    # In polar coordinates the integral over the radius has a closed form.
    plane = quad(lambda angle: 2 / (np.cos(angle) + np.sin(angle)) ** 3, 0, np.pi / 2)[
        0
    ]
    assert [module._laplace_norm(1), module._laplace_norm(2)] == pytest.approx(
        [1, plane], rel=1e-9
    )
    for d in (3, 1000):
        norms = np.linalg.norm(np.random.default_rng(1).laplace(size=(4000, d)), axis=1)
        assert abs(module._laplace_norm(d) - norms.mean()) < 4 * norms.std() / np.sqrt(
            4000
        )


def test_means_stay_and_raw_releases_are_exact():
    methods = offered("mean_estimation")
    rows = mean_estimation(repetitions=400, methods=methods, **SETTINGS)
    plain = pd.DataFrame(rows)
    exact = with_exact_noise(plain.sample(frac=1, random_state=1))
    before, after = (
        error_table(t).set_index(["dimension", "method"]) for t in (plain, exact)
    )
    off = (before["error_mean"] - after["error_mean"]) / before["error_se"]
    assert off.abs().max() < 4
    assert (after["error_se"] <= before["error_se"] * (1 + 1e-9)).all()
    for d in (1, 2, 30):
        for name, mean in expected_errors(0.1, 1e-4, 500, d).items():
            if name in methods:
                assert after["error_mean"][d, name] == pytest.approx(mean, rel=1e-12)
        error = after["error_mean"][d]
        assert error["L2"] <= error["Lap"] and error["L2"] < error["aGM"]
    # In one dimension these are the release itself.
    one = after["error_mean"][1]
    assert one["aGM-TH"] == one["aGM-JS-mean"] == pytest.approx(one["aGM"], rel=1e-12)
    assert (
        exact["zero"] == plain.sort_values(["dimension", "repetition"])["zero"]
    ).all()
