"""Sweeps: the values of some settings, and the configuration of every cell of their grid."""

from itertools import product

from gaussmech.pipeline.config import ConfigError, check_config, did_you_mean, overlaid, shown

# The sections whose settings an experiment depends on.
SECTIONS = {
    "mean_estimation": ("mean_estimation",),
    "histogram": ("histogram",),
    "heatmap": ("heatmap",),
    "heatmap_extended": ("heatmap", "denoising"),
}
# Numbers that no table of errors depends on.
_WITHOUT_EFFECT = {"heatmap.map_epsilon", "denoising.tuning_repetitions"}
_WITHOUT_EFFECT |= {f"{name}.blocks" for sections in SECTIONS.values() for name in sections}


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
    return [key for key in config["sweep"] if key.split(".")[0] in SECTIONS[experiment]]


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
    """Raise ConfigError unless every key can be swept and every cell is a valid configuration."""
    known = sweepable(config)
    for key in config["sweep"]:
        section, _, name = key.partition(".")
        value = config.get(section, {}).get(name) if isinstance(config.get(section), dict) else None
        if isinstance(value, list):
            raise ConfigError(f"sweep: {key} is a list; give its values there, not in a sweep")
        if key not in known:
            raise ConfigError(
                f"sweep: {key} cannot be swept{did_you_mean(key, known)}; allowed are"
                f" {', '.join(known)}"
            )
    for experiment in SECTIONS:
        for values, cell in cells(config, experiment):
            try:
                check_config(cell, schema)
            except ConfigError as error:
                raise ConfigError(f"sweep: at {shown(values)} {error}") from None
