"""A lesson in the real window, by clicks and keys: ring, goals, curtain, card, and everything as before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QWidget

from model.lessons.lesson import Bilingual, Claim, Lesson, LessonOpening, LessonStep
from tests.e2e.screen import SHIFT, Key, Screen
from tests.viz_app.running import SENTENCE, TINY, wait_until
from viz_app.handlers.lessons import player
from viz_app.handlers.lessons.walk import LessonWalk
from viz_app.state.intents import Select, TakeLesson
from viz_app.state.lessons.play import StartLesson, expected, place_of

BOTH = Bilingual("words {token}", "말 {token}")
LESSON = Lesson(
    "planted", Bilingual("Planted", "심은"), 2,
    (
        LessonStep(BOTH, BOTH, "stepper.first", {"step": 1}, (Claim("steps", "at_least", 2),)),
        LessonStep(BOTH, Bilingual(), "stepper.next", {"step": 3}),
        LessonStep(BOTH, BOTH, "cell", {"row": True, "column": "largest"}, (Claim("steps", "is", 1),)),
        LessonStep(BOTH, BOTH, "", {"kind": "cross", "step": 2, "row": True}, predict="cell"),
        LessonStep(BOTH, BOTH, "", {"view": "masks", "kind": "encoder"}, card=False),
        LessonStep(BOTH, BOTH, "view.links", {"view": "links"}),
    ),
    LessonOpening("tiny", SENTENCE, begin={"view": "one_head", "kind": "cross", "last_step": True}),
)  # fmt: skip


@pytest.fixture
def lesson(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> Iterator[Screen]:
    """Begun from step 2 of the decoder's maps, with What if open."""
    monkeypatch.setattr(player, "CHECKPOINTS", TINY.parent)
    screen.controller.handle(Select(kind="decoder", step=1))
    screen.program.desk.lessons._begin(LESSON, Path())
    wait_until(lambda: screen.now.lesson is None or screen.now.lesson.ready, "the lesson")
    yield screen
    if screen.now.lesson is not None:
        screen.program.desk.lessons.act("leave")


def box(widget: QWidget, screen: Screen) -> QRect:
    return QRect(widget.mapTo(screen.window, QPoint()), widget.size())


def at(screen: Screen) -> int:
    play = screen.now.lesson
    assert play is not None
    return play.at


def test_a_lesson_from_its_start_to_its_end(lesson: Screen) -> None:
    screen, desk = lesson, lesson.program.desk.lessons
    panel, ring = desk.panel, desk.ring
    assert (screen.now.selection.kind, screen.now.selection.step + 1) == ("cross", screen.now.trace.steps)  # type: ignore[union-attr]
    stands = {name: box(getattr(screen.window, name), screen) for name in ("tabs", "header", "model_map")}
    first = screen.window.stepper.first
    wait_until(lambda: ring.geometry().contains(box(first, screen)), "the ring around the button")
    assert "words" in panel.words.text() and not panel.seen.isVisible()
    assert panel.accessibleDescription() == panel.words.text()
    screen.click(first)  # through the ring
    wait_until(panel.seen.isVisible, "what is to be seen")
    assert screen.now.run is not None and screen.now.run.produced_tokens is not None
    assert str(screen.now.run.produced_tokens[0]).lstrip("▁") in panel.seen.text()
    assert not panel.doubt.isVisible() and at(screen) == 0
    screen.click(panel.next)
    wait_until(lambda: ring.geometry().contains(box(screen.window.stepper.next, screen)), "the ring to move on")
    for _ in range(2):
        screen.click(screen.window.stepper.next)
    wait_until(lambda: at(screen) == 2, "the next step, which begins by itself")
    canvas = screen.view.canvas
    wait_until(lambda: box(canvas, screen).contains(ring.geometry().center()), "the ring around the cell")
    screen.click(canvas, canvas.mapFrom(screen.window, ring.geometry().center()))
    wait_until(lambda: screen.now.lesson is not None and screen.now.lesson.done, "the goal")
    assert panel.doubt.isVisible()  # it claims that the run has one step
    screen.press(Key.Key_F8)
    _predict(screen)
    _judge(screen)
    assert stands == {name: box(getattr(screen.window, name), screen) for name in stands}
    assert "▸" in panel.how.text()
    screen.press(Key.Key_F9)  # show me
    wait_until(lambda: screen.now.view == "links", "what was to be done")
    wait_until(lambda: panel.next.text() == "Finish", "the end")
    screen.click(panel.next)
    assert screen.now.lesson is None and not panel.isVisible() and not ring.isVisible()
    assert (screen.now.selection.kind, screen.now.selection.step, screen.now.view) == ("decoder", 1, "one_head")
    assert screen.now.memory.lessons == ("planted",)


