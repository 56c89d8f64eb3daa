"""Weight beside effect in the inspector: planted numbers of the right token and step, and how to ask for them."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from model.analysis.effects import Effects, agreement, agreements
from model.transforms.view_transform import ViewTransform, value_lengths
from tests.model.subwords import WORDS as PIECES
from tests.model.subwords import make_run
from tests.viz_app.controls.measured import RUN, change, effects, shown
from tests.viz_app.controls.parts import Heard
from viz_app.controls.inspector.effects import EffectsPart, nats, value_length
from viz_app.state.intents import ChangeSettings, MeasureEffects, Select
from viz_app.state.state import Busy, Selection, Settings, Snapshot, State

WORDS = ["Zwei", "Hunde", "spielen", "im", "Schnee", ".", "</s>", "<pad>", "<pad>"]


@pytest.fixture
def part(qtbot: QtBot) -> EffectsPart:
    widget = EffectsPart()
    qtbot.addWidget(widget)
    widget.resize(300, 500)
    widget.show()
    widget.display(shown(effects=effects()))
    return widget


def rows(part: EffectsPart) -> list[tuple[str, ...]]:
    return [(line.name, *line.texts) for line in part.bars.table.lines]


def test_every_source_token_has_its_weight_and_its_change(part: EffectsPart) -> None:
    weights = RUN.cross_attention[1, 2, 3]  # type: ignore[index]  # it has
    wanted = [nats(float(value)) for value in change()[3]]
    assert rows(part) == [(word, f"{weights[k]:.2f}", wanted[k]) for k, word in enumerate(WORDS)]
    assert wanted == ["+4.00", "−4.10", "+4.20", "−4.30", "+4.40", "−4.50", "–", "–", "–"]
    assert part.statement.text() == (
        "Change in log-probability of “in” when a token is replaced by <unk>; one sentence, n = 1."
    )


def test_another_step_is_only_read(part: EffectsPart) -> None:
    heard = Heard(part)
    part.display(shown(Selection("cross", 1, 2, 5), effects=effects()))
    assert [row[2] for row in rows(part)][:2] == ["+6.00", "−6.10"]
    part.display(shown(Selection("cross", 1, 2, 5, query=2), effects=effects()))
    assert [row[2] for row in rows(part)][:2] == ["+3.00", "−3.10"]
    assert "“play”" in part.statement.text()
    assert heard == []


def test_the_largest_change_can_come_first(part: EffectsPart) -> None:
    part.display(shown(settings={"effects_by_size": True}, effects=effects()))
    assert [row[0] for row in rows(part)] == [".", "Schnee", "im", "spielen", "Hunde", "Zwei", "</s>", "<pad>", "<pad>"]
    heard = Heard(part)
    part.order.activated.emit(0)
    assert heard == [ChangeSettings({"effects_by_size": False})]


def test_the_correlation_is_told_with_its_n(part: EffectsPart) -> None:
    found = agreement(RUN.cross_attention[1, 2, 3], change()[3])  # type: ignore[index]  # it has
    number = f"{found.correlation:+.2f}".replace("-", "−")
    assert part.agreement.text() == f"Weight and size of change in this row: Spearman’s ρ = {number} (n = 6 tokens)."


def test_without_cross_attention_there_are_changes_alone(part: EffectsPart) -> None:
    part.display(shown(Selection("encoder", 0, 0, 3, query=7), effects=effects()))
    assert rows(part)[0] == ("Zwei", "+4.00")
    part.display(shown(Selection("decoder", 0, 0, 3, query=1), effects=effects()))
    assert rows(part)[0] == ("Zwei", "+2.00")
    assert part.agreement.text() == "Weights stand beside it for cross attention."


def test_losses_gains_and_steps_share_one_scale(part: EffectsPart) -> None:
    column = part.bars.table.columns[1]
    assert [column.low, column.high] == pytest.approx([-8.5, 8.4])
    small = np.where(np.isnan(change()), np.nan, -0.001).astype(np.float32)
    tiny = type(effects())(RUN, small, "unknown", "<unk>")
    part.display(shown(effects=tiny))
    column = part.bars.table.columns[1]
    assert column.low == -0.05
    assert column.high == 0.05


def test_a_row_explains_itself(part: EffectsPart) -> None:
    before = float(RUN.produced_probability[3])  # type: ignore[index]  # it has
    tip = part.bars.table.lines[1].tip()
    assert tip[0] == "“Hunde”, position 1"
    assert tip[2] == f"Without it p(“in”) goes from {before:.4f} to {before * math.exp(-4.1):.4f}."
    assert "special token" in part.bars.table.lines[6].tip()[2]


def test_how_much_of_a_word_the_head_adds(part: EffectsPart) -> None:
    """The same as the map of weight × value norms shows, where the run has what that takes."""
    random = np.random.default_rng(5)
    held = {
        "cross_value": random.normal(size=(3, 4, 9, 5)).astype(np.float32),
        "cross_w_o": random.normal(size=(3, 6, 20)).astype(np.float32),
    }
    run = replace(RUN, activations=held)
    lengths = value_lengths(run, "cross")
    assert lengths is not None
    for layer, head, key in ((0, 0, 0), (1, 2, 4), (2, 3, 8)):
        assert value_length(run, layer, head, key) == pytest.approx(float(lengths[layer, head, key]), rel=1e-5)
    part.display(shown(trace=run, effects=replace(effects(), trace=run)))
    weight = RUN.cross_attention[1, 2, 3, 1]  # type: ignore[index]  # it has
    told = f"weight × ‖value · W_O‖ = {weight * lengths[1, 2, 1]:.4f} (Kobayashi et al. 2020)"
    assert told in part.bars.table.lines[1].tip()
    assert value_length(RUN, 0, 0, 0) is None


def test_a_click_selects_the_column(part: EffectsPart, qtbot: QtBot) -> None:
    heard = Heard(part)
    qtbot.mouseClick(part.bars, Qt.MouseButton.LeftButton, pos=part.bars.row(4).center().toPoint())
    assert heard == [Select(key=4)]
    part.display(shown(Selection("cross", 1, 2, 3, key=4), effects=effects()))
    assert [line.marked for line in part.bars.table.lines].index(True) == 4


def test_a_run_read_otherwise_keeps_its_own_tokens(part: EffectsPart, qapp: QApplication) -> None:
    state = State(shown(effects=effects()))
    state.update(reading=ViewTransform(aggregate="heads"))
    assert state.snapshot.trace is not RUN
    part.display(state.snapshot)
    weights = RUN.cross_attention[1, 2, 3]  # type: ignore[index]  # it has
    assert rows(part)[0] == ("Zwei", f"{weights[0]:.2f}", "+4.00")
    assert [line.answer for line in part.bars.table.lines] == [Select(key=key) for key in range(len(WORDS))]


def test_of_words_a_row_leads_to_the_column_of_its_word(part: EffectsPart) -> None:
    run = make_run()
    state = State(Snapshot(trace=run, selection=Selection("cross"), settings=Settings(effects=True)))
    change = np.zeros((run.steps, run.source_length), dtype=np.float32)
    state.update(reading=ViewTransform(words=True))
    state.update(effects=Effects(run, change, "unknown", "<unk>", agreements(run, change)))
    part.display(state.snapshot)
    place = {piece: word for word, pieces in enumerate(PIECES) for piece in pieces}
    assert [line.answer for line in part.bars.table.lines] == [
        Select(key=place[piece]) for piece in range(run.source_length)
    ]


def test_from_another_attention_a_row_leads_to_cross_attention(part: EffectsPart) -> None:
    part.display(shown(Selection("decoder", 1, 2, 3), effects=effects()))
    assert [line.answer for line in part.bars.table.lines] == [
        Select(kind="cross", key=key) for key in range(len(WORDS))
    ]


def test_before_it_is_measured_there_is_a_button(part: EffectsPart) -> None:
    part.display(shown())
    assert not part.bars.isVisible()
    assert part.measure.isVisible()
    assert part.note.text().startswith("Not measured yet")
    heard = Heard(part)
    part.measure.click()
    assert heard == [MeasureEffects("unknown")]
    part.display(shown(busy=Busy("Measuring")))
    assert not part.measure.isEnabled()


def test_another_replacement_measures_anew(part: EffectsPart) -> None:
    heard = Heard(part)
    part.replacement.setCurrentIndex(1)
    part.replacement.activated.emit(1)
    assert heard == [MeasureEffects("padding")]
    part.display(shown(effects=effects("padding")))
    assert "replaced by <pad>, which the padding mask hides" in part.statement.text()


def test_the_wheel_passes_by(part: EffectsPart) -> None:
    heard, place = Heard(part), QPointF(5, 5)
    turn = QWheelEvent(
        place, part.order.mapToGlobal(place), QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(part.order, turn)
    assert (part.order.currentIndex(), heard) == (0, [])


@pytest.mark.parametrize(
    ("value", "text"), [(-0.004, "0.00"), (0.0, "0.00"), (-0.58, "−0.58"), (3.2, "+3.20"), (math.nan, "–")]
)
def test_changes_have_a_sign(value: float, text: str) -> None:
    assert nats(value) == text
