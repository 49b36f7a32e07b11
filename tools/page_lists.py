"""Lists that pages show, for cog: public names, and the columns of the tables."""

import inspect
from pathlib import Path

import cog

import gaussmech
from gaussmech.cli import _parser
from gaussmech.paper.pipeline.tables import COLUMNS

ROOT = Path(__file__).parents[1]


def api(names):
    """Write a table of public names: the first sentence of each, and a link to its source."""
    cog.outl("\n| name | what it is |\n| --- | --- |")
    for name in names.split():
        item = gaussmech
        for part in name.split("."):
            item = getattr(item, part)
        source = Path(inspect.getsourcefile(inspect.unwrap(item))).relative_to(ROOT)
        sentence = inspect.getdoc(item).split("\n\n")[0].replace("\n", " ")
        cog.outl(f"| [`{name.split('.')[-1]}`](../../{source}) | {escape(sentence)} |")


def escape(text):
    """Return text in which Markdown finds no cell border and no emphasis."""
    return text.replace("|", "\\|").replace("*", "\\*")


def tables():
    """Write the columns of each table."""
    cog.outl("\n| table | columns |\n| --- | --- |")
    for name, columns in sorted(COLUMNS.items()):
        cog.outl(f"| `{name}.csv` | {', '.join(columns)} |")


def options():
    """Write the options of `gaussmech release counts|events|inspect`, group by group."""
    (release,) = (a.choices["release"] for a in _parser()._actions if a.choices)
    (kinds,) = (action.choices for action in release._actions if action.choices)
    commands = {}
    for kind, parser in kinds.items():
        for group in parser._action_groups:
            for action in group._group_actions:
                if hasattr(action, "example"):
                    key = (group.title, action)
                    commands.setdefault(_row(*key), []).append(kind)
    title = None
    for (group, cells), names in sorted(
        commands.items(), key=lambda item: _order(item[0][0])
    ):
        if group != title:
            title = group
            cog.outl(f"\n## {TITLES.get(title, title.capitalize())}\n")
            cog.outl("| option | meaning | example | of |\n| --- | --- | --- | --- |")
        cog.outl(f"| {cells} | {', '.join(names)} |")


def _row(group, action):
    """Return the group of an option, and its name, meaning and example as cells of a table."""
    name = action.option_strings[0] if action.option_strings else action.metavar
    value = f" {action.metavar}" if action.option_strings and action.metavar else ""
    needed = ""
    if action.required and action.option_strings and "Default" not in action.help:
        needed = " **Required.**"
    example = f"{name} {action.example}".strip() if action.option_strings else ""
    example = f"`{example or action.example}`"
    meaning = escape(action.help.replace("%%", "%")) + needed
    return group, f"`{escape(name + value)}` | {meaning} | {example}"


# Groups of options in the order of the page, by their titles in help.
TITLES = {
    "positional arguments": "The private file",
    "options": "Its columns and people",
    "places, which must be public": "Places, which must be public",
}


def _order(title):
    """Return where a group comes."""
    names = [*TITLES]
    return names.index(title) if title in names else len(names)
