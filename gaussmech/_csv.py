"""Read CSV files as columns of text, and parse their numbers.

`read_csv` reads a file and refuses one that is malformed; `read_records` skips malformed records,
for private files of events. Cells may be private, so an error message names the file, the line and
the column, but shows no cell. Numbers are parsed more strictly than Python does, and exactly where
a release needs that.
"""

import codecs
import contextlib
import csv
import io
import math
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, Unpack

from gaussmech._checks import Interval, real_scalar, whole_number
from gaussmech._exports import START, refuse_other_kinds
from gaussmech._ids import near_name

# The largest number in a table that is released. It is far above any count, and keeps the whole
# numbers of a release's exact arithmetic small.
LARGEST = 10**100
# Some files with the ending .csv separate cells by these instead of commas.
SEPARATORS = {";": "semicolons", "\t": "tabs", "|": "pipes"}
# A number such as 1.100 is written in Germany for eleven hundred.
_THOUSANDS = re.compile("[1-9][0-9]{0,2}[.][0-9]{3}")
# A record of a private file has at most this many characters, which is the limit of the module csv
# for a cell.
LONGEST_RECORD = csv.field_size_limit()


@dataclass(frozen=True)
class Table:
    """A CSV file: its columns as text, and the line of each row.

    Attributes
    ----------
    file : str
        The name of the file, for messages.
    header : list of str
        The names of all its columns.
    columns : dict of list of str
        The cells of the columns that were read, by name.
    lines : list of int
        The line in the file of each row.
    broken : int
        How many lines `read_records` left out, without blank ones. It is private.
    first_broken : int or None
        The first of them. It is private, too.
    escapes : int
        How often `read_records` met a quote behind a backslash. It is private, too.
    """

    file: str
    header: list[str]
    columns: dict[str, list[str]] = field(repr=False)
    lines: list[int] = field(repr=False)
    broken: int = field(default=0, repr=False, compare=False)
    first_broken: int | None = field(default=None, repr=False, compare=False)
    escapes: int = field(default=0, repr=False, compare=False)

    def column(self, name: str, option: str = "") -> list[str]:
        """Return the cells of a column; a ValueError says that it is missing, or occurs twice."""
        self.check_column(name, option)
        return self.columns[name]

    def check_column(self, name: str, option: str = "") -> None:
        """Raise a ValueError if there is no such column, or two; its cells need not be read.

        The message names the option by which the column was asked for, if there is one.
        """
        start = f"{option}: {self.file}" if option else self.file
        if name not in self.header:
            # The header is not shown: if it is missing, the first line is that of a person.
            hint = near_name(name, self.header)
            raise ValueError(f"{start} has no column {name!r}{hint}")
        if self.header.count(name) > 1:
            raise ValueError(f"{start} has the column {name!r} twice")

    def ids(self, name: str) -> list[str]:
        """Return a column in which no cell may be empty or have a control character."""
        cells = self.column(name)
        for line, cell in zip(self.lines, cells, strict=True):
            if not cell:
                raise ValueError(f"{self.file}, line {line}: {name!r} is missing")
            if not cell.isprintable():
                raise ValueError(
                    f"{self.file}, line {line}: {name!r} has a character that cannot be printed"
                )
        return cells

    def decimals(self, name: str) -> list[Decimal]:
        """Return a column of numbers in [0, 1e100], exactly as they are written."""
        values = []
        for line, cell in zip(self.lines, self.column(name), strict=True):
            value = decimal(cell)
            if value is None or not 0 <= value <= LARGEST:
                raise ValueError(
                    f"{self.file}, line {line}: {name!r} is not a number >= 0"
                )
            values.append(value)
        return values

    def known(self, names: Sequence[str]) -> str | None:
        """Return the column that has one of these names, or None; a ValueError refuses several.

        Capital letters do not count, and a blank or a hyphen stands for an underscore.
        """
        columns = [name for name in self.header if plain_name(name) in names]
        if len(columns) > 1:
            raise ValueError(
                f"{self.file} has the columns {', '.join(columns)}, of which one is needed; name it"
                " by an option, or rename the others"
            )
        return columns[0] if columns else None


