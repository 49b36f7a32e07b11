"""The calculations of `gaussmech sigma`, `delta` and `epsilon`, for one budget at a time.

`gaussmech.cli` reads options into rows, one for each budget. `solve` adds all results of a
command to a row, `words` prints one budget, and `table` prints several. A kind is the tuple
of the inputs that give the budget (for `sigma`) or the noise (for `delta` and `epsilon`):
("epsilon", "delta"), ("sigma",), ("rho",), ("mu",) or ("advantage",).
"""

from __future__ import annotations

import math
import sys
from collections.abc import Collection
from typing import Any

# The inputs and their help. Their order is that of the columns, and that of the loops over lists of
# values, from the outermost to the innermost.
INPUTS = {
    "epsilon": "Take this epsilon of the budget, in nats of privacy loss, in [0, inf].",
    "delta": "Take this delta of the budget, in [0, 1].",
    "sigma": "Take this standard deviation of the noise, in the unit of the sensitivity, in [0, inf].",
    "rho": "Take a mechanism with this rho of zero-concentrated DP (zCDP), in [0, inf].",
    "mu": "Take a mechanism with this mu of Gaussian DP (GDP), in [0, inf].",
    "advantage": "Take a mechanism with this advantage of the best attack over guessing, in [0, 1].",
    "sensitivity": "Take this L2 sensitivity, in the unit of the values, in [0, inf). Default: 1.",
    "releases": "Count this many releases of the same people's data. Default: 1.",
}
# The names of the results beside that of the command, in the order of tables.
RESULTS = (
    *("epsilon_if_gaussian", "delta_if_gaussian", "epsilon_each"),
    *("gaussian_mu", "attack_advantage", "tpr_at_fpr_0.01", "tpr_at_fpr_0.1"),
    *("classical_sigma", "sigma_saving", "accuracy_95"),
)
_BUDGET = ("epsilon", "delta")
_THEOREM_1 = "Theorem 1 needs epsilon and delta in (0, 1)"
_IF_GAUSSIAN = "if the noise is Gaussian"
# The numbers of one budget by name; None means that a number does not apply.
Row = dict[str, Any]


def inputs(command: str) -> list[str]:
    """Return the inputs that a command takes."""
    return [name for name in INPUTS if name != command]


def kind_of(command: str, names: Collection[str], example: str) -> tuple[str, ...]:
    """Return the kind of the inputs with these names.

    A ValueError names the options that do not go with the others, or that are missing. It ends with
    the example.
    """
    first = _BUDGET if command == "sigma" else ("sigma",)
    kinds = (first, ("rho",), ("mu",), ("advantage",))
    kind = next((kind for kind in kinds if set(kind) & set(names)), first)
    # What a budget must have are the inputs of its kind, and what is held fixed.
    fixed = {"sigma": (), "delta": ("epsilon",), "epsilon": ("delta",)}
    needed = (*fixed[command], *kind)
    allowed = {*needed, "releases"}
    if _takes_sensitivity(command, kind):
        allowed.add("sensitivity")
    stated = [name for name in inputs(command) if name in names]
    for name in stated:
        if name not in allowed:
            others = ", ".join(f"--{other}" for other in stated if other != name)
            raise ValueError(f"--{name} does not go with {others}")
    if missing := [f"--{name}" for name in needed if name not in names]:
        raise ValueError(f"{' and '.join(missing)} must be given{example}")
    return kind


def _takes_sensitivity(command: str, kind: tuple[str, ...]) -> bool:
    """Return whether the result depends on a sensitivity, which is 1 if it is not given.

    A rho, mu or advantage that gives the noise already includes the sensitivity.
    """
    return command == "sigma" or kind == ("sigma",)


def value_of(name: str, text: str) -> float:
    """Return the value of an input, in its range; the message of an error names the option."""
    from gaussmech import _checks
    from gaussmech._csv import real, whole

    if name == "releases":
        return whole(f"--{name}", text, 10**9)
    return real(f"--{name}", text, **_checks.BUDGET[name])


