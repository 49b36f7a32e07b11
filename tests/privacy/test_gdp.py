"""The transform, head and tail of Gaussian differential privacy (Liu et al.)."""

import mpmath
import numpy as np
import pytest

import gaussmech as gm
from gaussmech.privacy import gdp
from tests.exact import gaussian_delta as gaussian

mpmath.mp.dps = 60
SGD = gm.SquareRootLogProfile(2**0.5, 1.25, 2.0)
ICEA = gm.ICEAProfile(1000, 100)
HEADS = {
    "Gaussian": gm.GaussianProfile(0.7),
    "Laplace": gm.LaplaceProfile(1.0),
    "pure": gm.PureDPProfile(1.0),
    "SGD": SGD.refined(),
    "ICEA": ICEA.refined(),
    "composed": gm.ComposedProfile(0.2, 50),
    "subsampled": gm.SubsampledProfile(gm.GaussianProfile(2.0), 0.3),
}


@pytest.mark.parametrize("mu", [1e-3, 0.7, 3.0, 8.0])
def test_the_transform_of_a_gaussian_is_its_mu(mu):
    transform = gm.gdp_transform(
        gm.GaussianProfile(mu), [0.0, *np.geomspace(1e-6, 1e5, 60)]
    )
    assert transform == pytest.approx(np.full(61, mu), rel=1e-11, abs=0)


@pytest.mark.parametrize("epsilon", [0.0, 0.3, 5.0, 60.0, 1000.0])
@pytest.mark.parametrize(
    "log_delta", [-0.01, -1.0, -30.0, -600.0, -695.0, -720.0, -5000.0, -1e6]
)
def test_the_transform_is_the_root_in_mu(epsilon, log_delta):
    profile = gm.CallableProfile(
        lambda e: np.full(e.shape, np.exp(log_delta)),
        lambda e: np.full(e.shape, log_delta),
    )
    mu = gm.gdp_transform(profile, epsilon)
    if epsilon == 0 and log_delta < -690:
        # At most sqrt(2 pi) delta: far below anything that is ever compared.
        assert 0 < mu < 1e-99
        return
    delta = np.exp(log_delta)
    target = mpmath.mpf(delta) if delta > 1e-300 else mpmath.exp(log_delta)
    below, above = (
        gaussian(epsilon, mu * (1 + mpmath.mpf(s))) for s in (-1e-13, 1e-15)
    )
    assert below < target < above


def test_the_ends_of_delta_and_theorem_4_2_the_slope_at_fixed_delta():
    for delta in (1e-9, 1e-3, 0.5):
        mu = gm.gdp_transform(
            lambda e, d=delta: np.full(e.shape, d), np.linspace(0, 20, 2001)
        )
        assert (np.diff(mu) > 0).all() and (
            np.diff(mu) / 0.01 <= np.sqrt(np.pi / 2) + 1e-9
        ).all()
    profile = gm.CallableProfile(lambda e: np.where(e < 1, 1.0, 0.0))
    transform = gm.gdp_transform(profile, [[0.0, 0.5], [1.0, 50.0]])
    assert transform.tolist() == [[np.inf, np.inf], [0.0, 0.0]]
    transform = gm.gdp_transform(gm.PureDPProfile(1.0), 2.0)
    assert type(transform) is float and transform == 0.0


@pytest.mark.parametrize("name", HEADS)
@pytest.mark.parametrize(
    "epsilon_h, tolerance", [(3.0, 0.01), (20.0, 3e-3), (0.5, 1.0)]
)
def test_the_head_is_the_largest_of_all_cells(name, epsilon_h, tolerance):
    head = gm.head_measurement(HEADS[name], epsilon_h, tolerance=tolerance)
    assert head.steps == np.ceil(gdp.SLOPE * epsilon_h / tolerance)
    grid = epsilon_h * (np.arange(head.steps + 1) / head.steps)
    delta = HEADS[name].delta(grid)
    assert head.lower == pytest.approx(
        gm.gdp_transform(HEADS[name], grid).max(), rel=1e-13, abs=0
    )
    upper = 1 / gm.analytic_gaussian_sigma(grid[1:], delta[:-1])
    assert head.upper == pytest.approx(
        upper[delta[:-1] > 1e-300].max(), rel=1e-13, abs=0
    )
    assert head.epsilon_h == epsilon_h and head.log_delta_h == HEADS[name].log_delta(
        epsilon_h
    )
    assert 0 <= head.upper - head.lower <= tolerance
    # The bounds hold on a finer grid.
    values = gm.gdp_transform(
        HEADS[name], [*np.linspace(0, epsilon_h, 20_001), head.epsilon]
    )
    assert head.lower * (1 - 1e-11) <= values.max() <= head.upper
    assert values[-1] == pytest.approx(head.lower, rel=1e-12, abs=0)


