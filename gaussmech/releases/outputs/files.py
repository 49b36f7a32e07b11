"""The files of a release: the table of values, and the facts about it as JSON.

`table_bytes` returns contents; nothing is written here, because the command writes
all files of a release at the end, or none. `facts` is what a user of the table must know: the
guarantee, the noise and the limits. `page` and `deployment` build on it.
"""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from importlib import metadata
from itertools import chain
from platform import python_version
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gaussmech import __version__
from gaussmech._checks import Array
from gaussmech.geo.places import Places
from gaussmech.geo.write import map_bytes
from gaussmech.graphs.graph import Graph
from gaussmech.graphs.totals import LARGEST_RATIO, Sums, combine
from gaussmech.privacy.attack_risk import six_digits
from gaussmech.privacy.discrete_noise import power_of_ten_below
from gaussmech.releases.areas import Areas
from gaussmech.releases.noise.grid import digits, half_up
from gaussmech.releases.periods import Period
from gaussmech.releases.plan import Plan
from gaussmech.releases.table import Release

if TYPE_CHECKING:
    from gaussmech.graphs.denoised import Denoised
    from gaussmech.releases.ledger import LedgerState
    from gaussmech.releases.private.sources import CountsFile, EventsFile, PrivateTable
    from gaussmech.releases.public.understanding import Understanding
    from gaussmech.releases.request import Request

# What the JSON file says, by key.
Facts = dict[str, Any]
# The JSON file and the page state these limits.
NOT_PROMISED = [
    "Accuracy: every value has noise; small ones may be negative. 95 % of the intervals contain the"
    " true value on average over places of similar denoised value, not at a given place, and fewer"
    " among the highest 1 %.",
    "Composition: any other release about the same people adds to epsilon and delta.",
    "Groups: for g people who act together epsilon is at least g times as large.",
    "The list of places, the column names, the budget and the sensitivity are published as they"
    " are.",
    "Timing and memory of the computation, and the machine it ran on, are not protected.",
]
WHY_LARGER = (
    "rounding to the grid adds the grid times the number of values with Laplace noise, and times the"
    " root of this number with Gaussian noise; columns that share a budget count as one vector with"
    " Gaussian noise"
)
# Denoising is post-processing of what is published, so its seed needs no secrecy: with it anyone can
# repeat the denoising.
SEED = 0


@dataclass(frozen=True)
class PreparedRelease:
    """A release that is ready for its noise.

    Attributes
    ----------
    request : Request
        What is asked for.
    about : dict
        What only the publisher knows, as `deployment.read_about` returns it.
    private : PrivateTable
        The private file, with the public list of places.
    graph : Graph or None
        The graph for denoising and for the map.
    areas : list of Areas
        The partitions whose sums are released.
    plan : Plan
        The plan of its noise.
    understood : Understanding
        How the public files were understood.
    ledger : LedgerState or None
        What the ledger holds with this release.
    """

    request: Request
    about: dict[str, Any]
    private: PrivateTable
    graph: Graph | None
    areas: list[Areas]
    plan: Plan
    understood: Understanding
    ledger: LedgerState | None

    @property
    def places(self) -> Places:
        """The public list of places."""
        return self.private.places

    @property
    def place_name(self) -> str:
        """The name of the column of places: that of --id, otherwise that of the private file."""
        of_public = self.places.source.column if self.request.public.id else None
        return of_public or self.request.source.place or "place"

    @property
    def names(self) -> list[str]:
        """The names of the released columns."""
        return self.request.source.names

    @property
    def round_to(self) -> Decimal:
        """The power of ten to which values are rounded after the noise.

        By default it is the largest one that is at most a thousandth of sigma, or the grid if that is
        coarser.
        """
        noise = self.plan.noise
        return self.request.round or max(
            power_of_ten_below(noise.sigma / 1000), noise.grid
        )

    @property
    def spots(self) -> dict[str, list[Any]]:
        """The last columns of the table, which say where the places are, if that is known."""
        places = self.places
        if self.request.is_map:
            # The writer has the shapes.
            return {"geometry": []}
        return (
            {} if places.lon is None else {"lon": places.lon, "lat": places.lat or []}
        )

    @property
    def facts(self) -> Facts:
        """What is known of the release before its noise is drawn, ready for JSON."""
        return {
            "period": _period(self.request.source),
            "public_files": self.understood.record,
            "guarantee": _guarantee(self.plan, self.request.privacy_unit),
            # JSON has no infinity.
            "best_attack": {
                name: "inf" if value == math.inf else value
                for name, value in self.plan.best_attack.items()
            },
            "sensitivity": _sensitivity(self),
            "noise": _noise(self.plan),
        }

    @property
    def as_they_are(self) -> str:
        """What is published without noise, in words."""
        # Areas of the graph have another name than "auto", by which they are asked for.
        asked = self.request.areas
        areas = [level.name for level in self.areas]
        columns = [self.place_name, *name_column(self.places), *self.spots]
        columns += [name for name in asked if name in areas]
        of_graph = ", areas of the graph" if {*asked}.difference(areas) else ""
        return f"{', '.join(columns)} of {self.places.source.file}{of_graph}"


