"""The presentation by real keys: what stands on the screen, how large, and that nothing else has changed afterwards."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.viz_app.pictures.reading import array_of
from tests.viz_app.platform.test_translations import INFO
from tests.viz_app.sample_trace import make_trace
from viz_app.app import Program
from viz_app.dialogs.presentation.screen import PresentationScreen
from viz_app.example import Example
from viz_app.pictures.drawing.sheet import MapSheet
from viz_app.pictures.drawing.token_labels import face_of
from viz_app.state.intents import ChangeSettings, Select, SetView
from viz_app.state.state import Selection, Settings

Key, Control = Qt.Key, Qt.KeyboardModifier.ControlModifier
SOURCE = ("Das", "Tier", "überquerte", "die", "Straße", "nicht", ",", "weil", "es", "zu", "müde", "war", ".")
TARGET = ("The", "animal", "did", "n't", "cross", "the", "road", "be", "cause", "it", "was", "too", "tired", "to", "go",
          "on", ".")  # fmt: skip


@pytest.fixture(scope="module")
def program(qapp: QApplication) -> Iterator[Program]:
    """One window for all tests of this file; each begins and leaves its presentation."""
    trace = make_trace(source=SOURCE, target=TARGET)
    program = Program(qapp, Settings(), Example(trace, Selection(layer=1, head=2, step=5), INFO))
    program.window.resize(1100, 640)
    program.window.show()
    program.window.activateWindow()
    assert program.actions.by_name, "made after the first paint"
    program.controller.handlers.keys()
    settle()
    yield program
    program.window.close()
    program.stop()
    settle()


@pytest.fixture
def hall(program: Program) -> Iterator[PresentationScreen]:
    program.window.setFocus()
    press(program.window, Key.Key_F11)
    shown = program.desk.presentation.hall
    assert shown is not None
    assert shown.isFullScreen()
    shown.showNormal()
    shown.resize(1920, 1080)  # as the screens of halls are; that of these tests is smaller
    settle()
    yield shown
    if program.state.snapshot.presentation is not None:
        press(shown, Key.Key_Escape)
    program.handle(Select(kind="cross", step=5))
    program.handle(SetView("one_head"))
    settle()


def settle() -> None:
    for _ in range(5):
        QApplication.processEvents()


def press(widget: QWidget, key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(widget, key, held)
    settle()


def sheet_of(hall: PresentationScreen) -> MapSheet:
    assert hall.view is not None
    picture = hall.view.canvas.picture
    assert isinstance(picture, MapSheet)
    return picture


def test_strip_view_and_sentence_fill_the_screen_and_nothing_else(hall: PresentationScreen) -> None:
    assert hall.view is not None
    seen = [hall.strip, hall.view.canvas, hall.sentence]
    assert sum(widget.height() for widget in seen) == hall.height()
    assert all(widget.width() == hall.width() for widget in seen)
    assert hall.sentence.label.text().startswith("step 6 / 18")
    assert hall.windowTitle()


def test_every_letter_of_a_token_is_36_pixels_high_and_the_ink_shows_it(hall: PresentationScreen) -> None:
    sheet = sheet_of(hall)
    assert {hall.strip.source.font().pixelSize(), hall.strip.target.font().pixelSize()} == {36}
    assert hall.sentence.label.fontInfo().pixelSize() >= 36
    for strip, *_ in sheet.plan.strips:
        assert face_of(strip, sheet.style).pixelSize() >= 36
    rows = next(strip for strip, *_ in sheet.plan.strips if strip.rows)
    at = round(rows.axis.middle(1) - rows.dy)  # a row with a tall letter
    band = array_of(rows.image.pixels)[at - 22 : at + 22]
    inked = np.flatnonzero((band != band[0, 0]).any(axis=(1, 2)))
    assert np.ptp(inked) + 1 >= 24, "a tall letter is about 0.7 of its font"
    assert sheet.plan.panels[0].form.y.count <= 14
    assert "rows" in sheet.subtitle, "four of 18 rows are left out, and named"


def test_a_clicker_steps_and_the_arrows_do_as_ever(program: Program, hall: PresentationScreen) -> None:
    press(hall, Key.Key_PageDown)
    assert program.state.snapshot.selection.step == 6
    press(hall, Key.Key_PageDown)
    press(hall, Key.Key_PageUp)
    press(hall, Key.Key_Right)
    assert program.state.snapshot.selection.step == 7
    assert hall.sentence.label.text().startswith("step 8 / 18")
    press(hall, Key.Key_1)
    assert program.state.snapshot.selection.kind == "encoder"
    assert "Das" in hall.sentence.label.text(), "a row is talked about without pointing"
    press(hall, Key.Key_PageDown)
    assert "Tier" in hall.sentence.label.text().split("gives")[0]


def test_sizes_change_by_keys_and_the_windows_own_text_does_not(program: Program, hall: PresentationScreen) -> None:
    before = program.window.font()
    press(hall, Key.Key_Plus, Control)
    press(hall, Key.Key_Plus, Control)
    assert hall.strip.source.font().pixelSize() == round(36 * 1.21)
    assert sheet_of(hall).unnamed == 0
    assert sheet_of(hall).plan.panels[0].form.y.count < 14, "fewer rows, each with its name"
    press(hall, Key.Key_Minus, Control)
    press(hall, Key.Key_0, Control)
    assert hall.strip.source.font().pixelSize() == 36
    assert program.state.snapshot.settings.text_size == 0
    assert program.window.font() == before


def test_b_blanks_the_screen_and_any_key_only_brings_it_back(program: Program, hall: PresentationScreen) -> None:
    press(hall, Key.Key_B)
    assert not hall.strip.isVisible()
    assert set(np.unique(array_of(hall.grab().toImage())[..., :3])) == {0}
    press(hall, Key.Key_Right)
    assert hall.strip.isVisible()
    assert program.state.snapshot.selection.step == 5, "that key has done nothing else"
    press(hall, Key.Key_B)
    press(hall, Key.Key_Escape)
    assert program.state.snapshot.presentation is not None


def test_the_scale_key_goes_between_the_projectors_scale_and_the_even_one(
    program: Program, hall: PresentationScreen
) -> None:
    assert sheet_of(hall).style.scale == "sqrt"
    press(hall, Key.Key_R)
    assert sheet_of(hall).style.scale == "linear"
    press(hall, Key.Key_R)
    assert sheet_of(hall).style.scale == "sqrt"
    assert program.state.snapshot.settings == Settings()


@pytest.mark.parametrize("leave", [Key.Key_Escape, Key.Key_F11])
def test_leaving_brings_back_geometry_state_and_focus(program: Program, leave: Qt.Key) -> None:
    window = program.window
    field = window.stepper.findChildren(QWidget)[0]
    field.setFocus()
    program.handle(Select(key=2))
    settle()
    focused, now = QApplication.focusWidget(), program.state.snapshot
    before = window.saveGeometry(), window.splitter.sizes(), window.tabs.current.canvas.geometry()
    press(window, Key.Key_F11)
    hall = program.desk.presentation.hall
    assert hall is not None
    press(hall, Key.Key_Plus, Control)
    press(hall, leave)
    assert program.desk.presentation.hall is None
    assert (window.saveGeometry(), window.splitter.sizes(), window.tabs.current.canvas.geometry()) == before
    after = program.state.snapshot
    assert (after.selection, after.settings, after.view, after.zoom) == (now.selection, now.settings, now.view, None)
    assert QApplication.focusWidget() is focused
    assert window.isActiveWindow()
    program.handle(Select(key=-1))


def test_another_view_is_the_picture_alone_and_closing_leaves(program: Program, hall: PresentationScreen) -> None:
    for name in ("links", "masks", "all_layers"):
        program.handle(SetView(name))
        settle()
        assert hall.view is not None
        assert hall.view.name == name
        assert hall.view.canvas.height() == hall.height() - hall.strip.height() - hall.sentence.height()
    hall.close()
    settle()
    assert program.state.snapshot.presentation is None
    assert program.desk.presentation.hall is None


@pytest.mark.parametrize("view", ["links", "masks", "one_layer", "all_layers"])
def test_names_of_tokens_are_as_large_in_every_view_or_left_out(
    program: Program, hall: PresentationScreen, view: str
) -> None:
    program.handle(SetView(view))
    settle()
    assert hall.view is not None
    picture = hall.view.canvas.picture
    if isinstance(picture, MapSheet):
        sizes = {face_of(strip, picture.style).pixelSize() for strip, *_ in picture.plan.strips}
    else:
        sizes = {side.face_pixels(picture.style) for side in (picture.left, picture.right)}  # type: ignore[attr-defined]
    assert min(sizes, default=36) >= 36


def test_no_command_that_opens_a_dialog_is_there(program: Program, hall: PresentationScreen) -> None:
    names = {action.objectName() for action in hall.actions()}
    assert {"step.next", "kind.cross", "look.sqrt", "window.present", "edit.leave", "view.masks"} <= names
    asked = {name for name in names if program.actions.by_name[name].text().endswith("…")}
    assert not asked
    program.handle(ChangeSettings({"dots": True}))
