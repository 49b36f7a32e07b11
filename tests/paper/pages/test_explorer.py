"""What the explorer is made of; tests/browser tries it in a browser."""

import hashlib
import json
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from gaussmech.paper.figures.looks import METHODS, Look
from gaussmech.paper.pages.explorer import explorer_data, explorer_page
from gaussmech.paper.pipeline.tables import COLUMNS
from gaussmech.paper.registry import REPEATED

REPORT = Path(__file__).parents[3] / "workflow/report"
PROVENANCE = {
    "source": "files",
    "label": "</script> & more",
    "counts": {"junctions": 12},
}


def errors(method="aGM"):
    row = [0.5, 1e-4, 500, 10, method, 100, 2.5, 0.25, 1.0]
    return pd.DataFrame([row], columns=COLUMNS["mean_estimation"])


def maps(*methods):
    row = {"hour": 12, "epsilon": 0.5, "delta": 1e-6, "repetitions": 20}
    rows = [
        {"method": x, "uses_truth": x in ("mean", "aGM-trend-oracle")} for x in methods
    ]
    return pd.DataFrame(rows).assign(**row, rmse_mean=9.5, rmse_se=0.25)


def test_rows_of_both_kinds_of_tables():
    methods = ["aGM", "zero", "mean", "aGM-trend-oracle"]
    data = explorer_data(
        {"mean_estimation": errors(), "heatmap": maps(*methods)}, PROVENANCE
    )
    assert data["junctions"] == 12 and {*data["methods"]} == {*methods}
    (row,) = data["tasks"]["mean_estimation"]["rows"]
    expected = {
        "epsilon": 0.5,
        "delta": 1e-4,
        "method": "aGM",
        "position": 10,
        "error": 2.5,
    }
    assert expected.items() <= row.items()
    # Student's t for 100 and for 20 repetitions.
    assert row["half"] == pytest.approx(1.98422 * 0.25, rel=1e-5)
    assert row["high"] / 2.5 == pytest.approx(np.exp(row["half"] / 2.5))
    assert 2.5 / row["low"] == pytest.approx(row["high"] / 2.5)
    rows = data["tasks"]["heatmap"]["rows"]
    assert (
        rows[0]["delta"] == 1e-6
        and rows[0]["position"] == 12
        and rows[0]["error"] == 9.5
    )
    assert rows[0]["half"] == pytest.approx(2.09302 * 0.25, rel=1e-5)
    yardsticks = ["", "baseline", "baseline", "uses the truth"]
    assert [row["yardstick"] for row in rows] == yardsticks


def test_every_look_can_be_drawn_and_an_unknown_method_is_refused():
    tables = {"histogram": pd.concat([errors(method) for method in METHODS])}
    methods = explorer_data(tables, PROVENANCE)["methods"]
    assert methods.keys() == METHODS.keys() and methods["mean"]["color"] == "#666666"
    for look in methods.values():
        assert re.fullmatch("#[0-9a-fA-F]{6}", look["color"])
    with pytest.raises(ValueError, match="aGM-new is no method"):
        explorer_data({"histogram": errors("aGM-new")}, PROVENANCE)
    for name, row in REPEATED.items():
        assert {"epsilon", "delta", "method", row.position} <= set(COLUMNS[name])


def test_page_is_whole(monkeypatch):
    monkeypatch.setitem(METHODS, "aGM", Look("a</script>b", "#000000"))
    tables, origin = (
        {"mean_estimation": errors()},
        {"commit": "unknown", "config_digest": "0"},
    )
    about = {"provenance": PROVENANCE, "seed": 1, "origin": origin}
    page = explorer_page(REPORT / "explorer.html", tables=tables, **about)
    assert len(page.encode()) < 1e6
    text = re.sub(r"(?s)<script>.*?</script>", "", page)
    assert re.findall(r"(?:src|href)=\"([^\"]*)", text) == [
        "data:,",
        "#main",
        "report.html",
    ]
    assert page.count("<script") == page.count("</script>") == 1 + 4
    assert "sourceMappingURL" not in page
    data = re.search(
        r'(?s)<script id="data" type="application/json">(.*?)</script>', page
    )[1]
    assert json.loads(data) == explorer_data(tables, PROVENANCE)


def test_plotting_library_is_the_release_as_published():
    library = (REPORT / "vendor/chart.umd.min.js").read_bytes()
    noted = (REPORT / "vendor/README.md").read_text()
    assert hashlib.sha256(library).hexdigest() in noted
    assert re.search(rb"Chart\.js v([0-9.]+)", library)[1].decode() in noted
