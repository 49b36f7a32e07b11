"""Maps of trip ends: the kernel by hand, the three rules, and that no cab moves a map by more."""

import json

import numpy as np
import pandas as pd
import pytest

from gaussmech.geo.assignment import locate_ends, spread
from gaussmech.geo.projection import project
from gaussmech.geo.roads import great_circle_m
from gaussmech.graphs.graph import Graph
from gaussmech.paper.city.heat_map import heat_map, worst_case_norm

SETTINGS = {"bandwidth_m": 0, "reach_m": 150.0, "sensitivity": 5.0, "max_trips": 5}


def ends_at(graph, vertex, cab, trip=None):
    """Return one trip end exactly at each of the given vertices; by default two to a trip."""
    vertex = np.asarray(vertex)
    cab = pd.Categorical(np.broadcast_to(cab, len(vertex)))
    if trip is None:
        trip = np.arange(len(vertex)) // 2
    columns = {
        "trip": trip,
        "end": "pickup",
        "lon": graph.lon[vertex],
        "lat": graph.lat[vertex],
        "cab": cab,
    }
    return pd.DataFrame(columns)


def map_of(graph, ends, rule, seed=1, **changes):
    """Return the counts of a map and the facts about them."""
    rng = np.random.default_rng(seed)
    return heat_map(graph, ends, rule=rule, rng=rng, **SETTINGS | changes)


def test_projection_keeps_distances(manhattan):
    graph, _ = manhattan
    u, v = graph.edges.T
    lon = graph.lon
    lat = graph.lat
    place = project(graph, lon, lat)
    in_the_plane = np.linalg.norm(place[u] - place[v], axis=1)
    on_the_sphere = great_circle_m(lon[u], lat[u], lon[v], lat[v])
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


LON, LAT, REASONS_AT_150, REASONS_AT_10 = zip(*ENDS, strict=True)
each_reach = pytest.mark.parametrize(
    ("reach_m", "reasons"),
    [(150, REASONS_AT_150), (10, REASONS_AT_10)],
    ids=["150 m", "10 m"],
)


@each_reach
def test_ends_within_reach_are_located(grid, reach_m, reasons):
    within_reach, _ = locate_ends(grid, LON, LAT, reach_m=reach_m)
    assert within_reach.tolist() == [reason == "within reach" for reason in reasons]


@each_reach
def test_the_reasons_to_drop_an_end_are_counted(grid, reach_m, reasons):
    _, dropped = locate_ends(grid, LON, LAT, reach_m=reach_m)
    assert list(dropped) == ["missing", "outside", "too_far"]
    for reason, count in dropped.items():
        assert count == reasons.count(reason), reason


def test_a_reach_of_zero_is_refused(grid):
    message = r"reach_m is 0; allowed are numbers in \(0, inf\)"
    with pytest.raises(ValueError, match=message):
        locate_ends(grid, [-73.98], [40.75], reach_m=0)


class KernelByHand:
    """Fifty events on the grid, their rows of the library, and their kernels by hand."""

    def __init__(self, graph, h):
        rng = np.random.default_rng(3)
        lon = -73.98 + 0.004 * rng.random(50)
        lat = 40.75 + 0.004 * rng.random(50)
        self.rows = spread(graph, lon, lat, bandwidth_m=h).toarray()
        distance = great_circle_m(lon[:, None], lat[:, None], graph.lon, graph.lat)
        kernel = np.exp(-(distance**2) / (2 * h**2))
        self.weights = np.where(distance <= 4 * h, kernel, 0)
        # An event that no place is near counts at its nearest one.
        is_remote = self.weights.sum(axis=1) == 0
        nearest = distance.argmin(axis=1)
        self.weights[is_remote, nearest[is_remote]] = 1


@pytest.fixture(params=[20, 60, 150], ids="{} m".format)
def kernel(request, grid):
    return KernelByHand(grid, request.param)


def test_the_weights_of_an_event_are_those_of_the_kernel(kernel):
    expected = kernel.weights / kernel.weights.sum(axis=1, keepdims=True)
    # The library's distances are those of the plane.
    assert kernel.rows == pytest.approx(expected, abs=1e-3)


def test_the_weights_of_an_event_sum_to_one(kernel):
    assert np.abs(kernel.rows.sum(axis=1) - 1).max() < 1e-12


def test_an_event_counts_within_four_bandwidths(kernel):
    assert np.array_equal(kernel.rows > 0, kernel.weights > 0)


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


class WorstCab:
    """A cab whose five trips begin and end where an event has the largest norm of its weights."""

    def __init__(self, graph, bandwidth_m):
        self.graph = graph
        self.bandwidth_m = bandwidth_m
        rows = spread(graph, graph.lon, graph.lat, bandwidth_m=bandwidth_m)
        norms = np.sqrt(rows.power(2).sum(axis=1))
        self.norm = norms.max()
        self.ends = ends_at(graph, [norms.argmax()] * 10, "a")

    def map(self, rule):
        return map_of(self.graph, self.ends, rule, bandwidth_m=self.bandwidth_m)


@pytest.fixture(scope="module", params=[0, 50, 100], ids="{} m".format)
def worst_cab(request, manhattan):
    graph, _ = manhattan
    return WorstCab(graph, request.param)


def test_some_junction_is_on_its_own_within_four_bandwidths_of_fifty_metres(worst_cab):
    if worst_cab.bandwidth_m <= 50:
        assert worst_cab.norm == 1
    else:
        assert 0.9 < worst_cab.norm < 1


