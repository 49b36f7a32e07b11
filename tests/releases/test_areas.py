"""Releases of places and of the sums of areas: privacy, laws of the noise, files and refusals."""

import math
import re
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_array

import gaussmech as gm
from gaussmech.graphs.partition import area_count
from gaussmech.releases.grid import bounded_sums
from gaussmech.releases.laws import (
    AreaLevel,
    calibrate_laplace_noise,
    calibrate_noise,
)
from gaussmech.releases.plan import plan_release
from gaussmech.releases.table import AreaLabels
from tests.releases.exact_sums import exact_mixed_delta

ONCE = {"epsilon": 0.5, "delta": 1e-6, "sensitivity": 1.0, "l1_sensitivity": 1.0}
# Two levels of six places that are not nested.
LEVELS = [
    AreaLabels("district", ["a", "b", "c"], np.array([0, 0, 1, 1, 2, 2])),
    AreaLabels("half", ["x", "y"], np.array([0, 1, 0, 1, 0, 1])),
]


@pytest.mark.parametrize("events", [1, 2, 3])
def test_the_joint_norm_of_any_person_is_within_the_cost_gaussian(events):
    """All persons with up to two events in each of six places, after the cap."""
    plan = plan_release(
        6,
        epsilon=1.0,
        delta=1e-5,
        sensitivity=math.sqrt(events),
        l1_sensitivity=float(events),
        noise="gaussian",
        areas=[3, 2],
        area_share=0.3,
    )
    noise = plan.noise
    # What places and areas receive, in units of their noise.
    design = [np.eye(6) / noise.sigma]
    weighted = []
    for level, sigma in zip(LEVELS, noise.area_sigmas, strict=True):
        members = np.eye(len(level.ids))[:, level.codes]
        design.append(members / sigma)
        weighted.append((csr_array(members.T), noise.sigma / sigma))
    design = np.concatenate(design)
    cap = math.sqrt(events + sum((weight * events) ** 2 for _, weight in weighted))
    largest = 0.0
    for counts in product(range(3), repeat=6):
        person = csr_array(np.array([counts], float))
        steps = bounded_sums([person], cap, noise.grid, 6, areas=weighted)
        moved = np.array(steps, float) * float(noise.grid)
        largest = max(largest, np.linalg.norm(design @ moved))
        # Whoever has at most K events, each in another place, is left as they are.
        if sum(counts) <= events and max(counts) == 1:
            assert moved == pytest.approx(counts, rel=1e-12)
    # The cap is reached, and noise is not wasted.
    assert largest <= plan.cost.mu < largest * (1 + 1e-5)


@pytest.mark.parametrize("columns, each", [(1, False), (3, False), (3, True)])
@pytest.mark.parametrize("law", ["gaussian", "laplace"])
def test_places_areas_and_columns_keep_the_budget_and_spend_it(columns, each, law):
    plan = plan_release(500, columns, **ONCE, noise=law, areas=[20, 4], each=each)
    noise = plan.noise
    # A person's one event is in one place, and in one area of each level.
    scales = [noise.scale, *(area.scale for area in noise.areas)]
    moves = [1 / float(scale * noise.grid) for scale in scales]
    within_budget = 1 if each else columns
    if law == "laplace":
        spent = within_budget * sum(moves)
        assert plan.cost.pure_epsilon == pytest.approx(columns * sum(moves), rel=1e-5)
    else:
        mu = math.hypot(*moves)
        spent = gm.gaussian_epsilon(1.0, 1e-6, math.sqrt(within_budget) * mu)
        assert plan.cost.mu == pytest.approx(math.sqrt(columns) * mu, rel=1e-4)
        shares = np.square(moves) / mu**2
        assert shares == pytest.approx([0.85, 0.075, 0.075], rel=1e-4)
    assert 0.5 * (1 - 1e-3) < spent <= 0.5


@pytest.mark.parametrize("epsilon, delta", [(4.0, 1e-2), (2.0, 0.1)])
def test_the_exact_delta_on_a_chosen_grid_is_within_the_budget(epsilon, delta):
    """By all outcomes of the noise of one place and one area, which a person moves by 100 steps."""
    levels = [AreaLevel(1, 1.0, 0.2)]
    noise = calibrate_noise(epsilon, delta, 1.0, dimension=1, grid=0.01, areas=levels)
    scales = [noise.scale, noise.areas[0].scale]
    exact = exact_mixed_delta(epsilon, scales, [100, 100], [])
    assert 0.5 * delta < exact <= delta


