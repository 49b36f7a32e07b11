"""Make the synthetic streets, a road file that comes with the library.

    python tools/make_synthetic_streets.py [file.txt.gz]

They follow the Commissioners' Plan of 1811 and the older quarters south of it; none is surveyed.
Coordinates are metres east of Fifth Avenue (across) and street numbers (uptown; Houston Street is
about 0, the Battery about -35).
"""

import gzip
import sys
from pathlib import Path

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from gaussmech.streets.stand_in import GRID_BEARING, METRES_PER_DEGREE, ROADS, STREETS_SEED

BLOCK_M = 1609.344 / 20  # twenty blocks a mile
ORIGIN = (-73.9735, 40.76445)  # Fifth Avenue and 59th Street, lon and lat
ORIGIN_STREET = 59
LAST_NUMBERED_STREET = 193
MERGE_M = 11.0  # crossings nearer than this are one junction

# (metres east of Fifth Avenue, street number), clockwise from the Battery
ISLAND = [
    (-60, -35.5), (-350, -28), (-600, -18), (-760, -7), (-850, -2.7), (-1330, 9.7), (-1390, 15.6),
    (-1800, 23), (-1950, 31), (-1950, 57), (-1930, 75), (-1950, 96), (-2010, 118), (-2060, 126),
    (-1960, 134), (-1800, 149), (-1980, 156), (-2020, 165), (-2190, 179), (-2330, 190),
    (-2420, 200), (-2400, 208), (-2050, 217), (-1690, 225), (-1270, 225.6), (-1110, 216),
    (-1050, 203), (-1330, 197), (-1240, 185), (-1010, 167), (-690, 158), (40, 143), (420, 133),
    (850, 128.5), (1250, 124), (1400, 116.5), (1330, 107), (1320, 94.5), (1470, 90), (1500, 77),
    (1400, 59), (1310, 43), (1300, 34.5), (1400, 25.3), (1830, 17.4), (2330, 3.6), (2500, -4),
    (2460, -8), (1138, -21.5), (850, -28), (521, -36.8), (200, -37.5),
]  # fmt: skip

# Metres east of Fifth Avenue, first and last street
AVENUES = {
    "Twelfth": (-1900, 22, 57), "Eleventh, West End": (-1680, 14, 107),
    "Tenth, Amsterdam": (-1408, 14, 193), "Ninth, Columbus": (-1133, 13, 110),
    "Eighth, Central Park West": (-859, 13, 155), "Manhattan": (-1000, 100, 124),
    "Seventh": (-585, 11, 59), "Powell": (-585, 110, 153), "Sixth": (-311, 3, 59),
    "Lenox": (-311, 110, 147), "Fifth": (0, 7, 142), "Madison": (155, 23, 138),
    "Park": (317, 17, 132), "Lexington": (475, 21, 131), "Third": (634, 6, 129),
    "Second": (850, 1, 127), "First": (1080, 0, 125), "York": (1290, 53, 92),
    "East End": (1430, 79, 90), "Pleasant": (1290, 114, 120), "A": (1290, 1, 14),
    "B": (1485, 1, 14), "C": (1690, 1, 23), "D": (1880, 2, 13), "Audubon": (-1515, 165, 193),
    "Wadsworth": (-1960, 173, 193), "Fort Washington": (-2080, 159, 193),
    "St Nicholas uptown": (-1720, 168, 193),
}  # fmt: skip

