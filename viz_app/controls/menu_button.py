"""A flat button with a menu, as the history of sentences and the device have it.

It looks like a flat tool button and is a push button: a tool button answers an assistive program that opens its menu
only when the menu is closed again.
"""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QStyle, QStyleOptionToolButton, QStylePainter, QWidget

from viz_app.controls.widgets import Icon, icon_side, paint_icon


class MenuButton(QPushButton):
    """Shows its text, or an icon that is drawn. ``setMenu`` gives it its menu, which a press opens."""

    def __init__(self, icon: Icon | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon: Icon | None = icon
        self.setFlat(True)
        self.setAutoDefault(False)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Of the text, as in a line of status; of an icon, as every button with one in the line of a field."""
        metrics = self.fontMetrics()
        if self._icon is None:
            return QSize(metrics.horizontalAdvance(self.text()) + 22, metrics.height() + 3)
        return QSize(icon_side(self), icon_side(self, in_line=True))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """As the platform draws a flat tool button with a menu."""
        option, state = QStyleOptionToolButton(), QStyle.StateFlag
        option.initFrom(self)
        option.text = self.text()
        option.features = QStyleOptionToolButton.ToolButtonFeature.HasMenu
        option.subControls = QStyle.SubControl.SC_ToolButton
        option.state |= state.State_AutoRaise
        if self.isDown():
            option.state |= state.State_Sunken
            option.activeSubControls = QStyle.SubControl.SC_ToolButton
        elif self.isEnabled() and self.underMouse():
            option.state |= state.State_Raised | state.State_MouseOver
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        painter.end()
        if self._icon is not None:
            over = QPainter(self)
            paint_icon(over, self, self._icon)
            over.end()
