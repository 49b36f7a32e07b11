"""Nothing stale passes: Snakemake decides, and nothing of ours restores or renames a result."""

import math
import os
import re
import shutil
from collections import Counter
from pathlib import Path

import pytest
import yaml

from gaussmech.paper.registry import EXPERIMENTS, FIGURES
from tests.paper.pipeline.conftest import RESULTS, ROOT, Checkout

pytestmark = [pytest.mark.pipeline, pytest.mark.full]


def test_a_job_that_skips_an_output_fails(copy_of_finished):
    name = "gaussmech/paper/experiments/calibration.py"
    line = '    yield "calibration_delta", calibration(by_delta, sensitivity)\n'
    text = copy_of_finished.replace(name, line, "")
    goal, before = "results/quick/data/calibration_delta.csv", copy_of_finished.tables()
    overlay = {"calibration": {"gain_epsilons": [0.3]}}
    for _ in range(2):
        result = copy_of_finished.run(goal, overlay=overlay)
        assert result.returncode != 0 and "calibration_delta.csv" in result.stdout
    # The failed job's own tables are gone: none of them can be taken for its result.
    for table in (
        "calibration.csv",
        "calibration_delta.csv",
        "calibration_epsilon.csv",
    ):
        del before[table]
    assert copy_of_finished.tables() == before
    (copy_of_finished.folder / name).write_text(text)
    assert copy_of_finished.count_jobs(goal, overlay=overlay) == {
        "compute_calibration": 1
    }
    assert b"\n0.3," in copy_of_finished.tables()["calibration_delta.csv"]


def test_a_failed_job_is_told_in_one_line_and_made_by_the_next_run(
    copy_of_finished, finished
):
    name, bad = "gaussmech/paper/experiments/histogram.py", 'return int("no bins")'
    text = copy_of_finished.replace(name, "return 2 / sample_size", bad)
    one_job = "results/quick/errors/histogram/epsilon-1.0/repetitions-0-19.csv"
    for quiet in ((), ("--quiet", "all"), ("--quiet", "rules", "host")):
        result = copy_of_finished.run(one_job, *quiet)
        assert result.returncode != 0
        pattern = r"FAILED compute_histogram epsilon \S+: invalid .* 'no bins'\n  log: (\S+)\n"
        match = re.search(pattern, result.stdout)
        assert match, result.stdout
        # The log has the traceback, the terminal has not, unless Snakemake shows the log.
        assert "Traceback" in (copy_of_finished.folder / match[1]).read_text()
        assert "fix that, then run the same command again" in result.stdout
    goal = "results/quick/data/histogram.csv"
    output = copy_of_finished.make(goal, "CONFIG=config/quick.yaml", "CORES=2").stdout
    assert "FAILED compute_histogram" in output and len(output.splitlines()) <= 60, (
        output
    )
    assert copy_of_finished.tables() == finished.tables()
    (copy_of_finished.folder / name).write_text(text)
    jobs = copy_of_finished.count_jobs(goal)
    # Together if all had begun, and so were deleted.
    names = {"compute_histogram", "compute_histogram_together"}
    assert len(names & set(jobs)) == 1
    assert copy_of_finished.tables() == finished.tables()


# Helpers of the scripts: an old and a new text, and a rule that uses it. Those of a group are edited
# at once: of a job that also runs because of another job, the dry run does not tell the edit.
HELPERS = (
    {
        "gaussmech/paper/pipeline/config.py": (".12g", ".6g", "compute_calibration"),
        "scripts/tabulate_city.py": ("label", "label ", "tabulate_city"),
        "gaussmech/paper/figures/fig4.py": (
            "def draw(",
            "def draw (",
            "plot_histogram",
        ),
    },
    {
        "gaussmech/paper/experiments/summaries.py": (
            "MARGIN = 3",
            "MARGIN = 2",
            "tabulate_histogram",
        ),
        "gaussmech/paper/pipeline/city_tables.py": (
            "astype(int)",
            "astype('int')",
            "fetch_city",
        ),
    },
    {"gaussmech/privacy/start_table.npy": (None, None, "compute_histogram")},
    {
        "gaussmech/paper/pipeline/files.py": (
            "index=False",
            "float_format='%.3g'",
            "compute_gdp",
        ),
    },
)


