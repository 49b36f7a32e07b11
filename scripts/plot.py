from importlib import import_module
from pathlib import Path

from gaussmech.paper.figures.style import house_style, rendered
from gaussmech.paper.pipeline.files import content_digest, write_bytes, write_text
from gaussmech.paper.pipeline.jobs import job
from gaussmech.paper.pipeline.origin import commit
from gaussmech.paper.pipeline.tables import read_results

with job(snakemake.log):
    name, tables = Path(snakemake.output[0]).stem, read_results(snakemake.input.tables)
    if name.startswith("sweep_"):
        tables["table"] = tables.pop(name)
    module = import_module(f"gaussmech.paper.figures.{name.split('sweep_')[0] or 'sweep'}")
    # The commit is no parameter of the job: a new one alone does not draw a figure anew.
    made_by = f"commit {commit()}; tables {content_digest(*snakemake.input.tables)}"
    with house_style(one_column=len(snakemake.output) == 1):
        pdf, png = rendered(module.draw(**tables), made_by)
    write_bytes(pdf, snakemake.output[0])
    if len(snakemake.output) > 1:
        write_bytes(png, snakemake.output.png)
        write_text(module.caption(**tables), snakemake.output.caption)
