"""What a release is asked to do: the options of `gaussmech release` as numbers, names and paths.

`command` parses the options into a `Request`, whose parts are the private file (`sources`) and the
public ones (`public_files`); `publish` carries it out. The fields have the names of the options.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from pathlib import Path

import numpy as np

from gaussmech._hints import option
from gaussmech._ids import Ids
from gaussmech.geo.links import link_places, with_bridges
from gaussmech.geo.places import Places
from gaussmech.geo.write import DRIVERS
from gaussmech.graphs.area_plan import area_rule
from gaussmech.graphs.graph import Graph
from gaussmech.releases.areas import Areas
from gaussmech.releases.ledger import LedgerFile, LedgerState
from gaussmech.releases.noise import distributions_of
from gaussmech.releases.plan import Plan, Terms, plan_release
from gaussmech.releases.private.sources import CountsFile, EventsFile
from gaussmech.releases.public.places import PublicFiles


@dataclass(frozen=True, kw_only=True)
class Request:
    """A release that is asked for.

    Attributes
    ----------
    source : CountsFile or EventsFile
        The private file.
    public : PublicFiles
        The public files of the places.
    terms : Terms
        The budget, the sensitivities and the noise.
    link : int, "delaunay" or None
        The number of nearest places to which each place is linked.
    areas : list of str
        The columns of the public places that name areas, and "auto" for areas of the graph.
    expect_events : int or None
        The approximate number of events, by public knowledge, which decides the areas of the graph.
    privacy_unit : str
        Whose data are protected, in a word such as "user".
    round : decimal.Decimal or None
        The power of ten to which values are rounded after the noise, if it is given.
    ledger : LedgerFile or None
        The ledger to which the release is added.
    again : bool
        Whether to charge it for a period that it has already.
    output : Path
        The table to write, or a GIS file.
    yes : bool
        Whether to release although there are doubts.
    about : str or None
        A YAML file of what only the publisher knows.
    registry : bool
        Whether to write a record for the registry of deployments.
    """

    source: CountsFile | EventsFile
    public: PublicFiles
    terms: Terms
    link: int | str | None = None
    areas: Sequence[str] = ()
    expect_events: int | None = None
    privacy_unit: str = "user"
    round: Decimal | None = None
    ledger: LedgerFile | None = None
    again: bool = False
    output: Path
    yes: bool = False
    about: str | None = None
    registry: bool = False

    def __post_init__(self) -> None:
        """Refuse what does not go together."""
        if not (self.privacy_unit.strip() and self.privacy_unit.isprintable()):
            name = option("privacy-unit", argument="unit")
            raise ValueError(
                f"{name} is {self.privacy_unit!r}; it must name whose data are protected, in a word"
            )
        if len(set(self.areas)) < len(self.areas):
            raise ValueError(
                f"{option('areas')} is {' '.join(self.areas)!r}; each name must appear once"
            )
        if self.expect_events is not None and "auto" not in self.areas:
            raise ValueError(
                f"{option('expect-events')} is {self.expect_events}; it needs {option('areas')} auto"
            )

    @cached_property
    def held(self) -> LedgerState | None:
        """What the ledger holds before the release."""
        return self.ledger.read() if self.ledger else None

    @property
    def is_map(self) -> bool:
        """Whether the table is a GIS file."""
        return self.output.suffix in DRIVERS

    @property
    def doubts(self) -> list[str]:
        """What is unlikely to be meant, apart from the public files."""
        if self.terms.epsilon != 0:
            return []
        return [
            f"{option('epsilon')} is 0, so that all values are noise alone; take a larger one"
        ]

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

    def partitions(self, places: Places, graph: Graph | None) -> list[Areas]:
        """Return the public partitions of the places into areas."""
        return [
            self._areas_of_graph(graph)
            if name == "auto"
            else self._areas_by_column(name, places)
            for name in self.areas
        ]

    def _areas_of_graph(self, graph: Graph | None) -> Areas:
        """Return areas of the graph, whose number suits the noise of their sums."""
        if graph is None:
            raise ValueError("--areas auto needs --graph or --link")
        from gaussmech.graphs.partition import area_count, partition

        count, _ = self.area_rule(graph.n)
        if not count:
            # The noise of an area's sum barely depends on the number of areas, so a plan for one area
            # gives it.
            whole = Areas("area", ["1"], np.zeros(graph.n, dtype=np.int64))
            noise = self.plan(graph.n, [whole] * len(self.areas)).noise
            count = area_count(graph.n, noise.area_sigmas[0] / noise.sigma)
        codes = partition(graph, count)
        ids = [str(area) for area in range(1, codes.max() + 2)]
        return Areas("area", ids, codes)

    def _expected_epsilon(self) -> float:
        """Return the epsilon by which areas are planned: that of the release, or its share."""
        if self.terms.epsilon is not None:
            return self.terms.epsilon
        return max(share["epsilon"] for share in self._shares.values())

    def area_rule(self, rows: int) -> tuple[int, float | None]:
        """Return the number of areas for the expected events, and the share of all areas.

        Without expected events there is no number (0); the share None takes the default.
        """
        if self.expect_events is None:
            return 0, self.terms.area_share
        count, share = area_rule(rows, self.expect_events, self._expected_epsilon())
        return count, self.terms.area_share or share

    def words_on_areas(self, rows: int) -> dict[str, str]:
        """Return which areas were chosen for the expected number of events, and why, by label."""
        count, share = self.area_rule(rows)
        if not count or not share:
            return {}
        return {
            "areas": f"{count:,} areas with {100 * share:g} % of the budget, because about"
            f" {self.expect_events:,} events are expected in {rows:,} places at epsilon"
            f" {self._expected_epsilon():g}"
        }

    def _areas_by_column(self, name: str, places: Places) -> Areas:
        """Return the areas that a column of the public places names."""
        if not self.public.has_places:
            raise ValueError(
                f"--areas {name} is a column of the public places: give --places, or --areas auto"
            )
        labels = places.column("--areas", name)
        # The order of areas is that of their first places.
        ids = list(dict.fromkeys(labels))
        return Areas(name, ids, np.array(Ids(ids).positions(labels), int))

    def plan(self, rows: int, areas: Sequence[Areas]) -> Plan:
        """Return the plan of the release of so many places, and of their sums over areas."""
        columns = len(self.source.names)
        terms = self.terms
        if areas:
            _, share = self.area_rule(rows)
            terms = replace(terms, area_share=share)
        # The kind of a ledger decides among which distributions "auto" chooses.
        kind = self.held.kind if self.held else None
        plan = plan_release(rows, columns, terms, areas, kind, self._shares)
        if self.round is not None and self.round < plan.noise.grid:
            raise ValueError(
                f"--round is {self.round}; it must not be finer than the grid, {plan.noise.grid}"
            )
        return plan

    @cached_property
    def _shares(self) -> dict[str, dict[str, float]]:
        """The share of the ledger's total, by distribution, of a release without a budget."""
        terms = self.terms
        if terms.epsilon is not None:
            return {}
        shares = {}
        if self.held and terms.delta is None and not terms.budget_per_column:
            shares = self.held.shares(terms.noise)
        if not shares:
            missing = [option("epsilon")]
            if terms.delta is None and terms.noise not in distributions_of("pure"):
                missing.append(option("delta"))
            raise ValueError(
                f"{' and '.join(missing)} {'are' if missing[1:] else 'is'} missing; a release may leave"
                " both out where a ledger has a total and"
                f" {option('planned-releases', argument='releases')}, without"
                f" {option('budget-per-column')}"
            )
        return shares
