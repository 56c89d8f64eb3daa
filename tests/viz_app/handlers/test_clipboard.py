"""One clipboard object holds the picture as pixels and as vectors, and its numbers; text fields keep their own copy."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event

import numpy as np
import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QApplication

from model.common.problems import Problem
from tests.viz_app.recorder import MIDDLE
from tests.viz_app.running import wait_until
from viz_app.exports import all_exports
from viz_app.exports.figures.figure import draw, figure_of
from viz_app.handlers import clipboard, export_job
from viz_app.handlers.background import Background
from viz_app.handlers.clipboard import (
    MOST_CELLS,
    TYPES,
    Copied,
    Copying,
    choices_for,
    html_table,
    kinds_for,
    mime,
    read,
)  # fmt: skip
from viz_app.state.export_choices import ExportChoices
from viz_app.state.paper_sizes import PRESETS
from viz_app.state.state import Memory, Notice, Snapshot


class Clip:
    """A copying and what it said."""

    def __init__(self) -> None:
        self.files = Background()
        self.copying = Copying(self.files)
        self.copied: list[tuple[str, ...]] = []
        self.failed: list[Notice] = []
        self.copying.copied.connect(self.copied.append)
        self.copying.failed.connect(self.failed.append)

    def wait(self) -> QMimeData:
        wait_until(lambda: bool(self.copied or self.failed))
        assert self.failed == []
        return QGuiApplication.clipboard().mimeData()


@pytest.fixture
def clip(qapp: QApplication) -> Iterator[Clip]:
    QGuiApplication.clipboard().setText("before")
    clip = Clip()
    yield clip
    clip.copying.cancel()
    clip.files.stop()
    QGuiApplication.clipboard().clear()


def weights_of(lines: list[list[str]]) -> np.ndarray:
    return np.array([[np.float32(cell) for cell in line[1:]] for line in lines[1:]])


def test_the_picture_is_there_in_every_way(clip: Clip) -> None:
    clip.copying.copy(MIDDLE, "picture")
    assert clip.copying.busy
    held = clip.wait()
    assert clip.copied == [tuple(TYPES)]
    assert not clip.copying.busy
    figure = figure_of(ExportChoices(preset="screen"))
    drawn = draw(MIDDLE, figure).convertToFormat(QImage.Format.Format_RGB32)
    for image in (QImage.fromData(held.data("image/png")), held.imageData()):
        assert image.convertToFormat(QImage.Format.Format_RGB32) == drawn
    assert drawn.width() == round(PRESETS["screen"].lengths["width"] * 2)
    assert bytes(held.data("image/svg+xml").data()).startswith(b"<?xml")
    assert bytes(held.data("application/pdf").data()).startswith(b"%PDF")
    assert MIDDLE.trace is not None
    lines = [line.split("\t") for line in held.text().splitlines()]
    chosen, shown = MIDDLE.selection, MIDDLE.trace.attention("cross")
    assert shown is not None
    np.testing.assert_array_equal(weights_of(lines), shown[chosen.layer, chosen.head, : chosen.step + 1])
    assert held.html().count("<tr>") == len(lines)


def test_the_numbers_alone(clip: Clip) -> None:
    clip.copying.copy(MIDDLE, "numbers")
    held = clip.wait()
    assert clip.copied == [(".tsv",)]
    assert not held.hasImage()
    assert held.text() == bytes(held.data("text/tab-separated-values").data()).decode("utf-8-sig").replace("\r\n", "\n")


def test_until_all_is_there_the_clipboard_stays_as_it_was(clip: Clip) -> None:
    clip.copying.copy(MIDDLE, "picture")
    assert QGuiApplication.clipboard().text() == "before"
    clip.copying.cancel()
    clip.files.stop()
    QApplication.processEvents()
    assert QGuiApplication.clipboard().text() == "before"
    assert (clip.copied, clip.failed) == ([], [])


def test_cancelling_while_it_is_read_is_no_failure(clip: Clip, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, cancelled = Event(), Event()

    def slowly(folder: Path) -> Copied:
        begun.set()
        cancelled.wait(10)
        return read(folder)

    monkeypatch.setattr(clipboard, "read", slowly)
    clip.copying.copy(MIDDLE, "numbers")
    wait_until(begun.is_set)
    clip.copying.cancel()
    assert not clip.copying.busy
    cancelled.set()
    clip.files.stop()
    QApplication.processEvents()
    assert (clip.copied, clip.failed) == ([], [])
    assert QGuiApplication.clipboard().text() == "before"


def test_what_cannot_be_copied_is_one_sentence(clip: Clip, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse = "import sys; sys.exit('error: the picture: it has no size. Make the window larger.')"
    monkeypatch.setattr(export_job, "command", lambda words: [sys.executable, "-c", refuse])
    clip.copying.copy(MIDDLE, "picture")
    wait_until(lambda: bool(clip.failed))
    assert clip.failed == [Notice("the picture", "it has no size", "Make the window larger")]
    assert QGuiApplication.clipboard().text() == "before"


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


def test_files_that_have_gone_are_a_problem(tmp_path: Path) -> None:
    (tmp_path / "copy.tsv").mkdir()
    with pytest.raises(Problem, match="cannot be read"):
        read(tmp_path)


def test_a_huge_table_is_text_only() -> None:
    assert html_table("a\tb\n" * (MOST_CELLS // 2 + 1)) == ""
    assert html_table("") == ""


def test_nothing_is_offered_that_is_not_there() -> None:
    assert mime(Copied()).formats() == []
    assert mime(Copied(text="a\tb")).formats() == ["text/plain"]
