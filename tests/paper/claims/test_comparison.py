"""What of the paper's figures was compared: every panel, with sentences that there are."""

import pytest

from gaussmech.paper.claims import CLAIMS
from gaussmech.paper.claims.comparison import NOTE, PANELS, ROWS, comparison

CLAIM_ROWS = [
    {"claim_id": claim.id, "verdict": "holds", "finding": f"Found {claim.id}."}
    for claim in CLAIMS.values()
]


@pytest.mark.parametrize("number", range(1, 7))
def test_every_figure_of_the_paper_has_a_table(number):
    note, table, *_ = comparison(f"fig{number}", CLAIM_ROWS)
    assert note == NOTE
    assert table.startswith("| panel |")


@pytest.mark.parametrize(
    "panel", PANELS, ids=lambda panel: f"{panel['figure']} {panel['panel']}"
)
def test_a_panel_names_sentences_that_there_are(panel):
    assert panel["claims"]
    assert set(panel["claims"]) <= set(CLAIMS)
    assert panel.get("numbers", "Q-6") in CLAIMS


def test_every_sentence_on_a_figure_is_compared_somewhere():
    compared = {claim for panel in PANELS for claim in panel["claims"]}
    of_figures = {
        claim for claim in CLAIMS if claim.startswith(("BW-5.1", "BW-5.3", "BW-B."))
    }
    assert of_figures <= compared


def test_a_line_has_a_cell_for_every_panel():
    for number in range(1, 7):
        _, table, *_ = comparison(f"fig{number}", CLAIM_ROWS)
        lines = table.splitlines()
        panels = [panel for panel in PANELS if panel["figure"] == f"fig{number}"]
        assert {line.count("|") for line in lines} == {len(panels) + 2}
        # Beside the rows of ROWS stand the panels, a rule and the verdicts.
        assert len(lines) == len(ROWS) + 3


def test_the_verdict_stands_beside_the_sentence():
    assert "BW-5.1c holds" in comparison("fig3", CLAIM_ROWS)[1]


def test_a_sentence_that_the_run_lacks_is_named_so():
    assert "BW-5.1c not in this run" in comparison("fig3", [])[1]


def test_figures_with_printed_numbers_have_ours_beside_them():
    assert comparison("fig2", CLAIM_ROWS)[-1] == "Found BW-5.3b. (BW-5.3b)"
    assert comparison("fig5", CLAIM_ROWS)[-1] == "Found Q-6. (Q-6)"


def test_a_figure_of_ours_has_none():
    assert comparison("fig1_extended", CLAIM_ROWS) == []
