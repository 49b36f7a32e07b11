"""The figures: one per row of gaussmech.paper.registry.FIGURES; `snakemake fig4` draws figure fig4.

The row names its tables and title; gaussmech/paper/figures/fig4.py draws it. Figures whose first
tables are made together are drawn in one job (`registry.Figure.job`), because importing Matplotlib takes longer than drawing;
and so are all figures of the companion papers, whose tables are made in seconds.
Each figure has a rule of its name (targets.smk), which `snakemake --list-rules` shows. Each swept table adds one
(`registry.figures`).

How fig2 is made: rule `fig2` requests the files; rule `plot_heatmap` makes them with scripts/plot.py,
which calls gaussmech/paper/figures/fig2.py. Its tables are made in heatmap.smk.
"""

# The figures that each job draws.
GROUPS = {}
for figure, row in MADE.items():
    GROUPS.setdefault(row.job, []).append(figure)


def in_report(picture):
    """A figure's PNG, which Snakemake's own report shows."""
    labels = {"figure": Path(picture).stem}
    return report(picture, caption="../report/figure.rst", category="Figures", labels=labels)


def module_of(figure):
    """The module of gaussmech.paper.figures that draws a figure."""
    return "sweep" if figure in SWEPT else figure


for group, names in GROUPS.items():

    rule:
        name:
            f"plot_{group}"
        input:
            tables=sorted({f"<results>/data/{file}" for name in names for file in MADE[name].files}),
        output:
            pdf=[f"<results>/figures/{name}.pdf" for name in names],
            png=[in_report(f"<results>/figures/{name}.png") for name in names],
            caption=[f"<results>/figures/{name}.txt" for name in names],
        log:
            f"<logs>/plot/{group}.log",
        group:
            "figures"
        params:
            *code("plot.py", *(f"figures.{module_of(name)}" for name in names)),
            figures={name: (module_of(name), MADE[name].files) for name in names},
        script:
            "../../scripts/plot.py"
