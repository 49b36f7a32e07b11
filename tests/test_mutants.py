"""Each mutant of tools/mutants.py can be made: its text is there, once."""

import pytest

from tools import mutants


@pytest.mark.parametrize("mutant", mutants.MUTANTS, ids=lambda m: f"{m.file}: {m.old}")
def test_the_text_of_a_mutant_is_there_once(mutant):
    assert mutants.changed(mutant).count(mutant.new) or not mutant.new
    assert all(
        (mutants.ROOT / "tests" / name).exists() for name in mutant.tests.split()
    )
