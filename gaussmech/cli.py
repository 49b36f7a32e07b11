"""The command line: sigma, delta or epsilon of the Gaussian mechanism from the other two.

`main` parses the arguments and runs a command. A command of _COMMANDS makes a budget from each
combination of its options, lets `_calibrations` solve them, and prints words, a table or JSON. The
commands `release`, `ledger` and `series` are in
`releases.command`. An error is one line on standard error, with exit status 2 for bad input and 1
for anything else. NumPy is loaded only when there is something to compute, so `--help` is quick.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import itertools
import json
import math
import os
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from gaussmech import __version__, _calibrations
from gaussmech._hints import did_you_mean, options_of_the_command

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

`sigma` takes --epsilon and --delta or, in their place, one of --rho, --mu and --advantage.
`delta` takes --epsilon, and `epsilon` takes --delta, each with one of --sigma, --rho, --mu and
--advantage.

With lists, every combination is a budget. Printed results have six digits. Guarantees and noise are
rounded up. JSON has all digits; savings are fractions, and infinity is "inf". A classical sigma
outside its theorem is left out.

{warning}"""


class _Parser(argparse.ArgumentParser):
    """A parser that reports errors on one line, and suggests what a misspelt word may mean.

    It takes -1e-5 and -inf for values, not for options, so they are refused by name. `example` is a
    command that runs, for a message.
    """

    example = ""
    # Former spellings of options, which still work.
    former: Mapping[str, str] = {}

    def __init__(self, **options: Any) -> None:
        super().__init__(
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            **options,
        )
        self._negative_number_matcher = re.compile(r"-(\d|\.\d|inf|nan)", re.IGNORECASE)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse the arguments; a misspelt option is named before one that it leaves missing."""
        if self.former:
            args = [self._spelt_now(word) for word in args]
        if self._subparsers is None:
            for word in args or ():
                if word == "--":
                    break
                name = word.partition("=")[0]
                if name.startswith("--") and name not in self._option_string_actions:
                    self.refuse(name)
        return super().parse_known_args(args, namespace)

    def _spelt_now(self, word: str) -> str:
        """Return the word, with the present name of an option."""
        name, equals, value = word.partition("=")
        return f"{self.former.get(name, name)}{equals}{value}"

    def refuse(self, name: str) -> NoReturn:
        """Exit with status 2, since there is no such argument; suggest an option or an example."""
        options = [
            option for option in self._option_string_actions if option.startswith("--")
        ]
        hint = did_you_mean(name, options)
        if not name.startswith("-") and self.example:
            hint = f"; for example: {self.example}"
        self.error(f"there is no {name!r}{hint}")

    def error(self, message: str) -> NoReturn:
        """Exit with status 2 and the message on one line."""
        if choice := re.match(r"argument command: invalid choice: '(\w*)'", message):
            suggestion = did_you_mean(
                choice[1], [*_COMMANDS, "release", "ledger", "series"]
            )
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
        0 if all went well, or a release is made; 1 if the output cannot be written; 130 after an
        interrupt.

    Raises
    ------
    SystemExit
        With status 2 for bad input, 1 if something is not installed or cannot be computed.
    """
    # A terminal that lacks a letter shows its code instead of an error, because a release may be
    # made already.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    args = argparse.Namespace()
    try:
        try:
            _, unknown = _parser().parse_known_args(argv, args)
            with options_of_the_command():
                return _run(args, unknown)
        finally:
            print(end="", flush=True)
    except OSError as error:
        # With another status than 0, a scheduler would run a release again and spend its budget twice.
        files = vars(args).get("released")
        message = f"gaussmech: cannot write the output: {error}"
        if files:
            message = f"released: {files}; not printed"
        if files or not isinstance(error, BrokenPipeError):
            with contextlib.suppress(OSError):
                print(message, file=sys.stderr)
        # The rest of the output is discarded; otherwise Python would write it at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0 if files else 1
    except KeyboardInterrupt:
        return 130


def _run(args: argparse.Namespace, unknown: list[str]) -> int:
    """Run the command that was parsed, print its result, and return the exit status."""
    if args.command is None and not unknown:
        args.parser.print_help()
        return 0
    try:
        if unknown:
            args.parser.refuse(unknown[0])
        text = args.run(args)
    except ValueError as error:
        args.parser.error(_without_controls(str(error)))
    except (ImportError, RuntimeError) as error:
        args.parser.exit(1, f"{args.parser.prog}: {error}\n")
    print(_without_controls(text), end="")
    return 0


def _without_controls(text: str) -> str:
    """Return text for a terminal, which would obey control characters in the names of a file."""
    return "".join(map(_without_control, text))


def _without_control(char: str) -> str:
    """Return a character as it is, or the escape of a control character other than a line's end."""
    if char.isprintable() or char == "\n":
        return char
    return repr(char)[1:-1]


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
    from gaussmech.releases.command import add_commands

    add_commands(commands)
    return parser


def _add_command(commands: Any, command: str) -> None:
    """Add the parser of one of _COMMANDS."""
    sentence, example = _COMMANDS[command]
    parser = commands.add_parser(
        command,
        help=sentence,
        description=sentence,
        epilog=_EPILOG.format(example=example, warning=_WARNING),
    )
    parser.set_defaults(parser=parser, run=_calibrate)
    parser.example = example
    add = parser.add_argument
    for name in _calibrations.inputs(command):
        # Values stay text here; the later check of a value names the option.
        add(
            f"--{name}",
            nargs="+",
            action="extend",
            metavar="X",
            help=_calibrations.INPUTS[name],
        )
    add(
        "--json",
        action="store_true",
        help="Print JSON: an object, or a list of them for several budgets. Default: words or a table.",
    )


def _calibrate(args: argparse.Namespace) -> str:
    """Return what one of the commands in _COMMANDS prints, for budgets of its options."""
    command = args.command
    options = {name: getattr(args, name) for name in _calibrations.inputs(command)}
    options = {name: texts for name, texts in options.items() if texts}
    example = f"; for example: {args.parser.example}"
    kind = _calibrations.kind_of(command, options, example)
    rows = []
    # The order of the combinations is that of the loops over the values.
    for texts in itertools.product(*options.values()):
        given = {
            name: _calibrations.value_of(name, text)
            for name, text in zip(options, texts, strict=True)
        }
        rows.append(_calibrations.solve(command, kind, given))
    if len(rows) > 1:
        return _json_text(rows) if args.json else _calibrations.table(command, rows)
    if args.json:
        return _json_text(rows[0])
    return _calibrations.words(command, kind, rows[0])


def _json_text(content: _calibrations.Row | list[_calibrations.Row]) -> str:
    """Return one budget or several as JSON, which has no infinity."""
    for row in content if isinstance(content, list) else [content]:
        row |= {name: "inf" for name, value in row.items() if value == math.inf}
    return json.dumps(content, indent=2, allow_nan=False) + "\n"
