"""A city to release: its road graph, the map of each hour, and their provenance.

`load_city` is the one entry. It loads streets and trips from files, a download or the synthetic
city (`_Streets`), chooses the rule that limits a cab's contribution, makes a map per hour, and
writes down where all that came from.
"""

import hashlib
import logging
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from gaussmech import _checks
from gaussmech.geo.assignment import RULES, heat_map, worst_case_norm
from gaussmech.geo.roads import clean_roads, read_road_file
from gaussmech.graphs.graph import Graph
from gaussmech.paper.city.sources import NAMES, SOURCES, TRIP_FILES, DownloadError
from gaussmech.paper.city.trips import dates_in, iso_date, read_trips, trip_ends

_DEFAULTS = {"source": "auto", "folder": None, "roads": SOURCES["download"].roads.name}
_DEFAULTS |= {"trips": (), "contribution": "auto"}
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
    maps: dict
    provenance: dict


@dataclass(frozen=True)
class _Streets:
    """The data of a source.

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
    counts: dict
    ends: dict
    files: list
    without_cabs: list
    all_named: bool


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
    >>> settings |= {"max_trips": 5, "sensitivity": 5.0}
    >>> city = load_city(settings, hours=[4], download_folder="data", seed=1)
    >>> city.maps[4].shape == (city.graph.n,), city.provenance["contribution"]["rule"]
    (True, 'clip')
    """
    settings = _DEFAULTS | settings
    streets, failed = _load(settings, hours, download_folder, seed)
    rule = _rule(settings["contribution"], streets)
    maps, facts = {}, {}
    for hour in hours:
        maps[hour], facts[str(hour)] = _hour_map(streets, hour, rule, settings, seed)
    return City(
        streets.graph, maps, _provenance(streets, facts, rule, settings) | failed
    )


def _load(settings, hours, download_folder, seed):
    """Return the data of the wanted source, and why those before it could not be downloaded."""
    source = settings["source"]
    _checks.one_of("heatmap.source", source, NAMES)
    if source == "files" or (source == "auto" and settings["folder"]):
        return _from_files(settings, hours), {}
    # This import is late, because Requests takes a while to load.
    from gaussmech.paper.city.download import fetch_city

    folder = Path(download_folder)
    failures = []
    for name in SOURCES if source == "auto" else {source} & set(SOURCES):
        try:
            roads, trips = fetch_city(folder, hours, SOURCES[name])
            streets = _read(name, SOURCES[name].label, roads, trips, hours)
            break
        except DownloadError as error:
            if source != "auto":
                raise
            # The message must not name folders of this machine.
            message = str(error).replace(str(folder.resolve()), folder.name)
            failures.append(message.replace(str(folder), folder.name))
    else:
        streets = _synthetic(hours, seed)
    if not failures:
        return streets, {}
    reason = "; ".join(dict.fromkeys(failures))
    _log.warning("the maps are of: %s; %s", streets.label, reason)
    return streets, {"download_failed": reason}


def _from_files(settings, hours):
    """Return the data of the files in `heatmap.folder`."""
    if not settings["folder"]:
        raise ValueError(
            f"heatmap.folder is {settings['folder']!r}; heatmap.source 'files' needs a folder"
        )
    folder = Path(settings["folder"]).expanduser()
    if not folder.is_dir():
        raise FileNotFoundError(
            f"heatmap.folder is {str(folder)!r}; there is no such folder"
        )
    names = sorted(
        path.name for path in folder.iterdir() if path.name.endswith(TRIP_FILES)
    )
    if not names and not settings["trips"]:
        raise FileNotFoundError(
            f"heatmap.folder is {str(folder)!r}; it holds no trips: {', '.join(TRIP_FILES)} files"
        )
    trips = []
    for entry in settings["trips"] or [{"file": name} for name in names]:
        hours_of_entry = entry.get("hours", range(24))
        if hours_of_file := [hour for hour in hours if hour in hours_of_entry]:
            file = {
                "path": folder / entry["file"],
                "hours": hours_of_file,
                "date": iso_date("date", entry["date"]) if entry.get("date") else None,
                "weight": float(entry.get("weight", 1)),
                "sample": entry.get("sample"),
            }
            trips.append(file)
    for hour in set(hours).difference(*(file["hours"] for file in trips)):
        raise ValueError(
            f"hour {hour} has no file: none of heatmap.trips lists it in `hours`"
        )
    roads = settings["roads"]
    for path in (folder / roads, folder / f"{roads}.gz"):
        if path.is_file():
            label = f"files: {folder.resolve().name}"
            return _read("files", label, {"path": path}, trips, hours)
    raise FileNotFoundError(
        f"heatmap.roads is {roads!r}; {str(folder)!r} holds neither that file nor {roads}.gz"
    )


