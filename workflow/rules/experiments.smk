rule draw_data_sets:
    """The means of data sets, once for all budgets at which they are released."""
    output:
        f"{PARTS}/draw_data_sets/{{key}}/repetitions-{{first}}-{{last}}.bin",
    log:
        f"{LOGS}/draw_data_sets/{{key}}/repetitions-{{first}}-{{last}}.log",
    priority: 30
    conda:
        ENVIRONMENT
    params:
        *code("experiments.data_sets"),
        settings=made_of("draw_data_sets", "settings"),
        seed=made_of("draw_data_sets", "seed"),
    script:
        "../../scripts/draw_data_sets.py"


for experiment in REPEATED:
    kind = experiment.removesuffix("_extended")

    rule:
        name:
            f"compute_{experiment}"
        input:
            unpack(data_of(f"compute_{experiment}")),
        output:
            f"{PARTS}/compute_{experiment}/{BLOCK}.csv",
        log:
            f"{LOGS}/compute_{experiment}/{BLOCK}.log",
        priority: PRIORITY.get(experiment, 0)
        conda:
            ENVIRONMENT
        params:
            *code(f"experiments.{kind}"),
            script=f"compute_{kind}",  # the path itself is read when the loop has ended
            settings=made_of(f"compute_{experiment}", "settings"),
            seed=made_of(f"compute_{experiment}", "seed"),
        script:
            "../../scripts/{params.script}.py"


localrules:
    tabulate_experiment,


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
