"""Hands that go through a lesson: they use what it rings, and look whether what it says is so."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from tasks_changes import LATE, choice_of
from tasks_hands import Hands, Missed, widget_at

from model.lessons.claims import holds, read_off, told
from viz_app.app import Program
from viz_app.controls.lesson.panel import LessonPanel
from viz_app.controls.lesson.places import PLACES, Spot, spot
from viz_app.controls.what_if.change_rows import offered_changes
from viz_app.platform.text import in_menu
from viz_app.state.lessons.goals import is_met
from viz_app.state.lessons.play import LessonPlay, expected, place_of
from viz_app.state.state import Snapshot

MOMENTS, MOMENT = 20, 50  #: looks at an empty screen, and milliseconds between them
MOST_CLICKS = 40  #: on one control, until the goal is met
#: What *Add* of the dock calls a change: kind, and the fields that it fixes.
ADDED = {
    "look_ahead_off": ("mask_off", "look_ahead"), "padding_off": ("mask_off", "padding"),
    "head_off": ("head", "zero"), "head_even": ("head", "uniform"), "unscaled": ("unscaled", ""),
    "positions_off": ("positions_off", ""), "temperature": ("temperature", ""), "dropout": ("dropout", ""),
    "source_swapped": ("source_swapped", ""), "row_moved": ("row", ""),
}  # fmt: skip


class LessonHands(Hands):
    """``missed`` holds every claim that does not hold; what stops a lesson is raised."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.missed: list[str] = []
        self.pictures: tuple[Path, str] | None = None
        self.before: Snapshot = self.now

    @property
    def play(self) -> LessonPlay:
        """The lesson on screen."""
        if self.now.lesson is None:
            raise Missed("the lesson has ended")
        return self.now.lesson

    @property
    def panel(self) -> LessonPanel:
        """The panel with its buttons."""
        return self.program.desk.lessons.panel

    def begin(self, path: Path) -> None:
        """Open the lesson and wait for what it begins with."""
        self.before = self.now
        self.program.desk.lessons.begin(path)
        self.until(lambda: self.play.ready, f"the beginning of {path.stem}")
        self.settle()

    def step(self, number: int) -> None:
        """Do one step, check it, go on."""
        play = self.play
        if play.at != number - 1:
            raise Missed(f"step {number}: the lesson is at step {play.at + 1}")
        self.settle()
        self._keep(number, "a")
        if play.step.predict:
            self._predict()
        elif play.step.card is not None:
            self._judge()
        elif play.step.goal and play.waits:
            self._use()
        self.settle()
        if not is_met(self.now, play.step.goal):
            raise Missed(f"step {number}: {dict(play.step.goal)} is not met: {self.now.selection} {self.now.problem}")
        self._check(number, play)
        if self.now.lesson is not None and self.play.at == number - 1:
            self.until(lambda: not self.play.waits, f"step {number} to be done")
            self.settle()
            self._keep(number, "b")
            self._push("next")

    def check_end(self, name: str) -> None:
        """Everything is as before the lesson, which is ticked."""
        self.settle()
        now, before = self.now, self.before
        if now.lesson is not None or name not in now.memory.lessons:
            raise Missed("the lesson has not ended")
        same = (now.run is before.run, now.selection == before.selection, now.view == before.view,
                now.what_if == before.what_if, now.source_text == before.source_text,
                now.settings == before.settings, now.undo == before.undo, now.batch == before.batch)  # fmt: skip
        if not all(same):
            raise Missed(f"what was before the lesson is not there again: {same}")

    def click(self, widget: QWidget, place: QPoint | None = None, told: str = "") -> None:
        """As ever; where a tip or a curtain has just gone, the screen may have nothing there for a moment."""
        for _ in range(MOMENTS):
            if widget_at(widget.mapToGlobal(widget.rect().center() if place is None else place)) is not None:
                break
            QTest.qWait(MOMENT)
        super().click(widget, place, told)

    # --- kinds of steps ---

    def _use(self) -> None:
        """The ringed control, as often as it takes."""
        play = self.play
        control, goal, at = play.step.control, play.step.goal, play.at
        for _ in range(MOST_CLICKS):
            if self.now.lesson is None or self.play.at != at or is_met(self.now, goal):
                return
            if control not in PLACES:
                self._command(control)
                continue
            found = spot(control, self.program.window, self.now, goal)
            ring = self.program.desk.lessons.ring
            if found is None or not ring.isVisible():
                raise Missed(f"step {at + 1}: nothing is ringed ({control})")
            box = found.part.translated(found.widget.mapTo(self.program.window, QPoint()))
            if not ring.geometry().contains(box.intersected(self.program.window.rect())):
                raise Missed(f"step {at + 1}: the ring at {ring.geometry().getRect()} is not around {box.getRect()}")
            self._with(control, found, goal)
        raise Missed(f"step {at + 1}: {MOST_CLICKS} clicks on {control} were not enough for {dict(goal)}")

    def _with(self, control: str, found: Spot, goal: Mapping[str, Any]) -> None:
        """One use of a control; of those with a menu, a field or a panel all that belongs to it."""
        whole = {
            "what_if.add": lambda: self._add(str(goal["changed"])),
            "checkpoint": lambda: self._choose(found.widget, str(goal["checkpoint"])),
            "decoding": lambda: self._decode(found.widget, str(goal["decoding"])),
            "question.further": lambda: self._further(str(goal["answer"])),
        }
        if control in whole:
            whole[control]()
            return
        self.click(found.widget, found.part.center(), control)
        if control == "source":
            self.chord("Ctrl+A")
            self._type(str(goal["source"]))

    def _predict(self) -> None:
        """A wrong answer and the right one, then the curtain."""
        self.until(lambda: not self.play.showing, "what is behind the curtain")
        run, curtain = self.now.run, self.program.desk.lessons.curtain
        truth = None if run is None else expected(run, place_of(self.now), self.play.step)
        if truth is None or not curtain.isVisible():
            raise Missed("there is nothing to be predicted")
        if truth.key is None:
            for word in ("Headscope", truth.token):
                self.click(curtain.word)
                self._type(word)
        else:
            for key in ((truth.key + 2) % len(curtain.buttons), truth.key):
                self.click(curtain.buttons[key])
        self._keep(self.play.at + 1, "t")
        self._push("reveal")

    def _judge(self) -> None:
        """Rightly, then what shows it."""
        self._push("true" if self.play.step.card else "false")
        if self.panel.show_me.isVisible() and self.panel.show_me.isEnabled():
            self._push("show_me")
        self.until(lambda: not self.play.showing, "what shows it")

    # --- controls with more than one click ---

    def _command(self, name: str) -> None:
        action = self.program.actions.by_name[name]
        if not action.isEnabled():
            raise Missed(f"{name} is grey")
        if action.shortcut().isEmpty():
            self.command(name)
        else:
            self.chord(action.shortcut().toString())

    def _add(self, name: str) -> None:
        what, fixed = ADDED[name]
        offer = next(one for one in offered_changes()
                     if one.what == what and (not fixed or fixed in one.fixed.values()))  # fmt: skip
        self._choose(self.program.window.what_if.add, in_menu(offer.title))

    def _choose(self, button: QWidget, title: str) -> None:
        """An entry of the menu that a button opens."""
        missed: list[Exception] = []
        QTimer.singleShot(LATE, choice_of(self, title, missed))
        self.click(button)
        QTest.qWait(2 * LATE)
        if missed:
            raise missed[0]
        self.settle()

    def _type(self, text: str) -> None:
        """Where the keyboard is, sent off with Enter."""
        field = QApplication.focusWidget()
        if field is None:
            raise Missed("nothing has the keyboard")
        for letter in text:
            if letter.isascii():
                QTest.keyClicks(field, letter)
            else:  # QTest knows no key for it and ends the program
                for kind in (QKeyEvent.Type.KeyPress, QKeyEvent.Type.KeyRelease):
                    QApplication.sendEvent(field, QKeyEvent(kind, 0, Qt.KeyboardModifier.NoModifier, letter))
        self.chord("Return")

    def _further(self, name: str) -> None:
        listed = self.program.window.inspector.questions
        self.click(listed.further)
        self.entry(listed.menu, listed.actions_further[name], name)

    def _decode(self, button: QWidget, name: str) -> None:
        self.click(button)
        radio = self.program.window.header.decoding.panel.ways.button(("greedy", "beam", "sampled").index(name))
        self.click(radio, QPoint(8, radio.height() // 2), name)
        self.chord("Escape")

    def _push(self, name: str) -> None:
        self.click(getattr(self.panel, name))

    # --- what is looked at ---

    def _check(self, number: int, play: LessonPlay) -> None:
        run, here = self.now.run, place_of(self.now)
        for claim in play.step.claims:
            if run is None or not holds(run, claim, here):
                read = None if run is None else read_off(run, claim, here)
                self.missed.append(f"step {number}: {told(claim)}; the run says {read}")

    def _keep(self, number: int, part: str) -> None:
        if self.pictures is not None:
            folder, window = self.pictures
            name = f"{self.play.lesson.name}-{number:02d}{part}-{window}.png"
            self.program.window.grab().save(str(folder / name))
