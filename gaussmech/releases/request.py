"""What a release is asked to do: the options of `gaussmech release` as numbers, names and paths.

`command` parses the options into a `CountsRequest` or an `EventsRequest`; `publish` carries a
request out. What differs between the two is in three methods: `norms` returns the sensitivities,
`read` reads the private file, and `names` returns the columns to release. The others are shared.
"""

from __future__ import annotations

import hashlib
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import csr_array

from gaussmech._csv import read_records
from gaussmech._extras import need_all
from gaussmech._ids import Ids
from gaussmech.geo.graph_files import graph_of_places, is_plain, list_of_places
from gaussmech.geo.links import link_places, with_bridges
from gaussmech.geo.places import LAT, LON, Places, X, Y
from gaussmech.geo.read import PACKAGES
from gaussmech.geo.write import DRIVERS
from gaussmech.graphs.graph import Graph
from gaussmech.releases import inputs
from gaussmech.releases.defaults import REACH_M
from gaussmech.releases.grid import bounded_sums, round_to_grid
from gaussmech.releases.ledger import Ledger
from gaussmech.releases.people import user_codes
from gaussmech.releases.plan import Plan, plan_release, plan_share
from gaussmech.releases.table import AreaLabels


@dataclass(frozen=True)
class Private:
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
    steps: Callable[[Plan, Sequence[AreaLabels]], list[int]]


