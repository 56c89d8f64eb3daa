"""Where the keyboard is can be seen: on everything that takes it, in every view and in both themes."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QFont, QImage, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QMenu,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from tests.viz_app.commands.test_command import INFO
from tests.viz_app.pictures.reading import array_of
from tests.viz_app.recorder import MIDDLE
from tests.viz_app.sample_vectors import with_vectors
from viz_app.main_window import MainWindow
from viz_app.pictures import titles
from viz_app.platform.appearance import Appearance
from viz_app.platform.focus_ring import FocusRing, FocusRings
from viz_app.state.state import Settings

Pixels = NDArray[np.uint8]
assert MIDDLE.trace is not None
FULL = replace(MIDDLE, trace=with_vectors(MIDDLE.trace), checkpoint=INFO, engine_ready=True)


@pytest.fixture
def rings(qapp: QApplication) -> Iterator[FocusRings]:
    font = QFont(qapp.font())
    let_go(qapp)
    made = FocusRings(qapp)
    yield made
    made.stop()
    qapp.setPalette(QPalette())
    qapp.setFont(font)
    qapp.styleHints().setColorScheme(Qt.ColorScheme.Unknown)


def let_go(qapp: QApplication) -> None:
    """No button of the mouse is down any more, whichever test before has pressed one: a click shows no ring."""
    if qapp.mouseButtons() != Qt.MouseButton.NoButton:
        window = QWidget()
        window.show()
        QTest.mouseRelease(window.windowHandle(), Qt.MouseButton.LeftButton)
        QApplication.processEvents()
        window.close()
    assert qapp.mouseButtons() == Qt.MouseButton.NoButton


def grabbed(widget: QWidget) -> Pixels:
    """As it stands in its window."""
    QApplication.processEvents()
    window = widget.window()
    place = QRect(widget.mapTo(window, QPoint()), widget.size())
    return array_of(window.grab(place).toImage().convertToFormat(QImage.Format.Format_RGB32))


def luminance(colours: Pixels) -> NDArray[np.float64]:
    """Relative luminance of WCAG 2, of each colour."""
    parts = colours.astype(float) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ np.array([0.2126, 0.7152, 0.0722]))


def outlined(before: Pixels, after: Pixels) -> bool:
    """Whether something at least two pixels thick has appeared along all four sides of a rectangle, and stands out."""
    one, other = luminance(before), luminance(after)
    seen = (np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05) >= 2.5
    changed = (before.astype(int) != after.astype(int)).any(axis=2)
    rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
    if len(rows) < 8 or len(columns) < 8:
        return False
    part = seen[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    sides = part[:4], part[-4:], part[:, :4].T, part[:, -4:].T
    return all(((side.mean(axis=1) > 0.35).sum() >= 2) for side in sides)


def focusable(window: QWidget) -> list[QWidget]:
    """What the Tab key reaches now."""
    return [
        widget
        for widget in window.findChildren(QWidget)
        if widget.isVisible() and widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.focusProxy() is None and not widget.visibleRegion().isEmpty()
    ]  # fmt: skip


@pytest.mark.parametrize(("view", "theme"), list(zip(titles(), cycle(("light", "dark")), strict=False)))
def test_everything_in_the_window_shows_its_focus(
    qapp: QApplication, rings: FocusRings, theme: str, view: str
) -> None:  # fmt: skip
    Appearance(qapp).apply(Settings(theme=theme))  # type: ignore[arg-type]
    window = MainWindow()
    window.resize(1600, 1000)
    window.display(replace(FULL, view=view))
    window.show()
    window.activateWindow()
    QTest.qWaitForWindowActive(window)
    try:
        found = focusable(window)
        assert len(found) > 12
        kinds = {type(widget).__name__ for widget in found}
        assert {"Canvas", "BlockButton", "HeadButton", "ChipRow", "QPushButton"} <= kinds
        if view not in list(titles())[:2]:  # what stands around the views is the same in all of them
            found = focusable(window.tabs)
        unseen = []
        for widget in found:
            if widget.hasFocus():
                widget.clearFocus()
            before = grabbed(widget)
            widget.setFocus(Qt.FocusReason.TabFocusReason)
            if not widget.hasFocus() or not outlined(before, grabbed(widget)):
                unseen.append((type(widget).__name__, widget.accessibleName(), widget.size().toTuple()))
            widget.clearFocus()
        assert unseen == []
    finally:
        window.close()
        window.deleteLater()


@pytest.fixture
def desk(qapp: QApplication, rings: FocusRings) -> Iterator[QWidget]:
    """One of each of Qt's own."""
    holder = QWidget()
    box = QVBoxLayout(holder)
    tabs = QTabBar()
    for name in ("One", "Two"):
        tabs.addTab(name)
    for part in (QPushButton("press"), QComboBox(), QCheckBox("check"), QLineEdit(), QPlainTextEdit(), tabs):
        box.addWidget(part)
    holder.resize(300, 400)
    holder.show()
    holder.activateWindow()
    QTest.qWaitForWindowActive(holder)
    yield holder
    holder.close()
    holder.deleteLater()


