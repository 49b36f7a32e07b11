"""The page of Figure 2: its sentences, and what it draws; tests/browser moves the slider."""

import base64
import json
import re
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from gaussmech.paper.experiments.denoising_worth import (
    MAPS_OF_PAGE,
    METHODS_OF_PAGE,
    WORTH_HOUR,
    with_worth,
)
from gaussmech.paper.pages.slider import SHOWN, fig2_data, fig2_page, places
from gaussmech.paper.pages.worth import digits, worth_rows, worth_text
from gaussmech.privacy.calibration import analytic_gaussian_sigma, gaussian_epsilon

TEMPLATE = Path(__file__).parents[3] / "workflow/report/fig2.html"
DAY = {"days": "2014-09-24", "sample": None, "weights": [1.0]}
SAMPLE = {"days": "January", "sample": "a 5 % sample", "weights": [6.0]}
PROVENANCE = {"source": "files", "label": "</script> & more", "counted": "events"}
PROVENANCE["hours"] = {
    "0": DAY | {"utility_simulation": False},
    "16": SAMPLE | {"utility_simulation": True},
}
EPSILONS = (0.1, 0.5, 2.0)
# Errors over sigma; the constant's error is 14 throughout.
LEFT = {"aGM": 1.0, "aGM-wavelet": 0.5, "aGM-trend-oracle": 0.3, "aGM-auto": 0.2}
LEFT |= {"aGM-trend-sure": 0.35, "aGM-forest": 0.25}
JUNCTIONS = pd.DataFrame(
    {
        "junction": range(4),
        "lon": [0.0, 0.001, 0.0, 0.001],
        "lat": [40.0, 40.0, 40.01, 40.01],
    }
)
ROADS = pd.DataFrame({"u": [0, 1, 2], "v": [1, 3, 3], "sections": 1, "length_m": 100.0})
NOISE = np.array([0.5, -1.0, 1.5, 0.25])
TRUTH = np.array([3.0, 40.0, 0.0, 7.0])


def errors(epsilons, hours, methods, repetitions, scale=1.0):
    rows = []
    for epsilon, hour, method in product(epsilons, hours, methods):
        sigma = analytic_gaussian_sigma(epsilon, 1e-6, 5.0)
        mean = 14.0 if method == "mean" else LEFT[method] * sigma * scale
        row = {"hour": hour, "method": method, "epsilon": epsilon, "sigma": sigma}
        row |= {"delta": 1e-6, "sensitivity": 5.0, "repetitions": repetitions}
        row |= {"rmse_mean": mean, "rmse_se": 0.02 * mean, "source": "files"}
        rows.append(row | {"uses_truth": "oracle" in method})
    return with_worth(pd.DataFrame(rows))


def frames():
    parts = []
    for epsilon in EPSILONS:
        sigma = analytic_gaussian_sigma(epsilon, 1e-6, 5.0)
        part = pd.DataFrame(
            {"hour": 0, "junction": range(4), "epsilon": epsilon, "truth": TRUTH}
        )
        part["aGM"] = TRUTH + sigma * NOISE
        for method in MAPS_OF_PAGE[1:]:
            part[method] = TRUTH + LEFT[method] * sigma * NOISE
        parts.append(part)
    return pd.concat(parts, ignore_index=True)


@pytest.fixture
def tables():
    everything = [*LEFT, "mean"]
    parts = [
        errors([0.5], [0, WORTH_HOUR], everything, 20),
        errors([2.0], [WORTH_HOUR], everything, 20),
    ]
    return {
        "denoising_worth": pd.concat(parts, ignore_index=True),
        "denoising_by_epsilon": errors(EPSILONS, [0], METHODS_OF_PAGE, 5, scale=1.1),
        "denoising_frames": frames(),
    }


def data_of(tables, **changes):
    settings = {"map_epsilon": 0.5, "counted": "events"}
    return fig2_data(tables | changes, JUNCTIONS, ROADS, **settings)


@pytest.fixture
def data(tables):
    return data_of(tables)


