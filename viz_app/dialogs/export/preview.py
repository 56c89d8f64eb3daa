"""A small picture of what an export will look like, by the same pictures, once there is time. It writes nothing."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QSizePolicy, QWidget

from model.common.problems import Problem
from viz_app.exports.figures.figure import Figure, draw
from viz_app.state.export_choices import ExportChoices
from viz_app.state.paper_sizes import INCH, PRESETS
from viz_app.state.state import Snapshot

translate = QCoreApplication.translate
WIDE, HIGH = 320, 200
FINENESS = 3  #: how much larger it is drawn than shown, so that letters shrink as in a photograph
LONGEST = 1_000  #: pixels of a side, at most
MOST_WEIGHTS = 4_000_000  #: of a run that is drawn in less than a blink


class ExportPreview(QWidget):
    """Shows the newest choices; while something changes, what it showed before."""

    def __init__(self, snapshot: Snapshot, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot = replace(snapshot, choice=None)  # the run alone, as its file is made from it
        self._choices = ExportChoices()
        self.image = QImage()
        self.said = ""  #: why there is none
        self._soon = QTimer(self, singleShot=True, interval=0)  # after the dialog has been painted
        self._soon.timeout.connect(self._draw)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(translate("ExportPreview", "Small picture of the file"))

    def display(self, choices: ExportChoices) -> None:
        """Show what these choices make."""
        self._choices = choices
        self._soon.start()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(WIDE, HIGH)

    @property
    def possible(self) -> bool:
        """Is the run small enough to be drawn while a person waits?"""
        run = self._snapshot.run
        maps = None if run is None else run.attention(self._snapshot.selection.kind)
        return run is not None and (maps is None or maps.size <= MOST_WEIGHTS)

    def _draw(self) -> None:
        if self.possible:
            try:
                self.image = draw(self._snapshot, small(self._choices, self.devicePixelRatioF()))
            except Problem as problem:
                self.image, self.said = QImage(), problem.why
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        painter = QPainter(self)
        if self.image.isNull():
            painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
            text = self.said if self.possible else translate("ExportPreview", "too large for a small picture")
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, text)
        else:
            place = fitted(self.image.size(), self.rect())
            sharp = place.size() * self.devicePixelRatioF()
            exactly, smoothly = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
            painter.drawImage(place, self.image.scaled(sharp, exactly, smoothly))  # a painter would skip pixels
            painter.setPen(self.palette().color(QPalette.ColorRole.Mid))
            painter.drawRect(place.adjusted(0, 0, -1, -1))
        painter.end()


def figure_of(choices: ExportChoices) -> Figure:
    """The figure that ``export`` will make of these choices."""
    figure = Figure(
        **PRESETS[choices.preset].lengths, dark=choices.dark, caption=choices.caption, honest=choices.honest,
        title=choices.title, legend=choices.legend, text=choices.text,
    )  # fmt: skip
    return replace(figure, dpi=choices.dpi) if choices.dpi else figure


def small(choices: ExportChoices, ratio: float) -> Figure:
    """The same figure with few pixels."""
    figure = figure_of(choices)
    shrunk = min(WIDE / figure.width, HIGH / figure.height) * ratio * FINENESS
    return replace(figure, dpi=INCH * min(shrunk, LONGEST / max(figure.width, figure.height)))


def fitted(size: QSize, room: QRect) -> QRect:
    """Where a picture of this shape stands in the middle of a room."""
    place = QRect(room.topLeft(), size.scaled(room.size(), Qt.AspectRatioMode.KeepAspectRatio))
    place.moveCenter(room.center())
    return place
