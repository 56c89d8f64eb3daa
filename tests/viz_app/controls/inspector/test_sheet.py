"""The answer sheet: what it covers, what it says, how it opens and closes, and where the keyboard goes meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QScrollArea, QWidget

from model.record.trace import Kind
from tests.viz_app.controls.measured import effects, shown
from tests.viz_app.controls.parts import Heard
from viz_app.controls.inspector.effects import EffectsPart
from viz_app.controls.inspector.sheet import ANSWERS, AnswerSheet
from viz_app.controls.widgets import scaled
from viz_app.main_window import MainWindow
from viz_app.platform.preferences import Settings
from viz_app.state.intents import ChangeSettings, Select, SetView
from viz_app.state.questions import opening, questions
from viz_app.state.state import Snapshot

CLOSED = replace(shown(), settings=Settings())


def opened(name: str, **changes: object) -> Snapshot:
    now = replace(CLOSED, settings=replace(Settings(), **opening(name)))
    return replace(now, **changes)  # type: ignore[arg-type]  # fields of a snapshot


@pytest.fixture(scope="module")
def shared(qapp: QApplication) -> Iterator[MainWindow]:
    """Made once; tests ask for ``window``."""
    made = MainWindow()
    yield made
    made.close()
    made.deleteLater()


@pytest.fixture
def window(shared: MainWindow) -> MainWindow:
    """As it is without an answer, in usual letters, whatever the test before did."""
    for each in (shared, shared.tabs):
        each.setFont(QFont())
    shared.resize(1280, 800)
    shared.show()
    shared.display(CLOSED)
    shared.activateWindow()
    shared.setFocus()
    for _ in range(5):  # how many candidates fit is known once everything has its place
        QApplication.processEvents()
    return shared


def show(window: MainWindow, now: Snapshot) -> AnswerSheet:
    window.display(now)
    QApplication.processEvents()
    return window.answer_sheet


def covered(window: MainWindow) -> QWidget:
    """What holds the pages of the views."""
    stack = window.tabs.currentWidget().parentWidget()
    assert stack is not None
    return stack


def outside(window: MainWindow) -> dict[QWidget, tuple[int, ...]]:
    """Where everything stands that is not in the sheet, and how large."""
    sheet = window.answer_sheet
    return {
        each: (*each.mapTo(window, QPoint(0, 0)).toTuple(), each.width(), each.height())
        for each in window.findChildren(QWidget)
        if each.isVisible() and each is not sheet and not sheet.isAncestorOf(each)
    }


def at_middle(window: MainWindow, widget: QWidget) -> QWidget | None:
    """What a press on the middle of ``widget`` meets."""
    return window.childAt(widget.mapTo(window, widget.rect().center()))


def test_its_title_and_its_cross_stay_in_front_of_the_line_whatever_the_window_does(window: MainWindow) -> None:
    """The Display line was raised again with every layout, over the title and the cross of an open answer."""
    window.resize(1900, 800)  # room for the line in twice the letters
    combo = window.display_bar.findChild(QComboBox)
    assert combo is not None
    sheet = show(window, opened("effects"))
    changes: list[Callable[[], object]] = [
        lambda: None,
        lambda: window.resize(1700, 700),
        lambda: window.tabs.setFont(scaled(window.tabs.font(), 1.5)),
        window.display_bar.updateGeometry,
    ]
    for change in changes:
        change()
        QApplication.processEvents()
        assert at_middle(window, sheet.close_button) is sheet.close_button
        assert at_middle(window, sheet.title) is sheet.title
        assert not combo.isEnabled(), "the keyboard reaches nothing that is covered"
    show(window, CLOSED)
    assert at_middle(window, combo) is combo
    assert combo.isEnabled()


@pytest.mark.parametrize("name", list(ANSWERS))
def test_every_answer_lies_exactly_over_the_views_and_moves_nothing(window: MainWindow, name: str) -> None:
    before = outside(window)
    sheet = show(window, opened(name))
    stack = covered(window)
    assert sheet.isVisible()
    assert sheet.geometry() == stack.geometry()
    assert sheet.title.text() == questions()[name].title
    assert outside(window) == before
    if name == next(iter(ANSWERS)):  # it is the same sheet for all of them
        window.resize(1024, 640)
        QApplication.processEvents()
        assert sheet.geometry() == stack.geometry()
        window.resize(1280, 800)
    sheet = show(window, CLOSED)
    assert not sheet.isVisible()
    assert outside(window) == before


@pytest.mark.parametrize("size", [(1280, 720), (1024, 600)])
def test_its_title_and_its_cross_are_in_sight_whatever_is_laid_out_meanwhile(
    window: MainWindow, size: tuple[int, int]
) -> None:
    """As when the engine comes, or a label in the line of *Display* changes."""
    window.resize(*size)
    sheet = show(window, opened("computation"))
    QApplication.postEvent(window.tabs, QEvent(QEvent.Type.LayoutRequest))
    QApplication.processEvents()
    for part in (sheet.title, sheet.close_button):
        assert window.childAt(part.mapTo(window, part.rect().center())) is part
    ring = sheet.area.geometry().left() + 3
    for words in (sheet.title, sheet.answer("computation")):
        assert words.mapTo(sheet, QPoint(0, 0)).x() > ring, "the ring around the answer lies on no letter"


@pytest.mark.parametrize("points", [0, 9])
def test_a_title_has_one_line_where_the_sheet_has_room_for_it(window: MainWindow, points: int) -> None:
    for name in ("computation", "parameters", "feed_forward"):
        sheet = show(window, opened(name))
        large = QFont(sheet.font())
        large.setPointSizeF(large.pointSizeF() + points)
        sheet.setFont(large)
        QApplication.processEvents()
        title = sheet.title
        needed = title.fontMetrics().horizontalAdvance(title.text())
        assert needed >= title.width() or title.height() < 1.9 * title.fontMetrics().lineSpacing(), title.text()
        assert points or needed < title.width()
        sheet.setFont(QFont())


def test_one_at_a_time(window: MainWindow) -> None:
    sheet = show(window, opened("head_facts"))
    show(window, opened("best_heads"))
    assert [name for name, answer in sheet.answers.items() if answer.isVisible()] == ["best_heads"]
    older = replace(CLOSED, settings=Settings(effects=True, head_facts=True, best_heads=True))
    show(window, older)
    assert [name for name, answer in sheet.answers.items() if answer.isVisible()] == ["effects"]


def test_the_cells_of_the_row_stand_along_the_top_where_the_answer_is_about_one(window: MainWindow) -> None:
    sheet = show(window, opened("computation"))
    assert sheet.keys.isVisible()
    assert sheet.keys.row is not None
    assert CLOSED.trace is not None
    assert sheet.keys.row.keys == tuple(CLOSED.trace.source_labels)
    assert sheet.subtitle.wordings[0].startswith("Cross attention, layer\u00a02, head\u00a03 · query “")
    heard = Heard(sheet)
    QTest.mouseClick(sheet.keys, Qt.MouseButton.LeftButton, pos=sheet.keys.cell(1).center().toPoint())
    assert heard == [Select(key=1)]
    assert not show(window, opened("cost")).keys.isVisible()


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_effects_are_about_a_step_and_only_weights_about_a_head(window: MainWindow, kind: Kind) -> None:
    now = opened("effects", effects=effects())
    run = now.trace
    assert run is not None and run.produced_tokens is not None
    sheet = show(window, replace(now, selection=replace(now.selection, kind=kind, query=None, key=None)))
    told = sheet.subtitle.wordings[0]
    step = now.selection.step
    assert told.startswith(f"Step {step + 1}, next token “{run.produced_tokens[step]}”")
    assert ("head" in told) == (kind == "cross") == sheet.keys.isVisible()


def test_the_keyboard_goes_in_and_comes_back(window: MainWindow) -> None:
    slider = window.stepper.findChildren(QWidget)[0]
    slider.setFocus()
    sheet = show(window, opened("computation"))
    assert QApplication.focusWidget() is sheet.area
    heard = Heard(sheet)
    QTest.keyClick(sheet.area, Qt.Key.Key_Escape)
    QTest.mouseClick(sheet.close_button, Qt.MouseButton.LeftButton)
    assert heard == [ChangeSettings(opening(""))] * 2
    show(window, CLOSED)
    assert QApplication.focusWidget() is slider


@pytest.mark.parametrize(("size", "points"), [((1280, 800), 9), ((1024, 600), 9), ((1280, 800), 20), ((1024, 600), 20)])
def test_the_answer_has_the_larger_part_of_the_sheet(window: MainWindow, size: tuple[int, int], points: int) -> None:
    larger = window.font()
    larger.setPointSize(points)
    window.setFont(larger)
    window.resize(*size)
    sheet = show(window, opened("computation"))
    title_in_two_lines = points > 9 and size[1] < 800  # rather than a title that is cut
    assert sheet.area.height() >= (0.45 if title_in_two_lines else 0.5) * sheet.height()


def test_what_lies_under_it_takes_no_keys_and_its_tab_uncovers_it(window: MainWindow) -> None:
    sheet = show(window, opened("computation"))
    stack = covered(window)
    assert not stack.isEnabled()
    heard = Heard(window)
    bar = window.tabs.tabBar()
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(window.tabs.currentIndex()).center())
    assert heard == [SetView("one_head")]
    window.focus_pane(1)
    window.focus_pane(-1)
    assert window.answer_sheet.isAncestorOf(QApplication.focusWidget() or window) or not sheet.isAncestorOf(stack)
    show(window, CLOSED)
    assert stack.isEnabled()


def test_the_keyboard_takes_the_answer_along(window: MainWindow) -> None:
    window.resize(1000, 560)
    sheet = show(window, opened("effects", effects=effects()))
    part = sheet.answer("effects")
    assert isinstance(part, EffectsPart)
    bars, area = part.bars, sheet.findChild(QScrollArea)
    assert area is not None
    for key, row in ((Qt.Key.Key_End, 8), (Qt.Key.Key_Home, 0)):
        QTest.keyClick(bars, key)
        y = bars.mapTo(area.viewport(), bars.row(row).center().toPoint()).y()
        assert 0 <= y <= area.viewport().height()


@pytest.mark.parametrize("points", [9, 20])
def test_no_text_is_smaller_than_the_inspectors_or_cut(window: MainWindow, points: int) -> None:
    larger = window.font()
    larger.setPointSize(points)
    window.setFont(larger)
    for name in ANSWERS:
        sheet = show(window, opened(name, effects=effects()))
        content = sheet.area.widget()
        assert content is not None
        assert content.width() <= sheet.area.viewport().width(), f"{name}: nothing is cut at the side"
        assert content.minimumSizeHint().width() <= content.width(), name
        for label in sheet.findChildren(QLabel):
            if label.isVisible() and label.text():
                assert label.fontInfo().pixelSize() >= window.inspector.cell.query.fontInfo().pixelSize(), name
                assert label.height() >= label.fontMetrics().height(), (name, label.text())
