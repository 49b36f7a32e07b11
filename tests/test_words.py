"""The words of docs/glossary.md and LANGUAGE are used; those that lose against them are not."""

import re
from pathlib import Path

import pytest

from tests.test_documentation import PAGES, ROOT

# Captions, and sentences of the papers.
QUOTING = {"reproduction.md", "vectors.md", "reproduce.md", "claims.md", "errata.md"}
LOSERS = {
    r"(?<!power )\blaws?\b": "distribution",
    r"in the mean\b(?! (colour|of))": "on average",
    r"\bfiles? of a GIS": "GIS file",
    r"systems? of coordinates": "coordinate reference system",
    r"made-up (city|town)": "synthetic city",
    r"\bover that of": "divided by that of",
    r"by the clock": "elapsed time",
    r"\bhardly\b": "rarely, barely, almost no",
    r"to be had": "available",
    r"\bor else\b": "otherwise",
}
SOURCES = [
    *(page for page in PAGES if page.name not in QUOTING),
    *(
        path
        for folder in ("privacy", "vectors", "graphs", "geo", "releases")
        for path in (ROOT / "gaussmech" / folder).rglob("*.py")
    ),
    ROOT / "gaussmech/cli.py",
    ROOT / "gaussmech/releases/outputs/page.html",
]


@pytest.mark.parametrize("loser", LOSERS)
def test_a_word_that_lost_is_in_no_page_help_message_or_docstring(loser):
    found = []
    for source in SOURCES:
        for match in re.finditer(loser, source.read_text(encoding="utf-8")):
            found.append(f"{source.relative_to(ROOT)}: {match[0]}")
    assert not found, f"write {LOSERS[loser]}: {found}"


def test_the_glossary_has_thirty_terms_in_order():
    text = Path(ROOT / "docs/glossary.md").read_text(encoding="utf-8")
    terms = re.findall(r"^\*\*(.*?)\*\*", text, re.MULTILINE)
    assert len(terms) >= 30 and terms == sorted(terms, key=str.lower)
