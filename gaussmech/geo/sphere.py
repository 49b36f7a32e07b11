"""Distances on a sphere of the earth's mean radius, for places anywhere on the earth.

Points become unit vectors. The straight line between two of them, the chord, grows with the
distance along the surface, so a search for neighbours in space finds the neighbours on the
surface: at the poles, across the antimeridian, and in sets of places that span continents.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gaussmech._checks import Array

# This is the mean radius of the earth (IUGG).
EARTH_RADIUS_M = 6_371_008.8


def great_circle_m(lon_a: Any, lat_a: Any, lon_b: Any, lat_b: Any) -> Any:
    """Return the distance on a sphere, in metres, between points in degrees; arrays are broadcast.

    The haversine formula keeps its digits for points that are near each other.
    """
    lon_a, lat_a, lon_b, lat_b = map(np.radians, (lon_a, lat_a, lon_b, lat_b))
    north = np.sin((lat_b - lat_a) / 2) ** 2
    east = np.cos(lat_a) * np.cos(lat_b) * np.sin((lon_b - lon_a) / 2) ** 2
    angle = 2 * np.arcsin(np.sqrt(north + east))
    return EARTH_RADIUS_M * angle


def unit_vectors(lon: ArrayLike, lat: ArrayLike) -> Array:
    """Return points in degrees as vectors of length 1 from the centre of the earth, (k, 3).

    Examples
    --------
    >>> unit_vectors([0, 90, 0], [0, 0, 90]).round().tolist()
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    """
    x = np.radians(lon)
    y = np.radians(lat)
    return np.column_stack((np.cos(y) * np.cos(x), np.cos(y) * np.sin(x), np.sin(y)))


def chord_of(metres: float) -> float:
    """Return the chord of a distance along the surface; beyond half the globe it is infinite."""
    angle = metres / EARTH_RADIUS_M
    return 2 * float(np.sin(angle / 2)) if angle < np.pi else np.inf


def metres_of(chord: Array) -> Array:
    """Return the distances along the surface, in metres, of chords in [0, 2].

    Examples
    --------
    >>> float(metres_of(np.sqrt(2.0)).round())  # a quarter of the circumference
    10007557.0
    """
    half = np.minimum(chord / 2, 1)
    return 2 * EARTH_RADIUS_M * np.arcsin(half)


def plane_around(lon: Array, lat: Array) -> Array | None:
    """Return points in a plane that maps circles on the sphere to circles, (n, 2).

    It is the stereographic projection from the point opposite to the middle of the points. A
    Delaunay triangulation depends on circles only, so the triangulation of the plane is that of
    the sphere. None means that the points do not fit into one half of the globe.
    """
    points = unit_vectors(lon, lat)
    total = points.sum(axis=0)
    # Points all over the globe have no middle.
    middle = total / max(np.linalg.norm(total), 1e-9)
    height = points @ middle
    if height.min() <= 0:
        return None
    # The axis with which the middle makes the largest angle gives a direction across it.
    axis = np.eye(3)[np.argmin(np.abs(middle))]
    across = np.cross(axis, middle)
    across /= np.linalg.norm(across)
    sides = np.column_stack((across, np.cross(middle, across)))
    return (points @ sides) / (1 + height)[:, None]
