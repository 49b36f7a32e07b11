"""Nothing stale passes: Snakemake decides, and nothing of ours restores or renames a result."""

import re
import shutil

import pytest
import yaml

from tests.paper.pipeline.conftest import (
    RESULTS,
    ROOT,
    TARGETS,
    Checkout,
    check_refusal,
    environment,
)
from tests.processes import text_of

pytestmark = [pytest.mark.pipeline, pytest.mark.full]


def test_a_failed_job_is_told_with_its_log_and_made_by_the_next_run(
    copy_of_finished, finished
):
    name, bad = "gaussmech/paper/experiments/histogram.py", 'return int("no bins")'
    text = copy_of_finished.replace(name, "return 2 / sample_size", bad)
    log = "results/quick/logs/errors/histogram/repetitions-0-19.log"
    result = copy_of_finished.run("fig4")
    check_refusal(result, f"FAILED {log}: ValueError: invalid literal")
    assert "Traceback" in (copy_of_finished.folder / log).read_text()
    # With make's logger, the log itself is among the last lines.
    result = copy_of_finished.run("fig4", "--logger=rich")
    last_lines = "\n".join(result.stdout.splitlines()[-40:])
    assert result.returncode != 0 and "FAILED" not in result.stdout
    assert "ERROR: ValueError: invalid" in last_lines
    assert copy_of_finished.tables() == finished.tables()
    (copy_of_finished.folder / name).write_text(text)
    assert copy_of_finished.count_jobs("fig4")["compute_histogram"] == 1
    assert copy_of_finished.tables() == finished.tables()


# Files that are edited at once, each with a rule that uses it and that no other edit reruns: of a job
# that also runs because of another job, the dry run does not tell the edit.
EDITS = (
    {
        "gaussmech/paper/pipeline/config_reader.py": "compute_calibration",
        "gaussmech/paper/experiments/error_tables.py": "tabulate_histogram",
        "gaussmech/paper/pipeline/city_tables.py": "fetch_city",
    },
    {
        "gaussmech/paper/figures/fig4.py": "plot_histogram",
        "scripts/tabulate_city.py": "tabulate_city",
    },
    {"gaussmech/privacy/start_table.npy": "compute_histogram"},
)


@pytest.mark.parametrize("edits", EDITS)
def test_an_edit_of_a_helper_reruns_what_uses_it_and_is_named(copy_of_finished, edits):
    for name in edits:
        with open(copy_of_finished.folder / name, "ab") as file:
            file.write(b"\nEDITED = 1\n")
    output = copy_of_finished.check_output("--dry-run")
    # Jobs of a group are indented.
    pattern = r"^ *(?:local)?rule (\w+):\n(?: +.*\n)*? +reason: (.*)"
    reasons = dict(re.findall(pattern, output, re.MULTILINE))
    for name, rule in edits.items():
        # With the digests before and now.
        assert reasons[rule].count(f"'{name} ") == 2, output


def test_time_stamps_and_comments_rerun_nothing_not_even_in_another_clone(
    finished, new_checkout
):
    clone = new_checkout("clone")
    for name in ("results", ".snakemake"):
        # With time stamps of their own, in any order; and code newer than all.
        shutil.copytree(
            finished.folder / name, clone.folder / name, copy_function=shutil.copyfile
        )
    for path in (
        *clone.folder.glob("scripts/*.py"),
        *clone.folder.rglob("gaussmech/**/*.py"),
    ):
        with open(path, "a") as file:
            file.write("\n# A comment.\n")
    assert clone.jobs() == {}


def test_an_upgrade_reruns_the_jobs_that_import_the_package_alone(
    copy_of_finished, tmp_path
):
    def rules_after_upgrade(package):
        description = tmp_path / package / f"{package}-99.dist-info/METADATA"
        description.parent.mkdir(parents=True)
        description.write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 99\n")
        variables = environment() | {"PYTHONPATH": str(tmp_path / package)}
        output = copy_of_finished.check_output("--dry-run", env=variables)
        assert f"'{package} 99'" in output
        rules = re.findall(r"^ *(?:local)?rule (\w+):$", output, re.MULTILINE)
        return [rule for rule in rules if not TARGETS.fullmatch(rule)]

    rules = rules_after_upgrade("matplotlib")
    assert len(rules) == 8 and all(rule.startswith("plot_") for rule in rules)
    rules = rules_after_upgrade("networkx")
    assert {"fetch_city", "compute_heatmap", "plot_heatmap"} <= {*rules}
    assert not re.search("histogram|mean_estimation", " ".join(rules))


