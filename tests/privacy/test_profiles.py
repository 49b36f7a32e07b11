"""Privacy profiles against their formulas in many digits, and what is refused."""

import mpmath
import numpy as np
import pytest

import gaussmech as gm
from tests.exact import gaussian_delta as gaussian

mpmath.mp.dps = 60
EPSILON = np.array([0.0, 1e-12, 1e-3, 0.4, 0.999999, 1.0, 1.7, 2.5, 6.0, 30.0])
ROOT_2 = 2**0.5

PROFILES = {
    "Gaussian": gm.GaussianProfile(1.3),
    "Laplace": gm.LaplaceProfile(2.0),
    "pure": gm.PureDPProfile(2.0),
    "approximate": gm.ApproximateDPProfile(2.0, 1e-3),
    "SGD": gm.SquareRootLogProfile(ROOT_2, 1.25, 2.0),
    "SGD refined": gm.SquareRootLogProfile(ROOT_2, 1.25, 2.0).refined(),
    "ICEA": gm.ICEAProfile(1000, 100),
    "ICEA refined": gm.ICEAProfile(1000, 100).refined(),
    "composed": gm.ComposedProfile(0.2, 50),
    "subsampled": gm.SubsampledProfile(gm.LaplaceProfile(2.0), 0.1),
    "rectified": gm.RectifiedProfile(gm.ICEAProfile(1000, 100), 5.0),
    "callable": gm.CallableProfile(lambda e: np.exp(-1 - e), lambda e: -1 - e),
}


ONE = mpmath.mpf(1)


def laplace(e, epsilon0=2):
    return max(1 - mpmath.exp((e - epsilon0) / 2), 0 * ONE)


def pure(e):
    return max((mpmath.exp(2) - mpmath.exp(e)) / (1 + mpmath.exp(2)), 0 * ONE)


def icea(e):
    return min(ONE, 1000 * mpmath.exp(-10) / e) if e else ONE


FORMULAS = {
    "Gaussian": lambda e: gaussian(e, 1.3),
    "Laplace": laplace,
    "pure": pure,
    "approximate": lambda e: ONE * 1e-3 + (1 - ONE * 1e-3) * pure(e),
    "SGD": lambda e: min(
        ONE, ONE * 1.25 * mpmath.exp(-((2 * e / (ONE * ROOT_2)) ** 2))
    ),
    "ICEA": icea,
    "subsampled": lambda e: (
        ONE * 0.1 * laplace(mpmath.log(1 + mpmath.expm1(e) / (ONE * 0.1)))
    ),
    "rectified": lambda e: min(icea(e), laplace(e, 5)),
    "callable": lambda e: mpmath.exp(-1 - e),
}


@pytest.mark.parametrize("name", FORMULAS)
def test_a_profile_is_its_formula(name):
    profile = PROFILES[name]
    exact = [FORMULAS[name](mpmath.mpf(epsilon)) for epsilon in EPSILON]
    logs = [float(mpmath.log(delta)) if delta else -np.inf for delta in exact]
    delta_of_profile = profile.delta(EPSILON)
    assert delta_of_profile == pytest.approx(
        np.array(exact, float), rel=1e-11, abs=1e-320
    )
    assert profile.log_delta(EPSILON) == pytest.approx(
        np.array(logs), rel=1e-12, abs=1e-11
    )


@pytest.mark.parametrize("name", PROFILES)
def test_scalars_and_arrays_give_the_same(name):
    grid = EPSILON[:8].reshape(2, 4)[:, ::-1]
    for function in (PROFILES[name].delta, PROFILES[name].log_delta):
        alone = [[function(float(epsilon)) for epsilon in row] for row in grid]
        assert type(alone[0][0]) is float
        assert function(grid) == pytest.approx(np.array(alone), rel=1e-13, abs=1e-15)


FAR = [(31.0, 1.0), (40.0, 1.0), (1e3, 3.0), (1e5, 100.0), (2e-50, 5e-52), (1e6, 1.0)]


@pytest.mark.parametrize("epsilon, mu", FAR)
def test_the_gaussian_tail_has_a_logarithm_where_delta_underflows(epsilon, mu):
    exact = float(mpmath.log(gaussian(epsilon, mu)))
    assert gm.GaussianProfile(mu).log_delta(epsilon) == pytest.approx(
        exact, rel=1e-14, abs=0
    )
    delta = gm.GaussianProfile(mu).delta(epsilon)
    assert delta == pytest.approx(np.exp(exact), rel=1e-10, abs=1e-320)


