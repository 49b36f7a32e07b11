"""Bounds that are rounded outward: never on the unsafe side, at 200 random budgets each.

Each row of `BOUNDS` names functions that round outward, and compares what they return in exact
fractions or 60 digits. A function that rounds outward and has no row is told by name.
"""

import ast
import math
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import mpmath as mp
import numpy as np
import pytest

from gaussmech.privacy import _normal, attack_risk, cost, meaning
from gaussmech.privacy.cost import Cost, Filter
from gaussmech.releases.noise import (
    AreaLevel,
    TableBudget,
    base,
    calibrate_laplace_noise,
    calibrate_noise,
    gaussian,
)
from gaussmech.releases.plan import plan_release
from tests import exact

ROOT = Path(__file__).parents[1] / "gaussmech"
# Whoever calls one of these, or takes one of these factors, rounds outward.
OUTWARD = {
    *("above", "delta_left", "float_above", "percent_above", "round_down", "round_up"),
    *("share_digits", "six_digits", "whole_scale", "root_above", "_share_above"),
    *("OUTWARD", "SAFETY", "GRID_COST"),
}
# The shares by which clipped contributions may exceed their bound, and that a grid may cost.
MARGIN = 1 + Fraction(1, 2**40)


class Budget:
    """Random numbers of a release, with all digits of a double."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.epsilon = self.number(-2, 1)
        self.delta = self.number(-12, -2)
        self.sensitivity = self.number(-3, 3)
        self.sigma = self.number(-3, 3)
        self.mu = self.number(-3, 1)
        self.tau = self.number(-14, -3)
        self.count = int(self.rng.integers(2, 99))

    def number(self, low, high):
        """Return a number between two powers of ten."""
        return float(10 ** self.rng.uniform(low, high))

    def areas(self):
        """Return two partitions with a share of the budget."""
        return [AreaLevel(7, 1.5 * self.sensitivity, share) for share in (0.1, 0.15)]


def square(value):
    return Fraction(value) ** 2


def doubles(b):
    for value in (b.epsilon, -b.sigma):
        third = Fraction(value) / 3
        assert Fraction(math.nextafter(_normal.float_above(third), -9e9)) < third
        assert third <= Fraction(_normal.float_above(third))
    third = Decimal(b.epsilon) / 3
    assert _normal.round_down(third) <= third <= _normal.round_up(third)
    assert base.above(b.sigma) > b.sigma
    assert base.whole_scale(Fraction(b.sigma), Decimal("1e-5")) >= b.sigma * 10**5


def roots(b):
    n = b.count
    joint = square(b.sensitivity) * n
    assert square(attack_risk.sensitivity_of(n, b.sensitivity)) >= joint
    mu = attack_risk.mu_of_noise(b.sigma, b.sensitivity)
    assert Fraction(mu) * Fraction(b.sigma) >= Fraction(b.sensitivity)
    of_rho = 2 * Fraction(b.epsilon) * n
    assert square(attack_risk.mu_of_budget("rho", b.epsilon, n)) >= of_rho
    assert square(attack_risk.mu_of_budget("mu", b.mu, n)) >= square(b.mu) * n
    sigma = attack_risk.sigma_for("rho", b.epsilon, b.sensitivity)
    assert square(sigma) * 2 * Fraction(b.epsilon) >= square(b.sensitivity)
    assert Fraction(attack_risk.rho_of(n, b.epsilon)) >= Fraction(b.epsilon) * n


def attacks(b):
    risk = attack_risk.attack_risk(b.mu, b.tau)
    tau = Fraction(b.tau)
    gain = Fraction(meaning.advantage(b.mu)) + tau
    assert min(gain / (1 - tau), 1) <= Fraction(risk["attack_advantage"])
    for name, rate in attack_risk.FALSE_POSITIVE_RATES.items():
        hits = Fraction(meaning.true_positive_rate(rate + b.tau, b.mu))
        assert min(hits / (1 - tau), 1) <= Fraction(risk[name])


def texts(b):
    value = Decimal(repr(b.sigma))
    assert (
        value <= Decimal(attack_risk.six_digits(b.sigma)) <= value * Decimal("1.00001")
    )
    assert Decimal(attack_risk.share_digits(b.sigma)) <= value
    share = b.sigma / 1000
    assert Decimal(repr(share)) * 100 <= Decimal(
        attack_risk.percent_above(share).split()[0]
    )
    lines = attack_risk.attack_lines(attack_risk.attack_risk(b.mu))
    assert Decimal(lines["mu"]) >= Decimal(repr(b.mu))


def costs(b):
    n = b.count
    pure = Cost(pure=((b.epsilon, n), (b.mu, 3)))
    exact_sum = Fraction(b.epsilon) * n + 3 * Fraction(b.mu)
    assert Fraction(pure.pure_epsilon) >= exact_sum
    strength = cost.cost_of_strength("gaussian", b.mu, n)
    assert square(strength.mu) >= square(b.mu) * n
    total = cost.total_cost([Cost(b.mu, b.tau)] * n + [pure])
    assert square(total.mu) >= square(b.mu) * n
    assert Fraction(total.tau) >= Fraction(b.tau) * n
    share = Filter.begin("pure", b.epsilon, b.delta).share(n, "pure")
    assert Fraction(share) * n <= Fraction(b.epsilon)


def releases_cost_at_most_their_budget(b):
    """What a ledger reserves for a release suffices, whatever its grid costs."""
    budget = {"epsilon": b.epsilon, "delta": b.delta}
    plan = plan_release(b.count, **budget, l2_sensitivity=1.0, noise="gaussian")
    reserved = cost.cost_of_budget("gaussian", **budget)
    assert plan.cost.mu <= reserved.mu


def filters(b):
    rule = Filter.begin("gaussian", b.epsilon, b.delta)
    epsilon = rule.epsilon_of(Cost(b.mu, rule.parameter))
    with mp.workdps(60):
        loss = mp.exp(min(epsilon, b.epsilon)) * mp.mpf(rule.parameter)
        if epsilon <= b.epsilon:
            delta = exact.gaussian_delta(epsilon, b.mu) + loss
            assert delta / (1 - mp.mpf(rule.parameter)) <= b.delta
    more = math.nextafter(rule.parameter, 1)
    assert rule.epsilon_of(Cost(b.mu, more)) == math.inf
    assert rule.epsilon_of(Cost(b.mu, 0.0, ((1e-9, 1),))) == math.inf
    rule = Filter.begin("mixed", b.epsilon, b.delta)
    counted = rule.epsilon_of(Cost(b.mu, 0.0, ((b.epsilon, b.count),)))
    with mp.workdps(60):
        a, x = mp.mpf(rule.parameter), mp.mpf(b.epsilon)
        ratio = mp.cosh((a - mp.mpf(1) / 2) * x) / mp.cosh(x / 2)
        divergence = a * mp.mpf(b.mu) ** 2 / 2 + b.count * mp.log(ratio) / (a - 1)
        rest = -mp.log(a * mp.mpf(b.delta)) / (a - 1) + mp.log(1 - 1 / a)
        assert counted >= divergence + rest


def compositions(b):
    with mp.workdps(60):
        left = mp.mpf(cost.delta_left(b.epsilon, b.delta, b.tau * b.delta))
        tau = mp.mpf(b.tau * b.delta)
        assert (left + mp.exp(mp.mpf(b.epsilon)) * tau) / (1 - tau) <= b.delta
    epsilon = cost.joint_epsilon(b.mu, 0.0, b.delta)
    assert epsilon == 0 or exact.gaussian_delta(epsilon, b.mu) <= b.delta
    if b.number(0, 1) < 2:
        epsilon = cost.joint_epsilon(0.0, 0.0, b.delta, [(b.epsilon, 3), (b.mu, 2)])
        losses = [b.epsilon] * 3 + [b.mu] * 2
        assert exact_pure_delta(epsilon, losses) <= b.delta


def exact_pure_delta(epsilon, losses):
    """Return the delta of randomized responses, in 60 digits."""
    with mp.workdps(60):
        sums = [(mp.mpf(0), mp.mpf(1))]
        for loss in map(mp.mpf, losses):
            likely = 1 / (1 + mp.exp(-loss))
            sums = [(s + loss, p * likely) for s, p in sums] + [
                (s - loss, p * (1 - likely)) for s, p in sums
            ]
        return sum(p * (1 - mp.exp(epsilon - s)) for s, p in sums if s > epsilon)


def gaussian_noise(b):
    d = b.count
    areas = b.areas()
    noise = calibrate_noise(b.epsilon, b.delta, b.sensitivity, dimension=d, areas=areas)
    step = Fraction(noise.grid)
    # Rounding adds to each vector the largest share: of the places, or of the sums.
    growth = max(
        square(step) * d / square(b.sensitivity),
        square(step * d / Fraction(areas[0].sensitivity)),
    )
    for level, norm in zip(
        noise.levels, [b.sensitivity, *(a.sensitivity for a in areas)], strict=True
    ):
        extra = Fraction(level.sensitivity) / (Fraction(norm) * MARGIN) - 1
        assert square(extra) >= growth
    for repeats in (1, b.count):
        squares = [
            square(Fraction(level.sensitivity) / (level.scale * step)) * repeats
            for level in noise.levels
        ]
        taus = [
            Fraction(level.dimension * repeats, 24 * level.scale**2)
            for level in noise.levels
        ]
        spent = noise.cost(repeats=repeats)
        assert square(spent.mu) >= sum(squares) and Fraction(spent.tau) >= sum(taus)
    with mp.workdps(60):
        mu = mp.sqrt(sum(mp.mpf(s.numerator) / s.denominator for s in squares) / d)
        tau = sum(mp.mpf(t.numerator) / t.denominator for t in taus) / d
        delta = exact.gaussian_delta(b.epsilon, mu) + mp.exp(mp.mpf(b.epsilon)) * tau
        assert delta / (1 - tau) <= b.delta
    for area in areas:
        full = square(gaussian._full_sensitivity(area)) * Fraction(area.share)
        assert full >= square(area.sensitivity)
    one = noise.of_one_column(3)
    for level, of_all in zip(one.levels, noise.levels, strict=True):
        assert 3 * square(level.sensitivity) >= square(of_all.sensitivity)
    table = TableBudget(
        d, 3, b.epsilon, b.delta, b.sensitivity, None, None, False, tuple(areas)
    )
    (shared, *_) = gaussian.GaussianNoise.for_table(table)
    for level, area in zip(shared.areas, areas, strict=True):
        assert square(level.sensitivity) >= 3 * square(area.sensitivity)


def laplace_noise(b):
    areas = b.areas()
    noise = calibrate_laplace_noise(
        b.epsilon, b.sensitivity, dimension=b.count, columns=3, areas=areas
    )
    step = Fraction(noise.grid)
    moved = Fraction(b.sensitivity) * MARGIN + step * b.count
    spent = [
        Fraction(level.sensitivity) / (level.scale * step) for level in noise.levels
    ]
    assert all(level.sensitivity >= moved for level in noise.levels)
    assert 3 * sum(spent) <= Fraction(b.epsilon)
    ((one, _),) = noise.cost().pure
    assert Fraction(one) >= sum(spent)


def intervals_and_guarantees(b):
    """The ends of intervals in the files of a release are never inside, nor what it states."""
    from gaussmech.releases.outputs import files
    from tests.releases.test_page import study

    if b.count % 25:
        return
    published = study(side=5, areas=True, mapped=False)
    for name, fit in published.denoised.items():
        low, high = (published.columns[f"{name}_{end}"] for end in ("low", "high"))
        for k, (least, most) in enumerate(fit.intervals.tolist()):
            assert Decimal(low[k]) <= Decimal(least) and Decimal(most) <= Decimal(
                high[k]
            )
        (sums,) = published.combined[name]
        low, high = (published.area_columns[f"{name}_{end}"] for end in ("low", "high"))
        for k, (least, most) in enumerate(zip(sums.low, sums.high, strict=True)):
            assert Fraction(low[k]) <= least and most <= Fraction(high[k])
    release = published.release
    stated = files.facts(published)["guarantee"]["all_columns_together"]["epsilon"]
    for text in (
        str(stated),
        files.statement(release)[1:],
        repr(release).split("(")[1],
    ):
        assert Decimal(text.split(",")[0]) >= Decimal(repr(release.epsilon))


def of(module, *names):
    """Return the full names of functions of a module."""
    return [f"{module}.{name}" for name in names]


# The rows: a comparison, and the functions that it holds. What is printed passes `texts`, and tests
# of the commands hold the lines.
BOUNDS = {
    doubles: [
        *of("privacy._normal", "round_down"),
        *of("releases.noise.base", "above"),
    ],
    roots: of(
        "privacy.attack_risk",
        *("sensitivity_of", "mu_of_noise", "mu_of_budget", "sigma_for", "rho_of"),
    ),
    attacks: of("privacy.attack_risk", "attack_risk", "_share_above"),
    texts: [
        *of("privacy.attack_risk", "attack_lines", "share_digits"),
        *of("_calibrations", "words", "table"),
        *of("releases.plan", "_list_consequences"),
        *of("releases.account", "Ledger.__repr__"),
        *of("releases.ledger", "LedgerState.spent", "LedgerFile._excess", "_budget"),
    ],
    costs: of(
        "privacy.cost",
        *("Cost.pure_epsilon", "cost_of_strength", "total_cost", "Filter.share"),
    ),
    releases_cost_at_most_their_budget: of("privacy.cost", "cost_of_budget"),
    filters: of("privacy.cost", "Filter.epsilon_of", "_renyi_epsilon"),
    compositions: of(
        "privacy.cost",
        *("joint_epsilon", "_mixture_epsilon", "_sum_of_losses", "_binomial_losses"),
    ),
    gaussian_noise: of(
        "releases.noise.gaussian",
        *("GaussianNoise.for_table", "GaussianNoise.of_one_column"),
        *("GaussianNoise.cost", "calibrate_noise", "_full_sensitivity"),
    ),
    laplace_noise: of(
        "releases.noise.laplace", "LaplaceNoise.cost", "calibrate_laplace_noise"
    ),
    intervals_and_guarantees: [
        *of("releases.outputs.files", "PublishedRelease.columns", "statement"),
        *of("releases.outputs.files", "PublishedRelease.area_columns", "facts"),
        *of("releases.table", "Release.__repr__"),
    ],
}
# These have tests of their own: of meaning, of the attack on Laplace noise, and of series.
ELSEWHERE = [
    *of("privacy.meaning", "_false_negative_rate", "_true_positive_rate"),
    *of("privacy.meaning", "_epsilon_of_rho", "_delta_of_rho"),
    *of("privacy.laplace_attack", "_advantage", "true_positive_rate"),
    *of("releases.series", "Series.table"),
]


@pytest.mark.parametrize("bound", BOUNDS, ids=lambda bound: bound.__name__)
def test_a_bound_is_never_on_the_unsafe_side(bound):
    for seed in range(200):
        bound(Budget(seed))


def outward_functions():
    """Yield the name of each function of the library that rounds outward."""
    rooms = [
        ROOT.glob("privacy/*.py"),
        ROOT.glob("releases/**/*.py"),
        [ROOT / "_calibrations.py"],
    ]
    for path in (path for paths in rooms for path in paths):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        yield from functions_in(ast.parse(path.read_text()), module)


def functions_in(node, name):
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            yield from functions_in(child, f"{name}.{child.name}")
        elif isinstance(child, ast.FunctionDef) and OUTWARD & {*names_in(child)}:
            yield f"{name}.{child.name}"


def names_in(function):
    """Yield what a function names; `above` only if it is called, for variables have that name."""
    called = {
        id(node.func) for node in ast.walk(function) if isinstance(node, ast.Call)
    }
    for node in ast.walk(function):
        name = getattr(node, "id", getattr(node, "attr", ""))
        # The ends of intervals take a rounding as an argument.
        is_rounding = name in ("ceil", "floor") and id(node) not in called
        if is_rounding:
            yield "round_up"
        elif name != "above" or id(node) in called:
            yield name


def test_each_function_that_rounds_outward_has_a_row():
    rows = [name for names in BOUNDS.values() for name in names]
    assert sorted(outward_functions()) == sorted([*rows, *ELSEWHERE])
