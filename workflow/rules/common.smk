import os
import sys
import time
from pathlib import Path

STARTED = time.time()
# The library beside this workflow is the one that runs, installed or not.
ROOT = Path(workflow.snakefile).parents[2]
sys.path.insert(0, str(ROOT))
paths = filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])
os.environ.update(PYTHONPATH=os.pathsep.join(paths))

from snakemake.exceptions import WorkflowError

try:
    from gaussmech.experiments.methods import METHODS
except ImportError as error:
    hint = "this workflow runs the library beside it or an installed one: pip install"
    raise WorkflowError(f'{error}; {hint} "gaussmech[workflow]"') from None
from gaussmech.pipeline.config import (
    ConfigError,
    changes,
    check_config,
    city_files,
    did_you_mean,
    overlaid,
    plain,
    read_config,
    repetition_blocks,
)
from gaussmech.pipeline.dependencies import code_files, here
from gaussmech.pipeline.origin import commit, config_digest, digest
from gaussmech.pipeline.runs import (
    RunError,
    config_of_run,
    hold_run,
    keep_config,
    keep_log,
    last_config,
    write_summary,
)
from gaussmech.pipeline.sweeps import cells, check_sweep, swept_keys
from gaussmech.registry import COMPANION, EXPERIMENTS, FIGURES, REPEATED, figures


def beside(path):
    """A file of this repository, even if Snakemake fetched the workflow from elsewhere."""
    return here(ROOT / path) if (ROOT / path).is_file() else workflow.source_path(f"../../{path}")


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
ENVIRONMENT = "../../environment.yml"
SWEPT = [f"sweep_{name}" for name in REPEATED if swept_keys(config, name)]
# Of this configuration: a figure needs one of its hours.
MADE = figures(config, SWEPT)
# What made each folder of results/shared, by its digest.
SHARED = {}


pathvars:
    results=RESULTS,
    logs=f"{RESULTS}/logs",
    benchmarks=f"{RESULTS}/benchmarks",
    block="epsilon-{epsilon}/repetitions-{first}-{last}",


def code(script, *modules):
    """Inputs of a rule: its script and whatever of ours that imports, directly or not."""
    return code_files(beside(f"scripts/{script}"), *modules)


def pick(section, *names):
    return {name: section[name] for name in names}


def shared(rule, **made_of):
    """The folder of what a rule makes of this; runs that have the same settings share it."""
    key = digest(made_of)
    SHARED[key] = made_of
    return f"results/shared/{rule}/{key}"


def given(name):
    """A setting that a job's folder is made of."""
    return lambda wildcards: SHARED[wildcards.key][name]


def city_of(config):
    """The folder of a configuration's streets and maps."""
    names = "source folder roads trips bandwidth_m reach_m contribution max_trips sensitivity hours"
    settings = pick(config["heatmap"], *names.split())
    return shared("fetch_city", settings=settings, seed=config["seed"])


def city_tables(folder):
    names = {"junctions": "junctions.csv", "roads": "roads.csv", "truth": "heatmap_truth.csv"}
    return {key: f"{folder}/{name}" for key, name in (names | {"city": "city.json"}).items()}


def errors(experiment, config=config):
    """The files of an experiment's errors: per epsilon, ascending, and block of repetitions."""
    section, made_of = config[REPEATED[experiment].section], {"seed": config["seed"]}
    if REPEATED[experiment].maps:
        settings = pick(config["heatmap"], "delta", "sensitivity") | pick(section, "methods")
        made_of["city"] = city_of(config)
    else:
        # What is left of the section is in the parameters of each job.
        axes = ("epsilons", "repetitions", "blocks")
        settings = {key: value for key, value in section.items() if key not in axes}
    if experiment.startswith("mean_estimation"):
        drawn = pick(section, "sample_size", "dimensions")
        made_of["data"] = shared("draw_data_sets", settings=drawn, seed=config["seed"])
    folder = shared(f"compute_{experiment}", settings=settings, **made_of)
    return [
        f"{folder}/epsilon-{epsilon!r}/repetitions-{first}-{last}.csv"
        for epsilon in sorted(map(float, section["epsilons"]))
        for first, last in repetition_blocks(section["repetitions"], section["blocks"])
    ]


def module_of(figure):
    return "sweep" if figure in SWEPT else figure


def drawn(figure):
    """The three files of a figure."""
    return [f"{RESULTS}/figures/{figure}.{kind}" for kind in ("pdf", "png", "txt")]


def drawn_from(figure):
    """Inputs of a figure's rule: the tables that the registry names, and its code."""
    if figure not in MADE:
        row = FIGURES[figure]

        def tables(wildcards):
            raise WorkflowError(f"{figure} shows none of heatmap.hours: it needs {row.hours}")

    else:
        row = MADE[figure]
        tables = [f"{RESULTS}/data/{name}" for name in row.files]
    return {"tables": tables, "code": code("plot.py", f"figures.{module_of(figure)}")}


def start_run(engine_logs):
    """Hold the folder of results until this process ends, and the configuration as it is now."""
    global held
    try:
        held = hold_run(RESULTS)
        before = last_config(RESULTS) or paper | {"run": config["run"]}
        keep_config(config, RESULTS)
        log = keep_log(engine_logs, RESULTS)
    except (RunError, OSError) as error:
        raise WorkflowError(str(error)) from None
    changed = changes(before, config)
    told = ", ".join(changed[:4]) + (f" and {len(changed) - 4} more" if len(changed) > 4 else "")
    # Where jobs are sent elsewhere nobody says how many cores there are.
    place = "a cluster" if workflow.non_local_exec else f"{workflow.cores} cores"
    say(f"gaussmech · config {config_digest(config)} · {place} · log: {log}")
    maps = f"{sum(figure.maps for figure in MADE.values())} of {len(MADE)}"
    say(f"changed      {told}" if changed else "changed      nothing", map_figures=maps)


def end_run():
    """What the run made, of which data, and how long it took."""
    cores = None if workflow.non_local_exec else workflow.cores
    made = [f"data/{table}" for table in TABLES]
    made += [path.removeprefix(f"{RESULTS}/") for figure in MADE for path in drawn(figure)]
    for line in write_summary(RESULTS, made, started=STARTED, cores=cores):
        say(line)


def no_such_target(wildcards):
    """End in one line that lists what there is."""
    known = [*MADE, "figures", "tables", "claims", "sweep", "report", "columns", "all"]
    told = f"there is no {wildcards.name}{did_you_mean(wildcards.name, known)}"
    raise WorkflowError(f"{told}; there are {', '.join(known)}")


def say(line, **more):
    """Tell the terminal, whichever way it is quiet."""
    logger.info(line, extra={"summary": True} | more)


wildcard_constraints:
    key="[0-9a-f]{12}",
    epsilon="[0-9.e+-]+",
    first="[0-9]+",
    last="[0-9]+",
    figure="|".join(MADE),
