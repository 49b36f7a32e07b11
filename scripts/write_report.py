import csv
from pathlib import Path

import gaussmech.pipeline.light  # noqa: F401
from gaussmech.pipeline.jobs import job
from gaussmech.pipeline.report import report_page
from gaussmech.pipeline.runs import time_by_rule
from gaussmech.pipeline.tables import read_provenance, write_text

with job(snakemake.log):
    with open(snakemake.input.claims, encoding="utf-8", newline="") as file:
        claims = list(csv.DictReader(file))
    given, paths = snakemake.params, snakemake.input
    names, kinds = given.tables, zip(paths.figures, paths.captions, paths.modules, strict=True)
    page = report_page(
        paths.template,
        figures={
            name: {"png": png, "caption": caption, "tables": names[name], "module": module}
            for name, (png, caption, module) in zip(names, kinds, strict=True)
        },
        claims=claims,
        provenance=read_provenance(paths.provenance),
        config=snakemake.config,
        origin=given.origin,
        times=time_by_rule(Path(snakemake.output[0]).parent),
    )
    write_text(page, snakemake.output[0])
