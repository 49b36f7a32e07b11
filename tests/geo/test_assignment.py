"""Maps of trip ends: the kernel by hand, the three rules, and that no cab moves a map by more."""

import json

import numpy as np
import pandas as pd
import pytest

from gaussmech.geo.assignment import heat_map, locate_ends, spread, worst_case_norm
from gaussmech.geo.projection import project
from gaussmech.geo.roads import great_circle_m
from gaussmech.graphs.graph import Graph

SETTINGS = {"bandwidth_m": 0, "reach_m": 150.0, "sensitivity": 5.0, "max_trips": 5}


def ends_at(graph, vertex, cab, trip=None):
    """One trip end exactly at each of the given vertices; by default two to a trip."""
    vertex = np.asarray(vertex)
    cab = pd.Categorical(np.broadcast_to(cab, len(vertex)))
    trip = np.arange(len(vertex)) // 2 if trip is None else trip
    columns = {
        "trip": trip,
        "end": "pickup",
        "lon": graph.lon[vertex],
        "lat": graph.lat[vertex],
        "cab": cab,
    }
    return pd.DataFrame(columns)


def map_of(graph, ends, rule, seed=1, **changes):
    return heat_map(
        graph, ends, rule=rule, rng=np.random.default_rng(seed), **SETTINGS | changes
    )


def test_projection_keeps_distances(manhattan):
    graph, _ = manhattan
    u, v = graph.edges.T
    place = project(graph, graph.lon, graph.lat)
    in_the_plane = np.linalg.norm(place[u] - place[v], axis=1)
    on_the_sphere = great_circle_m(
        graph.lon[u], graph.lat[u], graph.lon[v], graph.lat[v]
    )
    assert in_the_plane == pytest.approx(on_the_sphere, rel=2e-3)


# Longitude and latitude of ends, and what becomes of each within 150 and within 10 metres.
ENDS = [
    (-73.98, 40.75, "within reach", "within reach"),
    (np.nan, 40.75, "missing", "missing"),
    (-73.98, np.nan, "missing", "missing"),
    (0, 0, "missing", "missing"),
    (np.inf, 40.75, "missing", "missing"),
    (-73.98, 40.7, "outside", "outside"),
    (-73.99, 40.75, "outside", "outside"),
    (-73.9813, 40.7488, "too_far", "outside"),
    (-73.979, 40.7513, "within reach", "too_far"),
    (-73.977, 40.7553, "within reach", "outside"),
]


@pytest.mark.parametrize("reach_m, column", [(150, 2), (10, 3)])
def test_reasons_to_drop_an_end(grid, reach_m, column):
    lon = [end[0] for end in ENDS]
    lat = [end[1] for end in ENDS]
    reasons = [end[column] for end in ENDS]
    within_reach, dropped = locate_ends(grid, lon, lat, reach_m=reach_m)
    assert within_reach.tolist() == [reason == "within reach" for reason in reasons]
    assert dropped == {reason: reasons.count(reason) for reason in dropped}
    assert [*dropped] == ["missing", "outside", "too_far"]


def test_a_reach_of_zero_is_refused(grid):
    with pytest.raises(
        ValueError, match=r"reach_m is 0; allowed are numbers in \(0, inf\)"
    ):
        locate_ends(grid, [-73.98], [40.75], reach_m=0)


@pytest.mark.parametrize("h", [20, 60, 150])
def test_kernel_by_hand(grid, h):
    rng = np.random.default_rng(3)
    lon = -73.98 + 0.004 * rng.random(50)
    lat = 40.75 + 0.004 * rng.random(50)
    rows = spread(grid, lon, lat, bandwidth_m=h).toarray()
    distance = great_circle_m(lon[:, None], lat[:, None], grid.lon, grid.lat)
    weight = np.where(distance <= 4 * h, np.exp(-(distance**2) / (2 * h**2)), 0)
    # An event that no place is near counts at its nearest one.
    weight[np.arange(50), distance.argmin(axis=1)] += weight.sum(axis=1) == 0
    expected = weight / weight.sum(axis=1, keepdims=True)
    assert rows == pytest.approx(expected, abs=1e-3)
    assert np.abs(rows.sum(axis=1) - 1).max() < 1e-12
    assert np.array_equal(rows > 0, weight > 0)


