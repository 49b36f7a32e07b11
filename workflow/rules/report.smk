"""What a run shows: figures, tables, verdicts, and two pages of everything."""

# What the two pages take in.
ASSETS = "page.css report.css report.js noise.js explorer.js vendor/chart.umd.min.js".split()


rule figures:
    """Every figure of this configuration."""
    input:
        [path for figure in MADE for path in drawn(figure)],


rule tables:
    """Every table of this configuration."""
    input:
        expand("<results>/data/{table}", table=TABLES),


rule plot_column:
    """A figure for one column of a page, 3.25 inches wide."""
    input:
        unpack(lambda wildcards: drawn_from(wildcards.figure)),
    output:
        "<results>/figures/column/{figure}.pdf",
    log:
        "<logs>/plot_column/{figure}.log",
    conda:
        ENVIRONMENT
    script:
        "../../scripts/plot.py"


rule columns:
    """All figures for one column; none of them is part of `all`."""
    input:
        expand("<results>/figures/column/{figure}.pdf", figure=MADE),


rule report:
    """What `make report` needs besides Snakemake's own report."""
    input:
        rules.figures.input,
        rules.tables.input,
        rules.claims.input,
        "<results>/report.html",


rule write_report:
    """Two pages: figures, verdicts, data, settings, times; and an explorer of errors and noise."""
    input:
        templates=[beside(f"workflow/report/{page}.html") for page in ("report", "explorer")],
        assets=[beside(f"workflow/report/{name}") for name in ASSETS],
        figures=expand("<results>/figures/{figure}.png", figure=MADE),
        captions=expand("<results>/figures/{figure}.txt", figure=MADE),
        claims="<results>/data/claims.csv",
        tables=collect("<results>/data/{table}.csv", table=REPEATED),
        provenance="<results>/data/provenance.json",
        settings=beside("docs/settings.md"),
        deviations=beside("docs/deviations.md"),
        code=code("write_report.py", *(f"figures.{module_of(figure)}" for figure in MADE)),
    output:
        report="<results>/report.html",
        explorer="<results>/explorer.html",
    log:
        "<logs>/write_report.log",
    benchmark:
        "<benchmarks>/write_report.tsv"
    localrule: True
    conda:
        ENVIRONMENT
    params:
        figures=[(row.files, module_of(figure)) for figure, row in MADE.items()],
        origin={"commit": commit(), "config_digest": config_digest(config)},
    script:
        "../../scripts/write_report.py"
