# Outputs are marked `update`: a job that fails leaves the result of the run before as it was.


rule fetch_city:
    """Streets and trips: downloaded, read from files, or made up; one map an hour."""
    input:
        city_files,
    output:
        junctions=update(f"{DATA}/junctions.csv"),
        roads=update(f"{DATA}/roads.csv"),
        truth=update(f"{DATA}/heatmap_truth.csv"),
        provenance=update(f"{DATA}/provenance.json"),
    log:
        f"{RESULTS}/logs/fetch_city.log",
    benchmark:
        f"{RESULTS}/benchmarks/fetch_city.tsv"
    # First, so that unreadable files are reported before long work starts.
    priority: 100
    conda:
        "../../environment.yml"
    params:
        settings=section("heatmap", "epsilons", "repetitions", "blocks", "methods"),
        seed=config["seed"],
        code=code_digests("streets.city") | code_digests("experiments.guarantees"),
    script:
        "../../scripts/fetch_city.py"
