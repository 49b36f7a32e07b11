"""Tables of several parts, one below the other."""

from functools import wraps


def stacked(parts):
    """Return one table of several tables, or of dicts of columns."""
    # The many jobs of heat maps do without this import, which is slow.
    import pandas as pd

    return pd.concat(map(pd.DataFrame, parts), ignore_index=True)


def tabulated(parts_of):
    """Let a generator of parts return one table of them."""

    @wraps(parts_of)
    def tabulate(*arguments, **settings):
        return stacked(parts_of(*arguments, **settings))

    return tabulate
