"""What a release reads: counts, and events in files as people and programs write them."""

import csv
import io
import random
import re
from collections import deque
from decimal import Decimal
from unittest.mock import Mock

import numpy as np
import pandas as pd
import pytest

from gaussmech import _csv
from gaussmech._csv import LONGEST_RECORD, read_csv, read_records
from gaussmech._exports import refuse_other_kinds
from gaussmech.geo.places import Places
from gaussmech.releases.private.sources import CountsFile, EventsFile
from gaussmech.releases.public.aliases import with_aliases


@pytest.fixture
def write(tmp_path):
    def write(content):
        path = tmp_path / "events.csv"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    return write


NO_ROWS = {
    "too short": b"eve",
    "too long": b"eve,a,8,9,10",
    "a quote within": b'eve,"a"x,8',
    "a long id": b"e" * 200_000 + b",a,8,9",
    "a long quoted id": b'"' + b"e" * 200_000 + b'",a,8',
    "a lone carriage return": b"ev\re,a,8",
    "a NUL": b"e\0ve,nowhere,8",
    "blanks": b"   ",
}


@pytest.mark.parametrize("kind", NO_ROWS)
@pytest.mark.parametrize("ending", [b"\n", b"\r\n"])
def test_a_row_of_one_person_decides_over_itself_alone(kind, ending, write):
    others = [b"x,a,8", b'"y, z","b",9', b" x , a , 8 "]
    for position in range(4):
        rows = [b"who,at,hour", *others[:position], NO_ROWS[kind], *others[position:]]
        content = b"\xef\xbb\xbf" * (position % 2) + ending.join(rows)
        columns = read_records(write(content), "EVENTS", {"who", "at"}).columns
        events = [*zip(columns["who"], columns["at"], strict=True)]
        events = [event for event in events if event[1] != "nowhere"]
        assert events == [("x", "a"), ("y, z", "b"), ("x", "a")]


def records_of(text):
    """Yield the records of what a CSV writer wrote with their length, read character by character."""
    cells, length, is_quoted = [""], 0, False
    rest = deque(text)
    while rest:
        character = rest.popleft()
        if character == "\n" and not is_quoted:
            yield cells, length
            cells, length = [""], 0
            continue
        length += 1
        if character == '"' and is_quoted and rest and rest[0] == '"':
            cells[-1] += rest.popleft()
            length += 1
        elif character == '"':
            is_quoted = not is_quoted
        elif character == "," and not is_quoted:
            cells.append("")
        else:
            cells[-1] += character
    if not is_quoted:
        yield cells, length


# What people write to end their record, to begin those of others, or to be longer than allowed.
PIECES = [
    '"',
    " ",
    '""',
    ",",
    "\n",
    "\r\n",
    "\nbob,p1,z\n",
    '"\nbob,p1,z\n"',
    "\\",
    "é",
    "y" * 9,
]


@pytest.mark.parametrize("is_cut", [False, True])
def test_of_what_a_csv_writer_writes_each_record_is_one(is_cut, write, monkeypatch):
    """Whatever stands in its cells, however long it is, and wherever the file breaks off."""
    monkeypatch.setattr(_csv, "LONGEST_RECORD", 60)
    rng = random.Random(1)
    for _ in range(1500):
        rows = [
            ["".join(rng.choices(PIECES, k=rng.randrange(6))) for _ in range(3)]
            for _ in range(rng.randrange(5))
        ]
        file = io.StringIO(newline="")
        end = rng.choice(["\n", "\r\n"])
        csv.writer(file, lineterminator=end, quoting=rng.randrange(2)).writerows(rows)
        text = file.getvalue()
        if is_cut:
            text = text[: rng.randrange(len(text) + 1)]
        table = read_records(write(f"who,at,why\n{text}"), "", {"who", "at", "why"})
        expected = [
            tuple(map(str.strip, cells))
            for cells, length in records_of(text.replace("\r\n", "\n").rstrip("\r"))
            if len(cells) == 3 and length <= 60
        ]
        assert [*zip(*table.columns.values(), strict=True)] == expected


