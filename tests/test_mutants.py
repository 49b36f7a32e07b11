"""Each mutant of tools/mutants.py can be made: its text is there, once."""

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SPEC = importlib.util.spec_from_file_location("mutants", ROOT / "tools/mutants.py")
mutants = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(mutants)


@pytest.mark.parametrize("mutant", mutants.MUTANTS, ids=lambda m: f"{m.file}: {m.old}")
def test_the_text_of_a_mutant_is_there_once(mutant):
    assert mutants.changed(mutant).count(mutant.new) or not mutant.new
    assert all((ROOT / "tests" / name).exists() for name in mutant.tests.split())
