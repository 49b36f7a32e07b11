"""Claims, questions and findings: how they are registered, and how numbers become a verdict."""

import inspect
import string
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import numpy as np

from gaussmech.paper.experiments.summaries import MARGIN

HOLDS = "holds"
IN_PART = "holds in part"
REFUTED = "refuted"
OTHER_DATA = "other data"
NOT_CHECKABLE = "not checkable"
VERDICTS = (HOLDS, IN_PART, REFUTED, OTHER_DATA, NOT_CHECKABLE)
ANSWERED = "answered"  # of a question
CLAIM, QUESTION = "claim", "question"
ROUNDING = 1e-9  # allowed in comparisons of numbers of order 1


@dataclass(frozen=True)
class Claim:
    """A sentence of a document, or a question of ours, and its check; see sentences.toml.

    `document` is its file's name without .txt, `title` what readers call it. The check takes
    `results.Results`, and thresholds of ours as keywords; it returns `found(...)`.
    """

    id: str
    document: str
    title: str
    text: str
    check: Callable
    finds: str
    cells: str = ""
    remark: str = ""
    place: str = "-"
    words: str = "-"
    scope: str = ""
    correction: str = ""
    lead: int = 0
    universal: bool = False
    maps: bool = False

    @property
    def kind(self):
        return QUESTION if self.document == "-" else CLAIM

    @property
    def thresholds(self):
        return inspect.getfullargspec(self.check).kwonlydefaults or {}


TEXT = tomllib.loads(Path(__file__).with_name("sentences.toml").read_text("utf-8"))
_NO_DOCUMENT = {"file": "-", "title": "questions of ours"}
REGISTERED = {}  # claims by id


def claim(claim_id):
    """Register the decorated function as the check of this sentence of sentences.toml."""

    def register(check):
        if claim_id in REGISTERED:
            raise ValueError(f"there are two claims {claim_id}")
        said = TEXT["claims"][claim_id].copy()
        document = TEXT["documents"].get(claim_id.split("-")[0], _NO_DOCUMENT)
        text = said.pop("says", None) or said.pop("asks")
        REGISTERED[claim_id] = Claim(claim_id, *document.values(), text, check, **said)
        return check

    return register


class NotCheckable(Exception):
    """The results lack what a claim needs; the message says what."""


def found(good, **numbers):
    """Return what a check found: True or False, or +1, -1 or 0, by cell; None for a question."""
    return good, numbers


@dataclass(frozen=True)
class Finding:
    """A verdict, its sentence, the cells that decide, and a remark that counts for no verdict."""

    verdict: str
    sentence: str
    cells: str = ""
    remark: str = ""


def signs(margin, error=0.0, standard_errors=MARGIN):
    """Return +1 where `margin` is clearly positive, -1 where clearly negative, else 0."""
    margin, limit = np.asarray(margin, float), standard_errors * np.asarray(error, float)
    return np.where(margin > limit, 1, np.where(margin < -limit, -1, 0))


def _decided(decisions):
    decisions = np.asarray(decisions).ravel()
    return np.where(decisions, 1, -1) if decisions.dtype == bool else decisions


def verdict(decisions, *, universal=False):
    """Return the verdict on a claim about many cells: +1, -1 or 0 (or True, False) for each.

    It holds if all cells are for it, holds in part if some are and others are against it or
    undecided, and is refuted if cells are against it and none for it. A `universal` claim (a
    theorem, "always", "for all") is refuted by a single cell.
    """
    decisions = _decided(decisions)
    if decisions.size == 0:
        raise NotCheckable("there is no cell to check")
    for_it, against = (decisions > 0).any(), (decisions < 0).any()
    if against and (universal or not for_it):
        return REFUTED
    if for_it:
        return HOLDS if (decisions > 0).all() else IN_PART
    raise NotCheckable("no cell is decided: differences are within the standard errors")


def number(value):
    """Return a number as the table shows it: four digits, no needless exponent."""
    value = float(value)
    if value == 0 or 1e-3 <= abs(value) < 1e5:
        digits = 3 - int(np.floor(np.log10(abs(value)))) if value else 0
        text = f"{value:,.{max(digits, 0)}f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    return f"{value:.3g}"


def span(values):
    """Return least and largest of some numbers, in words."""
    low, high = number(np.min(values)), number(np.max(values))
    return low if low == high else f"{low} to {high}"


def ranges(values, chosen):
    """Return the runs of neighbouring `values` that are `chosen`, in words: 10 to 20, 40."""
    values, chosen = np.asarray(values), np.asarray(chosen, bool)
    runs = groupby(np.argsort(values), key=lambda k: chosen[k])
    return ", ".join(span(values[list(run)]) for good, run in runs if good) or "none"


class _Words(string.Formatter):
    """Formats numbers as `number`, several as `span`, or one by one where {x:each} asks for it."""

    def format_field(self, value, spec):
        if spec == "each":
            return ", ".join(map(number, value))
        if spec or isinstance(value, str):
            return super().format_field(value, spec)
        return number(value) if np.ndim(value) == 0 else span(value)


def check(claim, results, **thresholds):
    """Return the Finding on a Claim: NOT_CHECKABLE, and why, if the results lack something."""
    results.read.clear()
    try:
        good, numbers = claim.check(results, **thresholds)
        decided = ANSWERED if good is None else verdict(good, universal=claim.universal)
        elsewhere = claim.maps and not results.of_the_papers_day
    except NotCheckable as reason:
        return Finding(NOT_CHECKABLE, f"Not checkable: {reason}.")
    for_it = _decided([] if good is None else good) > 0
    numbers = claim.thresholds | thresholds | {"good": for_it.sum(), "all": for_it.size} | numbers
    texts = claim.finds, claim.remark, claim.cells
    sentence, remark, *parts = (_Words().vformat(text, (), numbers) for text in texts)
    if claim.universal and decided == REFUTED:
        # Rounded down: 99.9 % is not all.
        percent = f"({int(100 * for_it.mean())}%)"
        parts.insert(0, f"holds in {for_it.sum():,} of {for_it.size:,} cells {percent}")
    if elsewhere:
        decided = OTHER_DATA
        parts.insert(0, results.city())
    tables = ", ".join(f"{name}.csv" for name in dict.fromkeys(results.read))
    source = tables or f"python -m gaussmech.paper.claims {claim.id}"
    cells = "; ".join(filter(None, parts))
    return Finding(decided, sentence, f"{source}: {cells}".removesuffix(": "), remark)


def varied(claim, results, factor):
    """Return the verdicts with each threshold of ours times `factor`, in words; - without any."""
    told = (
        f"{name.replace('_', ' ')} {number(value * factor)}:"
        f" {check(claim, results, **{name: value * factor}).verdict}"
        for name, value in claim.thresholds.items()
    )
    return "; ".join(told) or "-"
