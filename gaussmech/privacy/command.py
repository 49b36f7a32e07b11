"""The commands `gaussmech sigma`, `delta` and `epsilon`: their inputs, results and words.

A row is a dict with the inputs of one budget, to which `solve` adds the results.
"""

import math
from collections.abc import Callable, Collection
from typing import Any

Row = dict[str, Any]

# In the order of the columns and of the outer product, slowest first.
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
_CURRENCIES = (("rho",), ("mu",), ("advantage",))
# Each command takes one of these, which say the budget of sigma, and the noise of the others.
KINDS = {
    "sigma": (("epsilon", "delta"), *_CURRENCIES),
    "delta": (("sigma",), *_CURRENCIES),
    "epsilon": (("sigma",), *_CURRENCIES),
}
_FIXED = {"sigma": (), "delta": ("epsilon",), "epsilon": ("delta",)}
COMPARISON = ("classical_sigma", "sigma_saving", "variance_saving", "accuracy_95")
# With --dimension: the l2 mechanism's scale, and its noise per coordinate over sigma.
L2 = ("l2_scale", "l2_noise")
_ATTACK = ("gaussian_mu", "attack_advantage", "attack_tpr_1", "attack_tpr_10")
_OF_RHO = ("epsilon_if_gaussian", "delta_if_gaussian", "epsilon_simple")
RESULTS = (*_OF_RHO, *_ATTACK, *COMPARISON, *L2)
_THEOREM_1 = "Theorem 1 needs epsilon and delta in (0, 1)"
_IF_GAUSSIAN = "if the noise is Gaussian"


def inputs(command: str) -> list[str]:
    """Return the inputs of a command: all but its result, and what would only be another result."""
    taken = {name for kind in KINDS[command] for name in kind}
    names = {*taken, *_FIXED[command], "sensitivity", "releases"}
    return [name for name in INPUTS if name in names]


def kind_of(
    command: str, names: Collection[str], spell: Callable[[str], str]
) -> tuple[str, ...]:
    """Return what says the budget or the noise; raise a ValueError that names what does not fit."""
    chosen = [kind for kind in KINDS[command] if set(kind) & set(names)]
    if len(chosen) > 1:
        what = "budget" if command == "sigma" else "noise"
        first, second = (next(x for x in kind if x in names) for kind in chosen[:2])
        raise ValueError(
            f"{spell(first)} and {spell(second)} both say the {what}; give one"
        )
    kind = chosen[0] if chosen else KINDS[command][0]
    if command != "sigma" and kind != ("sigma",) and "sensitivity" in names:
        counted = f"{spell(kind[0])}, which counts it already"
        raise ValueError(f"{spell('sensitivity')} does not go with {counted}")
    return kind


def needed(command: str, kind: tuple[str, ...]) -> list[str]:
    """Return the inputs that a row must have."""
    return [name for name in INPUTS if name in (*_FIXED[command], *kind)]


def takes_sensitivity(command: str, kind: tuple[str, ...]) -> bool:
    """Return whether a sensitivity counts, 1 if it is not given."""
    return command == "sigma" or kind == ("sigma",)


def value_of(name: str, label: str, text: str) -> float:
    """Return the value of an input, in its range; an error has the label."""
    from gaussmech import _checks
    from gaussmech._csv import real

    if name == "releases":
        whole = (
            int(text)
            if text.isdecimal() and text.isascii() and len(text) < 20
            else text
        )
        return _checks.whole_number(label, whole, low=1, high=10**9)
    ranges: dict[str, _checks.Interval] = {
        **_checks.BUDGET,
        "rho": {"low": 0},
        "mu": {"low": 0},
        "advantage": _checks.CLOSED_UNIT,
    }
    return real(label, text, **ranges[name])


