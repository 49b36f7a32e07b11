from gaussmech.paper.experiments.denoising_worth import page_of_denoising
from gaussmech.paper.pipeline.city_tables import read_graph, read_maps
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.jobs import job
from gaussmech.paper.pipeline.reading import read_provenance

with job(snakemake) as progress:
    graph = read_graph(snakemake.input)
    maps = read_maps(snakemake.input.truth, [snakemake.params.hour])
    source = read_provenance(snakemake.input.city)["source"]
    params = snakemake.params
    by_epsilon, frames = page_of_denoising(
        graph,
        maps,
        source=source,
        page_repetitions=params.repetitions,
        progress=progress,
        **params.settings,
    )
    write_table(by_epsilon, snakemake.output.by_epsilon)
    write_table(frames, snakemake.output.frames)
