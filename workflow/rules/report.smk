"""What a run shows: figures, tables, verdicts, a page of everything, and Figure 2 by epsilon."""

from gaussmech.paper.pipeline.files import content_digest
from gaussmech.paper.pipeline.origin import commit
from gaussmech.paper.registry import PAGE_TABLES

# The hour of the page of Figure 2.
PAGE_HOUR = DRAWN[0]
PAGE = ("denoising_worth.page_epsilons", "denoising_worth.page_repetitions")


def template(page, *others):
    """Files of code of a rule: the template of a page and what it takes in, with their digests."""
    paths = [f"workflow/report/{name}" for name in (page, "worth.html", "page.css", *others)]
    return [f"{path} {content_digest(beside(path))}" for path in paths]


use rule compute_denoising_worth as compute_fig2_page with:
    """One draw of the map at each stop of the slider, and the mean errors there."""
    output:
        by_epsilon="<results>/data/denoising_by_epsilon.csv",
        frames="<results>/data/denoising_frames.csv",
    log:
        "<logs>/compute_fig2_page.log",
    params:
        *code("compute_denoising_worth.py"),
        function="page_of_denoising",
        hours=[PAGE_HOUR],
        settings=settings("seed", *PAGE, *BUDGET),


rule write_fig2_page:
    """Figure 2 as a page of its own, with a slider for epsilon."""
    input:
        collect(
            "<results>/data/{table}.csv",
            table=("denoising_worth", *PAGE_TABLES, "junctions", "roads"),
        ),
        "<results>/data/provenance.json",
    output:
        "<results>/fig2.html",
    log:
        "<logs>/write_fig2_page.log",
    localrule: True
    params:
        *code("write_fig2_page.py", template=template("fig2.html", "fig2.css", "fig2.js")),
        template=beside("workflow/report/fig2.html"),
        settings=settings("heatmap.map_epsilon"),
    script:
        "../../scripts/write_fig2_page.py"


rule write_worth:
    """The sentence on what denoising is worth, and all that it depends on."""
    input:
        worth="<results>/data/denoising_worth.csv",
        provenance="<results>/data/provenance.json",
    output:
        "<results>/worth.txt",
    log:
        "<logs>/write_worth.log",
    localrule: True
    params:
        *code("write_worth.py"),
        settings=settings("seed", "heatmap.map_epsilon"),
        origin={"commit": commit(), "config_digest": config_digest(config)},
    script:
        "../../scripts/write_worth.py"


rule write_report:
    """The report: figures, verdicts, data and settings on one page."""
    input:
        figures=expand("<results>/figures/{figure}.png", figure=MADE),
        captions=expand("<results>/figures/{figure}.txt", figure=MADE),
        claims="<results>/data/claims.csv",
        provenance="<results>/data/provenance.json",
        worth="<results>/data/denoising_worth.csv",
    output:
        "<results>/report.html",
    log:
        "<logs>/write_report.log",
    localrule: True
    params:
        *code(
            "write_report.py",
            *(f"figures.{module_of(figure)}" for figure in MADE),
            template=template("report.html", "report.css", "report.js"),
        ),
        template=beside("workflow/report/report.html"),
        figures={name: (row.files, module_of(name)) for name, row in MADE.items()},
        origin={"commit": commit(), "config_digest": config_digest(config)},
    script:
        "../../scripts/write_report.py"
