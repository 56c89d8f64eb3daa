"""The boxes of the *Display* line, and the list that holds those that have no room in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtWidgets import QComboBox, QFormLayout, QFrame, QLabel, QSizePolicy, QToolButton, QWidget

from viz_app.platform.text import tooltip, translate
from viz_app.platform.theme import without_gloss

ROOM_AROUND = 4  #: pixels over and under a box's text


class DisplayBox(QComboBox):
    """As wide as its longest entry, whichever is chosen, or ``later`` may stand in place of another."""

    def __init__(self, entries: Sequence[str], parent: QWidget | None = None, later: Sequence[str] = ()) -> None:
        super().__init__(parent)
        self._later = tuple(without_gloss(entry) for entry in later)
        self.addItems([without_gloss(entry) for entry in entries])
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def longest(self) -> int:
        """Pixels of its longest entry."""
        return self._widest((*map(self.itemText, range(self.count())), *self._later))

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Not higher than its text needs: the line is one of many."""
        usual = super().sizeHint()
        more = self.longest() - self._widest(map(self.itemText, range(self.count())))
        return QSize(usual.width() + more, min(usual.height(), self.fontMetrics().height() + 2 * ROOM_AROUND))

    def _widest(self, entries: Iterable[str]) -> int:
        return max(map(self.fontMetrics().horizontalAdvance, entries))


class MoreDisplay:
    """A button at the line's begin, and the list that it opens, with what has no room in the line."""

    def __init__(self, bar: QWidget) -> None:
        self._bar = bar
        self.button = QToolButton(bar)
        self.button.setText(translate("DisplayBar", "Display"))
        self.button.setArrowType(Qt.ArrowType.DownArrow)
        self.button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.button.setToolTip(tooltip(translate("DisplayBar", "What has no room in this line")))
        self.list = QFrame(bar, Qt.WindowType.Popup)
        self.list.setFrameShape(QFrame.Shape.StyledPanel)
        self._form = QFormLayout(self.list)
        self._held = list[QWidget]()  # what is in the list, in its order
        self.button.clicked.connect(self._open)
        self.button.hide()

    def take(self, control: QWidget, name: str) -> None:
        """Into the list, under its name."""
        if control in self._held:
            return
        self._held.append(control)
        if name:
            self._form.addRow(QLabel(name, self.list, textFormat=Qt.TextFormat.PlainText), control)
        else:
            self._form.addRow(control)
        control.show()

    def give_back(self, control: QWidget) -> bool:
        """Out of the list; false where it was not there. Not by its row: Python objects of items outlive what Qt
        deletes (see :func:`~viz_app.controls.widgets.follow_layouts`)."""
        if control not in self._held:
            return False
        self._held.remove(control)
        row = self._form.getWidgetPosition(control)[0]  # type: ignore[index]
        control.setParent(self._bar)
        self._form.removeRow(row)  # with its name
        return True

    def _open(self) -> None:
        """Under the button, inside the screen."""
        self.list.adjustSize()
        place = self.button.mapToGlobal(QPoint(0, self.button.height()))
        self.list.move(place)
        self.list.show()
        for control in self._held:
            if control.isEnabled():
                control.setFocus(Qt.FocusReason.PopupFocusReason)
                self.list.setAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)  # it is seen where the keyboard is
                control.update()
                return
