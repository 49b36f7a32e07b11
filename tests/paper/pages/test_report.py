"""The report as text; tests/browser looks at it in a browser."""

import base64
import io
import re
import sys
from html import unescape

import pandas as pd
import pytest
from matplotlib.figure import Figure
from PIL import Image

from gaussmech.paper.claims.notation import typeset
from gaussmech.paper.figures.style import rendered
from gaussmech.paper.pages.report import report_page, way_to_sources
from gaussmech.paper.registry import EXPERIMENTS
from tests.processes import ROOT

TEMPLATE = ROOT / "workflow/report/report.html"
DAY = {"trips": 7, "ends_used": 13, "mass": 13.0, "days": "today"}
PROVENANCE = {
    "source": "files",
    "label": "a <city> & its streets",
    "counted": "trip ends",
    "counts": {"junctions": 12, "road_sections": 20},
    "hours": dict.fromkeys(("12", "16"), DAY | {"utility_simulation": False}),
    "contribution": {
        "rule": "clip",
        "guarantees": [
            {
                "neighbours": "add or remove a cab",
                "condition": "enforced",
                "sigma": 40.0,
                "epsilon": 0.5,
                "delta": 1e-6,
            }
        ],
    },
}
GENG = "geng-et-al-truncated-laplacian-poster"
CLAIM = dict.fromkeys(("scope", "remark"), "-") | {
    "claim_id": "BW-5.1a",
    "kind": "claim",
    "document": "a-new-paper",
    "place": "5.1",
    "words": "less than everything",
    "quote": "less than everything",
    "claim": "x < y & {{ z }}",
    "verdict": "refuted",
    "finding": "3 > 2 in 3 of 4 cells (75%); and more.",
    "evidence": "table.csv: all, +- 2.196",
    "correction": "y < x",
    "summary_rank": 1,
}
# What denoising is worth: as denoising_worth.csv has it.
WORTH = pd.DataFrame(
    [
        [16, method, 0.5, 1e-6, 5.0, 40.3, 20, error, 0.1, False]
        + [worth, worth, worth, worth / 0.5, 3.5, 4.5, "files"]
        for method, error, worth in (("aGM-auto", 9.5, 2.0), ("mean", 14.0, 1.0))
    ],
    columns=EXPERIMENTS["denoising_worth"].columns.split(),
)


class Text:
    """A page, the ids and the addresses in it, and the words that a reader sees."""

    def __init__(self, page):
        shown = re.sub(r"(?s)<(style|script).*?</\1>", "", page)
        self.page, self.ids = page, re.findall(r'\sid="([^"]*)"', shown)
        self.addresses = re.findall(r'\s(?:src|href|action|data)="([^"]*)"', shown)
        self.text = " ".join(unescape(re.sub("<[^>]*>", " ", shown)).split())


@pytest.fixture
def figure(tmp_path):
    drawing = rendered(Figure(figsize=(2, 1)), "commit abc; settings def")
    (tmp_path / "fig.png").write_bytes(drawing[1])
    (tmp_path / "fig.txt").write_text(
        "Figure 1: a\nSo a < b & c at delta 1e-06.\nLook here.\n"
    )
    return tmp_path / "fig.png", ["histogram.csv"], "fig"


def page(figure, **changes):
    arguments = {
        "figures": {"fig1": figure},
        "claims": [CLAIM],
        "provenance": PROVENANCE,
        "config": {"seed": 7, "run": "", "heatmap": {"map_epsilon": 0.5}},
        "origin": {"commit": "c" * 40 + "+", "config_digest": "d" * 12},
        "times": [("plot_figure", 21, 30.0, 25.04, 2.0, 250.0)],
        "denoising_worth": WORTH,
        "sources": "../",
    }
    arguments |= changes
    arguments["claims"] = pd.DataFrame(arguments["claims"])
    return Text(report_page(TEMPLATE, **arguments))


def test_page_has_what_it_is_given(figure):
    document = page(figure)
    for words in (
        "So a < b & c at δ = 10 −6 .",
        "Look here.",
        "commit abc; settings def",
        "x < y & {{ z }}",
        # At its figure, whole.
        "refuted 5.1, “less than everything”: x < y & {{ z }}. 3 > 2 in 3 of 4 cells (75%); and"
        " more. Instead: y < x. BW-5.1a Details Evidence table.csv: all, ± 2.196",
        "At 16:00 and ε = 0.5 the root mean square error of the release is 40.3 trip ends per junction;"
        " after denoising it is 9.5. Without denoising you would need ε = 2.0 for that."
        " Denoising is worth a factor 4.0 in ε here (95 %, over the noise: 3.5 to 4.5).",
        "Data: 16:00: today.",
        "A constant map, which shows nothing of the city, is worth a factor 2.0 in ε.",
        "make results/figures/fig1.pdf CONFIG=results/config.yaml",
        "a <city> & its streets",
        "Seed 7",
        "d" * 12,
        "c" * 40 + "+",
        "plot_figure 21 30.0 25.0 2.0 250",
        "for neighbours that add or remove a cab; enforced",
        "1 refuted",
        f"Python {sys.version.split()[0]}",
    ):
        assert words in document.text, words
    assert len(set(document.ids)) == len(document.ids)
    assert {"fig1", "BW-5.1a", "verdicts", "data", "settings"} <= set(document.ids)

    # It loads nothing, and links to what lies beside it.
    assert {a[1:] for a in document.addresses if a.startswith("#")} <= set(document.ids)
    outside = {a for a in document.addresses if not a.startswith(("#", "data:"))}
    beside = {
        "figures/fig1.pdf",
        "data/histogram.csv",
        "provenance.html",
    }
    beside |= {"fig2.html", "config.yaml", "data/denoising_worth.csv"}
    beside |= {"https://proceedings.mlr.press/v80/balle18a.html", "../config/README.md"}
    beside |= {"../gaussmech/paper/figures/fig.py", "../docs/reproduction.md"}
    assert outside == beside


