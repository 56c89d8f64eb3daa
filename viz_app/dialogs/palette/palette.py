"""The command palette: type a few letters of what you want, Enter does it. It lies over the window and holds no state.

What it finds comes from :mod:`viz_app.dialogs.palette.entries`; nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from viz_app.commands.search import SearchHit
from viz_app.platform.keys import is_kept

translate = QCoreApplication.translate
WIDTH, ROWS, TOP, MARGIN = 640, 14, 44, 8
HINT, LARGE = 2, 24  #: lines of what a command is; pixels of a line from which on it may take one more
FOUND = Qt.ItemDataRole.UserRole
Key = Qt.Key
Index = QModelIndex | QPersistentModelIndex
Search = Callable[[str], tuple[SearchHit, ...]]


class CommandPalette(QFrame):
    """Opened with :meth:`ask`; closes by Esc, by Enter, or when the keyboard goes elsewhere."""

    def __init__(self, search: Search, window: QWidget) -> None:
        super().__init__(window)
        self._search = search
        self._window = window
        self._before: QWidget | None = None  # had the keyboard
        self.field = _Field(self)
        self.list = QListWidget(self)
        self.hint = QLabel(self)
        self._arrange()
        self.field.searched.connect(self._fill)
        self.list.currentItemChanged.connect(self._explain)
        self.list.itemClicked.connect(lambda _: self.run())
        window.installEventFilter(self)
        self.hide()

    def ask(self) -> None:
        """Open with an empty field, or start again."""
        focused = QApplication.focusWidget()
        if self.isHidden():
            self._before = focused
            _application().focusChanged.connect(self._follow_focus)
        self.field.clear()
        self._fill("")
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def run(self) -> None:
        """Do what the chosen line says, if it is possible now."""
        found = self.list.currentIndex().data(FOUND)
        if isinstance(found, SearchHit) and found.entry.enabled:
            self.leave()
            found.entry.run()

    def leave(self) -> None:
        """Close and give the keyboard back."""
        self._close()
        before = self._before
        alive = before is not None and isValid(before) and before.isVisible()
        (before if before is not None and alive else self._window).setFocus(Qt.FocusReason.PopupFocusReason)

    def move_by(self, rows: int) -> None:
        """The line so many rows further; it stops at the ends."""
        wanted = self.list.currentRow() + rows
        self.list.setCurrentRow(min(max(wanted, 0), self.list.count() - 1))

    def paintEvent(self, _: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """A sheet of paper with an edge."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.palette().color(QPalette.ColorRole.Base))
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Dark), 1))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def eventFilter(self, _: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Stay in the middle of the window."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return False

    def _arrange(self) -> None:
        self.setAccessibleName(translate("Palette", "Find a command"))
        self.field.setPlaceholderText(translate("Palette", "What do you want? A command, “2.3”, “step 5”, a word…"))
        self.field.setAccessibleName(translate("Palette", "Find a command"))
        self.field.setToolTip(translate("Palette", "Finds words, synonyms and names from code; Enter runs the entry"))
        self.list.setAccessibleName(translate("Palette", "Found commands"))
        self.list.setToolTip(translate("Palette", "Click a line, or choose with ↑ ↓ and press Enter"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setUniformItemSizes(True)
        self.list.setItemDelegate(_Line(self.list))
        self.hint.setTextFormat(Qt.TextFormat.PlainText)
        self.hint.setWordWrap(True)
        self.hint.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        for part in (self.field, self.list, self.hint):
            layout.addWidget(part)

    def _place(self) -> None:
        """Below the top in the middle; as many whole lines as were found and have room."""
        window, line = self._window, self._row_height()
        width = min(WIDTH + 8 * max(0, self.fontMetrics().height() - 16), window.width() - 40)
        high = self.fontMetrics().lineSpacing()
        self.hint.setFixedHeight((HINT if high < LARGE else HINT + 1) * high + 2)
        spacing = self.layout().spacing()  # type: ignore[union-attr]  # set in _arrange
        others = 2 * MARGIN + 2 * spacing + self.field.sizeHint().height() + self.hint.height()
        rows = max(1, min(ROWS, self.list.count(), (window.height() - TOP - MARGIN - others) // line))
        self.list.setFixedHeight(rows * line)
        self.setGeometry(QRect((window.width() - width) // 2, TOP, width, others + rows * line))

    def _row_height(self) -> int:
        return self.fontMetrics().height() + 8

    def _fill(self, query: str) -> None:
        self.list.clear()
        for found in self._search(query):
            item = QListWidgetItem(found.entry.text)
            item.setData(FOUND, found)
            item.setSizeHint(QSize(0, self._row_height()))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, " – ".join(filter(None, _told(found))))
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        if not self.list.count():
            self.hint.setText(translate("Palette", "No match. Try fewer letters, or another word."))
            self.field.setAccessibleDescription(self.hint.text())
        self._place()

    def _explain(self, item: QListWidgetItem | None) -> None:
        found = None if item is None else item.data(FOUND)
        if isinstance(found, SearchHit):
            self.hint.setText(_explained(found))
            self.field.setAccessibleDescription(" – ".join(filter(None, (*_told(found), self.hint.text()))))

    def _follow_focus(self, _: QWidget | None, now: QWidget | None) -> None:
        if now is not None and isValid(self) and not self.isAncestorOf(now):
            self._close()

    def _close(self) -> None:
        if not self.isHidden():
            _application().focusChanged.disconnect(self._follow_focus)
        self.hide()


def _application() -> QApplication:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    return application


def _told(found: SearchHit) -> tuple[str, ...]:
    return found.entry.text, found.entry.keys.replace("   ", ", "), found.word


def _explained(found: SearchHit) -> str:
    impossible = translate("Palette", "Not possible now.")
    return found.entry.hint if found.entry.enabled else f"{impossible} {found.entry.hint}".strip()


class _Field(QLineEdit):
    """The text, and the keys that move in the list below. ``searched`` carries also what is still being composed."""

    searched = Signal(str)

    def __init__(self, palette: CommandPalette) -> None:
        super().__init__(palette)
        self._palette = palette
        self.setClearButtonEnabled(False)
        self.textChanged.connect(self.searched)

    def event(self, event: QEvent) -> bool:
        """Esc is ours while we are open: no shortcut of the window gets it."""
        return is_kept(event, lambda pressed: pressed.key() == Key.Key_Escape) or super().event(event)

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: N802 - Qt's name
        """Tab stays here: there is nothing else to reach but the lines."""
        self._palette.move_by(1 if forward else -1)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Up and down choose a line, Enter does it, Esc closes."""
        rows = {Key.Key_Up: -1, Key.Key_Down: 1, Key.Key_PageUp: -ROWS, Key.Key_PageDown: ROWS}
        key = Key(event.key())
        if key in rows:
            self._palette.move_by(rows[key])
        elif key in (Key.Key_Return, Key.Key_Enter):
            self._palette.run()
        elif key == Key.Key_Escape:
            self._palette.leave()
        else:
            super().keyPressEvent(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:  # noqa: N802 - Qt's name
        """A syllable that is not finished finds already."""
        super().inputMethodEvent(event)
        if event.preeditString():
            text, at = self.text(), self.cursorPosition()
            self.searched.emit(text[:at] + event.preeditString() + text[at:])


class _Line(QStyledItemDelegate):
    """Text, how it was found, and its keys at the right; grey where it is not possible now."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        found = index.data(FOUND)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        lit = chosen and found.entry.enabled
        group = QPalette.ColorGroup.Active if chosen or found.entry.enabled else QPalette.ColorGroup.Disabled
        plain = QPalette.ColorRole.PlaceholderText if chosen else QPalette.ColorRole.Text
        role = QPalette.ColorRole.HighlightedText if lit else plain
        if chosen:
            back = QPalette.ColorRole.Highlight if found.entry.enabled else QPalette.ColorRole.Midlight
            painter.fillRect(option.rect, option.palette.color(QPalette.ColorGroup.Active, back))
        ink = option.palette.color(group, role)
        faint = ink if chosen else option.palette.color(QPalette.ColorGroup.Active, QPalette.ColorRole.PlaceholderText)
        area = option.rect.adjusted(8, 0, -8, 0)
        metrics = option.fontMetrics
        keys = metrics.horizontalAdvance(found.entry.keys)
        painter.setPen(faint if found.entry.enabled else ink)
        painter.drawText(area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, found.entry.keys)
        area.setRight(area.right() - keys - 16)
        text = ("✓ " if found.entry.on else "") + found.entry.text
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        painter.setPen(ink)
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        area.setLeft(area.left() + metrics.horizontalAdvance(text) + 12)
        painter.setPen(faint if found.entry.enabled else ink)
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, found.word)
