"""A city to release: its road graph, the map of each hour, and their provenance.

`load_city` is the entry. It loads streets and trips from files, a download or the synthetic city
(`_CityData`), chooses the rule that limits a cab's contribution, makes a map per hour, and notes in
the provenance where all that came from. A run writes the streets and maps to data/junctions.csv,
roads.csv and heatmap_truth.csv, and the provenance to data/provenance.json.
"""

import hashlib
import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from gaussmech import _checks
from gaussmech._checks import Array
from gaussmech.graphs.graph import Graph
from gaussmech.paper.city.heat_map import RULES, heat_map, worst_case_norm
from gaussmech.paper.city.sources import (
    NAMES,
    SOURCES,
    DownloadError,
    folder_files,
    missing_files,
)
from gaussmech.paper.city.streets import read_roads
from gaussmech.paper.city.trips import read_trips, trip_ends

_REMEDY = (
    "put the files into a folder (data/README.md), or try again later with RETRY=1"
)
_WEIGHT_NOTE = "trip ends weigh other than 1: a utility simulation, not a release"
_SYNTHETIC_NOTE = "a synthetic city: streets and trips are made up"

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class City:
    """A road graph and the map of each hour on it.

    Attributes
    ----------
    graph : Graph
        The junctions, with coordinates, lengths, and the number of parallel sections as weights.
    maps : dict of (n,) arrays of float
        The map of each hour: trip ends per junction.
    provenance : dict
        Where the city came from, ready for JSON and without names of folders: `source` (of
        `sources.SOURCES`, 'files' or 'stand-in'), `label` for plots, `dates` (those that files are
        restricted to), `files`, `counts` (of the roads), `hours` (by hour as text: `trips`, `days`
        and `sample` in words or None, `weights`, the facts of `heat_map`), `contribution`,
        `utility_simulation`, `note` (or None) and, if the source is not the first that was tried,
        `download_failed` (why, and the remedy).
    """

    graph: Graph
    maps: dict[int, Array]
    provenance: dict[str, object]


@dataclass(frozen=True)
class _CityData:
    """The streets and trip ends of a source, before they become maps.

    Attributes
    ----------
    source, label : str
        The name of the source, and its name in plots.
    graph, counts : Graph, dict
        The streets, and the counts of `clean_roads`.
    ends : dict of DataFrame
        The trip ends of each hour.
    files : list of dict
        Facts about each file.
    without_cabs : list of str
        The names of the files without any cab ids.
    all_named : bool
        Whether every trip names its cab.
    """

    source: str
    label: str
    graph: Graph
    counts: dict[str, int]
    ends: dict[int, pd.DataFrame]
    files: list[dict[str, object]]
    without_cabs: Sequence[str] = ()
    all_named: bool = True


def load_city(settings, *, hours, download_folder, seed):
    """Load the maps of some hours from files, a download or the synthetic city.

    Parameters
    ----------
    settings : dict
        The section `heatmap` of the configuration, whose keys config/README.md explains.
    hours : list of int
        The hours of the day, from 0 to 23.
    download_folder : str or Path
        Where downloads are kept.
    seed : int
        Draws the trips of the synthetic city and those that count under the rule 'trips', >= 0.
        Each hour has its own random numbers.

    Returns
    -------
    City
        The streets, the maps, and where they came from.

    Raises
    ------
    ValueError, FileNotFoundError
        If a key or file is not as it must be; the message names it. Also if an hour has no trip end
        within reach.
    DownloadError
        If a download that is asked for by name fails. With the source 'auto', the next one is
        tried.

    Examples
    --------
    >>> settings = {"source": "stand-in", "bandwidth_m": 100, "reach_m": 150}
    >>> settings |= {"contribution": "auto", "max_trips": 5, "sensitivity": 5.0}
    >>> city = load_city(settings, hours=[4], download_folder="data", seed=1)
    >>> city.maps[4].shape == (city.graph.n,), city.provenance["contribution"]["rule"]
    (True, 'clip')
    """
    data, failure = _load(settings, hours, download_folder, seed)
    rule = _rule(settings["contribution"], data)
    maps = {}
    facts = {}
    for hour in hours:
        maps[hour], facts[str(hour)] = _hour_map(data, hour, rule, settings, seed)
    provenance = _provenance(data, facts, rule, settings)
    if failure:
        provenance["download_failed"] = failure
    return City(data.graph, maps, provenance)


