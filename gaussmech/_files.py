"""Files that appear whole or not at all, and what malformed files raise."""

import contextlib
import os
import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path

# Reading a malformed JSON file may raise these.
MALFORMED = ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError


@contextlib.contextmanager
def draft(path: Path, content: bytes, mode: int = 0o666) -> Iterator[str]:
    """Yield the name of a complete file beside `path`; it is removed at the end unless renamed.

    The file is on the disk, not only in a buffer. Its mode is `mode` without the bits that the
    user's umask forbids.
    """
    name = str(path.with_name(f".draft-{secrets.token_hex(8)}"))
    handle = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        yield name
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)


def write_new_files(contents: Mapping[Path, bytes]) -> None:
    """Write files that must not exist: all of them, or none if anything fails.

    Each appears at once and complete, and the first of `contents` appears last: when it is there,
    all are.
    """
    written: list[Path] = []
    with contextlib.ExitStack() as stack:
        drafts = {path: stack.enter_context(draft(path, text)) for path, text in contents.items()}
        try:
            for path, name in reversed(drafts.items()):
                # A link never replaces a file, unlike a renaming.
                os.link(name, path)
                written.append(path)
        except BaseException:
            for path in written:
                path.unlink()
            raise


def replace_file(path: Path, content: bytes) -> None:
    """Replace a file by another, at once and complete, with its mode and owner; or make it new.

    An OSError is raised, and the old file stays, if its owner cannot be kept.
    """
    old = path.stat() if path.exists() else None
    with draft(path, content, 0o666 if old is None else 0o600) as new:
        if old is not None:
            made = os.stat(new)
            if (made.st_uid, made.st_gid) != (old.st_uid, old.st_gid):
                os.chown(new, old.st_uid, old.st_gid)
            os.chmod(new, old.st_mode & 0o7777)
        os.replace(new, path)
