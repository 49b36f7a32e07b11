"""The quick config, run for real."""

import io
import json
import re

import pandas as pd
import pytest

from gaussmech.pipeline.tables import COLUMNS

pytestmark = pytest.mark.pipeline

PAPER = [f"fig{k}" for k in range(1, 7)]
COMPANIONS = ["geng_density", "geng_bounds", "geng_ratio", "accuracy", "composition_lecture"]
BEYOND = ["fig2_extended", "fig5_extended", "fig6_extended", "sure_path", "forest_size"]
GDP = ["gdp_profiles", "gdp_transform", "gdp_composition", "gdp_laplace", "gdp_subsampling"]
VERDICTS = {"tabulate_claims": 1}
COMPANION_JOBS = {"compute_companions": 1, "plot_figure": len(COMPANIONS)} | VERDICTS


def table(checkout, name):
    return pd.read_csv(checkout.folder / f"results/quick/data/{name}.csv")


@pytest.mark.parametrize("name", COLUMNS)
def test_tables_have_their_columns(finished, name):
    found = list(table(finished, name).columns)
    wanted = [column for column in COLUMNS[name] if column != "..."]
    assert found[: len(wanted)] == wanted
    assert len(found) == len(wanted) or COLUMNS[name][-1] == "..."


def test_every_figure_is_there(finished):
    for name in PAPER + BEYOND + COMPANIONS + GDP:
        pdf, png = (finished.folder / f"results/quick/figures/{name}.{e}" for e in ("pdf", "png"))
        assert pdf.read_bytes().startswith(b"%PDF") and pdf.stat().st_size > 5_000
        assert png.read_bytes().startswith(b"\x89PNG") and png.stat().st_size > 20_000


def test_verdicts_are_made_of_these_results(finished):
    claims = table(finished, "claims")
    assert claims["number"].tolist() == list(range(1, len(claims) + 1)) and len(claims) >= 43
    assert set(claims["verdict"]) <= {"holds", "holds in part", "does not hold", "not checkable"}
    # Printed RMSE of New York's map, and claims that need what the quick config leaves out.
    missing = claims.set_index("number")["verdict"] == "not checkable"
    assert missing[[25, 26]].all() and not missing[[1, 3, 7, 12, 13, 16, 37, 43]].any()
    page = (finished.folder / "results/quick/claims.md").read_text()
    assert "stand-in city" in page and page.count("\n| ") == len(claims) + 2


def test_provenance_says_stand_in_everywhere(finished):
    provenance = json.loads((finished.folder / "results/quick/data/provenance.json").read_text())
    assert provenance["source"] == "stand-in"
    assert set(table(finished, "heatmap")["source"]) == {"stand-in"}
    assert "STAND-IN CITY" in finished.report
    counts = provenance["counts"]
    assert counts["junctions"] == len(table(finished, "junctions"))
    assert counts["roads"] == len(table(finished, "roads"))
    for hour, facts in provenance["hours"].items():
        truth = table(finished, "heatmap_truth").query(f"hour == {hour}")["count"]
        assert truth.sum() == pytest.approx(facts["mass"], rel=1e-12)


def test_guarantee_names_what_holds(finished):
    provenance = json.loads((finished.folder / "results/quick/data/provenance.json").read_text())
    contribution = provenance["contribution"]
    assert contribution["rule"] == "clip" and contribution["enforced"]
    add, replace = contribution["guarantees"]
    assert add["epsilon"] == pytest.approx(0.5, rel=1e-9)
    assert replace["epsilon"] > 0.7


def test_time_by_rule_is_printed_and_kept(finished):
    summary = (finished.folder / "results/quick/benchmarks/summary.csv").read_text()
    assert summary.startswith("rule,jobs,wall_s,cpu_s,longest_s,peak_mb\n")
    jobs = {row["rule"]: row["jobs"] for _, row in pd.read_csv(io.StringIO(summary)).iterrows()}
    figures = len(finished.files("figures/*.pdf"))
    assert jobs["plot_figure"] == figures and jobs["compute_mean_estimation"] == 3
    assert re.search(rf"plot_figure +{figures}", finished.report)


def test_nothing_is_left_to_do(finished):
    assert finished.jobs() == {}


def test_same_bytes_from_one_core_in_another_folder(finished, another):
    goals = [*finished.files("data/*.csv"), *finished.files("data/*.json")]
    goals += [f"results/quick/figures/{name}.pdf" for name in ("fig1", "fig2", "gdp_composition")]
    done = another.run(*goals, cores=1)
    assert done.returncode == 0, done.stdout
    ours = finished.files("*/*")
    theirs = another.files("data/*") | another.files("figures/*")
    assert theirs.keys() >= set(goals) and len(goals) > 40
    assert [name for name in theirs if ours[name] != theirs[name]] == []


