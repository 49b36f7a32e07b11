"""The command line: sigma, delta or epsilon of the Gaussian mechanism from the other two.

A command makes a row (a dict) per budget from its options or a CSV file, solves all rows at once,
adds comparisons, and prints words, a table, CSV or JSON. The command `release` is in `releases`.
Errors are one line on standard error, with exit status 2 for bad input and 1 for anything else.
NumPy is loaded only when there is something to compute, so that `--help` is quick.
"""

import argparse
import csv
import difflib
import io
import itertools
import json
import os
import re
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from gaussmech import __version__

# These are the inputs and their help, in the order of the columns. Of several lists of values every
# combination is a budget; the first list varies slowest.
_INPUTS = {
    "epsilon": "epsilon of the budget, in [0, inf]",
    "delta": "delta of the budget, in [0, 1]",
    "sigma": "standard deviation of the noise, in [0, inf]",
    "sensitivity": "global L2 sensitivity, in [0, inf); 1 if not given",
}
_Row = dict[str, Any]
# These columns compare the result with the classical mechanism, for every command.
_COMPARISON = ("classical_sigma", "sigma_saving", "variance_saving", "accuracy_95")
# --dimension adds these columns: the scale of the l2 mechanism, and its noise per coordinate over
# sigma.
_L2 = ("l2_scale", "l2_noise")
_THEOREM_1 = "Theorem 1 needs epsilon and delta in (0, 1)"

_WARNING = """\
For experiments and calibration, not for releasing real data: noise in floating point has
known attacks (Mironov, 2012). `gaussmech release` adds exact noise, by OpenDP."""

# Each command has a function that solves it, a sentence that says what it finds, and an example.
_COMMANDS = {
    "sigma": (
        "analytic_gaussian_sigma",
        "Find the least Gaussian noise that is (epsilon, delta)-DP (Balle & Wang, Theorem 8).",
        "gaussmech sigma --epsilon 0.1 0.5 --delta 1e-5 --sensitivity 1",
    ),
    "delta": (
        "gaussian_delta",
        "Find the least delta of Gaussian noise at a given epsilon (Theorem 8).",
        "gaussmech delta --sigma 4 --epsilon 0.5 1",
    ),
    "epsilon": (
        "gaussian_epsilon",
        "Find the least epsilon of Gaussian noise at a given delta (Theorem 8).",
        "gaussmech epsilon --sigma 4 --delta 1e-5 1e-6",
    ),
}
_EPILOG = """\
example:
  {example}
  gaussmech {command} --csv budgets.csv > results.csv

Every combination of the lists is a budget; --csv adds the results to its columns. CSV and JSON
have all digits, savings as fractions, infinity as inf ("inf" in JSON), and no classical sigma
outside its theorem.

{warning}"""


class _Parser(argparse.ArgumentParser):
    """A parser that reports errors on one line, and suggests what a misspelt word may mean.

    It takes -1e-5 and -inf for values, not for options, so that they are refused by name.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(
            allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter, **options
        )
        self._negative_number_matcher = re.compile(r"-(\d|\.\d|inf|nan)", re.IGNORECASE)

    def error(self, message: str) -> NoReturn:
        """Exit with status 2 and the message on one line."""
        if choice := re.match(r"argument command: invalid choice: '(\w*)'", message):
            near = _suggest(choice[1], [*_COMMANDS, "release"])
            message = f"there is no command {choice[1]!r}{near}"
        self.exit(2, f"{self.prog}: {message}\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command, and return its exit status.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments; None takes those of the process.

    Returns
    -------
    int
        0 if all went well, 1 if the output cannot be written, 130 after an interrupt.

    Raises
    ------
    SystemExit
        With status 2 for bad input, 1 if something is not installed or cannot be computed.
    """
    try:
        try:
            return _run(*_parser().parse_known_args(argv))
        finally:
            print(end="", flush=True)
    except (OSError, UnicodeEncodeError) as error:
        if not isinstance(error, BrokenPipeError):
            print(f"gaussmech: cannot write the output: {error}", file=sys.stderr)
        # What is left of the output is discarded; else Python would write it when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130


def _run(args: argparse.Namespace, unknown: list[str]) -> int:
    """Run the command that was parsed, print its result, and return the exit status."""
    if unknown:
        known = [option for option in args.parser._option_string_actions if option[:2] == "--"]
        args.parser.error(f"there is no {unknown[0]!r}{_suggest(unknown[0], known)}")
    if args.command is None:
        args.parser.print_help()
        return 0
    try:
        text = args.run(args)
    except ValueError as error:
        args.parser.error(str(error))
    except (ImportError, RuntimeError) as error:
        args.parser.exit(1, f"{args.parser.prog}: {error}\n")
    print(text, end="")
    return 0


def _calibrate(args: argparse.Namespace) -> str:
    """Return what one of the commands in _COMMANDS prints."""
    rows = _rows_of_csv(args) if args.csv is not None else _rows_of_options(args)
    if args.dimension is not None:
        from gaussmech import _checks

        dimension = int(args.dimension) if args.dimension.isdecimal() else args.dimension
        args.dimension = _checks.whole_number("--dimension", dimension, low=1)
    _solve(args.command, rows, args.dimension)
    return _report(args, rows)


