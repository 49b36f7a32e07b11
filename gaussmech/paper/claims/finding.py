"""Claims and findings: how they are registered, and how numbers become a verdict."""

import re
import string
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import numpy as np

from gaussmech.paper.experiments.summaries import MARGIN

HOLDS = "holds"
IN_PART = "holds in part"
REFUTED = "refuted"
MISPRINT = "misprint"
OTHER_DATA = "other data"
NOT_CHECKABLE = "not checkable"
VERDICTS = (HOLDS, IN_PART, REFUTED, MISPRINT, OTHER_DATA, NOT_CHECKABLE)
# The command that shows a claim, which is the evidence of one that is computed in its check.
COMMAND = "python -m gaussmech.paper.claims"
# Numbers of order 1 that differ by less are equal in comparisons.
ROUNDING = 1e-9


class Finding:
    """What a check found: its decision on every cell, and the evidence.

    Parameters
    ----------
    decisions : array-like
        Whether each cell satisfies the sentence: True or False, or +1, -1 and 0 (undecided).
    corrected : array-like, optional
        The decisions on the same cells for the corrected sentence: they distinguish a misprint from
        an error.
    **numbers
        The numbers that the texts in sentences.toml name in braces.
    """

    def __init__(self, decisions, *, corrected=None, **numbers):
        self.decisions = decisions
        self.corrected = corrected
        self.numbers = numbers


@dataclass(frozen=True)
class Judgement:
    """What readers see of a claim: its verdict, what we find in a sentence, and the evidence.

    `remark` counts for no verdict; `correction` says what holds instead.
    """

    verdict: str
    sentence: str
    evidence: str = ""
    remark: str = ""
    correction: str = ""


@dataclass(frozen=True)
class Claim:
    """A sentence of a document, and its check.

    `document` is the file's name without .txt, `title` what readers call it, and `text` what the
    sentence says. `check` takes `results.Results` and returns a Finding. The comment above
    sentences.toml explains the other attributes.
    """

    id: str
    document: str
    title: str
    text: str
    check: Callable[..., Finding]
    finds: str
    cells: str = ""
    remark: str = ""
    place: str = "-"
    words: str = "-"
    quote: str = ""
    figures: Sequence[str] = ()
    slip: str = ""
    scope: str = ""
    correction: str = ""
    summary_rank: int = 0
    universal: bool = False
    maps: bool = False


TEXT = tomllib.loads(Path(__file__).with_name("sentences.toml").read_text("utf-8"))
# Claims by id, as their modules are imported.
REGISTERED: dict[str, Claim] = {}


def claim(claim_id):
    """Register the decorated function as the check of this sentence of sentences.toml.

    Raises
    ------
    ValueError
        sentences.toml has no such claim or document, or another function checks the claim.
    """
    document = TEXT["documents"].get(claim_id.split("-")[0])
    if document is None or claim_id not in TEXT["claims"]:
        known = ", ".join(TEXT["documents"])
        raise ValueError(
            f"there is no claim {claim_id} in sentences.toml; its documents are {known}"
        )

    def register(check):
        # A module that failed once is imported anew, with the same functions.
        known = REGISTERED.get(claim_id)
        if known and known.check.__module__ != check.__module__:
            raise ValueError(f"there are two claims {claim_id}")
        REGISTERED[claim_id] = Claim(
            id=claim_id,
            document=document["file"],
            title=document["title"],
            check=check,
            **TEXT["claims"][claim_id],
        )
        return check

    return register


class NotCheckable(Exception):
    """The results lack what a claim needs; the message says what."""


def signs(margin, error=0.0, standard_errors=MARGIN):
    """Return +1 where `margin` is clearly positive, -1 where clearly negative, else 0."""
    margin = np.asarray(margin, float)
    limit = standard_errors * np.asarray(error, float)
    return (margin > limit).astype(int) - (margin < -limit)


def as_signs(decisions):
    """Return decisions as a flat array of +1, -1 and 0; True becomes +1, False -1."""
    decisions = np.asarray(decisions).ravel()
    return 2 * decisions - 1 if decisions.dtype == bool else decisions


