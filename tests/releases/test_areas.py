"""Releases of places and of the sums of areas: privacy, distributions of the noise, files and
refusals."""

import math
import re
from decimal import Decimal
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import gaussmech as gm
from gaussmech.graphs.partition import area_count
from tests.graphs import networks
from tests.processes import text_of
from tests.releases.conftest import plan_release

ONCE = {"epsilon": 0.5, "delta": 1e-6, "l2_sensitivity": 1.0, "l1_sensitivity": 1.0}


@pytest.mark.usefixtures("without_noise")
def test_sums_are_those_of_the_places_exactly():
    values = [[2**60 + 1, 0.125], [7, 1], [2**60, 2], [1, 3]]
    # pandas keeps texts as objects.
    areas = np.array([["s", "n", "s", "n"], ["x", "x", "x", "x"]], dtype=object)
    options = ONCE | {"l2_sensitivity": 1e3, "l1_sensitivity": 1e3}
    private = gm.release(values, **options, areas=areas)
    assert [level.ids for level in private.areas] == [["n", "s"], ["x"]]
    assert private.area_texts(Decimal("0.001")) == [
        [["8.000", "4.000"], [f"{2**61 + 1}.000", "2.125"]],
        [[f"{2**61 + 9}.000", "6.125"]],
    ]
    labels, sums, _ = private.totals(1)[0]
    assert labels.tolist() == [1, 0, 1, 0] and sums.tolist() == [4, 2.125]


# The command.
N = 12
CELLS = [*product(range(N), repeat=2)]
BUDGET = "--epsilon 0.5 --delta 1e-6 --output o.csv"
EVENTS = (
    f"release events events.csv --user cab --place place --places places.csv {BUDGET}"
)


def write(path, header, lines):
    Path(path).write_text("\n".join([header, *lines, ""]))


@pytest.fixture(autouse=True)
def inputs(run):
    """Write twelve times twelve places, their streets and events."""
    places = []
    edges = []
    for i, j in CELLS:
        places.append(f"p{i}_{j},{j / 1e3},{i / 1e3},={i // 4}{j // 4},b{2 - i // 4}")
        if j + 1 < N:
            edges.append(f"p{i}_{j},p{i}_{j + 1}\np{j}_{i},p{j + 1}_{i}")
    write("places.csv", "id,lon,lat,district,borough", places)
    write("edges.csv", "from,to", edges)
    events = [f"u{user},p{user % N}_{user % 7}" for user in range(2000)]
    write("events.csv", "cab,place", events)


@pytest.mark.parametrize("distribution", ["laplace", "gaussian"])
def test_the_table_of_areas_is_the_least_squares_of_both_files(
    distribution, succeed, facts
):
    """By the normal equations, from what the two files say."""
    line = (
        f"{EVENTS} --events-per-user 1 --areas district borough --noise {distribution}"
    )
    succeed(f"{line} --round 1e-8")
    places = pd.read_csv("o.csv")
    areas = pd.read_csv("o.areas.csv")
    about = facts("o.json")
    # Areas are in the order of their first places.
    assert [*areas["area"]] == [*places["district"].unique(), "b2", "b1", "b0"]
    variances = [float(about["noise"]["sigma"]) ** 2] * len(places)
    for level in about["areas"]["levels"]:
        variances += [level["sigma"] ** 2] * level["areas"]
    members = [
        (places[row.level] == row.area).astype(float) for row in areas.itertuples()
    ]
    design = np.concatenate([np.eye(len(places)), members])
    weighted = design.T / variances
    covariance = np.linalg.inv(weighted @ design)
    x = covariance @ weighted @ np.append(places["count"], areas["count"])
    sums = members @ x
    assert areas["count_combined"].to_numpy() == pytest.approx(sums, abs=1e-3)
    sd = np.sqrt(np.diag(members @ covariance @ np.transpose(members)))
    assert areas["count_sd"].to_numpy() == pytest.approx(sd, rel=1e-4)
    low, high = areas[["count_low", "count_high"]].to_numpy().T
    assert (low + high) / 2 == pytest.approx(sums, abs=1e-3)
    # One Laplace variable needs 2.118 standard deviations, a sum of many 1.96.
    within = (high - low) / 2 / sd
    assert (within >= 1.9599).all() and (within <= 2.12).all()


