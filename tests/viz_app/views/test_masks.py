"""Masks: buttons that add and remove padding and ask for the proof; pointing selects; the switch to one's own code."""

from __future__ import annotations

from dataclasses import replace
from weakref import ref

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication

from model.analysis.causality_check import compare
from model.analysis.padding_change import PaddingChange
from tests.viz_app.sample_trace import make_trace
from tests.viz_app.views.pointing import Hand, pointing_at
from viz_app.pictures.drawing.picture import Cell
from viz_app.pictures.masks.mask_texts import hint
from viz_app.platform.theme import LIGHT
from viz_app.state.intents import AddPadding, AddSentence, ChangeSettings, MeasureExtension, RunInOnePass, Select
from viz_app.state.state import Selection, Settings, Snapshot
from viz_app.views.masks import MasksView


def press(button: QAbstractButton) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=button.rect().topLeft() + button.rect().center() / 4)


def view_of(hand: Hand) -> MasksView:
    assert isinstance(hand.view, MasksView)
    return hand.view


def test_the_buttons_ask_for_padding(qapp: QApplication) -> None:
    with pointing_at(MasksView()) as hand:
        view = view_of(hand)
        press(view.add)
        press(view.shorter)
        assert hand.asked == [AddPadding(4), AddSentence()]
        assert view.remove.isHidden()
        assert hint() not in view.origin.accessibleName(), "the picture says it, once"
        hand.state.update(trace=make_trace(padding=8), padding=8)
        press(view.add)
        press(view.remove)
        assert hand.asked[2:] == [AddPadding(12), AddPadding(0)]


def test_without_a_run_there_is_nothing_to_pad(qapp: QApplication) -> None:
    view = MasksView()
    view.display(Snapshot())
    for button in (view.add, view.shorter):
        assert not button.isEnabled()
    assert view.prove.isHidden()
    assert view.remove.isHidden()
    view.deleteLater()


def test_the_proof_is_offered_where_rows_came_one_by_one(qapp: QApplication) -> None:
    trace = make_trace()
    assert trace.decoder_attention is not None
    assert trace.cross_attention is not None
    with pointing_at(MasksView()) as hand:
        view = view_of(hand)
        assert view.prove.isHidden(), "cross attention has no future"
        hand.state.update(trace=trace, selection=Selection("decoder", 1, 2, 5))
        press(view.prove)
        assert hand.asked == [MeasureExtension()]
        hand.state.update(extension=compare(trace, trace.decoder_attention, trace.cross_attention))
        assert not view.prove.isEnabled()
        taught = replace(trace, origin=np.array(["teacher"] * trace.steps))
        hand.state.update(trace=taught)
        assert view.prove.isHidden()


def test_as_in_your_code_is_a_setting_where_the_family_is_known(qapp: QApplication) -> None:
    with pointing_at(MasksView()) as hand:
        view, trace = view_of(hand), make_trace()
        press(view.as_in_code)
        assert hand.asked == [ChangeSettings({"masks_as_in_code": True})]
        hand.state.update(settings=Settings(masks_as_in_code=True))
        assert view.as_in_code.isChecked()
        hand.state.update(trace=replace(trace, meta=replace(trace.meta, family="my own")))
        assert view.as_in_code.isHidden()


def test_pointing_selects_the_cell_in_any_of_the_maps(qapp: QApplication) -> None:
    with pointing_at(MasksView()) as hand:
        hand.hover(hand.place(query=2, key=4))
        assert hand.asked == [Select(query=2, key=4)]
        assert "score not recorded → may attend → weight 0." in hand.view.canvas.picture.alt
        assert hand.view.explain(Cell("cross", 1, 2, 2, 4)) == ""


def test_the_pad_token_is_shown_literally(qapp: QApplication) -> None:
    view = MasksView()
    assert "<pad>" in view.add.text()
    assert "&lt;pad&gt;" in view.add.toolTip()
    view.deleteLater()


def test_padding_changes_the_picture(qapp: QApplication) -> None:
    with pointing_at(MasksView()) as hand:
        before = hand.view.canvas.grab().toImage()
        hand.state.update(trace=make_trace(padding=4), padding=4)
        assert hand.view.canvas.grab().toImage() != before


