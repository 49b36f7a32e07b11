import os
import sys
from pathlib import Path

# The library beside this workflow is the one that runs, installed or not.
ROOT = Path(workflow.snakefile).parents[2]
sys.path.insert(0, str(ROOT))
paths = filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])
os.environ.update(PYTHONPATH=os.pathsep.join(paths))

from snakemake.exceptions import WorkflowError

try:
    from gaussmech.paper.experiments.methods import METHODS
except ImportError as error:
    hint = "this workflow runs the library beside it or an installed one: pip install"
    raise WorkflowError(f'{error}; {hint} "gaussmech[workflow]"') from None
from gaussmech.paper.pipeline import runs
from gaussmech.paper.pipeline.config import ConfigError, changes, city_files, did_you_mean, overlaid
from gaussmech.paper.pipeline.config import (
    check_config,
    plain,
    read_config,
    repetition_blocks,
    with_types,
)
from gaussmech.paper.pipeline.dependencies import code_files, here
from gaussmech.paper.pipeline.jobs import BEGAN, library_versions
from gaussmech.paper.pipeline.origin import commit, config_digest, digest
from gaussmech.paper.pipeline.sweeps import cells, check_sweep, swept_keys
from gaussmech.paper.registry import EXPERIMENTS, FIGURES, MODULES, REPEATED, figures, tables


def beside(path):
    """A file of this repository, even if Snakemake fetched the workflow from elsewhere."""
    return here(ROOT / path) if (ROOT / path).is_file() else workflow.source_path(f"../../{path}")


PAPER = beside("config/config.yaml")


configfile: "config/config.yaml" if Path("config/config.yaml").is_file() else PAPER


try:
    paper = read_config(PAPER)
    config = overlaid(paper, plain(with_types(config, workflow.config_settings.config or {})))
    if workflow.is_main_process:
        for path in workflow.overwrite_configfiles:
            read_config(path)
        schema = read_config(beside("workflow/schemas/config.schema.yaml"))
        check_config(config, schema)
        check_sweep(config, schema)
    else:
        config = runs.config_of_run() or config
except ConfigError as error:
    raise WorkflowError(str(error)) from None

RESULTS = f"results/{config['run']}" if config["run"] else "results"
ENVIRONMENT = "../../environment.yml"
SWEPT = {f"sweep_{name}": name for name in REPEATED if swept_keys(config, name)}
# Of this configuration: a figure needs one of its hours, and some tables are for figures alone.
MADE = figures(config, SWEPT)
TABLES = [f"{name}.csv" for name in (*tables(MADE), *SWEPT)] + ["provenance.json"]
# Another version may change the last digits of a number: it runs the jobs again.
VERSIONS = library_versions()
# What made each folder of results/shared, by its digest.
SHARED = {}


pathvars:
    results=RESULTS,
    logs=f"{RESULTS}/logs",
    benchmarks=f"{RESULTS}/benchmarks",


def code(script, *modules):
    """Inputs of a rule: its script and whatever of ours that imports, directly or not."""
    return code_files(beside(f"scripts/{script}"), *modules)


def pick(section, *names):
    return {name: section[name] for name in names}


def shared(job, **made_of):
    """The folder of what a rule makes of this; runs that have the same settings share it."""
    key = digest(made_of)
    SHARED[key] = made_of
    return f"results/shared/{job}/{key}"


def given(name):
    """A setting that a job's folder is made of."""
    return lambda wildcards: SHARED[wildcards.key][name]


def cities_of(config):
    """The folder of the streets and maps of each hour; those of the paper are made together."""
    names = "source folder roads trips bandwidth_m reach_m contribution max_trips sensitivity"
    settings = pick(config["heatmap"], *names.split()) | pick(config, "seed")
    hours = sorted(config["heatmap"]["hours"])
    of_paper = [hour for hour in hours if hour in paper["heatmap"]["hours"]]
    groups = {hour: of_paper if hour in of_paper else [hour] for hour in hours}
    return {h: shared("fetch_city", settings=settings | {"hours": groups[h]}) for h in hours}


