"""A synthetic Manhattan for use without real data: made-up streets and taxi trips.

The streets follow the Commissioners' Plan of 1811 and the older quarters south of it, the trips a
table of well-known places. Neither contains surveyed streets or recorded trips. The places, their
weights, the hourly totals and the share of missing blocks were tuned by hand until the errors of
the estimators were close to those on real maps, so that this agreement proves nothing.

Street coordinates are metres east of Fifth Avenue (across) and street numbers (uptown; Houston
Street is about 0, the Battery about -35).
"""

from functools import cache

import numpy as np
import pandas as pd
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from gaussmech import checks
from gaussmech.streets.roads import EARTH_RADIUS_M, RawRoads, clean_roads

GRID_BEARING = 29.0  # degrees east of north, the direction of the avenues
BLOCK_M = 1609.344 / 20  # twenty blocks a mile
ORIGIN = (-73.9735, 40.76445)  # Fifth Avenue and 59th Street, lon and lat
ORIGIN_STREET = 59
METRES_PER_DEGREE = np.radians(EARTH_RADIUS_M) * np.array(
    [np.cos(np.radians(40.78)), 1]
)  # lon, lat
LAST_NUMBERED_STREET = 193
STREETS_SEED = 1811
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

DATE = "2000-01-01"  # nominal
ANCHOR_HOURS = (0, 4, 8, 12, 16, 20, 24)  # weights are interpolated between these
TRIPS_PER_HOUR = (22_700, 6_500, 18_500, 20_600, 17_400, 23_400)  # pick-ups, at the anchor hours

