"""The window at every size, language, theme and length, measured: ``python scripts/survey.py [--part K/N]``.

Each case is the real window on a run, shipped or planted, painted without a display. Printed are words that their
control cuts, words that lie on others, the shares of its pane that a map takes, whether the current row is in sight,
and what has moved though nothing but something beside or over it has come; with ``--out`` each case is saved as a
picture too, to be looked at. The exit code is the number of cases with a finding, at most 100.

The pane is what a view leaves its picture, between its own controls. *cells* are the rectangles of all maps of the
subject, decoded or still to come; the small maps of the other heads beside a large one do not count. *named* is the
rectangle from the first row's name and the first column's to the last cell: the titles of axes, the heading and the
legend do not count. A map is bounded where a cell is as large, or as long and slim, as the view lets it become.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Protocol, TypeVar

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import survey_states
from planted_runs import longer, planted
from PySide6.QtWidgets import QWidget
from survey_words import (
    cut_in_picture,
    cut_words,
    misplaced_in_picture,
    moved,
    nameless,
    overlapping,
    places,
    shortened,
)

from model.common.assets import SAMPLES
from model.record.trace_file import load_trace
from viz_app.app import Program, make_application
from viz_app.example import Example, load_example
from viz_app.pictures.all_layers import LARGEST_CELL as GRID_CELL
from viz_app.pictures.drawing.grid import STRETCHED
from viz_app.pictures.drawing.layout import SLIMMEST
from viz_app.pictures.drawing.picture import FONT_POINTS, Picture
from viz_app.pictures.drawing.sheet import MapSheet
from viz_app.pictures.masks.places import LARGEST_CELL as MASK_CELL
from viz_app.pictures.masks.places import LONGEST
from viz_app.pictures.one_head import places as one_head
from viz_app.pictures.one_head.sister_maps import WithSisters
from viz_app.pictures.one_layer import LARGEST_CELL as LAYER_CELL
from viz_app.platform.preferences import Settings
from viz_app.state.state import Selection

SIZES = ((1024, 600), (1280, 720), (1600, 1000), (2560, 1440))
LENGTHS = (0, 60, 150, 400)  #: source tokens of planted runs; 0 is the shipped example
GRIDS = ((3, 4), (12, 16))
VIEWS = ("one_head", "one_layer", "all_layers", "links", "masks", "embeddings_layers", "teacher_forcing")
MAPS = ("one_head", "one_layer", "all_layers", "masks")  #: views that are attention maps
SHARE = 0.6  #: of its pane that a map takes with its names, unless its cells are as large as they become
#: Logical pixels (wide, high) of the largest cell at the usual size of text, and how slim it becomes.
LARGEST = {
    "one_head": (*one_head.LARGEST_CELL, SLIMMEST), "one_layer": (LAYER_CELL, LAYER_CELL, STRETCHED),
    "all_layers": (GRID_CELL, GRID_CELL, STRETCHED), "masks": (MASK_CELL, MASK_CELL, LONGEST),
}  # fmt: skip
POINTS = 9  #: added for text at 200 %


@dataclass(frozen=True)
class Case:
    """One window."""

    view: str
    size: tuple[int, int]
    language: str = "en"
    theme: str = "light"
    large: bool = False
    tokens: int = 0
    grid: tuple[int, int] = (3, 4)
    state: str = ""  #: see :func:`survey_states.states`

    @property
    def name(self) -> str:
        """Its file's stem."""
        what = self.state.replace(":", "-") or self.view
        words = (what, f"{self.size[0]}x{self.size[1]}", self.language, self.theme, *(("large",) * self.large))
        return "-".join((*words, *((f"{self.tokens}t",) if self.tokens else ()), f"{self.grid[0]}x{self.grid[1]}"))


def cases() -> Iterator[Case]:
    """Every view at every size, then one thing changed at a time: all products would be two thousand windows."""
    for view in VIEWS:
        for size in SIZES:
            yield Case(view, size)
            yield Case(view, size, language="ko", theme="dark")
            yield Case(view, size, large=True)
            for tokens in LENGTHS[1:]:
                yield Case(view, size, tokens=tokens)
        for size in SIZES[:2]:
            yield Case(view, size, language="ko", large=True)
            yield Case(view, size, tokens=60, grid=GRIDS[1])
            yield Case(view, size, language="ko", theme="dark", tokens=150)
    for state in survey_states.states():
        view = survey_states.view_of(state)
        for size in SIZES:
            yield Case(view, size, state=state)
            yield Case(view, size, language="ko", theme="dark", state=state)
        yield Case(view, SIZES[1], large=True, state=state)
        if state in survey_states.trainings():
            yield Case(view, SIZES[0], large=True, state=state)
            yield from (Case(view, size, language="ko", theme="dark", large=True, state=state) for size in SIZES[:2])


