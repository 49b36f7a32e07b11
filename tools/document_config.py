"""Write config/README.md from the schema and config.yaml; with --check, only compare."""

import argparse
import sys
from pathlib import Path

import yaml

from gaussmech.pipeline.config import requirement, with_lists

ROOT = Path(__file__).parent.parent
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


def resolve(schema, definitions):
    """The schema with its $ref filled in; its own keys win."""
    if "$ref" in schema:
        found = resolve(definitions[schema["$ref"].rsplit("/", 1)[1]], definitions)
        return {**found, **{key: value for key, value in schema.items() if key != "$ref"}}
    return schema


def type_name(schema, definitions):
    kind, text = schema.get("type"), requirement(schema)
    if kind == "array":
        return f"{text}, each {type_name(resolve(schema['items'], definitions), definitions)}"
    if kind == "object" and "properties" in schema:
        return f"{text}: {', '.join(f'`{name}`' for name in schema['properties'])}"
    if kind == "object":
        return f"{text}, each value {type_name(schema['additionalProperties'], definitions)}"
    return text


def rows(properties, prefix, definitions):
    for name, schema in properties.items():
        schema = resolve(schema, definitions)
        if schema.get("type") == "object" and "default" not in schema:
            continue
        default = yaml.safe_dump(schema["default"], default_flow_style=True, width=10**6)
        default = default.removesuffix("...\n").strip().replace("|", "\\|")
        yield (
            f"| `{prefix}{name}` | {' '.join(schema['description'].split())} |"
            f" {type_name(schema, definitions)} | {schema.get('unit', '')} | `{default}` |"
        )


def document():
    text = (ROOT / "workflow/schemas/config.schema.yaml").read_text("utf-8")
    schema = with_lists(yaml.safe_load(text))
    definitions = schema["$defs"]
    table_head = ["| key | meaning | type and range | unit | default |", "| --- " * 5 + "|"]
    lines = [HEAD, *table_head, *rows(schema["properties"], "", definitions)]
    for name, part in schema["properties"].items():
        part = resolve(part, definitions)
        if "properties" in part:
            lines += ["", f"## {name}", "", part["description"], "", *table_head]
            lines += rows(part["properties"], f"{name}.", definitions)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail if the file is not up to date")
    path, text = ROOT / "config/README.md", document()
    if not parser.parse_args().check:
        path.write_text(text, encoding="utf-8")
    elif not path.is_file() or path.read_text(encoding="utf-8") != text:
        sys.exit("config/README.md is out of date: run `make format`")
