"""The configuration: one clear line for each thing that is wrong with it."""

import datetime
import difflib
import math
from pathlib import Path

import numpy as np


class ConfigError(ValueError):
    """What is wrong with a configuration, a line a problem."""


def check_config(config, schema, *, base="."):
    """Raise ConfigError unless `config` follows `schema` and makes sense as a whole.

    Paths in the config are taken relative to the folder `base`. Each line of the error names
    the key, the value and what is allowed.
    """
    from jsonschema import Draft202012Validator, validators

    # JSON Schema takes 10.0 for a whole number; the library does not.
    whole = Draft202012Validator.TYPE_CHECKER.redefine(
        "integer", lambda _, value: isinstance(value, int) and not isinstance(value, bool)
    )
    Validator = validators.extend(Draft202012Validator, type_checker=whole)
    problems = list(_not_finite(config))
    if not problems:
        errors = sorted(Validator(schema).iter_errors(config), key=lambda e: list(map(str, e.path)))
        problems = [line for error in errors for line in _explain(error)]
    if not problems:
        problems = list(_impossible(config, Path(base)))
    if problems:
        raise ConfigError("the configuration is not valid\n  " + "\n  ".join(problems))


def repeated_keys(text):
    """Paths of the keys that stand more than once in a group of a YAML text.

    YAML would let the last one win, and what the first ones say would be lost in silence.
    """
    import yaml

    def walk(node, path):
        if isinstance(node, yaml.MappingNode):
            seen = set()
            for key, value in node.value:
                if key.value in seen:
                    yield key_path((*path, key.value))
                seen.add(key.value)
                yield from walk(value, (*path, key.value))
        elif isinstance(node, yaml.SequenceNode):
            for index, item in enumerate(node.value):
                yield from walk(item, (*path, index))

    return list(walk(yaml.compose(text), ()))


def plain(value):
    """A copy of a config with the dates that YAML makes of 2014-09-24 back as text."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value.isoformat() if isinstance(value, datetime.date) else value


def log_grid(grid):
    """The log-spaced values of {from, to, points}; both ends exact."""
    values = np.geomspace(grid["from"], grid["to"], grid["points"])
    # Twelve digits: the same values on every platform's pow.
    inner = [float(f"{value:.12g}") for value in values[1:-1]]
    return [float(grid["from"]), *inner, float(grid["to"])]


def key_path(path):
    """heatmap.epsilons[2] for ("heatmap", "epsilons", 2)."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text or "the configuration"


