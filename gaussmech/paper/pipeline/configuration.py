"""The configuration of a run, in each of the processes that read the workflow."""

import sys

from gaussmech.paper.pipeline import runs
from gaussmech.paper.pipeline.config import (
    check_config,
    overlaid,
    plain,
    read_config,
    with_types,
    without_unused,
)
from gaussmech.paper.pipeline.locks import check_records
from gaussmech.paper.pipeline.purpose import check_purpose
from gaussmech.paper.pipeline.sweeps import check_sweep


def configuration(workflow, config, *, paper, schema):
    """Return the paper's settings, and those of this run.

    The process that plans the jobs checks the settings. A job has those that its run has kept,
    because the files may be edited meanwhile. A workflow that uses this one as a module hands its
    settings to every process.

    Parameters
    ----------
    workflow : snakemake.workflow.Workflow
    config : dict
        The settings as Snakemake has put them together.
    paper, schema : str
        The files of the paper's settings and of the schema.

    Raises
    ------
    ConfigError, RunError
        In one line, if a setting is wrong or the results are of other settings.
    """
    defaults = read_config(paper)
    texts = workflow.config_settings.config or {}
    config = overlaid(defaults, plain(with_types(config, texts)))
    config, unused = without_unused(config)
    if workflow.is_main_process:
        check_records()
        for name in unused:
            message = f"{name} is no longer used; remove it from your configuration"
            print(message, file=sys.stderr)
        # A file is read again for its own mistakes, such as a key that occurs twice.
        for path in workflow.overwrite_configfiles:
            read_config(path)
        rules = read_config(schema)
        check_config(config, rules)
        check_purpose(config)
        check_sweep(config, rules)
        runs.check_record(config)
    elif workflow.modifier.base_snakefile is None:
        config = runs.config_of_run() or config
    return defaults, config
