from functools import partial
from importlib import import_module

from gaussmech.pipeline.files import read_numbers, write_table
from gaussmech.pipeline.jobs import job, repetitions

with job(snakemake.log) as progress:
    params, settings = snakemake.params, dict(snakemake.params.settings)
    which = repetitions(snakemake.wildcards)
    if snakemake.input.get("data"):
        count = len(which) * sum(settings["dimensions"])
        settings["data"] = read_numbers(snakemake.input.data, count)
    module = import_module(f"gaussmech.experiments.{params.experiment}")
    errors = getattr(module, params.experiment)(
        seed=params.seed,
        epsilon=float(snakemake.wildcards.epsilon),
        repetitions=which,
        progress=partial(progress, weight=lambda block: block[0] * len(block[1])),
        **settings,
    )
    write_table(errors, snakemake.output[0])
