from pathlib import Path

from gaussmech.paper.pipeline.files import write_text
from gaussmech.paper.pipeline.jobs import job
from gaussmech.paper.pipeline.reading import read_provenance, read_results, read_table
from gaussmech.paper.pipeline.slider import fig2_page

with job(snakemake.log):
    given, columns = snakemake.input, snakemake.params.columns
    page = fig2_page(
        Path(given.template),
        tables=read_results(given.tables, columns),
        junctions=read_table(given.junctions, "junctions", columns["junctions"]),
        roads=read_table(given.roads, "roads", columns["roads"]),
        provenance=read_provenance(given.provenance),
        map_epsilon=snakemake.params.map_epsilon,
    )
    write_text(page, snakemake.output[0])
