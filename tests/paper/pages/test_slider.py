"""The page of Figure 2: its sentences, and what it draws; tests/browser moves the slider."""

import base64
import json
import re
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex

from gaussmech.paper.experiments.denoising_worth import (
    MAPS_OF_PAGE,
    METHODS_OF_PAGE,
    with_worth,
)
from gaussmech.paper.pages.slider import (
    COLORS,
    SHADES,
    STEPS,
    fig2_data,
    fig2_page,
    places,
)
from gaussmech.paper.pages.worth import worth_rows, worth_text
from gaussmech.privacy.calibration import analytic_gaussian_sigma

TEMPLATE = Path(__file__).parents[3] / "workflow/report/fig2.html"
PROVENANCE = {
    "source": "files",
    "label": "</script> & more",
    "counted": "events",
    "counts": {"junctions": 1234},
    "hours": {
        "0": {"days": "2014-09-24", "utility_simulation": False},
        "16": {
            "days": "January",
            "sample": "a 5 % sample",
            "weights": [6.0],
            "utility_simulation": True,
        },
    },
}
EPSILONS = (0.1, 0.5, 2.0)
JUNCTIONS = pd.DataFrame(
    {"lon": [0.0, 0.001, 0.0, 0.001], "lat": [40.0, 40.0, 40.01, 40.01]}
)
ROADS = pd.DataFrame({"u": [0, 1, 2], "v": [1, 3, 3]})
TRUTH = np.array([3.0, 40.0, 0.0, 7.0])
NOISE = np.array([0.5, -1.0, 1.5, 0.25])


def errors(epsilons, hours=(0,), draws=20, ours=0.2):
    """A table of what errors are worth; `ours` is that of auto, over sigma."""
    parts = []
    for epsilon, hour in product(epsilons, hours):
        sigma = analytic_gaussian_sigma(epsilon, 1e-6, 5.0)
        cell = {"hour": hour, "epsilon": epsilon, "sigma": sigma}
        error = [sigma, 0.5 * sigma, 0.3 * sigma, ours * sigma, 14.0]
        parts.append(
            pd.DataFrame({"method": METHODS_OF_PAGE, "rmse_mean": error} | cell)
        )
    table = pd.concat(parts, ignore_index=True)
    budget = {"delta": 1e-6, "sensitivity": 5.0, "repetitions": draws}
    others = {"rmse_se": 0.02 * table["rmse_mean"], "uses_truth": False, "source": "x"}
    return with_worth(table.assign(**budget, **others))


@pytest.fixture
def tables():
    worth = pd.concat([errors([0.5], [0, 16]), errors([2.0], [16])], ignore_index=True)
    frames = []
    for epsilon in EPSILONS:
        frame = pd.DataFrame({"hour": 0, "epsilon": epsilon, "truth": TRUTH})
        for k, name in enumerate(MAPS_OF_PAGE, 1):
            noise = analytic_gaussian_sigma(epsilon, 1e-6, 5.0) * NOISE
            frame[name] = TRUTH + noise / k
        frames.append(frame)
    return {
        "denoising_worth": worth,
        "denoising_by_epsilon": errors(EPSILONS, draws=5, ours=0.22),
        "denoising_frames": pd.concat(frames),
        "junctions": JUNCTIONS,
        "roads": ROADS,
    }


def data_of(tables):
    return fig2_data(tables, map_epsilon=0.5, counted="events")


CONSTANT = (
    "A constant map, which shows nothing of the city, has a factor {}:"
    " its error is 14.0, and it is worth ε = 1.6. Means of {} draws."
)
RELEASE = (
    "At ε = 2 the root mean square error of the release is 11.2 events per junction; "
)


@pytest.mark.parametrize(
    "draws, ours, place, sentence, factor, constant",
    [
        (
            5,
            0.22,
            0,
            "At ε = 0.1 the map shows nothing of the city: the root mean square error after denoising"
            " is 39.9 events per junction, that of a constant map 14.0.",
            "",
            "16",
        ),
        (
            5,
            0.22,
            2,
            f"{RELEASE}after denoising it is 2.5. Without denoising you would need ε = 11 for that.",
            "Denoising is worth a factor 5.6 in ε here (95 %, over the noise: 5.3 to 6.0). ",
            "0.78",
        ),
        # Where figures show maps, the draws are those of the table of more draws.
        (
            20,
            0.22,
            1,
            "At ε = 0.5 the root mean square error of the release is 40.3 events per junction; after"
            " denoising it is 8.1. Without denoising you would need ε = 2.9 for that.",
            "Denoising is worth a factor 5.7 in ε here (95 %, over the noise: 5.5 to 6.0). ",
            "3.1",
        ),
        (
            2,
            1.2,
            2,
            f"{RELEASE}denoising does not help here: its error is 13.4.",
            "Denoising is worth a factor 0.82 in ε here (no interval from 2 draws). ",
            "0.78",
        ),
        (
            2,
            0.0,
            2,
            f"{RELEASE}after denoising it is 0.0. Without denoising you would need ε = ∞ for that.",
            "Denoising is worth a factor ∞ in ε here (no interval from 2 draws). ",
            "0.78",
        ),
    ],
)
def test_a_stop_has_its_sentence(
    tables, draws, ours, place, sentence, factor, constant
):
    by_epsilon = errors(EPSILONS, draws=min(draws, 5), ours=ours)
    data = data_of(tables | {"denoising_by_epsilon": by_epsilon})
    stop = data["stops"][place]
    assert data["start"] == 1 and stop["epsilon"] == EPSILONS[place]
    assert stop["methods"]["aGM"] == {"error": stop["sigma"], "worth": stop["epsilon"]}
    assert stop["sentence"] == sentence
    assert stop["note"] == factor + CONSTANT.format(constant, draws)
    json.dumps(data, allow_nan=False)


