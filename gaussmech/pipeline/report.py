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
# The first of these that a run has are its hero, and its findings.
HEROES = ["fig2_extended", "fig5_extended", "fig2", "fig5"]
FINDINGS = ["fig1", "fig6_extended", "fig4_extended", "fig6", "fig3", "fig4"]
GROUPS = {
    "paper": "Figures of the paper",
    "extended": "Beyond the paper",
    "companion": "Companion papers",
}
# Titles by document; what has none goes by its file's name.
PAPERS = {document["file"]: document["title"] for document in TEXT["documents"].values()}
# What is refuted comes first, our own questions last.
ORDER = (REFUTED, IN_PART, HOLDS, OTHER_DATA, NOT_CHECKABLE, ANSWERED)
# Widths in pixels, and WebP's quality, of a figure, the hero and a thumbnail.
FIGURE, HERO, THUMB = (1680, 75), (1200, 70), (220, 60)

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


def report_page(template, *, figures, claims, provenance, config, origin, times):
    """Return the report as one HTML page that loads nothing.

    It links to the PDFs and the tables of the run, which lie beside it.

    Parameters
    ----------
    template : path
        A Jinja template, beside which lie REPORT_ASSETS.
    figures : dict
        Name of a figure to a dict: `png` and `caption` (paths), `tables` (names of the files in
        `data` that it is drawn from) and `module` (path of the Python file that draws it).
    claims : list of dict
        Rows with the columns of claims.csv.
    provenance : dict
        As `gaussmech.pipeline.tables.read_provenance` gives it.
    config : dict
        The configuration of the run.
    origin : dict
        `commit` and `config_digest`.
    times : list
        As `gaussmech.pipeline.runs.time_by_rule` gives it.

    Returns
    -------
    str

    Raises
    ------
    ValueError
        If a verdict is none of ORDER, or a figure is no picture.
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
    shown = {name: _figure(name, **files) for name, files in figures.items()}
    hero = next((name for name in HEROES if name in shown), next(iter(shown)))
    rows = sorted((_claim(row) for row in claims), key=lambda row: ORDER.index(row["verdict"]))
    return environment.get_template(Path(template).name).render(
        assets={
            name: Markup(Path(template).with_name(name).read_text("utf-8"))
            for name in REPORT_ASSETS
        },
        figures=list(shown.values()),
        groups=GROUPS,
        hero=shown[hero] | {"wide": _webp(_opened(figures[hero]["png"]), *HERO)},
        findings=[shown[name] for name in FINDINGS if name in shown][:3],
        claims=rows,
        refuted=[row for row in rows if row["verdict"] == REFUTED],
        counts={verdict: sum(row["verdict"] == verdict for row in claims) for verdict in ORDER},
        papers=list(dict.fromkeys(row["paper"] for row in rows)),
        provenance=provenance,
        config=yaml.safe_dump(config, sort_keys=False, width=76),
        seed=config["seed"],
        origin=origin,
        versions=_versions(),
        times=times,
    )


def _figure(name, png, caption, tables, module):
    title, takeaway, *rest = Path(caption).read_text(encoding="utf-8").strip().split("\n")
    picture = _opened(png)
    companion = not name.startswith(("fig", "l2", "sure", "forest", "sweep"))
    plain = name.startswith("fig") and "extended" not in name
    return {
        "name": name,
        "title": title,
        "takeaway": takeaway,
        "text": " ".join(rest),
        "group": "paper" if plain else "companion" if companion else "extended",
        "address": _webp(picture, *FIGURE),
        "thumb": _webp(picture, *THUMB),
        "width": picture.width,
        "height": picture.height,
        "made_by": picture.info.get("Keywords", ""),
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
    paper = PAPERS.get(row["document"], row["document"])
    return row | {"paper": paper if row["kind"] == CLAIM else "questions of ours"}


def _versions():
    """Name to version of Python and of PACKAGES."""
    found = {"Python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found | {"machine": f"{platform.system()} {platform.machine()}"}