def solve(command: str, kind: tuple[str, ...], given: Row) -> Row:
    """Return the inputs and all results of a command for one budget, in the order of tables.

    These are what the command finds, what the best attack gains, and for the noise of a budget the
    classical sigma, the accuracy and the share of each release.
    """
    row = dict(given)
    if _takes_sensitivity(command, kind):
        row.setdefault("sensitivity", 1.0)
    sigma, sensitivity, mu = _noise(command, kind, row)
    row |= _result(command, kind, row, sigma, sensitivity)
    row |= _attack(command, kind, row, mu)
    if kind == _BUDGET:
        row |= _of_noise(row, sensitivity)
    names = (*inputs(command), command, *RESULTS)
    return {name: row[name] for name in names if name in row}


def _noise(command: str, kind: tuple[str, ...], row: Row) -> tuple[float, float, float]:
    """Return sigma, the L2 sensitivity of all releases as one vector, and mu of both."""
    from gaussmech.privacy import attack_risk
    from gaussmech.privacy.calibration import analytic_gaussian_sigma

    stated = row[kind[0]]
    releases = row.get("releases", 1)
    if not _takes_sensitivity(command, kind):
        mu = attack_risk.mu_of_budget(kind[0], stated, releases)
        # Noise of standard deviation 1; sensitivities are finite.
        return 1.0, min(mu, sys.float_info.max), mu
    sensitivity = attack_risk.sensitivity_of(releases, row["sensitivity"])
    sigma = stated
    if kind == _BUDGET:
        sigma = analytic_gaussian_sigma(stated, row["delta"], sensitivity)
    elif command == "sigma":
        sigma = attack_risk.sigma_for(kind[0], stated, sensitivity)
    return sigma, sensitivity, attack_risk.mu_of_noise(sigma, sensitivity)


def _result(
    command: str, kind: tuple[str, ...], row: Row, sigma: float, sensitivity: float
) -> Row:
    """Return what the command finds; of a rho also what Gaussian noise alone guarantees."""
    import gaussmech as gm
    from gaussmech.privacy import attack_risk

    if command == "sigma":
        return {"sigma": sigma}
    is_delta = command == "delta"
    fixed = row["epsilon" if is_delta else "delta"]
    convert = gm.gaussian_delta if is_delta else gm.gaussian_epsilon
    result = convert(sigma, fixed, sensitivity)
    if kind != ("rho",):
        return {command: result}
    # The result is that of every mechanism of this rho.
    rho = attack_risk.rho_of(row.get("releases", 1), row["rho"])
    convert_rho = gm.zcdp_delta if is_delta else gm.zcdp_epsilon
    return {command: convert_rho(rho, fixed), f"{command}_if_gaussian": result}


def _attack(command: str, kind: tuple[str, ...], row: Row, mu: float) -> Row:
    """Return mu, and what the best attack gains."""
    from gaussmech.privacy.attack_risk import attack_risk

    risk = attack_risk(mu)
    if kind == ("advantage",) and (row.get("releases", 1) == 1 or command == "sigma"):
        # Noise and mu are rounded to the safe side of the requested advantage.
        risk["attack_advantage"] = min(risk["attack_advantage"], row["advantage"])
    return risk


def _of_noise(row: Row, together: float) -> Row:
    """Return the other results about the noise of a budget."""
    import gaussmech as gm
    from gaussmech.privacy.mechanisms import gaussian_accuracy

    epsilon, delta, sigma = (row[name] for name in ("epsilon", "delta", "sigma"))
    classical = saving = None
    if 0 < epsilon < 1 and 0 < delta < 1:
        classical = gm.classical_gaussian_sigma(epsilon, delta, together)
        # Where both are 0 or infinite, nothing is saved.
        saving = 1 - sigma / classical if sigma < classical else 0.0
    results = {
        "classical_sigma": classical,
        "sigma_saving": saving,
        "accuracy_95": gaussian_accuracy(sigma, 0.05),
    }
    if "releases" in row:
        results["epsilon_each"] = _share(epsilon, delta, row["releases"])
    return results