def read_csv(
    path: str, option: str, only: Collection[str | None] | None = None
) -> Table:
    """Read a CSV file with a header.

    Blanks around names and cells are removed, and blank lines are skipped.

    Parameters
    ----------
    path : str
        The file; "-" is standard input.
    option : str
        The option that named the file, for messages.
    only : collection of str, optional
        The columns to read, by their names as written or by `plain_name`; None reads all. The cells
        of other columns are never stored.

    Returns
    -------
    Table
        The columns.

    Raises
    ------
    ValueError
        If the file cannot be read, is not text in UTF-8, or has a row of another length.
    """
    file = _file_name(path)

    def rows() -> Iterator[tuple[int, list[str]]]:
        width = 0
        for row in filter(None, reader):
            width = width or len(row)
            if len(row) != width:
                raise ValueError(
                    f"{file}, line {reader.line_num} has {len(row)} cells; the header has {width}"
                )
            yield reader.line_num, row

    try:
        with _open_bytes(path, option) as source:
            stream = io.TextIOWrapper(source, encoding="utf-8", newline="")
            reader = csv.reader(stream, **_DIALECT)
            return _table(file, rows(), only)
    except csv.Error as error:
        raise ValueError(f"{file}, line {reader.line_num}: {error}") from None
    except UnicodeDecodeError as error:
        form = "encoding='cp1252'"
        # Before the first row the bytes that cannot be decoded start with the header.
        header = _text(error.object.partition(b"\n")[0]) if not reader.line_num else ","
        for separator in SEPARATORS:
            if separator in header and "," not in header:
                form += f", sep={separator!r}"
        line = _rewrite(file, form)
        raise ValueError(
            f"{option}: {file} is not text in UTF-8. If it is in the code page of Windows, write such a"
            f" file in Python: {line}"
        ) from None


def read_records(
    path: str,
    option: str,
    only: Collection[str | None],
    *,
    header_only: bool = False,
) -> Table:
    """Read a CSV file with a header, and skip all lines that are not a record.

    A record ends at the first end of a line outside quotes (RFC 4180): a quoted cell may have line
    breaks. A record is left out with all its lines if it has another number of cells than the
    header, more than 131,072 characters, quotes that never end, or other errors of CSV. Each record
    decides only about itself if a CSV writer wrote the file, even if the file breaks off. A line
    that is not UTF-8 is read in the code page of Windows. The header, which is public, must be a
    well-formed line.

    Parameters
    ----------
    path : str
        The file; "-" is standard input.
    option : str
        The option that named the file, for messages.
    only : collection of str
        The columns to read, by their names as written or by `plain_name`. The cells of other
        columns are never stored.
    header_only : bool
        Whether to read the header only, and return no rows.

    Returns
    -------
    Table
        The columns.

    Raises
    ------
    ValueError
        If the file cannot be read, or its header is malformed.
    """
    file = _file_name(path)
    escapes = 0

    def texts(stream: Iterable[bytes]) -> Iterator[str]:
        nonlocal escapes
        for line in stream:
            escapes += line.count(b'\\"')
            yield _text(line)

    def rows(texts: Iterator[str]) -> Iterator[tuple[int, list[str] | None]]:
        header: list[str] | None = []
        first_line = 0
        while not header and (text := next(texts, None)) is not None:
            first_line += 1
            header = _parse([text])
            if header is None:
                raise ValueError(
                    f"{file}, line {first_line}: the header is not a row of a CSV file"
                )
        yield first_line, header
        if header and not header_only:
            for line, record in _records(texts, len(header)):
                yield first_line + line, record

    with _open_bytes(path, option) as stream:
        table = _table(file, rows(texts(stream)), only)
    return replace(table, escapes=escapes)


