"""The table and the page of all claims, their words in the documents, and the command."""

import ast
import inspect
import re
from pathlib import Path

import pytest

from gaussmech.paper.claims import CLAIMS, markdown, verdicts
from gaussmech.paper.claims.__main__ import main
from gaussmech.paper.claims.finding import (
    HOLDS,
    IN_PART,
    MISPRINT,
    NOT_CHECKABLE,
    OTHER_DATA,
    REFUTED,
    VERDICTS,
    check,
)
from gaussmech.paper.claims.results import Results
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.tables import read_table
from gaussmech.paper.registry import FIGURES
from tests.paper.claims.builders import PROVENANCE, all_tables, histogram_errors

# One process judges the claims, once for all these tests.
pytestmark = pytest.mark.xdist_group("page of claims")

PAPERS = Path(__file__).parents[4] / "shared/papers"
HERE = Path(__file__).parent
# What the library alone decides. The other claims hold for the tables of the builders.
NOT_HOLDING = {
    **dict.fromkeys(("BW-2.3b", "BW-4b", "BW-4f", "BW-4i", "BW-4j"), REFUTED),
    **dict.fromkeys(("BW-4l", "BW-4m", "Lecture-c", "Lecture-e"), REFUTED),
    **dict.fromkeys(
        ("BW-0a", "BW-3b", "BW-3g", "BW-4n", "BW-4o", "BW-6b", "BW-6c", "BW-B.2a"),
        IN_PART,
    ),
    **dict.fromkeys(("BW-2.3e", "Geng-k", "Lecture-f", "Lecture-g"), MISPRINT),
    **dict.fromkeys((f"Lecture-{letter}" for letter in "jklm"), MISPRINT),
    "Lecture-d": NOT_CHECKABLE,
}


class Recorder(Results):
    """Results that remember which tables were asked for."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.asked = set()

    def table(self, name):
        """Return a table and note its name."""
        self.asked.add(name)
        return super().table(name)


@pytest.fixture(scope="module")
def rows():
    return verdicts(Results(all_tables(), PROVENANCE)).set_index("claim_id")


@pytest.fixture(scope="module")
def page(rows):
    return markdown(rows.reset_index(), PROVENANCE)


def test_each_claim_has_the_verdict_of_the_tables(rows):
    claims = rows["verdict"].to_dict()
    assert claims == dict.fromkeys(claims, HOLDS) | NOT_HOLDING


def test_the_table_survives_the_file(rows, tmp_path):
    write_table(rows.reset_index(), tmp_path / "claims.csv")
    assert read_table(tmp_path / "claims.csv", "claims")["claim_id"].tolist() == list(
        CLAIMS
    )


def test_a_finding_is_one_sentence_of_at_most_30_words(rows):
    assert rows["finding"].str.fullmatch(r".*[^.]\.").all()
    assert rows["finding"].str.split().str.len().max() <= 30


def test_the_evidence_names_the_tables_that_the_check_read():
    tables = all_tables()
    for name, claim in CLAIMS.items():
        results = Recorder(tables, PROVENANCE)
        source = check(claim, results).evidence.split(":")[0]
        assert set(re.findall(r"(\w+)\.csv", source)) == results.asked, name


def test_every_claim_is_tested_by_name():
    sources = "".join(path.read_text("utf-8") for path in HERE.glob("test_*.py"))
    assert [name for name in CLAIMS if f'"{name}"' not in sources] == []


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


def test_leading_claims_have_a_corrected_statement(rows):
    leading = rows[rows["summary_rank"] > 0].sort_values("summary_rank")
    assert leading.index.tolist() == ["BW-2.3b", "BW-4b", "BW-4d", "BW-4m", "BW-5.3d"]
    assert (leading["correction"] != "-").all()


def test_refuted_claims_say_what_holds_instead(rows):
    wrong = rows[rows["verdict"].isin([REFUTED, MISPRINT])]
    assert wrong[wrong["correction"] == "-"].index.tolist() == []


def test_claims_that_hold_need_no_correction(rows):
    # On the paper's own day BW-5.3d, Table 1 and the road file would hold.
    of_data = {
        "BW-4d",
        "BW-5.2c",
        "BW-5.3d",
        "BW-5.3e",
        "BW-5.3h",
        "BW-B.1d",
        "Geng-a",
        "GDP-T1f",
        "Lecture-b",
    }
    corrected = rows[(rows["verdict"] == HOLDS) & (rows["correction"] != "-")]
    assert set(corrected.index) <= of_data


def test_only_slips_can_be_misprints():
    slips = {claim.id for claim in CLAIMS.values() if claim.slip}
    of_lecture = {f"Lecture-{letter}" for letter in "fgjklm"}
    assert slips == {"BW-2.3e", "Geng-k", "GDP-T1f"} | of_lecture


@pytest.mark.skipif(not PAPERS.is_dir(), reason="the documents are not at hand")
def test_the_words_find_one_place_in_the_document():
    for claim in CLAIMS.values():
        text = " ".join((PAPERS / f"{claim.document}.txt").read_text("utf-8").split())
        assert text.count(claim.words) == 1, claim.id


def test_words_are_few():
    for claim in CLAIMS.values():
        if "\\" not in claim.words:
            assert 3 <= len(claim.words.split()) <= 10, claim.id


def test_a_quote_is_its_words_with_what_was_lost_in_brackets():
    for claim in CLAIMS.values():
        if claim.quote and "\\" not in claim.words:
            assert words_of(claim.words) in words_of(claim.quote), claim.id


def words_of(text):
    """Return a text's own words, without what brackets add, and without hyphens left over."""
    text = re.sub(r"\[[^]]*\]|\.\.\.", " ", text)
    return " ".join(re.findall(r"\w+", text))