def test_an_edit_of_what_an_own_method_may_import_reruns_its_jobs(another):
    method = "try: import helper\nexcept ImportError: helper = None\n"
    method += "def scaled(y, sigma, graph): return y * helper.SCALE\n"
    (another.folder / "own.py").write_text(method)
    (another.folder / "helper.py").write_text("SCALE = 1.0\n")
    city = {"source": "files", "folder": "config/examples/city", "roads": "roads.txt"}
    settings = {"methods": ["own:scaled"], "repetitions": 2, "hours": [0]}
    overlay = {"heatmap": city | settings | {"epsilons": [0.5]}}
    goal = f"{RESULTS}/data/heatmap.csv"
    another.check_output(goal, overlay=overlay)
    before = another.tables()
    (another.folder / "helper.py").write_text("SCALE = 0.5\n")
    old = ["--rerun-triggers", "mtime", "--forcerun", "tabulate_heatmap"]
    refusal = another.run(goal, *old, overlay=overlay)
    check_refusal(refusal, "made with other code of an own method; delete it")
    jobs = another.count_jobs(goal, overlay=overlay)
    assert jobs == {"compute_heatmap": 1, "tabulate_heatmap": 1}
    assert another.tables() != before


def test_a_run_with_other_settings_deletes_nothing_and_reads_nothing_of_the_others(
    copy_of_finished,
):
    def results():
        files = copy_of_finished.files("**/*")
        return {name for name in files if not re.search("/logs/|config.yaml", name)}

    (copy_of_finished.folder / RESULTS / "figures/mine.pdf").write_text("mine")
    before = results()
    overlay = {"heatmap": {"hours": [12]}, "histogram": {"epsilons": [0.1]}}
    # The cell 200 and midnight are of no use to the second run.
    for values in ([100, 200], [100]):
        overlay["sweep"] = {"histogram.sample_size": values}
        goals = ("fig4", "results/quick/data/sweep_histogram.csv")
        copy_of_finished.check_output(*goals, overlay=overlay)
        assert before <= results()
        before = results()
    histogram = copy_of_finished.tables()["histogram.csv"].decode().splitlines()
    assert {row.split(",")[0] for row in histogram[1:]} == {"0.1"}
    # Nor are the maps of the first settings made again with them.
    assert "compute_heatmap" not in copy_of_finished.jobs("tables", "fig4")


def test_plain_snakemake_has_the_jobs_that_the_profile_of_slurm_groups(another):
    # As on a cluster: no number of cores.
    jobs = another.jobs("--jobs", "100", files=(), cores=None)
    profile = yaml.safe_load(text_of("profiles/slurm/config.yaml"))
    groups = dict(pair.split("=") for pair in profile["groups"])
    sizes = {pair.split("=")[0] for pair in profile["group-components"]}
    assert set(groups) - {"compute_fig2_page"} <= set(jobs)
    assert sizes == set(groups.values())
    assert jobs["figure"] == 8 and jobs["compute_mean_estimation"] == 1


def test_a_cell_that_fails_leaves_a_table_of_the_others_until_it_is_mended(another):
    name = "gaussmech/paper/experiments/histogram.py"
    bad = "return sample_size // (sample_size != 200)"
    text = another.replace(name, "return 2 / sample_size", bad)
    histogram = {"epsilons": [1.0], "dimensions": [10], "repetitions": 2}
    cells = {"histogram.sample_size": [100, 200, 300]}
    overlay = {"run": "cells", "histogram": histogram, "sweep": cells}
    result = another.run("sweep", "--keep-going", overlay=overlay)
    incomplete = "results/cells/data/sweep_histogram_incomplete.csv"
    check_refusal(result, f"INCOMPLETE {incomplete}: 2 of 3 cells")
    # A cell that an edit has made old is none of them.
    (another.folder / name).write_text(text.replace("2 / sample_size", "3 / sample"))
    result = another.run("sweep", "--keep-going", overlay=overlay)
    check_refusal(result, "NameError")
    assert "INCOMPLETE" not in result.stdout
    (another.folder / name).write_text(text)
    another.check_output("sweep", overlay=overlay)
    names = [path.name for path in another.folder.glob("results/cells/data/*")]
    assert names == ["sweep_histogram.csv"]


