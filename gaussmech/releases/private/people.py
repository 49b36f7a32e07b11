"""When two texts name one user, and which texts name nobody.

Two people who are taken as one are protected together, but one person who is taken as two moves a
release by twice the cap. So texts are folded widely: spellings, blanks and forms of a number that
programs exchange for each other name one user. Each text is judged without the others.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal
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
_NUMBER = re.compile(r"[+-]?(?=\.?[0-9])[0-9]*\.?[0-9]*(e[+-]?[0-9]{1,17})?")
_EXACT = Context(prec=MAX_PREC, Emin=MIN_EMIN, Emax=MAX_EMAX)
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
    if _NUMBER.fullmatch(folded) is None:
        return folded
    # Of zeros the sign and the exponent stay.
    number = Decimal(folded).normalize(_EXACT)
    return str(number) if number else "0"


def _visible(text: str) -> str:
    """Return a text without what cannot be seen; a line end or a tab is a blank."""
    characters = []
    for character in text:
        if character.isspace():
            characters.append(" ")
        elif unicodedata.category(character) not in _UNSEEN:
            characters.append(character)
    return "".join(characters)


def user_codes(cells: Sequence[str]) -> Any:
    """Return a code for the user of each event, -1 for an event without a user."""
    codes = dict.fromkeys(MISSING, -1)
    code_of_cell = {}
    for cell in dict.fromkeys(cells):
        code_of_cell[cell] = codes.setdefault(fold(cell), len(codes) - len(MISSING))
    return np.array([code_of_cell[cell] for cell in cells], int)
