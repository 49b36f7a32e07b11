from functools import partial
from importlib import import_module

from gaussmech.pipeline.files import read_numbers, write_table
from gaussmech.pipeline.jobs import job

with job(snakemake.log) as progress:
    given, wildcards, settings = (
        snakemake.params,
        snakemake.wildcards,
        dict(snakemake.params.settings),
    )
    repetitions = range(int(wildcards.first), int(wildcards.last) + 1)
    if snakemake.input.get("data"):
        count = len(repetitions) * sum(settings["dimensions"])
        settings["data"] = read_numbers(snakemake.input.data, count)
    module = import_module(f"gaussmech.experiments.{given.experiment}")
    errors = getattr(module, given.experiment)(
        seed=given.seed,
        epsilon=float(wildcards.epsilon),
        repetitions=repetitions,
        progress=partial(progress, weight=lambda block: block[0] * len(block[1])),
        **settings,
    )
    write_table(errors, snakemake.output[0])
