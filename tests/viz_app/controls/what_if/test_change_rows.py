"""What can be added under *What if*: every kind that the network knows, at what is selected."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from model.network.interventions import (
    WORDS,
    CellFlipped,
    DropoutOn,
    MaskOff,
    RowSet,
    ScoreTemperature,
    SourceDropped,
    SourceReplaced,
    SourceSwapped,
    TargetForced,
)
from tests.model.subwords import make_run
from tests.viz_app.controls.parts import ready
from viz_app.controls.what_if.change_rows import ChangeRow, change_at, offered_changes
from viz_app.controls.widgets import text_pixels
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.state.state import Selection
from viz_app.state.what_if import AskedChange


def test_every_kind_is_offered_and_made_at_the_selection() -> None:
    now = replace(ready(make_run()), selection=Selection("cross", 0, 0, 1, 1, 2))
    assert {one.what for one in offered_changes()} == set(WORDS)
    assert all(change_at(now, one.what, one.fixed) is not None for one in offered_changes())
    assert change_at(now, "row", {}) == RowSet("cross", 0, 0, 1, (0.0, 0.0, 1.0))


def test_a_change_of_the_source_begins_at_a_token_of_the_source() -> None:
    """The last is swapped with the one before it; a row of the decoder has the word with most weight at its step."""
    run = make_run()
    last, cross = run.source_length - 1, run.cross_attention
    now = replace(ready(run), selection=Selection("cross", 0, 0, 1, 1, last))
    assert change_at(now, "source_swapped", {}) == SourceSwapped(last - 1)
    assert change_at(now, "source_dropped", {}) == SourceDropped(last)
    assert cross is not None
    plain = [(index, token.text) for index, token in enumerate(tokens_of(run).source) if token.role == "plain"]
    words = [index for index, text in plain if text != "."]
    found = set()
    for step in range(run.steps):
        now = replace(now, selection=Selection("decoder", 0, 0, step, step, 0))
        sums = [sum(float(cross[-1, head, step, index]) for head in range(run.heads("cross"))) for index in words]
        most = words[sums.index(max(sums))]
        assert change_at(now, "source_dropped", {}) == SourceDropped(most)
        found.add(most)
    assert found - {0}, "else the key would do as well"


def test_words_begin_with_the_selected_token_and_with_the_next_best_candidate() -> None:
    now = replace(ready(make_run()), selection=Selection("cross", 0, 0, 1, 1, 2))
    run = now.run
    assert run is not None and run.candidate_tokens is not None and run.produced_tokens is not None
    token = str(run.source_tokens[2]).lstrip("▁")
    assert change_at(now, "source_replaced", {}) == SourceReplaced(2, token)
    forced = change_at(now, "target_forced", {})
    assert isinstance(forced, TargetForced)
    assert forced.step == 1
    others = [each for each in run.candidate_tokens[1].tolist() if each != run.produced_tokens[1]]
    assert forced.text == others[0]


def test_a_word_a_seed_and_a_temperature_are_edited_as_they_are(qapp: QApplication) -> None:
    for change, name, value, other in (
        (SourceReplaced(2, "Hund"), "text", "Katze", SourceReplaced(2, "Katze")),
        (DropoutOn(7, 0.1), "seed", 9, DropoutOn(9, 0.1)),
        (DropoutOn(7, 0.1), "rate", 0.5, DropoutOn(7, 0.5)),
        (ScoreTemperature(2.0), "temperature", 4.0, ScoreTemperature(4.0)),
    ):
        row = ChangeRow(AskedChange(change))
        heard: list[AskedChange] = []
        row.changed.connect(heard.append)
        widget = row.form.fields[name]
        if isinstance(widget, QLineEdit):
            assert widget.text() == "Hund"
            widget.setText(str(value))
            widget.editingFinished.emit()
        else:
            assert widget.value() == getattr(change, name)  # type: ignore[attr-defined]  # both boxes have one
            widget.setValue(value)  # type: ignore[attr-defined]
        assert heard == [AskedChange(other)]
        delete(row)


def test_a_second_field_is_set_before_the_run_of_the_first_is_there(qapp: QApplication) -> None:
    row = ChangeRow(AskedChange(DropoutOn(7, 0.1)))
    heard: list[AskedChange] = []
    row.changed.connect(heard.append)
    for name, value in (("seed", 9), ("rate", 0.5)):
        row.form.fields[name].setValue(value)  # type: ignore[attr-defined]
    assert [one.change for one in heard] == [DropoutOn(9, 0.1), DropoutOn(9, 0.5)]
    delete(row)


def test_box_words_and_buttons_of_a_row_stand_level_in_letters_of_any_size(qapp: QApplication) -> None:
    usual = qapp.font()
    for points in (usual.pointSizeF(), 2 * usual.pointSizeF()):
        larger = QFont(usual)
        larger.setPointSizeF(points)
        qapp.setFont(larger)
        row = ChangeRow(AskedChange(MaskOff("look_ahead")))
        row.resize(40 * row.fontMetrics().height(), 200)
        row.show()
        first = row.words.contentsRect().top() + row.words.fontMetrics().height() / 2 + row.words.y()
        middles = [first, *(part.geometry().center().y() for part in (row.on, row.drop))]
        assert max(middles) - min(middles) <= 2, (points, middles)
        delete(row)
    qapp.setFont(usual)


def test_an_open_form_leaves_its_buttons_in_a_narrow_dock(qtbot: QtBot) -> None:
    """The longest choice of a list would push them out of sight. Positions count from 0, as in the inspector."""
    row = ChangeRow(AskedChange(CellFlipped("cross", 2, 0)))
    qtbot.addWidget(row)
    row.edit.setChecked(True)
    assert row.minimumSizeHint().width() <= 17 * text_pixels(row)
    assert [row.form.fields[name].value() for name in ("query", "key")] == [2, 0]  # type: ignore[attr-defined]
