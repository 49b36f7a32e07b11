"""Tables of the truncated Laplacian: densities, bounds, ratios."""

import numpy as np
import pytest
from scipy import stats

from gaussmech.paper.experiments.truncated_laplacian import (
    bounds_table,
    noise_density,
    noise_ratios,
)
from gaussmech.privacy.calibration import analytic_gaussian_sigma
from gaussmech.privacy.truncated_laplacian import truncation_ratio

EPSILON = 0.5
SENSITIVITY = 2.0
SCALE = SENSITIVITY / EPSILON


@pytest.fixture(scope="module")
def density():
    return noise_density(EPSILON, [1e-6, 0.1], SENSITIVITY)


def rows_of(density, mechanism, delta):
    return density[(density.mechanism == mechanism) & (density.delta == delta)]


def assert_is_law(rows, law):
    """Assert that a density is that of a law, and so are the probabilities of larger noise."""
    density = law.pdf(rows.z)
    assert rows.density.to_numpy() == pytest.approx(density, rel=1e-12, abs=0)
    above = law.sf(rows.z)
    assert rows.above.to_numpy() == pytest.approx(above, rel=1e-11, abs=0)


each_delta = pytest.mark.parametrize("delta", [1e-6, 0.1])


@each_delta
def test_the_density_of_laplace_noise_is_that_of_its_law(density, delta):
    assert_is_law(rows_of(density, "Lap", delta), stats.laplace(scale=SCALE))


@each_delta
def test_the_density_of_gaussian_noise_is_that_of_its_law(density, delta):
    sigma = analytic_gaussian_sigma(EPSILON, delta, SENSITIVITY)
    assert_is_law(rows_of(density, "aGM", delta), stats.norm(scale=sigma))


class TruncatedDensity:
    """The rows of truncated Laplacian noise, the law of its size, and the end of its support."""

    def __init__(self, density, delta):
        self.delta = delta
        self.rows = rows_of(density, "TLap", delta)
        ratio = truncation_ratio(EPSILON, delta)
        self.size_law = stats.truncexpon(b=EPSILON * ratio, scale=SCALE)
        self.bound = SENSITIVITY * ratio
        self.support = self.rows[self.rows.density > 0]
        self.end = self.support.z.max()


@pytest.fixture(params=[1e-6, 0.1], ids="delta = {}".format)
def truncated(request, density):
    return TruncatedDensity(density, request.param)


def test_the_density_of_truncated_noise_is_that_of_its_law(truncated):
    inside = truncated.rows[abs(truncated.rows.z) < truncated.bound * (1 - 1e-9)]
    expected = truncated.size_law.pdf(abs(inside.z)) / 2
    assert inside.density.to_numpy() == pytest.approx(expected, rel=1e-9, abs=0)
    right = inside[inside.z >= 0]
    above = truncated.size_law.sf(right.z) / 2
    assert right.above.to_numpy() == pytest.approx(above, rel=1e-6, abs=0)


def test_the_truncated_density_falls_to_zero_at_its_end(truncated):
    assert truncated.end == pytest.approx(truncated.bound, rel=1e-14, abs=0)
    beyond = truncated.rows[truncated.rows.z > truncated.end]
    assert beyond.z.min() == np.nextafter(truncated.end, np.inf)
    assert (beyond.density == 0).all()
    assert (beyond.above == 0).all()


def test_the_limits_at_epsilon_1_and_two_steps():
    table = bounds_table([1.0], [0.1], least_delta=0.01, points=2, sensitivity=1.0)
    row = table.iloc[0]
    e = np.e
    delta = 0.5 / (1 + e)
    assert row.n == 2
    assert row.delta == pytest.approx(delta, rel=1e-14, abs=0)
    expected = {
        "amplitude_tightness_at_epsilon_0": 1 - 1 / (1 + e),
        "amplitude_tightness_at_delta_0": 1 / (e - 1),
        "power_tightness_at_epsilon_0": 1 - 3 * delta + 2 * delta**2,
        "power_tightness_at_delta_0": (1 + e) / (2 * (e - 1) ** 2),
    }
    limits = row[[*expected]].to_dict()
    assert limits == pytest.approx(expected, rel=1e-14, abs=0)


@pytest.fixture(scope="module")
def ratios():
    """The ratios of three pairs, two of which are the same."""
    return noise_ratios([(1.0, 1e-6), (0.1, 0.4), (1.0, 1e-6)], 3.0)


@pytest.mark.parametrize(("name", "power"), [("amplitude", 1), ("power", 2)])
def test_ratios_are_those_of_the_two_noises(ratios, name, power):
    assert len(ratios) == 2
    for row in ratios.itertuples():
        end = np.log1p(np.expm1(row.epsilon) / (2 * row.delta))
        size = stats.truncexpon(b=end, scale=3 / row.epsilon)
        sigma = analytic_gaussian_sigma(row.epsilon, row.delta, 3.0)
        gaussian_size = stats.halfnorm(scale=sigma)
        ours = size.moment(power)
        theirs = gaussian_size.moment(power)
        moments = [getattr(row, f"{name}_{column}") for column in ("TLap", "aGM")]
        assert moments == pytest.approx([ours, theirs], rel=1e-12, abs=0)
        ratio = getattr(row, f"{name}_ratio")
        assert ratio == pytest.approx(ours / theirs, rel=1e-12, abs=0)


def test_the_probabilities_of_truncated_noise_are_symmetric(truncated):
    above = truncated.rows.above.to_numpy()
    assert above + above[::-1] == pytest.approx(1, rel=1e-14, abs=0)
