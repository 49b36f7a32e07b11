"""What all rules share: the configuration, and where the results of a run are stored.

    results/<run>/data, figures               tables and figures
    results/<run>/errors/<experiment>/repetitions-0-99.csv
    results/<run>/city                        what the errors of maps are computed from
    results/<run>/sweep/<keys and values>/    errors, data sets and city of a cell of the sweep
    results/<run>/logs                        of each job, under the name of its rule or its result

`{cell}` is the folder of a cell, "sweep/histogram.delta-0.001__seed-1/"; of the run itself it is "".
"""

import os
import shlex
import sys
from pathlib import Path

# Snakemake starts jobs by a shell, and does not quote the path of the interpreter.
if Path(sys.executable).is_file():
    sys.executable = shlex.quote(sys.executable)

# The library beside this workflow is the one that runs, installed or not.
ROOT = Path(workflow.snakefile).parents[2]
sys.path.insert(0, str(ROOT))
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))

from snakemake.exceptions import WorkflowError

try:
    from gaussmech.paper.registry import REPEATED, RUN_TABLES, figures
except ImportError as error:
    hint = "this workflow runs the library beside it or an installed one: pip install"
    raise WorkflowError(f'{error}; {hint} "gaussmech[workflow]"') from None
from gaussmech.paper.pipeline.config_reader import ConfigError, repetition_blocks
from gaussmech.paper.pipeline.configuration import configuration, folder_of
from gaussmech.paper.pipeline.dependencies import code_of, own_code_of
from gaussmech.paper.pipeline.jobs import contents_of
from gaussmech.paper.pipeline.origin import config_digest, digest, is_planned, note_planned
from gaussmech.paper.pipeline.sweeps import CITY, by_key, cells, folder, folders, part_of
from gaussmech.paper.pipeline.sweeps import swept_keys, with_values


def beside(path):
    """A file of this repository, even if Snakemake fetched the workflow from elsewhere."""
    if not (ROOT / path).is_file():
        return workflow.source_path(f"../../{path}")
    return os.path.relpath(ROOT / path) if ROOT.is_relative_to(Path.cwd()) else str(ROOT / path)


PAPER = beside("config/config.yaml")
DEFAULT = "config/config.yaml" if Path("config/config.yaml").is_file() else PAPER


configfile: DEFAULT


try:
    # Undocumented: the files of --configfile. They are read again for repeated keys, which Snakemake
    # does not see.
    config = configuration(
        config,
        files=[PAPER, DEFAULT, *workflow.overwrite_configfiles],
        schema=beside("workflow/schemas/config.schema.yaml"),
    )
except ConfigError as error:
    raise WorkflowError(str(error)) from None

# Snakemake starts a job elsewhere with this option, and the job reads the configuration again.
IS_JOB = "--mode" in sys.argv
if not IS_JOB:
    note_planned(config_digest(config))
elif is_planned(config_digest(config)) is False:
    edited = ", ".join(map(str, workflow.overwrite_configfiles)) or DEFAULT
    raise WorkflowError(f"{edited} was edited during the run; run the same command again")

RESULTS = folder_of(config)
SWEPT = {f"sweep_{name}": name for name in REPEATED if swept_keys(config, name)}
# The figures of this run, and its tables.
MADE = figures(SWEPT)
TABLES = [f"{name}.csv" for name in (*RUN_TABLES, *SWEPT)] + ["provenance.json"]
# The swept values of each cell by its folder.
CELLS = folders(config)


pathvars:
    results=RESULTS,
    logs=f"{RESULTS}/logs",


wildcard_constraints:
    cell="|sweep/[^/]+/",
    epsilon="[0-9.e+-]+",
    first="[0-9]+",
    last="[0-9]+",


def code(script, *modules, template=()):
    """Parameters of a rule: its files of code with their digests, and the versions of packages.

    A change of one of them runs the jobs again, and Snakemake's reason names it.
    """
    files = [*code_of(beside(f"scripts/{script}"), *modules), *template]
    if not IS_JOB:
        note_planned(digest(files), contents_of(files))
    return files


def own_code(job, *sections):
    """A parameter of a job: the code of the user's own methods that these sections name."""
    of_cell = config_of(job.get("cell", ""))
    return own_code_of([name for section in sections for name in of_cell[section]["methods"]])


def config_of(cell):
    """Return the configuration of a cell of the sweep, or of the run itself."""
    if cell not in CELLS:
        raise WorkflowError(f"{cell} is not a cell of this configuration's sweep")
    return with_values(config, CELLS[cell])


# Keys of a section that its experiment does not take, because other rules do.
LEFT = {*CITY, "heatmap.label", "heatmap.map_epsilon"} - {"seed", "heatmap.sensitivity"}
LEFT |= {"denoising.epsilons", "denoising.methods"}
LEFT |= {"denoising_worth.page_epsilons", "denoising_worth.page_repetitions"}
# A job knows its repetitions by its path.
LEFT |= {f"{row.section}.{key}" for row in REPEATED.values() for key in ("repetitions", "blocks")}


def settings(*names):
    """A parameter of a rule: the settings of its cell, by key. A name is a key, or a section without LEFT.

    An experiment raises an error at a key of `settings` that it does not know. The parameter `asked` is
    of keys that a job has otherwise; a mixture of their values is refused, too.
    """

    def in_cell(wildcards):
        of_cell = by_key(config_of(wildcards.get("cell", "")))
        return {
            key: value
            for key, value in of_cell.items()
            if key in names or (key not in LEFT and key.split(".")[0] in names)
        }

    return in_cell


def errors(experiment, cell=""):
    """The files of an experiment's errors, by block of repetitions; of the extended maps by epsilon, too."""
    section = config_of(cell)[REPEATED[experiment].section]
    places = [f"{RESULTS}/{cell}errors/{experiment}"]
    if experiment == "heatmap_extended":
        epsilons = sorted(map(float, section["epsilons"]))
        places = [f"{places[0]}/epsilon-{epsilon!r}" for epsilon in epsilons]
    blocks = repetition_blocks(section["repetitions"], section["blocks"])
    return [f"{place}/repetitions-{first}-{last}.csv" for place in places for first, last in blocks]


def city(cell=""):
    """Inputs of a rule: streets, maps and provenance of the run's city, or of a cell's."""
    kinds = {"junctions": "csv", "roads": "csv", "truth": "csv", "city": "json"}
    # All cells that have the same city share it.
    place = f"{RESULTS}/{folder(part_of(CELLS[cell], CITY))}city"
    return {name: f"{place}/{name}.{kind}" for name, kind in kinds.items()}
