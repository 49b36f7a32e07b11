"""What made a result: the commit, and the settings and the code that a job was planned with."""

import hashlib
import json
import os
import subprocess
from functools import cache
from pathlib import Path

_ROOT = Path(__file__).parents[3]
# The digests of settings and code that a run was planned with. Its jobs inherit the variable.
_PLANNED = "GAUSSMECH_PLANNED"
# How a job's log starts.
SETTINGS = "INFO: settings "
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


def made_with(path, results):
    """Return the settings of the job that made a result, as its log has them, or {} without a log."""
    folder = Path(results, "logs")
    own = folder / Path(path).relative_to(results).with_suffix(".log")
    for log in [own] if own.is_file() else sorted(folder.glob("*.log")):
        with open(log, encoding="utf-8", errors="replace") as file:
            line = file.readline()
        if line.startswith(SETTINGS):
            made = json.loads(line.removeprefix(SETTINGS))
            if str(path) in made["output"]:
                return made
    return {}


def _differences(path, results, settings):
    """Return the settings of which the log of a result has another value, with that value."""
    made = made_with(path, results)
    for group in [x for x in made.values() if isinstance(x, dict)]:
        made |= group
    known = settings.keys() & made.keys()
    return {name: made[name] for name in known if made[name] != settings[name]}


def refuse_mixture(paths, results, settings):
    """Raise ValueError if the log of one of these results has another value of one of the settings.

    A result without a log, which came from elsewhere, is taken as it is.
    """
    for path in paths:
        for name, value in _differences(path, results, settings).items():
            raise ValueError(
                f"{path} was made with {name} {value}, and this run has {settings[name]};"
                " delete it and run again"
            )


def is_current(path, results, settings):
    """Return whether a result is there, of these settings and of the code of this run's plan."""
    code = made_with(path, results).get("code")
    is_made = os.path.exists(path) and is_planned(code)
    return bool(is_made) and not _differences(path, results, settings)
