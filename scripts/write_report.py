from pathlib import Path

from gaussmech.paper.pages.report import report_page, way_to_sources
from gaussmech.paper.pipeline.files import write_text
from gaussmech.paper.pipeline.jobs import job
from gaussmech.paper.pipeline.mixture import refuse_mixture
from gaussmech.paper.pipeline.summary import costs
from gaussmech.paper.pipeline.tables import read_results

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
        config=snakemake.config,
        times=costs(Path(snakemake.output[0]).parent),
        sources=way_to_sources(snakemake.output[0]),
        origin=params.origin,
        **read_results([files.claims, files.worth, files.provenance]),
    )
    write_text(report, snakemake.output[0])
