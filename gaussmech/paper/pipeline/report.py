"""The report of a run: one page with its figures, verdicts, data, settings and times."""

import base64
import contextlib
import io
import platform
import re
from html import escape
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from gaussmech.paper.claims import finding
from gaussmech.paper.claims.comparison import comparison
from gaussmech.paper.pipeline.explorer import page
from gaussmech.paper.pipeline.worth import worth_rows
from gaussmech.paper.registry import COMPANION, EXTENDED, FIGURES, PAPER

# What the numbers and the pictures of a run can depend on.
PACKAGES = ("gaussmech", "numpy", "scipy", "numba", "pandas", "matplotlib", "networkx")
PACKAGES += ("PyWavelets", "snakemake")
# The first of these that a run has is the picture of its first screen.
HEROES = ["fig2_extended", "fig5_extended", "fig2", "fig5"]
HEADINGS = {PAPER: "Figures of the paper", EXTENDED: "Beyond the paper"}
HEADINGS |= {COMPANION: "Companion papers"}
# Titles by document; what has none goes by its file's name.
PAPERS = {row["file"]: row["title"] for row in finding.TEXT["documents"].values()}
PAPER_ADDRESS = "https://proceedings.mlr.press/v80/balle18a.html"
# What is refuted comes first, our own questions last.
ORDER = (finding.REFUTED, finding.MISPRINT, finding.IN_PART, finding.HOLDS)
ORDER += (finding.OTHER_DATA, finding.NOT_CHECKABLE, finding.ANSWERED)
# Widths in pixels, and WebP's quality, of a figure and of the first picture.
FIGURE, HERO = (1500, 66), (1100, 66)

_GREEK = {
    **{
        "epsilon": "ε",
        "delta": "δ",
        "Delta": "Δ",
        "sigma": "σ",
        "lambda": "λ",
        "mu": "μ",
    },
    **{"gamma": "γ", "alpha": "α", "eta": "η", "Phi": "Φ", "pi": "π"},
}
_SIGNS = {"&lt;=": "≤", "&gt;=": "≥", "-&gt;": "→", "+-": "±", "&lt;&lt;": "≪"}


def typeset(text):
    """Return plain text as HTML, with Greek letters, powers and signs as in print.

    Examples
    --------
    >>> typeset("delta 1e-06 and w^2 +- 2.5e-9 <= epsilon")
    'δ = 10<sup>−6</sup> and w<sup>2</sup> ± 2.5 × 10<sup>−9</sup> ≤ ε'
    """
    text = escape(str(text), quote=False)
    for plain, sign in _SIGNS.items():
        text = text.replace(plain, sign)
    text = re.sub(r"\b(\d(?:\.\d+)?)e\+?(-?)0*(\d+)\b", r"\1 × 10^\2\3", text)
    text = re.sub(r"(?<![\w.])1 × (?=10\^)", "", text)
    names = "|".join(_GREEK)
    text = re.sub(
        rf"(?<![\w.])({names})(?![a-z_.]\w)(?=\d?\b)", lambda m: _GREEK[m[1]], text
    )
    text = re.sub(r"\b([εδαγ]) (?=\d)", r"\1 = ", text)
    sup = lambda m: f"<sup>{(m[1] or m[2]).replace('-', '−')}</sup>"  # noqa: E731
    return re.sub(r"\^(?:(-?\w+)|\(([^()]*)\))", sup, text)


