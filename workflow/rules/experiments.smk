from gaussmech.pipeline.config import log_grid, repetition_blocks

# The experiments that repeat, with the section of the config that says how often; the longest jobs
# begin first, so that no core idles at the end.
REPEATED = {
    "mean_estimation": "mean_estimation",
    "histogram": "histogram",
    "heatmap": "heatmap",
    "heatmap_extended": "denoising",
}
PRIORITY = {"heatmap": 10, "heatmap_extended": 20}
# The keys that make the jobs; what is left of a section is in the params of each.
JOBS = ("epsilons", "repetitions", "blocks")
BLOCK = "{key}/epsilon-{epsilon}/repetitions-{first}-{last}"


def errors(experiment, config):
    """The files of an experiment's errors: per epsilon, ascending, and block of repetitions."""
    section, given = config[REPEATED[experiment]], {"seed": config["seed"]}
    if experiment.startswith("heatmap"):
        settings = pick(config["heatmap"], "delta", "sensitivity") | pick(section, "methods")
        given["city"] = city_part(config)
    else:
        settings = {key: value for key, value in section.items() if key not in JOBS}
    folder = part(f"compute_{experiment}", settings=settings, **given)
    return [
        f"{folder}/epsilon-{epsilon!r}/repetitions-{first}-{last}.csv"
        for epsilon in sorted(map(float, section["epsilons"]))
        for first, last in repetition_blocks(section["repetitions"], section["blocks"])
    ]


def statistics(experiment, config):
    """The table of an experiment's mean errors."""
    repetitions = config[REPEATED[experiment]]["repetitions"]
    folder = part("tabulate_experiment", errors=errors(experiment, config), repetitions=repetitions)
    return f"{folder}/{experiment}.csv"


def city_of(rule):
    """The tables of the city that a job's part is made of; none for an experiment without maps."""

    def tables(wildcards):
        made_of = MADE_OF[rule, wildcards.key]
        return city_tables(made_of["city"]) if "city" in made_of else {}

    return tables


for experiment in REPEATED:
    kind = experiment.removesuffix("_extended")

    rule:
        name:
            f"compute_{experiment}"
        input:
            unpack(city_of(f"compute_{experiment}")),
        output:
            f"{PARTS}/compute_{experiment}/{BLOCK}.csv",
        log:
            f"{LOGS}/compute_{experiment}/{BLOCK}.log",
        priority: PRIORITY.get(experiment, 0)
        conda:
            ENVIRONMENT
        params:
            *code(f"experiments.{kind}"),
            settings=made_of(f"compute_{experiment}", "settings"),
            seed=made_of(f"compute_{experiment}", "seed"),
        script:
            f"../../scripts/compute_{kind}.py"


rule tabulate_experiment:
    input:
        made_of("tabulate_experiment", "errors"),
    output:
        f"{PARTS}/tabulate_experiment/{{key}}/{{experiment}}.csv",
    log:
        f"{LOGS}/tabulate_experiment/{{key}}/{{experiment}}.log",
    """The errors of all epsilons and blocks as one table of statistics."""
    localrule: True
    conda:
        ENVIRONMENT
    params:
        *code("experiments.error_tables"),
        repetitions=made_of("tabulate_experiment", "repetitions"),
    script:
        "../../scripts/tabulate_experiment.py"