def rules_by_reason(output):
    """The rules whose jobs a dry run plans, by the reason that it tells."""
    rules = {}
    for line in output.splitlines():
        if match := re.fullmatch(r"  (\S.*):", line):
            reason = match[1]
        elif match := re.match(r"    (\w+) [1-9]\d*: results/quick/", line):
            rules.setdefault(reason, []).append(match[1])
    return rules


@pytest.mark.parametrize("edits", HELPERS)
def test_an_edit_of_a_helper_reruns_what_uses_it_and_is_named(copy_of_finished, edits):
    for name, (old, new, _) in edits.items():
        if old:
            copy_of_finished.replace(name, old, new)
        else:
            with open(copy_of_finished.folder / name, "ab") as file:
                file.write(b"\n")
    output = copy_of_finished.check_output("--dry-run", verbose=False)
    rules = rules_by_reason(output)
    for name, (_, _, rule) in edits.items():
        assert rule in rules.get(f"{name} changed", ()), output


def test_time_stamps_rerun_nothing_not_even_in_another_clone(finished, new_checkout):
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
        os.utime(path)
    assert clone.jobs() == {}


def test_without_snakemakes_record_an_edit_reruns_what_depends_on_it(copy_of_finished):
    shutil.rmtree(copy_of_finished.folder / ".snakemake")
    assert copy_of_finished.jobs() == {}
    copy_of_finished.replace(
        "gaussmech/paper/figures/fig4.py", "def draw(", "def draw ("
    )
    assert copy_of_finished.jobs() == {"figure": 1}


def test_a_configuration_edited_there_and_back(copy_of_finished, finished):
    files = (*FIGURES["fig2"].files, *FIGURES["fig4"].files)
    goals = [f"{RESULTS}/data/{name}" for name in files]
    maps = {"heatmap": {"map_epsilon": 5.0}, "denoising": {"epsilons": [5.0]}}
    for overlay in ({"histogram": {"delta": 1.0e-5}} | maps, None):
        copy_of_finished.check_output(*goals, overlay=overlay)
    assert copy_of_finished.tables() == finished.tables()


def test_a_run_with_other_settings_deletes_nothing_and_reads_nothing_of_the_others(
    copy_of_finished,
):
    def kept():
        files = copy_of_finished.files("**/*")
        changing = re.compile(r"/logs/|/benchmarks/|config\.yaml|lock$")
        return {name for name in files if not changing.search(name)}

    before = kept() | {"results/quick/figures/mine.pdf"}
    (copy_of_finished.folder / RESULTS / "figures/mine.pdf").write_text("mine")
    overlay = {
        "heatmap": {"hours": [12]},
        "histogram": {"epsilons": [0.1]},
        "sweep": {"histogram.sample_size": [100, 200]},
    }
    # The cell 200, the other epsilons and midnight are of no use to the second run.
    for values in ([100, 200], [100]):
        overlay["sweep"] = {"histogram.sample_size": values}
        goals = ("fig4", "results/quick/data/sweep_histogram.csv")
        output = copy_of_finished.check_output(*goals, overlay=overlay)
        assert before <= kept()
        before = kept()
    (line,) = re.findall(r"^  others .*", output, re.MULTILINE)
    assert "figures/mine.pdf" in line and "figures/fig2.pdf" in line
    assert "figures/fig4.pdf" not in line
    histogram = copy_of_finished.tables()["histogram.csv"].decode().splitlines()
    assert {row.split(",")[0] for row in histogram[1:]} == {"0.1"}
    # With the first settings again, all that they had made is still there.
    assert "compute_histogram" not in copy_of_finished.jobs("tables", "fig4")


