"""The result tables as claims read them; what is missing makes a claim not checkable."""

import numpy as np
import pandas as pd

from gaussmech.paper.city.sources import PAPERS_DAY
from gaussmech.paper.claims.finding import (
    Finding,
    NotCheckable,
    ranges,
    signs,
)
from gaussmech.paper.experiments.summaries import MARGIN

# The paper's settings of the experiments.
SAMPLE_SIZE = 500
DELTA = 1e-4
# From this dimension on a dimension counts as high.
HIGH = 1000
CELL = ["epsilon", "dimension"]
# The table of paired runs, which decides cells that a comparison leaves open.
DIFFERENCES = "claims_differences"


class Results:
    """The tables of a run by name, and the provenance of its maps.

    Any of them may be missing. A method that needs a missing one raises NotCheckable. `files_read`
    has the names of the files that were asked for, in order.
    """

    def __init__(self, tables, provenance=None):
        self._tables = tables
        self._provenance = provenance
        self.files_read = {}

    def table(self, name):
        """Return the table `name`, or raise NotCheckable."""
        self.files_read[f"{name}.csv"] = True
        if name not in self._tables:
            raise NotCheckable(f"there is no table {name}.csv")
        return self._tables[name]

    def rows(self, name, **where):
        """Return the rows of a table where columns have these values, or raise NotCheckable."""
        table = self.table(name)
        for column, value in where.items():
            is_same = np.isclose if isinstance(value, float) else np.equal
            table = table[is_same(table[column].to_numpy(), value)]
        if table.empty:
            values = ", ".join(f"{column} {value}" for column, value in where.items())
            raise NotCheckable(f"{name}.csv has no rows with {values}")
        return table

    @property
    def provenance(self):
        """The provenance of the maps; NotCheckable without it."""
        self.files_read["provenance.json"] = True
        if self._provenance is None:
            raise NotCheckable("there is no provenance.json")
        return self._provenance

    @property
    def synthetic(self):
        """Whether the maps are of the synthetic city."""
        return self.provenance["source"] == "stand-in"

    @property
    def of_the_papers_day(self):
        """Whether all trips are of the day of the paper's maps."""
        files = self.provenance.get("files") or []
        days = {file["date"] for file in files if file["role"] == "trips"}
        return not self.synthetic and days == {PAPERS_DAY}

    def city(self):
        """Return the source of the maps, in words."""
        label = self.provenance["label"]
        return f"on a synthetic city, no real one: {label}" if self.synthetic else label

    def errors(self, task):
        """Return means and standard errors by (epsilon, dimension) and method.

        They are those of the paper's setting.
        """
        table = self.rows(task, sample_size=SAMPLE_SIZE, delta=DELTA)
        by_method = table.pivot(index=CELL, columns="method")
        return by_method["error_mean"], by_method["error_se"]

    def mean_errors(self, task, *methods):
        """Return the mean errors of methods by (epsilon, dimension), a column for each."""
        means, _ = self.errors(task)
        for method in methods:
            if method not in means:
                raise NotCheckable(f"{task}.csv has no method {method}")
        return means[list(methods)]

    def values(self, task, name):
        """Return the epsilons or dimensions of a task's table in the paper's setting, ascending."""
        means, _ = self.errors(task)
        return np.unique(means.index.get_level_values(name))

    def highest(self, task):
        """Return the highest dimension of a task; NotCheckable if it is not high."""
        top = int(self.values(task, "dimension")[-1])
        if top < HIGH:
            raise NotCheckable(f"{task}.csv ends at d = {top}; high is {HIGH} or more")
        return top

    def compare(self, task, *pairs, epsilons=None, least_dimension=0):
        """Return the Comparison of pairs (first, second) of methods in a task, cell by cell.

        The standard error of a difference is at most the sum of the standard errors of both
        methods. A cell whose difference is within MARGIN of these takes the difference and the
        standard error of its paired runs; its ratio stays that of the table. `least_dimension`
        leaves out lower dimensions.
        """
        cells = pd.concat([self._pair(task, *pair) for pair in pairs])
        if epsilons is not None:
            if missing := set(epsilons) - set(cells["epsilon"]):
                raise NotCheckable(f"{task}.csv has no epsilon {min(missing):g}")
            cells = cells[cells["epsilon"].isin(epsilons)]
        cells = cells[cells["dimension"] >= least_dimension].reset_index(drop=True)
        runs = self._differences_of_runs(task)
        for row in cells.itertuples():
            key = row.epsilon, row.dimension, row.first, row.second
            is_open = abs(row.difference) <= MARGIN * row.se
            if is_open and key in runs:
                self.files_read[f"{DIFFERENCES}.csv"] = True
                cells.loc[row.Index, ["difference", "se"]] = runs[key]
        return Comparison(cells)

    def _pair(self, task, first, second):
        """Return the cells of one pair: the second mean error minus the first, and its standard error.

        The standard error is an upper bound, the sum of both.
        """
        means = self.mean_errors(task, first, second)
        _, errors = self.errors(task)
        cells = pd.DataFrame({"difference": means[second] - means[first]})
        cells["se"] = errors[first] + errors[second]
        cells["ratio"] = means[first] / means[second]
        return cells.reset_index().assign(task=task, first=first, second=second)

    def _differences_of_runs(self, task):
        """Return the difference and its standard error by cell and pair, where runs were paired."""
        differences = {}
        for row in self._tables.get(DIFFERENCES, pd.DataFrame()).itertuples():
            setting = row.task, row.sample_size, row.delta
            cell = row.epsilon, row.dimension
            if setting == (task, SAMPLE_SIZE, DELTA):
                values = np.array([row.difference, row.difference_se])
                differences[*cell, row.first, row.second] = values
                differences[*cell, row.second, row.first] = values * (-1, 1)
        return differences


class Comparison:
    """By how much the first method of a pair beats the second, cell by cell.

    Attributes
    ----------
    cells : DataFrame
        A row per task, pair, epsilon and dimension: the `difference` of the mean errors, second less
        first, its standard error `se`, and the `ratio` first / second.
    sign : array of int
        For each cell +1 where first is better, -1 where it is worse, 0 where that is open.
    clear : array of bool
        For each cell whether first is better by twice the margin that decides.
    """

    def __init__(self, cells):
        self.cells = cells
        self.sign = signs(cells["difference"], cells["se"])
        self.clear = signs(cells["difference"], cells["se"], 2 * MARGIN) > 0

    def better(self):
        """Return the dimensions at which first is better, by pair and epsilon, in words."""
        columns = ["first", "second", "epsilon"]
        several = [name for name in columns if self.cells[name].nunique() > 1]
        parts = []
        for key, cells in self.cells.groupby(several or "task", sort=False):
            dimensions = ranges(cells["dimension"], self.sign[cells.index] > 0)
            # Where there is one pair at one epsilon, its name would tell nothing.
            name = f"{', '.join(map(str, key))}: " if several else ""
            parts.append(f"{name}d {dimensions}")
        return "; ".join(parts)

    def counts(self):
        """Return in how many of all cells first is better, worse, and open, and clearly better."""
        worse, undecided, better = np.bincount(self.sign + 1, minlength=3)
        return {
            "cells": self.sign.size,
            "better": better,
            "worse": worse,
            "open": undecided,
            "clear": self.clear.sum(),
        }

    def finding(self, **numbers):
        """Return the finding on first being better; texts may name what is here, and `numbers`."""
        return Finding(
            self.sign,
            ratio=self.cells["ratio"],
            where=self.better(),
            **self.counts() | numbers,
        )
