"""The command line: sigma, delta or epsilon of the Gaussian mechanism from the other two.

`main` parses the arguments and runs a command. A command of _COMMANDS makes a budget of each
combination of its options, or of each line of a CSV file, has `_budgets` solve them, and
prints words, a table, CSV or JSON. The commands `release` and `ledger` are in `releases.command`.
An error is one line on standard error, with exit status 2 for bad input and 1 for anything else.
NumPy is loaded only when there is something to compute, so `--help` is quick.
"""

import argparse
import csv
import io
import itertools
import json
import os
import re
import sys
from collections.abc import Collection, Sequence
from functools import partial
from typing import Any, NoReturn

from gaussmech import __version__
from gaussmech import _budgets as calibrations
from gaussmech._hints import did_you_mean

_WARNING = """\
For experiments and calibration, not for releasing real data: noise in floating point has
known attacks (Mironov, 2012). `gaussmech release` adds exact noise, by OpenDP."""
_WARNING_OF_ALL = """\
sigma, delta and epsilon are for experiments and calibration, not for releasing real data:
noise in floating point has known attacks (Mironov, 2012). `gaussmech release` adds exact
noise, by OpenDP."""

# Each command has a sentence that says what it finds, and an example.
_COMMANDS = {
    "sigma": (
        "Find the least Gaussian noise that is (epsilon, delta)-DP (Balle & Wang, Theorem 8).",
        "gaussmech sigma --epsilon 0.1 0.5 --delta 1e-5 --sensitivity 1",
    ),
    "delta": (
        "Find the least delta of Gaussian noise at a given epsilon (Theorem 8).",
        "gaussmech delta --sigma 4 --epsilon 0.5 1",
    ),
    "epsilon": (
        "Find the least epsilon of Gaussian noise at a given delta (Theorem 8).",
        "gaussmech epsilon --sigma 4 --delta 1e-5 1e-6",
    ),
}
_EPILOG = """\
example:
  {example}
  gaussmech {command} --csv budgets.csv > results.csv

Every combination of the lists is a budget; --csv adds the results to its columns. Results are
printed to six digits, guarantees and noise rounded up. CSV and JSON have all digits, savings as
fractions, infinity as inf ("inf" in JSON), and no classical sigma outside its theorem.

{warning}"""


class _Parser(argparse.ArgumentParser):
    """A parser that reports errors on one line, and suggests what a misspelt word may mean.

    It takes -1e-5 and -inf for values, not for options, so they are refused by name.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            **options,
        )
        self._negative_number_matcher = re.compile(r"-(\d|\.\d|inf|nan)", re.IGNORECASE)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse the arguments; a misspelt option is named before one that it leaves missing."""
        if self._subparsers is None:
            for word in args or ():
                if word == "--":
                    break
                name = word.partition("=")[0]
                if name.startswith("--") and name not in self._option_string_actions:
                    self.refuse_option(name)
        return super().parse_known_args(args, namespace)

    def refuse_option(self, name: str) -> NoReturn:
        """Exit with status 2, since there is no such option; suggest one with a similar name."""
        options = [
            option for option in self._option_string_actions if option.startswith("--")
        ]
        self.error(f"there is no {name!r}{did_you_mean(name, options)}")

    def error(self, message: str) -> NoReturn:
        """Exit with status 2 and the message on one line."""
        if choice := re.match(r"argument command: invalid choice: '(\w*)'", message):
            suggestion = did_you_mean(choice[1], [*_COMMANDS, "release", "ledger"])
            message = f"there is no command {choice[1]!r}{suggestion}"
        elif choice := re.search(
            r": invalid choice: '(.*)' \(choose from (.*)\)", message
        ):
            message += did_you_mean(choice[1], re.findall(r"[\w-]+", choice[2]))
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
    # A terminal that lacks a letter shows its code; the output may be of a release that is made.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        try:
            return _run(*_parser().parse_known_args(argv))
        finally:
            print(end="", flush=True)
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            print(f"gaussmech: cannot write the output: {error}", file=sys.stderr)
        # What is left of the output is discarded; else Python would write it when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130


