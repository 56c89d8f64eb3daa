"""While files are dragged over the window it says what a drop would open; nothing hides in a name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QMainWindow

from viz_app.controls.dropped_files import DropHint, told
from viz_app.state.intents import OpenPath


@pytest.fixture
def window(qapp: QApplication) -> Iterator[QMainWindow]:
    window = QMainWindow()
    window.resize(600, 400)
    window.show()
    yield window
    window.close()
    window.deleteLater()


@pytest.mark.parametrize(
    ("intent", "text"),
    [
        (OpenPath(Path("/a/run.npz")), "Drop to open run.npz"),
        (OpenPath(Path("/")), "Drop to open /"),
        (OpenPath(Path("/a/b\u202e%2.pt"), (Path("/a/src.txt"), Path("/b/trg.txt"))),
         "Drop to open b⟨RLO⟩%2.pt, with src.txt, trg.txt"),
    ],
)  # fmt: skip
def test_it_tells_what_would_be_opened(qapp: QApplication, intent: OpenPath, text: str) -> None:
    assert told(intent) == text


def test_it_lies_in_the_middle_and_inside(window: QMainWindow) -> None:
    hint = DropHint(window)
    assert not hint.isVisible()
    for name in ("run.npz", "a-very-long-name-" * 20):
        hint.tell(OpenPath(Path(name)))
        assert hint.isVisible()
        assert window.rect().contains(hint.geometry())
        assert (hint.geometry().center() - window.rect().center() - QPoint(0, 0)).manhattanLength() <= 2
        assert not hint.grab().isNull()
