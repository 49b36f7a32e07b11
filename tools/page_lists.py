"""Lists that pages show, for cog: public names, and the columns of the tables."""

import inspect
from pathlib import Path

import cog

import gaussmech
from gaussmech.paper.pipeline.tables import COLUMNS

ROOT = Path(__file__).parents[1]


def api(names):
    """Write a table of public names: the first sentence of each, and a link to its source."""
    cog.outl("\n| name | what it is |\n| --- | --- |")
    for name in names.split():
        item = gaussmech
        for part in name.split("."):
            item = getattr(item, part)
        source = Path(inspect.getsourcefile(item)).relative_to(ROOT)
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
