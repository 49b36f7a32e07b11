"""From decisions on cells to a verdict, and from numbers to words."""

from dataclasses import replace

import numpy as np
import pytest

from gaussmech.paper.claims import CLAIMS, finding
from gaussmech.paper.claims.finding import (
    HOLDS,
    IN_PART,
    MISPRINT,
    REFUTED,
    Claim,
    Finding,
    NotCheckable,
    check,
    signs,
    verdict,
    verdict_on_claim,
)
from gaussmech.paper.claims.results import Results


def claim_that(result=None, **fields):
    """Return a made-up claim whose check returns a Finding."""
    fields = {"finds": "It is so.", "document": "paper"} | fields
    return Claim(
        id="X-1", title="a paper", text="it is so", check=lambda _: result, **fields
    )


@pytest.mark.parametrize(
    "decisions, of_cells, of_all",
    [
        ([1, 1], HOLDS, HOLDS),
        ([1, 0], IN_PART, IN_PART),
        ([1, -1, 0], IN_PART, REFUTED),
        ([-1, 0], REFUTED, REFUTED),
        ([True, True], HOLDS, HOLDS),
        ([True, False], IN_PART, REFUTED),
        ([[True], [False]], IN_PART, REFUTED),
        ([False, False], REFUTED, REFUTED),
    ],
)
def test_one_cell_refutes_a_universal_claim_and_no_other(decisions, of_cells, of_all):
    assert verdict(decisions) == of_cells
    assert verdict(decisions, universal=True) == of_all


@pytest.mark.parametrize("decisions", [[], [0, 0]])
def test_without_a_decided_cell_there_is_no_verdict(decisions):
    with pytest.raises(NotCheckable):
        verdict(decisions)


def test_the_evidence_is_the_tables_that_the_check_read():
    def read_two(results):
        results.table("a")
        results.table("b")
        return Finding(np.equal(len(results.table("a")), 0))

    claim = replace(claim_that(), check=read_two, cells="all cells")
    results = Results({"a": [], "b": []})
    assert check(claim, results).evidence == "a.csv, b.csv: all cells"
    # Another claim has its own evidence.
    assert "a.csv" not in check(claim_that(Finding([True])), results).evidence


def test_an_id_is_registered_once():
    with pytest.raises(ValueError, match="there are two claims BW-2.3b"):
        finding.claim("BW-2.3b")(lambda results: None)


@pytest.mark.parametrize("claim_id", ["BW-99", "Unknown-1"])
def test_a_claim_without_a_sentence_or_a_document_is_named(claim_id):
    message = f"there is no claim {claim_id} in sentences.toml; its documents are BW,"
    with pytest.raises(ValueError, match=message):
        finding.claim(claim_id)


def test_every_entry_of_the_sentences_has_a_check():
    assert set(CLAIMS) == set(finding.REGISTERED)


@pytest.mark.parametrize(
    "value, down, up",
    [
        (0.39475, "0.394", "0.395"),
        (3.78686, "3.78", "3.79"),
        (123456.0, "1.23e+05", "1.24e+05"),
        (1.2599e-7, "1.25e-07", "1.26e-07"),
        ([0.02741, 0.053691], "0.0274 to 0.0536", "0.0275 to 0.0537"),
        (0.5, "0.5", "0.5"),
    ],
)
def test_bounds_are_rounded_to_the_safe_side(value, down, up):
    assert finding._Words().vformat("{x:down3}", (), {"x": value}) == down
    assert finding._Words().vformat("{x:up3}", (), {"x": value}) == up


@pytest.mark.parametrize(
    "printed, corrected, slip, expected",
    [
        ([True, False], [True, True], "the line above has it right", MISPRINT),
        ([True, False], [True, False], "the line above has it right", REFUTED),
        ([False], [True], "", REFUTED),
        ([True], [True], "the line above has it right", HOLDS),
    ],
)
def test_a_misprint_is_a_slip_whose_correction_holds(
    printed, corrected, slip, expected
):
    claim = claim_that(universal=True, slip=slip)
    assert verdict_on_claim(claim, Finding(printed, corrected=corrected)) == expected


def test_a_margin_of_three_standard_errors_decides():
    assert signs([3.01, 2.99, -2.99, -3.01], 1.0).tolist() == [1, 0, 0, -1]
    assert signs([1e-300, 0.0], 0.0).tolist() == [1, 0]