@dataclass(frozen=True, kw_only=True)
class Request(ABC):
    """What a release of counts and one of events have in common.

    Attributes
    ----------
    file : str
        The private file; "-" is standard input.
    place : str or None
        The column of the ids of places, if it is named.
    places_file, graph_file : str or None
        The public list of places, and the streets.
    id : str or None
        The column or property of the public file with the ids of places.
    layer : str or None
        The layer of the public file.
    cells : str or None
        The cells that are the places, such as "200m" or "h3:9".
    within : list of str
        The file over which they lie, or west, south, east and north.
    link : int, "delaunay" or None
        To how many nearest places each place is linked.
    epsilon, delta : float or None
        The budget of all columns together or, if `each` is True, of each column; None takes an
        equal share of the total that the ledger keeps for the planned releases.
    noise : {"auto", "laplace", "gaussian"}
        The law of the noise.
    planned_releases : int
        How many releases of data on the same people are planned.
    each : bool
        Whether the budget is for each column.
    unit : str
        Whose data are protected, in a word such as "user".
    round_to : decimal.Decimal or None
        The power of ten to which values are rounded after the noise, if it is stated.
    ledger : Ledger or None
        The ledger to which the release is added.
    output : Path
        The table to write, or a file of a GIS.
    per : str or None
        The public column by which values are divided, for rates.
    is_confirmed : bool
        Whether the user has said that the public files are meant as they were understood.
    about_file : str or None
        A YAML file of what only the publisher knows.
    registry : bool
        Whether to write a record for the registry of deployments.
    area_columns : list of str
        The columns of the public places that name areas, and "auto" for areas of the graph.
    area_share : float
        The share of the budget that the sums of areas have.
    """

    file: str
    place: str | None
    places_file: str | None
    graph_file: str | None
    id: str | None
    layer: str | None
    cells: str | None
    within: list[str]
    link: int | str | None
    epsilon: float | None
    delta: float | None
    noise: str
    planned_releases: int
    each: bool
    unit: str
    round_to: Decimal | None
    ledger: Ledger | None
    output: Path
    per: str | None
    is_confirmed: bool
    about_file: str | None
    registry: bool
    area_columns: list[str]
    area_share: float

    def __post_init__(self) -> None:
        """Refuse what does not go together."""
        if not (self.unit.strip() and self.unit.isprintable()):
            raise ValueError(
                f"--unit is {self.unit!r}; it must name whose data are protected, in a word"
            )
        if len(set(self.area_columns)) < len(self.area_columns):
            raise ValueError("--areas names a column twice")
        check_public_files(self.places_file, self.graph_file, self.cells, self.within)

    @property
    @abstractmethod
    def names(self) -> list[str]:
        """The columns to release."""

    @property
    @abstractmethod
    def norms(self) -> tuple[float, float | None]:
        """The L2 and the L1 sensitivity of a column; the second is None if it is not known."""

    @abstractmethod
    def reason(self, plan: Plan) -> str:
        """Return why the sensitivity holds, in words."""

    @abstractmethod
    def read(self, places: Places | None, *, values: bool) -> Private:
        """Read the private file; `places` is the public list, if there is one.

        A dry run reads no values: then the file is checked as far as it is public, and taken for
        one without rows.
        """

    @property
    def named_columns(self) -> list[str | None]:
        """The columns of ids and of coordinates that are named for the private file."""
        return [self.place]

    def describe_place_ids(self, places: Places) -> str:
        """Return how rows of the private file name their places, in words."""
        return f"by {self.place_name}: {Ids(places.ids)}"

    @property
    def place_name(self) -> str:
        """The name of the column of places in the output."""
        return self.place or "place"

    @property
    def published(self) -> str:
        """The name of the file whose places are published as they are."""
        if self.cells is not None:
            return f"cells of {self.cells}"
        return Path(self.places_file or self.graph_file or self.file).name

    @property
    def graph_source(self) -> dict[str, Any]:
        """The public files of the graph with their digests, and how places are linked."""
        digests = {}
        for path in map(Path, filter(None, (self.graph_file, self.places_file))):
            # A file of a GIS may be a folder.
            content = path.read_bytes() if path.is_file() else b""
            digests[path.name] = (
                hashlib.sha256(content).hexdigest() if content else None
            )
        return {"sha256": digests, "link": self.link}

    def check_packages(self) -> None:
        """Raise an ImportError that names everything that this release lacks."""
        needs = {"release": ["opendp"], "maps": [], "parquet": []}
        if self.graph_file is not None or self.link is not None:
            needs["release"].append("numba")
        if self.about_file is not None:
            needs["release"].append("yaml")
        if self.graph_file is not None and self.graph_file.endswith(
            (".txt", ".txt.gz")
        ):
            needs["maps"] += ["networkx", "pandas", "requests"]
        if self.graph_file is not None and self.graph_file.endswith(".graphml"):
            needs["maps"].append("networkx")
        files = [path for path in (self.places_file, self.graph_file) if path]
        is_map = self.output.suffix in DRIVERS
        if self.cells is not None or is_map or not all(map(is_plain, files)):
            needs["geography"] = [*PACKAGES]
        if self.cells is not None and self.cells.startswith("h3:"):
            needs["geography"].append("h3")
        if self.output.suffix == ".parquet":
            needs["parquet"].append("pyarrow")
        need_all(needs)

    def read_public(self) -> tuple[Places | None, Graph | None]:
        """Return the public list of places and the streets, if they are given."""
        return read_public_files(
            self.places_file,
            self.graph_file,
            id=self.id,
            layer=self.layer,
            cells_of=self.cells,
            within=self.within,
            hints=self.named_columns,
        )

    def linked(self, places: Places, graph: Graph | None) -> Graph:
        """Return the graph that links the places; where there is one, it links its components."""
        if places.lon is None or places.lat is None:
            raise ValueError("--link needs places with columns lon and lat")
        neighbours = None
        if isinstance(self.link, int):
            neighbours = min(self.link, len(places.ids))
        try:
            if graph is not None:
                return with_bridges(graph, neighbours)
            return link_places(places.lon, places.lat, neighbours=neighbours)
        except ValueError as error:
            raise ValueError(f"--link: {error}") from None

    def areas(self, places: Places, graph: Graph | None) -> list[AreaLabels]:
        """Return the public partitions of the places."""
        return [
            self._areas_of_graph(name, graph)
            if name == "auto"
            else self._areas_by_column(name, places)
            for name in self.area_columns
        ]

    def _areas_of_graph(self, name: str, graph: Graph | None) -> AreaLabels:
        """Return areas of the graph, whose number suits the noise of their sums."""
        if graph is None:
            raise ValueError("--areas auto needs --graph or --link")
        from gaussmech.graphs.partition import area_count, partition

        # The noise of an area hardly depends on their number, so a plan for one of them tells it.
        whole = AreaLabels(name, ["1"], np.zeros(graph.n, dtype=np.int64))
        noise = self.plan(graph.n, [whole] * len(self.area_columns)).noise
        codes = partition(
            graph, area_count(graph.n, noise.area_sigmas[0] / noise.sigma)
        )
        ids = [str(area) for area in range(1, codes.max() + 2)]
        return AreaLabels("area", ids, codes)

    def _areas_by_column(self, name: str, places: Places) -> AreaLabels:
        """Return the areas that a column of the public places names."""
        if self.places_file is None and self.graph_file is None:
            raise ValueError(
                f"--areas {name} is a column of the public places: give --places, or --areas auto"
            )
        labels = places.column("--areas", name)
        # The order of areas is that of their first places.
        ids = list(dict.fromkeys(labels))
        return AreaLabels(name, ids, inputs.positions(labels, ids))

    def plan(self, rows: int, areas: Sequence[AreaLabels]) -> Plan:
        """Return the plan of the release of so many places, and of their sums over areas."""
        sensitivity, l1_sensitivity = self.norms
        # The kind of a ledger decides the noise that "auto" takes.
        noise = self.ledger.noise(self.noise) if self.ledger else self.noise
        table: dict[str, Any] = {
            "sensitivity": sensitivity,
            "l1_sensitivity": l1_sensitivity,
            "each": self.each,
            "areas": [len(level.ids) for level in areas],
            "area_share": self.area_share,
        }
        if self.epsilon is not None and self.delta is not None:
            plan = plan_release(
                rows,
                len(self.names),
                epsilon=self.epsilon,
                delta=self.delta,
                noise=noise,
                planned_releases=self.planned_releases,
                **table,
            )
        else:
            plan = plan_share(rows, len(self.names), self._shares(noise), **table)
        if self.round_to is not None and self.round_to < plan.noise.grid:
            raise ValueError(
                f"--round is {self.round_to}; it must not be finer than the grid, {plan.noise.grid}"
            )
        return plan

    def _shares(self, noise: str) -> dict[str, dict[str, float]]:
        """Return the share of the ledger's total that each planned release has, by law of noise."""
        stated = {"--epsilon": self.epsilon, "--delta": self.delta}
        missing = [option for option, value in stated.items() if value is None]
        shares = {}
        if self.ledger is not None and len(missing) == 2 and not self.each:
            shares = self.ledger.shares(noise)
        if not shares:
            verb = "is" if len(missing) == 1 else "are"
            raise ValueError(
                f"{', '.join(missing)} {verb} missing; to share a total equally, leave out both and"
                " give --new-ledger, --total-epsilon, --total-delta and --planned-releases, or"
                " --ledger of a ledger begun so, without --each"
            )
        return shares


