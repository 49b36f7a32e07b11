"""The front page of the report, as text; tests/browser looks at it in a browser."""

import io
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from gaussmech.figures.style import plt, rendered
from gaussmech.pipeline.report import front_page

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "workflow/report/front.html"
GUARANTEE = {
    "neighbours": "add or remove a cab",
    "sigma": 40.0,
    "epsilon": 0.5,
    "delta": 1e-6,
    "condition": "enforced",
}
PROVENANCE = {
    "source": "files",
    "label": "a <city> & its streets",
    "counts": {"junctions": 12, "road_sections": 20},
    "hours": {"12": {"trips": 7, "ends_used": 13, "mass": 13.0, "utility_simulation": False}},
    "contribution": {"rule": "clip", "guarantees": [GUARANTEE]},
}
CLAIM = {
    "claim_id": "BW-0a",
    "section": "2",
    "claim": "x < y & {{ z }}",
    "verdict": "holds",
    "measured": "3 > 2",
    "where": "all",
    "standard_error": "2.196394299678769",
    "evidence": "table.csv",
}


class Text(HTMLParser):
    def __init__(self, page):
        super().__init__()
        self.addresses, self.words, self.tags = [], [], []
        self.feed(page)
        self.text = " ".join(" ".join(self.words).split())

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.addresses += [v for k, v in attributes if k in ("src", "href", "action", "data")]

    def handle_data(self, data):
        self.words.append(data)


@pytest.fixture
def figure(tmp_path):
    figure = plt.figure(figsize=(2, 1))
    (tmp_path / "fig.png").write_bytes(rendered(figure)[1])
    (tmp_path / "fig.txt").write_text("Caption: a < b & c.\n")
    return tmp_path / "fig.png", tmp_path / "fig.txt"


def page(figure, **changes):
    settings = {
        "figures": {"fig": figure},
        "claims": [CLAIM],
        "provenance": PROVENANCE,
        "config": {"seed": 7, "run": "", "heatmap": {"delta": 1e-6}},
        "origin": {"commit": "c" * 40 + "+", "config_digest": "d" * 12},
        "times": [("plot_figure", 21, 30.0, 25.04, 2.0, 250.0)],
    }
    return Text(front_page(TEMPLATE, **settings | changes))


def test_page_has_what_it_is_given(figure):
    found = page(figure)
    for words in (
        "Caption: a < b & c.",
        "x < y & {{ z }}",
        "3 > 2 all 2.2 table.csv",
        "a <city> & its streets",
        "Seed 7",
        "d" * 12,
        "c" * 40 + "+",
        "heatmap: delta: 1.0e-06",
        "plot_figure 21 30.0 25.0 2.0 250",
        "(0.5, 1e-06)-DP for neighbours that add or remove a cab; enforced",
        "1 holds 0 holds in part 0 does not hold 0 not checkable",
        f"Python {sys.version.split()[0]}",
    ):
        assert words in found.text, words


def test_page_names_nothing_outside(figure):
    found = page(figure)
    outside = [a for a in found.addresses if not a.startswith(("#", "data:"))]
    assert outside == ["explorer.html"]
    assert "script" not in found.tags


def test_a_stand_in_is_flagged_before_anything_else(figure):
    assert "STAND-IN" not in page(figure).text
    text = page(figure, provenance=PROVENANCE | {"source": "stand-in"}).text
    assert text.startswith("STAND-IN CITY.")


def test_a_verdict_of_another_kind_is_refused(figure):
    with pytest.raises(ValueError, match="claim BW-0a has the verdict 'maybe'; allowed are holds"):
        page(figure, claims=[CLAIM | {"verdict": "maybe"}])


def test_a_figure_that_is_none_is_refused(figure, tmp_path):
    (tmp_path / "fig.png").write_bytes(b"\x89PNG")
    with pytest.raises(ValueError, match="fig.png is no PNG file"):
        page(figure)


def test_figures_carry_their_origin():
    from PIL import Image

    pdf, png = rendered(plt.figure(figsize=(2, 1)), "commit abc; config def")
    assert b"/Keywords (commit abc; config def)" in pdf
    with Image.open(io.BytesIO(png)) as picture:
        assert picture.text == {"Keywords": "commit abc; config def"}
