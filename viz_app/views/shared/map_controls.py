"""Buttons that lie on a map's page, where its picture leaves room for them: the zoom, and scales that show more."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QWidget

from viz_app.pictures.drawing.layout import Box
from viz_app.pictures.one_head.scale_offers import ScaleOffer
from viz_app.platform.text import plain_tooltip
from viz_app.platform.theme import font
from viz_app.state.intents import ChangeSettings
from viz_app.state.zoom import ShowPart, ZoomBy
from viz_app.views.shared.view import translate

CLOSER = 1.5  #: how much larger cells become, as by the keys


class PageButtons(QWidget):
    """A row of small buttons at a place of a page."""

    requested = Signal(object)  #: an Intent

    def __init__(self, parent: QWidget, gap: int) -> None:
        super().__init__(parent)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(gap)
        self.hide()

    def add(self, text: str, hint: str, intent: object) -> QToolButton:
        """One more button, which asks for ``intent``."""
        button = QToolButton(self)
        button.setText(text)
        button.setToolTip(plain_tooltip(hint))
        button.setAccessibleName(hint)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        button.clicked.connect(lambda: self.requested.emit(intent))
        self.row.addWidget(button)
        return button

    def place(self, box: Box | None, ratio: float, letters: float) -> None:
        """At ``box``, in device pixels, with letters that are so many device pixels high; hidden without one."""
        if box is not None:
            left, top, wide, high = (round(length / ratio) for length in box)
            self.setGeometry(QRect(left, top, wide, high))
            for button in self.findChildren(QToolButton):
                button.setFont(font(round(letters / ratio)))
        self.setVisible(box is not None)


class ZoomButtons(PageButtons):
    """Smaller and larger cells, and the whole map."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, gap=1)
        self.smaller = self.add("−", translate("ZoomButtons", "Zoom out of the map (−)"), ZoomBy(1 / CLOSER))
        self.larger = self.add("+", translate("ZoomButtons", "Zoom into the map (+)"), ZoomBy(CLOSER))
        whole = translate("ZoomButtons", "Show the whole map (0)")
        self.whole = self.add(translate("ZoomButtons", "Fit"), whole, ShowPart(None))
        for place, share in enumerate((1, 1, 2)):
            self.row.setStretch(place, share)

    def tell(self, zoomed: bool) -> None:
        """What can be done now."""
        for button in (self.smaller, self.whole):
            button.setEnabled(zoomed)


class ScaleButtons(PageButtons):
    """Other scales for a map that is pale all over."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, gap=6)
        self.offers: tuple[ScaleOffer, ...] = ()

    def tell(self, offers: Sequence[ScaleOffer]) -> None:
        """A button for each; nothing is made again where they are the same."""
        if self.offers == tuple(offers):
            return
        self.offers = tuple(offers)
        for button in self.findChildren(QToolButton):
            self.row.removeWidget(button)
            button.hide()
            button.deleteLater()
        for offer in self.offers:
            changes = {"scale": offer.scale, "per_map_scale": offer.per_map_scale}
            self.add(offer.text, offer.hint, ChangeSettings(changes))


class MapButtons:
    """All buttons on one canvas; the keyboard comes to them after it."""

    def __init__(self, canvas: QWidget) -> None:
        self.zoom, self.scales = ZoomButtons(canvas), ScaleButtons(canvas)
        for before, after in pairwise((canvas, self.zoom.smaller, self.zoom.larger, self.zoom.whole)):
            QWidget.setTabOrder(before, after)

    def hide(self) -> None:
        """There is no map."""
        self.zoom.hide()
        self.scales.hide()
