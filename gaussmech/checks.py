"""Input checks in one place: each names the argument, the value and what is allowed."""

import numpy as np


def _describe(name, value, bad):
    """The offending entry of an array argument, with its index; scalars as they are."""
    if np.ndim(value) == 0:
        return f"{name} is {value!r}"
    index = tuple(int(i) for i in np.argwhere(bad)[0])
    place = index[0] if len(index) == 1 else index
    return f"{name}[{place}] is {np.asarray(value)[index].item()!r}"


def real_array(name, value, *, low=-np.inf, high=np.inf, open_low=False, open_high=False):
    """`value` as a float64 array with every entry in the given interval, or a ValueError.

    An open end excludes the bound itself; NaN is never allowed.
    """
    allowed = f"{'(' if open_low else '['}{low:g}, {high:g}{')' if open_high else ']'}"
    raw = np.asarray(value)
    if raw.dtype.kind not in "buif":
        raise ValueError(f"{name} is {value!r}; it must be a real number in {allowed}")
    array = raw.astype(float, copy=False)
    above = array > low if open_low else array >= low
    below = array < high if open_high else array <= high
    good = above & below
    if not good.all():
        raise ValueError(f"{_describe(name, value, ~good)}; allowed are numbers in {allowed}")
    return array


def real_scalar(name, value, **interval):
    """As `real_array`, for one number; returns a float."""
    if np.ndim(value) != 0:
        raise ValueError(f"{name} has shape {np.shape(value)}; it must be a single number")
    return float(real_array(name, value, **interval))


def broadcast(**named):
    """The named arrays, broadcast against each other, or a ValueError with their shapes."""
    try:
        return np.broadcast_arrays(*named.values())
    except ValueError:
        shapes = ", ".join(f"{name} {array.shape}" for name, array in named.items())
        raise ValueError(f"shapes do not broadcast together: {shapes}") from None


def like_input(result):
    """A float where `result` has no dimension, else the array: floats in, floats out."""
    return float(result) if np.ndim(result) == 0 else result


def whole_number(name, value, *, low):
    """`value` as an int at least `low`, or a ValueError."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | np.integer):
        raise ValueError(f"{name} is {value!r}; it must be a whole number >= {low}")
    if value < low:
        raise ValueError(f"{name} is {value!r}; it must be >= {low}")
    return int(value)


def one_of(name, value, allowed):
    """`value` if it is one of `allowed`, or a ValueError."""
    if value not in allowed:
        raise ValueError(f"{name} is {value!r}; allowed are {', '.join(map(repr, allowed))}")
    return value


def signal(name, value, n):
    """`value` as a float64 vector of `n` finite entries, or a ValueError."""
    if np.shape(value) != (n,):
        raise ValueError(
            f"{name} has shape {np.shape(value)}; it must be ({n},), one value a vertex"
        )
    big = np.finfo(float).max
    return real_array(name, value, low=-big, high=big)


def generator(name, value):
    """`value` if it is a numpy Generator, or a ValueError."""
    if not isinstance(value, np.random.Generator):
        raise ValueError(f"{name} is {value!r}; it must be a numpy.random.Generator")
    return value
