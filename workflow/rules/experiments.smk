# The keys that make the jobs; what is left of a section is in the params of each.
JOBS = ("epsilons", "repetitions", "blocks")


rule compute_calibration:
    """Sigma of the classical and the analytic Gaussian mechanism."""
    output:
        both=update(f"{DATA}/calibration.csv"),
        by_epsilon=update(f"{DATA}/calibration_epsilon.csv"),
        by_delta=update(f"{DATA}/calibration_delta.csv"),
    log:
        f"{RESULTS}/logs/compute_calibration.log",
    benchmark:
        f"{RESULTS}/benchmarks/compute_calibration.tsv"
    conda:
        "../../environment.yml"
    params:
        settings=section("calibration"),
        code=code_digests("experiments.calibration"),
    script:
        "../../scripts/compute_calibration.py"


rule compute_mean_estimation:
    """Mean estimation at one epsilon, a block of the repetitions."""
    output:
        update(
            f"{RESULTS}/parts/mean_estimation/epsilon-{{epsilon}}/repetitions-{{first}}-{{last}}.csv"
        ),
    log:
        f"{RESULTS}/logs/compute_mean_estimation/epsilon-{{epsilon}}/repetitions-{{first}}-{{last}}.log",
    benchmark:
        f"{RESULTS}/benchmarks/compute_mean_estimation/epsilon-{{epsilon}}/repetitions-{{first}}-{{last}}.tsv"
    conda:
        "../../environment.yml"
    params:
        settings=section("mean_estimation", *JOBS),
        seed=config["seed"],
        code=code_digests("experiments.mean_estimation"),
    script:
        "../../scripts/compute_mean_estimation.py"


rule compute_histogram:
    """Histogram release at one epsilon, a block of the repetitions."""
    output:
        update(f"{RESULTS}/parts/histogram/epsilon-{{epsilon}}/repetitions-{{first}}-{{last}}.csv"),
    log:
        f"{RESULTS}/logs/compute_histogram/epsilon-{{epsilon}}/repetitions-{{first}}-{{last}}.log",
    benchmark:
        f"{RESULTS}/benchmarks/compute_histogram/epsilon-{{epsilon}}/repetitions-{{first}}-{{last}}.tsv"
    conda:
        "../../environment.yml"
    params:
        settings=section("histogram", *JOBS),
        seed=config["seed"],
        code=code_digests("experiments.histogram"),
    script:
        "../../scripts/compute_histogram.py"


rule compute_heatmap:
    """Heat maps of every hour at one epsilon, a block of the repetitions."""
    input:
        junctions=f"{DATA}/junctions.csv",
        roads=f"{DATA}/roads.csv",
        truth=f"{DATA}/heatmap_truth.csv",
        city=f"{DATA}/city.json",
    output:
        update(f"{RESULTS}/parts/heatmap/epsilon-{{epsilon}}/repetitions-{{first}}-{{last}}.csv"),
    log:
        f"{RESULTS}/logs/compute_heatmap/epsilon-{{epsilon}}/repetitions-{{first}}-{{last}}.log",
    benchmark:
        f"{RESULTS}/benchmarks/compute_heatmap/epsilon-{{epsilon}}/repetitions-{{first}}-{{last}}.tsv"
    # The longest jobs first, so that no core idles at the end.
    priority: 10
    conda:
        "../../environment.yml"
    params:
        settings={name: config["heatmap"][name] for name in ("delta", "sensitivity", "methods")},
        seed=config["seed"],
        code=code_digests("experiments.heatmap"),
    script:
        "../../scripts/compute_heatmap.py"


rule compute_heatmap_draw:
    """One noise draw of the maps, for Figures 2 and 5."""
    input:
        junctions=f"{DATA}/junctions.csv",
        roads=f"{DATA}/roads.csv",
        truth=f"{DATA}/heatmap_truth.csv",
    output:
        update(f"{DATA}/heatmap_draw.csv"),
    log:
        f"{RESULTS}/logs/compute_heatmap_draw.log",
    benchmark:
        f"{RESULTS}/benchmarks/compute_heatmap_draw.tsv"
    conda:
        "../../environment.yml"
    params:
        settings={
            name: config["heatmap"][name]
            for name in ("map_epsilon", "delta", "sensitivity", "methods", "hours")
        },
        seed=config["seed"],
        code=code_digests("experiments.heatmap"),
    script:
        "../../scripts/compute_heatmap_draw.py"


rule tabulate_experiment:
    """The errors of all epsilons and blocks as one table of statistics."""
    input:
        lambda wildcards: parts(wildcards.experiment),
    output:
        update(f"{DATA}/{{experiment}}.csv"),
    log:
        f"{RESULTS}/logs/tabulate_experiment/{{experiment}}.log",
    benchmark:
        f"{RESULTS}/benchmarks/tabulate_experiment/{{experiment}}.tsv"
    wildcard_constraints:
        experiment="|".join(REPEATED),
    conda:
        "../../environment.yml"
    params:
        repetitions=lambda wildcards: config[REPEATED[wildcards.experiment]]["repetitions"],
        code=code_digests("experiments.error_tables"),
    script:
        "../../scripts/tabulate_experiment.py"