@pytest.mark.usefixtures("without_noise")
def test_the_command_caps_the_joint_norm_of_a_user(succeed, facts):
    """One user has an event in every place; its released parts are at the cap, and cost mu^2."""
    write("events.csv", "cab,place", [f"u,p{i}_{j}" for i, j in CELLS])
    line = f"{EVENTS} --events-per-user 4 --areas borough district --noise gaussian"
    succeed(f"{line} --round 1e-8")
    about = facts("o.json")
    sigmas = [level["sigma"] for level in about["areas"]["levels"]]
    sigmas = np.array([float(about["noise"]["sigma"]), *sigmas])
    areas = pd.read_csv("o.areas.csv").assign(square=lambda of: of["count"] ** 2)
    moved = areas.groupby("level")["square"].sum()[["borough", "district"]]
    square = [(pd.read_csv("o.csv")["count"] ** 2).sum(), *moved] / sigmas**2
    cap = np.array([4, 16, 16]) / sigmas**2
    assert square.sum() == pytest.approx(cap.sum(), rel=1e-5)
    mu = about["guarantee"]["composes_by"]["mu"]
    assert square.sum() == pytest.approx(mu**2, rel=1e-5)
    reason = "in many areas may have a larger norm than this"
    assert reason in about["sensitivity"]["reason"]


def test_the_guarantee_is_one_entry_in_the_ledger(succeed, refused, facts):
    total = "--total-epsilon 0.6 --total-delta 1e-6"
    line = (
        f"{EVENTS} --events-per-user 3 --areas auto --graph edges.csv --noise gaussian"
    )
    text = succeed(f"{line} --new-ledger l.json {total} --registry")
    (entry,) = facts("l.json")["releases"]
    about = facts("o.json")
    composes_by = about["guarantee"]["composes_by"]
    assert (entry["mu"], entry["tau"]) == (composes_by["mu"], composes_by["tau"])
    assert about["guarantee"]["all_columns_together"]["epsilon"] == 0.5
    assert "joint norm of 3 events" in about["sensitivity"]["reason"]
    norm = "of each column, over its places"
    assert about["sensitivity"]["norm"].endswith(norm)
    assert re.search(f"^sensitivity .* {norm}: enforced", text, re.M)
    # Three events may lie in one area, and a share of 0.15 is the default.
    count = area_count(N * N, math.sqrt(3 * 0.85 / 0.15))
    assert f"by area           {count} areas; standard error of a typical sum" in text
    assert "areas cost        the noise of a place is 8.47 % larger for them\n" in text
    record = facts("o.registry.json")["deployment"]["implementation"]
    assert "sums over areas" in record["mechanisms"]
    header = ["place", "count", "count_denoised", "count_low", "count_high"]
    assert [*pd.read_csv("o.csv")] == [*header, "lon", "lat", "area"]
    assert "together" in refused(line.replace("o.csv", "b.csv") + " --ledger l.json")


def test_a_dry_run_says_what_areas_bring(succeed, refused):
    line = f"{EVENTS} --events-per-user 1 --areas borough"
    noise = plan_release(N * N, **ONCE, areas=[3]).noise
    sd = 1 / math.hypot(1 / noise.area_sigmas[0], 1 / noise.sigma / math.sqrt(48))
    without = plan_release(N * N, **ONCE).noise.sigma * math.sqrt(48)
    text = f"typical sum {sd:.4g} (without areas {without:.4g})"
    assert text in succeed(f"{line} --dry-run")
    succeed(line)
    Path("o.csv").unlink()
    assert "'o.areas.csv': File exists" in refused(line)


@pytest.mark.parametrize("count", [10**18, 10**99])
def test_combined_sums_have_all_digits(count, succeed):
    """Counts whose neighbours among doubles are farther away than their noise reaches."""
    counts = [f"p{i}_{j},{count + i},{j}" for i, j in CELLS]
    write("counts.csv", "place,count,other", counts)
    succeed(
        "release counts counts.csv --value count other --l2-sensitivity 1 --l1-sensitivity 1"
        f" --places places.csv --areas district borough {BUDGET}"
    )
    suffixes = ("", "_combined", "_sd", "_low", "_high")
    names = [f"{name}{end}" for name in ("count", "other") for end in suffixes]
    table = pd.read_csv("o.areas.csv", dtype=str)
    assert [*table] == ["level", "area", *names]
    for _, row in table.iterrows():
        size = 16 if row["level"] == "district" else 48
        digit = int(row["area"].strip("'=b")[0])
        first = 4 * (digit if size == 16 else 2 - digit)
        truth = size * count + size * (2 * first + 3) // 2
        assert row["count_sd"] == row["other_sd"]
        estimate, sd, low, high = (Fraction(row[f"count{end}"]) for end in suffixes[1:])
        assert abs(estimate - truth) < 8 * sd
        # Each column has its own sums.
        gap = Fraction(row["other_combined"]) - Fraction(row["other"])
        assert abs(gap) < 30 * sd
        for half in (high - estimate, estimate - low):
            assert 1.95 * sd < half < 2.2 * sd


