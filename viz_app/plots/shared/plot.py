"""A plot as a value: panels one above the other with a common horizontal axis, each with curves or points.

Every point may say what a click on it selects. The same value is drawn, written as a table and as vectors.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from viz_app.state.state import Snapshot

Goal = Any  #: where a click on a point leads: a Select, a GoToSnapshot, or None for nowhere
if TYPE_CHECKING:
    from viz_app.plots.maps.map_plot import MapPlot


@dataclass(frozen=True, eq=False)
class Curve:
    """Numbers over numbers; what is none (NaN) leaves a gap."""

    name: str
    x: NDArray[np.float64]  # [N]
    y: NDArray[np.float64]  # [N]
    points: tuple[str, ...] = ()  #: [N] names of the points; () where the horizontal axis names them
    selects: tuple[Goal, ...] = ()  #: [N] what a click on a point selects; None, and (), where nothing
    joined: bool = True  #: by a line; else points alone
    line: tuple[NDArray[np.float64], NDArray[np.float64]] | None = None  #: x and y between the points; None: straight
    values: NDArray[np.float64] | None = None  #: [N] colours of squares, where x and y are whole

    def __post_init__(self) -> None:
        assert self.values is None or self.values.shape == self.x.shape, "a value for each point"
        assert self.x.shape == self.y.shape, "one number over each"
        assert not self.points or len(self.points) == len(self.x), "a name for each point"
        assert not self.selects or len(self.selects) == len(self.x), "a selection for each point"


@dataclass(frozen=True, eq=False)
class PlotPanel:
    """One vertical axis."""

    name: str  #: of the vertical axis, with its unit
    curves: tuple[Curve, ...]
    lowest: float | None = None  #: an end of the axis that is a matter of meaning: a probability ends at 0 and 1
    highest: float | None = None
    brief: str = ""  #: its name where there is little room


@dataclass(frozen=True, eq=False)
class Plot:
    """What a person sees."""

    title: str
    horizontal: str  #: name of the horizontal axis, with its unit
    panels: tuple[PlotPanel, ...]
    ticks: tuple[str, ...] = ()  #: names of the places 0, 1, … of the horizontal axis; () where they are numbers
    first: int = 1  #: number of the place that ``ticks`` begins with, as people count
    current: Goal = None  #: the point that is selected, as a point says it
    base: str = ""  #: of what the numbers are, in a sentence
    of_run: bool = True  #: they are of the run on screen, with what was changed in it; else of its checkpoint


@dataclass(frozen=True)
class Option:
    """Something to choose: its name, and (value, label) of what there is, the usual one first."""

    name: str
    label: str
    values: tuple[tuple[str, str], ...]
    selects: tuple[Goal, ...] = ()  #: what a choice selects in the whole program, where it is not of the plot alone
    current: str = ""  #: the value that is selected there


@dataclass(frozen=True)
class Lacking:
    """Why there is no plot, and what a person can do about it."""

    why: str
    offer: tuple[str, Any] | None = None  #: words of a button, and the Intent that it asks for


class PlotModule(Protocol):
    """What each file of this room defines."""

    def options(self, snapshot: Snapshot) -> tuple[Option, ...]:
        """What can be chosen for this run."""
        ...

    def plot(self, snapshot: Snapshot, chosen: Mapping[str, str]) -> Plot | MapPlot | Lacking:
        """The plot, or why there is none. ``chosen`` has a value for each option."""
        ...


def chosen_of(options: tuple[Option, ...], wanted: Mapping[str, str]) -> dict[str, str]:
    """``wanted`` where it exists, else the usual value; what the whole program selects is as it is there."""
    wanted = {**wanted, **{option.name: option.current for option in options if option.selects}}
    known = {option.name: [value for value, _ in option.values] for option in options}
    return {name: wanted[name] if wanted.get(name) in values else values[0] for name, values in known.items()}


def table(plot: Plot, changes: str = "") -> list[list[str | float | None]]:
    """Every number as a row under a head: panel, curve, point, both numbers; None where there is none.

    What was changed in the run is a last column, as in the tables of the views.
    """
    told = (changes,) if changes else ()
    rows: list[list[str | float | None]] = [
        ["quantity", "curve", "point", plot.horizontal, "value", *("what_if" for _ in told)]
    ]
    for panel in plot.panels:
        for curve in panel.curves:
            for number, (x, y) in enumerate(zip(curve.x.tolist(), curve.y.tolist(), strict=True)):
                name = curve.points[number] if curve.points else name_at(plot, x)
                value = y if curve.values is None else float(curve.values[number])
                quantity = panel.name if curve.values is None else curve.name
                rows.append([quantity, curve.name, name, _whole(x), _whole(value), *told])
    return rows


def name_at(plot: Plot, x: float) -> str:
    """The token at a place of the horizontal axis; "" where it has none."""
    at = round(x) - plot.first if np.isfinite(x) and x == round(x) else -1
    return plot.ticks[at] if 0 <= at < len(plot.ticks) else ""


def _whole(number: float) -> float | None:
    if not np.isfinite(number):
        return None
    return int(number) if number == int(number) and abs(number) < 2**53 else number