@pytest.mark.parametrize(
    "rule, overlay, words",
    [
        ("tabulate_claims", {"seed": 7}, "seed 2018, and this run has 7"),
        ("tabulate_histogram", {"seed": 7}, "seed 2018, and this run has 7"),
        (
            "write_report",
            {"denoising": {"methods": ["aGM"]}},
            "denoising.methods .*, and",
        ),
        ("write_report", {"histogram": {"delta": 0.5}}, "histogram.delta 0.0001, and"),
        ("write_report", {}, "other code"),
    ],
)
def test_tables_report_and_claims_refuse_a_mixture(
    copy_of_finished, rule, overlay, words
):
    copy_of_finished.check_output("report")
    if not overlay:
        name = "gaussmech/paper/experiments/histogram.py"
        copy_of_finished.replace(name, "2 / sample_size", "2.0 / sample_size")
    old = ["--rerun-triggers", "mtime", "--forcerun", rule]
    result = copy_of_finished.run("report", *old, overlay=overlay)
    log = f"FAILED results/quick/logs/{rule}.log: results/quick/.* was made with "
    check_refusal(result, log + words)


# Other ways in


def test_nested_settings_may_be_on_the_command_line(another):
    # Snakemake would take braces in a parameter for a wildcard.
    heatmap = "heatmap={repetitions: 3, blocks: 3, label: 'Town {old}'}"
    jobs = another.jobs("--config", heatmap, "seed=7")
    assert jobs["compute_heatmap"] == 3
    assert another.jobs()["compute_heatmap"] == 1
    # A plan writes nothing.
    assert not (another.folder / "results").exists()


MODULE = """
configfile: "quick.yaml"

module gm:
    snakefile: "{workflow}"
    config: config
    prefix: "privacy"

use rule * from gm as gm_*

rule mine:
    default_target: True
    input: rules.gm_all.input
"""


def test_as_a_module_in_an_empty_folder(another, tmp_path_factory):
    user = Checkout(tmp_path_factory.mktemp("user"), copy=False)
    # The user's own files stay where they are, whatever the prefix.
    shutil.copytree(ROOT / "config/examples/city", user.folder / "town")
    quick = yaml.safe_load(text_of("config/quick.yaml"))
    quick["heatmap"] |= {"source": "files", "folder": "town", "roads": "roads.txt"}
    quick["heatmap"] |= {"epsilons": [0.5], "hours": [0, 12]}
    quick["heatmap"] |= {"methods": ["aGM", "mean"]}
    (user.folder / "quick.yaml").write_text(yaml.safe_dump(quick))
    text = MODULE.format(workflow=another.folder / "workflow/Snakefile")
    (user.folder / "Snakefile").write_text(text)
    before = {path.name for path in user.folder.iterdir()} | {".snakemake", "privacy"}
    goals = ["figures/fig4.pdf", "data/calibration.csv", "data/heatmap.csv"]
    goals = [f"privacy/results/quick/{name}" for name in goals]
    user.check_output(*goals, files=())
    assert {path.name for path in user.folder.iterdir()} == before
    # The whole quick configuration is planned there too, under the names that its jobs have here.
    jobs = user.jobs(files=())
    assert jobs["gm_compute_claims_differences"] == jobs["gm_plot_heatmap"] == 1


def test_clean_removes_a_run_and_keeps_the_others_and_the_readme(copy_of_finished):
    (copy_of_finished.folder / "results/other").mkdir()
    (copy_of_finished.folder / "results/README.md").touch()
    result = copy_of_finished.make("clean", "RUN=quick")
    assert result.returncode == 0 and "results/quick/data" in result.stdout
    names = [name for name in copy_of_finished.files("**/*") if "/." not in name]
    assert names == [] and copy_of_finished.jobs()["compute_histogram"] == 1
    result = copy_of_finished.make("clean", "RUN=all")
    assert result.returncode == 0
    assert [path.name for path in copy_of_finished.folder.glob("results/*")] == [
        "README.md"
    ]
