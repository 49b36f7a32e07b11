"""The events of a private file: whose they are, where they are, and what each user adds to the places.

Events that cannot be used, and lines that are not rows of a CSV file, are skipped without a count,
because the count itself would tell about people.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from scipy.sparse import csr_array

from gaussmech._ids import identify
from gaussmech.geo.contributions import contributions
from gaussmech.geo.places import Places

# Events are handled in blocks. The contributions of a block have about a million entries, which
# take some 100 MB.
BLOCK = 2**20


@dataclass(frozen=True)
class Events:
    """The events of a file: whose they are, their group, and what each adds to the places.

    Attributes
    ----------
    users : (k,) array of int
        A code for the user of each event.
    groups : (k,) array of int
        The position of each event's group in the list of groups; -1 if it is in none.
    spots : Spots
        The places of the events.
    in_period : (k,) array of bool
        Whether each event is in the period that is released.
    """

    users: Any
    groups: Any
    spots: Spots
    in_period: Any = True

    @property
    def usable(self) -> Any:
        """Which events are of a user, at a place and in the period."""
        return self.spots.usable & (self.users >= 0) & self.in_period

    def parts(self, group: int) -> Iterator[Any]:
        """Yield what the users of a group add, as sparse arrays (users, n), block by block.

        What a user adds is computed only from the user's own events, to the last bit: it is the
        same with and without the others. So all events of a user are in one block, and a block with
        too many events of one user holds no other.
        """
        events = np.flatnonzero(self.usable & (self.groups == group))
        events = events[np.argsort(self.users[events], kind="stable")]
        users = self.users[events]
        # The events of user i are those from bounds[i] to before bounds[i + 1].
        first_events = np.flatnonzero(np.diff(users, prepend=-1))
        bounds = [*first_events.tolist(), len(events)]
        size = max(1, BLOCK // self.spots.largest_row)
        user = 0
        while user < len(bounds) - 1:
            # A block has as many users as have no more than `size` events, but at least one.
            last_bound = bounds[user] + size
            next_user = int(np.searchsorted(bounds, last_bound, "right")) - 1
            next_user = max(next_user, user + 1)
            total: Any = None
            # A user with more than `size` events makes several parts, which are added up.
            for start in range(bounds[user], bounds[next_user], size):
                some = slice(start, min(start + size, bounds[next_user]))
                _, owners = np.unique(users[some], return_inverse=True)
                part = contributions(self.spots.rows(events[some]), owners)
                total = part if total is None else total + part
            user = next_user
            yield total


def user_codes(cells: Sequence[str]) -> Any:
    """Return a code for the user of each event, -1 for an event without a user.

    All spellings of a person have one code. Each text is judged independently of the others.
    """
    codes: dict[str | None, int] = {None: -1}
    names = map(cache(identify), cells)
    return np.array([codes.setdefault(name, len(codes) - 1) for name in names], int)


@dataclass(frozen=True)
class Spots:
    """Where k events are.

    Attributes
    ----------
    usable : (k,) array of bool
        Which events are at a place.
    rows : function
        Takes indices of events, and returns what these add to the places, a csr_array (events, n).
    largest_row : int
        To how many places an event adds at most.
    """

    usable: Any
    rows: Callable[[Any], Any]
    largest_row: int = 1


def at_places(position: Any, n: int) -> Spots:
    """Return events that are each at the place of a position (k,) among n; those at -1 are at none."""

    def rows(events: Any) -> Any:
        columns = position[events]
        count = len(columns)
        # Each row has a single 1.
        entries = (np.ones(count), columns, np.arange(count + 1))
        return csr_array(entries, shape=(count, n))

    return Spots(position >= 0, rows)


def around_places(
    lon: Any, lat: Any, places: Places, *, reach_m: float, bandwidth_m: float
) -> Spots:
    """Return events that count at the nearest place or at those around them.

    Parameters
    ----------
    lon, lat : (k,) arrays of float
        Degrees of each event. An event without finite degrees is not usable.
    places : Places
        The n public places, with coordinates.
    reach_m : float
        An event farther than this from every place is not usable; in metres.
    bandwidth_m : float
        The standard deviation of the kernel in metres; 0 counts an event at its nearest place.
    """
    # Untyped modules load pandas; the parser of the command must not wait for that.
    from gaussmech.geo.assignment import GaussianKernel

    if places.lon is None or places.lat is None:
        raise ValueError(
            "the events have coordinates, but the places have none; give them columns lon and"
            " lat, or name the column of the events' places with --place"
        )
    _check_spots(places, bandwidth_m)
    # Numbers outside the range count as missing before anything is computed with them, because they
    # might overflow.
    is_on_earth = (np.abs(lon) <= 180) & (np.abs(lat) <= 90)
    lon = np.where(is_on_earth, lon, np.nan)
    lat = np.where(is_on_earth, lat, np.nan)
    kernel = GaussianKernel(places, bandwidth_m)
    return Spots(
        kernel.reaches(lon, lat, reach_m),
        lambda events: kernel.rows(lon[events], lat[events]),
        kernel.largest_row(reach_m),
    )


def _check_spots(places: Places, bandwidth_m: float) -> None:
    """Raise a ValueError if an event might be nearest to two places, because they are at one spot."""
    if bandwidth_m > 0:
        return
    names: dict[tuple[float, float], str] = {}
    spots = zip(places.lon or (), places.lat or (), strict=True)
    for spot, name in zip(spots, places.ids, strict=True):
        other = names.setdefault(spot, name)
        if other != name:
            raise ValueError(
                f"the places {other!r} and {name!r} are at one spot, so an event has no nearest"
                " place; merge them, or spread events with --bandwidth"
            )
