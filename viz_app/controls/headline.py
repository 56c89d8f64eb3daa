"""The headline: the sentence on screen and its translation, as plain sentences in one line, and marks at its end."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPalette, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from viz_app.controls.remark_mark import RemarkMark
from viz_app.controls.widgets import colours, text_pixels
from viz_app.platform.text import on_one_line, tooltip
from viz_app.state.state import Snapshot

GAP = 8  #: pixels beside the arrow
SHARE_OF_MARKS = 0.3  #: of the width, at most
LONGEST = 4096  #: letters of a sentence that are ever measured


class Headline(QWidget):
    """Source → translation. Each can be selected and copied; where both have no room, each loses its middle."""

    requested = Signal(object)  #: it asks for nothing, but is wired like every control
    shows = RemarkMark.shows

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.source, self.arrow, self.target = (_sentence(self) for _ in range(3))
        self._texts = ("", "")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(4, 0, 4, 0)
        layout.setSpacing(GAP)
        for part in (self.source, self.arrow, self.target):
            layout.addWidget(part)
        layout.addStretch(1)
        self.mark = RemarkMark(self)
        layout.addWidget(self.mark)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._ink()
        self.display(Snapshot())

    def display(self, snapshot: Snapshot) -> None:
        """Name the sentence of the run on screen, and what it became."""
        run = snapshot.run
        source, target = ("", "") if run is None else (run.meta.source_text, run.meta.translation)
        self._texts = on_one_line(source), on_one_line(target)
        told = " → ".join(self._texts) if all(self._texts) else "".join(self._texts)
        self.setAccessibleName(told)
        self.setToolTip(tooltip(*(text for text in self._texts if text)))
        self.mark.display(snapshot)
        self._fit()

    def _fit(self) -> None:
        """The shorter one whole where it takes less than half; the other one gets the rest."""
        source, target = self._texts
        metrics, arrow = self.fontMetrics(), "→" if source and target else ""
        around = metrics.horizontalAdvance(arrow) + 2 * GAP if arrow else 0
        beside = self.mark.take(round(self.width() * SHARE_OF_MARKS))
        room = max(0, self.contentsRect().width() - 8 - around - (beside + GAP if beside else 0))
        needs = [metrics.horizontalAdvance(text[:LONGEST]) for text in (source, target)]
        shares = [max(room // 2, room - need) if all(needs) else room for need in reversed(needs)]
        for label, text, share in ((self.source, source, shares[0]), (self.target, target, shares[1])):
            shown = metrics.elidedText(text[:LONGEST], Qt.TextElideMode.ElideMiddle, share)
            if label.text() != shown:
                label.setText(shown)
        self.arrow.setText(arrow)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Another font has room for more or less; another palette has another quiet ink."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()
        elif event.type() == QEvent.Type.PaletteChange:
            self._ink()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(400, round(text_pixels(self) * 1.7))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(80, self.sizeHint().height())

    def _ink(self) -> None:
        """The source is quiet: what the model said comes first."""
        for label in (self.source, self.arrow):
            ink = QPalette(self.palette())
            ink.setColor(QPalette.ColorRole.WindowText, QColor(colours().muted))
            label.setPalette(ink)


def _sentence(parent: QWidget) -> QLabel:
    label = QLabel(parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    flags = Qt.TextInteractionFlag
    label.setTextInteractionFlags(flags.TextSelectableByMouse)
    label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
    label.setMinimumWidth(1)
    return label
