"""Mechanisms: their scales, the law of their noise, and what they refuse."""

import pickle
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from scipy import stats

from gaussmech.calibration import analytic_gaussian_sigma
from gaussmech.l2_mechanism import L2Mechanism
from gaussmech.mechanisms import (
    AnalyticGaussianMechanism,
    ClassicalGaussianMechanism,
    LaplaceMechanism,
    TruncatedLaplaceMechanism,
)


class Symmetric:
    """The law of a variable whose size has the law `half`, and its sign either with 1/2."""

    def __init__(self, half):
        self.half = half

    def cdf(self, z):
        return 0.5 + 0.5 * np.sign(z) * self.half.cdf(np.abs(z))

    def isf(self, p):
        return self.half.isf(2 * p)

    def expect(self, f, **options):
        return self.half.expect(f, **options)

    def var(self):
        return self.half.moment(2)


MECHANISMS = {
    "Lap": LaplaceMechanism(0.5, 3.0),
    "cGM": ClassicalGaussianMechanism(0.5, 1e-4, 3.0),
    "aGM": AnalyticGaussianMechanism(0.5, 1e-4, 3.0),
    "TLap": TruncatedLaplaceMechanism(0.5, 1e-4, 3.0),
}
LAWS = {
    "Lap": stats.laplace(scale=6.0),
    "cGM": stats.norm(scale=6.0 * np.sqrt(2 * np.log(12500))),
    "aGM": stats.norm(scale=analytic_gaussian_sigma(0.5, 1e-4, 3.0)),
    "TLap": Symmetric(stats.truncexpon(b=np.log1p(np.expm1(0.5) / 2e-4), scale=6.0)),
}
MAKERS = {
    "Lap": lambda epsilon=0.5, sensitivity=1.0: LaplaceMechanism(epsilon, sensitivity),
    "cGM": lambda epsilon=0.5, delta=1e-4, sensitivity=1.0: ClassicalGaussianMechanism(
        epsilon, delta, sensitivity
    ),
    "aGM": lambda epsilon=0.5, delta=1e-4, sensitivity=1.0: AnalyticGaussianMechanism(
        epsilon, delta, sensitivity
    ),
    "TLap": lambda epsilon=0.5, delta=1e-4, sensitivity=1.0: TruncatedLaplaceMechanism(
        epsilon, delta, sensitivity
    ),
}
each_mechanism = pytest.mark.parametrize("name", list(MECHANISMS))


def within_4_standard_errors(draws, expected):
    return abs(np.mean(draws) - expected) <= 4 * np.std(draws) / np.sqrt(len(draws))


@each_mechanism
def test_amplitude_and_power_are_those_of_the_law(name):
    mechanism, law = MECHANISMS[name], LAWS[name]
    assert mechanism.amplitude == pytest.approx(law.expect(np.abs, epsabs=1e-12), rel=1e-7, abs=0)
    assert mechanism.power == pytest.approx(law.var(), rel=1e-14, abs=0)


@each_mechanism
@pytest.mark.parametrize("alpha", [1e-9, 0.05, 0.5, 0.999])
def test_accuracy_is_the_two_sided_quantile(name, alpha):
    assert MECHANISMS[name].accuracy(alpha) == pytest.approx(
        LAWS[name].isf(alpha / 2), rel=1e-7, abs=0
    )


@each_mechanism
def test_noise_follows_the_law(name):
    noise = MECHANISMS[name].release(np.zeros(100_000), np.random.default_rng(1))
    mechanism = MECHANISMS[name]
    assert stats.kstest(noise, LAWS[name].cdf).pvalue > 1e-4
    assert within_4_standard_errors(noise, 0)
    assert within_4_standard_errors(abs(noise), mechanism.amplitude)
    assert within_4_standard_errors(noise**2, mechanism.power)
    assert within_4_standard_errors(abs(noise) > mechanism.accuracy(0.1), 0.1)


@each_mechanism
def test_noise_is_independent_between_coordinates_and_releases(name):
    rng = np.random.default_rng(2)
    first, second = (MECHANISMS[name].release(np.zeros(50_000), rng) for _ in range(2))
    power = MECHANISMS[name].power
    assert within_4_standard_errors(first * second / power, 0)
    assert within_4_standard_errors(first[1:] * first[:-1] / power, 0)