@pytest.mark.parametrize("rule", ["assumed", "trips"])
def test_a_cab_of_five_trips_moves_the_map_by_ten_ends(worst_cab, rule):
    counts, _ = worst_cab.map(rule)
    change = np.linalg.norm(counts)
    assert change == pytest.approx(10 * worst_cab.norm)
    assert change <= worst_case_norm(rule, 5.0, 5) * (1 + 1e-12)


def test_a_cab_of_five_trips_is_clipped(worst_cab):
    counts, facts = worst_cab.map("clip")
    assert np.linalg.norm(counts) == pytest.approx(5)
    assert facts["cabs_clipped"] == 1
    expected = {"before": 10 * worst_cab.norm, "after": 5}
    assert facts["largest_cab_norm"] == pytest.approx(expected)


class CrowdedCabs:
    """Sixty cabs with a thousand trips among thirty neighbouring junctions."""

    def __init__(self, graph):
        self.graph = graph
        rng = np.random.default_rng(5)
        crowded = np.argsort(graph.lat)[1000:1030]
        vertices = rng.choice(crowded, 2000)
        cabs = np.repeat(rng.integers(0, 60, 1000), 2)
        self.ends = ends_at(graph, vertices, cabs)

    def map(self, rule, without=None):
        """Return the map of all cabs, or of all but one."""
        ends = self.ends
        if without is not None:
            ends = ends[ends["cab"] != without]
        return map_of(self.graph, ends, rule, bandwidth_m=30, max_trips=6)


@pytest.fixture(scope="module")
def crowded_cabs(manhattan):
    graph, _ = manhattan
    return CrowdedCabs(graph)


@pytest.mark.parametrize("rule", ["clip", "trips"])
def test_the_largest_norm_of_a_cab_is_limited(crowded_cabs, rule):
    _, facts = crowded_cabs.map(rule)
    norms = facts["largest_cab_norm"]
    assert norms["after"] < norms["before"]
    assert norms["after"] <= worst_case_norm(rule, 5.0, 6) * (1 + 1e-12)


@pytest.mark.parametrize("rule", ["clip", "trips"])
def test_no_cab_moves_the_map_by_more_than_the_worst_case(crowded_cabs, rule):
    bound = worst_case_norm(rule, 5.0, 6)
    whole, _ = crowded_cabs.map(rule)
    for cab in range(0, 60, 10):
        without, _ = crowded_cabs.map(rule, without=cab)
        assert np.linalg.norm(whole - without) <= bound + 1e-9, cab


@pytest.fixture
def three_cabs(grid):
    """Cabs with 8, 2 and 5 trips, whose ends are one to a vertex, in no order.

    Vertices 0 to 4 hold the ends of two trips, the others those of one.
    """
    cab = np.repeat(["a", "b", "c"], (16, 4, 10))
    ends = ends_at(grid, np.arange(30) % 25, cab)
    return ends.sample(frac=1, random_state=1)


def test_at_most_max_trips_count(grid, three_cabs):
    counts, facts = map_of(grid, three_cabs, "trips", max_trips=3)
    assert facts["ends_used"] == counts.sum() == 6 + 4 + 6
    assert facts["trips_left_out"] == 5 + 0 + 2


def test_trips_count_with_all_their_ends(grid, three_cabs):
    counts, _ = map_of(grid, three_cabs, "trips", max_trips=3)
    # The ends of a trip are neighbours.
    for k in range(3, 12):
        assert counts[2 * k] == counts[2 * k + 1]


def test_the_seed_decides_which_trips_count(grid, three_cabs):
    counts, _ = map_of(grid, three_cabs, "trips", seed=1, max_trips=3)
    same_seed, _ = map_of(grid, three_cabs, "trips", seed=1, max_trips=3)
    other_seed, _ = map_of(grid, three_cabs, "trips", seed=2, max_trips=3)
    assert np.array_equal(counts, same_seed)
    assert not np.array_equal(counts, other_seed)


def test_no_trip_is_left_out_where_no_cab_has_more(grid, three_cabs):
    _, facts = map_of(grid, three_cabs, "trips", max_trips=8)
    assert facts["trips_left_out"] == 0


def test_every_trip_has_the_same_chance(grid):
    vertex = np.tile(np.arange(10), 20)
    cab = np.repeat(np.arange(20), 10)
    ends = ends_at(grid, vertex, cab, trip=np.arange(200))
    maps = [map_of(grid, ends, "trips", seed)[0] for seed in range(20)]
    total = np.sum(maps, axis=0)[:10]
    assert total.sum() == 2000
    # Half of the trips of a cab count: 400 chances of one half.
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
    message = f"contribution is '{rule}', but .* only 'assumed' is"
    with pytest.raises(ValueError, match=message):
        map_of(grid, nameless, rule)


def test_without_a_limit_ends_without_a_cab_count(grid):
    ends = ends_at(grid, [0, 1, 2, 3], ["a", None, "b", None])
    counts, facts = map_of(grid, ends, "assumed")
    assert counts[:4].tolist() == [1, 1, 1, 1]
    assert "no_cab" not in facts["dropped"]


def test_without_a_limit_ends_need_no_cabs(grid):
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


@pytest.mark.parametrize(("rule", "norm"), [("clip", 5), ("trips", 6), ("assumed", 6)])
def test_the_worst_case_of_each_rule(rule, norm):
    assert worst_case_norm(rule, 5, 3) == norm


def test_a_place_that_is_missing_is_refused(grid):
    with pytest.raises(ValueError, match="lon and lat must be finite"):
        spread(grid, [np.nan], [40.75], bandwidth_m=1)


def test_an_unknown_rule_is_refused(grid):
    ends = ends_at(grid, [0], "a")
    message = "contribution is 'none'; allowed are 'clip', 'trips', 'a"
    with pytest.raises(ValueError, match=message):
        map_of(grid, ends, "none")