# Corners of the streets off the grid
CROOKED = {
    "Broadway downtown": [
        (286, -33.7), (324, -21.6), (372, -9.7), (369, 0), (460, 8), (488, 10.3), (335, 14),
        (323, 15.5), (95, 22.8), (-253, 33.8), (-534, 43.6), (-815, 58.5),
    ],
    "Broadway uptown": [
        (-859, 59.2), (-1129, 65.5), (-1390, 71.7), (-1476, 81.3), (-1483, 95.5), (-1590, 107),
        (-1611, 128.5), (-1614, 145.9), (-1623, 168.7),
    ],
    "Broadway beyond 168th": [
        (-1623, 168.7), (-1850, 178), (-1953, 190.1), (-1986, 204.9), (-1623, 212.9),
        (-1340, 222.8),
    ],
    "Houston": [(-836, -2.7), (-224, 0.4), (369, 0), (765, 0.9), (2376, 3.6)],
    "Canal": [(-740, -6.9), (-42, -8), (372, -9.7), (976, -10.3)],
    "Delancey": [(880, -4.6), (2150, -4.0)],
    "Bowery": [(634, 6), (765, 0.9), (976, -10.3), (944, -15.4)],
    "East Broadway": [(944, -15.4), (1700, -11.5), (2300, -4)],
    "Park Row": [(944, -15.4), (324, -21.6)],
    "Sixth downtown": [(-311, 8), (-224, 0.4), (-42, -8)],
    "Seventh downtown": [(-585, 11), (-400, 0), (-330, -7)],
    "Greenwich Avenue": [(-311, 8), (-700, 14)],
    "Eighth Street": [(-311, 8), (634, 8)],
    "Fourteenth Street": [(-1340, 14), (1690, 14)],
    "Vesey and Ann": [(-400, -21), (-189, -22), (324, -21.6), (700, -23)],
    "West Street": [
        (120, -34.5), (-40, -28), (-189, -22), (-442, -17.4), (-690, -7), (-790, -2.7),
        (-1290, 9.7), (-1350, 15.6), (-1760, 23.5), (-1900, 31),
    ],
    "South Street": [(286, -34.5), (521, -34.5), (800, -27.5), (1138, -20)],
    "St Nicholas Avenue": [
        (-311, 111), (-693, 119.8), (-1080, 137), (-1111, 145.4), (-1400, 161.6), (-1623, 168.7),
    ],
    "Edgecombe": [(-880, 136), (-960, 146), (-930, 155), (-1240, 165), (-1408, 169)],
    "Convent": [(-1240, 125), (-1240, 152)],
    "Riverside Drive": [
        (-1680, 72), (-1760, 79), (-1800, 96), (-1830, 110), (-1850, 122), (-1800, 135),
        (-1780, 149), (-1850, 158), (-1960, 165), (-2140, 179), (-2200, 190), (-2240, 197),
        (-1960, 198),
    ],
    "125th Street": [(-1830, 128), (-1300, 125), (1080, 125)],
    "Park loop": [
        (-430, 59), (-600, 62), (-740, 68), (-700, 80), (-760, 95), (-640, 107), (-400, 108.5),
        (-190, 106), (-150, 95), (-190, 83), (-130, 72), (-180, 64), (-430, 59),
    ],
    "Park transverses": [(-859, 66), (-450, 67), (0, 65.5)],
    "79th transverse": [(-859, 81), (-400, 78), (0, 79)],
    "86th transverse": [(-859, 86), (-400, 87), (0, 84.5)],
    "97th transverse": [(-859, 96.5), (-400, 98), (0, 97)],
    "Park south entrance": [(-180, 64), (0, 60)],
    "Park 72nd": [(-859, 72), (-740, 71), (-130, 72), (0, 72)],
    "Park north entrance": [(-400, 108.5), (-311, 110)],
    "Dyckman": [(-2400, 201), (-1970, 200), (-1250, 198)],
    "Tenth uptown": [(-1408, 193), (-1400, 198), (-1420, 217), (-1390, 221)],
    "Nagle": [(-1970, 197), (-1400, 206)],
    "Sherman": [(-1960, 200), (-1420, 211)],
}  # fmt: skip

# Express roads along the rivers, and their ramps
DRIVES = {
    "FDR Drive": [
        (521, -34.5), (850, -30), (1160, -23.5), (2560, -10), (2580, -4), (2420, 3.6),
        (1900, 17.4), (1480, 25.3), (1370, 34.5), (1380, 43), (1480, 59), (1570, 77), (1540, 90),
        (1390, 94.5), (1400, 107), (1470, 116.5), (1330, 124.5),
    ],
    "Harlem River Drive": [
        (1330, 124.5), (880, 130), (470, 135), (110, 144), (-640, 159), (-940, 167.5),
        (-1200, 186), (-1250, 198),
    ],
    "Henry Hudson Parkway": [
        (-1900, 57), (-1990, 75), (-2020, 96), (-2080, 118), (-2110, 126), (-2010, 134),
        (-1880, 149), (-2060, 156), (-2100, 165), (-2260, 179), (-2420, 195), (-2400, 201),
    ],
}  # fmt: skip
RAMPS = [
    [(521, -34.5), (521, -36)], [(1000, -20), (1200, -23.5)], [(2300, -4), (2600, -4)],
    [(2300, 3.6), (2440, 3.6)], [(1690, 14), (2010, 14)], [(1690, 20), (1800, 20)],
    [(1080, 23), (1640, 23)], [(1080, 34), (1390, 34)], [(1080, 42), (1400, 42)],
    [(1080, 49), (1430, 49)], [(1290, 61), (1500, 61)], [(1290, 71), (1560, 71)],
    [(1080, 96), (1410, 96)], [(1080, 106), (1410, 106)], [(1080, 116), (1480, 116)],
    [(850, 125), (1330, 124.5)], [(634, 128), (900, 130)], [(317, 132), (480, 136)],
    [(0, 142), (120, 144)], [(-859, 155), (-640, 159)], [(-1408, 181), (-1180, 181)],
    [(-1680, 72), (-2000, 72)], [(-1760, 79), (-2010, 79)], [(-1800, 96), (-2040, 96)],
    [(-1830, 125), (-2120, 125)], [(-1850, 158), (-2090, 158)], [(-2140, 179), (-2290, 179)],
]  # fmt: skip

