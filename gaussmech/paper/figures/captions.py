"""Captions: a title, one sentence to take away, what to look at; numbers come from the tables."""

import numpy as np

from gaussmech.paper.figures.looks import METHODS

INTERVALS = "bands: 95 % intervals"
LONGEST = 80  # words, below the title


def caption_of(title, takeaway, *sentences):
    """Return a caption of three lines: title, take-away, and the rest."""
    rest = " ".join(sentence for sentence in sentences if sentence)
    return "".join(" ".join(line.split()) + "\n" for line in (title, takeaway, rest))


def farthest(differences, errors):
    """Return how many standard errors the farthest difference is from 0, in words."""
    # Events may be rarer than the draws are many.
    varied = np.asarray(errors) > 0
    if not varied.any():
        return "an unknown number of standard errors, as no draw varied,"
    off = np.abs(np.asarray(differences)[varied] / np.asarray(errors)[varied])
    return f"{off.max():.1f} standard errors"


def repeated(table):
    """Return the settings and repetitions of a table of errors, in words."""
    row = table.iloc[0]
    settings = f"n = {row['sample_size']}, delta = {row['delta']:g}"
    return f"{settings}, {row['repetitions']} data sets per point; {INTERVALS}."


def smallest_error(table, epsilons):
    """Return the method of least error at the largest dimension, per epsilon, in words."""
    dimension = table["dimension"].max()
    found = []
    for epsilon in epsilons:
        rows = table[(table["dimension"] == dimension) & (table["epsilon"] == epsilon)]
        errors = rows.set_index("method")["error_mean"]
        rest = errors.drop("zero", errors="ignore")
        if not rest.empty:
            best = rest.idxmin()
            beaten = errors.get("zero", np.inf) <= errors[best]
            note = f" (the zero release: {errors['zero']:.3g})" if beaten else ""
            found.append(f"{best} {errors[best]:.3g}{note} at epsilon {epsilon:g}")
    if not found:
        return "There is no method beside the zero release in this run."
    return f"The best method at d = {dimension}: {', '.join(found)}."


def gain_of_denoising(heatmap, epsilon):
    """Return the best denoiser that can be released, its RMSE and that of raw aGM, or None."""
    rows = heatmap[heatmap["epsilon"] == epsilon]
    square = rows.assign(square=rows["rmse_mean"] ** 2).groupby("method")["square"].mean()
    rmse, truthful = square**0.5, set(rows.loc[~rows["uses_truth"].astype(bool), "method"])
    best = [m for m in rmse.index if m in truthful and m not in ("aGM", "cGM", "zero", "mean")]
    if "aGM" not in rmse or not best:
        return None
    name = rmse[best].idxmin()
    return METHODS[name].label.removesuffix(" (ours)"), rmse[name], rmse["aGM"]


def source(provenance, hours):
    """Return what the maps of these hours are made from, and what their noise guarantees."""
    if provenance["source"] == "stand-in":
        return "SYNTHETIC CITY: made-up streets and trips, no real data."
    days = "; ".join(dict.fromkeys(hour_label(hour, provenance, time=False) for hour in hours))
    of = ": ".join(filter(None, (provenance["label"], days)))
    if any(provenance["hours"][str(hour)]["utility_simulation"] for hour in hours):
        return f"{of}: a utility simulation, not a release."
    held = provenance["contribution"]["guarantees"][0]
    budget, who = f"({held['epsilon']:.3g}, {held['delta']:g})-DP", held["neighbours"]
    return f"{of}; {budget} for neighbours that {who}, {held['condition']}."


def clock(hour):
    """Return an hour of the day in words."""
    return f"{hour}:00 to {hour + 1}:00"


def hour_label(hour, provenance, time=True):
    """Return which days and hour a map is of, or the days alone, and how its trips are counted."""
    facts = provenance["hours"].get(str(hour), {})
    weights, counted = sorted(facts.get("weights", [1.0])), None
    if weights != [1.0]:
        many = " to ".join(times(w) for w in sorted({weights[0], weights[-1]}))
        counted = f"each trip counted {many}"
    words = facts.get("days"), clock(hour) if time else None, facts.get("sample"), counted
    return ", ".join(word for word in words if word)


def times(count):
    """Return how often, in words: once, twice, three times, 2.5 times."""
    known = ["once", "twice", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    word = known[int(count) - 1] if count in range(1, len(known) + 1) else f"{count:g}"
    return word if word in known[:2] else f"{word} times"
