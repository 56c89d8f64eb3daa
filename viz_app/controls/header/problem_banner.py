"""The banner over the window's one line: what went wrong, why, and what to do next; or a remark on the run on screen.

It covers what is there and moves nothing; a long one grows downwards. The newest is shown, with the number of those
under it. Where the window can do something about it, one button offers that.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPolygonF
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from viz_app.controls.widgets import IconButton, faded, text_pixels
from viz_app.platform.text import fill, translate
from viz_app.platform.theme import colours
from viz_app.state.intents import (
    ChangeSettings,
    DismissProblem,
    InspectFile,
    Intent,
    OpenHome,
    OpenPath,
    Recover,
    RunAnyway,
    SetDevice,
    StartEngine,
    Translate,
)
from viz_app.state.state import Notice, Snapshot
from viz_app.state.what_if import NOTHING_CHANGED, SetChanges
from viz_app.tables.parts.remarks import in_one_line, remarks

DIALOGS = {"cell": "help.cell", "locate": "file.locate", "fault": "help.fault"}  #: offers that are commands


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
        self.offer, self.other = QPushButton(self), QPushButton(self)
        self.offer.clicked.connect(lambda: self._accept(other=False))
        self.other.clicked.connect(lambda: self._accept(other=True))
        self._problem: Notice | None = None
        self._remark = ""  # its name, where it is one
        self.dismiss = IconButton("close", self)
        self.dismiss.describe(
            translate("ProblemBanner", "Close this message"), translate("ProblemBanner", "Close this message")
        )
        self.dismiss.clicked.connect(lambda: self.requested.emit(DismissProblem(self._remark)))
        self.count = QLabel(self)
        self.count.setTextFormat(Qt.TextFormat.PlainText)
        self.count.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        layout = QHBoxLayout(self)
        layout.addWidget(self.text, 1)
        layout.addWidget(self.offer, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self.other, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self.count, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self.dismiss, 0, Qt.AlignmentFlag.AlignTop)
        self._indent()
        self.hide()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """The sign grows with the letters."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self.layout() is not None:
            self._indent()

    def _indent(self) -> None:
        """Room for the sign."""
        self.layout().setContentsMargins(round(text_pixels(self) * 3), 0, 4, 0)  # type: ignore[union-attr]  # it has one

    def needed(self, wide: int, line: int) -> int:
        """Pixels that it takes, its buttons no higher than the ``line`` that it covers: one line of text is as high."""
        for button in (self.offer, self.other, self.dismiss):
            button.setMaximumHeight(line)
        layout = self.layout()
        return line if layout is None else max(line, layout.totalHeightForWidth(wide))

    def display(self, snapshot: Snapshot) -> None:
        """Show the newest notice of the snapshot, or nothing."""
        told = [one for one in (snapshot.problem, *snapshot.waiting) if one is not None and not one.mark]
        problem, found = next(iter(told), None), remarks(snapshot)
        self._remark = found[0].name if found and problem is None else ""
        sentence = found[0].text if self._remark else "" if problem is None else in_one_line(problem)
        if sentence != self.text.text():
            self.text.setText(sentence)
            self.setAccessibleName(sentence)
        self._count(len(told) + len(found))
        self._problem = problem
        for button, name in ((self.offer, problem and problem.offer), (self.other, problem and problem.other)):
            offer = _offers().get(name or "", "")
            button.setText(offer)
            button.setToolTip(translate("ProblemBanner", "What can be done about it; the message closes then"))
            button.setVisible(bool(offer))
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if offer else Qt.FocusPolicy.NoFocus)
        appears = bool(sentence) and self.isHidden()
        self.setVisible(bool(sentence))
        self.update()
        if appears:
            from PySide6.QtGui import QAccessible, QAccessibleEvent

            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def _count(self, notices: int) -> None:
        """How many there are, where it is more than this one."""
        self.count.setText(fill(translate("ProblemBanner", "1 of %1"), notices))
        self.count.setToolTip(translate("ProblemBanner", "The newest one; closing it shows the one before"))
        self.count.setVisible(notices > 1)

    def _accept(self, other: bool) -> None:
        """Do what the button says, and close: the sentence has been dealt with."""
        problem = self._problem
        if problem is None:
            return
        intents: dict[str, tuple[Intent, ...]] = {
            "cpu": (SetDevice("cpu"), Translate()),
            "inspect": (InspectFile(Path(problem.what)),),
            "open": (OpenPath(Path(problem.what)),),
            "home": (OpenHome(),),
            "engine": (StartEngine(),),
            "anyway": (RunAnyway(),),
            "recover": (Recover(),),
            "discard": (Recover(wanted=False),),
            "changes": (ChangeSettings({"what_if_shown": True}),),
            "unchanged": (SetChanges(NOTHING_CHANGED),),
        }
        offer = problem.other if other else problem.offer
        self.requested.emit(DismissProblem())
        for intent in intents.get(offer, ()):
            self.requested.emit(intent)
        if offer in DIALOGS:
            self.offered.emit(DIALOGS[offer])

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        palette, size = colours(), text_pixels(self) * 1.25
        calm = self._problem is None or self._problem.calm
        ink = palette.accent if calm else palette.error
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(palette.paper))
        painter.fillRect(self.rect(), faded(ink, 0.12))
        painter.fillRect(QRectF(0, 0, 4, self.height()), QColor(ink))
        painter.setPen(faded(ink, 0.5))
        painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top = self.dismiss.y() + (self.dismiss.height() - size) / 2
        painter.translate(text_pixels(self) * 1.1, top)
        painter.scale(size / 16, size / 16)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(ink))
        if calm:
            painter.drawEllipse(QPointF(8, 8), 7.5, 7.5)
        else:
            painter.drawPolygon(QPolygonF([QPointF(8, 1), QPointF(15.5, 15), QPointF(0.5, 15)]))
        painter.setBrush(QColor(palette.paper))
        bar, dot = ((7.1, 7.0, 1.8, 5.2), 4.6) if calm else ((7.1, 5.5, 1.8, 5), 12.6)
        painter.drawRoundedRect(QRectF(*bar), 0.9, 0.9)
        painter.drawEllipse(QPointF(8, dot), 1.1, 1.1)
        painter.end()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(120, self.dismiss.sizeHint().height() + 2)


def _offers() -> dict[str, str]:
    """What the button says, by :attr:`Notice.offer`."""
    return {
        "cpu": translate("ProblemBanner", "Go on with the CPU"),
        "inspect": translate("ProblemBanner", "Inspect the file…"),
        "open": translate("ProblemBanner", "Open it"),
        "cell": translate("ProblemBanner", "Show the notebook cell…"),
        "home": translate("ProblemBanner", "Open its checkpoint"),
        "locate": translate("ProblemBanner", "Find it…"),
        "engine": translate("ProblemBanner", "Start the engine"),
        "anyway": translate("ProblemBanner", "Run it anyway"),
        "recover": translate("ProblemBanner", "Recover"),
        "discard": translate("ProblemBanner", "Discard"),
        "fault": translate("ProblemBanner", "Details…"),
        "changes": translate("ProblemBanner", "Show the changes"),
        "unchanged": translate("ProblemBanner", "Run without them"),
    }