def _load(settings, hours, download_folder, seed):
    """Return the data of the wanted source, and why those before it could not be downloaded.

    The source 'auto' tries the folder if there is one, else each download in turn, and then the
    synthetic city.
    """
    source = settings["source"]
    _checks.one_of("heatmap.source", source, NAMES)
    if source == "files" or (source == "auto" and settings["folder"]):
        return _read_folder(settings, hours), ""
    # This import is late, because Requests takes a while to load.
    from gaussmech.paper.city.download import fetch_city

    failures = []
    for name in SOURCES if source == "auto" else {source} & set(SOURCES):
        try:
            roads, trips = fetch_city(download_folder, hours, SOURCES[name])
            label = SOURCES[name]["label"]
            data = _read_files(name, label, roads, trips, hours)
            break
        except DownloadError as error:
            if source != "auto":
                raise DownloadError(f"{error}; {_REMEDY}") from error
            failures.append(str(error))
    else:
        data = _synthetic_city(hours, seed)
    if not failures:
        return data, ""
    reasons = "; ".join(dict.fromkeys(failures))
    is_offline = all("no connection" in reason for reason in failures)
    cause = "no network" if is_offline else "the download failed"
    city = "a synthetic city" if data.source == "stand-in" else data.label
    failure = f"{cause}: maps show {city}; {_REMEDY}"
    _log.warning("%s (%s)", failure, reasons)
    return data, failure


def _read_folder(settings, hours):
    """Return the data of the files in `heatmap.folder`."""
    for key, value, mistake in missing_files(settings, hours):
        raise FileNotFoundError(f"{key} is {value!r}: {mistake}")
    roads, paths = folder_files(settings)
    trips = []
    # Without entries, each file has the trips of all hours.
    entries = settings["trips"] or [{}] * len(paths)
    for path, entry in zip(paths, entries, strict=True):
        hours_of_entry = entry.get("hours", range(24))
        hours_of_file = [hour for hour in hours if hour in hours_of_entry]
        if hours_of_file:
            file = {
                "path": path,
                "hours": hours_of_file,
                "date": entry.get("date"),
                "weight": float(entry.get("weight", 1)),
                "sample": entry.get("sample"),
            }
            trips.append(file)
    label = f"files: {Path(settings['folder']).expanduser().resolve().name}"
    return _read_files("files", label, {"path": roads[0]}, trips, hours)


def _read_files(source, label, roads, trips, hours):
    """Return the data of files.

    Parameters
    ----------
    source, label : str
        The name of the source, and its name in plots.
    roads : dict
        `path` of the road file; after a download also `address` and `sha256`.
    trips : list of dict
        For each file the same, and `hours`, `date`, `weight` and `sample`.
    hours : list of int
        The hours of all maps.
    """
    graph, counts = read_roads(Path(roads["path"]))
    if graph.n < 3:
        raise ValueError(
            f"{roads['path']}: {graph.n} junctions are left once dead ends are pruned and streets"
            " contracted; it takes at least 3"
        )
    files = [_file_facts("roads", **roads)]
    without_cabs = []
    all_named = True
    parts: dict[int, list[pd.DataFrame]] = {hour: [] for hour in hours}
    first = 0
    for file in trips:
        table = read_trips(file["path"])
        # The number of a trip is unique among all files.
        table.index += first
        first += len(table)
        has_cab = table["cab"].notna()
        if not has_cab.any():
            without_cabs.append(Path(file["path"]).name)
        all_named &= bool(has_cab.all())
        has_trips = False
        for hour in file["hours"]:
            ends = trip_ends(table, hour=hour, date=file["date"])
            parts[hour].append(ends.assign(weight=file["weight"]))
            has_trips |= len(ends) > 0
        if file["date"] and not has_trips:
            name = Path(file["path"]).name
            hours_of_file = ", ".join(map(str, file["hours"]))
            times = table.select_dtypes("datetime").stack()
            raise ValueError(
                f"heatmap.trips: {name} has no trip of {file['date']} in the hours"
                f" {hours_of_file}; its dates are {times.min():%Y-%m-%d} to {times.max():%Y-%m-%d}"
            )
        files.append(_file_facts("trips", **file))
    return _CityData(
        source=source,
        label=label,
        graph=graph,
        counts=counts,
        ends={hour: pd.concat(part, ignore_index=True) for hour, part in parts.items()},
        files=files,
        without_cabs=without_cabs,
        all_named=all_named,
    )