# Divided streets: half the distance between the carriageways, metres
DIVIDED = {
    "Park": 8, "Lenox": 7.5, "Broadway uptown": 8, "Delancey": 7.5, "West Street": 8,
    "Harlem River Drive": 8, "Henry Hudson Parkway": 8,
}  # fmt: skip

# Quarters with a grid of their own: corners, compass bearing of the long blocks, and metres
# between long streets and between cross streets (0: no streets, a park)
QUARTERS = {
    "Central Park": ([(-859, 59), (0, 59), (0, 110), (-859, 110)], 0, 0, 0),
    "West Village": (
        [(-836, -2.7), (-224, 0.4), (-311, 8), (-700, 14), (-1370, 14), (-1330, 9.7)],
        352, 100, 82),
    "SoHo and NoHo": (
        [(-224, 0.4), (-311, 8), (634, 8), (634, 6), (765, 0.9), (976, -10.3), (372, -9.7),
         (-42, -8)],
        31, 95, 130),
    "Hudson Square": ([(-850, -2.7), (-224, 0.4), (-42, -8), (-750, -6.9)], 8, 95, 95),
    "Tribeca": (
        [(-750, -6.9), (-42, -8), (372, -9.7), (324, -21.6), (-189, -22), (-442, -17.4)],
        14, 100, 85),
    "Chinatown": ([(372, -9.7), (976, -10.3), (944, -15.4), (324, -21.6)], 24, 85, 100),
    "Lower East Side": (
        [(765, 0.9), (2376, 3.6), (2500, -4), (2300, -4), (1700, -11.5), (944, -15.4),
         (976, -10.3)],
        22, 85, 130),
    "Two Bridges": (
        [(2300, -4), (1700, -11.5), (944, -15.4), (324, -21.6), (1138, -21.5), (2480, -9)],
        85, 95, 120),
    "Financial District": (
        [(-189, -22), (324, -21.6), (1138, -21.5), (850, -28), (521, -36.8), (65, -35.2)],
        42, 90, 90),
    "Battery Park City": (
        [(-442, -17.4), (-189, -22), (65, -35.2), (-60, -35.5), (-350, -28), (-600, -18)],
        5, 90, 120),
    "Inwood": (
        [(-2400, 208), (-2050, 217), (-1690, 225), (-1270, 225.6), (-1110, 216), (-1050, 203),
         (-1330, 197), (-2420, 200)],
        36, 165, 115),
}  # fmt: skip
QUARTER_JITTER_M = 7.0
MISSING_SHARE = {"grid": 0.07, "quarters": 0.28}  # of the blocks of side streets

