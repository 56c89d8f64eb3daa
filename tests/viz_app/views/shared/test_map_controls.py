"""Buttons on a map's page, by real clicks: the zoom where not every name has room, scales where a map is pale."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton, QWidget

from tests.viz_app.sample_trace import make_trace
from tests.viz_app.views.pointing import LEFT, NONE, Hand, pointing_at
from viz_app.handlers.navigation import Zooming
from viz_app.pictures.one_head.sister_maps import WithSisters
from viz_app.state.intents import ChangeSettings, Intent
from viz_app.state.state import Selection
from viz_app.state.zoom import Zoom
from viz_app.views.one_head import OneHeadView

LONG = make_trace(2, 3, [f"s{n}" for n in range(57)], [f"t{n}" for n in range(135)])
SHORT = make_trace(2, 3)


@pytest.fixture
def hand(qapp: QApplication) -> Iterator[Hand]:
    """A long run, and an owner of the state that zooms and changes settings."""
    with pointing_at(OneHeadView()) as hand:
        handlers = Zooming(hand.state).handlers

        def hear(intent: Intent) -> None:
            if type(intent) in handlers:
                handlers[type(intent)](intent)
            elif isinstance(intent, ChangeSettings):
                hand.state.update(settings=replace(hand.state.snapshot.settings, **intent.changes))

        hand.view.requested.connect(hear)
        hand.state.update(trace=LONG, selection=Selection("cross", 1, 2, 70))
        settle(hand)
        yield hand


def settle(hand: Hand) -> None:
    for _ in range(4):
        QApplication.processEvents()
        hand.view.canvas.picture  # noqa: B018 - it is drawn when it is asked for
    QApplication.processEvents()


def view(hand: Hand) -> OneHeadView:
    assert isinstance(hand.view, OneHeadView)
    return hand.view


def press(hand: Hand, button: QWidget) -> None:
    QTest.mouseClick(button, LEFT, NONE, button.rect().center())
    settle(hand)


def test_the_buttons_do_what_the_keys_do(hand: Hand) -> None:
    buttons = view(hand).buttons.zoom
    assert buttons.isVisible()
    assert [button.isEnabled() for button in (buttons.smaller, buttons.larger, buttons.whole)] == [False, True, False]
    press(hand, buttons.larger)
    first = hand.state.snapshot.zoom
    assert first is not None
    assert first.rows < 136
    assert 70 in range(first.row, first.row + first.rows), "the step's row is in it"
    press(hand, buttons.larger)
    second = hand.state.snapshot.zoom
    assert second is not None
    assert second.rows < first.rows
    press(hand, buttons.smaller)
    assert hand.state.snapshot.zoom is not None
    assert hand.state.snapshot.zoom.rows > second.rows
    press(hand, buttons.whole)
    assert hand.state.snapshot.zoom is None


def test_they_have_names_and_tooltips_and_the_keyboard_reaches_them(hand: Hand) -> None:
    for button in view(hand).buttons.zoom.findChildren(QToolButton):
        assert len(button.accessibleName()) > 8
        assert button.accessibleName().split(" (")[0] in button.toolTip()
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_they_hide_nothing_of_the_map_and_move_nothing(hand: Hand) -> None:
    box = view(hand).buttons.zoom.geometry()
    picture = hand.view.canvas.picture
    for x in range(box.left(), box.right(), 3):
        for y in range(box.top(), box.bottom(), 3):
            assert picture.at(x, y) is None
    assert hand.view.canvas.rect().contains(box)
    for zoom in (Zoom(60, 0, 20, 20), None):
        hand.state.update(zoom=zoom)
        settle(hand)
        assert view(hand).buttons.zoom.geometry() == box


def test_a_map_that_names_all_its_tokens_needs_none(hand: Hand) -> None:
    hand.state.update(trace=SHORT, selection=Selection("cross", 1, 2, 3), zoom=None)
    settle(hand)
    assert not view(hand).buttons.zoom.isVisible()
    assert not view(hand).buttons.scales.isVisible()


def test_the_step_takes_a_part_along(hand: Hand) -> None:
    hand.state.update(zoom=Zoom(60, 10, 12, 12))
    for step in (71, 72, 90, 12, 135, 0):
        hand.state.update(selection=replace(hand.selection, step=step))
        zoom = hand.state.snapshot.zoom
        assert zoom is not None
        assert step in range(zoom.row, zoom.row + zoom.rows)


def test_a_click_on_the_small_map_of_the_whole_goes_there(hand: Hand) -> None:
    hand.state.update(zoom=Zoom(60, 10, 12, 12))
    settle(hand)
    picture = hand.view.canvas.picture
    assert isinstance(picture, WithSisters)
    panel = picture.own
    place = QPoint(
        round(panel.left + panel.form.x.middle(40)), round(panel.top + panel.form.y.middle(20))
    )  # fmt: skip
    before = hand.selection
    hand.click(place)
    settle(hand)
    zoom = hand.state.snapshot.zoom
    assert zoom is not None
    assert (zoom.rows, zoom.columns) == (12, 12)
    x, y = panel.form.x, panel.form.y
    assert abs(zoom.row + 6 - 20) <= 1 + y.count / y.length, "within the pixel that was clicked"
    assert abs(zoom.column + 6 - 40) <= 1 + x.count / x.length
    assert (hand.selection.query, hand.selection.key) == (before.query, before.key)


def test_one_head_has_a_small_map_of_the_whole_once_a_part_is_shown(hand: Hand) -> None:
    alone = make_trace(2, 1, [f"s{n}" for n in range(57)], [f"t{n}" for n in range(135)])
    hand.state.update(trace=alone, selection=Selection("cross", 1, 0, 70), zoom=None)
    assert not isinstance(hand.view.canvas.picture, WithSisters)
    hand.state.update(zoom=Zoom(60, 10, 12, 12))
    picture = hand.view.canvas.picture
    assert isinstance(picture, WithSisters)
    assert [panel.head for panel in picture.sisters.plan.panels] == [0]


def test_a_pale_map_offers_its_scales_and_the_way_back(hand: Hand) -> None:
    assert LONG.cross_attention is not None
    pale = replace(LONG, cross_attention=LONG.cross_attention * 0.08)
    hand.state.update(trace=pale)
    settle(hand)
    offers = view(hand).buttons.scales
    assert offers.isVisible()
    place, texts = offers.geometry().topLeft(), [button.text() for button in _buttons(offers)]
    most = max(float(weight) for row in LONG.cross_attention[1, 2] for weight in row) * 0.08
    assert texts == [f"0 … {most:.2f}", "√ scale"]
    assert all(button.accessibleName() and button.toolTip() for button in _buttons(offers))
    press(hand, _buttons(offers)[0])
    assert hand.state.snapshot.settings.per_map_scale
    assert len(_buttons(offers)) == 1
    press(hand, _buttons(offers)[0])
    assert not hand.state.snapshot.settings.per_map_scale
    assert offers.geometry().topLeft() == place
    press(hand, _buttons(offers)[1])
    assert hand.state.snapshot.settings.scale == "sqrt"


def _buttons(offers: QWidget) -> list[QToolButton]:
    return [button for button in offers.findChildren(QToolButton) if button.isVisible()]


def test_offers_stand_beside_the_bar_and_over_no_word(hand: Hand) -> None:
    """Where the buttons lie, the picture itself is bare paper."""
    assert LONG.cross_attention is not None
    hand.state.update(trace=replace(LONG, cross_attention=LONG.cross_attention * 0.08))
    settle(hand)
    offers = view(hand).buttons.scales
    image = hand.view.canvas.grab().toImage()
    offers.hide()
    bare = hand.view.canvas.grab().toImage()
    box = offers.geometry()
    paper = {bare.pixel(x, y) for x in range(box.left(), box.right()) for y in range(box.top(), box.bottom())}
    assert len(paper) == 1
    assert image != bare
