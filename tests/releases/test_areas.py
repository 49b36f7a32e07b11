"""Releases of places and of the sums of areas: privacy, laws of the noise, files and refusals."""

import csv
import json
import math
import re
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from scipy.sparse import csr_array

import gaussmech as gm
from gaussmech import cli
from gaussmech.graphs.partition import area_count
from gaussmech.privacy.cost import joint_epsilon
from gaussmech.releases.grid import bounded_sums
from gaussmech.releases.laws import (
    AreaLevel,
    calibrate_laplace_noise,
    calibrate_noise,
)
from gaussmech.releases.plan import plan_release
from gaussmech.releases.table import AreaLabels
from tests.releases.exact_sums import (
    discrete_gaussian,
    outcomes_of_gaussian_releases,
)

ONCE = {"epsilon": 0.5, "delta": 1e-6, "sensitivity": 1.0, "l1_sensitivity": 1.0}
# Two levels of six places that are not nested.
LEVELS = [
    AreaLabels("district", ["a", "b", "c"], np.array([0, 0, 1, 1, 2, 2])),
    AreaLabels("half", ["x", "y"], np.array([0, 1, 0, 1, 0, 1])),
]


def sums(level, places):
    """Return the sums of places (..., n) over the areas of a level."""
    return np.stack(
        [places[..., level.codes == k].sum(axis=-1) for k in range(len(level.ids))],
        axis=-1,
    )


def plan_of(events, noise, **options):
    """Return the plan of a release of six places with a cap of so many events."""
    return plan_release(
        6,
        epsilon=1.0,
        delta=1e-5,
        sensitivity=math.sqrt(events),
        l1_sensitivity=float(events),
        noise=noise,
        areas=[3, 2],
        area_share=0.3,
        **options,
    )


@pytest.mark.parametrize("events", [1, 2, 3])
def test_the_joint_norm_of_any_person_is_within_the_cost_gaussian(events):
    """All persons with up to two events in each of six places, after the cap."""
    plan = plan_of(events, "gaussian")
    weighted = []
    for level, sigma in zip(LEVELS, plan.noise.area_sigmas, strict=True):
        entries = (np.ones(6), level.codes, np.arange(7))
        matrix = csr_array(entries, shape=(6, len(level.ids)))
        weighted.append((matrix, plan.noise.sigma / sigma))
    cap = math.sqrt(events + sum((weight * events) ** 2 for _, weight in weighted))
    mu = plan.cost.mu
    largest = 0.0
    for counts in product(range(3), repeat=6):
        if not any(counts):
            continue
        person = csr_array(np.array([counts], float))
        steps = bounded_sums([person], cap, plan.noise.grid, 6, areas=weighted)
        moved = np.array(steps, float) * float(plan.noise.grid)
        square = (moved @ moved) / plan.noise.sigma**2
        for level, sigma in zip(LEVELS, plan.noise.area_sigmas, strict=True):
            of_areas = sums(level, moved)
            square += (of_areas @ of_areas) / sigma**2
        assert square <= mu**2
        largest = max(largest, square)
        # Whoever has at most K events, each in another place, is left as they are.
        if sum(counts) <= events and max(counts) == 1:
            assert moved == pytest.approx(counts, rel=1e-12)
    # The cap is reached, and noise is not wasted.
    assert largest > mu**2 * (1 - 1e-5)


@pytest.mark.parametrize("columns", [1, 3])
@pytest.mark.parametrize("each", [False, True])
def test_the_cost_of_laplace_noise_is_that_of_all_levels(columns, each):
    plan = plan_release(6, columns, **ONCE, noise="laplace", areas=[3, 2], each=each)
    t = plan.noise.scale * plan.noise.grid
    loss = 1.0 / float(t)
    for area in plan.noise.areas:
        # A person's one event is in one area of each level.
        loss += 1.0 / float(area.scale * plan.noise.grid)
    loss *= 1 if each else columns
    assert loss <= 0.5
    assert loss == pytest.approx(0.5, rel=1e-5)
    total = 0.5 * columns if each else 0.5
    assert loss * (columns if each else 1) <= plan.cost.pure_epsilon <= total


