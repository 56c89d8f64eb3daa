"""Sessions in a real window: notes typed, saved by key, quit, opened again: the same picture to the pixel."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QWidget

from model.record.session_file import read_session
from model.record.trace_file import load_trace
from tests.e2e.screen import CTRL, SHIFT, Key, Screen
from tests.e2e.test_files import answer, drop, put
from tests.viz_app.running import wait_until
from viz_app.example import details_path, load_example, plan
from viz_app.platform.settings_table import pages
from viz_app.state.intents import OpenPath, Select, SetView
from viz_app.state.zoom import ShowPart, Zoom


@pytest.fixture
def lesson(qapp: QApplication) -> Iterator[Screen]:
    """The finished example without an engine: nothing here needs one."""
    screen = Screen(qapp, load_example())
    screen.state.update(engine_ready=True)
    yield screen
    screen.window.may_close = lambda: True
    screen.close()


@pytest.fixture
def start(qapp: QApplication) -> Iterator[Callable[[], Screen]]:
    """Start the program once more."""
    made: list[Screen] = []

    def another() -> Screen:
        made.append(Screen(qapp))
        return made[-1]

    yield another
    for screen in made:
        screen.window.may_close = lambda: True
        screen.close()


@pytest.fixture
def explained(lesson: Screen) -> Screen:
    """With everything that explains its numbers."""
    details, run = details_path("everyday"), lesson.now.run
    assert details is not None
    assert run is not None
    lesson.state.update(trace=replace(run, activations=load_trace(details).activations))
    return lesson


def write_notes(screen: Screen, text: str) -> None:
    screen.press(Key.Key_N, CTRL | SHIFT)
    QTest.keyClicks(screen.window.notes.text, text)
    screen.window.setFocus()


def box(screen: Screen) -> QMessageBox:
    found = [one for one in screen.window.findChildren(QMessageBox) if one.isVisible()]
    assert len(found) == 1
    return found[0]


def decide(screen: Screen, button: QMessageBox.StandardButton) -> None:
    box(screen).button(button).click()


def pictures(screen: Screen) -> dict[str, QImage]:
    """What a person sees of a run, part by part."""
    screen.window.setFocus()
    QApplication.processEvents()
    window = screen.window
    parts: dict[str, QWidget] = {
        "view": screen.view, "tokens": window.token_strip, "row": window.row_sentence, "inspector": window.inspector,
        "stepper": window.stepper, "reading": window.display_bar, "map": window.model_map,
    }  # fmt: skip
    return {name: part.grab().toImage() for name, part in parts.items()}


@pytest.mark.parametrize("view", ["one_head", "embeddings_layers"])
def test_what_was_saved_is_opened_by_argument_to_the_pixel(
    explained: Screen, start: Callable[[], Screen], tmp_path: Path, view: str
) -> None:
    lesson = explained
    write_notes(lesson, "Look at row 3 <b>first</b>")
    handle = lesson.controller.handle
    handle(Select(kind="decoder", layer=1, head=3, step=9, query=8, key=2))
    handle(SetView(view))
    if view == "one_head":
        handle(ShowPart(Zoom(2, 0, 8, 6)))
    lesson.press(Key.Key_M, CTRL)
    QTest.keyClicks(lesson.window.notes.rows[0].line, "this one")
    lesson.window.setFocus()
    lesson.press(Key.Key_S, CTRL)
    answer(lesson, tmp_path / "lesson.headscope")
    lesson.until("not busy", "not unsaved")
    before = pictures(lesson)

    given = Namespace(
        file=str(tmp_path / "lesson.headscope"), sentence=None, device="auto", checkpoint="everyday", answer=()
    )
    planned, example = plan(given)
    assert (Path(planned.checkpoint).name, example) == ("everyday", None)
    assert planned.trace is not None
    later = start()
    later.controller.handle(OpenPath(planned.trace))
    later.until("trace", "problem")
    later.state.update(problem=None)
    assert later.now.selection == lesson.now.selection
    assert later.window.notes.text.toPlainText() == lesson.now.notes.text
    assert [row.line.text() for row in later.window.notes.rows] == ["this one"]
    for _ in range(10):  # a pane that has become lower lays out its parts in its own time
        QApplication.processEvents()
    after = pictures(later)
    assert not {name for name in before if before[name] != after[name]}


def test_the_title_says_what_is_open_and_what_is_not_saved(lesson: Screen, tmp_path: Path) -> None:
    window = lesson.window
    assert not window.isWindowModified()
    assert window.windowTitle().startswith("everyday — ")
    write_notes(lesson, "a")
    assert window.isWindowModified()
    assert window.windowTitle().startswith("Session[*] — everyday")
    lesson.press(Key.Key_S, CTRL)
    answer(lesson, tmp_path / "[*].headscope")
    lesson.until("not unsaved")
    assert window.windowTitle().startswith("[*][*].headscope[*] — everyday")
    assert not window.isWindowModified()
    QTest.keyClicks(window.notes.text, "b")
    window.setFocus()
    lesson.press(Key.Key_S, CTRL)  # into its own file, without a word
    lesson.until("not unsaved")
    assert read_session(tmp_path / "[*].headscope").facts["notes"]["text"] == "ab"
    lesson.press(Key.Key_S, CTRL | SHIFT)
    (dialog,) = window.findChildren(QFileDialog)
    assert dialog.selectedFiles() == [str(tmp_path / "[*].headscope")]
    dialog.reject()
    lesson.leave_dialog()


def test_who_has_written_nothing_is_asked_nothing(lesson: Screen) -> None:
    lesson.press(Key.Key_Right)
    lesson.press(Key.Key_R)
    lesson.window.close()
    assert not lesson.window.isVisible()


def test_unsaved_notes_are_asked_about(lesson: Screen, tmp_path: Path) -> None:
    write_notes(lesson, "precious")
    lesson.window.close()
    assert lesson.window.isVisible()
    decide(lesson, QMessageBox.StandardButton.Cancel)
    lesson.leave_dialog()
    assert lesson.window.isVisible()
    assert lesson.now.notes.text == "precious"
    lesson.window.close()
    decide(lesson, QMessageBox.StandardButton.Save)
    wait_until(lambda: not lesson.window.findChildren(QMessageBox), "the question to close")
    put(lesson, tmp_path / "kept.headscope")
    wait_until(lambda: not lesson.window.isVisible(), "the window to close")
    assert read_session(tmp_path / "kept.headscope").facts["notes"]["text"] == "precious"


def test_who_wants_them_gone_is_not_asked_twice(lesson: Screen) -> None:
    write_notes(lesson, "nothing")
    lesson.window.close()
    decide(lesson, QMessageBox.StandardButton.Discard)
    wait_until(lambda: not lesson.window.isVisible(), "the window to close")


def test_another_session_waits_for_the_answer(lesson: Screen, start: Callable[[], Screen], tmp_path: Path) -> None:
    write_notes(lesson, "first")
    lesson.press(Key.Key_S, CTRL)
    answer(lesson, tmp_path / "first.headscope")
    lesson.until("not unsaved")
    later = start()
    write_notes(later, "mine")
    drop(later, tmp_path / "first.headscope")
    assert later.now.notes.text == "mine"
    decide(later, QMessageBox.StandardButton.Discard)
    wait_until(lambda: later.now.notes.text == "first", "the session")
    assert not later.now.unsaved


def test_the_arrows_step_in_what_was_opened(lesson: Screen, start: Callable[[], Screen], tmp_path: Path) -> None:
    lesson.state.update(target_use="begin", target_text="The")
    write_notes(lesson, "a")
    lesson.press(Key.Key_S, CTRL)
    answer(lesson, tmp_path / "a.headscope")
    lesson.until("not unsaved")
    later = start()
    drop(later, tmp_path / "a.headscope")
    wait_until(lambda: later.now.trace is not None, "the session")
    assert later.now.target_use == "begin"
    assert QApplication.focusWidget() is later.window
    before = later.now.selection.step
    later.press(Key.Key_Left)
    assert later.now.selection.step == before - 1


def test_a_place_is_found_again_by_its_button(lesson: Screen) -> None:
    place = Select(kind="encoder", layer=2, head=1, step=4, query=3, key=5)
    lesson.controller.handle(place)
    lesson.press(Key.Key_M, CTRL)
    lesson.window.setFocus()
    noted = lesson.now.selection
    lesson.press("3")
    lesson.press(Key.Key_Home)
    assert lesson.now.selection != noted
    lesson.click(lesson.window.notes.rows[0].go)
    assert lesson.now.selection == noted


def test_a_session_that_is_damaged_is_one_sentence(lesson: Screen, tmp_path: Path) -> None:
    (tmp_path / "bad.headscope").write_bytes(b"PK\x03\x04 not much else")
    before = lesson.now.trace
    drop(lesson, tmp_path / "bad.headscope")
    lesson.until("problem", "not busy")
    assert "bad.headscope: it is cut short" in lesson.window.banner.text.text()
    assert lesson.now.trace is before


def test_every_new_setting_is_in_the_dialog(qapp: QApplication) -> None:
    names = {row.name for page in pages() for row in page.rows}
    assert {"notes_shown", "keep_unsaved"} <= names
