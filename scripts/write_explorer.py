from gaussmech.pipeline.explorer import explorer_page
from gaussmech.pipeline.files import read_provenance, write_text
from gaussmech.pipeline.jobs import job
from gaussmech.pipeline.tables import read_results

with job(snakemake.log):
    page = explorer_page(
        snakemake.input.template,
        tables=read_results(snakemake.input.tables),
        provenance=read_provenance(snakemake.input.provenance),
        seed=snakemake.config["seed"],
        origin=snakemake.params.origin,
    )
    write_text(page, snakemake.output[0])
