"""Sweeps: the values of some settings, and the configuration of every cell of their grid."""

import math
from itertools import product

from gaussmech.paper.pipeline.config import ConfigError, did_you_mean, misfits, overlaid, violations
from gaussmech.paper.registry import REPEATED

# The sections whose settings an experiment depends on: all maps have the budget of `heatmap`.
SECTIONS = {name: ["heatmap"] * row.maps + [row.section] for name, row in REPEATED.items()}
# Keys of these that no table of errors depends on.
_WITHOUT_EFFECT = {"blocks", "label", "map_epsilon", "tuning_hours", "tuning_repetitions", "trees"}
# The extended maps have their own.
_OF_THE_PAPER = {f"heatmap.{name}" for name in ("epsilons", "methods", "repetitions")}
# The grid of one experiment has at most so many cells.
MOST_CELLS = 1000


def sweepable(config):
    """Return the keys that can be swept, such as "seed" and "mean_estimation.delta"."""
    keys = ["seed"]
    for section in dict.fromkeys(sum(SECTIONS.values(), [])):
        keys += [f"{section}.{x}" for x in config[section] if x not in _WITHOUT_EFFECT]
    return keys


def swept_keys(config, experiment):
    """Return the swept keys that an experiment depends on, in the order of the configuration."""
    return [
        key
        for key in config["sweep"]
        if key.split(".")[0] in ["seed", *SECTIONS[experiment]]
        and not (experiment == "heatmap_extended" and key in _OF_THE_PAPER)
    ]


def cells(config, experiment):
    """Return (values by key, configuration) of each cell of an experiment's grid."""
    keys = swept_keys(config, experiment)
    grid = product(*map(config["sweep"].get, keys)) if keys else ()
    found = [dict(zip(keys, values, strict=True)) for values in grid]
    return [(values, _with(config, values)) for values in found]


def _with(config, values):
    for key, value in values.items():
        section, _, name = key.partition(".")
        # One of a list is a list of one.
        whole = isinstance(config[section], dict) and isinstance(config[section][name], list)
        given = [value] if whole and not isinstance(value, list) else value
        config = overlaid(config, {section: {name: given} if name else given})
    return config


def check_sweep(config, schema):
    """Raise ConfigError unless every key can be swept, and has every value, in `config`."""
    known, mistakes = sweepable(config), []
    for key, values in config["sweep"].items():
        if key not in known:
            hint = f"{did_you_mean(key, known)}; allowed are {', '.join(known)}"
            mistakes.append(f"{key} cannot be swept{hint}")
            continue
        for value in values[:MOST_CELLS]:
            cell = _with(config, {key: value})
            section = key.split(".")[0]
            found = violations({section: cell[section]}, schema | {"required": []})
            mistakes += found or misfits(cell)
    for experiment in SECTIONS:
        number = math.prod(len(config["sweep"][key]) for key in swept_keys(config, experiment))
        if number > MOST_CELLS:
            mistakes.append(f"{number} cells of {experiment}: must be at most {MOST_CELLS}")
    if mistakes:
        raise ConfigError("sweep is not valid\n  " + "\n  ".join(dict.fromkeys(mistakes)))