def test_little_noise_or_none():
    for mu in (5e-324, 1e-310, 3e-308, 1e-300, 1e-200):
        exact = mpmath.mpf(mu) / mpmath.sqrt(2 * mpmath.pi)
        delta = gm.GaussianProfile(mu).delta([0.0, 1.0])
        assert exact <= delta[0] <= exact * (1 + 1e-12) + 1e-323 and delta[1] >= 0
    for none in (
        gm.GaussianProfile(0.0),
        gm.SubsampledProfile(gm.LaplaceProfile(1.0), 0.0),
    ):
        assert (
            none.delta([0.0, 1.0]).tolist() == [0.0, 0.0]
            and none.log_delta(0.0) == -np.inf
        )
    same = gm.SubsampledProfile(gm.LaplaceProfile(1.0), 1.0).delta(EPSILON)
    assert same == pytest.approx(
        gm.LaplaceProfile(1.0).delta(EPSILON), rel=1e-13, abs=1e-15
    )


def refined(delta, epsilon, top=60):
    """Theorem 2.1's best over a very fine grid of s >= epsilon, as FORMULAS gives it."""
    s = epsilon + np.concatenate(
        [np.linspace(0, 2, 400_001), np.linspace(2, top, 1001)]
    )
    return 1 - (1 + np.exp(epsilon)) * ((1 - delta(s)) / (1 + np.exp(s))).max()


@pytest.mark.parametrize(
    "name", ["SGD", "ICEA", "approximate", "Gaussian", "composed", "Laplace"]
)
def test_the_refined_profile_is_the_best_of_all_that_is_implied(name):
    naive = PROFILES[name]
    epsilons = np.array([0.0, 0.01, 0.2, 0.5, 0.9, 1.2, 1.999, 2.0, 3.0])
    for epsilon, one in zip(epsilons, naive.refined().delta(epsilons), strict=True):
        assert one <= naive.delta(epsilon) * (1 + 1e-12)
        # The reference grid is at most a little above the true minimum, never below.
        expected = refined(naive.delta, epsilon)
        assert one <= expected + 1e-15
        assert one == pytest.approx(expected, rel=1e-8, abs=1e-15)


def test_refinement_finds_the_known_peak():
    """ICEA: (1 - c/s) / (1 + e^s) is largest where s (s - c) = c (1 + e^-s)."""
    c = 1000 * mpmath.exp(-10)
    s = mpmath.findroot(lambda s: s * (s - c) - c * (1 + mpmath.exp(-s)), 0.3)
    for epsilon in (0.0, 0.1):
        exact = 1 - (1 + mpmath.exp(epsilon)) * (1 - c / s) / (1 + mpmath.exp(s))
        delta = PROFILES["ICEA refined"].delta(epsilon)
        assert delta == pytest.approx(float(exact), rel=1e-13, abs=0)
    beyond = float(s) * 1.001
    assert PROFILES["ICEA refined"].delta(beyond) == PROFILES["ICEA"].delta(beyond)


def test_of_several_steps_the_best_counts():
    steps = [(0.5, 0.6), (1.5, 0.1), (2.5, 0.09), (4.0, 0.001)]

    def naive(epsilon):
        return np.select([epsilon < e for e, _ in steps], [1.0, 0.6, 0.1, 0.09], 0.001)

    x = np.array([0.0, 0.4, 0.6, 1.0, 1.4, 1.6, 2.0, 2.4, 2.6, 3.9, 4.1])
    implied = [
        np.where(x < e, gm.ApproximateDPProfile(e, d).delta(x), 1.0) for e, d in steps
    ]
    expected = np.minimum(naive(x), np.min(implied, axis=0))
    refined = gm.CallableProfile(naive).refined().delta(x)
    assert refined == pytest.approx(expected, rel=1e-6, abs=0)
    assert (refined >= expected * (1 - 1e-12)).all()


@pytest.mark.parametrize("gamma", [1e-300, 1e-310, 5e-324])
def test_a_tiny_subsample_has_a_profile(gamma):
    epsilon = np.array([0.0, 1e-320, 1e-9, 0.5, 1.0, 3.0])
    own_epsilon = [
        mpmath.log1p(mpmath.expm1(mpmath.mpf(e)) / mpmath.mpf(gamma)) for e in epsilon
    ]
    profile = gm.SubsampledProfile(gm.LaplaceProfile(1.0), gamma)
    assert profile._own_epsilon(epsilon) == pytest.approx(
        np.array(own_epsilon, float), rel=1e-13, abs=0
    )
    assert profile.delta([0.5, 2.0]).tolist() == [0, 0]


def test_implied_epsilon_is_the_inverse_of_theorem_2_1():
    for epsilon0, delta0 in ((1.0, 0.0), (10.0, 1e-3), (5.0, 0.2)):
        profile = gm.ApproximateDPProfile(epsilon0, delta0)
        epsilon = np.array([0.0, 0.3, 0.9, 0.999]) * epsilon0
        implied = gm.implied_epsilon(profile.delta(epsilon), epsilon0, delta0)
        assert implied == pytest.approx(epsilon, rel=1e-9, abs=1e-12)
        assert (
            gm.implied_epsilon(min(profile.delta(0.0) * 1.01, 1.0), epsilon0, delta0)
            == 0.0
        )
    assert gm.implied_epsilon(0.01, 1.0, 0.02) == np.inf
    assert gm.implied_epsilon(0.02, 1.0, 0.02) == 1.0
    assert gm.implied_epsilon([0.5, 1.0], 1.0, 1.0).tolist() == [np.inf, 0.0]


