import gzip
import sys

import pandas as pd
import pytest
import rdata

from gaussmech.paper.city import trips
from gaussmech.paper.city.trips import read_trips, trip_ends

ENDS = [
    f"{end}_{what}" for end in ("pickup", "dropoff") for what in ("time", "lon", "lat")
]
COLUMNS = [*ENDS, "cab"]
TIMES = "2014-09-24 12:05:00", "2014-09-24 13:06:07"
PLACES = (-73.98, 40.75, -73.97, 40.76)
OWN = "pickup_datetime,pickup_lon,pickup_lat,dropoff_datetime,dropoff_lon,dropoff_lat"
ROW = "2014-09-24 12:05:00,-73.98,40.75,2014-09-24 13:06:07,-73.97,40.76"

# Layout: header, one row; each the trip of TIMES and PLACES.
LAYOUTS = {
    "own": (OWN, ROW),
    "open data 2014": (
        "vendor_id,pickup_datetime,dropoff_datetime,trip_distance,pickup_longitude,"
        "pickup_latitude,store_and_fwd_flag,dropoff_longitude,dropoff_latitude",
        "CMT,2014-09-24T12:05:00.000,2014-09-24T13:06:07.000,2.5,-73.98,40.75,N,-73.97,40.76",
    ),
    "open data 2014, quoted": (
        '"pickup_datetime","dropoff_datetime","pickup_longitude","pickup_latitude",'
        '"dropoff_longitude","dropoff_latitude"',
        '"09/24/2014 12:05:00 PM","09/24/2014 01:06:07 PM","-73.98","40.75","-73.97","40.76"',
    ),
    # With the blank line after the header and the surplus commas of the original files.
    "TLC 2014": (
        "vendor_id, pickup_datetime, dropoff_datetime, pickup_longitude, pickup_latitude,"
        " dropoff_longitude, dropoff_latitude",
        "\r\nCMT,2014-09-24 12:05:00,2014-09-24 13:06:07,-73.98,40.75,-73.97,40.76,,",
    ),
    "TLC 2015": (
        "tpep_pickup_datetime,tpep_dropoff_datetime,pickup_longitude,pickup_latitude,"
        "RateCodeID,dropoff_longitude,dropoff_latitude",
        "2014-09-24T12:05:00Z,2014-09-24T13:06:07Z,-73.98,40.75,1,-73.97,40.76",
    ),
    "TLC 2009": (
        "Trip_Pickup_DateTime,Trip_Dropoff_DateTime,Start_Lon,Start_Lat,Rate_Code,End_Lon,End_Lat",
        "2014-09-24 12:05:00,2014-09-24 13:06:07,-73.98,40.75,,-73.97,40.76",
    ),
    "FOIL 2013": (f"medallion,hack_license,{OWN}", f"A12,H,{ROW}"),
    "Kaggle 2016": (f"id,{OWN},trip_duration", f"id1,{ROW},3667"),
    "Uber 2014": (
        '"Date/Time","Lat","Lon","Base"',
        '"9/24/2014 12:05:00",40.75,-73.98,"B02512"',
    ),
}


def write(tmp_path, header, *rows, name="trips.csv"):
    path = tmp_path / name
    path.write_text("\n".join((header, *rows)) + "\n", newline="")
    return path


def refuses(path, message):
    with pytest.raises(ValueError, match=message):
        read_trips(path)


def assert_is_the_trip(trips, *, dropoff=True):
    assert list(trips.columns) == COLUMNS and trips.index.tolist() == [0]
    (trip,) = trips[ENDS].to_numpy().tolist()
    begin, end = map(pd.Timestamp, TIMES)
    assert trip[:3] == [begin, *PLACES[:2]]
    assert trip[3:] == [end, *PLACES[2:]] if dropoff else pd.isna(trip[3:]).all()


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts(tmp_path, layout):
    trips = read_trips(write(tmp_path, *LAYOUTS[layout]))
    assert_is_the_trip(trips, dropoff=layout != "Uber 2014")
    assert trips["cab"].dropna().tolist() == (["A12"] if layout == "FOIL 2013" else [])
    assert trips["cab"].dtype == "category"
    assert {str(trips[end].dtype) for end in ("pickup_time", "dropoff_time")} == {
        "datetime64[us]"
    }