@pytest.mark.parametrize("law", ["gaussian", "laplace"])
def test_drawn_noise_has_the_stated_laws(law):
    labels = np.arange(8000) // 2
    private = gm.release(
        np.zeros(8000), **ONCE, noise=law, areas=[labels, labels], area_share=0.5
    )
    draws = [(private.values[:, 0], private.sigma)]
    draws += [(values, sigma) for _, values, sigma in private.totals()]
    mean_size = {"gaussian": np.sqrt(2 / np.pi), "laplace": np.sqrt(1 / 2)}[law]
    for values, sigma in draws:
        assert values.std() == pytest.approx(sigma, rel=0.12)
        # Half of what the laws differ by is five standard errors.
        size = np.abs(values).mean() / values.std()
        assert size == pytest.approx(mean_size, abs=0.045)
    # All noise is independent: sums of places, and both levels of the same areas.
    vectors = [values for values, _ in draws]
    vectors[0] = vectors[0].reshape(-1, 2).sum(axis=1)
    correlations = np.corrcoef(vectors)[np.triu_indices(3, 1)]
    assert np.abs(correlations).max() < 0.12


@pytest.mark.usefixtures("without_noise")
def test_sums_are_those_of_the_places_exactly():
    values = [[2**60 + 1, 0.125], [7, 1], [2**60, 2], [1, 3]]
    # pandas keeps texts as objects.
    areas = np.array([["s", "n", "s", "n"], ["x", "x", "x", "x"]], dtype=object)
    options = ONCE | {"sensitivity": 1e9, "l1_sensitivity": 1e9}
    private = gm.release(values, **options, areas=areas, grid=0.001)
    assert [level.ids for level in private.areas] == [["n", "s"], ["x"]]
    assert private.area_texts() == [
        [["8.000", "4.000"], [f"{2**61 + 1}.000", "2.125"]],
        [[f"{2**61 + 9}.000", "6.125"]],
    ]
    labels, sums, sigma = private.totals(1)[0]
    assert labels.tolist() == [1, 0, 1, 0] and sums.tolist() == [4, 2.125]
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
CELLS = [*product(range(N), repeat=2)]
BUDGET = "--epsilon 0.5 --delta 1e-6"
EVENTS = (
    f"release events events.csv --user cab --place place --places places.csv {BUDGET}"
)
COUNTS = (
    f"release counts counts.csv --value count --sensitivity 1 {BUDGET} --output o.csv"
)


def write(path, header, lines):
    Path(path).write_text("\n".join([header, *lines, ""]))


@pytest.fixture(autouse=True)
def inputs(run):
    """Write twelve times twelve places, their streets, events and counts."""
    places = []
    edges = []
    counts = []
    for i, j in CELLS:
        places.append(f"p{i}_{j},{j / 1e3},{i / 1e3},={i // 4}{j // 4},b{i // 4}")
        counts.append(f"p{i}_{j},{i * j},1,1")
        if j + 1 < N:
            edges.append(f"p{i}_{j},p{i}_{j + 1}\np{j}_{i},p{j + 1}_{i}")
    write("places.csv", "id,lon,lat,district,borough", places)
    write("edges.csv", "from,to", edges)
    write("counts.csv", "place,count,area,count_sd", counts)
    events = [f"u{user},p{user % N}_{user % 7}" for user in range(2000)]
    write("events.csv", "cab,place", events)


@pytest.mark.parametrize("law", ["laplace", "gaussian"])
def test_the_table_of_areas_is_the_least_squares_of_both_files(law, succeed, facts):
    """By the normal equations, from what the two files say."""
    line = f"{EVENTS} --events-per-user 1 --areas district borough --noise {law}"
    succeed(f"{line} --round 1e-8 --output private.csv")
    places = pd.read_csv("private.csv")
    areas = pd.read_csv("private.areas.csv")
    about = facts()
    members = []
    variances = [float(about["noise"]["sigma"]) ** 2] * len(places)
    for level in about["areas"]["levels"]:
        ids = areas["area"][areas["level"] == level["column"]]
        members += [places[level["column"]] == area for area in ids]
        variances += [level["sigma"] ** 2] * level["areas"]
    members = np.array(members, float)
    design = np.concatenate([np.eye(len(places)), members])
    weighted = design.T / variances
    covariance = np.linalg.inv(weighted @ design)
    x = covariance @ weighted @ np.append(places["count"], areas["count"])
    assert areas["count_combined"].to_numpy() == pytest.approx(members @ x, abs=1e-3)
    sd = np.sqrt(np.diag(members @ covariance @ members.T))
    assert areas["count_sd"].to_numpy() == pytest.approx(sd, rel=1e-4)
    low, high = areas[["count_low", "count_high"]].to_numpy().T
    assert (low + high) / 2 == pytest.approx(members @ x, abs=1e-3)
    # One Laplace variable needs 2.118 standard deviations, a sum of many 1.96.
    within = (high - low) / 2 / sd
    assert (within >= 1.9599).all() and (within <= 2.12).all()
    # A borough is the sum of its three districts.
    *districts, south, middle, north = areas["count_combined"]
    assert np.reshape(districts, (3, 3)).sum(axis=1) == pytest.approx(
        [south, middle, north], abs=1e-6
    )