@each_mechanism
@pytest.mark.parametrize("shape", [(), (1,), (7,), (2, 3, 4)])
def test_a_release_is_the_value_plus_noise_of_its_shape(name, shape):
    x = np.full(shape, 1e4)
    released = MECHANISMS[name].release(x, np.random.default_rng(3))
    noise = MECHANISMS[name].release(np.zeros(shape), np.random.default_rng(3))
    assert np.shape(released) == shape
    assert released - x == pytest.approx(noise, abs=1e-10)
    assert len(np.unique(noise)) == noise.size
    assert (x == 1e4).all()


@each_mechanism
def test_a_release_is_decided_by_the_generator(name):
    once, again, other = (
        MECHANISMS[name].release([1, 2, 3], np.random.default_rng(seed)) for seed in (4, 4, 5)
    )
    assert (once == again).all() and (once != other).all()


@each_mechanism
def test_without_sensitivity_there_is_no_noise(name):
    released = MAKERS[name](sensitivity=0.0).release([1.0, -2.0], np.random.default_rng(6))
    assert released.tolist() == [1.0, -2.0]


def test_the_analytic_mechanism_alone_takes_epsilon_zero():
    assert AnalyticGaussianMechanism(0.0, 0.1, 1.0).sigma == analytic_gaussian_sigma(0.0, 0.1)


@each_mechanism
def test_a_seed_stands_for_its_generator_and_none_is_fresh(name):
    release = MECHANISMS[name].release
    assert release([1, 2], 5).tolist() == release([1, 2], np.random.default_rng(5)).tolist()
    assert release([1, 2], rng=5).tolist() == release([1, 2], 5).tolist()
    assert (release([1, 2]) != release([1, 2], None)).all()


@each_mechanism
def test_a_mechanism_keeps_its_budget_and_shows_it(name):
    mechanism = MECHANISMS[name]
    budget = (mechanism.epsilon, getattr(mechanism, "delta", 1e-4), mechanism.sensitivity)
    assert budget == (0.5, 1e-4, 3.0)
    assert eval(repr(mechanism)) == mechanism != MAKERS[name]()
    assert pickle.loads(pickle.dumps(mechanism)) == mechanism
    with pytest.raises(FrozenInstanceError):
        mechanism.epsilon = 1.0


@each_mechanism
def test_numbers_are_floats_whatever_was_given(name):
    mechanism = MAKERS[name](epsilon=np.float32(0.5), sensitivity=np.int64(3))
    for number in ("epsilon", "sensitivity", "amplitude", "power"):
        assert type(getattr(mechanism, number)) is float
    assert type(mechanism.accuracy(0.05)) is float


@each_mechanism
def test_the_sensitivity_is_1_by_default(name):
    maker = type(MECHANISMS[name])
    assert maker(*(0.5, 1e-4)[: 1 if name == "Lap" else 2]) == MAKERS[name]()


def test_a_mechanism_without_a_closed_form_has_its_epsilon_for_an_accuracy():
    class Another(ClassicalGaussianMechanism):
        _epsilon_for_accuracy = None

    for mechanism, more in (
        (Another(0.5, 1e-4, 3.0), (1e-4, 3.0)),
        (L2Mechanism(0.5, 1e-4, 3.0, 10), (1e-4, 3.0, 10)),
    ):
        found = type(mechanism).for_accuracy(mechanism.accuracy(0.05), 0.05, *more)
        assert found.epsilon == pytest.approx(0.5, rel=1e-10, abs=0)
        with pytest.raises(ValueError, match="accuracy is 1e[+]300; no epsilon"):
            type(mechanism).for_accuracy(1e300, 0.05, *more)


@each_mechanism
def test_for_accuracy_is_the_inverse_of_accuracy(name):
    mechanism = MECHANISMS[name]
    delta = [] if name == "Lap" else [mechanism.delta]
    found = type(mechanism).for_accuracy(mechanism.accuracy(0.05), 0.05, *delta, 3.0)
    assert found.epsilon == pytest.approx(0.5, rel=1e-10, abs=0)
    assert found.accuracy(0.05) == pytest.approx(mechanism.accuracy(0.05), rel=1e-13, abs=0)
