"""Write the keys into config/README.md, and the lists of methods into the schema, for editors.

With --check, only compare.
"""

import re
import sys
from pathlib import Path

import yaml

from gaussmech.paper.pipeline.config import read_config, requirement, with_lists

ROOT = Path(__file__).parent.parent
SCHEMA_FILE, PAGE = ROOT / "workflow/schemas/config.schema.yaml", ROOT / "config/README.md"
SCHEMA = with_lists(read_config(SCHEMA_FILE))
# What follows this line of the page is generated.
MARK = (
    "<!-- Generated from workflow/schemas/config.schema.yaml by `make format`; edit the schema. -->"
)


def resolve(schema):
    """The schema with its $ref filled in; its own keys win."""
    if "$ref" not in schema:
        return schema
    found = resolve(SCHEMA["$defs"][schema["$ref"].rsplit("/", 1)[1]])
    return found | {key: value for key, value in schema.items() if key != "$ref"}


def type_name(schema):
    kind, text = schema.get("type"), requirement(schema)
    if kind == "array":
        return f"{text}, each {type_name(resolve(schema['items']))}"
    if kind == "object" and "properties" in schema:
        return f"{text}: {', '.join(f'`{name}`' for name in schema['properties'])}"
    if kind == "object":
        return f"{text}, each value {type_name(schema['additionalProperties'])}"
    return text


def table(properties, prefix):
    """Lines of a table of keys."""
    yield from ("| key | meaning | type and range | unit | default |", "| --- " * 5 + "|")
    for name, schema in properties.items():
        schema = resolve(schema)
        if schema.get("type") != "object" or "default" in schema:
            default = yaml.safe_dump(schema["default"], default_flow_style=True, width=10**6)
            default = default.removesuffix("...\n").strip().replace("|", "\\|")
            yield (
                f"| `{prefix}{name}` | {' '.join(schema['description'].split())} |"
                f" {type_name(schema)} | {schema.get('unit', '')} | `{default}` |"
            )


def page(text):
    """The page with its keys as the schema has them."""
    lines = [text.partition(MARK)[0] + MARK, "", "## All keys", ""]
    lines += table(SCHEMA["properties"], "")
    for name, part in SCHEMA["properties"].items():
        part = resolve(part)
        if "properties" in part:
            lines += ["", f"### {name}", "", part["description"], ""]
            lines += table(part["properties"], f"{name}.")
    return "\n".join(lines) + "\n"


def schema_file(text):
    """The text of the schema, in which each list of methods or sources is that of the library."""

    def filled(match):
        indent, mark = match[1], yaml.safe_load(match[2])
        (allowed,) = (part["enum"] for part in parts(SCHEMA) if mark.items() <= part.items())
        return f"{indent}{match[2]}\n{indent}enum: [{', '.join(allowed)}]\n"

    return re.sub(r"(?m)^( *)(x-(?:methods|sources): .*)\n *enum: .*\n", filled, text)


def parts(schema):
    """Every part of a schema, once for each list."""
    found = {}
    waiting = [schema]
    while waiting:
        part = waiting.pop()
        values = part.values() if isinstance(part, dict) else part
        waiting += [value for value in values if isinstance(value, dict | list)]
        if isinstance(part, dict) and "enum" in part:
            found[str(part["enum"])] = part
    return found.values()


if __name__ == "__main__":
    for path, document in ((PAGE, page), (SCHEMA_FILE, schema_file)):
        before = path.read_text(encoding="utf-8")
        text = document(before)
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8")
        elif before != text:
            sys.exit(f"{path.relative_to(ROOT)} is out of date: run `make format`")
