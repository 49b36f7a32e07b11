"""Write testvectors/calibrate_gaussian.py: the library's calibrator in one file to copy.

    python tools/make_single_file.py

The functions are those of gaussmech/privacy/_gaussian_solver.py, word for word; the tables are text.
So the file needs the standard library alone and prints the library's bits.
"""

import ast
import base64
import zlib
from pathlib import Path

import numpy as np

from gaussmech import __version__
from gaussmech.privacy import _gaussian_solver as kernel

ROOT = Path(__file__).parents[1]
FILE = ROOT / "testvectors/calibrate_gaussian.py"
WIDTH = 96

HEAD = '''\
#!/usr/bin/env python3
r"""Calibrate Gaussian noise for differential privacy: one file, only the standard library.

    python calibrate_gaussian.py sigma EPSILON DELTA [SENSITIVITY]
    python calibrate_gaussian.py delta SIGMA EPSILON [SENSITIVITY]
    python calibrate_gaussian.py epsilon SIGMA DELTA [SENSITIVITY]

The analytic Gaussian mechanism of Balle & Wang (ICML 2018), Theorem 8. Results are never on the
unsafe side: sigma, delta and epsilon are never below the exact values. For Python 3.9 or later;
copy it where you need it, and check your copy by gaussian.csv beside it. Use it to calibrate, not
to release real data: noise in floating point can be attacked (Mironov, 2012).

Made by tools/make_single_file.py from gaussmech {version}, MIT licence: change the library, not
this file. What follows is the docstring of its kernel.

{docstring}
"""

from __future__ import annotations

import base64
import math
import struct
import sys
import zlib
from itertools import accumulate
from math import exp, log, log1p, sqrt

'''

TABLES = '''\
def _doubles(text):
    """Return the doubles of a table, little-endian and packed."""
    data = zlib.decompress(base64.b85decode(text))
    return list(struct.unpack(f"<{len(data) // 8}d", data))


def _singles(text):
    """Return the floats of a smooth table: second differences of their bits, byte by byte."""
    data = zlib.decompress(base64.b85decode(text))
    size = len(data) // 4
    planes = [data[k * size : (k + 1) * size] for k in range(4)]
    steps = [a | b << 8 | c << 16 | d << 24 for a, b, c, d in zip(*planes)]
    bits = [word % 2**32 for word in accumulate(accumulate(steps))]
    return list(struct.unpack(f"<{size}f", struct.pack(f"<{size}I", *bits)))
'''

TAIL = '''\
# The data of the tables; their use is above.
_TABLE = _doubles(_TABLE_TEXT)
_START = _singles(_START_TEXT)

FUNCTIONS = {
    "sigma": (least_sigma, ("epsilon", "delta")),
    "delta": (least_delta, ("sigma", "epsilon")),
    "epsilon": (least_epsilon, ("sigma", "delta")),
}
HIGHEST = {"epsilon": _INF, "delta": 1.0, "sigma": _INF, "sensitivity": sys.float_info.max}


def number(name, text):
    """Return the number that a text says, in the range of its name."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0.0 <= value <= HIGHEST[name]:
        raise ValueError(f"{name} is {text!r}; it must be a number in [0, {HIGHEST[name]:g}]")
    return value


def main(arguments):
    """Return the line to print, for a command and its numbers."""
    command, *texts = arguments or ["no command"]
    if command not in FUNCTIONS:
        raise ValueError(f"{command!r} is not known; allowed are sigma, delta and epsilon")
    function, names = FUNCTIONS[command]
    if len(texts) not in (2, 3):
        raise ValueError(f"{command} needs {' and '.join(names)}, and takes a sensitivity")
    texts = [*texts, "1"][:3]
    return repr(function(*map(number, (*names, "sensitivity"), texts)))


if __name__ == "__main__":
    try:
        print(main(sys.argv[1:]))
    except ValueError as error:
        sys.exit(f"calibrate_gaussian.py: {error}")
'''


def text_of(name, data):
    """Return the assignment of packed bytes as text, in lines."""
    text = base64.b85encode(zlib.compress(data, 9)).decode()
    lines = [text[i : i + WIDTH] for i in range(0, len(text), WIDTH)]
    return "\n".join([f"{name} = (", *(f"    {line!r}" for line in lines), ")", ""])


def packed_singles(values):
    """Return the bytes that `_singles` reads back."""
    singles = np.array(values, dtype="<f4")
    steps = singles.view("<u4").astype(np.int64)
    for _ in range(2):
        steps = np.diff(steps, prepend=0)
    return (steps % 2**32).astype("<u4").view(np.uint8).reshape(-1, 4).T.tobytes()


def kernel_parts():
    """Yield the kernel's constants and functions as text; the tables are left out."""
    source = Path(kernel.__file__).read_text(encoding="utf-8")
    lines = source.splitlines()
    last = 0
    for node in ast.parse(source).body:
        first = node.lineno
        end = node.end_lineno
        text = "\n".join(lines[first - 1 : end])
        # Comments right above a statement belong to it.
        comments = [line for line in lines[last : first - 1] if line.startswith("#")]
        last = end
        if isinstance(node, ast.FunctionDef):
            if node.name != "largest_mu":
                yield f"\n\n{text}\n"
        elif isinstance(node, ast.Assign) and not uses_libraries(node):
            yield "\n".join([*comments, text]) + "\n"


def uses_libraries(node):
    """Return whether a statement needs NumPy, the package or its files."""
    names = {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}
    return bool(names & {"np", "Path", "TypeVar", "_START_TABLE"})


def single_file():
    """Return the text of the file."""
    docstring = kernel.__doc__.partition("\nThese functions are for single")[0].strip()
    columns = f"_COLUMNS = {kernel._COLUMNS}\n"
    doubles = np.array(kernel._TABLE, dtype="<f8").tobytes()
    return "".join(
        [
            HEAD.format(version=__version__, docstring=docstring),
            columns,
            *kernel_parts(),
            *("\n\n", TABLES, "\n\n"),
            text_of("_TABLE_TEXT", doubles),
            text_of("_START_TEXT", packed_singles(kernel._START)),
            TAIL,
        ]
    )


if __name__ == "__main__":
    FILE.write_text(single_file(), encoding="utf-8")