# Where trips start and end: lon, lat, spread in metres, weights at the anchor hours
PLACES = {
    # stations, squares and streets known by name
    "Penn Station, Eighth Avenue": (-73.9937, 40.7516, 100, (9, 6, 12, 10, 9, 9)),
    "Penn Station, Seventh Avenue": (-73.9912, 40.7503, 90, (15, 8, 13, 13, 11, 13)),
    "Port Authority": (-73.9900, 40.7570, 80, (9, 8, 12, 9, 8, 9)),
    "Grand Central": (-73.9772, 40.7527, 130, (3, 4, 13, 10, 9, 8)),
    "Times Square": (-73.9860, 40.7585, 150, (5, 4, 4, 6, 6, 8)),
    "Rockefeller Center": (-73.9790, 40.7590, 150, (2, 2, 9, 9, 8, 7)),
    "Columbus Circle": (-73.9819, 40.7681, 110, (4, 2, 6, 7, 6, 7)),
    "Herald Square": (-73.9878, 40.7497, 110, (3, 2, 4, 8, 7, 6)),
    "Koreatown": (-73.9868, 40.7475, 90, (6, 7, 1, 2, 2, 4)),
    "Union Square": (-73.9905, 40.7350, 120, (6, 3, 4, 7, 7, 8)),
    "Madison Square": (-73.9885, 40.7415, 140, (4, 2, 6, 7, 6, 7)),
    "Meatpacking District": (-74.0048, 40.7418, 110, (17, 12, 2, 4, 4, 7)),
    "West Chelsea clubs": (-74.0025, 40.7500, 110, (7, 10, 1, 2, 2, 2)),
    "Eighth Avenue and 23rd Street": (-73.9980, 40.7445, 130, (6, 3, 3, 4, 4, 5)),
    "Hell's Kitchen": (-73.9882, 40.7635, 160, (15, 9, 4, 4, 4, 8)),
    "Bleecker and MacDougal": (-74.0000, 40.7288, 120, (11, 8, 1, 2, 2, 5)),
    "Sheridan Square": (-74.0022, 40.7335, 110, (6, 4, 2, 3, 3, 5)),
    "Third Avenue and 13th Street": (-73.9878, 40.7328, 120, (10, 8, 2, 3, 3, 5)),
    "Astor Place and St Marks": (-73.9882, 40.7293, 110, (9, 6, 1, 2, 2, 4)),
    "Avenue A": (-73.9838, 40.7256, 150, (12, 10, 1, 1, 1, 4)),
    "Ludlow Street": (-73.9880, 40.7213, 130, (12, 11, 1, 1, 1, 4)),
    "Bowery and Spring Street": (-73.9940, 40.7220, 120, (8, 6, 1, 3, 3, 5)),
    "Broadway and Prince Street": (-73.9980, 40.7240, 130, (4, 3, 2, 5, 5, 4)),
    "Third Avenue and 34th Street": (-73.9775, 40.7455, 130, (9, 6, 3, 3, 3, 5)),
    "Second Avenue and 51st Street": (-73.9685, 40.7555, 130, (9, 6, 3, 3, 3, 5)),
    "Plaza and 57th Street": (-73.9760, 40.7640, 130, (6, 3, 8, 9, 7, 7)),
    "Lincoln Center": (-73.9830, 40.7725, 130, (2, 1, 2, 3, 3, 6)),
    "Bloomingdale's": (-73.9670, 40.7618, 130, (3, 2, 5, 7, 6, 5)),
    "Second Avenue and 79th Street": (-73.9535, 40.7745, 170, (7, 4, 4, 4, 4, 5)),
    "Second Avenue and 90th Street": (-73.9490, 40.7810, 150, (3, 2, 2, 2, 2, 3)),
    "Amsterdam Avenue and 81st Street": (-73.9770, 40.7838, 140, (4, 2, 2, 3, 3, 4)),
    "Metropolitan Museum": (-73.9625, 40.7785, 130, (0.3, 0, 1, 5, 6, 2)),
    "Museum of Natural History": (-73.9735, 40.7805, 130, (0.5, 0, 2, 3, 3, 1)),
    "York Avenue hospitals": (-73.9545, 40.7645, 130, (1, 1, 7, 5, 4, 2)),
    "First Avenue hospitals": (-73.9745, 40.7405, 130, (1, 1, 4, 3, 3, 2)),
    "Mount Sinai": (-73.9525, 40.7895, 120, (0.5, 0.5, 3, 3, 2, 1)),
    "Columbia University": (-73.9625, 40.8075, 170, (1.5, 1, 1, 2, 2, 2)),
    "World Financial Center": (-74.0145, 40.7140, 140, (1, 1, 4, 3, 3, 2)),
    "Wall Street": (-74.0090, 40.7060, 170, (2, 2, 6, 3, 3, 3)),
    "125th Street": (-73.9480, 40.8090, 250, (1, 1, 1, 1, 1, 1)),
    # neighbourhoods
    "Midtown": (-73.9800, 40.7570, 750, (60, 55, 140, 140, 112, 130)),
    "Turtle Bay": (-73.9690, 40.7540, 550, (35, 30, 45, 40, 36, 40)),
    "Garment District": (-73.9900, 40.7530, 550, (40, 40, 50, 55, 45, 50)),
    "Chelsea": (-73.9975, 40.7440, 500, (62, 40, 42, 44, 44, 52)),
    "Flatiron and Gramercy": (-73.9860, 40.7390, 450, (66, 50, 55, 58, 52, 66)),
    "Kips Bay and Murray Hill": (-73.9785, 40.7450, 450, (50, 40, 46, 40, 36, 44)),
    "Greenwich Village": (-73.9985, 40.7325, 450, (66, 50, 30, 36, 38, 56)),
    "East Village": (-73.9860, 40.7275, 500, (72, 65, 18, 18, 20, 40)),
    "Lower East Side": (-73.9895, 40.7200, 400, (46, 45, 8, 9, 10, 22)),
    "SoHo": (-74.0000, 40.7235, 420, (32, 26, 20, 28, 28, 30)),
    "Tribeca": (-74.0085, 40.7180, 420, (18, 16, 24, 20, 20, 20)),
    "Financial District": (-74.0095, 40.7080, 420, (16, 20, 26, 18, 18, 20)),
    "Lenox Hill": (-73.9625, 40.7690, 550, (34, 26, 66, 64, 62, 52)),
    "Yorkville": (-73.9530, 40.7770, 600, (48, 34, 62, 56, 54, 52)),
    "Lincoln Square": (-73.9840, 40.7740, 500, (30, 24, 42, 40, 38, 40)),
    "Upper West Side": (-73.9760, 40.7860, 650, (38, 28, 50, 48, 46, 44)),
    "Manhattan Valley": (-73.9680, 40.7980, 500, (15, 12, 13, 12, 12, 14)),
    "Morningside Heights": (-73.9620, 40.8100, 500, (9, 8, 6, 6, 6, 8)),
    "East Harlem": (-73.9430, 40.7960, 650, (12, 12, 8, 8, 8, 8)),
    "Harlem": (-73.9470, 40.8110, 800, (22, 26, 8, 9, 9, 13)),
    "Hamilton Heights": (-73.9490, 40.8260, 700, (11, 14, 4, 4, 4, 6)),
    "Washington Heights": (-73.9390, 40.8430, 900, (9, 12, 3, 3, 3, 5)),
    "Inwood": (-73.9210, 40.8660, 600, (4, 6, 1, 1, 1, 2)),
}

