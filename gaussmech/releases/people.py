"""When two texts name one user, and which texts name nobody.

Two people who are taken as one are protected together, but one person who is taken as two moves a
release by twice the cap. So texts are folded widely: spellings, blanks and forms of a number that
programs exchange for each other name one user. Each text is judged without the others.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Any

import numpy as np

# These texts, as `fold` writes them, mean that there is no user.
MISSING = frozenset(
    [
        "",
        "-",
        "--",
        "?",
        ".",
        "null",
        "(null)",
        "nil",
        "none",
        "\\n",
        "na",
        "n/a",
        "n.a.",
        "nan",
        "nat",
        "<na>",
        "#n/a",
        "#na",
        "missing",
        "unknown",
        "undefined",
        "not available",
    ]
)
# A number as programs write it; the exponent is never expanded.
_NUMBER = re.compile(r"([+-]?)(?=\.?[0-9])([0-9]*)\.?([0-9]*)(?:e([+-]?[0-9]{1,18}))?")
# Categories of Unicode that no reader sees as a letter: format, control and combining characters.
_UNSEEN = ("Cf", "Cc", "Mn", "Me")
# Typographic forms of what keyboards have.
_PLAIN = dict.fromkeys(map(ord, "\u2018\u2019\u201b\u02bc\u00b4`"), "'")
_PLAIN |= dict.fromkeys(map(ord, "\u201c\u201d\u201f\u00ab\u00bb"), '"')
_PLAIN |= dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-")


def fold(text: str) -> str:
    """Return the form that all spellings of a user have in common.

    Case, accents, kinds of blanks, invisible characters, typographic quotes and hyphens, and the way
    a number is written do not count.

    Examples
    --------
    >>> fold(" Jose\\u0301  GARCI\\u0301A ") == fold("jos\\u00e9\\tgarc\\u00eda")
    True
    >>> fold("1e3") == fold("01000.0"), fold("7b") == fold("07b")
    (True, False)
    """
    if text.isascii():
        folded = text.lower()
        if not folded.isprintable():
            folded = _visible(folded)
    else:
        # Combining characters are letters' own only once the text is decomposed.
        decomposed = unicodedata.normalize("NFKD", _visible(text)).casefold()
        folded = _visible(unicodedata.normalize("NFKD", decomposed).translate(_PLAIN))
    folded = " ".join(folded.split())
    number = _NUMBER.fullmatch(folded)
    return folded if number is None else _number_form(*number.groups())


def _visible(text: str) -> str:
    """Return a text without what cannot be seen; a line end or a tab is a blank."""
    characters = []
    for character in text:
        if character.isspace():
            characters.append(" ")
        elif unicodedata.category(character) not in _UNSEEN:
            characters.append(character)
    return "".join(characters)


def _number_form(sign: str, whole: str, decimals: str, exponent: str | None) -> str:
    """Return a number as its digits without zeros at either end, and a power of ten."""
    digits = (whole + decimals).lstrip("0")
    significant = digits.rstrip("0")
    if not significant:
        return "0"
    power = int(exponent or 0) - len(decimals) + len(digits) - len(significant)
    return f"{sign.replace('+', '')}{significant}e{power}"


def user_codes(cells: Sequence[str]) -> Any:
    """Return a code for the user of each event, -1 for an event without a user."""
    codes: dict[str, int] = dict.fromkeys(MISSING, -1)
    code_of_cell: dict[str, int] = {}
    users = 0
    for cell in cells:
        if cell not in code_of_cell:
            user = fold(cell)
            if user not in codes:
                codes[user] = users
                users += 1
            code_of_cell[cell] = codes[user]
    return np.array([code_of_cell[cell] for cell in cells], int)
