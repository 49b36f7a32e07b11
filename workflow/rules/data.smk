rule fetch_city:
    """Streets and trips: downloaded, read from files, or made up; one map an hour."""
    input:
        city_files,
    output:
        junctions=f"{DATA}/junctions.csv",
        roads=f"{DATA}/roads.csv",
        truth=f"{DATA}/heatmap_truth.csv",
        provenance=f"{DATA}/provenance.json",
    log:
        f"{RESULTS}/logs/fetch_city.log",
    benchmark:
        f"{RESULTS}/benchmarks/fetch_city.tsv"
    # First, so that unreadable files are reported before long work starts.
    priority: 100
    conda:
        "../../environment.yml"
    params:
        settings=section("heatmap", "epsilons", "repetitions", "methods"),
        seed=config["seed"],
        code=code_digests("streets.city") | code_digests("experiments.guarantees"),
    script:
        "../../scripts/fetch_city.py"
