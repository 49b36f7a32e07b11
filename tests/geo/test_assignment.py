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
    columns = {"trip": trip, "end": "pickup", "lon": graph.lon[vertex], "lat": graph.lat[vertex]}
    return pd.DataFrame(columns | {"cab": cab})


def map_of(graph, ends, rule, seed=1, **changes):
    return heat_map(graph, ends, rule=rule, rng=np.random.default_rng(seed), **SETTINGS | changes)


def test_projection_keeps_distances(manhattan):
    graph, _ = manhattan
    u, v = graph.edges.T
    place = project(graph, graph.lon, graph.lat)
    round_earth = great_circle_m(graph.lon[u], graph.lat[u], graph.lon[v], graph.lat[v])
    assert np.hypot(*(place[u] - place[v]).T) == pytest.approx(round_earth, rel=2e-3)


def test_reasons_to_drop_an_end(grid):
    lon = [-73.98, np.nan, -73.98, 0, np.inf, -73.98, -73.99, -73.9813, -73.979, -73.977]
    lat = [40.75, 40.75, np.nan, 0, 40.75, 40.7, 40.75, 40.7488, 40.7513, 40.7553]
    kept, dropped = locate_ends(grid, lon, lat)
    assert kept.tolist() == [True] + [False] * 7 + [True, True]
    assert dropped == {"missing": 4, "outside": 2, "too_far": 1}
    assert locate_ends(grid, lon, lat, reach_m=10)[1] == {"missing": 4, "outside": 4, "too_far": 1}
    with pytest.raises(ValueError, match=r"reach_m is 0; allowed are numbers in \(0, inf\)"):
        locate_ends(grid, lon, lat, reach_m=0)


@pytest.mark.parametrize("h", [20, 60, 150])
def test_kernel_by_hand(grid, h):
    rng = np.random.default_rng(3)
    lon, lat = -73.98 + 0.004 * rng.random(50), 40.75 + 0.004 * rng.random(50)
    rows = spread(grid, lon, lat, bandwidth_m=h).toarray()
    distance = great_circle_m(lon[:, None], lat[:, None], grid.lon, grid.lat)
    weight = np.where(distance <= 4 * h, np.exp(-(distance**2) / (2 * h**2)), 0)
    weight[np.arange(50), distance.argmin(axis=1)] += weight.sum(axis=1) == 0
    assert rows == pytest.approx(weight / weight.sum(axis=1, keepdims=True), abs=1e-3)
    assert np.abs(rows.sum(axis=1) - 1).max() < 1e-12
    assert np.array_equal(rows > 0, weight > 0)


@pytest.mark.parametrize("h", [0, 1e-200, 1e-3])
def test_narrow_kernels_take_the_nearest_junction(grid, h):
    rows = spread(grid, grid.lon + 2e-4, grid.lat - 2e-4, bandwidth_m=h)
    assert np.array_equal(rows.toarray(), np.eye(25))
    assert spread(grid, [], [], bandwidth_m=h).shape == (0, 25)
    alone = Graph(1, [], lon=[-73.98], lat=[40.75])
    assert spread(alone, [-73.98], [40.7501], bandwidth_m=100).toarray().tolist() == [[1]]


@pytest.mark.parametrize("bandwidth_m", [0, 50, 100])
def test_the_worst_cab_of_five_trips_on_the_real_graph(manhattan, bandwidth_m):
    graph, _ = manhattan
    rows = spread(graph, graph.lon, graph.lat, bandwidth_m=bandwidth_m)
    norms = np.sqrt(rows.power(2).sum(axis=1))
    vertex, norm = norms.argmax(), norms.max()
    # Within fifty metres it is on its own within four bandwidths.
    assert norm == 1 if bandwidth_m <= 50 else 0.9 < norm < 1
    both_ends = ends_at(graph, [vertex] * 10, "a")
    for rule in ("assumed", "trips"):
        change = np.linalg.norm(map_of(graph, both_ends, rule, bandwidth_m=bandwidth_m)[0])
        assert change == pytest.approx(10 * norm)
        assert change <= worst_case_norm(rule, 5.0, 5) * (1 + 1e-12)
    change, facts = map_of(graph, both_ends, "clip", bandwidth_m=bandwidth_m)
    assert np.linalg.norm(change) == pytest.approx(5) and facts["cabs_clipped"] == 1
    assert facts["largest_cab_norm"] == pytest.approx({"before": 10 * norm, "after": 5})


