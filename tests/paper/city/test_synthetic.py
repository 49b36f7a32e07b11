import numpy as np
import pandas as pd
import pytest
import shapely

from gaussmech.geo.roads import read_road_file
from gaussmech.paper.city import synthetic
from gaussmech.paper.city.heat_map import heat_map
from gaussmech.paper.city.synthetic import stand_in_city
from gaussmech.paper.city.trips import TRIP_COLUMNS, trip_ends
from tools.make_synthetic_streets import QUARTER_JITTER_M, roads

SPREAD = {"bandwidth_m": 100, "reach_m": 150, "sensitivity": 5, "max_trips": 5}
HOURS = (0, 1, 8, 12, 16, 20, 23)


@pytest.fixture(scope="module")
def day():
    graph, _, trips = stand_in_city(HOURS, seed=1)
    return graph, trips


def test_the_graph_has_the_size_and_the_look_of_manhattan():
    graph, counts, trips = stand_in_city([], seed=1)
    assert trips == {} and counts.keys() == {"junctions", "road_sections", "roads"}
    assert 3_700 <= counts["junctions"] == graph.n <= 4_100
    assert 6_700 <= counts["road_sections"] <= 7_300
    assert counts["roads"] == graph.m <= graph.weights.sum() <= counts["road_sections"]
    assert graph.weights.min() >= 1 and graph.components.max() == 0
    degree = np.bincount(graph.degree, minlength=8) / graph.n
    assert (
        0.52 < degree[4] < 0.66 and 0.32 < degree[3] < 0.45 and degree[3:5].sum() > 0.97
    )


def test_every_hour_has_trips_in_it(day):
    _, trips = day
    assert tuple(trips) == HOURS
    for hour, table in trips.items():
        assert tuple(table.columns) == TRIP_COLUMNS
        assert not table.isna().any(axis=None)
        pickup = table["pickup_time"]
        dropoff = table["dropoff_time"]
        pickups = pickup[pickup.dt.hour == hour].dt
        assert ((pickup.dt.hour == hour) | (dropoff.dt.hour == hour)).all()
        ride = (dropoff - pickup).dt.total_seconds()
        assert ride.min() > 30 and ride.max() < 3_600 and 600 < ride.mean() < 1_500
        share = np.histogram(pickups.minute, bins=6)[0] / len(pickups.minute)
        assert pickups.date.nunique() == 1 and share == pytest.approx(1 / 6, abs=0.02)


TOTALS = {0: 45_000, 8: 37_000, 12: 41_000, 16: 35_000, 20: 46_500}


@pytest.mark.parametrize("hour", TOTALS)
def test_the_ends_of_an_hour_lie_along_the_streets(day, hour):
    graph, trips = day
    metres = synthetic.METRES_PER_DEGREE
    junctions = np.column_stack([graph.lon, graph.lat]) * metres
    streets = shapely.STRtree(shapely.linestrings(junctions[graph.edges]))
    ends = trip_ends(trips[hour], hour=hour)
    points = shapely.points(ends[["lon", "lat"]].to_numpy() * metres)
    (_, road), distance = streets.query_nearest(
        points, all_matches=False, return_distance=True
    )
    assert len(ends) == pytest.approx(TOTALS[hour], rel=0.05)
    # Positions are off by 15 m, of which one in a hundred is beyond 2.576 standard deviations.
    assert 25 < np.quantile(distance, 0.99) < 2.576 * synthetic.GPS_JITTER_M
    # Ends prefer avenues: with equal weights 0.56 of them would be there.
    east, north = np.diff(junctions[graph.edges[road]], axis=1)[:, 0].T
    bearing = np.degrees(np.arctan2(east, north)) % 180
    assert 0.58 < (abs(bearing - synthetic.GRID_BEARING) < 20).mean() < 0.63


@pytest.mark.full
def test_an_hour_does_not_depend_on_the_others_nor_the_streets_on_the_seed(day):
    graph, trips = day
    same_graph, _, some = stand_in_city([1, 0], seed=1)
    assert list(some) == [1, 0] and same_graph is graph  # cached
    for hour, table in some.items():
        pd.testing.assert_frame_equal(table, trips[hour])
    # Neighbouring hours share the trips between them.
    leaving = trips[0][trips[0]["dropoff_time"].dt.hour == 1]
    arriving = trips[1][trips[1]["pickup_time"].dt.hour == 0]
    assert len(leaving) > 1_000 and np.array_equal(
        leaving.to_numpy(), arriving.to_numpy()
    )
    same_graph, _, others = stand_in_city([1], seed=2)
    assert same_graph is graph
    assert set(trips[1]["pickup_lon"]).isdisjoint(others[1]["pickup_lon"])


def test_the_road_file_is_what_its_tool_makes():
    (points, links), (lat, lon, made) = read_road_file(synthetic.ROADS), roads()
    assert np.array_equal(links, made)
    degrees = points - np.column_stack([lon, lat])
    shifts = np.abs(degrees * synthetic.METRES_PER_DEGREE)
    # The tool moves the crossings of old quarters at random. Whether one on an edge is in a quarter
    # hangs on the last digit, which differs between processors, and on it the draws of all later
    # ones: their places differ by two draws, those of the other crossings by nothing.
    assert shifts.max() < 8 * QUARTER_JITTER_M
    assert (shifts.max(axis=1) < 1e-4).mean() > 0.5


def test_cabs_make_a_handful_of_trips_and_a_clip_at_five_touches_none(day):
    graph, trips = day
    for hour in (0, 8):
        table = trips[hour]
        count = table["cab"].value_counts()
        assert 1.5 < count.mean() < 3.5 and (count > 5).mean() < 0.002
        trips_of_hour = table[table["pickup_time"].dt.hour == hour].sort_values(
            ["cab", "pickup_time"]
        )
        same_cab = trips_of_hour["cab"].eq(trips_of_hour["cab"].shift())
        assert (trips_of_hour["pickup_time"] >= trips_of_hour["dropoff_time"].shift())[
            same_cab
        ].all()
    ends = trip_ends(trips[0], hour=0)
    assert ends["cab"].nunique() > 9_000
    maps = [
        heat_map(graph, ends, rule=rule, **SPREAD)[0] for rule in ("clip", "assumed")
    ]
    assert np.array_equal(*maps)


def test_night_life_is_downtown_and_noon_is_uptown(day):
    _, trips = day
    # The trips of each place are spread over the sections.
    assert synthetic._shares()[0].sum(axis=0) == pytest.approx(1)
    night, noon = (trip_ends(trips[hour], hour=hour)["lat"] for hour in (0, 12))
    assert (night < 40.7305).mean() > 1.5 * (noon < 40.7305).mean()
    assert noon.between(40.75, 40.79).mean() > 1.2 * night.between(40.75, 40.79).mean()