@pytest.mark.usefixtures("without_noise")
def test_the_command_caps_the_joint_norm_of_a_user(succeed, facts):
    """One user has an event in every place; its released parts are at the cap."""
    write("events.csv", "cab,place", [f"u,p{i}_{j}" for i, j in CELLS])
    line = f"{EVENTS} --events-per-user 4 --areas borough --noise gaussian"
    succeed(f"{line} --round 1e-8 --output private.csv")
    about = facts()
    square = cap = 0
    sigmas = [float(about["noise"]["sigma"]), about["areas"]["levels"][0]["sigma"]]
    names = ["private.csv", "private.areas.csv"]
    for name, sigma, most in zip(names, sigmas, [4, 16], strict=True):
        square += (pd.read_csv(name)["count"] ** 2).sum() / sigma**2
        cap += most / sigma**2
    assert square == pytest.approx(cap, rel=1e-5)
    reason = "in many areas may have a larger norm than this"
    assert reason in about["sensitivity"]["reason"]


def test_the_guarantee_is_one_entry_in_the_ledger(succeed, run, facts):
    total = "--total-epsilon 0.6 --total-delta 1e-6"
    line = f"{EVENTS} --events-per-user 3 --areas auto --graph edges.csv"
    line = f"{line} --noise gaussian --output"
    text = succeed(f"{line} private.csv --new-ledger l.json {total} --registry")
    (entry,) = facts("l.json")["releases"]
    about = facts()
    composes_by = about["guarantee"]["composes_by"]
    assert (entry["mu"], entry["tau"]) == (composes_by["mu"], composes_by["tau"])
    assert about["guarantee"]["all_columns_together"]["epsilon"] == 0.5
    assert "joint norm of 3 events" in about["sensitivity"]["reason"]
    norm = "of each column, over its places"
    assert about["sensitivity"]["norm"].endswith(norm)
    assert re.search(f"^sensitivity .* {norm}$", text, re.M)
    # Three events may lie in one area, and a share of 0.15 is the default.
    count = area_count(N * N, math.sqrt(3 * 0.85 / 0.15))
    (level,) = about["areas"]["levels"]
    assert (level["column"], level["areas"]) == ("area", count)
    assert f"by area           {count} areas; standard error of a typical sum" in text
    assert "areas cost        the noise of a place is 8.47 % larger for them\n" in text
    record = facts("private.registry.json")["deployment"]["implementation"]
    assert "sums over areas" in record["mechanisms"]
    header = ["place", "count", "count_denoised", "count_low", "count_high"]
    assert [*pd.read_csv("private.csv")] == [*header, "lon", "lat", "area"]
    assert "together" in run(f"{line} b.csv --ledger l.json")[1]
    assert not Path("b.areas.csv").exists()


def test_a_dry_run_says_what_areas_bring(succeed, run):
    line = f"{EVENTS} --events-per-user 1 --areas borough --output a.csv"
    text = succeed(f"{line} --dry-run")
    noise = plan_release(N * N, **ONCE, areas=[3]).noise
    sd = 1 / math.hypot(1 / noise.area_sigmas[0], 1 / noise.sigma / math.sqrt(48))
    without = plan_release(N * N, **ONCE).noise.sigma * math.sqrt(48)
    assert f"typical sum {sd:.4g} (without areas {without:.4g})" in text
    assert not Path("a.areas.csv").exists()
    succeed(line)
    Path("a.csv").unlink()
    assert "'a.areas.csv' exists" in run(line)[1]


