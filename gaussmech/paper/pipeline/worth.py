"""What denoising is worth, in words and in rows of a page."""

from math import floor, log10

from gaussmech.paper.figures.looks import METHODS

OURS, CONSTANT = "aGM-auto", "mean"
# A standard error of fewer draws is itself too uncertain to be shown.
LEAST_DRAWS = 5


def digits(value, count=2):
    """Return a number with two digits where two inform, and no power of ten.

    Examples
    --------
    >>> [digits(x) for x in (0.0314, 3.26, 70.8, 165.0, 2.0)]
    ['0.031', '3.3', '71', '170', '2.0']
    """
    if value == 0:
        return "0"
    places = count - 1 - floor(log10(abs(value)))
    # Rounding may lead to the next power of ten: 9.96 has one place less, 10.
    places = count - 1 - floor(log10(abs(round(value, places))))
    return f"{round(value, places):.{max(places, 0)}f}"


def worth_rows(table, map_epsilon):
    """Return a row for each method on the hour to be trusted, the cheapest error first.

    Parameters
    ----------
    table : DataFrame
        The table `denoising_worth` of a run.
    map_epsilon : float
        The budget of the rows.

    Returns
    -------
    dict
        `held_out`, whether nothing was tuned on the `hour`; `rows`, with texts for a page;
        `sentence` and `note`, the same in words; `further`, other budgets in words.
    """
    table = table[table["epsilon"] == map_epsilon] if map_epsilon else table
    held_out = table[table["held_out"].astype(bool)]
    chosen = held_out if len(held_out) else table[table["hour"] == table["hour"].min()]
    chosen = chosen[chosen["method"] != "aGM"].sort_values("rmse_mean")
    by_method = chosen.set_index("method")
    ours = by_method.loc[OURS]
    constant = by_method.loc[CONSTANT]
    hour = int(ours["hour"])
    return {
        "hour": hour,
        "epsilon": f"{ours['epsilon']:g}",
        "held_out": bool(ours["held_out"]),
        "draws": int(ours["repetitions"]),
        "sigma": f"{ours['sigma']:.1f}",
        "rows": [_row(row) for _, row in chosen.iterrows()],
        "sentence": _sentence(ours),
        "note": (
            f"A constant map, which shows nothing of the city, is off by"
            f" {constant['rmse_mean']:.1f} and worth ε = {digits(constant['worth_epsilon'])},"
            f" a factor {digits(constant['factor'])}."
        ),
    }


def _row(row):
    """Return the cells of a method."""
    label = METHODS[row["method"]].label
    return {
        "method": row["method"],
        "label": label,
        "error": f"{row['rmse_mean']:.1f}",
        "worth": digits(row["worth_epsilon"]),
        "factor": digits(row["factor"]),
        "interval": _interval(row),
    }


def _interval(row):
    """Return the 95 % interval of the factor in words, if there are draws enough for one."""
    if row["repetitions"] < LEAST_DRAWS:
        return f"no interval from {row['repetitions']:.0f} draws"
    return f"{digits(row['factor_low'], 3)} to {digits(row['factor_high'], 3)}"


def _sentence(ours):
    """Return what denoising by our method is worth."""
    interval = _interval(ours)
    interval = f"95 %: {interval}" if ours["repetitions"] >= LEAST_DRAWS else interval
    hour = f"{int(ours['hour'])}:00"
    tuned = ", the hour on which nothing was tuned," if ours["held_out"] else ""
    return (
        f"Denoising is worth a factor {digits(ours['factor'])} in ε ({interval}). At"
        f" {hour}{tuned} it leaves {ours['rmse_mean']:.1f} of an error of {ours['sigma']:.1f} trip"
        f" ends per junction, at ε = {ours['epsilon']:g}; without denoising, an error of"
        f" {ours['rmse_mean']:.1f} needs ε = {digits(ours['worth_epsilon'])}."
    )


def further_budgets(table, map_epsilon):
    """Return the factor of our method at the other budgets, in words; nothing if there are none."""
    rows = table[(table["method"] == OURS) & (table["epsilon"] != map_epsilon)]
    parts = [f"{digits(row.factor)} at ε = {row.epsilon:g}" for row in rows.itertuples()]
    return f"At other budgets the factor is {' and '.join(parts)}." if parts else ""
