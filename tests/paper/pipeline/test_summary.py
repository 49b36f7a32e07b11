"""What a run says at its end, in at most four lines."""

import json
import os

import pytest

from gaussmech.paper.pipeline.summary import summary

PROVENANCE = {"source": "stand-in", "label": "a city", "hours": {}, "contribution": {}}
PROVENANCE |= {
    "counted": "trip ends",
    "counts": {"junctions": 1234, "road_sections": 5},
}
CLAIMS = "kind,verdict\nclaim,holds\nclaim,refuted\nclaim,holds\nquestion,answered\n"


@pytest.fixture
def results(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "results/quick/data").mkdir(parents=True)
    return "results/quick"


def test_it_counts_verdicts_and_names_the_maps_and_the_folder(results):
    with open(f"{results}/data/claims.csv", "w") as file:
        file.write(CLAIMS)
    with open(f"{results}/data/provenance.json", "w") as file:
        json.dump(PROVENANCE | {"download_failed": "no network"}, file)
    lines = [
        "claims    3: 2 hold, 1 refuted (results/quick/claims.md)",
        "maps      SYNTHETIC CITY, no evidence about a real one (a city)",
        "          no network",
        "results   results/quick",
    ]
    assert summary(results, since=0.0) == lines
    # Verdicts of an earlier run are none of this one.
    os.utime(f"{results}/data/claims.csv", (1000, 1000))
    assert summary(results, since=2000.0) == lines[1:]
    with open(f"{results}/data/provenance.json", "w") as file:
        json.dump(PROVENANCE | {"source": "files"}, file)
    assert summary(results, since=2000.0) == ["maps      a city", lines[-1]]


def test_of_an_empty_folder_it_names_the_folder(results):
    assert summary(results, since=0.0) == ["results   results/quick"]
