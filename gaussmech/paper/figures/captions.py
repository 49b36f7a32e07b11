"""Captions: a title, one sentence to take away, what to look at; numbers come from the tables."""

from decimal import Decimal

import numpy as np

from gaussmech.paper.figures.curves import FEWEST, rows_of
from gaussmech.paper.figures.method_styles import look_of

INTERVALS = "with 95 % intervals"
# A caption has at most this many words below its title; the tests count them.
LONGEST = 110
# Of fewer draws no interval and no ratio is stated: a standard error is itself uncertain by a share of
# about 1 / sqrt(2 (draws - 1)), which is 35 % for five draws and 71 % for two.
LEAST_DRAWS = 5
# Maps that need no denoiser: nothing, and a constant.
TRIVIAL = ["zero", "mean"]
# A denoiser whose mean squared error is at least this share of a trivial one's finds no signal.
NO_BETTER = 0.95
# Numbers up to nine are written as words where a trip counts so many times.
WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def caption_of(title, takeaway, *sentences):
    """Return a caption of three lines: the title, the take-away, and the rest.

    Parameters
    ----------
    title : str
    takeaway : str
        One sentence with the finding.
    *sentences : str
        What to look at; empty ones are left out.
    """
    rest = " ".join(sentence for sentence in sentences if sentence)
    return "".join(" ".join(line.split()) + "\n" for line in (title, takeaway, rest))


def two_digits(value):
    """Return a positive number with two significant digits, in plain notation where it is short.

    Examples
    --------
    >>> [two_digits(value) for value in (34.56, 0.1849, 2.0, 6813.0, 9.96, 0.00996, 3.2e-7)]
    ['35', '0.18', '2.0', '6,800', '10', '0.010', '3.2e-07']
    """
    text = f"{value:#.2g}"
    if float(text) >= 1e6 or 0 < float(text) < 1e-3:
        return f"{value:.2g}".replace("inf", "∞")
    return f"{Decimal(text):,f}"


def listed(words):
    """Return words as a list within a sentence: a, b and c."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def farthest(differences, errors):
    """Return how many standard errors the farthest difference is from 0, in words.

    Parameters
    ----------
    differences, errors : (n,) arrays of float
        Differences, and their standard errors; an error of 0 belongs to draws that did not vary.
    """
    # Events may be rarer than the draws are many.
    varied = np.asarray(errors) > 0
    if not varied.any():
        return "an unknown number of standard errors, as no draw varied,"
    off = np.abs(np.asarray(differences)[varied] / np.asarray(errors)[varied])
    return f"{off.max():.1f} standard errors"


def repeated(table):
    """Return the settings and repetitions of a table of errors, in words.

    Parameters
    ----------
    table : DataFrame
        Errors of vectors.
    """
    row = table.iloc[0]
    settings = f"n = {row['sample_size']}, delta = {row['delta']:g}"
    about = f"{settings}, {row['repetitions']} data sets per point, {INTERVALS}."
    return " ".join([about, side_by_side(table, "dimension")]).rstrip()


def side_by_side(table, column):
    """Return a sentence about points that stand side by side, or "" where none do.

    Parameters
    ----------
    table : DataFrame
        The table of the curves.
    column : str
        The column of the places at which the points stand.
    """
    if table[column].nunique() > FEWEST:
        return ""
    return f"Points of one {column} stand side by side."


def draws(table):
    """Return how many draws the means of a table are of: 20, or 2 to 20."""
    least = table["repetitions"].min()
    most = table["repetitions"].max()
    return f"{least:.0f}" if least == most else f"{least:.0f} to {most:.0f}"


def smallest_error(table, epsilons):
    """Return the method with the smallest error at the largest dimension, per epsilon, in words.

    Parameters
    ----------
    table : DataFrame
        Errors of vectors.
    epsilons : list of float

    Returns
    -------
    str
        A sentence. It names the zero release where that is at least as good as every method.
    """
    dimension = table["dimension"].max()
    best = []
    for epsilon in epsilons:
        rows = rows_of(table, dimension=dimension, epsilon=epsilon)
        errors = rows.set_index("method")["error_mean"]
        others = errors.drop("zero", errors="ignore")
        if others.empty:
            continue
        method = others.idxmin()
        words = f"{two_digits(others[method])} by {method}"
        if errors.get("zero", np.inf) <= others[method]:
            words += ", no better than the zero release,"
        best.append(f"{words} at epsilon {epsilon:g}")
    if not best:
        return "There is no method other than the zero release in this run."
    return f"At d = {dimension:,} the smallest error is {listed(best)}."


def errors_of_maps(heatmap, epsilon):
    """Return the error of each method at an epsilon, all hours of a table together.

    Parameters
    ----------
    heatmap : DataFrame
        Errors of maps.
    epsilon : float

    Returns
    -------
    Series
        Root mean squares of the RMSE over the hours, by method.
    """
    rows = rows_of(heatmap, epsilon=epsilon)
    square = rows["rmse_mean"] ** 2
    return square.groupby(rows["method"]).mean() ** 0.5


def best_denoiser(heatmap, epsilon, methods=None):
    """Return the denoiser with the smallest error among those that do not use the truth.

    Parameters
    ----------
    heatmap : DataFrame
        Errors of maps.
    epsilon : float
    methods : list of str, optional
        The methods to choose from, such as those that a figure draws; by default all.

    Returns
    -------
    str or None
        Its name; None where the table has none, or no raw release to compare with.
    """
    errors = errors_of_maps(heatmap, epsilon)
    oracles = set(heatmap.loc[heatmap["uses_truth"].astype(bool), "method"])
    others = oracles | {"aGM", "cGM", *TRIVIAL}
    candidates = [name for name in errors.index if name not in others]
    if methods is not None:
        candidates = [name for name in candidates if name in methods]
    if "aGM" not in errors or not candidates:
        return None
    return errors[candidates].idxmin()


def beats_trivial(heatmap, epsilon):
    """Return whether the best denoiser is better than the zero release and a constant map.

    Parameters
    ----------
    heatmap : DataFrame
        Errors of maps.
    epsilon : float

    Returns
    -------
    bool
        True also where the table has neither of the two.
    """
    errors = errors_of_maps(heatmap, epsilon)
    trivial = errors.reindex(TRIVIAL).min()
    name = best_denoiser(heatmap, epsilon)
    return name is not None and not errors[name] ** 2 > NO_BETTER * trivial**2


def short_label(method):
    """Return the legend's name of a method for a sentence, without the remark "(ours)"."""
    return look_of(method).label.removesuffix(" (ours)")


