"""The commands `gaussmech release counts|events|inspect`, `gaussmech ledger` and `gaussmech series`.

`options.toml` has the options, of which `add_commands` makes parsers for `gaussmech.cli`. The
functions that are set as `run` turn the options of a command into a request, have `publish` carry it
out, and return what the command prints.
"""

from __future__ import annotations

import argparse
import contextlib
import math
import shlex
import signal
import sys
import threading
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from gaussmech import _defaults
from gaussmech.releases.outputs.deployment import TEMPLATE

if TYPE_CHECKING:
    from gaussmech.releases.ledger import LedgerFile
    from gaussmech.releases.outputs.files import PreparedRelease, PublishedRelease
    from gaussmech.releases.request import Request

# The commands, the sections of their options, and the options: the file says how to read it.
OPTIONS = tomllib.loads(Path(__file__).with_name("options.toml").read_text("utf-8"))
# Of the options of these sections only one may be given.
EXCLUSIVE = ("cap", "ledger")
# The keys of an option that argparse has.
ARGPARSE = ("metavar", "nargs", "action", "default", "choices")
# A command is asked to end by SIGTERM, and by SIGHUP if its terminal is closed, which Windows lacks.
STOPS = [
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
]
# A larger delta gets a warning: a mechanism that publishes everything about this share of the
# people satisfies it.
LARGE_DELTA = 1e-3


def add_commands(commands: Any) -> None:
    """Add the commands `release`, `ledger` and `series` to the commands of a parser."""
    release = _add_command(commands, "release", None)
    release.add_argument(
        "--template",
        # The action prints the text, as it prints a version, and ends with status 0.
        action="version",
        version=TEMPLATE,
        help="Print a template of the file for --about.",
    )
    kinds = release.add_subparsers(
        dest="kind", metavar="counts|events|inspect", required=True
    )
    _add_command(kinds, "counts", _release)
    _add_command(kinds, "events", _release)
    _add_command(kinds, "inspect", _inspect)
    _add_command(commands, "ledger", _print_ledger)
    _add_command(commands, "series", _denoise_series)


def _add_command(
    commands: Any, name: str, run: Callable[[argparse.Namespace], str] | None
) -> Any:
    """Add a command of the table with its options, and return its parser."""
    command = OPTIONS["commands"][name]
    parser = commands.add_parser(
        name,
        help=command["help"],
        description=command.get("description"),
        epilog=command.get("epilog"),
    )
    parser.set_defaults(parser=parser, run=run)
    parser.former = {}
    required = command["required"]
    titles = OPTIONS["titles"]
    group = parser
    for section in command["sections"]:
        if section in titles:
            group = parser.add_argument_group(titles[section])
        part = group
        if section in EXCLUSIVE:
            part = group.add_mutually_exclusive_group(required=section in required)
        for option, facts in OPTIONS[section].items():
            _add_option(part, option, facts, required)
            if "former" in facts:
                parser.former[facts["former"]] = option
    return parser


def _add_option(
    group: Any, name: str, facts: dict[str, Any], required: list[str]
) -> None:
    """Add an option, or the argument of a command, to a parser or a group of it."""
    options: dict[str, Any] = {"action": _Once if "metavar" in facts else "store_true"}
    options |= {key: facts[key] for key in ARGPARSE if key in facts}
    if name in required:
        options["required"] = True
    text = " ".join(facts["help"].split()).format_map(vars(_defaults))
    argument = group.add_argument(name, help=text.replace("%", "%%"), **options)
    argument.facts = facts
    argument.example = facts.get("example", "")


class _Once(argparse.Action):
    """Store the value of an option, as its `facts` read it, and refuse the option a second time."""

    facts: dict[str, Any]

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        """Store a value; an option that is repeated ends with status 2."""
        name = option_string or self.dest
        stated = vars(namespace).setdefault("stated", {})
        if name in stated:
            parser.error(f"{name} is given twice; give it once")
        stated[name] = values
        try:
            setattr(namespace, self.dest, _value(name, values, self.facts))
        except ValueError as error:
            parser.error(str(error))
        if "replaces" in self.facts:
            parser._option_string_actions[self.facts["replaces"]].required = False


def _value(option: str, text: Any, facts: dict[str, Any]) -> Any:
    """Return the value of an option: a number in its range, or the text as it stands."""
    from gaussmech._csv import real, whole

    if "number" in facts:
        interval = facts["number"]
        if isinstance(interval, str):
            interval = resolve_name(interval)
        return real(option, text, **interval)
    if "whole" in facts:
        return whole(option, text, facts["whole"])
    if "reader" in facts:
        return resolve_name(facts["reader"])(option, text)
    return text


