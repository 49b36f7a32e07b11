"""When two texts name one place: the rule for ids of public files and of data about them.

Ids are compared as text. Spreadsheets and pandas rewrite numbers, though: 01001 becomes 1001, 7 becomes
7.0, and 6948.10 becomes 6948.1. So where all public ids are numbers, and no two of them are the same
number, they are compared by value. What is published is always the public file's own text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from decimal import Decimal

# A plain decimal number: neither an exponent nor a separator of thousands. Longer ones are texts.
_DECIMAL = re.compile(r"-?[0-9]{1,30}(\.[0-9]{0,30})?")


def number_of(text: str) -> Decimal | None:
    """Return the number that a text such as 8, 08, 8.0 or 8.25 means, or None.

    Examples
    --------
    >>> number_of("08") == number_of("8.0"), number_of("8e0")
    (True, None)
    """
    return Decimal(text) if _DECIMAL.fullmatch(text) else None


def whole_number(text: str) -> int | None:
    """Return the whole number that a text such as 8, 08 or 8.0 means, or None."""
    value = number_of(text)
    return int(value) if value is not None and value == value.to_integral() else None


class Ids:
    """The ids of public places, and the texts that name them.

    Each text is judged without the others, so that what one person writes decides about nobody else.

    Parameters
    ----------
    ids : sequence of str
        The ids of the places, all different.

    Attributes
    ----------
    kind : {"text", "whole", "decimal"}
        How ids are compared: as text or, if all are numbers and no two are the same number, by value;
        "whole" if all these numbers are whole.

    Examples
    --------
    >>> Ids(["1", "2"]).position("02.0"), Ids(["1", "b"]).position("1.0")
    (1, -1)
    """

    def __init__(self, ids: Sequence[str]) -> None:
        self._position = {key: i for i, key in enumerate(ids)}
        self._of_number = {number_of(key): i for i, key in enumerate(ids)}
        are_numbers = bool(ids) and None not in self._of_number
        self.kind = "text"
        if are_numbers and len(self._of_number) == len(ids):
            are_whole = None not in map(whole_number, ids)
            self.kind = "whole" if are_whole else "decimal"

    def position(self, text: str) -> int:
        """Return the position of the place that a text names, or -1."""
        position = self._position.get(text, -1)
        if position < 0 and self.kind != "text":
            number = number_of(text)
            position = -1 if number is None else self._of_number.get(number, -1)
        return position

    def order(self) -> list[int]:
        """Return the positions of the places in the order of their ids: by value, or as text.

        Examples
        --------
        >>> Ids(["10", "9"]).order(), Ids(["10", "b", "9"]).order()
        ([1, 0], [0, 2, 1])
        """
        if self.kind == "text":
            return [self._position[key] for key in sorted(self._position)]
        numbers = {i: number for number, i in self._of_number.items()}
        return sorted(numbers, key=lambda i: numbers[i] or Decimal(0))

    def __str__(self) -> str:
        if self.kind == "text":
            return "each id exactly as in the public file"
        if self.kind == "whole":
            return "each id is a whole number; 1.0 and 01 would name the place 1"
        return "each id is a number; 8.5 and 08.50 would name the same place"


def merged_ids(ids: Iterable[str]) -> dict[str, str]:
    """Return the name of each id of a list with repetitions, such as the ends of edges.

    If all ids are whole numbers, 1.0 and 01 become 1 where both occur. Other numbers keep their text:
    there are stations 5379.1 and 5379.10.

    Examples
    --------
    >>> merged_ids(["2.0", "2", "03"]), merged_ids(["2.0", "2", "b"])
    ({'2.0': '2', '2': '2', '03': '03'}, {'2.0': '2.0', '2': '2', 'b': 'b'})
    """
    ids = list(dict.fromkeys(ids))
    numbers = [whole_number(key) for key in ids]
    if None in numbers:
        return {key: key for key in ids}
    # A number that is written in a single way keeps its text, such as the code 08.
    forms = Counter(numbers)
    return {
        key: key if forms[value] == 1 else str(value)
        for key, value in zip(ids, numbers, strict=True)
    }