def _suggest(word: str, known: list[str]) -> str:
    """Return the end of a message: the known word that may be meant, if there is one."""
    begun = [name for name in known if name.startswith(word)]
    close = begun or difflib.get_close_matches(word, known, n=1)
    return f"; did you mean {close[0]}?" if close else ""


def _inputs(command: str) -> list[str]:
    """Return the inputs of a command: all but its result."""
    return [name for name in _INPUTS if name != command]


def _parser() -> _Parser:
    """Return the parser of all commands."""
    parser = _Parser(
        prog="gaussmech",
        description="Exact calibration of the Gaussian mechanism (Balle & Wang, 2018).",
        epilog=f"example:\n  {_COMMANDS['sigma'][2]}\n\n{_WARNING}",
    )
    parser.add_argument("--version", action="version", version=f"gaussmech {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="command")
    parser.set_defaults(parser=parser)
    for command in _COMMANDS:
        _add_command(commands, command)
    from gaussmech.releases.command import DESCRIPTION, EPILOG, add_kinds

    release = commands.add_parser(
        "release", help="Release counts as a private file.", description=DESCRIPTION, epilog=EPILOG
    )
    release.set_defaults(parser=release)
    add_kinds(release)
    return parser


def _add_command(commands: Any, command: str) -> None:
    """Add the parser of one of _COMMANDS."""
    _, finds, example = _COMMANDS[command]
    epilog = _EPILOG.format(example=example, command=command, warning=_WARNING)
    parser = commands.add_parser(command, help=finds, description=finds, epilog=epilog)
    parser.set_defaults(parser=parser, run=_calibrate, dimension=None)
    add = parser.add_argument
    for name in _inputs(command):
        # Values stay text here; the later check of a value names the option.
        add(f"--{name}", nargs="+", action="extend", metavar="X", help=_INPUTS[name])
    if command == "sigma":
        add("--dimension", metavar="D", help="compare the l2 mechanism: less noise if D is small")
    add("--csv", metavar="FILE", help="a header of these names, then a budget per line; - is stdin")
    add("--json", action="store_true", help="one object, or a list of them for many budgets")


def _rows_of_options(args: argparse.Namespace) -> list[_Row]:
    """Return a row per combination of the values of the options."""
    texts = {name: getattr(args, name) for name in _inputs(args.command)}
    texts["sensitivity"] = texts["sensitivity"] or ["1"]
    if missing := [f"--{name}" for name, given in texts.items() if not given]:
        verb = "is" if len(missing) == 1 else "are"
        raise ValueError(f"{', '.join(missing)} {verb} missing; or give --csv")
    from gaussmech._checks import BUDGET
    from gaussmech._csv import real

    lists = {x: [real(f"--{x}", text, **BUDGET[x]) for text in given] for x, given in texts.items()}
    return [dict(zip(lists, row, strict=True)) for row in itertools.product(*lists.values())]


def _rows_of_csv(args: argparse.Namespace) -> list[_Row]:
    """Return a row per line of the CSV file, with its other columns as text."""
    for name in _inputs(args.command):
        if getattr(args, name):
            raise ValueError(f"--{name} cannot be combined with --csv; give it as a column")
    from gaussmech._checks import BUDGET
    from gaussmech._csv import read_csv, real

    table = read_csv(args.csv, "--csv")
    needed = [name for name in _inputs(args.command) if name != "sensitivity"]
    if not table.header:
        raise ValueError(f"{table.file} is empty; it needs a header with {' and '.join(needed)}")
    for name in (*needed, *table.header):
        table.column(name)
        if name in (args.command, *_COMPARISON, *_L2):
            raise ValueError(f"{table.file} has a column {name!r}, which is a result; rename it")
    if not table.lines:
        raise ValueError(f"{table.file} has no line below its header; it needs one per budget")
    cells = zip(*table.columns.values(), strict=True)
    rows = [dict(zip(table.header, row, strict=True)) for row in cells]
    for line, row in zip(table.lines, rows, strict=True):
        row.setdefault("sensitivity", "1")
        for name in _inputs(args.command):
            row[name] = real(f"{table.file}, line {line}: {name}", row[name], **BUDGET[name])
    return rows


def _solve(command: str, rows: list[_Row], dimension: int | None) -> None:
    """Add the results to the rows: all solutions at once, then the comparisons row by row."""
    import numpy as np

    import gaussmech

    given = {name: np.array([row[name] for row in rows]) for name in _inputs(command)}
    # Warnings are off, because the limits (0, inf, overflow) are valid answers here.
    with np.errstate(all="ignore"):
        solved = getattr(gaussmech, _COMMANDS[command][0])(**given)
        for row, value in zip(rows, solved.tolist(), strict=True):
            if value != value:
                budget = ", ".join(f"{name} {row[name]!r}" for name in given)
                raise RuntimeError(f"no {command} in double precision for {budget}")
            row[command] = value
            _compare(row, dimension)


def _compare(row: _Row, dimension: int | None) -> None:
    """Add the comparisons to a row: the classical sigma, what is saved, accuracy, l2 mechanism."""
    import gaussmech
    from gaussmech.privacy.mechanisms import gaussian_accuracy

    sigma, budget = row["sigma"], [row[name] for name in ("epsilon", "delta", "sensitivity")]
    classical = ratio = None
    if not _outside_theorem_1(row):
        classical = gaussmech.classical_gaussian_sigma(*budget)
        # Where both are 0 or inf, nothing is saved.
        ratio = sigma / classical if sigma < classical else 1.0
    savings = (None, None) if ratio is None else (1 - ratio, 1 - ratio * ratio)
    compared = classical, *savings, gaussian_accuracy(sigma, 0.05)
    row.update(zip(_COMPARISON, compared, strict=True))
    if dimension:
        scale = gaussmech.l2_scale(*budget, dimension=dimension)
        # E ||z||^2 = scale^2 d (d + 1), so this is the root mean square per coordinate.
        rms = scale * (dimension + 1) ** 0.5
        # The ratio is 1 where both are 0 or inf.
        noise = 1.0 if rms == sigma else rms / sigma if sigma else float("inf")
        row.update(zip(("dimension", *_L2), (dimension, scale, noise), strict=True))


def _outside_theorem_1(row: _Row) -> list[str]:
    """Return the arguments that Theorem 1 does not cover."""
    return [name for name in ("epsilon", "delta") if not 0 < row[name] < 1]


def _report(args: argparse.Namespace, rows: list[_Row]) -> str:
    """Return the rows as JSON, as CSV, in words if there is one row, or as a table."""
    alone = args.csv is None and len(rows) == 1
    if args.json:
        rows = [{k: "inf" if v == float("inf") else v for k, v in row.items()} for row in rows]
        return json.dumps(rows[0] if alone else rows, indent=2, allow_nan=False) + "\n"
    if args.csv is None:
        return _words(args.command, rows[0]) if alone else _table(args.command, rows)
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, rows[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _exact(value: float) -> str:
    """Return a number with all its digits, whole numbers without a point."""
    return repr(value).removesuffix(".0")


def _percent(fraction: float) -> str:
    """Return a fraction in per cent, with three digits."""
    return f"{100 * fraction:.3g} %"


def _words(command: str, row: _Row) -> str:
    """Return one budget in a few lines."""
    lines = {command: _exact(row[command]), "meaning": _meaning(command, row)}
    if outside := _outside_theorem_1(row):
        values = " and ".join(f"{name} is {_exact(row[name])}" for name in outside)
        lines["classical sigma"] = f"does not apply: {_THEOREM_1}; {values}"
    else:
        sigma, variance = _percent(row["sigma_saving"]), _percent(row["variance_saving"])
        lines["classical sigma"] = f"{row['classical_sigma']:.6g}"
        lines["saving"] = f"{sigma} in sigma, {variance} in variance"
    lines["accuracy at 95 %"] = f"{row['accuracy_95']:.6g}: 5 % of errors are larger"
    if "l2_scale" in row:
        needs = f"at dimension {row['dimension']} it needs {row['l2_noise']:.3g} of this noise"
        lines["l2 mechanism"] = f"scale {row['l2_scale']:.6g}: {needs}"
    return "".join(f"{label:16}  {value}\n" for label, value in lines.items())


def _meaning(command: str, row: _Row) -> str:
    """Return what the result means, as a sentence."""
    epsilon, delta, sigma, sensitivity = (_exact(row[name]) for name in _INPUTS)
    if command == "sigma":
        todo = {"0": "add no noise", "inf": "no finite noise is enough"}
        verb = todo.get(sigma, "add N(0, sigma^2) to each coordinate")
        return f"{verb}: ({epsilon}, {delta})-DP at L2 sensitivity {sensitivity}"
    budget = f"({epsilon}, delta)" if command == "delta" else f"(epsilon, {delta})"
    return f"N(0, {sigma}^2) on each coordinate is {budget}-DP at L2 sensitivity {sensitivity}"


def _table(command: str, rows: list[_Row]) -> str:
    """Return many budgets, one per line, in aligned columns."""
    names = [*_inputs(command), command, *_COMPARISON, *(name for name in _L2 if name in rows[0])]
    cells = [names, *([_cell(name, row[name]) for name in names] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ["  ".join(map(str.rjust, line, widths)) for line in cells]
    if any(row["classical_sigma"] is None for row in rows):
        lines.append(f"- {_THEOREM_1}")
    return "\n".join(lines) + "\n"


def _cell(name: str, value: float | None) -> str:
    """Return a cell of the table: inputs have all their digits, results six."""
    if value is None:
        return "-"
    if name in _INPUTS:
        return _exact(value)
    return _percent(value) if name.endswith("saving") else f"{value:.6g}"
