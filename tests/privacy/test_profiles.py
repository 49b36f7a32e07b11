"""Privacy profiles against their formulas in many digits, and what is refused."""

import mpmath
import numpy as np
import pytest

import gaussmech as gm
from gaussmech.privacy.profiles import (
    CallableProfile,
    ICEAProfile,
    RectifiedProfile,
    SquareRootLogProfile,
)
from tests.exact import gaussian_delta as exact_gaussian_delta

mpmath.mp.dps = 60
EPSILON = np.array([0.0, 1e-12, 1e-3, 0.4, 0.999999, 1.0, 1.7, 2.5, 6.0, 30.0])
ROOT_2 = 2**0.5

PROFILES = {
    "Gaussian": gm.GaussianProfile(1.3),
    "Laplace": gm.LaplaceProfile(2.0),
    "pure": gm.PureDPProfile(2.0),
    "approximate": gm.ApproximateDPProfile(2.0, 1e-3),
    "SGD": SquareRootLogProfile(ROOT_2, 1.25, 2.0),
    "SGD refined": SquareRootLogProfile(ROOT_2, 1.25, 2.0).refined(),
    "ICEA": ICEAProfile(1000, 100),
    "ICEA refined": ICEAProfile(1000, 100).refined(),
    "composed": gm.ComposedProfile(0.2, 50),
    "subsampled": gm.SubsampledProfile(gm.LaplaceProfile(2.0), 0.1),
    "sample of all": gm.SubsampledProfile(gm.LaplaceProfile(2.0), 1.0),
    "rectified": RectifiedProfile(ICEAProfile(1000, 100), 5.0),
    "callable": CallableProfile(lambda e: np.exp(-1 - e), lambda e: -1 - e),
}

ZERO = mpmath.mpf(0)
ONE = mpmath.mpf(1)


def gaussian(e):
    return exact_gaussian_delta(e, 1.3)


def laplace(e, epsilon0=2):
    return max(1 - mpmath.exp((e - epsilon0) / 2), ZERO)


def pure(e):
    return max((mpmath.exp(2) - mpmath.exp(e)) / (1 + mpmath.exp(2)), ZERO)


def approximate(e):
    delta0 = mpmath.mpf(1e-3)
    return delta0 + (1 - delta0) * pure(e)


def sgd(e):
    ratio = 2 * e / mpmath.mpf(ROOT_2)
    return min(1.25 * mpmath.exp(-(ratio**2)), ONE)


def icea(e):
    return min(1000 * mpmath.exp(-10) / e, ONE) if e else ONE


def subsampled(e):
    gamma = mpmath.mpf(0.1)
    own_epsilon = mpmath.log(1 + mpmath.expm1(e) / gamma)
    return gamma * laplace(own_epsilon)


def rectified(e):
    return min(icea(e), laplace(e, 5))


FORMULAS = {
    "Gaussian": gaussian,
    "Laplace": laplace,
    "pure": pure,
    "approximate": approximate,
    "SGD": sgd,
    "ICEA": icea,
    "subsampled": subsampled,
    "sample of all": laplace,
    "rectified": rectified,
    "callable": lambda e: mpmath.exp(-1 - e),
}


@pytest.mark.parametrize("method", ["delta", "log_delta"])
@pytest.mark.parametrize("name", PROFILES)
def test_scalars_and_arrays_give_the_same(name, method):
    function = getattr(PROFILES[name], method)
    # In no order, in two dimensions.
    grid = EPSILON[:8].reshape(2, 4)[:, ::-1]
    expected = np.empty(grid.shape)
    for place, epsilon in np.ndenumerate(grid):
        alone = function(float(epsilon))
        assert type(alone) is float
        expected[place] = alone
    assert function(grid) == pytest.approx(expected, rel=1e-13, abs=1e-15)


FAR = [(31.0, 1.0), (40.0, 1.0), (1e3, 3.0), (1e5, 100.0), (2e-50, 5e-52), (1e6, 1.0)]


