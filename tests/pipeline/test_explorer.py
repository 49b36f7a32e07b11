"""What the explorer is made of; tests/browser tries it in a browser."""

import hashlib
import json
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from gaussmech.figures.looks import METHODS, Look
from gaussmech.pipeline.explorer import SCRIPTS, explorer_data, explorer_page
from gaussmech.pipeline.tables import COLUMNS
from gaussmech.registry import REPEATED

REPORT = Path(__file__).parents[2] / "workflow/report"
PROVENANCE = {"source": "files", "label": "</script> & more", "counts": {"junctions": 12}}


def errors(method="aGM"):
    row = [0.5, 1e-4, 500, 10, method, 100, 2.5, 0.25, 1.0]
    return pd.DataFrame([row], columns=COLUMNS["mean_estimation"])


def maps(method, uses_truth=False):
    row = [12, method, 0.5, 1e-6, 5.0, 40.3, 20, 9.5, 0.25, uses_truth, "files"]
    return pd.DataFrame([row], columns=COLUMNS["heatmap"])


def test_rows_of_both_kinds_of_tables():
    data = explorer_data({"mean_estimation": errors(), "heatmap": maps("aGM")}, PROVENANCE)
    assert data["junctions"] == 12
    (row,) = data["tasks"]["mean_estimation"]["rows"]
    wanted = {"epsilon": 0.5, "delta": 1e-4, "method": "aGM", "position": 10, "error": 2.5}
    assert wanted.items() <= row.items() and row["yardstick"] == ""
    # Student's t for 100 and for 20 repetitions.
    assert row["half"] == pytest.approx(1.98422 * 0.25, rel=1e-5)
    assert (
        row["high"] / 2.5
        == pytest.approx(2.5 / row["low"])
        == pytest.approx(np.exp(row["half"] / 2.5))
    )
    (row,) = data["tasks"]["heatmap"]["rows"]
    assert row["delta"] == 1e-6 and row["position"] == 12 and row["error"] == 9.5
    assert row["half"] == pytest.approx(2.09302 * 0.25, rel=1e-5)
    assert list(data["methods"]) == ["aGM"]


@pytest.mark.parametrize(
    ("method", "uses_truth", "yardstick"),
    [
        ("zero", False, "baseline"),
        ("mean", True, "baseline"),
        ("aGM-trend-oracle", True, "uses the truth"),
        ("aGM-wavelet", False, ""),
    ],
)
def test_yardsticks_are_told_from_competitors(method, uses_truth, yardstick):
    data = explorer_data({"heatmap": maps(method, uses_truth)}, PROVENANCE)
    assert data["tasks"]["heatmap"]["rows"][0]["yardstick"] == yardstick


def test_an_unknown_method_is_refused():
    with pytest.raises(ValueError, match="aGM-new is no method"):
        explorer_data({"histogram": errors("aGM-new")}, PROVENANCE)


def test_every_look_can_be_drawn():
    tables = {"histogram": pd.concat([errors(method) for method in METHODS])}
    methods = explorer_data(tables, PROVENANCE)["methods"]
    assert methods.keys() == METHODS.keys()
    for look in methods.values():
        assert re.fullmatch("#[0-9a-fA-F]{6}", look["color"])
    assert methods["mean"]["color"] == "#666666"


def test_tasks_have_the_columns_they_need():
    for name, row in REPEATED.items():
        assert {"epsilon", "delta", "method", row.position} <= set(COLUMNS[name])


def test_page_is_whole(monkeypatch):
    monkeypatch.setitem(METHODS, "aGM", Look("a</script>b", "#000000"))
    page = explorer_page(
        REPORT / "explorer.html",
        tables={"mean_estimation": errors()},
        provenance=PROVENANCE,
        seed=1,
        origin={"commit": "unknown", "config_digest": "0"},
    )
    assert len(page.encode()) < 1e6
    text = re.sub(r"(?s)<script>.*?</script>", "", page)
    assert re.findall(r"(?:src|href)=\"([^\"]*)", text) == ["data:,", "#main", "report.html"]
    assert page.count("<script") == page.count("</script>") == 1 + len(SCRIPTS)
    assert "sourceMappingURL" not in page
    data = re.search(r'(?s)<script id="data" type="application/json">(.*?)</script>', page)[1]
    assert json.loads(data) == explorer_data({"mean_estimation": errors()}, PROVENANCE)


def test_plotting_library_is_the_release_as_published():
    library = (REPORT / "vendor/chart.umd.min.js").read_bytes()
    noted = (REPORT / "vendor/README.md").read_text()
    assert hashlib.sha256(library).hexdigest() in noted
    assert re.search(rb"Chart\.js v([0-9.]+)", library)[1].decode() in noted
