"""Read the configuration strictly, and check it against its schema: each mistake is one line."""

import datetime
import json
import math
import os
from itertools import chain, pairwise
from pathlib import Path

import yaml

from gaussmech._hints import did_you_mean
from gaussmech.paper.city.sources import NAMES, missing_files
from gaussmech.paper.experiments.own_methods import misfit

# These words replace those of JSON Schema in messages and in config/README.md.
_KINDS = {
    "object": "keys and values",
    "array": "a list of different entries",
    "string": "text",
}
_KINDS |= {"integer": "a whole number", "number": "a number", "null": "null"}
# Messages name limits in this order: the lower one first.
_SIGNS = {"exclusiveMinimum": ">"}
_SIGNS |= dict.fromkeys(("minimum", "minItems", "minLength"), ">=")
_SIGNS |= {"exclusiveMaximum": "<"}
_SIGNS |= dict.fromkeys(("maximum", "maxItems", "maxLength"), "<=")
_COUNTED = {"array": "of them", "string": "characters"}


class ConfigError(ValueError):
    """A configuration with mistakes, one line each."""


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
    """Refuses repeated keys, of which YAML would keep the last."""

    def construct_mapping(self, node, deep=False):
        names = set()
        for key, _ in node.value:
            if key.value in names:
                problem = f"{key.value} is given more than once"
                raise yaml.MarkedYAMLError(problem=problem, problem_mark=key.start_mark)
            names.add(key.value)
        return super().construct_mapping(node, deep)


def read_config(path):
    """Return the keys and values of a YAML file; refuse repeated keys."""
    try:
        config = yaml.load(Path(path).read_bytes(), _Loader)
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}") from None
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else "?"
        what = ", ".join(filter(None, (error.context, error.problem)))
        if "cannot start any token" in what:
            what += "; a line begins with blanks, not with a tab, and text with a sign needs quotes"
        raise ConfigError(f"{path}, line {line}: {what}") from None
    except (ValueError, TypeError, yaml.YAMLError) as error:
        raise ConfigError(f"{path}: {error}".replace("\n", " ")) from None
    if not isinstance(config, dict):
        raise ConfigError(f"{path} must hold keys and values, such as seed: 2018")
    return plain(config)


def plain(value):
    """Return a copy of a config in which keys and dates, such as 2014-09-24, are text."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value.isoformat() if isinstance(value, datetime.date) else value


def with_types(config, from_files):
    """Return a config in which texts that differ from those of its files are read as YAML: 3 for "3".

    Snakemake reads nested values of `--config` as text, such as `heatmap='{repetitions: 3}'`.
    """
    if isinstance(config, dict):
        below = from_files if isinstance(from_files, dict) else {}
        return {key: with_types(value, below.get(key)) for key, value in config.items()}
    return config if config == from_files else _parsed(config)


def _parsed(value):
    """Return a nested value with its texts read as YAML scalars."""
    if isinstance(value, list):
        return [_parsed(item) for item in value]
    if not isinstance(value, str):
        return value
    try:
        scalar = yaml.safe_load(value)
    except yaml.YAMLError:
        return value
    return value if isinstance(scalar, dict | list) else scalar


def overlaid(below, above):
    """Return the dict `below` with the values of `above` on top: groups merge, lists replace."""
    merged = dict(below)
    for key, value in above.items():
        are_groups = isinstance(value, dict) and isinstance(merged.get(key), dict)
        merged[key] = overlaid(merged[key], value) if are_groups else value
    return merged


def log_grid(grid):
    """Return the log-spaced values of {from, to, points}; both ends are exact."""
    import numpy as np  # here, so checking a configuration does not pay for it

    values = np.geomspace(grid["from"], grid["to"], grid["points"])
    # Twelve digits: the same values on every platform's pow.
    inner = [float(f"{value:.12g}") for value in values[1:-1]]
    return [float(grid["from"]), *inner, float(grid["to"])]


def grids_as_lists(settings):
    """Return a copy of a section in which each log-spaced grid is the list of its values."""
    return {
        key: log_grid(value) if isinstance(value, dict) and "points" in value else value
        for key, value in settings.items()
    }


def repetition_blocks(repetitions, blocks):
    """Return the first and last repetition of each of `blocks` jobs of nearly equal size."""
    edges = [k * repetitions // blocks for k in range(blocks + 1)]
    return [(first, end - 1) for first, end in pairwise(edges)]


def key_path(path):
    """Return heatmap.epsilons[2] for ("heatmap", "epsilons", 2)."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}"
    return text.removeprefix(".") or "the configuration"


def shown(value):
    """Return a value as JSON, shortened to 80 characters."""
    text = json.dumps(value, default=str, ensure_ascii=False)
    return text if len(text) <= 80 else f"{text[:77]}..."


