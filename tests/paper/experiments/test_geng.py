"""Tables of the truncated Laplacian: densities, bounds, ratios."""

import numpy as np
import pytest
from scipy import stats

from gaussmech.paper.experiments.geng import (
    bounds_table,
    noise_density,
    noise_ratios,
)
from gaussmech.paper.pipeline.tables import COLUMNS
from gaussmech.privacy.calibration import analytic_gaussian_sigma
from gaussmech.privacy.truncated_laplace import truncation_ratio


@pytest.fixture(scope="module")
def density():
    return noise_density(0.5, [1e-6, 0.1], 2.0)


@pytest.mark.parametrize("delta", [1e-6, 0.1])
def test_densities_are_those_of_the_laws(density, delta):
    assert density.columns.tolist() == COLUMNS["geng_density"]
    assert set(density.mechanism) == {"Lap", "aGM", "TLap"}
    assert set(density.delta) == {1e-6, 0.1} and set(density.epsilon) == {0.5}
    normal = stats.norm(scale=analytic_gaussian_sigma(0.5, delta, 2.0))
    for name, law in (("Lap", stats.laplace(scale=4.0)), ("aGM", normal)):
        rows = density[(density.mechanism == name) & (density.delta == delta)]
        assert rows.density.to_numpy() == pytest.approx(
            law.pdf(rows.z), rel=1e-12, abs=0
        )
        assert rows.above.to_numpy() == pytest.approx(law.sf(rows.z), rel=1e-11, abs=0)
    rows = density[(density.mechanism == "TLap") & (density.delta == delta)]
    half = stats.truncexpon(b=0.5 * truncation_ratio(0.5, delta), scale=4.0)
    inside = rows[abs(rows.z) < half.support()[1] * (1 - 1e-9)]
    assert inside.density.to_numpy() == pytest.approx(
        half.pdf(abs(inside.z)) / 2, rel=1e-9, abs=0
    )
    right = inside[inside.z >= 0]
    assert right.above.to_numpy() == pytest.approx(
        half.sf(right.z) / 2, rel=1e-6, abs=0
    )
    assert rows.above.to_numpy() + rows.above.to_numpy()[::-1] == pytest.approx(
        1, rel=1e-14, abs=0
    )
    # The truncated density falls to zero at its end.
    support = rows[rows.density > 0]
    end = support.z.max()
    assert end == pytest.approx(2 * truncation_ratio(0.5, delta), rel=1e-14, abs=0)
    beyond = rows[rows.z > end]
    assert beyond.z.min() == np.nextafter(end, np.inf)
    assert (beyond.density == 0).all() and (beyond.above == 0).all()
    # The mass of the last interval is delta, from the table and by Simpson's rule.
    start = (rows.z - (end - 2.0)).abs().idxmin()
    assert rows.above[start] == pytest.approx(delta, rel=1e-9, abs=0)
    last = support[support.z >= end - 2.0 - 1e-12]
    assert np.trapezoid(last.density, last.z) == pytest.approx(delta, rel=1e-2, abs=0)


@pytest.fixture(scope="module")
def bounds():
    return bounds_table(
        [2.0, 0.01], [0.1, 1e-4], least_delta=1e-8, points=12, sensitivity=3.0
    )


def test_bounds_are_at_whole_steps_down_to_the_least_delta(bounds):
    assert bounds.columns.tolist() == COLUMNS["geng_bounds"]
    for epsilon, rows in bounds[bounds.regime == "epsilon"].groupby("epsilon"):
        assert rows.n.dtype.kind == "i" and rows.n.min() == 2 and len(rows) <= 12
        assert rows.n.is_monotonic_increasing and rows.n.is_unique
        assert rows.delta.min() >= 1e-8 * (1 - 1e-9)
        assert rows.delta.min() < 1e-8 * np.exp(epsilon)
        assert truncation_ratio(epsilon, rows.delta) == pytest.approx(
            rows.n, rel=1e-13, abs=0
        )
    # On the diagonal delta is nearly epsilon.
    rows = bounds[bounds.regime == "diagonal"]
    assert rows.epsilon.tolist() == [1e-4, 0.1]
    assert rows.delta.to_numpy() == pytest.approx(rows.epsilon, rel=0.1, abs=0)
    assert rows.delta.iloc[0] == pytest.approx(1e-4, rel=1e-3, abs=0)


def test_lower_bounds_are_below_upper_ones_and_approach_them(bounds):
    for name in ("amplitude", "power"):
        lower = bounds[f"{name}_lower"]
        upper = bounds[f"{name}_upper"]
        assert (lower > 0).all() and (lower < upper).all()
        assert bounds[f"{name}_tightness"].to_numpy() == pytest.approx(
            lower / upper, rel=1e-15
        )
        smallest = bounds[bounds.regime == "epsilon"].groupby("epsilon").tail(1)
        limit = smallest[f"{name}_tightness_at_delta_0"]
        assert smallest[f"{name}_tightness"].to_numpy() == pytest.approx(
            limit, rel=1e-4, abs=0
        )


def test_the_stated_limits():
    row = bounds_table([1.0], [0.1], least_delta=0.01, points=2, sensitivity=1.0).iloc[
        0
    ]
    delta = 0.5 / (1 + np.e)
    e = np.e
    assert row.n == 2 and row.delta == pytest.approx(delta, rel=1e-14, abs=0)
    expected = {
        "amplitude_tightness_at_epsilon_0": 1 - 1 / (1 + e),
        "amplitude_tightness_at_delta_0": 1 / (e - 1),
        "power_tightness_at_epsilon_0": 1 - 3 * delta + 2 * delta**2,
        "power_tightness_at_delta_0": (1 + e) / (2 * (e - 1) ** 2),
    }
    assert row[[*expected]].to_dict() == pytest.approx(expected, rel=1e-14, abs=0)


def test_ratios_are_those_of_the_two_noises():
    pairs = [(1.0, 1e-6), (0.1, 0.4), (1.0, 1e-6)]
    table = noise_ratios(pairs, 3.0)
    assert table.columns.tolist() == COLUMNS["geng_ratio"]
    assert list(zip(table.epsilon, table.delta, strict=True)) == [
        (0.1, 0.4),
        (1.0, 1e-6),
    ]
    for row in table.itertuples():
        end = np.log1p(np.expm1(row.epsilon) / (2 * row.delta))
        half = stats.truncexpon(b=end, scale=3 / row.epsilon)
        normal = stats.halfnorm(
            scale=analytic_gaussian_sigma(row.epsilon, row.delta, 3.0)
        )
        for name, k in (("amplitude", 1), ("power", 2)):
            ours, theirs, ratio = (
                getattr(row, f"{name}_{x}") for x in ("TLap", "aGM", "ratio")
            )
            expected = [
                half.moment(k),
                normal.moment(k),
                half.moment(k) / normal.moment(k),
            ]
            assert [ours, theirs, ratio] == pytest.approx(expected, rel=1e-12, abs=0)
