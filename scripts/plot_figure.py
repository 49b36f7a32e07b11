from importlib import import_module
from pathlib import Path

import gaussmech.pipeline.light  # noqa: F401
from gaussmech.figures.style import column_width, rendered
from gaussmech.pipeline.jobs import job
from gaussmech.pipeline.origin import commit
from gaussmech.pipeline.tables import read_provenance, read_table, write_bytes, write_text

with job(snakemake.log):
    params, inputs = snakemake.params, {}
    for path in map(Path, snakemake.input):
        read = read_provenance if path.suffix == ".json" else lambda p: read_table(p, p.stem)
        inputs[path.stem] = read(path)
    if params.module == "sweep":
        inputs = {"table": inputs.popitem()[1]}
    module = import_module(f"gaussmech.figures.{params.module}")
    # The commit is no parameter of the job: a new one alone does not draw a figure anew.
    made_by = f"commit {commit()}; {params.origin}"
    if params.get("one_column"):
        with column_width():
            pdf, _ = rendered(module.draw(**inputs), made_by)
        write_bytes(pdf, snakemake.output[0])
    else:
        pdf, png = rendered(module.draw(**inputs), made_by)
        write_bytes(pdf, snakemake.output.pdf)
        write_bytes(png, snakemake.output.png)
        write_text(module.caption(**inputs), snakemake.output.caption)
