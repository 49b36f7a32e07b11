"""The verdicts on the papers' claims, and the simulations that they need besides."""


rule compute_claims_differences:
    """More repetitions where the paper's leave a claim open."""
    input:
        mean_estimation="<results>/data/mean_estimation.csv",
        histogram="<results>/data/histogram.csv",
        mean_estimation_errors=errors("mean_estimation"),
        histogram_errors=errors("histogram"),
    output:
        "<results>/data/claims_differences.csv",
    log:
        "<logs>/compute_claims_differences.log",
    params:
        *code("compute_claims_differences.py"),
        settings=settings("seed"),
    script:
        "../../scripts/compute_claims_differences.py"


rule tabulate_claims:
    """The verdict on each claim of the papers, as a table and as a page."""
    input:
        tables=[
            f"<results>/data/{name}.csv" for name, row in EXPERIMENTS.items() if row.read_by_claims
        ],
        provenance="<results>/data/provenance.json",
    output:
        table="<results>/data/claims.csv",
        page="<results>/claims.md",
    log:
        "<logs>/tabulate_claims.log",
    localrule: True
    params:
        *code("tabulate_claims.py"),
    script:
        "../../scripts/tabulate_claims.py"
