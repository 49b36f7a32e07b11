"""What made a result: the commit of the code and a digest of the configuration."""

import hashlib
import json
import os
import subprocess
from functools import cache
from pathlib import Path

_ROOT = Path(__file__).parents[2]
# They say where files lie, not what is computed.
_PLACES = {"run", "folder"}
_DESCRIBE = ["describe", "--always", "--abbrev=40", "--dirty=+", "--exclude=*"]


@cache
def commit(folder=_ROOT):
    """The commit checked out in `folder`, a `+` after it where tracked files differ from it.

    Parameters
    ----------
    folder : path
        The top of a checkout; of the one that this library lies in, if not given.

    Returns
    -------
    str
        40 hexadecimal digits, or "unknown" where `folder` is no checkout or git is absent.
    """
    # A folder inside another project's checkout would be taken for that project.
    if not Path(folder, ".git").exists():
        return "unknown"
    try:
        done = subprocess.run(
            # Several jobs may ask at once: none takes the lock of the index.
            ["git", "--no-optional-locks", *_DESCRIBE],
            cwd=folder,
            # Inside a hook these point at the repository of the hook.
            env={name: x for name, x in os.environ.items() if not name.startswith("GIT_")},
            capture_output=True,
            text=True,
            timeout=20,
        )
    except (OSError, subprocess.TimeoutExpired):
        return "unknown"
    return done.stdout.strip() if done.returncode == 0 else "unknown"


def config_digest(config):
    """Twelve hexadecimal digits that change with any value of a configuration.

    The order of the keys does not count, nor does where files lie (`run` and `folder`).

    Examples
    --------
    >>> config_digest({"seed": 2018, "run": "a"}) == config_digest({"run": "b", "seed": 2018})
    True
    >>> config_digest({"seed": 2018}) == config_digest({"seed": 2019})
    False
    """
    text = json.dumps(_without_places(config), sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def origin(config):
    """The line in a figure's metadata: the commit, and the digest of the configuration."""
    return f"commit {commit()}; config {config_digest(config)}"


def _without_places(value):
    if isinstance(value, dict):
        return {key: _without_places(item) for key, item in value.items() if key not in _PLACES}
    return value
