"""The folder, the kept configuration and the log of a run.

`python -m gaussmech.paper.pipeline.runs FILE ...` prepares a run for make: it reads configuration
files before Snakemake does, removes the lock of a run that was killed, and prints the folder of
the results.
"""

import signal

if __name__ == "__main__":
    # Ctrl-C ends this process without a traceback, also while the modules below are imported.
    signal.signal(signal.SIGINT, signal.SIG_DFL)

import contextlib
import os
import sys
from functools import reduce
from pathlib import Path

import yaml

from gaussmech.paper.pipeline.config import (
    ConfigError,
    changes,
    overlaid,
    read_config,
    without_unused,
)
from gaussmech.paper.pipeline.files import write_text
from gaussmech.paper.pipeline.locks import RunError, check_records, free_folder

# Tells a job where its run has kept the configuration.
CONFIG_VARIABLE = "GAUSSMECH_CONFIG"


def folder_of(config):
    """Return the folder of a run's results."""
    return os.path.join("results", str(config.get("run", ""))).rstrip("/")


def keep_config(config, results):
    """Keep a run's configuration for its jobs; return that of the run before, or None.

    Its files may be edited meanwhile.
    """
    path, before = Path(results, "config.yaml"), config_before(results)
    write_text(yaml.safe_dump(config, sort_keys=False), path)
    os.environ[CONFIG_VARIABLE] = str(path)
    return before


def config_before(results):
    """Return the configuration of the last run in a folder, or None."""
    with contextlib.suppress(ConfigError):
        config, _ = without_unused(read_config(Path(results, "config.yaml")))
        return config


def check_record(config):
    """Raise RunError if the results of a run have other settings, and Snakemake does not know them.

    Snakemake reruns what changed settings concern only where it has a record of the earlier ones.
    It keeps the record outside of the results, which may come from elsewhere.
    """
    results = folder_of(config)
    before = config_before(results)
    changed = changes(before, config) if before else []
    if changed and not any(Path(".snakemake/metadata").glob("*")):
        raise RunError(
            f"{results} was made with other settings ({', '.join(changed[:4])}), and there is no"
            " record of which files they concern; give this run another name, or remove that folder"
        )


def config_of_run():
    """Return the configuration kept by this job's run; None if the job cannot see it."""
    path = Path(os.environ.get(CONFIG_VARIABLE, ""))
    return yaml.safe_load(path.read_text(encoding="utf-8")) if path.is_file() else None


def keep_log(engine_logs, results):
    """Make Snakemake's own log the file `results`/logs/run.log; return that path."""
    path = Path(results, "logs", "run.log")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    for source in list(engine_logs)[:1]:
        # The same file under both names: it fills while the run is at work.
        try:
            os.link(source, path)
        except OSError:
            path.symlink_to(Path(source).absolute())
    return path


if __name__ == "__main__":
    try:
        config = reduce(overlaid, map(read_config, sys.argv[1:]))
        check_records()
        free_folder()
    except (ConfigError, RunError, OSError) as error:
        sys.exit(str(error))
    print(folder_of(config))