def report_page(
    template, *, figures, claims, provenance, config, origin, times, worth, sources=None
):
    """Return the report as one HTML page that loads nothing but what lies beside it.

    Each sentence of a paper stands there once: at the first figure that it speaks of, or else among
    the others.

    Parameters
    ----------
    template : path
        The Jinja template of the page.
    figures : dict of str to dict
        By name: its `png`, beside which its caption lies, the names of its `tables`, and the
        `module` that draws it.
    claims : list of dict
        The rows of claims.csv.
    provenance, config, origin : dict
        What the maps are made from, the configuration, and the commit.
    times : list of tuple
        What `summary.time_by_rule` returns.
    worth : DataFrame
        The table `denoising_worth`.
    sources : str, optional
        The way from the page to the folder of the repository; None: the page has no link to it.
    """
    for row in claims:
        if row["verdict"] not in ORDER:
            told = f"claim {row['claim_id']} has the verdict {row['verdict']!r}"
            raise ValueError(f"{told}; allowed are {', '.join(ORDER)}")
    rows = [
        row | {"paper": PAPERS.get(row["document"], row["document"])} for row in claims
    ]
    rows.sort(key=lambda row: ORDER.index(row["verdict"]))
    sentences = [row for row in rows if row["kind"] == finding.CLAIM]
    shown = {}
    homes = {}
    for name in in_order(figures):
        speaking = about(name, sentences)
        own = [row for row in speaking if row["claim_id"] not in homes]
        also = [row for row in speaking if row["claim_id"] in homes]
        homes |= dict.fromkeys((row["claim_id"] for row in own), name)
        shown[name] = _figure(**figures[name]) | {
            "name": name,
            "group": _group(name),
            "sentences": own,
            "also": also,
            "compared": comparison(name, rows),
        }
    hero = next((name for name in HEROES if name in shown), next(iter(shown)))
    return page(
        template,
        typeset=typeset,
        figures=list(shown.values()),
        headings=HEADINGS,
        hero=shown[hero] | {"wide": _webp(shown[hero]["picture"], *HERO)},
        leading=sorted(
            (r for r in sentences if int(r["lead"])), key=lambda r: int(r["lead"])
        ),
        claims=sentences,
        others=[row for row in sentences if row["claim_id"] not in homes],
        worth=worth_rows(worth, config["heatmap"]["map_epsilon"]),
        paper_address=PAPER_ADDRESS,
        sources=sources,
        questions=[row for row in rows if row["kind"] != finding.CLAIM],
        counts={
            verdict: sum(row["verdict"] == verdict for row in sentences)
            for verdict in ORDER
        },
        papers=list(dict.fromkeys(row["paper"] for row in sentences)),
        provenance=provenance,
        folder=f"results/{config['run']}".rstrip("/"),
        seed=config["seed"],
        origin=origin,
        versions=_versions(),
        times=times,
    )


def way_to_sources(page):
    """Return the way from a page of results to this repository, such as "../"; None if outside."""
    root = Path(__file__).parents[3]
    folder = Path(page).resolve().parent
    if not folder.is_relative_to(root) or not (root / "config/README.md").is_file():
        return None
    return "../" * len(folder.relative_to(root).parts)


def in_order(names):
    """Return the names of figures in the order of the report.

    Examples
    --------
    >>> in_order(["geng_ratio", "fig4", "sweep_heatmap", "l2_mechanism", "fig1_extended"])
    ['fig1_extended', 'fig4', 'l2_mechanism', 'sweep_heatmap', 'geng_ratio']
    """
    places = {name: place for place, name in enumerate(FIGURES)}
    groups = list(HEADINGS)
    return sorted(
        names, key=lambda x: (groups.index(_group(x)), places.get(x, len(places)), x)
    )


def _group(name):
    return FIGURES[name].group if name in FIGURES else EXTENDED


def about(name, claims):
    """Return the claims whose sentences speak of a figure: of its sections, or naming it."""
    if name not in FIGURES:
        return []
    sections, number = FIGURES[name].places.split(), name.removeprefix("fig")
    found = []
    for row in claims:
        named = re.search(r"Figures? ([\d, and]+)", row["place"])
        if named and row["claim_id"].startswith("BW-"):
            if number in re.findall(r"\d+", named[1]):
                found.append(row)
        elif {row["claim_id"], re.sub(r"-?[a-z]$", "", row["claim_id"])} & set(
            sections
        ):
            found.append(row)
    return found


def _figure(png, tables, module):
    caption = Path(png).with_suffix(".txt").read_text(encoding="utf-8")
    title, takeaway, *rest = caption.strip().split("\n")
    try:
        with Image.open(png) as picture:
            picture = picture.convert("RGB")
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
        "module": Path(module),
    }


def _webp(picture, width, quality):
    """The picture, at most so many pixels wide, as a data address."""
    image = picture.copy()
    image.thumbnail((width, 4 * width), reducing_gap=1.5)
    content = io.BytesIO()
    image.save(content, "WEBP", quality=quality, method=2)
    return "data:image/webp;base64," + base64.b64encode(content.getvalue()).decode()


def _versions():
    """Name to version of Python and of PACKAGES."""
    found = {"Python": platform.python_version()} | dict.fromkeys(
        PACKAGES, "not installed"
    )
    for name in PACKAGES:
        with contextlib.suppress(PackageNotFoundError):
            found[name] = version(name)
    return found | {"machine": f"{platform.system()} {platform.machine()}"}
