"""Cases of the verdict on a claim: what is so, and which verdict must follow.

A case says in words what has changed, and names what is another one: tables, or functions and
constants of a module. Without a change the verdict is that of test_page.py.
"""

import pytest

from tests.paper.claims.builders import PROVENANCE, all_tables, judgement_of


def case(claim, when, verdict, provenance=PROVENANCE, **changes):
    """Return a case: a claim, what is so in words, the verdict that must follow, and the changes."""
    name = f"{claim}: {verdict} when {when}"
    return pytest.param(claim, verdict, provenance, changes, id=name)


def verdicts(module, *cases):
    """Return the test that each case has its verdict.

    Changes that are no tables are of the module.
    """

    @pytest.mark.parametrize("claim, verdict, provenance, changes", cases)
    def test_verdict(claim, verdict, provenance, changes, monkeypatch):
        tables = {name: x for name, x in changes.items() if name in all_tables()}
        for name in changes.keys() - tables.keys():
            monkeypatch.setattr(module, name, changes[name])
        judgement = judgement_of(claim, provenance, **tables)
        assert judgement.verdict == verdict, judgement.sentence
        assert judgement.sentence.endswith(".")

    return test_verdict


def times(function, factor):
    """Return a function that is `factor` times another."""
    return lambda *arguments, **options: factor * function(*arguments, **options)
