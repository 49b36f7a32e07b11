"""The report of a run: one page with its figures, verdicts, data, settings and times."""

import base64
import contextlib
import io
import platform
import re
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from gaussmech.paper.claims import finding
from gaussmech.paper.claims.notation import typeset
from gaussmech.paper.pages.template import page
from gaussmech.paper.pages.worth import worth_rows
from gaussmech.paper.registry import COMPANION, EXTENDED, FIGURES, PAPER

# The report lists the versions of these packages: the numbers and the pictures of a run can depend
# on them.
PACKAGES = [
    "gaussmech",
    "numpy",
    "scipy",
    "numba",
    "pandas",
    "matplotlib",
    "networkx",
    "PyWavelets",
    "snakemake",
]
# The first screen of the report shows the first of these figures that the run has.
HEROES = ["fig2_extended", "fig5_extended", "fig2", "fig5"]
HEADINGS = {PAPER: "Figures of the paper", EXTENDED: "Beyond the paper"}
HEADINGS |= {COMPANION: "Companion papers"}
# Titles by file; the report calls a document without a title by its file's name.
PAPERS = {row["file"]: row["title"] for row in finding.TEXT["documents"].values()}
PAPER_ADDRESS = "https://proceedings.mlr.press/v80/balle18a.html"
# Refuted claims come first.
ORDER = (
    finding.REFUTED,
    finding.MISPRINT,
    finding.IN_PART,
    finding.HOLDS,
    finding.OTHER_DATA,
    finding.NOT_CHECKABLE,
)
# The width in pixels and the WebP quality: of each figure, and of the first picture.
FIGURE, HERO = (1500, 66), (1100, 66)


def report_page(
    template,
    *,
    figures,
    claims,
    provenance,
    config,
    origin,
    times,
    denoising_worth,
    sources=None,
):
    """Return the report as one HTML page that loads nothing but what lies beside it.

    Each sentence of a paper stands there once: at the first figure that it speaks of, or else among
    the others.

    Parameters
    ----------
    template : path
        The Jinja template of the page.
    figures : dict of str to tuple
        By name, in the order of the page: its PNG, beside which its caption lies, the names of its
        tables, and the module that draws it.
    claims, denoising_worth : DataFrame
        The tables of the same names.
    provenance, config, origin : dict
        What the maps are made from, the configuration, and the commit.
    times : list of tuple
        What `summary.costs` returns.
    sources : str, optional
        The way from the page to the folder of the repository; None: the page has no link to it.
    """
    rows = _rows_by_verdict(claims.to_dict("records"))
    entries, placed_ids = _figures_with_claims(figures, rows)
    hero_name = next((name for name in HEROES if name in entries), next(iter(entries)))
    hero = entries[hero_name]
    leading_rows = [row for row in rows if row["summary_rank"]]
    return page(
        template,
        typeset=typeset,
        figures=list(entries.values()),
        headings=HEADINGS,
        hero=hero | {"wide": _webp(hero["picture"], *HERO)},
        leading=sorted(leading_rows, key=lambda row: row["summary_rank"]),
        claims=rows,
        others=[row for row in rows if row["claim_id"] not in placed_ids],
        worth=worth_rows(denoising_worth, config["heatmap"]["map_epsilon"], provenance),
        paper_address=PAPER_ADDRESS,
        sources=sources,
        counts={
            verdict: sum(row["verdict"] == verdict for row in rows) for verdict in ORDER
        },
        papers=list(dict.fromkeys(row["paper"] for row in rows)),
        provenance=provenance,
        folder=f"results/{config['run']}".rstrip("/"),
        seed=config["seed"],
        origin=origin,
        versions=_versions(),
        times=times,
    )


def _rows_by_verdict(claims):
    """Return the rows of claims.csv with the titles of their papers, refuted claims first."""
    for row in claims:
        if row["verdict"] not in ORDER:
            mistake = f"claim {row['claim_id']} has the verdict {row['verdict']!r}"
            raise ValueError(f"{mistake}; allowed are {', '.join(ORDER)}")
    rows = [
        row | {"paper": PAPERS.get(row["document"], row["document"])} for row in claims
    ]
    return sorted(rows, key=lambda row: ORDER.index(row["verdict"]))


def _figures_with_claims(figures, rows):
    """Return what the page shows of each figure by name, and the claims that stand at a figure.

    A claim about several figures stands at the first, and the others repeat it.
    """
    entries = {}
    placed_ids = set()
    for name in figures:
        speaking_rows = claims_about_figure(name, rows)
        new_rows = [row for row in speaking_rows if row["claim_id"] not in placed_ids]
        repeated_rows = [row for row in speaking_rows if row["claim_id"] in placed_ids]
        placed_ids |= {row["claim_id"] for row in new_rows}
        entries[name] = _figure(*figures[name]) | {
            "name": name,
            "group": FIGURES[name].group if name in FIGURES else EXTENDED,
            "sentences": new_rows,
            "repeated_sentences": repeated_rows,
        }
    return entries, placed_ids


def way_to_sources(page):
    """Return the way from a page of results to this repository, such as "../"; None if outside."""
    root = Path(__file__).parents[3]
    folder = Path(page).resolve().parent
    if not folder.is_relative_to(root) or not (root / "config/README.md").is_file():
        return None
    return "../" * len(folder.relative_to(root).parts)


def claims_about_figure(name, claims):
    """Return the rows of claims.csv about a figure: `figures` in sentences.toml names it."""
    sentences = finding.TEXT["claims"]
    return [
        row
        for row in claims
        if name in sentences.get(row["claim_id"], {}).get("figures", ())
    ]


def _figure(png, tables, module):
    """Return what the page shows of a figure: its caption, its picture and where both are from."""
    caption = Path(png).with_suffix(".txt").read_text(encoding="utf-8")
    title, takeaway, *rest = caption.strip().split("\n")
    try:
        with Image.open(png) as file:
            picture = file.convert("RGB")
    except (UnidentifiedImageError, OSError) as error:
        raise ValueError(
            f"{png} is no picture ({error}); delete it and run again"
        ) from None
    return {
        "title": title,
        "takeaway": takeaway,
        "text": " ".join(rest),
        "maps": "junctions.csv" in tables,
        "picture": picture,
        "address": _webp(picture, *FIGURE),
        "made_by": re.sub(
            r"([0-9a-f]{12})[0-9a-f]{28}", r"\1", picture.info.get("Keywords", "")
        ),
        "tables": tables,
        "module": f"{module}.py",
    }


def _webp(picture, width, quality):
    """Return a picture, at most `width` pixels wide, as a data address."""
    image = picture.copy()
    image.thumbnail((width, 4 * width), reducing_gap=1.5)
    content = io.BytesIO()
    image.save(content, "WEBP", quality=quality, method=2)
    return "data:image/webp;base64," + base64.b64encode(content.getvalue()).decode()


def _versions():
    """Return the versions of Python and of PACKAGES by name, and the kind of machine."""
    versions = {"Python": platform.python_version()}
    for name in PACKAGES:
        versions[name] = "not installed"
        with contextlib.suppress(PackageNotFoundError):
            versions[name] = version(name)
    return versions | {"machine": f"{platform.system()} {platform.machine()}"}
