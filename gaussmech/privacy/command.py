"""The commands `gaussmech sigma`, `delta` and `epsilon`: their inputs, results and words.

`gaussmech.cli` reads options and files, and calls this module for what depends on the command. A
row is a dict with the inputs of one budget, to which `solve` adds the results. `words` and `table`
print rows. A kind is the tuple of those inputs that state the budget (for `sigma`) or the noise (for
`delta` and `epsilon`): ("epsilon", "delta"), ("sigma",), ("rho",), ("mu",) or ("advantage",).
"""

import math
from collections.abc import Callable, Collection
from typing import Any

Row = dict[str, Any]

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
# A row of a command has one of these kinds. The first one is what a message asks for.
KINDS = {
    "sigma": (("epsilon", "delta"), *_COMMON_KINDS),
    "delta": (("sigma",), *_COMMON_KINDS),
    "epsilon": (("sigma",), *_COMMON_KINDS),
}
# Beside the kind, a command needs these inputs.
_REQUIRED = {"sigma": (), "delta": ("epsilon",), "epsilon": ("delta",)}
# The names of results, by the functions that add them to a row.
COMPARISON = ("classical_sigma", "sigma_saving", "variance_saving", "accuracy_95")
# The option --dimension adds the l2 mechanism's scale, and its noise per coordinate over sigma.
L2 = ("l2_scale", "l2_noise")
_ATTACK = ("gaussian_mu", "attack_advantage", "attack_tpr_1", "attack_tpr_10")
_OF_RHO = ("epsilon_if_gaussian", "delta_if_gaussian", "epsilon_simple")
RESULTS = (*_OF_RHO, *_ATTACK, *COMPARISON, *L2)
_THEOREM_1 = "Theorem 1 needs epsilon and delta in (0, 1)"
_IF_GAUSSIAN = "if the noise is Gaussian"


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
        first = _first_of(matching[0], names)
        second = _first_of(matching[1], names)
        subject = "budget" if command == "sigma" else "noise"
        raise ValueError(
            f"{spell(first)} and {spell(second)} both say the {subject}; give one"
        )
    kind = matching[0] if matching else KINDS[command][0]
    if "sensitivity" in names and not takes_sensitivity(command, kind):
        raise ValueError(
            f"{spell('sensitivity')} does not go with {spell(kind[0])}, which counts it already"
        )
    return kind


def _first_of(kind: tuple[str, ...], names: Collection[str]) -> str:
    """Return the first input of a kind that is among the names."""
    return next(name for name in kind if name in names)


def needed(command: str, kind: tuple[str, ...]) -> list[str]:
    """Return the inputs that a row must have."""
    names = (*_REQUIRED[command], *kind)
    return [name for name in INPUTS if name in names]


def takes_sensitivity(command: str, kind: tuple[str, ...]) -> bool:
    """Return whether the result depends on a sensitivity, which is 1 if it is not stated.

    A rho, mu or advantage that states the noise has the sensitivity in it.
    """
    return command == "sigma" or kind == ("sigma",)


def value_of(name: str, label: str, text: str) -> float:
    """Return the value of an input, in its range; the message of an error begins with the label."""
    from gaussmech import _checks
    from gaussmech._csv import real

    if name == "releases":
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


def solve(command: str, kind: tuple[str, ...], row: Row, dimension: int | None) -> None:
    """Add the result of a command to a row, and everything else that is known of the budget.

    These are what the best attack gains, the classical sigma, and the accuracy of the noise; with a
    dimension also the l2 mechanism's scale; and with rho the results for Gaussian noise.
    """
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
        # Sigma is 1, so that mu is the sensitivity, or 0, so that mu is inf.
        if mu == math.inf:
            row[command] = _of_noise(command, row, 0.0, 1.0)
        else:
            row[command] = _of_noise(command, row, 1.0, mu)
    if math.isnan(row[command]):
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
    if {"epsilon", "delta", "sigma"} <= set(row):
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

    if _outside_theorem_1(row):
        row["classical_sigma"] = None
        row["sigma_saving"] = None
        row["variance_saving"] = None
        return
    sigma = row["sigma"]
    classical = gaussmech.classical_gaussian_sigma(
        row["epsilon"], row["delta"], sensitivity
    )
    # Where both are 0 or inf, nothing is saved.
    ratio = sigma / classical if sigma < classical else 1.0
    row["classical_sigma"] = classical
    row["sigma_saving"] = 1 - ratio
    row["variance_saving"] = 1 - ratio * ratio


def _add_l2(row: Row, dimension: int) -> None:
    """Add the scale of the l2 mechanism at a dimension, and its noise over sigma."""
    import gaussmech

    scale = gaussmech.l2_scale(
        row["epsilon"], row["delta"], row["sensitivity"], dimension=dimension
    )
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
        verbs = {0.0: "add no noise", math.inf: "no finite noise is enough"}
        verb = verbs.get(row["sigma"], "add N(0, sigma^2) to each coordinate")
        if releases > 1:
            return f"{verb} of each of {releases} releases, together: {budget}"
        return f"{verb}: {budget}"
    if kind == ("sigma",):
        noise = f"N(0, {exact(row['sigma'])}^2) on each coordinate"
        if releases > 1:
            return f"{noise} of each of {releases} releases is together {budget}"
        return f"{noise} is {budget}"
    value = exact(row[kind[0]])
    mechanisms = {
        "rho": f"{value}-zCDP mechanism",
        "mu": f"{value}-GDP mechanism",
        "advantage": f"Gaussian mechanism of advantage {value}",
    }
    mechanism = mechanisms[kind[0]]
    if releases > 1:
        return f"{releases} releases, each by a {mechanism}, are together {budget}"
    return f"every {mechanism} is {budget}"


def _budget(command: str, kind: tuple[str, ...], row: Row) -> str:
    """Return the name of the guarantee; the result of the command appears by its name."""
    if command == "sigma" and kind != ("epsilon", "delta"):
        value = exact(row[kind[0]])
        names = {
            "rho": f"{value}-zCDP",
            "mu": f"{value}-GDP",
            "advantage": f"advantage {value}",
        }
        return names[kind[0]]
    epsilon = "epsilon" if command == "epsilon" else exact(row["epsilon"])
    delta = "delta" if command == "delta" else exact(row["delta"])
    return f"({epsilon}, {delta})-DP"


def table(command: str, rows: list[Row]) -> str:
    """Return many budgets, one per line, in aligned columns."""
    all_names = [*inputs(command), command, *RESULTS]
    names = [name for name in all_names if name in rows[0]]
    cells = [names]
    for row in rows:
        cells.append([_cell(name, row[name]) for name in names])
    columns = zip(*cells, strict=True)
    widths = [max(map(len, column)) for column in columns]
    lines = ["  ".join(map(str.rjust, line, widths)) for line in cells]
    # A dash stands for a classical sigma that does not apply.
    if any(row.get("classical_sigma", 0.0) is None for row in rows):
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