def test_a_new_epsilon_computes_that_epsilon_alone(copy_of_finished):
    checkout = copy_of_finished
    overlay = {"mean_estimation": {"epsilons": [0.3, 0.01, 0.1, 1.0]}}
    assert checkout.jobs(overlay=overlay) == {
        "compute_mean_estimation": 1,
        "tabulate_experiment": 1,
        "compute_claims_runs": 1,
        "plot_figure": 2,
        **VERDICTS,
    }
    before = (checkout.folder / "results/quick/data/mean_estimation.csv").read_text()
    done = checkout.run(overlay=overlay)
    assert done.returncode == 0, done.stdout + done.stderr
    after = (checkout.folder / "results/quick/data/mean_estimation.csv").read_text()
    assert [line for line in after.splitlines() if not line.startswith("0.3,")] == (
        before.splitlines()
    )
    assert set(pd.read_csv(io.StringIO(after))["epsilon"]) == {0.01, 0.1, 0.3, 1.0}


def test_a_label_and_the_epsilon_of_the_maps_compute_no_error_anew(finished):
    label = finished.jobs(overlay={"heatmap": {"label": "Mine"}})
    maps = [figure for figure in PAPER + BEYOND if figure not in ("fig1", "fig3", "fig4")]
    assert label == {"write_provenance": 1, "plot_figure": len(maps)} | VERDICTS
    drawn = ["compute_heatmap_draw", "compute_heatmap_draw_extended", "compute_tuning"]
    other = finished.jobs(overlay={"heatmap": {"map_epsilon": 5.0}})
    assert other == label | dict.fromkeys(drawn, 1)


@pytest.mark.parametrize(
    "module, old, new, rules",
    [
        ("figures/style.py", '"#0072B2"', '"#0072B3"', {"plot_figure": "all"}),
        (
            "gdp.py",
            "_BLOCK = 1024",
            "_BLOCK = 2048",
            {"compute_gdp": 1, "plot_figure": len(GDP)} | VERDICTS,
        ),
        ("claims/heatmap.py", "RAW = 40.29", "RAW = 40.30", VERDICTS),
        ("accuracy.py", "_MOST_STEPS = 200", "_MOST_STEPS = 201", COMPANION_JOBS),
        ("figures/fig4.py", "HIGH_DIMENSION = 500", "HIGH_DIMENSION = 600", {"plot_figure": 1}),
        ("figures/fig4.py", "HIGH_DIMENSION = 500", "HIGH_DIMENSION = 500  # high", {}),
        (
            "experiments/histogram.py",
            "return 2 / sample_size",
            "return 2.0 / sample_size",
            {
                "compute_histogram": 3,
                "tabulate_experiment": 1,
                "compute_claims_runs": 1,
                "plot_figure": 1,
            }
            | VERDICTS,
        ),
        (
            "graphs/spanning_trees.py",
            "in_tree = np.zeros",
            "in_tree = np.zeros_like",
            {
                "compute_heatmap": 3,
                "compute_heatmap_draw": 1,
                "compute_heatmap_extended": 1,
                "compute_heatmap_draw_extended": 1,
                "compute_tuning": 1,
                "tabulate_experiment": 2,
                "plot_figure": 8,
                **VERDICTS,
            },
        ),
    ],
)
def test_an_edit_reruns_what_depends_on_it(copy_of_finished, module, old, new, rules):
    path = copy_of_finished.folder / "gaussmech" / module
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    figures = len(copy_of_finished.files("figures/*.pdf"))
    rules = {rule: figures if jobs == "all" else jobs for rule, jobs in rules.items()}
    assert copy_of_finished.jobs() == rules


# A grid of 3 x 3 crossings.
POINTS = [(40.70 + 0.001 * i, -74.0 + 0.001 * j) for i in range(3) for j in range(3)]
LINKS = [(k, k + 1) for k in range(9) if k % 3 < 2] + [(k, k + 3) for k in range(6)]
ROADS = "\n".join(
    [
        "9 12",
        *(f"{lat:.3f} {lon:.3f}" for lat, lon in POINTS),
        *(f"{u} {v} 1" for u, v in LINKS),
        "",
    ]
)
TRIPS = (
    "pickup_datetime,pickup_lon,pickup_lat,dropoff_datetime,dropoff_lon,dropoff_lat\n"
    "2020-01-01 00:10:00,-74.0,40.7,2020-01-01 00:20:00,-73.999,40.701\n"
)


@pytest.mark.parametrize(
    "roads, trips, words",
    [
        (
            ROADS.replace("40.700 -73.999", "40.70 east"),
            TRIPS,
            ["roads.txt", "line 3", "40.70 east"],
        ),
        (ROADS, "", ["trips.csv"]),
        (ROADS, TRIPS.replace("pickup_lon", "where"), ["trips.csv", "pickup_lon"]),
        (ROADS, TRIPS.replace("-74.0,", "-80.0,").replace("-73.999,", "-80.0,"), ["hour 0"]),
    ],
)
def test_bad_files_are_named_and_results_kept(copy_of_finished, roads, trips, words):
    folder = copy_of_finished.folder / "mine"
    folder.mkdir()
    (folder / "roads.txt").write_text(roads)
    (folder / "trips.csv").write_text(trips)
    before = copy_of_finished.files("data/*")
    entry = {"file": "trips.csv", "hours": list(range(24))}
    files = {"source": "files", "folder": "mine", "roads": "roads.txt", "trips": [entry]}
    done = copy_of_finished.run(overlay={"heatmap": files})
    report = done.stdout + done.stderr
    assert done.returncode != 0
    for word in words:
        assert word in report
    assert "Traceback" not in report
    assert copy_of_finished.files("data/*") == before
