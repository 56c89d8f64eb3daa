"""The banner over the views: what went wrong, why, and what to do next. Hidden while nothing is wrong.

Where the window can do something about it, one button offers that.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QColor, QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from viz_app.controls._paint import IconButton, colours, faded, text_pixels
from viz_app.controls._problem_words import in_their_language
from viz_app.controls._words import translate
from viz_app.intents import DismissProblem, InspectFile, Intent, SetDevice, Translate
from viz_app.state import Notice, Snapshot
from viz_app.theme import visible


class ProblemBanner(QWidget):
    """One plain sentence that can be selected and copied, and a button that closes it."""

    requested = Signal(object)
    offered = Signal(str)  #: the name of a command, where the offer is a dialog

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = QLabel(self)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setWordWrap(True)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.offer = QPushButton(self)
        self.offer.clicked.connect(self._accept)
        self._problem: Notice | None = None
        self.dismiss = IconButton("close", self)
        self.dismiss.describe(
            translate("ProblemBanner", "Close this message"), translate("ProblemBanner", "Close this message")
        )
        self.dismiss.clicked.connect(lambda: self.requested.emit(DismissProblem()))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(round(text_pixels(self) * 3), 4, 6, 4)
        layout.addWidget(self.text, 1)
        layout.addWidget(self.offer, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self.dismiss, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def display(self, snapshot: Snapshot) -> None:
        """Show the snapshot's problem, or nothing."""
        problem = snapshot.problem
        sentence = "" if problem is None else in_one_line(problem)
        if sentence != self.text.text():
            self.text.setText(sentence)
            self.setAccessibleName(sentence)
        self._problem = problem
        offer = "" if problem is None else _offers().get(problem.offer, "")
        self.offer.setText(offer)
        self.offer.setToolTip(translate("ProblemBanner", "What can be done about it; the message closes then"))
        self.offer.setVisible(bool(offer))
        appears = problem is not None and self.isHidden()
        self.setVisible(problem is not None)
        if appears:
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def _accept(self) -> None:
        """Do what the button says, and close: the sentence has been dealt with."""
        problem = self._problem
        if problem is None:
            return
        intents: dict[str, tuple[Intent, ...]] = {
            "cpu": (SetDevice("cpu"), Translate()),
            "inspect": (InspectFile(Path(problem.what)),),
        }
        self.requested.emit(DismissProblem())
        for intent in intents.get(problem.offer, ()):
            self.requested.emit(intent)
        if problem.offer == "cell":
            self.offered.emit("help.cell")

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        palette, size = colours(), text_pixels(self) * 1.25
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(palette.paper))
        painter.fillRect(self.rect(), faded(palette.error, 0.12))
        painter.fillRect(QRectF(0, 0, 4, self.height()), QColor(palette.error))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top = 4 + (self.dismiss.height() - size) / 2
        painter.translate(text_pixels(self) * 1.1, top)
        painter.scale(size / 16, size / 16)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(palette.error))
        painter.drawPolygon(QPolygonF([QPointF(8, 1), QPointF(15.5, 15), QPointF(0.5, 15)]))
        painter.setBrush(QColor(palette.paper))
        painter.drawRoundedRect(QRectF(7.1, 5.5, 1.8, 5), 0.9, 0.9)
        painter.drawEllipse(QPointF(8, 12.6), 1.1, 1.1)
        painter.end()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(120, self.dismiss.sizeHint().height() + 8)


def _offers() -> dict[str, str]:
    """What the button says, by :attr:`Notice.offer`."""
    return {
        "cpu": translate("ProblemBanner", "Go on with the CPU"),
        "inspect": translate("ProblemBanner", "Inspect the file…"),
        "cell": translate("ProblemBanner", "Show the notebook cell…"),
    }


def in_one_line(problem: Notice) -> str:
    """``what: why. Next step.``, however the parts are punctuated; nothing in it is hidden."""
    known = map(in_their_language, (problem.what, problem.why.rstrip("."), problem.next_step.rstrip(".")))
    what, why, next_step = (" ".join(visible(word) for word in part.split()) for part in known)
    return f"{what}: {why}. {next_step}." if next_step else f"{what}: {why}."
