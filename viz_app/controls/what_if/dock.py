"""The *What if* dock in the right column: the changes of the run on screen, and their effect on it. It keeps no state.

It lies beside the inspector and covers nothing; every change is a run of its own, which undo takes back.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QCheckBox,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QVBoxLayout,
    QWidget,
)

from model.analysis.baseline import baseline_of, changed_steps, leaked, lost_steps, probability_after
from model.analysis.loss import is_taught
from model.network.interventions import MaskOff
from model.record.trace import Trace
from viz_app.controls.inspector.bar_table import BarColumn, BarRow, BarRows, BarTable
from viz_app.controls.inspector.section import heading_font, plain_label, quieten, say
from viz_app.controls.what_if.change_rows import ChangeRow, change_at, offered_changes
from viz_app.controls.what_if.held_keyboard import held_keyboard
from viz_app.controls.widgets import IconButton
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.keys import is_kept, is_plain
from viz_app.platform.text import exact, fill, in_menu, tooltip, translate
from viz_app.platform.theme import without_gloss
from viz_app.state.comparison import PinRun
from viz_app.state.intents import ChangeSettings, Select, Undo
from viz_app.state.state import Snapshot
from viz_app.state.what_if import AskedChange, AskedChanges, SetChanges, can_change

PADDING = 14  #: pixels of a button beside its words, at least
CHANGED = "◆"  #: before a token that is another one than before the change: a shape, not a colour
LOST = "◇"  #: before one of before the change that has another in its place now, or none
LOWEST = 4  #: lines beside its buttons


class WhatIfDock(QWidget):
    """``requested`` carries SetChanges, Undo, Select, and that the dock is to close."""

    requested = Signal(object)
    shows = ("what_if", "run", "trace", "selection", "undo", "busy", "view")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot = Snapshot()
        self.rows: list[ChangeRow] = []
        self._asked: AskedChanges | None = None  # what the rows say
        self.title = plain_label(translate("WhatIf", "What if …"))
        # not a tool button: an assistive program that opens its menu gets no answer until it is closed
        self.add = QPushButton(in_menu(translate("WhatIf", "Add")))
        self.menu = QMenu(self.add)
        self.add.setMenu(self.menu)
        self.menu.aboutToShow.connect(self._offer)
        self.close_button = IconButton("close")
        away = translate("WhatIf", "Close What if; the changes stay")
        self.close_button.describe(away, tooltip(away))
        self.close_button.clicked.connect(self._close)
        self.clicks, self.empty, self.translation, self.leak, self.meaning = (
            plain_label(quiet=quiet) for quiet in (True, True, False, False, True)
        )
        self.keep = QCheckBox(translate("WhatIf", "Keep the original words"))
        self.keep.setToolTip(tooltip(translate("WhatIf", "Each row is computed after the words of the run before the "
                                               "change, so that rows and probabilities can be compared.")))  # fmt: skip
        self.keep.clicked.connect(self._keep_words)
        self.words = BarTable()
        self.words.chosen.connect(self.requested)
        self.back = QPushButton(in_menu(translate("WhatIf", "Undo")))
        self.back.clicked.connect(lambda: self.requested.emit(Undo()))
        self.beside = QPushButton(in_menu(translate("WhatIf", "Compare")))
        self.beside.setAccessibleName(translate("WhatIf", "Compare with before"))
        self.beside.setToolTip(tooltip(translate("WhatIf", "Both runs side by side, with their difference.")))
        self.beside.clicked.connect(lambda: self.requested.emit(PinRun("before")))
        self.clear = QPushButton(in_menu(translate("WhatIf", "Remove all")))
        self.clear.clicked.connect(lambda: self.requested.emit(SetChanges(AskedChanges())))
        self._arrange()
        self.display(self._snapshot)

    def display(self, snapshot: Snapshot) -> None:
        """The list of the run on screen, and what the changes did. The keyboard stays in the dock where it was."""
        held = held_keyboard(self, self.rows)
        self._show(snapshot)
        heir = None if held is None or held.stays else held.heir(self.rows, (self.add, self.close_button))
        if heir is not None:
            heir.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show(self, snapshot: Snapshot) -> None:
        self._snapshot, run = snapshot, snapshot.run
        self._show_rows(snapshot.what_if)
        self.add.setEnabled(can_change(run))
        self.back.setEnabled(bool(snapshot.undo))
        self.clear.setEnabled(bool(snapshot.what_if.changes))
        baseline = None if run is None else baseline_of(run)
        self.beside.setEnabled(baseline is not None)
        say(self.clicks, without_gloss(_clicks(snapshot.view)) if can_change(run) else "")  # a narrow dock
        say(self.empty, "" if snapshot.what_if.changes else translate(
            "WhatIf", "Add a change: the sentence runs again with it, and both runs are compared."))  # fmt: skip
        compared = run is not None and baseline is not None
        self.keep.setVisible(compared and not is_taught(run) if run is not None else False)
        self.keep.setChecked(snapshot.what_if.original_words)
        say(self.translation, _translations(run, baseline) if run is not None and baseline is not None else "")
        self.words.show_table(_word_table(run, baseline) if run is not None and baseline is not None else BarRows())
        say(self.leak, _leaks(snapshot))
        say(self.meaning, _meaning(snapshot))

    def event(self, event: QEvent) -> bool:
        """Esc closes, whatever in the dock has the keyboard."""
        return is_kept(event, _leaves) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        if _leaves(event):
            self._close()
        else:
            super().keyPressEvent(event)

    def setVisible(self, visible: bool) -> None:  # noqa: N802 - Qt's name
        """Going, it leaves the keyboard to the window, where the arrows step."""
        focused = QApplication.focusWidget()
        if not visible and focused is not None and self.isAncestorOf(focused):
            self.window().setFocus()
        super().setVisible(visible)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._fold()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Now its buttons have the letters in which they will be seen."""
        super().showEvent(event)
        self._fold()

    def _fold(self) -> None:
        """Its buttons in one line, in two or three where their words have no room; where it is low they scroll."""
        edges, gap = self.layout().contentsMargins(), 2 * self._foot.spacing()  # type: ignore[union-attr]
        buttons = self.beside, self.back, self.clear
        for each in buttons:
            each.setMinimumWidth(each.fontMetrics().horizontalAdvance(each.text()) + PADDING)
        words = sum(each.minimumWidth() for each in buttons)
        narrow = words + gap + edges.left() + edges.right() > self.width()
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent) + self._inner.contentsMargins().right()
        pair = self.back.minimumWidth() + self._rest.spacing() + self.clear.minimumWidth() + bar
        slim = pair + edges.left() + edges.right() > self.width()
        for line, below in ((self._foot, narrow), (self._rest, slim)):
            way = QBoxLayout.Direction.TopToBottom if below else QBoxLayout.Direction.LeftToRight
            if way != line.direction():
                line.setDirection(way)
        rolls = self.height() < self.foot.sizeHint().height() + LOWEST * self.fontMetrics().lineSpacing()
        place = self._inner if rolls else self.layout()
        if self.foot.parentWidget() is not place.parentWidget():  # type: ignore[union-attr]
            place.addWidget(self.foot)  # type: ignore[union-attr]
            self.foot.show()
        self.layout().activate()  # type: ignore[union-attr]  # at once: no button is seen cut

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(300, 300)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(220, 150)

    # --- what is asked for ---

    def _offer(self) -> None:
        """The menu of kinds, each made at what is selected now."""
        self.menu.clear()
        for offer in offered_changes():
            change = change_at(self._snapshot, offer.what, offer.fixed)
            if change is not None:
                action = self.menu.addAction(in_menu(offer.title))
                action.triggered.connect(lambda _=False, made=change: self._ask(self._snapshot.what_if.adding(made)))

    def _ask(self, asked: AskedChanges) -> None:
        self.requested.emit(SetChanges(asked))

    def _keep_words(self, on: bool) -> None:
        self.keep.setChecked(self._snapshot.what_if.original_words)
        self._ask(AskedChanges(self._snapshot.what_if.changes, on))

    def _close(self) -> None:
        self.requested.emit(ChangeSettings({"what_if_shown": False}))

    # --- what is shown ---

    def _show_rows(self, asked: AskedChanges) -> None:
        """One row for each change; those that are the same stay, with the keyboard in them."""
        if self._asked == asked:
            return
        self._asked = asked
        while len(self.rows) > len(asked.changes):
            self._take(self.rows.pop())
        for index, one in enumerate(asked.changes):
            if index < len(self.rows) and self.rows[index].asked == one:
                continue
            row = self._row(index, one)
            if index < len(self.rows):
                row.edit.setChecked(self.rows[index].edit.isChecked())
                self._take(self.rows[index])
                self.rows[index] = row
            else:
                self.rows.append(row)
            self._list.insertWidget(index, row)
            row.show()  # now, so that it can have the keyboard

    def _row(self, index: int, one: AskedChange) -> ChangeRow:
        row = ChangeRow(one)
        row.changed.connect(lambda other: self._ask(self._snapshot.what_if.replacing(index, other)))
        row.removed.connect(lambda: self._ask(self._snapshot.what_if.without(row.asked.change)))
        return row

    def _take(self, row: ChangeRow) -> None:
        self._list.removeWidget(row)
        row.hide()
        row.deleteLater()

    def _arrange(self) -> None:
        self.title.setFont(heading_font(self.title.font()))
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.add)
        head.addWidget(self.close_button)
        inner = QWidget()
        self._inner = box = QVBoxLayout(inner)
        box.setContentsMargins(0, 0, 4, 0)
        box.setSpacing(6)
        self._list = QVBoxLayout()
        self._list.setSpacing(2)
        box.addWidget(self.empty)
        box.addLayout(self._list)
        for widget in (self.keep, self.translation, self.leak, self.clicks, self.words, self.meaning):
            box.addWidget(widget)  # the effect before what else could be done
        box.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(inner)
        self.foot = QWidget()
        self._foot = QBoxLayout(QBoxLayout.Direction.LeftToRight, self.foot)
        self._rest = rest = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._foot.setContentsMargins(0, 0, 0, 0)
        for button, row in ((self.beside, self._foot), (self.back, rest), (self.clear, rest)):
            button.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            button.setMinimumWidth(1)
            row.addWidget(button)
        self._foot.addLayout(rest, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(10, 6, 10, 8)
        outer.addLayout(head)
        outer.addWidget(scroll, 1)
        outer.addWidget(self.foot)
        quieten(self)


def _leaves(event: QEvent) -> bool:
    return isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape and is_plain(event)


def _clicks(view: str) -> str:
    """What a click in the picture does while this is open."""
    return {
        "masks": translate("WhatIf", "Here a click on a cell of the mask flips it; another click takes it back."),
        "all_layers": translate("WhatIf", "Here a click on a head switches it off; another click puts it back."),
    }.get(view, translate("WhatIf", "In Masks a click flips a cell; in All layers it switches a head off."))


def _translations(run: Trace, baseline: Trace) -> str:
    """Both target sentences, token by token; what is gone and what is new are marked by shapes."""
    if is_taught(run):
        return ""
    after, changed = tokens_of(run).produced, changed_steps(run)
    if not changed and len(after) == baseline.steps:
        return translate("WhatIf", "The translation stays as it was.")
    told = ((tokens_of(baseline).produced, lost_steps(run), LOST), (after, changed, CHANGED))
    sentences = (
        " ".join((sign if step in marked else "") + token.text for step, token in enumerate(tokens))
        for tokens, marked, sign in told
    )
    return fill(translate("WhatIf", "Before: %1\nAfter: %2"), *sentences)


def _word_table(run: Trace, baseline: Trace) -> BarRows:
    """p of each original word before the change and after it; pressing a row goes to its step."""
    before, after = baseline.produced_probability, probability_after(run)
    if before is None or after is None:
        return BarRows()
    columns = (
        BarColumn(translate("WhatIf", "p before"), 0.0, 1.0),
        BarColumn(translate("WhatIf", "p after"), 0.0, 1.0),
    )
    lines = tuple(
        BarRow(
            token.text, (exact(float(old)), exact(float(new))), (float(old), float(new)), answer=Select(step=step),
        )
        for step, (token, old, new) in enumerate(zip(tokens_of(baseline).produced, before, after, strict=True))
    )  # fmt: skip
    return BarRows(columns, lines, translate("WhatIf", "Probability of the original words"))


def _leaks(now: Snapshot) -> str:
    """How much weight lies where the mask that is off would have let none, in the row and the head on screen."""
    run, chosen = now.run, now.run_selection
    if run is None:
        return ""
    own = chosen.step if chosen.query is None and chosen.kind != "encoder" else chosen.query
    told = {
        "look_ahead": translate("WhatIf", "Weight on the future: %1 in this row, %2 in a row of this head on average"),
        "padding": translate("WhatIf", "Weight on padding: %1 in this row, %2 in a row of this head on average"),
    }
    for mask, onto in (("look_ahead", "future"), ("padding", "padding")):
        if MaskOff(mask) in now.what_if.active:  # type: ignore[arg-type]  # one of them
            rows = leaked(run, chosen.kind, onto)  # type: ignore[arg-type]  # one of them
            if rows is not None:
                sums = rows[chosen.layer, chosen.head]
                mean = exact(float(sums.mean()))
                if own is None:  # a step is no row of the encoder
                    return fill(translate("WhatIf", "Weight on padding: %1 in a row of this head on average"), mean)
                return fill(told[mask], exact(float(sums[min(own, len(sums) - 1)])), mean)
    return ""


def _meaning(now: Snapshot) -> str:
    """What *off* means while tokens are generated one by one."""
    if now.run is None or now.run.at_once or MaskOff("look_ahead") not in now.what_if.active:
        return ""
    return translate(
        "WhatIf", "While generating, “off” means: every step runs the whole prefix again, and earlier rows see all of "
        "it. Maps show each row as it was when it was the newest, with no later token to see; a bar at its label marks "
        "one that the selected step computed otherwise. Give the target as a whole (teacher forcing) to see the "
        "decoder look ahead."
    )  # fmt: skip