@pytest.mark.parametrize("epsilon, mu", FAR)
def test_the_gaussian_tail_has_a_logarithm_where_delta_underflows(epsilon, mu):
    profile = gm.GaussianProfile(mu)
    exact = float(mpmath.log(exact_gaussian_delta(epsilon, mu)))
    assert profile.log_delta(epsilon) == pytest.approx(exact, rel=1e-14, abs=0)
    delta = np.exp(exact)
    assert profile.delta(epsilon) == pytest.approx(delta, rel=1e-10, abs=1e-320)


@pytest.mark.parametrize(
    "profile",
    [gm.GaussianProfile(0.0), gm.SubsampledProfile(gm.LaplaceProfile(1.0), 0.0)],
    ids=["mu = 0", "no sample"],
)
def test_what_tells_nothing_has_no_delta(profile):
    assert profile.delta([0.0, 1.0]).tolist() == [0.0, 0.0]
    assert profile.log_delta(0.0) == -np.inf


def refined_on_grid(delta, epsilon):
    """Return Theorem 2.1's best over a very fine grid of s from epsilon on."""
    steps = np.concatenate([np.linspace(0, 2, 40_001), np.linspace(2, 60, 1001)])
    s = epsilon + steps
    attained = (1 - delta(s)) / (1 + np.exp(s))
    return 1 - (1 + np.exp(epsilon)) * attained.max()


@pytest.mark.parametrize("epsilon0, delta0", [(1.0, 0.0), (10.0, 1e-3), (5.0, 0.2)])
def test_implied_epsilon_is_the_inverse_of_theorem_2_1(epsilon0, delta0):
    profile = gm.ApproximateDPProfile(epsilon0, delta0)
    epsilon = np.array([0.0, 0.3, 0.9, 0.999]) * epsilon0
    implied = gm.implied_epsilon(profile.delta(epsilon), epsilon0, delta0)
    assert implied == pytest.approx(epsilon, rel=1e-9, abs=1e-12)


MOST = gm.ApproximateDPProfile(5.0, 0.2).delta(0.0)


@pytest.mark.parametrize(
    "delta, epsilon0, delta0, implied",
    [
        pytest.param(1.01 * MOST, 5.0, 0.2, 0.0, id="more than there is"),
        pytest.param(0.01, 1.0, 0.02, np.inf, id="less than was given"),
        pytest.param(0.02, 1.0, 0.02, 1.0, id="what was given"),
        pytest.param(0.5, 1.0, 1.0, np.inf, id="all was given"),
        pytest.param(1.0, 1.0, 1.0, 0.0, id="all of all"),
    ],
)
def test_the_limits_of_the_implied_epsilon(delta, epsilon0, delta0, implied):
    assert gm.implied_epsilon(delta, epsilon0, delta0) == implied


GAUSSIAN = gm.GaussianProfile(1.3)


@pytest.mark.parametrize("gamma", [0.05, 0.7, 1.0])
def test_far_out_subsampling_moves_epsilon_by_its_logarithm(gamma):
    log = np.log(gamma)
    log_delta = gm.SubsampledProfile(GAUSSIAN, gamma).log_delta(2000.0)
    expected = GAUSSIAN.log_delta(2000 - log) + log
    assert log_delta == pytest.approx(expected, rel=1e-14, abs=0)


@pytest.mark.parametrize("name", FORMULAS)
def test_a_profile_is_its_formula_and_has_its_logarithm(name):
    exact = [FORMULAS[name](mpmath.mpf(epsilon)) for epsilon in EPSILON]
    delta = PROFILES[name].delta(EPSILON)
    # A subnormal double has few digits.
    assert delta == pytest.approx(np.array(exact, float), rel=1e-11, abs=1e-320)
    logs = [float(mpmath.log(value)) if value else -np.inf for value in exact]
    # Near 0 the logarithm is delta's distance from 1.
    log_delta = PROFILES[name].log_delta(EPSILON)
    assert log_delta == pytest.approx(np.array(logs), rel=1e-12, abs=1e-11)


