"""Sentences that several captions share; every number in them is read from a table."""

from gaussmech.figures.style import METHODS


def paragraph(*sentences):
    """Return the sentences as one line of text."""
    return " ".join(" ".join(sentence.split()) for sentence in sentences if sentence) + "\n"


def repeated(table):
    """Return the settings and repetitions of a table of errors, in words."""
    row = table.iloc[0]
    return (
        f"n = {row['sample_size']}, delta = {row['delta']:g}, {row['repetitions']} data sets a"
        " point; bands are two standard errors."
    )


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
            zero = f" (zero release: {errors['zero']:.4g})" if "zero" in errors else ""
            found.append(f"{METHODS[best].label} {errors[best]:.4g} at epsilon {epsilon:g}{zero}")
    return f"Least error at d = {dimension}: {'; '.join(found)}." if found else ""


def data_and_guarantee(provenance, hours):
    """Return what the maps of these hours are made from, and what their noise guarantees."""
    facts = [provenance["hours"][str(hour)] for hour in hours]
    if provenance["source"] == "stand-in":
        return "SYNTHETIC CITY: streets and trips are made up; nothing here is New York's data."
    counts = provenance["counts"]
    data = (
        f"Data: {provenance['label']}; {counts['junctions']:,} junctions and"
        f" {counts['road_sections']:,} road sections;"
        f" {sum(hour['ends_used'] for hour in facts):,} trip ends used."
    )
    if any(hour["utility_simulation"] for hour in facts):
        return f"{data} Trips are weighted: a utility simulation, not a release."
    contribution = provenance["contribution"]
    held = [
        f"({g['epsilon']:.3g}, {g['delta']:g})-DP for neighbours that {g['neighbours']}"
        for g in contribution["guarantees"]
    ]
    condition = contribution["guarantees"][0]["condition"]
    return (
        f"{data} Contribution rule: {contribution['rule']}. With this noise the map of an hour is"
        f" {' and '.join(held)} ({condition})."
    )
