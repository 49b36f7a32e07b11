"""Start Snakemake as make does: Ctrl-C ends it without a traceback, also while it loads."""

import signal
import sys

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)

    from snakemake.cli import main

    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
