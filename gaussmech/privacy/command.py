"""The calculations of `gaussmech sigma`, `delta` and `epsilon`: budgets, results and their words.

`gaussmech.cli` reads options and files. `Budget.parse` makes a Budget of the texts of one
calculation, `solve` returns its Result, and `words` and `table` print results. A kind is the tuple
of those inputs that state the budget (for `sigma`) or the noise (for `delta` and `epsilon`):
("epsilon", "delta"), ("sigma",), ("rho",), ("mu",) or ("advantage",).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
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
# The names of the results in a table, in their order there.
COMPARISON = ("classical_sigma", "sigma_saving", "variance_saving", "accuracy_95")
# The option --dimension adds the l2 mechanism's scale, and its noise per coordinate over sigma.
L2 = ("l2_scale", "l2_noise")
ATTACK = ("gaussian_mu", "attack_advantage", "attack_tpr_1", "attack_tpr_10")
OF_RHO = ("epsilon_if_gaussian", "delta_if_gaussian", "epsilon_simple")
RESULTS = (*OF_RHO, *ATTACK, *COMPARISON, *L2)
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
    """Return the inputs that a budget must have."""
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


@dataclass(frozen=True, kw_only=True)
class Budget:
    """What one calculation is given.

    Attributes
    ----------
    command : {"sigma", "delta", "epsilon"}
        What is to be calculated.
    kind : tuple of str
        The inputs that state the budget or the noise.
    epsilon, delta, sigma, rho, mu, advantage : float or None
        The inputs that are stated.
    sensitivity : float or None
        The L2 sensitivity; None if the kind has it in it.
    releases : int or None
        Of how many releases the budget is, if that is stated.
    dimension : int or None
        For which dimension the l2 mechanism is compared.
    """

    command: str
    kind: tuple[str, ...]
    epsilon: float | None = None
    delta: float | None = None
    sigma: float | None = None
    rho: float | None = None
    mu: float | None = None
    advantage: float | None = None
    sensitivity: float | None = None
    releases: int | None = None
    dimension: int | None = None

    @classmethod
    def parse(
        cls,
        command: str,
        kind: tuple[str, ...],
        texts: Mapping[str, str],
        label: Callable[[str], str],
        dimension: int | None = None,
    ) -> Budget:
        """Return the budget that texts state by the names of their inputs.

        The message of an error begins with the label of an input.
        """
        values: dict[str, Any] = {
            name: value_of(name, label(name), text) for name, text in texts.items()
        }
        if takes_sensitivity(command, kind):
            values.setdefault("sensitivity", 1.0)
        return cls(command=command, kind=kind, dimension=dimension, **values)

    @property
    def inputs(self) -> dict[str, float]:
        """The inputs that are stated, by name."""
        values = {name: getattr(self, name) for name in INPUTS}
        return {name: value for name, value in values.items() if value is not None}

    @property
    def stated(self) -> float:
        """The first input of the kind, which is the only one unless it is an epsilon."""
        value: float = getattr(self, self.kind[0])
        return value

    @property
    def count(self) -> int:
        """Of how many releases the budget is."""
        return 1 if self.releases is None else self.releases

    @property
    def joint_sensitivity(self) -> float:
        """The L2 sensitivity of all releases as one vector, rounded up."""
        from gaussmech.privacy.attack_risk import sensitivity_of

        assert self.sensitivity is not None
        return sensitivity_of(self.count, self.sensitivity)

    @property
    def least_sigma(self) -> float:
        """The least noise for the budget."""
        import gaussmech
        from gaussmech.privacy.attack_risk import sigma_for

        if self.kind == ("epsilon", "delta"):
            assert self.epsilon is not None
            assert self.delta is not None
            return gaussmech.analytic_gaussian_sigma(
                self.epsilon, self.delta, self.joint_sensitivity
            )
        return sigma_for(self.kind[0], self.stated, self.joint_sensitivity)

    def of_noise(self, sigma: float, sensitivity: float) -> float:
        """Return delta at the epsilon of the budget, or epsilon at its delta, for this noise."""
        import gaussmech

        if self.command == "delta":
            assert self.epsilon is not None
            return gaussmech.gaussian_delta(sigma, self.epsilon, sensitivity)
        assert self.delta is not None
        return gaussmech.gaussian_epsilon(sigma, self.delta, sensitivity)


@dataclass(frozen=True, kw_only=True)
class Result:
    """What is calculated of a budget; None stands for what does not apply.

    Attributes
    ----------
    budget : Budget
        What was given.
    value : float
        What the command calculates.
    epsilon_simple, epsilon_if_gaussian, delta_if_gaussian : float or None
        With rho, the simpler conversion, and the result if the noise is Gaussian.
    gaussian_mu, attack_advantage, attack_tpr_1, attack_tpr_10 : float
        What the best attack gains.
    classical_sigma : float or None
        The classical noise for the budget, inside its theorem.
    accuracy_95 : float or None
        What 95 % of errors do not exceed.
    l2_scale : float or None
        The scale of the l2 mechanism.
    """

    budget: Budget
    value: float
    epsilon_simple: float | None = None
    epsilon_if_gaussian: float | None = None
    delta_if_gaussian: float | None = None
    gaussian_mu: float
    attack_advantage: float
    attack_tpr_1: float
    attack_tpr_10: float
    classical_sigma: float | None = None
    accuracy_95: float | None = None
    l2_scale: float | None = None

    @property
    def sigma(self) -> float | None:
        """The noise, given or calculated; None if only a budget is known."""
        return self.value if self.budget.command == "sigma" else self.budget.sigma

    @property
    def has_budget(self) -> bool:
        """Whether the noise, an epsilon and a delta are known, so the theorem compares."""
        return {"epsilon", "delta", "sigma"} <= {
            *self.budget.inputs,
            self.budget.command,
        }

    @property
    def sigma_ratio(self) -> float | None:
        """The noise over the classical one; 1 where both are 0 or inf."""
        if self.classical_sigma is None or self.sigma is None:
            return None
        is_less = self.sigma < self.classical_sigma
        return self.sigma / self.classical_sigma if is_less else 1.0

    @property
    def l2_noise(self) -> float | None:
        """The noise of the l2 mechanism per coordinate over sigma; 1 where both are 0 or inf."""
        dimension = self.budget.dimension
        if self.l2_scale is None or self.sigma is None or dimension is None:
            return None
        # E ||z||^2 = scale^2 d (d + 1), so this is the root mean square per coordinate.
        rms = self.l2_scale * (dimension + 1) ** 0.5
        if rms == self.sigma:
            return 1.0
        return rms / self.sigma if self.sigma else math.inf

    @property
    def columns(self) -> dict[str, float | None]:
        """The inputs and results by name, in the order of tables and files."""
        columns: dict[str, float | None] = {**self.budget.inputs}
        columns[self.budget.command] = self.value
        for name in ("epsilon_simple", *OF_RHO[:2], *ATTACK):
            value = getattr(self, name)
            if value is not None:
                columns[name] = value
        if self.has_budget:
            ratio = self.sigma_ratio
            columns["classical_sigma"] = self.classical_sigma
            columns["sigma_saving"] = None if ratio is None else 1 - ratio
            columns["variance_saving"] = None if ratio is None else 1 - ratio * ratio
        if self.accuracy_95 is not None:
            columns["accuracy_95"] = self.accuracy_95
        if self.l2_scale is not None:
            columns["dimension"] = self.budget.dimension
            columns["l2_scale"] = self.l2_scale
            columns["l2_noise"] = self.l2_noise
        return columns


def solve(budget: Budget) -> Result:
    """Return the result of a command, and everything else that is known of the budget.

    These are what the best attack gains, the classical sigma, and the accuracy of the noise; with a
    dimension also the l2 mechanism's scale; and with rho the results for Gaussian noise.
    """
    from gaussmech.privacy import attack_risk

    command = budget.command
    kind = budget.kind
    sigma = budget.sigma
    if command == "sigma":
        sigma = value = budget.least_sigma
        mu = attack_risk.mu_of_noise(sigma, budget.joint_sensitivity)
    elif sigma is not None:
        value = budget.of_noise(sigma, budget.joint_sensitivity)
        mu = attack_risk.mu_of_noise(sigma, budget.joint_sensitivity)
    else:
        mu = attack_risk.mu_of_budget(kind[0], budget.stated, budget.count)
        # Sigma is 1, so mu is the sensitivity, or 0, so mu is inf.
        noise = (0.0, 1.0) if mu == math.inf else (1.0, mu)
        value = budget.of_noise(*noise)
    if math.isnan(value):
        stated = ", ".join(
            f"{name} {number!r}" for name, number in budget.inputs.items()
        )
        raise RuntimeError(f"no {command} in double precision for {stated}")
    results: dict[str, Any] = {}
    if command != "sigma" and kind == ("rho",):
        results[f"{command}_if_gaussian"] = value
        value, results["epsilon_simple"] = _convert_rho(budget)
    risk = attack_risk.attack_risk(mu)
    if kind == ("advantage",) and (command == "sigma" or budget.count == 1):
        # Noise and mu are rounded to the safe side of the advantage that was asked for.
        risk["attack_advantage"] = min(risk["attack_advantage"], budget.stated)
    result = Result(budget=budget, value=value, **results, **risk)
    if sigma is None:
        return result
    return _compared(result, sigma)


def _convert_rho(budget: Budget) -> tuple[float, float | None]:
    """Return the result that holds for every rho-zCDP mechanism, and the simpler epsilon."""
    import gaussmech
    from gaussmech.privacy.attack_risk import rho_of, simple_zcdp_epsilon

    rho = rho_of(budget.count, budget.stated)
    if budget.command == "delta":
        assert budget.epsilon is not None
        return gaussmech.zcdp_delta(rho, budget.epsilon), None
    assert budget.delta is not None
    simple = simple_zcdp_epsilon(rho, budget.delta)
    return gaussmech.zcdp_epsilon(rho, budget.delta), simple


def _compared(result: Result, sigma: float) -> Result:
    """Return a result with the accuracy of its noise, and with other noise for its budget."""
    import gaussmech
    from gaussmech.privacy.mechanisms import gaussian_accuracy

    budget = result.budget
    classical_sigma = None
    l2_scale = None
    if result.has_budget and not _outside_theorem_1(result):
        epsilon, delta = _epsilon_and_delta(result)
        classical_sigma = gaussmech.classical_gaussian_sigma(
            epsilon, delta, budget.joint_sensitivity
        )
    if budget.dimension and budget.sensitivity is not None:
        l2_scale = gaussmech.l2_scale(
            *_epsilon_and_delta(result), budget.sensitivity, dimension=budget.dimension
        )
    return replace(
        result,
        classical_sigma=classical_sigma,
        accuracy_95=gaussian_accuracy(sigma, 0.05),
        l2_scale=l2_scale,
    )


def _epsilon_and_delta(result: Result) -> tuple[float, float]:
    """Return epsilon and delta of a result, of which one may be what was calculated."""
    known = {**result.budget.inputs, result.budget.command: result.value}
    return known["epsilon"], known["delta"]


def _outside_theorem_1(result: Result) -> dict[str, float]:
    """Return the arguments that Theorem 1 does not cover."""
    values = zip(("epsilon", "delta"), _epsilon_and_delta(result), strict=True)
    return {name: value for name, value in values if not 0 < value < 1}


def words(result: Result) -> str:
    """Return one result in a few lines."""
    from gaussmech.privacy.attack_risk import attack_lines

    budget = result.budget
    command = budget.command
    lines = {command: exact(result.value), "meaning": _meaning(result)}
    for gaussian in (result.epsilon_if_gaussian, result.delta_if_gaussian):
        if gaussian is not None:
            value = f"{exact(gaussian)} {_IF_GAUSSIAN}"
            lines["if Gaussian"] = f"{value}; not safe for other mechanisms"
    if result.epsilon_simple is not None:
        formula = "rho + 2 sqrt(rho log(1 / delta))"
        lines["simple formula"] = (
            f"{exact(result.epsilon_simple)}, larger: {formula}, as safe"
        )
    needs_gaussian = command != "sigma" and budget.kind in (("rho",), ("advantage",))
    risk = {name: getattr(result, name) for name in ATTACK}
    lines |= attack_lines(risk, _IF_GAUSSIAN if needs_gaussian else "")
    if result.has_budget:
        lines |= _classical_lines(result)
    if result.accuracy_95 is not None:
        lines["accuracy at 95 %"] = (
            f"{result.accuracy_95:.6g}: 5 % of errors are larger"
        )
    if result.l2_scale is not None:
        needs = f"at dimension {budget.dimension} it needs {result.l2_noise:.3g} of this noise"
        lines["l2 mechanism"] = f"scale {result.l2_scale:.6g}: {needs}"
    return "".join(f"{label:16}  {value}\n" for label, value in lines.items())


def _classical_lines(result: Result) -> dict[str, str]:
    """Return the classical sigma and what is saved, or why it does not apply."""
    if outside := _outside_theorem_1(result):
        values = " and ".join(
            f"{name} is {exact(value)}" for name, value in outside.items()
        )
        return {"classical sigma": f"does not apply: {_THEOREM_1}; {values}"}
    ratio = result.sigma_ratio
    assert ratio is not None
    saving = (
        f"{_percent(1 - ratio)} in sigma, {_percent(1 - ratio * ratio)} in variance"
    )
    return {"classical sigma": f"{result.classical_sigma:.6g}", "saving": saving}


def _meaning(result: Result) -> str:
    """Return what the result means, as a sentence."""
    kind = result.budget.kind
    releases = result.budget.count
    budget = _guarantee(result.budget)
    if result.budget.sensitivity is not None:
        budget += f" at L2 sensitivity {exact(result.budget.sensitivity)}"
    if result.budget.command == "sigma":
        verbs = {0.0: "add no noise", math.inf: "no finite noise is enough"}
        verb = verbs.get(result.value, "add N(0, sigma^2) to each coordinate")
        if releases > 1:
            return f"{verb} of each of {releases} releases, together: {budget}"
        return f"{verb}: {budget}"
    value = exact(result.budget.stated)
    if kind == ("sigma",):
        noise = f"N(0, {value}^2) on each coordinate"
        if releases > 1:
            return f"{noise} of each of {releases} releases is together {budget}"
        return f"{noise} is {budget}"
    mechanisms = {
        "rho": f"{value}-zCDP mechanism",
        "mu": f"{value}-GDP mechanism",
        "advantage": f"Gaussian mechanism of advantage {value}",
    }
    mechanism = mechanisms[kind[0]]
    if releases > 1:
        return f"{releases} releases, each by a {mechanism}, are together {budget}"
    return f"every {mechanism} is {budget}"


def _guarantee(budget: Budget) -> str:
    """Return the name of the guarantee; the result of the command appears by its name."""
    if budget.command == "sigma" and budget.kind != ("epsilon", "delta"):
        value = exact(budget.stated)
        names = {
            "rho": f"{value}-zCDP",
            "mu": f"{value}-GDP",
            "advantage": f"advantage {value}",
        }
        return names[budget.kind[0]]
    epsilon = "epsilon" if budget.epsilon is None else exact(budget.epsilon)
    delta = "delta" if budget.delta is None else exact(budget.delta)
    return f"({epsilon}, {delta})-DP"


def table(results: list[Result]) -> str:
    """Return many results, one per line, in aligned columns."""
    rows = [result.columns for result in results]
    command = results[0].budget.command
    names = [name for name in (*inputs(command), command, *RESULTS) if name in rows[0]]
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
    if name in INPUTS or name in OF_RHO or name == "gaussian_mu":
        return exact(value)
    if name in ATTACK:
        from gaussmech.privacy.attack_risk import percent_above

        return percent_above(value)
    return _percent(value) if name.endswith("saving") else f"{value:.6g}"


def exact(value: float) -> str:
    """Return a number with all its digits, whole numbers without a point."""
    return repr(value).removesuffix(".0")


def _percent(fraction: float) -> str:
    """Return a fraction in per cent, with three digits."""
    return f"{100 * fraction:.3g} %"
