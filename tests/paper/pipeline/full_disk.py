"""A disk that fills, for one process: no file may grow beyond a size."""

import contextlib
import resource


@contextlib.contextmanager
def room_for(size):
    """Let no write take a file beyond `size` bytes: the system refuses it, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
