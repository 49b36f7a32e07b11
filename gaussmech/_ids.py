"""Decide whether two texts name one place or one person, and which texts name nobody.

Spreadsheets, databases and people write one name in several ways: 01001 becomes 1001, 7 becomes
7.0, Yılmaz becomes YILMAZ. `fold` gives all of them one form. It is deliberately coarse: two people
who are treated as one are protected together, but one person who is treated as two would move a
release by twice the cap.

Places must stay different. `Ids` therefore compares ids by value where all are numbers, and
otherwise by their fold where folds differ. A release always publishes the text of the public file.
"""

from __future__ import annotations

import os.path
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, time
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal
from functools import cache, cached_property

# Names of at most this many letters are not taken for misspellings of each other.
SHORT_NAME = 3
# A plain decimal number: neither an exponent nor a separator of thousands. Longer ones are texts.
_DECIMAL = re.compile(r"-?[0-9]{1,30}(\.[0-9]{0,30})?")
# A number as programs write it; the exponent is never expanded.
_NUMBER = re.compile(r"[+-]?(?=\.?[0-9])[0-9]*\.?[0-9]*(e[+-]?[0-9]{1,17})?")
_EXACT = Context(prec=MAX_PREC, Emin=MIN_EMIN, Emax=MAX_EMAX)
# ASCII characters that are neither letters nor digits.
_SIGNS = re.compile(r"[^a-z0-9\x80-\U0010ffff]+")
# Excel writes '7 and ="7" so that a number stays a text.
_WRAPPING = "'\"="
# A whole number within a name, such as a ward's; a minus sign belongs to it, a hyphen does not.
_WITHIN = re.compile(r"(?:(?<![^ ])-)?[0-9]+")
# These texts, as `fold` writes them, mean that something is missing.
MISSING = frozenset(
    {
        "",
        "null",
        "nil",
        "none",
        "na",
        "nan",
        "nat",
        "missing",
        "unknown",
        "undefined",
        "blank",
        "notavailable",
        "notapplicable",
        "notknown",
        "notset",
        "unspecified",
        "empty",
        "anonymous",
    }
)
# A database's \N, errors of Excel such as #REF!, and the identifier of zeros mean the same.
_PLACEHOLDER = re.compile(
    r"\\N|#[a-z/0_]+[!?]|\W*0{8}(-?0{4}){3}-?0{12}\W*", re.IGNORECASE
)
# Letters that Unicode does not decompose.
_LETTERS = {"ı": "i", "ȷ": "j", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th"}
# An accent that is part of a letter, such as the stroke of ø.
_WITH_ACCENT = re.compile(r"((LATIN|CYRILLIC) SMALL LETTER \S.*?) WITH .*")
# Letters that are invisible.
_FILLERS = "\u115f\u1160"


class _Plain(dict[int, str]):
    """The plain form of each character of a decomposed text in small letters, computed once."""

    def __missing__(self, code: int) -> str:
        self[code] = text = _plain_character(chr(code))
        return text


def _plain_character(character: str) -> str:
    """Return a letter without accents, a digit, ASCII for a sign, or nothing for an invisible one."""
    category = unicodedata.category(character)
    digit = unicodedata.digit(character, None)
    if character.isascii() or digit is not None:
        return character if digit is None else str(digit)
    if category == "Pd" or character == "\u2212":
        return "-"
    if category in ("Cc", "Cf", "Cn", "Co", "Mn", "Me") or character in _FILLERS:
        return ""
    # The last of these are apostrophes and other signs that Unicode counts among letters.
    if (
        category[0] not in "LN"
        and category != "Mc"
        or "\u02b0" <= character <= "\u02ff"
    ):
        return " "
    accented = _WITH_ACCENT.fullmatch(unicodedata.name(character, ""))
    if accented is not None:
        try:
            character = unicodedata.lookup(accented[1])
        except KeyError:
            return character
    return _LETTERS.get(character, character)


_PLAIN = _Plain()


def _plain(text: str) -> str:
    """Return a text in small letters without accents and invisible characters, with ASCII's digits."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    return unicodedata.normalize("NFKD", decomposed).translate(_PLAIN)


def fold(text: str) -> str:
    """Return the form that all spellings of a name have in common.

    Only letters and digits count, without case and accents; a number stands for its value.

    Examples
    --------
    >>> fold(" Jose\\u0301  GARCI\\u0301A ") == fold("jos\\u00e9\\tgarc\\u00eda")
    True
    >>> fold("1e3") == fold("01000.0") == fold("1 000"), fold("7b") == fold("07b")
    (True, False)
    """
    plain = _plain(text)
    letters = _SIGNS.sub("", plain)
    # The first form keeps the sign, the decimal point and the exponent of a number.
    for form in ("".join(plain.split()).strip(_WRAPPING), letters):
        if _NUMBER.fullmatch(form):
            # A zero keeps its sign and its exponent.
            number = Decimal(form).normalize(_EXACT)
            return str(number) if number else "0"
    return letters


def identify(text: str) -> str | None:
    """Return the fold of a name, or None if the text says that it is missing.

    A text without letters and digits says the same.

    Examples
    --------
    >>> identify("N/A"), identify("---"), identify("Ann")
    (None, None, 'ann')
    """
    folded = fold(text)
    is_missing = folded in MISSING or _PLACEHOLDER.fullmatch(text.strip())
    return None if is_missing else folded


def _key(text: str) -> tuple[str, ...] | None:
    """Return the key that all texts for one place share: the fold, and the numbers in it.

    Numbers have no key, and neither have texts for a missing value with signs other than letters:
    na may be Namibia, but N/A is not.
    """
    plain = _plain(text)
    is_number = not re.search(r"[^\W\d_]", plain)
    if is_number or (identify(text) is None and not plain.strip().isalpha()):
        return None
    return fold(text), *_WITHIN.findall(plain)


def text_of(value: object) -> str:
    """Return a value as a file writes it: a whole number without decimals, midnight as its date.

    A column of whole numbers in which one is missing has become one of floats, and a column of days
    may be one of times at midnight.

    Examples
    --------
    >>> text_of(8.0), text_of(8.5), text_of(" Mill ")
    ('8', '8.5', 'Mill')
    >>> text_of(datetime(2026, 1, 31)), text_of(datetime(2026, 1, 31, 1))
    ('2026-01-31', '2026-01-31 01:00:00')
    """
    if isinstance(value, float) and value.is_integer():
        return f"{value:.0f}"
    if isinstance(value, datetime) and value.time() == time.min:
        return str(value.date())
    return str(value).strip()


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

    Each text is judged independently, so that a text of one person has no effect on others.

    Parameters
    ----------
    ids : sequence of str
        The ids of the places, all different.
    aliases : mapping of str to int
        Other texts that name a place, with its position.

    Attributes
    ----------
    kind : {"text", "whole", "decimal"}
        How ids are compared: as text or, if all are different numbers, by value; "whole" if all
        these numbers are whole. Texts are compared by their `fold` if it differs from the folds of
        all other ids, otherwise as they are written.

    Examples
    --------
    >>> Ids(["1", "2"]).position("02.0"), Ids(["1", "b"]).position("1.0"), Ids([]).position("1")
    (1, -1, -1)
    >>> Ids(["Saint-Denis", "O\u2019Hare"]).position("O'HARE")
    1
    """

    def __init__(
        self, ids: Sequence[str], aliases: Mapping[str, int] | None = None
    ) -> None:
        self._ids = ids
        self._position = {key: i for i, key in enumerate(ids)} | dict(aliases or {})
        self._of_number = {number_of(key): i for i, key in enumerate(ids)}
        are_numbers = bool(ids) and None not in self._of_number
        self.kind = "text"
        if are_numbers and len(self._of_number) == len(ids):
            are_whole = None not in map(whole_number, ids)
            self.kind = "whole" if are_whole else "decimal"
            for text, i in (aliases or {}).items():
                self._of_number.setdefault(number_of(text), i)

    @cached_property
    def _of_key(self) -> dict[tuple[str, ...], int]:
        """The position of the place with each key, -1 if several have it."""
        of_key: dict[tuple[str, ...], int] = {}
        for text, i in self._position.items():
            key = _key(text)
            if key is not None and of_key.setdefault(key, i) != i:
                of_key[key] = -1
        return of_key

    def position(self, text: str) -> int:
        """Return the position of the place that a text names, or -1."""
        position = self._position.get(text, -1)
        if position < 0 and self.kind != "text":
            number = number_of(text)
            position = -1 if number is None else self._of_number.get(number, -1)
        if position < 0:
            key = _key(text)
            position = -1 if key is None else self._of_key.get(key, -1)
        return position

    def positions(self, texts: Iterable[str]) -> list[int]:
        """Return the position of the place that each text names, or -1."""
        return [*map(cache(self.position), texts)]

    def different_positions(
        self, texts: Iterable[str], at: Callable[[int], str]
    ) -> list[int]:
        """Return the position of the place that each text names, all of them different.

        A ValueError refuses a text that names no place, or the place of another; `at` says where
        a text is, which may itself be private.
        """
        positions = self.positions(texts)
        rows: dict[int, int] = {}
        for row, position in enumerate(positions):
            if position < 0:
                raise ValueError(
                    f"{at(row)} is of a place that is not among the {len(self._ids):,} given"
                )
            first = rows.setdefault(position, row)
            if first != row:
                raise ValueError(f"{at(row)} is of the same place as {at(first)}")
        return positions

    def order(self) -> list[int]:
        """Return the positions of the places in the order of their ids: by value, or as text.

        Examples
        --------
        >>> Ids(["10", "9", "-1"]).order(), Ids(["b", "10", "9"]).order(), Ids([]).order()
        ([2, 1, 0], [1, 2, 0], [])
        """
        ids = self._ids
        if self.kind == "text":
            return sorted(range(len(ids)), key=ids.__getitem__)
        return sorted(range(len(ids)), key=lambda i: number_of(ids[i]) or Decimal(0))

    def __str__(self) -> str:
        if self.kind == "text":
            return "each id as it is written; case, accents, blanks and punctuation do not count"
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
    >>> merged_ids(["1", "2.0", "1.0"]), merged_ids(["5379.1", "5379.10"])
    ({'1': '1', '2.0': '2.0', '1.0': '1'}, {'5379.1': '5379.1', '5379.10': '5379.10'})
    """
    ids = list(dict.fromkeys(ids))
    numbers = [whole_number(key) for key in ids]
    if None in numbers:
        return {key: key for key in ids}
    # A number that is always written in one way keeps its text, such as the code 08.
    forms = Counter(numbers)
    return {
        key: key if forms[value] == 1 else str(value)
        for key, value in zip(ids, numbers, strict=True)
    }


def near_name(name: str, others: Iterable[str]) -> str:
    """Return a hint at the other name that may be meant, or nothing if none or several may be.

    It is the same except for case, accents, blanks and signs or, if it is longer than SHORT_NAME,
    except for one letter.

    Examples
    --------
    >>> near_name("userid", ["User ID", "place"]), near_name("lon", ["lat", "alt"])
    ("; did you mean 'User ID'?", '')
    """
    folded = fold(name)
    near = {other for other in others if fold(other) == folded}
    if not near and len(folded) > SHORT_NAME:
        near = {other for other in others if _differ_by_a_letter(folded, fold(other))}
    return f"; did you mean {near.pop()!r}?" if len(near) == 1 else ""


def _differ_by_a_letter(one: str, other: str) -> bool:
    """Return whether one letter more, less or changed turns one text into the other."""
    longer, shorter = sorted((one, other), key=len, reverse=True)
    start = len(os.path.commonprefix([longer, shorter]))
    rest = shorter[start:] if len(longer) > len(shorter) else shorter[start + 1 :]
    return longer[start + 1 :] == rest