def source(provenance, hours):
    """Return what the maps of some hours are made from, and what their noise guarantees.

    Parameters
    ----------
    provenance : dict
        The content of `provenance.json`.
    hours : iterable of int
    """
    if provenance["source"] == "stand-in":
        return "SYNTHETIC CITY: made-up streets and trips, no real data."
    data = ": ".join(filter(None, (provenance["label"], days_of(hours, provenance))))
    if any(provenance["hours"][str(hour)]["utility_simulation"] for hour in hours):
        return f"{data}, as the sample is thin: a utility simulation, not a release."
    guarantee = provenance["contribution"]["guarantees"][0]
    budget = f"({guarantee['epsilon']:.3g}, {guarantee['delta']:g})-DP"
    neighbours = guarantee["neighbours"]
    return (
        f"{data}. {budget} for neighbours that {neighbours}, {guarantee['condition']}."
    )


def days_of(hours, provenance):
    """Return which days the maps of some hours are of, and how their trips are counted."""
    labels = [hour_label(hour, provenance, time=False) for hour in hours]
    return "; ".join(filter(None, dict.fromkeys(labels)))


def clock(hour):
    """Return an hour of the day in words."""
    return f"{hour}:00 to {hour + 1}:00"


def hour_label(hour, provenance, time=True):
    """Return which days and hour a map is of, and how its trips are counted.

    Parameters
    ----------
    hour : int
    provenance : dict
        The content of `provenance.json`.
    time : bool, optional
        Whether to say the hour, too.

    Examples
    --------
    >>> hour_label(8, {"hours": {"8": {"days": "March 2026", "weights": [2.0, 12.5]}}})
    'March 2026, 8:00 to 9:00, each trip counted two to 12.5 times'
    """
    facts = provenance["hours"].get(str(hour), {})
    weights = facts.get("weights", [1.0])
    parts = [facts.get("days")]
    if time:
        parts.append(clock(hour))
    parts.append(facts.get("sample"))
    if weights != [1.0]:
        ends = sorted({min(weights), max(weights)})
        counts = " to ".join(_in_words(weight) for weight in ends)
        parts.append(f"each trip counted {counts} times")
    return ", ".join(part for part in parts if part)


def _in_words(number):
    """Return a number as text: in words if it is one of WORDS, else in digits."""
    return WORDS[int(number)] if number in range(len(WORDS)) else f"{number:g}"