def test_an_unknown_name_is_one_line(copy_of_finished):
    output = copy_of_finished.run("fig9", verbose=False).stdout
    (line,) = [line for line in output.splitlines() if "fig9" in line]
    assert "did you mean" in line and "there are fig1, fig2" in line
    assert "Traceback" not in output


READING = (
    "--dry-run",
    "--list",
    "--lint",
    "--summary",
    "--dag",
    "--rulegraph",
    "--list-changes",
)


def test_reading_commands_change_no_file(copy_of_finished):
    (copy_of_finished.folder / "results/quick/data/accuracy.csv").write_text("edited\n")

    def contents():
        files = filter(Path.is_file, copy_of_finished.folder.rglob("*"))
        times = {path.as_posix(): path.stat().st_mtime_ns for path in files}
        skipped = re.compile(r"\.snakemake/(?!metadata)|__pycache__")
        return {path: time for path, time in times.items() if not skipped.search(path)}

    before = contents()
    for option in READING:
        copy_of_finished.run(
            option, *(["params"] if option == "--list-changes" else [])
        )
        assert contents() == before, option


def test_a_missing_library_module_is_named(copy_of_finished):
    module = copy_of_finished.folder / "gaussmech/vectors/shrinkage.py"
    module.rename(module.with_suffix(".away"))
    result = copy_of_finished.run("fig4")
    assert (
        result.returncode != 0
        and "No module named 'gaussmech.vectors.shrinkage'" in result.stdout
    )


GOOD_ROADS = (ROOT / "config/examples/city/roads.txt").read_text()


def test_bad_files_are_named_and_results_kept(copy_of_finished):
    folder, before = copy_of_finished.folder / "mine", copy_of_finished.tables()
    folder.mkdir()
    (folder / "trips.csv").touch()
    files = {"source": "files", "folder": "mine", "roads": "roads.txt"}
    cut_off = "9 12\n40.7 -74.0\n", "roads.txt, line 3: the file ends here"
    for roads, words in (cut_off, (GOOD_ROADS, "trips.csv")):
        (folder / "roads.txt").write_text(roads)
        result = copy_of_finished.run("--quiet", "all", overlay={"heatmap": files})
        assert (
            result.returncode != 0
            and words in result.stdout
            and "Traceback" not in result.stdout
        )
        assert copy_of_finished.tables() == before


def test_plain_snakemake_and_how_many_jobs_a_full_run_submits_to_a_cluster(another):
    rules = "".join(
        path.read_text() for path in (ROOT / "workflow/rules").glob("*.smk")
    )
    local = set(
        re.findall(r"^rule (\w+):\n(?:.+\n)*?    localrule: True$", rules, re.MULTILINE)
    )
    local |= {f"compute_{row.module}" for row in EXPERIMENTS.values()}
    # Rules that follow from another have its directive.
    follow = re.findall(r"^use rule (\w+) as (\w+) with:$", rules, re.MULTILINE)
    local |= {rule for base, rule in follow if base in local}
    assert {"fetch_city", "tabulate_claims", "tabulate_histogram"} < local
    # As on a cluster: no number of cores.
    cluster = {"files": (), "cores": None}
    jobs = another.jobs("--jobs", "100", **cluster)
    # On Slurm, jobs of one group are one submission.
    profile = yaml.safe_load((ROOT / "profiles/slurm/config.yaml").read_text())
    groups = dict(pair.split("=") for pair in profile["groups"])
    assert set(groups) - {"compute_fig2_page"} <= set(jobs)
    groups["figure"] = "figures"
    sizes = dict(pair.split("=") for pair in profile["group-components"])
    assert set(sizes) == set(groups.values())
    counts = Counter()
    for rule, number in jobs.items():
        if rule not in local:
            counts[groups.get(rule, rule)] += number
    submissions = {
        name: math.ceil(number / int(sizes.get(name, 1)))
        for name, number in counts.items()
    }
    assert sum(counts.values()) > 30
    names = [*sizes, "compute_denoising_worth"]
    assert submissions == dict.fromkeys(names, 1) | {"maps": 2}
    assert jobs["figure"] == 9 and jobs["compute_mean_estimation"] == 3
    options = ("--jobs", "100", "--snakefile", "workflow/Snakefile")
    assert another.jobs(*options, **cluster) == jobs
    for target, figures in (("figures", 9), ("tables", 0), ("claims", 0)):
        assert another.jobs(target, files=()).get("figure", 0) == figures