def _not_finite(value, path=()):
    if isinstance(value, float) and not math.isfinite(value):
        yield f"{key_path(path)} is {value}; allowed are finite numbers"
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _not_finite(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _not_finite(item, (*path, index))


def _explain(error):
    """The lines for one error of the JSON schema."""
    key, value, rule = key_path(error.absolute_path), error.instance, error.validator_value
    shown = (
        {None: "null", True: "true", False: "false"}.get(value) if _is_word(value) else repr(value)
    )
    shown = shown if len(shown) <= 80 else f"{shown[:77]}..."
    match error.validator:
        case "additionalProperties":
            known = list(error.schema["properties"])
            for name in value:
                if name not in known:
                    where = key_path((*error.absolute_path, name))
                    hint = _did_you_mean(name, known)
                    yield f"{where} is no known key; allowed are {', '.join(known)}{hint}"
        case "required":
            missing = [name for name in rule if name not in value]
            if missing and error.message.startswith(repr(missing[0])):
                for name in missing:
                    yield f"{key_path((*error.absolute_path, name))} is missing"
        case "type":
            hint = ""
            if isinstance(value, str) and _is_number(value):
                wanted = int(float(value)) if rule == "integer" else _as_yaml(value)
                hint = f"; write {wanted} without quotes, and a dot before an exponent"
            yield f"{key} is {shown}; it must be {_type_names(rule)}{_range(error.schema)}{hint}"
        case "enum":
            hint = _did_you_mean(value, rule)
            yield f"{key} is {shown}; allowed are {', '.join(map(str, rule))}{hint}"
        case "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum":
            allowed = f"{_type_names(error.schema['type'])}{_range(error.schema)}"
            yield f"{key} is {shown}; it must be {allowed}"
        case "minItems":
            yield f"{key} is empty; it needs at least {rule}"
        case "maxItems":
            yield f"{key} has {len(value)} entries; allowed are at most {rule}"
        case "uniqueItems":
            twice = next(item for item in value if value.count(item) > 1)
            yield f"{key} has {twice!r} more than once; every entry must differ"
        case "pattern":
            yield f"{key} is {shown}; it must match {rule}"
        case _:
            yield f"{key} is {shown}; {error.message}"


def _is_word(value):
    return value is None or isinstance(value, bool)


def _did_you_mean(word, known):
    names = {str(name).lower(): name for name in known}
    close = difflib.get_close_matches(str(word).lower(), names, n=1, cutoff=0.5)
    return f"; did you mean {names[close[0]]}?" if close else ""


def _type_names(types):
    names = {
        "number": "a number",
        "integer": "a whole number",
        "string": "text",
        "array": "a list",
        "object": "a group of keys",
        "null": "null",
    }
    return " or ".join(names[t] for t in ([types] if isinstance(types, str) else types))


def _range(schema):
    bounds = [
        f"{sign} {schema[name]:g}"
        for name, sign in (
            ("exclusiveMinimum", ">"),
            ("minimum", ">="),
            ("exclusiveMaximum", "<"),
            ("maximum", "<="),
        )
        if name in schema
    ]
    return f" {' and '.join(bounds)}" if bounds else ""


def _is_number(text):
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def _as_yaml(text):
    """A number as YAML 1.1 takes it: with a dot before the exponent."""
    mantissa, _, exponent = repr(float(text)).partition("e")
    return f"{mantissa}{'' if '.' in mantissa else '.0'}e{exponent}" if exponent else mantissa


def _impossible(config, base):
    """Combinations that the schema cannot see."""
    if config["run"] in ("data", "figures", "parts", "logs", "benchmarks"):
        yield f"run is {config['run']!r}, a folder of results itself; choose another name"
    for section, settings in config.items():
        for name, grid in settings.items() if isinstance(settings, dict) else ():
            if isinstance(grid, dict) and "from" in grid and grid["from"] >= grid["to"]:
                yield (
                    f"{section}.{name}.from is {grid['from']!r}; it must be below"
                    f" {section}.{name}.to, {grid['to']!r}"
                )
    heatmap = config["heatmap"]
    if heatmap["map_epsilon"] not in heatmap["epsilons"]:
        yield (
            f"heatmap.map_epsilon is {heatmap['map_epsilon']!r}; it must be one of"
            f" heatmap.epsilons, {heatmap['epsilons']}"
        )
    if heatmap["source"] == "files" and heatmap["folder"] is None:
        yield "heatmap.folder is null; heatmap.source 'files' needs a folder"
    if heatmap["source"] in ("auto", "files") and heatmap["folder"] is not None:
        yield from _missing_files(heatmap, base / Path(heatmap["folder"]).expanduser())
    if heatmap["source"] in ("download", "stand-in") or heatmap["folder"] is None:
        if heatmap["trips"]:
            yield (
                "heatmap.trips lists files, but they are read only with heatmap.source 'files'"
                " or 'auto' and a heatmap.folder"
            )
    elif heatmap["trips"]:
        served = {h for entry in heatmap["trips"] for h in entry.get("hours", range(24))}
        for hour in heatmap["hours"]:
            if hour not in served:
                yield f"heatmap.hours has {hour}, but no entry of heatmap.trips serves that hour"


def _missing_files(heatmap, folder):
    if not folder.is_dir():
        yield f"heatmap.folder is {heatmap['folder']!r}; there is no such folder"
        return
    roads = heatmap["roads"]
    if not any((folder / name).is_file() for name in (roads, f"{roads}.gz")):
        yield f"heatmap.roads is {roads!r}; there is no such file in {heatmap['folder']!r}"
    for index, entry in enumerate(heatmap["trips"]):
        if not (folder / entry["file"]).is_file():
            yield (
                f"heatmap.trips[{index}].file is {entry['file']!r}; there is no such file in"
                f" {heatmap['folder']!r}"
            )
