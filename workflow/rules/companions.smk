"""Companion papers, and whatever else follows from a row of gaussmech.paper.registry alone."""

# One rule per paper: each of its tables is made in less time than a job takes to start.
for module, made in MODULES.items():
    if rules.has(f"compute_{module}"):
        continue
    row = EXPERIMENTS[made[0]]
    section = {} if row.section == "seed" else config[row.section]

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
            versions=VERSIONS,
            make=f"{module}.{made[0] if len(made) == 1 else 'tables'}",
            settings=section | (pick(config, "seed") if row.seeded else {}),
        script:
            "../../scripts/compute.py"

    getattr(rules, f"compute_{module}").rule.docstring = f"Tables: {', '.join(made)}."


# Figures without a rule of their own: those beyond the paper, of companions and of sweeps.
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
            png=in_report(f"<results>/figures/{figure}.png"),
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
