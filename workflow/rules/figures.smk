"""The figures: one per row of gaussmech.paper.registry.FIGURES; `snakemake fig4` draws figure fig4.

The row names its tables and title; gaussmech/paper/figures/fig4.py draws it. Figures whose tables one
rule makes are drawn by one job as well: loading what draws takes longer than drawing. Each has a
rule of its name, which `snakemake --list-rules` shows. A sweep has figures too: `figures(config, SWEPT)`.
"""

# The rule that makes each table.
MADE_BY = {Path(path).stem: each.name for each in workflow.rules for path in each.output}
# The figures by the rule that makes the first of their tables, without its verb.
DRAWN_TOGETHER = {}
for figure, row in MADE.items():
    verb, _, together = MADE_BY[row.tables.split()[0]].partition("_")
    DRAWN_TOGETHER.setdefault(together, []).append(figure)


for together, names in DRAWN_TOGETHER.items():

    rule:
        name:
            f"plot_{together}"
        input:
            tables=sorted({f"<results>/data/{file}" for name in names for file in MADE[name].files}),
            code=code("plot.py", *(f"figures.{module_of(name)}" for name in names)),
        output:
            pdf=[f"<results>/figures/{name}.pdf" for name in names],
            png=[in_report(f"<results>/figures/{name}.png") for name in names],
            caption=[f"<results>/figures/{name}.txt" for name in names],
        log:
            f"<logs>/plot/{together}.log",
        benchmark:
            f"<benchmarks>/plot/{together}.tsv"
        group:
            "figures"
        params:
            figures={name: (module_of(name), MADE[name].files) for name in names},
            columns={table: of for name in names for table, of in columns_of(name).items()},
        script:
            "../../scripts/plot.py"

    getattr(rules, f"plot_{together}").rule.docstring = f"Figures: {', '.join(names)}."


for figure, row in MADE.items():

    rule:
        name:
            figure
        input:
            drawn(figure),

    getattr(rules, figure).rule.docstring = f"{row.title}."


rule plot_column:
    """A figure for one column of a page, 3.25 inches wide."""
    input:
        tables=lambda job: [f"{RESULTS}/data/{table}" for table in MADE[job.figure].files],
        code=lambda job: code("plot_column.py", f"figures.{module_of(job.figure)}"),
    output:
        "<results>/figures/column/{figure}.pdf",
    log:
        "<logs>/plot_column/{figure}.log",
    params:
        module=lambda job: module_of(job.figure),
        columns=lambda job: columns_of(job.figure),
    script:
        "../../scripts/plot_column.py"


rule figures:
    """Every figure of this configuration."""
    input:
        [path for figure in MADE for path in drawn(figure)],


rule columns:
    """All figures for one column; none of them is part of `all`."""
    input:
        expand("<results>/figures/column/{figure}.pdf", figure=MADE),