def _table(
    file: str,
    rows: Iterator[tuple[int, list[str] | None]],
    only: Collection[str | None] | None,
) -> Table:
    """Return the table of rows with their lines: the header, then the others, None if left out.

    `only` are the columns to read, by their names as written or by `plain_name`; None reads all.
    """
    _, header = next(rows, (0, None))
    header = _header(file, header or [])
    # The cells of the columns to read, by the position of the column.
    cells_of: dict[int, list[str]] = {}
    for position, name in enumerate(header):
        if only is None or name in only or plain_name(name) in only:
            cells_of[position] = []
    lines = []
    broken = 0
    first_broken = None
    for line, row in rows:
        if row is None:
            broken += 1
            first_broken = first_broken or line
            continue
        for position, cells in cells_of.items():
            cells.append(row[position].strip())
        lines.append(line)
    columns = {header[position]: cells for position, cells in cells_of.items()}
    if only is None and len(columns) < len(header):
        # Names may be missing.
        for name in filter(None, [*header]):
            if header.count(name) > 1:
                raise ValueError(f"{file} has the column {name!r} twice; rename one")
    return Table(file, header, columns, lines, broken, first_broken)


def _records(
    texts: Iterable[str], width: int
) -> Iterator[tuple[int, list[str] | None]]:
    """Yield each record of this many cells with its first line, and None for a line that is skipped.

    A record ends at the first end of a line outside quotes, whether the record can be used or not.
    Therefore no line of a text that one person wrote is ever read as a record of another person.
    """
    lines = enumerate(texts, 1)
    for line, text in lines:
        parts = [text]
        size = len(text)
        last_line = line
        is_open = _ends_in_quotes(text)
        while is_open and (following := next(lines, None)):
            last_line, text = following
            size += len(text) + 1
            is_open = _ends_in_quotes(text, is_open=True)
            # The rest of a record that is too long takes no memory.
            if size <= LONGEST_RECORD:
                parts.append(text)
        row = _parse(parts) if size <= LONGEST_RECORD else None
        if row is not None and len(row) == width:
            yield line, row
        elif row != []:
            for broken_line in range(line, last_line + 1):
                yield broken_line, None


def _ends_in_quotes(text: str, *, is_open: bool = False) -> bool:
    """Return whether a line ends within quotes; `is_open` says whether it starts within quotes.

    A quote starts a quoted cell, perhaps after blanks. In a quoted cell two quotes stand for one,
    and a single quote ends it. A quote in the middle of another cell is an ordinary character.
    """
    if '"' not in text:
        return is_open
    position = 0
    while True:
        if not is_open:
            opening = _OPENING_QUOTE.search(text, position)
            if opening is None:
                return False
            position = opening.end()
        closing = _CLOSING_QUOTE.match(text, position)
        if closing is None:
            return True
        position = closing.end()
        is_open = False


def have_thousands(cells: Iterable[str]) -> bool:
    """Return whether points may separate thousands: each is before three digits, as in 1.100.

    Examples
    --------
    >>> have_thousands(["1.100", "950"]), have_thousands(["1.100", "2.5"]), have_thousands(["950"])
    (True, False, False)
    """
    with_point = [cell for cell in cells if "." in cell]
    return bool(with_point) and all(map(_THOUSANDS.fullmatch, with_point))


def plain_name(name: str) -> str:
    """Return the name of a column in small letters, with underscores between its words.

    Examples
    --------
    >>> plain_name("Stop ID"), plain_name("length-m")
    ('stop_id', 'length_m')
    """
    return name.strip().casefold().replace(" ", "_").replace("-", "_")


def _file_name(path: str) -> str:
    """Return the name of a file for messages; "-" is standard input."""
    return "standard input" if path == "-" else Path(path).name


def _text(line: bytes) -> str:
    """Return a line without its end, in UTF-8 or in the code page of Windows.

    Bytes that the code page lacks are taken as Latin-1, so every line is a text.
    """
    line = line.removesuffix(b"\n").removesuffix(b"\r")
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("cp1252", errors=_LATIN_1)


def _as_latin_1(error: UnicodeError) -> tuple[str, int]:
    """Return bytes that a code page lacks as Latin-1, and the position at which decoding goes on."""
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("latin-1"), error.end


