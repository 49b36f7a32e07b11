from importlib import import_module
from pathlib import Path

from gaussmech.paper.figures.style import house_style, rendered
from gaussmech.paper.pipeline.files import content_digest, write_bytes, write_text
from gaussmech.paper.pipeline.jobs import job
from gaussmech.paper.pipeline.origin import commit
from gaussmech.paper.pipeline.tables import read_results

with job(snakemake):
    inputs = {Path(path).name: path for path in snakemake.input}
    outputs = {Path(path).name: path for path in snakemake.output}
    for name, (module, files) in snakemake.params.figures.items():
        figure = import_module(f"gaussmech.paper.figures.{module}")
        paths = [inputs[file] for file in files]
        tables = read_results(paths)
        # The commit is no parameter of the job: a new one alone does not draw a figure anew.
        origin = f"commit {commit()}; tables {content_digest(*paths)}"
        with house_style():
            pdf, png = rendered(figure.draw(**tables), origin)
        write_bytes(pdf, outputs[f"{name}.pdf"])
        write_bytes(png, outputs[f"{name}.png"])
        write_text(figure.caption(**tables), outputs[f"{name}.txt"])
