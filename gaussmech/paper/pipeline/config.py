"""Read the configuration strictly, and check it against its schema: each mistake is one line."""

import datetime
import json
import math
import os
import re
from itertools import chain, pairwise
from pathlib import Path

import yaml

from gaussmech._hints import did_you_mean
from gaussmech.paper.city.sources import NAMES, TRIP_FILES

# YAML 1.1 reads 0100 as 64 and 12:30 as 750.
_ODD_NUMBER = re.compile(r"[-+]?0[0-9_xb].*|.*:.*")

# Kinds of values that YAML knows and a configuration has not.
_ODD_KINDS = (":set", ":omap", ":pairs", ":binary")
# More values than a configuration with long lists has. Nine lines of aliases of aliases stand for
# hundreds of millions.
MOST_VALUES = 100_000
# Keys of earlier versions on which no result depends any more. Files that have them still run.
UNUSED = ("denoising.trees", "mean_estimation_extended")

# These words replace those of JSON Schema in messages and in config/README.md.
_KINDS = {
    "object": "keys and values",
    "array": "a list of different entries",
    "string": "text",
}
_KINDS |= {"integer": "a whole number", "number": "a number", "null": "null"}
_SIGNS = {
    **{
        "exclusiveMinimum": ">",
        "minimum": ">=",
        "exclusiveMaximum": "<",
        "maximum": "<=",
    },
    **{"minItems": ">=", "maxItems": "<=", "minLength": ">=", "maxLength": "<="},
}
_COUNTED = {"array": "of them", "string": "characters"}


class ConfigError(ValueError):
    """A configuration with mistakes, one line each."""


def read_config(path):
    """Return the keys and values of a YAML file; refuse repeated keys, and numbers to odd bases."""
    try:
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(Path(path).read_bytes())
        node = loader.get_single_node()
        if not isinstance(node, yaml.MappingNode):
            raise ConfigError(f"{path} must hold keys and values, such as seed: 2018")
        if _count_values(node, {}) > MOST_VALUES:
            raise ConfigError(
                f"{path} has more than {MOST_VALUES} values, by its aliases"
            )
        for place, mistake in _misread(node, ()):
            raise ConfigError(f"{path}, line {place.start_mark.line + 1}: {mistake}")
        return plain(loader.construct_document(node))
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}") from None
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else "?"
        what = ", ".join(filter(None, (error.context, error.problem)))
        if "cannot start any token" in what:
            what += "; a line begins with blanks, not with a tab, and text with a sign needs quotes"
        raise ConfigError(f"{path}, line {line}: {what}") from None
    except ConfigError:
        raise
    except (ValueError, RecursionError, yaml.YAMLError) as error:
        raise ConfigError(f"{path}: {error}".replace("\n", " ")) from None


def _count_values(node, counts):
    """Return the number of values in a node; those of an alias count wherever it stands."""
    if id(node) not in counts:
        # A node that contains itself is refused later.
        counts[id(node)] = 0
        inner = [] if isinstance(node, yaml.ScalarNode) else node.value
        if isinstance(node, yaml.MappingNode):
            inner = [value for _, value in inner]
        counts[id(node)] = 1 + sum(_count_values(value, counts) for value in inner)
    return counts[id(node)]


def _misread(node, path):
    """Yield (node, mistake) for values that YAML reads without an error, but not as intended."""
    if len(path) > 20:
        yield node, f"{key_path(path[:3])} is nested too deeply, or contains itself"
    elif node.tag.endswith(_ODD_KINDS):
        kind = node.tag.rpartition(":")[2]
        yield node, f"{key_path(path)} is !!{kind}; write a list, or keys and values"
    elif isinstance(node, yaml.MappingNode):
        inner_paths = set()
        for key, value in node.value:
            name = key.value if isinstance(key, yaml.ScalarNode) else "?"
            inner_path = (*path, name)
            if inner_path in inner_paths:
                yield key, f"{key_path(inner_path)} is given more than once"
            inner_paths.add(inner_path)
            yield from _misread(value, inner_path)
    elif isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            yield from _misread(item, (*path, index))
    elif node.tag.endswith((":int", ":float")) and _ODD_NUMBER.fullmatch(node.value):
        remedy = "write a decimal number, no leading 0"
        yield node, f"{key_path(path)} is {node.value[:60]}; {remedy}"


