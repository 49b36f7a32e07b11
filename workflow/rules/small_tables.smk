"""The tables that need settings only and less time than the start of a job: calibration, companions.

There is one rule for each module that rows of gaussmech.paper.registry.EXPERIMENTS name. `compute.py`
calls the module's `tables` or, where it makes one table only, the function of the table's name.
"""

from gaussmech.paper.registry import EXPERIMENTS, MODULES

for module, names in MODULES.items():
    row = EXPERIMENTS[names[0]]
    # All keys of its section, whatever an experiment with repetitions takes of it.
    keys = [key for key in by_key(config) if key.split(".")[0] == row.section]

    rule:
        name:
            f"compute_{module}"
        output:
            **{name: f"<results>/data/{name}.csv" for name in names},
        log:
            f"<logs>/compute_{module}.log",
        localrule: True
        params:
            *code("compute.py", f"experiments.{module}"),
            module=module,
            function=names[0] if len(names) == 1 else "tables",
            settings=settings(*keys, *["seed"] * row.seeded),
        script:
            "../../scripts/compute.py"
