"""Write files that appear complete or not at all, and name what malformed files raise."""

import contextlib
import errno
import glob
import json
import os
import secrets
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

# Reading a malformed JSON file may raise these.
MALFORMED = (
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    ArithmeticError,
    RecursionError,
)
# With these errors a file system without hard links answers, such as exFAT and folders of clouds.
NO_LINKS = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK)
# The name of a draft is a dot, the name of its file, this text, and random characters.
DRAFT = ".draft-do-not-publish-"


@contextlib.contextmanager
def draft(path: Path, mode: int = 0o666) -> Iterator[BinaryIO]:
    """Yield a new file beside `path`, open for writing and reading, and remove it at the end.

    A caller that wants to keep the file renames or links it before. Its mode is `mode` without the
    bits that the user's umask forbids. A process that is killed leaves it: `find_drafts` finds it.
    """
    name = path.with_name(f".{path.name}{DRAFT}{secrets.token_hex(8)}")

    def open_new(name: str, flags: int) -> int:
        return os.open(name, flags, mode)

    try:
        with open(name, "x+b", opener=open_new) as file:
            yield file
    finally:
        name.unlink(missing_ok=True)


def find_drafts(paths: Iterable[Path]) -> list[Path]:
    """Return the drafts of files, by a process that was killed or is still running."""
    names: list[Path] = []
    for path in paths:
        if path.parent.is_dir():
            names += path.parent.glob(f".{glob.escape(path.name)}{DRAFT}*")
    return sorted(names)


def _finish(file: BinaryIO) -> None:
    """Close a file after its content is on the disk, not only in a buffer."""
    file.flush()
    os.fsync(file.fileno())
    file.close()


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Yield a file to write, which takes its place at `path` if the body ends without an error."""
    with draft(path) as file:
        yield file
        _finish(file)
        os.replace(file.name, path)


def check_new_files(option: str, paths: Iterable[Path]) -> None:
    """Raise a ValueError, which names the option, if one of some new files cannot be written.

    Each is started and appears as an empty file, which is removed.
    """
    for path in paths:
        try:
            with draft(path) as file:
                _publish(file.name, path)
                path.unlink()
        except OSError as error:
            raise ValueError(
                f"{option}: cannot write {str(path)!r}: {error.strerror}; nothing was written;"
                " it must be a new file"
            ) from None


def write_new_files(contents: Mapping[Path, bytes]) -> None:
    """Write files that must not exist: all of them, or none if anything fails.

    Each appears at once and complete, and the first of `contents` appears last: when it is there,
    all are.
    """
    with contextlib.ExitStack() as stack:
        drafts = {}
        for path, content in contents.items():
            file = stack.enter_context(draft(path))
            drafts[path] = file.name
            file.write(content)
            _finish(file)
        try:
            for path in reversed(list(contents)):
                _publish(drafts[path], path)
        except BaseException:
            # A signal may come at any moment, so the files show what was written.
            for path, name in drafts.items():
                if _is_published(name, path):
                    path.unlink()
            raise


def _is_published(name: str, path: Path) -> bool:
    """Return whether a draft was published as a file, by a link or by renaming."""
    if not os.path.exists(name):
        return path.exists()
    return path.exists() and os.path.samefile(name, path)


def _publish(name: str, path: Path) -> None:
    """Publish a draft as a new file; an existing file is never replaced."""
    try:
        os.link(name, path)
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        # An empty file that no other process has made reserves the name first.
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        os.replace(name, path)


def replace_file(path: Path, content: bytes) -> None:
    """Replace a file by another, at once and complete, with its mode and owner; or make it new.

    An OSError is raised, and the old file stays, if its owner cannot be kept.
    """
    old = path.stat() if path.exists() else None
    with draft(path, 0o666 if old is None else 0o600) as file:
        file.write(content)
        _finish(file)
        if old is not None:
            new = os.stat(file.name)
            if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
                os.chown(file.name, old.st_uid, old.st_gid)
            os.chmod(file.name, old.st_mode & 0o7777)
        os.replace(file.name, path)


def json_bytes(content: Any) -> bytes:
    """Return JSON text in UTF-8; numbers that are not finite are refused."""
    return (json.dumps(content, indent=2, allow_nan=False) + "\n").encode()
