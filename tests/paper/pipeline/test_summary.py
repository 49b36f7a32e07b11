"""What a run says at its end, in at most four lines."""

import os

from gaussmech.paper.pipeline.files import write_json, write_text
from gaussmech.paper.pipeline.summary import summary

PROVENANCE = {
    "source": "stand-in",
    "label": "a city",
    "counted": "trip ends",
    "counts": {},
    "hours": {},
    "contribution": {},
}
MAPS = "quick/data/provenance.json"
CLAIMS = "kind,verdict\nclaim,holds\nclaim,refuted\nclaim,holds\nquestion,answered\n"


def test_it_counts_verdicts_and_names_the_maps_and_the_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = [
        "claims    3: 2 hold, 1 refuted (quick/claims.md)",
        "maps      SYNTHETIC CITY, no evidence about a real one (a city)",
        "          no network",
        "results   quick",
    ]
    assert summary("quick", since=0.0) == lines[-1:]
    write_text(CLAIMS, "quick/data/claims.csv")
    write_json(PROVENANCE | {"download_failed": "no network"}, MAPS)
    assert summary("quick", since=0.0) == lines
    # Verdicts of an earlier run are none of this one.
    os.utime("quick/data/claims.csv", (1000, 1000))
    assert summary("quick", since=2000.0) == lines[1:]
    write_json(PROVENANCE | {"source": "files"}, MAPS)
    assert summary("quick", since=2000.0) == ["maps      a city", lines[-1]]