@pytest.mark.parametrize("columns", [1, 3])
@pytest.mark.parametrize("each", [False, True])
@pytest.mark.parametrize("grid", [None, 1e-8])
def test_gaussian_noise_with_areas_keeps_the_budget(columns, each, grid):
    plan = plan_release(
        500, columns, **ONCE, noise="gaussian", areas=[20, 4], each=each, grid=grid
    )
    if not each:
        cost = plan.cost
        assert joint_epsilon(cost.mu, cost.tau, 1e-6) <= 0.5
        one = plan.column_epsilon
        assert (one < 0.5) == (columns > 1)
    else:
        assert plan.column_epsilon == 0.5
    # What one of a column's persons moves, over the noise, is the cost of the column.
    places = 1 / plan.noise.sigma
    areas = [1 / sigma for sigma in plan.noise.area_sigmas]
    mu = math.hypot(places, *areas) * math.sqrt(columns)
    assert mu <= plan.cost.mu <= mu * (1 + 1e-4)
    values = 500 * columns if not each else 500
    repeats = columns if each else 1
    tau = repeats * values / (24 * plan.noise.scale**2)
    for count, area in zip((20, 4), plan.noise.areas, strict=True):
        tau += columns * count / (24 * area.scale**2)
    assert plan.cost.tau / tau == pytest.approx(1, rel=1e-9)
    shares = np.array([places, *areas]) ** 2
    assert shares / shares.sum() == pytest.approx([0.85, 0.075, 0.075], rel=1e-4)


@pytest.mark.parametrize("scale, area_scale", [(3, 4), (5, 9)])
def test_the_exact_delta_of_places_and_areas_is_within_the_stated_one(
    scale, area_scale
):
    """On a coarse grid, where discrete noise differs most, two places move by a step each."""
    moves = [1, 1, 2]
    scales = [scale, scale, area_scale]
    mu = math.sqrt(sum((move / t) ** 2 for move, t in zip(moves, scales, strict=True)))
    tau = sum(1 / (24 * t**2) for t in scales)
    probabilities, losses = outcomes_of_gaussian_releases(scales, moves)
    for delta in (1e-3, 1e-2):
        epsilon = joint_epsilon(mu, tau, delta)
        exact = np.sum(probabilities * np.maximum(-np.expm1(epsilon - losses), 0))
        assert exact <= delta


@pytest.mark.parametrize("epsilon, delta", [(0.5, 1e-6), (3.0, 1e-3)])
def test_the_exact_delta_on_a_chosen_grid_is_within_the_budget(epsilon, delta):
    levels = [AreaLevel(1, 2.0, 0.2)]
    noise = calibrate_noise(
        epsilon, delta, math.sqrt(2), dimension=2, grid=0.01, areas=levels
    )
    # One event in each of two places of one area, on a grid of hundredths.
    (area,) = noise.areas
    moves = [round(100 * math.sqrt(2)), 200]
    scales = [noise.scale, area.scale]
    delta_left = _delta_of_gaussians(epsilon, scales, moves)
    assert delta_left <= delta
    assert delta_left > 0.5 * delta


def _delta_of_gaussians(epsilon, scales, moves):
    """Return the exact delta of independent discrete Gaussians that move by so many steps."""
    (law, reach), (other, other_reach) = map(discrete_gaussian, scales)
    steps = np.arange(-reach, reach + 1)
    loss = (2 * steps * moves[0] + moves[0] ** 2) / (2 * scales[0] ** 2)
    order = np.argsort(loss)
    law, loss = law[order], loss[order]
    mass = np.append(np.cumsum(law[::-1])[::-1], 0)
    tilted = np.append(np.cumsum((law * np.exp(-loss))[::-1])[::-1], 0)
    steps = np.arange(-other_reach, other_reach + 1)
    other_loss = (2 * steps * moves[1] + moves[1] ** 2) / (2 * scales[1] ** 2)
    first = np.searchsorted(loss, epsilon - other_loss, side="right")
    excess = mass[first] - np.exp(epsilon - other_loss) * tilted[first]
    return float(other @ np.maximum(excess, 0))


