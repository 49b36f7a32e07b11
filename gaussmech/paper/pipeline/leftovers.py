"""Files in a run's folder that its configuration does not make, and files changed by hand."""

import contextlib
import json
import os
from pathlib import Path

from gaussmech.paper.pipeline.files import content_digest, write_text

# The digest of each file that the last run made, by its name.
MANIFEST = "logs/made.json"
# The folders of errors, of data sets, and of the cells of a sweep.
_FOLDERS = "errors", "data_sets", "sweep"
# The kinds of files in them, of logs and of benchmarks; a user's own files are of other kinds.
_SUFFIXES = {".csv", ".bin", ".json", ".log", ".tsv"}


def remove_obsolete(results, jobs):
    """Remove what jobs of earlier settings wrote, and their logs and benchmarks.

    Parameters
    ----------
    results : str or Path
        The folder of the run.
    jobs : iterable of str
        What the jobs of this configuration write: paths in `results`, without suffix. Logs and
        benchmarks lie under the same paths in folders of their own. Logs in the folder itself
        stay.
    """
    jobs = {Path(job) for job in jobs}
    logs = Path(results, "logs")
    benchmarks = Path(results, "benchmarks")
    candidates = [(path, logs) for path in logs.glob("*/**/*.log")]
    candidates += [(path, benchmarks) for path in benchmarks.glob("**/*.tsv")]
    for folder in _FOLDERS:
        candidates += [(path, results) for path in Path(results, folder).rglob("*.*")]
    for path, top in candidates:
        job = path.relative_to(top).with_suffix("")
        if path.suffix in _SUFFIXES and job not in jobs:
            path.unlink()
            # It ends at the first folder that is not empty.
            with contextlib.suppress(OSError):
                os.removedirs(path.parent)


def update_manifest(results, names, started):
    """Remove results of earlier runs that this one does not make; find files changed by hand.

    Parameters
    ----------
    results : str or Path
        The folder of the run.
    names : list of str
        The files in `results` that this configuration makes.
    started : float
        When this run began, as of `time.time`.

    Returns
    -------
    list of str
        The files changed by hand: the digest differs from the manifest, and the file is older than
        this run.
    """
    manifest = Path(results, MANIFEST)
    before = _read(manifest)
    for name in before.keys() - set(names):
        Path(results, name).unlink(missing_ok=True)
    now, edited = {}, []
    for name in names:
        path = Path(results, name)
        if not path.is_file():
            continue
        now[name] = content_digest(path)
        is_changed = before.get(name, now[name]) != now[name]
        if is_changed and path.stat().st_mtime < started:
            now[name] = before[name]
            edited.append(name)
    write_text(json.dumps(now, indent=0) + "\n", manifest)
    return edited


def _read(manifest):
    """Return the digests of a manifest; none if it is missing or cut off."""
    try:
        return json.loads(manifest.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
