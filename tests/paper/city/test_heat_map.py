"""Maps of trip ends: the three rules, and that no cab moves a map by more than they say."""

import json

import numpy as np
import pandas as pd
import pytest

from gaussmech.geo.assignment import GaussianKernel
from gaussmech.paper.city.heat_map import heat_map, worst_case_norm

SETTINGS = {"bandwidth_m": 0, "reach_m": 150.0, "sensitivity": 5.0, "max_trips": 5}
RULES = ["clip", "trips", "assumed"]


def ends_at(graph, vertex, cab, trip=None):
    """Return one trip end exactly at each of the given vertices; by default two to a trip."""
    vertex = np.asarray(vertex)
    columns = {
        "trip": np.arange(len(vertex)) // 2 if trip is None else trip,
        "end": "pickup",
        "lon": graph.lon[vertex],
        "lat": graph.lat[vertex],
        "cab": pd.Categorical(np.broadcast_to(cab, len(vertex))),
    }
    return pd.DataFrame(columns)


def map_of(graph, ends, rule, seed=1, **changes):
    """Return the counts of a map and the facts about them."""
    rng = np.random.default_rng(seed)
    return heat_map(graph, ends, rule=rule, rng=rng, **SETTINGS | changes)


# Places of ends, and what becomes of each within 150 metres.
ENDS = [
    (-73.98, 40.75, "used"),
    (-73.979, 40.7513, "used"),
    (np.nan, 40.75, "missing"),
    (-73.98, np.inf, "missing"),
    (0, 0, "missing"),
    (-73.98, 40.7, "too_far"),
    (-73.9818, 40.7488, "too_far"),
]


def test_ends_that_are_dropped_are_counted_by_reason(grid):
    lon, lat, reasons = zip(*ENDS, strict=True)
    ends = ends_at(grid, [0] * len(ENDS), "a").assign(lon=lon, lat=lat)
    counts, facts = map_of(grid, ends, "assumed")
    used = facts["dropped"] | {"used": facts["ends_used"]}
    assert used == {reason: reasons.count(reason) for reason in reasons}
    assert counts.sum() == facts["mass"] == reasons.count("used")
    with pytest.raises(ValueError, match=r"reach_m is 0; allowed are .*\(0, inf\)"):
        map_of(grid, ends, "assumed", reach_m=0)


@pytest.mark.parametrize("bandwidth_m", [0, 20, 40])
def test_a_cab_whose_trips_are_at_the_worst_junction_is_limited(grid, bandwidth_m):
    rows = GaussianKernel(grid, bandwidth_m).rows(grid.lon, grid.lat)
    norms = np.sqrt(rows.power(2).sum(axis=1))
    # No junction has another one within four bandwidths of twenty metres.
    assert norms.max() == 1 if bandwidth_m <= 20 else 0.8 < norms.max() < 1
    # Five trips of one cab begin and end there, and another cab is elsewhere.
    ends = ends_at(grid, [norms.argmax()] * 10 + [7, 8], ["a"] * 10 + ["b"] * 2)
    others = ends[ends["cab"] == "b"]
    changes = {}
    for rule in RULES:
        counts, _ = map_of(grid, ends, rule, bandwidth_m=bandwidth_m)
        without, _ = map_of(grid, others, rule, bandwidth_m=bandwidth_m)
        changes[rule] = np.linalg.norm(counts - without)
        assert changes[rule] <= worst_case_norm(rule, 5.0, 5) * (1 + 1e-12)
    unlimited = 10 * norms.max()
    assert changes == pytest.approx(
        {"clip": 5, "trips": unlimited, "assumed": unlimited}
    )


def test_a_few_trips_of_a_cab_count_with_both_ends(grid):
    # Cabs with 8, 2 and 5 trips. Vertices 0 to 4 hold the ends of two trips, others those of one.
    ends = ends_at(grid, np.arange(30) % 25, np.repeat(["a", "b", "c"], (16, 4, 10)))
    ends = ends.sample(frac=1, random_state=1)
    counts, facts = map_of(grid, ends, "trips", max_trips=3)
    assert facts["ends_used"] == counts.sum() == 6 + 4 + 6
    # The ends of a trip are neighbours.
    assert np.array_equal(counts[6:24:2], counts[7:24:2])
    # No trip is left out where no cab has more.
    assert map_of(grid, ends, "trips", max_trips=8)[1]["ends_used"] == 30


def test_every_trip_has_the_same_chance(grid):
    cab = np.repeat(np.arange(20), 10)
    ends = ends_at(grid, np.tile(np.arange(10), 20), cab, trip=np.arange(200))
    total = sum(map_of(grid, ends, "trips", seed)[0] for seed in range(20))[:10]
    assert total.sum() == 2000
    # Half of the trips of a cab count: 400 chances of one half, a standard deviation of 10.
    assert np.abs(total - 200).max() < 5 * 10


@pytest.mark.parametrize(
    "rule, expected",
    [("assumed", [1] * 4), ("clip", [1, 0, 1, 0]), ("trips", [1, 0, 1, 0])],
)
def test_rules_that_limit_a_cab_drop_ends_without_one(grid, rule, expected):
    counts, facts = map_of(grid, ends_at(grid, range(4), ["a", None, "b", None]), rule)
    assert counts[:4].tolist() == expected
    assert (
        facts["dropped"].get("no_cab", 0) == 4 - facts["ends_used"] == expected.count(0)
    )


@pytest.mark.parametrize("rule", RULES)
def test_ends_count_by_their_weight_and_an_hour_may_be_empty(grid, rule):
    weighted = ends_at(grid, [0, 1], "a").assign(weight=[3.0, 0.5])
    counts, facts = map_of(grid, weighted, rule)
    assert counts[:2].tolist() == [3, 0.5]
    assert (facts["ends_used"], facts["mass"]) == (2, 3.5)
    assert json.loads(json.dumps(facts)) == facts
    counts, facts = map_of(grid, weighted[:0], rule)
    assert not counts.any() and facts["ends_used"] == 0
