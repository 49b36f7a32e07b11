import csv
from pathlib import Path

import gaussmech.figures
from gaussmech.pipeline.files import read_provenance, write_text
from gaussmech.pipeline.jobs import job
from gaussmech.pipeline.report import report_page
from gaussmech.pipeline.runs import time_by_rule

with job(snakemake.log):
    with open(snakemake.input.claims, encoding="utf-8", newline="") as file:
        claims = list(csv.DictReader(file))
    given, paths = snakemake.params, snakemake.input
    folder = Path(gaussmech.figures.__file__).parent
    figures = {
        name: {
            "png": png,
            "caption": caption,
            "tables": tables,
            "module": folder / f"{name.split('sweep_')[0] or 'sweep'}.py",
        }
        for (name, tables), png, caption in zip(
            given.figures.items(), paths.figures, paths.captions, strict=True
        )
    }
    page = report_page(
        paths.template,
        figures=figures,
        claims=claims,
        provenance=read_provenance(paths.provenance),
        config=snakemake.config,
        origin=given.origin,
        times=time_by_rule(Path(snakemake.output[0]).parent),
        settings=Path(paths.settings).read_text(encoding="utf-8"),
        deviations=Path(paths.deviations).read_text(encoding="utf-8"),
    )
    write_text(page, snakemake.output[0])
