"""The projection of the library's pictures: degrees to metres in the plane around some places.

Distances that decide about numbers are those on a sphere: see `gaussmech.geo.sphere`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gaussmech._checks import Array
from gaussmech.geo.sphere import EARTH_RADIUS_M


def project(places: Any, lon: ArrayLike, lat: ArrayLike) -> Array:
    """Return degrees as metres east and north of the middle of some places.

    Parameters
    ----------
    places : Graph or Places
        Places with coordinates `lon` and `lat` in degrees; the middle of their bounding box is the
        origin. The box leaves out the widest gap between longitudes, so it may contain the
        antimeridian.
    lon, lat : (k,) arrays of float
        Degrees of the points to project.

    Returns
    -------
    (k, 2) array of float
        Metres east and north.

    Notes
    -----
    The projection is equirectangular: a degree of longitude is everywhere as long as at the middle
    latitude. Across a city, distances are off by less than 1 in 1,000; a map of the whole earth is
    distorted.

    Examples
    --------
    >>> from gaussmech.geo.places import Places
    >>> square = Places(["a", "b"], lon=[0.0, 0.02], lat=[-0.01, 0.01])
    >>> project(square, [0.02, 0.0], [0.0, 0.01]).round().tolist()
    [[1112.0, 0.0], [-1112.0, 1112.0]]
    """
    ordered = np.sort(places.lon)
    gaps = np.diff(ordered, append=ordered[0] + 360)
    # The box is opposite to the widest gap, the last one if several are as wide.
    last = len(gaps) - 1 - int(np.argmax(gaps[::-1]))
    opposite = ordered[last] + gaps[last] / 2
    # Points are at most half the globe east or west of the middle.
    east = np.radians(np.subtract(lon, opposite) % 360 - 180)
    middle_lat = (np.min(places.lat) + np.max(places.lat)) / 2
    north = np.radians(np.subtract(lat, middle_lat))
    shrinkage = np.cos(np.radians(middle_lat))
    return EARTH_RADIUS_M * np.column_stack((east * shrinkage, north))
