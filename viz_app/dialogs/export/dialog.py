"""*Export*: what of the run on screen is taken away, and how. One dialog for every kind of file.

It writes nothing and asks for no place: it says what was chosen. Enter takes what is shown, which is
what was taken last; for the first time a picture for a slide.

A small picture of what an export will look like, by the same pictures, once there is time. It writes nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from PySide6.QtCore import QCoreApplication, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from model.common.problems import Problem
from viz_app.dialogs.export.form import ExportForm, kind_of, kinds_of
from viz_app.dialogs.export.sentences import sentence_of
from viz_app.exports.figures.figure import Figure, draw, figure_of, grown
from viz_app.exports.figures.frames import moment_of
from viz_app.platform.appearance import without_icons
from viz_app.platform.focus_ring import PaintedWidget
from viz_app.platform.text import fill, plain_tooltip
from viz_app.platform.translations import spoken
from viz_app.platform.window_room import room_for
from viz_app.state.export_choices import ExportChoices, What, last_choices
from viz_app.state.paper_sizes import INCH
from viz_app.state.state import Snapshot
from viz_app.state.watched_training import films_training

WIDE, HIGH = 320, 200
FINENESS = 3  #: how much larger it is drawn than shown, so that letters shrink as in a photograph
LONGEST = 1_000  #: pixels of a side, at most
MOST_WEIGHTS = 4_000_000  #: of a run that is drawn in less than a blink


class ExportPreview(PaintedWidget):
    """Shows the newest choices; while something changes, what it showed before."""

    drawn = Signal(object)  #: the Figure as large as it has become

    def __init__(self, snapshot: Snapshot, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot = snapshot
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
                now, figure = self._shown()
                whole = grown(now, figure)
                self.image = draw(now, small(whole, self.devicePixelRatioF()))
                self.drawn.emit(whole)
            except Problem as problem:
                self.image, self.said = QImage(), problem.why
        self.update()

    def _shown(self) -> tuple[Snapshot, Figure]:
        """What is drawn; of the film of a training the picture by the snapshot on screen."""
        now, figure, run = self._snapshot, figure_of(self._choices), self._snapshot.run
        if self._choices.what != "training" or run is None:
            return now, figure
        return moment_of(now, 0, (run,)), replace(figure, runs=(run,))

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


def small(figure: Figure, ratio: float) -> Figure:
    """The same figure with few pixels."""
    shrunk = min(WIDE / figure.width, HIGH / figure.height) * ratio * FINENESS
    return replace(figure, dpi=INCH * min(shrunk, LONGEST / max(figure.width, figure.height)))


def fitted(size: QSize, room: QRect) -> QRect:
    """Where a picture of this shape stands in the middle of a room."""
    place = QRect(room.topLeft(), size.scaled(room.size(), Qt.AspectRatioMode.KeepAspectRatio))
    place.moveCenter(room.center())
    return place


translate = QCoreApplication.translate
SPARE = 16  #: pixels beside a name
LINE = 1.8  #: height of a line of the list, in heights of its letters
DRAWN = ("picture", "steps", "training")  #: what can be shown small


class ExportDialog(QDialog):
    """Says ``chosen`` once, with :class:`ExportChoices`, and closes; or closes."""

    chosen = Signal(object)

    def __init__(self, snapshot: Snapshot, what: What | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("ExportDialog", "Export"))
        choices = last_choices(snapshot.memory, snapshot.settings)
        offered = [each for each in get_args(What) if kinds_of(each) and is_possible(each, snapshot)]
        first = what or choices.what
        self._last = choices
        self.form = ExportForm(fitting(choices, first if first in offered else offered[0]))
        self.preview = ExportPreview(snapshot)
        self.preview.drawn.connect(self._say_size)
        self.what = self._list(offered)
        self.sentence, self.pixels = _plain(), _plain()
        self.sentence.setWordWrap(True)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignTop)
        for note in (self.sentence, self.pixels):
            note.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.pixels.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.buttons = self._buttons()
        self._arrange()
        self.form.changed.connect(self._follow)
        self.what.setCurrentRow(offered.index(self.form.choices.what))
        self.what.currentItemChanged.connect(self._go_to)
        self._follow()
        self.what.setFocus()

    def _list(self, offered: list[What]) -> QListWidget:
        """What can be taken away, the arrows choose."""
        listed = QListWidget()
        listed.setAccessibleName(translate("ExportDialog", "What to export"))
        listed.setToolTip(plain_tooltip(translate("ExportDialog", "Which part of the run the file will hold")))
        for what in offered:
            item = QListWidgetItem(name_of(what))
            item.setData(Qt.ItemDataRole.UserRole, what)
            item.setToolTip(plain_tooltip(sentence_of(what)))
            item.setSizeHint(QSize(0, round(listed.fontMetrics().height() * LINE)))
            listed.addItem(item)
        measures = listed.fontMetrics()
        listed.setFixedWidth(max(measures.horizontalAdvance(name_of(what)) for what in offered) + 2 * SPARE)
        listed.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        return listed

    def _buttons(self) -> QDialogButtonBox:
        buttons = without_icons(QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel))
        self.export = buttons.addButton(translate("ExportDialog", "Export…"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.export.setDefault(True)
        self.export.setToolTip(plain_tooltip(translate("ExportDialog", "Asks for a name and a folder, then makes it")))
        buttons.button(QDialogButtonBox.StandardButton.Cancel).setAutoDefault(False)
        buttons.accepted.connect(self._take)
        buttons.rejected.connect(self.reject)
        return buttons

    def _arrange(self) -> None:
        inside, area = QWidget(), QScrollArea()
        right = QVBoxLayout(inside)
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(8)
        for widget in (self.preview, self.pixels, self.sentence, self.form):
            right.addWidget(widget)
        right.addStretch(1)
        line = QHBoxLayout()
        line.setSpacing(16)
        line.addWidget(self.what)
        area.setWidget(inside)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        line.addWidget(area, 1)
        box = QVBoxLayout(self)
        box.addLayout(line, 1)
        box.addWidget(self.buttons)
        needed = self._needed(inside) + QSize(area.verticalScrollBar().sizeHint().width(), 0)
        area.setMinimumWidth(min(needed.width(), room_for(self).width() - self.what.width() - 3 * SPARE))
        high = needed.height() + self.buttons.sizeHint().height() + 3 * SPARE
        self.resize(QSize(self.sizeHint().width() + 40, high).boundedTo(room_for(self)))

    def _needed(self, inside: QWidget) -> QSize:
        """Room for whatever is chosen in the list: nothing is scrolled away by going from one to another."""
        first, needed = self.form.choices, QSize()
        for row in range(self.what.count()):
            self.form.display(fitting(first, self.what.item(row).data(Qt.ItemDataRole.UserRole)))
            self._show_parts()
            self.form.updateGeometry()  # its layout is not told of before it is on screen
            needed = needed.expandedTo(inside.sizeHint())
        self.form.display(first)
        return needed

    def _go_to(self, item: QListWidgetItem) -> None:
        """Another thing to take away, as the kind of file that most people want of it, or that was taken last."""
        what = item.data(Qt.ItemDataRole.UserRole)
        suffix = self._last.suffix if what == self._last.what else ""
        self.form.display(fitting(replace(self.form.choices, suffix=suffix), what))
        self._follow()

    def _follow(self) -> None:
        """Show what the choices make."""
        choices = self.form.choices
        self.form.display(choices)
        if self._show_parts():
            self.preview.display(choices)
            self._say_size(figure_of(choices))

    def _show_parts(self) -> bool:
        """What belongs to the choices; returns whether there is a small picture."""
        what = self.form.choices.what
        for part in (self.preview, self.pixels):
            part.setVisible(what in DRAWN)
        self.sentence.setText(sentence_of(what, self.form.choices.suffix))
        return what in DRAWN

    def _say_size(self, figure: Figure) -> None:
        """How many pixels there are, once the small picture knows it; and in which words."""
        choices = self.form.choices
        parts = pixels_of(choices, figure), other_words(choices)
        self.pixels.setText(" · ".join(part for part in parts if part))

    def _take(self) -> None:
        choices = self.form.choices
        self.accept()
        self.chosen.emit(choices)


def is_possible(what: What, snapshot: Snapshot) -> bool:
    """Has the run on screen such a thing?"""
    trace = snapshot.trace
    if what == "training":
        return films_training(snapshot)
    return what != "steps" or (trace is not None and trace.steps > 1)


def fitting(choices: ExportChoices, what: What) -> ExportChoices:
    """``choices`` for this, as a kind of file that there is of it."""
    return replace(choices, what=what, suffix=kind_of(what, choices.suffix).suffix)


def pixels_of(choices: ExportChoices, figure: Figure | None = None) -> str:
    """How large an image is, which may have become higher; of vectors nothing has to be said."""
    if "dpi" not in kind_of(choices.what, choices.suffix).uses:
        return ""
    wide, high = (figure or figure_of(choices)).pixels
    return fill(translate("ExportDialog", "%1 × %2 pixels"), wide, high)


def other_words(choices: ExportChoices) -> str:
    """The small picture speaks as the window does, whatever the file will speak."""
    if choices.language in ("", spoken()):
        return ""
    return translate("ExportDialog", "shown here in the window’s language")


def name_of(what: What) -> str:
    """What can be taken away, in a list."""
    return {
        "picture": translate("ExportDialog", "This picture"),
        "steps": translate("ExportDialog", "All steps, moving"),
        "training": translate("ExportDialog", "The training, moving"),
        "numbers": translate("ExportDialog", "The numbers shown"),
        "run": translate("ExportDialog", "The whole run"),
        "page": translate("ExportDialog", "Interactive page"),
        "handout": translate("ExportDialog", "Handout"),
    }[what]


def _plain() -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