@pytest.mark.parametrize("lines", [5, 3_000, 60_000])
def test_the_text_of_one_person_is_a_record_of_nobody_else(lines, write):
    forged = "\n".join(f"u{k},p1,z" for k in range(lines))
    text = f'who,at,why\nann,a,z\neve,a, "{forged}"\nbob,b,z\n'
    people = read_records(write(text), "", {"who"}).columns["who"]
    assert people == (
        ["ann", "eve", "bob"] if len(forged) < LONGEST_RECORD else ["ann", "bob"]
    )
    # A file that breaks off within the text has no record of its person.
    torn = read_records(write(text[: -len('"\nbob,b,z\n')]), "", {"who"})
    assert torn.columns["who"] == ["ann"] and torn.broken == lines


def test_open_quotes_take_linear_time(write, monkeypatch):
    """Each line is looked at once."""
    look = Mock(wraps=_csv._ends_in_quotes)
    monkeypatch.setattr(_csv, "_ends_in_quotes", look)
    lines = [f'u{k},a,"b' for k in range(20_001)]
    table = read_records(write("\n".join(["who,at,why", *lines])), "", {"who"})
    assert table.lines == [] and table.broken == len(lines) == look.call_count


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Žofie,a\n".encode("cp1252"), "Žofie"),
        # The code page has no character for this byte.
        (b"\x81ngel,a\n", "\x81ngel"),
    ],
)
def test_a_line_that_is_not_utf_8_is_of_the_code_page_of_windows(line, name, write):
    path = write(b"who,at\n" + line + "Zoë,b\n".encode())
    assert read_records(path, "EVENTS", {"who"}).columns["who"] == [name, "Zoë"]


@pytest.mark.parametrize("reader", [read_csv, read_records])
@pytest.mark.parametrize("sign", [";", "\t", "|"])
def test_other_separators_are_named(reader, sign, write, tmp_path, monkeypatch):
    names = {";": "semicolons", "\t": "tabs", "|": "pipes"}
    path = write(f"who{sign}at\n01{sign}b\n")
    with pytest.raises(ValueError, match=f"separated by {names[sign]}") as refusal:
        reader(path, "EVENTS", {"who"})
    monkeypatch.chdir(tmp_path)
    exec(str(refusal.value).partition("in Python: ")[2], {})
    assert reader("events-utf8.csv", "EVENTS", {"who"}).columns == {"who": ["01"]}


@pytest.mark.parametrize("text", ["who\nZoë\n", "who;lon\nZoë;8,5\n"])
def test_a_public_list_in_another_code_page_is_told_what_writes_it(
    text, write, tmp_path, monkeypatch
):
    path = write(text.encode("cp1252"))
    with pytest.raises(ValueError, match="is not text in UTF-8") as refusal:
        read_csv(path, "--places")
    monkeypatch.chdir(tmp_path)
    exec(str(refusal.value).partition("in Python: ")[2], {})
    assert read_csv("events-utf8.csv", "--places").columns["who"] == ["Zoë"]


@pytest.mark.parametrize(
    ("name", "start", "line"),
    [
        (
            "e.xlsx",
            b"PK\x03\x04",
            "import pandas; pandas.read_excel('e.xlsx', dtype=str)",
        ),
        ("e.parquet", b"PAR1\x15", "import pandas; pandas.read_parquet('e.parquet')"),
        ("-", b"ARROW1", "import pandas; pandas.read_feather('FILE')"),
    ],
)
def test_files_of_other_kinds_are_named_with_what_exports_them(name, start, line):
    csv_name = "FILE.csv" if name == "-" else "e.csv"
    with pytest.raises(
        ValueError, match=re.escape(f"{line}.to_csv('{csv_name}', index=False)")
    ):
        refuse_other_kinds(name, "EVENTS", start)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_text_in_utf_16_may_have_no_mark(encoding, write):
    with pytest.raises(ValueError, match="is text in UTF-16; it must be"):
        read_records(write("who,at\neve,a\n".encode(encoding)), "EVENTS", {"who"})