def solve(command: str, kind: tuple[str, ...], row: Row, dimension: int | None) -> None:
    """Add the result to a row, then what it means for an attacker, and comparisons."""
    from gaussmech.privacy import attack_risk

    releases = row.get("releases", 1)
    if takes_sensitivity(command, kind):
        sensitivity = attack_risk.sensitivity_of(releases, row["sensitivity"])
    if command == "sigma":
        row["sigma"] = _least_sigma(kind, row, sensitivity)
        mu = attack_risk.mu_of_noise(row["sigma"], sensitivity)
    elif kind == ("sigma",):
        row[command] = _of_noise(command, row, row["sigma"], sensitivity)
        mu = attack_risk.mu_of_noise(row["sigma"], sensitivity)
    else:
        mu = attack_risk.mu_of_budget(kind[0], row[kind[0]], releases)
        noise = (0.0, 1.0) if mu == math.inf else (1.0, mu)
        row[command] = _of_noise(command, row, *noise)
    if row[command] != row[command]:
        budget = ", ".join(
            f"{name} {row[name]!r}" for name in inputs(command) if name in row
        )
        raise RuntimeError(f"no {command} in double precision for {budget}")
    if command != "sigma" and kind == ("rho",):
        _add_conversion(command, row, releases)
    row.update(attack_risk.attack_risk(mu))
    if kind == ("advantage",) and (command == "sigma" or releases == 1):
        # Noise and mu are rounded to the safe side of the advantage that was asked for.
        row["attack_advantage"] = min(row["attack_advantage"], row["advantage"])
    if {"epsilon", "delta", "sigma"} <= {*row}:
        _add_classical(row, sensitivity)
    if "sigma" in row:
        from gaussmech.privacy.mechanisms import gaussian_accuracy

        row["accuracy_95"] = gaussian_accuracy(row["sigma"], 0.05)
    if dimension:
        _add_l2(row, dimension)


def _least_sigma(kind: tuple[str, ...], row: Row, sensitivity: float) -> float:
    """Return the least noise for the budget of a row."""
    import gaussmech
    from gaussmech.privacy.attack_risk import sigma_for

    if kind == ("epsilon", "delta"):
        return gaussmech.analytic_gaussian_sigma(
            row["epsilon"], row["delta"], sensitivity
        )
    return sigma_for(kind[0], row[kind[0]], sensitivity)


def _of_noise(command: str, row: Row, sigma: float, sensitivity: float) -> Any:
    """Return delta at the epsilon of a row, or epsilon at its delta."""
    import gaussmech

    if command == "delta":
        return gaussmech.gaussian_delta(sigma, row["epsilon"], sensitivity)
    return gaussmech.gaussian_epsilon(sigma, row["delta"], sensitivity)


def _add_conversion(command: str, row: Row, releases: int) -> None:
    """Replace the result for Gaussian noise by one that holds for every rho-zCDP mechanism."""
    import gaussmech
    from gaussmech.privacy.attack_risk import rho_of, simple_zcdp_epsilon

    rho = rho_of(releases, row["rho"])
    gaussian = row[command]
    if command == "delta":
        row["delta"] = gaussmech.zcdp_delta(rho, row["epsilon"])
    else:
        row["epsilon"] = gaussmech.zcdp_epsilon(rho, row["delta"])
        row["epsilon_simple"] = simple_zcdp_epsilon(rho, row["delta"])
    row[f"{command}_if_gaussian"] = gaussian


def _add_classical(row: Row, sensitivity: float) -> None:
    """Add the classical sigma of a budget, and what the row's sigma saves."""
    import gaussmech

    sigma = row["sigma"]
    classical = ratio = None
    if not _outside_theorem_1(row):
        classical = gaussmech.classical_gaussian_sigma(
            row["epsilon"], row["delta"], sensitivity
        )
        # Where both are 0 or inf, nothing is saved.
        ratio = sigma / classical if sigma < classical else 1.0
    row["classical_sigma"] = classical
    row["sigma_saving"] = None if ratio is None else 1 - ratio
    row["variance_saving"] = None if ratio is None else 1 - ratio * ratio


def _add_l2(row: Row, dimension: int) -> None:
    """Add the scale of the l2 mechanism at a dimension, and its noise over sigma."""
    import gaussmech

    budget = [row[name] for name in ("epsilon", "delta", "sensitivity")]
    scale = gaussmech.l2_scale(*budget, dimension=dimension)
    sigma = row["sigma"]
    # E ||z||^2 = scale^2 d (d + 1), so this is the root mean square per coordinate.
    rms = scale * (dimension + 1) ** 0.5
    row["dimension"] = dimension
    row["l2_scale"] = scale
    # The ratio is 1 where both are 0 or inf.
    row["l2_noise"] = 1.0 if rms == sigma else rms / sigma if sigma else math.inf


def _outside_theorem_1(row: Row) -> list[str]:
    """Return the arguments that Theorem 1 does not cover."""
    return [name for name in ("epsilon", "delta") if not 0 < row[name] < 1]


