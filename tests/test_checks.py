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


@pytest.mark.parametrize("open_low", [False, True])
@pytest.mark.parametrize("open_high", [False, True])
def test_an_open_end_excludes_the_bound_itself(open_low, open_high):
    def passes(value):
        try:
            _checks.real_array(
                "x", value, low=0, high=1, open_low=open_low, open_high=open_high
            )
        except ValueError as error:
            opening = "[("[open_low]
            closing = "])"[open_high]
            assert (
                str(error)
                == f"x is {value!r}; allowed are numbers in {opening}0, 1{closing}"
            )
            return False
        return True

    values = (-1e-9, 0.0, 1e-9, 1 - 1e-9, 1.0, 1 + 1e-9, np.nan)
    expected = [False, not open_low, True, True, not open_high, False, False]
    assert [passes(v) for v in values] == expected


@pytest.mark.parametrize(
    "value", [3, np.uint8(3), np.int64(3), np.array(3), np.float32(3)]
)
def test_a_number_becomes_a_float_or_an_int(value):
    number = _checks.real_scalar("x", value, low=0)
    assert type(number) is float and number == 3.0
    if isinstance(value, int | np.integer):
        number = _checks.whole_number("n", value, low=3)
        assert type(number) is int and number == 3


NO_NUMBERS = [
    *("1", None, 1j, {}, True, [True], 10**400, [10**9999], [1, None]),
    np.datetime64("2020-01-01"),
]
REFUSED = [
    *(
        (_checks.real_array, v, "x is .*; it must be a real number in")
        for v in NO_NUMBERS
    ),
    (
        _checks.real_array,
        np.ma.array([1.0, 2.0], mask=[False, True]),
        "x has masked values",
    ),
    (_checks.real_array, [[1.0, 2.0], [1.0]], "x has rows of different lengths"),
    (
        _checks.real_array,
        [1.0, np.inf],
        r"x\[1\] is inf; allowed are numbers in \(-inf, inf\)",
    ),
    (_checks.real_array, [[1.0, 0.5], [1.0, np.nan]], r"x\[1, 1\] is nan; allowed"),
    (_checks.real_array, np.float64(np.inf), r"x is np.float64\(inf\); allowed"),
    *(
        (_checks.real_scalar, v, r"x has shape \(.*\); it must be a single")
        for v in ([1.0], [])
    ),
    *(
        (_checks.whole_number, v, "x is .* a whole number >= 3")
        for v in (3.0, "3", None, True, [3])
    ),
    (_checks.whole_number, 2, "x is 2; it must be a whole number >= 3"),
    (_checks.one_of, "c", "x is 'c'; allowed are 'a', 'b'"),
    (
        _checks.signal,
        [1.0, 2.0],
        r"x has shape \(2,\); it must be \(3,\), one value per vertex",
    ),
    *((_checks.signal, value, r"x has shape \(") for value in (1.0, np.ones((3, 1)))),
    (_checks.signal, [1.0, 2.0, -np.inf], r"x\[2\] is -inf"),
    *(
        (_checks.generator, v, "x is .*; it must be a seed >= 0")
        for v in ("1", -1, 1.5, True)
    ),
]
MORE = {
    **dict.fromkeys((_checks.real_array, _checks.real_scalar), _checks.FINITE),
    _checks.whole_number: {"low": 3},
    _checks.one_of: {"allowed": ("a", "b")},
    _checks.signal: {"n": 3},
}


@pytest.mark.parametrize("check, value, message", REFUSED)
def test_a_refusal_says_what_is_wrong_and_what_is_allowed(check, value, message):
    with pytest.raises(ValueError, match=message):
        check("x", value, **MORE.get(check, {}))


def test_what_is_allowed_passes():
    assert _checks.one_of("kind", "a", ("a", "b")) == "a"
    assert _checks.signal("y", [1, 2, 3], 3).tolist() == [1.0, 2.0, 3.0]
    rng = np.random.default_rng(1)
    assert _checks.generator("rng", rng) is rng
    assert _checks.generator("rng", 1).random() == np.random.default_rng(1).random()
    assert (
        _checks.generator("rng", None).random()
        != _checks.generator("rng", None).random()
    )
