"""Sweeps: the values of some settings, and the configuration of every cell of their grid."""

import math
from itertools import product

from gaussmech.pipeline.config import ConfigError, did_you_mean, misfits_in, overlaid, violations
from gaussmech.registry import REPEATED

# The sections whose settings an experiment depends on.
SECTIONS = {name: row.sections for name, row in REPEATED.items()}
# Numbers that no table of errors depends on.
_WITHOUT_EFFECT = {"heatmap.map_epsilon", "denoising.tuning_repetitions"}
_WITHOUT_EFFECT |= {f"{name}.blocks" for sections in SECTIONS.values() for name in sections}
# The grid of one experiment has at most so many cells.
MOST_CELLS = 1000


def sweepable(config):
    """Return the keys that can be swept, such as "mean_estimation.delta"."""
    return [
        key
        for section in dict.fromkeys(name for names in SECTIONS.values() for name in names)
        for name, value in config[section].items()
        if type(value) in (int, float) and (key := f"{section}.{name}") not in _WITHOUT_EFFECT
    ]


def swept_keys(config, experiment):
    """Return the swept keys that an experiment depends on, in the order of the configuration."""
    return [
        key
        for key in config["sweep"]
        if key.split(".")[0] in SECTIONS[experiment]
        # Those of the extended maps are denoising.repetitions.
        and (experiment, key) != ("heatmap_extended", "heatmap.repetitions")
    ]


def cells(config, experiment):
    """Return (values by key, configuration) of each cell of an experiment's grid."""
    keys = swept_keys(config, experiment)
    grid = [
        dict(zip(keys, values, strict=True)) for values in product(*map(config["sweep"].get, keys))
    ]
    return [(values, _with(config, values)) for values in grid] if keys else []


def _with(config, values):
    for key, value in values.items():
        section, name = key.split(".")
        config = overlaid(config, {section: {name: value}})
    return config


def check_sweep(config, schema):
    """Raise ConfigError unless every key can be swept, and has every value, in `config`."""
    known, mistakes = sweepable(config), []
    for key, values in config["sweep"].items():
        section, _, name = key.partition(".")
        if key in known:
            for value in values[:MOST_CELLS]:
                settings = config[section] | {name: value}
                mistakes += violations({section: settings}, schema | {"required": []})
                mistakes += misfits_in(section, settings)
        else:
            hint = f"cannot be swept{did_you_mean(key, known)}; allowed are {', '.join(known)}"
            if isinstance(config.get(section), dict) and isinstance(
                config[section].get(name), list
            ):
                hint = "is a list: give its values there, not in a sweep"
            mistakes.append(f"{key} {hint}")
    for experiment in SECTIONS:
        number = math.prod(len(config["sweep"][key]) for key in swept_keys(config, experiment))
        if number > MOST_CELLS:
            mistakes.append(f"{number} cells of {experiment}: must be at most {MOST_CELLS}")
    if mistakes:
        raise ConfigError("sweep is not valid\n  " + "\n  ".join(dict.fromkeys(mistakes)))