@pytest.mark.parametrize("h", [0, 1e-200, 1e-3])
def test_narrow_kernels_take_the_nearest_junction(grid, h):
    rows = spread(grid, grid.lon + 2e-4, grid.lat - 2e-4, bandwidth_m=h)
    assert np.array_equal(rows.toarray(), np.eye(25))


@pytest.mark.parametrize("h", [0, 100])
def test_no_ends_have_no_rows(grid, h):
    assert spread(grid, [], [], bandwidth_m=h).shape == (0, 25)


def test_a_single_place_has_all_events():
    alone = Graph(1, [], lon=[-73.98], lat=[40.75])
    rows = spread(alone, [-73.98], [40.7501], bandwidth_m=100)
    assert rows.toarray().tolist() == [[1]]


@pytest.mark.parametrize("bandwidth_m", [0, 50, 100])
def test_the_worst_cab_of_five_trips_on_the_real_graph(manhattan, bandwidth_m):
    graph, _ = manhattan
    rows = spread(graph, graph.lon, graph.lat, bandwidth_m=bandwidth_m)
    norms = np.sqrt(rows.power(2).sum(axis=1))
    vertex = norms.argmax()
    norm = norms.max()
    # Within fifty metres it is on its own within four bandwidths.
    assert norm == 1 if bandwidth_m <= 50 else 0.9 < norm < 1
    both_ends = ends_at(graph, [vertex] * 10, "a")
    for rule in ("assumed", "trips"):
        counts, _ = map_of(graph, both_ends, rule, bandwidth_m=bandwidth_m)
        change = np.linalg.norm(counts)
        assert change == pytest.approx(10 * norm)
        assert change <= worst_case_norm(rule, 5.0, 5) * (1 + 1e-12)
    change, facts = map_of(graph, both_ends, "clip", bandwidth_m=bandwidth_m)
    assert np.linalg.norm(change) == pytest.approx(5) and facts["cabs_clipped"] == 1
    assert facts["largest_cab_norm"] == pytest.approx({"before": 10 * norm, "after": 5})


def test_no_cab_moves_the_map_by_more_than_the_worst_case(manhattan):
    graph, _ = manhattan
    rng = np.random.default_rng(5)
    crowded = np.argsort(graph.lat)[1000:1030]
    vertices = rng.choice(crowded, 2000)
    cabs = np.repeat(rng.integers(0, 60, 1000), 2)
    ends = ends_at(graph, vertices, cabs)
    for rule in ("clip", "trips"):
        whole, facts = map_of(graph, ends, rule, bandwidth_m=30, max_trips=6)
        bound = worst_case_norm(rule, 5.0, 6)
        norms = facts["largest_cab_norm"]
        assert norms["after"] < norms["before"]
        assert norms["after"] <= bound * (1 + 1e-12)
        for cab in range(0, 60, 10):
            without, _ = map_of(
                graph, ends[ends["cab"] != cab], rule, bandwidth_m=30, max_trips=6
            )
            assert np.linalg.norm(whole - without) <= bound + 1e-9


def test_at_most_max_trips_count_with_all_their_ends(grid):
    cab = np.repeat(["a", "b", "c"], (16, 4, 10))
    ends = ends_at(grid, np.arange(30) % 25, cab).sample(frac=1, random_state=1)
    counts, facts = map_of(grid, ends, "trips", max_trips=3)
    assert facts["ends_used"] == counts.sum() == 6 + 4 + 6
    assert facts["trips_left_out"] == 5 + 0 + 2
    same_seed, _ = map_of(grid, ends, "trips", seed=1, max_trips=3)
    other_seed, _ = map_of(grid, ends, "trips", seed=2, max_trips=3)
    assert np.array_equal(counts, same_seed)
    assert not np.array_equal(counts, other_seed)
    # Vertices 0 .. 4 hold the ends of two trips, the others those of one.
    assert all(counts[2 * k] == counts[2 * k + 1] for k in range(3, 12))
    assert map_of(grid, ends, "trips", max_trips=8)[1]["trips_left_out"] == 0