def test_the_page_counts_verdicts(rows, page):
    counts = rows["verdict"].value_counts()
    total = ", ".join(f"{counts[name]} {name}" for name in VERDICTS if name in counts)
    assert f"{len(rows)} claims: {total}." in page


def test_a_bar_in_a_cell_does_not_end_it(page):
    lines = [line for line in page.splitlines() if line.startswith("| BW-")]
    assert {line.replace("\\|", "").count("|") for line in lines} == {6}


def test_the_page_shows_the_quote_with_brackets(page):
    assert '"Any [ε]-DP algorithm is also [μ]-GDP for ..."' in page


def test_the_page_says_that_a_city_is_synthetic(rows):
    stand_in = PROVENANCE | {"source": "stand-in"}
    assert "synthetic city, not of a real one" in markdown(rows.reset_index(), stand_in)


def test_a_claim_that_needs_a_wide_margin_says_how_many_cells_have_twice_of_it(rows):
    beyond = "Beyond six standard errors, twice the margin that decides,"
    for claim in ("BW-5.2a", "BW-B.1f", "BW-B.1g"):
        assert beyond in rows.loc[claim, "remark"]


def test_the_figures_of_a_claim_are_figures_of_a_run():
    named = {figure for claim in CLAIMS.values() for figure in claim.figures}
    assert named <= set(FIGURES)


def test_claims_on_experiments_and_captions_name_their_figures():
    speaks_of_figures = r"BW-(5|B\.)|Geng|GDP-[2-5T]|Accuracy"
    missing = [
        claim.id
        for claim in CLAIMS.values()
        if re.match(speaks_of_figures, claim.id) and not claim.figures
    ]
    assert missing == []


def test_maps_of_another_day_decide_nothing():
    other = PROVENANCE | {"files": [{"role": "trips", "date": "2015-01-10"}]}
    results = Results(all_tables(), other)
    on_maps = [claim for claim in CLAIMS.values() if claim.maps]
    assert on_maps
    for claim in on_maps:
        judgement = check(claim, results)
        assert judgement.verdict == OTHER_DATA, claim.id
        assert "no real one" not in judgement.evidence, claim.id


def test_a_synthetic_city_is_named_in_the_evidence():
    stand_in = PROVENANCE | {"source": "stand-in"}
    judgement = check(CLAIMS["BW-5.3b"], Results(all_tables(), stand_in))
    assert "no real one" in judgement.evidence


def test_the_command_prints_a_claim_from_the_tables_of_a_folder(tmp_path, capsys):
    write_table(histogram_errors(), tmp_path / "histogram.csv")
    assert main(["BW-B.1h", "BW-2.3b", "--data", str(tmp_path)]) == 0
    output = capsys.readouterr().out
    assert "BW-B.1h. Balle & Wang, B.1: soft thresholding has less" in output
    assert "\n   holds\n   aGM-TH has less error" in output
    assert "BW-2.3b. Balle & Wang" in output


def test_the_command_names_the_ids_that_there_are(capsys):
    with pytest.raises(SystemExit):
        main(["99"])
    assert "there is no claim 99; allowed are BW-0a, BW-0b" in capsys.readouterr().err
