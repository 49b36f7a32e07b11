from importlib import import_module
from pathlib import Path

from gaussmech.figures.style import rendered
from gaussmech.pipeline.jobs import job
from gaussmech.pipeline.origin import origin
from gaussmech.pipeline.tables import read_provenance, read_table, write_bytes, write_text

with job(snakemake.log):
    inputs = {}
    for path in map(Path, snakemake.input):
        read = read_provenance if path.suffix == ".json" else lambda p: read_table(p, p.stem)
        inputs[path.stem] = read(path)
    module = import_module(f"gaussmech.figures.{snakemake.wildcards.figure}")
    # Not a parameter of the job: a new commit alone does not draw a figure anew.
    made_by = origin(snakemake.config)
    pdf, png = rendered(module.draw(**inputs), made_by)
    write_bytes(pdf, snakemake.output.pdf)
    write_bytes(png, snakemake.output.png)
    write_text(module.caption(**inputs), snakemake.output.caption)