def requirement(schema):
    """Return what a schema allows, such as "a whole number >= 0 and <= 23"."""
    if "anyOf" in schema:
        parts = schema["anyOf"]
        return ", or ".join(part.get("allowed") or requirement(part) for part in parts)
    if "enum" in schema:
        return f"one of {', '.join(schema['enum'])}"
    kinds = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
    text = " or ".join(_KINDS[kind] for kind in kinds)
    limits = [(sign, schema[name]) for name, sign in _SIGNS.items() if name in schema]
    # A whole number is written with all its digits.
    limits = [f"{sign} {x if _is_whole(x) else format(x, 'g')}" for sign, x in limits]
    if limits:
        limit = " and ".join(limits)
        unit = _COUNTED.get(kinds[0])
        text += f", {limit} {unit}" if unit else f" {limit}"
    return f"{text}: {schema['allowed']}" if "allowed" in schema else text


def with_lists(schema):
    """Return a copy of a schema whose enums are the library's lists of methods and of sources.

    The file repeats these lists for editors (`make format`); the library's lists are decisive.
    """
    from gaussmech.paper.experiments.methods import offered

    def filled(part):
        if "x-methods" in part:
            return {**part, "enum": offered(part["x-methods"])}
        return {**part, "enum": [*NAMES]} if "x-sources" in part else part

    return json.loads(json.dumps(schema), object_hook=filled)


def check_config(config, schema):
    """Raise ConfigError, a line per mistake."""
    mistakes = violations(config, schema) or [*misfits(config)]
    if mistakes:
        raise ConfigError("the configuration is not valid\n  " + "\n  ".join(mistakes))


def violations(config, schema):
    """Return a line for each value in `config` that its schema does not allow."""
    from jsonschema import Draft202012Validator, FormatChecker, validators

    # JSON Schema takes 10.0 for an integer, and infinity and NaN for numbers.
    checks = {
        "integer": lambda _, value: _is_whole(value),
        "number": lambda _, x: _is_real(x),
    }
    strict = Draft202012Validator.TYPE_CHECKER.redefine_many(checks)
    Validator = validators.extend(Draft202012Validator, type_checker=strict)
    validator = Validator(with_lists(schema), format_checker=FormatChecker(["date"]))
    errors = sorted(
        validator.iter_errors(config), key=lambda error: [*map(str, error.path)]
    )
    # A value of the wrong type may be out of its range as well, with the same message.
    return list(dict.fromkeys(map(_explained, errors)))


def _is_whole(value):
    return isinstance(value, int) and not isinstance(value, bool)


def _is_real(value):
    return _is_whole(value) or (isinstance(value, float) and math.isfinite(value))


def _explained(error):
    """Return an error of JSON Schema as one line: key, value, what is allowed, and a hint."""
    path = (*error.absolute_path,)
    value = error.instance
    schema = error.schema
    if error.validator == "required":
        return f"{key_path(path)} is {shown(value)}: {error.message}"
    if error.validator == "additionalProperties":
        known = schema["properties"]
        lines = [
            f"{key_path((*path, name))} is {shown(x)}: no such key{did_you_mean(name, known)}"
            for name, x in value.items()
            if name not in known
        ]
        return f"{'; '.join(lines)}; allowed are {', '.join(known)}"
    known = [part.get("enum", ()) for part in (schema, *schema.get("anyOf", ()))]
    hint = did_you_mean(value, [*chain(*known)])
    if isinstance(value, str) and schema.get("type") in ("integer", "number"):
        hint = (
            "; write numbers without quotes, and with a dot before an exponent: 1.0e-6"
        )
    return f"{key_path(path)} is {shown(value)}: must be {requirement(schema)}{hint}"


def misfits(config):
    """Yield the mistakes between keys, or in files; the schema cannot see these."""
    run = config["run"]
    heatmap = config["heatmap"]
    place = Path("results", run)
    if os.path.lexists(place) and not place.is_dir():
        yield f"run is {shown(run)}, but results/{run} is not a folder; move it or rename the run"
    for section, settings in config.items():
        if isinstance(settings, dict):
            yield from _misfits_in_section(section, settings)
    if heatmap["folder"] is not None:
        if heatmap["source"] in ("auto", "files"):
            for key, value, mistake in missing_files(heatmap, heatmap["hours"]):
                yield f"{key} is {shown(value)}: {mistake}"
        else:
            folder = f"heatmap.folder is {shown(heatmap['folder'])}"
            yield f"{folder}: must be null, as the source {heatmap['source']} reads no folder"


def _misfits_in_section(section, settings):
    """Yield the mistakes between the keys of one section."""
    for name, value in settings.items():
        key = f"{section}.{name}"
        if isinstance(value, dict) and "points" in value:
            if any(left >= right for left, right in pairwise(log_grid(value))):
                room = f"{value['to']}, with room for {value['points']} points"
                yield f"{key}.from is {value['from']}: must be below {key}.to, {room}"
        elif name == "blocks" and value > settings["repetitions"]:
            most = f"{section}.repetitions, {settings['repetitions']}"
            yield f"{key} is {shown(value)}: must be at most {most}"
        elif name == "methods":
            for index, method in enumerate(value):
                if ":" in method and (why := misfit(method)):
                    yield f"{key}[{index}] is {shown(method)}: {why}"
        elif name == "map_epsilon" and value not in settings["epsilons"]:
            allowed = f"heatmap.epsilons, {shown(settings['epsilons'])}"
            yield f"{key} is {shown(value)}: must be one of {allowed}"
