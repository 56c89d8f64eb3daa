"""The palette as a person uses it: keys, mouse, focus, and what a screen reader is told. By real events."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow

from viz_app.commands.search import SearchEntry, search
from viz_app.dialogs.palette.palette import CommandPalette

Key = Qt.Key


class Bench:
    """A window with a field, and a palette over it that writes down what was done."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.window = QMainWindow()
        self.other = QLineEdit(self.window)
        self.window.setCentralWidget(self.other)
        lines = [
            SearchEntry("Save the trace", self.doing("save"), "Ctrl+S", "Keeps it."),
            SearchEntry("Masks & more", self.doing("masks"), "", "What may be attended to.", "causal 마스크", on=True),
            SearchEntry("Next step", self.doing("next"), "→", "One further.", enabled=False),
        ]
        self.palette = CommandPalette(lambda query: search(lines, query), self.window)
        self.window.resize(900, 500)
        self.window.show()
        self.window.activateWindow()
        self.other.setFocus()

    def doing(self, name: str) -> Callable[[], None]:
        return lambda: self.done.append(name)

    def press(self, key: Qt.Key) -> None:
        QTest.keyClick(QApplication.focusWidget() or self.window, key)

    @property
    def texts(self) -> list[str]:
        found = self.palette.list
        return [found.item(row).text() for row in range(found.count())]


@pytest.fixture
def bench(qapp: QApplication) -> Iterator[Bench]:
    bench = Bench()
    qapp.processEvents()
    bench.palette.ask()
    yield bench
    bench.window.close()
    bench.window.deleteLater()


def test_typing_finds_enter_does_and_the_keyboard_returns(bench: Bench) -> None:
    assert bench.palette.isVisible()
    assert bench.palette.field.hasFocus()
    assert bench.texts == ["Save the trace", "Masks & more", "Next step"]
    QTest.keyClicks(bench.palette.field, "caus")
    assert bench.texts == ["Masks & more"]
    bench.press(Key.Key_Return)
    assert bench.done == ["masks"]
    assert not bench.palette.isVisible()
    assert bench.other.hasFocus()


def test_escape_does_nothing_and_gives_the_keyboard_back(bench: Bench) -> None:
    bench.press(Key.Key_Escape)
    assert not bench.palette.isVisible()
    assert bench.other.hasFocus()
    assert bench.done == []


def test_arrows_move_and_stop_at_the_ends(bench: Bench) -> None:
    bench.press(Key.Key_Up)
    assert bench.palette.list.currentRow() == 0
    bench.press(Key.Key_Down)
    assert bench.palette.list.currentRow() == 1
    bench.press(Key.Key_PageDown)
    assert bench.palette.list.currentRow() == 2
    bench.press(Key.Key_Backtab)
    assert bench.palette.list.currentRow() == 1
    bench.press(Key.Key_Tab)
    assert (bench.palette.list.currentRow(), bench.palette.field.hasFocus()) == (2, True)


def test_what_is_impossible_is_told_and_not_done(bench: Bench) -> None:
    QTest.keyClicks(bench.palette.field, "next")
    assert bench.palette.hint.text() == "Not possible now. One further."
    bench.press(Key.Key_Return)
    assert bench.palette.isVisible()
    assert bench.done == []


def test_a_click_does_it_too(bench: Bench) -> None:
    found = bench.palette.list
    QTest.mouseClick(
        found.viewport(), Qt.MouseButton.LeftButton, pos=found.visualItemRect(found.item(0)).center() + QPoint(1, 1)
    )
    assert bench.done == ["save"]


def test_it_closes_when_the_keyboard_goes_elsewhere_and_leaves_it_there(bench: Bench) -> None:
    bench.other.setFocus()
    assert not bench.palette.isVisible()
    assert bench.other.hasFocus()
    bench.palette.ask()
    assert bench.palette.isVisible()


def test_asking_again_starts_again(bench: Bench) -> None:
    QTest.keyClicks(bench.palette.field, "caus")
    bench.palette.ask()
    assert bench.palette.field.text() == ""
    assert len(bench.texts) == 3
    bench.press(Key.Key_Escape)
    assert bench.other.hasFocus()


def test_a_syllable_that_is_being_composed_finds_already(bench: Bench) -> None:
    QApplication.sendEvent(bench.palette.field, QInputMethodEvent("맛", []))
    assert bench.texts == ["Masks & more"]


def test_a_screen_reader_hears_the_chosen_line(bench: Bench) -> None:
    assert bench.palette.field.accessibleName() == "Find a command"
    assert bench.palette.field.accessibleDescription() == "Save the trace – Ctrl+S – Keeps it."
    QTest.keyClicks(bench.palette.field, "caus")
    assert bench.palette.field.accessibleDescription() == "Masks & more – causal – What may be attended to."
    QTest.keyClicks(bench.palette.field, "zzz")
    assert bench.palette.field.accessibleDescription().startswith("No match")


def test_it_covers_no_more_than_it_found(bench: Bench) -> None:
    before = bench.palette.height()
    QTest.keyClicks(bench.palette.field, "caus")
    assert bench.palette.height() < before
    bench.palette.field.clear()
    assert bench.palette.height() == before


def test_it_stays_in_the_middle_of_a_window_of_any_size(bench: Bench, qapp: QApplication) -> None:
    for width, height in ((1600, 900), (420, 300)):
        bench.window.resize(width, height)
        qapp.processEvents()
        place = bench.palette.geometry()
        assert bench.window.rect().contains(place)
        assert abs(place.center().x() - width // 2) <= 1
        assert not bench.palette.grab().isNull()
