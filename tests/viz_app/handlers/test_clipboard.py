"""One clipboard object: the pixels at once, everything else when it is asked for; text fields keep their own copy."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QApplication

from model.common.problems import Problem
from tests.logged import Logged
from tests.viz_app.recorder import MIDDLE
from viz_app.exports import all_exports
from viz_app.exports.figures.figure import draw, figure_of
from viz_app.handlers import clipboard
from viz_app.handlers.clipboard import MOST_CELLS, TYPES, Copying, choices_for, html_table, kinds_for
from viz_app.state.export_choices import ExportChoices
from viz_app.state.paper_sizes import PRESETS
from viz_app.state.state import Memory, Notice, Snapshot

EVERYTHING = {*TYPES.values(), "application/x-qt-image", "text/plain", "text/html"}


class Clip:
    """A copying, what it said, and what was made on demand."""

    def __init__(self) -> None:
        self.copying = Copying()
        self.copied: list[tuple[str, ...]] = []
        self.failed: list[Notice] = []
        self.copying.copied.connect(self.copied.append)
        self.copying.failed.connect(self.failed.append)

    @property
    def held(self) -> QMimeData:
        return QGuiApplication.clipboard().mimeData()


@pytest.fixture
def clip(qapp: QApplication) -> Iterator[Clip]:
    QGuiApplication.clipboard().setText("before")
    yield Clip()
    QGuiApplication.clipboard().clear()


def weights_of(lines: list[list[str]]) -> np.ndarray:
    return np.array([[np.float32(cell) for cell in line[1:]] for line in lines[1:]])


def test_the_pixels_are_there_when_the_key_has_been_handled(clip: Clip, monkeypatch: pytest.MonkeyPatch) -> None:
    """No process, no thread, no turn of the event loop; and no other file is made."""
    wrote: list[str] = []
    for suffix, export in all_exports().items():
        monkeypatch.setattr(export, "write", lambda *_, suffix=suffix: wrote.append(suffix))
    monkeypatch.setattr(subprocess, "Popen", None)
    clip.copying.copy(MIDDLE, "picture")
    assert clip.copied == [tuple(TYPES)]
    image = clip.held.imageData()
    drawn = draw(MIDDLE, figure_of(ExportChoices(preset="screen")))
    assert image.convertToFormat(QImage.Format.Format_RGB32) == drawn.convertToFormat(QImage.Format.Format_RGB32)
    assert drawn.width() == round(PRESETS["screen"].lengths["width"] * 2)
    assert set(clip.held.formats()) == EVERYTHING
    assert wrote == []


def test_everything_else_is_made_when_it_is_asked_for(clip: Clip) -> None:
    clip.copying.copy(MIDDLE, "picture")
    held = clip.held
    assert QImage.fromData(held.data("image/png")).size() == held.imageData().size()
    assert bytes(held.data("image/svg+xml").data()).startswith(b"<?xml")
    assert bytes(held.data("application/pdf").data()).startswith(b"%PDF")
    assert MIDDLE.trace is not None
    lines = [line.split("\t") for line in held.text().splitlines()]
    chosen, shown = MIDDLE.selection, MIDDLE.trace.attention("cross")
    assert shown is not None
    np.testing.assert_array_equal(weights_of(lines), shown[chosen.layer, chosen.head, : chosen.step + 1])
    assert held.html().count("<tr>") == len(lines)


def test_what_is_asked_for_twice_is_made_once(clip: Clip, monkeypatch: pytest.MonkeyPatch) -> None:
    clip.copying.copy(MIDDLE, "picture")
    made = bytes(clip.held.data("image/svg+xml").data())
    monkeypatch.setattr(all_exports()[".svg"], "write", None)
    assert bytes(clip.held.data("image/svg+xml").data()) == made


def test_it_is_what_was_on_screen_when_it_was_copied(clip: Clip) -> None:
    """A picture that is asked for later is of then."""
    clip.copying.copy(MIDDLE, "picture")
    first = bytes(clip.held.data("image/svg+xml").data())
    clip.copying.copy(replace(MIDDLE, view="all_layers"), "picture")
    second = bytes(clip.held.data("image/svg+xml").data())
    clip.copying.copy(MIDDLE, "picture")
    assert bytes(clip.held.data("image/svg+xml").data()) == first != second


def test_nothing_is_lost_when_the_window_goes(clip: Clip, monkeypatch: pytest.MonkeyPatch) -> None:
    clip.copying.copy(MIDDLE, "picture")
    clip.copying.settle()
    for export in all_exports().values():
        monkeypatch.setattr(export, "write", None)
    held = clip.held
    assert type(held) is QMimeData
    assert set(held.formats()) == EVERYTHING
    assert not held.imageData().isNull()
    assert bytes(held.data("application/pdf").data()).startswith(b"%PDF")
    assert held.text().count("\n") > 2
    assert "<table>" in held.html()


def test_what_somebody_else_has_copied_since_stays(clip: Clip) -> None:
    clip.copying.copy(MIDDLE, "picture")
    QGuiApplication.clipboard().setText("theirs")
    clip.copying.settle()
    assert QGuiApplication.clipboard().text() == "theirs"


def test_the_numbers_alone(clip: Clip) -> None:
    clip.copying.copy(MIDDLE, "numbers")
    held = clip.held
    assert clip.copied == [(".tsv",)]
    assert not held.hasImage()
    assert held.text() == bytes(held.data("text/tab-separated-values").data()).decode("utf-8-sig").replace("\r\n", "\n")


def test_what_cannot_be_copied_is_one_sentence_and_the_clipboard_stays(clip: Clip) -> None:
    clip.copying.copy(replace(MIDDLE, view="embeddings_layers"), "numbers")
    assert len(clip.failed) == 1
    assert clip.copied == []
    assert QGuiApplication.clipboard().text() == "before"


def test_a_format_that_cannot_be_made_is_empty_and_the_others_are_there(
    clip: Clip, monkeypatch: pytest.MonkeyPatch, logged: Logged
) -> None:
    def refuse(*_: object) -> None:
        raise Problem("the picture", "it has no size", "Make the window larger")

    monkeypatch.setattr(all_exports()[".pdf"], "write", refuse)
    clip.copying.copy(MIDDLE, "picture")
    assert clip.held.data("application/pdf").isEmpty()
    assert not clip.held.data("image/svg+xml").isEmpty()
    assert "application/pdf" in logged.text


@pytest.mark.parametrize(
    "snapshot", [replace(MIDDLE, view="embeddings_layers"), replace(MIDDLE, view="all_layers")], ids=["none", "many"]
)
def test_numbers_that_cannot_be_copied_say_so(snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clipboard, "MOST_NUMBERS", 200)
    assert kinds_for(snapshot, "picture") == [".png", ".svg", ".pdf"]
    with pytest.raises(Problem):
        kinds_for(snapshot, "numbers")
    assert kinds_for(MIDDLE, "picture") == list(TYPES)
    assert kinds_for(MIDDLE, "image") == [".png", ".svg", ".pdf"]


def test_it_is_made_for_a_screen_with_what_was_chosen_beside_it() -> None:
    last = ExportChoices("steps", ".gif", "paper-column", dark=True, title=False, language="ko", text="paths", dpi=600)
    snapshot = replace(MIDDLE, memory=Memory(export=last.as_texts()))
    screen = ExportChoices("picture", ".gif", "screen", title=False)
    assert choices_for(snapshot, list(TYPES)) == screen
    assert choices_for(snapshot, [".tsv"]) == replace(screen, what="numbers")
    assert set(TYPES) <= set(all_exports())


def test_a_table_is_html_whatever_is_in_its_cells() -> None:
    held = html_table('a\t"b, ""c"""\n<s>\t"two\nlines"\n')
    assert "<tr><th>a</th><th>b, &quot;c&quot;</th></tr>" in held
    assert "<td>&lt;s&gt;</td><td>two\nlines</td>" in held


def test_a_huge_table_is_text_only() -> None:
    assert html_table("a\tb\n" * (MOST_CELLS // 2 + 1)) == ""
    assert html_table("") == ""
