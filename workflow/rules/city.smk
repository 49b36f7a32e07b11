CITY = city_part(config)
LABEL = {
    "label": config["heatmap"]["label"],
    "budget": pick(config["heatmap"], "delta", "sensitivity")
    | {"epsilon": config["heatmap"]["map_epsilon"]},
}
PROVENANCE = f"{part('write_provenance', city=CITY, **LABEL)}/provenance.json"


# Not on a compute node of a cluster: those often have no network.
localrules:
    fetch_city,
    write_provenance,


rule fetch_city:
    """Streets and trips: downloaded, read from files, or synthetic; one map per hour."""
    input:
        city_files,
    output:
        **city_tables(f"{PARTS}/fetch_city/{{key}}"),
    log:
        f"{LOGS}/fetch_city/{{key}}.log",
    # First, so that unreadable files are reported before long work starts.
    priority: 100
    conda:
        ENVIRONMENT
    params:
        *code("streets.city"),
        settings=made_of("fetch_city", "settings"),
        seed=made_of("fetch_city", "seed"),
    script:
        "../../scripts/fetch_city.py"


rule write_provenance:
    """What the maps are made from, under its label, and what their noise guarantees."""
    input:
        city=f"{CITY}/city.json",
    output:
        PROVENANCE,
    log:
        f"{LOGS}/write_provenance.log",
    conda:
        ENVIRONMENT
    params:
        *code("experiments.guarantees"),
        **LABEL,
    script:
        "../../scripts/write_provenance.py"
