from gaussmech.pipeline.config import repetition_blocks

# The keys that make the jobs; what is left of a section is in the params of each.
JOBS = ("epsilons", "repetitions", "blocks")


def experiment_settings(experiment, config):
    """What a repetition of an experiment depends on, besides its epsilon."""
    if experiment in ("mean_estimation", "histogram"):
        settings = {k: v for k, v in config[experiment].items() if k not in JOBS}
        return {"settings": settings, "seed": config["seed"]}
    methods = config["heatmap" if experiment == "heatmap" else "denoising"]["methods"]
    settings = pick(config["heatmap"], "delta", "sensitivity") | {"methods": methods}
    return {"settings": settings, "seed": config["seed"], "city": city_part(config)}


def errors(experiment, config):
    """The files of an experiment's errors: per epsilon, ascending, and block of repetitions."""
    section = config["denoising" if experiment == "heatmap_extended" else experiment]
    folder = part(f"compute_{experiment}", **experiment_settings(experiment, config))
    return [
        f"{folder}/epsilon-{epsilon!r}/repetitions-{first}-{last}.csv"
        for epsilon in sorted(map(float, section["epsilons"]))
        for first, last in repetition_blocks(section["repetitions"], section["blocks"])
    ]


def statistics(experiment, config):
    """The table of an experiment's mean errors."""
    section = config["denoising" if experiment == "heatmap_extended" else experiment]
    settings = {"errors": errors(experiment, config), "repetitions": section["repetitions"]}
    return f"{part('tabulate_experiment', **settings)}/{experiment}.csv"


BLOCK = "{key}/epsilon-{epsilon}/repetitions-{first}-{last}"
CALIBRATION = part("compute_calibration", **config["calibration"])


localrules:
    compute_calibration,
    tabulate_experiment,


rule compute_calibration:
    """Sigma of the classical and the analytic Gaussian mechanism."""
    output:
        both=f"{CALIBRATION}/calibration.csv",
        by_epsilon=f"{CALIBRATION}/calibration_epsilon.csv",
        by_delta=f"{CALIBRATION}/calibration_delta.csv",
    log:
        f"{LOGS}/compute_calibration.log",
    conda:
        ENVIRONMENT
    params:
        *code("experiments.calibration"),
        settings=config["calibration"],
    script:
        "../../scripts/compute_calibration.py"


rule compute_mean_estimation:
    """Mean estimation at one epsilon, a block of the repetitions."""
    output:
        f"{PARTS}/compute_mean_estimation/{BLOCK}.csv",
    log:
        f"{LOGS}/compute_mean_estimation/{BLOCK}.log",
    conda:
        ENVIRONMENT
    params:
        *code("experiments.mean_estimation"),
        settings=made_of("compute_mean_estimation", "settings"),
        seed=made_of("compute_mean_estimation", "seed"),
    script:
        "../../scripts/compute_mean_estimation.py"


rule compute_histogram:
    """Histogram release at one epsilon, a block of the repetitions."""
    output:
        f"{PARTS}/compute_histogram/{BLOCK}.csv",
    log:
        f"{LOGS}/compute_histogram/{BLOCK}.log",
    conda:
        ENVIRONMENT
    params:
        *code("experiments.histogram"),
        settings=made_of("compute_histogram", "settings"),
        seed=made_of("compute_histogram", "seed"),
    script:
        "../../scripts/compute_histogram.py"


rule tabulate_experiment:
    """The errors of all epsilons and blocks as one table of statistics."""
    input:
        made_of("tabulate_experiment", "errors"),
    output:
        f"{PARTS}/tabulate_experiment/{{key}}/{{experiment}}.csv",
    log:
        f"{LOGS}/tabulate_experiment/{{key}}/{{experiment}}.log",
    conda:
        ENVIRONMENT
    params:
        *code("experiments.error_tables"),
        repetitions=made_of("tabulate_experiment", "repetitions"),
    script:
        "../../scripts/tabulate_experiment.py"
