"""Rows of a table by the values of their columns."""


def rows_of(table, **values):
    """Return the rows of a table that have these values.

    Parameters
    ----------
    table : DataFrame
    **values
        For each column the value that its rows must have.

    Examples
    --------
    >>> import pandas as pd
    >>> table = pd.DataFrame({"hour": [0, 0, 12], "method": ["aGM", "mean", "aGM"]})
    >>> rows_of(table, hour=0, method="aGM").index.tolist()
    [0]
    """
    for column, value in values.items():
        table = table[table[column] == value]
    return table
