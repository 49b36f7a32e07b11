"""The tables that follow from settings alone: companion papers, and what is beyond the paper.

There is one rule for each module that rows of gaussmech.paper.registry.EXPERIMENTS name; all its
tables are made in less time than a job takes to start. `compute.py` calls the module's `tables`, or,
where it makes one table alone, the function of the table's name.
"""

for module, names in MODULES.items():
    if rules.has(f"compute_{module}"):
        continue
    row = EXPERIMENTS[names[0]]
    section = {} if row.section == "seed" else config[row.section]

    rule:
        name:
            f"compute_{module}"
        input:
            code=code("compute.py", f"experiments.{module}"),
        output:
            **{name: f"<results>/data/{name}.csv" for name in names},
        log:
            f"<logs>/compute_{module}.log",
        benchmark:
            f"<benchmarks>/compute_{module}.tsv"
        localrule: True
        params:
            versions=VERSIONS,
            module=module,
            function=names[0] if len(names) == 1 else "tables",
            settings=section | (pick(config, "seed") if row.seeded else {}),
        script:
            "../../scripts/compute.py"

    getattr(rules, f"compute_{module}").rule.docstring = f"Tables: {', '.join(names)}."