@dataclass(frozen=True)
class PublishedRelease(PreparedRelease):
    """A release and all that its files say.

    Attributes
    ----------
    release : Release
        The release, whose values are rounded to `round_to`.
    method : str
        The method of `denoise`.
    failure : str or None
        Why the values cannot be denoised, if that failed.
    """

    release: Release
    method: str = "auto"
    failure: str | None = None

    @cached_property
    def denoised(self) -> dict[str, Denoised]:
        """The denoised columns by name: all, or none without a graph or with almost no noise."""
        if self.graph is None or self.failure:
            return {}
        if np.abs(self.release.values).max() > LARGEST_RATIO * self.release.sigma:
            return {}
        # Several columns are several maps of the same places, and each helps the others. Counts are
        # never negative.
        fit = self.release.denoise(
            self.graph, method=self.method, rng=SEED, nonnegative=True
        )
        return dict(zip(self.names, fit.maps or [fit], strict=True))

    @property
    def call(self) -> dict[str, Any]:
        """The arguments of `denoise` beside the published values and the graph."""
        return {
            "sigma": self.release.sigma,
            "method": self.method,
            # Counts are never negative.
            "nonnegative": True,
            "noise": self.release.noise.distribution,
            "grid": float(self.release.grid),
            "rng": SEED,
        }

    def combined_sums(self, column: int) -> list[Sums]:
        """Return the sums of a column over areas, level by level, combined with its values.

        They are combined by least squares. All but the standard deviations are exact fractions,
        because a released value may have more digits than a double. The combination is linear. The
        sums of the released values are therefore subtracted from the released sums, the differences
        are combined with places of value 0, and the subtracted sums are added to the result.
        """
        release = self.release
        unit = Fraction(release.grid)
        of_column = slice(column, None, release.columns)
        places = np.array(release.steps[of_column], object)
        own_sums = [unit * level.sums(places) for level in release.areas]
        gaps = []
        for level, steps, own, sigma in zip(
            release.areas,
            release.area_steps,
            own_sums,
            release.noise.area_sigmas,
            strict=True,
        ):
            gap = unit * np.array(steps[of_column], object) - own
            gaps.append((level.codes, gap.astype(float), sigma))
        combined = combine(
            np.zeros(release.rows),
            release.sigma,
            gaps,
            noise=release.noise.distribution,
        )
        return [
            _moved(combined.total(level.codes), own)
            for level, own in zip(release.areas, own_sums, strict=True)
        ]

    @cached_property
    def facts(self) -> Facts:
        """What a user of the table must know, ready for JSON.

        It depends on the true values only through the released ones.
        """
        names = ", ".join(self.names)
        libraries = ("numpy", "opendp", "scipy")
        versions = {name: metadata.version(name) for name in libraries}
        denoised = [_denoised(self, name) for name in self.denoised]
        return {
            "released": {
                "file": self.request.output.name,
                "rows": self.plan.rows,
                "place_column": self.place_name,
                "name_column": "name" if self.places.names else None,
                "value_columns": self.names,
                "published_as_they_are": self.as_they_are,
                "values": f"{names} per place: sums over the data of the place, rounded to the grid,"
                f" with noise; then rounded to {self.round_to:f}",
                "rounded_to": f"{self.round_to:f}",
            },
            **super().facts,
            "areas": _areas(self),
            "ledger": self.ledger.account() if self.ledger else None,
            "denoised": denoised or None,
            "not_promised": NOT_PROMISED,
            "created": datetime.now(UTC).date().isoformat(),
            "versions": {"gaussmech": __version__, "python": python_version()}
            | versions,
        }

    @cached_property
    def area_columns(self) -> dict[str, list[str]]:
        """The table of areas by column: the level, the label and the sums of each area."""
        labels = [(level.name, str(key)) for level in self.areas for key in level.ids]
        levels, areas = map(list, zip(*labels, strict=True))
        columns = {"level": levels, "area": areas}
        released = list(chain.from_iterable(self.release.area_texts(self.round_to)))
        for k, name in enumerate(self.names):
            sums = self.combined_sums(k)
            estimate, sd, low, high = map(np.concatenate, zip(*sums, strict=True))
            cells = (
                [row[k] for row in released],
                decimal_cells(estimate, self.round_to),
                [f"{value:.6g}" for value in sd.tolist()],
                decimal_cells(low, self.round_to, math.floor),
                decimal_cells(high, self.round_to, math.ceil),
            )
            of_name = dict(zip(area_names(name), cells, strict=True))
            columns = joined("the table of areas", columns, of_name)
        return columns

    @cached_property
    def columns(self) -> dict[str, list[str]]:
        """The released columns by name, with no more digits than they are rounded to."""
        rows = self.release.texts(self.round_to)
        raw_columns = map(list, zip(*rows, strict=True))
        raw = dict(zip(self.names, raw_columns, strict=True))
        denoised = [
            denoised_columns(name, fit, self.round_to)
            for name, fit in self.denoised.items()
        ]
        return joined("the output", raw, *denoised)


