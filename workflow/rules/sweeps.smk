from gaussmech.pipeline.sweeps import cells, swept_keys

# The experiments that the config's `sweep` touches, each with its grid.
SWEPT = {name: cells(config, name) for name in REPEATED if swept_keys(config, name)}
for experiment, grid in SWEPT.items():
    paths = [statistics(experiment, cell) for _, cell in grid]
    values = [values for values, _ in grid]
    settings = {"experiment": experiment, "cells": values}
    table = f"{part('tabulate_sweep', tables=paths, **settings)}/sweep_{experiment}.csv"
    TABLES[Path(table).name] = table
    figure = f"sweep_{experiment}"
    FIGURES[figure] = [table]
    DRAWN[figure] = f"{part('plot_figure', tables=[table])}/{figure}"

    rule:
        name:
            f"tabulate_sweep_{experiment}"
        input:
            paths,
        output:
            table,
        log:
            f"{LOGS}/tabulate_sweep/{experiment}.log",
        localrule: True
        conda:
            ENVIRONMENT
        params:
            **settings,
        script:
            "../../scripts/tabulate_sweep.py"

    rule:
        name:
            f"plot_sweep_{experiment}"
        input:
            table,
        output:
            pdf=f"{DRAWN[figure]}.pdf",
            png=f"{DRAWN[figure]}.png",
            caption=f"{DRAWN[figure]}.txt",
        log:
            f"{LOGS}/plot_figure/{figure}.log",
        localrule: True
        conda:
            ENVIRONMENT
        params:
            *code("figures.sweep"),
            figure="sweep",
            swept=list(values[0]),
            origin=f"settings {Path(DRAWN[figure]).parent.name}",
        script:
            "../../scripts/plot_figure.py"


rule sweep:
    """The table and the figure of the config's `sweep` alone."""
    input:
        [f"{RESULTS}/data/sweep_{name}.csv" for name in SWEPT],
        expand(f"{RESULTS}/figures/sweep_{{name}}.{{kind}}", name=SWEPT, kind=["pdf", "png", "txt"]),
