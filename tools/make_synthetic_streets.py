"""Make the synthetic streets of the library: python tools/make_synthetic_streets.py [file.txt.gz].

They follow the Commissioners' Plan of 1811 and the older quarters south of it; none is surveyed.
`synthetic_streets.toml` has them in metres east of Fifth Avenue (across) and street numbers
(uptown; Houston Street is about 0, the Battery about -35).
"""

import gzip
import sys
import tomllib
from pathlib import Path

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from gaussmech.paper.city.synthetic import (
    GRID_BEARING,
    METRES_PER_DEGREE,
    ROADS,
    STREETS_SEED,
)

BLOCK_M = 1609.344 / 20  # twenty blocks a mile
ORIGIN = (-73.9735, 40.76445)  # Fifth Avenue and 59th Street, lon and lat
ORIGIN_STREET = 59
LAST_NUMBERED_STREET = 193
MERGE_M = 11.0  # crossings nearer than this are one junction
QUARTER_JITTER_M = 7.0
MISSING_SHARE = {"grid": 0.07, "quarters": 0.28}  # of the blocks of side streets
PLAN = tomllib.loads(Path(__file__).with_name("synthetic_streets.toml").read_text())


def _metres(points):
    """Street coordinates to metres in the plane, (k, 2)."""
    return np.asarray(points, float) * (1, BLOCK_M)


def _degrees(points):
    """Points in the plane, (k, 2) metres, as lon and lat."""
    a = np.radians(GRID_BEARING)
    across, uptown = (points - (0, ORIGIN_STREET * BLOCK_M)).T
    east = across * np.cos(a) + uptown * np.sin(a)
    north = uptown * np.cos(a) - across * np.sin(a)
    return (ORIGIN + np.column_stack([east, north]) / METRES_PER_DEGREE).T


def _offset(points, shift_m):
    """Shift a polyline to its right."""
    step = np.diff(points, axis=0)
    normal = step[:, ::-1] * (1, -1) / np.linalg.norm(step, axis=1, keepdims=True)
    return points + shift_m * np.vstack(
        [normal[:1], (normal[:-1] + normal[1:]) / 2, normal[-1:]]
    )


def _carriageways(name, points):
    """One polyline in metres, or two where the street is divided."""
    half = PLAN["divided"].get(name, 0)
    return [
        _offset(_metres(points), shift) for shift in ((-half, half) if half else (0,))
    ]


def _hatch(corners, bearing, gap):
    """Parallel lines across a quarter, each (2, 2) metres; none for gap 0."""
    a = np.radians(bearing - GRID_BEARING)
    ahead, side = np.array([np.sin(a), np.cos(a)]), np.array([np.cos(a), -np.sin(a)])
    along, across = _metres(corners) @ ahead, _metres(corners) @ side
    offsets = np.arange(across.min() + gap / 2, across.max(), gap) if gap else []
    return [
        [[along.min()], [along.max()]] * ahead + offset * side for offset in offsets
    ]


def _drawn():
    """All straight street pieces, before they are cut.

    Returns their ends, (k, 2, 2) metres, the zone that each is confined to (0: numbered grid, 1 ..:
    quarter, -1: none) and the share of its blocks that is missing, (k,).
    """
    streets = range(1, LAST_NUMBERED_STREET + 1)
    lines = [
        (_metres([(-3000, s), (3000, s)]), 0, MISSING_SHARE["grid"]) for s in streets
    ]
    for name, (east, first, last) in PLAN["avenues"].items():
        # slightly longer, to be sure to cross the streets they end at
        line = [(east, first - 0.2), (east, last + 0.2)]
        lines += [(way, 0, 0) for way in _carriageways(name, line)]
    for zone, quarter in enumerate(PLAN["quarters"].values(), start=1):
        kinds = (0, 0), (90, MISSING_SHARE["quarters"])
        for (turn, missing), gap in zip(kinds, quarter["gaps"], strict=True):
            hatched = _hatch(quarter["corners"], quarter["bearing"] + turn, gap)
            lines += [(line, zone, missing) for line in hatched]
    for name, points in PLAN["crooked"].items():
        lines += [(way, -1, 0) for way in _carriageways(name, points)]
    lines += [(_metres(points), -1, 0) for points in PLAN["ramps"]]
    points, *attributes = zip(*lines, strict=True)
    pieces = np.concatenate([np.stack([p[:-1], p[1:]], axis=1) for p in points])
    return pieces, *(
        np.repeat(column, [len(p) - 1 for p in points]) for column in attributes
    )