def joined(table: str, *parts: Mapping[str, Any]) -> dict[str, Any]:
    """Return columns as one table; a ValueError names the table if two have one name."""
    names = list(chain.from_iterable(parts))
    for name in names:
        if names.count(name) > 1:
            raise ValueError(
                f"{name!r} would be the name of two columns of {table}; rename one"
            )
    return {name: cells for part in parts for name, cells in part.items()}


def decimal_cells(
    values: Array, unit: Decimal, rounding: Callable[[Fraction], int] = half_up
) -> list[str]:
    """Return values in decimal digits, rounded to a power of ten."""
    return [
        digits(rounding(Fraction(value) / Fraction(unit)), unit)
        for value in values.tolist()
    ]


def denoised_columns(name: str, fit: Denoised, unit: Decimal) -> dict[str, list[str]]:
    """Return the estimate of a map and the ends of its intervals, rounded outwards, as columns."""
    low, high = fit.intervals.T
    cells = (
        decimal_cells(fit.estimate, unit),
        decimal_cells(low, unit, math.floor),
        decimal_cells(high, unit, math.ceil),
    )
    return dict(zip(denoised_names(name), cells, strict=True))


def _moved(sums: Sums, by: NDArray[Any]) -> Sums:
    """Return sums that are moved by fractions (g,), exactly."""
    estimate, low, high = (
        by + list(map(Fraction, value.tolist()))
        for value in (sums.estimate, sums.low, sums.high)
    )
    return Sums(estimate, sums.sd, low, high)


def denoised_names(name: str) -> tuple[str, str, str]:
    """Return the columns that denoising adds to a released one: its estimate, and the interval."""
    return f"{name}_denoised", f"{name}_low", f"{name}_high"


def area_names(name: str) -> tuple[str, str, str, str, str]:
    """Return the columns of the table of areas for a released one.

    These are the released sum, the combined one, its standard deviation and its interval.
    """
    return (
        name,
        f"{name}_combined",
        f"{name}_sd",
        f"{name}_low",
        f"{name}_high",
    )


def table_bytes(published: PublishedRelease) -> bytes:
    """Return the table as a file: places, raw values, denoised ones, intervals and coordinates.

    A .csv file has all digits. A GIS file has the ids, names and geometry of the places and the
    released values, as doubles.
    """
    is_map = published.request.is_map
    values: dict[str, Any] = published.columns
    places = published.places
    if is_map:
        values = {name: [*map(float, cells)] for name, cells in values.items()}
    columns = joined(
        "the output",
        {published.place_name: places.ids},
        name_column(places),
        values,
        published.spots,
        *(
            {level.name: [str(level.ids[k]) for k in level.codes]}
            for level in published.areas
        ),
    )
    if not is_map:
        return csv_bytes(columns)
    del columns["geometry"]
    return map_bytes(published.request.output.suffix, places, columns)


