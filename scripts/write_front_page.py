import csv
from pathlib import Path

from gaussmech.pipeline.jobs import job
from gaussmech.pipeline.report import front_page
from gaussmech.pipeline.runs import time_by_rule
from gaussmech.pipeline.tables import read_provenance, write_text

with job(snakemake.log):
    with open(snakemake.input.claims, encoding="utf-8", newline="") as file:
        claims = list(csv.DictReader(file))
    paths = zip(snakemake.input.figures, snakemake.input.captions, strict=True)
    page = front_page(
        snakemake.input.template,
        figures={Path(png).stem: (png, caption) for png, caption in paths},
        claims=claims,
        provenance=read_provenance(snakemake.input.provenance),
        config=snakemake.config,
        origin=snakemake.params.origin,
        times=time_by_rule(Path(snakemake.output[0]).parents[1]),
    )
    write_text(page, snakemake.output[0])
