from gaussmech.paper.pipeline.origin import commit, config_digest, digest
from tests.paper.pipeline.conftest import git


def test_commit_is_that_of_the_checkout_and_of_no_other(tmp_path, monkeypatch):
    def read_commit(folder=tmp_path):
        commit.cache_clear()
        return commit(folder)

    git(tmp_path, "init", "--quiet")
    (tmp_path / "file").write_text("one")
    git(tmp_path, "add", "file")
    git(tmp_path, "commit", "--quiet", "--message", "one")
    head = git(tmp_path, "rev-parse", "HEAD")
    git(tmp_path, "tag", "--annotate", "v1", "--message", "one")
    (tmp_path / "untracked").mkdir()
    assert read_commit() == head and read_commit(tmp_path / "untracked") == "unknown"
    (tmp_path / "file").write_text("two")
    assert read_commit() == head + "+"
    monkeypatch.setenv("PATH", str(tmp_path))  # without git
    assert read_commit() == "unknown"
    commit.cache_clear()


def test_a_digest_follows_every_value_and_neither_order_nor_name():
    settings = {"seed": 1, "heatmap": {"folder": None, "delta": 1e-6}}
    value = digest(settings)
    assert len(value) == 12 and int(value, 16) >= 0
    assert value == digest({"heatmap": {"delta": 1e-6, "folder": None}, "seed": 1})
    others = [settings | {"seed": 2}, settings | {"heatmap": {"delta": 1e-5}}, {}]
    assert len({value, *map(digest, others)}) == 4
    named = [config_digest(settings | {"run": run}) for run in "ab"]
    assert named[0] == named[1]
