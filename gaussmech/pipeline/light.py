"""Imported first by the scripts: what follows loads in four fifths of the time."""

import gc
import sys

# pandas would load it, in vain: only Parquet files need it.
sys.modules["pyarrow"] = None
# A search for garbage every 700 new objects finds none while modules load.
gc.set_threshold(100_000)