@pytest.mark.parametrize("name", ["e.csv.gz", "e.csv", "e.gpkg", "e.shp", "e.zip"])
def test_the_line_that_exports_a_file_works(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    frame = pd.DataFrame({"who": ["01", "eve"]})
    if name in ("e.gpkg", "e.shp"):
        gpd = pytest.importorskip("geopandas")
        points = gpd.points_from_xy([500000, 0], [0, 0])
        gpd.GeoDataFrame(frame, geometry=points, crs=32631).to_file(name)
    else:
        frame.to_csv(
            name, index=False, encoding="utf-16" if name == "e.csv" else "utf-8"
        )
    with pytest.raises(ValueError, match="it must be a CSV file in UTF-8") as error:
        read_records(name, "EVENTS", {"who"})
    exec(str(error.value).partition("Export it in Python: ")[2], {})
    (csv_file,) = tmp_path.glob("*-utf8.csv" if name == "e.csv" else "*.csv")
    table = read_records(str(csv_file), "EVENTS", {"who", "lon"})
    assert table.columns["who"] == ["01", "eve"]
    assert "lon" not in table.header or float(table.columns["lon"][0]) == pytest.approx(
        3
    )


def test_events_may_come_from_standard_input(monkeypatch):
    content = b"\xef\xbb\xbfwho,at\nx,a\neve,a,b\ny,b"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))
    assert read_records("-", "EVENTS", {"who"}).columns == {"who": ["x", "y"]}
    monkeypatch.setattr("sys.stdin", None)
    assert read_records("-", "EVENTS", {"who"}).header == []


def test_lines_are_read_as_a_csv_file_is(write):
    text = '\n who , at,"hour"\n\nx,a,8\n"y ""z""", b ,9\n,,\nx, "a, b",8\n'
    of_lines, whole = (
        reader(write(text), "", {"who", "at"}) for reader in (read_records, read_csv)
    )
    assert of_lines == whole and of_lines.lines == [4, 5, 6, 7]


@pytest.mark.parametrize("header", ['"who,at', "who\rat"])
def test_a_header_that_is_no_row_is_refused(header, write):
    with pytest.raises(
        ValueError, match="line 1: the header is not a row of a CSV file"
    ):
        read_records(write(f"{header}\nx,a\n"), "EVENTS", {"who"})


def read_counts(file, places):
    """Return the places of a file, and its counts in tenths."""
    table = file.read(places, "user", values=True)
    plan = Mock()
    plan.noise.grid = Decimal("0.1")
    return table.places, table.steps(plan, [])


def test_counts_of_given_places_are_zero_where_there_is_no_row(write):
    path = write("\ufeffid , day,night\nc,1,2.5\n\na,3,100000000000000009\n")
    both = CountsFile(file=path, place="id", value=["night", "day"])
    _, counts = read_counts(both, Places(["a", "b", "c"]))
    assert counts == [1000000000000000090, 30, 0, 0, 25, 10]
    day = CountsFile(file=path, place="id", value=["day"])
    places, counts = read_counts(day, None)
    assert places.ids == ["c", "a"] and counts == [10, 30]
    no_row = CountsFile(file=write("place,x\n"), place=None, value=["x"])
    assert read_counts(no_row, Places(["a"]))[1] == [0]


def test_rows_that_name_one_place_are_refused_not_added(write):
    path = write("place,x\nSaint-Denis,1\nUlm,3\nSAINT DENIS,2\n")
    file = CountsFile(file=path, place=None, value=["x"])
    with pytest.raises(ValueError, match="line 4 is of the same place as .*, line 2"):
        read_counts(file, Places(["Saint-Denis", "Ulm"]))


def events_of(path, places, *, by=None, groups=(), at=None, reach=None, bandwidth=None):
    """Return the events of a file with columns who, and at or lon and lat."""
    file = EventsFile(
        file=path,
        user="who",
        place=at,
        **dict.fromkeys(["lon", "lat", "crs"]),
        by=[] if by is None else [[by, *groups]],
        max_distance=reach,
        bandwidth=bandwidth,
    )
    return file.read_events(places)[1]


