"""The report of a run: one page with its figures, verdicts, data, settings and times."""

import base64
import io
import platform
import re
from html import escape
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from gaussmech.claims.finding import (
    ANSWERED,
    CLAIM,
    HOLDS,
    IN_PART,
    NOT_CHECKABLE,
    OTHER_DATA,
    REFUTED,
    TEXT,
)
from gaussmech.pipeline.explorer import REPORT_ASSETS
from gaussmech.registry import COMPANION, EXTENDED, FIGURES, PAPER

# What the numbers and the pictures of a run can depend on.
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
# The first of these that a run has is the picture of its first screen.
HEROES = ["fig2_extended", "fig5_extended", "fig2", "fig5"]
HEADINGS = {
    PAPER: "Figures of the paper",
    EXTENDED: "Beyond the paper",
    COMPANION: "Companion papers",
}
# Titles by document; what has none goes by its file's name.
PAPERS = {document["file"]: document["title"] for document in TEXT["documents"].values()}
# What is refuted comes first, our own questions last.
ORDER = (REFUTED, IN_PART, HOLDS, OTHER_DATA, NOT_CHECKABLE, ANSWERED)
# Widths in pixels, and WebP's quality, of a figure and of the first picture.
FIGURE, HERO = (1680, 72), (1100, 70)

