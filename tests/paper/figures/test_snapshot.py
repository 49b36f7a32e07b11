"""Every figure and its caption, on the reference tables, are as committed."""

import json

import pytest

from tests.paper.figures.small_tables import cases
from tests.paper.figures.snapshot import FILE, differences, taken

KNOWN = json.loads(FILE.read_text("utf-8"))


@pytest.mark.parametrize("name", KNOWN)
def test_a_figure_and_its_caption_are_as_committed(name):
    # `make reference` rewrites the file, and git shows what moved.
    assert differences(KNOWN[name], taken(name)) == []


def test_every_figure_has_a_snapshot():
    assert list(KNOWN) == list(cases())