def test_every_trip_has_the_same_chance(grid):
    vertex = np.tile(np.arange(10), 20)
    cab = np.repeat(np.arange(20), 10)
    ends = ends_at(grid, vertex, cab, trip=np.arange(200))
    maps = [map_of(grid, ends, "trips", seed)[0] for seed in range(20)]
    total = np.sum(maps, axis=0)[:10]
    assert total.sum() == 2000
    standard_deviation = 10
    assert np.abs(total - 200).max() < 5 * standard_deviation


@pytest.mark.parametrize("rule", ["clip", "trips"])
def test_rules_that_limit_a_cab_drop_ends_without_one(grid, rule):
    ends = ends_at(grid, [0, 1, 2, 3], ["a", None, "b", None])
    counts, facts = map_of(grid, ends, rule)
    assert counts[:4].tolist() == [1, 0, 1, 0]
    assert facts["dropped"]["no_cab"] == 2
    assert facts["ends_used"] == 2
    assert facts["cabs"] == 2


@pytest.mark.parametrize("rule", ["clip", "trips"])
def test_rules_that_limit_a_cab_need_cabs(grid, rule):
    nameless = ends_at(grid, [0], None)
    with pytest.raises(
        ValueError, match=f"contribution is '{rule}', but .* only 'assumed' is"
    ):
        map_of(grid, nameless, rule)


def test_without_a_limit_ends_without_a_cab_count(grid):
    ends = ends_at(grid, [0, 1, 2, 3], ["a", None, "b", None])
    counts, facts = map_of(grid, ends, "assumed")
    assert counts[:4].tolist() == [1, 1, 1, 1]
    assert "no_cab" not in facts["dropped"]
    _, facts = map_of(grid, ends_at(grid, [0], None), "assumed")
    assert "cabs" not in facts


@pytest.fixture
def weighted(grid):
    return ends_at(grid, [0, 1], "a").assign(weight=[3.0, 0.5])


def test_an_end_counts_by_its_weight(grid, weighted):
    counts, facts = map_of(grid, weighted, "assumed")
    assert counts[:2].tolist() == [3, 0.5]
    assert facts["ends_used"] == 2
    assert facts["mass"] == 3.5


def test_weighted_ends_are_clipped(grid, weighted):
    counts, _ = map_of(grid, weighted, "clip", sensitivity=1)
    assert np.linalg.norm(counts) == pytest.approx(1)


@pytest.mark.parametrize("rule", ["clip", "trips", "assumed"])
def test_an_hour_may_be_empty(grid, weighted, rule):
    counts, facts = map_of(grid, weighted[:0], rule)
    assert not counts.any()
    assert facts["ends_used"] == 0


@pytest.mark.parametrize("rule", ["clip", "trips", "assumed"])
def test_the_facts_of_a_map_are_ready_for_json(grid, weighted, rule):
    _, facts = map_of(grid, weighted, rule)
    assert json.loads(json.dumps(facts)) == facts


@pytest.mark.parametrize("rule, norm", [("clip", 5), ("trips", 6), ("assumed", 6)])
def test_the_worst_case_of_each_rule(rule, norm):
    assert worst_case_norm(rule, 5, 3) == norm


def test_a_place_that_is_missing_is_refused(grid):
    with pytest.raises(ValueError, match="lon and lat must be finite"):
        spread(grid, [np.nan], [40.75], bandwidth_m=1)


def test_an_unknown_rule_is_refused(grid):
    with pytest.raises(
        ValueError, match="contribution is 'none'; allowed are 'clip', 'trips', 'a"
    ):
        map_of(grid, ends_at(grid, [0], "a"), "none")
