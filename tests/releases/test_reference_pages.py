"""The reference pages have every option, with an example that is parsed, and every key of the JSON."""

import argparse
import re
from itertools import chain
from pathlib import Path

import pytest

from gaussmech.releases.command import add_commands

FOLDER = Path(__file__).parents[2] / "docs/reference"
KINDS = ("counts", "events", "inspect")
# Written by name: which keys they have depends on the method, and on what is installed.
BY_NAME = {"denoised[].weights", "denoised[].arguments", "versions"}


def parser_of(kind):
    parser = argparse.ArgumentParser()
    add_commands(parser.add_subparsers())
    words = (action.choices for action in parser._actions if action.choices)
    (kinds,) = (a.choices for a in next(words)["release"]._actions if a.choices)
    return kinds[kind]


@pytest.mark.parametrize("kind", KINDS)
def test_each_option_is_a_sentence_and_has_an_example_that_is_parsed(kind):
    page = (FOLDER / "release-options.md").read_text(encoding="utf-8")
    parser = parser_of(kind)
    for part in (*parser._actions, *parser._mutually_exclusive_groups):
        part.required = False
    for action in parser._actions:
        if isinstance(action, argparse._HelpAction):
            continue
        text = action.help.replace("%%", "%")
        name = (action.option_strings or [action.metavar])[0]
        assert f"`{name}" in page and text.replace("|", "\\|") in page, name
        # A verb comes first, and the sentence has an end.
        assert re.match(r"[A-Z][a-z]+ ", text) and text.endswith("."), text
        assert len(text.split()) >= 6, text
        # A flag alone has no value.
        assert bool(action.example) == (action.nargs != 0), name
        if action.option_strings:
            example = f"{name} {action.example}".strip()
            assert f"`{example}`" in page
            parser.parse_args(["private.csv", *example.split()])


def keys_of(value, name=""):
    """Return the paths of the keys of an object, with [] for the entries of a list."""
    if name not in BY_NAME and isinstance(value, dict) and value:
        parts = ((f"{name}.{key}".lstrip("."), part) for key, part in value.items())
        return [*chain.from_iterable(keys_of(part, path) for path, part in parts)]
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return keys_of(value[0], f"{name}[]")
    return [name]


def test_the_page_has_each_key_that_a_release_writes_and_no_other(succeed, facts):
    Path("places.csv").write_text(
        "id,lon,lat,zone\na,0,0,n\nb,0.001,0,s\nc,0,0.001,s\n"
    )
    Path("events.csv").write_text("user,place\nx,a\ny,b\n")
    succeed(
        "release events events.csv --user user --place place --events-per-user 1"
        " --places places.csv --link delaunay --areas zone --period 2026-01 --epsilon 1"
        " --delta 1e-6 --new-ledger l.json --total-epsilon 3 --total-delta 1e-6"
        " --output private.csv"
    )
    page = (FOLDER / "release-json.md").read_text(encoding="utf-8")
    documented = []
    for cell in re.findall(r"^\| (`.*?`) \|", page, re.MULTILINE):
        first, *others = cell.strip("`").split("`, `")
        folder = first.rpartition(".")[0]
        # The last dot of such a key is in a number.
        folder = "best_attack" if first.startswith("best_attack") else folder
        documented += [first, *(f"{folder}{other}" for other in others)]
    assert sorted(documented) == sorted(keys_of(facts()))
