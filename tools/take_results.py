"""Copy what README.md and the pages of docs show of a run: verdicts, costs, figures.

    python -m tools.take_results results

The run must have made its report. Results of `deviations.yaml`, of `delta_sweep.yaml` and of `make
bench` are copied, too, if they stand in the run's folder or next to it; else docs keeps those that it
has.
"""

import shutil
import sys
from importlib import import_module
from io import BytesIO
from pathlib import Path

import numpy as np
import pandas as pd
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.transforms import Bbox
from PIL import Image

from gaussmech.paper.figures.style import house_style
from gaussmech.paper.pipeline.summary import COSTS, costs
from gaussmech.paper.pipeline.tables import read_results
from gaussmech.paper.registry import FIGURES
from tools.draw_frames import frames
from tools.pictures import write_png

DOCS = Path(__file__).parents[1] / "docs"
REFERENCE = DOCS / "reference"
GALLERY = DOCS / "gallery"
# Pixels: the width of a picture that fills the page, of one in the gallery, and of a panel in README,
# which is shown at half of it.
PAGE_WIDTH = 1400
GALLERY_WIDTH = 800
PANEL_WIDTH = 540
DPI = 300
# Of each figure of the paper these panels stand in README, by the first words of their titles: a whole
# figure could not be read at that size.
PANELS = {
    "fig1": "(b)",
    "fig2": ("Ground truth", "Raw aGM"),
    "fig3": "(a)",
    "fig4": "(d)",
    "fig5": ("Ground truth", "Raw aGM"),
    "fig6": "(e)",
}


def take(results):
    """Copy tables, figures and their captions, and draw the first picture and the panels of README."""
    for name in (
        "claims.md",
        "data/claims.csv",
        "data/denoising_worth.csv",
        "data/provenance.json",
        "data/trend_by_lambda.csv",
    ):
        shutil.copy(results / name, REFERENCE)
    write_table(pd.DataFrame(costs(results), columns=COSTS), "costs.csv", "%.2f")
    for old in GALLERY.iterdir():
        old.unlink()
    for path in sorted((results / "figures").glob("*.png")):
        write_png(path, GALLERY / path.name, GALLERY_WIDTH)
        shutil.copy(path.with_suffix(".txt"), GALLERY)
    picture = BytesIO()
    frames(results, picture)
    write_png(picture, DOCS / "fig2.png", PAGE_WIDTH)
    for name in PANELS:
        write_panels(results, name)


def write_panels(results, name):
    """Draw a figure anew and write those of its panels that README shows."""
    module = import_module(f"gaussmech.paper.figures.{name}")
    tables = read_results([results / "data" / file for file in FIGURES[name].files])
    with house_style():
        figure = module.draw(**tables)
        canvas = FigureCanvasAgg(figure)
        figure.set_dpi(DPI)
        canvas.draw()
        boxes = [
            axes.get_tightbbox()
            for axes in figure.axes
            if (axes.get_title() or axes.get_title(loc="left")).startswith(PANELS[name])
        ]
    whole = Image.fromarray(np.asarray(canvas.buffer_rgba()))
    box = Bbox.union(boxes).padded(12)
    # Rows of an image are counted from the top.
    part = whole.crop((box.x0, whole.height - box.y1, box.x1, whole.height - box.y0))
    picture = BytesIO()
    part.save(picture, "PNG")
    write_png(picture, GALLERY / f"{name}_panel.png", PANEL_WIDTH)


def take_neighbours(results):
    """Copy what other runs and the benchmarks have left next to a run."""
    for folder in (results, results.parent):
        sweep = folder / "deviations/data/sweep_heatmap.csv"
        if sweep.is_file():
            rows = pd.read_csv(sweep)
            keys = ["heatmap.bandwidth_m", "heatmap.reach_m", "hour", "method"]
            errors = ["rmse_mean", "rmse_se", "ratio", "ratio_std"]
            rows = rows.loc[rows["method"].str.startswith("aGM-")]
            write_table(rows[[*keys, "repetitions", *errors]], "deviations.csv", "%.6g")
        sweep = folder / "delta_sweep/figures/sweep_histogram.png"
        if sweep.is_file():
            write_png(sweep, DOCS / "sweep.png", GALLERY_WIDTH)
        bench = folder / "bench"
        for path in bench.glob("*.md"):
            shutil.copy(path, DOCS / "bench")
        for name, target in (("calibration", "calibrators"), ("scaling", "scaling")):
            if (bench / f"{name}.png").is_file():
                write_png(bench / f"{name}.png", DOCS / f"{target}.png", PAGE_WIDTH)


def write_table(rows, name, digits):
    """Write a table into docs/reference."""
    rows.to_csv(REFERENCE / name, index=False, float_format=digits, lineterminator="\n")


if __name__ == "__main__":
    (folder,) = map(Path, sys.argv[1:])
    if not (folder / "data/denoising_frames.csv").is_file():
        sys.exit(f"{folder} has no data/denoising_frames.csv: run make report")
    take(folder)
    take_neighbours(folder)
