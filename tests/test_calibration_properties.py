"""Properties of the calibration that hold at every budget, and the golden table."""

import csv
from pathlib import Path

import mpmath as mp
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gaussmech import analytic_gaussian_sigma, gaussian_delta, gaussian_epsilon

EPSILON = st.floats(1e-10, 1e6) | st.just(0.0)
DELTA = st.floats(1e-300, 1 - 1e-12)
SENSITIVITY = st.floats(1e-100, 1e100)
FACTOR = st.floats(1.0 + 1e-9, 1e3)
# Each result is moved outward by a little: order holds up to that.
SLACK = 1e-14

many = settings(max_examples=300, deadline=None)


@many
@given(EPSILON, DELTA, FACTOR)
def test_sigma_falls_as_epsilon_grows(epsilon, delta, factor):
    more = epsilon * factor + 1e-12
    assert analytic_gaussian_sigma(more, delta) <= analytic_gaussian_sigma(epsilon, delta) * (
        1 + SLACK
    )


@many
@given(EPSILON, DELTA, FACTOR)
def test_sigma_falls_as_delta_grows(epsilon, delta, factor):
    more = min(delta * factor, 1.0)
    assert analytic_gaussian_sigma(epsilon, more) <= analytic_gaussian_sigma(epsilon, delta) * (
        1 + SLACK
    )


@many
@given(EPSILON, DELTA, SENSITIVITY)
def test_sigma_scales_with_the_sensitivity(epsilon, delta, sensitivity):
    expected = sensitivity * analytic_gaussian_sigma(epsilon, delta)
    assert analytic_gaussian_sigma(epsilon, delta, sensitivity) == pytest.approx(
        expected, rel=SLACK
    )


@many
@given(EPSILON, DELTA, SENSITIVITY)
def test_the_noise_keeps_the_budget(epsilon, delta, sensitivity):
    sigma = analytic_gaussian_sigma(epsilon, delta, sensitivity)
    # gaussian_delta is itself an upper bound, by at most 1e-12.
    assert gaussian_delta(sigma, epsilon, sensitivity) <= delta * (1 + 1e-12)
    assert gaussian_epsilon(sigma, delta, sensitivity) <= epsilon * (1 + 1e-11) + 1e-13 / sigma * (
        sensitivity
    )


@many
@given(st.floats(1e-3, 1e6), EPSILON, FACTOR)
def test_delta_falls_as_sigma_and_epsilon_grow(sigma, epsilon, factor):
    delta = gaussian_delta(sigma, epsilon)
    assert gaussian_delta(sigma * factor, epsilon) <= delta * (1 + 2e-12)
    assert gaussian_delta(sigma, epsilon * factor) <= delta * (1 + 2e-12)


@many
@given(st.floats(1e-3, 1e6), DELTA, FACTOR)
def test_epsilon_falls_as_sigma_and_delta_grow(sigma, delta, factor):
    epsilon = gaussian_epsilon(sigma, delta)
    slack = 1e-13 / sigma
    assert gaussian_epsilon(sigma * factor, delta) <= epsilon * (1 + 2e-11) + slack
    assert gaussian_epsilon(sigma, min(delta * factor, 1)) <= epsilon * (1 + 2e-11) + slack


def golden():
    with open(Path(__file__).with_name("golden_sigma.csv")) as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("row", golden(), ids=lambda r: f"{r['epsilon']}-{r['delta']}")
def test_golden_values(row):
    with mp.workdps(40):
        exact = mp.mpf(row["sigma"])
        found = mp.mpf(analytic_gaussian_sigma(float(row["epsilon"]), float(row["delta"])))
        assert exact <= found * (1 + mp.mpf("1e-29")) and found <= exact * (1 + mp.mpf("8e-15"))