def _inside(points, corners):
    """Mask of the points (k, 2) inside a polygon, by the crossings of a ray."""
    (x, y), a = points.T[:, :, None], _metres(corners)
    b = np.roll(a, -1, axis=0)
    spans = (a[:, 1] > y) != (b[:, 1] > y)
    rise = np.where(
        b[:, 1] == a[:, 1], 1, b[:, 1] - a[:, 1]
    )  # horizontal sides span nothing
    crossing = a[:, 0] + (y - a[:, 1]) * (b[:, 0] - a[:, 0]) / rise
    return (spans & (x < crossing)).sum(axis=1) % 2 == 1


def _zones(points):
    """Zone of each point: quarter (from 1), 0 in the grid, -2 off the island or in a superblock."""
    zone = np.where(_inside(points, PLAN["island"]), 0, -2)
    east, street = points.T / [[1], [BLOCK_M]]
    for west_end, east_end, low, high in PLAN["superblocks"].values():
        # with a margin, to keep the streets around it
        across = (east > west_end + 9) & (east < east_end - 9)
        zone[across & (street > low + 0.1) & (street < high - 0.1)] = -2
    for k, quarter in enumerate(PLAN["quarters"].values(), start=1):
        zone[(zone == 0) & _inside(points, quarter["corners"])] = k
    return zone


def _crossings(pieces):
    """Crossings of pieces i and j: i, j, and their positions along both in [0, 1], each (c,)."""
    start, step = pieces[:, 0].T, (pieces[:, 1] - pieces[:, 0]).T
    low, high = pieces.min(axis=1), pieces.max(axis=1)
    meet = ((low[:, None] <= high) & (high[:, None] >= low)).all(axis=2)
    i, j = np.nonzero(np.triu(meet, 1))

    def wedge(a, b):
        return a[0] * b[1] - a[1] * b[0]

    turn, between = wedge(step[:, i], step[:, j]), start[:, j] - start[:, i]
    with np.errstate(
        divide="ignore", invalid="ignore"
    ):  # parallel pieces have no crossing
        at_i, at_j = (
            wedge(between, step[:, j]) / turn,
            wedge(between, step[:, i]) / turn,
        )
    real = (turn != 0) & (at_i >= 0) & (at_i <= 1) & (at_j >= 0) & (at_j <= 1)
    return i[real], j[real], at_i[real], at_j[real]


def _cut(pieces, zone, missing, rng):
    """Cut the pieces of `_drawn` where they cross; keep those in their zone and not missing."""
    i, j, at_i, at_j = _crossings(pieces)
    indices = np.arange(len(pieces))
    owner = np.concatenate([i, j, indices, indices])
    at = np.concatenate([at_i, at_j, 0 * indices, 0 * indices + 1])
    order = np.lexsort((at, owner))
    owner, at = owner[order], at[order]
    points = pieces[owner, 0] + at[:, None] * (pieces[owner, 1] - pieces[owner, 0])
    same = owner[1:] == owner[:-1]
    cut, owner = np.stack([points[:-1], points[1:]], axis=1)[same], owner[1:][same]
    is_in_zone = (zone[owner] == -1) | (zone[owner] == _zones(cut.mean(axis=1)))
    return cut[is_in_zone & (rng.random(len(cut)) >= missing[owner])]


def _join(cut):
    """Merge ends that nearly touch; returns points (p, 2) in metres and links (k, 2)."""
    ends = cut.reshape(-1, 2)
    i, j = cKDTree(ends).query_pairs(MERGE_M, output_type="ndarray").T
    pattern = coo_array((np.ones(len(i)), (i, j)), shape=(len(ends), len(ends)))
    label = connected_components(pattern, directed=False)[1]
    points = np.column_stack(
        [np.bincount(label, x) / np.bincount(label) for x in ends.T]
    )
    return points, label.reshape(-1, 2)


def roads():
    """Points (lat and lon) and links of the streets, the same at each call."""
    rng = np.random.Generator(np.random.PCG64(STREETS_SEED))
    points, links = _join(_cut(*_drawn(), rng))
    crooked = _zones(points) > 0
    points[crooked] += rng.normal(scale=QUARTER_JITTER_M, size=(crooked.sum(), 2))
    lon, lat = _degrees(points)
    return lat, lon, links


if __name__ == "__main__":
    lat, lon, links = roads()
    lines = [f"{len(lat)} {len(links)}"]
    # Every digit counts: the synthetic trips depend on it.
    lines += [f"{a!r} {b!r}" for a, b in zip(lat.tolist(), lon.tolist(), strict=True)]
    lines += [f"{u} {v} 1" for u, v in links.tolist()]
    text = gzip.compress("\n".join([*lines, ""]).encode(), 9, mtime=0)
    Path(*(sys.argv[1:] or [ROADS])).write_bytes(text)