def read_neighbours(option: str, text: str) -> int | str:
    """Return how many nearest places are the neighbours of a place, or "delaunay"."""
    from gaussmech._csv import whole

    if text == "delaunay":
        return text
    # No list of places has more than a billion.
    return whole(f"{option}, if not 'delaunay',", text, 10**9)


def _denoise_series(args: argparse.Namespace) -> str:
    """Denoise releases together, and return what the command prints."""
    from gaussmech.releases.public.places import PublicFiles
    from gaussmech.releases.series import write_series

    public = _take(PublicFiles, args)
    return _text(write_series(args.releases, public, Path(args.output)))


def _release(args: argparse.Namespace) -> str:
    """Make a release or a dry run, and return what to print."""
    # These imports are late, because the parser must be quick.
    from gaussmech.releases.publish import (
        drafts_left,
        dry_run,
        prepare_from_files,
        publish,
    )

    with _stopped_by_signals():
        request = _request(args)
        for name in drafts_left(request):
            print(
                f"{args.parser.prog}: {name} is a draft of a run that was killed or is"
                " still running; do not publish it",
                file=sys.stderr,
            )
        if args.dry_run:
            return _dry_run_text(args, dry_run(request))
        published, names = publish(prepare_from_files(request))
    # The exit status does not depend on whether the names can be printed.
    args.released = ", ".join(names)
    return _published_text(published, args.released)


@contextlib.contextmanager
def _stopped_by_signals() -> Iterator[None]:
    """Let the signals of STOPS end the body as an exception, so that it cleans up."""

    def stop(number: int, _: object) -> None:
        # 128 and the number of the signal is the status that a shell expects.
        raise SystemExit(128 + number)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    previous = {number: signal.signal(number, stop) for number in STOPS}
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)


def _inspect(args: argparse.Namespace) -> str:
    """Return how many lines of a file of events a release would use."""
    from gaussmech.releases.private.inspection import inspection_lines
    from gaussmech.releases.private.sources import EventsFile
    from gaussmech.releases.public.places import PublicFiles
    from gaussmech.releases.public.understanding import understand

    file = _take(EventsFile, args)
    public = _take(PublicFiles, args)
    public.refuse_private(file.file)
    places, graph = public.read(file.place)
    lines = {}
    if places is not None:
        understood = understand(
            places, graph, linked=False, by_place=file.skips_other_places
        )
        doubts = enumerate(understood.doubts, 1)
        lines = understood.lines | {f"doubt {k}": doubt for k, doubt in doubts}
    return _text(lines | inspection_lines(file, places))


def _request(args: argparse.Namespace) -> Request:
    """Return what the options of a release ask for."""
    from gaussmech.releases.plan import Terms
    from gaussmech.releases.private.sources import CountsFile, EventsFile
    from gaussmech.releases.public.places import PublicFiles
    from gaussmech.releases.request import Request

    if args.kind == "counts":
        source = _take(CountsFile, args)
        terms = _take(Terms, args)
    else:
        source = _take(EventsFile, args)
        l2_norm, l1_norm = source.norms
        terms = _take(Terms, args, l2_sensitivity=l2_norm, l1_sensitivity=l1_norm)
    request: Request = _take(
        Request,
        args,
        source=source,
        terms=terms,
        public=_take(PublicFiles, args),
        ledger=_ledger(args),
        output=Path(args.output),
    )
    return request


def _take(kind: Any, args: argparse.Namespace, **parts: Any) -> Any:
    """Return an object of a class whose fields are options, and perhaps further parts."""
    values = vars(args) | parts
    names = [field.name for field in fields(kind) if field.name in values]
    return kind(**{name: values[name] for name in names})


def _ledger(args: argparse.Namespace) -> LedgerFile | None:
    """Return the LedgerFile that the options name, or None."""
    from gaussmech.releases.ledger import LedgerFile, LedgerState, read_total

    path = args.new_ledger or args.ledger
    total = read_total(args.total_epsilon, args.total_delta)
    if path is None:
        if total or args.ledger_kind:
            raise ValueError(
                "--new-ledger or --ledger is missing; a total and a kind are of a ledger"
            )
        if not (args.no_ledger or args.dry_run):
            raise ValueError(
                "--ledger or --new-ledger is missing, or --no-ledger: releases about the same people"
                " add up, and only a ledger counts them"
            )
        return None
    planned = args.planned_releases if total else None
    terms = LedgerState(args.privacy_unit, total, args.ledger_kind, planned)
    return LedgerFile(path, terms, new=args.new_ledger is not None)


