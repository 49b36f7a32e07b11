"""Say what denoising is worth, in words and in rows of a page."""

import gaussmech
from gaussmech.paper.figures.captions import LEAST_DRAWS, hour_label, two_digits
from gaussmech.paper.figures.method_styles import look_of

OURS, RAW, CONSTANT = "aGM-auto", "aGM", "mean"
# A run cannot know what its maps were used for.
HOLD_OUT = "This is a hold-out only if nothing of the denoiser was chosen or checked on these maps."


def worth_rows(table, map_epsilon, provenance):
    """Format the table denoising_worth for a page; the map of Figure 2, or the earliest, comes first.

    Parameters
    ----------
    table : DataFrame
        The table `denoising_worth` of a run.
    map_epsilon : float
        The budget of the rows.
    provenance : dict
        What the maps are made from.

    Returns
    -------
    dict
        `hour`, `epsilon`, `sigma` and `draws` of the first map's releases; `others`, the other hours;
        `rows`, one for each method, the least error first; `error`, the errors on the first map in a
        sentence; `sentence`, the same and what denoising is worth there, `note`, what a constant
        map is worth there, `further`, the factors on other maps and at other budgets, and `data`,
        of which data the maps are.
    """
    rows = table[table["epsilon"] == map_epsilon]
    hour, *other_hours = sorted(set(rows["hour"]))
    denoised = rows[(rows["hour"] == hour) & (rows["method"] != RAW)]
    rows_by_hour = rows.set_index(["hour", "method"])
    ours, constant = rows_by_hour.loc[(hour, OURS)], rows_by_hour.loc[(hour, CONSTANT)]
    sentences = (
        error_sentence(ours, constant, provenance["counted"], _at(hour)),
        factor_sentence(ours, constant),
    )
    return {
        "hour": int(hour),
        "epsilon": f"{map_epsilon:g}",
        "sigma": f"{ours['sigma']:.1f}",
        "draws": int(ours["repetitions"]),
        "others": [int(other) for other in other_hours],
        "rows": [
            _row(row, rows_by_hour, other_hours)
            for _, row in denoised.sort_values("rmse_mean").iterrows()
        ],
        "error": sentences[0],
        "sentence": " ".join(filter(None, sentences)),
        "note": _note(constant),
        "further": _further(table, map_epsilon),
        "data": _data(provenance, set(rows["hour"])),
    }


def worth_text(denoising_worth, *, map_epsilon, provenance, seed, origin):
    """Return what denoising is worth on a city as a text of its own, with all that it depends on.

    Parameters
    ----------
    denoising_worth : DataFrame
        The table of the same name.
    map_epsilon : float
        The budget of the sentence.
    provenance : dict
        What the maps are made from.
    seed : int
        The seed of the noise.
    origin : dict
        `commit` of the code, and `config_digest`, the digest of the settings.

    Returns
    -------
    str
        The sentence on the first map, what a constant map is worth there, the factors on other maps
        and at other budgets; then city, dates, draws, budget, and what made the numbers.
    """
    rows = worth_rows(denoising_worth, map_epsilon, provenance)
    delta, sensitivity = denoising_worth[["delta", "sensitivity"]].iloc[0]
    label = provenance["label"]
    if provenance["source"] == "stand-in":
        label += " (made up, no evidence about a real city)"
    facts = {
        "city": f"{label}, {provenance['counts']['junctions']:,} junctions",
        "streets": _pruned(provenance["counts"]),
        "maps": rows["data"],
        "noise": f"delta {delta:g}, sensitivity {sensitivity:g}; means of {rows['draws']} draws,"
        f" seed {seed}",
        "code": f"gaussmech {gaussmech.__version__}, commit {origin['commit']}",
        "settings": f"config.yaml beside this file, digest {origin['config_digest']}",
    }
    sentences = " ".join(
        filter(None, (rows["sentence"], rows["note"], rows["further"]))
    )
    lines = [f"{name + ':':<10}{value}" for name, value in facts.items() if value]
    return "\n".join([sentences, "", *lines, "", HOLD_OUT]) + "\n"


def _pruned(counts):
    """Return what is left of a road file, and why; "" of the synthetic city, which has none."""
    if "points" not in counts:
        return ""
    return (
        f"{counts['junctions']:,} junctions are left of {counts['points']:,} points of the road file:"
        f" the largest connected part has {counts['component_points']:,}; its dead ends are pruned,"
        " and points that only shape a street contracted"
    )


