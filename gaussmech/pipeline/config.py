"""The configuration: one clear line for each thing that is wrong with it."""

import datetime
import difflib
import math
import os

# What a run without a name writes into results/, and `make bench` and `make report` besides.
RESERVED = (
    *("data", "figures", "parts", "logs", "benchmarks", "report", "bench", "browser"),
    *("claims.md", "config.yaml", "explorer.html", "report.html"),
)
TRIP_FILES = (".csv", ".csv.gz", ".parquet")


class ConfigError(ValueError):
    """What is wrong with a configuration, a line a problem."""


def check_config(config, schema, *, base="."):
    """Raise ConfigError unless `config` follows `schema` and makes sense as a whole.

    Paths in the config are taken relative to the folder `base`. Each line of the error names
    the key, the value and what is allowed.
    """
    from jsonschema import Draft202012Validator, FormatChecker, validators

    # JSON Schema takes 10.0 for a whole number, and infinity and NaN for numbers.
    strict = Draft202012Validator.TYPE_CHECKER.redefine_many(
        {"integer": lambda _, value: _is_whole(value), "number": lambda _, value: _is_real(value)}
    )
    Validator = validators.extend(Draft202012Validator, type_checker=strict)
    validator = Validator(schema, format_checker=FormatChecker(["date"]))
    errors = sorted(validator.iter_errors(config), key=lambda error: list(map(str, error.path)))
    problems = [line for error in errors for line in _explain(error, schema)]
    if problems := problems or list(_impossible(config, base)):
        raise ConfigError("the configuration is not valid\n  " + "\n  ".join(problems))