@pytest.mark.parametrize("zone", [None, "UTC", "America/New_York"])
def test_azure_parquet(tmp_path, zone):
    pytest.importorskip("pyarrow", reason="Parquet trips need the extra `parquet`")
    times = [pd.Series([pd.Timestamp(time)]).dt.tz_localize(zone) for time in TIMES]
    table = pd.DataFrame(
        {"tpepPickupDateTime": times[0], "tpepDropoffDateTime": times[1]}
    )
    table[["startLon", "startLat", "endLon", "endLat"]] = PLACES
    path = tmp_path / "azure.parquet"
    table.assign(vendorID="CMT").set_axis([7]).to_parquet(path)
    assert_is_the_trip(read_trips(path))
    path.write_text("no parquet")
    refuses(path, r"azure\.parquet: not a readable parquet file")
    pd.DataFrame({"a": [1]}).to_parquet(path)
    refuses(path, r"azure\.parquet: found the columns 'a'")


def test_gzip(tmp_path):
    path = tmp_path / "trips.csv.gz"
    text = f"{OWN}\n{ROW}\n".encode()
    path.write_bytes(gzip.compress(text))
    assert_is_the_trip(read_trips(path))
    for content in (gzip.compress(99 * text)[:-30], text):
        path.write_bytes(content)
        refuses(path, r"trips\.csv\.gz: cannot be read")


ZONES = ("", "Z", ".000", ".000Z", "+00:00", "-0400", " UTC")
TEXTS = [f"2014-09-24{between}12:05:00{zone}" for between in " T" for zone in ZONES]
TEXTS += [
    "2014-09-24 12:05",
    f" {TIMES[0]} ",
    "09/24/2014 12:05:00 PM",
    "9/24/2014 12:05",
]


@pytest.mark.parametrize("time", TEXTS)
def test_times_are_local_whatever_their_suffix(tmp_path, time):
    assert_is_the_trip(read_trips(write(tmp_path, OWN, ROW.replace(TIMES[0], time))))


def test_single_unreadable_cells_and_short_rows_have_missing_values(tmp_path):
    row = "noon,-73.98,north,2014-09-24 13:06:07,,40.76"
    trips = read_trips(write(tmp_path, OWN, ROW, row, ROW[:26], ROW + ",1,2"))
    assert trips["pickup_lon"].tolist() == [-73.98] * 4
    missing = trips[["pickup_time", "pickup_lat", "dropoff_lon", "dropoff_lat"]].isna()
    assert missing.to_numpy().astype(int).tolist() == [
        [0, 0, 0, 0],
        [1, 1, 1, 0],
        [0, 1, 1, 1],
        [0, 0, 0, 0],
    ]
    assert trips["pickup_lat"].dtype == float


def test_cabs_are_text_even_where_they_are_numbers(tmp_path):
    path = write(tmp_path, OWN + ",cab", ROW + ",007", ROW + ",7", ROW + ",")
    cab = read_trips(path)["cab"].astype(object)
    assert cab.where(cab.notna(), None).tolist() == ["007", "7", None]


UNUSABLE = [
    ("", "found the columns none; needed are a time"),
    ("\n\n", "found the columns none"),
    ("<!DOCTYPE html>\n<p>\n", "a web page .it begins '<!DOCTYPE html>'., not a CSV"),
    ("a,b\n1,2\n", "found the columns 'a', 'b'; needed are a time, a longitude"),
    (f"{OWN}\n", "the file has a header but no trips"),
    (f'{OWN}\n{ROW}\n"{ROW}\n', "cannot be read .*EOF inside string"),
    (f"{OWN}\nnoon{ROW[19:]}\n", "nothing in column 'pickup_time' can be .*'noon'"),
    (f"{OWN.replace('dropoff_lon,', 'x,')}\n{ROW}\n", "found the .*'x'.*needed"),
]


@pytest.mark.parametrize("text, message", UNUSABLE)
def test_unusable_files_say_why(tmp_path, text, message):
    (tmp_path / "trips.csv").write_text(text)
    refuses(tmp_path / "trips.csv", rf"trips\.csv: {message}")