def test_no_cab_moves_the_map_by_more_than_the_worst_case(manhattan):
    graph, _ = manhattan
    rng = np.random.default_rng(5)
    crowded = np.argsort(graph.lat)[1000:1030]
    ends = ends_at(graph, rng.choice(crowded, 2000), np.repeat(rng.integers(0, 60, 1000), 2))
    for rule in ("clip", "trips"):
        whole, facts = map_of(graph, ends, rule, bandwidth_m=30, max_trips=6)
        bound = worst_case_norm(rule, 5.0, 6)
        before, after = (facts["largest_cab_norm"][when] for when in ("before", "after"))
        assert after < before and after <= bound * (1 + 1e-12)
        for cab in range(0, 60, 10):
            without, _ = map_of(graph, ends[ends["cab"] != cab], rule, bandwidth_m=30, max_trips=6)
            assert np.linalg.norm(whole - without) <= bound + 1e-9


def test_at_most_max_trips_count_with_all_their_ends(grid):
    cab = np.repeat(["a", "b", "c"], (16, 4, 10))
    ends = ends_at(grid, np.arange(30) % 25, cab).sample(frac=1, random_state=1)
    counts, facts = map_of(grid, ends, "trips", max_trips=3)
    assert facts["ends_used"] == counts.sum() == 6 + 4 + 6
    assert facts["trips_left_out"] == 5 + 0 + 2
    again, other = (map_of(grid, ends, "trips", seed, max_trips=3)[0] for seed in (1, 2))
    assert np.array_equal(counts, again) and not np.array_equal(counts, other)
    # Vertices 0 .. 4 hold the ends of two trips, the others those of one.
    assert all(counts[2 * k] == counts[2 * k + 1] for k in range(3, 12))
    assert map_of(grid, ends, "trips", max_trips=8)[1]["trips_left_out"] == 0


def test_every_trip_has_the_same_chance(grid):
    vertex, cab = np.tile(np.arange(10), 20), np.repeat(np.arange(20), 10)
    ends = ends_at(grid, vertex, cab, trip=np.arange(200))
    drawn = sum(map_of(grid, ends, "trips", seed)[0] for seed in range(20))[:10]
    assert drawn.sum() == 2000
    assert np.abs(drawn - 200).max() < 5 * 10  # five standard deviations


def test_ends_without_a_cab(grid):
    ends, nameless = ends_at(grid, [0, 1, 2, 3], ["a", None, "b", None]), ends_at(grid, [0], None)
    for rule in ("clip", "trips"):
        counts, facts = map_of(grid, ends, rule)
        assert counts[:4].tolist() == [1, 0, 1, 0]
        assert (facts["dropped"]["no_cab"], facts["ends_used"], facts["cabs"]) == (2, 2, 2)
        with pytest.raises(ValueError, match=f"contribution is '{rule}', but .* only 'assumed' is"):
            map_of(grid, nameless, rule)
    counts, facts = map_of(grid, ends, "assumed")
    assert counts[:4].tolist() == [1, 1, 1, 1] and "no_cab" not in facts["dropped"]
    assert "cabs" not in map_of(grid, nameless, "assumed")[1]


def test_weights_count_and_hours_may_be_empty(grid):
    ends = ends_at(grid, [0, 1], "a").assign(weight=[3.0, 0.5])
    counts, facts = map_of(grid, ends, "assumed")
    assert counts[:2].tolist() == [3, 0.5]
    assert (facts["ends_used"], facts["mass"]) == (2, 3.5)
    counts, _ = map_of(grid, ends, "clip", sensitivity=1)
    assert np.linalg.norm(counts) == pytest.approx(1)
    for rule in ("clip", "trips", "assumed"):
        counts, facts = map_of(grid, ends[:0], rule)
        assert not counts.any() and facts["ends_used"] == 0
        _, facts = map_of(grid, ends, rule)
        assert json.loads(json.dumps(facts)) == facts


def test_worst_case_and_argument_checks(grid):
    assert [worst_case_norm(rule, 5, 3) for rule in ("clip", "trips", "assumed")] == [5, 6, 6]
    with pytest.raises(ValueError, match="lon and lat must be finite"):
        spread(grid, [np.nan], [40.75], bandwidth_m=1)
    with pytest.raises(ValueError, match="contribution is 'none'; allowed are 'clip', 'trips', 'a"):
        map_of(grid, ends_at(grid, [0], "a"), "none")