@dataclass(frozen=True, kw_only=True)
class CountsRequest(Request):
    """The release of a table with a row per place.

    Attributes
    ----------
    values : list of str
        The columns of counts.
    sensitivity, l1_sensitivity : float, float or None
        The L2 sensitivity of each column, and the L1 sensitivity if it is stated.
    """

    values: list[str]
    sensitivity: float
    l1_sensitivity: float | None

    def __post_init__(self) -> None:
        """Refuse what does not go together."""
        super().__post_init__()
        if self.area_columns and self.l1_sensitivity is None:
            raise ValueError(
                "--areas needs --l1-sensitivity: how far one may move the sum of an area"
            )
        if len(set(self.values)) < len(self.values):
            raise ValueError("--value names a column twice")
        if self.noise == "laplace" and self.l1_sensitivity is None:
            raise ValueError("--noise laplace needs --l1-sensitivity")
        if self.l1_sensitivity is not None and self.l1_sensitivity < self.sensitivity:
            raise ValueError(
                f"--l1-sensitivity is {self.l1_sensitivity:g}; it must be at least --sensitivity,"
                f" {self.sensitivity:g}, because an L1 norm is never below an L2 norm"
            )

    @property
    def names(self) -> list[str]:
        """The columns to release."""
        return self.values

    @property
    def norms(self) -> tuple[float, float | None]:
        """The L2 and the L1 sensitivity of a column; the second is None if it is not stated."""
        return self.sensitivity, self.l1_sensitivity

    def reason(self, plan: Plan) -> str:
        """Return why the sensitivity holds, in words."""
        return f"stated by who released it, not checked: no {self.unit} changes a column by more"

    def read(self, places: Places | None, *, values: bool) -> Private:
        """Read the file of counts; without a public list, the places are those of the file."""
        places, counts = inputs.read_counts(
            self.file, self.place, self.values, places, values=values
        )
        return Private(
            places=places,
            domain=f"Tables with counts >= 0 for each of {len(places.ids):,} public places.",
            steps=lambda plan, areas: round_to_grid(counts, plan.noise.grid),
        )


