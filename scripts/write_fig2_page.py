from pathlib import Path

from gaussmech.paper.pages.slider import fig2_page
from gaussmech.paper.pipeline.files import write_text
from gaussmech.paper.pipeline.jobs import arguments, job
from gaussmech.paper.pipeline.reading import read_provenance
from gaussmech.paper.pipeline.tables import read_results, read_table

with job(snakemake):
    files = snakemake.input
    page = fig2_page(
        Path(snakemake.params.template),
        tables=read_results(files.tables),
        junctions=read_table(files.junctions, "junctions"),
        roads=read_table(files.roads, "roads"),
        provenance=read_provenance(files.provenance),
        **arguments(snakemake),
    )
    write_text(page, snakemake.output[0])