def _run(args: argparse.Namespace, unknown: list[str]) -> int:
    """Run the command that was parsed, print its result, and return the exit status."""
    if args.command is None and not unknown:
        args.parser.print_help()
        return 0
    try:
        if unknown:
            _refuse(args, unknown)
        text = args.run(args)
    except ValueError as error:
        args.parser.error(str(error))
    except (ImportError, RuntimeError) as error:
        args.parser.exit(1, f"{args.parser.prog}: {error}\n")
    print(text, end="")
    return 0


def _refuse(args: argparse.Namespace, unknown: list[str]) -> NoReturn:
    """Exit with status 2; suggest options for numbers that have none."""
    parser: _Parser = args.parser
    are_numbers = all(re.match(r"[-+]?\.?\d", word) for word in unknown)
    if args.command not in _COMMANDS or not are_numbers:
        parser.refuse_option(unknown[0])
    stated = [name for name in calibrations.inputs(args.command) if getattr(args, name)]
    kind = calibrations.kind_of(args.command, stated, _option)
    needed = calibrations.needed(args.command, kind)
    # The arguments of analytic_gaussian_sigma, gaussian_delta and gaussian_epsilon, in their order.
    names = dict.fromkeys([*kind, *needed, "sensitivity", "releases"])
    options = [_option(name) for name in names if name not in stated]
    pairs = zip(options, unknown, strict=False)
    suggestion = " ".join(f"{option} {number}" for option, number in pairs)
    hint = f"; did you mean {suggestion}?" if suggestion else ""
    parser.error(f"there is no {unknown[0]!r}{hint}")


def _parser() -> _Parser:
    """Return the parser of all commands."""
    parser = _Parser(
        prog="gaussmech",
        description="Calibrate Gaussian noise (Balle & Wang, 2018), and release private counts.",
        epilog=f"example:\n  {_COMMANDS['sigma'][1]}\n\n{_WARNING_OF_ALL}",
    )
    parser.add_argument(
        "--version", action="version", version=f"gaussmech {__version__}"
    )
    commands = parser.add_subparsers(dest="command", metavar="command")
    parser.set_defaults(parser=parser)
    for command in _COMMANDS:
        _add_command(commands, command)
    from gaussmech.releases.command import (
        DESCRIPTION,
        EPILOG,
        LEDGER_DESCRIPTION,
        add_kinds,
        add_ledger,
    )

    release = commands.add_parser(
        "release",
        help="Release counts as a private file.",
        description=DESCRIPTION,
        epilog=EPILOG,
    )
    release.set_defaults(parser=release)
    add_kinds(release)
    ledger = commands.add_parser(
        "ledger",
        help="Say what several releases have spent.",
        description=LEDGER_DESCRIPTION,
    )
    add_ledger(ledger)
    return parser


def _add_command(commands: Any, command: str) -> None:
    """Add the parser of one of _COMMANDS."""
    sentence, example = _COMMANDS[command]
    parser = commands.add_parser(
        command,
        help=sentence,
        description=sentence,
        epilog=_EPILOG.format(example=example, command=command, warning=_WARNING),
    )
    parser.set_defaults(parser=parser, run=_calibrate, dimension=None)
    add = parser.add_argument
    for name in calibrations.inputs(command):
        # Values stay text here; the later check of a value names the option.
        add(
            f"--{name}",
            nargs="+",
            action="extend",
            metavar="X",
            help=calibrations.INPUTS[name],
        )
    if command == "sigma":
        add(
            "--dimension",
            metavar="D",
            help="compare the l2 mechanism: less noise if D is small",
        )
    add(
        "--csv",
        metavar="FILE",
        help="a header of these names, then a budget per line; - is stdin",
    )
    add(
        "--json",
        action="store_true",
        help="one object, or a list of them for many budgets",
    )