def error_sentence(ours, constant, counted, when=""):
    """Return the RMSE before and after denoising, and the ε that would give it without denoising.

    Where a constant map is as good, the sentence says that and nothing else.

    Parameters
    ----------
    ours, constant : Series
        The rows of `auto` and of the constant map in the table `denoising_worth`.
    counted : str
        What the map counts, such as "trip ends".
    when : str, optional
        The hour, as `_at` returns it.
    """
    at = f"At {when}ε = {ours['epsilon']:g}"
    if shows_nothing(ours, constant):
        return (
            f"{at} the map shows nothing of the city: the root mean square error after denoising is"
            f" {ours['rmse_mean']:.1f} {counted} per junction, that of a constant map"
            f" {constant['rmse_mean']:.1f}."
        )
    release = (
        f"{at} the root mean square error of the release is {ours['sigma']:.1f} {counted} per"
        " junction"
    )
    if ours["worth_epsilon"] <= ours["epsilon"]:
        return f"{release}; denoising does not help here: its error is {ours['rmse_mean']:.1f}."
    return (
        f"{release}; after denoising it is {ours['rmse_mean']:.1f}. Without denoising you would need"
        f" ε = {two_digits(ours['worth_epsilon'])} for that."
    )


def factor_sentence(ours, constant):
    """Return the factor in ε that denoising is worth, with its interval; "" if it shows nothing."""
    if shows_nothing(ours, constant):
        return ""
    interval = f"95 %, over the noise: {_interval(ours)}"
    if not has_interval(ours):
        interval = f"no interval from {ours['repetitions']:.0f} draws"
    return f"Denoising is worth a factor {two_digits(ours['factor'])} in ε here ({interval})."


def shows_nothing(ours, constant):
    """Return whether a constant map has no larger error than ours."""
    return constant["rmse_mean"] <= ours["rmse_mean"]


def _at(hour):
    """Return an hour before the budget in a sentence."""
    name = {0: "midnight", 12: "noon"}.get(int(hour), f"{int(hour)}:00")
    return f"{name} and "


def _row(row, rows_by_hour, other_hours):
    """Return the cells of a method: its factor at the row's hour, then at the other hours."""
    other_rows = [rows_by_hour.loc[(hour, row["method"])] for hour in other_hours]
    return {
        "label": look_of(row["method"]).label,
        "error": f"{row['rmse_mean']:.1f}",
        "worth": two_digits(row["worth_epsilon"]),
        "factors": [_factor(each) for each in (row, *other_rows)],
    }


def has_interval(row):
    """Return whether there are draws enough for an interval."""
    return row["repetitions"] >= LEAST_DRAWS


def _factor(row):
    """Return a factor with its 95 % interval, if there are draws enough for one."""
    if not has_interval(row):
        return two_digits(row["factor"])
    return f"{two_digits(row['factor'])} ({_interval(row)})"


def _interval(row):
    """Return the ends of the 95 % interval of a factor."""
    return f"{two_digits(row['factor_low'])} to {two_digits(row['factor_high'])}"


def _note(constant):
    """Return what a constant map is worth."""
    return (
        "A constant map, which shows nothing of the city, is worth a factor"
        f" {two_digits(constant['factor'])} in ε."
    )


def _further(table, map_epsilon):
    """Return the factors on the other maps and at the other budgets in words, or nothing."""
    ours = table[table["method"] == OURS].sort_values(["hour", "epsilon"])
    constant = table[table["method"] == CONSTANT].set_index(["hour", "epsilon"])
    is_same = ours["epsilon"] == map_epsilon
    sentences = []
    # The first map has a sentence of its own.
    other_maps = [
        f"{two_digits(row.factor)} at {row.hour}:00"
        for row in ours[is_same].iloc[1:].itertuples()
    ]
    if other_maps:
        sentences.append(f"At the same ε it is {' and '.join(other_maps)}.")
    for hour, rows in ours[~is_same].groupby("hour"):
        other_budgets = [
            f"{two_digits(row.factor)} at ε = {row.epsilon:g}"
            f" (a constant map: {two_digits(constant['factor'][hour, row.epsilon])})"
            for row in rows.itertuples()
        ]
        sentences.append(f"At {hour}:00 it is {' and '.join(other_budgets)}.")
    return " ".join(sentences)


def _data(provenance, hours):
    """Return of which data the maps of these hours are, in words."""
    hours_by_data: dict[str, list[str]] = {}
    no_days = (
        "a synthetic city" if provenance["source"] == "stand-in" else "days unknown"
    )
    for hour in sorted(map(int, hours)):
        data = hour_label(hour, provenance, time=False) or no_days
        if provenance["hours"][str(hour)]["utility_simulation"]:
            data += " (a utility simulation, not a release)"
        hours_by_data.setdefault(data, []).append(f"{hour}:00")
    parts = (f"{', '.join(names)}: {data}" for data, names in hours_by_data.items())
    return "; ".join(parts)