def ring_of(widget: QWidget) -> bool:
    return bool([ring for ring in widget.findChildren(FocusRing) if ring.isVisibleTo(widget)])


def test_a_click_leaves_a_ring_on_what_takes_text_alone(desk: QWidget) -> None:
    for kind, expected in ((QPushButton, False), (QLineEdit, True)):
        widget = desk.findChild(kind)
        assert isinstance(widget, QWidget)
        widget.clearFocus()
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton)
        assert widget.hasFocus()
        assert ring_of(widget) == expected


def test_a_window_in_which_nothing_has_the_keyboard_has_no_ring(desk: QWidget) -> None:
    for child in desk.findChildren(QWidget):
        child.clearFocus()
    desk.setFocus(Qt.FocusReason.OtherFocusReason)
    assert desk.hasFocus()
    assert not ring_of(desk)


def test_the_ring_follows_the_size_and_goes_with_the_keyboard(desk: QWidget) -> None:
    field, button = desk.findChild(QLineEdit), desk.findChild(QPushButton)
    assert field is not None and button is not None
    field.setFocus(Qt.FocusReason.TabFocusReason)
    desk.resize(500, 400)
    QApplication.processEvents()
    ring = field.findChild(FocusRing)
    assert ring is not None and ring.size() == field.size()
    button.setFocus(Qt.FocusReason.TabFocusReason)
    assert not ring_of(field) and ring_of(button)


def test_a_window_in_which_nothing_has_the_keyboard_has_no_frame_around_all_of_it(desk: QWidget) -> None:
    desk.setFocus(Qt.FocusReason.OtherFocusReason)
    assert desk.hasFocus()
    assert not ring_of(desk)


def test_what_is_deleted_while_it_has_the_keyboard_takes_its_ring_along(desk: QWidget, rings: FocusRings) -> None:
    button, field = desk.findChild(QPushButton), desk.findChild(QLineEdit)
    assert button is not None and field is not None
    button.setFocus(Qt.FocusReason.TabFocusReason)
    button.deleteLater()
    QTest.qWait(1)
    field.setFocus(Qt.FocusReason.TabFocusReason)
    assert ring_of(field)


@pytest.mark.qt_log_ignore("does not support")  # the offscreen platform grabs no keyboard
def test_menus_and_what_a_combo_box_opens_have_none(desk: QWidget, rings: FocusRings) -> None:
    menu = QMenu(desk)
    menu.addAction("an entry")
    menu.popup(QPoint(20, 20))
    QApplication.processEvents()
    assert menu.findChildren(FocusRing) == []
    menu.close()


def test_the_chosen_tab_is_ringed(desk: QWidget) -> None:
    tabs = desk.findChild(QTabBar)
    assert tabs is not None
    tabs.setCurrentIndex(1)
    before = grabbed(tabs)
    tabs.setFocus(Qt.FocusReason.TabFocusReason)
    changed = np.flatnonzero((before != grabbed(tabs)).any(axis=(0, 2)))
    assert changed.min() >= tabs.tabRect(1).left() - 2


def the_box() -> QWidget:
    box = QApplication.activeModalWidget()
    assert box is not None
    return box


def test_a_button_whose_box_python_has_looked_at_and_let_go_keeps_its_ring(
    rings: FocusRings,
) -> None:
    """Python's end of what is in a box that Qt made goes with that of the box; an error in painting ended it all."""
    seen: list[tuple[bool, QImage]] = []

    def look() -> None:
        if not isinstance(QApplication.focusWidget(), QPushButton):
            QTimer.singleShot(1, look)
            return
        held = [box := the_box(), *box.findChildren(QWidget)]
        del held, box
        gc.collect()
        box = the_box()
        button = next(iter(box.findChildren(QPushButton)))
        around = button.findChildren(FocusRing)
        seen.append((bool(around), button.grab().toImage()))
        for ring in around:
            ring.hide()
        seen.append((bool(around), button.grab().toImage()))
        box.close()

    QTimer.singleShot(0, look)
    QMessageBox.information(None, "Title", "What it says.")
    (there, with_ring), (_, without) = seen
    assert there
    assert with_ring != without


def test_a_window_that_has_the_keyboard_itself_has_none(desk: QWidget, rings: FocusRings) -> None:
    desk.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    desk.setFocus(Qt.FocusReason.OtherFocusReason)
    assert desk.hasFocus()
    assert not ring_of(desk)
