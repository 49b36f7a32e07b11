from gaussmech.paper.experiments import denoising_worth
from gaussmech.paper.pipeline.city_tables import read_city
from gaussmech.paper.pipeline.files import write_tables
from gaussmech.paper.pipeline.jobs import arguments, job

with job(snakemake) as progress:
    graph, maps, source = read_city(snakemake.input, snakemake.params.hours)
    settings = arguments(snakemake) | {"source": source, "progress": progress}
    tabulate = getattr(denoising_worth, snakemake.params.function)
    write_tables(tabulate(graph, maps, **settings), snakemake.output)