@pytest.mark.parametrize("epsilon_h", [0.01, 5.0, 60.0])
@pytest.mark.parametrize(
    "profile, mu",
    [
        *((gm.GaussianProfile(mu), mu) for mu in (9.0, 13.0, 15.0, 15.9, 20.0, 60.0)),
        *(
            (gm.PureDPProfile(e), gm.pure_dp_mu(e))
            for e in (0.1, 20.0, 27.0, 29.0, 31.0, 90.0)
        ),
        *(
            (gm.LaplaceProfile(e), gm.laplace_mu(e))
            for e in (0.1, 3.0, 50.0, 60.0, 70.0, 200.0)
        ),
        (gm.SubsampledProfile(gm.GaussianProfile(15.0), 1.0), 15.0),
        (gm.RectifiedProfile(gm.PureDPProfile(30.0), 80.0), gm.pure_dp_mu(30.0)),
        (gm.PureDPProfile(28.0).refined(), gm.pure_dp_mu(28.0)),
        (gm.ComposedProfile(27.0, 1), gm.pure_dp_mu(27.0)),
    ],
)
def test_the_bounds_hold_where_delta_is_all_but_1(profile, mu, epsilon_h):
    """Each transform is largest at epsilon = 0, where little of 1 - delta is left in doubles."""
    head = gm.head_measurement(profile, epsilon_h, tolerance=0.01)
    assert head.lower <= mu * (1 + 1e-14) and mu <= head.upper * (1 + 1e-14)
    assert head.lower > min(0.95 * mu, 15.8) or profile.near_one > 1e-13
    assert head.upper - head.lower < 0.011 or mu > 13
    grid, lower, upper = gdp.staircases(profile, epsilon_h, 50)
    assert lower[0] <= mu * (1 + 1e-14) and mu <= upper.max() * (1 + 1e-14)


BUMPS = {
    c: lambda e, c=c: np.where(e <= c, 0.5 + 0.01 * e, 0.4)
    for c in (0.1, 3.0, 7.77, 9.99)
}
# A peak in a block that starts below a value found elsewhere, and rises.
BUMPS[7.45] = lambda e: np.select(
    [e < 1, e <= 7.45], [0.5212, 0.5 + 0.05 * np.clip(e - 7.0, 0, None)], 0.45
)


@pytest.mark.parametrize("peak", BUMPS)
def test_a_narrow_peak_is_found_wherever_it_lies(peak):
    head = gm.head_measurement(
        lambda e: gm.gaussian_delta(1 / BUMPS[peak](e), e), 10.0, tolerance=1e-3
    )
    assert head.steps > 10 * gdp._BLOCK
    assert head.epsilon == pytest.approx(peak, rel=0, abs=1e-3)
    assert head.lower == pytest.approx(
        float(BUMPS[peak](np.array(peak))), rel=0, abs=1e-4
    )


@pytest.mark.parametrize(
    "profile, limit",
    [
        *((gm.GaussianProfile(mu), mu) for mu in (0.01, 1.0, 9.0)),
        (SGD, 0.5),
        (SGD.refined(), 0.5),
        (gm.SquareRootLogProfile(3.0, 100.0, 0.5), 3 / (np.sqrt(2) * 0.5)),
        (gm.SubsampledProfile(gm.GaussianProfile(2.0), 0.01), 2.0),
        *((profile, np.inf) for profile in (ICEA, ICEA.refined())),
        *((gm.ApproximateDPProfile(1.0, delta), np.inf) for delta in (1e-9, 1.0)),
        (gm.CallableProfile(lambda e: np.exp(-e), lambda e: -e), np.inf),
        (gm.CallableProfile(lambda e: np.exp(-(e**3)), lambda e: -(e**3)), 0.0),
        (gm.LaplaceProfile(1.0), 0.0),
        (gm.ComposedProfile(0.2, 50), 0.0),
        (gm.RectifiedProfile(ICEA, 10.0), 0.0),
        (lambda e: np.full(e.shape, 0.1), np.inf),
    ],
)
def test_the_tail_limit_of_theorem_3_3(profile, limit):
    assert gm.tail_limit(profile) == pytest.approx(limit, rel=1e-8, abs=0)