def plain(value):
    """A copy of a config with the dates that YAML makes of 2014-09-24 back as text."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value.isoformat() if isinstance(value, datetime.date) else value


def log_grid(grid):
    """The log-spaced values of {from, to, points}; both ends exact."""
    import numpy as np  # here, so that a check of the config does without

    values = np.geomspace(grid["from"], grid["to"], grid["points"])
    # Twelve digits: the same values on every platform's pow.
    inner = [float(f"{value:.12g}") for value in values[1:-1]]
    return [float(grid["from"]), *inner, float(grid["to"])]


def repetition_blocks(repetitions, blocks):
    """First and last repetition of each of so many jobs, of nearly equal size.

    >>> repetition_blocks(100, 3)
    [(0, 32), (33, 65), (66, 99)]
    """
    edges = [k * repetitions // blocks for k in range(blocks + 1)]
    return [(first, end - 1) for first, end in zip(edges, edges[1:], strict=False)]


def key_path(path):
    """heatmap.epsilons[2] for ("heatmap", "epsilons", 2)."""
    text = ""
    for part in path:
        text += f"[{part}]" if _is_whole(part) else f".{part}" if text else str(part)
    return text or "the configuration"


def shown(value):
    """A value as YAML writes it, cut where it is long; text in quotes."""
    import yaml

    if isinstance(value, str):
        text = repr(value)
    else:
        text = yaml.safe_dump(value, default_flow_style=True, sort_keys=False, width=math.inf)
        text = " ".join(text.removesuffix("...\n").split())
    return text if len(text) <= 80 else f"{text[:77]}..."


def _is_whole(value):
    return isinstance(value, int) and not isinstance(value, bool)


def _is_real(value):
    return _is_whole(value) or (isinstance(value, float) and math.isfinite(value))


def _explain(error, schema):
    """The lines for one error of the JSON schema."""
    key, value, rule = key_path(error.absolute_path), error.instance, error.validator_value
    found, allowed = f"{key} is {shown(value)}", error.schema
    match error.validator:
        case "additionalProperties":
            known = list(allowed["properties"])
            for name in value:
                if name not in known:
                    word = name if isinstance(name, str) else shown(name)
                    near = _did_you_mean(word, known, alike=0.75)
                    hint = near or _belongs(word, schema) or _did_you_mean(word, known)
                    yield (
                        f"{key_path((*error.absolute_path, word))} is no known key (its value is"
                        f" {shown(value[name])}); allowed are {', '.join(known)}{hint}"
                    )
        case "required":
            # jsonschema has an error for each missing key: the first one tells of all.
            missing = [name for name in rule if name not in value]
            if error.message.startswith(repr(missing[0])):
                for name in missing:
                    where = key_path((*error.absolute_path, name))
                    yield f"{where} is missing; {key} needs {', '.join(rule)}"
        case "type":
            yield f"{found}; it must be {_type_names(rule)}{_range(allowed)}{_hint(value, rule)}"
        case "enum":
            yield f"{found}; allowed are {', '.join(map(str, rule))}{_did_you_mean(value, rule)}"
        case "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum":
            yield f"{found}; it must be {_type_names(allowed['type'])}{_range(allowed)}"
        case "minItems":
            yield f"{found}; it needs at least {rule} entry"
        case "maxItems":
            yield f"{key} has {len(value)} entries; allowed are at most {rule}"
        case "uniqueItems":
            twice = next(item for item in value if value.count(item) > 1)
            yield f"{key} has {shown(twice)} more than once; every entry must differ"
        case "minLength":
            yield f"{found}; it must not be empty"
        case "maxLength":
            yield f"{found}, {len(value)} characters; allowed are at most {rule}"
        case "pattern" | "format":
            yield f"{found}; it must be {allowed['allowed']}"
        case _:
            yield f"{found}; {error.message}"


def _hint(value, rule):
    """How a value of the wrong type is written rightly, where that is plain."""
    meant = _number(value) if isinstance(value, str) else value
    if (rule == "number" and _is_real(meant)) or (rule == "integer" and _is_whole(meant)):
        return f"; write {shown(meant)} without quotes, and a dot before an exponent"
    if "string" in rule and isinstance(value, int | float):
        return "; text that YAML takes for something else needs quotes"
    if rule == "array" and isinstance(value, int | float | str):
        return f"; write [{shown(meant)}]"
    return ""


def _number(text):
    """The finite number that a text stands for, or else the text."""
    try:
        number = float(text)
        return int(number) if number.is_integer() else number if math.isfinite(number) else text
    except ValueError:
        return text


def _did_you_mean(word, known, alike=0.5):
    names = {str(name).lower(): name for name in known}
    close = difflib.get_close_matches(str(word).lower(), names, n=1, cutoff=alike)
    return f"; did you mean {names[close[0]]}?" if close else ""


def _belongs(name, schema):
    """Where a key stands that is known, but not here."""
    groups = {"": schema} | {f"{key}.": part for key, part in schema["properties"].items()}
    homes = []
    for prefix, group in groups.items():
        definition = group.get("$ref", "").rsplit("/", 1)[-1]
        group = schema.get("$defs", {}).get(definition, group)
        if name in group.get("properties", ()):
            homes.append(f"{prefix}{name}")
    return f"; did you mean {' or '.join(homes)}?" if homes else ""


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
        f"{sign} {schema[name] if _is_whole(schema[name]) else format(schema[name], 'g')}"
        for name, sign in (
            ("exclusiveMinimum", ">"),
            ("minimum", ">="),
            ("exclusiveMaximum", "<"),
            ("maximum", "<="),
        )
        if name in schema
    ]
    return f" {' and '.join(bounds)}" if bounds else ""


def _impossible(config, base):
    """Combinations that the schema cannot see."""
    if config["run"].lower() in RESERVED:
        yield (
            f"run is {config['run']!r}, a name that results/ has a use for; choose one that is not"
            f" among {', '.join(RESERVED)}"
        )
    place = os.path.join("results", config["run"])
    if os.path.lexists(os.path.join(base, place)) and not os.path.isdir(os.path.join(base, place)):
        yield f"run is {config['run']!r}, but {place} is no folder; move it away, or choose another"
    for section, settings in config.items():
        if isinstance(settings, dict):
            yield from _impossible_section(section, settings)
    heatmap = config["heatmap"]
    if heatmap["map_epsilon"] not in heatmap["epsilons"]:
        yield (
            f"heatmap.map_epsilon is {shown(heatmap['map_epsilon'])}; it must be one of"
            f" heatmap.epsilons, {shown(heatmap['epsilons'])}"
        )
    if heatmap["source"] == "files" and heatmap["folder"] is None:
        yield "heatmap.folder is null; heatmap.source 'files' needs a folder"
    if heatmap["source"] in ("auto", "files") and heatmap["folder"] is not None:
        yield from _missing_files(heatmap, base)
    if heatmap["source"] in ("download", "stand-in") or heatmap["folder"] is None:
        if heatmap["trips"]:
            yield (
                f"heatmap.trips is {shown(heatmap['trips'])}; it must be empty unless"
                " heatmap.source is 'files' or 'auto' and there is a heatmap.folder"
            )
    elif heatmap["trips"]:
        served = {h for entry in heatmap["trips"] for h in entry.get("hours", range(24))}
        for hour in heatmap["hours"]:
            if hour not in served:
                yield (
                    f"heatmap.hours has {hour}, but no entry of heatmap.trips serves that hour;"
                    f" they serve {', '.join(map(str, sorted(served)))}"
                )


def _impossible_section(section, settings):
    for name, grid in settings.items():
        if isinstance(grid, dict) and "points" in grid:
            points = log_grid(grid)
            if any(left >= right for left, right in zip(points, points[1:], strict=False)):
                yield (
                    f"{section}.{name}.from is {shown(grid['from'])}; it must be below"
                    f" {section}.{name}.to, {shown(grid['to'])}, with room for the"
                    f" {grid['points']} points"
                )
    if settings.get("blocks", 1) > settings.get("repetitions", math.inf):
        yield (
            f"{section}.blocks is {settings['blocks']}; it must be at most"
            f" {section}.repetitions, {settings['repetitions']}"
        )


def _missing_files(heatmap, base):
    name = heatmap["folder"]
    folder = os.path.join(base, os.path.expanduser(name))
    try:
        found = os.listdir(folder)
    except (OSError, ValueError):
        yield f"heatmap.folder is {shown(name)}; there is no such folder that can be read"
        return
    roads = heatmap["roads"]
    if not any(os.path.isfile(os.path.join(folder, file)) for file in (roads, f"{roads}.gz")):
        yield f"heatmap.roads is {shown(roads)}; there is no such file in {shown(name)}"
    if not heatmap["trips"] and not any(file.endswith(TRIP_FILES) for file in found):
        yield f"heatmap.folder is {shown(name)}; it holds no {', '.join(TRIP_FILES)} file"
    for index, entry in enumerate(heatmap["trips"]):
        if not os.path.isfile(os.path.join(folder, entry["file"])):
            yield (
                f"heatmap.trips[{index}].file is {shown(entry['file'])}; there is no such file in"
                f" {shown(name)}"
            )
