"""Claims, questions and findings: how they are registered, and how numbers become a verdict."""

import inspect
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from gaussmech.experiments.summaries import MARGIN

HOLDS = "holds"
IN_PART = "holds in part"
REFUTED = "refuted"
OTHER_DATA = "other data"
NOT_CHECKABLE = "not checkable"
# Of claims; a question is answered instead, or not checkable.
VERDICTS = (HOLDS, IN_PART, REFUTED, OTHER_DATA, NOT_CHECKABLE)
ANSWERED = "answered"
CLAIM, QUESTION = "claim", "question"


@dataclass(frozen=True)
class Claim:
    """A sentence of a document, or a question of ours, and its check.

    The id never changes: the document's letters, the section (0 for the abstract) and a letter; Q
    for a question. `document` is its file's name without .txt, `title` what readers call it. The
    check takes `results.Results`, and thresholds of ours as keywords; it returns a `Finding`. The
    rest is explained in sentences.toml.
    """

    id: str
    document: str
    title: str
    text: str
    check: Callable
    place: str = "-"
    words: str = "-"
    scope: str = ""
    correction: str = ""
    lead: int = 0
    universal: bool = False
    maps: bool = False
    over: str = ""

    @property
    def kind(self):
        """CLAIM or QUESTION."""
        return QUESTION if self.document == "-" else CLAIM

    @property
    def thresholds(self):
        """The thresholds of ours, by name."""
        return inspect.getfullargspec(self.check).kwonlydefaults or {}


TEXT = tomllib.loads(Path(__file__).with_name("sentences.toml").read_text("utf-8"))
_NO_DOCUMENT = {"file": "-", "title": "questions of ours"}
# By id, in the order of registration.
REGISTERED = {}


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


@dataclass(frozen=True)
class Finding:
    """What a check found: where its claim is good, and what to say; `check` adds the verdict.

    `good` has True or False, or +1, -1 or 0, for each cell, and is None for a question. The
    sentence has at most 30 words; `cells` are those that decide. A remark counts for no verdict.
    """

    good: Sequence | None
    sentence: str
    cells: str = ""
    remark: str = ""
    verdict: str = ""


found = Finding  # a check writes: return found(good, sentence, cells)


def signs(margin, error=0.0, standard_errors=MARGIN):
    """Return +1 where `margin` is clearly positive, -1 where clearly negative, else 0.

    Examples
    --------
    >>> signs([1.0, -1.0, 0.2], 0.1).tolist()
    [1, -1, 0]
    """
    margin, limit = np.asarray(margin, float), standard_errors * np.asarray(error, float)
    return np.where(margin > limit, 1, np.where(margin < -limit, -1, 0))


def _decided(decisions):
    decisions = np.asarray(decisions)
    return np.where(decisions, 1, -1) if decisions.dtype == bool else decisions


def verdict(decisions, *, universal=False):
    """Return the verdict on a claim about many cells: +1, -1 or 0 (or True, False) for each.

    It holds if all cells are for it, holds in part if some are and others are against it or
    undecided, and is refuted if cells are against it and none for it. A `universal` claim (a
    theorem, "always", "for all") is refuted by a single cell.

    Examples
    --------
    >>> verdict([1, 1]), verdict([1, -1]), verdict([-1, 0])
    ('holds', 'holds in part', 'refuted')
    >>> verdict([True, False], universal=True)
    'refuted'
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


def share(decisions):
    """Return in how many cells a claim holds, in words; decisions as for `verdict`.

    Examples
    --------
    >>> share([1, -1, 0]), share([True, True, True, False])
    ('1 of 3 cells (33%)', '3 of 4 cells (75%)')
    """
    good = _decided(decisions) > 0
    # Rounded down: 99.9 % is not all.
    return f"{good.sum():,} of {good.size:,} cells ({int(100 * good.mean())}%)"


def number(value):
    """Return a number as the table shows it: four digits, no needless exponent."""
    value = float(value)
    if value == 0 or 1e-3 <= abs(value) < 1e5:
        digits = 4 - int(np.floor(np.log10(abs(value)))) - 1 if value else 0
        text = f"{value:,.{max(digits, 0)}f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    return f"{value:.3g}"


def span(values):
    """Return least and largest of some numbers, in words."""
    low, high = number(np.min(values)), number(np.max(values))
    return low if low == high else f"{low} to {high}"


def ranges(values, chosen):
    """Return the runs of neighbouring `values` that are `chosen`, in words.

    Examples
    --------
    >>> ranges([10, 20, 30, 40], [True, True, False, True])
    '10 to 20, 40'
    """
    order = np.argsort(values)
    values, chosen = np.asarray(values)[order], np.asarray(chosen, bool)[order]
    runs, start = [], None
    for k, good in enumerate([*chosen, False]):
        if good and start is None:
            start = k
        elif not good and start is not None:
            runs.append(span(values[[start, k - 1]]))
            start = None
    return ", ".join(runs) or "none"


def check(claim, results, **thresholds):
    """Return the Finding on a Claim: NOT_CHECKABLE, and why, if the results lack something."""
    results.read.clear()
    try:
        finding = claim.check(results, **thresholds)
        good = finding.good
        decided = ANSWERED if good is None else verdict(good, universal=claim.universal)
    except NotCheckable as reason:
        return Finding(None, f"Not checkable: {reason}.", verdict=NOT_CHECKABLE)
    cells = [finding.cells, claim.over]
    if claim.universal and decided == REFUTED:
        cells.insert(0, f"holds in {share(good)}")
    if claim.maps and not results.of_the_papers_day:
        decided = OTHER_DATA
        cells.insert(0, results.city())
    tables = ", ".join(f"{name}.csv" for name in dict.fromkeys(results.read))
    source = tables or f"python -m gaussmech.claims {claim.id}"
    told = f"{source}: {'; '.join(filter(None, cells))}".removesuffix(": ")
    return replace(finding, cells=told, verdict=decided)


def varied(claim, results, factor):
    """Return the verdicts with each threshold of ours times `factor`, in words; - without any."""
    return (
        "; ".join(
            f"{name.replace('_', ' ')} {number(value * factor)}:"
            f" {check(claim, results, **{name: value * factor}).verdict}"
            for name, value in claim.thresholds.items()
        )
        or "-"
    )
