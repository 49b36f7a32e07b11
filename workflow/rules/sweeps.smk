from gaussmech.pipeline.sweeps import cells, swept_keys

# The tables of the experiments that the config's `sweep` touches.
SWEPT = []
for experiment in REPEATED:
    if swept_keys(config, experiment):
        grid = cells(config, experiment)
        paths = [statistics(experiment, cell) for _, cell in grid]
        settings = {"experiment": experiment, "cells": [values for values, _ in grid]}
        SWEPT.append(f"{part('tabulate_sweep', tables=paths, **settings)}/sweep_{experiment}.csv")
        TABLES[f"sweep_{experiment}.csv"] = SWEPT[-1]

        rule:
            name:
                f"tabulate_sweep_{experiment}"
            input:
                paths,
            output:
                SWEPT[-1],
            log:
                f"{LOGS}/tabulate_sweep/{experiment}.log",
            localrule: True
            conda:
                ENVIRONMENT
            params:
                **settings,
            script:
                "../../scripts/tabulate_sweep.py"