def test_the_maps_come_back(tables):
    data = data_of(tables)

    def unpacked(name, kind, *shape):
        content = base64.b64decode(data[name])
        return np.frombuffer(content, kind).reshape(shape or -1)

    assert unpacked("truth", "<f4") == pytest.approx(TRUTH)
    assert unpacked("noise", "<f4") == pytest.approx(NOISE)
    assert (unpacked("streets", "<u4", 3, 2) == ROADS).all(axis=None)
    assert data["colors"][:: SHADES - 1] == [to_hex(COLORS(end)) for end in (0.0, 1.0)]
    maps = unpacked("maps", "<u2", 3, 3, 4) * data["unit"]
    for k, (_, frame) in enumerate(tables["denoising_frames"].groupby("epsilon")):
        expected = frame[data["estimates"]].clip(lower=0).to_numpy().T
        assert maps[k] == pytest.approx(expected, abs=data["unit"])


def test_north_is_up_and_the_scale_is_one():
    x, y = places(JUNCTIONS).T
    assert y[2] < y[0] and x[1] > x[0]
    assert x.min() == y.min() == 0 and y.max() == STEPS
    wide = 0.001 * np.cos(np.radians(40.005))
    assert np.ptp(x) / np.ptp(y) == pytest.approx(wide / 0.01, rel=1e-3)


def test_the_page_is_whole_and_loads_nothing(tables):
    def page_of(source):
        return fig2_page(
            TEMPLATE,
            **tables,
            provenance=PROVENANCE | {"source": source},
            map_epsilon=0.5,
        )

    page = page_of("files")
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
    assert "SYNTHETIC CITY." in page_of("stand-in")


def test_the_text_on_what_denoising_is_worth_names_all_that_it_depends_on(tables):
    settings = {"origin": {"commit": "f00d+", "config_digest": "abcdef"}, "seed": 7}
    provenance = PROVENANCE | {"source": "stand-in", "label": "A city"}
    text = worth_text(
        tables["denoising_worth"], map_epsilon=0.5, provenance=provenance, **settings
    )
    for line in (
        "At midnight and ε = 0.5 the root mean square error of the release is 40.3 events per junction;"
        " after denoising it is 8.1. Without denoising you would need ε = 2.9 for that."
        " Denoising is worth a factor 5.7 in ε here (95 %, over the noise: 5.5 to 6.0)."
        " A constant map, which shows nothing of the city, is worth a factor 3.1 in ε."
        " At the same ε it is 5.7 at 16:00. At 16:00 it is 6.3 at ε = 2 (a constant map: 0.78).\n",
        "city:     A city (made up, no evidence about a real city), 1,234 junctions\n",
        "maps:     0:00: 2014-09-24; 16:00: January, a 5 % sample, each trip counted six times"
        " (a utility simulation, not a release)\n",
        "delta 1e-06, sensitivity 5; means of 20 draws, seed 7\n",
        "commit f00d+\n",
        "digest abcdef\n",
    ):
        assert line in text


@pytest.mark.parametrize(
    "draws, hours, first, second",
    [
        (20, (0, 16), ["5.7 (5.5 to 6.0)"] * 2, ["3.7 (3.5 to 3.8)"] * 2),
        (2, (0,), ["5.7"], ["3.7"]),
    ],
)
def test_the_rows_of_the_table_begin_with_the_least_error(draws, hours, first, second):
    worth = worth_rows(errors([0.5], hours, draws), 0.5, PROVENANCE)
    rows = worth["rows"]
    assert [row["error"] for row in rows] == ["8.1", "12.1", "14.0", "20.1"]
    assert [row["factors"] for row in rows[:2]] == [first, second]
    assert worth["others"] == [*hours[1:]] and bool(worth["further"]) == len(hours) - 1
