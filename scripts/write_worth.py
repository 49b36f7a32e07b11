from gaussmech.paper.pages.worth import worth_text
from gaussmech.paper.pipeline.files import write_text
from gaussmech.paper.pipeline.jobs import arguments, job
from gaussmech.paper.pipeline.reading import read_provenance
from gaussmech.paper.pipeline.tables import read_table

with job(snakemake):
    sentences = worth_text(
        read_table(snakemake.input.worth, "denoising_worth"),
        provenance=read_provenance(snakemake.input.provenance),
        **arguments(snakemake),
        origin=snakemake.params.origin,
    )
    write_text(sentences, snakemake.output[0])
