"""Windows and panels that the survey opens beside its window: lessons, the presentation, the manual, an error, panes.

A state is named ``what:part``, as in :mod:`survey_states`. Each is as large as the program makes it on a screen of the
case's size.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QWidget
from survey_states import Runs

from model.common.fault import Fault
from model.lessons.lesson import Lesson
from model.lessons.lesson_file import LESSONS, shipped_lessons
from viz_app.app import Program
from viz_app.dialogs.lessons.services import lesson_controls
from viz_app.pictures import titles
from viz_app.state.classroom.presentation import Presentation
from viz_app.state.lessons.play import LessonPlay, TryPrediction

SIZES = ((1024, 600), (1920, 1080))
FRAME = QSize(0, 30)  #: pixels of a title bar
LARGE = 7  #: steps of the letters of a presentation: about twice as large
PANES = {"window": ("map", "inspector", "notes", "what_if"), "left": ("inspector", "notes")}  #: by place
FRAMES = tuple(f"viz_app/pictures/one_head/picture.py:{line} in picture" for line in range(9))  #: of an error
LOOKED_FOR = "look-ahead mask"
#: What a window opens that lies over nothing of it: all of it stays where it is.
STILL = ("lessons", "writer", "manual", "fault", "presentation", "speaker")


def states() -> tuple[str, ...]:
    """All of them, by name."""
    return (
        "lesson:words", "lesson:seen", "lesson:card", "lesson:predicted", "lessons", "writer:empty", "writer:step",
        "manual", "manual:found", "fault", "panes:window", "panes:left", "speaker",
        *(f"presentation:{view}" for view in titles()),
    )  # fmt: skip


def view_of(state: str) -> str:
    """The view on screen then."""
    what, _, part = state.partition(":")
    return part if what == "presentation" else "one_head"


def bring(state: str, program: Program, runs: Runs, size: QSize, large: bool) -> list[QWidget]:
    """Bring the window there, on a screen of such a ``size``; returns what has opened beside it."""
    what, _, part = state.partition(":")
    made: QWidget
    if what == "lesson":
        program.state.update(lesson=played(part))
        return []
    if what == "panes":
        return _panes(part, program)
    if what == "presentation":
        if part == "compare":
            program.state.update(pinned=runs["other"])
        elif part == "beam_tree":
            program.state.update(trace=runs["beam"])
        return [_hall(program, size, large)]
    if what == "speaker":
        from viz_app.dialogs.presentation.speaker import SpeakerSheet

        made = sheet = SpeakerSheet(program.window)
        sheet.display(program.state.snapshot)
    elif what in ("lessons", "writer"):
        made = _of_lessons(what, part, program)
    elif what == "manual":
        from viz_app.dialogs.manual import ManualWindow

        made = manual = ManualWindow(program.window)
        manual.search.setText(LOOKED_FOR if part else "")
    else:
        from viz_app.dialogs.faults.dialog import FaultDialog

        made = FaultDialog(Fault("window", "KeyError", FRAMES), program.state.snapshot, program.window)
    made.setGeometry(QRect(made.pos(), made.size().boundedTo(size - FRAME)))
    made.show()
    return [made]


@cache
def _lessons() -> tuple[Lesson, ...]:
    return tuple(shipped_lessons(lesson_controls()))


def played(part: str) -> LessonPlay:
    """The shipped step that has most to say: to do, once done, of a card that is answered, of a prediction made."""

    def long(lesson: Lesson, at: int) -> int:
        step = lesson.steps[at]
        return sum(len(text) for said in (step.words, step.seen) for text in (said.en, said.ko))

    def fits(lesson: Lesson, at: int) -> bool:
        step = lesson.steps[at]
        return {
            "words": bool(step.goal), "seen": bool(step.seen.en) and step.card is None and not step.predict,
            "card": step.card is not None, "predicted": bool(step.predict),
        }[part]  # fmt: skip

    places = [(lesson, at) for lesson in _lessons() for at in range(len(lesson.steps)) if fits(lesson, at)]
    lesson, at = max(places, key=lambda place: long(*place))
    play = LessonPlay(lesson, LESSONS, at, ready=True)
    if part == "card":
        return replace(play, answer=not play.step.card)
    if part == "predicted":
        return replace(play, tries=(TryPrediction("müde", 10), TryPrediction("war", 11)), revealed=True, done=True)
    return replace(play, done=part == "seen")


def _hall(program: Program, size: QSize, large: bool) -> QWidget:
    program.state.update(presentation=Presentation(size=LARGE if large else 0))
    desk = program.desk.presentation
    desk.display(program.state.snapshot)
    assert desk.hall is not None, "it was asked for"
    desk.hall.showNormal()
    desk.hall.resize(size)
    return desk.hall


def _of_lessons(what: str, part: str, program: Program) -> QWidget:
    from viz_app.dialogs.lessons.list_dialog import LessonList
    from viz_app.dialogs.lessons.writer import LessonWriter

    if what == "lessons":
        return LessonList(_lessons(), [lesson.name for lesson in _lessons()[::2]], program.window)
    writer = LessonWriter(program.state, lesson_controls(), lambda *_: None, program.window)
    if part == "step":
        writer.load(LESSONS / f"{played('words').lesson.name}.toml")
        writer.list.setCurrentRow(played("words").at)
    return writer


def _panes(part: str, program: Program) -> list[QWidget]:
    """Panes on the left beside the map, or each in a window of its own."""
    shown: dict[str, Any] = {
        f"{name}_{what}": value for name in PANES[part] for what, value in (("place", part), ("shown", True))
    }
    program.state.update(settings=replace(program.state.snapshot.settings, **shown))
    return list(_windows(program))


def _windows(program: Program) -> Iterator[QWidget]:
    from viz_app.controls.panes.pane_places import PaneWindow

    yield from (window for window in program.window.findChildren(PaneWindow) if window.isVisible())
