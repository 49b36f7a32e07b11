"""The configuration of a run, checked, and the folder of its results.

`python -m gaussmech.paper.pipeline.configuration FILE ...` prints for make the folder of a run with
these files, or says in one line what is wrong with one of them.
"""

import os
import re
import sys
from functools import reduce
from pathlib import Path

import yaml

from gaussmech.paper.pipeline.config_reader import (
    ConfigError,
    check_config,
    overlaid,
    plain,
    read_config,
    with_types,
)


def configuration(config, *, files, schema):
    """Return the settings of a run.

    Parameters
    ----------
    config : dict
        The settings as Snakemake has put them together, of files, of `--config`, or of the workflow
        that uses this one as a module.
    files : list of str
        The files that they are from. The first one has the paper's settings, which hold where `config`
        has none.
    schema : str
        The file of the schema.

    Raises
    ------
    ConfigError
        If a setting is wrong: a line for each mistake.
    """
    # Late, because make needs no more than the folder.
    from gaussmech.paper.pipeline.sweeps import check_sweep

    contents = [read_config(path) for path in files]
    config = with_types(plain(config), reduce(overlaid, contents))
    config = overlaid(contents[0], config)
    rules = read_config(schema)
    check_config(config, rules)
    check_sweep(config, rules)
    return config


def folder_of(config):
    """Return the folder of a run's results."""
    return os.path.join("results", str(config.get("run", ""))).rstrip("/")


def run_for_make(paths):
    """Return the folder that make gives to a run with these configuration files above the paper's.

    Without a name in one of them it is named for the last, lest it replace the paper's results.
    """
    contents = [read_config(path) for path in paths]
    named = [config for config in contents if "run" in config]
    if named or not contents:
        return folder_of(named[-1] if named else read_config("config/config.yaml"))
    name = Path(paths[-1]).stem
    rule = read_config("workflow/schemas/config.schema.yaml")["properties"]["run"]
    if not re.match(rule["pattern"], name) or yaml.safe_load(name) != name:
        raise ConfigError(
            f"{paths[-1]}: a run cannot be named {name!r}; add a line to the file, such as run: mine"
        )
    return folder_of({"run": name})


if __name__ == "__main__":
    try:
        print(run_for_make(sys.argv[1:]))
    except ConfigError as error:
        sys.exit(str(error))