def _share(epsilon: float, delta: float, releases: int) -> float | None:
    """Return the epsilon of each release by `split_budget`, if there is one."""
    from gaussmech.privacy.cost import split_budget

    try:
        return split_budget(epsilon, delta, releases)[0]
    except ValueError:
        return None


def words(command: str, kind: tuple[str, ...], row: Row) -> str:
    """Return one budget in a few lines."""
    from gaussmech.privacy.attack_risk import attack_lines, share_digits, six_digits

    lines = {command: six_digits(row[command]), "meaning": _meaning(command, kind, row)}
    if (gaussian := row.get(f"{command}_if_gaussian")) is not None:
        value = f"{six_digits(gaussian)} {_IF_GAUSSIAN}"
        lines["if Gaussian"] = f"{value}; not safe for other mechanisms"
    if (each := row.get("epsilon_each")) is not None:
        budget = f"({share_digits(each)}, {exact(row['delta'])})-DP"
        lines["each release"] = f"{budget}: an equal share, which a ledger keeps"
    is_gaussian = command == "sigma" or kind in (("sigma",), ("mu",))
    lines |= attack_lines(row, "" if is_gaussian else _IF_GAUSSIAN)
    if kind == _BUDGET:
        lines["classical sigma"] = f"does not apply: {_THEOREM_1}"
        if (classical := row["classical_sigma"]) is not None:
            excess = 100 * row["sigma_saving"] / (1 - row["sigma_saving"])
            lines["classical sigma"] = (
                f"{six_digits(classical)}, {excess:.3g} % larger than the exact one"
            )
        accuracy = six_digits(row["accuracy_95"])
        lines["accuracy at 95 %"] = f"{accuracy}: 5 % of errors are larger"
    return "".join(f"{label:16}  {value}\n" for label, value in lines.items())


def _meaning(command: str, kind: tuple[str, ...], row: Row) -> str:
    """Return what the result means, as a sentence."""
    stated = exact(row[kind[0]])
    releases = row.get("releases", 1)
    guarantees = {
        "rho": f"{stated}-zCDP",
        "mu": f"{stated}-GDP",
        "advantage": f"advantage {stated}",
    }
    guarantee = guarantees.get(kind[0], "")
    budget = guarantee
    if command != "sigma" or kind == _BUDGET:
        # The result of the command appears by its name.
        values = [name if name == command else exact(row[name]) for name in _BUDGET]
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
    mechanism = f"{guarantee} mechanism"
    if kind == ("advantage",):
        mechanism = f"Gaussian mechanism of {guarantee}"
    if each:
        return f"{releases} releases, each by a {mechanism}, are together {budget}"
    return f"every {mechanism} is {budget}"


def table(command: str, rows: list[Row]) -> str:
    """Return many budgets, one per line, in aligned columns: results to six digits, rounded up."""
    from gaussmech.privacy.attack_risk import share_digits, six_digits

    cells = [list(rows[0])]
    for row in rows:
        texts = {name: "-" if row[name] is None else exact(row[name]) for name in row}
        for name in (command, *RESULTS):
            if row.get(name) is not None:
                # A larger share would be a larger budget.
                to_digits = share_digits if name == "epsilon_each" else six_digits
                texts[name] = to_digits(row[name])
        cells.append([*texts.values()])
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ["  ".join(map(str.rjust, line, widths)) for line in cells]
    # A dash stands for a classical sigma that does not apply.
    if any(row.get("classical_sigma", 0.0) is None for row in rows):
        lines.append(f"- {_THEOREM_1}")
    return "\n".join(lines) + "\n"


def exact(value: float) -> str:
    """Return a number with all its digits, whole numbers without a point."""
    return repr(value).removesuffix(".0")