@pytest.mark.parametrize(
    "name", ["SGD", "ICEA", "approximate", "Gaussian", "composed", "Laplace"]
)
def test_the_refined_profile_is_the_best_of_all_that_is_implied(name):
    naive = PROFILES[name]
    for epsilon in (0.0, 0.01, 0.2, 0.5, 0.9, 1.2, 1.999, 2.0, 3.0):
        refined = naive.refined().delta(epsilon)
        # The grid is at most a little above the true minimum, never below. It begins at epsilon,
        # where the naive profile is implied.
        expected = refined_on_grid(naive.delta, epsilon)
        assert refined <= expected + 1e-15
        assert refined == pytest.approx(expected, rel=1e-8, abs=1e-15)


@pytest.mark.parametrize("gamma", [1e-300, 1e-310, 5e-324])
def test_a_tiny_subsample_has_an_epsilon_of_its_own_and_no_delta(gamma):
    epsilon = np.array([0.0, 1e-320, 1e-9, 0.5, 1.0, 3.0])
    ratios = [mpmath.expm1(mpmath.mpf(e)) / mpmath.mpf(gamma) for e in epsilon]
    expected = np.array([float(mpmath.log1p(ratio)) for ratio in ratios])
    profile = gm.SubsampledProfile(gm.LaplaceProfile(1.0), gamma)
    own_epsilon = profile._own_epsilon(epsilon)
    assert own_epsilon == pytest.approx(expected, rel=1e-13, abs=0)
    assert profile.delta([0.5, 2.0]).tolist() == [0, 0]


@pytest.mark.parametrize("gamma", [0.05, 0.7, 1.0])
def test_a_subsample_has_the_share_of_delta_at_the_printed_epsilon(gamma):
    factors = [1 + mpmath.mpf(gamma) * mpmath.expm1(e) for e in EPSILON[:8]]
    epsilon = np.array([float(mpmath.log(factor)) for factor in factors])
    subsampled = gm.SubsampledProfile(GAUSSIAN, gamma).delta(epsilon)
    expected = gamma * GAUSSIAN.delta(EPSILON[:8])
    assert subsampled == pytest.approx(expected, rel=1e-10, abs=0)


NO_PROFILES = [
    (lambda e: 1.2 - e, r"is 1.2 at epsilon = 0.0; allowed are .* \[0, 1\]"),
    (lambda e: np.where(e == 1, -0.5, 0.5), "profile is -0.5 at epsilon = 1.0"),
    (lambda e: np.full(e.shape, np.nan), "the profile is nan at epsilon = 0.0"),
    (lambda e: 0.3 * (1 + 1e-10 * e), "increases"),
    (lambda e: e / 4, "increases from 0.0 at epsilon = 0.0 to 0.25 at epsilon = 1.0"),
    (lambda e: (e - 1) ** 2 / 2, "from 0.0 at epsilon = 1.0 to 0.5 at epsilon = 2.0"),
    (lambda e: 0.5, r"returned float64 of shape \(\) for epsilons of shape \(3,\)"),
    (lambda e: [0.5], r"of shape \(1,\) for epsilons of shape \(3,\)"),
    (lambda e: np.array(["a"] * 3), "the profile returned <U1"),
]


@pytest.mark.parametrize("epsilon", [[0.0, 1.0, 2.0], [0.0, 2.0, 1.0]], ids=str)
@pytest.mark.parametrize("function, message", NO_PROFILES)
def test_what_is_no_profile_is_refused_with_the_point(function, message, epsilon):
    with pytest.raises(ValueError, match=message):
        CallableProfile(function).delta(epsilon)


def test_what_is_a_profile_is_not_refused():
    # At one epsilon it does not rise; elsewhere it may, up to rounding.
    delta = CallableProfile(lambda e: e / 4).delta([1.0, 1.0])
    assert delta.tolist() == [0.25, 0.25]
    delta = CallableProfile(lambda e: 0.3 * (1 + 1e-13 * e)).delta([0.0, 1.0])
    assert delta[1] > 0.3
    # Its logarithm may not be beyond 0.
    profile = CallableProfile(lambda e: np.exp(-1 - e), lambda e: 1 - e)
    with pytest.raises(ValueError, match="the profile is 1.0 at epsilon = 0.0"):
        profile.log_delta(0.0)