def test_the_tail_limit_tells_underflow_from_zero():
    falling = gm.CallableProfile(lambda e: np.exp(-e))
    more = gm.SubsampledProfile(falling, 0.5), gm.RectifiedProfile(falling, 1e9)
    for profile in (lambda e: np.exp(-e), *more):
        with pytest.raises(
            ValueError, match="may be underflow; make it a CallableProfile"
        ):
            gm.tail_limit(profile)


def test_lemma_3_1_the_tail_values_approach_mu():
    epsilon = np.array([10.0, 100.0, 1e4])
    tail = gm.tail_values(gm.GaussianProfile(1.5), epsilon)
    for point, value in zip(epsilon, tail, strict=True):
        exact = point / mpmath.sqrt(-2 * mpmath.log(gaussian(point, 1.5)))
        assert value == pytest.approx(float(exact), rel=1e-12, abs=0)
    assert gm.tail_values(gm.LaplaceProfile(1.0), 2.0) == 0.0
    assert gm.tail_values(ICEA, 1e-3) == np.inf


@pytest.mark.parametrize("epsilon0", [1e-10, 1e-3, 0.2, 1.0, 4.999, 5.001, 30.0, 700.0])
def test_theorem_5_1_and_the_laplace_mechanism(epsilon0):
    with mpmath.workdps(400):
        p = 1 / (1 + mpmath.exp(epsilon0))
        q = mpmath.exp(-mpmath.mpf(epsilon0) / 2)
        for tail, function in ((p, gm.pure_dp_mu), (q / 2, gm.laplace_mu)):
            # Phi^-1(tail) from the found value: its distribution function must give the tail.
            quantile = mpmath.mpf(function(epsilon0)) / 2
            slope = mpmath.exp(-(quantile**2) / 2) / mpmath.sqrt(2 * mpmath.pi)
            miss = (mpmath.erfc(quantile / mpmath.sqrt(2)) / 2 - tail) / slope
            assert abs(float(miss / quantile)) < 4e-15


def test_theorem_4_4_what_was_mu_head_gdp_is_mu_gdp():
    raw = gm.head_measurement(ICEA.refined(), 5.0)
    profile = gm.RectifiedProfile(ICEA.refined(), 5)
    rectified = gm.head_measurement(profile, 1000.0, tolerance=0.01)
    assert rectified.log_delta_h == -np.inf and rectified.upper <= raw.upper + 0.01


def test_clip_and_rectify_adds_laplace_noise_to_a_clipped_number():
    rng = np.random.default_rng(5)
    releases = np.array(
        [gm.clip_and_rectify(70.0, -10.0, 30.0, 8.0, rng) for _ in range(5_000)]
    )
    assert np.median(releases) == pytest.approx(30.0, abs=0.3)
    assert np.abs(releases - 30.0).mean() == pytest.approx(5.0, abs=0.3)
    assert gm.clip_and_rectify(-70.0, -10.0, 30.0, 8e9, rng) == pytest.approx(
        -10.0, abs=1e-6
    )
    assert gm.clip_and_rectify(5.0, 3.0, 3.0, 1.0, rng) == 3.0
    seeds = 7, np.random.default_rng(7), None, None
    first, same, *fresh = (
        gm.clip_and_rectify(5.0, 0.0, 9.0, 1.0, rng=seed) for seed in seeds
    )
    assert first == same and len({first, *fresh}) == 3
    assert np.isfinite(
        [gm.clip_and_rectify(0.0, -1e300, 1e300, 2.0, i) for i in range(1000)]
    ).all()