_GREEK = {
    **{"epsilon": "ε", "delta": "δ", "Delta": "Δ", "sigma": "σ", "lambda": "λ", "mu": "μ"},
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
    text = re.sub(r"\b(\d(?:\.\d+)?)e([+-]?)0*(\d+)\b", _power, text)
    names = "|".join(_GREEK)
    text = re.sub(rf"(?<![\w.])({names})(?![a-z_.]\w)(?=\d?\b)", lambda m: _GREEK[m[1]], text)
    text = re.sub(r"\b([εδαγ]) (?=\d)", r"\1 = ", text)
    return re.sub(r"\^(-?\w+|\([^()]*\))", _exponent, text)


def _power(match):
    factor, sign, digits = match.groups()
    power = f"10<sup>{'−' if sign == '-' else ''}{digits}</sup>"
    return power if factor == "1" else f"{factor} × {power}"


def _exponent(match):
    return f"<sup>{match[1].removeprefix('(').removesuffix(')').replace('-', '−')}</sup>"


def report_page(
    template, *, figures, claims, provenance, config, origin, times, settings, deviations
):
    """Return the report as one HTML page that loads nothing but what lies beside it.

    Beside the Jinja template lie REPORT_ASSETS. `figures` maps a name to its files: `png`,
    `caption`, the `tables` it is drawn from and the `module` that draws it; `claims` are the rows
    of claims.csv, `settings` and `deviations` the texts of these pages of docs.
    """
    import yaml
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    for row in claims:
        if row["verdict"] not in ORDER:
            raise ValueError(
                f"claim {row['claim_id']} has the verdict {row['verdict']!r}; allowed are"
                f" {', '.join(ORDER)}"
            )
    environment = Environment(
        loader=FileSystemLoader(Path(template).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["typeset"] = lambda text: Markup(typeset(text))
    rows = sorted((_claim(row) for row in claims), key=lambda row: ORDER.index(row["verdict"]))
    sentences = [row for row in rows if row["kind"] == CLAIM]
    shown = {
        name: _figure(name, **figures[name])
        | {"sentences": about(name, sentences)}
        | {"chosen": told_of(name, settings), "deviations": told_of(name, deviations)}
        for name in in_order(figures)
    }
    hero = next((name for name in HEROES if name in shown), next(iter(shown)))
    return environment.get_template(Path(template).name).render(
        assets={
            name: Markup(Path(template).with_name(name).read_text("utf-8"))
            for name in REPORT_ASSETS
        },
        figures=list(shown.values()),
        headings=HEADINGS,
        hero=shown[hero] | {"wide": _webp(_opened(figures[hero]["png"]), *HERO)},
        leading=sorted((r for r in sentences if int(r["lead"])), key=lambda r: int(r["lead"])),
        claims=sentences,
        questions=[row for row in rows if row["kind"] != CLAIM],
        counts={verdict: sum(row["verdict"] == verdict for row in sentences) for verdict in ORDER},
        papers=list(dict.fromkeys(row["paper"] for row in sentences)),
        provenance=provenance,
        config=yaml.safe_dump(config, sort_keys=False, width=76),
        folder=f"results/{config['run']}".rstrip("/"),
        seed=config["seed"],
        origin=origin,
        versions=_versions(),
        times=times,
    )


def in_order(names):
    """Return the names of figures: those of the paper, each followed by its extension, then others.

    Examples
    --------
    >>> in_order(["fig1", "geng_ratio", "fig4", "l2_mechanism", "fig1_extended"])
    ['fig1', 'fig1_extended', 'fig4', 'l2_mechanism', 'geng_ratio']
    """
    listed = list(FIGURES)

    def place(name):
        parent = name.removesuffix("_extended")
        known = listed.index(parent) if parent in FIGURES else len(listed)
        return list(HEADINGS).index(_group(name)), known, name

    return sorted(names, key=place)


def _group(name):
    """The part of the report that a figure stands in: an extension beside what it extends."""
    parent = FIGURES.get(name.removesuffix("_extended"))
    return parent.group if parent else EXTENDED


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
        elif {row["claim_id"], re.sub(r"-?[a-z]$", "", row["claim_id"])} & set(sections):
            found.append(row)
    return found


def told_of(name, page):
    """Return what the sections of a page of docs on a figure say, in blocks.

    A block is a paragraph, a list (`items`) or a table (`rows`, the first of which is its head).
    """
    blocks = []
    for section in page.split("\n## ")[1:]:
        heading, _, text = section.partition("\n")
        numbers = re.findall(r"\d+", heading) if heading.startswith("Figure") else []
        if name.removeprefix("fig") in numbers:
            blocks += [_block(_plain(part)) for part in text.strip().split("\n\n")]
    return blocks


def _block(text):
    if text.startswith("- "):
        return {"items": text[2:].split("\n- ")}
    if not text.startswith("|"):
        return {"text": text}
    rows = [[cell.strip() for cell in line[1:-1].split("|")] for line in text.splitlines()]
    return {"rows": [rows[0], *rows[2:]]}


def _plain(text):
    """Markdown without its links and marks."""
    return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text).replace("**", "").replace("`", "")


def _figure(name, png, caption, tables, module):
    title, takeaway, *rest = Path(caption).read_text(encoding="utf-8").strip().split("\n")
    picture = _opened(png)
    return {
        "name": name,
        "title": title,
        "takeaway": takeaway,
        "text": " ".join(rest),
        "group": _group(name),
        "maps": "junctions.csv" in tables,
        "address": _webp(picture, *FIGURE),
        "width": picture.width,
        "height": picture.height,
        "made_by": re.sub(r"([0-9a-f]{12})[0-9a-f]{28}", r"\1", picture.info.get("Keywords", "")),
        "tables": tables,
        "module": Path(module).name,
        "source": Path(module).read_text(encoding="utf-8"),
    }


def _opened(png):
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(png) as picture:
            return picture.convert("RGB")
    except (UnidentifiedImageError, OSError) as error:
        raise ValueError(f"{png} is no picture ({error}); delete it and run again") from None


def _webp(picture, width, quality):
    """The picture, at most so many pixels wide, as a data address."""
    image = picture.copy()
    image.thumbnail((width, 4 * width), reducing_gap=1.5)
    content = io.BytesIO()
    image.save(content, "WEBP", quality=quality, method=2)
    return "data:image/webp;base64," + base64.b64encode(content.getvalue()).decode()


def _claim(row):
    """A row of the table, with the name of its paper."""
    return row | {"paper": PAPERS.get(row["document"], row["document"])}


def _versions():
    """Name to version of Python and of PACKAGES."""
    found = {"Python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found | {"machine": f"{platform.system()} {platform.machine()}"}
