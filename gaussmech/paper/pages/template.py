"""Fill the templates of pages: files that they contain, and plain text typeset as in print."""

import re
from html import escape
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

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


def page(template, typeset=str, **variables):
    """Return a page from its Jinja template; there `file(name)` is the text of a file beside it."""
    folder, name = Path(template).parent, Path(template).name
    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["typeset"] = lambda text: Markup(typeset(text))

    def file(name):
        return Markup((folder / name).read_text(encoding="utf-8"))

    return environment.get_template(name).render(file=file, **variables)
