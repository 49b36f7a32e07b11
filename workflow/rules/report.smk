"""What a run shows: figures, tables, verdicts, and two pages of everything."""

# What the two pages take in.
ASSETS = "page.css report.css report.js noise.js explorer.js vendor/chart.umd.min.js".split()


rule tables:
    """Every table of this configuration."""
    input:
        expand("<results>/data/{table}", table=TABLES),


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
        settings=beside("config/README.md"),
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
    params:
        figures=[(row.files, module_of(figure)) for figure, row in MADE.items()],
        origin={"commit": commit(), "config_digest": config_digest(config)},
    script:
        "../../scripts/write_report.py"