CROSSTOWN_SHARE = 0.15  # trip ends per metre of a side street, relative to an avenue
DOORWAY_SPREAD = 1.0  # standard deviation of the log of a section's weight: hotels, bars, ...
EXPRESS_M = 400  # no trip ends on longer sections: river drives, the park
GPS_JITTER_M = 15.0
FLEET = 13_000
CYCLE_S = 1800  # mean time from one pick-up of a cab to its next
MOST_RIDES = 12  # per cab, from an hour before
SPEED_M_S = 5.5
DETOUR = 1.3  # length of the way over that of the straight line
STOP_S = 90
LONGEST_RIDE_S = 3300  # under an hour: a ride begins in the hour or the one before


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


@cache
def _streets():
    """The road graph and its counts, the same at each call."""
    rng = np.random.Generator(np.random.PCG64(STREETS_SEED))
    points, links = _join(_cut(*_drawn(), rng))
    crooked = _zones(points) > 0
    points[crooked] += rng.normal(scale=QUARTER_JITTER_M, size=(crooked.sum(), 2))
    lon, lat = _degrees(points)
    graph, counts = clean_roads(RawRoads(lat=lat, lon=lon, links=links))
    return graph, {name: counts[name] for name in ("junctions", "road_sections", "roads")}


def _junctions():
    """Lon and lat of the junctions, (n, 2)."""
    graph, _ = _streets()
    return np.column_stack([graph.lon, graph.lat])


def _pull():
    """Weight of each section among its neighbours, (m,): larger on avenues."""
    graph, _ = _streets()
    rng = np.random.Generator(np.random.PCG64(np.random.SeedSequence([STREETS_SEED, 1])))
    step = np.diff(_junctions()[graph.edges], axis=1)[:, 0] * METRES_PER_DEGREE
    length = np.linalg.norm(step, axis=1)
    avenue = np.sin(np.radians(GRID_BEARING)), np.cos(np.radians(GRID_BEARING))
    uptown = np.abs(step @ avenue) > np.cos(np.radians(20)) * length
    doorways = np.exp(DOORWAY_SPREAD * rng.normal(size=graph.m))
    return np.where(uptown, 1, CROSSTOWN_SHARE) * length * doorways * (graph.length_m < EXPRESS_M)


@cache
def _shares():
    """Distribution of the trip ends of each place over the sections, (m, places)."""
    graph, _ = _streets()
    middle = _junctions()[graph.edges].mean(axis=1)
    place = np.array([spot[:2] for spot in PLACES.values()])
    spread_m = np.array([spot[2] for spot in PLACES.values()])
    distance = np.linalg.norm((middle[:, None] - place) * METRES_PER_DEGREE, axis=2)
    share = _pull()[:, None] * np.exp(-0.5 * (distance / spread_m) ** 2)
    return share / share.sum(axis=0)


def _at_hour(values, hour):
    """Interpolate values at the anchor hours around the clock."""
    return np.interp(hour % 24, ANCHOR_HOURS, [*values, values[0]])


