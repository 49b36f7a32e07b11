"""What a run is made with: the commit, and the digests of settings and code that its jobs must find."""

import hashlib
import json
import os
import subprocess
from functools import cache
from pathlib import Path

_ROOT = Path(__file__).parents[3]
# The digests of settings and code that a run was planned with. Its jobs inherit the variable.
_PLANNED = "GAUSSMECH_PLANNED"
# Several jobs may ask at once: none may take the lock of the index.
_DESCRIBE = (
    "git --no-optional-locks describe --always --abbrev=40 --dirty=+ --exclude=*"
)


@cache
def commit(folder=_ROOT):
    """Return the commit of a checkout, `+` where tracked files differ; else "unknown"."""
    # Inside a git hook these point at the repository of the hook.
    outside = {name: x for name, x in os.environ.items() if not name.startswith("GIT_")}
    options = {
        "cwd": folder,
        "env": outside,
        "stderr": subprocess.DEVNULL,
        "timeout": 20,
    }
    try:
        # A folder inside another project's checkout would be taken for that project.
        os.stat(Path(folder, ".git"))
        return subprocess.check_output(_DESCRIBE.split(), text=True, **options).strip()
    except (OSError, subprocess.SubprocessError):
        return "unknown"


def digest(settings):
    """Return twelve hexadecimal digits that change with any value; the order of keys is ignored."""
    text = json.dumps(settings, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def config_digest(config):
    """Return the digest of a configuration; the name of the run does not count."""
    return digest({key: value for key, value in config.items() if key != "run"})


def note_planned(*digests):
    """Add digests to those that a run is planned with."""
    os.environ[_PLANNED] = " ".join([*os.environ.get(_PLANNED, "").split(), *digests])


def is_planned(digest):
    """Return whether a job's run was planned with this digest; None if the job cannot know it."""
    planned = os.environ.get(_PLANNED)
    return None if planned is None else digest in planned.split()
