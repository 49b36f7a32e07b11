"""What all rules share: the configuration, and where the results of a run are stored.

    results/<run>/data, figures               tables and figures
    results/<run>/errors/<experiment>/epsilon-0.1/repetitions-0-99.csv
    results/<run>/data_sets, city             what those errors are computed from
    results/<run>/sweep/<keys and values>/    errors, data sets and city of a cell of the sweep
    results/<run>/logs, benchmarks            of each job, under the name of its rule or its result

`{cell}` is the folder of a cell, "sweep/histogram.delta-0.001__seed-1/"; of the run itself it is "".
"""

import os
import shlex
import signal
import sys
import threading
from pathlib import Path


def stop(*_):
    """Stop at the first Ctrl-C, without a traceback; a second one does not hinder jobs that end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.excepthook = lambda *_: None
    raise KeyboardInterrupt


# The process that plans and starts the jobs, of a workflow that is not another one's module.
IS_MAIN = workflow.is_main_process and workflow.modifier.base_snakefile is None
# Where Ctrl-C is ignored, as in a shell's background, it stays so.
OF_PYTHON = (signal.SIG_DFL, signal.default_int_handler)
if IS_MAIN and threading.current_thread() is threading.main_thread():
    if signal.getsignal(signal.SIGINT) in OF_PYTHON:
        signal.signal(signal.SIGINT, stop)

# Snakemake starts jobs by a shell, and does not quote the path of the interpreter.
if Path(sys.executable).is_file():
    sys.executable = shlex.quote(sys.executable)

# The library beside this workflow is the one that runs, installed or not.
ROOT = Path(workflow.snakefile).parents[2]
sys.path.insert(0, str(ROOT))
paths = filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])
os.environ.update(PYTHONPATH=os.pathsep.join(paths))

from snakemake.exceptions import WorkflowError
from snakemake.io import sourcecache_entry

try:
    from gaussmech.paper.registry import REPEATED, figures, tables
except ImportError as error:
    hint = "this workflow runs the library beside it or an installed one: pip install"
    raise WorkflowError(f'{error}; {hint} "gaussmech[workflow]"') from None
from gaussmech.paper.experiments.methods import method_named
from gaussmech.paper.pipeline import runs
from gaussmech.paper.pipeline.config import ConfigError, repetition_blocks
from gaussmech.paper.pipeline.configuration import configuration
from gaussmech.paper.pipeline.dependencies import code_files, here, own_files
from gaussmech.paper.pipeline.jobs import library_versions
from gaussmech.paper.pipeline.locks import RunError
from gaussmech.paper.pipeline.sweeps import CITY, DATA_SETS, cells, folder, folders, part_of
from gaussmech.paper.pipeline.sweeps import swept_keys, with_values


def beside(path):
    """A file of this repository, even if Snakemake fetched the workflow from elsewhere."""
    if (ROOT / path).is_file():
        return source(here(ROOT / path))
    return workflow.source_path(f"../../{path}")


def source(path):
    """Mark a file as one of the workflow's own: no storage provider looks for it among the results."""
    return sourcecache_entry(path, path)


PAPER = beside("config/config.yaml")


configfile: "config/config.yaml" if Path("config/config.yaml").is_file() else PAPER


try:
    paper, config = configuration(
        workflow, config, paper=PAPER, schema=beside("workflow/schemas/config.schema.yaml")
    )
except (ConfigError, RunError) as error:
    raise WorkflowError(str(error)) from None

if IS_MAIN and shell.get_executable():
    # Jobs elsewhere print to the log of their executor, and another workflow's jobs are its own.
    shell.prefix(f"source {shlex.quote(beside('workflow/job.sh'))}; ")

RESULTS = runs.folder_of(config)
SWEPT = {f"sweep_{name}": name for name in REPEATED if swept_keys(config, name)}
# The figures of this run. A figure is left out if the run has none of its hours, and so are the tables
# that only such figures show.
MADE = figures(config, SWEPT)
TABLES = [f"{name}.csv" for name in (*tables(MADE), *SWEPT)] + ["provenance.json"]
# A change of these versions runs the jobs again, because last digits may differ.
VERSIONS = library_versions()
# The swept values of each cell by its folder.
CELLS = folders(config)
# A pattern that no text matches.
NEVER = "(?!)"


pathvars:
    results=RESULTS,
    logs=f"{RESULTS}/logs",
    benchmarks=f"{RESULTS}/benchmarks",


wildcard_constraints:
    cell="|sweep/[^/]+/",
    epsilon="[0-9.e+-]+",
    first="[0-9]+",
    last="[0-9]+",
    figure="|".join(MADE),


def code(script, *modules):
    """Inputs of a rule: its script and all modules of this package that it imports, directly or not."""
    return [source(path) for path in code_files(beside(f"scripts/{script}"), *modules)]