def _synthetic_city(hours, seed):
    """Return the data of the synthetic city."""
    from gaussmech.paper.city.synthetic import stand_in_city

    graph, counts, trips = stand_in_city(hours, seed)
    ends = {
        hour: trip_ends(table, hour=hour).assign(weight=1.0)
        for hour, table in trips.items()
    }
    return _CityData(
        source="stand-in",
        label="synthetic city",
        graph=graph,
        counts=counts,
        ends=ends,
        files=[],
    )


def _file_facts(role, path, **facts):
    """Return the facts about a file for the provenance, with its SHA-256.

    The role is 'roads' or 'trips'; only trips have hours, a date, a weight and a sample.
    """
    if "sha256" not in facts:
        facts["sha256"] = hashlib.sha256(Path(path).read_bytes()).hexdigest()
    names = ("address", "sha256", "hours", "date", "weight", "sample")
    about = {"role": role, "name": Path(path).name}
    return about | {name: facts.get(name) for name in names}


def _rule(contribution, data):
    """Return the rule that limits a cab's contribution.

    'auto' is 'clip' if every trip names its cab, else 'assumed'.
    """
    _checks.one_of("heatmap.contribution", contribution, ("auto", *RULES))
    if contribution == "auto":
        return "clip" if data.all_named else "assumed"
    if contribution in ("clip", "trips") and data.without_cabs:
        raise ValueError(
            f"heatmap.contribution is {contribution!r}, but {', '.join(data.without_cabs)} has"
            " no cab ids; without them only 'assumed' and 'auto' are allowed"
        )
    return contribution


def _hour_map(data, hour, rule, settings, seed):
    """Return the map of an hour, and facts about it for the provenance."""
    ends = data.ends[hour]
    counts, facts = heat_map(
        data.graph,
        ends,
        bandwidth_m=settings["bandwidth_m"],
        reach_m=settings["reach_m"],
        rule=rule,
        sensitivity=settings["sensitivity"],
        max_trips=settings["max_trips"],
        rng=np.random.default_rng(np.random.SeedSequence([seed, hour])),
    )
    files = [file for file in data.files if hour in (file["hours"] or ())]
    if not facts["ends_used"]:
        names = ", ".join(file["name"] for file in files) or data.label
        reasons = ", ".join(f"{why} {count}" for why, count in facts["dropped"].items())
        raise ValueError(
            f"hour {hour} has no trip end within {settings['reach_m']:g} m of a junction in"
            f" {names}; dropped: {reasons}"
        )
    weights = sorted(ends["weight"].unique().tolist())
    samples = sorted({file["sample"] for file in files} - {None})
    trip_facts = {
        "trips": int(ends["trip"].nunique()),
        "days": _days_in_words(ends["day"].dropna()) if files else None,
        "sample": "; ".join(samples) or None,
        "weights": weights,
        # Trips that count more than once make a map that no one can release.
        "utility_simulation": weights != [1],
    }
    return counts, trip_facts | facts


def _days_in_words(days):
    """Return the days in words: one date, whole months, or the first date and the last."""
    first, last = days.min(), days.max()
    are_months = first.is_month_start and last.is_month_end
    style = "%B %Y" if are_months else "%Y-%m-%d"
    ends = dict.fromkeys(day.strftime(style) for day in (first, last))
    # The year of two months stands once.
    return re.sub(r" (\d+) to (\w+ \1)$", r" to \2", " to ".join(ends))


def _provenance(data, facts, rule, settings):
    """Return the provenance of a City, except for a failed download."""
    is_simulation = any(hour["utility_simulation"] for hour in facts.values())
    has_dropoffs = any((ends["end"] == "dropoff").any() for ends in data.ends.values())
    notes = [_SYNTHETIC_NOTE] * (data.source == "stand-in")
    notes += [_WEIGHT_NOTE] * is_simulation
    sensitivity = settings["sensitivity"]
    max_trips = settings["max_trips"]
    contribution = {
        "rule": rule,
        "enforced": rule != "assumed",
        "sensitivity": float(sensitivity),
        "max_trips": max_trips,
        "worst_case_norm": worst_case_norm(rule, sensitivity, max_trips),
    }
    return {
        "source": data.source,
        "label": data.label,
        "dates": sorted({file["date"] for file in data.files} - {None}),
        "files": data.files,
        "counts": data.counts,
        # An event with one point has no second end.
        "counted": "trip ends" if has_dropoffs else "events",
        "hours": facts,
        "contribution": contribution,
        "utility_simulation": is_simulation,
        "note": "; ".join(notes) or None,
    }
