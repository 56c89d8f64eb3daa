"""The three blocks above *Masks*: what each hides, in words that have room, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from model.network.interventions import CellFlipped, to_json
from model.record.trace import Trace
from tests.viz_app.sample_trace import make_trace
from viz_app.state.intents import Select
from viz_app.state.state import Selection, Snapshot
from viz_app.views.shared.block_tabs import BlockTabs


@pytest.fixture
def tabs(qapp: QApplication) -> Iterator[BlockTabs]:
    found = BlockTabs()
    found.resize(1000, 40)
    found.show()
    yield found
    found.close()
    found.deleteLater()


def texts(tabs: BlockTabs) -> list[str]:
    return [button.text() for button in tabs.buttons.values()]


def test_each_says_what_is_hidden_there(tabs: BlockTabs) -> None:
    tabs.display(Snapshot(trace=make_trace(), selection=Selection("decoder")))
    assert texts(tabs) == ["Encoder · nothing hidden", "Decoder · later tokens hidden", "Cross · nothing hidden"]
    assert [button.isChecked() for button in tabs.buttons.values()] == [False, True, False]
    tabs.display(Snapshot(trace=make_trace(padding=3), selection=Selection("cross", 1, 2, 4)))
    assert texts(tabs) == ["Encoder · 3 <pad> hidden", "Decoder · later tokens hidden", "Cross · 3 <pad> hidden"]
    assert "Layer 2 · Head 3" in tabs.place.text()


def changed_by_hand() -> Trace:
    """A cell of cross attention and of the decoder's own switched off."""
    run = make_trace()
    cross, decoder = run.cross_mask, run.decoder_mask
    assert cross is not None and decoder is not None
    cross, decoder = cross.copy(), decoder.copy()
    for mask in (cross, decoder):
        mask[3, 1] = False
    flipped = [to_json(CellFlipped(kind, 3, 1)) for kind in ("cross", "decoder")]
    meta = replace(run.meta, interventions=tuple(flipped))
    return replace(run, meta=meta, cross_mask=cross, decoder_mask=decoder)


def test_a_mask_that_was_changed_by_hand_is_not_said_to_hide_nothing(tabs: BlockTabs) -> None:
    """The decoder's own mask still hides what it hid."""
    tabs.resize(1400, 40)
    tabs.display(Snapshot(trace=changed_by_hand()))
    assert texts(tabs) == [
        "Encoder · nothing hidden", "Decoder · later tokens hidden · changed by hand", "Cross · changed by hand",
    ]  # fmt: skip


def test_no_change_by_hand_takes_what_is_hidden_away(tabs: BlockTabs) -> None:
    """Else the row of buttons would go at the first click into a mask, and the picture below it rise."""
    tabs.display(Snapshot(trace=make_trace()))
    told = next(width for width in range(200, 1400) if tabs.tells_in(width))
    tabs.display(Snapshot(trace=changed_by_hand()))
    assert tabs.tells_in(told) and not tabs.tells_in(told - 1)
    tabs.resize(told, 40)
    assert texts(tabs) == ["Encoder · nothing hidden", "Decoder · later tokens hidden", "Cross · changed"]


def test_a_block_that_the_run_lacks_cannot_be_chosen(tabs: BlockTabs) -> None:
    tabs.display(Snapshot(trace=replace(make_trace(), encoder_attention=None)))
    assert [button.isEnabled() for button in tabs.buttons.values()] == [False, True, True]
    tabs.display(Snapshot())
    assert not any(button.isEnabled() for button in tabs.buttons.values())


def test_words_give_way_before_they_are_cut(tabs: BlockTabs) -> None:
    tabs.display(Snapshot(trace=make_trace(padding=2)))
    for width in (1000, 700, 560, 420, 300):
        tabs.resize(width, 40)
        QApplication.processEvents()
        for button in tabs.buttons.values():
            assert button.width() >= button.sizeHint().width()
            assert button.geometry().right() <= width
    assert texts(tabs) == ["Encoder", "Decoder", "Cross"]
    assert all("<pad>" in button.toolTip() or "hidden" in button.toolTip() for button in tabs.buttons.values())
    tabs.resize(1000, 40)
    QApplication.processEvents()
    assert texts(tabs)[0] == "Encoder · 2 <pad> hidden"


def test_the_keyboard_reaches_all_three(tabs: BlockTabs) -> None:
    tabs.display(Snapshot(trace=make_trace(), selection=Selection("encoder")))
    asked: list[object] = []
    tabs.requested.connect(asked.append)
    encoder, decoder, cross = tabs.buttons.values()
    assert encoder.focusPolicy() & Qt.FocusPolicy.TabFocus, "the one that is down"
    for button, following, kind in ((encoder, decoder, "decoder"), (decoder, cross, "cross")):
        button.setFocus()
        QTest.keyClick(button, Qt.Key.Key_Right)
        assert following.isChecked()
        assert asked[-1] == Select(kind=kind)  # type: ignore[arg-type]
