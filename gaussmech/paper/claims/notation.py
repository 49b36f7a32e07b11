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
    return _raised(text)


def _raised(text):
    """Return the text with what follows ^ raised: a number, a word, or what is in brackets."""
    before, power, rest = text.partition("^")
    if not power:
        return text
    if rest.startswith("("):
        end = _closing(rest)
        raised = rest[1:end]
        rest = rest[end + 1 :]
    else:
        raised = re.match(r"-?\w*", rest)[0]
        rest = rest[len(raised) :]
    raised = _raised(raised).replace("-", "−")
    return f"{before}<sup>{raised}</sup>{_raised(rest)}"


def _closing(text):
    """Return the place of the bracket that closes the one at the start; without one, the last."""
    depth = 0
    for place, letter in enumerate(text):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if depth == 0:
            return place
    return len(text) - 1