def _published_text(published: PublishedRelease, names: str) -> str:
    """Return what a release prints: its facts, and the names of its files."""
    from gaussmech.releases.outputs.files import result_lines

    facts = published.facts
    released = facts["released"]
    lines = {
        "released": f"{released['rows']:,} places, {names}",
        "as they are": f"{released['published_as_they_are']}: published without noise",
    }
    lines |= _lines_of_release(published) | result_lines(facts)
    if published.failure:
        lines["not denoised"] = (
            f"{published.failure}; the release is whole, and may be denoised later"
        )
    if published.graph is None and published.places.lon:
        lines["to denoise"] = (
            "link the places by --link delaunay, or give their --graph"
        )
    return _text(lines)


def _dry_run_text(args: argparse.Namespace, ready: PreparedRelease) -> str:
    """Return what a dry run prints: what a release would do, and what the ledger would hold."""
    plan = ready.plan
    source = ready.request.source
    lines = {
        "dry run": f"nothing is written, and no value of {Path(source.file).name} is read",
        "would release": f"{plan.rows:,} places: {', '.join(source.names)}",
        "places match": source.describe_place_ids(ready.places),
    }
    lines |= _lines_of_release(ready)
    lines["expected error"] = f"RMSE {plan.noise.sigma:.4g} per value before denoising"
    if state := ready.ledger:
        lines["ledger then"] = state.account()["statement"]
    if args.kind == "events":
        lines["next"] = f"{_inspect_command(args)}  (exact counts, for your eyes only)"
    return _text(lines)


def _inspect_command(args: argparse.Namespace) -> str:
    """Return the command that counts the events that a release would use."""
    words = ["gaussmech", "release", "inspect", args.file]
    sections = OPTIONS["commands"]["inspect"]["sections"]
    inspected = {name for section in sections for name in OPTIONS[section]}
    for name, texts in args.stated.items():
        if name.startswith("--") and name in inspected:
            words += [name, *(texts if isinstance(texts, list) else [texts])]
    for column in args.by:
        words += ["--by", *column]
    return shlex.join(words)


def _lines_of_release(ready: PreparedRelease) -> dict[str, str]:
    """Return what is known of a release before it happens, by label."""
    from gaussmech.privacy.attack_risk import attack_lines
    from gaussmech.releases.outputs.files import lines_of

    plan = ready.plan
    unit = ready.request.privacy_unit
    doubts = {
        f"doubt {number}": f"{doubt}: passed by --yes"
        for number, doubt in enumerate(ready.understood.doubts, 1)
    }
    lines = ready.understood.lines | doubts | lines_of(ready.facts)
    if plan.delta > LARGE_DELTA:
        lines["warning"] = (
            f"delta is {plan.delta:g}: publishing everything about one {unit} in"
            f" {1 / plan.delta:.3g} would be allowed, too; take one far below 1 in the number of"
            f" {unit}s"
        )
    lines |= attack_lines(plan.best_attack, unit=unit)
    if ready.areas:
        growth = 100 * (plan.area_cost - 1)
        lines |= ready.request.words_on_areas(plan.rows)
        lines["areas cost"] = f"the noise of a place is {growth:.3g} % larger for them"
    for level, sigma in zip(ready.areas, plan.sum_sigmas, strict=True):
        mean_size = plan.rows / len(level.ids)
        without = plan.noise.sigma / plan.area_cost * math.sqrt(mean_size)
        lines[f"by {level.name}"] = (
            f"{len(level.ids):,} areas; standard error of a typical sum {sigma:.4g}"
            f" (without areas {without:.4g})"
        )
    return lines


def _print_ledger(args: argparse.Namespace) -> str:
    """Return what the releases in a ledger have spent."""
    from gaussmech.releases.ledger import entry_line, read_ledger

    state = read_ledger(Path(args.file), "file")
    lines = {
        "ledger": state.account()["statement"],
        "protects": f"each {state.privacy_unit}",
    }
    for number, entry in enumerate(state.entries, 1):
        lines[f"release {number}"] = entry_line(entry)
    return _text(lines)


def _text(lines: dict[str, str]) -> str:
    """Return lines with their labels, as all commands print them."""
    return "".join(f"{label:16}  {value}\n" for label, value in lines.items())