def plain(value):
    """Return a copy of a config in which keys and dates, such as 2014-09-24, are text."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value.isoformat() if isinstance(value, datetime.date) else value


def with_types(config, texts):
    """Return a config in which the values that equal `texts` are read as YAML: 3 for "3".

    Snakemake reads nested values of `--config` as text, such as `heatmap='{repetitions: 3}'`. Values
    from a file stay as they are.
    """
    if isinstance(config, dict) and isinstance(texts, dict):
        return {key: with_types(value, texts.get(key)) for key, value in config.items()}
    return _parsed(config) if texts is not None and config == texts else config


def _parsed(value):
    """Return a nested value with its texts read as YAML scalars."""
    if isinstance(value, dict):
        return {key: _parsed(item) for key, item in value.items()}
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


def without_unused(config):
    """Return a config without the keys in UNUSED, and the names of those that it had."""
    names = []
    config = dict(config)
    for name in UNUSED:
        section, _, key = name.partition(".")
        settings = config.get(section)
        if not key and section in config:
            del config[section]
            names.append(name)
        elif isinstance(settings, dict) and key in settings:
            config[section] = {k: v for k, v in settings.items() if k != key}
            names.append(name)
    return config, names


def changes(below, above, path=()):
    """Return the key paths whose values differ between two configurations."""
    paths = []
    for key in below | above:
        old = below.get(key)
        new = above.get(key)
        if isinstance(old, dict) and isinstance(new, dict):
            paths += changes(old, new, (*path, key))
        elif old != new:
            paths.append(key_path((*path, key)))
    return paths


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
        text += (
            f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
        )
    return text or "the configuration"


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


def check_config(config, schema, *, base="."):
    """Raise ConfigError, a line per mistake; paths are relative to the folder `base`."""
    if mistakes := violations(config, schema) or list(misfits(config, base)):
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


def misfits(config, base="."):
    """Yield the mistakes between keys, or in files; the schema cannot see these."""
    run = config["run"]
    heatmap = config["heatmap"]
    place = Path(base, "results", run)
    if os.path.lexists(place) and not place.is_dir():
        yield f"run is {shown(run)}, but results/{run} is not a folder; move it or rename the run"
    for section, settings in config.items():
        if isinstance(settings, dict):
            yield from _misfits_in_section(section, settings)
    if heatmap["folder"] is not None and heatmap["source"] in ("auto", "files"):
        yield from _missing_files(heatmap, base)


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
            yield from _misfits_of_own_methods(key, value)
        elif name == "map_epsilon" and value not in settings["epsilons"]:
            allowed = f"heatmap.epsilons, {shown(settings['epsilons'])}"
            yield f"{key} is {shown(value)}: must be one of {allowed}"


def _misfits_of_own_methods(key, names):
    """Yield why methods of the user's own, module:function, cannot be imported."""
    from gaussmech.paper.experiments.methods import own_function

    for index, name in enumerate(names):
        if ":" in name:
            try:
                own_function(name)
            except ValueError as error:
                yield f"{key}[{index}] is {shown(name)}: {' '.join(str(error).split())}"


def city_files(heatmap):
    """Return the paths of the user's road and trip files, where there are any."""
    if heatmap["folder"] is None or heatmap["source"] not in ("auto", "files"):
        return []
    folder = Path(heatmap["folder"]).expanduser()
    names = [heatmap["roads"], f"{heatmap['roads']}.gz"]
    names += [entry["file"] for entry in heatmap["trips"]] or sorted(
        path.name for path in folder.iterdir() if path.name.endswith(TRIP_FILES)
    )
    return [str(folder / name) for name in names if (folder / name).is_file()]


def _missing_files(heatmap, base):
    """Yield the mistakes about the user's road and trip files: a missing one, or a missing hour."""
    folder = os.path.join(base, os.path.expanduser(heatmap["folder"]))
    setting = shown(heatmap["folder"])
    try:
        names = os.listdir(folder)
    except (OSError, ValueError):
        yield f"heatmap.folder is {setting}: no such readable folder"
        return
    trips = heatmap["trips"]
    files = {"roads": heatmap["roads"]}
    files |= {f"trips[{k}].file": entry["file"] for k, entry in enumerate(trips)}
    for key, name in files.items():
        # The road file may be compressed.
        alternatives = (name, f"{name}.gz") if key == "roads" else (name,)
        paths = [os.path.join(folder, file) for file in alternatives]
        if not any(map(os.path.isfile, paths)):
            yield f"heatmap.{key} is {shown(name)}: no such file in heatmap.folder, {folder}"
    if not trips and not any(name.endswith(TRIP_FILES) for name in names):
        yield f"heatmap.folder is {setting}: no {', '.join(TRIP_FILES)} file in it"
    trip_hours = {hour for entry in trips for hour in entry.get("hours", range(24))}
    if trips and (missing := sorted(set(heatmap["hours"]) - trip_hours)):
        yield f"heatmap.hours has {missing}: no entry of heatmap.trips serves them"
