"""The row sentence: planted rows read out in the product's words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from model.record.trace import Kind, Trace
from tests.viz_app.controls.parts import forced_trace, painted, ready
from tests.viz_app.sample_trace import make_trace
from viz_app.controls.display.row_sentence import RowSentence
from viz_app.state.state import Selection, Snapshot

WEIGHTS = [0.0, 0.07, 0.83, 0.02, 0.05, 0.03, 0.0]  # one source position each


@pytest.fixture
def sentence(qtbot: QtBot) -> RowSentence:
    widget = RowSentence()
    qtbot.addWidget(widget)
    widget.resize(1400, 40)
    widget.show()
    return widget


def planted(padding: int = 0) -> Trace:
    """Row 2 of every map of layer 1, head 3 holds :data:`WEIGHTS`; “play” has probability 0.91."""
    trace = make_trace(padding=padding)
    arrays: dict[str, Any] = {}
    for kind in ("cross", "encoder", "decoder"):
        values = np.array(trace.attention(kind))
        values[0, 2, 2] = 0
        values[0, 2, 2, :7] = WEIGHTS
        arrays[f"{kind}_attention"] = values
    arrays["produced_probability"] = np.array(trace.produced_probability)
    arrays["produced_probability"][2] = 0.91
    return replace(trace, **arrays)


def said(sentence: RowSentence, snapshot: Snapshot) -> str:
    sentence.display(snapshot)
    return "".join(painted(sentence))


def test_cross(sentence: RowSentence) -> None:
    assert said(sentence, ready(planted(), selection=Selection("cross", 0, 2, 2))) == (
        "step 3 / 8: input “dogs” → next token “play” (0.91); most weight: “spielen” 0.83, “Hunde” 0.07, “Schnee” 0.05"
    )


def test_a_pointed_row_is_its_own_step_and_not_the_one_on_screen(sentence: RowSentence) -> None:
    """Counter and candidates stay those of the step."""
    row = "step 3 / 8: input “dogs” → next token “play” (0.91); most weight: "
    told: tuple[tuple[Kind, str], ...] = (("cross", "“spielen” 0.83"), ("decoder", "“dogs” 0.83"))
    for kind, heaviest in told:
        earlier = said(sentence, ready(planted(), selection=Selection(kind, 0, 2, 6, query=2)))
        assert earlier.startswith(f"pointing at {row}{heaviest}")
        assert all(each.startswith("pointing at step 3") for each in sentence.label.wordings), "short ones too"
        own = said(sentence, ready(planted(), selection=Selection(kind, 0, 2, 2, query=2)))
        assert own.startswith(f"{row}{heaviest}")


def test_decoder(sentence: RowSentence) -> None:
    assert said(sentence, ready(planted(), selection=Selection("decoder", 0, 2, 2))) == (
        "step 3 / 8: input “dogs” → next token “play” (0.91); most weight: “dogs” 0.83, “Two” 0.07"
    )


def test_encoder(sentence: RowSentence) -> None:
    assert said(sentence, ready(planted(), selection=Selection("encoder", 0, 2, 5, query=2))) == (
        "“spielen” (position 2) gives most weight to “spielen” 0.83, “Hunde” 0.07, “Schnee” 0.05"
    )
    assert "Point at a row" in said(sentence, ready(planted(), selection=Selection("encoder", 0, 2, 5)))


def test_the_end_token_ends_the_translation(sentence: RowSentence) -> None:
    text = said(sentence, ready(planted(), selection=Selection("cross", 0, 0, 7)))
    assert text.startswith("step 8 / 8: input “.” → next token “</s>” (")
    assert "): the translation ends here; most weight: " in text


def test_the_limit_is_called_the_limit(sentence: RowSentence) -> None:
    trace = planted()
    trace = replace(trace, meta=replace(trace.meta, stop_reason="limit of 8 tokens"))
    text = said(sentence, ready(trace, selection=Selection("cross", 0, 0, 7)))
    assert ": stopped here by the limit; most weight" in text
    assert "ends here" not in text


def test_a_forced_token_is_not_the_models_choice(sentence: RowSentence) -> None:
    text = said(sentence, ready(forced_trace(), selection=Selection("cross", 0, 0, 2)))
    assert "next token “zzz” (forced, 0.00)" in text


def test_a_row_of_padding_says_so(sentence: RowSentence) -> None:
    text = said(sentence, ready(planted(padding=2), selection=Selection("encoder", 0, 2, 5, query=8)))
    assert text.startswith("“<pad>” (position 8) is padding; its row gives most weight to ")


def test_a_row_that_sees_nothing_says_so(sentence: RowSentence) -> None:
    trace = planted()
    mask = np.zeros_like(np.array(trace.cross_mask))
    text = said(sentence, ready(replace(trace, cross_mask=mask), selection=Selection("cross", 0, 2, 2)))
    assert text == "step 3 / 8: input “dogs” → next token “play” (0.91); no column may be attended to"


def test_without_a_vocabulary_head_nothing_is_written(sentence: RowSentence) -> None:
    trace = replace(planted(), produced_tokens=None, produced_ids=None, produced_probability=None)
    text = said(sentence, ready(trace, selection=Selection("cross", 0, 2, 2)))
    assert text.startswith("step 3 / 8: input “dogs”; most weight: “spielen” 0.83")


def test_a_piece_inside_a_word_is_marked_and_a_word_start_is_not(sentence: RowSentence) -> None:
    trace = make_trace(source=("▁Zwei", "▁Hun", "de"), target=("▁Two", "▁do", "gs"))
    text = said(sentence, ready(trace, selection=Selection("cross", 0, 0, 1)))
    assert text.startswith("step 2 / 4: input “Two” → next token “do” (")
    text = said(sentence, ready(trace, selection=Selection("cross", 0, 0, 2)))
    assert text.startswith("step 3 / 4: input “do” → next token “·gs” (")


def test_before_the_first_run(sentence: RowSentence) -> None:
    assert "press Enter" in said(sentence, Snapshot())


def test_never_looks_at(sentence: RowSentence) -> None:
    for kind in ("cross", "decoder", "encoder"):
        text = said(sentence, ready(planted(), selection=Selection(kind, 0, 2, 2, query=2)))
        assert "look" not in text
        assert "because" not in text


def test_less_room_names_fewer_columns_and_keeps_the_rest_in_reach(sentence: RowSentence) -> None:
    snapshot = ready(planted(), selection=Selection("cross", 0, 2, 2))
    whole = said(sentence, snapshot)
    seen = []
    for width in range(1400, 40, -20):
        sentence.resize(width, 40)
        seen.append(sentence.label.text())
        assert sentence.label.fontMetrics().horizontalAdvance(seen[-1]) <= sentence.label.width()
    assert list(dict.fromkeys(seen))[:6] == [
        whole,
        "step 3 / 8: input “dogs” → next token “play” (0.91); most weight: “spielen” 0.83, “Hunde” 0.07",
        "step 3 / 8: input “dogs” → next token “play” (0.91); most weight: “spielen” 0.83",
        "step 3: input “dogs” → next token “play” (0.91); most weight: “spielen” 0.83",
        "step 3: “play”; most weight: “spielen” 0.83",
        "step 3: “play”",
    ]
    assert seen[-1].endswith("…")
    assert sentence.label.accessibleName() == whole
    assert "“Schnee” 0.05" in sentence.label.toolTip()


def test_it_can_be_selected_and_copied_by_key(sentence: RowSentence) -> None:
    text = said(sentence, ready(planted(), selection=Selection("cross", 0, 2, 2)))
    sentence.label.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keySequence(sentence.label, QKeySequence(QKeySequence.StandardKey.SelectAll))
    QTest.keySequence(sentence.label, QKeySequence(QKeySequence.StandardKey.Copy))
    assert QGuiApplication.clipboard().text() == text


def test_what_is_uncertain_is_one_calm_line_below(qtbot: QtBot, sentence: RowSentence) -> None:
    trace = make_trace()
    assumed = {"heads": {"value": 6, "certain": False}, "activation": {"value": "relu", "certain": True}}
    doubtful = replace(trace, meta=replace(trace.meta, assumed=assumed))
    height = sentence.sizeHint().height()
    sentence.display(Snapshot(trace=doubtful))
    assert sentence.doubt.isVisible()
    assert sentence.doubt.text() == "not certain: heads = 6. File ▸ Change what was assumed…"
    assert sentence.doubt.accessibleName() == sentence.doubt.text()
    assert sentence.sizeHint().height() > height
    sentence.resize(200, 60)
    assert sentence.doubt.text().startswith("not certain: ")
    sentence.resize(1400, 60)
    sentence.display(Snapshot(trace=trace))
    assert not sentence.doubt.isVisible()
    assert sentence.sizeHint().height() == height


def test_where_there_is_less_room_it_is_smaller_before_it_says_less(sentence: RowSentence) -> None:
    """At 1024 × 600 the views are about 550 pixels wide."""
    sentence.display(ready(planted(), selection=Selection("cross", 0, 2, 2)))
    large = sentence.label.font().pointSizeF()
    sentence.resize(553, 30)
    assert sentence.label.font().pointSizeF() < large
    assert "most weight: “spielen” 0.83" in sentence.label.text()
    sentence.resize(1400, 30)
    assert sentence.label.font().pointSizeF() == large
