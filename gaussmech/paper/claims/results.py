"""The result tables as claims read them; what is missing makes a claim not checkable."""

import numpy as np
import pandas as pd

from gaussmech.paper.claims.finding import MARGIN, NotCheckable, found, number, ranges, signs, span

# The paper's settings of the experiments, and the day of its maps.
SAMPLE_SIZE, DELTA = 500, 1e-4
DAY = "2014-09-24"
HIGH = 1000  # the least dimension that counts as high
CELL = ["epsilon", "dimension"]


class Results:
    """Tables by name, of which any may be missing, and the provenance of the maps, or None."""

    def __init__(self, tables, provenance=None):
        self._tables, self._provenance, self._errors = tables, provenance, {}
        self.read = []  # names of the tables that were asked for

    def table(self, name):
        """Return the table `name`, or raise NotCheckable."""
        if name not in self._tables:
            raise NotCheckable(f"there is no table {name}.csv")
        self.read.append(name)
        return self._tables[name]

    def rows(self, name, **where):
        """Return the rows of a table where columns have these values, or raise NotCheckable."""
        table = self.table(name)
        for column, value in where.items():
            same = np.isclose if isinstance(value, float) else np.equal
            table = table[same(table[column].to_numpy(), value)]
        if table.empty:
            said = ", ".join(f"{column} {value}" for column, value in where.items())
            raise NotCheckable(f"{name}.csv has no rows with {said}")
        return table

    @property
    def provenance(self):
        """The provenance of the maps; NotCheckable without it."""
        if self._provenance is None:
            raise NotCheckable("there is no provenance.json")
        return self._provenance

    @property
    def synthetic(self):
        return self.provenance["source"] == "stand-in"

    @property
    def of_the_papers_day(self):
        """Whether all trips are of the day of the paper's maps."""
        files = self.provenance.get("files") or []
        days = {file["date"] for file in files if file["role"] == "trips"}
        return not self.synthetic and days == {DAY}

    def city(self):
        """Return the source of the maps, in words."""
        label = self.provenance["label"]
        return f"on a synthetic city, no real one: {label}" if self.synthetic else label

    def errors(self, task):
        """Return means and standard errors by (epsilon, dimension) and method, in its setting."""
        table = self.rows(task, sample_size=SAMPLE_SIZE, delta=DELTA)
        if task not in self._errors:
            columns = {"index": CELL, "columns": "method"}
            values = "error_mean", "error_se"
            self._errors[task] = tuple(table.pivot(**columns, values=name) for name in values)
        return self._errors[task]

    def of(self, task, *methods):
        """Return the mean errors of methods by (epsilon, dimension), a column for each."""
        means, _ = self.errors(task)
        if missing := [method for method in methods if method not in means]:
            raise NotCheckable(f"{task}.csv has no method {missing[0]}")
        return means[list(methods)]

    def epsilons(self, task):
        """Return the epsilons of a task's table in the paper's setting, ascending."""
        return sorted(self.errors(task)[0].index.unique("epsilon"))

    def highest(self, task):
        """Return the highest dimension of a task; NotCheckable if it is not high."""
        if (top := int(self.errors(task)[0].index.unique("dimension").max())) < HIGH:
            raise NotCheckable(f"{task}.csv ends at d = {top}; high is {HIGH} or more")
        return top

    def compare(self, task, *pairs, epsilons=None, least=0, standard_errors=MARGIN):
        """Return the Comparison of pairs (first, second) of methods in a task, cell by cell.

        The standard error of a difference is at most the sum of theirs; where that does not decide
        a cell, its paired runs do.
        """
        parts = []
        for first, second in pairs:
            means, errors = self.of(task, first, second), self.errors(task)[1]
            part = pd.DataFrame({"difference": means[second] - means[first]})
            part["se"] = errors[first] + errors[second]
            part["ratio"] = means[first] / means[second]
            parts.append(part.reset_index().assign(task=task, first=first, second=second))
        cells = pd.concat(parts, ignore_index=True)
        if epsilons is not None:
            near = np.isclose(cells["epsilon"].to_numpy()[:, None], epsilons, rtol=1e-9)
            if not near.any(axis=0).all():
                epsilon = epsilons[int(np.argmin(near.any(axis=0)))]
                raise NotCheckable(f"{task}.csv has no epsilon {epsilon:g}")
            cells = cells[near.any(axis=1)]
        cells = cells[cells["dimension"] >= least].reset_index(drop=True)
        runs = self._runs(task)
        for row in cells.itertuples():
            key = row.epsilon, row.dimension, row.first, row.second
            if abs(row.difference) <= MARGIN * row.se and key in runs:
                cells.loc[row.Index, ["difference", "se"]] = runs[key]
        return Comparison(cells, standard_errors)

    def _runs(self, task):
        """The paired runs for cells that the tables do not decide: difference and its error."""
        runs, pairs = self._tables.get("claims_differences"), {}
        if runs is None or runs.empty:
            return pairs
        setting = (runs["sample_size"] == SAMPLE_SIZE) & np.isclose(runs["delta"], DELTA)
        for run in runs[(runs["task"] == task) & setting].itertuples():
            cell = run.epsilon, run.dimension
            pairs[*cell, run.first, run.second] = run.difference, run.difference_se
            pairs[*cell, run.second, run.first] = -run.difference, run.difference_se
        return pairs


class Comparison:
    """By how much first beats second, in cells of (task, epsilon, dimension, pair)."""

    def __init__(self, cells, standard_errors=MARGIN):
        self.cells = cells
        self.sign = signs(cells["difference"], cells["se"], standard_errors)

    def groups(self):
        """Yield the name of each task, pair and epsilon, its cells and their signs."""
        several = [name for name in ("task", "first", "second") if self.cells[name].nunique() > 1]
        for key, cells in self.cells.groupby([*several, "epsilon"], sort=False):
            name = ", ".join([*map(str, key[:-1]), f"epsilon {key[-1]:g}"])
            yield name, cells, self.sign[cells.index]

    def where(self):
        """Return where first is better, and the cell that is closest to undecided, in words."""
        groups = self.groups()
        better = "; ".join(f"{name}: d {ranges(c['dimension'], s > 0)}" for name, c, s in groups)
        ratio = self.cells["difference"].abs() / self.cells["se"].clip(lower=1e-300)
        row = self.cells.loc[ratio.idxmin()]
        closest = f"closest at epsilon {row['epsilon']:g}, d = {row['dimension']}"
        gap = f"{number(row['difference'])} +- {number(row['se'])}"
        return f"better at {better}; {closest}: {gap}"

    def ratios(self):
        """Return first / second by group, in words."""
        return "; ".join(f"{span(cells['ratio'])} at {name}" for name, cells, _ in self.groups())

    def counts(self):
        """Return in how many of all cells first is better, worse, and open."""
        better, worse, open_ = ((self.sign == sign).sum() for sign in (1, -1, 0))
        return {"cells": self.sign.size, "better": better, "worse": worse, "open": open_}

    def finding(self, **numbers):
        """Return the finding on first being better; texts may name what is here, and `numbers`."""
        first, second = (" and ".join(self.cells[n].unique()) for n in ("first", "second"))
        pair = {"first": first, "second": second, "ratio": self.cells["ratio"]}
        cells = f"{first} / {second} {self.ratios()}; {self.where()}"
        return found(self.sign, **pair, compared=cells, **self.counts(), **numbers)
