"""Read CSV files as columns of text, and parse their numbers.

`read_csv` reads a file and refuses one that is malformed; `read_lines` leaves out malformed lines,
for private files of events. Cells may be private, so an error message names the file, the line and
the column, but shows no cell. Numbers are parsed more strictly than Python does, and exactly where
a release needs that.
"""

import codecs
import contextlib
import csv
import io
import math
import sys
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, Unpack

from gaussmech._checks import Interval, real_scalar

# A number in a table that is to be released may be at most this. It is far beyond any count, and
# the whole numbers of a release's exact arithmetic stay small.
LARGEST = 10**100
# Some files that are called CSV separate cells by these instead of commas.
SEPARATORS = {";": "semicolons", "\t": "tabs"}


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
        How many lines `read_lines` left out, without blank ones. It is private.
    """

    file: str
    header: list[str]
    columns: dict[str, list[str]] = field(repr=False)
    lines: list[int] = field(repr=False)
    broken: int = field(default=0, repr=False, compare=False)

    def column(self, name: str) -> list[str]:
        """Return the cells of a column; a ValueError says if there is none, or there are two."""
        self.check_column(name)
        return self.columns[name]

    def check_column(self, name: str) -> None:
        """Raise a ValueError if there is no such column, or two; its cells need not be read."""
        if name not in self.header:
            raise ValueError(f"{self.file} has no column {name!r}")
        if self.header.count(name) > 1:
            raise ValueError(f"{self.file} has the column {name!r} twice")

    def ids(self, name: str) -> list[str]:
        """Return a column in which no cell may be empty."""
        cells = self.column(name)
        for line, cell in zip(self.lines, cells, strict=True):
            if not cell:
                raise ValueError(f"{self.file}, line {line}: {name!r} is missing")
        return cells

    def unique_ids(self, name: str) -> list[str]:
        """Return a column in which no cell may be empty or occur twice."""
        first_lines: dict[str, int] = {}
        for line, cell in zip(self.lines, self.ids(name), strict=True):
            first_line = first_lines.setdefault(cell, line)
            if first_line != line:
                raise ValueError(
                    f"{self.file}, line {line}: {name!r} is that of line {first_line} again"
                )
        return list(first_lines)

    def numbers(self, name: str, low: float, high: float) -> list[float]:
        """Return a column of finite numbers in [low, high]."""
        values = [number(cell) for cell in self.column(name)]
        for line, value in zip(self.lines, values, strict=True):
            if not low <= value <= high or math.isinf(value):
                allowed = "> 0" if high == math.inf else f"in [{low:g}, {high:g}]"
                raise ValueError(
                    f"{self.file}, line {line}: {name!r} is no number {allowed}"
                )
        return values

    def decimals(self, name: str) -> list[Decimal]:
        """Return a column of numbers in [0, 1e100], exactly as they stand."""
        values = []
        for line, cell in zip(self.lines, self.column(name), strict=True):
            value = decimal(cell)
            if value is None or not 0 <= value <= LARGEST:
                raise ValueError(
                    f"{self.file}, line {line}: {name!r} is no number >= 0"
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
        The columns to read, as they stand or as `plain_name` writes them; None reads all. The
        cells of other columns are never stored.

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
    header: list[str] = []
    # The cells of the columns to read, by the position of the column.
    cells_of: dict[int, list[str]] = {}
    lines: list[int] = []
    try:
        with _open(path) as stream:
            reader = csv.reader(stream, skipinitialspace=True, strict=True)
            for row in filter(None, reader):
                if not header:
                    header = _header(file, row)
                    for position, name in enumerate(header):
                        if only is None or _is_wanted(name, only):
                            cells_of[position] = []
                    continue
                if len(row) != len(header):
                    raise ValueError(
                        f"{file}, line {reader.line_num} has {len(row)} cells; the header has"
                        f" {len(header)}"
                    )
                for position, cells in cells_of.items():
                    cells.append(row[position].strip())
                lines.append(reader.line_num)
    except csv.Error as error:
        raise ValueError(f"{file}, line {reader.line_num}: {error}") from None
    except OSError as error:
        raise ValueError(f"{option}: cannot read {path!r}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{option}: {file} is not text in UTF-8") from None
    columns = {header[position]: cells for position, cells in cells_of.items()}
    return Table(file, header, columns, lines)


def read_lines(
    path: str,
    option: str,
    only: Collection[str | None],
    *,
    header_only: bool = False,
) -> Table:
    """Read a CSV file with a header and a row per line; lines that are no such row are left out.

    The content of a line decides only about this line, never about the file. A line is left out
    if it has another number of cells than the header, bytes that are no UTF-8, an open quote, a
    lone carriage return, or a cell of more than 131,072 characters. So a cell cannot contain a line
    break. The header, which is public, must be in order.

    Parameters
    ----------
    path : str
        The file; "-" is standard input.
    option : str
        The option that named the file, for messages.
    only : collection of str
        The columns to read, as they stand or as `plain_name` writes them. The cells of other
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
        If the file cannot be read, or its header is not in order.
    """
    file = _file_name(path)
    header: list[str] = []
    # The cells of the columns to read, by the position of the column.
    cells_of: dict[int, list[str]] = {}
    lines: list[int] = []
    broken = 0
    try:
        with _open_bytes(path) as stream:
            for line_number, line in enumerate(stream, 1):
                if header and header_only:
                    break
                row = _row(line)
                if header:
                    if row is None or len(row) != len(header):
                        # A blank line, which has no cells, is no error.
                        broken += row != []
                        continue
                    for position, cells in cells_of.items():
                        cells.append(row[position].strip())
                    lines.append(line_number)
                elif row is None:
                    raise ValueError(
                        f"{file}, line {line_number}: the header is no row of a CSV file"
                    )
                elif row:
                    header = _header(file, row)
                    for position, name in enumerate(header):
                        if _is_wanted(name, only):
                            cells_of[position] = []
    except OSError as error:
        raise ValueError(f"{option}: cannot read {path!r}: {error.strerror}") from None
    columns = {header[position]: cells for position, cells in cells_of.items()}
    return Table(file, header, columns, lines, broken)


def plain_name(name: str) -> str:
    """Return the name of a column in small letters, with underscores between its words.

    Examples
    --------
    >>> plain_name("Stop ID"), plain_name("length-m")
    ('stop_id', 'length_m')
    """
    return name.strip().casefold().replace(" ", "_").replace("-", "_")


def _is_wanted(name: str, names: Collection[str | None]) -> bool:
    """Return whether a column has one of these names, as it stands or as `plain_name` writes it."""
    return name in names or plain_name(name) in names


def _file_name(path: str) -> str:
    """Return the name of a file for messages; "-" is standard input."""
    return "standard input" if path == "-" else Path(path).name


def _row(line: bytes) -> list[str] | None:
    """Return the cells of a line, or None if it is no row of a CSV file; an empty line has none."""
    try:
        text = line.removesuffix(b"\n").removesuffix(b"\r").decode("utf-8")
    except UnicodeDecodeError:
        return None
    if '"' not in text and "\r" not in text and len(text) <= csv.field_size_limit():
        return text.split(",") if text else []
    try:
        return next(csv.reader([text], skipinitialspace=True, strict=True), [])
    except csv.Error:
        return None


def _header(file: str, row: list[str]) -> list[str]:
    """Return the names of the columns; a ValueError says where commas are missing."""
    if len(row) == 1:
        for separator, name in SEPARATORS.items():
            if separator in row[0]:
                raise ValueError(
                    f"{file}: cells are separated by {name}; they must be separated by commas"
                )
    return [cell.strip() for cell in row]


def _open(path: str) -> Any:
    """Return the text of a file as a stream, without a byte order mark."""
    if path == "-":
        # Python has no standard input if it was closed.
        text = sys.stdin.read() if sys.stdin else ""
        return io.StringIO(text.removeprefix("\ufeff"), newline="")
    return open(path, encoding="utf-8-sig", newline="")


@contextlib.contextmanager
def _open_bytes(path: str) -> Iterator[io.BufferedIOBase]:
    """Return the bytes of a file as a stream, without a byte order mark."""
    if path == "-":
        # Python has no standard input if it was closed.
        content = sys.stdin.buffer.read() if sys.stdin else b""
        yield io.BytesIO(content.removeprefix(codecs.BOM_UTF8))
        return
    with open(path, "rb") as stream:
        if stream.peek(3)[:3] == codecs.BOM_UTF8:
            stream.read(3)
        yield stream


def number(text: Any) -> float:
    """Return the number that a plain text means, NaN for anything else: 1_0 is not 10 here."""
    if isinstance(text, str) and ("_" in text or not text.isascii()):
        return math.nan
    try:
        return float(text)
    except (TypeError, ValueError, OverflowError):
        return math.nan


def real(name: str, text: str, **interval: Unpack[Interval]) -> float:
    """Return the number that `text` means, if it is in the interval; else a ValueError names it."""
    value = number(text)
    return real_scalar(name, text if math.isnan(value) else value, **interval)


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
    # So small a number is 0 on every grid. As a fraction it might fill the memory.
    return Decimal(0) if value.adjusted() < -400 else value
