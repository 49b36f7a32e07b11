import os
import sys
from pathlib import Path

import psutil
import yaml

# The library beside this workflow is the one that runs, installed or not.
sys.path.insert(0, workflow.basedir)
paths = [workflow.basedir, os.environ.get("PYTHONPATH")]
os.environ.update(PYTHONPATH=os.pathsep.join(filter(None, paths)))

from snakemake.exceptions import WorkflowError

from gaussmech.pipeline.config import TRIP_FILES, ConfigError, check_config, plain, repetition_blocks
from gaussmech.pipeline.config_files import read_config
from gaussmech.pipeline.dependencies import code_digests
from gaussmech.pipeline.origin import commit, config_digest
from gaussmech.pipeline.runs import (
    RunError,
    config_of_run,
    damaged,
    hold_run,
    keep_config,
    set_aside,
    write_summary,
)

CONFIG = "config/config.yaml"
try:
    for path in sorted({CONFIG, *map(os.path.relpath, workflow.overwrite_configfiles)}):
        if os.path.exists(path):
            read_config(path)
except ConfigError as error:
    raise WorkflowError(str(error)) from None


configfile: CONFIG


if not workflow.is_main_process:
    config = config_of_run() or config
try:
    config = plain(config)
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


# The experiments that repeat, and the sections that tell how often.
REPEATED = {
    "mean_estimation": "mean_estimation",
    "histogram": "histogram",
    "heatmap": "heatmap",
    "heatmap_extended": "denoising",
}


def parts(experiment):
    """The errors of each epsilon and block of repetitions of an experiment, ascending."""
    settings = config[REPEATED[experiment]]
    return [
        f"{RESULTS}/parts/{experiment}/epsilon-{epsilon!r}/repetitions-{first}-{last}.csv"
        for epsilon in sorted(map(float, settings["epsilons"]))
        for first, last in repetition_blocks(settings["repetitions"], settings["blocks"])
    ]


STARTED = psutil.Process().create_time()
# A table that is not as a run wrote it loses its place before jobs are planned: it is made anew.
WILL_RUN = not workflow.output_settings.dryrun and (
    workflow.resource_settings.cores or workflow.resource_settings.nodes
)
if workflow.is_main_process and WILL_RUN:
    for path in damaged(RESULTS, [part for name in REPEATED for part in parts(name)]):
        logger.warning(f"{path} is not as this workflow wrote it: kept as {set_aside(path)}")


def start_run():
    """Hold the folder of results until this process ends, and the configuration as it is now."""
    global held
    try:
        held = hold_run(RESULTS)
        keep_config(config, RESULTS)
    except (RunError, OSError) as error:
        raise WorkflowError(str(error)) from None


def mark_failed():
    """Let the next run try again what failed: Snakemake takes restored outputs for made anew."""
    for job in workflow.scheduler.failed:
        workflow.persistence.started(job)


def end_run():
    """What the run made, from which data, and how long it took."""
    elsewhere = workflow.non_local_exec
    print(write_summary(RESULTS, started=STARTED, cores=None if elsewhere else workflow.cores))


def city_files(wildcards):
    """The user's road and trip files, where there are any."""
    heatmap = config["heatmap"]
    if heatmap["folder"] is None or heatmap["source"] in ("download", "stand-in"):
        return []
    folder = Path(heatmap["folder"]).expanduser()
    names = [heatmap["roads"], f"{heatmap['roads']}.gz"]
    names += [entry["file"] for entry in heatmap["trips"]] or sorted(
        path.name for path in folder.iterdir() if path.name.endswith(TRIP_FILES)
    )
    return [str(folder / name) for name in names if (folder / name).is_file()]


wildcard_constraints:
    epsilon=r"[0-9.e+-]+",
    first=r"[0-9]+",
    last=r"[0-9]+",
