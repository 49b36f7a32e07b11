"""Formulas in plain text, as in claims and captions, typeset for the pages that show them."""

import re
from html import escape

_GREEK = {
    "epsilon": "ε",
    "delta": "δ",
    "Delta": "Δ",
    "sigma": "σ",
    "lambda": "λ",
    "mu": "μ",
    "gamma": "γ",
    "alpha": "α",
    "eta": "η",
    "Phi": "Φ",
    "pi": "π",
}
_SIGNS = {"&lt;=": "≤", "&gt;=": "≥", "-&gt;": "→", "+-": "±", "&lt;&lt;": "≪"}
# Code, paths and names of tables stay as they are.
_GREEK_NAME = re.compile(rf"(?<![\w.])({'|'.join(_GREEK)})(?![a-z_.]\w)(?=\d?\b)")


# What follows ^ is raised: what is in brackets, which may hold further ones, or a number or a word.
_POWER = re.compile(r"\^(?:\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)(?:\)|$)|(-?\w*))")


def typeset(text):
    """Return plain text as HTML, with Greek letters, roots, powers and signs as in print.

    Examples
    --------
    >>> typeset("delta 1e-06 and w^2 +- 2.5e-9 <= epsilon")
    'δ = 10<sup>−6</sup> and w<sup>2</sup> ± 2.5 × 10<sup>−9</sup> ≤ ε'
    >>> typeset("e^(-t^2 / (2 sigma)) / sqrt(d)")
    'e<sup>−t<sup>2</sup> / (2 σ)</sup> / √d'
    """
    text = escape(str(text), quote=False)
    for plain, sign in _SIGNS.items():
        text = text.replace(plain, sign)
    text = re.sub(r"\b(\d(?:\.\d+)?)e\+?(-?)0*(\d+)\b", r"\1 × 10^\2\3", text)
    text = re.sub(r"(?<![\w.])1 × (?=10\^)", "", text)
    text = _GREEK_NAME.sub(lambda match: _GREEK[match[1]], text)
    text = re.sub(r"\b([εδαγ]) (?=\d)", r"\1 = ", text)
    text = re.sub(r"\bsqrt\((\w|\d+)\)", r"√\1", text)
    text = re.sub(r"\bsqrt(?=\()", "√", text)
    return _POWER.sub(_raised, text)


def _raised(match):
    """Return a power as HTML; it may have powers of its own."""
    power = _POWER.sub(_raised, "".join(match.groups("")))
    return f"<sup>{power.replace('-', '−')}</sup>"
