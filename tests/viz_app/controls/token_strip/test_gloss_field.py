"""Glosses in the strip by real keys and clicks: under the word, whole, editable, and nothing jumps for one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from model.common.assets import ASSETS
from model.record.trace_file import load_trace
from tests.viz_app.platform.test_translations import INFO
from viz_app.app import Program
from viz_app.controls.token_strip.chips import gloss_width
from viz_app.controls.token_strip.gloss_field import GlossField
from viz_app.controls.token_strip.token_strip import LOW
from viz_app.controls.widgets import text_pixels
from viz_app.example import Example
from viz_app.platform.theme import colours
from viz_app.state.intents import ChangeSettings, Select, WriteGloss
from viz_app.state.state import Selection, Settings

Key = Qt.Key


@pytest.fixture(scope="module")
def program(qapp: QApplication) -> Iterator[Program]:
    trace = load_trace(ASSETS / "samples" / "everyday.npz")
    information = replace(INFO, sha256=trace.meta.checkpoint_sha256, source_language="de", target_language="en")
    program = Program(qapp, Settings(), Example(trace, Selection(step=14), information))
    program.handle(ChangeSettings({"language": "ko"}))
    program.window.resize(1280, 720)
    program.window.show()
    assert program.actions.by_name, "made after the first paint"
    settle()
    yield program
    program.handle(ChangeSettings({"language": "en"}))
    settle()
    program.window.close()
    program.stop()
    settle()


def settle() -> None:
    for _ in range(6):
        QApplication.processEvents()


def field_of(program: Program) -> GlossField:
    found = program.window.findChildren(GlossField)
    assert found, "a field is open"
    return found[-1]


def test_every_gloss_stands_under_its_word_and_none_touches_the_next(program: Program) -> None:
    program.handle(ChangeSettings({"glosses": "on", "language": "ko"}))
    settle()
    strip = program.window.token_strip
    for row in (strip.source, strip.target):
        assert row.glossed
        meant = [index for index, chip in enumerate(row.chips) if chip.gloss]
        assert len(meant) > 8
        places = [row.gloss_rect(index) for index in meant]
        for index, place in zip(meant, places, strict=True):
            chip = row.chip_rect(index)
            assert place.left() == chip.left()
            assert place.bottom() <= row.height()
            assert place.top() >= chip.bottom()
        for first, one, two in zip(meant, places, places[1:]):  # noqa: B905 - neighbours
            wide = gloss_width(row.chips[first], row._metrics)
            begins = one.left() + max(0.0, (one.width() - wide) / 2)
            assert begins + wide <= two.left(), row.chips[first].label
    assert strip.source.chips[1].gloss == "동물"
    because = next(chip for chip in strip.target.chips if chip.gloss == "~때문에")
    assert because.pieces == 2, "one gloss under both pieces"
    assert "Tier = 동물" in strip.source.accessibleName()


def test_a_gloss_fades_with_the_word_that_lies_beyond_the_edge(program: Program) -> None:
    program.handle(ChangeSettings({"glosses": "on", "language": "ko"}))
    row, wide = program.window.token_strip.target, program.window.width()
    program.window.resize(1024, 600)
    row.setFixedWidth(460)  # narrower than any sentence
    settle()
    try:
        before, _ = row.hidden()
        hidden = [index for index in range(before) if row.chips[index].gloss]
        assert hidden, "a word with a gloss lies beyond the left edge"
        edge, line = row._edge(before, left=True), row.gloss_rect(hidden[-1])
        band = edge.adjusted(0, 0, -0.35 * edge.width(), 0).toRect()
        shown = row.grab().toImage()
        ratio = shown.devicePixelRatio()
        ground = QColor(colours().window).rgb()
        inked = [
            x
            for x in range(round(band.left() * ratio), round(band.right() * ratio))
            for y in range(round(line.top() * ratio), round(line.bottom() * ratio))
            if shown.pixelColor(x, y).rgb() != ground
        ]
        assert not inked, "letters stand where no word does"
    finally:
        row.setMinimumWidth(0)
        row.setMaximumWidth(16777215)
        program.window.resize(wide, 720)
        settle()


def test_a_low_window_gives_the_line_to_the_picture_unless_it_is_asked_for(program: Program) -> None:
    strip, window = program.window.token_strip, program.window
    program.handle(ChangeSettings({"glosses": "auto", "language": "ko"}))
    settle()
    letter = text_pixels(strip)
    assert strip.source.glossed
    assert window.height() > LOW * letter
    high = strip.height()
    program.handle(ChangeSettings({"text_size": 14}))
    settle()
    assert window.height() < LOW * text_pixels(strip), "large letters in a low window"
    assert not strip.source.glossed
    program.handle(ChangeSettings({"glosses": "on"}))
    settle()
    assert strip.source.glossed
    program.handle(ChangeSettings({"glosses": "auto"}))
    settle()
    assert not strip.source.glossed
    window.resize(window.width(), LOW * text_pixels(strip) + 1)
    settle()
    assert strip.source.glossed, "a higher window has room"
    program.handle(ChangeSettings({"text_size": 0}))
    window.resize(1280, 720)
    settle()
    assert strip.source.glossed
    assert strip.height() == high


def test_nothing_moves_from_step_to_step_nor_for_a_written_gloss_and_the_switch_moves_once(program: Program) -> None:
    window = program.window
    program.handle(ChangeSettings({"glosses": "on"}))
    settle()

    def heights() -> tuple[int, ...]:
        settle()
        return window.token_strip.height(), window.tabs.y(), window.tabs.height()

    before = heights()
    for step in (0, 3, 9, 16):
        program.handle(Select(step=step))
        assert heights() == before
    program.handle(WriteGloss("source", 1, ""))
    assert heights() == before
    program.handle(ChangeSettings({"glosses": "off"}))
    off = heights()
    assert off[0] < before[0]
    assert not window.token_strip.source.glossed
    program.handle(ChangeSettings({"glosses": "on"}))
    assert heights() == before


def test_a_double_click_writes_one_enter_keeps_it_and_escape_does_not(program: Program) -> None:
    program.handle(ChangeSettings({"glosses": "on"}))
    settle()
    strip = program.window.token_strip
    chip = strip.source.chip_rect(2).center().toPoint()
    QTest.mouseDClick(strip.source, Qt.MouseButton.LeftButton, pos=chip)
    settle()
    field = field_of(program)
    assert program.window.rect().contains(field.geometry())
    QTest.keyClicks(field, "went over")
    QTest.keyClick(field, Key.Key_Return)
    settle()
    assert strip.source.chips[2].gloss == "went over"
    assert program.state.snapshot.unsaved
    program.handle(Select(step=16))  # which writes the end token: the word before is meant
    settle()
    program.actions.by_name["look.write_gloss"].trigger()
    settle()
    field = field_of(program)
    assert "tired" in field.accessibleName()
    QTest.keyClicks(field, "nothing")
    QTest.keyClick(field, Key.Key_Escape)
    settle()
    assert "nothing" not in {chip.gloss for chip in (*strip.source.chips, *strip.target.chips)}
    assert not program.window.findChildren(GlossField)


def test_writing_one_where_glosses_are_off_shows_them(program: Program) -> None:
    program.handle(ChangeSettings({"glosses": "off"}))
    program.handle(WriteGloss("target", 2, "beast"))
    settle()
    assert program.state.snapshot.settings.glosses == "on"
    assert program.window.token_strip.target.chips[2].gloss == "beast"
