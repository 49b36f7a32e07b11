"""The figures: one per row of gaussmech.paper.registry.FIGURES; `snakemake fig4` draws figure fig4.

The row names its tables and title; gaussmech/paper/figures/fig4.py draws it. Figures with the same first
table are drawn in one job (`registry.Figure.job`), because importing Matplotlib takes longer than drawing;
and so are all figures of the companion papers, whose tables are made in seconds.
Each figure has a rule of its name, which `snakemake --list-rules` shows. Each swept table adds a figure
(`registry.figures`).

How fig2 is made: rule `fig2` requests the files; rule `plot_heatmap` makes them with scripts/plot.py,
which calls gaussmech/paper/figures/fig2.py. Its tables are made in heatmap.smk.
"""

# The figures that each job draws.
GROUPS = {}
for figure, row in MADE.items():
    GROUPS.setdefault(row.job, []).append(figure)


for group, names in GROUPS.items():

    rule:
        name:
            f"plot_{group}"
        input:
            tables=sorted({f"<results>/data/{file}" for name in names for file in MADE[name].files}),
            code=code("plot.py", *(f"figures.{module_of(name)}" for name in names)),
        output:
            pdf=[f"<results>/figures/{name}.pdf" for name in names],
            png=[in_report(f"<results>/figures/{name}.png") for name in names],
            caption=[f"<results>/figures/{name}.txt" for name in names],
        log:
            f"<logs>/plot/{group}.log",
        benchmark:
            f"<benchmarks>/plot/{group}.tsv"
        group:
            "figures"
        params:
            figures={name: (module_of(name), MADE[name].files) for name in names},
        script:
            "../../scripts/plot.py"

    getattr(rules, f"plot_{group}").rule.docstring = f"Figures: {', '.join(names)}."


for figure, row in MADE.items():

    rule:
        name:
            figure
        input:
            drawn(figure),

    getattr(rules, figure).rule.docstring = f"{row.title}."


rule figures:
    """Every figure of this configuration."""
    input:
        [path for figure in MADE for path in drawn(figure)],
