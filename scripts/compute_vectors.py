from functools import partial

from gaussmech.paper.pipeline.files import read_numbers, write_tables
from gaussmech.paper.pipeline.jobs import cell, job, made_by

with job(snakemake.log) as progress:
    settings = snakemake.params.settings | cell(snakemake.wildcards)
    if snakemake.input.get("data"):
        count = len(settings["repetitions"]) * sum(settings["dimensions"])
        settings["data"] = read_numbers(snakemake.input.data, count)
    settings["progress"] = partial(progress, weight=lambda block: block[0] * len(block[1]))
    write_tables(made_by(snakemake.params.make)(**settings), snakemake.output)
