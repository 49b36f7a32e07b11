"""Our own questions: each is answered in a sentence."""

import pytest

from tests.paper.claims.builders import all_tables, judgement_of

QUESTIONS = ("Q-1", "Q-2", "Q-3", "Q-4", "Q-5", "Q-6")


@pytest.mark.parametrize("question", QUESTIONS)
def test_questions_are_answered_in_a_sentence(question):
    assert judgement_of(question, **all_tables()).sentence.endswith(".")
