"""Companion papers, and whatever else one call makes of a row of gaussmech.registry."""

BY_MODULE = {}
for name, row in EXPERIMENTS.items():
    BY_MODULE.setdefault(row.module, {})[name] = row

# One rule per paper: each of its tables is made in less time than a job takes to start.
for module, made in BY_MODULE.items():
    row = next(iter(made.values()))
    if module in ("", "calibration"):
        continue

    rule:
        name:
            f"compute_{module}"
        input:
            code=code("compute.py", f"experiments.{module}"),
        output:
            **{name: f"<results>/data/{name}.csv" for name in made},
        log:
            f"<logs>/compute_{module}.log",
        benchmark:
            f"<benchmarks>/compute_{module}.tsv"
        localrule: True
        conda:
            ENVIRONMENT
        params:
            make=f"{module}.{module if len(made) == 1 else 'tables'}",
            settings=config[row.section] | (pick(config, "seed") if row.seeded else {}),
        script:
            "../../scripts/compute.py"

    getattr(rules, f"compute_{module}").rule.docstring = f"Tables: {', '.join(made)}."


# Figures without a rule of their own above.
for figure, row in MADE.items():
    if rules.has(figure):
        continue

    rule:
        name:
            figure
        input:
            **drawn_from(figure),
        output:
            pdf=f"<results>/figures/{figure}.pdf",
            png=report(
                f"<results>/figures/{figure}.png",
                caption="../report/figure.rst",
                category="Figures",
                labels={"figure": figure},
            ),
            caption=f"<results>/figures/{figure}.txt",
        log:
            f"<logs>/plot/{figure}.log",
        benchmark:
            f"<benchmarks>/plot/{figure}.tsv"
        group:
            "figures"
        conda:
            ENVIRONMENT
        script:
            "../../scripts/plot.py"

    getattr(rules, figure).rule.docstring = f"{row.title}."
