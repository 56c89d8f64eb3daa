"""One attention map with its words: what Python is given of a run. numpy only."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.common.lazy_dataclass import dataclass


@dataclass(frozen=True, eq=False)
class LabelledMatrix:
    """One attention map with its words. ``values`` and ``mask`` are [Q,K]."""

    values: NDArray[np.float32]
    mask: NDArray[np.bool_]  #: True = may attend
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    row_axis: str
    column_axis: str
    aside: tuple[int, ...] = ()  #: columns that are set aside

    @property
    def masked(self) -> np.ma.MaskedArray[Any, np.dtype[np.float32]]:
        """[Q,K] ``values`` with ``--`` where nothing was allowed to be: blocked, or set aside.

        A 0 in it is a weight that came out as 0; what a leaking mask lets through is a number all the same.
        """
        closed = ~self.mask
        closed[:, list(self.aside)] = True
        found: np.ma.MaskedArray[Any, np.dtype[np.float32]] = np.ma.array(self.values, mask=closed & (self.values == 0))
        return found

    def __repr__(self) -> str:
        what = f"map {self.values.shape}, {self.row_axis} × {self.column_axis}; -- is blocked or set aside"
        return f"<{what}\n{self.masked}>"


def check_index(name: str, index: object, count: int) -> None:
    """Raises IndexError, with the range, for a layer, head or step that is none of ``count``."""
    if isinstance(index, (int, np.integer)) and not isinstance(index, bool) and 0 <= index < count:
        return
    there = f"{name}s 0 to {count - 1} (counted from 0)" if count > 1 else f"one {name}, 0" if count else f"no {name}s"
    raise IndexError(f"{name} {index!r} is not there: this run has {there}")
