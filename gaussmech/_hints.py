"""Hints in error messages; light to import, because the command line needs it at once."""

import difflib
from collections.abc import Iterable

# Two names at least this similar may be one misspelt. It is `difflib`'s ratio: twice the number of
# matching characters over the number of characters of both names.
_SIMILARITY = 0.7


def did_you_mean(word: object, names: Iterable[object]) -> str:
    """Return "; did you mean NAME?" for the known name that `word` may stand for, or nothing.

    A name that begins with the word comes before one that resembles it. Upper and lower case count
    as the same.

    >>> did_you_mean("--sens", ["--sensitivity", "--epsilon"])
    '; did you mean --sensitivity?'
    >>> did_you_mean("agm", ["Lap", "aGM"]), did_you_mean("zeta", ["Lap", "aGM"])
    ('; did you mean aGM?', '')
    """
    text = str(word).lower()
    original = {str(name).lower(): str(name) for name in names}
    candidates = [name for name in original if text and name.startswith(text)]
    if not candidates:
        candidates = difflib.get_close_matches(text, original, n=1, cutoff=_SIMILARITY)
    if not candidates:
        return ""
    return f"; did you mean {original[candidates[0]]}?"
