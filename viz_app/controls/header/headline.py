"""The headline: the sentence on screen and its translation, as plain sentences in one line, and marks at its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPalette, QPixmap, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QToolTip, QWidget

from model.record.trace import Trace
from viz_app.controls.widgets import IconButton, text_pixels
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.text import fill, in_menu, on_one_line, tooltip, translate
from viz_app.platform.theme import colours, visible
from viz_app.state.comparison import COMPARE, PinRun
from viz_app.state.intents import SetView
from viz_app.state.state import Snapshot
from viz_app.tables.parts.remarks import Mark, marks

if TYPE_CHECKING:
    from PySide6.QtGui import QIcon

GAP = 8  #: pixels beside the arrow
SHARE_OF_MARKS = 0.3  #: of the width, at most
SHARE_AT_END = 0.25
ANY = 10_000  #: pixels: room for any mark
LONGEST = 4096  #: letters of a sentence that are ever measured
TOLD = 120  #: letters of a sentence in a tooltip


class RemarkMark(QToolButton):
    """What is worth knowing of the run, in two words that cover nothing; pointing at it or a press tells the whole.

    All marks in one button, hidden where there is none.
    """

    requested = Signal(object)  #: it asks for nothing, but is wired like every control
    shows = ("run", "problem", "waiting", "selection", "run_selection", "suggestions")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoRaise(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Ignored)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clicked.connect(self.tell)
        self._marks: tuple[Mark, ...] = ()
        self._room = ANY
        self._ink()
        self._say()
        self.hide()

    def _say(self) -> None:
        """All of each mark to the pointer and to readers; what the button is for where there is none."""
        whole = [mark.whole for mark in self._marks] or [translate("Remarks", "Remarks on the run on screen")]
        self.setToolTip(tooltip(*whole))
        self.setAccessibleName("; ".join(whole))

    def display(self, snapshot: Snapshot) -> None:
        """Name what is worth knowing of the run on screen."""
        found = marks(snapshot)
        if found != self._marks:
            self._marks = found
            self._ink()
            self._say()
            self.setVisible(bool(found))
            self._name()

    def take(self, room: int) -> int:
        """The words where they fit into ``room`` pixels, else the sign alone; how many it takes."""
        self._room = room
        self._name()
        return self.sizeHint().width() if self._marks else 0

    def _name(self) -> None:
        text, style = " · ".join(mark.text for mark in self._marks), Qt.ToolButtonStyle
        if text != self.text():
            self.setText(text)
        fits = self.fontMetrics().horizontalAdvance(text) + self.iconSize().width() <= self._room
        self.setToolButtonStyle(style.ToolButtonTextBesideIcon if fits else style.ToolButtonIconOnly)

    def tell(self) -> None:
        """Say the whole of it now, below the mark."""
        QToolTip.showText(self.mapToGlobal(QPoint(0, self.height())), self.toolTip(), self)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._ink()

    def _ink(self) -> None:
        ink = QColor(colours().accent)
        if self.palette().color(QPalette.ColorRole.ButtonText) != ink:
            palette = QPalette(self.palette())
            palette.setColor(QPalette.ColorRole.ButtonText, ink)
            self.setPalette(palette)
        side = round(text_pixels(self) * 1.1)
        self.setIconSize(QSize(side, side))
        if self._marks:
            self.setIcon(sign(side, ink, colours().paper))


def sign(side: int, ink: QColor, paper: str) -> QIcon:
    """An *i* in a disc, as in the banner of what is only worth saying; twice as fine as asked, for dense screens."""
    image = QPixmap(2 * side, 2 * side)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(side / 8, side / 8)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawEllipse(QPointF(8, 8), 7.5, 7.5)
    painter.setBrush(QColor(paper))
    painter.drawRoundedRect(QRectF(7.1, 7.0, 1.8, 5.2), 0.9, 0.9)
    painter.drawEllipse(QPointF(8, 4.6), 1.1, 1.1)
    painter.end()
    from PySide6.QtGui import QIcon  # with all names of a theme's icons; most runs have no mark

    return QIcon(image)


class FittedWords(Protocol):
    """What may stand at the end: it says as much as has room."""

    def take(self, room: int) -> int:
        """How many of ``room`` pixels it takes."""


class PinMark(QWidget):
    """The mark of a pinned run: a press shows both runs, its cross lets it go. Made with the first pin."""

    requested = Signal(object)  #: SetView, PinRun

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.show_both = QToolButton(self)
        self.show_both.setAutoRaise(True)
        self.show_both.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.show_both.clicked.connect(lambda: self.requested.emit(SetView(COMPARE)))
        self.unpin = IconButton("close", self)
        away = translate("Headline", "Let the pinned run go")
        self.unpin.describe(away, tooltip(away))
        self.unpin.clicked.connect(lambda: self.requested.emit(PinRun("none")))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for part in (self.show_both, self.unpin):
            part.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Ignored)
            row.addWidget(part)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Ignored)

    def display(self, snapshot: Snapshot) -> None:
        """Name the pinned run; hidden where there is none."""
        run = snapshot.pinned
        self.setVisible(run is not None)
        if run is None:
            return
        self.show_both.setText(in_menu(translate("Headline", "Pinned")))
        sentence = on_one_line(run.meta.source_text or " ".join(run.source_labels))[:TOLD]
        told = fill(translate("Headline", "Pinned: “%1”, with %2"), sentence, run.meta.checkpoint)
        self.show_both.setToolTip(tooltip(told, translate("Headline", "A press shows it beside the run on screen.")))
        self.show_both.setAccessibleName(told)

    def take(self) -> int:
        """How many pixels of the line it takes."""
        return 0 if self.isHidden() else self.sizeHint().width()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """It never makes the line higher."""
        return QSize(super().minimumSizeHint().width(), text_pixels(self))


class Headline(QWidget):
    """Source → translation. Each can be selected and copied; where both have no room, each loses its middle."""

    requested = Signal(object)  #: what its marks and what stands at its end ask for
    shows = (*RemarkMark.shows, "checkpoint", "decoding", "pinned")

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
        self._at_end: FittedWords | None = None
        self.pin: PinMark | None = None  # made with the first pinned run
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
        self.setToolTip(tooltip(*(text for text in (*self._texts, _before(run)) if text)))
        self.mark.display(snapshot)
        if self.pin is not None or snapshot.pinned is not None:
            self._mark_pin(snapshot)
        self._fit()

    def furnish(self, at_end: QWidget) -> None:
        """What stands behind all marks."""
        self._at_end = cast(FittedWords, at_end)
        self.layout().addWidget(at_end)  # type: ignore[union-attr]  # it was given one
        self._fit()

    def _mark_pin(self, snapshot: Snapshot) -> None:
        if self.pin is None:
            self.pin = PinMark(self)
            self.pin.requested.connect(self.requested)
            self.layout().insertWidget(self.layout().indexOf(self.mark) + 1, self.pin)  # type: ignore[union-attr]
        self.pin.display(snapshot)

    def _fit(self) -> None:
        """The shorter one whole where it takes less than half; the other one gets the rest."""
        source, target = self._texts
        metrics, arrow = self.fontMetrics(), "→" if source and target else ""
        own = metrics.horizontalAdvance(arrow) + 2 if arrow else 0
        around = own + 2 * GAP if arrow else 0
        beside = self.mark.take(round(self.width() * SHARE_OF_MARKS))
        at_end = 0 if self._at_end is None else self._at_end.take(round(self.width() * SHARE_AT_END))
        pin = 0 if self.pin is None else self.pin.take()
        taken = sum(wide + GAP for wide in (beside, pin, at_end) if wide)
        room = max(0, self.contentsRect().width() - 8 - around - taken)
        needs = [metrics.horizontalAdvance(text[:LONGEST]) for text in (source, target)]
        shares = [max(room // 2, room - need) if all(needs) else room for need in reversed(needs)]
        for label, text, share in ((self.source, source, shares[0]), (self.target, target, shares[1])):
            shown = metrics.elidedText(text[:LONGEST], Qt.TextElideMode.ElideMiddle, share)
            if label.text() != shown:
                label.setText(shown)
        self.arrow.setText(arrow)
        self.arrow.setMinimumWidth(own)  # sentences give way before it

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


def _before(run: Trace | None) -> str:
    """The words of the translation before a change of the network, where they were others."""
    if run is None or not run.meta.interventions:
        return ""
    from model.analysis.baseline import baseline_of, changed_steps  # no first picture needs it

    baseline = baseline_of(run)
    if baseline is None or (not changed_steps(run) and baseline.steps == run.steps):
        return ""
    words = " ".join(token.text for token in tokens_of(baseline).produced if token.role != "special")
    return fill(translate("Headline", "Before the change: %1"), words)


def _sentence(parent: QWidget) -> QLabel:
    label = QLabel(parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    flags = Qt.TextInteractionFlag
    label.setTextInteractionFlags(flags.TextSelectableByMouse)
    label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
    label.setMinimumWidth(1)
    return label


def title_of(snapshot: Snapshot) -> str:
    """Session with Qt's mark of what is not saved, checkpoint, translation, program; what is not there is left out."""
    trace, info = snapshot.trace, snapshot.checkpoint
    name = trace.meta.checkpoint if trace is not None else "" if info is None else info.name
    translation = "" if trace is None else trace.meta.translation
    words = (" ".join(visible(word) for word in part.split()) for part in (name, translation, "Headscope"))
    session = "" if snapshot.kept.path is None else visible(snapshot.kept.path.name)
    if snapshot.unsaved and not session:
        session = translate("MainWindow", "Session")
    parts = [part.replace("[*]", "[*][*]") for part in (session, *words)]  # what a name or sentence says is no mark
    parts[0] += "[*]" if session else ""
    return " — ".join(part for part in parts if part)
