"""Heat maps (Balle & Wang, sections 5.3 and B.2): the tables of Figures 2, 5 and 6."""

from gaussmech.paper.experiments.methods import WORTH_HOUR, method_named
from gaussmech.paper.city.sources import city_files
from gaussmech.paper.registry import map_hours

HEATMAP, DENOISING = config["heatmap"], config["denoising"]
# The hours of Figures 2 and 5.
DRAWN = list(dict.fromkeys(map_hours(HEATMAP["hours"]).values()))
ALONE = [name for name in DENOISING["methods"] if not method_named(name).needs_all_hours]
# The noise of these maps.
BUDGET = ("heatmap.map_epsilon", "heatmap.delta", "heatmap.sensitivity")
# What denoising is worth is computed on the drawn hours and one more.
WORTH_HOURS = sorted({*DRAWN, *({WORTH_HOUR} & set(HEATMAP["hours"]))})


def methods_at(wildcards):
    """Methods of the extended maps: all hours together are denoised at the maps' epsilon only."""
    of_cell = config_of(wildcards.cell)
    is_drawn = float(wildcards.epsilon) == of_cell["heatmap"]["map_epsilon"]
    methods = of_cell["denoising"]["methods"]
    return [name for name in methods if is_drawn or not method_named(name).needs_all_hours]


rule fetch_city:
    """Streets and trips: downloaded, read from files, or synthetic; a map of each hour."""
    input:
        # The user's own files stay where they are, also behind the prefix of a module or in a storage.
        files=lambda job: map(local, city_files(config_of(job.cell)["heatmap"])),
    output:
        junctions="<results>/{cell}city/junctions.csv",
        roads="<results>/{cell}city/roads.csv",
        truth="<results>/{cell}city/truth.csv",
        city="<results>/{cell}city/city.json",
    log:
        "<logs>/{cell}fetch_city.log",
    # Not on a compute node of a cluster: those often have no network.
    localrule: True
    # First, so that unreadable files are reported before long work starts.
    priority: 100
    params:
        *code("fetch_city.py"),
        settings=settings(*CITY),
    script:
        "../../scripts/fetch_city.py"


rule tabulate_city:
    """The maps of this run, what they are made from, and how far a cab moves them."""
    input:
        **city(),
    output:
        junctions="<results>/data/junctions.csv",
        roads="<results>/data/roads.csv",
        truth="<results>/data/heatmap_truth.csv",
        provenance="<results>/data/provenance.json",
        contributions="<results>/data/claims_contributions.csv",
    log:
        "<logs>/tabulate_city.log",
    localrule: True
    params:
        *code("tabulate_city.py"),
        settings=settings("heatmap.label", "heatmap.bandwidth_m", "heatmap.max_trips", *BUDGET),
    script:
        "../../scripts/tabulate_city.py"


rule compute_heatmap:
    """The RMSE of each method over the junctions, at each epsilon, for a block of repetitions."""
    input:
        unpack(lambda job: city(job.cell)),
    output:
        "<results>/{cell}errors/heatmap/repetitions-{first}-{last}.csv",
    log:
        "<logs>/{cell}errors/heatmap/repetitions-{first}-{last}.log",
    # The longest jobs begin first, so that no core idles at the end.
    priority: 10
    params:
        *code("compute_heatmap.py"),
        own=lambda job: own_code(job, "heatmap"),
        settings=settings("seed", "heatmap"),
    script:
        "../../scripts/compute_heatmap.py"


use rule compute_heatmap as compute_heatmap_extended with:
    """The same for the methods of the extended Figure 6, at one epsilon: each takes long."""
    output:
        "<results>/{cell}errors/heatmap_extended/epsilon-{epsilon}/repetitions-{first}-{last}.csv",
    log:
        "<logs>/{cell}errors/heatmap_extended/epsilon-{epsilon}/repetitions-{first}-{last}.log",
    priority: 20
    params:
        *code("compute_heatmap.py"),
        own=lambda job: own_code(job, "denoising"),
        methods=methods_at,
        asked=settings("denoising.methods"),
        settings=settings("seed", "denoising", "heatmap.delta", "heatmap.sensitivity"),


rule compute_heatmap_draw:
    """One draw of the maps of Figures 2 and 5, the same denoised, and trend filtering along lambda."""
    input:
        **city(),
    output:
        heatmap_draw="<results>/data/heatmap_draw.csv",
        heatmap_draw_extended="<results>/data/heatmap_draw_extended.csv",
        trend_by_lambda="<results>/data/trend_by_lambda.csv",
    log:
        "<logs>/compute_heatmap_draw.log",
    priority: 5
    params:
        *code("compute_heatmap_draw.py"),
        own=lambda job: own_code(job, "heatmap", "denoising"),
        asked=settings("heatmap.methods", "denoising.methods"),
        hours=DRAWN,
        settings=settings("seed", "heatmap.repetitions", *BUDGET),
        methods={"heatmap_draw": HEATMAP["methods"], "heatmap_draw_extended": ALONE},
    script:
        "../../scripts/compute_heatmap_draw.py"


rule compute_denoising_worth:
    """The epsilon at which the raw release would be as accurate as each map."""
    input:
        **city(),
    output:
        "<results>/data/denoising_worth.csv",
    log:
        "<logs>/compute_denoising_worth.log",
    # One of the longest jobs.
    priority: 20
    params:
        *code("compute_denoising_worth.py"),
        function="denoising_worth",
        hours=WORTH_HOURS,
        settings=settings("seed", "denoising_worth", *BUDGET),
    script:
        "../../scripts/compute_denoising_worth.py"
