from importlib import import_module

from gaussmech.paper.figures.style import rendered
from gaussmech.paper.pipeline.files import content_digest, write_bytes, write_text
from gaussmech.paper.pipeline.jobs import job
from gaussmech.paper.pipeline.origin import commit
from gaussmech.paper.pipeline.reading import read_results

with job(snakemake.log):
    figure = import_module(f"gaussmech.paper.figures.{snakemake.params.module}")
    tables = read_results(snakemake.input.tables, snakemake.params.columns)
    # The commit is no parameter of the job: a new one alone does not draw a figure anew.
    origin = f"commit {commit()}; tables {content_digest(*snakemake.input.tables)}"
    pdf, png = rendered(figure.draw(**tables), origin)
    write_bytes(pdf, snakemake.output.pdf)
    write_bytes(png, snakemake.output.png)
    write_text(figure.caption(**tables), snakemake.output.caption)