class Survey:
    """One application that shows case after case."""

    def __init__(self, out: Path | None) -> None:
        self.application = make_application("en")
        self.out = out
        example = load_example()
        if example is None:
            raise SystemExit("error: the example: it is not in assets. Make it with scripts/samples.py.")
        details = load_trace(SAMPLES / f"{example.trace.meta.checkpoint}-details.npz")
        self.example = replace(example, trace=replace(example.trace, activations=details.activations))
        self.runs = survey_states.Runs()
        self.errors: list[BaseException] = []  #: of a window's own code, which Qt calls and only prints them

    def look(self, case: Case) -> tuple[str, list[str]]:
        """The shares and the findings of one case; its picture is saved."""
        beside: list[QWidget] = []
        self.errors.clear()
        settings = Settings(theme=case.theme, language=case.language, text_size=POINTS if case.large else 0)  # type: ignore[arg-type]
        make_application(case.language)
        program = Program(self.application, settings, self._example(case))
        try:
            program.window.resize(*case.size)
            program.window.reset_columns()
            program.window.show()
            program.state.update(engine_ready=True, view=case.view)
            self._settle()
            program.appearance.stand_on(case.size[1])  # a screen that the window fills
            self._settle()
            beside, found = self._bring(program, case)
            if self.out is not None:
                for number, window in enumerate((program.window, *beside)):
                    window.grab().save(str(self.out / f"{case.name}{f'-{number}' if number else ''}.png"))
            found += [f"an error: {error}" for error in self.errors]
            for window in (program.window, *beside):
                found += [*cut_words(window), *overlapping(window)]
                found += [] if case.large else shortened(window)
            canvas = program.window.tabs.current.canvas
            found += nameless(program) if case.large else cut_in_picture(canvas, case.view)
            found += misplaced_in_picture(canvas)
            return shares(program, case), [*found, *map_findings(program, case)]
        finally:
            for window in beside:
                window.hide()  # closing says something
            program.window.close()
            program.stop()
            self.application.processEvents()

    def _settle(self) -> None:
        for _ in range(5):
            self.application.processEvents()

    def _bring(self, program: Program, case: Case) -> tuple[list[QWidget], list[str]]:
        """What a state opens, and what it has moved that should have stayed."""
        if not case.state:
            return [], []
        before = places(program)
        long = None
        if case.state == "compare:long":
            like = self.example.trace
            long = planted(60, (3, 4), like), planted(66, (3, 4), like)
        beside = survey_states.bring(case.state, program, self.runs, long)
        self._settle()
        still = case.state.partition(":")[0] in survey_states.STILL
        return beside, moved(before, places(program)) if still else []

    def _example(self, case: Case) -> Example:
        if not case.tokens and case.grid == GRIDS[0]:
            return self.example
        like = self.example.trace
        trace = planted(case.tokens or 20, case.grid, like)
        if case.grid == GRIDS[0]:  # vectors have heads too
            vectors = longer(like.activations, like, trace.source_length, trace.steps)
            trace = replace(trace, activations={**vectors, **trace.activations})
        return replace(self.example, trace=trace, selection=Selection("cross", case.grid[0] - 1, 1, trace.steps // 2))


@dataclass(frozen=True)
class Measured:
    """A picture's map in its pane."""

    cells: float  #: share of the pane
    named: float  #: with the names of rows and columns
    bounded: bool  #: its cells are as large as they become


def sheet_of(picture: Picture) -> MapSheet | None:
    """The maps of a picture that has some."""
    main = picture.main if isinstance(picture, WithSisters) else picture
    return main if isinstance(main, MapSheet) else None


def measured(view: str, sheet: MapSheet) -> Measured:
    """How much of its page the maps of a sheet take."""
    style, panels = sheet.style, sheet.plan.panels
    page = sheet.width * sheet.height * style.ratio**2
    boxes = [panel.box for panel in panels]
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    for strip, x, y, _ in sheet.plan.strips:
        if strip.rows and strip.dx < 0:
            left = min(left, x + strip.dx)
        elif strip.dy < 0:
            top = min(top, y + strip.dy)
    wide, high, slim = LARGEST[view]
    grown = style.ratio * max(1.0, style.font_points / FONT_POINTS) if view in ("one_head", "masks") else style.ratio
    form = max((panel.form for panel in panels), key=lambda form: form.y.length)
    across, down = form.x.length / form.x.count, form.y.length / form.y.count
    largest = across >= 0.95 * wide * grown or down >= 0.95 * high * grown
    largest |= max(across / down, down / across) >= 0.9 * slim
    cells = sum(box[2] * box[3] for box in boxes) / page
    return Measured(cells, (right - max(0, left)) * (bottom - max(0, top)) / page, largest)


def map_findings(program: Program, case: Case) -> list[str]:
    """What is to be said of the map: its shares, and where the row of this step or the other heads are out of sight."""
    if case.view not in MAPS:
        return []
    canvas, snapshot = program.window.tabs.current.canvas, program.state.snapshot
    sheet, selection = sheet_of(canvas.picture), snapshot.selection
    if sheet is None:
        return ["no map"]
    found, now = [], measured(case.view, sheet)
    if now.named < SHARE and not now.bounded:
        found.append("the map is small")
    stepwise = case.view == "one_head" and selection.kind != "encoder"
    if stepwise and not row_in_sight(canvas.picture, sheet, selection.step):
        found.append(f"the row of step {selection.step + 1} is out of sight")
    if stepwise and case.grid == GRIDS[0] and not case.large and not isinstance(canvas.picture, WithSisters):
        found.append("the other heads of the layer are not in sight")
    return found


def row_in_sight(picture: Picture, sheet: MapSheet, step: int) -> bool:
    """Whether the step's row is under one of the picture's pixels, of which one may stand for several rows."""
    panel = sheet.plan.panels[0]
    y, ratio = panel.form.y, sheet.style.ratio
    if not y.first <= step < y.first + y.count:
        return False
    pixel = y.span(step - y.first)[0]
    under = picture.at(sheet.width // 2, (panel.top + pixel + 0.5) / ratio)
    return under is not None and under.query is not None and under.query - y.first in y.cells(pixel)


def shares(program: Program, case: Case) -> str:
    """The shares of the pane in words; "" of a view without maps."""
    sheet = sheet_of(program.window.tabs.current.canvas.picture) if case.view in MAPS else None
    if sheet is None:
        return ""
    now = measured(case.view, sheet)
    bounded = ", largest cells" * now.bounded
    return f"cells {now.cells:.0%}, named {now.named:.0%} of {sheet.width}×{sheet.height}{bounded}"


class Named(Protocol):
    """A case of this survey or of the figures'."""

    @property
    def name(self) -> str:
        """What it is called; ``--only`` looks into this."""


C = TypeVar("C", bound=Named)


def part_of(words: str) -> tuple[int, int]:
    """ "2/8": the second of eight parts."""
    part, _, parts = words.partition("/")
    if not (part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts)):
        raise argparse.ArgumentTypeError(f"{words!r} is no part like 2/8")
    return int(part), int(parts)


def chosen(all_cases: Iterable[C], only: str, part: tuple[int, int]) -> Iterator[C]:
    """Every n-th of the cases whose name contains a word: each part has some of every view."""
    return islice((case for case in all_cases if only in case.name), part[0] - 1, None, part[1])


def asked() -> argparse.Namespace:
    """Which cases the command line names, and where their pictures go."""
    parser = argparse.ArgumentParser(description=(sys.modules["__main__"].__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", default="", metavar="WORD", help="cases whose name contains this")
    parser.add_argument("--part", type=part_of, default=(1, 1), metavar="K/N", help="the K-th of N parts of them")
    parser.add_argument("--out", type=Path, help="a folder for pictures")
    arguments = parser.parse_args()
    if arguments.out is not None:
        arguments.out.mkdir(parents=True, exist_ok=True)
    return arguments


def main() -> int:
    """Look at every case; returns the exit code."""
    arguments = asked()
    survey, bad = Survey(arguments.out), 0
    sys.excepthook = lambda _, error, __: survey.errors.append(error)
    for case in chosen(cases(), arguments.only, arguments.part):
        told, found = survey.look(case)
        bad += bool(found)
        print(case.name, "|", told, "|", "; ".join(found) or "as it should be", flush=True)
    print(f"{bad} with a finding")
    return min(100, bad)


if __name__ == "__main__":
    sys.exit(main())
