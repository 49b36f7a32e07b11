from pathlib import Path

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
    pictures = {Path(png).stem: png for png in files.figures}
    report = report_page(
        params.template,
        figures={
            name: (pictures[name], *about) for name, about in params.figures.items()
        },
        claims=read_table(files.claims, "claims").to_dict("records"),
        config=snakemake.config,
        times=costs(Path(snakemake.output[0]).parent),
        worth=read_table(files.worth, "denoising_worth"),
        sources=way_to_sources(snakemake.output[0]),
        provenance=read_provenance(files.provenance),
        origin=params.origin,
    )
    write_text(report, snakemake.output[0])
