rule compute_claims_runs:
    """More repetitions where the paper's leave a claim open, and what one cab can do."""
    input:
        mean_estimation=f"{DATA}/mean_estimation.csv",
        histogram=f"{DATA}/histogram.csv",
        junctions=f"{DATA}/junctions.csv",
        roads=f"{DATA}/roads.csv",
    output:
        differences=update(f"{DATA}/claims_differences.csv"),
        prior=update(f"{DATA}/claims_prior.csv"),
        contributions=update(f"{DATA}/claims_contributions.csv"),
    log:
        f"{RESULTS}/logs/compute_claims_runs.log",
    benchmark:
        f"{RESULTS}/benchmarks/compute_claims_runs.tsv"
    conda:
        "../../environment.yml"
    params:
        settings={name: config["heatmap"][name] for name in ("bandwidth_m", "max_trips")},
        seed=config["seed"],
        code=code_digests("experiments.claim_runs"),
    script:
        "../../scripts/compute_claims_runs.py"


rule tabulate_claims:
    """The verdict on each claim of the papers, as a table and as a page."""
    input:
        [f"{DATA}/{name}.csv" for name in CLAIM_TABLES],
        provenance=f"{DATA}/provenance.json",
    output:
        table=update(f"{DATA}/claims.csv"),
        page=update(f"{RESULTS}/claims.md"),
    log:
        f"{RESULTS}/logs/tabulate_claims.log",
    benchmark:
        f"{RESULTS}/benchmarks/tabulate_claims.tsv"
    conda:
        "../../environment.yml"
    params:
        code=code_digests("claims"),
    script:
        "../../scripts/tabulate_claims.py"