def added(path, places, *, groups=("count",), **options):
    """Return what the users of each group of events add, (users, n)."""
    events = events_of(path, places, groups=groups, **options)
    return [
        [row for block in events.parts(j) for row in block.toarray().tolist()]
        for j in range(len(groups))
    ]


TWO_PLACES = Places(["a", "b"], [0.0, 0.01], [0.0, 0.0])
NEAR = "who,lon,lat\nx,0.0001,0\ny,0.0099,0\nz,0.005,0\n"
# Coordinates beyond all numbers, of which no warning may tell.
BEYOND = """\
who,lon,lat
x,0.0001,0
eve,1e400,-1e308
eve,-1e308,1e400
eve,1e308,1e308
"""
AT_PLACES = "who,at,hour\nx,a,8\ny,b,8\nx,b,9\nx,a,8\n"
# Files, options, and what each user adds to two places.
COUNTED = [
    (
        AT_PLACES,
        {"at": "at", "by": "hour", "groups": ["9", "8", "7"]},
        [[[0, 1]], [[2, 0], [0, 1]], []],
    ),
    (AT_PLACES, {"at": "at"}, [[[2, 1], [0, 1]]]),
    ("who,at\nx,a\nx,nowhere\ny,\n,a\n", {"at": "at"}, [[[1, 0]]]),
    (
        "who,lon,lat\nx,0.0001,0\nx,777.5,0\ny,0_0,0\ny,,\nz,nan,inf\n,0.0001,0\nu,0,0\nv,far,0\n",
        {},
        [[[1, 0]]],
    ),
    ("who,lon,lat\n", {}, [[]]),
    (NEAR, {}, [[[1, 0], [0, 1]]]),
    # A single comma in degrees is a decimal comma, line by line.
    (
        'who,lon,lat\nx,"0,0001",0\ny,0.0099,"0,0"\nz,"0,0,1",0\nu,"1,0.0",0\n',
        {},
        [[[1, 0], [0, 1]]],
    ),
    (BEYOND, {}, [[[1, 0]]]),
]


@pytest.mark.parametrize(("text", "options", "expected"), COUNTED)
def test_events_count_at_the_nearest_place_in_reach_or_are_left_out(
    text, options, expected, write
):
    assert added(write(text), TWO_PLACES, **options) == expected


def test_a_kernel_shares_an_event_among_the_places_in_reach(write):
    (wide,) = added(write(NEAR), TWO_PLACES, reach=600.0, bandwidth=500.0)
    assert np.sum(wide, axis=1) == pytest.approx([1, 1, 1])
    assert wide[2] == pytest.approx([0.5, 0.5])
    (far,) = added(write(BEYOND), TWO_PLACES, reach=1e8, bandwidth=500.0)
    assert len(far) == 1


ALIASES = [
    ("text,place\nBridgeport Region,Fairfield\nHD,Hartford\n", None),
    ("Place,Text\nFairfield,hd\n", None),
    (
        "name,place\na,Hartford\n",
        "must have the columns text and place; it has name, place",
    ),
    ("text,place\na,Windham\n", "line 2: 'Windham' is not one of the 2 places"),
    (
        "text,place\nHARTFORD,Fairfield\n",
        "line 2: 'HARTFORD' already names the place 'Hartford'",
    ),
    (
        "text,place\na,Hartford\na,Fairfield\n",
        "line 3: 'a' already names the place 'Hartford'",
    ),
    ("text,place\n,Hartford\n", "line 2: 'text' is missing"),
]


@pytest.mark.parametrize(("text", "message"), ALIASES)
def test_a_public_list_says_what_else_places_are_called(text, message, write):
    places = Places(["Hartford", "Fairfield"])
    if message is not None:
        with pytest.raises(ValueError, match=re.escape(message)):
            with_aliases(places, write(text))
        return
    named = with_aliases(places, write(text))
    others = ["hartford", "bridgeport region", "HD", "hd", "Windham"]
    expected = [0, 1, 0, 0, -1] if "HD" in text else [0, -1, 1, 1, -1]
    assert named.texts.positions(others) == expected and named.ids == places.ids
