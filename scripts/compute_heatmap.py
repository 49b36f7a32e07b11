from gaussmech.experiments.heatmap import heatmap
from gaussmech.pipeline.city_tables import read_graph, read_maps
from gaussmech.pipeline.files import read_provenance, write_table
from gaussmech.pipeline.jobs import job, repetitions

with job(snakemake.log) as progress:
    errors = heatmap(
        read_graph(snakemake.input),
        read_maps(snakemake.input.truth),
        source=read_provenance(snakemake.input.city[0])["source"],
        seed=snakemake.params.seed,
        epsilon=float(snakemake.wildcards.epsilon),
        repetitions=repetitions(snakemake.wildcards),
        progress=progress,
        **snakemake.params.settings,
    )
    write_table(errors, snakemake.output[0])
