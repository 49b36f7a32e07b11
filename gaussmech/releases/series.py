"""Several releases of the same places, denoised together: `gaussmech series`.

Nothing here is private: only published files are read, as anybody may do. `read_release` reads one
of them, `in_order` brings them into the order of their periods, `Series` denoises them, and
`write_series` writes a long table, the facts about it as JSON, and one page.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from gaussmech import __version__
from gaussmech._checks import Array
from gaussmech._csv import read_csv, real
from gaussmech._files import MALFORMED, check_new_files, json_bytes, write_new_files
from gaussmech.geo.places import Places
from gaussmech.geo.read import read_layer
from gaussmech.graphs.graph import Graph
from gaussmech.releases.outputs.files import (
    SEED,
    Facts,
    csv_bytes,
    decimal_cells,
    denoised_columns,
    fit_facts,
    graph_facts,
    name_column,
    result_lines,
)
from gaussmech.releases.outputs.page import (
    map_views,
    noise_sentence,
    page_data,
    page_html,
    subject,
    word_of,
)
from gaussmech.releases.periods import Period
from gaussmech.releases.public.places import PublicFiles

if TYPE_CHECKING:
    from gaussmech.graphs.denoised import Denoised

NOT_PROMISED = [
    "Accuracy: every value has noise, and intervals hold on average over places and periods of"
    " similar denoised value, not for a given place, nor for the highest 1 %.",
    "Composition: what the releases cost together is in their ledger; denoising them costs none.",
    "The sums over areas of a release are not used here; they stay as they were published.",
]


@dataclass(frozen=True)
class PublishedTable:
    """A release as its files have it.

    Attributes
    ----------
    path : Path
        The JSON file.
    period : Period
        Its period; for a release without one, the name of the file.
    place_column : str
        The column of the ids of places.
    ids : list of str
        The ids.
    columns : dict of list of str
        The released values as text, by column.
    facts : dict
        What the JSON file says.
    sigma, grid, within : float
        The standard deviation of the noise, its grid, and what 95 % of it do not exceed.
    unit : decimal.Decimal
        The power of ten to which the values were rounded.
    guarantee : str
        The guarantee in words.
    distribution : str
        The distribution of the noise, by the name that `denoise` has for it.
    """

    path: Path
    period: Period
    place_column: str
    ids: list[str]
    columns: dict[str, list[str]]
    facts: Facts
    sigma: float
    grid: float
    within: float
    unit: Decimal
    guarantee: str
    distribution: str


def read_release(path: Path) -> PublishedTable:
    """Return the release of a JSON file, with the values of the table beside it.

    A ValueError names the file and what is wrong with it.
    """
    try:
        facts = json.loads(path.read_bytes())
        released, noise = facts["released"], facts["noise"]
        place_column, names = released["place_column"], released["value_columns"]
        sigma, grid = float(noise["sigma"]), float(noise["grid"])
        within = float(noise["within_95_percent"])
        unit = Decimal(released["rounded_to"])
        table = path.with_name(Path(released["file"]).name)
        period = Period(path.stem)
        if facts.get("period") is not None:
            period = Period.from_record(facts["period"])
        guarantee = str(facts["guarantee"]["statement"])
        is_laplace = "laplace" in noise["distribution"].lower()
        if not names or min(sigma, grid, within, float(unit)) <= 0:
            raise ValueError
        if math.isinf(sigma + within):
            raise ValueError
    except OSError as error:
        raise ValueError(f"cannot read {str(path)!r}: {error.strerror}") from None
    except MALFORMED:
        raise ValueError(
            f"{path.name} is not the JSON file of a release that this version wrote"
        ) from None
    columns = _read_table(table, [place_column, *names])
    ids = columns.pop(place_column)
    return PublishedTable(
        path,
        period,
        place_column,
        ids,
        columns,
        facts,
        sigma,
        grid,
        within,
        unit,
        guarantee,
        distribution="laplace" if is_laplace else "gaussian",
    )


def _read_table(path: Path, names: list[str]) -> dict[str, list[str]]:
    """Return the columns of the table of a release as text."""
    if path.suffix == ".csv":
        table = read_csv(str(path), "RELEASE.json")
        columns: dict[str, list[str]] = table.columns
    else:
        layer = "places" if path.suffix == ".gpkg" else None
        columns = read_layer(str(path), layer, asked="RELEASE.json").columns
    for name in names:
        if name not in columns:
            raise ValueError(
                f"{path.name} has no column {name!r}, which its JSON names"
            )
    return {name: columns[name] for name in names}


def in_order(releases: Sequence[PublishedTable]) -> list[PublishedTable]:
    """Return releases by the first day of their periods, otherwise in the given order.

    A ValueError names the files that do not go together.
    """
    if len(releases) < 2:
        raise ValueError(
            f"releases: only {releases[0].path.name} is given; a series has two or more"
        )
    for one, other in combinations(releases, 2):
        if one.period.overlaps(other.period):
            raise ValueError(
                f"{one.path.name} is of {one.period.text} and {other.path.name} of"
                f" {other.period.text}; a series has one release of each time"
            )
        facts_of_both = {
            "place column": (one.place_column, other.place_column),
            "columns": (", ".join(one.columns), ", ".join(other.columns)),
            "distribution of noise": (one.distribution, other.distribution),
        }
        for what, (fact, other_fact) in facts_of_both.items():
            if fact != other_fact:
                raise ValueError(
                    f"the {what} of {one.path.name}: {fact}; of {other.path.name}: {other_fact}; in a"
                    " series they are the same"
                )
    if any(release.period.first is None for release in releases):
        _refuse_order_of_texts([release.period.text for release in releases])
        return list(releases)
    return sorted(releases, key=lambda release: release.period.first or date.min)


def _refuse_order_of_texts(periods: list[str]) -> None:
    """Refuse periods in the order of a shell, which puts month-10 before month-2."""
    numbers = [[*map(int, re.findall("[0-9]+", period))] for period in periods]
    if periods == sorted(periods) and numbers != sorted(numbers):
        raise ValueError(
            f"releases: {', '.join(periods)} are in the order of texts, not of their numbers; give the"
            " files in the order of time"
        )


def values_at(release: PublishedTable, places: Places) -> Array:
    """Return the released values (n, k) at the public places, of which each must be in the table."""
    positions = places.texts.different_positions(
        release.ids, lambda row: f"{release.ids[row]!r} of {release.path.name}"
    )
    missing = {*range(len(places.ids))} - {*positions}
    if missing:
        key = places.ids[min(missing)]
        more = f", and {len(missing) - 1} more" if missing - {min(missing)} else ""
        raise ValueError(
            f"{release.path.name} lacks the place {key!r} of --graph{more}; a release of a series has"
            " each place, with a count of 0 where nothing happened before its noise"
        )
    values = np.empty((len(places.ids), len(release.columns)))
    for k, (name, cells) in enumerate(release.columns.items()):
        numbers = [real(f"{name} of {release.path.name}", cell) for cell in cells]
        values[positions, k] = numbers
    return values


@dataclass(frozen=True)
class Series:
    """Releases in their order, with their places.

    Attributes
    ----------
    releases : list of PublishedTable
        The releases, the earliest first.
    places : Places
        The public places.
    graph : Graph
        How they are linked.
    """

    releases: list[PublishedTable]
    places: Places
    graph: Graph

    @property
    def names(self) -> list[str]:
        """The names of the released columns."""
        return list(self.releases[0].columns)

    @property
    def periods(self) -> list[str]:
        """What the periods are called."""
        return [release.period.text for release in self.releases]

    @property
    def sigmas(self) -> list[float]:
        """The standard deviations of the noise of the releases."""
        return [release.sigma for release in self.releases]

    @cached_property
    def values(self) -> Array:
        """The released values (T, n, k)."""
        return np.array([values_at(release, self.places) for release in self.releases])

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments of `denoise` beside the published values and the graph."""
        return {
            "sigma": self.sigmas,
            "order": self.periods,
            # Counts are never negative.
            "nonnegative": True,
            "noise": self.releases[0].distribution,
            "grid": max(release.grid for release in self.releases),
            "rng": SEED,
        }

    @cached_property
    def fits(self) -> list[Denoised]:
        """The denoised maps of each column."""
        from gaussmech.graphs.denoise import denoise

        columns = self.values.transpose(2, 1, 0)
        return [
            denoise(column, graph=self.graph, **self.arguments) for column in columns
        ]

    @cached_property
    def fit_facts(self) -> list[Facts]:
        """What a user of the table must know of each denoised column."""
        return [*map(self._facts_of_fit, self.names, self.fits)]

    def _facts_of_fit(self, name: str, fit: Denoised) -> Facts:
        """Return what a user of the table must know of a denoised column."""
        everywhere = np.ones(len(self.places.ids), bool)
        totals = {
            period: fit.total(everywhere, [period]) for period in self.periods
        } | {"all periods": fit.total(everywhere, self.periods)}
        return {
            **fit_facts(name, fit),
            "method": "auto, in time",
            "sums_over_all_places": {
                period: [float(f"{value:.8g}") for value in (total[0], *total[2:])]
                for period, total in totals.items()
            },
            "reproduce": "gaussmech.denoise(values, graph=graph, **arguments) returns these columns"
            " before they are rounded: values are those of `raw_column`, (places, periods).",
            "arguments": self.arguments,
        }

    @cached_property
    def columns(self) -> dict[str, list[str]]:
        """The columns of the long table, which has a row for each period and place."""
        repeats = len(self.releases)
        columns = {
            "period": np.repeat(self.periods, len(self.places.ids)).tolist(),
            self.releases[0].place_column: self.places.ids * repeats,
        }
        for name, cells in name_column(self.places).items():
            columns[name] = cells * repeats
        for k, (name, fit) in enumerate(zip(self.names, self.fits, strict=True)):
            for t, release in enumerate(self.releases):
                # The values of a period are rounded as its release is.
                raw = decimal_cells(self.values[t, :, k], release.unit)
                denoised = denoised_columns(name, fit.maps[t], release.unit)
                for column, of_period in ({name: raw} | denoised).items():
                    columns.setdefault(column, []).extend(of_period)
        return columns

    def facts(self, output: Path) -> Facts:
        """Return what a user of the table must know, ready for JSON."""
        ledger = self.releases[-1].facts.get("ledger")
        return {
            "series": {
                "file": output.name,
                "rows": len(self.places.ids) * len(self.releases),
                "place_column": self.releases[0].place_column,
                "value_columns": self.names,
                "releases": [
                    {
                        "period": release.period.record,
                        "file": release.path.name,
                        "guarantee": release.guarantee,
                        "noise": release.facts["noise"],
                    }
                    for release in self.releases
                ],
            },
            "privacy": "post-processing of published files: it costs none",
            "ledger": ledger,
            "denoised": self.fit_facts,
            "graph": graph_facts(self.places, self.graph),
            "not_promised": NOT_PROMISED,
            "created": datetime.now(UTC).date().isoformat(),
            "versions": {"gaussmech": __version__},
        }

    def page(self, facts: Facts, links: Iterable[str]) -> str:
        """Return the page, a map of each period, as HTML."""
        releases = self.releases
        word = word_of(releases[0].place_column, self.places)
        first, last = self.periods[0], self.periods[-1]
        guarantees = dict.fromkeys(release.guarantee for release in releases)
        rows = {
            "values": f"{', '.join(self.names)} per {word} and period, with noise, from"
            f" {len(releases)} releases",
            "guarantees": f"{'; '.join(guarantees)}, each release",
        }
        errors = [release.within for release in releases]
        views = map_views(self.columns, self.names, errors, self.fits)
        return page_html(
            facts,
            page_data(self.places, self.graph, word, self.names, self.periods, views),
            rows | result_lines(facts),
            links,
            title=f"{subject(self.names)}, by {word}, {first} to {last}",
            published=f"Denoised on {facts['created']}.",
            noise=noise_sentence(self.sigmas, self.fit_facts),
            words="All periods are denoised together, from the published values alone.",
        )


def write_series(
    paths: Sequence[str], public: PublicFiles, output: Path
) -> dict[str, str]:
    """Denoise releases together, write the table, its JSON and the page, and return what to print."""
    if output.suffix != ".csv":
        raise ValueError(f"--output is {str(output)!r}; it must be a .csv file")
    outputs = [output, output.with_suffix(".json"), output.with_suffix(".html")]
    check_new_files("--output", outputs)
    releases = in_order([read_release(Path(path)) for path in paths])
    places, graph = public.read(releases[0].place_column)
    if places is None or graph is None:
        raise ValueError("--graph is missing: places help each other by their links")
    series = Series(releases, places, graph)
    facts = series.facts(output)
    page = series.page(facts, [path.name for path in outputs[:2]])
    write_new_files(
        {
            output: csv_bytes(series.columns),
            outputs[1]: json_bytes(facts),
            outputs[2]: page.encode(),
        }
    )
    lines = {
        "series": f"{len(releases)} periods, {series.periods[0]} to {series.periods[-1]}, of"
        f" {len(places.ids)} places: {', '.join(path.name for path in outputs)}",
        "errors": noise_sentence(series.sigmas, series.fit_facts),
    }
    return lines
