"""Imported first by the scripts that read no streets: the rest loads in four fifths of the time."""

import gc
import sys

# pandas would load it, in vain: only gaussmech.streets needs it, for Parquet files.
if "pandas" not in sys.modules:
    sys.modules["pyarrow"] = None
# A search for garbage every 700 new objects finds none while modules load.
gc.set_threshold(100_000)