@dataclass(frozen=True, kw_only=True)
class EventsRequest(Request):
    """The release of counts of a table with a row per event.

    Attributes
    ----------
    user : str
        The column of users.
    norm : float
        The cap of a user's counts in L2 norm, that of norm^2 events in as many places.
    by : str or None
        The column by which events are counted apart.
    groups : list of str
        Its values to count; without `by`, one name for all events.
    lon, lat : str or None
        The columns of coordinates, if they are named.
    crs : str or None
        The system of the coordinates, if these are no degrees.
    reach_m, bandwidth_m : float or None
        An event farther than this from every place is dropped, and the standard deviation of the
        kernel, in metres; None takes 150 and 0, the nearest place.
    """

    user: str
    norm: float
    l1_norm: float
    by: str | None
    groups: list[str]
    lon: str | None
    lat: str | None
    crs: str | None
    reach_m: float | None
    bandwidth_m: float | None

    def __post_init__(self) -> None:
        """Refuse what does not go together."""
        super().__post_init__()
        if not (self.places_file or self.graph_file or self.cells):
            raise ValueError(
                "events need the public list of places: give --places, --graph or --cells; places"
                " found in the events would tell who was there"
            )
        of_coordinates = {
            "--lon": self.lon,
            "--lat": self.lat,
            "--crs": self.crs,
            "--reach": self.reach_m,
            "--bandwidth": self.bandwidth_m,
        }
        for option, value in of_coordinates.items():
            if self.place is not None and value is not None:
                raise ValueError(f"{option} does not go with --place")
        if not self.groups or len(set(self.groups)) < len(self.groups):
            raise ValueError(
                "--by needs the name of a column, then its values, each once"
            )

    @property
    def named_columns(self) -> list[str | None]:
        """The columns of ids and of coordinates that are named for the private file."""
        return [self.place, self.lon, self.lat]

    @property
    def names(self) -> list[str]:
        """The columns to release."""
        if self.by is None:
            return self.groups
        return [f"{self.by}_{group}" for group in self.groups]

    @property
    def norms(self) -> tuple[float, float]:
        """The caps of a user's counts in L2 and in L1 norm: those of K events in K places.

        One event has an L1 norm of 1, K events at most K. In L2 norm K events in K places have
        sqrt(K); more in one place have up to K, and are scaled down if the noise is Gaussian.
        """
        return self.norm, self.l1_norm

    def describe_place_ids(self, places: Places) -> str:
        """Return how rows of the private file name their places, in words."""
        if self.place is not None:
            return super().describe_place_ids(places)
        system = f"coordinates in {self.crs}" if self.crs else "degrees (WGS84)"
        if places.are_districts:
            return f"by {system}, in the district that contains them"
        reach_m = REACH_M if self.reach_m is None else self.reach_m
        return f"by {system}, within {reach_m:g} m of a place"

    def reason(self, plan: Plan) -> str:
        """Return why the sensitivity holds, in words."""
        counts = f"enforced: the counts of each {self.unit} in a column"
        if plan.noise.areas and plan.noise.norm == 2:
            return (
                f"{counts} and their sums over areas, each over its noise, are scaled down to the"
                f" joint norm of {self.l1_norm:g} events in as many places of one area; those of a"
                f" {self.unit} in many areas may have a larger norm than this, their sums a smaller"
                " one"
            )
        return f"{counts} are scaled down to this norm"

    def _refuse_distances(self) -> None:
        """Refuse distances to places that are polygons."""
        for option, metres in (
            ("--reach", self.reach_m),
            ("--bandwidth", self.bandwidth_m),
        ):
            if metres is not None:
                raise ValueError(
                    f"{option} does not go with polygons: an event counts in the one that contains it"
                )

    def cap(
        self, plan: Plan, areas: Sequence[AreaLabels]
    ) -> tuple[float, list[tuple[csr_array, float]]]:
        """Return the cap of a user's counts, and the areas whose sums it bounds, with weights.

        In L1 norm the sums of areas never exceed the cap of the places. In L2 norm they may, so the
        norm of the places over their noise and of the sums over theirs is bounded as a whole, in
        units of the noise of the places. No user with K events in K places is scaled down.
        """
        if plan.noise.norm == 1 or not areas:
            return plan.sensitivity, []
        square = self.norm**2
        weighted_areas = []
        for level, sigma in zip(areas, plan.noise.area_sigmas, strict=True):
            weight = plan.noise.sigma / sigma
            square += (weight * self.l1_norm) ** 2
            shape = (len(level.codes), len(level.ids))
            entries = (np.ones(shape[0]), level.codes, np.arange(shape[0] + 1))
            weighted_areas.append((csr_array(entries, shape=shape), weight))
        return math.sqrt(square), weighted_areas

    def read(self, places: Places | None, *, values: bool) -> Private:
        """Read the file of events, whose sums over users are bounded when the plan is known."""
        assert places is not None
        if places.are_districts:
            self._refuse_distances()
        all_names = {self.user, self.place, self.lon, self.lat, self.by, *LON, *LAT}
        if self.crs is not None:
            all_names |= {*X, *Y}
        table = read_records(
            self.file, "EVENTS", only=all_names, header_only=not values
        )
        users = user_codes(table.column(self.user))
        # Without --by all events are in group 0.
        group_of_event = users * 0
        if self.by is not None:
            group_of_event = inputs.positions(table.column(self.by), self.groups)
        spots: inputs.AtPlaces | inputs.AroundPlaces
        if self.place is not None:
            spots = inputs.AtPlaces(table.column(self.place), places.ids)
        else:
            lon, lat = inputs.coordinate_columns(table, self.lon, self.lat, self.crs)
            spots = inputs.located(
                table.column(lon),
                table.column(lat),
                places,
                crs=self.crs,
                reach_m=REACH_M if self.reach_m is None else self.reach_m,
                bandwidth_m=0.0 if self.bandwidth_m is None else self.bandwidth_m,
            )
        events = inputs.Events(users, group_of_event, spots)
        rows = len(places.ids)

        def steps(plan: Plan, areas: Sequence[AreaLabels]) -> list[int]:
            cap, weighted_areas = self.cap(plan, areas)
            columns_of_sums = []
            for group in range(len(self.groups)):
                sums = bounded_sums(
                    events.parts(group),
                    cap,
                    plan.noise.grid,
                    rows,
                    norm=plan.noise.norm,
                    areas=weighted_areas,
                )
                columns_of_sums.append(sums)
            return list(chain.from_iterable(zip(*columns_of_sums, strict=True)))

        return Private(
            places=places,
            domain=f"Tables with any number of events, each of a {self.unit} at one of"
            f" {rows:,} public places or nowhere.",
            steps=steps,
        )


