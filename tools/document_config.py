"""Write the keys into config/README.md, and the lists of methods into the schema, for editors.

    python tools/document_config.py [--check]

With --check the tool only compares.
"""

import re
import sys
from pathlib import Path

import yaml

from gaussmech.paper.pipeline.config_reader import read_config, requirement, with_lists

ROOT = Path(__file__).parent.parent
SCHEMA_FILE = ROOT / "workflow/schemas/config.schema.yaml"
PAGE = ROOT / "config/README.md"
SCHEMA = with_lists(read_config(SCHEMA_FILE))
# What follows this line of the page is generated.
MARK = "<!-- Generated from workflow/schemas/config.schema.yaml by `make format`; edit the schema. -->"


def resolve(schema):
    """Return a schema with the keys that its $ref refers to; its own keys win."""
    if "$ref" not in schema:
        return schema
    name = schema["$ref"].rsplit("/", 1)[1]
    definition = resolve(SCHEMA["$defs"][name])
    return definition | {key: value for key, value in schema.items() if key != "$ref"}


# Longer lists of names or of numbers are shortened: the schema and config.yaml have them whole.
MOST_NAMES = 6
MOST_VALUES = 8
# A section refers to an earlier one if so many of its keys are the same there.
LEAST_REPEATED = 3


def type_name(schema):
    """Return what a key allows in few words; a message about a wrong value tells all."""
    kind = schema.get("type")
    if "anyOf" in schema:
        return type_name(schema["anyOf"][0])
    if len(schema.get("enum", ())) > MOST_NAMES:
        return "methods"
    if kind == "array":
        return f"list: {type_name(resolve(schema['items']))}"
    if kind == "object" and "properties" in schema:
        return ", ".join(f"`{name}`" for name in schema["properties"])
    if kind == "object":
        return "keys, each with a list"
    if kind in ("integer", "number"):
        return f"{'whole, ' * (kind == 'integer')}{limits(schema)}"
    text = requirement(schema)
    return text.partition(",")[0].partition(":")[0] if kind else text


def limits(schema):
    """Return the range of a number, such as "above 0, to 5000"."""
    if "exclusiveMinimum" in schema:
        low = f"above {schema['exclusiveMinimum']:g}, to"
    else:
        low = f"{schema['minimum']:g} to" if "minimum" in schema else "to"
    if "exclusiveMaximum" in schema:
        return f"{low.removesuffix(' to')}, below {schema['exclusiveMaximum']:g}"
    if "maximum" not in schema:
        return f"{schema['minimum']:g} or more"
    # Bounds of what a computer can count say nothing to a reader.
    if schema["maximum"] >= 2**53:
        return f"{schema['minimum']:g} or more"
    return f"{low} {schema['maximum']:g}"


def default_text(value):
    """Return a default as YAML in one line, a long list by its ends."""
    if (
        isinstance(value, list)
        and len(value) > MOST_VALUES
        and not isinstance(value[0], str)
    ):
        return f"{len(value)} values, `{value[0]}` to `{value[-1]}`"
    text = yaml.safe_dump(value, default_flow_style=True, width=10**6).removesuffix(
        "...\n"
    )
    text = text.replace("|", "\\|")
    return f"`{text.strip()}`"


def table(properties):
    """Yield the lines of a table of keys."""
    yield from ("| key | meaning | allowed | default |", "| --- " * 4 + "|")
    for name, schema in properties.items():
        schema = resolve(schema)
        if schema.get("type") != "object" or "default" in schema:
            meaning = " ".join(schema["description"].split())
            if "unit" in schema:
                meaning = f"{meaning.removesuffix('.')} ({schema['unit']})."
            default = default_text(schema["default"])
            yield f"| `{name}` | {meaning} | {type_name(schema)} | {default} |"


def page(text):
    """Return the page with its keys as the schema has them."""
    lines = [text.partition(MARK)[0] + MARK, "", "## All keys", ""]
    lines += table(SCHEMA["properties"])
    rows_by_section = {}
    for name, part in SCHEMA["properties"].items():
        part = resolve(part)
        if "properties" in part:
            lines += ["", f"### {name}", "", part["description"], ""]
            rows = list(table(part["properties"]))
            lines += without_repeated_rows(rows, rows_by_section)
            rows_by_section[name] = rows
    return "\n".join(lines) + "\n"


def without_repeated_rows(rows, rows_by_section):
    """Return the rows of a section, and in place of those that an earlier section has, its name."""
    head, keys = rows[:2], rows[2:]
    for section, earlier in rows_by_section.items():
        repeated = [row for row in keys if row in earlier]
        own = [row for row in keys if row not in earlier]
        if len(repeated) < LEAST_REPEATED:
            continue
        if not own:
            return [f"Keys and defaults are those of `{section}`."]
        names = ", ".join(row.split(" | ")[0].removeprefix("| ") for row in repeated)
        return [f"As in `{section}`: {names}.", "", *head, *own]
    return rows


def schema_file(text):
    """Return the schema's text with the library's lists of methods and sources."""

    def filled(match):
        indent = match[1]
        mark = yaml.safe_load(match[2])
        (allowed,) = (
            part["enum"] for part in parts(SCHEMA) if mark.items() <= part.items()
        )
        return f"{indent}{match[2]}\n{indent}enum: [{', '.join(allowed)}]\n"

    return re.sub(r"(?m)^( *)(x-(?:methods|sources): .*)\n *enum: .*\n", filled, text)


def parts(schema):
    """Return the parts of a schema that have an enum, one part for each enum."""
    part_by_enum = {}
    waiting = [schema]
    while waiting:
        part = waiting.pop()
        values = part.values() if isinstance(part, dict) else part
        waiting += [value for value in values if isinstance(value, dict | list)]
        if isinstance(part, dict) and "enum" in part:
            part_by_enum[str(part["enum"])] = part
    return part_by_enum.values()


if __name__ == "__main__":
    for path, document in ((PAGE, page), (SCHEMA_FILE, schema_file)):
        before = path.read_text(encoding="utf-8")
        text = document(before)
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8")
        elif before != text:
            sys.exit(f"{path.relative_to(ROOT)} is out of date: run `make format`")
