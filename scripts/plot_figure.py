from importlib import import_module
from pathlib import Path

from gaussmech.figures.style import save
from gaussmech.jobs import job
from gaussmech.origin import origin
from gaussmech.tables import read_provenance, read_table, write_text

with job(snakemake.log):
    inputs = {}
    for path in map(Path, snakemake.input):
        read = read_provenance if path.suffix == ".json" else lambda p: read_table(p, p.stem)
        inputs[path.stem] = read(path)
    module = import_module(f"gaussmech.figures.{snakemake.wildcards.figure}")
    # Not a parameter of the job: a new commit alone does not draw a figure anew.
    made_by = origin(snakemake.config)
    save(module.draw(**inputs), snakemake.output.pdf, snakemake.output.png, made_by)
    write_text(module.caption(**inputs), snakemake.output.caption)
