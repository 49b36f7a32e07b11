"""A city to release: its road graph, the map of each hour, and where they come from."""

import hashlib
import logging
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from gaussmech import checks
from gaussmech.graphs.graph import Graph
from gaussmech.streets.roads import clean_roads, read_road_file
from gaussmech.streets.spread import RULES, heat_map, worst_case_norm
from gaussmech.streets.trips import iso_date, read_trips, trip_ends

_SOURCES = ("auto", "download", "files", "stand-in")
_DEFAULTS = {
    "source": "auto",
    "folder": None,
    "roads": "manhattan_with_weights.txt",
    "trips": (),
    "contribution": "auto",
}
_ENTRY = {"file": None, "hours": tuple(range(24)), "date": None, "weight": 1.0}
_WEIGHT_NOTE = "trip ends weigh other than 1: a utility simulation, not a release"
_log = logging.getLogger(__name__)

_STAND_IN_NOTE = "a stand-in city: streets and trips are made up, not those of New York"


@dataclass(frozen=True)
class City:
    """A road graph and the map of each hour on it.

    Attributes
    ----------
    graph : Graph
        With coordinates, road lengths in metres and parallel sections as weights.
    maps : dict of int to (n,) array
        Hour of the day to the trip ends at each junction.
    provenance : dict
        JSON-ready, without folders: `source` ('download', 'files' or 'stand-in'), `label` for
        plots, `dates` (empty: pooled), `files` (of the roads and trips), `counts` (of the roads),
        `hours` (hour as text -> `trips` and the facts of `heat_map`), `contribution`,
        `utility_simulation`, `note` (or None) and, where the stand-in took the place of a failed
        download, `download_failed`.
    """

    graph: Graph
    maps: dict
    provenance: dict


@dataclass(frozen=True)
class _Streets:
    """What a source gives: a graph, the trip ends and number of trips of each hour, their files."""

    source: str
    label: str
    graph: Graph
    counts: dict
    ends: dict
    trips: dict
    files: list
    dates: list
    without_cabs: list
    all_named: bool


def load_city(settings, *, hours, download_folder, seed):
    """The maps of some hours, from files, the download or the stand-in city.

    Parameters
    ----------
    settings : dict
        The config section `heatmap`: `source` ('auto': files where a folder is given, else the
        download, else the stand-in), `folder`, `roads`, `trips` (list of dicts `file` and
        optionally `hours`, `date`, `weight`; empty: every trip file in the folder),
        `bandwidth_m`, `reach_m`, `contribution` ('auto': 'clip' where all trips name their cabs,
        else 'assumed'), `max_trips` and `sensitivity`. Other keys are left alone.
    hours : list of int in 0 .. 23
    download_folder : path
        Where downloads are kept.
    seed : int >= 0
        For the stand-in city and the choice of trips; an hour does not depend on the others.

    Returns
    -------
    City

    Raises
    ------
    ValueError, FileNotFoundError
        Naming the key or file, the value and what is allowed; also for an hour without any trip
        end within reach.
    gaussmech.streets.download.DownloadError
        Where `source` is 'download' and it fails.
    """
    settings = _checked(settings)
    hours = _checked_hours("hours", hours)
    seed = checks.whole_number("seed", seed, low=0)
    streets, failed = _streets(settings, hours, download_folder, seed)
    rule = _rule(settings["contribution"], streets)
    maps, facts = {}, {}
    for hour in hours:
        maps[hour], facts[str(hour)] = _hour_map(streets, hour, rule, settings, seed)
    return City(streets.graph, maps, _provenance(streets, facts, rule, settings) | failed)


def _checked(settings):
    settings = _DEFAULTS | settings
    for key in ("bandwidth_m", "reach_m", "max_trips", "sensitivity"):
        if key not in settings:
            raise ValueError(f"heatmap.{key} is missing")
    checks.one_of("heatmap.source", settings["source"], _SOURCES)
    checks.one_of("heatmap.contribution", settings["contribution"], ("auto", *RULES))
    checks.real_scalar("heatmap.bandwidth_m", settings["bandwidth_m"], low=0, open_high=True)
    for key in ("reach_m", "sensitivity"):
        checks.real_scalar(f"heatmap.{key}", settings[key], low=0, open_low=True, open_high=True)
    checks.whole_number("heatmap.max_trips", settings["max_trips"], low=1)
    if settings["source"] == "files" and not settings["folder"]:
        raise ValueError(
            f"heatmap.folder is {settings['folder']!r}; heatmap.source 'files' needs a folder"
        )
    entries = [_checked_entry(k, entry) for k, entry in enumerate(settings["trips"])]
    return settings | {"trips": entries}


