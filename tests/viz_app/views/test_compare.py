"""Compare on screen: the same cell marked in all maps, what a click selects, the list, and the ways to a pinned run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QToolButton

from model.analysis.comparison import two_runs
from tests.viz_app.sample_trace import make_trace
from tests.viz_app.views.pointing import Hand
from viz_app.state.comparison import PinRun
from viz_app.state.intents import ChangeSettings, Select, SetReading
from viz_app.state.state import Selection
from viz_app.views.compare import CompareView

BEFORE = make_trace(source=("Zwei", "Hunde", "spielen", "im", "Schnee", "."))
AFTER = make_trace(source=("Zwei", "grosse", "Hunde", "spielen", "im", "Schnee"), seed=4)
ONLY_THIS, ONLY_PINNED = 1, 6  #: columns of both: grosse, and the full stop


@pytest.fixture
def hand(qapp: QApplication) -> Iterator[Hand]:
    hand = Hand(CompareView())
    hand.state.update(trace=AFTER, pinned=BEFORE)
    QApplication.processEvents()
    hand.asked.clear()
    yield hand
    hand.view.close()
    hand.view.deleteLater()


def told(hand: Hand) -> str:
    view = hand.view
    assert isinstance(view, CompareView)
    return view.place.accessibleName()


def at(hand: Hand, row: int, column: int, panel: int = 2) -> QPoint:
    """The middle of a cell of one of the three maps."""
    found = hand.view.canvas.picture.plan.panels[panel]  # type: ignore[attr-defined]
    return QPoint(int(found.left + found.form.x.middle(column)), int(found.top + found.form.y.middle(row)))


@pytest.mark.parametrize("panel", range(3))
def test_pointing_tells_both_numbers_in_every_map_and_selects_what_this_run_has(hand: Hand, panel: int) -> None:
    hand.hover(at(hand, 3, 4, panel))
    old, new = BEFORE.maps("cross")[1, 2, 3, 3], AFTER.maps("cross")[1, 2, 3, 4]
    change = f"{float(new) - float(old):+.4f}".replace("-", "−")
    assert told(hand).startswith(f"{old:.4f} → {new:.4f}, difference {change}")
    assert (hand.selection.query, hand.selection.key) == (3, 4)
    hand.view.leave()
    assert (hand.selection.query, hand.selection.key) == (None, None)


def test_what_only_the_pinned_run_has_can_be_pointed_at_and_not_selected(hand: Hand) -> None:
    place = at(hand, 3, ONLY_PINNED, 0)
    hand.hover(place)
    assert f"only in the pinned run: {BEFORE.maps('cross')[1, 2, 3, 5]:.4f}" in told(hand)
    hand.click(place)
    assert (hand.selection.query, hand.selection.key) == (3, None), "the row is this run's, too"
    hand.click(at(hand, 3, ONLY_THIS, 1))
    assert (hand.selection.query, hand.selection.key) == (3, 1)
    assert f"only in this run: {AFTER.maps('cross')[1, 2, 3, 1]:.4f}" in told(hand)


def test_rows_of_later_steps_are_there_and_a_click_goes_to_theirs(hand: Hand) -> None:
    assert hand.selection.step == 5
    hand.hover(at(hand, 7, 2))
    pointed = hand.selection
    assert (pointed.step, pointed.query) == (5, None), "pointing goes to no other step"
    assert "difference" in told(hand)
    hand.click(at(hand, 7, 2))
    chosen = hand.selection
    assert (chosen.step, chosen.query, chosen.key) == (7, 7, 2)


def test_a_head_of_the_list_is_a_click_away_with_its_largest_change(hand: Hand) -> None:
    weights = AFTER.maps("encoder").copy()
    weights[2, 0, 4, 6] += 40
    hand.state.update(trace=replace(AFTER, encoder_attention=weights))
    hand.click(hand.place(kind="encoder", layer=2, head=0))
    chosen = hand.selection
    assert (chosen.kind, chosen.layer, chosen.head, chosen.query, chosen.key) == ("encoder", 2, 0, 4, 6)
    assert "40." in told(hand)


def test_runs_are_compared_as_they_were_computed(hand: Hand) -> None:
    mean = replace(hand.state.snapshot.reading, aggregate="heads")
    hand.state.update(reading=mean)
    hand.asked.clear()
    hand.click(at(hand, 3, 4))
    assert isinstance(hand.asked[0], SetReading)
    assert isinstance(hand.asked[-1], Select)


def test_buttons_pin_compare_with_before_and_leave_out_what_one_lacks(hand: Hand) -> None:
    view = hand.view
    assert isinstance(view, CompareView)
    view.pin.click()
    view.before.click()
    assert hand.asked == [PinRun(), PinRun("before")]
    assert view.common.isHidden()
    hand.state.update(pinned=make_trace(layers=2, heads=3))
    assert view.common.isVisible()
    hand.state.update(selection=replace(hand.selection, layer=2, head=3))
    view.common.click()
    assert hand.asked[-2:] == [ChangeSettings({"compare_common": True}), Select(layer=1, head=2)]


def test_a_run_that_is_not_finite_is_told_of(hand: Hand) -> None:
    weights = AFTER.maps("cross").copy()
    weights[1, 2, 0, 0] = np.nan
    hand.state.update(trace=replace(AFTER, cross_attention=weights))
    assert not hand.view.grab().isNull()
    hand.hover(at(hand, 0, 0))
    assert "only in the pinned run" in told(hand)


def test_a_run_that_is_pinned_is_not_pinned_again_and_the_keyboard_stays_in_the_view(hand: Hand) -> None:
    view = hand.view
    assert isinstance(view, CompareView) and view.pin.isEnabled()
    view.activateWindow()
    view.pin.setFocus()
    hand.state.update(pinned=AFTER)
    assert not view.pin.isEnabled() and QApplication.focusWidget() is view.canvas
    hand.state.update(pinned=BEFORE)
    assert view.pin.isEnabled()


def test_while_heads_are_ranked_beside_the_window_it_says_so(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(two_runs, "AT_ONCE", 10)
    large = make_trace(source=("Zwei", "Hunde"), seed=9)
    hand.state.update(trace=large, ranking=True)
    assert hand.view.canvas.picture.alt == "Comparing all heads…"
    assert two_runs.compare(BEFORE, large).ranking
    hand.state.update(ranking=False)
    assert hand.view.canvas.picture.alt.startswith("Compare: ")


def test_a_head_that_changes_little_beside_others_offers_its_own_scale_and_the_way_back(hand: Hand) -> None:
    """As a pale map does; its colours are then those of its own largest difference, and nothing else has moved."""
    assert isinstance(hand.view, CompareView) and BEFORE.cross_attention is not None
    weights = BEFORE.cross_attention.copy()
    weights[0, 0, 0, :2], weights[1, 0, 0, :2] = (0.9, 0.1), (0.5, 0.5)
    before = replace(BEFORE, cross_attention=weights)
    weights = weights.copy()
    weights[0, 0, 0, :2], weights[1, 0, 0, :2] = (0.1, 0.9), (0.54, 0.46)
    after = replace(before, cross_attention=weights, source_ids=before.source_ids.copy())
    scales, said = hand.view.scales, list[list[str]]()
    for layer, own in ((0, False), (1, False), (1, True)):
        settings = replace(hand.state.snapshot.settings, per_map_scale=own)
        hand.state.update(trace=after, pinned=before, selection=Selection("cross", layer, 0, 3), settings=settings)
        hand.view.canvas.grab()
        QApplication.processEvents()  # placed after the painting, shown after that
        QApplication.processEvents()
        said.append([button.text() for button in scales.findChildren(QToolButton) if not button.isHidden()])
        assert scales.isVisible() == bool(said[-1])
    assert said == [[], ["±0.04", "√ scale"], ["±0.8, even"]]
    hand.asked.clear()
    scales.findChildren(QToolButton)[-1].click()
    assert hand.asked == [ChangeSettings({"scale": "linear", "per_map_scale": False})]
