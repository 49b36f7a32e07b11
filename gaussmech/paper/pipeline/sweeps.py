"""Sweep values of some settings: each cell of their grid has its configuration and its folder."""

import math
from itertools import chain, product
from urllib.parse import quote

from gaussmech._hints import did_you_mean
from gaussmech.paper.pipeline.config_reader import (
    ConfigError,
    misfits,
    overlaid,
    shown,
    violations,
)
from gaussmech.paper.pipeline.origin import digest
from gaussmech.paper.registry import REPEATED

# An experiment depends on the settings of these sections; all maps have the budget of `heatmap`.
SECTIONS = {
    name: ["heatmap"] * row.is_heatmap + [row.section] for name, row in REPEATED.items()
}
# No table of errors depends on these keys.
_WITHOUT_EFFECT = {"blocks", "label", "map_epsilon"}
# The extended maps have their own values of these keys.
_OF_THE_PAPER = {f"heatmap.{name}" for name in ("epsilons", "methods", "repetitions")}
# Streets and maps depend on the keys CITY.
_OF_CITY = "source folder roads trips bandwidth_m reach_m contribution max_trips sensitivity hours"
CITY = {"seed", *(f"heatmap.{name}" for name in _OF_CITY.split())}
# File systems allow names of 255 bytes.
_LONGEST_VALUE, _LONGEST_NAME = 60, 200
# Between the keys and values of a folder's name. A comma would not do: Snakemake splits the
# wildcards of a job that it sends elsewhere at commas.
_SEPARATOR = "__"
# How signs of a quoted text are written that mean something else in a folder's name.
_CODES = str.maketrans({"%": "@", "~": "@7E", "_": "@5F"})
# The grid of one experiment has at most this many cells, which take Snakemake some minutes and 2 GB
# to plan.
MOST_CELLS = 50_000


def by_key(config):
    """Return the settings of a configuration by key, such as "seed" and "mean_estimation.delta"."""
    settings: dict[str, object] = {}
    for section, value in config.items():
        inner = value if isinstance(value, dict) else {}
        settings |= {f"{section}.{name}": x for name, x in inner.items()}
        settings |= {} if inner else {section: value}
    return settings


def sweepable(config):
    """Return the keys that can be swept."""
    keys = ["seed"]
    for section in dict.fromkeys(sum(SECTIONS.values(), [])):
        keys += [f"{section}.{x}" for x in config[section] if x not in _WITHOUT_EFFECT]
    return keys


def swept_keys(config, experiment):
    """Return the swept keys that an experiment depends on, in the order of the configuration."""
    sweep = config["sweep"]
    return [
        key
        for key in (dict.fromkeys(chain(*sweep)) if isinstance(sweep, list) else sweep)
        if key.split(".")[0] in ["seed", *SECTIONS[experiment]]
        and not (experiment == "heatmap_extended" and key in _OF_THE_PAPER)
    ]


def cells(config, experiment):
    """Return (values by key, configuration) of each cell of an experiment's sweep.

    A listed cell has its `name` among its values, and the run's own value of a key that only others
    have.
    """
    keys = swept_keys(config, experiment)
    sweep = config["sweep"]
    if not keys:
        return []
    if isinstance(sweep, list):
        own = part_of(by_key(config), keys)
        listed = [cell for cell in sweep if own.keys() & cell]
        values_by_key = [
            {"name": cell["name"]} | {key: (own | cell)[key] for key in keys}
            for cell in listed
        ]
    else:
        grid = product(*(sweep[key] for key in keys))
        values_by_key = [dict(zip(keys, values, strict=True)) for values in grid]
    return [(values, with_values(config, values)) for values in values_by_key]


def folders(config):
    """Return the values of each cell by its folder; the folder of the run itself is "".

    Cells that differ in nothing that a city depends on share its folder.
    """
    values_by_folder: dict[str, dict[str, object]] = {"": {}}
    for experiment in REPEATED:
        for values, _ in cells(config, experiment):
            for part in (values, part_of(values, CITY)):
                values_by_folder[folder(part)] = part
    return values_by_folder


