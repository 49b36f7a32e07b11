"""Argument validation, and the ranges that arguments share.

Every function here takes the name of an argument and its value. It returns the value in a plain
type, or raises a ValueError that names the argument, its value and what is allowed. A range is an
`Interval`, which is passed as keywords: `real_array("delta", delta, **CLOSED_UNIT)`. Every array and
number goes through `plain_array`, which refuses masked values.
"""

import functools
import reprlib
from collections.abc import (
    Callable,
    Collection,
    Hashable,
    Iterable,
    Mapping,
    Sequence,
)
from itertools import combinations
from typing import Any, TypedDict, TypeVar, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gaussmech._hints import did_you_mean

Array = NDArray[np.float64]
# NumPy accepts these as a seed or a generator (SPEC 7 of scientific-python.org).
RNG = int | np.random.Generator | None
T = TypeVar("T")
Function = TypeVar("Function", bound=Callable[..., Any])
# A message names this many of several labels: enough to show their form, and few enough for a line.
SHOWN = 3


class Interval(TypedDict, total=False):
    """Bounds of a number; an open end excludes the bound itself."""

    low: float
    high: float
    open_low: bool
    open_high: bool


NON_NEGATIVE: Interval = {"low": 0, "open_high": True}
POSITIVE: Interval = {"low": 0, "open_low": True, "open_high": True}
FINITE: Interval = {"low": -np.inf, "open_low": True, "open_high": True}
CLOSED_UNIT: Interval = {"low": 0, "high": 1}
OPEN_UNIT: Interval = {"low": 0, "high": 1, "open_low": True, "open_high": True}
OPEN_HALF: Interval = {"low": 0, "high": 0.5, "open_low": True, "open_high": True}
# A tail probability: below 1e-300 doubles run out.
TAIL: Interval = {"low": 1e-300, "high": 1, "open_high": True}
# The ranges of the calibration, which has results for 0 and inf, too.
BUDGET: dict[str, Interval] = {
    "epsilon": {"low": 0},
    "delta": CLOSED_UNIT,
    "sigma": {"low": 0},
    "sensitivity": NON_NEGATIVE,
    "rho": {"low": 0},
    "mu": {"low": 0},
    "advantage": CLOSED_UNIT,
}


def renamed(**names: str) -> Callable[[Function], Function]:
    """Let a function take keyword arguments by former names, which its signature does not show."""

    def decorate(function: Function) -> Function:
        @functools.wraps(function)
        def call(*values: Any, **arguments: Any) -> Any:
            now = {names.get(name, name): value for name, value in arguments.items()}
            if len(now) < len(arguments):
                raise TypeError(f"{function.__name__} takes each of {names} once")
            return function(*values, **now)

        return call  # type: ignore[return-value]

    return decorate


def plain_array(name: str, value: Any) -> NDArray[Any]:
    """Return `value` as an array; rows must have one length, and no value may be masked."""
    if _is_masked(value):
        raise ValueError(
            f"{name} has masked values, which NumPy would unmask; values must not be masked"
        )
    # An array of xarray has indexes if it has coordinates.
    if getattr(value, "indexes", None):
        raise ValueError(
            f"{name} has the labels {', '.join(map(str, value.indexes))}, which NumPy would drop; pass"
            f" {name}.to_pandas(), whose labels are matched"
        )
    try:
        return np.asarray(value)
    except ValueError:
        raise ValueError(
            f"{name} has rows of different lengths; they must agree"
        ) from None


def _is_masked(value: Any) -> bool:
    """Return whether a masked array, or one in a list, has masked values."""
    if isinstance(value, list | tuple):
        return any(map(_is_masked, value))
    return isinstance(value, np.ma.MaskedArray) and bool(
        np.ma.getmaskarray(value).any()
    )


def real_array(name: str, value: Any, **interval: Unpack[Interval]) -> Array:
    """Return `value` as a float64 array, every entry in the interval."""
    low = interval.get("low", -np.inf)
    high = interval.get("high", np.inf)
    open_low = interval.get("open_low", False)
    open_high = interval.get("open_high", False)
    left_bracket = "(" if open_low else "["
    right_bracket = ")" if open_high else "]"
    allowed = f"{left_bracket}{low:g}, {high:g}{right_bracket}"
    raw = plain_array(name, value)
    if type(value) is int and abs(value) < 2**1023:
        # NumPy makes objects of integers beyond 64 bits.
        raw = np.asarray(float(value))
    if raw.dtype.kind not in "uif":
        raise ValueError(
            f"{name} is {format_value(value)}; it must be a real number in {allowed}"
        )
    with np.errstate(over="ignore"):
        array = raw.astype(np.float64, copy=False)
    above = array > low if open_low else array >= low
    below = array < high if open_high else array <= high
    outside = ~(above & below)
    if outside.any():
        # The message names the first bad entry of an array with its index.
        index = tuple(np.argwhere(outside)[0].tolist())
        place = f"[{', '.join(map(str, index))}]" if index else ""
        entry = format_value(raw[index].item() if index else value)
        raise ValueError(f"{name}{place} is {entry}; allowed are numbers in {allowed}")
    return array


def private_array(name: str, value: Any) -> Array:
    """Return private data as a float64 array of finite numbers; the error shows none of them."""
    try:
        return real_array(name, value, **FINITE)
    except ValueError:
        # The error has no cause, because the message of the cause shows the value.
        raise ValueError(
            f"{name} must be finite numbers, not masked, in rows of one length; "
            "the wrong entry is not shown, because it may be private"
        ) from None


