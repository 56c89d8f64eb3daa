"""The token strip: which tokens, which marks and weights, and what a click or key on a chip asks for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from model.analysis.baseline import holding_baseline
from model.transforms.view_transform import ViewTransform
from tests.model.subwords import make_run
from tests.viz_app.controls.parts import Heard, forced_trace, painted, ready
from tests.viz_app.sample_trace import make_trace, taught
from viz_app.controls.token_strip.chip_row import ChipRow
from viz_app.controls.token_strip.chips import Chip
from viz_app.controls.token_strip.token_strip import TokenStrip
from viz_app.state.intents import CLEAR, Select
from viz_app.state.state import Selection, State

TRACE = make_trace(padding=2)  # S = 9, T = 8
SOURCE = ["Zwei", "Hunde", "spielen", "im", "Schnee", ".", "</s>", "<pad>", "<pad>"]
TARGET = ["<s>", "Two", "dogs", "play", "in", "the", "snow", ".", "</s>"]
SHIFT = Qt.KeyboardModifier.ShiftModifier
Key = Qt.Key
pytestmark = pytest.mark.qt_log_ignore("does not support raise")  # the offscreen platform says so of each tooltip


@pytest.fixture
def strip(qtbot: QtBot) -> TokenStrip:
    widget = TokenStrip()
    qtbot.addWidget(widget)
    widget.resize(1000, 80)
    widget.show()
    widget.display(ready(TRACE, selection=Selection("cross", 1, 2, 3)))
    return widget


def click(row: ChipRow, index: int, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.mouseClick(row, Qt.MouseButton.LeftButton, modifier, row.chip_rect(index).center().toPoint())


def labels(row: ChipRow) -> list[str]:
    return [chip.label for chip in row.chips]


def tip(row: ChipRow, index: int) -> str:
    """The tooltip that hovering over a chip brings up."""
    place = row.chip_rect(index).center().toPoint()
    QApplication.sendEvent(row, QHelpEvent(QHelpEvent.Type.ToolTip, place, row.mapToGlobal(place)))
    return QToolTip.text()


# --- what is shown ---


def test_a_given_target_is_there_at_every_step(strip: TokenStrip) -> None:
    """Nothing of it is decoded, so nothing is later; each token but the first is the label of the step before it."""
    run = taught(TRACE, wrong=(3,))
    strip.display(ready(run, selection=Selection("decoder", 1, 2, 3)))
    assert [chip.presence for chip in strip.target.chips] == ["there"] * 3 + ["read", "new"] + ["there"] * 4
    assert [chip.weight is not None for chip in strip.target.chips] == [True] * 8 + [False]
    assert "given: the label of step 4, to which the model gives probability 0.1250" in tip(strip.target, 4)
    assert "produced" not in tip(strip.target, 4)
    heard = Heard(strip)
    click(strip.target, 6, SHIFT)
    assert heard == [Select(key=6)], "a key after the step's own: blocked, but there"


def test_the_tokens_of_the_run_are_painted(strip: TokenStrip) -> None:
    assert painted(strip) == ["source", *SOURCE, "target", *TARGET]


def test_the_target_grows_with_the_step(strip: TokenStrip) -> None:
    for step in (0, 3, 7):
        strip.display(ready(TRACE, selection=Selection("cross", 0, 0, step)))
        presence = [chip.presence for chip in strip.target.chips]
        assert presence == ["there"] * step + ["read", "new"] + ["later"] * (7 - step)


def test_roles(strip: TokenStrip) -> None:
    assert [chip.role for chip in strip.source.chips] == ["plain"] * 6 + ["special", "padding", "padding"]


def test_an_unknown_word_keeps_its_spelling_and_is_flagged(strip: TokenStrip) -> None:
    trace = make_trace(source=("Zwei", "<unk>"), target=("Two",))
    trace = replace(trace, meta=replace(trace.meta, source_spelling=("Zwei", "Xyl", "</s>")))
    strip.display(ready(trace))
    assert labels(strip.source) == ["Zwei", "Xyl", "</s>"]
    assert strip.source.chips[1].role == "unknown"
    assert "vocabulary token &lt;unk&gt;" in tip(strip.source, 1)


def test_pieces_of_a_word_stand_together(strip: TokenStrip) -> None:
    trace = make_trace(source=("▁Hal", "lo", "▁du"), target=("▁Hi",))
    strip.display(ready(trace))
    assert labels(strip.source) == ["Hal", "·lo", "du", "</s>"]
    gaps = [strip.source.chip_rect(i + 1).left() - strip.source.chip_rect(i).right() for i in range(3)]
    assert gaps[0] < gaps[1] == pytest.approx(gaps[2])


def test_a_forced_token_is_marked(strip: TokenStrip) -> None:
    strip.display(ready(forced_trace(step=2), selection=Selection("cross", 0, 0, 4)))
    assert [chip.label for chip in strip.target.chips if chip.forced] == ["zzz"]
    assert "forced: not the model" in tip(strip.target, 3)


@pytest.mark.parametrize(
    ("selection", "row"),
    [(Selection("cross", 1, 2, 3), (1, 2, 3)), (Selection("cross", 2, 0, 5, query=1), (2, 0, 1))],
)
def test_cross_weights_stand_under_the_source(
    strip: TokenStrip, selection: Selection, row: tuple[int, int, int]
) -> None:
    assert TRACE.cross_attention is not None
    strip.display(ready(TRACE, selection=selection))
    planted = TRACE.cross_attention[row]
    assert [chip.weight for chip in strip.source.chips] == pytest.approx(planted.tolist())
    assert [chip.strongest for chip in strip.source.chips] == [i == planted.argmax() for i in range(9)]
    assert {chip.weight for chip in strip.target.chips} == {None}
    layer, head = row[0] + 1, row[1] + 1
    assert f"weight {planted[4]:.4f} in the current row, layer {layer}, head {head}" in tip(strip.source, 4)


def test_decoder_weights_stand_under_what_was_consumed(strip: TokenStrip) -> None:
    assert TRACE.decoder_attention is not None
    strip.display(ready(TRACE, selection=Selection("decoder", 1, 1, 3)))
    weights = [chip.weight for chip in strip.target.chips]
    assert weights[:4] == pytest.approx(TRACE.decoder_attention[1, 1, 3, :4].tolist())
    assert weights[4:] == [None] * 5
    assert {chip.weight for chip in strip.source.chips} == {None}


def test_a_bar_is_as_strong_as_its_weight(strip: TokenStrip) -> None:
    weights = np.zeros_like(np.array(TRACE.cross_attention))
    weights[0, 0, 0, :3] = 0.1, 0.8, 0.1
    strip.display(ready(replace(TRACE, cross_attention=weights)))
    image = strip.source.grab().toImage()
    bars = [strip.source.chip_rect(i) for i in range(4)]
    depth = [image.pixelColor(int(bar.left() + 6), int(bar.bottom() + 4)).lightness() for bar in bars]
    assert depth[3] > depth[0] == depth[2] > depth[1]


@pytest.mark.parametrize(
    ("selection", "source", "target"),
    [
        (Selection("cross", 0, 0, 4, query=2, key=5), {5: "K"}, {2: "Q"}),  # row 2 writes position 3, from position 2
        (Selection("decoder", 0, 0, 4, query=2, key=1), {}, {2: "Q", 1: "K"}),
        (Selection("encoder", 0, 0, 4, query=2, key=2), {2: "QK"}, {}),
    ],
)
def test_the_pointed_cell_is_marked(
    strip: TokenStrip, selection: Selection, source: dict[int, str], target: dict[int, str]
) -> None:
    strip.display(ready(TRACE, selection=selection))
    for row, wanted in ((strip.source, source), (strip.target, target)):
        marks = {i: "Q" * chip.query + "K" * chip.key for i, chip in enumerate(row.chips) if chip.query or chip.key}
        assert marks == wanted


def test_the_query_stands_at_the_consumed_token_in_both_decoder_attentions(strip: TokenStrip) -> None:
    """Both compute the row's query at the position of the token that the step consumes, the last step's too."""
    assert TRACE.consumed_tokens is not None
    for query, token in enumerate(TRACE.consumed_tokens):
        for kind in ("decoder", "cross"):
            strip.display(ready(TRACE, selection=Selection(kind, 0, 0, 7, query=query, key=1)))
            assert [chip.label for chip in strip.target.chips if chip.query] == [token]
            assert [number for number, chip in enumerate(strip.target.chips) if chip.query] == [query]


# --- what a click asks for ---


@pytest.mark.parametrize(("chip", "step"), [(0, 0), (1, 0), (4, 3), (8, 7)])
def test_a_target_chip_selects_the_step_that_wrote_it(strip: TokenStrip, chip: int, step: int) -> None:
    heard = Heard(strip)
    click(strip.target, chip)
    assert heard == [Select(step=step)]


def test_without_produced_tokens_a_chip_is_its_own_step(strip: TokenStrip) -> None:
    strip.display(ready(replace(TRACE, produced_tokens=None)))
    heard = Heard(strip)
    click(strip.target, 4)
    assert heard == [Select(step=4)]


def test_a_source_chip_selects_the_key_and_again_clears_it(strip: TokenStrip) -> None:
    heard = Heard(strip)
    click(strip.source, 4)
    strip.display(ready(TRACE, selection=Selection("cross", 1, 2, 3, key=4)))
    click(strip.source, 4)
    assert heard == [Select(key=4), Select(key=CLEAR)]


def test_in_the_encoder_shift_selects_the_query(strip: TokenStrip) -> None:
    strip.display(ready(TRACE, selection=Selection("encoder", 1, 2, 3)))
    heard = Heard(strip)
    click(strip.source, 4)
    click(strip.source, 2, SHIFT)
    assert heard == [Select(key=4), Select(query=2)]


def test_in_the_decoder_shift_selects_the_key_among_the_consumed(strip: TokenStrip) -> None:
    strip.display(ready(TRACE, selection=Selection("decoder", 1, 2, 3)))
    heard = Heard(strip)
    click(strip.source, 2)
    click(strip.target, 2, SHIFT)
    click(strip.target, 6, SHIFT)  # not consumed yet
    assert heard == [Select(key=2), Select(step=5)]


def test_arrow_keys_step_and_move_the_key(strip: TokenStrip, qtbot: QtBot) -> None:
    strip.display(ready(TRACE, selection=Selection("cross", 1, 2, 3, key=4)))
    heard = Heard(strip)
    for key in (Key.Key_Left, Key.Key_Right, Key.Key_Home, Key.Key_End):
        qtbot.keyClick(strip.target, key)
    for key in (Key.Key_Left, Key.Key_Right, Key.Key_Return):
        qtbot.keyClick(strip.source, key)
    assert heard == [
        Select(step=2), Select(step=4), Select(step=0), Select(step=7), Select(key=3), Select(key=5), Select(key=CLEAR),
    ]  # fmt: skip


def test_an_arrow_at_the_end_does_not_clear_the_key(strip: TokenStrip, qtbot: QtBot) -> None:
    strip.display(ready(TRACE, selection=Selection("cross", 1, 2, 3, key=8)))
    heard = Heard(strip)
    qtbot.keyClick(strip.source, Key.Key_Right)
    assert heard == []


def test_screen_readers_hear_the_tokens_and_the_current_one(strip: TokenStrip) -> None:
    strip.display(ready(TRACE, selection=Selection("cross", 1, 2, 3, key=4)))
    assert strip.source.accessibleName() == "source: " + " ".join(SOURCE)
    assert strip.source.accessibleDescription().startswith("“Schnee”, vocabulary token Schnee, id ")
    assert "next token of step 4" in strip.target.accessibleDescription()


def test_tooltips_are_escaped(strip: TokenStrip) -> None:
    strip.display(ready(make_trace(source=("<img src=x>",), target=("a",))))
    text = tip(strip.source, 0)
    assert text.startswith("<qt>“&lt;img␣src=x&gt;”")
    assert "<img" not in text


# --- long sentences ---


@pytest.fixture
def long(qtbot: QtBot) -> TokenStrip:
    words = [f"Wort{i}" for i in range(511)]
    widget = TokenStrip()
    qtbot.addWidget(widget)
    widget.resize(800, 80)
    widget.show()
    trace = make_trace(1, 1, words, [f"word{i}" for i in range(60)])
    widget.display(ready(trace, selection=Selection("cross", 0, 0, 30, key=400)))
    return widget


def visible(row: ChipRow, index: int) -> bool:
    rect = row.chip_rect(index)
    return rect.left() >= row.gutter and rect.right() <= row.width()


def test_the_selected_tokens_are_in_view_and_the_rest_is_counted(long: TokenStrip) -> None:
    assert visible(long.source, 400)
    assert visible(long.target, 31)
    before, after = long.source.hidden()
    assert before + after > 480
    assert f"‹ {before}" in painted(long.source)
    assert f"{after} ›" in painted(long.source)
    assert len(painted(long.source)) < 30  # what cannot be seen is not drawn


def test_edges_and_wheel_scroll(long: TokenStrip, qtbot: QtBot) -> None:
    heard, row = Heard(long), long.source
    left = row.chip_rect(400).left()
    qtbot.mouseClick(row, Qt.MouseButton.LeftButton, pos=QPoint(row.width() - 10, 15))
    moved = row.chip_rect(400).left()
    assert moved < left - 400
    qtbot.mouseClick(row, Qt.MouseButton.LeftButton, pos=QPoint(row.gutter + 5, 15))
    assert row.chip_rect(400).left() == pytest.approx(left)
    assert heard == []


def test_chips_do_not_move_while_nothing_changes(long: TokenStrip, qtbot: QtBot) -> None:
    qtbot.mouseClick(long.source, Qt.MouseButton.LeftButton, pos=QPoint(long.source.width() - 10, 15))
    place = long.source.chip_rect(400)
    chips = long.source.chips
    long.source.show_chips(tuple(Chip(**{**vars(chip), "weight": 0.5}) for chip in chips), 400)
    assert long.source.chip_rect(400) == place


def test_a_last_chip_that_is_cut_is_told_of(strip: TokenStrip) -> None:
    row = strip.source
    row.current = -1
    for short, told in ((0, 0), (9, 1)):  # pixels, less than half of any chip
        row.resize(row.needed - short, row.height())
        assert row.hidden() == (0, told)


# --- what a change of the network did ---


def test_other_tokens_than_before_have_a_sign_and_say_what_stood_there(strip: TokenStrip) -> None:
    assert TRACE.produced_ids is not None
    assert TRACE.produced_tokens is not None
    ids, tokens = TRACE.produced_ids.copy(), TRACE.produced_tokens.astype("<U8")
    ids[2], tokens[2], ids[5], tokens[5] = 901, "sleep", 902, "rain"
    meta = replace(TRACE.meta, interventions=({"what": "unscaled"},))
    run = holding_baseline(replace(TRACE, meta=meta, produced_ids=ids, produced_tokens=tokens), TRACE)
    strip.display(ready(TRACE, selection=Selection("cross", 1, 2, 3)))
    places, plain = [strip.target.chip_rect(index) for index in range(3)], strip.target.grab().toImage()
    strip.display(ready(run, selection=Selection("cross", 1, 2, 3)))
    assert [index for index, chip in enumerate(strip.target.chips) if chip.changed] == [3, 6]
    assert "◆ before the change: “play”" in tip(strip.target, 3)
    assert "before the change" not in tip(strip.target, 2)
    assert "sleep (changed)" in strip.target.accessibleName()
    assert strip.target.accessibleName().count("(changed)") == 2
    assert [strip.target.chip_rect(index) for index in range(3)] == places, "what stands before it has not moved"
    marked, corner = strip.target.grab().toImage(), strip.target.chip_rect(3).topRight().toPoint()
    around = [QPoint(x, y) for x in range(-4, 4) for y in range(-1, 6)]
    assert any(plain.pixel(corner + by) != marked.pixel(corner + by) for by in around)


def test_a_replaced_source_token_has_the_sign_and_says_what_stood_there(strip: TokenStrip) -> None:
    ids, tokens = TRACE.source_ids.copy(), TRACE.source_tokens.astype("<U8")
    old, ids[1], tokens[1] = str(tokens[1]), 901, "Katzen"
    meta = replace(TRACE.meta, interventions=({"what": "source_replaced", "token": 1, "text": "Katzen"},))
    run = holding_baseline(replace(TRACE, meta=meta, source_ids=ids, source_tokens=tokens), TRACE)
    strip.display(ready(run, selection=Selection("cross", 1, 2, 3)))
    assert [index for index, chip in enumerate(strip.source.chips) if chip.changed] == [1]
    assert f"◆ before the change: “{old}”" in tip(strip.source, 1)


def test_a_word_has_the_sign_of_any_of_its_pieces(strip: TokenStrip) -> None:
    run = make_run()
    assert run.produced_ids is not None
    ids = run.produced_ids.copy()
    ids[3] += 50  # "ball", in the word "snowball"
    meta = replace(run.meta, interventions=({"what": "unscaled"},))
    state = State(ready(holding_baseline(replace(run, meta=meta, produced_ids=ids), run)))
    state.update(reading=ViewTransform(words=True))
    strip.display(state.snapshot)
    changed = [chip.label for chip in strip.target.chips if chip.changed]
    assert len(changed) == 1
    assert "ball" in changed[0]
