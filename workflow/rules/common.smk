import os
import sys
import time
from pathlib import Path

STARTED = time.time()
# The library beside this workflow is the one that runs, installed or not.
ROOT = Path(workflow.snakefile).parents[2]
sys.path.insert(0, str(ROOT))
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))

from snakemake.exceptions import WorkflowError

from gaussmech.pipeline.config import (
    ConfigError,
    changes,
    check_config,
    overlaid,
    plain,
    read_config,
)
from gaussmech.pipeline.dependencies import Code, code_modules
from gaussmech.pipeline.origin import commit, config_digest, digest
from gaussmech.pipeline.runs import PARTS, RunError, config_of_run, failures, hold_run, keep_config
from gaussmech.pipeline.runs import keep_log, write_summary
from gaussmech.pipeline.sweeps import check_sweep


def beside(path):
    """A file of this repository, even if Snakemake fetched the workflow from elsewhere."""
    return str(ROOT / path) if (ROOT / path).is_file() else workflow.source_path(f"../../{path}")


PAPER = beside("config/config.yaml")


configfile: "config/config.yaml" if Path("config/config.yaml").is_file() else PAPER


try:
    if workflow.is_main_process:
        for path in workflow.overwrite_configfiles:
            read_config(path)
    else:
        config = config_of_run() or config
    paper = read_config(PAPER)
    config = overlaid(paper, plain(config))
    schema = read_config(beside("workflow/schemas/config.schema.yaml"))
    check_config(config, schema)
    check_sweep(config, schema)
except ConfigError as error:
    raise WorkflowError(str(error)) from None

RESULTS = f"results/{config['run']}" if config["run"] else "results"
LOGS = f"{RESULTS}/logs"
ENVIRONMENT = "../../environment.yml"
MADE_OF = {}
TABLES = {}  # of results/data, and where each is made
CODE = set()


def part(rule, **settings):
    """The folder of what a rule makes of these settings; runs with equal settings share it."""
    key = digest(settings)
    MADE_OF[rule, key] = settings
    return f"{PARTS}/{rule}/{key}"


def made_of(rule, name):
    """A setting that made the part of a job."""
    return lambda wildcards: MADE_OF[rule, wildcards.key][name]


def code(*modules):
    """Parameters of a rule, one per library module that it depends on: an edit reruns the rule."""
    looks = modules[0].startswith(("figures.", "pipeline."))  # of no account for tables
    found = [Code([module, looks]) for module in code_modules(*modules)]
    CODE.update(found)
    return found


def pick(section, *names):
    return {name: section[name] for name in names}


def start_run(engine_logs):
    """Hold the folder of results until this process ends, and the configuration as it is now."""
    global held
    # Now, not when a job ends: the code may be edited while the run is at work.
    for module in CODE:
        repr(module)
    try:
        held = hold_run(RESULTS)
        keep_config(config, RESULTS)
        log = keep_log(engine_logs, RESULTS)
    except (RunError, OSError) as error:
        raise WorkflowError(str(error)) from None
    changed = changes(paper, config | {"run": ""})
    told = ", ".join(changed[:4]) + (f" and {len(changed) - 4} more" if len(changed) > 4 else "")
    say(f"gaussmech · config {config_digest(config)} · {workflow.cores} cores · log: {log}")
    maps = [f for f, paths in FIGURES.items() if PROVENANCE in paths]
    figures = f"{len(maps)} of {len(FIGURES)}"
    say(f"changed      {told}" if changed else "settings     the paper's", map_figures=figures)


def tell_failures():
    """Each failed job in one line, whatever the verbosity."""
    failed = failures(RESULTS, STARTED)
    for job, error, log in failed:
        print(f"FAILED {job}: {error}\n  log: {log}", file=sys.stderr)
    if not failed:
        print(f"FAILED: see {LOGS}/run.log", file=sys.stderr)
    print("  fix that, then run the same command again: it resumes", file=sys.stderr, flush=True)


def end_run():
    """What the run made, of which data, and how long it took."""
    cores = None if workflow.non_local_exec else workflow.cores
    for line in write_summary(RESULTS, started=STARTED, cores=cores):
        say(line)


def say(line, **more):
    """Tell the terminal, whichever way it is quiet."""
    logger.info(line, extra={"summary": True} | more)


wildcard_constraints:
    key="[0-9a-f]{12}",
    epsilon="[0-9.e+-]+",
    first="[0-9]+",
    last="[0-9]+",
    figure="[a-z0-9_]+",
    table="[a-z0-9_]+[.](csv|json)",
