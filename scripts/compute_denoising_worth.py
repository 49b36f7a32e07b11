from gaussmech.paper.experiments.areas_worth import AreasWorth
from gaussmech.paper.experiments.denoising_worth import denoising_worth
from gaussmech.paper.pipeline.city_tables import read_graph, read_maps
from gaussmech.paper.pipeline.files import write_table
from gaussmech.paper.pipeline.jobs import job
from gaussmech.paper.pipeline.reading import read_provenance

with job(snakemake) as progress:
    graph = read_graph(snakemake.input)
    params = snakemake.params
    maps = read_maps(snakemake.input.truth, params.hours)
    source = read_provenance(snakemake.input.city)["source"]
    budget = params.budget | {"source": source}
    areas = AreasWorth(graph, min(maps), max_trips=params.max_trips, **budget)
    table = denoising_worth(
        graph,
        maps,
        observe=areas.observe,
        progress=progress,
        **budget,
        **params.settings,
    )
    write_table(table, snakemake.output.denoising)
    write_table(areas.table(), snakemake.output.areas)
