"""*Diagnose*: what is wrong in words, and the cell that shows it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from model.analysis.diagnosis import diagnose
from model.analysis.findings import TEXTS, Evidence, Finding
from model.record.trace import Trace
from model.record.trace_file import load_trace
from tests.own_code import Tut6, masked_softmax
from tests.viz_app.recorded import recorded_files, recorded_trace
from tests.viz_app.sample_trace import make_trace
from viz_app.app import Program
from viz_app.dialogs.findings import FindingsSheet, heading, in_words, selection_of
from viz_app.exports.figures.caption import provenance_line
from viz_app.pictures.drawing.picture import style_for
from viz_app.pictures.masks import picture as masks
from viz_app.pictures.masks.block import block_of
from viz_app.platform.translations import speak
from viz_app.state.intents import CLEAR, AddPadding, Intent, Select, SetView
from viz_app.state.state import Selection, Settings, Snapshot


@pytest.fixture
def trace(tmp_path: Path) -> Trace:
    return recorded_trace(tmp_path)


@pytest.fixture
def program(qapp: QApplication, trace: Trace) -> Iterator[Program]:
    """The window with the recorded run on screen; its engine is never started."""
    program = Program(qapp, Settings(), None)
    program.window.show()
    program.state.update(trace=trace, selection=Selection(step=2), view="masks")
    yield program
    program.window.close()
    program.stop()


def sheets(program: Program) -> list[FindingsSheet]:
    return program.window.findChildren(FindingsSheet)


def test_a_click_on_a_finding_selects_its_cell(program: Program) -> None:
    program.actions.by_name["view.diagnose"].trigger()
    [sheet] = sheets(program)
    assert [finding.code for finding in sheet.findings] == ["sees_next", "padding_missing"]
    assert not sheet.isModal()
    where = sheet.list.visualItemRect(sheet.list.item(0)).center()
    QTest.mouseClick(sheet.list.viewport(), Qt.MouseButton.LeftButton, pos=where)
    now, evidence = program.state.snapshot, sheet.findings[0].evidence
    assert evidence is not None
    assert now.view == "one_head"
    assert now.selection == Selection("decoder", evidence.layer, evidence.head, 4, evidence.row, evidence.column)
    assert evidence.column == (evidence.row or 0) + 1
    sheet.list.setCurrentRow(1)
    QTest.keyClick(sheet.list, Qt.Key.Key_Return)
    assert program.state.snapshot.selection.kind == "cross"


def test_it_goes_with_its_run(program: Program, trace: Trace) -> None:
    program.desk.diagnose()
    [sheet] = sheets(program)
    program.state.update(view="one_layer")
    assert sheet.isVisible()
    program.state.update(trace=make_trace())
    assert not sheet.isVisible()


def test_without_a_run_there_is_nothing_to_diagnose(program: Program) -> None:
    program.state.update(trace=None)
    assert not program.actions.by_name["view.diagnose"].isEnabled()
    program.desk.diagnose()
    assert sheets(program) == []


def test_a_run_of_a_checkpoint_says_whose_masks_these_are(qapp: QApplication) -> None:
    trace = make_trace(padding=2)
    sheet = FindingsSheet(trace)
    assert sheet.findings == ()
    assert sheet.heading.text().startswith("No fault: the masks are as the architecture defines them.\n")
    assert "a checkpoint holds no mask code" in sheet.heading.text()
    assert not sheet.list.isVisibleTo(sheet) and not sheet.hint.isVisibleTo(sheet)
    sheet.deleteLater()


def test_what_is_right_is_said_to_be(qapp: QApplication, tmp_path: Path) -> None:
    right = recorded_trace(tmp_path, Tut6())
    assert heading((), right) == "No fault: the masks are as the architecture defines them."
    assert heading((Finding("not_scaled", "cross", (0,)),), right) == heading((), right)
    for code in ("no_padding", "order_unknown"):
        assert heading((Finding(code, None),), right) == "No fault in what could be judged. Not everything could:"
    one = Finding("padding_missing", "cross", (0,))
    assert heading((one,), right) == "1 fault."
    assert heading((one, one, Finding("no_padding", None)), right) == "2 faults."


def test_tokens_are_plain_text_that_hides_nothing(qapp: QApplication, trace: Trace) -> None:
    finding = Finding("wrong_padding_id", "cross", (0, 2), ("<b>\u202ex</b>", "4", "1"), Evidence(0, 0, 1, 2, 0.5))
    words = in_words(finding)
    assert words.splitlines()[0] == "Fault: cross attention, layers 1, 3"
    assert "“<b>⟨RLO⟩x</b>” (id 4)" in words
    sheet = FindingsSheet(trace)
    formats = {label.textFormat() for label in sheet.findChildren(QLabel) if label.text()}
    assert formats == {Qt.TextFormat.PlainText}
    sheet.deleteLater()


def test_a_finding_without_a_cell_shows_its_block(trace: Trace) -> None:
    assert selection_of(Finding("not_scaled", "encoder", (1,), ("4",)), trace) == Select(
        "encoder", 1, 0, step=4, query=CLEAR, key=CLEAR
    )
    assert selection_of(Finding("no_padding", None), trace) is None
    row = Finding("after_softmax", "cross", (1,), ("0.5",), Evidence(1, 2, 3, None, 0.5))
    assert selection_of(row, trace) == Select("cross", 1, 2, step=4, query=3, key=CLEAR)


def test_a_finding_about_the_whole_run_moves_nothing(qapp: QApplication, tmp_path: Path) -> None:
    sheet = FindingsSheet(load_trace(recorded_files(tmp_path, Tut6())[0]))
    assert [finding.code for finding in sheet.findings] == ["no_padding"]
    asked: list[Intent] = []
    sheet.requested.connect(asked.append)
    sheet.show_cell(0)
    assert asked == []
    sheet.deleteLater()


@pytest.mark.parametrize("language", ["ko", "ko+en"])
def test_every_text_is_korean_too(qapp: QApplication, language: str) -> None:
    told = {}
    speak(qapp, language)
    try:
        for code in TEXTS:
            bare, _, variant = code.partition(".")
            kind = f".{variant}" if variant else ""
            told[code] = in_words(Finding(bare, "encoder", (0,), ("a", "b", "c"), variant=kind))
    finally:
        speak(qapp, "en")
    for code, words in told.items():
        assert all(any("가" <= letter <= "힣" for letter in line) for line in words.splitlines()), code
        assert "%" not in words, code


def test_an_axis_is_translated(qapp: QApplication) -> None:
    speak(qapp, "ko")
    try:
        assert "(쿼리)" in in_words(Finding("softmax_axis", "cross", (0,), ("queries",)))
    finally:
        speak(qapp, "en")


@pytest.mark.parametrize("view", ["one_head", "one_layer", "all_layers", "masks"])
def test_every_view_and_part_shows_a_recorded_run(program: Program, view: str, qapp: QApplication) -> None:
    """It has no produced tokens and no candidates."""
    program.controller.handle(SetView(view))
    for kind in ("encoder", "decoder", "cross"):
        for step in (0, 4):
            program.controller.handle(Select(kind=kind, layer=1, head=3, step=step, query=0, key=0))
            qapp.processEvents()
            assert not program.window.grab().isNull()
            assert program.state.snapshot.selection.kind == kind


def test_a_recorded_run_cannot_be_run_again(program: Program) -> None:
    program.controller.handle(AddPadding(4))
    problem = program.state.snapshot.problem
    assert problem is not None
    assert problem.why == "it was recorded from your own code, which Headscope cannot run"


def test_a_figure_says_where_it_was_recorded(trace: Trace) -> None:
    line = provenance_line(Snapshot(trace=trace), trace)
    assert line.startswith("run-2, recorded from your own code · cross attention")


def test_masks_say_that_they_are_recorded_and_show_the_chosen_head(qapp: QApplication, tmp_path: Path) -> None:
    trace = recorded_trace(tmp_path)
    every = trace.activations["recorded/decoder_mask"].copy()
    every[1, 2] = np.eye(5, dtype=bool)
    changed = replace(trace, activations={**trace.activations, "recorded/decoder_mask": every})
    style = style_for(Settings(), False, 1.0)

    def drawn(chosen: Selection) -> bytes:
        now = Snapshot(trace=changed, selection=chosen)
        assert "recorded from your own code" in masks.picture(now, 900, 600, style).alt
        block = block_of(now)
        assert block is not None
        return block.mask.tobytes()

    assert drawn(Selection("decoder", 1, 2, 4)) == np.eye(5, dtype=bool).tobytes()
    assert drawn(Selection("decoder", 0, 2, 4)) == every[0, 2].tobytes()
    assert block_of(Snapshot(trace=make_trace(), selection=Selection("decoder"))) is not None


def test_a_weak_fill_is_told_with_its_value(qapp: QApplication, tmp_path: Path) -> None:
    weak = Tut6(attend=lambda energy, mask: masked_softmax(energy, mask, -1e-9))
    first = diagnose(recorded_trace(tmp_path, weak))[0]
    assert "(-1e-09)" in in_words(first)


def test_a_finding_names_the_students_line(qapp: QApplication, trace: Trace) -> None:
    """Of the mask that sees the next token: where tril() is called in the code that was recorded."""
    sheet = FindingsSheet(trace)
    words = [sheet.list.item(at).text() for at in range(sheet.list.count())]
    [ahead] = [text for text in words if "one too wide" in text]
    assert ".tril(diagonal).bool()" in ahead.splitlines()[-1]
    assert "own_code.py:" in ahead.splitlines()[-1]
    sheet.deleteLater()
