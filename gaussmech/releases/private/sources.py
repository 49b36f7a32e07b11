"""The private files of a release: a table of counts per place, or one of events.

`gaussmech release` takes the options of these files, whose names the fields of the classes have. A
source knows its sensitivities before it is read: for counts they are given, for events they are
enforced. An error message about a private file names the file, the line and the column, but never
shows a value.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo
from decimal import Decimal
from itertools import chain

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from gaussmech._checks import Array
from gaussmech._columns import LAT, LON, PLACE, X, Y, coordinate_names
from gaussmech._csv import (
    Table,
    degrees,
    have_thousands,
    number,
    plain_name,
    read_csv,
    read_records,
)
from gaussmech._defaults import REACH_M
from gaussmech._hints import option
from gaussmech._ids import Ids
from gaussmech.geo.place_lists import places_of_table
from gaussmech.geo.places import Places, Source
from gaussmech.releases.areas import Areas
from gaussmech.releases.noise.grid import bounded_sums, round_to_grid
from gaussmech.releases.periods import DAYS, Period
from gaussmech.releases.plan import Plan
from gaussmech.releases.private import inputs
from gaussmech.releases.private.dates import days_of

# Why the data are of a period, if their dates are not read.
PERIOD_AS_STATED = "given by the publisher, not checked"


@dataclass(frozen=True)
class PrivateTable:
    """What a private file has, ready for a release.

    Attributes
    ----------
    places : Places
        The places, one per row.
    domain : str
        Which data sets there might be, in words.
    steps : function
        Takes a Plan and its areas, and returns the true values row by row in multiples of its
        grid. They are computed after the plan, which sets the grid and the norm.
    """

    places: Places
    domain: str
    steps: Callable[[Plan, Sequence[Areas]], list[int]]


@dataclass(frozen=True, kw_only=True)
class CountsFile:
    """A table with a row per place.

    Attributes
    ----------
    file : str
        The file; "-" is standard input.
    place : str or None
        The column of the ids of places; None takes the column "place".
    value : list of str
        The columns of counts to release.
    period : Period or None
        The time of the counts, if it is published.
    yes : bool
        Whether numbers such as 1.100 have decimals.

    Examples
    --------
    >>> CountsFile(file="counts.csv", place=None, value=["n", "n"])
    Traceback (most recent call last):
    ValueError: values names a column twice; rename one
    """

    file: str
    place: str | None
    value: list[str]
    period: Period | None = None
    yes: bool = False

    def __post_init__(self) -> None:
        """Refuse what does not go together."""
        if len(set(self.value)) < len(self.value):
            raise ValueError(
                f"{option('value', argument='values')} names a column twice; rename one"
            )

    # A row of another place is refused.
    skips_other_places = False
    reason_of_period = PERIOD_AS_STATED

    @property
    def names(self) -> list[str]:
        """The columns to release."""
        return self.value

    def reason(self, plan: Plan, unit: str) -> str:
        """Return why the sensitivity holds, in words."""
        return f"given by the publisher, not checked; no {unit} may change a column by more than this"

    def describe_place_ids(self, places: Places) -> str:
        """Return how rows name their places, in words."""
        return f"by {self.place or 'place'}: {places.texts}"

    def read(self, places: Places | None, unit: str, *, values: bool) -> PrivateTable:
        """Read the counts; without a public list, the places are those of the file.

        The counts are exactly those of the file, row by row in the order of the places, 0 for places
        without a row. They must be numbers in [0, 1e100]. A dry run reads no values: it checks the
        public part of the file, and treats it as a file without counts.
        """
        read_names = self.value if values else []
        only = {self.place, PLACE, *LON, *LAT, *read_names}
        table = read_csv(self.file, "COUNTS", only=only)
        place = self.place or table.known((PLACE,))
        if place is None:
            # The first column is not taken by default, because ids are published as they are.
            raise ValueError(
                f"{table.file} has no column {PLACE!r}; name the column of the places with --place (it"
                " is published as it is)"
            )
        for name in self.value:
            if name == place:
                raise ValueError(
                    f"{table.file}: {name!r} cannot be both the places and a value"
                )
            if plain_name(name) in (*LON, *LAT):
                raise ValueError(
                    f"{table.file}: {name!r} is a coordinate; rename it to release it"
                )
            table.check_column(name, "--value")
        columns = [table.decimals(name) for name in read_names]
        for name in read_names:
            if not self.yes and have_thousands(table.columns[name]):
                raise ValueError(
                    f"{table.file}: each number of {name!r} with a point has three digits behind it, as"
                    " 1.100 has, which is 1.1 here; write eleven hundred as 1100, or say --yes if the"
                    " points are decimal points"
                )
        if places is None:
            listed = places_of_table(
                table, place, coordinate_names(table, public=False)
            )
            # The other columns of this file are private.
            source = Source(table.file, f"column {place!r}")
            places = replace(listed, columns={}, source=source)
        positions = places.texts.different_positions(
            table.ids(place), lambda row: f"{table.file}, line {table.lines[row]}"
        )
        counts = np.full((len(places.ids), len(columns)), Decimal(0))
        for k, column in enumerate(columns):
            counts[positions, k] = column
        return PrivateTable(
            places=places,
            domain=f"Tables with counts >= 0 for each of {len(places.ids):,} public places.",
            steps=lambda plan, areas: round_to_grid(counts.ravel(), plan.noise.grid),
        )


@dataclass(frozen=True, kw_only=True)
class EventsFile:
    """A table with a row per event, which are counted.

    Attributes
    ----------
    file : str
        The file; "-" is standard input.
    user : str or None
        The column of users; None only if the file is not released.
    place, lon, lat : str or None
        The columns of the ids of places, or of coordinates, if they are named.
    crs : str or None
        The coordinate reference system, if the coordinates are not in degrees.
    by : list of list of str
        The column by which events are counted separately, followed by the values that are counted.
    max_distance, bandwidth : float or None
        An event farther than `max_distance` from every place is dropped, and the standard deviation
        of the kernel, in metres; None takes 150 and 0, the nearest place.
    events_per_user : int or None
        The cap of a user's counts: the norm of this many events in as many places.
    user_l2_norm : float or None
        The same cap as an L2 norm: that of user_l2_norm^2 events.
    period : Period or None
        The time of the events, if it is published.
    date : str or None
        The column of dates or times, if only the events of the period count.
    date_format : str or None
        How they are written; None takes ISO 8601.
    timezone : tzinfo or None
        The zone in which times that have a zone count; None takes the date as it is written.
    """

    file: str
    user: str | None
    place: str | None
    lon: str | None
    lat: str | None
    crs: str | None
    by: list[list[str]]
    max_distance: float | None
    bandwidth: float | None = None
    events_per_user: int | None = None
    user_l2_norm: float | None = None
    period: Period | None = None
    date: str | None = None
    date_format: str | None = None
    timezone: tzinfo | None = None

    def __post_init__(self) -> None:
        """Refuse what does not go together."""
        if self.date is None and (self.date_format or self.timezone):
            name = "date-format" if self.date_format else "timezone"
            raise ValueError(f"{option(name)} needs --date")
        if self.date is not None and (self.period is None or self.period.first is None):
            found = f"; it is {self.period.text!r}" if self.period else ""
            raise ValueError(f"--date needs a --period: {DAYS}{found}")
        if self.place is not None:
            for name in ("lon", "lat", "crs", "max-distance", "bandwidth"):
                self._refuse(name, "--place")
        columns = [column for column, *_ in self.by]
        if len(set(columns)) > 1:
            raise ValueError(
                f"--by names the columns {columns[0]!r} and {columns[1]!r}; events are counted by"
                " one column"
            )
        if not self.groups or len(set(self.groups)) < len(self.groups):
            raise ValueError(
                "--by needs the name of a column, then its values, each once"
            )

    def _refuse(self, name: str, other: str) -> None:
        """Raise a ValueError if an option is given that does not go with another one."""
        if getattr(self, name.replace("-", "_")) is not None:
            raise ValueError(f"{option(name)} does not go with {other}")

    @property
    def skips_other_places(self) -> bool:
        """Whether events name their places, and those of other places are skipped."""
        return self.place is not None

    @property
    def column(self) -> str | None:
        """The column by which events are counted separately, if there is one."""
        return self.by[0][0] if self.by else None

    @property
    def groups(self) -> list[str]:
        """Its values to count; without such a column, one name for all events."""
        if not self.by:
            return ["count"]
        return [value for _, *values in self.by for value in values]

    @property
    def names(self) -> list[str]:
        """The columns to release."""
        if not self.by:
            return self.groups
        return [f"{self.column}_{group}" for group in self.groups]

    @property
    def norms(self) -> tuple[float, float]:
        """The caps of a user's counts in L2 and in L1 norm: those of K events in K places.

        One event has an L1 norm of 1, K events at most K. In L2 norm K events in K places have
        sqrt(K); more in one place have up to K, and are scaled down if the noise is Gaussian.
        """
        if self.user_l2_norm is None:
            events = self.events_per_user or 0
            return math.sqrt(events), float(events)
        # A part of one event has the same L1 and L2 norm.
        return self.user_l2_norm, max(self.user_l2_norm, self.user_l2_norm**2)

    def reason(self, plan: Plan, unit: str) -> str:
        """Return why the sensitivity holds, in words."""
        counts = f"enforced, because the counts of each {unit} in a column"
        if plan.noise.areas and plan.noise.norm == 2:
            return (
                f"{counts} and their sums over areas, each divided by its noise, are scaled down to"
                f" the joint norm of {self.norms[1]:g} events in as many places of one area; counts"
                f" of a {unit} in many areas may have a larger norm than this, their sums a smaller one"
            )
        return f"{counts} are scaled down to this norm; {self._whole_events(plan)}"

    def _whole_events(self, plan: Plan) -> str:
        """Return in words how many events of a user count whole, at one place and at several."""
        l2_norm, l1_norm = self.norms
        if plan.noise.norm == 1:
            return f"{l1_norm:g} events count whole, wherever they are"
        return (
            f"{l1_norm:g} events in as many places count whole, and those in one place count as at"
            f" most {l2_norm:.4g}"
        )

    @property
    def reason_of_period(self) -> str:
        """Why the counted events belong to the period, in words."""
        if self.date is None:
            return PERIOD_AS_STATED
        zone = f"; times with a zone count in {self.timezone}" if self.timezone else ""
        return f"only events dated on these days count{zone}"

    def describe_place_ids(self, places: Places) -> str:
        """Return how rows name their places, in words."""
        if self.place is not None:
            return f"by {self.place}: {places.texts}"
        system = f"coordinates in {self.crs}" if self.crs else "degrees (WGS84)"
        if places.are_districts:
            return f"by {system}, in the district that contains them"
        return f"by {system}, within {self._reach:g} m of a place"

    @property
    def _reach(self) -> float:
        """The largest distance to a place."""
        return REACH_M if self.max_distance is None else self.max_distance

    def read_events(
        self, places: Places | None, *, values: bool = True
    ) -> tuple[Table, inputs.Events]:
        """Return the table, or only its header, and the events of its rows."""
        if places is None:
            raise ValueError(
                "events need the public list of places: give --places, --graph or --cells; places"
                " found in the events would reveal who was there"
            )
        if places.aliases and self.place is None:
            raise ValueError(
                f"{option('alias')} does not go with coordinates: name the column of the events'"
                f" places by {option('place')}"
            )
        if places.are_districts:
            for name in ("max-distance", "bandwidth"):
                self._refuse(
                    name, "polygons: an event counts in the one that contains it"
                )
        names = {self.user, self.place, self.lon, self.lat, self.column, self.date}
        names |= {*LON, *LAT}
        if self.crs is not None:
            names |= {*X, *Y}
        table = read_records(self.file, "EVENTS", only=names, header_only=not values)
        users = groups = np.zeros(len(table.lines), int)
        if self.user is not None:
            users = inputs.user_codes(table.column(self.user, "--user"))
        if self.column is not None:
            groups = np.array(
                Ids(self.groups).positions(table.column(self.column, "--by")), int
            )
        in_period = np.ones(len(table.lines), bool)
        if self.date is not None and self.period is not None:
            in_period = self.period.contains(self.days(table))
        spots = self._spots(table, places)
        return table, inputs.Events(users, groups, spots, in_period)

    def days(self, table: Table) -> NDArray[np.int64]:
        """Return the days of the events, as `dates.days_of` does."""
        assert self.date is not None
        return days_of(
            table.column(self.date, "--date"), self.date_format, self.timezone
        )

    def _spots(self, table: Table, places: Places) -> inputs.Spots:
        """Return where the events are: at a place, in a district, or near places."""
        if self.place is not None:
            of_event = places.texts.positions(table.column(self.place, "--place"))
            return inputs.at_places(np.array(of_event, int), len(places.ids))
        x, y = self.coordinates(table)
        if places.are_districts:
            from gaussmech.geo.districts import district_of

            of_event = district_of(places, x, y, self.crs)
            return inputs.at_places(of_event, len(places.ids))
        if self.crs is not None:
            from gaussmech.geo.districts import transformation

            x, y = transformation(self.crs, 4326)(x, y)
        return inputs.around_places(
            x, y, places, reach_m=self._reach, bandwidth_m=self.bandwidth or 0.0
        )

    def coordinates(self, table: Table) -> Array:
        """Return the coordinates of k events, (2, k), as numbers in their system.

        In a system that is named by `crs` the columns may be x and y, too.
        """
        columns = coordinate_names(
            table, self.lon, self.lat, public=self.crs is not None
        )
        if columns is None:
            raise ValueError(
                f"{table.file} has no columns lon and lat; name them with --lon and --lat, or the"
                " column of the events' places with --place"
            )
        parse = degrees if self.crs is None else number
        return np.array([list(map(parse, table.column(name))) for name in columns])

    def cap(
        self, plan: Plan, areas: Sequence[Areas]
    ) -> tuple[float, list[tuple[csr_array, float]]]:
        """Return the cap of a user's counts, and the areas whose sums it bounds, with weights.

        In L1 norm the sums of areas never exceed the cap of the places. In L2 norm they may, so the
        norm of the places over their noise and of the sums over theirs is bounded as a whole, in
        units of the noise of the places. No user with K events in K places is scaled down.
        """
        if plan.noise.norm == 1 or not areas:
            return plan.sensitivity, []
        norm, l1_norm = self.norms
        square = norm**2
        weighted_areas = []
        for level, sigma in zip(areas, plan.noise.area_sigmas, strict=True):
            weight = plan.noise.sigma / sigma
            square += (weight * l1_norm) ** 2
            # Each place is in a single area.
            members = inputs.at_places(level.codes, len(level.ids)).rows(slice(None))
            weighted_areas.append((members, weight))
        return math.sqrt(square), weighted_areas

    def read(self, places: Places | None, unit: str, *, values: bool) -> PrivateTable:
        """Read the events, whose sums over users are bounded when the plan is known.

        A dry run reads only the header, and treats the file as one without events.
        """
        _, events = self.read_events(places, values=values)
        assert places is not None
        rows = len(places.ids)

        def steps(plan: Plan, areas: Sequence[Areas]) -> list[int]:
            cap, weighted_areas = self.cap(plan, areas)
            columns = [
                bounded_sums(
                    events.parts(group),
                    cap,
                    plan.noise.grid,
                    rows,
                    norm=plan.noise.norm,
                    areas=weighted_areas,
                )
                for group in range(len(self.groups))
            ]
            return list(chain.from_iterable(zip(*columns, strict=True)))

        return PrivateTable(
            places=places,
            domain=f"Tables with any number of events, each of a {unit} at one of"
            f" {rows:,} public places or nowhere.",
            steps=steps,
        )
