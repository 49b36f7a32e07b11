"""Files that appear whole or not at all, and what malformed files raise."""

import contextlib
import errno
import os
import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import BinaryIO

# Reading a malformed JSON file may raise these.
MALFORMED = (
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    ArithmeticError,
    RecursionError,
)


@contextlib.contextmanager
def draft(path: Path, mode: int = 0o666) -> Iterator[BinaryIO]:
    """Yield a new file beside `path`, open for writing and reading, and remove it at the end.

    A caller that wants to keep the file renames or links it before. Its mode is `mode` without the
    bits that the user's umask forbids.
    """
    name = path.with_name(f".draft-{secrets.token_hex(8)}")

    def open_new(name: str, flags: int) -> int:
        return os.open(name, flags, mode)

    try:
        with open(name, "x+b", opener=open_new) as file:
            yield file
    finally:
        name.unlink(missing_ok=True)


def _finish(file: BinaryIO) -> None:
    """Close a file whose content is then on the disk, not only in a buffer."""
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


class Reservation:
    """Files that do not exist yet, with room for them on the disk; `reserve_files` makes it."""

    def __init__(self, drafts: dict[Path, BinaryIO]) -> None:
        self._drafts = drafts

    def write(self, contents: Mapping[Path, bytes]) -> None:
        """Write the files that were reserved: all of them, or none if anything fails.

        Each appears at once and complete, and the first of `contents` appears last: when it is
        there, all are.
        """
        for path, content in contents.items():
            file = self._drafts[path]
            file.seek(0)
            file.write(content)
            file.truncate()
            _finish(file)
        written: list[Path] = []
        try:
            for path in reversed(list(contents)):
                # A link never replaces a file, unlike a renaming.
                os.link(self._drafts[path].name, path)
                written.append(path)
        except BaseException:
            for path in written:
                path.unlink()
            raise


@contextlib.contextmanager
def reserve_files(option: str, sizes: Mapping[Path, int]) -> Iterator[Reservation]:
    """Yield a Reservation of files that must not exist, each with room for so many bytes.

    A ValueError, which names the option, says why one cannot be written; nothing is left of it.
    """
    drafts: dict[Path, BinaryIO] = {}
    with contextlib.ExitStack() as stack:
        for path, size in sizes.items():
            try:
                file = stack.enter_context(draft(path))
                _allocate(file, size)
                # The folder takes a file of this name, and the disk another one.
                os.link(file.name, path)
                path.unlink()
            except OSError as error:
                raise ValueError(
                    f"{option}: cannot write {str(path)!r}: {error.strerror}; nothing was written"
                ) from None
            drafts[path] = file
        yield Reservation(drafts)


def _allocate(file: BinaryIO, size: int) -> None:
    """Take so many bytes of the disk for a file."""
    try:
        os.posix_fallocate(file.fileno(), 0, size)
    except (AttributeError, OSError) as error:
        # Some systems and some file systems cannot do it: there the bytes are written.
        unable = (errno.EOPNOTSUPP, errno.EINVAL, errno.ENOSYS)
        if isinstance(error, OSError) and error.errno not in unable:
            raise
        file.write(bytes(size))
        file.flush()


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