def _checked_entry(k, entry):
    name = f"heatmap.trips[{k}]"
    if not isinstance(entry, dict) or not isinstance(entry.get("file"), str):
        raise ValueError(f"{name} is {entry!r}; it must have a `file`, a name in the folder")
    for key in entry:
        checks.one_of(f"{name} key", key, tuple(_ENTRY))
    entry = _ENTRY | entry
    interval = {"low": 0, "open_low": True, "open_high": True}
    return entry | {
        "hours": _checked_hours(f"{name}.hours", entry["hours"]),
        "date": None if entry["date"] is None else iso_date(f"{name}.date", entry["date"]),
        "weight": checks.real_scalar(f"{name}.weight", entry["weight"], **interval),
    }


def _checked_hours(name, hours):
    if not isinstance(hours, list | tuple | range) or not hours:
        raise ValueError(f"{name} is {hours!r}; it must be a list of hours 0 .. 23")
    for hour in hours:
        if checks.whole_number(name, hour, low=0) > 23:
            raise ValueError(f"{name} holds {hour}; allowed are hours 0 .. 23")
    return list(dict.fromkeys(map(int, hours)))


def _streets(settings, hours, download_folder, seed):
    """What the wanted source gives, and the reason if a download failed on the way."""
    source = settings["source"]
    if source == "files" or (source == "auto" and settings["folder"]):
        return _from_files(settings, hours), {}
    if source == "stand-in":
        return _from_stand_in(hours, seed), {}
    from gaussmech.streets.download import DownloadError

    try:
        return _from_download(download_folder, hours), {}
    except DownloadError as error:
        if source == "download":
            raise
        folder = Path(download_folder)
        reason = str(error).replace(str(folder.resolve()), folder.name)
        reason = reason.replace(str(folder), folder.name)
        _log.warning("the synthetic city takes the place of New York: %s", reason)
        return _from_stand_in(hours, seed), {"download_failed": reason}


def _from_files(settings, hours):
    folder = Path(settings["folder"]).expanduser()
    if not folder.is_dir():
        raise FileNotFoundError(f"heatmap.folder is {str(folder)!r}; there is no such folder")
    entries = [
        (entry, used)
        for entry in settings["trips"] or _all_trip_files(folder)
        if (used := [hour for hour in hours if hour in entry["hours"]])
    ]
    for hour in hours:
        if not any(hour in used for _, used in entries):
            raise ValueError(f"hour {hour} has no file: none of heatmap.trips lists it in `hours`")
    roads = _road_file(folder, settings["roads"])
    graph, counts = clean_roads(read_road_file(roads))
    if graph.n < 3:
        raise ValueError(
            f"{roads}: {graph.n} junctions are left once dead ends are pruned and streets"
            " contracted; it takes at least 3"
        )
    files, without_cabs, all_named = [_file_facts("roads", roads)], [], True
    parts, first = {hour: [] for hour in hours}, 0
    for entry, used in entries:
        path, date, weight = folder / entry["file"], entry["date"], entry["weight"]
        trips = read_trips(path)
        trips.index += first  # a trip's number is its own among all files
        first += len(trips)
        if trips["cab"].isna().all():
            without_cabs.append(path.name)
        all_named &= bool(trips["cab"].notna().all())
        for hour in used:
            parts[hour].append(trip_ends(trips, hour=hour, date=date).assign(weight=weight))
        files.append(_file_facts("trips", path, hours=used, date=date, weight=weight))
    ends = {hour: pd.concat(part, ignore_index=True) for hour, part in parts.items()}
    return _Streets(
        source="files",
        label=f"files: {folder.resolve().name}",
        graph=graph,
        counts=counts,
        ends=ends,
        trips={hour: ends[hour]["trip"].nunique() for hour in hours},
        files=files,
        dates=sorted({file["date"] for file in files} - {None}),
        without_cabs=without_cabs,
        all_named=all_named,
    )


def _all_trip_files(folder):
    endings = (".csv", ".csv.gz", ".parquet")
    names = sorted(path.name for path in folder.iterdir() if path.name.endswith(endings))
    if not names:
        raise FileNotFoundError(
            f"heatmap.folder is {str(folder)!r}; it holds no trips: {', '.join(endings)} files"
        )
    return [_ENTRY | {"file": name} for name in names]


