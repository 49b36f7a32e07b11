"""The verdicts on the papers' claims, and the simulations that they need besides."""

JUDGED = [name for name, row in EXPERIMENTS.items() if row.judged]


localrules:
    tabulate_claims,


rule compute_claims_differences:
    """More repetitions where the paper's leave a claim open."""
    input:
        mean_estimation="<results>/data/mean_estimation.csv",
        histogram="<results>/data/histogram.csv",
        mean_estimation_errors=errors("mean_estimation"),
        histogram_errors=errors("histogram"),
        code=code("compute_claims_differences.py"),
    output:
        "<results>/data/claims_differences.csv",
    log:
        "<logs>/compute_claims_differences.log",
    benchmark:
        "<benchmarks>/compute_claims_differences.tsv"
    conda:
        ENVIRONMENT
    params:
        seed=config["seed"],
    script:
        "../../scripts/compute_claims_differences.py"


use rule compute_calibration as compute_claims_prior with:
    """Squared errors under the model of Theorem 11."""
    pathvars:
        job="compute_claims_prior",
    input:
        code=code("compute.py", "experiments.claim_runs"),
    output:
        claims_prior="<results>/data/claims_prior.csv",
    params:
        make="claim_runs.prior_runs",
        settings=pick(config, "seed"),


use rule compute_heatmap_draw as compute_claims_contributions with:
    """How far one cab can move the maps of an hour."""
    pathvars:
        job="compute_claims_contributions",
    input:
        **city_tables(CITY),
        code=code("compute_on_streets.py", "experiments.claim_runs"),
    output:
        claims_contributions="<results>/data/claims_contributions.csv",
    params:
        make="claim_runs.contributions",
        settings=pick(config["heatmap"], "bandwidth_m", "max_trips"),


rule tabulate_claims:
    """The verdict on each claim of the papers, as a table and as a page."""
    input:
        tables=collect("<results>/data/{table}.csv", table=JUDGED),
        provenance="<results>/data/provenance.json",
        code=code("tabulate_claims.py"),
    output:
        table="<results>/data/claims.csv",
        page="<results>/claims.md",
    log:
        "<logs>/tabulate_claims.log",
    benchmark:
        "<benchmarks>/tabulate_claims.tsv"
    conda:
        ENVIRONMENT
    script:
        "../../scripts/tabulate_claims.py"


rule claims:
    """The verdicts alone."""
    input:
        "<results>/data/claims.csv",
        "<results>/claims.md",
