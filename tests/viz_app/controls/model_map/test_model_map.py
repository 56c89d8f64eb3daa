"""The map of the model: the figure fits its model and its room, and every attention block is a button."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from model.record.trace import KINDS, Kind
from tests.all_pairs import all_pairs
from tests.viz_app.controls.parts import Heard, info, painted, ready
from tests.viz_app.sample_trace import make_trace
from viz_app.controls.model_map.figure import figure
from viz_app.controls.model_map.layout import Architecture, Column, architecture_of, plan, sub_layers
from viz_app.controls.model_map.model_map import ModelMap
from viz_app.platform.theme import colours
from viz_app.state.intents import Select
from viz_app.state.state import Selection, Snapshot

Key = Qt.Key


def of(layers: int = 3, heads: int = 4, selection: Selection | None = None, **changes: Any) -> Snapshot:
    """A run of an open checkpoint with these layers and heads."""
    shape = {"encoder_layers": layers, "decoder_layers": layers, "encoder_heads": heads, "decoder_heads": heads}
    chosen = selection or Selection("cross", 1, 2, 3)
    return ready(make_trace(layers, heads), checkpoint=info(**(shape | changes)), selection=chosen)


@pytest.fixture
def model(qtbot: QtBot) -> ModelMap:
    widget = ModelMap()
    qtbot.addWidget(widget)
    widget.resize(280, 640)
    widget.display(of())
    widget.show()
    widget.activateWindow()
    return widget


# --- the figure ---


def test_the_figure_of_the_paper(model: ModelMap) -> None:
    texts = painted(model)
    assert texts.count("Add & Norm") == 3 * 2 + 3 * 3
    assert texts.count("Feed-forward") == 6
    assert texts.count("Embedding") == texts.count("Positional encoding") + texts.count("Positions") == 2
    for once in ("Linear", "Softmax", "Encoder × 3", "Decoder × 3", "input “play”"):
        assert once in texts
    assert "Final norm" not in texts


def test_the_produced_token_stands_on_top(model: ModelMap) -> None:
    trace = of().trace
    assert trace is not None
    assert trace.produced_probability is not None
    assert f"next token “in” {trace.produced_probability[3]:.2f}" in painted(model)


@pytest.mark.parametrize("norm_order", ["post", "pre"])
def test_a_step_paints_its_words_alone_and_the_rest_is_as_before(model: ModelMap, norm_order: str) -> None:
    """On the screen, where parts that are not asked for stay what they were."""
    seen = of(norm_order=norm_order)
    model.display(seen)
    QApplication.processEvents()
    block, painted_again = next(iter(model.blocks.values())), list[QEvent.Type]()
    watcher = Watcher(painted_again)
    block.installEventFilter(watcher)
    for step in (4, 0, 2):
        model.display(replace(seen, selection=replace(seen.selection, step=step)))
        QApplication.processEvents()
        screen = model.screen().grabWindow(model.winId()).toImage()
        assert not painted_again, "no button"
        block.removeEventFilter(watcher)
        assert screen == model.grab().toImage().convertToFormat(screen.format()), step
        block.installEventFilter(watcher)


def test_every_arrow_is_drawn(model: ModelMap) -> None:
    image = model.grab().toImage()
    ground = image.pixelColor(1, 1)
    assert len(model.figure.arrows) > 20
    for arrow in model.figure.arrows:
        start, end = arrow.points[:2]
        place = (start + end).toPoint() / 2
        inks = {image.pixelColor(place.x() + x, place.y() + y).name() for x in (-1, 0, 1) for y in (-1, 0, 1)}
        assert inks - {ground.name(), colours().paper}, arrow


class Watcher(QObject):
    """Notes that something is painted."""

    def __init__(self, found: list[QEvent.Type]) -> None:
        super().__init__()
        self.found = found

    def eventFilter(self, _: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        if event.type() == QEvent.Type.Paint:
            self.found.append(event.type())
        return False


def test_pre_norm_and_final_norms(model: ModelMap) -> None:
    model.display(of(layers=1, norm_order="pre", final_norm=True, positions="learned", selection=Selection("cross")))
    texts = painted(model)
    assert (texts.count("Norm"), texts.count("Final norm"), texts.count("Add & Norm")) == (5, 2, 0)
    assert {"Learned positions", "Positions"} & set(texts)


def test_without_a_vocabulary_head_there_is_no_softmax(model: ModelMap) -> None:
    """Told by the open checkpoint, and by a run of another one."""
    seen = of(layers=1)
    assert seen.trace is not None and seen.checkpoint is not None
    meta = replace(seen.trace.meta, vocabulary_head=False)
    bare = replace(seen.trace, meta=meta, produced_ids=None, produced_tokens=None, produced_probability=None)
    for checkpoint in (replace(seen.checkpoint, vocabulary_head=False), info(sha256="1" * 64), None):
        model.display(replace(seen, trace=bare, checkpoint=checkpoint))
        texts = painted(model)
        assert "no vocabulary head" in texts
        assert not {"Linear", "Softmax"} & set(texts)
    model.display(seen)
    assert {"Linear", "Softmax"} <= set(painted(model))


def test_where_norms_stand() -> None:
    assert sub_layers("encoder", pre_norm=False) == ["encoder", "add_norm", "feed_forward", "add_norm"]
    assert sub_layers("decoder", pre_norm=True) == [
        "norm", "decoder", "add", "norm", "cross", "add", "norm", "feed_forward", "add",
    ]  # fmt: skip


def test_a_run_of_another_checkpoint_keeps_its_own_shape() -> None:
    snapshot = replace(of(layers=2, heads=5), checkpoint=info(sha256="1" * 64, encoder_layers=6, norm_order="pre"))
    shown = architecture_of(snapshot)
    assert shown == Architecture({"encoder": 2, "decoder": 2}, {"encoder": 5, "decoder": 5})
    assert architecture_of(Snapshot()) is None


def test_a_replay_says_itself_how_its_network_is_built() -> None:
    snapshot = of(layers=2, heads=5)
    assert snapshot.run is not None
    said = replace(snapshot.run.meta, network={"norm_order": "pre", "positions": "learned"})
    held = {"decoder_final_gamma": np.ones(8, dtype=np.float32)}
    run = replace(snapshot.run, meta=said, activations=held)
    told = Architecture({"encoder": 2, "decoder": 2}, {"encoder": 5, "decoder": 5}, True, True, "learned")
    assert architecture_of(Snapshot(trace=run)) == told
    assert architecture_of(Snapshot(trace=replace(run, activations={}))) == replace(told, final_norm=False)


@pytest.mark.parametrize(
    ("width", "height", "layers", "kind", "pre_norm"),
    all_pairs((220, 320), (400, 560, 800), (1, 3, 6, 12), KINDS, (False, True)),
)
def test_everything_fits_and_nothing_overlaps(width: int, height: int, layers: int, kind: Kind, pre_norm: bool) -> None:
    architecture = Architecture(dict.fromkeys(("encoder", "decoder"), layers), {"encoder": 8, "decoder": 8}, pre_norm)
    selection = Selection(kind, layers // 2, 3)
    drawn = figure(architecture, selection, width, height, 12)
    parts = [box.rect for box in drawn.boxes] + [block.rect for block in drawn.blocks]
    parts += [pager.rect for pager in drawn.pagers]
    room = QRectF(0, 0, width, height)
    assert all(room.contains(rect) for rect in [*parts, *drawn.captions.values()])
    overlaps = [(a, b) for i, a in enumerate(parts) for b in parts[:i] if a.intersected(b).height() > 0.01]
    assert overlaps == []
    assert all(block.rect.height() >= 14 for block in drawn.blocks)
    assert any(block.kind == kind and block.layer == selection.layer and block.dots for block in drawn.blocks)
    shown = {block.layer for block in drawn.blocks if block.kind == kind}
    hidden = sum(pager.hidden for pager in drawn.pagers if (pager.column == "encoder") == (kind == "encoder"))
    assert len(shown) + hidden == layers
    if layers <= 6:
        assert drawn.pagers == []


@pytest.mark.parametrize("pre_norm", [False, True])
def test_another_kind_of_attention_is_drawn_in_the_same_detail(pre_norm: bool) -> None:
    """Its dots would make a column higher: a second click must not meet another block."""
    seen = set()
    for room in range(24, 60):
        shape = Architecture({"encoder": 3, "decoder": 3}, {"encoder": 4, "decoder": 4}, pre_norm)
        plans = [plan(shape, Selection(kind, 2, 1, 3), float(room)) for kind in KINDS]
        assert len({(each.selected, each.others, each.most, each.total) for each in plans}) == 1, room
        seen.add((plans[0].selected, plans[0].others))
    assert len(seen) >= 4


@pytest.mark.parametrize(
    ("width", "height", "layers", "pre_norm"),
    all_pairs((220, 320), (360, 400, 480, 560, 640, 900), (2, 3, 6, 12), (False, True)),
)
def test_a_layer_is_drawn_in_the_order_of_its_computation(width: int, height: int, layers: int, pre_norm: bool) -> None:
    """Self-attention, cross attention, feed-forward, however little room there is: never as if they were parallel."""
    architecture = Architecture(dict.fromkeys(("encoder", "decoder"), layers), {"encoder": 8, "decoder": 8}, pre_norm)
    drawn = figure(architecture, Selection("cross", layers // 2, 3), width, height, 12)
    cards = [card for card in drawn.cards if card.column == "decoder"]
    assert cards
    for card in cards:
        own, cross = (next(b.rect for b in drawn.blocks if (b.kind, b.layer) == (kind, card.layer))
                      for kind in ("decoder", "cross"))  # fmt: skip
        last = [b.rect for b in drawn.boxes if b.role == "feed_forward" and card.rect.contains(b.rect)]
        assert len(last) == 1, "each layer has one"
        assert last[0].bottom() < min(own.top(), cross.top())
        if cross.bottom() < own.top():
            continue
        steps = [(a.points[0], a.points[-1]) for a in drawn.arrows if len(a.points) == 2 and a.head]
        assert any(abs(start.x() - own.left()) < 1 and abs(end.x() - cross.right()) < 1 and own.top() < start.y() <
                   own.bottom() and start.y() == end.y() for start, end in steps), "an arrow leads on"  # fmt: skip
        enters = [a.points[-1] for a in drawn.arrows if not a.head and card.rect.contains(a.points[-1])]
        beneath = [end for end in enters if abs(end.y() - cross.bottom()) < 1 and end.x() < cross.right()]
        assert beneath == [], "nothing else leads into cross attention"
        plain = [a.points for a in drawn.arrows if len(a.points) == 2 and a.points[0].x() > card.rect.left()]
        low, high = card.rect.bottom() - 1, card.rect.top() + 1
        assert not [a for a, b in plain if a.x() == b.x() and a.y() >= low and b.y() <= high], "no line passes by both"
    encoder = [card for card in drawn.cards if card.column == "encoder"]
    for card in encoder:
        assert sum(b.role == "feed_forward" and card.rect.contains(b.rect) for b in drawn.boxes) == 1


@pytest.mark.parametrize("height", [400, 800])
def test_where_distances_change_the_scores_no_vector_is_added_for_positions(height: int) -> None:
    both: dict[Column, int] = {"encoder": 2, "decoder": 2}
    for positions, count in (("relative", 0), ("learned", 2), ("sinusoidal", 2), ("stored", 2)):
        drawn = figure(Architecture(both, both, positions=positions), Selection("cross", 1), 280, height, 12)
        assert sum(box.role == "positions" for box in drawn.boxes) == count


def test_parts_tell_what_the_network_does(model: ModelMap) -> None:
    """Before there is a run, the open checkpoint says how it computes."""
    t5 = {"norm": "rms", "norm_order": "pre", "positions": "relative", "scale_embeddings": False, "scale_scores": False,
          "activation": "relu", "gated": False, "feed_forward_bias": False, "final_norm": True}  # fmt: skip
    model.display(ready(checkpoint=info(network=t5, norm_order="pre", positions="relative", final_norm=True)))
    told = {box.role: model._explained(box.role) for box in model.figure.boxes}
    assert "x + f(RMSNorm(x))" in told["add"] and "RMSNorm(x)" in told["norm"]
    assert "ReLU(x·W₁)·W₂" in told["feed_forward"] and "√M" not in told["embedding"]
    assert "One more RMSNorm" in told["final_norm"] and "positions" not in told


def test_stacks_of_unequal_height() -> None:
    architecture = Architecture({"encoder": 12, "decoder": 2}, {"encoder": 8, "decoder": 8})
    drawn = figure(architecture, Selection("cross", 1), 280, 640, 12)
    assert {block.layer for block in drawn.blocks if block.kind == "cross"} == {0, 1}
    assert len({block.layer for block in drawn.blocks if block.kind == "encoder"}) > 4


def test_the_encoder_leads_to_every_cross_block_and_boldly_to_the_selected_one() -> None:
    architecture = Architecture({"encoder": 3, "decoder": 3}, {"encoder": 8, "decoder": 8})
    drawn = figure(architecture, Selection("cross", 1), 280, 640, 12)
    crosses = [block for block in drawn.blocks if block.kind == "cross"]
    ends = {(round(arrow.points[-1].x()), arrow.strong) for arrow in drawn.arrows if len(arrow.points) == 4}
    assert (round(crosses[0].rect.left()), True) in ends
    for block in crosses:
        assert any(block.rect.adjusted(-1, 0, 0, 0).contains(arrow.points[-1]) for arrow in drawn.arrows)
    assert sum(arrow.strong for arrow in drawn.arrows) == 1


# --- buttons ---


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("layer", [0, 1, 2])
def test_every_attention_block_is_a_button(model: ModelMap, qtbot: QtBot, kind: Kind, layer: int) -> None:
    heard, button = Heard(model), model.blocks[kind, layer]
    assert button.isVisible()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.keyClick(button, Key.Key_Return)
    qtbot.keyClick(button, Key.Key_Space)
    assert heard == [Select(kind=kind, layer=layer)] * 3
    assert button.isChecked() == ((kind, layer) == ("cross", 1))  # until the state says otherwise


def test_names_count_from_one(model: ModelMap) -> None:
    assert model.blocks["cross", 1].accessibleName() == "Cross attention, layer 2"
    assert model.blocks["encoder", 0].accessibleName() == "Encoder self-attention, layer 1"
    assert [button.accessibleName() for button in model.heads] == [f"Head {i} of 4" for i in (1, 2, 3, 4)]


def test_head_dots_stand_inside_the_selected_block(model: ModelMap, qtbot: QtBot) -> None:
    heard, block = Heard(model), model.blocks["cross", 1]
    assert [button.selected for button in model.heads] == [False, False, True, False]
    assert all(block.geometry().contains(button.geometry()) for button in model.heads)
    qtbot.mouseClick(model.heads[3], Qt.MouseButton.LeftButton)
    qtbot.keyClick(model.heads[0], Key.Key_Return)
    assert heard == [Select(head=3), Select(head=0)]


@pytest.mark.parametrize("width", [212, 280, 320])
@pytest.mark.parametrize("heads", [1, 8, 16])
def test_a_dot_can_be_hit(model: ModelMap, width: int, heads: int) -> None:
    model.resize(width, 640)
    model.display(of(heads=heads, selection=Selection("cross", 1)))
    shown = [button for button in model.heads if button.isVisible()]
    assert len(shown) == heads
    assert all(button.width() >= 10 and button.height() >= 10 for button in shown)
    assert len({(button.x(), button.y()) for button in shown}) == heads
    assert all(model.blocks["cross", 1].geometry().contains(button.geometry()) for button in shown)


def test_very_many_heads_are_paged_by_the_selection(model: ModelMap, qtbot: QtBot) -> None:
    model.display(of(layers=1, heads=40, selection=Selection("cross", 0, 30)))
    assert [button.head for button in model.heads if button.isVisible()] == list(range(22, 38))
    heard = Heard(model)
    qtbot.mouseClick(next(button for button in model.heads if button.head == 37), Qt.MouseButton.LeftButton)
    assert heard == [Select(head=37)]


def test_layers_that_do_not_fit_are_behind_a_pager(model: ModelMap, qtbot: QtBot) -> None:
    model.resize(240, 420)
    model.display(of(layers=24, selection=Selection("decoder", 12)))
    shown = sorted(layer for (kind, layer), button in model.blocks.items() if kind == "decoder" and button.isVisible())
    assert 12 in shown
    assert shown == list(range(shown[0], shown[-1] + 1))
    heard = Heard(model)
    for button in (b for b in model.pagers if b.isVisible() and b.property("column") == "decoder"):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert heard == [Select(kind="decoder", layer=shown[0] - 1), Select(kind="decoder", layer=shown[-1] + 1)]


def test_tab_stops_once_at_the_block_and_once_at_the_head(model: ModelMap) -> None:
    buttons = [*model.blocks.values(), *model.heads]
    stops = [button for button in buttons if button.focusPolicy() & Qt.FocusPolicy.TabFocus]
    assert stops == [model.blocks["cross", 1], model.heads[2]]


@pytest.mark.parametrize(
    ("start", "key", "end"),
    [
        (("decoder", 0), Key.Key_Up, ("cross", 0)),
        (("decoder", 1), Key.Key_Down, ("cross", 0)),
        (("encoder", 2), Key.Key_Down, ("encoder", 1)),
        (("encoder", 0), Key.Key_Right, ("decoder", 0)),
        (("decoder", 2), Key.Key_Left, ("encoder", 2)),
    ],
)
def test_arrows_move_the_focus_and_enter_selects(
    model: ModelMap, qtbot: QtBot, start: tuple[Kind, int], key: Qt.Key, end: tuple[Kind, int]
) -> None:
    heard = Heard(model)
    model.blocks[start].setFocus()
    qtbot.waitUntil(model.blocks[start].hasFocus)
    qtbot.keyClick(model.blocks[start], key)
    assert model.blocks[end].hasFocus()
    QTest.keyClick(model.blocks[end], Key.Key_Return)
    assert heard == [Select(kind=end[0], layer=end[1])]


def test_arrows_reach_the_heads(model: ModelMap, qtbot: QtBot) -> None:
    model.heads[2].setFocus()
    qtbot.waitUntil(model.heads[2].hasFocus)
    qtbot.keyClick(model.heads[2], Key.Key_Right)
    assert model.heads[3].hasFocus()
    qtbot.keyClick(model.heads[3], Key.Key_Up)
    assert not model.heads[3].hasFocus()


def test_a_kind_without_weights_cannot_be_chosen(model: ModelMap, qtbot: QtBot) -> None:
    trace = of().trace
    assert trace is not None
    model.display(ready(replace(trace, encoder_attention=None), selection=Selection("cross", 1, 2, 3)))
    heard = Heard(model)
    assert not model.blocks["encoder", 0].isEnabled()
    assert "no weights" in model.blocks["encoder", 0].toolTip()
    qtbot.mouseClick(model.blocks["encoder", 0], Qt.MouseButton.LeftButton)
    assert heard == []


def test_another_model_gets_its_own_buttons(model: ModelMap) -> None:
    model.display(of(layers=1))
    assert set(model.blocks) == {(kind, 0) for kind in KINDS}
    model.display(Snapshot())
    assert model.blocks == {}
    assert painted(model) == ["The open model appears here"]


@pytest.mark.qt_log_ignore("does not support raise")  # the offscreen platform says so of each tooltip
def test_the_other_parts_explain_themselves(model: ModelMap) -> None:
    linear = next(box for box in model.figure.boxes if box.role == "linear").rect.center().toPoint()
    QApplication.sendEvent(model, QHelpEvent(QHelpEvent.Type.ToolTip, linear, model.mapToGlobal(linear)))
    assert QToolTip.text() == "<qt>One logit per vocabulary entry</qt>"