def test_a_narrow_pane_takes_more_lines_of_buttons_and_cuts_none(qapp: QApplication) -> None:
    with pointing_at(MasksView()) as hand:
        view = view_of(hand)
        hand.state.update(selection=Selection("decoder", 1, 2, 5), padding=4)
        parts = (view.add, view.shorter, view.remove, view.prove, view.whole)
        for width in (1100, 420):
            view.resize(width, 520)
            QApplication.processEvents()
            assert all(part.width() >= part.sizeHint().width() for part in parts)
            assert all(part.geometry().right() <= width for part in parts)
            lines = {part.geometry().center().y() for part in parts}
            assert (max(lines) - min(lines) > 20) == (width == 420)
            assert view.canvas.geometry().bottom() < min(part.geometry().top() for part in parts)
            assert view.blocks.isVisible() == (width == 1100)
            above = [*view.blocks.buttons.values(), view.as_in_code] if width == 1100 else []
            assert view.blocks.isHidden() or view.blocks.geometry().bottom() <= view.canvas.geometry().top()
            assert all(part.geometry().right() <= view.blocks.width() for part in above)
            assert all(part.width() >= part.sizeHint().width() for part in above)


@pytest.mark.parametrize(("size", "there"), [((1100, 520), True), ((1100, 330), False), ((560, 700), False)])
def test_a_low_or_narrow_view_leaves_the_row_of_blocks_to_the_switch_of_kinds(
    qapp: QApplication, size: tuple[int, int], there: bool
) -> None:
    """Its height is the picture's; the choice of names stands below then, whole, or not at all."""
    with pointing_at(MasksView()) as hand:
        view = view_of(hand)
        hand.state.update(trace=make_trace(padding=2), selection=Selection("cross", 1, 2))
        for _ in range(2):  # and back again
            view.resize(*size)
            QApplication.processEvents()
            assert view.blocks.isVisible() == there
            top = view.blocks.height() if there else 0
            assert abs(view.canvas.geometry().top() - top) <= 8
            code = view.as_in_code
            assert code.isVisible() and code.width() >= code.sizeHint().width()
            below = code.mapTo(view, QPoint()).y() > view.canvas.geometry().bottom()
            assert below == (not there)
            assert code.mapTo(view, QPoint()).x() + code.width() <= size[0]
            view.resize(900, 640)
            QApplication.processEvents()


def test_the_other_blocks_are_one_click_away(qapp: QApplication) -> None:
    with pointing_at(MasksView()) as hand:
        view = view_of(hand)
        hand.state.update(trace=make_trace(padding=2), selection=Selection("encoder", 1, 2))
        assert [button.isChecked() for button in view.blocks.buttons.values()] == [True, False, False]
        press(view.blocks.buttons["cross"])
        assert hand.asked == [Select(kind="cross")]


def test_all_rows_in_one_pass_are_offered_where_rows_came_one_by_one(qapp: QApplication) -> None:
    with pointing_at(MasksView()) as hand:
        view, trace = view_of(hand), make_trace()
        assert view.whole.isHidden(), "cross attention lacks nothing"
        hand.state.update(trace=trace, selection=Selection("decoder", 1, 2, 5))
        press(view.whole)
        assert hand.asked == [RunInOnePass()]
        hand.state.update(trace=replace(trace, origin=np.array(["teacher"] * trace.steps)))
        assert view.whole.isHidden()


def test_what_is_new_is_framed(qapp: QApplication) -> None:
    """A mark around the columns that were added, in every map, and nothing of it without them."""
    with pointing_at(MasksView()) as hand:
        before, after = make_trace(), make_trace(padding=3)
        hand.state.update(trace=after, selection=Selection("encoder", 1, 2))
        plain, panels = hand.view.canvas.grab().toImage(), hand.view.canvas.picture.plan.panels  # type: ignore[attr-defined]
        hand.state.update(padded=PaddingChange(after, ref(before), 3))
        assert "3 <pad> (framed): weight 0" in hand.view.canvas.picture.alt
        marked = hand.view.canvas.grab().toImage()
        for panel in panels:
            x, (left, top, _, high) = panel.form.x, panel.box
            first, middle = left + x.edge(x.count - 3), top + high // 2
            assert marked.pixelColor(first - 1, middle).name() == LIGHT.accent, "at the left of the first new column"
            assert plain.pixelColor(first - 1, middle).name() != LIGHT.accent
            inside = left + x.edge(1) + 1
            assert marked.pixelColor(inside, middle) == plain.pixelColor(inside, middle)
