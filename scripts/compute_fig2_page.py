from gaussmech.paper.experiments.denoising_worth import page_of_denoising
from gaussmech.paper.pipeline.city_tables import read_city
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.jobs import arguments, job

with job(snakemake) as progress:
    graph, maps, source = read_city(snakemake.input, [snakemake.params.hour])
    settings = arguments(snakemake) | {"source": source, "progress": progress}
    by_epsilon, frames = page_of_denoising(graph, maps, **settings)
    write_table(by_epsilon, snakemake.output.by_epsilon)
    write_table(frames, snakemake.output.frames)
