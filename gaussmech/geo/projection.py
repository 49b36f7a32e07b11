"""The projection of the library: degrees to metres in the plane around some places.

Every distance in a plane uses it, so that maps, kernels and triangulations agree.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gaussmech._checks import Array
from gaussmech.geo.roads import EARTH_RADIUS_M


def project(places: Any, lon: ArrayLike, lat: ArrayLike) -> Array:
    """Return degrees as metres east and north of the middle of some places.

    Parameters
    ----------
    places : Graph or Places
        Places with coordinates `lon` and `lat` in degrees; the middle of their bounding box is the
        origin.
    lon, lat : (k,) arrays of float
        Degrees of the points to project.

    Returns
    -------
    (k, 2) array of float
        Metres east and north.

    Notes
    -----
    The projection is equirectangular: a degree of longitude is everywhere as long as at the middle
    latitude. Across a city, distances are off by less than 1 in 1,000; it is not meant for the
    whole earth.

    Examples
    --------
    >>> from gaussmech.geo.places import Places
    >>> square = Places(["a", "b"], lon=[0.0, 0.02], lat=[-0.01, 0.01])
    >>> project(square, [0.01, 0.02], [0.0, 0.0]).round().tolist()
    [[0.0, 0.0], [1112.0, 0.0]]
    """
    middle_lon = (np.min(places.lon) + np.max(places.lon)) / 2
    middle_lat = (np.min(places.lat) + np.max(places.lat)) / 2
    lon = np.asarray(lon, float)
    lat = np.asarray(lat, float)
    shrinkage = np.cos(np.radians(middle_lat))
    east = np.radians(lon - middle_lon) * shrinkage
    north = np.radians(lat - middle_lat)
    return EARTH_RADIUS_M * np.column_stack((east, north))
