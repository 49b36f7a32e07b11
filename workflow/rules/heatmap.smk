"""Heat maps (Balle & Wang, sections 5.3 and B.2): Figures 2, 5, 6 and, beyond the paper, theirs."""

HEATMAP, DENOISING = config["heatmap"], config["denoising"]
# Where the map of each hour lies; those of Figures 2 and 5, and those on which denoising is tuned.
CITIES = cities_of(config)
DRAWN = [hour for hour in (0, 12) if hour in CITIES]
TUNED = [hour for hour in sorted(DENOISING["tuning_hours"]) if hour in CITIES]
ALONE = [name for name in DENOISING["methods"] if not METHODS[name].of_all_hours]
BUDGET = pick(HEATMAP, "delta", "sensitivity") | {"epsilon": HEATMAP["map_epsilon"]}
MAP = BUDGET | pick(config, "seed")
TUNING = {"repetitions": DENOISING["tuning_repetitions"], "trees": DENOISING["trees"]}
TUNING |= {"hours": TUNED}


rule fetch_city:
    """Streets and trips: downloaded, read from files, or synthetic; a map of each of some hours."""
    input:
        files=lambda wildcards: city_files(given("settings")(wildcards)),
        code=code("fetch_city.py"),
    output:
        junctions="results/shared/fetch_city/{key}/junctions.csv",
        roads="results/shared/fetch_city/{key}/roads.csv",
        truth="results/shared/fetch_city/{key}/truth.csv",
        city="results/shared/fetch_city/{key}/city.json",
    log:
        "<logs>/fetch_city/{key}.log",
    benchmark:
        "<benchmarks>/fetch_city/{key}.tsv"
    # Not on a compute node of a cluster: those often have no network.
    localrule: True
    # First, so that unreadable files are reported before long work starts.
    priority: 100
    conda:
        ENVIRONMENT
    params:
        versions=VERSIONS,
        settings=given("settings"),
    script:
        "../../scripts/fetch_city.py"


rule tabulate_city:
    """The maps of this run, what they are made from, and what their noise guarantees."""
    input:
        **maps_of(CITIES.values()),
        code=code("tabulate_city.py"),
    output:
        junctions="<results>/data/junctions.csv",
        roads="<results>/data/roads.csv",
        truth="<results>/data/heatmap_truth.csv",
        provenance="<results>/data/provenance.json",
    log:
        "<logs>/tabulate_city.log",
    benchmark:
        "<benchmarks>/tabulate_city.tsv"
    localrule: True
    conda:
        ENVIRONMENT
    params:
        label=HEATMAP["label"],
        budget=BUDGET,
    script:
        "../../scripts/tabulate_city.py"


rule compute_heatmap:
    """The RMSE of each method over the junctions, at some hours and one epsilon."""
    pathvars:
        job="compute_heatmap/{key}/epsilon-{epsilon}/repetitions-{first}-{last}",
    input:
        unpack(lambda wildcards: maps_of(given("cities")(wildcards))),
        code=code("compute_on_streets.py", "experiments.heatmap"),
    output:
        "results/shared/<job>.csv",
    log:
        "<logs>/<job>.log",
    benchmark:
        "<benchmarks>/<job>.tsv"
    # The longest jobs begin first, so that no core idles at the end.
    priority: 10
    conda:
        ENVIRONMENT
    params:
        versions=VERSIONS,
        make="heatmap.heatmap",
        settings=given("settings"),
    script:
        "../../scripts/compute_on_streets.py"


use rule compute_heatmap as compute_heatmap_extended with:
    """The same for denoising that is tuned on the release alone."""
    pathvars:
        job="compute_heatmap_extended/{key}/epsilon-{epsilon}/repetitions-{first}-{last}",
    priority: 20


rule tabulate_heatmap:
    """Mean errors of the maps over all repetitions."""
    input:
        errors=lambda wildcards: ERRORS[wildcards.table],
        code=code("tabulate_errors.py"),
    output:
        "<results>/data/{table,heatmap|heatmap_extended}.csv",
    log:
        "<logs>/tabulate_errors/{table}.log",
    benchmark:
        "<benchmarks>/tabulate_errors/{table}.tsv"
    localrule: True
    conda:
        ENVIRONMENT
    script:
        "../../scripts/tabulate_errors.py"


rule compute_heatmap_draw:
    """One draw of the maps at midnight and noon, for Figures 2 and 5."""
    pathvars:
        job="compute_heatmap_draw",
    input:
        **maps_of(CITIES[hour] for hour in DRAWN),
        code=code("compute_on_streets.py", "experiments.heatmap"),
    output:
        "<results>/data/heatmap_draw.csv",
    log:
        "<logs>/<job>.log",
    benchmark:
        "<benchmarks>/<job>.tsv"
    priority: 5
    conda:
        ENVIRONMENT
    params:
        versions=VERSIONS,
        make="heatmap.heatmap_draw",
        settings=MAP | {"hours": DRAWN, "methods": HEATMAP["methods"]},
    script:
        "../../scripts/compute_on_streets.py"


use rule compute_heatmap_draw as compute_heatmap_draw_extended with:
    """The same, denoised."""
    pathvars:
        job="compute_heatmap_draw_extended",
    output:
        "<results>/data/heatmap_draw_extended.csv",
    params:
        versions=VERSIONS,
        make="heatmap.heatmap_draw",
        settings=MAP | {"hours": DRAWN, "methods": ALONE},


use rule compute_heatmap_draw as compute_tuning with:
    """SURE along lambda, and the forest's error against its number of trees."""
    pathvars:
        job="compute_tuning",
    input:
        **maps_of(CITIES[hour] for hour in TUNED),
        code=code("compute_on_streets.py", "experiments.tuning"),
    output:
        sure_path="<results>/data/sure_path.csv",
        forest_size="<results>/data/forest_size.csv",
    params:
        versions=VERSIONS,
        make="tuning.tables",
        settings=MAP | TUNING,


use rule compute_heatmap_draw as compute_claims_contributions with:
    """How far one cab can move the maps of an hour."""
    pathvars:
        job="compute_claims_contributions",
    input:
        **maps_of([*CITIES.values()][:1]),
        code=code("compute_on_streets.py", "experiments.claim_runs"),
    output:
        "<results>/data/claims_contributions.csv",
    params:
        versions=VERSIONS,
        make="claim_runs.contributions",
        settings=pick(HEATMAP, "bandwidth_m", "max_trips"),


rule fig2:
    """Figure 2: heat maps at midnight."""
    pathvars:
        figure="fig2",
    input:
        **drawn_from("fig2"),
    output:
        pdf="<results>/figures/<figure>.pdf",
        png=in_report("<results>/figures/<figure>.png"),
        caption="<results>/figures/<figure>.txt",
    log:
        "<logs>/plot/<figure>.log",
    benchmark:
        "<benchmarks>/plot/<figure>.tsv"
    group:
        "figures"
    conda:
        ENVIRONMENT
    script:
        "../../scripts/plot.py"


use rule fig2 as fig5 with:
    """Figure 5: heat maps at noon."""
    pathvars:
        figure="fig5",
    input:
        **drawn_from("fig5"),


use rule fig2 as fig6 with:
    """Figure 6: errors of heat maps at four hours of the day."""
    pathvars:
        figure="fig6",
    input:
        **drawn_from("fig6"),
