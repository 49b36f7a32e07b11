"""Write the streets of the synthetic city: gaussmech/paper/city/synthetic_roads.txt.gz.

    python tools/make_synthetic_streets.py [file.txt.gz]

The streets follow the Commissioners' Plan of 1811 and the older quarters south of it; none was
surveyed. `synthetic_streets.toml` is the plan. It has two coordinates: metres east of Fifth Avenue,
and street numbers towards uptown (Houston Street is about 0, the Battery about -35).

The streets are made in four steps: `street_pieces` lays all straight pieces over the island,
`cut_at_crossings` cuts them where they cross and drops blocks, `join_ends` merges ends that nearly
touch into junctions, and `roads` shifts the junctions of the old quarters a little and turns metres
into degrees.
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

PLAN = tomllib.loads(Path(__file__).with_name("synthetic_streets.toml").read_text())
# A mile has twenty blocks in the plan of 1811.
BLOCK_M = 1609.344 / 20
# Fifth Avenue meets 59th Street at this longitude and latitude.
ORIGIN = (-73.9735, 40.76445)
ORIGIN_STREET = 59
LAST_NUMBERED_STREET = 193
# A numbered street is drawn this far to both sides of Fifth Avenue; the island is narrower.
STREET_REACH_M = 3000

# All lengths and shares below were set by hand, so the map looks like a city.
# Ends of blocks that are nearer than this become one junction.
MERGE_M = 11.0
# Junctions of the old quarters, which were not planned, are shifted by this standard deviation.
QUARTER_JITTER_M = 7.0
# These shares of the blocks of side streets are missing.
MISSING_IN_GRID = 0.07
MISSING_IN_QUARTERS = 0.28
# An avenue is drawn this many blocks too long, to be sure to cross the streets at which it ends.
OVERSHOOT = 0.2
# A superblock swallows no street that is nearer to its edge than these: metres, and blocks.
SUPERBLOCK_MARGIN_M = 9
SUPERBLOCK_MARGIN = 0.1

# Zones: the numbered grid; the quarters, from 1 on in the order of the plan; where no street is.
GRID = 0
NO_STREETS = -2
# A piece of this zone is kept wherever it lies.
ANYWHERE = -1


def to_metres(points):
    """Return points of the plan (k, 2) as metres across and uptown."""
    return np.asarray(points, float) * (1, BLOCK_M)


def to_degrees(points):
    """Return points in metres (k, 2) as longitudes and latitudes, (2, k)."""
    bearing = np.radians(GRID_BEARING)
    across, uptown = (points - (0, ORIGIN_STREET * BLOCK_M)).T
    east = across * np.cos(bearing) + uptown * np.sin(bearing)
    north = uptown * np.cos(bearing) - across * np.sin(bearing)
    return (ORIGIN + np.column_stack([east, north]) / METRES_PER_DEGREE).T


def carriageways(name, points):
    """Return the lines of a street in metres: one, or two beside each other if it is divided."""
    line = to_metres(points)
    half_width = PLAN["divided"].get(name, 0)
    if not half_width:
        return [shifted_right(line, 0)]
    return [shifted_right(line, -half_width), shifted_right(line, half_width)]


def shifted_right(line, shift_m):
    """Return a line (k, 2) shifted to its right by a distance."""
    step = np.diff(line, axis=0)
    normal = step[:, ::-1] * (1, -1) / np.linalg.norm(step, axis=1, keepdims=True)
    # A corner moves by the mean normal of the two pieces that meet there.
    at_corners = (normal[:-1] + normal[1:]) / 2
    return line + shift_m * np.vstack([normal[:1], at_corners, normal[-1:]])


def parallel_lines(corners, bearing, gap):
    """Return parallel lines across a quarter, each (2, 2) metres.

    Parameters
    ----------
    corners : list
        The corners of the quarter, in coordinates of the plan.
    bearing : float
        The compass bearing of the lines in degrees.
    gap : float
        The distance between two lines in metres; 0 draws no line.
    """
    if not gap:
        return []
    angle = np.radians(bearing - GRID_BEARING)
    ahead = np.array([np.sin(angle), np.cos(angle)])
    aside = np.array([np.cos(angle), -np.sin(angle)])
    along = to_metres(corners) @ ahead
    across = to_metres(corners) @ aside
    ends = np.array([[along.min()], [along.max()]]) * ahead
    offsets = np.arange(across.min() + gap / 2, across.max(), gap)
    return [ends + offset * aside for offset in offsets]


def street_lines():
    """Return the lines of all streets, as triples of a line, its zone and its missing share.

    A line (k, 2) is in metres and longer than its street. Of the street, only what lies in the zone
    remains, less the share of its blocks that is missing.
    """
    lines = []
    for street in range(1, LAST_NUMBERED_STREET + 1):
        line = to_metres([(-STREET_REACH_M, street), (STREET_REACH_M, street)])
        lines.append((line, GRID, MISSING_IN_GRID))
    for name, (east, first, last) in PLAN["avenues"].items():
        ends = [(east, first - OVERSHOOT), (east, last + OVERSHOOT)]
        for line in carriageways(name, ends):
            lines.append((line, GRID, 0))
    for zone, quarter in enumerate(PLAN["quarters"].values(), start=1):
        lines += quarter_lines(quarter, zone)
    for name, points in PLAN["crooked"].items():
        for line in carriageways(name, points):
            lines.append((line, ANYWHERE, 0))
    for points in PLAN["ramps"]:
        lines.append((to_metres(points), ANYWHERE, 0))
    return lines


def quarter_lines(quarter, zone):
    """Return the lines of an old quarter, as `street_lines` does: long streets, and cross streets."""
    long_gap, cross_gap = quarter["gaps"]
    corners = quarter["corners"]
    bearing = quarter["bearing"]
    lines = []
    for line in parallel_lines(corners, bearing, long_gap):
        lines.append((line, zone, 0))
    for line in parallel_lines(corners, bearing + 90, cross_gap):
        lines.append((line, zone, MISSING_IN_QUARTERS))
    return lines


def street_pieces():
    """Return all straight pieces of streets, before they are cut.

    Returns
    -------
    pieces : (k, 2, 2) array of float
        The two ends of each piece in metres.
    zone : (k,) array of int
        The zone to which each piece is confined.
    missing : (k,) array of float
        The share of the blocks of each piece that is missing.
    """
    pieces = []
    zones = []
    shares = []
    for line, zone, missing in street_lines():
        count = len(line) - 1
        pieces.append(np.stack([line[:-1], line[1:]], axis=1))
        zones += [zone] * count
        shares += [missing] * count
    return np.concatenate(pieces), np.array(zones), np.array(shares)


def is_inside(points, corners):
    """Return whether each point (k, 2) in metres lies inside a polygon of the plan.

    A ray from a point inside crosses the polygon's sides an odd number of times.
    """
    x, y = points.T[:, :, None]
    start = to_metres(corners)
    end = np.roll(start, -1, axis=0)
    spans_ray = (start[:, 1] > y) != (end[:, 1] > y)
    # A horizontal side spans no ray, so any number but 0 may stand for its rise.
    is_horizontal = end[:, 1] == start[:, 1]
    rise = np.where(is_horizontal, 1, end[:, 1] - start[:, 1])
    crossing = start[:, 0] + (y - start[:, 1]) * (end[:, 0] - start[:, 0]) / rise
    crossings = (spans_ray & (x < crossing)).sum(axis=1)
    return crossings % 2 == 1


def zones_of(points):
    """Return the zone of each point (k, 2) in metres.

    It is NO_STREETS off the island and within a superblock.
    """
    zone = np.where(is_inside(points, PLAN["island"]), GRID, NO_STREETS)
    east, street = points.T / [[1], [BLOCK_M]]
    for west_end, east_end, low, high in PLAN["superblocks"].values():
        is_across = east > west_end + SUPERBLOCK_MARGIN_M
        is_across &= east < east_end - SUPERBLOCK_MARGIN_M
        is_along = street > low + SUPERBLOCK_MARGIN
        is_along &= street < high - SUPERBLOCK_MARGIN
        zone[is_across & is_along] = NO_STREETS
    for number, quarter in enumerate(PLAN["quarters"].values(), start=1):
        zone[(zone == GRID) & is_inside(points, quarter["corners"])] = number
    return zone


def crossings_of(pieces):
    """Return where pieces (k, 2, 2) cross: four arrays, an entry per crossing.

    The first two are the numbers of the pieces, the others how far along each the crossing is: 0 at
    its start, 1 at its end.
    """
    start = pieces[:, 0].T
    step = (pieces[:, 1] - pieces[:, 0]).T
    # Only pieces whose bounding boxes meet can cross.
    low = pieces.min(axis=1)
    high = pieces.max(axis=1)
    boxes_meet = ((low[:, None] <= high) & (high[:, None] >= low)).all(axis=2)
    i, j = np.nonzero(np.triu(boxes_meet, 1))
    turn = _cross_product(step[:, i], step[:, j])
    between = start[:, j] - start[:, i]
    # Parallel pieces have the turn 0, and no crossing.
    with np.errstate(divide="ignore", invalid="ignore"):
        along_i = _cross_product(between, step[:, j]) / turn
        along_j = _cross_product(between, step[:, i]) / turn
    is_real = turn != 0
    is_real &= (along_i >= 0) & (along_i <= 1)
    is_real &= (along_j >= 0) & (along_j <= 1)
    return i[is_real], j[is_real], along_i[is_real], along_j[is_real]


def _cross_product(a, b):
    """Return the cross product of vectors in the plane, (2, k) each."""
    return a[0] * b[1] - a[1] * b[0]


def cut_at_crossings(pieces, zone, missing, rng):
    """Return the blocks (k, 2, 2) between crossings, those in their zone and not missing.

    The first three arguments are what `street_pieces` returns.
    """
    i, j, along_i, along_j = crossings_of(pieces)
    numbers = np.arange(len(pieces))
    # Each piece is cut at its crossings and at its two ends.
    piece = np.concatenate([i, j, numbers, numbers])
    along = np.concatenate([along_i, along_j, 0 * numbers, 0 * numbers + 1])
    order = np.lexsort((along, piece))
    piece = piece[order]
    along = along[order]
    start = pieces[piece, 0]
    points = start + along[:, None] * (pieces[piece, 1] - start)
    is_same_piece = piece[1:] == piece[:-1]
    blocks = np.stack([points[:-1], points[1:]], axis=1)[is_same_piece]
    piece = piece[1:][is_same_piece]
    is_in_zone = zone[piece] == zones_of(blocks.mean(axis=1))
    is_in_zone |= zone[piece] == ANYWHERE
    is_there = rng.random(len(blocks)) >= missing[piece]
    return blocks[is_in_zone & is_there]


def join_ends(blocks):
    """Merge ends of blocks (k, 2, 2) that nearly touch.

    Returns
    -------
    points : (p, 2) array of float
        The junctions in metres, each the mean of the ends that were merged.
    links : (k, 2) array of int
        The two junctions of each block.
    """
    ends = blocks.reshape(-1, 2)
    i, j = cKDTree(ends).query_pairs(MERGE_M, output_type="ndarray").T
    pattern = coo_array((np.ones(len(i)), (i, j)), shape=(len(ends), len(ends)))
    _, junction = connected_components(pattern, directed=False)
    count = np.bincount(junction)
    means = [np.bincount(junction, coordinate) / count for coordinate in ends.T]
    return np.column_stack(means), junction.reshape(-1, 2)


def roads():
    """Return latitudes, longitudes and links of the streets, the same at each call.

    Returns
    -------
    lat, lon : (p,) arrays of float
        The junctions, in degrees.
    links : (k, 2) array of int
        The two junctions of each block.
    """
    rng = np.random.Generator(np.random.PCG64(STREETS_SEED))
    pieces, zone, missing = street_pieces()
    points, links = join_ends(cut_at_crossings(pieces, zone, missing, rng))
    is_in_quarter = zones_of(points) > GRID
    shape = (is_in_quarter.sum(), 2)
    points[is_in_quarter] += rng.normal(scale=QUARTER_JITTER_M, size=shape)
    lon, lat = to_degrees(points)
    return lat, lon, links


def road_file():
    """Return the streets in the layout of data/README.md, as the bytes of a gzip file."""
    lat, lon, links = roads()
    lines = [f"{len(lat)} {len(links)}"]
    # Every digit counts: the synthetic trips depend on it.
    for y, x in zip(lat.tolist(), lon.tolist(), strict=True):
        lines.append(f"{y!r} {x!r}")
    for start, end in links.tolist():
        lines.append(f"{start} {end} 1")
    text = "\n".join(lines) + "\n"
    return gzip.compress(text.encode(), 9, mtime=0)


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROADS
    target.write_bytes(road_file())
