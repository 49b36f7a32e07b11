"""The result tables as claims read them; what is missing makes a claim not checkable."""

import numpy as np
import pandas as pd

from gaussmech.claims.finding import MARGIN, NotCheckable, number, signs

# The paper's settings of the experiments.
SAMPLE_SIZE, DELTA = 500, 1e-4


class Results:
    """Tables by name, and the provenance of the maps.

    Parameters
    ----------
    tables : dict of str to DataFrame
        As read by `gaussmech.pipeline.tables.read_table`; any may be missing.
    provenance : dict or None
        As read by `gaussmech.pipeline.tables.read_provenance`.
    """

    def __init__(self, tables, provenance=None):
        self._tables, self._provenance, self._errors = tables, provenance, {}

    def table(self, name):
        """Return the table `name`, or raise NotCheckable."""
        if name not in self._tables:
            raise NotCheckable(f"there is no table {name}.csv")
        return self._tables[name]

    @property
    def provenance(self):
        """The provenance of the maps; NotCheckable without it."""
        if self._provenance is None:
            raise NotCheckable("there is no provenance.json")
        return self._provenance

    @property
    def synthetic(self):
        """Whether the maps are of the synthetic city."""
        return self.provenance["source"] == "stand-in"

    def city(self):
        """Return words that name the source of the maps."""
        label = self.provenance["label"]
        return f"on a synthetic city, no real one: {label}" if self.synthetic else label

    def errors(self, task, epsilon):
        """Return the errors of a task at one epsilon, in the paper's setting."""
        if (task, epsilon) not in self._errors:
            self._errors[task, epsilon] = Errors(self, task, epsilon)
        return self._errors[task, epsilon]

    def epsilons(self, task):
        """Return the epsilons of a task's table in the paper's setting, ascending."""
        return sorted(_setting(self.table(task), task)["epsilon"].unique())

    def close_calls(self):
        """Return the runs for cells that the tables do not decide, or None."""
        return self._tables.get("claims_differences")


def _setting(table, name):
    rows = table[(table["sample_size"] == SAMPLE_SIZE) & np.isclose(table["delta"], DELTA)]
    if rows.empty:
        raise NotCheckable(f"{name}.csv has no rows at n = {SAMPLE_SIZE}, delta = {DELTA:g}")
    return rows


class Errors:
    """Mean errors (dimension by method) and their standard errors, at one epsilon of a task."""

    def __init__(self, results, task, epsilon):
        rows = _setting(results.table(task), task)
        rows = rows[np.isclose(rows["epsilon"], epsilon, rtol=1e-9)]
        if rows.empty:
            raise NotCheckable(f"{task}.csv has no epsilon {epsilon:g}")
        self.task, self.epsilon = task, float(epsilon)
        self.mean = rows.pivot(index="dimension", columns="method", values="error_mean")
        self._error = rows.pivot(index="dimension", columns="method", values="error_se")
        self._repetitions = rows.groupby("dimension")["repetitions"].min()
        self._runs = self._close_calls(results.close_calls())
        self.dimensions = self.mean.index.to_numpy()

    def of(self, method):
        """Return the mean error by dimension."""
        if method not in self.mean:
            raise NotCheckable(f"{self.task}.csv has no method {method}")
        return self.mean[method]

    def compare(self, first, second):
        """Return by how much `first` beats `second`, by dimension.

        Columns: difference, se, sign, repetitions, epsilon. Both have the same data: the standard
        error of the difference is at most the sum of theirs. If that does not decide a cell, its
        paired runs do.
        """
        difference = self.of(second) - self.of(first)
        error = self._error[first] + self._error[second]
        table = pd.DataFrame({"difference": difference, "se": error})
        table["repetitions"] = self._repetitions
        for d in table.index[table["difference"].abs() <= MARGIN * table["se"]]:
            if run := self._runs.get((d, first, second)):
                table.loc[d, ["difference", "se", "repetitions"]] = run
        table["sign"] = signs(table["difference"], table["se"].to_numpy())
        table["epsilon"] = self.epsilon
        return table

    def _close_calls(self, runs):
        """The paired runs of this task and epsilon, by dimension and pair of methods."""
        if runs is None:
            return {}
        setting = (runs["sample_size"] == SAMPLE_SIZE) & np.isclose(runs["delta"], DELTA)
        epsilon = np.isclose(runs["epsilon"], self.epsilon, rtol=1e-9)
        found = {}
        for run in runs[(runs["task"] == self.task) & setting & epsilon].itertuples():
            d, difference, rest = (
                run.dimension,
                run.difference,
                (run.difference_se, run.repetitions),
            )
            found[d, run.first, run.second] = difference, *rest
            found.setdefault((d, run.second, run.first), (-difference, *rest))
        return found

    def highest(self, least=1000):
        """Return the highest dimension; NotCheckable if it is below `least`."""
        top = int(self.dimensions.max())
        if top < least:
            raise NotCheckable(f"{self.task}.csv ends at d = {top}; high is {least} or more")
        return top


def closest(comparison):
    """Return the row of a comparison that is closest to undecided."""
    ratio = comparison["difference"].abs() / comparison["se"].clip(lower=1e-300)
    return comparison.iloc[int(np.argmin(ratio))]


def closest_words(comparison):
    """Return the closest cell, its margin and its repetitions, in words."""
    row = closest(comparison)
    return (
        f"closest at epsilon {row['epsilon']:g}, d = {row.name:g}: {number(row['difference'])}"
        f" +- {number(row['se'])} ({row['repetitions']:.0f} repetitions)"
    )
