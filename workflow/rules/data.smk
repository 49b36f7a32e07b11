# Outputs are marked `update`: a job that fails leaves the result of the run before as it was.


rule fetch_city:
    """Streets and trips: downloaded, read from files, or made up; one map an hour."""
    input:
        city_files,
    output:
        junctions=update(f"{DATA}/junctions.csv"),
        roads=update(f"{DATA}/roads.csv"),
        truth=update(f"{DATA}/heatmap_truth.csv"),
        provenance=update(f"{DATA}/city.json"),
    log:
        f"{RESULTS}/logs/fetch_city.log",
    benchmark:
        f"{RESULTS}/benchmarks/fetch_city.tsv"
    # First, so that unreadable files are reported before long work starts.
    priority: 100
    conda:
        "../../environment.yml"
    params:
        settings={
            name: config["heatmap"][name]
            for name in (
                "source",
                "folder",
                "roads",
                "trips",
                "bandwidth_m",
                "reach_m",
                "contribution",
                "max_trips",
                "sensitivity",
                "hours",
            )
        },
        seed=config["seed"],
        code=code_digests("streets.city"),
    script:
        "../../scripts/fetch_city.py"


rule write_provenance:
    """What the maps are made from, under its label, and what their noise guarantees."""
    input:
        city=f"{DATA}/city.json",
    output:
        update(f"{DATA}/provenance.json"),
    log:
        f"{RESULTS}/logs/write_provenance.log",
    benchmark:
        f"{RESULTS}/benchmarks/write_provenance.tsv"
    conda:
        "../../environment.yml"
    params:
        label=config["heatmap"]["label"],
        budget={
            "epsilon": config["heatmap"]["map_epsilon"],
            "delta": config["heatmap"]["delta"],
            "sensitivity": config["heatmap"]["sensitivity"],
        },
        code=code_digests("experiments.guarantees"),
    script:
        "../../scripts/write_provenance.py"
