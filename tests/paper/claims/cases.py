"""Cases of the verdict on a claim: what is so, and which verdict must follow.

A case says in words what has changed, and names the tables, or the functions or constants of a
module, that are others. Without a change the verdict is that of test_page.py.
"""

import pytest

from tests.paper.claims.builders import PROVENANCE, judgement_of


def case(claim, when, verdict, module=None, provenance=PROVENANCE, **changes):
    """Return a case: a claim, what is so in words, the verdict that must follow, and the changes.

    The changes are of the module, or of tables where there is none.
    """
    name = f"{claim}: {verdict} when {when}"
    return pytest.param(claim, verdict, module, provenance, changes, id=name)


def verdicts(*cases):
    """Return the test that each case has its verdict."""

    @pytest.mark.parametrize("claim, verdict, module, provenance, changes", cases)
    def test_verdict(claim, verdict, module, provenance, changes, monkeypatch):
        if module:
            for name, value in changes.items():
                monkeypatch.setattr(module, name, value)
            changes = {}
        judgement = judgement_of(claim, provenance, **changes)
        assert judgement.verdict == verdict, judgement.sentence
        assert judgement.sentence.endswith(".")

    return test_verdict


def times(function, factor):
    """Return a function that is `factor` times another."""
    return lambda *arguments, **options: factor * function(*arguments, **options)
