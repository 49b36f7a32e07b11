"""Public partitions of the places into areas, whose sums are released, too."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Areas:
    """A public partition of the places into areas.

    Attributes
    ----------
    name : str
        The name of the partition.
    ids : list
        The label of each of g areas.
    codes : (n,) array of int
        The position among them of each place's area.
    """

    name: str
    ids: list[Any]
    codes: NDArray[np.int64] = field(repr=False)

    def sums(self, rows: NDArray[Any]) -> NDArray[Any]:
        """Return the sums (g, ...) of rows (n, ...) of whole numbers of any size, exactly."""
        sums = np.zeros((len(self.ids), *rows.shape[1:]), object)
        np.add.at(sums, self.codes, rows)
        return sums
