"""A public list of what else places are called, such as the former name of a district."""

from __future__ import annotations

from dataclasses import replace

from gaussmech._csv import read_csv
from gaussmech.geo.places import Places

# The columns of the list: a text that a private file may have, and the id of the place that it
# names.
TEXT, PLACE = "text", "place"


def with_aliases(places: Places, path: str) -> Places:
    """Return the places with the texts of a CSV file as further names."""
    table = read_csv(path, "--alias", only={TEXT, PLACE})
    columns = [table.known((name,)) for name in (TEXT, PLACE)]
    if None in columns:
        raise ValueError(
            f"--alias: {table.file} must have the columns {TEXT} and {PLACE}; it has"
            f" {', '.join(table.header) or 'none'}"
        )
    texts, ids = (table.ids(name) for name in columns if name)
    aliases: dict[str, int] = {}
    for line, text, key in zip(table.lines, texts, ids, strict=True):
        position = places.texts.position(key)
        others = {places.texts.position(text), aliases.get(text, -1)} - {-1, position}
        if position < 0:
            raise ValueError(
                f"--alias: {table.file}, line {line}: {key!r} is not one of the"
                f" {len(places.ids):,} places"
            )
        if others:
            raise ValueError(
                f"--alias: {table.file}, line {line}: {text!r} already names the"
                f" place {places.ids[others.pop()]!r}"
            )
        aliases[text] = position
    return replace(places, aliases=aliases)