def test_a_dry_run_lists_what_it_would_make_and_what_it_would_delete(copy_of_finished):
    output = copy_of_finished.check_output(
        "--dry-run", overlay={"histogram": {"delta": 1e-5}}, verbose=False
    )
    reason = "  settings or package versions changed:\n"
    assert reason + "    compute_histogram 3: results/quick/errors/histogram/" in output
    assert re.search(
        r"^    plot_histogram 1: results/quick/figures/fig4\.pdf$", output, re.MULTILINE
    )
    output = copy_of_finished.check_output(
        "--delete-all-output", "--dry-run", verbose=False
    )
    assert output.count("Would delete results/quick/") > 100


def test_without_a_record_of_their_settings_results_of_others_are_refused(
    copy_of_finished,
):
    shutil.rmtree(copy_of_finished.folder / ".snakemake")
    before = copy_of_finished.tables()
    result = copy_of_finished.run("fig4", overlay={"seed": 7}, verbose=False)
    words = (
        "results/quick was made with other settings (seed), and there is no record of"
    )
    assert (
        result.returncode != 0
        and words in result.stdout
        and "Traceback" not in result.stdout
    )
    assert copy_of_finished.tables() == before


# Other ways in


def test_nested_settings_may_be_on_the_command_line(another):
    # Snakemake would take braces in a parameter for a wildcard.
    heatmap = "heatmap={repetitions: 3, blocks: 3, label: 'Town {old}'}"
    jobs = another.jobs("--config", heatmap, "seed=7")
    assert jobs["compute_heatmap_together"] == 3
    assert another.jobs()["compute_heatmap_together"] == 1


def test_as_a_module_in_an_empty_folder(another, tmp_path_factory, finished):
    user = Checkout(tmp_path_factory.mktemp("user"), copy=False)
    shutil.copy(another.folder / "config/quick.yaml", user.folder)
    (user.folder / "Snakefile").write_text(
        'configfile: "quick.yaml"\n'
        f'module gm:\n    snakefile: "{another.folder}/workflow/Snakefile"\n    config: config\n'
        "use rule * from gm as gm_*\n"
        "rule mine:\n    default_target: True\n    input: rules.gm_all.input\n"
    )
    goals = ["results/quick/figures/fig4.pdf", "results/quick/data/calibration.csv"]
    output = user.check_output(*goals, files=())
    assert "rules that are not present" not in output
    assert user.tables()["calibration.csv"] == finished.tables()["calibration.csv"]
    assert user.files("figures/fig4.pdf") == finished.files("figures/fig4.pdf")
    # The whole quick config is planned there too. A job of figures has the name that it has here,
    # behind the prefix.
    jobs = user.jobs(files=())
    assert jobs["gm_compute_heatmap"] == 3 and jobs["gm_plot_heatmap"] == 1


def test_clean_removes_a_run_and_keeps_the_others_and_the_readme(copy_of_finished):
    (copy_of_finished.folder / "results/other").mkdir()
    (copy_of_finished.folder / "results/README.md").touch()
    result = copy_of_finished.make("clean", "RUN=quick")
    assert result.returncode == 0 and "results/quick/data" in result.stdout
    names = [name for name in copy_of_finished.files("**/*") if "/." not in name]
    assert names == [] and copy_of_finished.jobs()["compute_histogram_together"] == 1
    result = copy_of_finished.make("clean", "RUN=all")
    assert result.returncode == 0
    assert [path.name for path in copy_of_finished.folder.glob("results/*")] == [
        "README.md"
    ]