PAGE = text_of("docs/areas.md")


def test_the_code_of_the_page_runs_and_gives_its_number():
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    names = {}
    exec(code, names)
    (stated,) = re.findall(r"each with a standard deviation of ([\d.]+)", code)
    assert [f"{sd:.2f}" for sd in names["sums"].sd] == [stated] * 2


def deviations(share, **options):
    """Return the noise of a place, and of the combined sum of one of 62 areas."""
    areas = {"areas": [62], "area_share": share} if share else {}
    plan = plan_release(3874, **ONCE | options, **areas)
    sigma = plan.noise.sigma
    return sigma, *(plan.sum_sigmas or [sigma * math.sqrt(3874 / 62)])


def test_the_numbers_of_the_page_are_those_of_plans():
    table = re.findall(r"^\| ([A-Z]\w+|) ?\| ([\d.]+) \| (.*) \| (.*) \|$", PAGE, re.M)
    assert len(table) == 6
    for k, (_, share, *cells) in enumerate(table):
        distribution = table[k // 3 * 3][0].lower()
        of_place, of_area = deviations(float(share), noise=distribution)
        assert cells == [f"{of_place:.2f}", f"{of_area:.1f}"]
    ratios = []
    for events in (5, 1):
        caps = {"l2_sensitivity": math.sqrt(events), "l1_sensitivity": events}
        with_areas, without = (
            deviations(share, **caps, noise="gaussian")[1] for share in (0.15, 0)
        )
        ratios.append(f"{with_areas / without:.2f}")
    text = PAGE.replace("\n", " ")
    assert "to {} of that without areas; with K = 1, to {}.".format(*ratios) in text
    for power in (1, 0.5):
        assert f"so {area_count(3874, (0.85 / 0.15) ** power)} areas" in text
    of_four = gm.gaussian_epsilon(1 / gm.gaussian_mu(0.5, 1e-6), 1e-6, 4)
    assert f"= {of_four:.2f}, with areas and without" in text


@pytest.mark.parametrize(
    ("events", "areas", "share"),
    [(1000, 64, 0.6), (10**5, 24, 0.25), (10**6, 19, 0.15)],
)
def test_areas_follow_the_number_of_events_that_is_expected(events, areas, share):
    plan = gm.plan_areas(networks.grid(64), events=events, epsilon=0.1)
    assert (plan.labels.max() + 1, plan.share) == (areas, share)
    sizes = np.bincount(plan.labels)
    assert sizes.max() <= 2 * sizes.min()
    options = ONCE | {"epsilon": 0.1, "noise": "laplace"}
    noise = gm.release(np.zeros(4096), **options, areas=plan).noise
    (level,) = noise.areas
    assert (level.dimension, level.share) == (areas, share)
    stated = gm.release(np.zeros(4096), **options, areas=plan, area_share=0.5)
    assert stated.noise.areas[0].share == 0.5


def test_the_command_says_which_areas_it_chose_and_why(succeed, facts, refused):
    rows, columns = np.divmod(np.arange(400), 20)
    links = [f"{v},{v + 1}" for v in range(400) if columns[v] < 19]
    links += [f"{v},{v + 20}" for v in range(380)]
    Path("streets.csv").write_text("from,to\n" + "\n".join(links))
    Path("events.csv").write_text("user,place\nx,3\ny,399\n")
    line = (
        "release events events.csv --user user --place place --graph streets.csv --epsilon 0.1"
        " --delta 1e-6 --events-per-user 1 --output private.csv"
    )
    words = "6 areas with 60 % of the budget, because about 300 events are expected in 400 places"
    assert words in succeed(f"{line} --areas auto --expect-events 300")
    (level,) = facts()["areas"]["levels"]
    assert level["areas"] == 6
    # The sums have 60 % of epsilon, and the places the rest.
    sigma = float(facts()["noise"]["sigma"])
    assert sigma / level["sigma"] == pytest.approx(1.5, rel=1e-3)
    for name in Path().glob("private.*"):
        name.unlink()
    assert "--expect-events is 300; it needs --areas auto" in refused(
        f"{line} --expect-events 300"
    )
