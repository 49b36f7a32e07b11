"""Bad configs, refused on the real command line: in clear words, before any job."""

import re

import pytest

from tests.paper.pipeline.conftest import check_refusal
from tests.paper.pipeline.test_config_reader import reserved

pytestmark = [pytest.mark.pipeline, pytest.mark.full]

GIVEN = ["--config", "run=../up", "seed=nan", "heatmap={source: web}"]
# On the command line; in a file; and there, a key twice, of which YAML would let the last one win.
BAD = {
    "": (
        'run is "../up": must',
        "seed is NaN: must",
        'source is "web": must be one of',
    ),
    "run: data\nheatmap: {delta: 1e-6}\nsede: 3\ngdp: null\n": (
        'run is "data": must',
        'heatmap.delta is "1e-6": must be',
        "sede is 3: no such key",
    ),
    "seed: 1\nseed: 2\n": ["seed is given more than once"],
}


def test_bad_settings_are_refused_before_any_job(another):
    (another.folder / "overlay.yaml").touch()
    before = {*another.folder.iterdir(), another.folder / ".snakemake"}
    for overlay, phrases in BAD.items():
        arguments = () if overlay else GIVEN
        result = another.run(*arguments, overlay=overlay or None, cores=1)
        check_refusal(result, *map(re.escape, phrases))
        assert not re.search(r"^(local)?rule |^Job stats", result.stdout, re.MULTILINE)
        assert {*another.folder.iterdir()} <= before


def test_make_says_which_file_cannot_be_read_and_why(another):
    (another.folder / "my.yaml").write_text("seed: 1\nseed: 2\n")
    (another.folder / "config/config.yaml").write_text("seed: [")
    for config, words in {
        "my.yaml": "my.yaml, line 2: seed is given more than once",
        "config": "config cannot be read: Is a directory",
        "gone.yaml": "there is no file gone.yaml",
        "": "config/config.yaml, line ",
    }.items():
        result = another.make("figures", f"CONFIG={config}")
        assert result.returncode != 0 and words in result.stdout
        assert len(result.stdout.splitlines()) <= 2  # the second line is make's
    assert not (another.folder / "results").exists()


def test_no_name_among_the_results_is_free_for_a_run(finished):
    names = {path.name for path in (finished.folder / "results/quick").iterdir()}
    assert {name for name in names if not name.startswith(".")} <= set(reserved())


@pytest.mark.parametrize(
    "arguments, reason",
    [
        (["-s", "workflow/Snakefile", "fig44"], r"makes fig44; did you mean fig4\?"),
        (["fgi4"], r"results/quick, makes fgi4; did you mean fig4\?"),
        (["sweep_histogram"], "no such `sweep`; add one, such as sweep: {histogram"),
        (["results/other/figures/fig4.pdf"], "did you mean results/quick/figures/fig4"),
        (["results/quick/x"], "no rule of this run, .* makes results/quick/x"),
        (["fig4", "--forcerun", "nope"], "no rule of this run, .* makes nope\n"),
    ],
)
def test_a_target_that_nothing_makes_is_one_line_with_the_likely_name(
    another, arguments, reason
):
    result = another.run("--dry-run", *arguments)
    check_refusal(result, reason)
    assert "MissingRuleException" not in result.stdout