# Parks, stations and housing estates without streets: metres east of Fifth, street numbers
SUPERBLOCKS = {
    "Stuyvesant Town": (1080, 1690, 14, 20), "Peter Cooper Village": (1080, 1690, 20, 23),
    "Washington Square": (-50, 190, 4, 6.5), "Madison Square": (95, 155, 23, 26),
    "Bryant Park and Library": (-311, 0, 40, 42), "Penn Station": (-859, -585, 31, 33),
    "Post Office": (-1133, -859, 31, 33), "Port Authority": (-1133, -859, 40, 42),
    "Grand Central": (155, 475, 42, 45), "Penn South, lower": (-1133, -859, 23, 26),
    "Penn South, upper": (-1133, -859, 26, 29), "Chelsea Houses": (-1408, -1133, 25, 27),
    "Rail yards": (-1900, -1408, 30, 33), "Convention center": (-1900, -1680, 34, 39),
    "Bellevue": (1080, 1290, 25, 30), "Kips Bay Plaza": (850, 1080, 30, 33),
    "Lincoln Center": (-1408, -1133, 62, 65), "Amsterdam Houses": (-1680, -1408, 61, 64),
    "Lincoln Towers": (-1680, -1408, 66, 70), "Museum of Natural History": (-1133, -859, 77, 81),
    "Park West Village": (-1133, -859, 97, 100), "Douglass Houses": (-1408, -1133, 100, 104),
    "Washington Houses, lower": (634, 850, 97, 99), "Washington Houses, upper": (634, 850, 99, 102),
    "Carver Houses, lower": (155, 317, 99, 102), "Carver Houses, upper": (155, 317, 102, 106),
    "East River Houses": (1080, 1290, 102, 105), "Franklin Plaza": (850, 1080, 105, 109),
    "Taft Houses": (0, 317, 112, 115), "Johnson Houses": (475, 634, 112, 115),
    "Jefferson Houses": (850, 1080, 112, 115), "King Towers": (-585, -311, 112, 115),
    "Wagner Houses": (850, 1290, 120, 124), "Marcus Garvey Park": (0, 155, 120, 124),
    "Cathedral": (-1408, -1133, 110, 113), "Morningside Park": (-1390, -1133, 110, 123),
    "Columbia University": (-1590, -1408, 114, 120), "Grant Houses": (-1590, -1408, 123, 125),
    "Manhattanville Houses": (-1590, -1408, 129, 133), "City College": (-1408, -1133, 130, 141),
    "St Nicholas Houses": (-859, -585, 127, 131), "Lenox Terrace": (-311, 0, 132, 135),
    "Lincoln Houses": (0, 317, 132, 135), "Riverton": (0, 420, 135, 138),
    "Trinity Cemetery": (-1960, -1408, 153, 155), "Medical Center": (-1990, -1640, 165, 168),
}  # fmt: skip


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
    """Shift a polyline to its right, each corner along its mean normal."""
    step = np.diff(points, axis=0)
    normal = step[:, ::-1] * (1, -1) / np.linalg.norm(step, axis=1, keepdims=True)
    at_corner = np.vstack([normal[:1], (normal[:-1] + normal[1:]) / 2, normal[-1:]])
    return points + shift_m * at_corner


def _carriageways(name, points):
    """One polyline in metres, or two where the street is divided."""
    shifts = (-DIVIDED[name], DIVIDED[name]) if name in DIVIDED else (0,)
    return [_offset(_metres(points), shift) for shift in shifts]


def _hatch(corners, bearing, gap):
    """Parallel lines across a quarter, each (2, 2) metres; none for gap 0."""
    corners = _metres(corners)
    a = np.radians(bearing - GRID_BEARING)
    ahead, side = np.array([np.sin(a), np.cos(a)]), np.array([np.cos(a), -np.sin(a)])
    reach = np.array([[(corners @ ahead).min()], [(corners @ ahead).max()]])
    low, high = (corners @ side).min(), (corners @ side).max()
    offsets = np.arange(low + gap / 2, high, gap) if gap else []
    return [reach * ahead + offset * side for offset in offsets]


def _drawn():
    """All straight street pieces, before they are cut.

    Returns their ends, (k, 2, 2) metres, the zone that each is confined to (0: numbered grid, 1 ..:
    quarter, -1: none) and the share of its blocks that is missing, (k,).
    """
    lines = []
    for street in range(1, LAST_NUMBERED_STREET + 1):
        lines.append((_metres([(-3000, street), (3000, street)]), 0, MISSING_SHARE["grid"]))
    for name, (east, first, last) in AVENUES.items():
        # slightly longer, to be sure to cross the streets they end at
        line = [(east, first - 0.2), (east, last + 0.2)]
        lines += [(way, 0, 0) for way in _carriageways(name, line)]
    for zone, (corners, bearing, *gaps) in enumerate(QUARTERS.values(), start=1):
        lines += [(line, zone, 0) for line in _hatch(corners, bearing, gaps[0])]
        cross_streets = _hatch(corners, bearing + 90, gaps[1])
        lines += [(line, zone, MISSING_SHARE["quarters"]) for line in cross_streets]
    for name, points in (CROOKED | DRIVES).items():
        lines += [(way, -1, 0) for way in _carriageways(name, points)]
    lines += [(_metres(points), -1, 0) for points in RAMPS]
    pieces = np.concatenate([np.stack([p[:-1], p[1:]], axis=1) for p, *_ in lines])
    count = [len(p) - 1 for p, *_ in lines]
    zone, missing = (np.repeat(column, count) for column in list(zip(*lines, strict=True))[1:])
    return pieces, zone, missing