_LATIN_1 = "gaussmech.latin-1"
codecs.register_error(_LATIN_1, _as_latin_1)
_DIALECT: dict[str, Any] = {"skipinitialspace": True, "strict": True}
_OPENING_QUOTE = re.compile(r'(?:\A|(?<=,)) *"')
_CLOSING_QUOTE = re.compile(r'(?:[^"]++|"")*+"')


def _parse(lines: Sequence[str]) -> list[str] | None:
    """Return the cells of the lines of a record, None if they are malformed.

    An empty line has no cells.
    """
    text = lines[0]
    if len(lines) == 1 and '"' not in text and "\r" not in text:
        return text.split(",") if text else []
    with contextlib.suppress(csv.Error):
        return next(csv.reader([f"{line}\n" for line in lines], **_DIALECT))
    return None


def _header(file: str, row: list[str]) -> list[str]:
    """Return the names of the columns; a ValueError says where commas are missing."""
    if len(row) == 1:
        for separator, name in SEPARATORS.items():
            if separator in row[0]:
                raise ValueError(
                    f"{file}: cells are separated by {name}; they must be separated by commas. Write"
                    f" such a file in Python: {_rewrite(file, f'sep={separator!r}')}"
                )
    return [cell.strip() for cell in row]


def _rewrite(file: str, form: str) -> str:
    """Return the line of Python that writes a table of another form as CSV, with ids unchanged."""
    if file == _file_name("-"):
        file = "FILE"
    table = f"{Path(file).stem}-utf8.csv"
    return f"import pandas; pandas.read_csv({file!r}, dtype=str, {form}).to_csv({table!r}, index=False)"


@contextlib.contextmanager
def _open_bytes(path: str, option: str) -> Iterator[io.BufferedReader]:
    """Return the bytes of a file as a stream, without a byte order mark.

    A ValueError names a file that cannot be read, or that is of another kind.
    """
    try:
        if path == "-":
            # Python has no standard input if it was closed.
            content = b""
            if sys.stdin is not None:
                # A replacement of standard input may have no bytes.
                binary = getattr(sys.stdin, "buffer", None)
                content = binary.read() if binary else sys.stdin.read().encode()
            source: io.BufferedReader = io.BufferedReader(io.BytesIO(content))
        else:
            source = open(path, "rb")  # noqa: SIM115
        with source as stream:
            start = stream.peek(START)
            refuse_other_kinds(path, option, start)
            if start.startswith(codecs.BOM_UTF8):
                stream.read(len(codecs.BOM_UTF8))
            yield stream
    except OSError as error:
        raise ValueError(f"{option}: cannot read {path!r}: {error.strerror}") from None


def number(text: Any) -> float:
    """Return the number that a plain text means, NaN for anything else, such as 1_0."""
    if isinstance(text, str) and ("_" in text or not text.isascii()):
        return math.nan
    try:
        return float(text)
    except (TypeError, ValueError, OverflowError):
        return math.nan


def degrees(text: str) -> float:
    """Return the degrees that a text means, which may have a decimal comma, or NaN.

    A comma is never a separator of thousands, because no place has 8,000 degrees.
    """
    return number(text.replace(",", "."))


def real(name: str, text: str, **interval: Unpack[Interval]) -> float:
    """Return the number that `text` means, in the interval; a ValueError names any other text."""
    value = number(text)
    return real_scalar(name, text if math.isnan(value) else value, **interval)


def whole(name: str, text: str, high: int) -> int:
    """Return the whole number from 1 to `high` that `text` means; a ValueError names any other text."""
    value = number(text)
    return whole_number(
        name, int(value) if value.is_integer() else text, low=1, high=high
    )


def decimal(text: str) -> Decimal | None:
    """Return the finite number that `text` means, without rounding, or None."""
    if math.isnan(number(text)):
        return None
    try:
        value = Decimal(text.strip())
    except InvalidOperation:
        return None
    if not value.is_finite():
        return None
    # Such a small number is 0 on every grid, and as a fraction it might fill the memory.
    return Decimal(0) if value.adjusted() < -400 else value
