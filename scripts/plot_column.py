from importlib import import_module

from gaussmech.paper.figures.style import house_style, rendered
from gaussmech.paper.pipeline.files import content_digest, write_bytes
from gaussmech.paper.pipeline.jobs import job
from gaussmech.paper.pipeline.origin import commit
from gaussmech.paper.pipeline.reading import read_results

with job(snakemake.log):
    figure = import_module(f"gaussmech.paper.figures.{snakemake.params.module}")
    tables = read_results(snakemake.input.tables, snakemake.params.columns)
    origin = f"commit {commit()}; tables {content_digest(*snakemake.input.tables)}"
    with house_style(one_column=True):
        pdf, _ = rendered(figure.draw(**tables), origin)
    write_bytes(pdf, snakemake.output[0])
