"""Mechanisms: their scales, the distribution of their noise, and what they refuse."""

import pickle
import traceback
from dataclasses import FrozenInstanceError, astuple, replace

import numpy as np
import pytest
from scipy import stats

import gaussmech as gm
from gaussmech.privacy import mechanisms

GAUSSIANS = mechanisms._GaussianMechanism.__subclasses__()  # a new one included
# Mechanisms of sensitivity 3, and the distribution of the size of their noise.
DISTRIBUTIONS = {
    gm.LaplaceMechanism(0.5, 3.0): stats.expon(scale=6.0),
    gm.TruncatedLaplaceMechanism(0.5, 1e-4, 3.0): stats.truncexpon(
        b=np.log1p(np.expm1(0.5) / 2e-4), scale=6.0
    ),
}
DISTRIBUTIONS |= {
    m: stats.halfnorm(scale=m.sigma)
    for m in (kind(0.5, 1e-4, 3.0) for kind in GAUSSIANS)
}


def with_sensitivity(mechanism, sensitivity):
    """Return the mechanism with another sensitivity, whose name says the norm of Laplace noise."""
    is_laplace = isinstance(mechanism, gm.LaplaceMechanism)
    name = "l1_sensitivity" if is_laplace else "sensitivity"
    return replace(mechanism, **{name: sensitivity})


each_mechanism = pytest.mark.parametrize(
    "mechanism", DISTRIBUTIONS, ids=lambda m: type(m).__name__
)


def within_4_standard_errors(draws, expected):
    return abs(np.mean(draws) - expected) <= 4 * np.std(draws) / np.sqrt(len(draws))


@each_mechanism
def test_moments_and_accuracy_are_those_of_the_distribution(mechanism):
    distribution = DISTRIBUTIONS[mechanism]
    assert mechanism.mean_absolute_error == pytest.approx(
        distribution.mean(), rel=1e-13, abs=0
    )
    assert mechanism.variance == pytest.approx(distribution.moment(2), rel=1e-13, abs=0)
    for alpha in (1e-9, 0.05, 0.5, 0.999):
        assert mechanism.accuracy(alpha) == pytest.approx(
            distribution.isf(alpha), rel=1e-7, abs=0
        )


@each_mechanism
def test_noise_follows_the_distribution(mechanism):
    rng = np.random.default_rng(1)
    noise, second = (mechanism.add_noise(np.zeros(100_000), rng) for _ in range(2))
    size = abs(noise)
    sign = np.sign(noise)
    assert stats.kstest(size, DISTRIBUTIONS[mechanism].cdf).pvalue > 1e-3
    assert stats.ks_2samp(size[sign > 0], size[sign < 0]).pvalue > 1e-3
    assert within_4_standard_errors(sign, 0)
    assert within_4_standard_errors(size > mechanism.accuracy(0.1), 0.1)
    # Independent between coordinates and releases.
    assert within_4_standard_errors(noise * second / mechanism.variance, 0)
    assert within_4_standard_errors(noise[1:] * noise[:-1] / mechanism.variance, 0)


@each_mechanism
def test_a_release_is_the_value_plus_noise_of_its_shape_which_the_generator_decides(
    mechanism,
):
    for shape in ((), (1,), (7,), (2, 3, 4)):
        x = np.full(shape, 1e4)
        released, noise = (
            mechanism.add_noise(value, 3) for value in (x, np.zeros(shape))
        )
        assert np.shape(released) == shape
        assert released - x == pytest.approx(noise, abs=1e-10)
        assert len(np.unique(noise)) == noise.size
        assert (x == 1e4).all()
    assert with_sensitivity(mechanism, 0.0).add_noise([1.0, -2.0], 6).tolist() == [
        1.0,
        -2.0,
    ]
    seeds = 4, np.random.default_rng(4), 5, None, None
    first, same_seed, *other_seeds = (
        mechanism.add_noise([1, 2, 3], rng=seed).tolist() for seed in seeds
    )
    assert first == same_seed
    assert len({*first, *sum(other_seeds, [])}) == 12


@each_mechanism
def test_a_mechanism_keeps_its_budget_and_shows_it(mechanism):
    budget = astuple(mechanism)
    assert budget in ((0.5, 3.0), (0.5, 1e-4, 3.0))
    assert (
        type(mechanism)(*budget[:-1]) == with_sensitivity(mechanism, 1.0) != mechanism
    )
    assert eval(repr(mechanism), {**vars(mechanisms)}) == mechanism
    assert pickle.loads(pickle.dumps(mechanism)) == mechanism
    with pytest.raises(FrozenInstanceError):
        mechanism.epsilon = 1.0
    # Numbers are floats, whatever was given.
    mechanism = with_sensitivity(mechanism, np.int64(3))
    mechanism = replace(mechanism, epsilon=np.float32(0.5))
    numbers = (*astuple(mechanism), mechanism.mean_absolute_error, mechanism.variance)
    assert {*map(type, numbers)} == {float}
    assert type(mechanism.accuracy(0.05)) is float


@each_mechanism
@pytest.mark.parametrize(
    "x", [["91000 EUR"], [91_000.0, np.nan], [91_000.0, np.inf], "91000"]
)
def test_an_error_shows_no_private_value(mechanism, x):
    with pytest.raises(ValueError, match="^x must be finite numbers") as error:
        mechanism.add_noise(x)
    assert "91000" not in "".join(traceback.format_exception(error.value))


@pytest.mark.parametrize("kind", GAUSSIANS)
def test_gaussian_noise_is_calibrated(kind):
    calibration = {
        gm.AnalyticGaussianMechanism: gm.analytic_gaussian_sigma,
        gm.ClassicalGaussianMechanism: gm.classical_gaussian_sigma,
    }
    for budget in ((0.5, 1e-4, 3.0), (0.01, 0.1, 1e-3), (50.0, 1e-12, 1.0)):
        assert kind(*budget).sigma == calibration[kind](*budget)


@pytest.mark.parametrize("kind", [gm.LaplaceMechanism, gm.L2Mechanism])
def test_for_accuracy_is_the_inverse_of_accuracy(kind):
    """tests/privacy/test_accuracy.py has the other mechanisms."""
    rest = (1e-4, 3.0, 10) if kind is gm.L2Mechanism else (3.0,)
    accuracy = kind(0.5, *rest).accuracy(0.05)
    solution = kind.for_accuracy(accuracy, 0.05, *rest)
    assert solution.epsilon == pytest.approx(0.5, rel=1e-10, abs=0)
    assert solution.accuracy(0.05) == pytest.approx(accuracy, rel=1e-9, abs=0)
    with pytest.raises(ValueError, match="accuracy is 1e[+]300; no epsilon"):
        gm.L2Mechanism.for_accuracy(1e300, 0.05, 1e-4, 3.0, 10)