def unpacked(text, kind):
    return np.frombuffer(base64.b64decode(text), kind)


def test_every_stop_has_its_sentence_from_its_numbers(data):
    assert [stop["epsilon"] for stop in data["stops"]] == list(EPSILONS)
    assert data["start"] == 1
    # Where figures show maps, the draws are those of the table of more draws.
    cases = zip(data["stops"], (5, 20, 5), (1.1, 1.0, 1.1), strict=True)
    for stop, draws, scale in cases:
        sigma = analytic_gaussian_sigma(stop["epsilon"], 1e-6, 5.0)
        ours = 0.2 * sigma * scale
        assert stop["methods"]["aGM"] == {"error": sigma, "worth": stop["epsilon"]}
        replaced = digits(gaussian_epsilon(ours, 1e-6, 5.0))
        if ours < 14:
            numbers = f"ε = {stop['epsilon']:g} ", f" {sigma:.1f} ", f" {ours:.1f}."
            for words in (*numbers, "events per junction", f" ε = {replaced} "):
                assert words in stop["sentence"]
        else:
            # A constant map is better, so no factor is stated.
            assert "shows nothing of the city: denoising leaves" in stop["sentence"]
            assert "is worth a factor" not in stop["note"]
        assert f"Means of {draws} draws." in stop["note"]
        worth = digits(gaussian_epsilon(14.0, 1e-6, 5.0))
        factor = digits(gaussian_epsilon(14.0, 1e-6, 5.0) / stop["epsilon"])
        words = f"has a factor {factor}: it is off by 14.0 and worth ε = {worth}."
        assert words in stop["note"]


def test_the_sentence_says_where_denoising_does_harm_and_two_draws_have_no_interval(
    tables,
):
    rows = errors(EPSILONS, [0], METHODS_OF_PAGE, 2)
    is_ours = rows["method"] == "aGM-auto"
    harmful = rows.assign(worth_epsilon=rows["worth_epsilon"].where(~is_ours, 0.05))
    stops = data_of(tables, denoising_by_epsilon=harmful)["stops"]
    assert "denoising does not help here" in stops[2]["sentence"]
    perfect = with_worth(rows.assign(rmse_mean=rows["rmse_mean"].where(~is_ours, 0.0)))
    data = data_of(tables, denoising_by_epsilon=perfect)
    first, second, _ = data["stops"]
    assert "would need ε = ∞" in first["sentence"]
    assert "no interval from 2" in first["note"] and "(95 %: " in second["note"]
    json.dumps(data, allow_nan=False)


def test_the_maps_come_back(data):
    np.testing.assert_allclose(unpacked(data["truth"], "<f4"), TRUTH)
    np.testing.assert_allclose(unpacked(data["noise"], "<f4"), NOISE, rtol=1e-6)
    maps = unpacked(data["maps"], "<u2").reshape(3, 3, 4) * data["unit"]
    assert data["estimates"] == [name for name in SHOWN if name != "aGM"]
    for k, epsilon in enumerate(EPSILONS):
        rows = frames()[frames()["epsilon"] == epsilon]
        for m, name in enumerate(data["estimates"]):
            expected = rows[name].clip(lower=0)
            np.testing.assert_allclose(maps[k, m], expected, atol=data["unit"])
    streets = unpacked(data["streets"], "<u4").reshape(-1, 2)
    np.testing.assert_array_equal(streets, ROADS[["u", "v"]])


def test_north_is_up_and_the_scale_is_one():
    points = places(JUNCTIONS)
    assert points[2, 1] < points[0, 1] and points[1, 0] > points[0, 0]
    wide = 0.001 * np.cos(np.radians(40.005))
    size = np.ptp(points, axis=0)
    assert size[0] / size[1] == pytest.approx(wide / 0.01, rel=1e-3)


def page_of(tables, **changes):
    settings = {"junctions": JUNCTIONS, "roads": ROADS, "map_epsilon": 0.5}
    provenance = PROVENANCE | changes
    return fig2_page(TEMPLATE, tables=tables, provenance=provenance, **settings)


