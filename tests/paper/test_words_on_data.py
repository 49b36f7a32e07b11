"""What captions and claims say of the data is read from the provenance of the run."""

import re
from importlib import import_module

from gaussmech.paper.city.sources import PAPERS_DAY
from gaussmech.paper.claims import CLAIMS, verdicts
from gaussmech.paper.claims.finding import OTHER_DATA
from gaussmech.paper.claims.results import Results
from gaussmech.paper.registry import FIGURES
from tests.paper.claims.builders import PROVENANCE, all_tables
from tests.paper.figures.small_tables import every_table, inputs

OTHER_DAYS = re.compile(r"(?i)another day|other days|synthetic|made[- ]up")


def texts_of_a_run(days, **changes):
    """Return the captions of all maps and the rows of all claims of a run with this provenance."""
    tables = every_table()
    day = {"utility_simulation": False, "weights": [1.0], "days": days}
    facts = tables["provenance"] | changes
    facts["hours"] = dict.fromkeys(facts["hours"], day)
    captions = []
    for name in FIGURES:
        given = inputs(name, tables)
        if "provenance" in given:
            module = import_module(f"gaussmech.paper.figures.{name}")
            captions.append(module.caption(**given | {"provenance": facts}))
    assert len(captions) >= 6
    return captions, verdicts(Results(all_tables(), PROVENANCE | changes))


def test_a_run_of_the_papers_day_says_nothing_of_another():
    captions, rows = texts_of_a_run(PAPERS_DAY)
    texts = rows[["finding", "evidence", "remark", "correction"]].stack()
    assert [text for text in (*captions, *texts) if OTHER_DAYS.search(text)] == []
    assert all(PAPERS_DAY in caption for caption in captions)
    assert OTHER_DATA not in set(rows["verdict"])


def test_a_run_of_another_day_names_its_own_days_and_gives_no_verdict():
    trips = {"role": "trips", "date": "2015-01-10"}
    captions, rows = texts_of_a_run("2015-01-10", files=[trips])
    assert all("2015-01-10" in caption for caption in captions)
    of_maps = rows[rows["verdict"] == OTHER_DATA]
    assert {*of_maps["claim_id"]} == {name for name in CLAIMS if CLAIMS[name].maps}
    assert not of_maps["evidence"].str.contains("no real one").any()


def test_every_map_of_a_made_up_city_says_so():
    captions, rows = texts_of_a_run(None, source="stand-in")
    assert all("SYNTHETIC CITY" in caption for caption in captions)
    of_maps = rows[rows["verdict"] == OTHER_DATA]
    assert len(of_maps) > 5
    assert of_maps["evidence"].str.contains("synthetic city").all()