def check_public_files(
    places_file: str | None,
    graph_file: str | None,
    cells: str | None,
    within: Sequence[str],
) -> None:
    """Refuse options of the places that do not go together."""
    if (cells is None) != (not within):
        raise ValueError("--cells and --within go together")
    if cells is not None and (places_file is not None or graph_file is not None):
        raise ValueError("--cells are the places: leave --places and --graph out")


def read_public_files(
    places_file: str | None,
    graph_file: str | None,
    *,
    id: str | None = None,
    layer: str | None = None,
    cells_of: str | None = None,
    within: Sequence[str] = (),
    hints: Sequence[str | None] = (),
) -> tuple[Places | None, Graph | None]:
    """Return the public list of places and their graph, if they are given."""
    check_public_files(places_file, graph_file, cells_of, within)
    if cells_of is not None:
        from gaussmech.geo.cells import cells

        if id is not None:
            raise ValueError(
                "--id does not go with --cells, whose ids say where they are"
            )
        graph, squares = cells(cells_of, list(within), layer)
        return squares, graph
    if places_file is None and graph_file is None and (id or layer):
        raise ValueError(
            "--id and --layer are of a public file: give --places or --graph"
        )
    places = None
    hint = next(iter(hints), None)
    if places_file is not None:
        places = list_of_places(places_file, id, layer, hint=hint)
    if graph_file is None:
        return places, None
    graph, places = graph_of_places(graph_file, places, id=id, layer=layer, hint=hint)
    return places, graph
