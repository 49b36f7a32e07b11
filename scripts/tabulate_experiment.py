import gaussmech.pipeline.light  # noqa: F401
from gaussmech.experiments.error_tables import error_table, map_error_table
from gaussmech.experiments.mean_estimation import with_exact_noise
from gaussmech.pipeline.jobs import job
from gaussmech.pipeline.tables import read_table, write_table

with job(snakemake.log):
    import pandas as pd

    name = snakemake.wildcards.experiment
    errors = pd.concat(read_table(path, f"{name}_errors") for path in snakemake.input)
    if name == "mean_estimation_extended":
        errors = with_exact_noise(errors)
    tabulate = map_error_table if name.startswith("heatmap") else error_table
    write_table(tabulate(errors, repetitions=snakemake.params.repetitions), snakemake.output[0])
