"""What the first use on a machine costs: kernels are compiled once, then loaded."""

import os
import subprocess
import sys
import tempfile


def first_use_seconds(code):
    """Seconds that `code` prints in a new process: nothing compiled, then all compiled."""
    with tempfile.TemporaryDirectory() as cache:
        environment = os.environ | {"NUMBA_CACHE_DIR": cache}
        command = [sys.executable, "-c", code]
        runs = [
            subprocess.run(command, env=environment, capture_output=True, check=True)
            for _ in range(2)
        ]
    return [float(run.stdout) for run in runs]