def _read(source, label, roads, trips, hours):
    """Return the data of files, each given as a dict of its path and of what is known of it."""
    graph, counts = clean_roads(read_road_file(roads["path"]))
    if graph.n < 3:
        raise ValueError(
            f"{roads['path']}: {graph.n} junctions are left once dead ends are pruned and streets"
            " contracted; it takes at least 3"
        )
    files = [_file_facts("roads", **roads)]
    without_cabs = []
    all_named = True
    parts = {hour: [] for hour in hours}
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
        by_hour = {
            hour: trip_ends(table, hour=hour, date=file["date"])
            for hour in file["hours"]
        }
        if file["date"] and not any(map(len, by_hour.values())):
            raise ValueError(_wrong_date(file, dates_in(table)))
        for hour, ends in by_hour.items():
            parts[hour].append(ends.assign(weight=file["weight"]))
        files.append(_file_facts("trips", **file))
    return _Streets(
        source=source,
        label=label,
        graph=graph,
        counts=counts,
        ends={hour: pd.concat(part, ignore_index=True) for hour, part in parts.items()},
        files=files,
        without_cabs=without_cabs,
        all_named=all_named,
    )


def _wrong_date(file, dates):
    """Return the message for a file without trips on its date; it tells which dates it has."""
    name = Path(file["path"]).name
    hours = ", ".join(map(str, file["hours"]))
    dates_in_words = ", ".join(
        dates if len(dates) < 6 else [*dates[:2], "...", *dates[-2:]]
    )
    wrong = f"heatmap.trips: {name} has no trip of {file['date']} in the hours {hours}"
    return f"{wrong}; its dates are {dates_in_words}"


def _synthetic(hours, seed):
    """Return the data of the synthetic city."""
    from gaussmech.paper.city.synthetic import stand_in_city

    graph, counts, tables = stand_in_city(hours, seed)
    ends = {
        hour: trip_ends(tables[hour], hour=hour).assign(weight=1.0) for hour in hours
    }
    return _Streets(
        source="stand-in",
        label="synthetic city",
        graph=graph,
        counts=counts,
        ends=ends,
        files=[],
        without_cabs=[],
        all_named=True,
    )


def _file_facts(role, path, *, address=None, sha256=None, hours=None, **about):
    """Return the facts about a file for the provenance, with its SHA-256."""
    if sha256 is None:
        with open(path, "rb") as file:
            sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    facts = {
        "role": role,
        "name": Path(path).name,
        "address": address,
        "sha256": sha256,
    }
    return (
        facts | {"hours": hours, "date": None, "weight": None, "sample": None} | about
    )


def _rule(contribution, streets):
    """Return the rule that limits a cab's contribution.

    'auto' is 'clip' if every trip names its cab, else 'assumed'.
    """
    _checks.one_of("heatmap.contribution", contribution, ("auto", *RULES))
    if contribution == "auto":
        return "clip" if streets.all_named else "assumed"
    if contribution in ("clip", "trips") and streets.without_cabs:
        raise ValueError(
            f"heatmap.contribution is {contribution!r}, but {', '.join(streets.without_cabs)} has"
            " no cab ids; without them only 'assumed' and 'auto' are allowed"
        )
    return contribution


def _hour_map(streets, hour, rule, settings, seed):
    """Return the map of an hour, and facts about it."""
    ends = streets.ends[hour]
    counts, facts = heat_map(
        streets.graph,
        ends,
        bandwidth_m=settings["bandwidth_m"],
        reach_m=settings["reach_m"],
        rule=rule,
        sensitivity=settings["sensitivity"],
        max_trips=settings["max_trips"],
        rng=np.random.default_rng(np.random.SeedSequence([seed, hour])),
    )
    files = [file for file in streets.files if hour in (file["hours"] or ())]
    if not facts["ends_used"]:
        names = ", ".join(file["name"] for file in files) or streets.label
        dropped = ", ".join(
            f"{reason} {count}" for reason, count in facts["dropped"].items()
        )
        raise ValueError(
            f"hour {hour} has no trip end within {settings['reach_m']:g} m of a junction in"
            f" {names}; dropped: {dropped}"
        )
    weights = sorted(ends["weight"].unique().tolist())
    trip_facts = {
        "trips": int(ends["trip"].nunique()),
        "days": _in_words(ends["day"].dropna()) if files else None,
        "sample": "; ".join(sorted({file["sample"] for file in files} - {None}))
        or None,
        "weights": weights,
        "utility_simulation": weights != [1],
    }
    return counts, trip_facts | facts


def _in_words(days):
    """Return the days in words: one date, whole months, or the first date and the last."""
    first, last = days.min(), days.max()
    if first == last:
        return f"{first:%Y-%m-%d}"
    if not (first.is_month_start and last.is_month_end):
        return f"{first:%Y-%m-%d} to {last:%Y-%m-%d}"
    start = f"{first:%B %Y}" if first.year != last.year else f"{first:%B}"
    return f"{last:%B %Y}" if start == f"{last:%B}" else f"{start} to {last:%B %Y}"


def _provenance(streets, facts, rule, settings):
    """Return the provenance of a City, but for a failed download."""
    simulated = any(hour["utility_simulation"] for hour in facts.values())
    notes = []
    if streets.source == "stand-in":
        notes.append(_SYNTHETIC_NOTE)
    if simulated:
        notes.append(_WEIGHT_NOTE)
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
        "source": streets.source,
        "label": streets.label,
        "dates": sorted({file["date"] for file in streets.files} - {None}),
        "files": streets.files,
        "counts": streets.counts,
        "hours": facts,
        "contribution": contribution,
        "utility_simulation": simulated,
        "note": "; ".join(notes) or None,
    }
