"""Jobs that an executor starts elsewhere, by a submit command."""

import os
import shutil
import sys
from pathlib import Path

import pandas as pd
import pytest
import yaml

from tests.paper.pipeline.conftest import COPIED, check_refusal

pytestmark = pytest.mark.pipeline

BY_BASH = ["--executor", "cluster-generic", "--cluster-generic-submit-cmd", "bash"]
BY_BASH += ["--jobs", "1", "--seconds-between-status-checks", "1"]
TWO_KEYS = {
    "run": "two",
    "histogram": {"epsilons": [1.0], "dimensions": [10], "repetitions": 2},
    "sweep": {"histogram.delta": [0.01], "histogram.sample_size": [100, 200]},
}


# Edits a file while the second of two jobs waits in the queue.
QUEUE = 'test -e waited && sed -i "{edit}" {file}; touch waited; bash "$1" >&2; echo 1'
EDITS = (
    ("overlay.yaml", "s/seed: 1/seed: 2/", "overlay.yaml was edited during the run"),
    (
        "gaussmech/paper/experiments/histogram.py",
        "s/return 2/return 3/",
        "the code of this job was edited meanwhile",
    ),
)


def test_a_sweep_by_a_submit_command_is_that_of_this_machine_and_of_one_version(
    another,
):
    goal = "results/two/data/sweep_histogram.csv"
    files = ("config/quick.yaml", "overlay.yaml")
    (another.folder / "overlay.yaml").write_text(yaml.safe_dump(TWO_KEYS | {"seed": 1}))
    by_queue = [x.replace("bash", "bash submit.sh") for x in BY_BASH]
    for file, edit, message in EDITS:
        (another.folder / "submit.sh").write_text(QUEUE.format(file=file, edit=edit))
        (another.folder / "waited").unlink(missing_ok=True)
        result = another.run(*by_queue, goal, files=files, cores=None)
        logs = (another.folder / "results/two/logs").rglob("*.log")
        assert message in result.stdout + "".join(path.read_text() for path in logs)
        check_refusal(result, "FAILED .*repetitions-.*: (ended before|the code of)")
        # The first cell is in a table that says by its name that it is incomplete.
        assert not (another.folder / goal).exists()
    # The same command makes it with the new settings and the new code only.
    output = another.check_output(*by_queue, goal, files=files, cores=None)
    assert "Provided remote nodes: 1" in output, output
    elsewhere = another.tables("two")
    table = pd.read_csv(another.folder / goal)
    assert list(table.columns[:2]) == ["histogram.delta", "histogram.sample_size"]
    assert sorted(set(table["histogram.sample_size"])) == [100, 200]
    another.check_output(goal, "--forceall", files=files)
    assert another.tables("two") == elsewhere


# Starts a job in a new folder, which has the code and the configuration only.
NODE = """
node=$(mktemp -d "$PWD/../node.XXXX")
cp -r --parents {code} overlay.yaml "$node"
cd "$node" && bash "$1" >&2 && echo 1
"""


@pytest.mark.full
@pytest.mark.skipif(
    shutil.which("rsync") is None, reason="no rsync: apt-get install rsync"
)
def test_nodes_without_a_shared_folder_make_a_figure_in_a_storage(
    another, tmp_path_factory, monkeypatch
):
    bucket = tmp_path_factory.mktemp("bucket")
    (another.folder / "submit.sh").write_text(NODE.format(code=" ".join(COPIED)))
    # Nodes call `python`, as it is called in an image.
    monkeypatch.setenv(
        "PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    )
    elsewhere = ["--default-storage-provider", "fs", "--default-storage-prefix", bucket]
    elsewhere += ["--shared-fs-usage", "none"]
    elsewhere += ["--cluster-generic-status-cmd", "sh -c 'echo success'"]
    elsewhere += ["--cluster-generic-submit-cmd", "bash submit.sh"]
    settings = TWO_KEYS | {"sweep": {}}
    overlay = settings | {"run": "kept"}
    output = another.check_output(
        *BY_BASH, *map(str, elsewhere), "fig4", overlay=overlay, cores=None
    )
    another.check_output("fig4", overlay=settings | {"run": "here"})
    results = bucket / "results/kept"
    here = another.folder / "results/here"
    for name in ("data/histogram.csv", "figures/fig4.pdf", "figures/fig4.png"):
        assert (results / name).read_bytes() == (here / name).read_bytes(), output
    assert list(another.folder.parent.glob("node.*"))
