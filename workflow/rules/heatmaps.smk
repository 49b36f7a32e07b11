# Heat maps of the paper and, for the extended figures, denoised with nothing but the release.
DRAWS, TUNING = {}, config["denoising"]
for name, methods, hours in (
    ("heatmap_draw", config["heatmap"]["methods"], config["heatmap"]["hours"]),
    # Those of Figures 2 and 5.
    ("heatmap_draw_extended", TUNING["methods"], sorted({0, 12} & set(config["heatmap"]["hours"]))),
):
    settings = pick(config["heatmap"], "map_epsilon", "delta", "sensitivity")
    settings |= {"methods": methods, "hours": hours}
    DRAWS[name] = part("compute_heatmap_draw", settings=settings, seed=config["seed"], city=CITY)

TUNING = part(
    "compute_tuning",
    settings=pick(config["heatmap"], "delta", "sensitivity")
    | {
        "epsilon": config["heatmap"]["map_epsilon"],
        "repetitions": config["denoising"]["tuning_repetitions"],
    },
    trees=config["denoising"]["trees"],
    hours=sorted(set(config["denoising"]["tuning_hours"]) & set(config["heatmap"]["hours"])),
    seed=config["seed"],
    city=CITY,
)


def city_of(rule):
    """The tables of the city that a job's part is made of."""
    return lambda wildcards: city_tables(MADE_OF[rule, wildcards.key]["city"])


rule compute_heatmap:
    """Heat maps of every hour at one epsilon, a block of the repetitions."""
    input:
        unpack(city_of("compute_heatmap")),
    output:
        f"{PARTS}/compute_heatmap/{BLOCK}.csv",
    log:
        f"{LOGS}/compute_heatmap/{BLOCK}.log",
    # The longest jobs first, so that no core idles at the end.
    priority: 10
    conda:
        ENVIRONMENT
    params:
        *code("experiments.heatmap"),
        settings=made_of("compute_heatmap", "settings"),
        seed=made_of("compute_heatmap", "seed"),
    script:
        "../../scripts/compute_heatmap.py"


use rule compute_heatmap as compute_heatmap_extended with:
    input:
        unpack(city_of("compute_heatmap_extended")),
    output:
        f"{PARTS}/compute_heatmap_extended/{BLOCK}.csv",
    log:
        f"{LOGS}/compute_heatmap_extended/{BLOCK}.log",
    priority: 20
    params:
        *code("experiments.heatmap"),
        settings=made_of("compute_heatmap_extended", "settings"),
        seed=made_of("compute_heatmap_extended", "seed"),


rule compute_heatmap_draw:
    """One noise draw of the maps, for Figures 2 and 5 and their extensions."""
    input:
        unpack(city_of("compute_heatmap_draw")),
    output:
        f"{PARTS}/compute_heatmap_draw/{{key}}/{{draw}}.csv",
    log:
        f"{LOGS}/compute_heatmap_draw/{{key}}/{{draw}}.log",
    priority: 5
    conda:
        ENVIRONMENT
    params:
        *code("experiments.heatmap"),
        settings=made_of("compute_heatmap_draw", "settings"),
        seed=made_of("compute_heatmap_draw", "seed"),
    script:
        "../../scripts/compute_heatmap_draw.py"


rule compute_tuning:
    """SURE along lambda, and the forest's error against its number of trees."""
    input:
        **city_tables(CITY),
    output:
        sure_path=f"{TUNING}/sure_path.csv",
        forest_size=f"{TUNING}/forest_size.csv",
    log:
        f"{LOGS}/compute_tuning.log",
    priority: 5
    conda:
        ENVIRONMENT
    params:
        *code("experiments.tuning"),
        **MADE_OF["compute_tuning", Path(TUNING).name],
    script:
        "../../scripts/compute_tuning.py"
