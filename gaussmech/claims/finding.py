"""Claims and findings: how a claim is registered, and how numbers become a verdict."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from gaussmech.experiments.summaries import MARGIN

HOLDS = "holds"
IN_PART = "holds in part"
REFUTED = "refuted"
NOT_CHECKABLE = "not checkable"
VERDICTS = (HOLDS, IN_PART, REFUTED, NOT_CHECKABLE)

# "Orders of magnitude" and "several" of them.
ORDER, SEVERAL_ORDERS = 10.0, 100.0


@dataclass(frozen=True)
class Claim:
    """A claim: its id, where the paper makes it, what it says, and its check.

    `check` takes `results.Results` and returns a `Finding`.
    """

    id: str
    section: str
    text: str
    check: Callable


# By id, in no particular order; `gaussmech.claims.CLAIMS` is sorted.
REGISTERED = {}


def claim(claim_id, section, text):
    """Register the decorated function as the check of a claim, under an id that never changes.

    Ids start with the paper (BW for Balle & Wang), then its section (0 for the abstract), then a
    letter.
    """

    def register(check):
        if claim_id in REGISTERED:
            raise ValueError(f"there are two claims {claim_id}")
        REGISTERED[claim_id] = Claim(claim_id, section, text, check)
        return check

    return register


class NotCheckable(Exception):
    """The results lack what a claim needs; the message says what."""


@dataclass(frozen=True)
class Finding:
    """The outcome of a claim's check.

    Attributes
    ----------
    verdict : str
        One of VERDICTS.
    measured : str
        The numbers that decide.
    where : str
        The range where the claim holds, or the counter-example.
    standard_error : float
        Of the comparison closest to the opposite outcome, in its own units; 0 without random
        numbers.
    evidence : str
        The tables, if not the output of `python -m gaussmech.claims <id>`.
    share : str
        In how many cells a universal claim holds.
    """

    verdict: str
    measured: str
    where: str
    standard_error: float = 0.0
    evidence: str = ""
    share: str = ""


def signs(margin, error=0.0):
    """Return +1 where `margin` is clearly positive, -1 where clearly negative, else 0.

    Examples
    --------
    >>> signs([1.0, -1.0, 0.2], 0.1).tolist()
    [1, -1, 0]
    """
    margin = np.asarray(margin, float)
    return np.where(margin > MARGIN * error, 1, np.where(margin < -MARGIN * error, -1, 0))


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
    raise NotCheckable("no cell is decided: differences are within 3 standard errors")


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
            low, high = number(values[start]), number(values[k - 1])
            runs.append(low if low == high else f"{low} to {high}")
            start = None
    return ", ".join(runs) or "none"
