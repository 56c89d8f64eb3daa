"""Going through a training: ◀ slider ▶ ▷ and how far it had come. At the end of the headline's row, where the open
checkpoint is a snapshot; made when there is the first one."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from model.record.learning_run import LearningRun
from viz_app.controls.widgets import IconButton, StepSlider
from viz_app.platform.text import fill, plain_tooltip, translate
from viz_app.state.intents import GoToSnapshot
from viz_app.state.state import Snapshot
from viz_app.state.watched_training import Watched, played, said

GAP = 2  #: pixels between its parts
SLIDER = 90  #: pixels, at least
SHARE = 0.46  #: of its row, at most


class LearningBar(QWidget):
    """As wide as its longest text needs, so that nothing in it moves. Snapshots are counted from 0, as in intents.

    Its slider stands where one asked to go, its text says of which snapshot the run on screen is.
    """

    requested = Signal(object)
    shows = ("learning", "run")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._watched: Watched | None = None
        self._seen = 0  # snapshot that the run on screen is of
        self._of: tuple[LearningRun | None, QFont] | None = None  # what the widths are of
        self._widths: tuple[tuple[tuple[str, ...], int], ...] = ()
        self.previous, self.next = IconButton("previous", self), IconButton("next", self)
        self.play = IconButton("play", self)
        self.slider = StepSlider(self)
        self.slider.setAccessibleName(translate("Learning", "Snapshot of the training"))
        self.slider.setPageStep(1)
        self.where = QLabel(self)
        self.where.setTextFormat(Qt.TextFormat.PlainText)
        self.where.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.where.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Ignored)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GAP)
        for part in (self.where, self.previous, self.slider, self.next, self.play):
            layout.addWidget(part)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._connect()
        self.hide()

    def display(self, snapshot: Snapshot) -> None:
        """Show where in its training the open checkpoint is; nothing where it is of none."""
        self._watched = watched = snapshot.learning
        self.setVisible(watched is not None)
        if watched is None:
            return
        self._seen = watched.seen(snapshot.run)
        self.slider.blockSignals(True)
        self.slider.setRange(0, watched.last)
        self.slider.setValue(watched.at)
        self.slider.blockSignals(False)
        self._tell(watched)
        states = ((self.previous, watched.at > 0), (self.next, watched.at < watched.last))
        if any(button.hasFocus() and not enabled for button, enabled in states):
            self.slider.setFocus()  # else the focus would jump to another button, which the next Space presses
        for button, enabled in (*states, (self.play, watched.last > 0), (self.slider, watched.last > 0)):
            button.setEnabled(enabled)

    def take(self, room: int, high: int) -> int:
        """Fit into ``room`` pixels and a row of ``high``; how many it takes."""
        if self._watched is None:
            return 0
        for button in (self.previous, self.next, self.play):
            button.setFixedSize(high, high)
        self.slider.setFixedHeight(high)
        left = round(room * SHARE) - 3 * high - 4 * GAP
        texts, wide = next((each for each in self._measured() if each[1] + SLIDER <= left), ((), 8))
        self.where.setText(texts[self._seen] if texts else "")
        self.where.setFixedWidth(wide)
        return wide + min(max(left - wide, 60), 2 * SLIDER) + 3 * high + 4 * GAP

    def _measured(self) -> tuple[tuple[tuple[str, ...], int], ...]:
        """Each wording and how wide it is; once for a training and its letters, not with every snapshot of it."""
        run = None if self._watched is None else self._watched.run
        if self._of is None or self._of[0] is not run or self._of[1] != self.where.font():
            self._of = run, self.where.font()
            self._widths = tuple((texts, self._widest(texts)) for texts in self._wordings())
        return self._widths

    def _wordings(self) -> tuple[tuple[str, ...], ...]:
        """What may stand there for each snapshot, the longest first."""
        snapshots = () if self._watched is None else self._watched.run.snapshots
        full = tuple(said(each.update, each.epoch) for each in snapshots)
        short = tuple(said(each.update, None) for each in snapshots)
        return full, short, tuple("" if each.update is None else f"{each.update:,}" for each in snapshots)

    def _widest(self, texts: tuple[str, ...]) -> int:
        metrics: QFontMetrics = self.where.fontMetrics()
        longest = sorted(texts, key=len)[-3:]  # of a thousand snapshots not each is measured
        return max((metrics.horizontalAdvance(text) for text in longest), default=0) + 8

    def _tell(self, watched: Watched) -> None:
        note = translate("Learning", "The same sentence, as the model translates it after so much training.")
        for part, at in ((self.where, self._seen), (self.slider, watched.at)):
            told = watched.told(at)
            count = fill(translate("Learning", "snapshot %1 of %2"), at + 1, watched.last + 1)
            part.setToolTip(plain_tooltip(f"{told} ({count})\n{note}"))
            if part is self.slider:
                part.setAccessibleDescription(f"{told}, {count}")
            else:
                part.setAccessibleName(told)
        back, forward = translate("Learning", "Earlier snapshot"), translate("Learning", "Later snapshot")
        self.previous.describe(back, f"{back} (Shift+PgUp)")
        self.next.describe(forward, f"{forward} (Shift+PgDown)")
        self.play.set_icon("pause" if watched.playing else "play")
        playing = translate("Learning", "Stop the training here")
        plays = translate("Learning", "Play the training")
        name = playing if watched.playing else plays
        self.play.describe(name, f"{name} (Shift+Space)")

    def _connect(self) -> None:
        self.previous.clicked.connect(lambda: self._go(-1))
        self.next.clicked.connect(lambda: self._go(1))
        self.play.clicked.connect(self._play)
        self.slider.valueChanged.connect(lambda at: self.requested.emit(GoToSnapshot(at)))

    def _go(self, by: int) -> None:
        if self._watched is not None:
            self.requested.emit(GoToSnapshot(self._watched.at + by))

    def _play(self) -> None:
        if self._watched is not None:
            self.requested.emit(played(self._watched))
