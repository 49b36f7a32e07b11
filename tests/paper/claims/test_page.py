"""The table and the page of all claims and the command."""

import ast
import inspect
import json
import os
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from gaussmech.paper.claims import CLAIMS, markdown, verdicts
from gaussmech.paper.claims.__main__ import main
from gaussmech.paper.claims.finding import (
    COMMAND,
    HOLDS,
    IN_PART,
    MISPRINT,
    NOT_CHECKABLE,
    REFUTED,
    TEXT,
)
from gaussmech.paper.claims.results import Results
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.registry import FIGURES
from tests.committed import assert_text_as_committed
from tests.paper.claims.builders import PROVENANCE, all_tables, histogram_errors
from tests.processes import ROOT, text_of

# One process judges the claims, once for all these tests.
pytestmark = pytest.mark.xdist_group("page of claims")

HERE = Path(__file__).parent
PUBLISHED = pd.read_csv(ROOT / "docs/reference/claims.csv", index_col="claim_id")
TEXTS = ["verdict", "finding", "evidence", "remark", "correction"]
# What the library alone decides. The other claims hold for the tables of the builders.
NOT_HOLDING = {
    **dict.fromkeys(("BW-2.3b", "BW-4b", "BW-4f", "BW-4i", "BW-4j"), REFUTED),
    **dict.fromkeys(("BW-4l", "BW-4m", "Lecture-c", "Lecture-e"), REFUTED),
    **dict.fromkeys(
        ("BW-0a", "BW-3b", "BW-3g", "BW-4n", "BW-4o", "BW-6c", "BW-B.2a"),
        IN_PART,
    ),
    **dict.fromkeys(("BW-2.3e", "Geng-k", "Lecture-f", "Lecture-g"), MISPRINT),
    **dict.fromkeys((f"Lecture-{letter}" for letter in "jklm"), MISPRINT),
    **dict.fromkeys(("GDP-3h", "Lecture-d"), NOT_CHECKABLE),
}


@pytest.fixture(scope="module")
def rows():
    return verdicts(Results(all_tables(), PROVENANCE)).set_index("claim_id")


@pytest.fixture(scope="module")
def page(rows):
    return markdown(rows.reset_index(), PROVENANCE)


def test_what_claims_say_of_the_builders_tables_is_as_committed(rows):
    assert_text_as_committed("claims", rows[TEXTS].to_csv(lineterminator="\n"))


def test_each_claim_has_the_verdict_of_the_tables_in_one_sentence(rows):
    claims = rows["verdict"].to_dict()
    assert claims == dict.fromkeys(claims, HOLDS) | NOT_HOLDING
    assert rows["finding"].str.fullmatch(r".*[^.]\.").all()
    assert rows["finding"].str.split().str.len().max() <= 30
    leading = rows[rows["summary_rank"] > 0].sort_values("summary_rank")
    assert leading.index.tolist() == ["BW-2.3b", "BW-4b", "BW-4d", "BW-4m", "BW-5.3d"]
    assert (leading["correction"] != "-").all()


def test_the_page_has_a_line_a_claim_and_says_where_its_verdicts_are_from(rows, page):
    computed = rows["evidence"].str.startswith(COMMAND).sum()
    assert f"{computed} are computed in their checks" in page
    lines = [line for line in page.splitlines() if line.startswith("| BW-")]
    # A bar in a cell does not end it.
    assert {line.replace("\\|", "").count("|") for line in lines} == {6}
    assert '"Any [ε]-DP algorithm is also [μ]-GDP for ..."' in page
    stand_in = PROVENANCE | {"source": "stand-in"}
    assert "synthetic city, not of a real one" in markdown(rows.reset_index(), stand_in)


NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?")


def numbers_of(texts):
    """Return the numbers of some texts, in order."""
    found = NUMBER.findall(" ".join(texts))
    return np.array([float(number.replace(",", "").rstrip(".")) for number in found])