@pytest.mark.parametrize("law", ["gaussian", "laplace"])
def test_drawn_noise_has_the_stated_laws(law):
    n = 8000
    labels = np.arange(n) // 2
    private = gm.release(
        np.zeros(n), **ONCE, noise=law, areas=[labels, labels], area_share=0.5
    )
    assert private.noise.law == law
    draws = [(private.values[:, 0], private.sigma)]
    draws += [(values, sigma) for _, values, sigma in private.totals()]
    mean_size = {"gaussian": np.sqrt(2 / np.pi), "laplace": np.sqrt(1 / 2)}[law]
    for values, sigma in draws:
        assert values.std() == pytest.approx(sigma, rel=0.12)
        # Half of what the laws differ by is five standard errors.
        assert np.abs(values).mean() / values.std() == pytest.approx(
            mean_size, abs=0.045
        )
    # All noise is independent: sums of places, and both levels of the same areas.
    of_places = private.values[:, 0].reshape(-1, 2).sum(axis=1)
    vectors = [of_places, draws[1][0], draws[2][0]]
    correlations = np.corrcoef(vectors)[np.triu_indices(3, 1)]
    assert np.abs(correlations).max() < 0.12


@pytest.mark.usefixtures("without_noise")
def test_sums_are_those_of_the_places_exactly():
    values = [[2**60 + 1, 0.125], [7, 1], [2**60, 2], [1, 3]]
    private = gm.release(
        values,
        epsilon=0.5,
        delta=1e-6,
        sensitivity=1e9,
        l1_sensitivity=1e9,
        areas=[["s", "n", "s", "n"], ["x", "x", "x", "x"]],
        grid=0.001,
    )
    assert [level.ids for level in private.areas] == [["n", "s"], ["x"]]
    assert private.area_texts() == [
        [["8.000", "4.000"], [f"{2**61 + 1}.000", "2.125"]],
        [[f"{2**61 + 9}.000", "6.125"]],
    ]


@pytest.mark.usefixtures("without_noise")
def test_totals_are_what_denoise_takes():
    # pandas keeps texts as objects.
    areas = np.array(["s", "s", "n", "n"], dtype=object)
    private = gm.release([3, 14, 0, 8], **ONCE, areas=areas)
    ((labels, values, sigma),) = private.totals()
    assert private.areas[0].ids == ["n", "s"]
    assert labels.tolist() == [1, 1, 0, 0]
    assert values.tolist() == [8, 17]
    assert sigma == private.noise.area_sigmas[0]


REFUSALS = {
    "areas holds object": {"areas": ["s", None, "s", "n"]},
    "area_share is 0.2; it needs areas": {"area_share": 0.2},
    "l1_sensitivity is None; areas need it": {
        "areas": [1, 1, 2, 2],
        "l1_sensitivity": None,
    },
    "grid is 0.1, too coarse": {"areas": [1, 1, 2, 2], "grid": 0.1},
}


@pytest.mark.parametrize("message", REFUSALS)
def test_bad_areas_are_refused(message):
    with pytest.raises(ValueError, match=message):
        gm.release([3, 14, 0, 8], **ONCE | REFUSALS[message])


@pytest.mark.parametrize("calibrate", [calibrate_noise, calibrate_laplace_noise])
def test_no_grid_is_so_fine_that_it_cannot_be_sampled(calibrate):
    levels = [AreaLevel(10, 1.0, 0.01)]
    budget = (1e-4, 1e-9) if calibrate is calibrate_noise else (1e-4,)
    noise = calibrate(*budget, 1.0, dimension=10**6, areas=levels)
    assert max(noise.scale, noise.areas[0].scale) <= 2**53