def _inside(points, corners):
    """Mask of the points (k, 2) inside a polygon, by the crossings of a ray."""
    (x, y), a = points.T[:, :, None], _metres(corners)
    b = np.roll(a, -1, axis=0)
    spans = (a[:, 1] > y) != (b[:, 1] > y)
    rise = np.where(b[:, 1] == a[:, 1], 1, b[:, 1] - a[:, 1])  # horizontal sides span nothing
    crossing = a[:, 0] + (y - a[:, 1]) * (b[:, 0] - a[:, 0]) / rise
    return (spans & (x < crossing)).sum(axis=1) % 2 == 1


def _zones(points):
    """Zone of each point: quarter (from 1), 0 in the grid, -2 off the island or in a superblock."""
    zone = np.where(_inside(points, ISLAND), 0, -2)
    east, street = points.T / [[1], [BLOCK_M]]
    for west_end, east_end, low, high in SUPERBLOCKS.values():
        # with a margin, to keep the streets around it
        across = (east > west_end + 9) & (east < east_end - 9)
        zone[across & (street > low + 0.1) & (street < high - 0.1)] = -2
    for k, (corners, *_) in enumerate(QUARTERS.values(), start=1):
        zone[(zone == 0) & _inside(points, corners)] = k
    return zone


def _crossings(pieces):
    """Crossings of pieces i and j: i, j, and their positions along both in [0, 1], each (c,)."""
    start, step = pieces[:, 0], pieces[:, 1] - pieces[:, 0]
    low, high = pieces.min(axis=1), pieces.max(axis=1)
    meet = ((low[:, None] <= high) & (high[:, None] >= low)).all(axis=2)
    i, j = np.nonzero(np.triu(meet, 1))
    turn = _wedge(step[i], step[j])
    i, j, turn = i[turn != 0], j[turn != 0], turn[turn != 0]
    between = start[j] - start[i]
    at_i, at_j = _wedge(between, step[j]) / turn, _wedge(between, step[i]) / turn
    real = (at_i >= 0) & (at_i <= 1) & (at_j >= 0) & (at_j <= 1)
    return i[real], j[real], at_i[real], at_j[real]


def _wedge(a, b):
    """Cross products of vectors in the plane, (k, 2) each."""
    return a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]


def _cut(pieces, zone, missing, rng):
    """Cut the pieces of `_drawn` where they cross; keep those in their zone and not missing."""
    i, j, at_i, at_j = _crossings(pieces)
    every = np.arange(len(pieces))
    owner = np.concatenate([i, j, every, every])
    at = np.concatenate([at_i, at_j, 0 * every, 0 * every + 1])
    order = np.lexsort((at, owner))
    owner, at = owner[order], at[order]
    points = pieces[owner, 0] + at[:, None] * (pieces[owner, 1] - pieces[owner, 0])
    same = owner[1:] == owner[:-1]
    cut = np.stack([points[:-1], points[1:]], axis=1)[same]
    owner = owner[1:][same]
    kept = (zone[owner] == -1) | (zone[owner] == _zones(cut.mean(axis=1)))
    return cut[kept & (rng.random(len(cut)) >= missing[owner])]


def _join(cut):
    """Merge ends that nearly touch; returns points (p, 2) in metres and links (k, 2)."""
    ends = cut.reshape(-1, 2)
    pairs = cKDTree(ends).query_pairs(MERGE_M, output_type="ndarray")
    i, j = pairs.T
    pattern = coo_array((np.ones(len(i)), (i, j)), shape=(len(ends), len(ends)))
    p, label = connected_components(pattern, directed=False)
    count = np.bincount(label)
    points = np.column_stack([np.bincount(label, column) / count for column in ends.T])
    return points, label.reshape(-1, 2)


def roads():
    """Points (lat and lon) and links of the streets, the same at each call."""
    rng = np.random.Generator(np.random.PCG64(STREETS_SEED))
    points, links = _join(_cut(*_drawn(), rng))
    crooked = _zones(points) > 0
    points[crooked] += rng.normal(scale=QUARTER_JITTER_M, size=(crooked.sum(), 2))
    lon, lat = _degrees(points)
    return lat, lon, links


def road_file():
    """The road file as bytes; every digit counts, as the synthetic trips depend on it."""
    lat, lon, links = roads()
    lines = [f"{len(lat)} {len(links)}"]
    lines += [f"{a!r} {b!r}" for a, b in zip(lat.tolist(), lon.tolist(), strict=True)]
    lines += [f"{u} {v} 1" for u, v in links.tolist()]
    return gzip.compress("\n".join([*lines, ""]).encode(), 9, mtime=0)


if __name__ == "__main__":
    Path(*(sys.argv[1:] or [ROADS])).write_bytes(road_file())
