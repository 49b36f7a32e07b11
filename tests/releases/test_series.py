"""Releases of several periods, denoised together: `gaussmech series`."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import gaussmech as gm
from gaussmech import cli
from tests.graphs.networks import grid_edges

SIDE = 6
N = SIDE * SIDE
IDS = [f"{k:02d}" for k in range(N)]
MONTHS = ["2026-01", "2026-02", "2026-03"]
ROUGH = np.random.default_rng(1).lognormal(4, 0.8, N)
RELEASE = (
    "release counts {file} --value helped --l2-sensitivity 1 --graph streets.csv --places places.csv"
    " --epsilon 0.1 --delta 1e-6 --privacy-unit resident --no-ledger"
)
SERIES = "series {files} --graph streets.csv --places places.csv --output year.csv"


def run(line):
    """Run a command line."""
    assert cli.main(line.split()) == 0


def publish(month, counts=ROUGH, more="", ids=IDS, column="helped"):
    """Release counts of a month, and return the name of the JSON file."""
    table = {"place": ids, column: np.rint(counts).astype(int)}
    pd.DataFrame(table).to_csv("counts.csv", index=False)
    line = RELEASE.format(file="counts.csv").replace("helped", column)
    name = month.replace("/", "-").replace(" ", "-")
    period = ["--period", month]
    assert cli.main([*f"{line} --output {name}.csv {more}".split(), *period]) == 0
    return f"{name}.json"


@pytest.fixture
def city(tmp_path, monkeypatch):
    """A folder with the public files of a grid of places."""
    monkeypatch.chdir(tmp_path)
    row, column = np.divmod(np.arange(N), SIDE)
    places = {"place": IDS, "lon": 10 + 0.001 * column, "lat": 50 + 0.001 * row}
    pd.DataFrame(places).assign(name=[f"Quarter {key}" for key in IDS]).to_csv(
        "places.csv", index=False
    )
    start, end = grid_edges(SIDE).T
    edges = {"from": [IDS[k] for k in start], "to": [IDS[k] for k in end]}
    pd.DataFrame(edges).to_csv("streets.csv", index=False)


def refused(files, capsys, line=SERIES):
    """Return why a series of these files is refused, which writes nothing."""
    with pytest.raises(SystemExit) as error:
        run(line.format(files=" ".join(files)))
    assert error.value.code == 2
    assert not [*Path().glob("year*")]
    return capsys.readouterr().err


@pytest.fixture
def year(city):
    """The published values of three months, and the table and the facts of their series.

    The months are in any order, and the rows of one in another.
    """
    backwards = slice(None, None, -1)
    files = [
        publish("2026-03", ROUGH[backwards], ids=IDS[backwards]),
        publish("2026-01"),
        publish("2026-02"),
    ]
    run(SERIES.format(files=" ".join(files)))
    published = [
        pd.read_csv(f"{month}.csv", dtype={"place": str}).set_index("place")["helped"]
        for month in MONTHS
    ]
    noisy = np.column_stack([values[IDS] for values in published])
    table = pd.read_csv("year.csv", dtype={"place": str})
    return noisy, table, json.loads(Path("year.json").read_text())


def test_a_series_has_a_row_of_each_period_and_place_and_a_page(capsys, year):
    noisy, table, _ = year
    text = capsys.readouterr().out
    assert "3 periods, 2026-01 to 2026-03, of 36 places: year.csv, year.json" in text
    columns = ["helped", "helped_denoised", "helped_low", "helped_high"]
    assert [*table] == ["period", "place", "name", *columns]
    assert table["period"].tolist() == np.repeat(MONTHS, N).tolist()
    assert table["helped"].to_numpy() == pytest.approx(noisy.T.ravel())
    page = Path("year.html").read_text()
    assert "Helped, by place, 2026-01 to 2026-03" in page and "Quarter 07" in page
    assert '"periods":["2026-01","2026-02","2026-03"]' in page


def test_a_series_is_the_joint_estimate_of_the_published_values(year):
    noisy, table, facts = year
    assert facts["series"]["rows"] == len(table)
    (fit,) = facts["denoised"]
    graph, _ = gm.read_graph("streets.csv", "places.csv")
    again = gm.denoise(noisy, graph=graph, **fit["arguments"])
    estimate, low, high = (
        table[f"helped_{name}"].to_numpy().reshape(3, N).T
        for name in ("denoised", "low", "high")
    )
    unit = 0.0011 * fit["arguments"]["sigma"][0]
    assert estimate == pytest.approx(again.estimate, abs=unit)
    assert (low <= again.low + 1e-9).all() and (high >= again.high - 1e-9).all()
    everywhere = again.total(np.ones(N, bool), MONTHS)
    expected = [everywhere.estimate, everywhere.low, everywhere.high]
    assert fit["sums_over_all_places"]["all periods"] == pytest.approx(expected)
    assert fit["rmse"] == pytest.approx(again.rmse, rel=1e-3)


def test_periods_without_days_stay_in_the_order_given_and_noise_may_differ(
    city, capsys
):
    files = [publish("term 9"), publish("term 10", ROUGH, "--round 10")]
    # A shell puts them in this order.
    assert "term 10, term 9 are in the order of texts" in refused(files[::-1], capsys)
    facts = json.loads(Path(files[1]).read_text())
    # Another month's noise: the table is not checked against it.
    facts["noise"] |= {"sigma": "1" + facts["noise"]["sigma"], "grid": "0.5"}
    facts["ledger"] = {"statement": "2 releases"}
    Path(files[1]).write_text(json.dumps(facts))
    run(SERIES.format(files=" ".join(files)))
    year = pd.read_csv("year.csv", dtype=str)
    assert year["period"].drop_duplicates().tolist() == ["term 9", "term 10"]
    for name in ("helped", "helped_denoised"):
        assert year[name][N:].str.fullmatch(r"-?\d*0").all()
    facts = json.loads(Path("year.json").read_text())
    arguments = facts["denoised"][0]["arguments"]
    assert arguments["sigma"][1] > 2 * arguments["sigma"][0]
    assert arguments["grid"] == 0.5 and facts["ledger"]["statement"] == "2 releases"


def test_what_does_not_go_together_is_refused_by_name(city, capsys):
    one, two = publish("2026-01"), publish("2026-02")
    assert "only 2026-01.json is given" in refused([one], capsys)
    message = refused([one, two, one], capsys)
    assert "2026-01.json is of 2026-01 and 2026-01.json of 2026-01" in message
    other = publish("2026-03", column="fined")
    message = refused([one, other], capsys)
    assert "columns of 2026-01.json: helped; of 2026-03.json: fined" in message
    laplace = publish("2026-04", more="--l1-sensitivity 1 --noise laplace")
    message = refused([one, laplace], capsys)
    assert "of 2026-01.json: gaussian; of 2026-04.json: laplace" in message
    table = Path("2026-02.csv").read_text().splitlines()
    Path("2026-02.csv").write_text("\n".join(table[:-2]))
    message = refused([one, two], capsys)
    assert "2026-02.json lacks the place '34' of --graph, and 1 more" in message
    Path("2026-02.csv").write_text("\n".join([*table, "99" + table[-1][2:]]))
    assert "'99' of 2026-02.json is of a place that is not among the 36" in refused(
        [one, two], capsys
    )
    Path("2026-02.csv").unlink()
    assert "2026-02.csv" in refused([one, two], capsys)
    for content in ("{", "[]", '{"released": 1}'):
        Path(two).write_text(content)
        assert "2026-02.json is not the JSON file of" in refused([one, two], capsys)
    assert "cannot read 'no.json'" in refused([one, "no.json"], capsys)
    line = SERIES.replace("year.csv", "year.txt")
    assert "it must be a .csv file" in refused([one, two], capsys, line)


def test_a_series_of_maps_with_areas_uses_the_values_of_places(city, capsys):
    pytest.importorskip("geopandas")
    places = pd.read_csv("places.csv", dtype=str)
    places.assign(half=["west"] * 18 + ["east"] * 18).to_csv("places.csv", index=False)
    files = [
        publish(f"2026-W0{week}", more="--areas half --l1-sensitivity 1")
        for week in (1, 2)
    ]
    run(SERIES.format(files=" ".join(files)))
    capsys.readouterr()
    assert "of a release are not used here" in Path("year.html").read_text()
    with pytest.raises(SystemExit):
        run(SERIES.format(files=" ".join(files)))
    assert "cannot write 'year.csv': File exists; nothing" in capsys.readouterr().err
