from gaussmech.pipeline.claim_tables import SENTENCES, TABLES as CLAIM_TABLES

CLAIMS_RUNS = part(
    "compute_claims_runs",
    tables=[TABLES["mean_estimation.csv"], TABLES["histogram.csv"]],
    city=CITY,
    settings=pick(config["heatmap"], "bandwidth_m", "max_trips"),
    seed=config["seed"],
)
TABLES |= {
    f"claims_{name}.csv": f"{CLAIMS_RUNS}/claims_{name}.csv"
    for name in ("differences", "prior", "contributions")
}
CLAIMS = part(
    "tabulate_claims",
    tables=[TABLES[f"{name}.csv"] for name in CLAIM_TABLES],
    provenance=PROVENANCE,
)
TABLES["claims.csv"] = f"{CLAIMS}/claims.csv"


localrules:
    tabulate_claims,


rule compute_claims_runs:
    """More repetitions where the paper's leave a claim open, and what one cab can do."""
    input:
        mean_estimation=TABLES["mean_estimation.csv"],
        histogram=TABLES["histogram.csv"],
        mean_estimation_errors=errors("mean_estimation", config),
        histogram_errors=errors("histogram", config),
        junctions=TABLES["junctions.csv"],
        roads=TABLES["roads.csv"],
    output:
        differences=TABLES["claims_differences.csv"],
        prior=TABLES["claims_prior.csv"],
        contributions=TABLES["claims_contributions.csv"],
    log:
        f"{LOGS}/compute_claims_runs.log",
    conda:
        ENVIRONMENT
    params:
        *code("experiments.claim_runs"),
        settings=pick(config["heatmap"], "bandwidth_m", "max_trips"),
        seed=config["seed"],
    script:
        "../../scripts/compute_claims_runs.py"


rule tabulate_claims:
    """The verdict on each claim of the papers, as a table and as a page."""
    input:
        [TABLES[f"{name}.csv"] for name in CLAIM_TABLES],
        provenance=PROVENANCE,
        sentences=SENTENCES,
    output:
        table=TABLES["claims.csv"],
        page=f"{CLAIMS}/claims.md",
    log:
        f"{LOGS}/tabulate_claims.log",
    conda:
        ENVIRONMENT
    params:
        *code("claims"),
    script:
        "../../scripts/tabulate_claims.py"