@pytest.mark.parametrize("name", CLAIMS)
def test_what_is_published_of_a_claim_is_what_its_check_computes(rows, name):
    """A claim that is computed in its check finds the same in each run."""
    row, published = (table.loc[name, TEXTS] for table in (rows, PUBLISHED))
    if row["evidence"].startswith(COMMAND):
        ours = numbers_of(row)
        theirs = numbers_of(published)
        assert [NUMBER.sub("", text) for text in row] == [
            NUMBER.sub("", text) for text in published
        ]
        # What is below 1e-8 is the rounding error of a processor.
        np.testing.assert_allclose(ours, theirs, rtol=5e-3, atol=1e-8)


def test_the_published_page_is_made_of_the_published_table():
    folder = ROOT / "docs/reference"
    provenance = json.loads((folder / "provenance.json").read_text("utf-8"))
    page = (folder / "claims.md").read_text("utf-8")
    assert page == markdown(PUBLISHED.reset_index(), provenance)


def test_sentences_that_are_not_judged_have_a_reason_and_are_no_claims(page):
    table = page.partition("## Sentences that are not judged")[2]
    assert table.count("\n| ") == len(TEXT["not_judged"]) + 2
    claimed = {(claim.document, claim.words) for claim in CLAIMS.values()}
    for sentence in TEXT["not_judged"]:
        document = TEXT["documents"][sentence["document"]]["file"]
        assert (document, sentence["words"]) not in claimed
        assert sentence["reason"].endswith(".")
        named = re.findall(r"\b(?:BW|Geng|GDP|Lecture)-[\w.]*\w", sentence["reason"])
        assert set(named) <= set(CLAIMS)


@pytest.mark.skipif("PAPERS" not in os.environ, reason="PAPERS names no folder")
def test_words_stand_in_their_document():
    folder = Path(os.environ["PAPERS"])
    sentences = [(claim.document, claim.words) for claim in CLAIMS.values()]
    for sentence in TEXT["not_judged"]:
        document = TEXT["documents"][sentence["document"]]["file"]
        sentences.append((document, sentence["words"]))
    for document, words in sentences:
        text = (folder / f"{document}.txt").read_text("utf-8")
        assert words in " ".join(text.split()), words


def test_the_article_counts_the_statements():
    article = " ".join(text_of("paper/paper.md").split())
    of_paper = sum(name.startswith("BW-") for name in CLAIMS)
    others = len(CLAIMS) - of_paper
    assert (
        f"on {of_paper} statements of the article and on {others} of companion"
        in article
    )


def test_every_claim_is_tested_by_name_and_has_figures_of_a_run():
    sources = "".join(path.read_text("utf-8") for path in HERE.glob("test_*.py"))
    assert [name for name in CLAIMS if f'"{name}"' not in sources] == []
    named = {figure for claim in CLAIMS.values() for figure in claim.figures}
    assert named <= set(FIGURES)


def test_no_verdict_is_written_down():
    verdict_names = {
        "HOLDS",
        "IN_PART",
        "REFUTED",
        "MISPRINT",
        "OTHER_DATA",
        "Judgement",
    }
    for module in {inspect.getmodule(claim.check) for claim in CLAIMS.values()}:
        nodes = ast.walk(ast.parse(inspect.getsource(module)))
        names = {node.id for node in nodes if isinstance(node, ast.Name)}
        assert not names & verdict_names, module


def test_the_command_prints_a_claim_from_the_tables_of_a_folder(tmp_path, capsys):
    write_table(histogram_errors(), tmp_path / "histogram.csv")
    assert main(["BW-B.1h", "BW-2.3b", "--data", str(tmp_path)]) == 0
    output = capsys.readouterr().out
    assert "BW-B.1h. Balle & Wang, B.1: on sparse histograms soft" in output
    assert "\n   holds\n   aGM-TH has less error" in output
    assert "BW-2.3b. Balle & Wang" in output


def test_the_command_names_the_ids_that_there_are(capsys):
    with pytest.raises(SystemExit):
        main(["99"])
    assert "there is no claim 99; allowed are BW-0a, BW-0b" in capsys.readouterr().err
