"""Hints in error messages; light to import, because the command line needs it at once."""

import contextlib
import difflib
import shlex
from collections.abc import Iterable, Iterator
from contextvars import ContextVar

# If two names are at least this similar, one may be a misspelling of the other. The similarity is
# `difflib`'s ratio: twice the number of matching characters divided by the number of characters of
# both names.
_SIMILARITY = 0.7


def did_you_mean(word: object, names: Iterable[object]) -> str:
    """Return "; did you mean NAME?" for the known name that `word` may stand for, or nothing.

    A name that starts with the word comes before one that resembles it. Upper and lower case count
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


# How the options of the command line start; a call in Python has arguments without it.
_PREFIX: ContextVar[str] = ContextVar("prefix", default="")


@contextlib.contextmanager
def options_of_the_command() -> Iterator[None]:
    """Let messages name options as they are typed, `--id`, instead of arguments."""
    token = _PREFIX.set("--")
    try:
        yield
    finally:
        _PREFIX.reset(token)


def option(name: str, value: str | None = None, *, argument: str | None = None) -> str:
    """Return an option, perhaps with a value, as it is typed here: in a shell or in Python.

    `argument` is the name in Python, if it is another one.

    >>> option("id"), option("id", "GEO ID"), option("graph", argument="source")
    ('id', "id='GEO ID'", 'source')
    >>> with options_of_the_command():
    ...     print(option("id", "GEO ID"))
    --id 'GEO ID'
    """
    prefix = _PREFIX.get()
    if prefix:
        return f"{prefix}{name}" + ("" if value is None else f" {shlex.quote(value)}")
    name = argument or name.replace("-", "_")
    return name if value is None else f"{name}={value!r}"
