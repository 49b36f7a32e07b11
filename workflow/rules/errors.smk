"""The mean errors of each experiment over all repetitions: a table each, from the files of its blocks."""

for experiment in REPEATED:

    rule:
        name:
            f"tabulate_{experiment}"
        input:
            errors=errors(experiment),
        output:
            f"<results>/data/{experiment}.csv",
        log:
            f"<logs>/tabulate_{experiment}.log",
        localrule: True
        params:
            *code("tabulate_errors.py"),
            experiment=experiment,
        script:
            "../../scripts/tabulate_errors.py"