def words(command: str, kind: tuple[str, ...], row: Row) -> str:
    """Return one budget in a few lines."""
    from gaussmech.privacy.attack_risk import attack_lines

    lines = {command: exact(row[command]), "meaning": _meaning(command, kind, row)}
    if gaussian := [name for name in _OF_RHO[:2] if name in row]:
        value = exact(row[gaussian[0]])
        lines["if Gaussian"] = f"{value} {_IF_GAUSSIAN}; not safe for other mechanisms"
    if "epsilon_simple" in row:
        formula = "rho + 2 sqrt(rho log(1 / delta))"
        lines["simple formula"] = (
            f"{exact(row['epsilon_simple'])}, larger: {formula}, as safe"
        )
    needs_gaussian = command != "sigma" and kind in (("rho",), ("advantage",))
    lines |= attack_lines(row, _IF_GAUSSIAN if needs_gaussian else "")
    if "classical_sigma" in row:
        lines |= _classical_lines(row)
    if "accuracy_95" in row:
        lines["accuracy at 95 %"] = (
            f"{row['accuracy_95']:.6g}: 5 % of errors are larger"
        )
    if "l2_scale" in row:
        needs = f"at dimension {row['dimension']} it needs {row['l2_noise']:.3g} of this noise"
        lines["l2 mechanism"] = f"scale {row['l2_scale']:.6g}: {needs}"
    return "".join(f"{label:16}  {value}\n" for label, value in lines.items())


def _classical_lines(row: Row) -> dict[str, str]:
    """Return the classical sigma and what is saved, or why it does not apply."""
    if outside := _outside_theorem_1(row):
        values = " and ".join(f"{name} is {exact(row[name])}" for name in outside)
        return {"classical sigma": f"does not apply: {_THEOREM_1}; {values}"}
    sigma = _percent(row["sigma_saving"])
    variance = _percent(row["variance_saving"])
    return {
        "classical sigma": f"{row['classical_sigma']:.6g}",
        "saving": f"{sigma} in sigma, {variance} in variance",
    }


def _meaning(command: str, kind: tuple[str, ...], row: Row) -> str:
    """Return what the result means, as a sentence."""
    releases = row.get("releases", 1)
    budget = _budget(command, kind, row)
    if takes_sensitivity(command, kind):
        budget += f" at L2 sensitivity {exact(row['sensitivity'])}"
    if command == "sigma":
        todo = {0.0: "add no noise", math.inf: "no finite noise is enough"}
        verb = todo.get(row["sigma"], "add N(0, sigma^2) to each coordinate")
        each = f" of each of {releases} releases, together" if releases > 1 else ""
        return f"{verb}{':' if not each else each + ':'} {budget}"
    if kind == ("sigma",):
        noise = f"N(0, {exact(row['sigma'])}^2) on each coordinate"
        each = f" of each of {releases} releases is together" if releases > 1 else " is"
        return f"{noise}{each} {budget}"
    value = exact(row[kind[0]])
    one = {
        "rho": f"{value}-zCDP mechanism",
        "mu": f"{value}-GDP mechanism",
        "advantage": f"Gaussian mechanism of advantage {value}",
    }[kind[0]]
    if releases > 1:
        return f"{releases} releases, each by a {one}, are together {budget}"
    return f"every {one} is {budget}"


def _budget(command: str, kind: tuple[str, ...], row: Row) -> str:
    """Return the name of the guarantee, with a word for what was asked."""
    if command == "sigma" and kind != ("epsilon", "delta"):
        value = exact(row[kind[0]])
        return {"rho": f"{value}-zCDP", "mu": f"{value}-GDP"}.get(
            kind[0], f"advantage {value}"
        )
    epsilon = "epsilon" if command == "epsilon" else exact(row["epsilon"])
    delta = "delta" if command == "delta" else exact(row["delta"])
    return f"({epsilon}, {delta})-DP"


def table(command: str, rows: list[Row]) -> str:
    """Return many budgets, one per line, in aligned columns."""
    known = [*inputs(command), command, *RESULTS]
    names = [name for name in known if name in rows[0]]
    cells = [names, *([_cell(name, row[name]) for name in names] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ["  ".join(map(str.rjust, line, widths)) for line in cells]
    if any("classical_sigma" in row and row["classical_sigma"] is None for row in rows):
        lines.append(f"- {_THEOREM_1}")
    return "\n".join(lines) + "\n"


def _cell(name: str, value: float | None) -> str:
    """Return a cell of the table: inputs and guarantees have all their digits, others six."""
    if value is None:
        return "-"
    if name in INPUTS or name in _OF_RHO or name == "gaussian_mu":
        return exact(value)
    if name in _ATTACK:
        from gaussmech.privacy.attack_risk import percent_above

        return percent_above(value)
    return _percent(value) if name.endswith("saving") else f"{value:.6g}"


def exact(value: float) -> str:
    """Return a number with all its digits, whole numbers without a point."""
    return repr(value).removesuffix(".0")


def _percent(fraction: float) -> str:
    """Return a fraction in per cent, with three digits."""
    return f"{100 * fraction:.3g} %"
