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

from gaussmech.pipeline.config import (
    TRIP_FILES,
    ConfigError,
    changes,
    check_config,
    overlaid,
    plain,
    read_config,
    repetition_blocks,
)
from gaussmech.pipeline.dependencies import Code, code_modules
from gaussmech.pipeline.origin import commit, config_digest, digest
from gaussmech.pipeline.runs import (
    PARTS,
    RunError,
    config_of_run,
    failures,
    hold_run,
    keep_config,
    keep_log,
    write_summary,
)
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
# The experiments that repeat, with the section of the config that says how often; the longest jobs
# begin first, so that no core idles at the end.
REPEATED = {
    "mean_estimation": "mean_estimation",
    "histogram": "histogram",
    "heatmap": "heatmap",
    "heatmap_extended": "denoising",
    "mean_estimation_extended": "mean_estimation_extended",
    "histogram_extended": "histogram_extended",
}
PRIORITY = {"heatmap": 10, "heatmap_extended": 20}
# The keys that make the jobs; what is left of a section is in the params of each.
JOBS = ("epsilons", "repetitions", "blocks")
BLOCK = "{key}/epsilon-{epsilon}/repetitions-{first}-{last}"
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


def city_part(config):
    """The folder of a configuration's streets and maps."""
    names = "source folder roads trips bandwidth_m reach_m contribution max_trips sensitivity hours"
    settings = pick(config["heatmap"], *names.split())
    return part("fetch_city", settings=settings, seed=config["seed"])


def city_tables(folder):
    return {
        "junctions": f"{folder}/junctions.csv",
        "roads": f"{folder}/roads.csv",
        "truth": f"{folder}/heatmap_truth.csv",
        "city": f"{folder}/city.json",
    }


def city_files(wildcards):
    """The user's road and trip files, where there are any."""
    heatmap = MADE_OF["fetch_city", wildcards.key]["settings"]
    if heatmap["folder"] is None or heatmap["source"] not in ("auto", "files"):
        return []
    folder = Path(heatmap["folder"]).expanduser()
    names = [heatmap["roads"], f"{heatmap['roads']}.gz"]
    names += [entry["file"] for entry in heatmap["trips"]] or sorted(
        path.name for path in folder.iterdir() if path.name.endswith(TRIP_FILES)
    )
    return [str(folder / name) for name in names if (folder / name).is_file()]


def errors(experiment, config):
    """The files of an experiment's errors: per epsilon, ascending, and block of repetitions."""
    section, given = config[REPEATED[experiment]], {"seed": config["seed"]}
    if experiment.startswith("heatmap"):
        settings = pick(config["heatmap"], "delta", "sensitivity") | pick(section, "methods")
        given["city"] = city_part(config)
    else:
        settings = {key: value for key, value in section.items() if key not in JOBS}
    if experiment.startswith("mean_estimation"):
        drawn = pick(section, "sample_size", "dimensions")
        given["data"] = part("draw_data_sets", settings=drawn, seed=config["seed"])
    folder = part(f"compute_{experiment}", settings=settings, **given)
    return [
        f"{folder}/epsilon-{epsilon!r}/repetitions-{first}-{last}.csv"
        for epsilon in sorted(map(float, section["epsilons"]))
        for first, last in repetition_blocks(section["repetitions"], section["blocks"])
    ]


def statistics(experiment, config):
    """The table of an experiment's mean errors."""
    repetitions = config[REPEATED[experiment]]["repetitions"]
    folder = part("tabulate_experiment", errors=errors(experiment, config), repetitions=repetitions)
    return f"{folder}/{experiment}.csv"


def data_of(rule):
    """The city, or the data sets, that a job's part is made of; histograms are drawn in the job."""

    def files(wildcards):
        made_of = MADE_OF[rule, wildcards.key]
        if "data" in made_of:
            repetitions = f"repetitions-{wildcards.first}-{wildcards.last}.bin"
            return {"data": f"{made_of['data']}/{repetitions}"}
        return city_tables(made_of["city"]) if "city" in made_of else {}

    return files


def drawn(stem):
    """The three files of a figure."""
    return {"pdf": f"{stem}.pdf", "png": f"{stem}.png", "caption": f"{stem}.txt"}


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
    # Where jobs are sent elsewhere nobody says how many cores there are.
    place = "a cluster" if workflow.non_local_exec else f"{workflow.cores} cores"
    say(f"gaussmech · config {config_digest(config)} · {place} · log: {log}")
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
