"""The export dialog: Enter takes what was taken last, at first a picture for a slide; arrows choose what."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox, QScrollArea
from pytestqt.qtbot import QtBot

from tests.viz_app.recorder import MIDDLE
from tests.viz_app.sample_trace import make_trace
from viz_app.dialogs.export.dialog import (
    ExportDialog,
    ExportPreview,
    fitting,
    is_possible,
    name_of,
    pixels_of,
)
from viz_app.dialogs.export.form import all_kinds
from viz_app.dialogs.export.sentences import sentence_of
from viz_app.state.export_choices import ExportChoices, What
from viz_app.state.state import Memory, Settings, Snapshot

Key = Qt.Key
LAST = ExportChoices("numbers", ".tsv", "screen", caption=False, language="ko")
AGAIN = replace(MIDDLE, memory=Memory(export=LAST.as_texts()))


class Open:
    """A dialog and what it said."""

    def __init__(self, qtbot: QtBot, snapshot: Snapshot = MIDDLE, what: What | None = None) -> None:
        self.qtbot = qtbot
        self.dialog = ExportDialog(snapshot, what)
        qtbot.addWidget(self.dialog)
        self.said: list[ExportChoices] = []
        self.dialog.chosen.connect(self.said.append)
        self.dialog.show()

    @property
    def listed(self) -> list[str]:
        rows = self.dialog.what
        return [rows.item(row).data(Qt.ItemDataRole.UserRole) for row in range(rows.count())]

    def press(self, *keys: Key) -> None:
        for key in keys:
            self.qtbot.keyClick(self.dialog.focusWidget(), key)


def test_enter_takes_a_picture_for_a_slide(qtbot: QtBot) -> None:
    opened = Open(qtbot)
    assert opened.dialog.focusWidget() is opened.dialog.what
    opened.press(Key.Key_Return)
    assert opened.said == [ExportChoices()]
    assert not opened.dialog.isVisible()


def test_it_begins_with_what_was_taken_last(qtbot: QtBot) -> None:
    opened = Open(qtbot, AGAIN)
    opened.press(Key.Key_Return)
    assert opened.said == [LAST]


def test_it_can_be_opened_at_something(qtbot: QtBot) -> None:
    opened = Open(qtbot, AGAIN, "page")
    opened.press(Key.Key_Return)
    assert opened.said == [replace(LAST, what="page", suffix=".html")]


def test_who_wants_no_captions_begins_without(qtbot: QtBot) -> None:
    opened = Open(qtbot, replace(MIDDLE, settings=Settings(captions=False)))
    opened.press(Key.Key_Return)
    assert opened.said == [ExportChoices(caption=False, honest=False)]


def test_the_arrows_go_through_all_that_can_be_taken(qtbot: QtBot) -> None:
    opened = Open(qtbot)
    assert set(opened.listed) == {kind.of for kind in all_kinds()} - {"training"}, "no training is gone through"
    for what in opened.listed:
        assert opened.dialog.form.choices.what == what
        assert opened.dialog.sentence.text() == sentence_of(what, opened.dialog.form.choices.suffix)
        assert opened.dialog.preview.isVisible() == (what in ("picture", "steps"))
        opened.press(Key.Key_Down)


def test_the_kind_of_file_is_the_usual_one_or_the_last_one(qtbot: QtBot) -> None:
    opened = Open(qtbot, AGAIN)
    assert opened.dialog.form.choices.suffix == ".tsv"
    opened.press(Key.Key_Down)
    assert opened.dialog.form.choices == replace(LAST, what="run", suffix=".npz")
    opened.press(Key.Key_Up)
    assert opened.dialog.form.choices == LAST


def test_escape_takes_nothing(qtbot: QtBot) -> None:
    opened = Open(qtbot)
    opened.press(Key.Key_Escape)
    assert opened.said == []
    assert not opened.dialog.isVisible()


def test_one_step_does_not_move(qtbot: QtBot) -> None:
    still = Snapshot(trace=make_trace(target=()))
    assert not is_possible("steps", still)
    opened = Open(qtbot, still, "steps")
    assert "steps" not in opened.listed
    assert opened.dialog.form.choices.what == "picture"


def test_a_kind_of_file_is_kept_where_the_group_has_it() -> None:
    vector = ExportChoices(suffix=".svg")
    assert fitting(vector, "numbers").suffix == ".csv"
    assert fitting(replace(vector, suffix=".json"), "run").suffix == ".json"
    assert fitting(fitting(vector, "picture"), "picture") == vector


def test_images_say_how_many_pixels_they_have(qtbot: QtBot) -> None:
    assert pixels_of(ExportChoices()) == "1920 × 1080 pixels"
    assert pixels_of(ExportChoices(dpi=96)) == "1280 × 720 pixels"
    assert pixels_of(ExportChoices(suffix=".svg")) == ""


def test_words_that_the_window_does_not_speak_are_not_in_the_small_picture(qtbot: QtBot) -> None:
    dialog = Open(qtbot).dialog
    assert dialog.pixels.text() == "1920 × 1080 pixels"
    words = dialog.form.controls["language"]
    assert isinstance(words, QComboBox)
    words.setCurrentIndex(words.findData("ko"))
    assert dialog.pixels.text() == "1920 × 1080 pixels · shown here in the window’s language"
    words.setCurrentIndex(words.findData("en"))
    assert dialog.pixels.text() == "1920 × 1080 pixels"


def test_everything_has_a_name_and_a_sentence(qtbot: QtBot) -> None:
    dialog = Open(qtbot).dialog
    assert dialog.what.accessibleName()
    assert dialog.export.toolTip()
    assert len({name_of(kind.of) for kind in all_kinds()}) == len({kind.of for kind in all_kinds()})


@pytest.mark.parametrize("size", [(1280, 720), (1024, 600)])
def test_it_fits_small_screens(qtbot: QtBot, size: tuple[int, int]) -> None:
    hint = Open(qtbot).dialog.sizeHint()
    assert hint.width() < size[0]
    assert hint.height() < size[1] - 40


def test_the_small_picture_of_a_training_is_the_whole_translation_wherever_one_stands(qtbot: QtBot) -> None:
    assert MIDDLE.trace is not None
    images = []
    for step in (0, MIDDLE.trace.steps - 1):
        preview = ExportPreview(replace(MIDDLE, selection=replace(MIDDLE.selection, step=step)))
        qtbot.addWidget(preview)
        with qtbot.waitSignal(preview.drawn):
            preview.display(ExportChoices("training", ".gif"))
        images.append(preview.image)
    assert images[0] == images[1] and not images[0].isNull()


@pytest.mark.parametrize("first", ["picture", "numbers", "page"])
def test_whatever_it_is_opened_at_nothing_scrolls_or_moves_by_going_on(qtbot: QtBot, first: What) -> None:
    """It is as high as the longest form from the start."""
    opened = Open(qtbot, what=first)
    area = opened.dialog.findChild(QScrollArea)
    assert area is not None
    bar = area.verticalScrollBar()
    size, place = opened.dialog.size(), opened.dialog.buttons.pos()
    assert opened.dialog.form.choices.what == first
    for row in range(opened.dialog.what.count()):
        opened.dialog.what.setCurrentRow(row)
        QApplication.processEvents()
        assert (opened.dialog.size(), opened.dialog.buttons.pos(), bar.maximum()) == (size, place, 0)