def own_code(job, *sections):
    """Inputs of a job: the code of the user's own methods that these sections name."""
    of_cell = config_of(job.get("cell", ""))
    names = [name for section in sections for name in of_cell[section]["methods"]]
    return [source(path) for path in own_files(names)]


def pick(section, *names):
    return {name: section[name] for name in names}


def config_of(cell):
    """Return the configuration of a cell of the sweep, or of the run itself."""
    if cell not in CELLS:
        raise WorkflowError(f"{cell} is not a cell of this configuration's sweep")
    return with_values(config, CELLS[cell])


def settings(**sections):
    """Parameters of a rule: the seed, and of each section the settings that it names."""

    def in_cell(wildcards):
        of_cell = config_of(wildcards.get("cell", ""))
        values = pick(of_cell, "seed")
        for section, names in sections.items():
            values |= pick(of_cell[section], *names.split())
        return values

    return in_cell


def extended_settings(wildcards):
    """Settings of the extended maps: all hours together are denoised at the maps' epsilon only."""
    values = settings(heatmap="delta sensitivity", denoising="methods")(wildcards)
    if float(wildcards.epsilon) != config_of(wildcards.cell)["heatmap"]["map_epsilon"]:
        values["methods"] = [
            name for name in values["methods"] if not method_named(name).needs_all_hours
        ]
    return values


def errors(experiment, cell=""):
    """The files of an experiment's errors: by epsilon, and by block of repetitions."""
    section = config_of(cell)[REPEATED[experiment].section]
    return [
        f"{RESULTS}/{cell}errors/{experiment}/epsilon-{epsilon!r}/repetitions-{first}-{last}.csv"
        for epsilon in sorted(map(float, section["epsilons"]))
        for first, last in repetition_blocks(section["repetitions"], section["blocks"])
    ]


def together(experiment):
    """The files of a block of repetitions at all epsilons, which one job makes: it starts only once."""
    epsilons = sorted(map(float, config[REPEATED[experiment].section]["epsilons"]))
    return [
        f"<results>/{{cell}}errors/{experiment}/epsilon-{epsilon!r}/repetitions-{{first}}-{{last}}.csv"
        for epsilon in epsilons
    ]


def untouched(experiment):
    """The cells, as a pattern, whose errors are made at all epsilons together.

    A job deletes what it makes before it begins. Where there are errors already, each epsilon has a job
    of its own, and a new epsilon neither overwrites nor repeats the others. So it is on clusters, which
    run these jobs at once, and where results lie elsewhere.
    """
    section = REPEATED[experiment].section
    elsewhere = workflow.storage_settings.default_storage_provider
    if not IS_MAIN or elsewhere or workflow.resource_settings.nodes:
        return NEVER
    if f"{section}.epsilons" in config["sweep"] or len(config[section]["epsilons"]) == 1:
        return NEVER
    in_sweep = [path for _, paths in swept_errors(experiment) for path in paths]
    files = {"": errors(experiment), "sweep/[^/]+/": in_sweep}
    new = [cell for cell, paths in files.items() if not any(map(os.path.exists, paths))]
    # Snakemake takes an empty pattern for any text.
    return "|".join([*new, NEVER])


def data_sets(experiment, cell, first, last):
    """The file of the data sets of a block of repetitions, which all budgets of a sweep share."""
    place = f"{RESULTS}/{folder(part_of(CELLS[cell], DATA_SETS))}data_sets/{experiment}"
    return f"{place}/repetitions-{first}-{last}.bin"


def city_cell(cell):
    """The folder of the cell that makes the city of a cell: all that have the same share it."""
    return folder(part_of(CELLS[cell], CITY))


def city(cell=""):
    """Inputs of a rule: streets, maps and provenance of the run's city, or of a cell's."""
    kinds = {"junctions": "csv", "roads": "csv", "truth": "csv", "city": "json"}
    place = f"{RESULTS}/{city_cell(cell)}city"
    return {name: f"{place}/{name}.{kind}" for name, kind in kinds.items()}


def swept_errors(experiment):
    """Pairs of a cell's values and the files of its errors."""
    folders_of_cells = [(values, folder(values)) for values, _ in cells(config, experiment)]
    return [(values, errors(experiment, cell)) for values, cell in folders_of_cells]


def no_sweep(wildcards):
    """End in one line that says what is missing."""
    example = "sweep: {histogram.delta: [1.0e-3, 1.0e-6]}"
    raise WorkflowError(f"the configuration has no `sweep`; add one, such as {example}")


def in_report(picture):
    """A figure's PNG, which Snakemake's own report shows."""
    labels = {"figure": Path(picture).stem}
    return report(picture, caption="../report/figure.rst", category="Figures", labels=labels)


def module_of(figure):
    """The module of gaussmech.paper.figures that draws a figure."""
    return "sweep" if figure in SWEPT else figure


def drawn(figure):
    """The three files of a figure."""
    return [f"{RESULTS}/figures/{figure}.{kind}" for kind in ("pdf", "png", "txt")]
