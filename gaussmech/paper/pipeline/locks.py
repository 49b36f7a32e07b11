"""Locks of the operating system: one run in a folder of results, and none while its jobs work.

Snakemake locks the files of a run as well, but deletes the locks of all runs of a folder when one
of them ends, and leaves its lock when it is killed. The system releases the locks of this module
when the process that holds them ends, even if it is killed.
"""

import contextlib
import errno
import fcntl
import os
import shlex
import shutil
import sys
from pathlib import Path

RUN_LOCK = ".run.lock"
JOBS_LOCK = ".jobs.lock"
_LOCKED_BY_SNAKEMAKE = Path(".snakemake/locks")


class RunError(RuntimeError):
    """A run that cannot start; the message says why and what to do."""


def try_lock(path, kind):
    """Lock the file `path`, which is made if there is none, if no other process holds it.

    Parameters
    ----------
    path : Path
    kind : int
        `fcntl.LOCK_EX`, or `fcntl.LOCK_SH` for a lock that several processes may hold.

    Returns
    -------
    file or None
        The open file, locked as long as it is open; None if another process holds the lock.

    Raises
    ------
    RunError
        If the file cannot be written.
    """
    file = _open(path)
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except OSError as error:
        if not _cannot_lock(error, path):
            file.close()
            return None
    return file


def wait_for_lock(path, kind, notice=""):
    """Lock the file `path`, as `try_lock` does, but wait for other processes to release it.

    Parameters
    ----------
    path : Path
    kind : int
        See `try_lock`.
    notice : str, optional
        A line to print if there is something to wait for.

    Returns
    -------
    file
        The open file, locked as long as it is open.
    """
    file = _open(path)
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except OSError as error:
        if not _cannot_lock(error, path):
            if notice:
                print(notice, flush=True)
            fcntl.flock(file, kind)
    return file


def _open(path):
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return open(path, "a", encoding="utf-8")
    except OSError as error:
        raise RunError(f"{path.parent} cannot be written: {error.strerror}") from error


def _cannot_lock(error, path):
    """Return whether the file system has no locks, and say so."""
    if error.errno not in (errno.ENOLCK, errno.ENOTSUP):
        return False
    print(f"{path}: this file system cannot lock; start one run at a time")
    return True


def hold_run(results):
    """Lock the folder `results` for one run, after the jobs that a killed run left behind.

    Returns
    -------
    file
        The open file that holds the lock.

    Raises
    ------
    RunError
        If another run is at work in the folder, or it cannot be written.
    """
    run_lock = try_lock(Path(results, RUN_LOCK), fcntl.LOCK_EX)
    if run_lock is None:
        remedy = "wait for its end, or give this one a `run` name"
        raise RunError(f"another run is at work in {results}; {remedy}")
    wait_for_lock(
        Path(results, JOBS_LOCK), fcntl.LOCK_EX, _left_behind(results)
    ).close()
    return run_lock


def hold_job(results):
    """Lock the folder `results` for a job; several jobs hold this lock at once.

    The next run in the folder waits for the job, should the job's own run be killed.

    Returns
    -------
    file
        The open file that holds the lock.
    """
    return wait_for_lock(results / JOBS_LOCK, fcntl.LOCK_SH)


def check_records():
    """Raise RunError if Snakemake could not keep its records in this folder, and say what to do."""
    records = Path(".snakemake")
    if not records.exists():
        if not os.access(".", os.W_OK):
            raise RunError(
                f"{Path.cwd()} cannot be written; run in a folder of your own"
            )
        return
    for folder in (records, *records.glob("*/")):
        if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
            raise RunError(
                f"{folder.absolute()} cannot be written, and Snakemake keeps its records there;"
                f" remove it, or make it yours: sudo chown -R $USER {shlex.quote(str(records))}"
            )


def free_folder():
    """Remove Snakemake's lock, which a killed run leaves, if no run of this folder is alive."""
    # A dry run and `snakemake --report` leave an empty folder, which locks nothing.
    if not any(_LOCKED_BY_SNAKEMAKE.glob("*")):
        return
    with contextlib.ExitStack() as stack:
        for path in _lock_files(RUN_LOCK):
            file = stack.enter_context(open(path, "a", encoding="utf-8"))
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:  # A run is at work, or the file system cannot lock.
                return
        for path in _lock_files(JOBS_LOCK):
            notice = _left_behind(path.parent)
            stack.enter_context(wait_for_lock(path, fcntl.LOCK_EX, notice))
        shutil.rmtree(_LOCKED_BY_SNAKEMAKE)
        print("the run before was killed: its lock is removed", file=sys.stderr)


def _left_behind(results):
    return f"{results}: waiting for a job that a killed run left behind"


def _lock_files(name):
    """Return the lock files of this name of all runs."""
    return [*Path("results").glob(name), *Path("results").glob(f"*/{name}")]