def test_the_page_is_whole_and_loads_nothing(tables):
    page = page_of(tables)
    text = re.sub(r"(?s)<script.*?</script>", "", page)
    addresses = {"data:,", "#main", "report.html", "data/denoising_worth.csv"}
    addresses |= {"https://proceedings.mlr.press/v80/balle18a.html"}
    addresses |= {"data/denoising_by_epsilon.csv"}
    assert set(re.findall(r'(?:src|href)="([^"]*)"', text)) == addresses
    assert page.count("<script") == page.count("</script>") == 2
    data = json.loads(re.search(r'(?s)application/json">(.*?)</script>', page)[1])
    # What a reader without scripts sees is the first frame's.
    assert data["stops"][1]["sentence"] in text and data["stops"][1]["note"] in text
    assert "SYNTHETIC" not in page and "trip end" not in page
    assert "SYNTHETIC CITY." in page_of(tables, source="stand-in")


def test_the_map_of_figure_2_comes_first_and_the_range_over_maps_and_budgets_follows(
    tables,
):
    worth = worth_rows(tables["denoising_worth"], 0.5, PROVENANCE)
    assert worth["hour"] == 0 and worth["others"] == [WORTH_HOUR]
    errors_left = " ".join(row["error"] for row in worth["rows"])
    assert errors_left == "8.1 10.1 12.1 14.0 14.1 20.1"
    factor = digits(gaussian_epsilon(0.2 * 40.2880924, 1e-6, 5.0) / 0.5)
    assert worth["sentence"].startswith("At midnight and ε = 0.5 the release is off by")
    assert f"worth a factor {factor} in ε here (95 %: " in worth["sentence"]
    constant = digits(gaussian_epsilon(14.0, 1e-6, 5.0) / 2)
    other = digits(
        gaussian_epsilon(0.2 * analytic_gaussian_sigma(2, 1e-6, 5), 1e-6, 5.0) / 2
    )
    assert worth["further"] == (
        f"At the same ε it is {factor} at 16:00. At 16:00 it is {other} at ε = 2 (a constant map:"
        f" {constant})."
    )
    assert worth["data"] == (
        "0:00: 2014-09-24; 16:00: January, a 5 % sample, each trip counted 6 times"
        " (a utility simulation, no release)"
    )


def test_with_few_draws_and_one_map_nothing_more_is_claimed():
    table = errors([0.5], [0], [*LEFT, "mean"], 2)
    worth = worth_rows(table, 0.5, PROVENANCE)
    assert worth["hour"] == 0 and worth["further"] == ""
    assert "no interval from 2 draws" in worth["sentence"]
    assert all("(" not in cell for row in worth["rows"] for cell in row["factors"])


def test_the_text_on_what_denoising_is_worth_names_all_that_it_depends_on():
    table = errors([0.5], [0, 16], [*LEFT, "mean"], 20)
    origin = {"commit": "f00d+", "config_digest": "abcdef"}
    city = PROVENANCE | {"label": "A city", "counts": {"junctions": 1234}}
    rows = worth_rows(table, 0.5, city)
    settings = {"map_epsilon": 0.5, "seed": 7, "origin": origin}
    text = worth_text(table, provenance=city, **settings)
    assert text.startswith(f"{rows['sentence']} {rows['note']} {rows['further']}\n")
    for words in (
        "city:     A city, 1,234 junctions\n",
        f"maps:     {rows['data']}\n",
        "delta 1e-06, sensitivity 5; means of 20 draws, seed 7\n",
        "commit f00d+\n",
        "digest abcdef\n",
        "a hold-out only if nothing",
    ):
        assert words in text
    text = worth_text(table, provenance=city | {"source": "stand-in"}, **settings)
    assert "A city (made up, no evidence about a real city), 1,234" in text


def test_digits_have_no_powers_of_ten():
    words = " ".join(digits(x) for x in (9.96, 99.6, 0.00996, 1234.0, 0.0))
    assert words == "10 100 0.010 1200 0"
