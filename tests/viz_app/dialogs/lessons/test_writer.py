"""The window in which a lesson is written: what is done becomes steps, with words, in a file that can be played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from model.lessons.lesson import Lesson
from model.lessons.lesson_file import read_lesson
from tests.model.lessons.controls import ANY
from tests.viz_app.sample_trace import make_trace
from viz_app.dialogs.lessons.writer import LessonWriter
from viz_app.handlers.session_codec import keep_session, snapshot_of
from viz_app.state.state import Selection, State


@pytest.fixture
def writer(qapp: QApplication) -> Iterator[LessonWriter]:
    state = State()
    state.update(trace=make_trace(), selection=Selection("cross", 0, 0, 0))
    writer = LessonWriter(state, ANY, keep_session)  # type: ignore[arg-type]
    writer.show()
    yield writer
    writer.close()
    writer.deleteLater()


def do(writer: LessonWriter, **place: Any) -> None:
    state = writer.state
    state.update(selection=replace(state.snapshot.selection, **place))
    QApplication.processEvents()
    QApplication.processEvents()


def test_what_is_done_becomes_steps_that_are_worded_saved_and_played(writer: LessonWriter, tmp_path: Path) -> None:
    do(writer, step=1)
    assert not writer.draft.steps and not writer.buttons["save"].isEnabled()  # nothing is recorded yet
    writer.record.click()
    do(writer, step=2)
    do(writer, kind="decoder")
    assert [dict(each.step.goal) for each in writer.draft.steps] == [{"step": 3}, {"kind": "decoder"}]
    writer.record.click()
    do(writer, kind="cross")
    assert writer.list.count() == 2
    writer.list.setCurrentRow(0)
    editor = writer.editor
    editor.en.setPlainText("Go on")
    editor.ko.setPlainText("")
    editor.claims.item(0).setCheckState(Qt.CheckState.Checked)
    assert "1. Go on" in writer.list.item(0).text()
    writer.buttons["down"].click()
    assert writer.list.currentRow() == 1
    writer.buttons["read"].click()
    editor.way.setCurrentIndex(4)  # a statement that is false, without anything that shows it
    played: list[tuple[Lesson, Path]] = []
    writer.played.connect(lambda lesson, folder: played.append((lesson, folder)))
    writer.write(tmp_path / "mine.toml")
    assert "steps[3].goal" in writer.told.text() and not (tmp_path / "mine.toml").exists()
    editor.way.setCurrentIndex(0)
    writer.title_en.setText("Mine")
    writer.title_en.textEdited.emit("Mine")
    writer.buttons["play"].click()
    assert not played  # what it begins with is in no file yet
    writer.write(tmp_path / "mine.toml")
    lesson = read_lesson(tmp_path / "mine.toml", ANY)
    assert (lesson.title.en, lesson.steps[1].words.ko, len(lesson.steps)) == ("Mine", "Go on", 3)
    assert lesson.steps[1].claims[0] == writer.draft.steps[1].offers[0]
    assert snapshot_of(tmp_path / lesson.opening.session).run is not None
    writer.buttons["play"].click()
    assert played == [(lesson, tmp_path)]


def test_a_broken_file_is_said_with_its_line_and_the_draft_stays(writer: LessonWriter, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('title = { en = "a", ko = "b" }\nminutes = 0\n[[steps]]\nen = "a"\nko = "b"\n', encoding="utf-8")
    writer.load(path)
    assert f"{path}, line 2" in writer.told.text() and not writer.draft.steps
