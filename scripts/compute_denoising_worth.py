from gaussmech.paper.experiments.denoising_worth import denoising_worth
from gaussmech.paper.pipeline.city_tables import read_city
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.jobs import arguments, job

with job(snakemake) as progress:
    graph, maps, source = read_city(snakemake.input, snakemake.params.hours)
    settings = arguments(snakemake) | {"source": source, "progress": progress}
    write_table(denoising_worth(graph, maps, **settings), snakemake.output[0])
