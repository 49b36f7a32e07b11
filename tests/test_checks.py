"""Input checks: what passes, as what type, and how a refusal reads."""

import numpy as np
import pytest

from gaussmech import checks


@pytest.mark.parametrize(
    "value", [3, 2.5, 10**20, np.float32(1.5), [1, 2], np.array([[1]], "u1"), np.ma.array([1.0, 2])]
)
def test_real_numbers_become_doubles(value):
    found = checks.real_array("x", value)
    assert found.dtype == np.float64
    assert (found == np.asarray(value)).all() and found.shape == np.shape(value)


@pytest.mark.parametrize("open_low", [False, True])
@pytest.mark.parametrize("open_high", [False, True])
def test_an_open_end_excludes_the_bound_itself(open_low, open_high):
    def passes(value):
        try:
            checks.real_array("x", value, low=0, high=1, open_low=open_low, open_high=open_high)
        except ValueError as error:
            left, right = "[("[open_low], "])"[open_high]
            assert str(error) == f"x is {value!r}; allowed are numbers in {left}0, 1{right}"
            return False
        return True

    values = (-1e-9, 0.0, 1e-9, 1 - 1e-9, 1.0, 1 + 1e-9, np.nan)
    expected = [False, not open_low, True, True, not open_high, False, False]
    assert [passes(v) for v in values] == expected


@pytest.mark.parametrize(
    "value",
    ["1", None, 1j, {}, True, [True], 10**400, [10**9999], [1, None], np.datetime64("2020-01-01")],
)
def test_what_is_no_real_number_is_refused(value):
    with pytest.raises(ValueError, match="x is .*; it must be a real number in"):
        checks.real_array("x", value)


@pytest.mark.parametrize(
    "value, said",
    [
        (np.ma.array([1.0, 2.0], mask=[False, True]), "x has masked values"),
        ([[1.0, 2.0], [1.0]], "x has rows of different lengths"),
    ],
)
def test_what_numpy_would_misread_is_refused(value, said):
    with pytest.raises(ValueError, match=said):
        checks.real_array("x", value)


@pytest.mark.parametrize(
    "value, place",
    [
        ([1.0, 5.0, 7.0], "x[1] is 5.0"),
        ([[1.0, 0.5], [1.0, np.nan]], "x[(1, 1)] is nan"),
        (np.array([9]), "x[0] is 9"),
        (np.float64(9), "x is np.float64(9.0)"),
    ],
)
def test_the_first_bad_entry_is_named(value, place):
    with pytest.raises(ValueError) as error:
        checks.real_array("x", value, high=2)
    assert str(error.value) == f"{place}; allowed are numbers in [-inf, 2]"


@pytest.mark.parametrize("value", [3, np.uint8(3), np.int64(3), np.array(3), np.float32(3)])
def test_a_number_becomes_a_float_or_an_int(value):
    found = checks.real_scalar("x", value, low=0)
    assert type(found) is float and found == 3.0
    if isinstance(value, int | np.integer):
        found = checks.whole_number("n", value, low=3)
        assert type(found) is int and found == 3


@pytest.mark.parametrize("value", [[1.0], np.ones((2, 2)), []])
def test_a_scalar_is_no_array(value):
    with pytest.raises(ValueError, match=r"x has shape \(.*\); it must be a single number"):
        checks.real_scalar("x", value)


@pytest.mark.parametrize("value", [3.0, "3", None, True, np.True_, [3], 2])
def test_what_is_no_whole_number_is_refused(value):
    with pytest.raises(ValueError, match="n is .*; it must be (a whole number )?>= 3"):
        checks.whole_number("n", value, low=3)


def test_one_of():
    assert checks.one_of("kind", "a", ("a", "b")) == "a"
    with pytest.raises(ValueError, match="kind is 'c'; allowed are 'a', 'b'"):
        checks.one_of("kind", "c", ("a", "b"))


@pytest.mark.parametrize(
    "value, message",
    [
        ([1.0, 2.0], r"y has shape \(2,\); it must be \(3,\), one value per vertex"),
        (np.ones((3, 1)), r"y has shape \(3, 1\)"),
        (1.0, r"y has shape \(\)"),
        ([1.0, np.nan, 2.0], r"y\[1\] is nan"),
        ([1.0, 2.0, -np.inf], r"y\[2\] is -inf"),
    ],
)
def test_a_bad_signal_is_named(value, message):
    assert checks.signal("y", [1, 2, 3], 3).tolist() == [1.0, 2.0, 3.0]
    with pytest.raises(ValueError, match=message):
        checks.signal("y", value, 3)


def test_a_generator_is_a_numpy_generator():
    rng = np.random.default_rng(1)
    assert checks.generator("rng", rng) is rng
    assert checks.generator("rng", 1).random() == np.random.default_rng(1).random()
    assert checks.generator("rng", None).random() != checks.generator("rng", None).random()
    for value in ("1", -1, 1.5, True):
        with pytest.raises(ValueError, match="rng is .*; it must be a seed >= 0"):
            checks.generator("rng", value)