SHARE, BACK = np.array([[np.e, 1], [1, np.e]]) / (1 + np.e)


@pytest.mark.parametrize(
    "profile, first, second",
    [
        (
            gm.ApproximateDPProfile(1.0, 0.07),
            [0.07, 0, *(0.93 * SHARE)],
            [0, 0.07, *(0.93 * BACK)],
        ),
        # On a record that is there with probability 0.3.
        (
            gm.SubsampledProfile(gm.PureDPProfile(1.0), 0.3),
            0.3 * SHARE + 0.7 * BACK,
            BACK,
        ),
    ],
)
def test_randomised_response_attains_theorem_2_1_and_subsampling(
    profile, first, second
):
    """delta is the mass of the worst event under two laws on a finite set."""
    epsilon = np.array([0.0, 0.1, 0.3, 1.0, 4.0])
    expected = np.maximum(first - np.exp(epsilon)[:, None] * second, 0).sum(axis=1)
    assert profile.delta(epsilon) == pytest.approx(expected, rel=1e-12, abs=1e-16)


@pytest.mark.parametrize("gamma", [0.0, 0.05, 0.7, 1.0])
def test_subsampling_a_point_and_a_profile_agree(gamma):
    profile = gm.GaussianProfile(1.3)
    epsilon, delta = gm.poisson_subsampling(
        EPSILON[:8], profile.delta(EPSILON[:8]), gamma
    )
    expected = [
        mpmath.log(1 + mpmath.mpf(gamma) * (mpmath.exp(e) - 1)) for e in EPSILON[:8]
    ]
    assert epsilon == pytest.approx(np.array(expected, dtype=float), rel=1e-14, abs=0)
    assert [part.shape for part in gm.poisson_subsampling(1, [0.1, 0.2], gamma)] == [
        (2,),
        (2,),
    ]
    if gamma:
        subsampled = gm.SubsampledProfile(profile, gamma).delta(epsilon)
        assert subsampled == pytest.approx(delta, rel=1e-10, abs=0)
        # Far out.
        log = np.log(gamma)
        far = gm.poisson_subsampling(2000.0, 0.5, gamma)
        assert far == pytest.approx((2000 + log, 0.5 * gamma), rel=1e-15, abs=0)
        subsampled = gm.SubsampledProfile(profile, gamma).log_delta(2000.0)
        assert subsampled == pytest.approx(
            profile.log_delta(2000 - log) + log, rel=1e-14, abs=0
        )


@pytest.mark.parametrize(
    "function, message",
    [
        (
            lambda e: 1.2 - e,
            r"the profile is 1.2 at epsilon = 0.0; allowed are .* \[0, 1\]",
        ),
        (lambda e: np.where(e == 1, -0.5, 0.5), "the profile is -0.5 at epsilon = 1.0"),
        (lambda e: np.full(e.shape, np.nan), "the profile is nan at epsilon = 0.0"),
        (lambda e: 0.3 * (1 + 1e-10 * e), "increases"),
        (
            lambda e: e / 4,
            "increases from 0.0 at epsilon = 0.0 to 0.25 at epsilon = 1.0",
        ),
        (
            lambda e: (e - 1) ** 2 / 2,
            "increases from 0.0 at epsilon = 1.0 to 0.5 at epsilon = 2.0",
        ),
        (lambda e: 0.5, r"returned float64 of shape \(\) for epsilons of shape \(3,\)"),
        (lambda e: [0.5], r"of shape \(1,\) for epsilons of shape \(3,\)"),
        (lambda e: np.array(["a"] * 3), "the profile returned <U1"),
    ],
)
def test_what_is_no_profile_is_refused_with_the_point(function, message):
    for epsilon in ([0.0, 1.0, 2.0], [0.0, 2.0, 1.0]):
        with pytest.raises(ValueError, match=message):
            gm.CallableProfile(function).delta(epsilon)


def test_a_profile_may_rise_up_to_rounding_but_not_in_its_logarithm_beyond_1():
    assert gm.CallableProfile(lambda e: e / 4).delta([1.0, 1.0]).tolist() == [
        0.25,
        0.25,
    ]
    assert (
        gm.CallableProfile(lambda e: 0.3 * (1 + 1e-13 * e)).delta([0.0, 1.0])[1] > 0.3
    )
    with pytest.raises(ValueError, match="the profile is 1.0 at epsilon = 0.0"):
        gm.CallableProfile(lambda e: np.exp(-1 - e), lambda e: 1 - e).log_delta(0.0)
