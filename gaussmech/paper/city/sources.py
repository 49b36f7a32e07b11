"""The cities that can be downloaded, an entry each: nothing else names their files or addresses.

A file is pinned by its SHA-256. The portal of the paper's day serves a table that may change; its
first answer is pinned on the machine that made the download.
"""

from dataclasses import dataclass
from pathlib import Path

_CODE_HOST = "https://raw.githubusercontent.com"


class DownloadError(RuntimeError):
    """The data of a city cannot be had; the message names the address, the cause and the remedy."""


@dataclass(frozen=True)
class HostedFile:
    """A file at an address.

    Attributes
    ----------
    description : str
        What the file holds, in words.
    name : str
        The name under which it is kept.
    address : str
        Its URL.
    sha256 : str
        The hash by which it is checked.
    """

    description: str
    name: str
    address: str
    sha256: str


@dataclass(frozen=True)
class HostedTrips:
    """A file of trips, and how they are used.

    Attributes
    ----------
    file : HostedFile
        The file.
    hours : tuple of int
        The hours of the day for which it is used.
    date : str or None
        The date whose trips count, written YYYY-MM-DD; None counts all.
    weight : float
        How often each trip counts.
    sample : str or None
        What share of all trips the file has, in words.
    """

    file: HostedFile
    hours: tuple[int, ...]
    date: str | None = None
    weight: float = 1.0
    sample: str | None = None


@dataclass(frozen=True)
class Portal:
    """A table of trips at a Socrata endpoint for CSV, from which the hours of one day are asked.

    Attributes
    ----------
    address : str
        Its URL.
    date : str
        The day, written YYYY-MM-DD.
    name : str
        The trips of hour h are kept as `name.format(h)`.
    columns : tuple of str
        A time, a longitude and a latitude of the pick-up, then of the drop-off, by names that
        `read_trips` knows.
    """

    address: str
    date: str
    name: str
    columns: tuple[str, ...]


@dataclass(frozen=True)
class Source:
    """A city for download: its name in figures, its roads, and its trips."""

    label: str
    roads: HostedFile
    trips: Portal | tuple[HostedTrips, ...]


_MANHATTAN = HostedFile(
    "the road file",
    "manhattan_with_weights.txt",
    f"{_CODE_HOST}/VIDA-NYU/TaxiVis/537181d98458367d7c77bb933b7013da9513f3fc/data/"
    "manhattan_with_weights.txt",
    "edb6ec72f6b94d7649401b0bb8b9556d6e208b4326f4dfef0613ce3f6b2c1651",
)
_TAXIS_2015 = HostedFile(
    "the trips of 2015-01-10",
    "taxis.RData",
    f"{_CODE_HOST}/nicksolomon/binfer/11966a68e5968ef8502b03cfac7eb7dca5c58b0e/data/taxis.RData",
    "7f80e970bffe3ef3fd320cc8618845ef656829836d01fcc27fc894b631e0532f",
)
_TAXIS_2016 = HostedFile(
    "the trips of 2016",
    "train-sample0.05.csv.gz",
    f"{_CODE_HOST}/scicloj/ml-study/8b03a3fde1f100ba5a346538095714f76e88da41/projects/taxi-demo-1/"
    "data/nyc-taxi-trip-duration/train-sample0.05.csv.gz",
    "3ff74452f79f86706dd16d6091b566ab2a908dc9c19dfe40986f9823ff51014c",
)

# The day of the paper's maps, Figures 2 and 5.
PAPERS_DAY = "2014-09-24"

# The source `auto` tries these in their order.
SOURCES = {
    "download": Source(
        label="New York, the day of the paper",
        roads=_MANHATTAN,
        trips=Portal(
            # This is version 2.1 of the interface, https://dev.socrata.com/docs/queries/.
            "https://data.cityofnewyork.us/resource/gkne-dk5s.csv",
            PAPERS_DAY,
            "nyc_2014-09-24_{:02}h.csv",
            (
                "pickup_datetime",
                "pickup_longitude",
                "pickup_latitude",
                "dropoff_datetime",
                "dropoff_longitude",
                "dropoff_latitude",
            ),
        ),
    ),
    "samples": Source(
        label="New York, public samples of 2015 and 2016",
        roads=_MANHATTAN,
        trips=(
            HostedTrips(_TAXIS_2015, (0,), date="2015-01-10"),
            HostedTrips(
                _TAXIS_2016, tuple(range(1, 24)), weight=6.0, sample="a 5 % sample"
            ),
        ),
    ),
}
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
    return SOURCES[source].label if source in SOURCES else _OTHERS.get(source, source)
