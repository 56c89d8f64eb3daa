"""The language picker: there only where there is a choice, and never ahead of the state."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from tests.viz_app.controls.parts import Heard, info
from viz_app.controls.header.language_picker import LanguagePicker, language_label
from viz_app.state.intents import SetLanguages
from viz_app.state.state import Snapshot

BOTH = ("de", "en", "ko")


def spoken(**changes: Any) -> Snapshot:
    told = {"source_language": "de", "target_language": "en", "source_languages": BOTH, "target_languages": BOTH}
    return Snapshot(checkpoint=replace(info(), **{**told, **changes}))


@pytest.fixture
def picker(qtbot: QtBot) -> LanguagePicker:
    widget = LanguagePicker()
    qtbot.addWidget(widget)
    widget.display(spoken())
    return widget


def test_it_is_hidden_without_a_choice(picker: LanguagePicker) -> None:
    assert not picker.isHidden()
    for snapshot in (Snapshot(), Snapshot(checkpoint=info())):
        picker.display(snapshot)
        assert picker.isHidden()


def test_it_shows_what_the_checkpoint_was_told(picker: LanguagePicker) -> None:
    assert (picker.source.currentText(), picker.target.currentText()) == ("de", "en")
    picker.display(spoken(source_language="ko", target_language="de"))
    assert (picker.source.currentText(), picker.target.currentText()) == ("ko", "de")
    assert picker.source.toolTip().startswith("<qt>Source language<br>ko – 한국어<br>")


def test_the_list_has_room_for_names(picker: LanguagePicker) -> None:
    option = QStyleOptionViewItem()
    delegate = picker.source.itemDelegate()
    assert isinstance(delegate, QStyledItemDelegate)
    delegate.initStyleOption(option, picker.source.model().index(2, 0))
    assert option.text == "ko – 한국어"


def test_choosing_asks_and_waits_for_the_state(picker: LanguagePicker) -> None:
    heard = Heard(picker)
    picker.show()
    QTest.keyClick(picker.target, Qt.Key.Key_Down)
    assert heard == [SetLanguages("de", "ko")]
    assert picker.target.currentText() == "en"  # the state has not said otherwise
    QTest.keyClick(picker.source, Qt.Key.Key_Up)
    assert len(heard) == 1  # there is nothing above


def test_one_side_may_be_all_there_is(picker: LanguagePicker) -> None:
    """Marian's models of many targets."""
    heard = Heard(picker)
    picker.display(spoken(source_languages=(), target_languages=("fra", "kor"), target_language="fra"))
    picker.show()
    assert picker.source.isHidden() and picker.arrow.isHidden() and not picker.target.isHidden()
    QTest.keyClick(picker.target, Qt.Key.Key_Down)
    assert heard == [SetLanguages("de", "kor")]


@pytest.mark.parametrize(
    ("code", "label"),
    [
        ("ko_KR", "ko_KR – 한국어"),
        ("deu_Latn", "deu_Latn – Deutsch"),
        ("en", "en – English"),
        ("xx_XX", "xx_XX"),
        ("<b>", "<b>"),
    ],
)
def test_a_language_has_its_own_name_where_it_is_known(code: str, label: str) -> None:
    assert language_label(code) == label