def _road_file(folder, name):
    for path in (folder / name, folder / f"{name}.gz"):
        if path.is_file():
            return path
    raise FileNotFoundError(
        f"heatmap.roads is {name!r}; {str(folder)!r} holds neither that file nor {name}.gz"
    )


def _from_download(folder, hours):
    from gaussmech.streets.download import fetch_city

    fetched = fetch_city(folder, hours)
    date, roads = fetched["date"], fetched["roads"]
    graph, counts = clean_roads(read_road_file(roads["path"]))
    files, ends = [_file_facts("roads", **roads)], {}
    for hour in hours:
        file = fetched["trips"][hour]
        ends[hour] = trip_ends(read_trips(file["path"]), hour=hour, date=date).assign(weight=1.0)
        files.append(_file_facts("trips", **file, hours=[hour], date=date, weight=1.0))
    return _Streets(
        source="download",
        label=f"New York, {date}",
        graph=graph,
        counts=counts,
        ends=ends,
        trips={hour: ends[hour]["trip"].nunique() for hour in hours},
        files=files,
        dates=[date],
        without_cabs=[file["name"] for file in files if file["role"] == "trips"],
        all_named=False,
    )


def _from_stand_in(hours, seed):
    from gaussmech.streets.stand_in import stand_in_city

    graph, counts, tables = stand_in_city(hours, seed)
    ends = {hour: trip_ends(tables[hour], hour=hour).assign(weight=1.0) for hour in hours}
    return _Streets(
        source="stand-in",
        label="stand-in city",
        graph=graph,
        counts=counts,
        ends=ends,
        trips={hour: ends[hour]["trip"].nunique() for hour in hours},
        files=[],
        dates=[],
        without_cabs=[],
        all_named=True,
    )


def _file_facts(role, path, *, address=None, sha256=None, hours=None, date=None, weight=None):
    if sha256 is None:
        with open(path, "rb") as file:
            sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    return {
        "role": role,
        "name": Path(path).name,
        "address": address,
        "sha256": sha256,
        "hours": hours,
        "date": date,
        "weight": weight,
    }


def _rule(contribution, streets):
    without_cabs = streets.without_cabs
    if contribution == "auto":
        return "clip" if streets.all_named else "assumed"
    if contribution != "assumed" and without_cabs:
        raise ValueError(
            f"heatmap.contribution is {contribution!r}, but there are no cab ids in"
            f" {', '.join(without_cabs)}; without them only 'assumed' and 'auto' are allowed"
        )
    return contribution


def _hour_map(streets, hour, rule, settings, seed):
    counts, facts = heat_map(
        streets.graph,
        streets.ends[hour],
        bandwidth_m=settings["bandwidth_m"],
        reach_m=settings["reach_m"],
        rule=rule,
        sensitivity=settings["sensitivity"],
        max_trips=settings["max_trips"],
        rng=np.random.default_rng(np.random.SeedSequence([seed, hour])),
    )
    if not facts["ends_used"]:
        names = [file["name"] for file in streets.files if hour in (file["hours"] or ())]
        dropped = ", ".join(f"{reason} {count}" for reason, count in facts["dropped"].items())
        raise ValueError(
            f"hour {hour} has no trip end within {settings['reach_m']:g} m of a junction in"
            f" {', '.join(names) or streets.label}; dropped: {dropped}"
        )
    weights = sorted(float(weight) for weight in streets.ends[hour]["weight"].unique())
    simulated = any(weight != 1 for weight in weights)
    about = {"trips": int(streets.trips[hour]), "weights": weights, "utility_simulation": simulated}
    return counts, about | facts


def _provenance(streets, facts, rule, settings):
    simulated = any(hour["utility_simulation"] for hour in facts.values())
    notes = [_STAND_IN_NOTE] * (streets.source == "stand-in") + [_WEIGHT_NOTE] * simulated
    return {
        "source": streets.source,
        "label": streets.label,
        "dates": streets.dates,
        "files": streets.files,
        "counts": streets.counts,
        "hours": facts,
        "contribution": {
            "rule": rule,
            "enforced": rule != "assumed",
            "sensitivity": float(settings["sensitivity"]),
            "max_trips": settings["max_trips"],
            "worst_case_norm": worst_case_norm(
                rule, settings["sensitivity"], settings["max_trips"]
            ),
        },
        "utility_simulation": simulated,
        "note": "; ".join(notes) or None,
    }
