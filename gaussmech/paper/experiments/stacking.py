"""Tables of several parts, one below the other."""

from functools import wraps

import pandas as pd


def stacked(parts):
    """Return one table of several tables, or of dicts of columns."""
    return pd.concat(map(pd.DataFrame, parts), ignore_index=True)


def tabulated(parts_of):
    """Let a generator of parts return one table of them."""

    @wraps(parts_of)
    def tabulate(*arguments, **settings):
        return stacked(parts_of(*arguments, **settings))

    return tabulate
