from gaussmech.paper.pages.slider import fig2_page
from gaussmech.paper.pipeline.files import write_text
from gaussmech.paper.pipeline.jobs import arguments, job
from gaussmech.paper.pipeline.tables import read_results

with job(snakemake):
    tables = read_results(snakemake.input)
    page = fig2_page(snakemake.params.template, **tables, **arguments(snakemake))
    write_text(page, snakemake.output[0])