def maps_of(cities):
    """Inputs of a rule: the files of some cities, each once."""
    kinds = {"junctions": "csv", "roads": "csv", "truth": "csv", "city": "json"}
    folders = list(dict.fromkeys(cities))
    return {name: [f"{city}/{name}.{kind}" for city in folders] for name, kind in kinds.items()}


def errors(experiment, config=config):
    """The files of an experiment's errors: per epsilon, ascending, cities and repetitions."""
    row, job, seed = REPEATED[experiment], f"compute_{experiment}", pick(config, "seed")
    section = config[row.section]
    if row.maps:
        budget = pick(config["heatmap"], "delta", "sensitivity")
        settings = budget | pick(section, "methods") | seed
        cities = [*dict.fromkeys(cities_of(config).values())]
        # A method that learns from all hours has them in one job.
        together = any(METHODS[name].of_all_hours for name in section["methods"])
        groups = [cities] if together else [[city] for city in cities]
        folders = [shared(job, settings=settings, cities=group) for group in groups]
    else:
        # What is left of the section is in the name of each job.
        axes = ("epsilons", "repetitions", "blocks")
        made_of = {"settings": {name: x for name, x in section.items() if name not in axes} | seed}
        if experiment.startswith("mean_estimation"):
            drawn = pick(section, "sample_size", "dimensions") | seed
            made_of["data"] = shared("draw_data_sets", settings=drawn)
        folders = [shared(job.removesuffix("_extended"), **made_of)]
    return [
        f"{folder}/epsilon-{epsilon!r}/repetitions-{first}-{last}.csv"
        for epsilon in sorted(map(float, section["epsilons"]))
        for folder in folders
        for first, last in repetition_blocks(section["repetitions"], section["blocks"])
    ]


ERRORS = {name: errors(name) for name in REPEATED}


def in_report(picture):
    """A figure's PNG, which Snakemake's own report shows."""
    labels = {"figure": Path(picture).stem}
    return report(picture, caption="../report/figure.rst", category="Figures", labels=labels)


def module_of(figure):
    return "sweep" if figure in SWEPT else figure


def drawn(figure):
    """The three files of a figure."""
    return [f"{RESULTS}/figures/{figure}.{kind}" for kind in ("pdf", "png", "txt")]


def drawn_from(figure):
    """Inputs of a figure's rule: the tables that the registry names, and its code."""

    def missing(wildcards):
        hours = FIGURES[figure].hours
        raise WorkflowError(f"{figure} shows none of heatmap.hours: it needs {hours}")

    made = figure in MADE and [f"<results>/data/{name}" for name in MADE[figure].files]
    return {"tables": made or missing, "code": code("plot.py", f"figures.{module_of(figure)}")}


def start_run(engine_logs):
    """Hold the folder of results until this process ends, and the configuration as it is now."""
    global held
    try:
        held = runs.hold_run(RESULTS)
        before = runs.keep_config(config, RESULTS) or paper | {"run": config["run"]}
        log = runs.keep_log(engine_logs, RESULTS)
    except (runs.RunError, OSError) as error:
        raise WorkflowError(str(error)) from None
    changed = changes(before, config) or ["nothing"]
    told = ", ".join(changed[:4]) + (f" and {len(changed) - 4} more" if len(changed) > 4 else "")
    place = f"{cores()} cores" if cores() else "a cluster"
    say(f"gaussmech · config {config_digest(config)} · {place} · log: {log}")
    maps = f"{sum(figure.maps for figure in MADE.values())} of {len(MADE)}"
    say(f"changed      {told}", map_figures=maps)


def cores():
    """How many this run has; None where jobs are sent elsewhere, and nobody says."""
    return None if workflow.non_local_exec else workflow.cores


def end_run():
    """What the run made, of which data, and how long it took."""
    made = [f"data/{table}" for table in TABLES]
    made += [path.removeprefix(f"{RESULTS}/") for figure in MADE for path in drawn(figure)]
    for line in runs.write_summary(RESULTS, made, started=BEGAN, cores=cores()):
        say(line)


def no_such_target(wildcards):
    """End in one line that lists what there is."""
    known = [*MADE, *"figures tables claims sweep report columns all".split()]
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
