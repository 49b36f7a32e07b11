"""Rates: released values over a public number of each place, such as its population.

A rate has the interval of the released value over the same number: 95 % for the true rate, from the
distribution of the noise, and cut at 0. It is not a denoised value, whose interval holds only on
average over places.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal

from gaussmech._csv import decimal
from gaussmech.geo.places import Places

# The digits of a rate, of which the ends of intervals are rounded outwards.
DIGITS = 6


def rate_names(name: str, per: str) -> list[str]:
    """Return the columns of the rates of a released one: the rate, and its interval."""
    rate = f"{name}_per_{per}"
    return [rate, f"{rate}_low", f"{rate}_high"]


def denominators(places: Places, per: str) -> list[Decimal]:
    """Return the numbers by which values are divided; a ValueError names a place without one >= 0."""
    numbers = []
    for place, cell in zip(places.ids, places.column("--per", per), strict=True):
        value = decimal(cell)
        if value is None or value < 0:
            raise ValueError(
                f"--per {per} is {cell!r} for the place {place!r}; it must be a number >= 0"
            )
        numbers.append(value)
    return numbers


def rate_columns(
    values: Sequence[str], numbers: Sequence[Decimal], error: Decimal
) -> list[list[str]]:
    """Return the rates and the ends of their intervals as text, empty where the number is 0.

    Parameters
    ----------
    values : sequence of str
        The released values.
    numbers : sequence of Decimal
        The public number of each place.
    error : Decimal
        What the errors of 95 % of the values do not exceed.

    Examples
    --------
    >>> rate_columns(["50", "-3"], [Decimal(3), Decimal(0)], Decimal(5))
    [['16.6667', ''], ['15', ''], ['18.3334', '']]
    """
    roundings = (ROUND_HALF_EVEN, ROUND_FLOOR, ROUND_CEILING)
    columns: list[list[str]] = [[], [], []]
    for text, over in zip(values, numbers, strict=True):
        value = Decimal(text)
        ends = (value, max(value - error, Decimal(0)), max(value + error, Decimal(0)))
        for column, end, rounding in zip(columns, ends, roundings, strict=True):
            context = Context(prec=DIGITS, rounding=rounding)
            rate = context.divide(end, over) if over else None
            # Zeros at the end are left out.
            column.append("" if rate is None else f"{rate.normalize():f}")
    return columns