@pytest.mark.parametrize("count", [10**18, 10**99])
def test_combined_sums_have_all_digits(count, succeed):
    """Counts whose neighbours among doubles are farther away than their noise reaches."""
    counts = [f"p{i}_{j},{count + i},{j}" for i, j in CELLS]
    write("counts.csv", "place,count,other", counts)
    line = COUNTS.replace("--value count", "--value count other")
    line += " --l1-sensitivity 1 --places places.csv --areas district borough"
    succeed(f"{line} --new-ledger l.json")
    for _, row in pd.read_csv("o.areas.csv", dtype=str).iterrows():
        size = 16 if row["level"] == "district" else 48
        first = 4 * int(row["area"].strip("'=b")[0])
        truth = size * count + size * (2 * first + 3) // 2
        assert row["count_sd"] == row["other_sd"]
        low, estimate, high, sd = (
            Fraction(row[f"count_{end}"]) for end in ("low", "combined", "high", "sd")
        )
        assert abs(estimate - truth) < 8 * sd
        assert 1.95 * sd < high - estimate < 2.2 * sd
        assert 1.95 * sd < estimate - low < 2.2 * sd


def test_several_columns_have_areas(succeed):
    line = f"{EVENTS} --events-per-user 2 --by place p0_0 p1_1 --each --areas borough"
    succeed(f"{line} --graph edges.csv --output a.csv")
    suffixes = ("", "_combined", "_sd", "_low", "_high")
    names = [f"place_{place}{end}" for place in ("p0_0", "p1_1") for end in suffixes]
    assert [*pd.read_csv("a.areas.csv")] == ["level", "area", *names]


AREAS = "--l1-sensitivity 1 --places places.csv --areas district"
BAD = {
    f"{COUNTS.replace('count --s', 'area --s')} {AREAS}": "'area' would be two columns of the"
    " table of areas",
    f"{COUNTS} --value count_sd {AREAS}": "'count_sd' would be two columns of the table of areas",
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
@pytest.mark.parametrize("dry", ["", " --dry-run"])
def test_bad_areas_are_one_line(line, dry, run):
    status, text = run(line + dry)
    assert status == 2 and text.count("\n") == 1 and BAD[line] in text
    assert not Path("o.csv").exists()


ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/areas.md").read_text(encoding="utf-8")


def test_the_page_says_what_its_command_prints(tmp_path, monkeypatch, succeed):
    (command,) = re.findall(r"gaussmech (release events.*?)private\.csv", PAGE, re.S)
    monkeypatch.chdir(ROOT)
    command = command.replace("\\\n", " ")
    printed = succeed(f"{command}{tmp_path}/private.csv").splitlines()
    lines = re.findall(r"^    ((?:areas cost|by area) .*)$", PAGE, re.M)
    assert len(lines) == 2 and set(lines) <= set(printed)


def test_the_code_of_the_page_runs_and_gives_its_number():
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    names = {}
    exec(code, names)
    sd = names["both"].total(names["areas"]).sd
    (stated,) = re.findall(r"each with deviation ([\d.]+)", code)
    assert [f"{value:.2f}" for value in sd] == [stated, stated]


def deviations(share, **options):
    """Return the noise of a place, and of the combined sum of one of 62 areas."""
    areas = {"areas": [62], "area_share": share} if share else {}
    noise = plan_release(3874, **ONCE | options, **areas).noise
    of_places = noise.sigma * math.sqrt(3874 / 62)
    return noise.sigma, 1 / math.hypot(
        1 / of_places, *(1 / sigma for sigma in noise.area_sigmas)
    )


def test_the_numbers_of_the_page_are_those_of_plans():
    table = re.findall(r"^\| (\w*) ?\| ([\d.]+) \|(.*)\|$", PAGE, re.M)
    assert len(table) == 6
    law = ""
    for name, share, cells in table:
        law = name.lower() or law
        of_place, of_area = deviations(float(share), noise=law)
        assert cells.split() == [f"{of_place:.2f}", "|", f"{of_area:.1f}"]
    ratios = []
    for events in (5, 1):
        caps = {"sensitivity": math.sqrt(events), "l1_sensitivity": events}
        with_areas, without = (
            deviations(share, **caps, noise="gaussian")[1] for share in (0.15, 0)
        )
        ratios.append(f"{with_areas / without:.2f}")
    text = PAGE.replace("\n", " ")
    assert f"to {ratios[0]} of that without areas; with K = 1, to {ratios[1]}." in text
    for power in (1, 0.5):
        assert f"so {area_count(3874, (0.85 / 0.15) ** power)} areas" in text
    of_four = gm.gaussian_epsilon(1 / gm.gaussian_mu(0.5, 1e-6), 1e-6, 4)
    assert f"= {of_four:.2f}, with areas and without" in text
