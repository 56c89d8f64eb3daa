"""How a row of :mod:`window_rows` opens lessons, their writer, the presentation and panes elsewhere."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from survey_states import Runs

from model.lessons.lesson import Lesson
from model.lessons.lesson_file import LESSONS, SUFFIX, shipped_lessons
from viz_app.app import Program
from viz_app.dialogs.lessons.services import lesson_controls
from viz_app.state.classroom.presentation import Presentation
from viz_app.state.lessons.play import LessonPlay, TryPrediction

PARTS = ("words", "seen", "card", "predicted")  #: of a lesson: to do, once done, a card answered, a prediction made
LARGE = 7  #: steps of the letters of a presentation: about twice as large
PANES = {"window": ("map", "inspector", "notes", "what_if"), "left": ("inspector", "notes")}  #: by place
RUNS = Runs()


@cache
def lessons() -> tuple[Lesson, ...]:
    """All that ship."""
    return tuple(shipped_lessons(lesson_controls()))


def played(part: str) -> LessonPlay:
    """The shipped step of that part that has most to say."""

    def long(lesson: Lesson, at: int) -> int:
        step = lesson.steps[at]
        return sum(len(text) for said in (step.words, step.seen) for text in (said.en, said.ko))

    def fits(lesson: Lesson, at: int) -> bool:
        step = lesson.steps[at]
        return {
            "words": bool(step.goal), "seen": bool(step.seen.en) and step.card is None and not step.predict,
            "card": step.card is not None, "predicted": bool(step.predict),
        }[part]  # fmt: skip

    places = [(lesson, at) for lesson in lessons() for at in range(len(lesson.steps)) if fits(lesson, at)]
    lesson, at = max(places, key=lambda place: long(*place))
    play = LessonPlay(lesson, LESSONS, at, ready=True)
    if part == "card":
        return replace(play, answer=not play.step.card)
    if part == "predicted":
        return replace(play, tries=(TryPrediction("müde", 10), TryPrediction("war", 11)), revealed=True, done=True)
    return replace(play, done=part == "seen")


def play(program: Program, part: str) -> None:
    """A lesson at such a step."""
    program.state.update(lesson=played(part))


def writer(program: Program) -> Any:
    """The window in which lessons are written."""
    program.desk.lessons.write()
    return program.desk.lessons.writer


def record(program: Program) -> None:
    """It records what one does."""
    writer(program).record.setChecked(True)


def draft(program: Program) -> None:
    """With a shipped lesson, at its longest step."""
    draft = writer(program)
    draft.load(LESSONS / f"{played('words').lesson.name}{SUFFIX}")
    draft.list.setCurrentRow(played("words").at)


def present(program: Program, view: str) -> None:
    """One view before a class; letters are larger where the window's are."""
    now = program.state.snapshot
    runs: dict[str, Any] = {"compare": {"pinned": "other"}, "beam_tree": {"trace": "beam"}}.get(view, {})
    program.state.update(view=view, **{name: RUNS[run] for name, run in runs.items()})
    program.state.update(presentation=Presentation(size=LARGE if now.settings.text_size else 0))


def speak(program: Program) -> None:
    """The speaker's sheet."""
    from viz_app.dialogs.presentation.speaker import SpeakerSheet

    sheet = SpeakerSheet(program.window)
    sheet.display(program.state.snapshot)
    sheet.show()


def part_panes(program: Program, place: str) -> None:
    """Panes on the left beside the map, or each in a window of its own."""
    shown: dict[str, Any] = {
        f"{name}_{what}": value for name in PANES[place] for what, value in (("place", place), ("shown", True))
    }
    program.state.update(settings=replace(program.state.snapshot.settings, **shown))