def name_column(places: Places) -> dict[str, list[str]]:
    """Return what people call the places, as a column, if a public file says so."""
    return {} if places.names is None else {"name": places.names}


def csv_bytes(columns: Mapping[str, Iterable[Any]]) -> bytes:
    """Return columns as a CSV file."""
    text = io.StringIO(newline="")
    rows = zip(*columns.values(), strict=True)
    csv.writer(text, lineterminator="\n").writerows([columns, *rows])
    return text.getvalue().encode()


def _guarantee(plan: Plan, unit: str) -> Facts:
    """Return what is guaranteed, for all columns together and for one alone."""

    def guarantee(epsilon: float, delta: float) -> Facts:
        return {
            "epsilon": float(six_digits(epsilon)),
            "delta": delta,
            "neighbours": f"add or remove all of one {unit}",
        }

    together = guarantee(plan.epsilon, plan.delta)
    return {
        "statement": f"({six_digits(plan.epsilon)}, {plan.delta or 0!r})-differential privacy",
        "all_columns_together": together,
        "each_column_alone": guarantee(plan.column_epsilon, plan.column_delta),
        "composition": f"exact, of {plan.noise.title()} noise",
        "composes_by": plan.cost.record,
    }


def _sensitivity(ready: PreparedRelease) -> Facts:
    """Return how far one person can move a column, why, and for what the noise was made."""
    plan = ready.plan
    noise = plan.noise
    # Areas count in the noise, not in the sensitivity.
    places = ", over its places" if noise.areas else ""
    request = ready.request
    return {
        "norm": f"L{noise.norm}, of each column{places}",
        "value": plan.sensitivity,
        "reason": request.source.reason(plan, request.privacy_unit),
        "as_calibrated": noise.sensitivity,
        "why_larger": WHY_LARGER,
    }


def _noise(plan: Plan) -> Facts:
    """Return how the noise is made."""
    noise = plan.noise
    return {
        "distribution": f"independent discrete {noise.title()} on the multiples of the grid",
        "choice": plan.choice,
        "sigma": repr(noise.sigma),
        "scale": str(noise.scale * noise.grid),
        "grid": f"{noise.grid:f}",
        "sampler": f"OpenDP {metadata.version('opendp')}, {noise.sampler}: exact arithmetic",
        "randomness": "of the operating system: the release cannot be replayed",
        "within_95_percent": float(f"{noise.within_95:.4g}"),
    }


def _period(source: CountsFile | EventsFile) -> Facts | None:
    """Return the period that was stated, and why the data are of it."""
    if source.period is None:
        return None
    return source.period.record | {"reason": source.reason_of_period}


def _areas(published: PublishedRelease) -> Facts | None:
    """Return what a user of the table of areas must know, None without areas."""
    release = published.release
    noise = release.noise
    if not release.areas:
        return None
    levels = [
        {
            "column": level.name,
            "areas": len(level.ids),
            "sigma": float(f"{sigma:.6g}"),
            "scale": str(area_noise.scale * release.grid),
            "sensitivity_as_calibrated": area_noise.sensitivity,
        }
        for level, area_noise, sigma in zip(
            release.areas, noise.areas, noise.area_sigmas, strict=True
        )
    ]
    return {
        "file": f"{published.request.output.stem}.areas.csv",
        "levels": levels,
        "noise": f"independent discrete {noise.title()} noise on each sum, in addition to that of the"
        " places: one mechanism, and the guarantee is that of both together",
        "sums": "The released sum, and its combination with the released values of the places by"
        " least squares, which is unbiased, with its exact standard deviation.",
        "interval_meaning": "95 % for the true sum, by the distribution of the combined noise.",
        "denoised_sums": "The denoised values of an area need not add up to its combined sum, which"
        " is the estimate to publish for the area.",
    }


