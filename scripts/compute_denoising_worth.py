from gaussmech.paper.experiments.denoising_worth import denoising_worth
from gaussmech.paper.pipeline.city_tables import read_graph, read_maps
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.jobs import job
from gaussmech.paper.pipeline.reading import read_provenance

with job(snakemake) as progress:
    params = snakemake.params
    table = denoising_worth(
        read_graph(snakemake.input),
        read_maps(snakemake.input.truth, params.hours),
        source=read_provenance(snakemake.input.city)["source"],
        progress=progress,
        **params.budget,
        **params.settings,
    )
    write_table(table, snakemake.output[0])
