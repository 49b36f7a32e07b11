"""What made a result: the commit of the code and a digest of the settings."""

import hashlib
import json
import os
import subprocess
from functools import cache
from pathlib import Path

_ROOT = Path(__file__).parents[2]
# Several jobs may ask at once: none may take the lock of the index.
_DESCRIBE = "git --no-optional-locks describe --always --abbrev=40 --dirty=+ --exclude=*"


@cache
def commit(folder=_ROOT):
    """Return the commit checked out in `folder`, with a `+` where tracked files differ from it.

    "unknown" if `folder` is not the top of a checkout, or git is absent.
    """
    # A folder inside another project's checkout would be taken for that project.
    if not Path(folder, ".git").exists():
        return "unknown"
    try:
        done = subprocess.run(
            _DESCRIBE.split(),
            cwd=folder,
            # Inside a git hook these point at the repository of the hook.
            env={name: x for name, x in os.environ.items() if not name.startswith("GIT_")},
            capture_output=True,
            text=True,
            timeout=20,
        )
    except (OSError, subprocess.TimeoutExpired):
        return "unknown"
    return done.stdout.strip() if done.returncode == 0 else "unknown"


def digest(settings):
    """Return twelve hexadecimal digits that change with any value; the order of keys is ignored."""
    text = json.dumps(settings, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def config_digest(config):
    """Return the digest of a configuration; the name of the run does not count."""
    return digest({key: value for key, value in config.items() if key != "run"})