def _ends(hour, shape, rng):
    """Random trip ends of an hour along the streets, lon and lat, (*shape, 2)."""
    graph, _ = _streets()
    weights = [_at_hour(weights, hour) for *_, weights in PLACES.values()]
    total = np.cumsum(_shares() @ weights)
    road = np.searchsorted(total, rng.random(shape) * total[-1])
    a, b = np.moveaxis(_junctions()[graph.edges[road]], -2, 0)
    along = rng.beta(0.5, 0.5, size=(*shape, 1))  # more at the corners
    jitter = rng.normal(scale=GPS_JITTER_M, size=a.shape) / METRES_PER_DEGREE
    return a + along * (b - a) + jitter


def _ride_s(pickup, dropoff):
    """Duration of rides in seconds, for ends in degrees, (..., 2)."""
    way = DETOUR * np.linalg.norm((dropoff - pickup) * METRES_PER_DEGREE, axis=-1)
    return np.minimum(STOP_S + way / SPEED_M_S, LONGEST_RIDE_S)


def _start_s(ride, rng):
    """Seconds after the full hour at which rides begin, (cabs, MOST_RIDES).

    Cabs work from two cycles before the hour, so that rides begin at an even rate in it.
    """
    idle = rng.gamma(2, (CYCLE_S - ride.mean()) / 2, size=ride.shape)
    since = np.cumsum(ride + idle, axis=1) - (ride + idle)
    return since + CYCLE_S * (rng.random((len(ride), 1)) - 2)


def _picked_up(hour, seed):
    """The trips that begin in an hour (-1: the last of the day before), in order of time."""
    rng = np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, hour + 1])))
    cabs = round(_at_hour(TRIPS_PER_HOUR, hour) * CYCLE_S / 3600)
    pickup, dropoff = (_ends(hour, (cabs, MOST_RIDES), rng) for _ in range(2))
    ride = _ride_s(pickup, dropoff)
    start = _start_s(ride, rng)
    names = np.array([f"cab-{number:05d}" for number in rng.permutation(FLEET)[:cabs]])
    chosen = np.nonzero((start >= 0) & (start < 3600))
    chosen = tuple(index[np.argsort(start[chosen], kind="stable")] for index in chosen)
    full_hour = np.datetime64(DATE, "us") + np.timedelta64(hour, "h")
    begin = full_hour + start[chosen].astype("timedelta64[s]")
    return pd.DataFrame(
        {
            "pickup_time": begin,
            "pickup_lon": pickup[chosen][:, 0],
            "pickup_lat": pickup[chosen][:, 1],
            "dropoff_time": begin + ride[chosen].astype("timedelta64[s]"),
            "dropoff_lon": dropoff[chosen][:, 0],
            "dropoff_lat": dropoff[chosen][:, 1],
            "cab": names[chosen[0]],
        }
    )


def _trips(hour, seed):
    """The trips with a pick-up or a drop-off in an hour."""
    before, now = _picked_up(hour - 1, seed), _picked_up(hour, seed)
    reaching_in = before["dropoff_time"].dt.hour == hour
    return pd.concat([before[reaching_in], now], ignore_index=True)


def stand_in_city(hours, seed):
    """Make the synthetic city and its taxi trips.

    Parameters
    ----------
    hours : iterable of int in 0 .. 23
    seed : int >= 0
        Of the trips; the streets are always the same.

    Returns
    -------
    graph : Graph
        With coordinates, road lengths and parallel sections as weights.
    counts : dict of int
        `junctions`, `road_sections` (with parallel ones and loops) and `roads` (edges).
    trips : dict of int to DataFrame
        For each hour the trips that start or end in it, with the columns of `read_trips` (times of
        a nominal day). They depend on the hour and the seed alone. The trips of a cab that begin
        in the same hour do not overlap.

    Raises
    ------
    ValueError
        Naming the argument, the value and what is allowed.

    Examples
    --------
    >>> graph, counts, trips = stand_in_city([4], seed=1)
    >>> counts["junctions"] == graph.n, counts["roads"] == graph.m, list(trips)
    (True, True, [4])
    """
    seed = checks.whole_number("seed", seed, low=0)
    hours = [checks.whole_number("hour", hour, low=0) for hour in hours]
    for hour in hours:
        checks.one_of("hour", hour, range(24))
    graph, counts = _streets()
    return graph, dict(counts), {hour: _trips(hour, seed) for hour in hours}
