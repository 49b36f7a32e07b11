from gaussmech.paper.pages.worth import worth_text
from gaussmech.paper.pipeline.files import write_text
from gaussmech.paper.pipeline.jobs import arguments, job
from gaussmech.paper.pipeline.tables import read_results

with job(snakemake):
    settings = arguments(snakemake) | {"origin": snakemake.params.origin}
    text = worth_text(**read_results(snakemake.input), **settings)
    write_text(text, snakemake.output[0])
