import os
import subprocess

import pytest

from gaussmech.pipeline.origin import commit, config_digest, digest


def git(folder, *arguments):
    settings = ["-c", "user.name=tester", "-c", "user.email=tester@example.org"]
    done = subprocess.run(
        ["git", *settings, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
        env={name: x for name, x in os.environ.items() if not name.startswith("GIT_")},
    )
    return done.stdout.strip()


@pytest.fixture
def checkout(tmp_path):
    git(tmp_path, "init", "--quiet")
    (tmp_path / "file").write_text("one")
    git(tmp_path, "add", "file")
    git(tmp_path, "commit", "--quiet", "--message", "one")
    commit.cache_clear()
    yield tmp_path
    commit.cache_clear()


def test_commit_is_that_of_the_checkout(checkout):
    assert commit(checkout) == git(checkout, "rev-parse", "HEAD")


def test_a_tag_does_not_hide_the_commit(checkout):
    git(checkout, "tag", "--annotate", "v1", "--message", "one")
    assert commit(checkout) == git(checkout, "rev-parse", "HEAD")


def test_changes_show_and_untracked_files_do_not(checkout):
    (checkout / "another").write_text("two")
    assert not commit(checkout).endswith("+")
    commit.cache_clear()
    (checkout / "file").write_text("two")
    assert commit(checkout) == git(checkout, "rev-parse", "HEAD") + "+"


def test_commit_is_unknown_in_a_folder_of_another_checkout(checkout):
    inner = checkout / "inner"
    inner.mkdir()
    assert commit(inner) == "unknown"


def test_commit_is_unknown_without_git(checkout, monkeypatch):
    monkeypatch.setenv("PATH", str(checkout))
    assert commit(checkout) == "unknown"


def test_a_digest_follows_every_value_and_no_order():
    settings = {"seed": 1, "heatmap": {"folder": None, "delta": 1e-6}}
    found = digest(settings)
    assert len(found) == 12 and int(found, 16) >= 0
    assert found == digest({"heatmap": {"delta": 1e-6, "folder": None}, "seed": 1})
    others = [settings | {"seed": 2}, settings | {"heatmap": {"folder": None, "delta": 1e-5}}, {}]
    assert len({found, *map(digest, others)}) == 4


def test_the_name_of_a_run_is_not_in_its_digest():
    assert config_digest({"seed": 1, "run": "a"}) == config_digest({"run": "b", "seed": 1})
