"""Cases of the verdict on a claim: what is so, and which verdict must follow.

A case describes in words what its tables say, or by what a function of the library is replaced.
Tables that a case does not name are missing; functions that it does not name are the library's.
"""

from dataclasses import dataclass

import pytest

from gaussmech.paper.claims import CLAIMS
from tests.paper.claims.builders import PROVENANCE, judgement_of


@dataclass(frozen=True)
class Replacement:
    """A module, and what is put in place of its functions or constants, by name."""

    module: object
    values: dict


@dataclass(frozen=True)
class Case:
    """A claim, what is so in words, the verdict that must follow, and how it is brought about."""

    claim: str
    when: str
    verdict: str
    tables: dict
    library: Replacement | None
    provenance: dict

    def __str__(self):
        return f"{self.claim}: {self.verdict} when {self.when}"


def case(claim, when, verdict, *, library=None, provenance=PROVENANCE, **tables):
    """Return the Case of a claim with these tables, by name."""
    return Case(claim, when, verdict, tables, library, provenance)


def in_module(module, **values):
    """Return the replacement of functions or constants of a module."""
    return Replacement(module, values)


def each(cases):
    """Run the decorated test once for each case, whose words are its name."""
    return pytest.mark.parametrize("case", cases, ids=str)


def assert_verdict(case, monkeypatch):
    """Assert the verdict of a case."""
    if case.library is not None:
        for name, value in case.library.values.items():
            monkeypatch.setattr(case.library.module, name, value)
    judgement = judgement_of(case.claim, case.provenance, **case.tables)
    claim = CLAIMS[case.claim]
    message = (
        f'{claim.place}: "{claim.words}", that is, {claim.text}.\n'
        f"The verdict must be {case.verdict!r}, not {judgement.verdict!r}, when {case.when}.\n"
        f"It says: {judgement.sentence}"
    )
    assert judgement.verdict == case.verdict, message
    assert judgement.sentence.endswith("."), message


def times(function, factor):
    """Return a function that is `factor` times another."""
    return lambda *arguments, **options: factor * function(*arguments, **options)
