"""Input checks: what passes, as what type, and how a refusal reads."""

import numpy as np
import pytest

from gaussmech import _checks


@pytest.mark.parametrize(
    "value",
    [
        3,
        2.5,
        10**20,
        np.float32(1.5),
        [1, 2],
        np.array([[1]], "u1"),
        np.ma.array([1.0, 2]),
    ],
)
def test_real_numbers_become_doubles(value):
    array = _checks.real_array("x", value)
    assert array.dtype == np.float64
    assert (array == np.asarray(value)).all() and array.shape == np.shape(value)


@pytest.mark.parametrize(
    "value", [3, np.uint8(3), np.int64(3), np.array(3), np.float32(3)]
)
def test_a_number_becomes_a_float_or_an_int(value):
    number = _checks.real_scalar("x", value, low=0)
    assert type(number) is float and number == 3.0
    if isinstance(value, int | np.integer):
        number = _checks.whole_number("n", value, low=3)
        assert type(number) is int and number == 3


# Of real numbers, of whole ones and of seeds; tests/test_refusals.py has more.
NO_NUMBERS = [
    *("1", None, 1j, {}, True, [True], 10**400, [10**9999], [1, None]),
    np.datetime64("2020-01-01"),
]
NO_WHOLE_NUMBERS = [3.0, "3", None, True, [3], 0]
NO_SEEDS = ["1", -1, 1.5, True]


def assert_refused(values, message, check, **range):
    for value in values:
        with pytest.raises(ValueError, match=message):
            check("x", value, **range)


def test_a_refusal_says_what_is_wrong_and_what_is_allowed():
    must = "x is .*; it must be a"
    assert_refused(NO_NUMBERS, f"{must} real number in", _checks.real_array)
    assert_refused(
        NO_WHOLE_NUMBERS, f"{must} whole number >= 1", _checks.whole_number, low=1
    )
    assert_refused(NO_SEEDS, f"{must} seed >= 0", _checks.generator)
    message = r"x is np.float64\(inf\); allowed are numbers in \(-inf, inf\)"
    assert_refused([np.float64(np.inf)], message, _checks.real_array, **_checks.FINITE)


def test_a_seed_is_that_of_numpy_and_a_generator_stays():
    rng = np.random.default_rng(1)
    assert _checks.generator("rng", rng) is rng
    assert _checks.generator("rng", 1).random() == np.random.default_rng(1).random()