def format_value(value: Any) -> str:
    """Return the value as text for a message; long texts are cut, and a table is its shape."""
    if hasattr(value, "iloc"):
        return f"a {type(value).__name__} of shape {value.shape}"
    try:
        text = repr(value) if not isinstance(value, int) else reprlib.repr(value)
    except ValueError:
        # Python writes no integer of more than 4,300 digits.
        return "a whole number of thousands of digits"
    return text if len(text) <= 80 else f"{text[:60]}...{text[-10:]}"


def first_few(values: Sequence[Any]) -> str:
    """Return the first of several values as text for a message, and how many more there are."""
    text = ", ".join(map(format_value, values[:SHOWN]))
    more = len(values) - SHOWN
    return f"{text} and {more:,} more" if more > 0 else text


def real_scalar(name: str, value: Any, **interval: Unpack[Interval]) -> float:
    """Return `value`, a single number in the interval, as a float."""
    shape = plain_array(name, value).shape
    if shape:
        raise ValueError(f"{name} has shape {shape}; it must be a single number")
    return float(real_array(name, value, **interval))


def real_scalars(
    values: Mapping[str, Any], ranges: Mapping[str, Interval]
) -> dict[str, float]:
    """Return the values that have a range, each a single number in the range of its name, as floats."""
    return {
        name: real_scalar(name, values[name], **interval)
        for name, interval in ranges.items()
    }


def arrays(ranges: Mapping[str, Interval], **values: ArrayLike) -> tuple[Array, ...]:
    """Return the values, each in the range of its name, broadcast against each other."""
    named = {
        name: real_array(name, value, **ranges[name]) for name, value in values.items()
    }
    try:
        return np.broadcast_arrays(*named.values())
    except ValueError:
        shapes = ", ".join(f"{name} {array.shape}" for name, array in named.items())
        raise ValueError(f"shapes do not broadcast together: {shapes}") from None


def like_input(result: Any) -> Any:
    """Return a float where `result` has no dimension, otherwise the array."""
    return float(result) if np.ndim(result) == 0 else result


def whole_number(name: str, value: Any, *, low: int, high: int | None = None) -> int:
    """Return `value`, a whole number from `low` to `high`, as an int."""
    is_whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not is_whole or value < low or (high is not None and value > high):
        allowed = f">= {low}" if high is None else f"from {low} to {high}"
        content = "missing" if value is None else format_value(value)
        raise ValueError(f"{name} is {content}; it must be a whole number {allowed}")
    return int(value)


def whole_numbers(
    name: str, value: ArrayLike, *, low: int, high: float = np.inf
) -> Array:
    """Return `value`, whole numbers from `low` to `high`, as a float64 array."""
    array = real_array(name, value, low=low, high=high, open_high=high == np.inf)
    if (array != np.floor(array)).any():
        raise ValueError(
            f"{name} is {format_value(value)}; it must be whole numbers >= {low}"
        )
    return array


def one_of(name: str, value: T, allowed: Collection[T]) -> T:
    """Return `value` if it is one of `allowed`, and of their type."""
    matches = [isinstance(value, type(item)) and value == item for item in allowed]
    if not any(matches):
        raise ValueError(
            f"{name} is {format_value(value)}; allowed are {', '.join(map(repr, allowed))}"
            f"{did_you_mean(value, allowed) if isinstance(value, str) else ''}"
        )
    return value


def flag(name: str, value: Any) -> bool:
    """Return `value`, True or False."""
    if not isinstance(value, bool | np.bool_):
        raise ValueError(f"{name} is {format_value(value)}; allowed are True and False")
    return bool(value)


def function(name: str, value: Any) -> Any:
    """Return `value`, a function of epsilon."""
    if not callable(value):
        raise ValueError(
            f"{name} is {format_value(value)}; it must be a function of epsilon"
        )
    return value


def instance(name: str, value: Any, kind: type[T]) -> T:
    """Return `value`, an object of this class; the error has the hint of the class how to make one."""
    if not isinstance(value, kind):
        hint = getattr(kind, "how_to_make", "")
        raise ValueError(
            f"{name} is {format_value(value)}; it must be a {kind.__name__}{hint}"
        )
    return value


def vector(
    name: str, value: ArrayLike, n: int, item: str, **interval: Unpack[Interval]
) -> Array:
    """Return `value`, a number in the interval for each of n items, as an (n,) array."""
    shape = plain_array(name, value).shape
    if shape != (n,):
        raise ValueError(
            f"{name} has shape {shape}; it must be ({n},), one value per {item}"
        )
    return real_array(name, value, **interval)


def signal(name: str, value: ArrayLike, n: int) -> Array:
    """Return `value`, finite at each of n vertices, as an (n,) array."""
    return vector(name, value, n, "vertex", **FINITE)


def refuse_other_orders(arguments: str, *orders: Iterable[Hashable]) -> None:
    """Refuse arguments whose labels are the same, but in different orders.

    Examples
    --------
    >>> refuse_other_orders("lon and lat", "ab", "ab", "cd")
    >>> refuse_other_orders("lon and lat", "ab", "ba")
    Traceback (most recent call last):
    ValueError: lon and lat have the same labels in different orders; use one order
    """
    for one, other in combinations(map(list, orders), 2):
        if one != other and {*one} == {*other}:
            raise ValueError(
                f"{arguments} have the same labels in different orders; use one order"
            )


def generator(name: str, value: Any) -> np.random.Generator:
    """Return the generator that `numpy.random.default_rng` makes of `value`."""
    try:
        if isinstance(value, bool | np.bool_):
            raise TypeError
        return np.random.default_rng(value)
    except (TypeError, ValueError):
        raise ValueError(
            f"{name} is {format_value(value)}; it must be a seed >= 0, a numpy.random.Generator or None"
        ) from None
