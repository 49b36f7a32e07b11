"""The sources of a city: downloads, of which sources.toml has an entry each, or a user's own files."""

import tomllib
from pathlib import Path


class DownloadError(RuntimeError):
    """The data of a city cannot be had; the message names the address, the cause and the remedy."""


# The cities of sources.toml by name.
SOURCES = tomllib.loads(Path(__file__).with_name("sources.toml").read_text("utf-8"))
# The day of the paper's maps, Figures 2 and 5.
PAPERS_DAY = SOURCES["download"]["portal"]["date"]
# Labels of the sources that are no downloads.
_OTHERS = {"files": "files of a folder", "stand-in": "synthetic city, no real data"}
# Trip files with these endings can be read.
TRIP_FILES = (".csv", ".csv.gz", ".parquet", ".RData")
# `heatmap.source` may have these values.
NAMES = ("auto", *SOURCES, "files", "stand-in")


def folder_files(settings):
    """Return the road files and the trip files of a user's folder.

    Parameters
    ----------
    settings : dict
        The keys `folder`, `roads` and `trips` of the section `heatmap`.

    Returns
    -------
    roads : list of Path
        The road file, which may be compressed; none if it is missing.
    trips : list of Path
        Those that `trips` lists, which may be missing, otherwise all in the folder.
    """
    folder = Path(settings["folder"]).expanduser()
    names = (settings["roads"], f"{settings['roads']}.gz")
    roads = [folder / name for name in names if (folder / name).is_file()]
    others = [path for path in folder.iterdir() if path not in roads]
    trips = sorted(path for path in others if path.name.endswith(TRIP_FILES))
    return roads, [folder / entry["file"] for entry in settings["trips"]] or trips


def city_files(settings):
    """Return the paths of the user's road and trip files, where there are any; `settings` as above."""
    if settings["folder"] is None or settings["source"] not in ("auto", "files"):
        return []
    roads, trips = folder_files(settings)
    return [str(path) for path in roads + trips if path.is_file()]


def missing_files(settings, hours):
    """Yield the mistakes about the user's road and trip files.

    Parameters
    ----------
    settings : dict
        The keys `folder`, `roads` and `trips` of the section `heatmap`.
    hours : list of int
        The hours that need trips.

    Yields
    ------
    key, value, mistake : str, object, str
        A key of the configuration, its value, and what is missing.
    """
    folder = settings["folder"]
    try:
        roads, paths = folder_files(settings)
    except (OSError, TypeError, ValueError, RuntimeError):
        yield "heatmap.folder", folder, "no such readable folder"
        return
    where = f"no such file in heatmap.folder, {folder}"
    if not roads:
        yield "heatmap.roads", settings["roads"], where
    for k, entry in enumerate(settings["trips"]):
        if not paths[k].is_file():
            yield f"heatmap.trips[{k}].file", entry["file"], where
    if not paths:
        yield "heatmap.folder", folder, f"no {', '.join(TRIP_FILES)} file in it"
    served = [entry.get("hours", range(24)) for entry in settings["trips"]]
    missing = set(hours).difference(*served)
    if served and missing:
        mistake = f"no entry of heatmap.trips serves {sorted(missing)}"
        yield "heatmap.hours", hours, mistake


def label_of(source):
    """Return the name of a source for titles."""
    return (
        SOURCES[source]["label"] if source in SOURCES else _OTHERS.get(source, source)
    )
