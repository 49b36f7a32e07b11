from gaussmech.pipeline.config import TRIP_FILES


def city_part(config):
    """The folder of a configuration's streets and maps."""
    names = "source folder roads trips bandwidth_m reach_m contribution max_trips sensitivity hours"
    settings = pick(config["heatmap"], *names.split())
    return part("fetch_city", settings=settings, seed=config["seed"])


def city_tables(folder):
    return {
        "junctions": f"{folder}/junctions.csv",
        "roads": f"{folder}/roads.csv",
        "truth": f"{folder}/heatmap_truth.csv",
        "city": f"{folder}/city.json",
    }


def city_files(wildcards):
    """The user's road and trip files, where there are any."""
    heatmap = MADE_OF["fetch_city", wildcards.key]["settings"]
    if heatmap["folder"] is None or heatmap["source"] in ("download", "stand-in"):
        return []
    folder = Path(heatmap["folder"]).expanduser()
    names = [heatmap["roads"], f"{heatmap['roads']}.gz"]
    names += [entry["file"] for entry in heatmap["trips"]] or sorted(
        path.name for path in folder.iterdir() if path.name.endswith(TRIP_FILES)
    )
    return [str(folder / name) for name in names if (folder / name).is_file()]


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
