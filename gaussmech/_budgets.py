"""The calculations of `gaussmech sigma`, `delta` and `epsilon`, on columns of budgets.

`gaussmech.cli` reads options and files into columns, one budget a row. `solve` returns all that the
commands say of them, `words` prints one budget, and `table` prints several. A kind is the tuple of
those inputs that state the budget (for `sigma`) or the noise (for `delta` and `epsilon`):
("epsilon", "delta"), ("sigma",), ("rho",), ("mu",) or ("advantage",).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from decimal import ROUND_FLOOR
from functools import partial
from typing import Any

# The inputs and their help. Their order is that of the columns, and that of the loops over lists of
# values, from the outermost to the innermost.
INPUTS = {
    "epsilon": "epsilon of the budget, in [0, inf]",
    "delta": "delta of the budget, in [0, 1]",
    "sigma": "standard deviation of the noise, in [0, inf]",
    "rho": "zero-concentrated DP (zCDP), in [0, inf]",
    "mu": "Gaussian DP (GDP), in [0, inf]",
    "advantage": "gain of the best attack over guessing, in [0, 1]",
    "sensitivity": "global L2 sensitivity, in [0, inf); 1 if not given",
    "releases": "this many releases of the same people's data; 1 if not given",
}
# These kinds go with every command.
_COMMON_KINDS = (("rho",), ("mu",), ("advantage",))
# A budget of a command has one of these kinds. The first one is what a message asks for.
KINDS = {
    "sigma": (("epsilon", "delta"), *_COMMON_KINDS),
    "delta": (("sigma",), *_COMMON_KINDS),
    "epsilon": (("sigma",), *_COMMON_KINDS),
}
# In addition to the kind, a command needs these inputs.
_REQUIRED = {"sigma": (), "delta": ("epsilon",), "epsilon": ("delta",)}
ATTACK = ("gaussian_mu", "attack_advantage", "attack_tpr_1", "attack_tpr_10")
# The names of the results beside that of the command, in the order of tables and files.
RESULTS = (
    *("epsilon_if_gaussian", "delta_if_gaussian", "epsilon_simple", "epsilon_each"),
    *ATTACK,
    *("classical_sigma", "sigma_saving", "variance_saving", "accuracy_95"),
    # What --dimension adds: the l2 mechanism's scale, and its noise per coordinate over sigma.
    *("dimension", "l2_scale", "l2_noise"),
)
_THEOREM_1 = "Theorem 1 needs epsilon and delta in (0, 1)"
_IF_GAUSSIAN = "if the noise is Gaussian"
# Numbers (k,) by name, one for each budget; NaN stands for what does not apply.
Columns = dict[str, Any]
# The numbers of one budget by name; None stands for what does not apply.
Row = dict[str, Any]


def inputs(command: str) -> list[str]:
    """Return the inputs that a command takes: of its kinds, those it requires, and two for all."""
    names = {*_REQUIRED[command], "sensitivity", "releases"}
    for kind in KINDS[command]:
        names.update(kind)
    return [name for name in INPUTS if name in names]


def kind_of(
    command: str, names: Collection[str], spell: Callable[[str], str]
) -> tuple[str, ...]:
    """Return the kind of the inputs with these names.

    A ValueError names two inputs that do not go together, as `spell` spells them: as options or as
    columns of a file.
    """
    matching = [kind for kind in KINDS[command] if set(kind) & set(names)]
    if len(matching) > 1:
        first, second = (
            next(name for name in kind if name in names) for kind in matching[:2]
        )
        subject = "budget" if command == "sigma" else "noise"
        raise ValueError(
            f"{spell(first)} and {spell(second)} both say the {subject}; give one"
        )
    kind = matching[0] if matching else KINDS[command][0]
    if "sensitivity" in names and not _takes_sensitivity(command, kind):
        raise ValueError(
            f"{spell('sensitivity')} does not go with {spell(kind[0])}, which counts it already"
        )
    return kind


def needed(command: str, kind: tuple[str, ...]) -> list[str]:
    """Return the inputs that a budget must have."""
    names = (*_REQUIRED[command], *kind)
    return [name for name in INPUTS if name in names]


def _takes_sensitivity(command: str, kind: tuple[str, ...]) -> bool:
    """Return whether the result depends on a sensitivity, which is 1 if it is not stated.

    A rho, mu or advantage that states the noise has the sensitivity in it.
    """
    return command == "sigma" or kind == ("sigma",)


def value_of(name: str, label: str, text: str) -> float:
    """Return the value of an input, in its range; the message of an error begins with the label."""
    from gaussmech import _checks
    from gaussmech._csv import real

    if name in ("releases", "dimension"):
        is_short_number = text.isdecimal() and text.isascii() and len(text) < 20
        count = int(text) if is_short_number else text
        return _checks.whole_number(label, count, low=1, high=10**9)
    ranges: dict[str, _checks.Interval] = {
        **_checks.BUDGET,
        "rho": {"low": 0},
        "mu": {"low": 0},
        "advantage": _checks.CLOSED_UNIT,
    }
    return real(label, text, **ranges[name])


def solve(
    command: str, kind: tuple[str, ...], given: Columns, *, in_arrays: bool
) -> Columns:
    """Return the inputs and all results of a command, in the order of tables and files.

    These are what the command finds, what the best attack gains, the classical sigma, the accuracy
    of the noise, and with a dimension the l2 mechanism's scale. `in_arrays` computes all budgets at
    once; the last bits are then those of the library's functions for arrays, and else for numbers.
    """
    import numpy as np

    import gaussmech as gm
    from gaussmech.privacy import attack_risk

    columns = {name: given[name] for name in INPUTS if name in given}
    count = len(given[kind[0]])
    if _takes_sensitivity(command, kind):
        columns.setdefault("sensitivity", np.ones(count))
    releases = columns.get("releases", np.ones(count, int))
    apply = _call if in_arrays else _each
    stated = given[kind[0]]
    # All releases as one vector have this L2 sensitivity. Noise of a stated mu has standard
    # deviation 1 and the sensitivity mu, or none and 1 where mu is infinite.
    if "sensitivity" in columns:
        together = _each(attack_risk.sensitivity_of, releases, columns["sensitivity"])
        sigma = stated
    else:
        mu_of = partial(attack_risk.mu_of_budget, kind[0])
        mu = _each(mu_of, stated, releases)
        sigma = np.where(mu == np.inf, 0.0, 1.0)
        together = np.where(mu == np.inf, 1.0, mu)
    if command == "sigma":
        if kind == ("epsilon", "delta"):
            budget = (given["epsilon"], given["delta"])
            sigma = apply(gm.analytic_gaussian_sigma, *budget, together)
        else:
            sigma = _each(partial(attack_risk.sigma_for, kind[0]), stated, together)
        columns["sigma"] = sigma
    elif command == "delta":
        columns["delta"] = apply(gm.gaussian_delta, sigma, given["epsilon"], together)
    else:
        columns["epsilon"] = apply(gm.gaussian_epsilon, sigma, given["delta"], together)
    if kind == ("rho",) and command != "sigma":
        columns |= _converted(
            command, columns, _each(attack_risk.rho_of, releases, stated)
        )
    if kind == ("epsilon", "delta") and "releases" in given:
        columns["epsilon_each"] = _each(
            _share, given["epsilon"], given["delta"], releases
        )
    mu = _each(attack_risk.mu_of_noise, sigma, together)
    columns["gaussian_mu"] = mu
    gain = apply(gm.advantage, mu)
    if kind == ("advantage",):
        # Noise and mu are rounded to the safe side of the advantage that was asked for.
        is_stated = (releases == 1) | (command == "sigma")
        gain = np.where(is_stated, np.minimum(gain, stated), gain)
    columns["attack_advantage"] = gain
    for name, rate in attack_risk.FALSE_POSITIVE_RATES.items():
        columns[name] = gm.true_positive_rate(rate, mu)
    if "sigma" in columns:
        columns |= _comparison(columns, together)
    if "dimension" in given:
        columns |= _l2_mechanism(columns, given["dimension"])
    return columns


def _call(function: Callable[..., Any], *columns: Any) -> Any:
    """Return a function of whole columns."""
    return function(*columns)


def _each(function: Callable[..., Any], *columns: Any) -> Any:
    """Return a function of numbers, budget by budget."""
    import numpy as np

    rows = zip(*(column.tolist() for column in columns), strict=True)
    return np.array([function(*row) for row in rows])


def _converted(command: str, columns: Columns, rho: Any) -> Columns:
    """Return the result that holds for every rho-zCDP mechanism, and what else there is."""
    import gaussmech as gm
    from gaussmech.privacy.attack_risk import simple_zcdp_epsilon

    if command == "delta":
        of_all = gm.zcdp_delta(rho, columns["epsilon"])
        return {"delta": of_all, "delta_if_gaussian": columns["delta"]}
    return {
        "epsilon": gm.zcdp_epsilon(rho, columns["delta"]),
        "epsilon_simple": _each(simple_zcdp_epsilon, rho, columns["delta"]),
        "epsilon_if_gaussian": columns["epsilon"],
    }


def _share(epsilon: float, delta: float, releases: int) -> float:
    """Return the epsilon of each release by `split_budget`, NaN if there is none."""
    from gaussmech.privacy.cost import split_budget

    try:
        return split_budget(epsilon, delta, releases)[0]
    except ValueError:
        return math.nan


def _comparison(columns: Columns, together: Any) -> Columns:
    """Return the classical sigma and what is saved, if epsilon is known, and the accuracy."""
    import numpy as np

    import gaussmech as gm
    from gaussmech.privacy.mechanisms import gaussian_accuracy

    sigma = columns["sigma"]
    results = {}
    if "epsilon" in columns and "delta" in columns:
        budget = (columns["epsilon"], columns["delta"])
        is_inside = (
            (budget[0] > 0) & (budget[0] < 1) & (budget[1] > 0) & (budget[1] < 1)
        )
        classical = gm.classical_gaussian_sigma(*budget, together)
        # Where both are 0 or infinite, nothing is saved.
        is_less = sigma < classical
        ratio = np.divide(sigma, classical, out=np.ones(len(sigma)), where=is_less)
        results["classical_sigma"] = np.where(is_inside, classical, np.nan)
        results["sigma_saving"] = np.where(is_inside, 1 - ratio, np.nan)
        results["variance_saving"] = np.where(is_inside, 1 - ratio * ratio, np.nan)
    results["accuracy_95"] = _each(partial(gaussian_accuracy, alpha=0.05), sigma)
    return results


def _l2_mechanism(columns: Columns, dimension: Any) -> Columns:
    """Return the scale of the l2 mechanism, and its noise per coordinate over sigma."""
    import numpy as np

    import gaussmech as gm

    budget = (columns["epsilon"], columns["delta"], columns["sensitivity"])
    scale = gm.l2_scale(*budget, dimension=dimension)
    # E ||z||^2 = scale^2 d (d + 1), so this is the root mean square per coordinate.
    rms = scale * np.sqrt(dimension + 1)
    sigma = columns["sigma"]
    with np.errstate(divide="ignore", invalid="ignore"):
        # Where both are 0 or infinite, they are equal.
        noise = np.where(rms == sigma, 1.0, rms / sigma)
    return {"dimension": dimension, "l2_scale": scale, "l2_noise": noise}


def rows_of(command: str, columns: Columns) -> list[Row]:
    """Return the numbers of each budget, in the order of tables and files."""
    names = [name for name in INPUTS if name != command]
    names = [name for name in (*names, command, *RESULTS) if name in columns]
    rows = []
    for numbers in zip(*(columns[name].tolist() for name in names), strict=True):
        pairs = zip(names, numbers, strict=True)
        rows.append({name: None if value != value else value for name, value in pairs})
    return rows


def words(command: str, kind: tuple[str, ...], row: Row) -> str:
    """Return one budget in a few lines."""
    from gaussmech.privacy.attack_risk import attack_lines, six_digits

    lines = {command: six_digits(row[command]), "meaning": _meaning(command, kind, row)}
    if (gaussian := row.get(f"{command}_if_gaussian")) is not None:
        value = f"{six_digits(gaussian)} {_IF_GAUSSIAN}"
        lines["if Gaussian"] = f"{value}; not safe for other mechanisms"
    if (simple := row.get("epsilon_simple")) is not None:
        formula = "rho + 2 sqrt(rho log(1 / delta))"
        lines["simple formula"] = f"{six_digits(simple)}, larger: {formula}, as safe"
    if (each := row.get("epsilon_each")) is not None:
        share = six_digits(each, ROUND_FLOOR)
        budget = f"({share}, {exact(row['delta'])})-DP"
        lines["each release"] = f"{budget}: an equal share, which a ledger keeps"
    is_gaussian = command == "sigma" or kind in (("sigma",), ("mu",))
    lines |= attack_lines(row, "" if is_gaussian else _IF_GAUSSIAN)
    if "classical_sigma" in row:
        lines |= _classical_lines(row)
    if (accuracy := row.get("accuracy_95")) is not None:
        lines["accuracy at 95 %"] = f"{accuracy:.6g}: 5 % of errors are larger"
    if "l2_scale" in row:
        needs = f"at dimension {row['dimension']} it needs {row['l2_noise']:.3g} of this noise"
        lines["l2 mechanism"] = f"scale {six_digits(row['l2_scale'])}: {needs}"
    return "".join(f"{label:16}  {value}\n" for label, value in lines.items())


def _classical_lines(row: Row) -> dict[str, str]:
    """Return the classical sigma and what is saved, or why it does not apply."""
    if row["classical_sigma"] is None:
        outside = [
            f"{name} is {exact(row[name])}"
            for name in ("epsilon", "delta")
            if not 0 < row[name] < 1
        ]
        reason = f"{_THEOREM_1}; {' and '.join(outside)}"
        return {"classical sigma": f"does not apply: {reason}"}
    saving = f"{_percent(row['sigma_saving'])} in sigma"
    return {
        "classical sigma": f"{row['classical_sigma']:.6g}",
        "saving": f"{saving}, {_percent(row['variance_saving'])} in variance",
    }


def _meaning(command: str, kind: tuple[str, ...], row: Row) -> str:
    """Return what the result means, as a sentence."""
    stated = exact(row[kind[0]])
    releases = row.get("releases", 1)
    guarantees = {
        "rho": f"{stated}-zCDP",
        "mu": f"{stated}-GDP",
        "advantage": f"advantage {stated}",
    }
    if command == "sigma" and kind[0] in guarantees:
        budget = guarantees[kind[0]]
    else:
        # The result of the command appears by its name.
        values = [
            name if name == command else exact(row[name])
            for name in ("epsilon", "delta")
        ]
        budget = f"({', '.join(values)})-DP"
    if "sensitivity" in row:
        budget += f" at L2 sensitivity {exact(row['sensitivity'])}"
    each = f" of each of {releases} releases" if releases > 1 else ""
    if command == "sigma":
        verbs = {0.0: "add no noise", math.inf: "no finite noise is enough"}
        verb = verbs.get(row["sigma"], "add N(0, sigma^2) to each coordinate")
        return f"{verb}{each}{', together' if each else ''}: {budget}"
    if kind == ("sigma",):
        noise = f"N(0, {stated}^2) on each coordinate"
        return f"{noise}{each} is {'together ' if each else ''}{budget}"
    mechanism = f"{guarantees[kind[0]]} mechanism"
    if kind == ("advantage",):
        mechanism = f"Gaussian mechanism of {guarantees['advantage']}"
    if each:
        return f"{releases} releases, each by a {mechanism}, are together {budget}"
    return f"every {mechanism} is {budget}"


def table(command: str, rows: list[Row]) -> str:
    """Return many budgets, one per line, in aligned columns."""
    stated = [name for name in INPUTS if name != command]
    cells = [list(rows[0])]
    for row in rows:
        cells.append(
            [
                exact(value) if name in stated else _result_cell(name, value)
                for name, value in row.items()
            ]
        )
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ["  ".join(map(str.rjust, line, widths)) for line in cells]
    # A dash stands for a classical sigma that does not apply.
    if any(row.get("classical_sigma", 0.0) is None for row in rows):
        lines.append(f"- {_THEOREM_1}")
    return "\n".join(lines) + "\n"


def _result_cell(name: str, value: float | None) -> str:
    """Return a result in the table, to six digits: of a guarantee, on the safe side."""
    from gaussmech.privacy.attack_risk import percent_above, six_digits

    if value is None:
        return "-"
    if name.endswith("saving"):
        return _percent(value)
    if name.startswith("attack"):
        return percent_above(value)
    if name == "epsilon_each":
        return six_digits(value, ROUND_FLOOR)
    if name in ("classical_sigma", "accuracy_95", "dimension", "l2_noise"):
        return f"{value:.6g}"
    return six_digits(value)


def exact(value: float) -> str:
    """Return a number with all its digits, whole numbers without a point."""
    return repr(value).removesuffix(".0")


def _percent(fraction: float) -> str:
    """Return a fraction in per cent, with three digits."""
    return f"{100 * fraction:.3g} %"
