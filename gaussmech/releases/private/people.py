"""The users of events: one code for all spellings of a person, none for texts that name nobody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gaussmech._ids import identify


def user_codes(cells: Sequence[str]) -> Any:
    """Return a code for the user of each event, -1 for an event without a user.

    Each text is judged independently of the others.
    """
    codes: dict[str, int] = {}
    code_of_cell = {}
    for cell in dict.fromkeys(cells):
        name = identify(cell)
        code_of_cell[cell] = -1 if name is None else codes.setdefault(name, len(codes))
    return np.array([code_of_cell[cell] for cell in cells], int)
