"""Write config/README.md from the schema and config.yaml; with --check, only compare."""

import sys
from pathlib import Path

import yaml

from gaussmech.paper.pipeline.config import read_config, requirement, with_lists

ROOT = Path(__file__).parent.parent
SCHEMA = with_lists(read_config(ROOT / "workflow/schemas/config.schema.yaml"))
HEAD = """\
# Configuration

Generated from `workflow/schemas/config.schema.yaml` by `make format`; edit the schema.

`config.yaml` has the paper's settings. To change some, write only those into a file of your own, as
`quick.yaml` does, which runs the same pipeline in a minute on a synthetic city:

```
make figures CONFIG=my.yaml
snakemake --cores all --configfile my.yaml     # without make
```

Groups of keys are merged with the paper's, lists replaced. Mistakes are reported before anything
runs: the key, its value, and what is allowed. Write small numbers with a dot, `1.0e-6`: YAML reads
`1e-6` as text. Several runs, and sweeps: [docs/sweeps.md](../docs/sweeps.md).
"""


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


def document():
    lines = [HEAD, *table(SCHEMA["properties"], "")]
    for name, part in SCHEMA["properties"].items():
        part = resolve(part)
        if "properties" in part:
            lines += ["", f"## {name}", "", part["description"], ""]
            lines += table(part["properties"], f"{name}.")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    path, text = ROOT / "config/README.md", document()
    if "--check" not in sys.argv:
        path.write_text(text, encoding="utf-8")
    elif path.read_text(encoding="utf-8") != text:
        sys.exit("config/README.md is out of date: run `make format`")
