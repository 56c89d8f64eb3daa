"""A row of controls that goes on in the next line where it has no room. Layout only."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

EDGE, GAP = 8, 6  #: logical pixels around all, and between two


class FlowLayout(QLayout):
    """Its items from left to right, line by line; what is hidden takes no room."""

    def __init__(self, parent: QWidget | None = None, centred: bool = False) -> None:
        super().__init__(parent)
        self._centred = centred
        self._items: list[QLayoutItem] = []
        self._rest: QWidget | None = None
        self._spare: QWidget | None = None
        self.setContentsMargins(EDGE, EDGE - 2, EDGE, EDGE - 2)

    def add_rest(self, widget: QWidget, least: int) -> None:
        """What takes the rest of the last line, where that is ``least`` pixels or more; it begins no line."""
        widget.setMinimumWidth(least)
        self._rest = widget

    def set_spare(self, widget: QWidget | None) -> None:
        """What stands at the end of the last line, before the rest, where it has room there; it begins no line."""
        self._spare = widget
        self.invalidate()

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802 - Qt's name
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: N802 - Qt's name
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: N802
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:  # noqa: N802 - Qt's name
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - Qt's name
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        return self._place(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, box: QRect) -> None:  # noqa: N802 - Qt's name
        super().setGeometry(box)
        self._place(box, move=True)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return self.minimumSize()

    def minimumSize(self) -> QSize:  # noqa: N802 - Qt's name
        """As wide as the widest item."""
        edges, size = self.contentsMargins(), QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size + QSize(edges.left() + edges.right(), edges.top() + edges.bottom())

    def _starts(self, widths: list[int], inner: QRect) -> dict[int, int]:
        """The first item of each line and where it begins."""
        lines, ends = [0] if widths else [], [0] if widths else []
        for at, width in enumerate(widths):
            if at > lines[-1] and ends[-1] + width > inner.width():
                lines.append(at)
                ends.append(0)
            ends[-1] += width + GAP
        spare = [(inner.width() - end + GAP) // 2 if self._centred else 0 for end in ends]
        return {at: inner.x() + max(0, left) for at, left in zip(lines, spare, strict=True)}

    def _place(self, box: QRect, move: bool) -> int:
        """The height that the lines take; ``move`` puts every item there."""
        edges = self.contentsMargins()
        inner = box.marginsRemoved(edges)
        shown = [(item, item.sizeHint()) for item in self._items if not item.isEmpty()]
        line = max((size.height() for _, size in shown), default=0)
        starts = self._starts([size.width() for _, size in shown], inner)
        x, y = inner.x(), inner.y()
        for at, (item, size) in enumerate(shown):
            if at in starts:
                x, y = starts[at], y + (line + GAP if at else 0)
            if move:
                item.setGeometry(QRect(QPoint(x, y + (line - size.height()) // 2), size))
            x += size.width() + GAP
        if move and self._spare is not None:
            size = self._spare.sizeHint()
            fits = x + size.width() <= inner.x() + inner.width()
            self._spare.setVisible(fits)
            if fits:
                self._spare.setGeometry(QRect(QPoint(x, y + (line - size.height()) // 2), size))
                x += size.width() + GAP
        if move and self._rest is not None:
            room = inner.x() + inner.width() - x - GAP
            self._rest.setVisible(room >= self._rest.minimumWidth())
            self._rest.setGeometry(QRect(x + GAP, y, room, line))
        return y + line + edges.bottom() - box.y()
