import csv
from pathlib import Path

import gaussmech.paper.figures
from gaussmech.paper.pages.report import report_page, way_to_sources
from gaussmech.paper.pipeline.files import write_text
from gaussmech.paper.pipeline.jobs import job
from gaussmech.paper.pipeline.mixture import refuse_mixture
from gaussmech.paper.pipeline.reading import read_provenance
from gaussmech.paper.pipeline.summary import costs
from gaussmech.paper.pipeline.tables import read_table

with job(snakemake):
    refuse_mixture(snakemake)
    files = snakemake.input
    params = snakemake.params
    provenance = read_provenance(files.provenance)
    modules = Path(gaussmech.paper.figures.__file__).parent
    figures = {
        Path(png).stem: {
            "png": png,
            "tables": tables,
            "module": modules / f"{module}.py",
        }
        for png, (tables, module) in zip(files.figures, params.figures, strict=True)
    }
    with open(files.claims, encoding="utf-8", newline="") as file:
        report = report_page(
            params.template,
            figures=figures,
            claims=list(csv.DictReader(file)),
            config=snakemake.config,
            times=costs(Path(snakemake.output[0]).parent),
            worth=read_table(files.worth, "denoising_worth"),
            sources=way_to_sources(snakemake.output[0]),
            provenance=provenance,
            origin=params.origin,
        )
    write_text(report, snakemake.output[0])