def verdict(decisions, *, universal=False):
    """Return the verdict on a claim about many cells: +1, -1 or 0 (or True, False) for each.

    It holds if all cells are for it, holds in part if some are and others are against it or
    undecided, and is refuted if cells are against it and none for it. A `universal` claim (a
    theorem, "always", "for all") is refuted by a single cell.
    """
    decisions = as_signs(decisions)
    if decisions.size == 0:
        raise NotCheckable("there is no cell to check")
    some_for = (decisions > 0).any()
    some_against = (decisions < 0).any()
    if some_against and (universal or not some_for):
        return REFUTED
    if some_for:
        return HOLDS if (decisions > 0).all() else IN_PART
    raise NotCheckable("no cell is decided: differences are within the standard errors")


def verdict_on_claim(claim, finding):
    """Return the verdict on a claim: a refuted slip whose correction holds is a misprint."""
    as_printed = verdict(finding.decisions, universal=claim.universal)
    if as_printed != REFUTED or not claim.slip:
        return as_printed
    is_right = verdict(finding.corrected, universal=True) == HOLDS
    return MISPRINT if is_right else REFUTED


def number(value, digits=3):
    """Return a number as the table shows it: so many digits, whole numbers in full."""
    value = float(value)
    if value != 0 and not 1e-3 <= abs(value) < 1e5:
        return f"{value:.2g}"
    decimals = digits - 1 - int(np.floor(np.log10(abs(value)))) if value else 0
    text = f"{value:,.{max(decimals, 0)}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def span(values, digits=3, write=number):
    """Return least and largest of some numbers, or a single one, in words."""
    low, high = (write(end, digits) for end in _ends(values))
    return low if low == high else f"{low} to {high}"


def _ends(values):
    """Return the least and the largest of some numbers."""
    return np.min(values), np.max(values)


def ranges(values, chosen):
    """Return the runs of neighbouring `values` that are `chosen`, in words: 10 to 20, 40."""
    values = np.asarray(values)
    chosen = np.asarray(chosen, bool)
    spans = []
    for is_chosen, run in groupby(np.argsort(values), key=lambda k: chosen[k]):
        if is_chosen:
            spans.append(span(values[list(run)]))
    return ", ".join(spans) or "none"


def rounded_to(side, value, digits):
    """Return a positive number in words, with so many significant digits, never beyond `value`."""
    if not np.isfinite(value):
        return number(value)
    scale = 10.0 ** (digits - 1 - np.floor(np.log10(value)))
    round_to_side = np.floor if side == "down" else np.ceil
    return f"{round_to_side(value * scale) / scale:.{digits}g}"


class _Words(string.Formatter):
    """Formats a number by `number`, several by `span`; {x:each} asks for each of several.

    A bound that must not claim more than was found is rounded to its safe side: {x:down3} and
    {x:up3} have three significant digits, and are at most x and at least x.
    """

    def format_field(self, value, spec):
        if match := re.fullmatch("(down|up)([0-9]+)", spec):
            ends = {rounded_to(match[1], end, int(match[2])) for end in _ends(value)}
            return " to ".join(sorted(ends, key=float))
        if spec == "each":
            return ", ".join(map(number, value))
        if isinstance(value, str):
            return value
        if spec in ("", "2"):
            return span(value, int(spec or 3))
        return span(value, spec, format)


def check(claim, results):
    """Return the Judgement on a Claim: NOT_CHECKABLE, and why, if the results lack something."""
    results.files_read.clear()
    try:
        finding = claim.check(results)
        claim_verdict = verdict_on_claim(claim, finding)
        source = ", ".join(results.files_read)
        is_of_other_data = claim.maps and not results.of_the_papers_day
    except NotCheckable as reason:
        return Judgement(NOT_CHECKABLE, f"Not checkable: {reason}.")
    source = source or f"{COMMAND} {claim.id}"
    is_good = as_signs(finding.decisions) > 0
    numbers = {"good": is_good.sum(), "all": is_good.size} | finding.numbers
    words = _Words()
    cells = [words.vformat(claim.cells, (), numbers)]
    if claim.universal and claim_verdict in (REFUTED, MISPRINT):
        # The share is rounded down: 99.9 % is not all.
        percent = int(100 * is_good.mean())
        share = f"holds in {is_good.sum():,} of {is_good.size:,} cells ({percent}%)"
        cells.insert(0, share)
    if is_of_other_data:
        claim_verdict = OTHER_DATA
        cells.insert(0, results.city())
    evidence = f"{source}: {'; '.join(filter(None, cells))}"
    return Judgement(
        verdict=claim_verdict,
        sentence=words.vformat(claim.finds, (), numbers),
        evidence=evidence.removesuffix(": "),
        remark=words.vformat(claim.remark, (), numbers),
        correction=words.vformat(claim.correction, (), numbers),
    )