def _denoised(published: PublishedRelease, name: str) -> Facts:
    """Return what a user of the table must know of a denoised column."""
    release = published.release
    fit = published.denoised[name]
    return {
        **fit_facts(name, fit),
        "privacy": "post-processing of the raw release: it costs none",
        "reproduce": "gaussmech.denoise(values, graph=graph, **arguments) returns this column before"
        " it is rounded: values are those of the columns in `value_columns`, an array (n,) of one"
        " or (n, K) of several, in the order of the table, and the graph is that of the files in"
        " `graph`.",
        "value_columns": published.names,
        "arguments": published.call,
        "totals": [
            {"labels": level.name, "sums": name, "sigma": sigma}
            for level, sigma in zip(
                release.areas, release.noise.area_sigmas, strict=True
            )
        ],
        "graph": {
            **graph_facts(published.places, published.graph),
            "link": published.request.link,
        },
    }


def fit_facts(name: str, fit: Denoised) -> Facts:
    """Return what a user of a denoised column must know of its method and its errors."""
    estimate_name, low_name, high_name = denoised_names(name)
    low, high = fit.rmse_interval
    weights = fit.parameters.get("weights")
    # Only the method "auto" has weights of methods.
    if isinstance(weights, dict):
        weights = {of: float(f"{share:.4g}") for of, share in weights.items()}
    else:
        weights = None
    return {
        "column": estimate_name,
        "interval_columns": [low_name, high_name],
        "raw_column": name,
        "method": fit.method,
        "weights": weights,
        "clipped_at_0": bool(fit.nonnegative),
        "rmse": float(f"{fit.rmse:.4g}"),
        "rmse_before_denoising": float(f"{fit.sigma:.4g}"),
        "rmse_interval_95_percent": [float(f"{low:.4g}"), float(f"{high:.4g}")],
        "rmse_method": "Stein's unbiased risk estimate, from the raw release alone, with an approximate"
        " interval, for the mean over all places.",
        "interval_meaning": "95 % on average over places of similar denoised value, for the true"
        " value of a place; fewer for the highest 1 %, and no statement about a given place.",
    }


def graph_facts(places: Places, graph: Graph | None) -> Facts:
    """Return the SHA-256 of what was taken from the public files, and a list of its contents.

    It does not depend on other bytes of these files: a column that is not used may be private.
    """
    assert graph is not None
    arrays = (graph.edges, graph.length_m, graph.weights)
    lists = [None if array is None else array.tolist() for array in arrays]
    content = json.dumps([places.ids, places.lon, places.lat, *lists])
    return {
        "sha256": sha256(content.encode()).hexdigest(),
        "digested": "JSON of [ids, lon, lat, edges, length_m, weights]",
    }


def estimate(fit: Facts) -> str:
    """Return the estimated error of a denoised column in words."""
    low, high = fit["rmse_interval_95_percent"]
    if low == 0:
        # The estimate itself may then be 0, although no error is 0.
        error = f"below {high:g} (95 %)"
    else:
        error = f"{fit['rmse']:g} (95 % interval {low:g} to {high:g})"
    return f"RMSE over all places {error}, before denoising {fit['rmse_before_denoising']:g}"


def lines_of(facts: Facts) -> dict[str, str]:
    """Return in words by label what a release guarantees, and how large its errors are.

    The terminal and the page show these lines, and those of `result_lines`.
    """
    guarantee = facts["guarantee"]
    sensitivity = facts["sensitivity"]
    lines = {}
    if period := facts["period"]:
        lines["period"] = f"{Period.from_record(period)}: {period['reason']}"
    lines |= {
        "guarantee": f"{guarantee['statement']}, all columns together",
        "neighbours": guarantee["all_columns_together"]["neighbours"],
        "noise": facts["noise"]["choice"],
        "sensitivity": f"{sensitivity['value']:g} in {sensitivity['norm']}: {sensitivity['reason']}",
        "errors": "95 % of the released values are within"
        f" {facts['noise']['within_95_percent']:g} of the true values",
    }
    return lines


def result_lines(facts: Facts) -> dict[str, str]:
    """Return in words by label what is known after a release only."""
    ledger = facts["ledger"]
    lines = {"ledger": ledger["statement"]} if ledger else {}
    return lines | {fit["column"]: estimate(fit) for fit in facts["denoised"] or ()}
