"""One head as an instrument, by keyboard alone: closer and back, and the same map as a table."""

from __future__ import annotations

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.e2e.screen import SHIFT, Key, Screen
from tests.viz_app.running import wait_until
from viz_app.dialogs.table import TableSheet
from viz_app.pictures.drawing.sheet import MapSheet
from viz_app.pictures.one_head.sister_maps import WithSisters


def sheet_of(screen: Screen) -> MapSheet:
    picture = screen.view.canvas.picture
    main = picture.main if isinstance(picture, WithSisters) else picture
    assert isinstance(main, MapSheet)
    return main


def test_the_keyboard_alone_zooms_and_moves(screen: Screen) -> None:
    screen.choose_tab("one_head")
    screen.press("3")
    screen.view.canvas.setFocus()
    screen.press(Key.Key_Up)
    screen.press(Key.Key_Up)
    chosen = screen.now.selection
    assert chosen.query is not None
    assert chosen.key is not None
    while screen.now.zoom is None or screen.now.zoom.rows > 2:
        screen.press(Key.Key_Plus)
    assert screen.now.zoom.holds(chosen.query, chosen.key)
    shown = sheet_of(screen)
    assert shown.plan.panels[0].form.x.cell >= 88
    assert "rows " in shown.subtitle
    for _ in range(chosen.query + 1):
        screen.press(Key.Key_Up)
    assert screen.now.selection.query == 0
    assert screen.now.zoom.row == 0
    screen.press(Key.Key_Minus)
    assert screen.now.zoom is not None
    assert screen.now.zoom.rows > 2
    screen.press(Key.Key_0)
    assert screen.now.zoom is None
    assert "rows " not in sheet_of(screen).subtitle


def test_squares_and_row_totals_have_a_key_each(screen: Screen) -> None:
    screen.choose_tab("one_head")
    screen.press("q")
    screen.press("t")
    style = sheet_of(screen).plan.style
    assert style.squares
    assert style.row_totals
    screen.press("q")
    screen.press("t")
    assert not (sheet_of(screen).plan.style.squares or sheet_of(screen).plan.style.row_totals)


def test_the_table_beside_the_window_is_the_map_on_screen(screen: Screen) -> None:
    screen.choose_tab("one_head")
    screen.press("3")
    screen.press(Key.Key_End)
    screen.press("t", SHIFT)
    sheet = screen.window.findChild(TableSheet)
    assert sheet is not None
    wait_until(sheet.isVisible, "the table")
    screen.press("t", SHIFT)
    assert len(screen.window.findChildren(TableSheet)) == 1, "asked for again, it is the same"
    sheet.table.setCurrentIndex(sheet.model.index(1, 2))
    QTest.keyClick(sheet.table, Key.Key_Right)
    assert (screen.now.selection.query, screen.now.selection.key) == (1, 3)
    trace, chosen = screen.now.trace, screen.now.selection
    assert trace is not None
    assert trace.cross_attention is not None
    weight = trace.cross_attention[chosen.layer, chosen.head, 1, 3]
    assert sheet.model.text(1, 3) == f"{weight:.6f}"
    screen.window.activateWindow()
    screen.window.setFocus()
    screen.press(Key.Key_Home)
    assert sheet.model.text(1, 3) == "later steps"
    screen.press("1")
    assert sheet.heading.text().startswith("Encoder self-attention")
    assert sheet.model.rowCount() == trace.source_length
    sheet.close()
    QApplication.processEvents()
    screen.leave_dialog()