def part_of(values, keys):
    """Return the values of a cell whose keys are among `keys`."""
    return {key: value for key, value in values.items() if key in keys}


def folder(values):
    """Return the folder of a cell within that of its run, by keys in alphabetical order.

    No two cells with different settings share a folder: a name that would be too long ends in a
    digest of the values, and no setting may be both a number and a text that reads like it.

    Examples
    --------
    >>> folder({"seed": 1, "heatmap.hours": [8, 20], "heatmap.roads": "city/roads.txt"})
    'sweep/heatmap.hours-8+20__heatmap.roads-city@2Froads.txt__seed-1/'
    >>> folder({})
    ''
    """
    settings = sorted((key, x) for key, x in values.items() if key != "name")
    if not settings:
        return ""
    words = [f"{key}-{_word(value)}" for key, value in settings]
    name = _SEPARATOR.join(words)
    if len(name) > _LONGEST_NAME:
        name = f"{name[:_LONGEST_NAME]}~{digest(settings)}"
    return f"sweep/{name}/"


def _word(value):
    """Return a value as it stands in a folder's name: only letters, digits and . - + @ ~.

    "~" starts a digest, which stands for the end of a value that is long, or not of numbers and
    texts; "+" joins the items of a list. Neither is in a text, nor is a part of the separator: other
    signs are "@" and their bytes.
    """
    items = value if isinstance(value, list) else [value]
    word = "+".join(quote(str(item), safe="").translate(_CODES) for item in items)
    # Otherwise null and "None" would be one word.
    is_plain = all(type(item) in (int, float, str) for item in items)
    if not is_plain or len(word) > _LONGEST_VALUE:
        word = f"{word[:_LONGEST_VALUE]}~{digest(value)}"
    return word


def with_values(config, values):
    """Return a configuration with the swept values in place of its own."""
    for key, value in values.items():
        section, _, name = key.partition(".")
        if not name:
            config = overlaid(config, {section: value} if key != "name" else {})
            continue
        # A sweep over a setting that is a list may name single values: each is a list of one.
        is_list = isinstance(config[section][name], list)
        if is_list and not isinstance(value, list):
            value = [value]
        config = overlaid(config, {section: {name: value}})
    return config


def check_sweep(config, schema):
    """Raise ConfigError unless every key can be swept, and has every value, in `config`."""
    known = sweepable(config)
    sweep = config["sweep"]
    mistakes = []
    if isinstance(sweep, list):
        # The values of a listed cell belong together, such as the folder and the roads of a city.
        parts = sweep
        if len({cell["name"] for cell in sweep}) < len(sweep):
            mistakes.append("two cells have the same name")
    else:
        for key, values in sweep.items():
            if len({folder({key: value}) for value in values}) < len(values):
                mistakes.append(f"{key} is {shown(values)}: two of these are the same")
        for experiment in SECTIONS:
            keys = swept_keys(config, experiment)
            number = math.prod(len(sweep[key]) for key in keys)
            if number > MOST_CELLS:
                words = f"must be at most {MOST_CELLS}"
                mistakes.append(f"{number} cells of {experiment}: {words}")
        parts = [{key: value} for key, values in sweep.items() for value in values]
    for key in {key: None for part in parts for key in part if key != "name"}:
        if key not in known:
            hint = did_you_mean(key, known)
            allowed = ", ".join(known)
            mistakes.append(f"{key} cannot be swept{hint}; allowed are {allowed}")
    for part in [] if mistakes else parts:
        cell = with_values(config, part)
        # Of the other sections the configuration itself is checked.
        sections = {key.split(".")[0] for key in part if key != "name"}
        changed = {section: cell[section] for section in sections}
        mistakes += violations(changed, schema | {"required": []}) or misfits(cell)
    if mistakes:
        raise ConfigError(
            "sweep is not valid\n  " + "\n  ".join(dict.fromkeys(mistakes))
        )
