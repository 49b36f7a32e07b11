from gaussmech.paper.pipeline.origin import commit
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
