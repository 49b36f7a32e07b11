"""The figures: a rule for each row of gaussmech.paper.registry.FIGURES; `snakemake fig4` draws one.

The row names the tables and the title; gaussmech/paper/figures/fig4.py draws figure fig4. The
figures of a sweep have rows as well, which `figures(config, SWEPT)` makes.
"""

for figure, row in MADE.items():

    rule:
        name:
            figure
        input:
            tables=[f"<results>/data/{table}" for table in row.files],
            code=code("plot.py", f"figures.{module_of(figure)}"),
        output:
            pdf=f"<results>/figures/{figure}.pdf",
            png=in_report(f"<results>/figures/{figure}.png"),
            caption=f"<results>/figures/{figure}.txt",
        log:
            f"<logs>/plot/{figure}.log",
        benchmark:
            f"<benchmarks>/plot/{figure}.tsv"
        group:
            "figures"
        params:
            module=module_of(figure),
            columns=columns_of(figure),
        script:
            "../../scripts/plot.py"

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
