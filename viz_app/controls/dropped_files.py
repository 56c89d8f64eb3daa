"""Files dropped on the window: a line over it about what a drop would do, and the model among them. It opens nothing.

The model and the files beside it are told apart by their names only.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtGui import QDropEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QLabel, QWidget

from model.common.text import fill
from viz_app.platform.theme import visible
from viz_app.state.intents import OpenPath

translate = QCoreApplication.translate
EDGE = 24  #: pixels around the words


class DropHint(QLabel):
    """Hidden until :meth:`tell`."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._over = window
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setMargin(EDGE)
        self.hide()

    def tell(self, intent: OpenPath) -> None:
        """Say what would be opened, in the middle of the window."""
        room = self._over.width() - 2 * EDGE - 2 * self.fontMetrics().height()
        self.setText(self.fontMetrics().elidedText(told(intent), Qt.TextElideMode.ElideMiddle, room))
        self.adjustSize()
        self.move(self._over.rect().center() - QPoint(self.width() // 2, self.height() // 2))
        self.show()
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paper with a dashed edge."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.palette().color(QPalette.ColorRole.Base))
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Highlight), 2, Qt.PenStyle.DashLine))
        painter.drawRect(self.rect().adjusted(6, 6, -7, -7))
        painter.end()
        super().paintEvent(event)


def told(intent: OpenPath) -> str:
    """``Drop to open run.npz``; with what lies beside it."""
    name = visible(intent.path.name or str(intent.path))
    if not intent.companions:
        return fill(translate("DropHint", "Drop to open %1"), name)
    template = translate("DropHint", "Drop to open %1, with %2")
    others = ", ".join(visible(path.name) for path in intent.companions)
    return fill(template, name, others)


MODELS = (".pt", ".pth", ".bin", ".ckpt", ".safetensors", ".h5", ".keras", ".npz", ".headscope", ".tar")
#: What goes with a model and is none.
COMPANIONS = (".txt", ".tsv", ".csv", ".json", ".vocab", ".dict", ".pkl", ".pickle", ".model", ".spm", ".ipynb", ".py")
_VOCABULARY = r"(?i)vocab|field|\bsrc\b|\btrg\b|\btgt\b"
#: Choosing one of these means its folder, where the folder holds the weights too.
PARTS_OF_A_CHECKPOINT = ("config.json", "model.safetensors", "pytorch_model.bin")


def what_to_open(paths: Sequence[Path], open_model: Path | None = None) -> OpenPath:
    """The model among ``paths``, with the others as its companions.

    Without a model among them they are companions of ``open_model``, which waits for a vocabulary.
    """
    models = [path for path in paths if path.suffix.lower() not in COMPANIONS or path.is_dir() or _is_part(path)]
    if not models and open_model is not None:
        return OpenPath(open_model, tuple(paths))
    chosen = min(models or list(paths), key=_likeness)
    return OpenPath(checkpoint_or_file(chosen), tuple(path for path in paths if path != chosen))


def checkpoint_or_file(path: Path) -> Path:
    """The folder, where a file was chosen that is only a part of a checkpoint."""
    return path.parent if _is_part(path) else path


def _is_part(path: Path) -> bool:
    if path.name not in PARTS_OF_A_CHECKPOINT:
        return False
    beside = [(path.parent / name).is_file() for name in PARTS_OF_A_CHECKPOINT]
    return beside[0] and any(beside[1:])


def _likeness(path: Path) -> tuple[bool, bool, int]:
    """Smallest for what is most likely the model: by its ending, by its name, then the largest."""
    try:
        size = 0 if path.is_dir() else path.stat().st_size
    except OSError:
        size = 0
    is_model = path.is_dir() or path.suffix.lower() in MODELS or _is_part(path)
    return not is_model, bool(re.search(_VOCABULARY, path.name)), -size


def dropped_paths(event: QDropEvent) -> tuple[Path, ...]:
    """The local files and folders of a drop."""
    return tuple(Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile())