def test_files_that_are_missing_or_of_another_kind_are_named(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"x\.csv: there is no such trip file"):
        read_trips(tmp_path / "x.csv")
    path = write(tmp_path, OWN, name="x.txt")
    refuses(path, r"x\.txt: allowed are \.csv, .*, \.RData files")


@pytest.mark.parametrize("number", [20140924, 1411516800.0])
def test_numbers_are_no_times(number, monkeypatch, tmp_path):
    # A Parquet file may have numbers where others have texts.
    values = (number, *PLACES[:2], number, *PLACES[2:], "A12")
    raw = pd.DataFrame([values], columns=COLUMNS)
    monkeypatch.setattr(trips, "_read_parquet", lambda path: raw)
    path = tmp_path / "trips.parquet"
    path.touch()
    refuses(
        path, "'pickup_time' can be read, the first entry is .*; it must hold times"
    )


def test_parquet_without_its_extra(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    (tmp_path / "trips.parquet").write_text("any")
    with pytest.raises(ImportError, match=r"pyarrow is not installed; .*\[parquet\]"):
        read_trips(tmp_path / "trips.parquet")


def test_r_data(tmp_path):
    path = tmp_path / "trips.RData"
    table = pd.DataFrame([ROW.split(",")], columns=OWN.split(","), dtype=object)
    degrees = [name for name in table if "datetime" not in name]
    table = table.astype(dict.fromkeys(degrees, float))
    rdata.write_rda(path, {"taxis": table, "note": "of one trip"})
    assert_is_the_trip(read_trips(path))
    rdata.write_rda(path, {"a": table, "b": table})
    refuses(path, r"trips\.RData: holds 2 data frames; it must hold one")
    rdata.write_rda(path, {"a": table[degrees]})
    refuses(path, r"trips\.RData: found the columns")
    path.write_bytes(path.read_bytes()[:50])
    refuses(path, r"trips\.RData: not a readable R file")


@pytest.fixture
def three_trips(tmp_path):
    rows = (
        "2014-09-24 12:59:59,1,2,2014-09-24 13:00:00,3,4,a",
        "2014-09-23 23:50:00,5,6,2014-09-24 12:00:00,,,b",
        "2014-09-25 12:30:00,7,8,2014-09-25 12:40:00,9,10,a",
    )
    return read_trips(write(tmp_path, f"{OWN},cab", *rows))


def test_each_end_counts_by_its_own_time(three_trips):
    ends = trip_ends(three_trips, hour=12)
    assert list(ends.columns) == ["trip", "end", "day", "lon", "lat", "cab"]
    assert ends["trip"].tolist() == [0, 2, 1, 2]
    assert ends["end"].tolist() == ["pickup", "pickup", "dropoff", "dropoff"]
    assert ends["lon"].dropna().tolist() == [1, 7, 9]
    assert ends["cab"].tolist() == ["a", "a", "b", "a"]
    on_the_day = trip_ends(three_trips, hour=12, date="2014-09-24")
    assert on_the_day["trip"].tolist() == [0, 1]
    assert len(trip_ends(three_trips, hour=13, date="2014-09-24")) == 1
    assert trip_ends(three_trips, hour=4).empty


def test_hour_and_date_are_checked(three_trips):
    for hour in (24, -1, 1.5):
        with pytest.raises(ValueError, match=f"hour is {hour}"):
            trip_ends(three_trips, hour=hour)
    for date in ("2014-9-24", "24.09.2014", "2014-02-30"):
        with pytest.raises(ValueError, match=r"isoformat|day is out of range"):
            trip_ends(three_trips, hour=1, date=date)


def test_events_with_one_point_count_as_pick_ups(tmp_path):
    path = tmp_path / "crashes.csv"
    path.write_text(
        "Date,Severity,Longitude,Latitude\n2024-05-01 17:10,2,115.9,-31.9\n"
    )
    trips = read_trips(path)
    assert trips[["pickup_lon", "pickup_lat"]].to_numpy().tolist() == [[115.9, -31.9]]
    (end,) = trip_ends(trips, hour=17)["end"]
    assert end == "pickup" and trips["dropoff_time"].isna().all()
    # A trip whose drop-off is known stays a trip.
    path.write_text(
        "date,dropoff_datetime,dropoff_longitude,dropoff_latitude\n1,2024-05-01,1,2\n"
    )
    assert read_trips(path)["pickup_time"].isna().all()
