"""Say what denoising is worth, in words and in rows of a page."""

from math import floor, isinf, log10

from gaussmech.paper.figures.looks import METHODS

OURS, RAW, CONSTANT = "aGM-auto", "aGM", "mean"
# A standard error of fewer draws is too uncertain: no interval is shown.
LEAST_DRAWS = 5


def digits(value, count=2):
    """Return a number with two digits where two inform, and no power of ten.

    Examples
    --------
    >>> [digits(x) for x in (0.0314, 3.26, 70.8, 168.0, 2.0)]
    ['0.031', '3.3', '71', '170', '2.0']
    """
    if value == 0:
        return "0"
    if isinf(value):
        return "∞"
    places = count - 1 - floor(log10(abs(value)))
    # Rounding may lead to the next power of ten: 9.96 has one place less, 10.
    places = count - 1 - floor(log10(abs(round(value, places))))
    return f"{round(value, places):.{max(places, 0)}f}"


def worth_rows(table, map_epsilon):
    """Return what the methods are worth as texts for a page, on the hour to be trusted first.

    Parameters
    ----------
    table : DataFrame
        The table `denoising_worth` of a run.
    map_epsilon : float
        The budget of the rows.

    Returns
    -------
    dict
        `hour`, and `held_out`, whether nothing was tuned on it; `epsilon`, `sigma` and `draws` of
        its releases; `others`, the other hours; `rows`, one for each method, the least error
        first; `sentence`, `note` and `further`, the same in words.
    """
    rows = table[table["epsilon"] == map_epsilon]
    held_out_rows = rows[rows["held_out"].astype(bool)]
    candidates = held_out_rows if len(held_out_rows) else rows
    hour = candidates["hour"].min()
    denoised = rows[(rows["hour"] == hour) & (rows["method"] != RAW)]
    denoised = denoised.sort_values("rmse_mean")
    other_hours = sorted(set(rows["hour"]) - {hour})
    rows_by_hour = rows.set_index(["hour", "method"])
    by_method = denoised.set_index("method")
    ours = by_method.loc[OURS]
    return {
        "hour": int(hour),
        "held_out": bool(ours["held_out"]),
        "epsilon": f"{map_epsilon:g}",
        "sigma": f"{ours['sigma']:.1f}",
        "draws": int(ours["repetitions"]),
        "others": [int(other) for other in other_hours],
        "rows": [
            _row(row, rows_by_hour, other_hours) for _, row in denoised.iterrows()
        ],
        "sentence": _sentence(ours),
        "note": _note(by_method.loc[CONSTANT]),
        "further": _further(table, map_epsilon),
    }


def _row(row, rows_by_hour, other_hours):
    """Return the cells of a method: its factor at the row's hour, then at the other hours."""
    other_rows = [rows_by_hour.loc[(hour, row["method"])] for hour in other_hours]
    return {
        "label": METHODS[row["method"]].label,
        "error": f"{row['rmse_mean']:.1f}",
        "worth": digits(row["worth_epsilon"]),
        "factors": [_factor(each) for each in (row, *other_rows)],
    }


def has_interval(row):
    """Return whether there are draws enough for an interval."""
    return row["repetitions"] >= LEAST_DRAWS


def _factor(row):
    """Return a factor with its 95 % interval, if there are draws enough for one."""
    if not has_interval(row):
        return digits(row["factor"])
    return f"{digits(row['factor'])} ({_interval(row)})"


def _interval(row):
    """Return the ends of the 95 % interval of a factor."""
    return f"{digits(row['factor_low'])} to {digits(row['factor_high'])}"


def _sentence(ours):
    """Return what denoising by our method is worth."""
    interval = f"95 %: {_interval(ours)}"
    if not has_interval(ours):
        interval = f"no interval from {ours['repetitions']:.0f} draws"
    tuned = ", the hour on which nothing was tuned," if ours["held_out"] else ""
    error = f"{ours['rmse_mean']:.1f}"
    return (
        f"Denoising is worth a factor {digits(ours['factor'])} in ε ({interval}). At"
        f" {int(ours['hour'])}:00{tuned} and ε = {ours['epsilon']:g}, the release is off by"
        f" {ours['sigma']:.1f} trip ends per junction, and denoising leaves {error}; without"
        f" denoising you would need ε = {digits(ours['worth_epsilon'])} for that."
    )


def _note(constant):
    """Return what a constant map is worth."""
    return (
        "A constant map, which shows nothing of the city, is off by"
        f" {constant['rmse_mean']:.1f} and worth ε = {digits(constant['worth_epsilon'])}, a factor"
        f" {digits(constant['factor'])}."
    )


def _further(table, map_epsilon):
    """Return the factors at the other budgets in words; nothing if there are none."""
    rows = table[table["epsilon"] != map_epsilon].set_index(["epsilon", "method"])[
        "factor"
    ]
    parts = []
    for epsilon in sorted(set(rows.index.get_level_values("epsilon"))):
        ours, constant = rows[epsilon, OURS], rows[epsilon, CONSTANT]
        parts.append(
            f"{digits(ours)} at ε = {epsilon:g} (a constant map: {digits(constant)})"
        )
    return f"At other budgets the factor is {' and '.join(parts)}." if parts else ""
