import os
import sys
from pathlib import Path

import yaml

# The library beside this workflow is the one that runs, installed or not.
sys.path.insert(0, workflow.basedir)
paths = [workflow.basedir, os.environ.get("PYTHONPATH")]
os.environ.update(PYTHONPATH=os.pathsep.join(filter(None, paths)))

from snakemake.exceptions import WorkflowError

from gaussmech.config import ConfigError, check_config, plain, repeated_keys
from gaussmech.dependencies import code_digests
from gaussmech.origin import commit, config_digest
from gaussmech.runs import write_summary

for path in sorted({str(path) for path in workflow.configfiles}):
    for key in repeated_keys(Path(path).read_text(encoding="utf-8")):
        raise WorkflowError(f"{path}: {key} stands more than once; give it once")

config = plain(config)
try:
    check_config(
        config,
        yaml.safe_load(Path(workflow.basedir, "workflow/schemas/config.schema.yaml").read_text()),
    )
except ConfigError as error:
    raise WorkflowError(str(error)) from None

RESULTS = f"results/{config['run']}" if config["run"] else "results"
DATA = f"{RESULTS}/data"


def section(name, *without):
    """A section of the config, without the keys that make its jobs."""
    return {key: value for key, value in config[name].items() if key not in without}


SECTIONS = {"heatmap_extended": "denoising"}


def parts(experiment):
    """The table of each epsilon of an experiment, ascending."""
    settings = config[SECTIONS.get(experiment, experiment)]
    epsilons = sorted(float(epsilon) for epsilon in settings["epsilons"])
    return [f"{RESULTS}/parts/{experiment}/epsilon-{epsilon!r}.csv" for epsilon in epsilons]


def city_files(wildcards):
    """The user's road and trip files, where there are any."""
    heatmap = config["heatmap"]
    if heatmap["folder"] is None or heatmap["source"] in ("download", "stand-in"):
        return []
    folder = Path(heatmap["folder"]).expanduser()
    names = [heatmap["roads"], f"{heatmap['roads']}.gz"]
    names += [entry["file"] for entry in heatmap["trips"]] or sorted(
        path.name
        for path in folder.iterdir()
        if path.name.endswith((".csv", ".csv.gz", ".parquet"))
    )
    return [str(folder / name) for name in names if (folder / name).is_file()]


wildcard_constraints:
    epsilon=r"[0-9.e+-]+",