def test_the_pictures_are_the_figures(figure):
    addresses = re.findall(r'src="data:image/webp;base64,([^"]*)"', page(figure).page)
    # The first picture, and the figure.
    assert len(addresses) == 2
    with Image.open(figure[0]) as picture:
        ratio = picture.width / picture.height
    for address in addresses:
        image = Image.open(io.BytesIO(base64.b64decode(address)))
        assert image.width / image.height == pytest.approx(ratio, rel=0.02)


def test_a_synthetic_city_is_flagged_above_the_results(figure):
    assert "SYNTHETIC" not in page(figure).text
    text = page(figure, provenance=PROVENANCE | {"source": "stand-in"}).text
    assert text.index("SYNTHETIC CITY.") < text.index("Findings")
    assert "stand-in" not in text.lower()


def test_refuted_claims_come_first(figure):
    claims = [
        CLAIM | {"claim_id": "New-1", "verdict": "holds", "document": GENG},
        CLAIM | {"claim_id": "New-2"},
    ]
    document = page(figure, claims=claims)
    assert document.ids.index("New-2") < document.ids.index("New-1")
    for words in ("Geng et al.", "2 claims; choose some above", "1 refuted"):
        assert words in document.text


def test_a_sentence_stands_once_and_later_figures_refer_to_it(figure):
    claims = [CLAIM | {"claim_id": name} for name in ("BW-5.2c", "BW-5.3b", "New-9")]
    figures = dict.fromkeys(["fig1", "fig2", "fig3", "fig5"], figure)
    document = page(figure, claims=claims, figures=figures)
    assert document.page.count('<li class="claim"') == len(claims)
    pattern = r'(?s)<article class="card" id="(\w+)"(.*?)</article>'
    articles = dict(re.findall(pattern, document.page))
    assert list(articles) == ["fig1", "fig2", "fig3", "fig5"]
    for claim_id, own, also in (
        ("BW-5.2c", "fig1", "fig3"),
        ("BW-5.3b", "fig2", "fig5"),
    ):
        assert f'id="{claim_id}"' in articles[own] and f'#{claim_id}"' in articles[also]
    assert 'id="New-9"' in document.page.split('<section id="verdicts">')[1]


def test_the_way_to_the_sources_leads_from_the_page(tmp_path):
    assert way_to_sources(ROOT / "results/report.html") == "../"
    assert way_to_sources(ROOT / "results/quick/report.html") == "../../"
    assert way_to_sources(tmp_path / "report.html") is None


def test_outside_the_repository_sources_are_names_alone(figure):
    document = page(figure, sources=None)
    assert "Drawn by fig.py ." in document.text
    assert not [address for address in document.addresses if address.startswith("..")]


def test_a_verdict_or_a_figure_that_is_none_is_refused(figure):
    with pytest.raises(
        ValueError, match="claim BW-5.1a has the verdict 'maybe'; allowed are ref"
    ):
        page(figure, claims=[CLAIM | {"verdict": "maybe"}])
    figure[0].write_bytes(b"\x89PNG")
    with pytest.raises(ValueError, match="fig.png is no picture"):
        page(figure)


@pytest.mark.parametrize(
    "text, html",
    [
        ("epsilon -> 0, Delta", "ε → 0, Δ"),
        ("calibration_epsilon.csv, epsilon_h", "calibration_epsilon.csv, epsilon_h"),
        ("<b> & alphabet", "&lt;b&gt; &amp; alphabet"),
        ("sqrt(2 pi) + sqrt(d)/n, sqrt(10)", "√(2 π) + √d/n, √10"),
        ("e^(8/9) + (1)", "e<sup>8/9</sup> + (1)"),
        ("e^(", "e<sup></sup>"),
    ],
)
def test_numbers_and_greek_letters_are_typeset(text, html):
    assert typeset(text) == html


def test_figures_carry_their_origin():
    pdf, _ = rendered(Figure(figsize=(2, 1)), "commit abc; config def")
    assert b"/Keywords (commit abc; config def)" in pdf