def _calibrate(args: argparse.Namespace) -> str:
    """Return what one of the commands in _COMMANDS prints."""
    is_file = args.csv is not None
    table = _read_table(args) if is_file else None
    texts = _columns_of_table(args, table) if table else _combinations(args)
    kind = calibrations.kind_of(args.command, texts, _option)
    columns = {}
    for name, cells in texts.items():
        # An error names the option, or the line and the column.
        labels = [f"--{name}"] * len(cells)
        if table:
            labels = [f"{table.file}, line {line}: {name}" for line in table.lines]
        columns[name] = list(map(partial(calibrations.value_of, name), labels, cells))
    if args.dimension is not None:
        count = len(columns[kind[0]])
        columns["dimension"] = [_dimension(args, kind, texts)] * count
    import numpy as np

    arrays = {name: np.array(values) for name, values in columns.items()}
    results = calibrations.solve(args.command, kind, arrays, in_arrays=is_file)
    rows = calibrations.rows_of(args.command, results)
    is_single = len(rows) == 1 and not is_file
    if not args.json and not is_file:
        if is_single:
            return calibrations.words(args.command, kind, rows[0])
        return calibrations.table(args.command, rows)
    if table:
        for i, row in enumerate(rows):
            rows[i] = {name: cells[i] for name, cells in table.columns.items()} | row
    if args.json:
        plain = [_without_infinity(row) for row in rows]
        content = plain[0] if is_single else plain
        return json.dumps(content, indent=2, allow_nan=False) + "\n"
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, rows[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _columns_of_table(args: argparse.Namespace, table: Any) -> dict[str, list[str]]:
    """Return the columns of a file that the command takes, in the order of its inputs."""
    names = [name for name in calibrations.inputs(args.command) if name in table.header]
    return {name: table.columns[name] for name in names}


def _dimension(
    args: argparse.Namespace, kind: tuple[str, ...], names: Collection[str]
) -> float:
    """Return the dimension for the l2 mechanism, if it fits the other inputs."""
    if kind != ("epsilon", "delta"):
        raise ValueError(
            f"--dimension does not go with --{kind[0]}; give --epsilon and --delta"
        )
    if "releases" in names:
        raise ValueError(
            "--dimension does not go with --releases; it compares one release"
        )
    return calibrations.value_of("dimension", "--dimension", args.dimension)


def _option(name: str) -> str:
    """Return the option of an input."""
    return f"--{name}"


def _combinations(args: argparse.Namespace) -> dict[str, list[str]]:
    """Return the texts of the options as columns, with a row for each combination of their lists."""
    command = args.command
    names = [name for name in calibrations.inputs(command) if getattr(args, name)]
    kind = calibrations.kind_of(command, names, _option)
    missing = [
        _option(name)
        for name in calibrations.needed(command, kind)
        if name not in names
    ]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        raise ValueError(f"{', '.join(missing)} {verb} missing; or give --csv")
    # The order of the inputs is that of the loops over the values.
    rows = itertools.product(*(getattr(args, name) for name in names))
    columns = zip(*rows, strict=True)
    return {name: list(cells) for name, cells in zip(names, columns, strict=True)}


def _read_table(args: argparse.Namespace) -> Any:
    """Return a CSV file of budgets, of which the header is what the command takes."""
    command = args.command
    for name in calibrations.inputs(command):
        if getattr(args, name):
            raise ValueError(
                f"--{name} cannot be combined with --csv; give it as a column"
            )
    from gaussmech._csv import read_csv

    table = read_csv(args.csv, "--csv")
    if not table.header:
        names = calibrations.needed(command, calibrations.KINDS[command][0])
        raise ValueError(
            f"{table.file} is empty; it needs a header with {' and '.join(names)}"
        )
    kind = calibrations.kind_of(
        command, table.header, lambda name: f"{table.file}: {name}"
    )
    for name in (*calibrations.needed(command, kind), *table.header):
        table.column(name)
        if name in (command, *calibrations.RESULTS):
            raise ValueError(
                f"{table.file} has a column {name!r}, which is a result; rename it"
            )
    if not table.lines:
        raise ValueError(
            f"{table.file} has no line below its header; it needs one per budget"
        )
    return table


def _without_infinity(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with the text "inf" for infinity, which JSON does not have."""
    return {
        name: "inf" if value == float("inf") else value for name, value in row.items()
    }