def test_the_grid_bears_all_columns_with_a_budget_each():
    """The discreteness of the noise costs nothing, as without areas."""
    plan = plan_release(
        3874,
        24,
        epsilon=5.0,
        delta=1e-6,
        sensitivity=1.0,
        l1_sensitivity=1.0,
        noise="gaussian",
        each=True,
        areas=[60],
    )
    continuous = gm.gaussian_epsilon(1.0, 1e-6, plan.cost.mu)
    assert plan.epsilon == pytest.approx(continuous, rel=1e-5)


def test_auto_compares_both_laws_with_their_areas():
    settings = {
        "epsilon": 2.0,
        "delta": 1e-6,
        "sensitivity": 1.6,
        "l1_sensitivity": 2.6,
    }
    without = plan_release(4000, **settings)
    many = plan_release(4000, **settings, areas=[60] * 6, area_share=0.9)
    # A share of epsilon is less than the same share of mu^2.
    assert without.noise.law == "laplace"
    assert many.noise.law == "gaussian"


# The command.
N = 12
BUDGET = "--epsilon 0.5 --delta 1e-6"
EVENTS = (
    f"release events events.csv --user cab --place place --places places.csv {BUDGET}"
)


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run the command in a folder with twelve times twelve places."""
    monkeypatch.chdir(tmp_path)
    with open("places.csv", "w") as file:
        file.write("id,lon,lat,district,borough\n")
        for i, j in product(range(N), repeat=2):
            district = f"={i // 4}{j // 4}"
            file.write(f"p{i}_{j},{j / 1e3},{i / 1e3},{district},b{i // 4}\n")
    with open("edges.csv", "w") as file:
        file.write("from,to\n")
        for i, j in product(range(N), range(N - 1)):
            file.write(f"p{i}_{j},p{i}_{j + 1}\np{j}_{i},p{j + 1}_{i}\n")
    with open("events.csv", "w") as file:
        file.write("cab,place\n")
        for user in range(2000):
            file.write(f"u{user},p{user % N}_{user % 7}\n")
    with open("counts.csv", "w") as file:
        file.write("place,count,area,count_sd\n")
        for i, j in product(range(N), repeat=2):
            file.write(f"p{i}_{j},{i * j},1,1\n")

    def run(line):
        try:
            alone = ["--no-ledger"] * ("ledger" not in line)
            status = cli.main([*line.split(), *alone])
        except SystemExit as stop:
            status = stop.code
        captured = capsys.readouterr()
        return status, captured.out + captured.err

    return run


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("law", ["laplace", "gaussian"])
def test_the_table_of_areas_is_the_least_squares_of_both_files(law, run):
    """By the normal equations, from what the two files say."""
    line = f"{EVENTS} --events-per-user 1 --areas district borough --noise {law}"
    status, _ = run(f"{line} --round 1e-8 --output private.csv")
    assert status == 0
    places = rows("private.csv")
    areas = rows("private.areas.csv")
    facts = json.loads(Path("private.json").read_text())
    y = np.array([float(row["count"]) for row in places])
    z = np.array([float(row["count"]) for row in areas])
    design = [np.eye(len(y))]
    deviations = [np.full(len(y), float(facts["noise"]["sigma"]))]
    for level in facts["areas"]["levels"]:
        of_level = [row["area"] for row in areas if row["level"] == level["column"]]
        assert len(of_level) == level["areas"]
        matrix = [
            [place[level["column"]] == area for place in places] for area in of_level
        ]
        design.append(np.array(matrix, float))
        deviations.append(np.full(len(of_level), level["sigma"]))
    weights = 1 / np.concatenate(deviations) ** 2
    stacked = np.concatenate(design)
    covariance = np.linalg.inv(stacked.T @ (weights[:, None] * stacked))
    x = covariance @ (stacked.T @ (weights * np.concatenate([y, z])))
    members = np.concatenate(design[1:])
    combined = members @ x
    deviation = np.sqrt(np.diag(members @ covariance @ members.T))
    for row, expected, sd in zip(areas, combined, deviation, strict=True):
        assert float(row["count_combined"]) == pytest.approx(expected, abs=1e-3)
        assert float(row["count_sd"]) == pytest.approx(sd, rel=1e-4)
        low, high = float(row["count_low"]), float(row["count_high"])
        assert (low + high) / 2 == pytest.approx(expected, abs=1e-3)
        # One Laplace variable needs 2.118 standard deviations, a sum of many 1.96.
        assert 1.9599 * sd <= (high - low) / 2 <= 2.12 * sd
    # A parent is the sum of its districts.
    by_borough = {}
    for row in places:
        by_borough.setdefault(row["borough"], set()).add(row["district"])
    value = {row["area"]: float(row["count_combined"]) for row in areas}
    for borough, districts in by_borough.items():
        total = sum(value[district] for district in districts)
        assert value[borough] == pytest.approx(total, abs=1e-6)


@pytest.mark.usefixtures("without_noise")
def test_the_command_caps_the_joint_norm_of_a_user(run):
    """One user has an event in every place; its released parts are at the cap."""
    with open("events.csv", "w") as file:
        file.write("cab,place\n")
        for i, j in product(range(N), repeat=2):
            file.write(f"u,p{i}_{j}\n")
    line = f"{EVENTS} --events-per-user 4 --areas borough --noise gaussian"
    assert run(f"{line} --round 1e-8 --output a.csv")[0] == 0
    facts = json.loads(Path("a.json").read_text())
    sigma = float(facts["noise"]["sigma"])
    (level,) = facts["areas"]["levels"]
    values = np.array([float(row["count"]) for row in rows("a.csv")])
    of_areas = np.array([float(row["count"]) for row in rows("a.areas.csv")])
    square = values @ values / sigma**2 + of_areas @ of_areas / level["sigma"] ** 2
    assert square == pytest.approx(4 / sigma**2 + 16 / level["sigma"] ** 2, rel=1e-5)


@pytest.mark.usefixtures("without_noise")
def test_the_facts_say_that_the_joint_norm_bounds_no_part_alone(run):
    """One user has many events in one place of each district."""
    with open("events.csv", "w") as file:
        file.write("cab,place\n")
        for i, j in product(range(0, N, 4), repeat=2):
            file.write(f"u,p{i}_{j}\n" * 5)
    line = f"{EVENTS} --events-per-user 4 --areas district --noise gaussian"
    assert run(f"{line} --round 1e-8 --output a.csv")[0] == 0
    sensitivity = json.loads(Path("a.json").read_text())["sensitivity"]
    values = np.array([float(row["count"]) for row in rows("a.csv")])
    assert values @ values > 1.1 * sensitivity["value"] ** 2
    assert "in many areas may have a larger norm than this" in sensitivity["reason"]


def test_the_guarantee_is_one_entry_in_the_ledger(run):
    total = "--total-epsilon 0.6 --total-delta 1e-6"
    line = (
        f"{EVENTS} --events-per-user 3 --areas auto --graph edges.csv --noise gaussian"
    )
    status, out = run(f"{line} --output a.csv --new-ledger l.json {total} --registry")
    assert status == 0, out
    (entry,) = json.loads(Path("l.json").read_text())["releases"]
    facts = json.loads(Path("a.json").read_text())
    composes_by = facts["guarantee"]["composes_by"]
    assert (entry["mu"], entry["tau"]) == (composes_by["mu"], composes_by["tau"])
    assert facts["guarantee"]["all_columns_together"]["epsilon"] == 0.5
    assert "joint norm of 3 events" in facts["sensitivity"]["reason"]
    assert facts["sensitivity"]["norm"].endswith("of each column, over its places")
    (level,) = facts["areas"]["levels"]
    # Three events may lie in one area, and a share of 0.15 is the default.
    count = area_count(N * N, math.sqrt(3 * 0.85 / 0.15))
    assert (level["column"], level["areas"]) == ("area", count)
    assert f"by area           {count} areas; standard error of a typical sum" in out
    assert "areas cost        the noise of a place is 8.47 % larger for them\n" in out
    assert re.search(r"^sensitivity .* of each column, over its places$", out, re.M)
    record = json.loads(Path("a.registry.json").read_text())
    mechanisms = record["deployment"]["implementation"]["mechanisms"]
    assert "sums over areas" in mechanisms
    header = list(rows("a.csv")[0])
    assert header[1:5] == ["count", "count_denoised", "count_low", "count_high"]
    assert header[-1] == "area"
    assert "together" in run(f"{line} --output b.csv --ledger l.json")[1]
    assert not Path("b.areas.csv").exists()


def test_a_dry_run_says_what_areas_bring(run):
    line = f"{EVENTS} --events-per-user 1 --areas borough --output a.csv"
    status, before = run(f"{line} --dry-run")
    assert status == 0
    assert not Path("a.areas.csv").exists()
    assert run(line)[0] == 0
    (row,) = [row for row in before.splitlines() if row.startswith("by borough")]
    Path("a.csv").unlink()
    assert "'a.areas.csv' exists" in run(line)[1]
    noise = plan_release(N * N, **ONCE, areas=[3]).noise
    sd = 1 / math.hypot(1 / noise.area_sigmas[0], 1 / noise.sigma / math.sqrt(48))
    without = plan_release(N * N, **ONCE).noise.sigma * math.sqrt(48)
    assert f"typical sum {sd:.4g} (without areas {without:.4g})" in row


@pytest.mark.parametrize("count", [10**18, 10**99])
def test_combined_sums_have_all_digits(count, run):
    """Counts whose neighbours among doubles are farther away than their noise reaches."""
    with open("counts.csv", "w") as file:
        file.write("place,count,other\n")
        for i, j in product(range(N), repeat=2):
            file.write(f"p{i}_{j},{count + i},{j}\n")
    line = COUNTS.replace("--value count", "--value count other")
    line += " --l1-sensitivity 1 --places places.csv --areas district borough"
    status, out = run(f"{line} --new-ledger l.json")
    assert status == 0, out
    for row in rows("o.areas.csv"):
        size = 16 if row["level"] == "district" else 48
        first = 4 * int(row["area"].strip("'=b")[0])
        truth = size * count + size * (2 * first + 3) // 2
        low, estimate, high = (
            Fraction(row[f"count_{end}"]) for end in ("low", "combined", "high")
        )
        sd = Fraction(row["count_sd"])
        assert row["count_sd"] == row["other_sd"]
        assert abs(estimate - truth) < 8 * sd
        assert 1.95 * sd < high - estimate < 2.2 * sd
        assert 1.95 * sd < estimate - low < 2.2 * sd


def test_several_columns_have_areas(run):
    line = f"{EVENTS} --events-per-user 2 --by place p0_0 p1_1 --each --areas borough"
    line = f"{line} --graph edges.csv --output a.csv"
    assert run(line)[0] == 0
    header = list(rows("a.areas.csv")[0])
    suffixes = ("", "_combined", "_sd", "_low", "_high")
    names = [f"place_{place}{end}" for place in ("p0_0", "p1_1") for end in suffixes]
    assert header == ["level", "area", *names]


COUNTS = (
    f"release counts counts.csv --value count --sensitivity 1 {BUDGET} --output o.csv"
)
AREAS = "--sensitivity 1 --l1-sensitivity 1 --places places.csv --areas district"
BAD = {
    f"release counts counts.csv --value area {AREAS} {BUDGET} --output o.csv": "'area' would be"
    " two columns of the table of areas",
    f"release counts counts.csv --value count count_sd {AREAS} {BUDGET} --output o.csv": "'count_sd'"
    " would be two columns of the table of areas",
    f"{COUNTS} --places places.csv --areas district": "--areas needs --l1-sensitivity",
    f"{COUNTS} --l1-sensitivity 1 --areas district": "give --places, or --areas auto",
    f"{COUNTS} --l1-sensitivity 1 --areas auto": "--areas auto needs --graph or --link",
    f"{COUNTS} --area-share 0.2": "--area-share needs --areas",
    f"{COUNTS} --l1-sensitivity 1 --areas a --area-share 1": "--area-share is 1.0; allowed",
    f"{COUNTS} --l1-sensitivity 1 --areas a a": "--areas names a column twice",
    f"{EVENTS} --events-per-user 1 --areas cab --output o.csv": "cab: places.csv has no such column",
    f"{EVENTS} --events-per-user 1 --areas lon --output o.csv": "lon: places.csv has no such column",
}


@pytest.mark.parametrize("line", BAD, ids=range(len(BAD)))
def test_bad_areas_are_one_line(line, run):
    for dry in ("", " --dry-run"):
        status, out = run(line + dry)
        assert status == 2
        assert out.count("\n") == 1
        assert BAD[line] in out
    assert not Path("o.csv").exists()


ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/areas.md").read_text(encoding="utf-8")


def test_the_page_says_what_its_command_prints(tmp_path, monkeypatch, capsys):
    (command,) = re.findall(r"gaussmech (release events.*?private\.csv)", PAGE, re.S)
    monkeypatch.chdir(ROOT)
    command = command.replace("\\\n", " ")
    command = command.replace("private.csv", str(tmp_path / "private.csv"))
    assert cli.main(command.split()) == 0
    printed = capsys.readouterr().out.splitlines()
    lines = re.findall(r"^    ((?:areas cost|by area) .*)$", PAGE, re.M)
    assert len(lines) == 2
    assert set(lines) <= set(printed)


def test_the_code_of_the_page_runs_and_gives_its_number():
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    names = {}
    exec(code, names)
    sd = names["both"].total(names["areas"]).sd
    (stated,) = re.findall(r"each with deviation ([\d.]+)", code)
    assert [f"{value:.2f}" for value in sd] == [stated, stated]


def test_the_numbers_of_the_page_are_those_of_plans():
    table = re.findall(r"^\| (\w*) ?\| ([\d.]+) \|(.*)\|$", PAGE, re.M)
    assert len(table) == 6
    law = ""
    for name, share, cells in table:
        law = name.lower() or law
        numbers = [cell.strip() for cell in cells.split("|")]
        share = float(share)
        areas = {"areas": [62], "area_share": share} if share else {}
        noise = plan_release(3874, **ONCE, noise=law, **areas).noise
        of_places = noise.sigma * math.sqrt(3874 / 62)
        expected = [f"{noise.sigma:.2f}", f"{of_places:.1f}"]
        if share:
            combined = 1 / math.hypot(1 / noise.area_sigmas[0], 1 / of_places)
            expected[1] = f"{combined:.1f}"
        assert numbers == expected
    ratios = []
    for events in (5, 1):
        options = {
            "epsilon": 0.5,
            "delta": 1e-6,
            "sensitivity": math.sqrt(events),
            "l1_sensitivity": events,
            "noise": "gaussian",
        }
        without = plan_release(3874, **options).noise.sigma * math.sqrt(3874 / 62)
        noise = plan_release(3874, **options, areas=[62]).noise
        of_places = noise.sigma * math.sqrt(3874 / 62)
        combined = 1 / math.hypot(1 / noise.area_sigmas[0], 1 / of_places)
        ratios.append(f"{combined / without:.2f}")
    text = PAGE.replace("\n", " ")
    laplace, gaussian = (area_count(3874, (0.85 / 0.15) ** power) for power in (1, 0.5))
    assert f"so {laplace} areas" in text
    assert f"so {gaussian} areas" in text
    of_four = gm.gaussian_epsilon(1 / noise.cost().mu, 1e-6, 4)
    assert f"= {of_four:.2f}, with areas and without" in text
    assert f"to {ratios[0]} of that without areas; with K = 1, to {ratios[1]}." in text