def _predict(screen: Screen) -> None:
    """A wrong answer, the right one, and the curtain, which hides what would tell."""
    curtain, panel = screen.program.desk.lessons.curtain, screen.program.desk.lessons.panel
    wait_until(lambda: curtain.isVisible() and bool(curtain.buttons), "the curtain")
    wait_until(lambda: screen.now.lesson is not None and not screen.now.lesson.showing, "what is behind it")
    for part in (screen.window.tabs, screen.window.inspector, screen.window.token_strip, screen.window.headline):
        middle = box(part, screen).center()
        assert screen.window.childAt(middle) in (curtain, *curtain.findChildren(QWidget))
    assert screen.now.trace is not None and screen.now.trace.meta.translation not in screen.window.windowTitle()
    play, run = screen.now.lesson, screen.now.run
    assert play is not None and run is not None and not panel.reveal.isEnabled()
    truth = expected(run, place_of(screen.now), play.step)
    assert truth is not None and truth.key is not None
    wrong = (truth.key + 1) % len(curtain.buttons)
    for key in (wrong, truth.key):
        screen.click(curtain.buttons[key])
    screen.click(panel.reveal)
    assert not curtain.isVisible()
    assert panel.next.hasFocus(), "not what leaves the lesson, which a second Space would press"
    assert panel.verdict.text().startswith("2 answers, 1 of them right.") and truth.token in panel.verdict.text()
    screen.press(Key.Key_F8)


def _judge(screen: Screen) -> None:
    panel = screen.program.desk.lessons.panel
    assert at(screen) == 4 and not panel.next.isVisible()
    screen.click(panel.true)
    assert panel.verdict.text().startswith("No.")
    screen.click(panel.show_me)
    wait_until(lambda: (screen.now.view, screen.now.selection.kind) == ("masks", "encoder"), "what shows it")
    screen.press(Key.Key_F8)
    screen.press(Key.Key_F8, SHIFT)
    assert at(screen) == 4
    screen.press(Key.Key_F8)


def test_leaving_in_the_middle_brings_everything_back(lesson: Screen) -> None:
    screen = lesson
    assert not screen.now.undo
    screen.controller.handle(Select(kind="encoder"))
    screen.click(screen.program.desk.lessons.panel.close_button)
    assert screen.now.lesson is None
    assert (screen.now.selection.kind, screen.now.selection.step) == ("decoder", 1)
    assert screen.first is not None and screen.now.source_text == screen.first.source_text
    assert screen.now.memory.lessons == ()


def test_a_lesson_in_place_of_a_lesson_goes_back_to_where_the_first_began(lesson: Screen) -> None:
    other = replace(LESSON, name="other")
    lesson.controller.handle(TakeLesson(StartLesson(other, Path())))
    wait_until(lambda: lesson.now.lesson is None or lesson.now.lesson.ready, "the other")
    assert lesson.now.lesson is not None and lesson.now.lesson.lesson is other
    lesson.program.desk.lessons.act("leave")
    assert (lesson.now.selection.kind, lesson.now.selection.step) == ("decoder", 1)


def test_a_prediction_in_any_view_is_a_curtain_and_leaves_nothing_behind(screen: Screen) -> None:
    screen.controller.handle(Select(kind="cross", step=1))
    before, desk = screen.now, screen.program.desk.lessons
    desk.act("predict_cell")
    wait_until(lambda: desk.curtain.isVisible() and bool(desk.curtain.buttons), "the curtain")
    wait_until(lambda: screen.now.lesson is not None and not screen.now.lesson.showing, "what is behind it")
    assert screen.now.lesson is not None and screen.now.run is before.run
    screen.click(desk.curtain.buttons[0])
    screen.click(desk.panel.reveal)
    assert not desk.curtain.isVisible() and desk.panel.verdict.text()
    screen.click(desk.panel.next)
    after = screen.now
    assert after.lesson is None and after.memory.lessons == before.memory.lessons
    assert (after.run, after.selection, after.view, after.settings) == (
        before.run, before.selection, before.view, before.settings)  # fmt: skip


def test_a_lesson_is_gone_through_by_itself(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "CHECKPOINTS", TINY.parent)
    walked = list(LessonWalk(screen.state, screen.controller).steps(LESSON, Path()))
    assert [each.step for each in walked] == list(LESSON.steps) and screen.now.lesson is None
    assert walked[0].now.selection.step == 0 and walked[1].now.selection.step == 2
    assert (walked[4].now.view, walked[4].now.selection.kind) == ("masks", "encoder") and walked[5].now.view == "links"
    assert [bool(each.missed) for each in walked] == [False, False, True, False, False, False]
    assert walked[3].answer and walked[4].answer == "It is false."
