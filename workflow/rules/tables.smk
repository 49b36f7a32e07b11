from gaussmech.experiments.methods import METHODS

# Tables that one job makes: script, tables, settings, and the library modules they depend on.
MAP_HOURS = set(config["heatmap"]["hours"])
MAP_BUDGET = pick(config["heatmap"], "delta", "sensitivity")
MAP_EPSILON = config["heatmap"]["map_epsilon"]
ONE_JOB = {
    "compute_calibration": (
        "calibration calibration_epsilon calibration_delta",
        {"settings": config["calibration"]},
        ["experiments.calibration"],
    ),
    # Three papers: each table is made in less time than a job takes to start.
    "compute_companions": (
        "geng_density geng_bounds geng_ratio geng_ratio_epsilon geng_ratio_delta accuracy"
        " accuracy_budget accuracy_constant composition_lecture privacy_loss privacy_loss_summary",
        pick(config, "truncated_laplacian", "accuracy", "lecture", "seed"),
        [
            f"experiments.{name}"
            for name in ("truncated_laplacian", "accuracy", "composition_lecture")
        ],
    ),
    "compute_l2_mechanism": (
        "l2_mechanism",
        {"settings": config["l2_mechanism"]},
        ["experiments.l2_mechanism"],
    ),
    "compute_gdp": (
        "gdp_profiles gdp_transform gdp_staircase gdp_head gdp_composition gdp_composition_table"
        " gdp_laplace gdp_laplace_mu gdp_subsampling gdp_subsampling_mu",
        {"settings": config["gdp"]},
        ["experiments.gdp"],
    ),
    # One draw of the maps: every hour for Figures 2 and 5, their two hours for the extended ones.
    "compute_heatmap_draw": (
        "heatmap_draw",
        {
            "settings": MAP_BUDGET | pick(config["heatmap"], "map_epsilon", "methods", "hours"),
            "seed": config["seed"],
            "city": CITY,
        },
        ["experiments.heatmap"],
    ),
    "compute_heatmap_draw_extended": (
        "heatmap_draw_extended",
        {
            "settings": MAP_BUDGET
            | {
                "methods": [
                    m for m in config["denoising"]["methods"] if not METHODS[m].of_all_hours
                ]
            }
            | {"map_epsilon": MAP_EPSILON, "hours": sorted({0, 12} & MAP_HOURS)},
            "seed": config["seed"],
            "city": CITY,
        },
        ["experiments.heatmap"],
    ),
    # SURE along lambda, and the forest's error against its number of trees.
    "compute_tuning": (
        "sure_path forest_size",
        {
            "settings": MAP_BUDGET
            | {"epsilon": MAP_EPSILON, "repetitions": config["denoising"]["tuning_repetitions"]},
            "trees": config["denoising"]["trees"],
            "hours": sorted(set(config["denoising"]["tuning_hours"]) & MAP_HOURS),
            "seed": config["seed"],
            "city": CITY,
        },
        ["experiments.tuning"],
    ),
}
# A job without one of its hours in the config has nothing to do.
for job, hours in (
    ("compute_heatmap_draw_extended", {0, 12}),
    ("compute_tuning", set(config["denoising"]["tuning_hours"])),
):
    if not hours & MAP_HOURS:
        del ONE_JOB[job]


localrules:
    compute_calibration,
    compute_l2_mechanism,


for job, (names, settings, modules) in ONE_JOB.items():
    folder = part(job, **settings)
    made = {name: f"{folder}/{name}.csv" for name in names.split()}
    TABLES |= {f"{name}.csv": path for name, path in made.items()}

    rule:
        name:
            job
        input:
            **(city_tables(CITY) if "city" in settings else {}),
        output:
            **made,
        log:
            f"{LOGS}/{job}.log",
        priority: 5
        conda:
            ENVIRONMENT
        params:
            *code(*modules),
            # Not in the path itself, which is read when the job runs: the loop has ended then.
            **{key: value for key, value in settings.items() if key != "city"},
            script=job.removesuffix("_extended"),
        script:
            "../../scripts/{params.script}.py"


TABLES |= {f"{name}.csv": statistics(name, config) for name in REPEATED}
TABLES |= {Path(path).name: path for path in city_tables(CITY).values()}
TABLES["provenance.json"] = PROVENANCE
